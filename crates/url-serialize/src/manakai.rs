//! The serializer of URLs in the manakai document. Implements manakai "Serialization".

use alloc::string::String;

use url_core::{Component, Components, Parsed, Report, Span, Trace, sections::manakai};

use crate::{Result, Writer, has_authority, serialized_len};

/// Serializes `url` into `out`, replacing its contents, and returns the span of each component.
///
/// # Errors
/// Returns the error in `url.invalid` if that field is not `None`. Returns [`url_core::Reason::TooLong`] if
/// the result would have more than [`Span::LIMIT`] bytes.
///
/// Spec: manakai#serialization
///
/// # Examples
/// ```
/// use url_core::{Component, NoTrace, Parsed};
/// let host = Some("a.test".into());
/// let url = Parsed { scheme: Some("http".into()), host, path: Some("/x".into()), ..Parsed::default() };
/// let mut href = String::new();
/// let components = url_serialize::manakai::serialize(&url, &mut href, &mut NoTrace).unwrap();
/// assert_eq!(href, "http://a.test/x");
/// assert_eq!(components.get(Component::Host).unwrap().of(&href), "a.test");
/// ```
pub fn serialize<T: Trace>(url: &Parsed<'_>, out: &mut String, trace: &mut T) -> Result<Components> {
    // 1. Let u be the parsed URL to serialize.
    let u = url;
    trace.of_output().visited(manakai::SERIALIZATION_1, Span::default());
    // 2. If u is /invalid/, return nothing.
    if let Some(rejection) = u.invalid {
        trace.step(manakai::SERIALIZATION_2, rejection.span, "", None);
        return Err(rejection);
    }
    // 3. Let s be the empty string.
    let mut s = Writer::new(out, serialized_len(u, manakai::SERIALIZATION_10)?, trace);
    s.visited(manakai::SERIALIZATION_3);
    // 4. Append the scheme of u to s.
    if let Some(scheme) = &u.scheme {
        s.append(manakai::SERIALIZATION_4, Component::Scheme, scheme);
        // 5. Append ":" to s.
        s.delimit(manakai::SERIALIZATION_5, ':');
    }
    // 6. If u contains one or more of user, password, host, and port (even if empty):
    if has_authority(u) {
        // 6.1. Append "/" to s.
        s.delimit(manakai::SERIALIZATION_6_1, '/');
        // 6.2. Append another "/" to s.
        s.delimit(manakai::SERIALIZATION_6_2, '/');
        // 6.3. If u contains one or both of user and password (even if empty):
        if u.user.is_some() || u.password.is_some() {
            // 6.3.1. Append the user, if any, to s.
            s.append_some(manakai::SERIALIZATION_6_3_1, Component::User, u.user.as_deref());
            // 6.3.2. If u contains the password (even if empty):
            if let Some(password) = &u.password {
                // 6.3.2.1. Append ":" to s.
                s.delimit(manakai::SERIALIZATION_6_3_2_1, ':');
                // 6.3.2.2. Append the password to s.
                s.append(manakai::SERIALIZATION_6_3_2_2, Component::Password, password);
            }
            // 6.3.3. Append "@" to s.
            s.delimit(manakai::SERIALIZATION_6_3_3, '@');
        }
        // 6.4. Append the host, if any, to s.
        s.append_some(manakai::SERIALIZATION_6_4, Component::Host, u.host.as_deref());
        // 6.5. If u contains the port (even if empty):
        if let Some(port) = &u.port {
            // 6.5.1. Append ":" to s.
            s.delimit(manakai::SERIALIZATION_6_5_1, ':');
            // 6.5.2. Append the port to s.
            s.append(manakai::SERIALIZATION_6_5_2, Component::Port, port);
        }
    }
    // 7. Append the path, if any, to s.
    s.append_some(manakai::SERIALIZATION_7, Component::Path, u.path.as_deref());
    // 8. If u contains the query (even if empty):
    if let Some(query) = &u.query {
        // 8.1. Append "?" to s.
        s.delimit(manakai::SERIALIZATION_8_1, '?');
        // 8.2. Append the query to s.
        s.append(manakai::SERIALIZATION_8_2, Component::Query, query);
    }
    // 9. If u contains the fragment (even if empty):
    if let Some(fragment) = &u.fragment {
        // 9.1. Append "#" to s.
        s.delimit(manakai::SERIALIZATION_9_1, '#');
        // 9.2. Append the fragment to s.
        s.append(manakai::SERIALIZATION_9_2, Component::Fragment, fragment);
    }
    // 10. Return s.
    Ok(s.returned(manakai::SERIALIZATION_10))
}
