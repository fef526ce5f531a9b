//! What a parser found: the components as slices of its input, before they are written anywhere.

use alloc::borrow::Cow;

use crate::{Component, Rejection};

/// A parsed URL: its components, each present (perhaps empty) or missing, and two flags.
///
/// Every component is a slice of the string that was parsed, or of the base's. Only the path is ever
/// built anew (drives, dot-segments, merging), so only the path may own its text.
///
/// Spec: manakai#parsed-url-1, manakai#parsed-url-2
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed<'a> {
    /// The scheme, as spelled.
    pub scheme: Option<&'a str>,
    /// The authority before it is split; the other authority components are its parts.
    pub authority: Option<&'a str>,
    /// The user name.
    pub user: Option<&'a str>,
    /// The password.
    pub password: Option<&'a str>,
    /// The host.
    pub host: Option<&'a str>,
    /// The port.
    pub port: Option<&'a str>,
    /// The path.
    pub path: Option<Cow<'a, str>>,
    /// The query.
    pub query: Option<&'a str>,
    /// The fragment.
    pub fragment: Option<&'a str>,
    /// The /invalid/ flag, with what set it.
    pub invalid: Option<Rejection>,
    /// The /hierarchical/ flag.
    pub hierarchical: bool,
}

impl Parsed<'_> {
    /// The text of `component`, or `None` where it is missing.
    ///
    /// Spec: none (access)
    pub fn get(&self, component: Component) -> Option<&str> {
        match component {
            Component::Scheme => self.scheme,
            Component::User => self.user,
            Component::Password => self.password,
            Component::Host => self.host,
            Component::Port => self.port,
            Component::Path => self.path.as_deref(),
            Component::Query => self.query,
            Component::Fragment => self.fragment,
        }
    }
}
