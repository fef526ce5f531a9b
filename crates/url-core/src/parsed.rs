//! The result of a parser: the components of a URL, which borrow from the input unless parsing changed them.

use alloc::string::String;
use core::ops::Deref;

use crate::{Component, Rejection, Text};

/// A parsed URL: its components, each of which is missing or present (perhaps empty), and two flags.
///
/// A component that parsing did not change is a slice of the parsed string or of the base URL. A component
/// that parsing changed remembers the slice that it was built from, as its [origin](Text::origin).
///
/// Spec: manakai#parsed-url-1, manakai#parsed-url-2, webspecs#urls-2..11
pub type Parsed<'a> = ParsedUrl<Text<'a>>;

/// A parsed URL whose components have the type `P`. In [`Parsed`], `P` is [`Text`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParsedUrl<P> {
    /// The scheme.
    pub scheme: Option<P>,
    /// The whole authority. Its parts are also in `user`, `password`, `host` and `port`.
    pub authority: Option<P>,
    /// The username.
    pub user: Option<P>,
    /// The password.
    pub password: Option<P>,
    /// The host.
    pub host: Option<P>,
    /// The port.
    pub port: Option<P>,
    /// The path.
    pub path: Option<P>,
    /// The query.
    pub query: Option<P>,
    /// The fragment.
    pub fragment: Option<P>,
    /// The reason why parsing failed, if it did. This is the flag /invalid/ of the manakai document.
    pub invalid: Option<Rejection>,
    /// True if the URL can be a base for relative references. This is the flag /hierarchical/ of the manakai
    /// document.
    pub hierarchical: bool,
}

impl<P: Default> ParsedUrl<P> {
    /// Creates the result of a parse that failed because of `rejection`.
    #[must_use]
    pub fn from_rejection(rejection: Rejection) -> Self {
        Self { invalid: Some(rejection), ..Self::default() }
    }

    /// Sets `component` to `text`. Does not change [`ParsedUrl::authority`].
    ///
    /// # Examples
    /// ```
    /// use url_core::{Component, Parsed};
    /// let mut url = Parsed::default();
    /// url.set(Component::Port, "80".into());
    /// assert_eq!(url.get(Component::Port), Some("80"));
    /// ```
    pub fn set(&mut self, component: Component, text: P) {
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

    /// Creates a URL with the components that `part` returns. The URL is valid and not hierarchical, and its
    /// field `authority` is `None`.
    ///
    /// # Examples
    /// ```
    /// use url_core::{Component, Parsed};
    /// let url = Parsed::from_parts(|component| (component == Component::Path).then_some("/a".into()));
    /// assert_eq!((url.path.as_deref(), url.host), (Some("/a"), None));
    /// ```
    #[must_use]
    #[inline]
    pub fn from_parts(part: impl Fn(Component) -> Option<P>) -> Self {
        Self {
            scheme: part(Component::Scheme),
            authority: None,
            user: part(Component::User),
            password: part(Component::Password),
            host: part(Component::Host),
            port: part(Component::Port),
            path: part(Component::Path),
            query: part(Component::Query),
            fragment: part(Component::Fragment),
            invalid: None,
            hierarchical: false,
        }
    }
}

impl<P> ParsedUrl<P> {
    /// Returns the value of `component`, or `None` if the component is missing.
    pub fn part(&self, component: Component) -> Option<&P> {
        match component {
            Component::Scheme => self.scheme.as_ref(),
            Component::User => self.user.as_ref(),
            Component::Password => self.password.as_ref(),
            Component::Host => self.host.as_ref(),
            Component::Port => self.port.as_ref(),
            Component::Path => self.path.as_ref(),
            Component::Query => self.query.as_ref(),
            Component::Fragment => self.fragment.as_ref(),
        }
    }

    /// Converts every component with `convert`.
    #[must_use]
    pub fn map<O>(self, convert: impl Fn(P) -> O) -> ParsedUrl<O> {
        let part = |part: Option<P>| part.map(&convert);
        ParsedUrl {
            scheme: part(self.scheme),
            authority: part(self.authority),
            user: part(self.user),
            password: part(self.password),
            host: part(self.host),
            port: part(self.port),
            path: part(self.path),
            query: part(self.query),
            fragment: part(self.fragment),
            invalid: self.invalid,
            hierarchical: self.hierarchical,
        }
    }
}

impl<P: Clone> ParsedUrl<P> {
    /// Copies authority, user, password, host and port from `base`. Removes each of these that `base` lacks.
    pub fn take_authority_of(&mut self, base: &Self) {
        self.authority.clone_from(&base.authority);
        self.user.clone_from(&base.user);
        self.password.clone_from(&base.password);
        self.host.clone_from(&base.host);
        self.port.clone_from(&base.port);
    }
}

impl<P: Deref<Target = str>> ParsedUrl<P> {
    /// Copies every component to an owned string. The result does not contain the origins of the components.
    #[must_use]
    pub fn into_owned<O: From<String>>(self) -> ParsedUrl<O> {
        self.map(|part| String::from(&*part).into())
    }

    /// Returns the text of `component`, or `None` if the component is missing.
    pub fn get(&self, component: Component) -> Option<&str> {
        self.part(component).map(Deref::deref)
    }
}
