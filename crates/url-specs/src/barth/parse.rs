//! The steps to parse a URL. Implements "Parsing a URL" of both documents.

use url_core::{BarthDocument, Parsed, Text, Trace};

use crate::located_trace::LocatedTrace;

/// Steps are numbered as in draft-abarth-url-01; the text of 2010 has all except the first.
///
/// Spec: barth-01#parsing-a-url
/// Spec: barth-2010#parsing-a-url-1..7, barth-2010#parsing-a-url-2.1, barth-2010#parsing-a-url-6.1..4
pub(super) fn parse<'a, D: BarthDocument, T: Trace>(
    document: D,
    s: &'a str,
    trace: &mut LocatedTrace<'_, T>,
) -> Parsed<'a> {
    // 2. Find the scheme, as described in Section ??.
    trace.visited(D::FIND_SCHEME, s);
    let (scheme, after_scheme) = match url_scheme::barth::find_scheme(document, s, &mut trace.on(s)) {
        Ok(found) => found,
        // 3. If the algorithm for finding the scheme determines that the URL is invalid:
        // 3.1. Abort these steps.
        Err(rejection) => {
            trace.step(D::STOP_WITHOUT_SCHEME, s, None);
            return Parsed { invalid: Some(trace.place(s, rejection)), ..Parsed::default() };
        }
    };
    let scheme_is = |name: &str| scheme.eq_ignore_ascii_case(name);
    let mut url;
    if let [letter] = scheme.as_bytes()
        && letter.is_ascii_alphabetic()
    {
        // 4. If the scheme is a single upper or lower case ASCII character (Open: Just ALPHA?):
        trace.step_by_reading("B5", D::DRIVE_SCHEME, scheme, Some(scheme));
        url = url_path::barth::parse_drive_url(document, scheme, after_scheme, &mut trace.on(s));
        trace.found_all(&url);
        return url;
    } else if scheme_is("file") {
        // 5. If the scheme is a ASCII case-insensitive match for "file":
        url = url_path::barth::parse_file_url(document, after_scheme, &mut trace.on(after_scheme));
    } else if scheme_is("mailto") {
        // 6. If the scheme is a ASCII case-insensitive match for "mailto":
        url = url_path::barth::parse_mailto_url(document, after_scheme, &mut trace.on(after_scheme));
    } else if url_scheme::barth::is_hierarchical(scheme) {
        // 7. If the scheme is hierarchical:
        trace.step_by_reading("B4", D::HIERARCHICAL, scheme, Some(scheme));
        url = parse_hierarchical(document, after_scheme, trace);
        // 7.4. Abort these steps.
        trace.visited(D::HIERARCHICAL_STOP, after_scheme);
    } else {
        if scheme.len() == 1 {
            trace.step_by_reading("B5", D::DRIVE_SCHEME, scheme, None);
        }
        trace.step_by_reading("B4", D::HIERARCHICAL, scheme, None);
        // 8. The remaining string is the path. Open: [...] We need to do more testing of data and javascript URLs.
        trace.step_by_reading("B9", D::OPAQUE_PATH, after_scheme, Some(after_scheme));
        url = Parsed { path: Some(after_scheme.into()), ..Parsed::default() };
    }
    url.scheme = Some(scheme.into());
    trace.found_all(&url);
    url
}

/// Spec: barth-01#parsing-a-url-7, barth-2010#parsing-a-url-6.1..3
fn parse_hierarchical<'a, D: BarthDocument, T: Trace>(
    document: D,
    after_scheme: &'a str,
    trace: &mut LocatedTrace<'_, T>,
) -> Parsed<'a> {
    // 7.1. In the after-scheme, if any, find the authority, path, query, and fragment.
    trace.visited(D::FIND_AUTHORITY_PATH_QUERY_FRAGMENT, after_scheme);
    let on = &mut trace.on(after_scheme);
    let found = url_authority::barth::find_authority_path_query_fragment(document, after_scheme, on);
    let mut url = Parsed {
        authority: found.authority.map(Text::from),
        path: found.path.map(Text::from),
        query: found.query.map(Text::from),
        fragment: found.fragment.map(Text::from),
        hierarchical: true,
        ..Parsed::default()
    };
    // 7.2. In the authority, if any, find the user-info, host, and port.
    let authority = found.authority.unwrap_or_default();
    trace.visited(D::FIND_USER_INFO_HOST_PORT, authority);
    let parts = url_authority::barth::find_user_info_host_port(document, authority, &mut trace.on(authority));
    url.host = Some(parts.host.into());
    url.port = parts.port.map(Text::from);
    // 7.3. In the user-info, if any, find the user name and password.
    if let Some(user_info) = parts.user_info {
        trace.visited(D::FIND_USER_NAME_PASSWORD, user_info);
        let on = &mut trace.on(user_info);
        let (user, password) = url_authority::barth::find_user_name_password(document, user_info, on);
        url.user = Some(user.into());
        url.password = password.map(Text::from);
    }
    url
}
