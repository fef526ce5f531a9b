//! Joins the components that a consumer exposes into one string.

use std::ops::Deref;

use url_core::{Component, Components, ParsedUrl, Reason, Rejection, Section, Span};

/// Replaces the content of `out` by the components of `seen`, in order and with their delimiters. Returns the
/// span of each component.
///
/// The string shows how a consumer read its input; the consumer may read the string itself differently. A
/// host with a colon is written in brackets, which are not part of its span.
///
/// # Errors
/// [`Reason::TooLong`], from `section`, if the result would be longer than [`Span::LIMIT`] bytes.
///
/// # Examples
/// ```
/// use url_consumers::sections::php_parse_url;
/// use url_consumers::Parsed;
/// use url_core::Component;
/// let seen = Parsed { scheme: Some("http".into()), host: Some("::1".into()), ..Parsed::default() };
/// let mut text = String::new();
/// let places = url_consumers::write(&seen, php_parse_url::ALL[0], &mut text)?;
/// assert_eq!((text.as_str(), places.get(Component::Host).unwrap().of(&text)), ("http://[::1]", "::1"));
/// # Ok::<(), url_core::Rejection>(())
/// ```
pub fn write<P: Deref<Target = str>>(
    seen: &ParsedUrl<P>,
    section: Section,
    out: &mut String,
) -> Result<Components, Rejection> {
    let parts = Component::ALL.into_iter().filter_map(|component| seen.get(component));
    let authority = seen.authority.as_deref();
    // Each component has at most one delimiter; the authority has two slashes and two brackets.
    let len = parts.chain(authority).map(|part| part.len() + 1).sum::<usize>() + 4;
    if len > Span::LIMIT {
        return Err(Rejection::new(Reason::TooLong, section, Span::default()));
    }
    out.clear();
    out.reserve(len);
    let mut components = Components::default();
    let has_user_info = seen.user.is_some() || seen.password.is_some();
    let has_authority = has_user_info || seen.host.is_some() || seen.port.is_some();
    for component in Component::ALL {
        match (component, authority) {
            (Component::User, _) if has_authority => out.push_str("//"),
            // The program did not divide this authority: only its end counts, where the path begins.
            (Component::User, Some(authority)) => {
                out.push_str("//");
                components.set(Component::Host, Span::new(out.len(), out.len() + authority.len()));
                components.hide(Component::Host);
                out.push_str(authority);
            }
            (Component::Host, _) if has_user_info => out.push('@'),
            _ => {}
        }
        let Some(part) = seen.get(component) else { continue };
        let (before, after) = match component {
            Component::Scheme => ("", ":"),
            Component::Host if part.contains(':') && !part.starts_with('[') => ("[", "]"),
            Component::Password | Component::Port => (":", ""),
            Component::Query => ("?", ""),
            Component::Fragment => ("#", ""),
            _ => ("", ""),
        };
        out.push_str(before);
        components.set(component, Span::new(out.len(), out.len() + part.len()));
        out.push_str(part);
        out.push_str(after);
    }
    Ok(components)
}
