//! Edits the path of a URL segment by segment.

/// An editor for the path segments of a URL, from [`Url::path_segments_mut`](crate::Url::path_segments_mut).
/// The URL gets the new path when the editor is dropped.
///
/// Each pushed text becomes one segment that decodes to that text: `\`, tabs and newlines are encoded under
/// every scheme. The exceptions are `.` and `..`, which are skipped.
///
/// # Examples
/// ```
/// use url_compat::Url;
/// let mut url = Url::parse("https://a.test/b/c.html")?;
/// url.path_segments_mut().unwrap().pop().push("2/100%.png").push("..").extend(["d", ""]);
/// assert_eq!(url.as_str(), "https://a.test/b/2%2F100%25.png/d/");
/// url.path_segments_mut().unwrap().pop_if_empty().pop();
/// assert_eq!(url.path(), "/b/2%2F100%25.png");
/// url.path_segments_mut().unwrap().clear();
/// assert_eq!(url.path(), "/");
/// assert!(Url::parse("mailto:a@b.test")?.path_segments_mut().is_err());
/// # Ok::<(), url_compat::ParseError>(())
/// ```
#[derive(Debug)]
pub struct PathSegmentsMut<'a>(pub(crate) url_facade::PathSegmentsMut<'a>);

impl PathSegmentsMut<'_> {
    /// Removes all segments. See [`PathSegmentsMut`] for an example.
    pub fn clear(&mut self) -> &mut Self {
        self.0.clear();
        self
    }

    /// Removes the last segment if it is empty. See [`PathSegmentsMut`] for an example.
    pub fn pop_if_empty(&mut self) -> &mut Self {
        self.0.pop_if_empty();
        self
    }

    /// Removes the last segment. See [`PathSegmentsMut`] for an example.
    pub fn pop(&mut self) -> &mut Self {
        self.0.pop();
        self
    }

    /// Appends a segment. See [`PathSegmentsMut`] for an example.
    pub fn push(&mut self, segment: &str) -> &mut Self {
        self.extend([segment])
    }

    /// Appends segments. See [`PathSegmentsMut`] for an example.
    pub fn extend<I>(&mut self, segments: I) -> &mut Self
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        // The only other error is a URL that would be too long. The URL then keeps its path.
        let kept = segments.into_iter().filter(|segment| !matches!(segment.as_ref(), "." | ".."));
        let _ = self.0.extend(kept);
        self
    }
}
