//! The result of a parser: the components, borrowed from its input where they are unchanged.

use alloc::borrow::Cow;

use crate::{Component, Rejection};

/// A parsed URL: its components, each present (perhaps empty) or missing, and two flags.
///
/// An unchanged component is a slice of the parsed string, or of the base. It is not copied, and
/// [`crate::Span::locate`] returns its place.
///
/// Spec: manakai#parsed-url-1, manakai#parsed-url-2, webspecs#urls-2..11
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed<'a> {
    /// The scheme.
    pub scheme: Option<Cow<'a, str>>,
    /// The authority before it is split; user, password, host and port are its parts.
    pub authority: Option<Cow<'a, str>>,
    /// The username.
    pub user: Option<Cow<'a, str>>,
    /// The password.
    pub password: Option<Cow<'a, str>>,
    /// The host.
    pub host: Option<Cow<'a, str>>,
    /// The port.
    pub port: Option<Cow<'a, str>>,
    /// The path.
    pub path: Option<Cow<'a, str>>,
    /// The query.
    pub query: Option<Cow<'a, str>>,
    /// The fragment.
    pub fragment: Option<Cow<'a, str>>,
    /// The /invalid/ flag, with its cause.
    pub invalid: Option<Rejection>,
    /// The /hierarchical/ flag.
    pub hierarchical: bool,
}

impl<'a> Parsed<'a> {
    /// Sets `component` to `text`.
    ///
    /// # Examples
    /// ```
    /// use url_core::{Component, Parsed};
    /// let mut url = Parsed::default();
    /// url.set(Component::Port, "80".into());
    /// assert_eq!(url.get(Component::Port), Some("80"));
    /// ```
    pub fn set(&mut self, component: Component, text: Cow<'a, str>) {
        let part = match component {
            Component::Scheme => &mut self.scheme,
            Component::User => &mut self.user,
            Component::Password => &mut self.password,
            Component::Host => &mut self.host,
            Component::Port => &mut self.port,
            Component::Path => &mut self.path,
            Component::Query => &mut self.query,
            Component::Fragment => &mut self.fragment,
        };
        *part = Some(text);
    }

    /// Creates a valid URL with the components that `part` returns. The URL is not hierarchical, and has no
    /// authority string, only the parts of an authority.
    ///
    /// # Examples
    /// ```
    /// use url_core::{Component, Parsed};
    /// let url = Parsed::from_parts(|component| (component == Component::Path).then_some("/a".into()));
    /// assert_eq!((url.path.as_deref(), url.host), (Some("/a"), None));
    /// ```
    #[must_use]
    pub fn from_parts(part: impl Fn(Component) -> Option<Cow<'a, str>>) -> Self {
        let mut url = Self::default();
        for component in Component::ALL {
            if let Some(text) = part(component) {
                url.set(component, text);
            }
        }
        url
    }
}

impl Parsed<'_> {
    /// Creates the result of a failed parse, with `rejection` as its cause.
    #[must_use]
    pub fn from_rejection(rejection: Rejection) -> Self {
        Self { invalid: Some(rejection), ..Self::default() }
    }

    /// Copies the authority and its parts from `base`, and removes those that `base` does not have.
    pub fn take_authority_of(&mut self, base: &Self) {
        self.authority.clone_from(&base.authority);
        self.user.clone_from(&base.user);
        self.password.clone_from(&base.password);
        self.host.clone_from(&base.host);
        self.port.clone_from(&base.port);
    }

    /// Returns the same URL with every component owned.
    #[must_use]
    pub fn into_owned(self) -> Parsed<'static> {
        let own = |text: &str| Cow::Owned(text.into());
        Parsed {
            authority: self.authority.as_deref().map(own),
            invalid: self.invalid,
            hierarchical: self.hierarchical,
            ..Parsed::from_parts(|component| self.get(component).map(own))
        }
    }

    /// Returns the text of `component`, or `None` if it is missing.
    pub fn get(&self, component: Component) -> Option<&str> {
        match component {
            Component::Scheme => self.scheme.as_deref(),
            Component::User => self.user.as_deref(),
            Component::Password => self.password.as_deref(),
            Component::Host => self.host.as_deref(),
            Component::Port => self.port.as_deref(),
            Component::Path => self.path.as_deref(),
            Component::Query => self.query.as_deref(),
            Component::Fragment => self.fragment.as_deref(),
        }
    }
}
