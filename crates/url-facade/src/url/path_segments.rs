//! Editing the path of a URL segment by segment.

use url_core::{
    ByteSet, Component, NoTrace, Reason, Section, Span, append_percent_encoded,
    whatwg::PATH_PERCENT_ENCODE_SET,
};

use super::{SetError, Shape, Url};
use crate::{
    ParseError,
    api::{ApiSpec, Attribute},
    profiles::with_api,
};

/// What is percent-encoded in a segment, so that it stays one, and is read as what was pushed: beside what the path state
/// encodes, what separates segments, what begins an escape, and what makes a drive letter of a letter.
const SEGMENT_PERCENT_ENCODE_SET: ByteSet = PATH_PERCENT_ENCODE_SET.and(b"/\\%|");

/// The segments of a URL's path, to be changed; from [`Url::path_segments_mut`]. The URL has the new path once this is
/// dropped.
///
/// A segment is any text: what has a meaning in paths (`/`, `\`, `?`, `#`, `%` and the like) is percent-encoded, so that
/// each push adds one segment, which percent-decodes to what was pushed. `.` and `..` alone cannot be pushed: however they
/// are escaped, a URL's parser takes them out.
///
/// The path `/` has no segments here, so that pushing `a` to it makes `/a`.
///
/// # Examples
/// ```
/// use url_facade::Url;
/// let mut url = Url::parse("https://a.test/users/?x")?;
/// url.path_segments_mut()?.pop_if_empty().push("me")?.push(r"..\..\admin")?;
/// assert_eq!(url.as_str(), "https://a.test/users/me/..%5C..%5Cadmin?x");
/// url.path_segments_mut()?.pop().extend(["a/b", "100%"])?;
/// assert_eq!(url.path(), "/users/me/a%2Fb/100%25");
/// assert!(url.path_segments_mut()?.push("..").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PathSegmentsMut<'u> {
    url: &'u mut Url,
    /// The path that the URL is to have.
    path: String,
    /// Whether there are no segments, which is written as one that is empty, or not at all.
    is_root: bool,
    /// The rule that refuses what cannot be pushed.
    setter: Section,
}

impl Url {
    /// The segments of the path, to be changed.
    ///
    /// # Errors
    /// [`SetError::Refused`] with [`Reason::OpaquePathFixed`] where the path is opaque; [`SetError::NoApi`] where the profile is
    /// none of the URL Standard: no other spec keeps every segment as it is written.
    ///
    /// # Examples
    /// See [`PathSegmentsMut`].
    pub fn path_segments_mut(&mut self) -> Result<PathSegmentsMut<'_>, SetError> {
        let profile = self.profile();
        let setter = with_api!(profile, spec => setter_of_segments(spec)).flatten();
        let setter = setter.ok_or(SetError::NoApi(profile))?;
        if self.has_opaque_path() {
            let error = ParseError::new(Reason::OpaquePathFixed, setter, Span::default());
            return Err(SetError::Refused(error));
        }
        let path = self.path().to_owned();
        let is_root = matches!(&*path, "" | "/");
        Ok(PathSegmentsMut { url: self, path, is_root, setter })
    }

    /// Makes `path`, which is canonical, the path.
    fn write_path(&mut self, path: &str) -> Result<(), ParseError> {
        // A URL without a host may need "/." before its path.
        if let (Some(place), Some(_)) = (self.place(Component::Path), self.place(Component::Host)) {
            self.replace(Component::Path, place, ["", path, ""]);
        } else if let Some(written) = with_api!(self.profile(), spec => with_path(spec, self.view(), path)) {
            *self = written?;
        }
        Ok(())
    }
}

impl PathSegmentsMut<'_> {
    /// Adds a segment at the end.
    ///
    /// # Errors
    /// [`SetError::Refused`] with [`Reason::DotSegment`] where `segment` is `.` or `..`, or with [`Reason::TooLong`].
    ///
    /// # Examples
    /// See [`PathSegmentsMut`].
    pub fn push(&mut self, segment: &str) -> Result<&mut Self, SetError> {
        self.extend([segment])
    }

    /// Adds each of `segments` at the end, or none of them.
    ///
    /// # Errors
    /// Those of [`PathSegmentsMut::push`]; the error's span counts in the segment that is refused.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let mut url = Url::parse("https://a.test")?;
    /// url.path_segments_mut()?.extend(["b", "", "c d", ""])?;
    /// assert_eq!(url.path(), "/b//c%20d/");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn extend<I>(&mut self, segments: I) -> Result<&mut Self, SetError>
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        let before = (self.path.len(), self.is_root);
        for segment in segments {
            let segment = segment.as_ref();
            if let Err(reason) = self.append(segment) {
                self.is_root = before.1;
                self.path.truncate(before.0);
                let error = ParseError::new(reason, self.setter, Span::whole(segment));
                return Err(SetError::Refused(error));
            }
        }
        Ok(self)
    }

    /// Adds `segment`, or a part of it where that is refused.
    fn append(&mut self, segment: &str) -> Result<(), Reason> {
        if matches!(segment, "." | "..") {
            return Err(Reason::DotSegment);
        }
        // The one slash of the root is there already.
        if !self.is_root || self.path.is_empty() {
            self.path.push('/');
        }
        self.is_root = false;
        append_percent_encoded(segment, &SEGMENT_PERCENT_ENCODE_SET, &mut self.path);
        // With "/." before the path.
        let others = self.url.as_str().len() + "/.".len();
        if others.saturating_add(self.path.len()) > Span::LIMIT { Err(Reason::TooLong) } else { Ok(()) }
    }

    /// Removes the last segment, if there is one.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let mut url = Url::parse("https://a.test/b/")?;
    /// url.path_segments_mut()?.pop();
    /// assert_eq!(url.path(), "/b");
    /// url.path_segments_mut()?.pop().pop();
    /// assert_eq!(url.path(), "/");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pop(&mut self) -> &mut Self {
        match self.path.rfind('/') {
            _ if self.is_root => {}
            Some(last) if last > 0 => self.path.truncate(last),
            _ => return self.clear(),
        }
        self
    }

    /// Removes the last segment if it is empty: if the path ends with a slash.
    ///
    /// # Examples
    /// See [`PathSegmentsMut`].
    pub fn pop_if_empty(&mut self) -> &mut Self {
        if self.path.ends_with('/') { self.pop() } else { self }
    }

    /// Removes all segments.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let mut url = Url::parse("https://a.test/b/c?d")?;
    /// url.path_segments_mut()?.clear();
    /// assert_eq!(url.as_str(), "https://a.test/?d");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clear(&mut self) -> &mut Self {
        if !self.is_root {
            self.is_root = true;
            self.path.replace_range(.., "/");
        }
        self
    }
}

impl Drop for PathSegmentsMut<'_> {
    fn drop(&mut self) {
        if self.url.path() != self.path {
            // It fails where the URL would be too long, which no push let happen.
            let _ = self.url.write_path(&self.path);
        }
    }
}

/// The rule that sets the path, if segments can be set one by one.
fn setter_of_segments<S: ApiSpec>(spec: S) -> Option<Section> {
    S::KEEPS_ENCODED_SEGMENTS.then(|| spec.setter(Attribute::Pathname))
}

/// `url` with the path `path`.
fn with_path<S: ApiSpec>(spec: S, url: Url<&str>, path: &str) -> Result<Url, ParseError> {
    let mut parsed = url.parsed();
    parsed.path = Some(path.into());
    let mut href = String::new();
    let components = spec.serialize(&parsed, &mut href, &mut NoTrace)?;
    Ok(Url { href, shape: Shape { components, ..url.shape } })
}
