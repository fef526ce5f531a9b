//! Resolution by concatenation and parsing again. Implements "Resolving a string relative to a base URL" of
//! draft-abarth-url-01 and the sections under it.
//!
//! Outside the specs: `report`.

use url_core::{Barth01, Parsed, Reason, Rejection, Section, Span, Text, Trace, sections::barth_01};

use super::{built::Built, parse::parse};
use crate::located_trace::LocatedTrace;

/// Spec: barth-01#resolving-a-string-relative-to-a-base-url
pub(super) fn resolve<'a, T: Trace>(
    relative_url: &'a str,
    base_url: &Parsed<'a>,
    trace: &mut LocatedTrace<'a, T>,
) -> Parsed<'a> {
    // 2. Open: We probably need to trim leading and trailing control characters.
    // NOTE: the caller has already done this.
    let section = barth_01::RESOLVING_A_STRING_RELATIVE_TO_A_BASE_URL_2;
    trace.step_by_reading("B1", section, relative_url, None);
    // 1. Given a string relative-url and a ParsedURL base-url, find the scheme of relative-url.
    trace.visited(barth_01::RESOLVING_A_STRING_RELATIVE_TO_A_BASE_URL_1, relative_url);
    let on = &mut trace.on(relative_url);
    let Ok((scheme, after_scheme)) = url_scheme::barth::find_scheme(Barth01, relative_url, on) else {
        // 3. If relative-url is an invalid URL:
        // 3.1. The resolved URL is relative-url resolved as relative URL.
        trace.step(barth_01::RESOLVING_A_STRING_RELATIVE_TO_A_BASE_URL_3_1, relative_url, None);
        // 3.2. Abort these steps.
        trace.visited(barth_01::RESOLVING_A_STRING_RELATIVE_TO_A_BASE_URL_3_2, relative_url);
        return resolve_relative(relative_url, base_url, trace);
    };
    // 4. If relative-url's scheme contains any characters which are not "valid scheme characters":
    if !url_scheme::barth::is_of_valid_characters(scheme, &mut trace.on(scheme)) {
        // 4.1. The resolved URL is relative-url resolved as relative URL.
        trace.step(barth_01::RESOLVING_A_STRING_RELATIVE_TO_A_BASE_URL_4_1, relative_url, None);
        // 4.2. Abort these steps.
        trace.visited(barth_01::RESOLVING_A_STRING_RELATIVE_TO_A_BASE_URL_4_2, relative_url);
        return resolve_relative(relative_url, base_url, trace);
    }
    // 5. If base-url's scheme is an ASCII case insensitive match for relative-url's scheme and the shared scheme is
    // hierarchical:
    let base_scheme = base_url.scheme.as_deref().unwrap_or_default();
    if base_url.hierarchical && base_scheme.eq_ignore_ascii_case(scheme) {
        // 5.1. The resolved URL is relative-url's after-scheme resolved as a relative URL.
        let section = barth_01::RESOLVING_A_STRING_RELATIVE_TO_A_BASE_URL_5_1;
        trace.step_by_reading("B4", section, relative_url, Some(after_scheme));
        // 5.2. Abort these steps.
        trace.visited(barth_01::RESOLVING_A_STRING_RELATIVE_TO_A_BASE_URL_5_2, relative_url);
        return resolve_relative(after_scheme, base_url, trace);
    }
    // 6. The resolved URL is relative-url parsed as an absolute URL.
    trace.step(barth_01::RESOLVING_A_STRING_RELATIVE_TO_A_BASE_URL_6, relative_url, Some(relative_url));
    parse(Barth01, relative_url, trace)
}

/// Spec: barth-01#resolving-a-string-as-a-relative-url
fn resolve_relative<'a, T: Trace>(
    relative_url: &'a str,
    base_url: &Parsed<'a>,
    trace: &mut LocatedTrace<'a, T>,
) -> Parsed<'a> {
    // 1. Given a string relative-url and a ParsedURL base-url, determine the resolved URL as follows:
    // 2. Open: If base-url's scheme is not hierarchical, [...] We'll probably want to return an invalid URL.
    let section = barth_01::RESOLVING_A_STRING_AS_A_RELATIVE_URL_2;
    if trace.decide(section, relative_url, base_url.invalid.is_some() || !base_url.hierarchical) {
        trace.step_by_reading("B11", section, relative_url, None);
        let rejection = if base_url.invalid.is_some() {
            trace.reject_base(Reason::InvalidBase, section)
        } else {
            let rejection = Rejection::new(Reason::OpaqueBase, section, Span::whole(relative_url));
            trace.place(relative_url, rejection)
        };
        return Parsed { invalid: Some(rejection), ..Parsed::default() };
    }
    let mut characters = relative_url.chars();
    let is_slash = |character| matches!(character, Some('/' | '\\'));
    match characters.next() {
        // 3. If relative-url is empty:
        None => {
            // 3.1. The resolved URL is identical to base-url, with the fragment, if any, removed.
            trace.step(barth_01::RESOLVING_A_STRING_AS_A_RELATIVE_URL_3_1, relative_url, None);
            if let Some(fragment) = &base_url.fragment {
                trace.step(barth_01::RESOLVING_A_STRING_AS_A_RELATIVE_URL_3_1, fragment, Some(""));
            }
            // 3.2. Abort these steps.
            trace.visited(barth_01::RESOLVING_A_STRING_AS_A_RELATIVE_URL_3_2, relative_url);
            Parsed { fragment: None, ..base_url.clone() }
        }
        // 4. If the first character of relative-url is a slash character:
        first @ Some('/' | '\\') => {
            let second = characters.next();
            let reading = if first == Some('\\') || second == Some('\\') { "B2" } else { "" };
            // 4.1. If relative-url has at least two characters and the second character is also a slash character:
            let resolved_url = if is_slash(second) {
                // 4.1.1. The resolved URL is relative-url resolved as a scheme-relative URL.
                report(reading, barth_01::RESOLVING_A_STRING_AS_A_RELATIVE_URL_4_1_1, relative_url, trace);
                Built::new(relative_url, base_url, trace).scheme_relative()
            // 4.2. Otherwise:
            } else {
                // 4.2.1. The resolved URL is relative-url resolved as an authority-relative URL.
                report(reading, barth_01::RESOLVING_A_STRING_AS_A_RELATIVE_URL_4_2_1, relative_url, trace);
                Built::new(relative_url, base_url, trace).authority_relative()
            };
            // 4.3. Abort these steps.
            trace.visited(barth_01::RESOLVING_A_STRING_AS_A_RELATIVE_URL_4_3, relative_url);
            resolved_url
        }
        // 5. If the first character of relative-url is a "?" character:
        Some('?') => {
            // 5.1. The resolved URL is relative-url resolved as a query-relative URL.
            trace.step(barth_01::RESOLVING_A_STRING_AS_A_RELATIVE_URL_5_1, relative_url, None);
            // 5.2. Abort these steps.
            trace.visited(barth_01::RESOLVING_A_STRING_AS_A_RELATIVE_URL_5_2, relative_url);
            Built::new(relative_url, base_url, trace).query_relative()
        }
        // 6. If the first character of relative-url is a "#" character:
        Some('#') => {
            // 6.1. The resolved URL is relative-url resolved as a fragment-relative URL.
            trace.step(barth_01::RESOLVING_A_STRING_AS_A_RELATIVE_URL_6_1, relative_url, None);
            // 6.2. Abort these steps.
            trace.visited(barth_01::RESOLVING_A_STRING_AS_A_RELATIVE_URL_6_2, relative_url);
            Built::new(relative_url, base_url, trace).fragment_relative()
        }
        // 7. Open: Think about the case where the relative-url is empty.
        // NOTE: step 3 handles this case.
        // 8. The resolved URL is relative-url resolved as a path-relative URL.
        Some(_) => {
            trace.step(barth_01::RESOLVING_A_STRING_AS_A_RELATIVE_URL_8, relative_url, None);
            Built::new(relative_url, base_url, trace).path_relative()
        }
    }
}

impl<'b, 'a, T: Trace> Built<'b, 'a, T> {
    /// Spec: barth-01#resolving-a-string-as-a-scheme-relative-url
    fn scheme_relative(mut self) -> Parsed<'a> {
        // 1. Given a string relative-url and a ParsedURL base-url, let resolved-url be
        // 1.1. base-url's scheme
        self.put(barth_01::RESOLVING_A_STRING_AS_A_SCHEME_RELATIVE_URL_1_1, &[self.scheme()]);
        // 1.2. concatenated with ":",
        self.put(barth_01::RESOLVING_A_STRING_AS_A_SCHEME_RELATIVE_URL_1_2, &[":"]);
        // 1.3. concatenated with relative-url.
        self.put(barth_01::RESOLVING_A_STRING_AS_A_SCHEME_RELATIVE_URL_1_3, &[self.relative_url]);
        // 2. The resolved URL is resolved-url parsed as an absolute URL.
        self.parse(barth_01::RESOLVING_A_STRING_AS_A_SCHEME_RELATIVE_URL_2)
    }

    /// Spec: barth-01#resolving-a-string-as-an-authority-relative-url
    fn authority_relative(mut self) -> Parsed<'a> {
        // 1. Given a string relative-url and a ParsedURL base-url, let resolved-url be
        // 1.1. base-url's scheme
        self.put(barth_01::RESOLVING_A_STRING_AS_AN_AUTHORITY_RELATIVE_URL_1_1, &[self.scheme()]);
        // 1.2. concatenated with "://",
        self.put(barth_01::RESOLVING_A_STRING_AS_AN_AUTHORITY_RELATIVE_URL_1_2, &["://"]);
        // 1.3. concatenated with base-url's authority,
        self.put(barth_01::RESOLVING_A_STRING_AS_AN_AUTHORITY_RELATIVE_URL_1_3, &self.authority());
        // 1.4. concatenated with relative-url.
        self.put(barth_01::RESOLVING_A_STRING_AS_AN_AUTHORITY_RELATIVE_URL_1_4, &[self.relative_url]);
        // 2. The resolved URL is resolved-url parsed as an absolute URL.
        self.parse(barth_01::RESOLVING_A_STRING_AS_AN_AUTHORITY_RELATIVE_URL_2)
    }

    /// Spec: barth-01#resolving-a-string-as-a-path-relative-url
    fn path_relative(mut self) -> Parsed<'a> {
        // 1. Open: Can the first character of relative-url be a slash character at this point?
        // NOTE: this is impossible: such a string is scheme- or authority-relative.
        // 2. Open: Can we assume base-url is canonicalized here so that it always has at least one "/" character?
        let path = self.base_path(barth_01::RESOLVING_A_STRING_AS_A_PATH_RELATIVE_URL_2);
        // 3. Let the directory-name be the characters of the base-url's path up to and including the last slash character.
        let directory_name = url_path::barth::directory_name(&path, &mut self.trace.on(&path));
        // 4. Let resolved-url be
        // 4.1. base-url's scheme
        self.put(barth_01::RESOLVING_A_STRING_AS_A_PATH_RELATIVE_URL_4_1, &[self.scheme()]);
        // 4.2. concatenated with "://",
        self.put(barth_01::RESOLVING_A_STRING_AS_A_PATH_RELATIVE_URL_4_2, &["://"]);
        // 4.3. concatenated with base-url's authority,
        self.put(barth_01::RESOLVING_A_STRING_AS_A_PATH_RELATIVE_URL_4_3, &self.authority());
        // 4.4. concatenated with directory-name.
        self.put(barth_01::RESOLVING_A_STRING_AS_A_PATH_RELATIVE_URL_4_4, &[directory_name]);
        // 4.5. concatenated with relative-url.
        self.put(barth_01::RESOLVING_A_STRING_AS_A_PATH_RELATIVE_URL_4_5, &[self.relative_url]);
        // 5. The resolved URL is resolved-url parsed as an absolute URL.
        self.parse(barth_01::RESOLVING_A_STRING_AS_A_PATH_RELATIVE_URL_5)
    }

    /// Spec: barth-01#resolving-a-string-as-a-query-relative-url
    fn query_relative(mut self) -> Parsed<'a> {
        // 1. Given a string relative-url and a ParsedURL base-url, let resolved-url be
        // 1.1. base-url's scheme
        self.put(barth_01::RESOLVING_A_STRING_AS_A_QUERY_RELATIVE_URL_1_1, &[self.scheme()]);
        // 1.2. concatenated with "://",
        self.put(barth_01::RESOLVING_A_STRING_AS_A_QUERY_RELATIVE_URL_1_2, &["://"]);
        // 1.3. concatenated with base-url's authority,
        self.put(barth_01::RESOLVING_A_STRING_AS_A_QUERY_RELATIVE_URL_1_3, &self.authority());
        // 1.4. concatenated with base-url's path,
        self.put_base_path(barth_01::RESOLVING_A_STRING_AS_A_QUERY_RELATIVE_URL_1_4);
        // 1.5. concatenated with relative-url.
        self.put(barth_01::RESOLVING_A_STRING_AS_A_QUERY_RELATIVE_URL_1_5, &[self.relative_url]);
        // 2. The resolved URL is resolved-url parsed as an absolute URL.
        self.parse(barth_01::RESOLVING_A_STRING_AS_A_QUERY_RELATIVE_URL_2)
    }

    /// Spec: barth-01#resolving-a-string-as-a-fragment-relative-url
    fn fragment_relative(mut self) -> Parsed<'a> {
        // 1. Given a string relative-url and a ParsedURL base-url, let resolved-url be
        // 1.1. base-url's scheme
        self.put(barth_01::RESOLVING_A_STRING_AS_A_FRAGMENT_RELATIVE_URL_1_1, &[self.scheme()]);
        // 1.2. concatenated with "://",
        self.put(barth_01::RESOLVING_A_STRING_AS_A_FRAGMENT_RELATIVE_URL_1_2, &["://"]);
        // 1.3. concatenated with base-url's authority,
        self.put(barth_01::RESOLVING_A_STRING_AS_A_FRAGMENT_RELATIVE_URL_1_3, &self.authority());
        // 1.4. concatenated with base-url's path,
        self.put_base_path(barth_01::RESOLVING_A_STRING_AS_A_FRAGMENT_RELATIVE_URL_1_4);
        if let Some(query) = &self.base_url.query {
            // 1.5. concatenated with "?",
            self.put(barth_01::RESOLVING_A_STRING_AS_A_FRAGMENT_RELATIVE_URL_1_5, &["?"]);
            // 1.6. concatenated with base-url's query,
            self.put(barth_01::RESOLVING_A_STRING_AS_A_FRAGMENT_RELATIVE_URL_1_6, &[query]);
        } else {
            let section = barth_01::RESOLVING_A_STRING_AS_A_FRAGMENT_RELATIVE_URL_1_5;
            self.trace.step_by_reading("B13", section, self.relative_url, None);
        }
        // 1.7. concatenated with relative-url.
        self.put(barth_01::RESOLVING_A_STRING_AS_A_FRAGMENT_RELATIVE_URL_1_7, &[self.relative_url]);
        // 2. The resolved URL is resolved-url parsed as an absolute URL.
        self.parse(barth_01::RESOLVING_A_STRING_AS_A_FRAGMENT_RELATIVE_URL_2)
    }

    /// Spec: barth-01#resolving-a-string-as-a-scheme-relative-url-1.1
    fn scheme(&self) -> &'b str {
        self.base_url.scheme.as_deref().unwrap_or_default()
    }

    /// Spec: barth-01#resolving-a-string-as-an-authority-relative-url-1.3
    fn authority(&self) -> [&'b str; 7] {
        let Parsed { user, password, host, port, .. } = self.base_url;
        let with = |delimiter: &'static str, is_there| if is_there { delimiter } else { "" };
        [
            user.as_deref().unwrap_or_default(),
            with(":", user.is_some() && password.is_some()),
            password.as_deref().filter(|_| user.is_some()).unwrap_or_default(),
            with("@", user.is_some()),
            host.as_deref().unwrap_or_default(),
            with(":", port.is_some()),
            port.as_deref().unwrap_or_default(),
        ]
    }

    /// Spec: barth-01#resolving-a-string-as-a-query-relative-url-1.4, barth-01#resolving-a-string-as-a-fragment-relative-url-1.4
    fn put_base_path(&mut self, section: Section) {
        let path = self.base_path(section);
        self.put_from(section, &[&path], path.origin());
    }

    /// Returns the path in a form that another URL can use.
    ///
    /// Spec: barth-01#resolving-a-string-as-a-path-relative-url-2
    /// Spec: barth-01#resolving-a-string-as-a-query-relative-url-1.4, barth-01#resolving-a-string-as-a-fragment-relative-url-1.4
    fn base_path(&mut self, section: Section) -> Text<'b> {
        let path = self.base_url.path.as_deref();
        // A missing path would follow the authority.
        let authority = self.base_url.port.as_deref().or(self.base_url.host.as_deref());
        let place = path.or_else(|| authority.map(|before| &before[before.len()..])).unwrap_or_default();
        Text::built(url_path::barth::base_path(path, section, &mut self.trace.on(place)), place)
    }
}

/// Reports a step on `relative_url`, decided by `reading` unless that is empty.
fn report<T: Trace>(
    reading: &'static str,
    section: Section,
    relative_url: &str,
    trace: &mut LocatedTrace<'_, T>,
) {
    if reading.is_empty() {
        trace.step(section, relative_url, None);
    } else {
        trace.step_by_reading(reading, section, relative_url, None);
    }
}
