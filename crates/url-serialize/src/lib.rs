#![doc = include_str!("../README.md")]
//!
//! Outside the specs: `serialized_len`, `new`, `took`, `decide`, `omit`, `delimit`, `put`, `append`, `append_some`,
//! `append_after`, `append_from`, `finish`.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]

extern crate alloc;

#[cfg(feature = "barth")]
pub mod barth;
#[cfg(feature = "rfc3986")]
pub mod rfc3986;
#[cfg(feature = "webspecs")]
pub mod webspecs;
pub mod whatwg;

use alloc::string::String;

use url_core::{Component, Components, Parsed, Reason, Rejection, Section, Span, Trace, sections::manakai};

/// Serializes `url` into `out`, replacing its contents, and returns the place of each component.
///
/// # Errors
/// The error that made `url` invalid; [`Reason::TooLong`] when the result would be longer than [`Span::LIMIT`] bytes.
///
/// Spec: manakai#serialization
///
/// # Examples
/// ```
/// use url_core::{Component, NoTrace, Parsed};
/// let url = Parsed { scheme: Some("http".into()), host: Some("a.test".into()), path: Some("/x".into()), ..Parsed::default() };
/// let mut href = String::new();
/// let components = url_serialize::serialize(&url, &mut href, &mut NoTrace)?;
/// assert_eq!(href, "http://a.test/x");
/// assert_eq!(components.get(Component::Host).unwrap().of(&href), "a.test");
/// # Ok::<(), url_core::Rejection>(())
/// ```
pub fn serialize<T: Trace>(
    url: &Parsed<'_>,
    out: &mut String,
    trace: &mut T,
) -> Result<Components, Rejection> {
    // 1. Let u be the parsed URL to serialize.
    let u = url;
    trace.of_output().took(manakai::SERIALIZATION_1, Span::default());
    // 2. If u is /invalid/, return nothing.
    if let Some(rejection) = u.invalid {
        trace.step(manakai::SERIALIZATION_2, rejection.span, "", None);
        return Err(rejection);
    }
    write_components(u, out, trace)
}

/// Writes the components of `u` that are present to `out`, replacing its contents, in order and with their
/// delimiters, even if `u` is invalid.
///
/// # Errors
/// [`Reason::TooLong`] when the result would be longer than [`Span::LIMIT`] bytes.
///
/// Spec: manakai#serialization
pub fn write_components<T: Trace>(
    u: &Parsed<'_>,
    out: &mut String,
    trace: &mut T,
) -> Result<Components, Rejection> {
    // 3. Let s be the empty string.
    let mut s = Writer::new(out, serialized_len(u)?, trace);
    s.took(manakai::SERIALIZATION_3);
    // 4. Append the scheme of u to s.
    if let Some(scheme) = &u.scheme {
        s.append(manakai::SERIALIZATION_4, Component::Scheme, scheme);
        // 5. Append ":" to s.
        s.delimit(manakai::SERIALIZATION_5, ':');
    }
    // 6. If u contains one or more of user, password, host, and port (even if empty):
    if has_authority(u) {
        // 6.1. Append "/" to s.
        s.delimit(manakai::SERIALIZATION_6_1, '/');
        // 6.2. Append another "/" to s.
        s.delimit(manakai::SERIALIZATION_6_2, '/');
        // 6.3. If u contains one or both of user and password (even if empty):
        if u.user.is_some() || u.password.is_some() {
            // 6.3.1. Append the user, if any, to s.
            s.append_some(manakai::SERIALIZATION_6_3_1, Component::User, u.user.as_deref());
            // 6.3.2. If u contains the password (even if empty):
            if let Some(password) = &u.password {
                // 6.3.2.1. Append ":" to s.
                s.delimit(manakai::SERIALIZATION_6_3_2_1, ':');
                // 6.3.2.2. Append the password to s.
                s.append(manakai::SERIALIZATION_6_3_2_2, Component::Password, password);
            }
            // 6.3.3. Append "@" to s.
            s.delimit(manakai::SERIALIZATION_6_3_3, '@');
        }
        // 6.4. Append the host, if any, to s.
        s.append_some(manakai::SERIALIZATION_6_4, Component::Host, u.host.as_deref());
        // 6.5. If u contains the port (even if empty):
        if let Some(port) = &u.port {
            // 6.5.1. Append ":" to s.
            s.delimit(manakai::SERIALIZATION_6_5_1, ':');
            // 6.5.2. Append the port to s.
            s.append(manakai::SERIALIZATION_6_5_2, Component::Port, port);
        }
    }
    // 7. Append the path, if any, to s.
    s.append_some(manakai::SERIALIZATION_7, Component::Path, u.path.as_deref());
    // 8. If u contains the query (even if empty):
    if let Some(query) = &u.query {
        // 8.1. Append "?" to s.
        s.delimit(manakai::SERIALIZATION_8_1, '?');
        // 8.2. Append the query to s.
        s.append(manakai::SERIALIZATION_8_2, Component::Query, query);
    }
    // 9. If u contains the fragment (even if empty):
    if let Some(fragment) = &u.fragment {
        // 9.1. Append "#" to s.
        s.delimit(manakai::SERIALIZATION_9_1, '#');
        // 9.2. Append the fragment to s.
        s.append(manakai::SERIALIZATION_9_2, Component::Fragment, fragment);
    }
    // 10. Return s.
    Ok(s.finish(manakai::SERIALIZATION_10))
}

/// Whether `u` is written with `//`.
///
/// Spec: manakai#serialization-6
fn has_authority(u: &Parsed<'_>) -> bool {
    u.user.is_some() || u.password.is_some() || u.host.is_some() || u.port.is_some()
}

/// Returns an upper bound on the length of what [`write_components`] writes; it is too great by a few bytes at most.
///
/// # Errors
/// [`Reason::TooLong`] when the bound is more than [`Span::LIMIT`] bytes.
///
/// # Examples
/// ```
/// use url_core::{NoTrace, Parsed};
/// let url = Parsed { scheme: Some("data".into()), path: Some("x".into()), ..Parsed::default() };
/// let mut text = String::new();
/// url_serialize::write_components(&url, &mut text, &mut NoTrace)?;
/// assert!((text.len()..text.len() + 4).contains(&url_serialize::serialized_len(&url)?));
/// # Ok::<(), url_core::Rejection>(())
/// ```
#[inline]
pub fn serialized_len(u: &Parsed<'_>) -> Result<usize, Rejection> {
    let components = [&u.scheme, &u.user, &u.password, &u.host, &u.port, &u.path, &u.query, &u.fragment]
        .into_iter()
        .flatten();
    // Each component adds at most one delimiter (":", "@", ":", "?", "#"), and the authority adds "//".
    let len = components.map(|text| text.len() + 1).sum::<usize>() + 2;
    if len > Span::LIMIT {
        return Err(Rejection::new(Reason::TooLong, manakai::SERIALIZATION_10, Span::default()));
    }
    Ok(len)
}

/// The output string so far, the place of each component in it, and the trace.
struct Writer<'t, T> {
    text: &'t mut String,
    components: Components,
    trace: &'t mut T,
}

impl<'t, T: Trace> Writer<'t, T> {
    fn new(text: &'t mut String, capacity: usize, trace: &'t mut T) -> Self {
        text.clear();
        text.reserve(capacity);
        Self { text, components: Components::default(), trace }
    }

    /// Reports that the step `section`, which appends nothing, was taken.
    #[inline]
    fn took(&mut self, section: Section) {
        let end = self.text.len();
        self.trace.of_output().took(section, Span::new(end, end));
    }

    /// Reports the answer of `section` to the question whether `part` is present.
    #[inline]
    fn decide(&mut self, section: Section, part: &str, holds: bool) -> bool {
        let end = self.text.len();
        self.trace.of_output().decide(section, Span::new(end, end), part, holds)
    }

    /// Reports that `section` appends nothing, because `component` is missing, or is empty and omitted.
    #[inline]
    fn omit(&mut self, section: Section, component: Component) {
        let end = self.text.len();
        self.trace.of_output().omit(section, component, Span::new(end, end));
    }

    /// Appends a delimiter, under `section`.
    #[inline]
    fn delimit(&mut self, section: Section, delimiter: char) {
        self.put(section, delimiter.encode_utf8(&mut [0; 4]));
    }

    /// Appends `text`, which is not a component, under `section`.
    #[inline]
    fn put(&mut self, section: Section, text: &str) {
        let start = self.text.len();
        self.text.push_str(text);
        if T::ENABLED {
            let span = Span::new(start, self.text.len());
            self.trace.of_output().step(section, span, text, Some(self.text));
        }
    }

    /// Appends a component, under `section`, and records its place.
    #[inline]
    fn append(&mut self, section: Section, component: Component, text: &str) {
        self.append_from(self.text.len(), section, component, text);
    }

    /// Appends a component that may be missing.
    #[inline]
    fn append_some(&mut self, section: Section, component: Component, text: Option<&str>) {
        if let Some(text) = text {
            self.append(section, component, text);
        }
    }

    /// Appends `delimiter` and a component, if the component is present.
    #[inline]
    fn append_after(&mut self, delimiter: char, section: Section, component: Component, text: Option<&str>) {
        match text {
            Some(text) => {
                let start = self.text.len();
                self.text.push(delimiter);
                self.append_from(start, section, component, text);
            }
            None => {
                self.decide(section, "", false);
            }
        }
    }

    /// Appends a component, under `section`, whose output begins at byte `start`.
    #[inline]
    fn append_from(&mut self, start: usize, section: Section, component: Component, text: &str) {
        let place = self.text.len();
        self.text.push_str(text);
        self.components.set(component, Span::new(place, self.text.len()));
        if T::ENABLED {
            let span = Span::new(start, self.text.len());
            self.trace.of_output().step(section, span, text, Some(self.text));
        }
    }

    /// Reports that `section` returns the output, and returns the place of each component in it.
    #[inline]
    fn finish(self, section: Section) -> Components {
        if T::ENABLED {
            self.trace.of_output().step(section, Span::whole(self.text), "", Some(self.text));
        }
        self.components
    }
}
