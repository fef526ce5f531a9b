//! What consumers expose: the parts of a URL under the names that recorded answers of real programs have.

use url_consumers::UserInfo;
pub use url_consumers::{Consumer, sections};
use url_core::{Component, Span};

use crate::{Profile, Reference};

impl Profile {
    /// The consumer of this name.
    fn consumer(self) -> Option<Consumer> {
        Consumer::ALL.iter().copied().find(|consumer| consumer.name() == self.name())
    }
}

/// The parts of `reference` as the program exposes them, with their names, in order; empty ones are left out. The reference is one
/// that [`Parser::parse_reference`](crate::Parser::parse_reference) returned under a consumer; `None` under any other profile, or if
/// the program refused the string.
///
/// The names: `scheme`; `user` and `password`, or `userinfo` from a program that exposes only the whole; `host` as it would be
/// connected to; `port`; `authority` and `opaque` where the program has them; `path`; `query`; `fragment`.
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
    let consumer = reference.profile.consumer().filter(|_| reference.invalid.is_none())?;
    let place = |component| reference.origins.components().get(component);
    let get = |component| reference.get(component);
    let (user, password, user_info) = match consumer.user_info() {
        UserInfo::Divided => (get(Component::User), get(Component::Password), None),
        UserInfo::Whole => {
            // The two stand beside each other, with their colon.
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
