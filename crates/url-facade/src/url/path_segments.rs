//! Edits the path of a URL segment by segment.

use url_core::{Component, Reason, Section, Span, TextPart};
use url_specs::ApiSpec as _;

use super::{
    Url,
    setters::{no_setters, rewritten},
};
use crate::{ParseError, profile::with_api};

/// An editor for the path segments of a URL. The URL gets the new path when the editor is dropped.
///
/// A segment is any text. Characters with a meaning in paths are percent-encoded. Only the segments `.` and
/// `..` are rejected, because a URL parser removes them, even if they are escaped. After a rejected segment
/// the editor discards all its changes, and each later push returns the same error.
///
/// The path `/` is treated as a path without segments: pushing `a` results in `/a`, not `//a`. Pushing an
/// empty segment does not change the path `/`.
///
/// # Examples
/// ```
/// use url_facade::Url;
/// let mut url = Url::parse("https://a.test/users/?x")?;
/// url.path_segments_mut()?.pop_if_empty().push("me")?.push(r"..\..\admin")?;
/// assert_eq!(url.as_str(), "https://a.test/users/me/..%5C..%5Cadmin?x");
/// assert!(url.path_segments_mut()?.pop().push("..").is_err());
/// url.path_segments_mut()?.pop().extend(["a/b", "100%"])?;
/// assert_eq!(url.path(), "/users/me/a%2Fb/100%25");
/// url.path_segments_mut()?.clear();
/// assert_eq!(url.path(), "/");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PathSegmentsMut<'u> {
    url: &'u mut Url,
    path: String,
    setter: Section,
    /// The error of the first rejected segment, if any. The URL then keeps its old path.
    refused: Option<ParseError>,
}

impl Url {
    /// Returns an editor for the segments of the path. The editor changes the URL when the editor is dropped.
    ///
    /// # Errors
    /// [`Reason::OpaquePathFixed`] if the path is opaque; [`Reason::NoSetters`] if the profile is neither an
    /// edition of the URL Standard nor a candidate: under other profiles, a parser may change a segment.
    pub fn path_segments_mut(&mut self) -> Result<PathSegmentsMut<'_>, ParseError> {
        let profile = self.profile();
        let setter = with_api!(profile, spec => spec.segment_setter()).flatten();
        let setter = setter.ok_or_else(|| no_setters(profile, ""))?;
        if self.has_opaque_path() {
            return Err(ParseError::new(Reason::OpaquePathFixed, setter, Span::default()));
        }
        let path = self.path().to_owned();
        Ok(PathSegmentsMut { url: self, path, setter, refused: None })
    }

    /// Sets the path to `path`, which must be canonical.
    fn write_path(&mut self, path: &str) -> Result<(), ParseError> {
        // A URL without a host may need "/." before its path.
        let url = &mut self.0;
        if let (Some(place), Some(_)) = (url.place(Component::Path), url.place(Component::Host)) {
            url.replace(Component::Path, place, ["", ""], |href| href.push_str(path));
        } else if let Some(written) = with_api!(self.profile(), spec => rewritten(spec, &self.view(), |parsed| {
            parsed.path = Some(path.into());
        })) {
            *self = written?;
        }
        Ok(())
    }
}

impl PathSegmentsMut<'_> {
    /// Appends a segment.
    ///
    /// # Errors
    /// [`Reason::DotSegment`] if `segment` is `.` or `..`; [`Reason::TooLong`] if the URL would be too long.
    pub fn push(&mut self, segment: &str) -> Result<&mut Self, ParseError> {
        self.extend([segment])
    }

    /// Appends each of `segments` to the path.
    ///
    /// # Errors
    /// Fails as [`PathSegmentsMut::push`] does. The span of the error is a range in the rejected segment.
    pub fn extend<I>(&mut self, segments: I) -> Result<&mut Self, ParseError>
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        if let Some(error) = self.refused {
            return Err(error);
        }
        for segment in segments {
            let segment = segment.as_ref();
            // The path `/` already has the slash that precedes a segment.
            if self.path != "/" {
                self.path.push('/');
            }
            self.path.push_str(&TextPart::PathSegment.encode(segment));
            // Includes the "/." that may precede the path.
            let len = (self.url.as_str().len() + "/.".len()).saturating_add(self.path.len());
            let reason = match segment {
                "." | ".." => Reason::DotSegment,
                _ if len > Span::LIMIT => Reason::TooLong,
                _ => continue,
            };
            return Err(*self.refused.insert(ParseError::new(reason, self.setter, Span::whole(segment))));
        }
        Ok(self)
    }

    /// Removes the last segment, if there is one.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let mut url = Url::parse("https://a.test/b/")?;
    /// url.path_segments_mut()?.pop();
    /// assert_eq!(url.path(), "/b");
    /// url.path_segments_mut()?.clear();
    /// assert_eq!(url.path(), "/");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pop(&mut self) -> &mut Self {
        // Keep the first slash.
        let last = self.path.rfind('/').map_or(0, |last| last.max(1));
        self.path.truncate(last);
        self
    }

    /// Removes the last segment if it is empty, that is, if the path ends with a slash.
    pub fn pop_if_empty(&mut self) -> &mut Self {
        if self.path.ends_with('/') { self.pop() } else { self }
    }

    /// Removes all segments.
    pub fn clear(&mut self) -> &mut Self {
        // Keep the first slash, if there is one.
        self.path.truncate(1);
        self
    }
}

impl Drop for PathSegmentsMut<'_> {
    fn drop(&mut self) {
        if self.refused.is_none() && self.url.path() != self.path {
            // Writing fails only if the URL would be too long, which `push` prevents.
            let _ = self.url.write_path(&self.path);
        }
    }
}
