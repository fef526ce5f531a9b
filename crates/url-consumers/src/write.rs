//! Writing what a consumer exposes as one string.

use alloc::string::String;

use url_core::{Component, Components, Parsed, Reason, Rejection, Section, Span};

/// Writes the components of `seen` that are present to `out`, whose content it replaces, in order and with their delimiters.
/// Returns the place of each.
///
/// The result shows what a consumer saw; nothing says that the consumer reads it in the same way. A host with a colon is
/// written in brackets, which are not part of its place.
///
/// # Errors
/// [`Reason::TooLong`], from `section`, if the result would be longer than [`Span::LIMIT`] bytes.
///
/// # Examples
/// ```
/// use url_core::{Component, Parsed, sections::php_parse_url};
/// let seen = Parsed { scheme: Some("http".into()), host: Some("::1".into()), ..Parsed::default() };
/// let mut text = String::new();
/// let places = url_consumers::write(&seen, php_parse_url::ALL[0], &mut text)?;
/// assert_eq!((text.as_str(), places.get(Component::Host).unwrap().of(&text)), ("http://[::1]", "::1"));
/// # Ok::<(), url_core::Rejection>(())
/// ```
pub fn write(seen: &Parsed<'_>, section: Section, out: &mut String) -> Result<Components, Rejection> {
    let parts = Component::ALL.into_iter().filter_map(|component| seen.get(component));
    let authority = seen.authority.as_deref();
    // Each component has one delimiter at most, and the authority two slashes and two brackets.
    let len = parts.chain(authority).map(|part| part.len() + 1).sum::<usize>() + 4;
    if len > Span::LIMIT {
        return Err(Rejection::new(Reason::TooLong, section, Span::default()));
    }
    out.clear();
    out.reserve(len);
    let mut components = Components::default();
    let Parsed { user, password, host, port, .. } = seen;
    let in_brackets = host.as_deref().is_some_and(|host| host.contains(':') && !host.starts_with('['));
    for component in Component::ALL {
        if component == Component::User {
            if user.is_some() || password.is_some() || host.is_some() || port.is_some() {
                out.push_str("//");
            } else if let Some(authority) = authority {
                // One that the program does not divide: no component, but the path is behind it.
                out.push_str("//");
                let start = out.len();
                out.push_str(authority);
                components.set(Component::Host, Span::new(start, out.len()));
                components.hide(Component::Host);
            }
        }
        let Some(part) = seen.get(component) else { continue };
        let (before, after) = match component {
            Component::Scheme => ("", ":"),
            Component::User if password.is_none() => ("", "@"),
            Component::Password => (":", "@"),
            Component::Host if in_brackets => ("[", "]"),
            Component::Port => (":", ""),
            Component::Query => ("?", ""),
            Component::Fragment => ("#", ""),
            _ => ("", ""),
        };
        out.push_str(before);
        let start = out.len();
        out.push_str(part);
        components.set(component, Span::new(start, out.len()));
        out.push_str(after);
    }
    Ok(components)
}
