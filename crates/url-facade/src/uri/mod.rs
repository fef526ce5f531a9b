//! Types for URIs (RFC 3986), for IRIs (RFC 3987), and for references to them.
//!
//! A [`Uri`] has a scheme. A [`UriRef`] is a URI or a relative reference, such as `../a?b`. [`Iri`] and
//! [`IriRef`] may also contain non-ASCII characters. Parsing only checks the text, and never changes it. All
//! methods are methods of [`Identifier`]. For the rules of browsers, use [`Url`](crate::Url).
//!
//! # Examples
//! ```
//! use url_facade::{Iri, Reason, Uri, UriRef};
//! let base = Uri::parse("http://user@a.test:8042/over/there?name=ferret#nose")?;
//! assert_eq!((base.scheme(), base.authority()), ("http", Some("user@a.test:8042")));
//! assert_eq!((base.userinfo(), base.host(), base.port()), (Some("user"), Some("a.test"), Some("8042")));
//! assert_eq!((base.path(), base.query(), base.fragment()), ("/over/there", Some("name=ferret"), Some("nose")));
//! let reference: UriRef = "../%7eb".parse()?;
//! assert_eq!((reference.scheme(), reference.path()), (None, "../%7eb"));
//! let target = reference.resolve_against(&base)?;
//! assert_eq!(target, "http://user@a.test:8042/%7eb");
//! assert_eq!(target.normalize()?, "http://user@a.test:8042/~b");
//! assert_eq!(Iri::parse("http://a.test/é")?.to_uri()?, "http://a.test/%C3%A9");
//! assert_eq!(Uri::parse("../b").unwrap_err().reason(), Reason::MissingScheme);
//! # Ok::<(), url_facade::ParseError>(())
//! ```

mod builder;

use std::{fmt, marker::PhantomData, ops::Range, str::FromStr};

pub use builder::Builder;
use url_core::{
    ByteSet, Component, Components, NoTrace, Parsed, Reason, Repertoire, Rfc3986, Rfc3987, Span, Text,
    in_bounds, percent_encode, sections::rfc3986,
};
use url_query::Encoding;
use url_specs::{
    Input, LocatedTrace, MappedText, Spec as _,
    rfc3986::{Uri as Spec, components_of_reference},
};

use crate::{ParseError, Rules, as_text::as_text};

/// A URI of RFC 3986, which has a scheme. See the module [`uri`](self) for an example.
pub type Uri<S = String> = Identifier<Rfc3986, true, S>;
/// A URI reference of RFC 3986: a URI or a relative reference.
pub type UriRef<S = String> = Identifier<Rfc3986, false, S>;
/// An IRI of RFC 3987, which has a scheme.
pub type Iri<S = String> = Identifier<Rfc3987, true, S>;
/// An IRI reference of RFC 3987: an IRI or a relative reference.
pub type IriRef<S = String> = Identifier<Rfc3987, false, S>;

/// The grammar of an [`Identifier`]: [`Rfc3986`] for URIs, [`Rfc3987`] for IRIs.
pub trait Grammar: Repertoire + Default {}
impl Grammar for Rfc3986 {}
impl Grammar for Rfc3987 {}

/// A string that matches the grammar `G`, and has a scheme if `ABSOLUTE` is true. Use the aliases [`Uri`],
/// [`UriRef`], [`Iri`] and [`IriRef`]. Components are percent-encoded text, which
/// [`TextPart::decode`](crate::TextPart::decode) decodes. Two values are equal if their strings are equal.
#[derive(Clone, Copy)]
pub struct Identifier<G, const ABSOLUTE: bool, S = String> {
    text: S,
    components: Components,
    grammar: PhantomData<G>,
}

impl<G: Grammar, const ABSOLUTE: bool, S: AsRef<str>> Identifier<G, ABSOLUTE, S> {
    /// Parses `text`, a `&str` or a `String`, which becomes the string of the result. The method
    /// [`str::parse`] copies a `&str`.
    ///
    /// # Errors
    /// If `text` does not match the grammar. The error contains the byte range of the mismatch.
    pub fn parse(text: S) -> Result<Self, ParseError> {
        let components = components_of_reference(G::default(), text.as_ref())?;
        if ABSOLUTE && components.get(Component::Scheme).is_none() {
            let section = rfc3986::RELATIVE_REFERENCE_2;
            return Err(ParseError::new(Reason::MissingScheme, section, Span::whole(text.as_ref())));
        }
        Ok(Self { text, components, grammar: PhantomData })
    }

    /// Returns the whole string.
    pub fn as_str(&self) -> &str {
        self.text.as_ref()
    }

    /// Converts the value into one that owns its string.
    pub fn into_owned(self) -> Identifier<G, ABSOLUTE>
    where
        S: Into<String>,
    {
        Identifier { text: self.text.into(), components: self.components, grammar: PhantomData }
    }

    fn get(&self, component: Component) -> Option<&str> {
        self.components.get(component).map(|span| in_bounds(self.as_str().get(Range::from(span))))
    }

    /// Returns the authority: the text between `//` and the path.
    pub fn authority(&self) -> Option<&str> {
        let host = self.components.get(Component::Host)?;
        let end = self.components.get(Component::Port).map_or(host.end, |port| port.end);
        let start = self.components.get(Component::Scheme).map_or(0, |scheme| scheme.end + 1) + 2;
        Some(Span { start, end }.of(self.as_str()))
    }

    /// Returns the user information: the text of the authority before `@`.
    pub fn userinfo(&self) -> Option<&str> {
        self.authority()?.split_once('@').map(|(userinfo, _)| userinfo)
    }

    /// Returns the host, which may be empty. An IPv6 address is in brackets.
    pub fn host(&self) -> Option<&str> {
        self.get(Component::Host)
    }

    /// Returns the port: any number of ASCII digits, even none.
    pub fn port(&self) -> Option<&str> {
        self.get(Component::Port)
    }

    /// Returns the path, which may be empty.
    pub fn path(&self) -> &str {
        self.get(Component::Path).unwrap_or_default()
    }

    /// Returns the query without its question mark.
    pub fn query(&self) -> Option<&str> {
        self.get(Component::Query)
    }

    /// Returns the fragment without its number sign.
    pub fn fragment(&self) -> Option<&str> {
        self.get(Component::Fragment)
    }

    /// Resolves this reference against `base`, by section 5 of RFC 3986. Ignores the fragment of `base`.
    ///
    /// # Errors
    /// If the result would be too long.
    pub fn resolve_against<B: AsRef<str>>(
        &self,
        base: &Identifier<G, true, B>,
    ) -> Result<Identifier<G, true>, ParseError> {
        let (s, base) = (self.as_str(), base.parsed());
        let (mapped, trace) = (MappedText::unchanged(s), &mut NoTrace);
        let input = Input { s, base: Some(&base), encoding: Encoding::UTF_8 };
        let mut target = Parsed::default();
        Spec(G::default()).resolve(input, &mut target, &mut LocatedTrace::new(trace, &mapped, None))?;
        recompose(&target)
    }

    /// Normalizes case, escapes and, if there is a scheme, dot-segments, by section 6.2.2 of RFC 3986. Does
    /// not normalize ports and IPv6 addresses, as [`Url::parse`](crate::Url::parse) does.
    ///
    /// # Errors
    /// If the result would be too long.
    pub fn normalize(&self) -> Result<Identifier<G, ABSOLUTE>, ParseError> {
        let (mapped, trace) = (MappedText::unchanged(self.as_str()), &mut NoTrace);
        let trace = &mut LocatedTrace::new(trace, &mapped, None);
        let mut parsed = self.parsed();
        Spec(G::default()).canonicalize(&mut parsed, Encoding::UTF_8, trace)?;
        recompose(&parsed)
    }

    fn parsed(&self) -> Parsed<'_> {
        Parsed::from_parts(|component| self.get(component).map(Text::from))
    }
}

fn recompose<G: Grammar, const ABSOLUTE: bool>(
    parsed: &Parsed<'_>,
) -> Result<Identifier<G, ABSOLUTE>, ParseError> {
    let mut text = String::new();
    let components = Spec(G::default()).serialize(parsed, &mut text, &mut NoTrace)?;
    Ok(Identifier { text, components, grammar: PhantomData })
}

impl<G: Grammar, S: AsRef<str>> Identifier<G, true, S> {
    /// Returns the scheme, without its colon.
    pub fn scheme(&self) -> &str {
        self.get(Component::Scheme).unwrap_or_default()
    }
}

impl<G: Grammar, S: AsRef<str>> Identifier<G, false, S> {
    /// Returns the scheme, without its colon, or `None` for a relative reference.
    pub fn scheme(&self) -> Option<&str> {
        self.get(Component::Scheme)
    }
}

impl<G: Grammar, const ABSOLUTE: bool> Identifier<G, ABSOLUTE> {
    /// Returns a builder without any component. See [`Builder`] for an example.
    pub fn builder() -> Builder<G, ABSOLUTE> {
        Builder::default()
    }

    /// Returns the string, without a copy.
    pub fn into_string(self) -> String {
        self.text
    }
}

impl<const ABSOLUTE: bool, S: AsRef<str>> Identifier<Rfc3987, ABSOLUTE, S> {
    /// Converts an [`Iri`] to a [`Uri`], or an [`IriRef`] to a [`UriRef`], by section 3.1 of RFC 3987:
    /// encodes each non-ASCII character as UTF-8 and percent-encodes its bytes, also in the host.
    ///
    /// # Errors
    /// If the result would be too long.
    pub fn to_uri(&self) -> Result<Identifier<Rfc3986, ABSOLUTE>, ParseError> {
        const NON_ASCII: ByteSet = ByteSet::of(b"").and_range(0x80, 0xFF);
        Identifier::parse(percent_encode(self.as_str(), &NON_ASCII).into_owned())
    }
}

as_text!(impl[G: Grammar, const ABSOLUTE: bool, S: AsRef<str>] Identifier<G, ABSOLUTE, S>);

impl<G: Grammar, const ABSOLUTE: bool, S: AsRef<str>> fmt::Debug for Identifier<G, ABSOLUTE, S> {
    /// Formats the string with its credentials hidden, so that logs do not contain the password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Identifier({})", Rules::empty().redact_url(self.as_str()))
    }
}

impl<G: Grammar, const ABSOLUTE: bool> FromStr for Identifier<G, ABSOLUTE> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text.to_owned())
    }
}

impl<'t, G: Grammar, const ABSOLUTE: bool, S: AsRef<str> + From<&'t str>> TryFrom<&'t str>
    for Identifier<G, ABSOLUTE, S>
{
    type Error = ParseError;

    fn try_from(text: &'t str) -> Result<Self, ParseError> {
        Self::parse(text.into())
    }
}

macro_rules! conversions {
    ($([$($generics:tt)*] $narrow:ty, $wide:ty;)*) => {$(
        impl<$($generics)*> From<$narrow> for $wide {
            fn from(from: $narrow) -> Self {
                Self { text: from.text, components: from.components, grammar: PhantomData }
            }
        }

        impl<$($generics)*> TryFrom<$wide> for $narrow {
            type Error = ParseError;

            /// Fails if the scheme is missing, or at the first non-ASCII character.
            fn try_from(from: $wide) -> Result<Self, ParseError> {
                Self::parse(from.text)
            }
        }
    )*};
}

conversions! {
    [G: Grammar, S: AsRef<str>] Identifier<G, true, S>, Identifier<G, false, S>;
    [const ABSOLUTE: bool, S: AsRef<str>] Identifier<Rfc3986, ABSOLUTE, S>, Identifier<Rfc3987, ABSOLUTE, S>;
    [S: AsRef<str>] Uri<S>, IriRef<S>;
}
