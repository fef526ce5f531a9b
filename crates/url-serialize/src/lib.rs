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

use alloc::string::String;

use url_core::{Component, Components, Parsed, Reason, Rejection, Report, Section, Span, Trace};

type Result<V, E = Rejection> = core::result::Result<V, E>;

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
    out.clear();
    out.reserve(serialized_len(u, section)?);
    let mut components = Components::default();
    for component in Component::ALL {
        // The authority starts with "//", and its user-info ends with "@", even if parts are missing.
        match component {
            Component::User if has_authority(u) => out.push_str("//"),
            Component::Host if u.user.is_some() || u.password.is_some() => out.push('@'),
            _ => {}
        }
        let Some(text) = u.get(component) else { continue };
        out.push_str(match component {
            Component::Password | Component::Port => ":",
            Component::Query => "?",
            Component::Fragment => "#",
            _ => "",
        });
        components.set(component, Span::new(out.len(), out.len() + text.len()));
        out.push_str(text);
        if component == Component::Scheme {
            out.push(':');
        }
    }
    Ok(components)
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
    let components = [&u.scheme, &u.user, &u.password, &u.host, &u.port, &u.path, &u.query, &u.fragment]
        .into_iter()
        .flatten();
    // Each component adds at most one delimiter (":", "@", ":", "?", "#"), and the authority adds "//".
    let len = components.map(|text| text.len() + 1).sum::<usize>() + 2;
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
    fn new(text: &'t mut String, capacity: usize, trace: &'t mut T) -> Self {
        text.clear();
        text.reserve(capacity);
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
        self.put(section, delimiter.encode_utf8(&mut [0; 4]));
    }

    fn put(&mut self, section: Section, text: &str) {
        let start = self.text.len();
        self.text.push_str(text);
        self.report(section, start, text);
    }

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

    fn append_from(&mut self, start: usize, section: Section, component: Component, text: &str) {
        self.write(component, text);
        self.report(section, start, text);
    }

    /// Appends a component, without reporting a step.
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
