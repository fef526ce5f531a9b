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
/// use url_consumers::sections::php_parse_url;
/// use url_core::{Component, Parsed};
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
    let append = |out: &mut String, components: &mut Components, component: Component| {
        if let Some(part) = seen.get(component) {
            let start = out.len();
            out.push_str(part);
            components.set(component, Span::new(start, out.len()));
        }
    };
    let places = &mut components;
    append(out, places, Component::Scheme);
    if seen.scheme.is_some() {
        out.push(':');
    }
    let Parsed { user, password, host, port, .. } = seen;
    if user.is_some() || password.is_some() || host.is_some() || port.is_some() {
        out.push_str("//");
        append(out, places, Component::User);
        if password.is_some() {
            out.push(':');
            append(out, places, Component::Password);
        }
        if user.is_some() || password.is_some() {
            out.push('@');
        }
        let in_brackets = host.as_deref().is_some_and(|host| host.contains(':') && !host.starts_with('['));
        if in_brackets {
            out.push('[');
        }
        append(out, places, Component::Host);
        if in_brackets {
            out.push(']');
        }
        if port.is_some() {
            out.push(':');
            append(out, places, Component::Port);
        }
    } else if let Some(authority) = authority {
        // One that the program does not divide: no component, but the path is behind it.
        out.push_str("//");
        let start = out.len();
        out.push_str(authority);
        places.set(Component::Host, Span::new(start, out.len()));
        places.hide(Component::Host);
    }
    append(out, places, Component::Path);
    if seen.query.is_some() {
        out.push('?');
        append(out, places, Component::Query);
    }
    if seen.fragment.is_some() {
        out.push('#');
        append(out, places, Component::Fragment);
    }
    Ok(components)
}
