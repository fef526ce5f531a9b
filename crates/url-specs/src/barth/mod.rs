//! Adam Barth's two documents, composed from the crates for each part of a URL, such as `url-host`. The text
//! of 2010 defines only a parser. draft-abarth-url-01 adds resolution and canonicalization to the same
//! parser.
//!
//! Helpers, not in a spec: `parsing`.

mod resolve;

use std::borrow::Cow;

use url_core::{
    Barth01, Barth2010, BarthDocument, Components, NoTrace, Parsed, Section, Text, Trace,
    sections::{barth_01, barth_2010},
};
use url_query::Encoding;

use crate::{Input, LocatedTrace, Result, Spec, usual::Usual};

impl Spec for Barth2010 {
    const SPLITS_USUAL: bool = true;

    fn parsing(self) -> Section {
        barth_2010::PARSING_A_URL
    }

    /// Spec: barth-2010#finding-the-scheme-1
    fn preprocess<'a, T: Trace>(self, input: &'a str, trace: &mut T) -> Cow<'a, str> {
        Cow::Borrowed(url_preprocess::barth::consume_control_characters(self, input, trace))
    }

    /// Spec: barth-2010#parsing-a-url
    fn parse<'a, T: Trace>(self, s: &'a str, trace: &mut LocatedTrace<'_, T>) -> Parsed<'a> {
        let mut url = Parsed::default();
        parse(self, s, &mut url, trace);
        url
    }
}

impl Spec for Barth01 {
    const USUAL: Option<Usual> = Some(Usual { lowers_case: true, is_strict: false, concatenates: false });
    const SPLITS_USUAL: bool = true;

    fn parsing(self) -> Section {
        barth_01::PARSING_A_URL
    }

    /// Spec: barth-01#parsing-a-url-1
    fn preprocess<'a, T: Trace>(self, input: &'a str, trace: &mut T) -> Cow<'a, str> {
        Cow::Borrowed(url_preprocess::barth::consume_control_characters(self, input, trace))
    }

    /// Spec: barth-01#resolving-a-string-relative-to-a-base-url
    fn resolve<'a, T: Trace>(
        self,
        input: Input<'_, 'a>,
        url: &mut Parsed<'a>,
        trace: &mut LocatedTrace<'a, T>,
    ) -> Result<()> {
        match input.base {
            Some(base) => *url = resolve::resolve(input.s, base, trace),
            None => parse(self, input.s, url, trace),
        }
        Ok(())
    }

    /// Spec: barth-01#canonicalizing-a-url
    fn canonicalize<'a, T: Trace>(
        self,
        url: &mut Parsed<'a>,
        encoding: Encoding,
        trace: &mut LocatedTrace<'a, T>,
    ) -> Result<()> {
        // 1. This section describes how to construct a canonical version of a parsed URL string.
        // 2. Given parsed URL original-url, if original-url is invalid:
        if let Some(rejection) = url.invalid {
            // 2.1. Abort these steps.
            trace.step(barth_01::CANONICALIZING_A_URL_2_1, "", None);
            return Err(rejection);
        }
        trace.decide(barth_01::CANONICALIZING_A_URL_2, "", false);
        // 3. Open: Handle file URLs.
        if let Some(scheme) = url.scheme.as_ref().filter(|scheme| scheme.eq_ignore_ascii_case("file")) {
            trace.step_by_reading("B7", barth_01::CANONICALIZING_A_URL_3, scheme, Some(scheme));
        }
        // 4.1. Output the canonicalized scheme.
        trace.rewrite_part(&mut url.scheme, |scheme, on| url_scheme::barth::canonicalize_scheme(scheme, on));
        // 4. If the scheme is hierarchical:
        if url.hierarchical {
            let is_file = url.scheme.as_deref() == Some("file");
            if is_file {
                move_drive_from_host(url, trace);
            }
            canonicalize_authority(url, trace)?;
            // 4.7. Output the canonicalized path.
            // NOTE: a missing path would begin where the authority ends.
            let authority = url.authority.as_ref();
            let path = url.path.get_or_insert_with(|| {
                authority.map(|all| all.slice(all.len()..all.len())).unwrap_or_default()
            });
            trace.rewrite(path, |path, on| url_path::barth::canonicalize_path(path, on));
            if is_file {
                settle_localhost_and_drive(url, trace);
            }
        } else {
            trace.rewrite_part(&mut url.path, |path, on| url_path::barth::canonicalize_opaque_path(path, on));
        }
        // 4.8. Let the canonicalized-query be the canonicalized query.
        // 4.9. If the canonicalized-query is non-empty (Open: Distinguish between empty and non-existent
        // queries):
        if let Some(query) = &url.query {
            trace.visited(barth_01::CANONICALIZING_A_URL_4_8, query);
        }
        let of_query = if url.hierarchical { encoding } else { Encoding::UTF_8 };
        trace.rewrite_part(&mut url.query, |text, on| {
            url_query::barth::canonicalize_query(text, of_query, on)
        });
        // 4.10. Let the canonicalized-fragment be the canonicalized fragment.
        // 4.11. If the canonicalized-fragment is non-empty (Open: Distinguish between empty and non-existent
        // fragments):
        if let Some(fragment) = &url.fragment {
            trace.visited(barth_01::CANONICALIZING_A_URL_4_10, fragment);
        }
        trace.rewrite_part(&mut url.fragment, |text, on| url_query::barth::canonicalize_fragment(text, on));
        Ok(())
    }

    /// Spec: barth-01#canonicalizing-a-url-4
    fn serialize<T: Trace>(self, url: &Parsed<'_>, out: &mut String, trace: &mut T) -> Result<Components> {
        url_serialize::barth::serialize(url, out, trace)
    }
}

/// The comments in this function have the step numbers of draft-abarth-url-01. The text of 2010 lacks step 1.
///
/// Spec: barth-01#parsing-a-url
/// Spec: barth-2010#parsing-a-url-1..7, barth-2010#parsing-a-url-2.1, barth-2010#parsing-a-url-6.1..4
fn parse<'a, D: BarthDocument, T: Trace>(
    document: D,
    s: &'a str,
    url: &mut Parsed<'a>,
    trace: &mut LocatedTrace<'_, T>,
) {
    // 2. Find the scheme, as described in Section ??.
    trace.visited(D::FIND_SCHEME, s);
    let (scheme, after_scheme) = match url_scheme::barth::find_scheme(document, s, &mut trace.on(s)) {
        Ok(found) => found,
        // 3. If the algorithm for finding the scheme determines that the URL is invalid:
        // 3.1. Abort these steps.
        Err(rejection) => {
            trace.step(D::STOP_WITHOUT_SCHEME, s, None);
            url.invalid = Some(trace.place(s, rejection));
            return;
        }
    };
    let scheme_is = |name: &str| scheme.eq_ignore_ascii_case(name);
    if let [letter] = scheme.as_bytes()
        && letter.is_ascii_alphabetic()
    {
        // 4. If the scheme is a single upper or lower case ASCII character (Open: Just ALPHA?):
        trace.step_by_reading("B5", D::DRIVE_SCHEME, scheme, Some(scheme));
        *url = url_path::barth::parse_drive_url(document, scheme, after_scheme, &mut trace.on(s));
        return trace.found_all(url);
    } else if scheme_is("file") {
        // 5. If the scheme is a ASCII case-insensitive match for "file":
        *url = url_path::barth::parse_file_url(document, after_scheme, &mut trace.on(after_scheme));
    } else if scheme_is("mailto") {
        // 6. If the scheme is a ASCII case-insensitive match for "mailto":
        *url = url_path::barth::parse_mailto_url(document, after_scheme, &mut trace.on(after_scheme));
    } else if url_scheme::barth::is_hierarchical(scheme) {
        // 7. If the scheme is hierarchical:
        trace.step_by_reading("B4", D::HIERARCHICAL, scheme, Some(scheme));
        parse_hierarchical(document, after_scheme, url, trace);
        // 7.4. Abort these steps.
        trace.visited(D::HIERARCHICAL_STOP, after_scheme);
    } else {
        if scheme.len() == 1 {
            trace.step_by_reading("B5", D::DRIVE_SCHEME, scheme, None);
        }
        trace.step_by_reading("B4", D::HIERARCHICAL, scheme, None);
        // 8. The remaining string is the path. Open: [...] We need to do more testing of data and javascript
        // URLs.
        trace.step_by_reading("B9", D::OPAQUE_PATH, after_scheme, Some(after_scheme));
        url.path = Some(after_scheme.into());
    }
    url.scheme = Some(scheme.into());
    trace.found_all(url);
}

/// Spec: barth-01#parsing-a-url-7, barth-2010#parsing-a-url-6.1..3
fn parse_hierarchical<'a, D: BarthDocument, T: Trace>(
    document: D,
    after_scheme: &'a str,
    url: &mut Parsed<'a>,
    trace: &mut LocatedTrace<'_, T>,
) {
    // 7.1. In the after-scheme, if any, find the authority, path, query, and fragment.
    trace.visited(D::FIND_AUTHORITY_PATH_QUERY_FRAGMENT, after_scheme);
    let on = &mut trace.on(after_scheme);
    let found = url_authority::barth::find_authority_path_query_fragment(document, after_scheme, on);
    url.authority = found.authority.map(Text::from);
    url.path = found.path.map(Text::from);
    url.query = found.query.map(Text::from);
    url.fragment = found.fragment.map(Text::from);
    url.hierarchical = true;
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
}

/// Spec: barth-01#canonicalizing-a-url-4.3, barth-01#canonicalizing-a-url-4.4
/// Spec: barth-01#canonicalizing-a-url-4.5, barth-01#canonicalizing-a-url-4.6
fn canonicalize_authority<T: Trace>(url: &mut Parsed<'_>, trace: &mut LocatedTrace<'_, T>) -> Result<()> {
    // 4.3. If the user-info is non-empty:
    // 4.3.1. Output the canonicalized user-info.
    if let Some(user) = url.user.take() {
        let (of_user, of_password) = (user.origin(), url.password.as_ref().map_or("", Text::origin));
        let (on, password) = (&mut trace.on(&user), url.password.take().map(Text::into_cow));
        let (user, password) = url_authority::barth::canonicalize_user_info(user.into_cow(), password, on);
        url.user = user.map(|user| Text::built(user, of_user));
        url.password = password.map(|password| Text::built(password, of_password));
    }
    // 4.4. Output the canonicalized host.
    if let Some(host) = &mut url.host {
        trace.try_rewrite(host, |host, on| url_host::barth::canonicalize_host(host, on))?;
    }
    // 4.5. Let the canonicalized-port be the canonicalized port.
    // 4.6. If the canonicalized-port is non-empty and is not the default port for the scheme:
    if let Some(port) = url.port.take() {
        let default_port = url.scheme.as_deref().and_then(url_scheme::manakai::default_port);
        let (origin, on) = (port.origin(), &mut trace.on(&port));
        let canonical = url_authority::barth::canonicalize_port(port.into_cow(), default_port, on);
        url.port = canonical.map(|port| Text::built(port, origin));
    }
    Ok(())
}

/// Spec: barth-01#canonicalizing-a-url-3
fn move_drive_from_host<'a, T: Trace>(url: &mut Parsed<'a>, trace: &mut LocatedTrace<'a, T>) {
    if let Some(host) = url.host.take_if(|host| url_path::manakai::is_drive_specification(host)) {
        let path = url_path::manakai::path_from_drive_host(&host, url.path.as_deref(), &mut NoTrace);
        trace.step_by_reading("B7", barth_01::CANONICALIZING_A_URL_3, &host, Some(&path));
        let origin_of_path = url.path.as_ref().map_or(host.origin(), Text::origin);
        url.path = Some(Text::built(path, trace.through(host.origin(), origin_of_path)));
        url.host = Some(Text::built("", host.origin()));
    }
}

/// Spec: barth-01#canonicalizing-a-url-3
fn settle_localhost_and_drive<T: Trace>(url: &mut Parsed<'_>, trace: &mut LocatedTrace<'_, T>) {
    let section = barth_01::CANONICALIZING_A_URL_3;
    if let Some(host) = url.host.as_ref().filter(|&host| host == "localhost") {
        trace.step_by_reading("B7", section, host, Some(""));
        url.host = Some(Text::built("", host.origin()));
    }
    let path = url.path.as_deref().unwrap_or_default();
    if let Some(settled) = url_path::manakai::path_with_drive(path).filter(|settled| settled != path) {
        trace.step_by_reading("B7", section, &url.path, Some(&settled));
        url.path = Some(Text::built(settled, url.path.as_ref().map_or("", Text::origin)));
    }
}
