//! Parsing and resolution in "Web addresses in HTML 5", composed from the crates for each part of a URL, such
//! as `url-host`. The draft defines no canonicalization, so the profile returns the resolved URL unchanged.
//!
//! Helpers, not in a spec: `parsing`, `show_change`.

mod addresses;

use std::borrow::Cow;

use url_authority::connolly::differs_from_default;
use url_core::{
    Components, Connolly, Event, Found, NoTrace, Parsed, Reason, Rejection, Report, Rfc3986, Section, Span,
    Text, Trace, in_bounds,
    sections::{connolly, rfc3986},
};
use url_path::rfc3986::PathForm;
use url_preprocess::connolly::{escape_brackets, escape_non_uri_characters, escape_number_signs};
use url_serialize::write_components;

pub use addresses::{WebAddressParts, document_base, is_absolute, is_valid, web_address_parts};

use crate::{
    Entry, Input, LocatedTrace, MappedText, Result, Spec,
    rfc3986::{check_base, parse_uri_reference, show_base, transform_reference},
    usual::Usual,
};

impl Spec for Connolly {
    const USUAL: Option<Usual> = Some(Usual { lowers_case: false, is_strict: true, concatenates: false });
    const SPLITS_USUAL: bool = true;

    fn parsing(self) -> Section {
        connolly::PARSING_URLS
    }

    /// Spec: connolly#absolute-url-1..4, connolly#absolute-url-9
    fn begin<T: Trace>(self, entry: Entry, input: &str, trace: &mut T) {
        if T::ENABLED && !matches!(entry, Entry::Parsing) {
            let whole = Span::whole(input);
            // 1. Let w be the Web address being resolved.
            trace.visited(connolly::ABSOLUTE_URL_1, whole);
            // 2. Let encoding be the character encoding of the Web address.
            trace.visited(connolly::ABSOLUTE_URL_2, whole);
            // 3. If encoding is UTF-16, then change it to UTF-8.
            // NOTE: `Encoding::for_label` does this.
            trace.visited(connolly::ABSOLUTE_URL_3, whole);
            // 4. If the algorithm was invoked with an absolute Web address to use as the base, let base be
            // that.
            trace.visited(connolly::ABSOLUTE_URL_4, whole);
            // 9. Parse w into its component parts.
            trace.visited(connolly::ABSOLUTE_URL_9, whole);
        }
    }

    /// Spec: connolly#parsing-urls-1
    fn preprocess<'a, T: Trace>(self, input: &'a str, trace: &mut T) -> Cow<'a, str> {
        Cow::Borrowed(url_preprocess::connolly::strip_space_characters(input, trace))
    }

    /// Spec: connolly#parsing-urls
    fn parse<'a, T: Trace>(self, s: &'a str, trace: &mut LocatedTrace<'_, T>) -> Parsed<'a> {
        let mut w_parts = Parsed::default();
        parse(s, &mut w_parts, trace).map_or_else(Parsed::from_rejection, |()| w_parts)
    }

    /// Spec: connolly#absolute-url
    fn resolve<'a, T: Trace>(
        self,
        input: Input<'_, 'a>,
        url: &mut Parsed<'a>,
        trace: &mut LocatedTrace<'_, T>,
    ) -> Result<()> {
        if let Err(rejection) = resolve(input, url, trace) {
            *url = Parsed::from_rejection(rejection);
        }
        Ok(())
    }

    /// Spec: rfc3986#component-recomposition
    fn serialize<T: Trace>(self, url: &Parsed<'_>, out: &mut String, trace: &mut T) -> Result<Components> {
        url_serialize::rfc3986::recompose(url, out, trace)
    }
}

/// Parses `w` into slices of `w`, because step 8 decodes what steps 2 to 5 escape (our interpretation C2).
/// Stores them in `w_parts`, which must be empty.
///
/// Spec: connolly#parsing-urls
fn parse<'a, T: Trace>(w: &'a str, w_parts: &mut Parsed<'a>, trace: &mut LocatedTrace<'_, T>) -> Result<()> {
    // 1. Strip leading and trailing space characters from w.
    // NOTE: the caller has already done this.
    // 2. Percent-encode all non-URI characters in w.
    // 3. If w begins with [a scheme and "://", or "//"], percent-encode any square brackets after [the
    // authority].
    // 4. Otherwise, percent-encode all left and right square brackets.
    // 5. Percent-encode all occurrences of U+0023 (Number sign, "#") after the first.
    let escaped = if T::ENABLED { show_escaped(w, trace) } else { String::new() };
    // 6. Parse w using the grammar in RFC 3986.
    trace.step(connolly::PARSING_URLS_6, w, None);
    // FAST: without a trace, nothing is escaped. Instead, the grammar also accepts the characters that steps
    // 2 to 5 would escape.
    let parsed = if T::ENABLED {
        match_escaped(w, &escaped, w_parts, trace)
    } else {
        parse_uri_reference(Connolly, w, w_parts, trace)
    };
    match parsed {
        // 7. If w doesn't match the <URI-reference> production, then parsing the Web address fails with an
        // error.
        Err(rejection) => {
            let reading = (rejection.reason == Reason::ColonInFirstSegment).then_some("C12");
            trace.step_by(reading, connolly::PARSING_URLS_7, w, None);
            Err(rejection)
        }
        // 8. Otherwise, parsing w was successful; the components of the Web address are substrings of w.
        Ok(form) => {
            if T::ENABLED {
                show_components(w, &escaped, w_parts, form, trace);
            }
            Ok(())
        }
    }
}

/// Spec: connolly#parsing-urls-2, connolly#parsing-urls-3, connolly#parsing-urls-4, connolly#parsing-urls-5
#[cold]
fn show_escaped<T: Trace>(w: &str, trace: &mut LocatedTrace<'_, T>) -> String {
    // The trace locates every escaped string at the whole of w, because escaping moves bytes.
    let mut on = trace.on(w);
    let on = &mut on.at(Span::whole(w));
    let escaped = escape_non_uri_characters(w);
    show_change(Some("C3"), connolly::PARSING_URLS_2, w, &escaped, on);
    let scanned = url_scheme::rfc3986::split_scheme(&escaped);
    let after_scheme = scanned.map_or(&*escaped, |(_, after_scheme)| after_scheme);
    let without_brackets = escape_brackets(&escaped, after_scheme);
    if after_scheme.starts_with("//") {
        // 3.1. A <scheme> component followed by "://". 3.2. "//".
        let begins = if scanned.is_some() { connolly::PARSING_URLS_3_1 } else { connolly::PARSING_URLS_3_2 };
        on.visited(begins, Span::default());
        show_change(Some("C11"), connolly::PARSING_URLS_3, &escaped, &without_brackets, on);
    } else {
        show_change(None, connolly::PARSING_URLS_4, &escaped, &without_brackets, on);
    }
    let made = escape_number_signs(&without_brackets);
    show_change(None, connolly::PARSING_URLS_5, &without_brackets, &made, on);
    made.into_owned()
}

/// Spec: connolly#parsing-urls-6, connolly#parsing-urls-8
#[cold]
fn match_escaped<'a, T: Trace>(
    w: &'a str,
    escaped: &str,
    w_parts: &mut Parsed<'a>,
    trace: &mut LocatedTrace<'_, T>,
) -> Result<PathForm> {
    let decoded = |span: Span| {
        // Each escape is three bytes long and represents one byte of `w`.
        let place = |end: u32| {
            let before = in_bounds(escaped.get(..end as usize));
            before.len().saturating_sub(2 * before.matches('%').count())
        };
        Span::new(place(span.start), place(span.end))
    };
    let mut on = trace.on(w);
    let mut unescaped = |event: Event<'_>| {
        let span = decoded(event.span());
        on.record(match event {
            Event::Found(found) => Event::Found(Found { span, text: span.of(w), ..found }),
            event => event.with_place(event.source(), span),
        });
    };
    let mapped = MappedText::unchanged(escaped);
    let mut matched = Parsed::default();
    let located = &mut LocatedTrace::new(&mut unescaped, &mapped, None);
    let Ok(form) = parse_uri_reference(Rfc3986, escaped, &mut matched, located) else {
        // Errors must refer to `w`, so `w` is parsed again without escapes.
        let mapped = MappedText::unchanged(w);
        let (no_trace, w_parts) = (&mut NoTrace, &mut Parsed::default());
        let located = &mut LocatedTrace::new(no_trace, &mapped, None);
        let of_given = parse_uri_reference(Connolly, w, w_parts, located);
        return of_given.map_err(|rejection| trace.place(w, rejection));
    };
    let slice = |part: &str| Some(Text::from(decoded(Span::locate(part, escaped)?).of(w)));
    let authority = matched.authority.as_deref().and_then(slice);
    let parsed = Parsed::from_parts(|component| matched.get(component).and_then(slice));
    *w_parts = Parsed { authority, hierarchical: matched.hierarchical, ..parsed };
    Ok(form)
}

fn show_change<T: Trace>(by: Option<&'static str>, section: Section, saw: &str, now: &str, trace: &mut T) {
    match by.filter(|_| now != saw) {
        Some(by) => trace.step_by_reading(by, section, Span::default(), saw, Some(now)),
        None => trace.change(section, Span::default(), saw, now),
    }
}

/// Spec: connolly#parsing-urls-8
#[cold]
fn show_components<T: Trace>(
    w: &str,
    escaped: &str,
    parsed: &Parsed<'_>,
    form: PathForm,
    trace: &mut LocatedTrace<'_, T>,
) {
    let span = |part: &Option<Text<'_>>| part.as_deref().and_then(|part| Span::locate(part, w));
    let (host, port) = (span(&parsed.host), span(&parsed.port));
    // 8. The substring which matched is identified; then any percent-encoded characters in that substring are
    // decoded.
    let reading = w.contains('%').then_some("C2");
    trace.step_by(reading, connolly::PARSING_URLS_8, Text::built(escaped, w), Some(w));
    // 8.1. <scheme>
    trace.step_on(connolly::PARSING_URLS_8_1, parsed.scheme.as_ref());
    // 8.2. <host>
    trace.step_on(connolly::PARSING_URLS_8_2, parsed.host.as_ref());
    // 8.3. <port>
    trace.step_on(connolly::PARSING_URLS_8_3, parsed.port.as_ref());
    // 8.4. <hostport>
    if let Some(hostport) = hostport(w, parsed.scheme.as_deref(), host, port) {
        let reading = (parsed.scheme.is_some() && port.is_some()).then_some("C8");
        trace.step_by(reading, connolly::PARSING_URLS_8_4, hostport, Some(hostport));
    }
    // 8.5. <path>
    trace.step_on(connolly::PARSING_URLS_8_5, parsed.path.as_ref());
    trace.visited(production(form), &parsed.path);
    // 8.6. <query>
    trace.step_on(connolly::PARSING_URLS_8_6, parsed.query.as_ref());
    // 8.7. <fragment>
    trace.step_on(connolly::PARSING_URLS_8_7, parsed.fragment.as_ref());
    // 8.8. <host-specific>
    let rest = host_specific(w, host, port);
    trace.step_by_reading("C13", connolly::PARSING_URLS_8_8, rest, Some(rest));
}

/// Spec: connolly#parsing-urls-8.5
fn production(form: PathForm) -> Section {
    match form {
        // 8.5.1. <path-abempty>
        PathForm::Abempty => connolly::PARSING_URLS_8_5_1,
        // 8.5.2. <path-absolute>
        PathForm::Absolute => connolly::PARSING_URLS_8_5_2,
        // 8.5.3. <path-noscheme>
        PathForm::Noscheme => connolly::PARSING_URLS_8_5_3,
        // 8.5.4. <path-rootless>
        PathForm::Rootless => connolly::PARSING_URLS_8_5_4,
        // 8.5.5. <path-empty>
        PathForm::Empty => connolly::PARSING_URLS_8_5_5,
    }
}

/// Spec: connolly#parsing-urls-8.4
fn hostport<'a>(w: &'a str, scheme: Option<&str>, host: Option<Span>, port: Option<Span>) -> Option<&'a str> {
    // 8.4. If there is a <scheme> component and a <port> component and the port given by the <port> component
    // is different than the default port defined for the protocol given by the <scheme> component, then
    // <hostport> is the decoded substring that starts with the host and ends with the port. Otherwise, it is
    // the same as the <host> component.
    let host = host?;
    if let (Some(scheme), Some(port)) = (scheme, port)
        && differs_from_default(port.of(w), url_scheme::manakai::default_port(scheme))
    {
        return Some(Span { start: host.start, end: port.end }.of(w));
    }
    Some(host.of(w))
}

/// Spec: connolly#parsing-urls-8.8
fn host_specific(w: &str, host: Option<Span>, port: Option<Span>) -> &str {
    // 8.8. The decoded substring that follows the decoded substring matched by the <authority> production, or
    // the whole string if the <authority> production wasn't matched.
    // NOTE: the authority ends with its port, or its host.
    let end_of_authority = port.or(host).map_or(0, |last| last.end as usize);
    in_bounds(w.get(end_of_authority..))
}

/// Spec: connolly#absolute-url
fn resolve<'a, T: Trace>(
    input: Input<'_, 'a>,
    w_parts: &mut Parsed<'a>,
    trace: &mut LocatedTrace<'_, T>,
) -> Result<()> {
    let Input { s: w, base, encoding } = input;
    // 1, 2, 3, 9. [See `Spec::begin`.]
    // 4. If the algorithm was invoked with an absolute Web address to use as the base, let base be that.
    check_base(base, trace)?;
    // 9. Parse w into its component parts.
    parse(w, w_parts, trace)?;
    // 10. If parsing w resulted in a <host> component, then replace [it with its percent-encoded octets
    // expanded].
    // 11. If any percent-encoded octets in that component are not valid UTF-8 sequences, then return an
    // error.
    // 12. Apply the IDNA ToASCII algorithm, with both the AllowUnassigned and UseSTD3ASCIIRules flags set.
    // 13. If ToASCII fails, then return an error.
    if let Some(host) = &mut w_parts.host {
        trace.try_rewrite(host, |host, on| url_host::connolly::host_to_ascii(host, on))?;
    }
    // 14. If parsing w resulted in a <path> component, then percent-encode each character that doesn't match.
    trace.rewrite_part(&mut w_parts.path, |path, on| url_path::connolly::escape_path(path, on));
    // 15. If parsing w resulted in a <query> component, then percent-encode each character that doesn't
    // match.
    trace
        .rewrite_part(&mut w_parts.query, |query, on| url_query::connolly::escape_query(query, encoding, on));
    // 16. Apply the algorithm described in RFC 3986 section 5.2 Relative Resolution, using w as the
    // potentially relative URI reference (R), and base as the base URI (Base).
    let has_authority = w_parts.host.is_some();
    let reading = is_strict(w_parts, base).then_some("C9");
    let given = whole_text::<T>(w_parts);
    trace.visited(connolly::ABSOLUTE_URL_16, w);
    show_base(base, trace);
    trace.visited(rfc3986::TRANSFORM_REFERENCES_1_1, w);
    transform_reference(w, w_parts, base, trace)?;
    let target = w_parts;
    let text = whole_text::<T>(target);
    let (given, whole) = (Text::built(given, w), Text::built(&text, w));
    trace.step_by(reading, connolly::ABSOLUTE_URL_16, given, Some(&text));
    // 17. Apply any relevant conformance criteria of RFC 3986 and RFC 3987, returning an error if
    // appropriate.
    // NOTE: the criterion of step 18 is the only one (our interpretation C10).
    let scheme = target.scheme.as_deref().unwrap_or_default();
    trace.step_by_reading("C10", connolly::ABSOLUTE_URL_17, &whole, None);
    // 18. If an absolute URI violates the restrictions specific to its scheme, e.g. a data: URI using the
    // "//" server-based naming authority syntax, then user agents are to treat this as an error instead.
    if target.host.is_some() && url_scheme::connolly::forbids_authority(scheme) {
        trace.step(connolly::ABSOLUTE_URL_18, &whole, None);
        // If `w` has no authority, the authority is that of the base.
        let host = target.host.as_ref().filter(|_| !has_authority);
        let (section, violating) = (connolly::ABSOLUTE_URL_18, host.map_or(w.into(), Text::from));
        let rejection = Rejection::new(Reason::SchemeWithoutAuthority, section, Span::whole(&violating));
        return Err(trace.place(violating, rejection));
    }
    // 19. Let result be the target URI (T) returned by the Relative Resolution algorithm.
    trace.step(connolly::ABSOLUTE_URL_19, &whole, Some(&text));
    let result = target;
    // 20. If result uses a scheme with a server-based naming authority, replace all U+005C REVERSE SOLIDUS
    // (\) characters in result with U+002F SOLIDUS (/) characters.
    let Parsed { scheme, user, password, host, path, query, fragment, .. } = result;
    let server_based = || scheme.as_deref().is_some_and(url_scheme::connolly::has_server_based_authority);
    for part in [user, password, host, path, query, fragment].into_iter().flatten() {
        // NOTE: only a component copied from the base can contain a backslash here.
        if part.contains('\\') && server_based() {
            let replaced = part.replace('\\', "/");
            trace.step_by_reading("C7", connolly::ABSOLUTE_URL_20, &*part, Some(&replaced));
            *part = Text::built(replaced, part.origin());
        }
    }
    // 21. Return result.
    trace.visited(connolly::ABSOLUTE_URL_21, w);
    Ok(())
}

/// Spec: connolly#absolute-url-19
fn whole_text<T: Trace>(url: &Parsed<'_>) -> String {
    let mut text = String::new();
    if T::ENABLED {
        // The error for a string that is too long is ignored, because the serializer returns it later.
        let _ = write_components(url, connolly::ABSOLUTE_URL, &mut text);
    }
    text
}

/// Returns true if the result depends on our interpretation C9, which treats a reference such as `http:g` as
/// absolute, and allows a base that is not hierarchical.
///
/// Spec: connolly#absolute-url-16
fn is_strict(w: &Parsed<'_>, base: Option<&Parsed<'_>>) -> bool {
    base.is_some_and(|base| match (&w.scheme, &base.scheme) {
        (Some(scheme), Some(of_base)) => scheme.eq_ignore_ascii_case(of_base) && w.host.is_none(),
        _ => !base.hierarchical,
    })
}
