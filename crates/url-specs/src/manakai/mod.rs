//! The manakai document "URL Parsing, Resolution, and Canonicalization". Its four algorithms call the
//! functions of crates such as `url-host`.
//!
//! Helpers, not in a spec: `parsing`, `source_map`.

mod canonicalize;

use std::borrow::Cow;

use url_core::{
    Component, Components, Manakai, ManakaiChrome, ManakaiGecko, ManakaiIe, Parsed, Reason, Rejection,
    Report, Section, Span, Text, Trace, sections::manakai,
};
use url_host::manakai::HostProfile;
use url_preprocess::SourceMap;
use url_query::Encoding;

use crate::{Entry, Input, LocatedTrace, Result, Spec, usual::Usual};

trait OfManakai: HostProfile {}

impl OfManakai for Manakai {}
impl OfManakai for ManakaiChrome {}
impl OfManakai for ManakaiGecko {}
impl OfManakai for ManakaiIe {}

impl<P: OfManakai> Spec for P {
    const USUAL: Option<Usual> = Some(Usual { lowers_case: true, is_strict: false, concatenates: false });
    const SPLITS_USUAL: bool = true;

    fn parsing(self) -> Section {
        manakai::PARSING
    }

    /// Spec: manakai#parsing-1..3, manakai#resolution-1..5
    fn begin<T: Trace>(self, entry: Entry, input: &str, trace: &mut T) {
        if T::ENABLED {
            match entry {
                Entry::Parsing => begin_parsing(input, trace),
                Entry::ResolvingAlone => begin_resolving(input, None, trace),
                Entry::Resolving { has_invalid_base } => {
                    begin_resolving(input, Some(has_invalid_base), trace);
                }
            }
        }
    }

    /// Spec: manakai#preprocessing
    fn preprocess<'a, T: Trace>(self, input: &'a str, trace: &mut T) -> Cow<'a, str> {
        url_preprocess::manakai::preprocess(input, trace)
    }

    fn source_map(input: &str) -> SourceMap {
        SourceMap::of_manakai(input)
    }

    /// Spec: manakai#parsing
    fn parse<'a, T: Trace>(self, s: &'a str, trace: &mut LocatedTrace<'_, T>) -> Parsed<'a> {
        let mut url = Parsed::default();
        parse(s, &mut url, trace);
        url.invalid = url.invalid.map(|rejection| trace.place(s, rejection));
        url
    }

    /// Spec: manakai#resolution
    fn resolve<'a, T: Trace>(
        self,
        input: Input<'_, 'a>,
        url: &mut Parsed<'a>,
        trace: &mut LocatedTrace<'a, T>,
    ) -> Result<()> {
        let Input { s, base, .. } = input;
        // 6. If relative-url is the empty string: [it is not parsed.]
        let is_empty = trace.decide(manakai::RESOLUTION_6, s, s.is_empty());
        let is_unparsed = base.is_some_and(|base| is_empty || base.invalid.is_some());
        if !is_unparsed {
            // 7. Invoke the steps to parse a URL with [relative-url] as s.
            trace.visited(manakai::RESOLUTION_7, s);
            if T::ENABLED {
                begin_parsing(s, &mut trace.on(s));
                // NOTE: the string is already preprocessed, so this step changes nothing.
                url_preprocess::manakai::preprocess(s, &mut trace.on(s));
            }
            parse(s, url, trace);
        }
        if let Some(base) = base {
            resolve(s, url, base, trace);
            return Ok(());
        }
        if let Some(rejection) = url.invalid {
            return Err(trace.place(s, rejection));
        }
        // By our interpretation M14, a string without a base is resolved against itself.
        // FAST: a hierarchical URL with an authority takes only the scheme from its base.
        if !T::ENABLED && url.hierarchical && url.host.is_some() {
            resolve_path_after_authority(url, trace);
        } else {
            let base = url.clone();
            resolve(s, url, &base, trace);
        }
        Ok(())
    }

    /// Spec: manakai#canonicalization
    fn canonicalize<'a, T: Trace>(
        self,
        url: &mut Parsed<'a>,
        encoding: Encoding,
        trace: &mut LocatedTrace<'a, T>,
    ) -> Result<()> {
        canonicalize::canonicalize(self, url, encoding, trace)
    }

    /// Spec: manakai#serialization
    fn serialize<T: Trace>(self, url: &Parsed<'_>, out: &mut String, trace: &mut T) -> Result<Components> {
        url_serialize::manakai::serialize(url, out, trace)
    }
}

/// Spec: manakai#parsing-1, manakai#parsing-2, manakai#parsing-3
fn begin_parsing<T: Trace>(s: &str, trace: &mut T) {
    let whole = Span::whole(s);
    // 1. Let s be the given string.
    trace.visited(manakai::PARSING_1, whole);
    // 2. Let url be a parsed URL with no components.
    trace.visited(manakai::PARSING_2, whole);
    // 3. Apply the steps to preprocess a string to s.
    trace.visited(manakai::PARSING_3, whole);
}

/// Parses `s` into `url`, which must be empty. The span of [`Parsed::invalid`](url_core::ParsedUrl::invalid)
/// refers to `s`, because most callers replace this rejection.
///
/// Spec: manakai#parsing, manakai#hierarchicalness-2, manakai#hierarchicalness-2.1..3
fn parse<'a, T: Trace>(s: &'a str, url: &mut Parsed<'a>, trace: &mut LocatedTrace<'_, T>) {
    find_components(s, url, trace);
    trace.found_all(url);
}

/// Spec: manakai#parsing
fn find_components<'a, T: Trace>(s: &'a str, url: &mut Parsed<'a>, trace: &mut LocatedTrace<'_, T>) {
    // 1, 2, 3. [See `begin_parsing`; the caller has preprocessed s.]
    // 4. If s begins with two or more "\", follow the steps to parse a UNC path.
    if let [b'\\', b'\\', ..] = s.as_bytes() {
        trace.step(manakai::PARSING_4, s, None);
        *url = url_path::manakai::parse_unc_path(s, &mut trace.on(s));
        return;
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
            url.invalid = Some(rejection);
            return parse_hierarchical(s, url, trace);
        }
    };
    let scheme_is = |name: &str| scheme.eq_ignore_ascii_case(name);
    if let [letter] = scheme.as_bytes()
        && letter.is_ascii_alphabetic()
    {
        // 8. If there is the scheme and it consists of an ASCII letter, follow the steps to parse a drive
        // URL.
        let drive = url_path::manakai::parse_drive_url(scheme, s, &mut trace.on(whole));
        trace.step(manakai::PARSING_8, scheme, drive.scheme.as_deref());
        *url = Parsed { hierarchical: true, ..drive };
        return;
    } else if scheme_is("file") {
        // 9. Otherwise, if it is "file", follow the steps to parse a file: URL.
        trace.step(manakai::PARSING_9, scheme, None);
        *url = url_path::manakai::parse_file_url(s, &mut trace.on(s));
        // NOTE: hierarchicalness 2.2: a URL is hierarchical if its scheme is "file".
        trace.visited(manakai::HIERARCHICALNESS_2_2, scheme);
        url.hierarchical = true;
    } else if scheme_is("mailto") {
        // 10. Otherwise, if it is "mailto", follow the steps to parse a mailto: URL.
        trace.step(manakai::PARSING_10, scheme, None);
        *url = url_path::manakai::parse_mailto_url(s, &mut trace.on(s));
    } else if !url_scheme::manakai::is_not_hierarchical(scheme) && s.starts_with(['/', '\\']) {
        // 11. Otherwise, if s or url is hierarchical, follow the steps for parsing a URL of [url-spec].
        // NOTE: hierarchicalness 2.1: a URL is hierarchical if its scheme is not "not hierarchical" and a
        // slash follows.
        trace.visited(manakai::HIERARCHICALNESS_2_1, scheme);
        trace.step(manakai::PARSING_11, scheme, None);
        parse_hierarchical(s, url, trace);
    } else if !url_scheme::manakai::is_not_hierarchical(scheme) {
        // 12. Otherwise [...] split off the fragment and the query. 13. Let the path of url be s.
        *url = url_path::manakai::parse_not_hierarchical(s, &mut trace.on(s));
    } else {
        // 13. Let the path of url be s.
        *url = url_path::manakai::parse_path_alone(s, &mut trace.on(s));
    }
    url.scheme = Some(scheme.into());
}

/// Parses the text after the scheme by section 3 of draft-abarth-url-01, as the manakai document amends it.
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
        // NOTE: an empty authority before a path results from three slashes. Such a URL has an empty host,
        // and neither user nor port.
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

/// Spec: manakai#resolution-1, manakai#resolution-2, manakai#resolution-3, manakai#resolution-4
/// Spec: manakai#resolution-5
fn begin_resolving<T: Trace>(relative_url: &str, base_is_invalid: Option<bool>, trace: &mut T) {
    let whole = Span::whole(relative_url);
    // 1. Let relative-url be the given string.
    trace.visited(manakai::RESOLUTION_1, whole);
    // 2. Let base-url be the given parsed URL.
    // NOTE: if none is given, by reading M14 it is the URL that relative-url is parsed into.
    match base_is_invalid {
        Some(_) => trace.visited(manakai::RESOLUTION_2, whole),
        None => trace.step_by_reading("M14", manakai::RESOLUTION_2, whole, relative_url, None),
    }
    // 3. Let resolved-url be a parsed URL.
    trace.visited(manakai::RESOLUTION_3, whole);
    // 4. If base-url is /invalid/:
    if !trace.decide(manakai::RESOLUTION_4, whole, relative_url, base_is_invalid == Some(true)) {
        // 5. Invoke the steps to preprocess a string with relative-url as s.
        trace.visited(manakai::RESOLUTION_5, whole);
    }
}

/// Resolves `s` against `base_url`. At the start, `resolved_url` is the result of parsing `s`. If the
/// document tests for an authority, the code tests for a host, as the tests of the document's author require.
///
/// Spec: manakai#resolution
fn resolve<'a, T: Trace>(
    s: &'a str,
    resolved_url: &mut Parsed<'a>,
    base_url: &Parsed<'a>,
    trace: &mut LocatedTrace<'_, T>,
) {
    // 1, 2, 3, 5. [See `begin_resolving`; the caller has preprocessed the string.]
    // 4. If base-url is /invalid/, set the /invalid/ flag of resolved-url and return it.
    if base_url.invalid.is_some() {
        let rejection = trace.reject_base(Reason::InvalidBase, manakai::RESOLUTION_4);
        *resolved_url = Parsed::from_rejection(rejection);
        return;
    }
    // 6. If relative-url is the empty string:
    if s.is_empty() {
        // 6.1. Let resolved-url be base-url.
        take_base(manakai::RESOLUTION_6_1, resolved_url, base_url, trace);
        // 6.2. Remove the fragment component from resolved-url, if any.
        resolved_url.fragment = None;
        trace.removes(manakai::RESOLUTION_6_2, base_url.fragment.as_ref(), s);
        // 6.3. Return resolved-url.
        return trace.visited(manakai::RESOLUTION_6_3, s);
    }
    // 7. Invoke the steps to parse a URL with [relative-url] as s. Let resolved-url be the result.
    // NOTE: the caller has already done this, and passes the result.
    // 8. If resolved-url is /invalid/ (i.e. does not have the scheme):
    if resolved_url.invalid.is_some() {
        // 8.1. Invoke the steps to resolve a relative URL with resolved-url and base-url.
        trace.step(manakai::RESOLUTION_8_1, s, None);
        resolve_relative(s, resolved_url, base_url, trace);
        // 8.2. Return resolved-url.
        return trace.visited(manakai::RESOLUTION_8_2, s);
    }
    // 9. Otherwise, if base-url is hierarchical and the schemes match ASCII case-insensitively:
    let schemes = resolved_url.scheme.as_deref().zip(base_url.scheme.as_deref());
    if base_url.hierarchical && schemes.is_some_and(|(one, other)| one.eq_ignore_ascii_case(other)) {
        // 9.1. If resolved-url only contains the scheme:
        let Parsed { host, path, query, fragment, .. } = &*resolved_url;
        let has_path = path.as_deref().is_some_and(|path| !path.is_empty());
        if host.is_none() && !has_path && query.is_none() && fragment.is_none() {
            trace.step(manakai::RESOLUTION_9_1, s, None);
            // 9.1.1. Let resolved-url be base-url.
            take_base(manakai::RESOLUTION_9_1_1, resolved_url, base_url, trace);
            // 9.1.2. Remove the fragment component from resolved-url, if any.
            resolved_url.fragment = None;
            trace.removes(manakai::RESOLUTION_9_1_2, base_url.fragment.as_ref(), s);
            // 9.1.3. Return resolved-url.
            return trace.visited(manakai::RESOLUTION_9_1_3, s);
        }
        // 9.2. Invoke the steps to resolve a relative URL with resolved-url and base-url.
        trace.step(manakai::RESOLUTION_9_2, s, None);
        resolve_relative(s, resolved_url, base_url, trace);
        // 9.3. Return resolved-url.
        return trace.visited(manakai::RESOLUTION_9_3, s);
    }
    // 10. Otherwise, if resolved-url is hierarchical, and resolved-url has the path:
    if resolved_url.hierarchical {
        // 10.1. If the scheme is "file", percent-decode any %2F and %5C in the path.
        // 10.2. Invoke the steps to remove dot-segments with the path.
        let decode = has_file_scheme(resolved_url).then_some(manakai::RESOLUTION_10_1);
        if let Some(path) = &mut resolved_url.path {
            normalize_slashes_and_dots(path, decode, manakai::RESOLUTION_10_2, trace);
        }
    }
    // 11. Return resolved-url.
    trace.visited(manakai::RESOLUTION_11, s);
}

/// Spec: manakai#relative-resolution
fn resolve_relative<'a, T: Trace>(
    s: &'a str,
    resolved_url: &mut Parsed<'a>,
    base_url: &Parsed<'a>,
    trace: &mut LocatedTrace<'_, T>,
) {
    // 1. If base-url is not hierarchical, set the /invalid/ flag of resolved-url and return it.
    if trace.decide(manakai::RELATIVE_RESOLUTION_1, s, !base_url.hierarchical) {
        let rejection = Rejection::new(Reason::OpaqueBase, manakai::RELATIVE_RESOLUTION_1, Span::whole(s));
        trace.step(manakai::RELATIVE_RESOLUTION_1, s, None);
        *resolved_url = Parsed::from_rejection(trace.place(s, rejection));
        return;
    }
    // NOTE: steps 2.1, 3.1, 4.1, 5.1 and 6.1 are the same step, which runs once here.
    resolved_url.scheme.clone_from(&base_url.scheme);
    // The document does not say so, but a resolved URL is hierarchical if its base is hierarchical.
    resolved_url.invalid = None;
    resolved_url.hierarchical = true;
    // 2. If resolved-url has the authority:
    if resolved_url.host.is_some() {
        trace.step(manakai::RELATIVE_RESOLUTION_2, s, None);
        // 2.1. Let the scheme of resolved-url be the scheme of base-url.
        trace.step_on(manakai::RELATIVE_RESOLUTION_2_1, resolved_url.scheme.as_ref());
        resolve_path_after_authority(resolved_url, trace);
        return trace.visited(manakai::RELATIVE_RESOLUTION_7, s);
    }
    let is_file = has_file_scheme(resolved_url);
    let path = resolved_url.path.get_or_insert_default();
    // 3. Otherwise, if there is the path in resolved-url and it begins with a slash character:
    if path.starts_with(['/', '\\']) {
        trace.step(manakai::RELATIVE_RESOLUTION_3, s, None);
        // 3.1. Let the scheme of resolved-url be the scheme of base-url.
        trace.step_on(manakai::RELATIVE_RESOLUTION_3_1, resolved_url.scheme.as_ref());
        // 3.2. Let the authority of resolved-url be the authority of base-url.
        trace.take_authority(manakai::RELATIVE_RESOLUTION_3_2, resolved_url, base_url);
        // 3.3. If the scheme is "file", percent-decode any %2F and %5C in the path.
        // 3.4. Invoke the steps to remove dot-segments with the path.
        let decode = is_file.then_some(manakai::RELATIVE_RESOLUTION_3_3);
        if let Some(path) = &mut resolved_url.path {
            normalize_slashes_and_dots(path, decode, manakai::RELATIVE_RESOLUTION_3_4, trace);
        }
    // 4. Otherwise, if there is no path (either empty or missing) but there is the query:
    } else if path.is_empty() && resolved_url.query.is_some() {
        trace.step(manakai::RELATIVE_RESOLUTION_4, s, None);
        // 4.1. Let the scheme of resolved-url be the scheme of base-url.
        trace.step_on(manakai::RELATIVE_RESOLUTION_4_1, resolved_url.scheme.as_ref());
        // 4.2. Let the authority of resolved-url be the authority of base-url.
        trace.take_authority(manakai::RELATIVE_RESOLUTION_4_2, resolved_url, base_url);
        // 4.3. Let the path of resolved-url be the path of base-url.
        resolved_url.path.clone_from(&base_url.path);
        trace.step_on(manakai::RELATIVE_RESOLUTION_4_3, resolved_url.path.as_ref());
    // 5. Otherwise, if there is no path (either empty or missing) but there is the fragment:
    } else if path.is_empty() && resolved_url.fragment.is_some() {
        trace.step(manakai::RELATIVE_RESOLUTION_5, s, None);
        // 5.1. Let the scheme of resolved-url be the scheme of base-url.
        trace.step_on(manakai::RELATIVE_RESOLUTION_5_1, resolved_url.scheme.as_ref());
        // 5.2. Let the authority of resolved-url be the authority of base-url.
        trace.take_authority(manakai::RELATIVE_RESOLUTION_5_2, resolved_url, base_url);
        // 5.3. Let the path of resolved-url be the path of base-url.
        resolved_url.path.clone_from(&base_url.path);
        trace.step_on(manakai::RELATIVE_RESOLUTION_5_3, resolved_url.path.as_ref());
        // 5.4. Let the query of resolved-url be the query of base-url.
        resolved_url.query.clone_from(&base_url.query);
        trace.step_on(manakai::RELATIVE_RESOLUTION_5_4, resolved_url.query.as_ref());
    // 6. Otherwise:
    } else {
        trace.step(manakai::RELATIVE_RESOLUTION_6, s, None);
        // 6.1. Let the scheme of resolved-url be the scheme of base-url.
        trace.step_on(manakai::RELATIVE_RESOLUTION_6_1, resolved_url.scheme.as_ref());
        // 6.2. Let the authority of resolved-url be the authority of base-url.
        trace.take_authority(manakai::RELATIVE_RESOLUTION_6_2, resolved_url, base_url);
        // 6.3. Let r_path be the path of resolved-url.
        let mut r_path = resolved_url.path.take().unwrap_or_default();
        trace.visited(manakai::RELATIVE_RESOLUTION_6_3, &r_path);
        // 6.4. Let b_path be the path of base-url.
        let missing = Text::built("", r_path.origin());
        let mut b_path = base_url.path.as_ref().unwrap_or(&missing);
        trace.visited(manakai::RELATIVE_RESOLUTION_6_4, b_path);
        // 6.5. If the scheme is "file":
        if is_file {
            // 6.5.1. Percent-decode any %2F and %5C in r_path.
            decode_escaped_slashes(&mut r_path, manakai::RELATIVE_RESOLUTION_6_5_1, trace);
            // 6.5.2. If r_path begins with a drive specification:
            if url_path::manakai::starts_with_drive(&r_path) {
                trace.step(manakai::RELATIVE_RESOLUTION_6_5_2, &r_path, None);
                // 6.5.2.1. Remove the authority of resolved-url.
                trace.removes(manakai::RELATIVE_RESOLUTION_6_5_2_1, resolved_url.host.as_ref(), &r_path);
                resolved_url.take_authority_of(&Parsed::default());
                // 6.5.2.2. Let b_path be the empty string.
                trace.step(manakai::RELATIVE_RESOLUTION_6_5_2_2, b_path, Some(""));
                b_path = &missing;
            }
        }
        // 6.6. Invoke the steps to merge path with r_path and b_path.
        let merged = url_path::manakai::merge_path(&r_path, b_path, &mut trace.on(&r_path));
        trace.step(manakai::RELATIVE_RESOLUTION_6_6, &r_path, Some(&merged));
        // 6.7. Invoke the steps to remove dot-segments with r_path.
        let section = manakai::RELATIVE_RESOLUTION_6_7;
        r_path = Text::built(merged, r_path.origin());
        normalize_slashes_and_dots(&mut r_path, None, section, trace);
        // 6.8. Let the path of resolved-url be r_path.
        trace.visited(manakai::RELATIVE_RESOLUTION_6_8, &r_path);
        resolved_url.path = Some(r_path);
    }
    // 7. Return resolved-url.
    trace.visited(manakai::RELATIVE_RESOLUTION_7, s);
}

/// Spec: manakai#relative-resolution-2.2, manakai#relative-resolution-2.3
fn resolve_path_after_authority<T: Trace>(resolved_url: &mut Parsed<'_>, trace: &mut LocatedTrace<'_, T>) {
    let is_file = has_file_scheme(resolved_url);
    // 2.2. If there is the path in resolved-url:
    // 2.2.1. If the scheme is "file", percent-decode any %2F and %5C in the path.
    // 2.2.2. Invoke the steps to remove dot-segments with the path.
    let decode = is_file.then_some(manakai::RELATIVE_RESOLUTION_2_2_1);
    let path = resolved_url.path.get_or_insert_default();
    normalize_slashes_and_dots(path, decode, manakai::RELATIVE_RESOLUTION_2_2_2, trace);
    // 2.3. If there is the authority and the scheme is "file", let the host be the authority and remove the
    // user, password, and port.
    if is_file && let Some(authority) = resolved_url.authority.clone() {
        trace.step(manakai::RELATIVE_RESOLUTION_2_3, &authority, Some(&authority));
        resolved_url.host = Some(authority);
        (resolved_url.user, resolved_url.password, resolved_url.port) = (None, None, None);
    }
}

/// Spec: manakai#resolution-6.1, manakai#resolution-9.1.1
fn take_base<'a, T: Trace>(
    section: Section,
    url: &mut Parsed<'a>,
    base_url: &Parsed<'a>,
    trace: &mut LocatedTrace<'_, T>,
) {
    url.clone_from(base_url);
    for component in Component::ALL {
        trace.step_on(section, base_url.part(component));
    }
}

/// Spec: manakai#resolution-10.2, manakai#relative-resolution-2.2.2, manakai#relative-resolution-3.4
/// Spec: manakai#relative-resolution-6.7
fn normalize_slashes_and_dots<T: Trace>(
    path: &mut Text<'_>,
    decode: Option<Section>,
    remove: Section,
    trace: &mut LocatedTrace<'_, T>,
) {
    if let Some(section) = decode {
        decode_escaped_slashes(path, section, trace);
    }
    trace.rewrite(path, |path, on| {
        let removed = match &path {
            Cow::Borrowed(path) => Some(url_path::manakai::remove_dot_segments_traced(path, on)),
            Cow::Owned(path) => match url_path::manakai::remove_dot_segments_traced(path, on) {
                Cow::Owned(removed) => Some(Cow::Owned(removed)),
                Cow::Borrowed(_) => None,
            },
        };
        if T::ENABLED {
            // Reports the path as it is after step 1 of "Remove dot-segments".
            let now = removed.as_deref().unwrap_or(&path);
            on.change(remove, Span::whole(&path), &path.replace('\\', "/"), now);
        }
        removed.unwrap_or(path)
    });
}

/// Spec: manakai#resolution-10.1, manakai#relative-resolution-6.5.1
fn decode_escaped_slashes<T: Trace>(path: &mut Text<'_>, section: Section, trace: &mut LocatedTrace<'_, T>) {
    trace.rewrite(path, |path, on| {
        on.rewrite(section, Span::whole(&path), path, url_path::manakai::decode_escaped_slashes)
    });
}

/// Spec: manakai#resolution-10.1
fn has_file_scheme(url: &Parsed<'_>) -> bool {
    url.scheme.as_deref().is_some_and(|scheme| scheme.eq_ignore_ascii_case("file"))
}
