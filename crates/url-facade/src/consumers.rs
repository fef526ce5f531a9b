//! The parts of a URL that a consumer returns to its callers. A consumer is a real program that splits URLs.

pub use url_consumers::Consumer;
use url_consumers::UserInfo;
#[doc(no_inline)]
pub use url_consumers::sections;
use url_core::{Component, Span};

use crate::Reference;

/// Returns the parts of `reference` that the consumer returns to its callers, each with its name. Leaves out
/// empty parts. Returns `None` if the consumer rejected the string, or if the profile is not a consumer.
/// `reference` must come from [`Parser::parse_reference`](crate::Parser::parse_reference).
///
/// The names are, in this order, `scheme`, `user` and `password` (`userinfo` if the program does not split
/// the two), `host` (in the form that the program would connect to), `port`, `authority`, `path` (`opaque` if
/// the URL has no hierarchy), `query` and `fragment`.
///
/// # Examples
/// ```
/// use url_facade::{Parser, Profile, consumers::exposed_parts};
/// let seen = Parser::new(Profile::PhpParseUrl).parse_reference("//u:p@a.test:080?")?;
/// let parts: Vec<_> = exposed_parts(&seen).into_iter().flatten().collect();
/// assert_eq!(parts, [("user", "u"), ("password", "p"), ("host", "a.test"), ("port", "80")]);
/// # Ok::<(), url_facade::ParseError>(())
/// ```
pub fn exposed_parts(reference: &Reference) -> Option<impl Iterator<Item = (&'static str, &str)>> {
    let mut consumers = Consumer::ALL.iter().filter(|_| reference.invalid.is_none());
    let consumer = consumers.find(|consumer| consumer.name() == reference.profile.name())?;
    let place = |component| reference.original_parts.components().get(component);
    let get = |component| reference.get(component);
    let (user, password, user_info) = match consumer.user_info() {
        UserInfo::Divided => (get(Component::User), get(Component::Password), None),
        UserInfo::Whole => {
            // The user and the password are adjacent, with a colon between them.
            let start = place(Component::User).or_else(|| place(Component::Password)).map(|span| span.start);
            let end = place(Component::Password).or_else(|| place(Component::User)).map(|span| span.end);
            let whole = start.zip(end).map(|(start, end)| Span { start, end }.of(&reference.text));
            (None, None, whole)
        }
    };
    let path = if reference.hierarchical { "path" } else { "opaque" };
    let parts = [
        ("scheme", get(Component::Scheme)),
        ("user", user),
        ("password", password),
        ("userinfo", user_info),
        ("host", get(Component::Host)),
        ("port", get(Component::Port)),
        ("authority", reference.authority.as_deref()),
        (path, get(Component::Path)),
        ("query", get(Component::Query)),
        ("fragment", get(Component::Fragment)),
    ];
    Some(parts.into_iter().filter_map(|(name, part)| Some((name, part.filter(|part| !part.is_empty())?))))
}
