//! Builds URIs, IRIs and references from their components.

use std::marker::PhantomData;

use url_core::{Component, NoTrace, Parsed, ParsedUrl, Reason, Rejection, Span, Text, sections::rfc3986};
use url_host::rfc3986::match_host;
use url_path::rfc3986::{Before, match_path};
use url_query::rfc3986::{match_fragment, match_query};
use url_scheme::rfc3986::split_scheme;

use super::{Grammar, Identifier, recompose};
use crate::BuildError;

/// Builds a URI, an IRI or a reference from its components. [`Identifier::builder`] returns a builder.
///
/// Each value is percent-encoded text, and is written unchanged. [`UrlBuilder`](crate::UrlBuilder) encodes
/// plain text, by the rules of browsers.
///
/// # Examples
/// ```
/// use url_facade::{Component, Reason, Uri, UriRef};
/// assert_eq!(UriRef::builder().path("a/b").query("x=1").build()?, "a/b?x=1");
/// let uri = Uri::builder().scheme("foo").userinfo("me").host("a.test").port(8042).path("/b").fragment("c");
/// assert_eq!(uri.build()?, "foo://me@a.test:8042/b#c");
/// let refused = |path: &str| UriRef::builder().path(path).build().unwrap_err().error().reason();
/// assert_eq!((refused("//a"), refused("a:b")), (Reason::PathLikeAuthority, Reason::ColonInFirstSegment));
/// let error = uri.host("b.test/x").build().unwrap_err();
/// assert_eq!((error.component(), error.error().reason()), (Component::Host, Reason::CharacterNotAllowed));
/// # Ok::<(), url_facade::BuildError>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Builder<G, const ABSOLUTE: bool> {
    /// The components, with the user information as the component `User`.
    parts: ParsedUrl<String>,
    grammar: PhantomData<G>,
}

macro_rules! setters {
    ($($(#[$doc:meta])* $name:ident: $type:ty, $component:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name(mut self, $name: $type) -> Self {
            self.parts.set(Component::$component, $name.to_string());
            self
        }
    )*};
}

impl<G: Grammar, const ABSOLUTE: bool> Builder<G, ABSOLUTE> {
    setters! {
        /// Sets the scheme.
        scheme: &str, Scheme;
        /// Sets the user information, such as `user` or `user:password`.
        userinfo: &str, User;
        /// Sets the host, which may be empty. An IPv6 address must be in brackets.
        host: &str, Host;
        /// Sets the port.
        port: u16, Port;
        /// Sets the path. After a host, the path must be empty or start with a slash.
        path: &str, Path;
        /// Sets the query, without its question mark.
        query: &str, Query;
        /// Sets the fragment, without its number sign.
        fragment: &str, Fragment;
    }

    /// Builds the string, whose components are the given ones.
    ///
    /// # Errors
    /// If a component does not match the grammar, or would be parsed back as another one. The [`BuildError`]
    /// names the component.
    pub fn build(&self) -> Result<Identifier<G, ABSOLUTE>, BuildError> {
        let parts = Parsed::from_parts(|component| self.parts.get(component).map(Text::from));
        let [scheme, user, host, path, query, fragment] =
            [&parts.scheme, &parts.user, &parts.host, &parts.path, &parts.query, &parts.fragment]
                .map(|part| part.as_deref().unwrap_or_default());
        let (grammar, trace, has_host) = (G::default(), &mut NoTrace, parts.host.is_some());
        let at = |component| move |rejection: Rejection| BuildError { component, error: rejection.into() };
        let check = |component, holds, reason| {
            let span = Span::whole(parts.get(component).unwrap_or_default());
            let rejection = Rejection::new(reason, rfc3986::SYNTAX_COMPONENTS_1_1, span);
            if holds { Ok(()) } else { Err(at(component)(rejection)) }
        };
        let is_scheme = split_scheme(&[scheme, ":"].concat()) == Some((scheme, ""));
        let with_user = Identifier::<G, false>::parse(["//", user, "@"].concat());
        let is_user = with_user.is_ok_and(|parsed| parsed.userinfo() == Some(user));
        let before = match (&parts.host, &parts.scheme) {
            (Some(_), _) => Before::Authority,
            (None, Some(_)) => Before::Scheme,
            (None, None) => Before::Nothing,
        };
        check(Component::Scheme, !ABSOLUTE || parts.scheme.is_some(), Reason::MissingScheme)?;
        check(Component::Scheme, is_scheme || parts.scheme.is_none(), Reason::SchemeCharacter)?;
        check(Component::User, is_user, Reason::CharacterNotAllowed)?;
        check(Component::User, has_host || parts.user.is_none(), Reason::NoCredentialsOrPort)?;
        check(Component::Port, has_host || parts.port.is_none(), Reason::NoCredentialsOrPort)?;
        match_host(grammar, host, trace).map_err(at(Component::Host))?;
        match_path(grammar, path, before, trace).map_err(at(Component::Path))?;
        let is_apart = !has_host || path.is_empty() || path.starts_with('/');
        check(Component::Path, is_apart, Reason::NotParsedBack)?;
        match_query(grammar, query, trace).map_err(at(Component::Query))?;
        match_fragment(grammar, fragment, trace).map_err(at(Component::Fragment))?;
        // Parsing divides the user information into the user and the password.
        let built = recompose::<G, ABSOLUTE>(&parts).and_then(|built| Identifier::parse(built.text));
        built.map_err(|error| BuildError { component: Component::Path, error })
    }
}
