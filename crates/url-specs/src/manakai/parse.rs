//! Parsing of a URL. Implements manakai "Parsing" and "Hierarchicalness".

use url_core::{Parsed, Report, Span, Text, Trace, sections::manakai};

use crate::located_trace::LocatedTrace;

/// Spec: manakai#parsing-1, manakai#parsing-2, manakai#parsing-3
pub(super) fn begin<T: Trace>(s: &str, trace: &mut T) {
    let whole = Span::whole(s);
    // 1. Let s be the given string.
    trace.visited(manakai::PARSING_1, whole);
    // 2. Let url be a parsed URL with no components.
    trace.visited(manakai::PARSING_2, whole);
    // 3. Apply the steps to preprocess a string to s.
    trace.visited(manakai::PARSING_3, whole);
}

/// Spec: manakai#parsing, manakai#hierarchicalness-2, manakai#hierarchicalness-2.1..3
pub(super) fn parse<'a, T: Trace>(s: &'a str, trace: &mut LocatedTrace<'_, T>) -> Parsed<'a> {
    // 1, 2, 3. [See `begin`; the caller has preprocessed s.]
    // 4. If s begins with two or more "\", follow the steps to parse a UNC path.
    if s.starts_with(r"\\") {
        trace.step(manakai::PARSING_4, s, None);
        return url_path::manakai::parse_unc_path(s, &mut trace.on(s));
    }
    // 5. Follow the steps to find the scheme with s.
    trace.visited(manakai::PARSING_5, s);
    let whole = s;
    let (scheme, s) = match url_scheme::manakai::find_scheme(s, &mut trace.on(s)) {
        // 6. If the previous step returns scheme, let the scheme of url be scheme.
        Ok(found) => {
            trace.step(manakai::PARSING_6, found.0, Some(found.0));
            found
        }
        // 7. Otherwise, set the /hierarchical/ flag of url.
        Err(rejection) => {
            trace.step(manakai::PARSING_7, s, None);
            // NOTE: hierarchicalness 2.3: a URL is hierarchical if it is marked as such.
            trace.visited(manakai::HIERARCHICALNESS_2_3, s);
            let mut url = Parsed { invalid: Some(trace.place(s, rejection)), ..Parsed::default() };
            parse_hierarchical(s, &mut url, trace);
            return url;
        }
    };
    let scheme_is = |name: &str| scheme.eq_ignore_ascii_case(name);
    let mut url;
    if let [letter] = scheme.as_bytes()
        && letter.is_ascii_alphabetic()
    {
        // 8. If there is the scheme and it consists of an ASCII letter, follow the steps to parse a drive URL.
        let drive = url_path::manakai::parse_drive_url(scheme, s, &mut trace.on(whole));
        trace.step(manakai::PARSING_8, scheme, drive.scheme.as_deref());
        return Parsed { hierarchical: true, ..drive };
    } else if scheme_is("file") {
        // 9. Otherwise, if it is "file", follow the steps to parse a file: URL.
        trace.step(manakai::PARSING_9, scheme, None);
        url = url_path::manakai::parse_file_url(s, &mut trace.on(s));
        // NOTE: hierarchicalness 2.2: a URL is hierarchical if its scheme is "file".
        trace.visited(manakai::HIERARCHICALNESS_2_2, scheme);
        url.hierarchical = true;
    } else if scheme_is("mailto") {
        // 10. Otherwise, if it is "mailto", follow the steps to parse a mailto: URL.
        trace.step(manakai::PARSING_10, scheme, None);
        url = url_path::manakai::parse_mailto_url(s, &mut trace.on(s));
    } else if !url_scheme::manakai::is_not_hierarchical(scheme) && s.starts_with(['/', '\\']) {
        // 11. Otherwise, if s or url is hierarchical, follow the steps for parsing a URL of [url-spec].
        // NOTE: hierarchicalness 2.1: a URL is hierarchical if its scheme is not "not hierarchical" and a
        // slash follows.
        trace.visited(manakai::HIERARCHICALNESS_2_1, scheme);
        trace.step(manakai::PARSING_11, scheme, None);
        url = Parsed::default();
        parse_hierarchical(s, &mut url, trace);
    } else if !url_scheme::manakai::is_not_hierarchical(scheme) {
        // 12. Otherwise [...] split off the fragment and the query. 13. Let the path of url be s.
        url = url_path::manakai::parse_not_hierarchical(s, &mut trace.on(s));
    } else {
        // 13. Let the path of url be s.
        url = url_path::manakai::parse_path_alone(s, &mut trace.on(s));
    }
    url.scheme = Some(scheme.into());
    url
}

/// Runs the steps of draft-abarth-url-01 section 3, as amended, on the text after the scheme.
///
/// Spec: manakai#parsing-11
fn parse_hierarchical<'a, T: Trace>(
    after_scheme: &'a str,
    url: &mut Parsed<'a>,
    trace: &mut LocatedTrace<'_, T>,
) {
    let found =
        url_authority::manakai::find_authority_path_query_fragment(after_scheme, &mut trace.on(after_scheme));
    url.path = found.path.map(Text::from);
    url.query = found.query.map(Text::from);
    url.fragment = found.fragment.map(Text::from);
    url.hierarchical = true;
    if let Some(authority) = found.authority {
        url.authority = Some(authority.into());
        // NOTE: an empty authority before a slash comes from three slashes. It has an empty host and no other
        // part.
        if authority.is_empty() && found.path.is_some_and(|path| !path.is_empty()) {
            url.host = Some(authority.into());
            return;
        }
        let parts = url_authority::manakai::find_user_info_host_port(authority, &mut trace.on(authority));
        url.host = Some(parts.host.into());
        url.port = parts.port.map(Text::from);
        if let Some(user_info) = parts.user_info {
            let (user, password) =
                url_authority::manakai::find_user_name_password(user_info, &mut trace.on(user_info));
            url.user = Some(user.into());
            url.password = password.map(Text::from);
        }
    }
}
