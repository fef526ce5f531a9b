#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]

extern crate alloc;

#[cfg(feature = "barth")]
pub mod barth;
#[cfg(feature = "manakai")]
pub mod manakai;
#[cfg(feature = "rfc3986")]
pub mod rfc3986;
#[cfg(feature = "webspecs")]
pub mod webspecs;
pub mod whatwg;

pub use whatwg::serialize;

use alloc::string::{String, ToString};
use core::fmt;

use url_core::{
    Component, Components, NoTrace, Output, Parsed, Reason, Rejection, Report, Section, Span, Trace,
};

type Result<V, E = Rejection> = core::result::Result<V, E>;

/// The parts of a URL to write, without the delimiters between them. They must already be percent-encoded.
///
/// # Examples
/// ```
/// use url_serialize::{Parts, serialize};
/// let parts = Parts { scheme: "https", host: Some("a.test"), path: "/x", ..Parts::default() };
/// assert_eq!(serialize(&parts).as_deref(), Ok("https://a.test/x"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Parts<'a> {
    /// The scheme. Empty for a relative reference, which only the module `rfc3986` writes.
    pub scheme: &'a str,
    /// The username. Empty if there is none.
    pub username: &'a str,
    /// The password.
    pub password: Option<&'a str>,
    /// The host, with brackets around an IPv6 address. A URL without a host has no `//`.
    pub host: Option<&'a str>,
    /// The port.
    pub port: Option<u16>,
    /// The path, which begins with `/` if there is a host.
    pub path: &'a str,
    /// The query. `Some("")` is a question mark with nothing after it.
    pub query: Option<&'a str>,
    /// The fragment. `Some("")` is a number sign with nothing after it.
    pub fragment: Option<&'a str>,
}

impl<'a> Parts<'a> {
    fn to_parsed(self) -> Parsed<'a> {
        Parsed {
            scheme: Some(self.scheme.into()).filter(|_| !self.scheme.is_empty()),
            user: Some(self.username.into()).filter(|_| !self.username.is_empty()),
            password: self.password.map(Into::into),
            host: self.host.map(Into::into),
            port: self.port.map(|port| port.to_string().into()),
            path: Some(self.path.into()),
            query: self.query.map(Into::into),
            fragment: self.fragment.map(Into::into),
            ..Parsed::default()
        }
    }

    fn has_credentials_or_port(&self) -> bool {
        !self.username.is_empty() || self.password.is_some() || self.port.is_some()
    }
}

/// The reason why the parts of a URL cannot be written: a parser would find other parts in the text.
///
/// # Examples
/// ```
/// use url_core::{Component, Reason, Span};
/// use url_serialize::{Parts, serialize};
/// let parts = Parts { scheme: "https", host: Some("a/b"), ..Parts::default() };
/// let error = serialize(&parts).unwrap_err();
/// assert_eq!((error.component(), error.span()), (Component::Host, Span::new(1, 2)));
/// assert_eq!(error.reason(), Reason::HostForbidden);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SerializeError {
    component: Component,
    rejection: Rejection,
}

impl SerializeError {
    /// Returns the part that is at fault. [`SerializeError::span`] refers to its text.
    pub const fn component(&self) -> Component {
        self.component
    }

    /// Returns the reason why the part was rejected.
    pub const fn reason(&self) -> Reason {
        self.rejection.reason
    }

    /// Returns the byte range of the fault in the part, which is empty if the part is missing or too long.
    pub const fn span(&self) -> Span {
        self.rejection.span
    }

    /// Returns the section of the specification that rejects the part.
    pub const fn section(&self) -> Section {
        self.rejection.section
    }
}

impl fmt::Display for SerializeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.component.name(), self.rejection)
    }
}

impl core::error::Error for SerializeError {}

/// Returns a function that adds `component` to an error.
fn of(component: Component) -> impl Fn(Rejection) -> SerializeError {
    move |rejection| SerializeError { component, rejection }
}

fn refuse<V>(
    component: Component,
    reason: Reason,
    section: Section,
    span: Span,
) -> Result<V, SerializeError> {
    Err(of(component)(Rejection::new(reason, section, span)))
}

/// Writes all components of `u`, each with its delimiter, into `out`, even if `u` is not valid. Replaces the
/// contents of `out`, and returns the span of each component.
///
/// # Errors
/// Returns [`Reason::TooLong`] if [`serialized_len`] is more than [`Span::LIMIT`]. The error names `section`.
///
/// # Examples
/// ```
/// use url_core::{Component, Parsed, sections::manakai};
/// let (port, fragment) = (Some("8x".into()), Some("".into()));
/// let reference = Parsed { port, path: Some("/y".into()), fragment, ..Parsed::default() };
/// let mut text = String::new();
/// let components = url_serialize::write_components(&reference, manakai::SERIALIZATION, &mut text).unwrap();
/// assert_eq!((&*text, components.get(Component::Port).unwrap().of(&text)), ("//:8x/y#", "8x"));
/// ```
pub fn write_components(u: &Parsed<'_>, section: Section, out: &mut String) -> Result<Components> {
    let mut no_trace = NoTrace;
    let mut s = Writer::new(out, serialized_len(u, section)?, &mut no_trace);
    s.append_scheme(section, u.scheme.as_deref());
    // The authority starts with "//", and its user-info ends with "@", even if parts are missing.
    if has_authority(u) {
        s.text.push_str("//");
    }
    s.append_some(section, Component::User, u.user.as_deref());
    s.append_after(':', section, Component::Password, u.password.as_deref());
    if u.user.is_some() || u.password.is_some() {
        s.text.push('@');
    }
    s.append_some(section, Component::Host, u.host.as_deref());
    s.append_after(':', section, Component::Port, u.port.as_deref());
    s.append_some(section, Component::Path, u.path.as_deref());
    s.append_after('?', section, Component::Query, u.query.as_deref());
    s.append_after('#', section, Component::Fragment, u.fragment.as_deref());
    Ok(s.components)
}

fn has_authority(u: &Parsed<'_>) -> bool {
    u.user.is_some() || u.password.is_some() || u.host.is_some() || u.port.is_some()
}

/// Returns an upper bound on the length in bytes of the output of [`write_components`]. The bound is greater
/// than the length by a few bytes at most.
///
/// # Errors
/// Returns [`Reason::TooLong`] if the bound is more than [`Span::LIMIT`]. The error names `section`.
///
/// # Examples
/// ```
/// use url_core::{Parsed, sections::manakai};
/// let url = Parsed { scheme: Some("data".into()), path: Some("x".into()), ..Parsed::default() };
/// let mut text = String::new();
/// url_serialize::write_components(&url, manakai::SERIALIZATION, &mut text)?;
/// let bound = url_serialize::serialized_len(&url, manakai::SERIALIZATION)?;
/// assert!((text.len()..text.len() + 4).contains(&bound));
/// # Ok::<(), url_core::Rejection>(())
/// ```
#[inline]
pub fn serialized_len(u: &Parsed<'_>, section: Section) -> Result<usize> {
    // Each component adds at most one delimiter (":", "@", ":", "?", "#"), and the authority adds "//".
    let components = [&u.scheme, &u.user, &u.password, &u.host, &u.port, &u.path, &u.query, &u.fragment];
    let len = components.iter().fold(2, |len, part| len + part.as_ref().map_or(0, |text| text.len() + 1));
    if len > Span::LIMIT {
        return Err(Rejection::new(Reason::TooLong, section, Span::default()));
    }
    Ok(len)
}

struct Writer<'t, T> {
    text: &'t mut String,
    components: Components,
    trace: &'t mut T,
}

#[cfg_attr(
    not(all(feature = "manakai", feature = "rfc3986")),
    allow(dead_code, reason = "each spec reports by some of these")
)]
impl<'t, T: Trace> Writer<'t, T> {
    #[inline]
    fn new(text: &'t mut String, capacity: usize, trace: &'t mut T) -> Self {
        text.clear();
        Output::reserve(text, capacity);
        Self { text, components: Components::default(), trace }
    }

    fn visited(&mut self, section: Section) {
        let end = self.text.len();
        self.trace.of_output().visited(section, Span::new(end, end));
    }

    fn decide(&mut self, section: Section, part: &str, holds: bool) -> bool {
        let end = self.text.len();
        self.trace.of_output().decide(section, Span::new(end, end), part, holds)
    }

    fn omit(&mut self, section: Section, component: Component) {
        let end = self.text.len();
        self.trace.of_output().omit(section, component, Span::new(end, end));
    }

    fn delimit(&mut self, section: Section, delimiter: char) {
        let start = self.text.len();
        self.text.push(delimiter);
        self.report(section, start, delimiter.encode_utf8(&mut [0; 4]));
    }

    fn put(&mut self, section: Section, text: &str) {
        let start = self.text.len();
        self.text.push_str(text);
        self.report(section, start, text);
    }

    #[inline]
    fn append(&mut self, section: Section, component: Component, text: &str) {
        self.append_from(self.text.len(), section, component, text);
    }

    fn append_some(&mut self, section: Section, component: Component, text: Option<&str>) {
        if let Some(text) = text {
            self.append(section, component, text);
        }
    }

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

    #[inline]
    fn append_from(&mut self, start: usize, section: Section, component: Component, text: &str) {
        self.write(component, text);
        self.report(section, start, text);
    }

    /// Appends a component, without reporting a step.
    #[expect(clippy::inline_always, reason = "the component is a constant, so its offsets need no search")]
    #[inline(always)]
    fn write(&mut self, component: Component, text: &str) {
        let start = self.text.len();
        self.text.push_str(text);
        self.components.set(component, Span::new(start, self.text.len()));
    }

    fn write_after_colon(&mut self, component: Component, text: Option<&str>) {
        if let Some(text) = text {
            self.text.push(':');
            self.write(component, text);
        }
    }

    /// Reports that the step `section` wrote `text` to the output, from byte `start` on.
    fn report(&mut self, section: Section, start: usize, text: &str) {
        if T::ENABLED {
            let span = Span::new(start, self.text.len());
            self.trace.of_output().step(section, span, text, Some(self.text));
        }
    }

    fn append_scheme(&mut self, section: Section, scheme: Option<&str>) {
        if let Some(scheme) = scheme {
            self.write(Component::Scheme, scheme);
            self.text.push(':');
            self.report(section, 0, scheme);
        }
    }

    fn append_authority(&mut self, section: Section, u: &Parsed<'_>) {
        let start = self.text.len();
        self.text.push_str("//");
        if u.user.is_some() || u.password.is_some() {
            if let Some(user) = &u.user {
                self.write(Component::User, user);
            }
            self.write_after_colon(Component::Password, u.password.as_deref());
            self.text.push('@');
        }
        self.write(Component::Host, u.host.as_deref().unwrap_or_default());
        self.write_after_colon(Component::Port, u.port.as_deref());
        self.report_built(section, start, start + 2);
    }

    fn report_built(&mut self, section: Section, start: usize, from: usize) {
        if T::ENABLED {
            let built = String::from(&self.text[from..]);
            self.report(section, start, &built);
        }
    }

    fn returned(self, section: Section) -> Components {
        if T::ENABLED {
            self.trace.of_output().step(section, Span::whole(self.text), self.text, Some(self.text));
        }
        self.components
    }
}
