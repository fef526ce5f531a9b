//! Parsing a Web address. Implements connolly "Parsing Web addresses".
//!
//! Outside the specs: `show_change`.

use url_authority::connolly::differs_from_default;
use url_core::{
    Connolly, Event, Found, NoTrace, Parsed, Reason, Report, Rfc3986, Section, Span, Text, Trace, in_bounds,
    sections::connolly,
};
use url_path::rfc3986::PathForm;
use url_preprocess::connolly::{escape_brackets, escape_non_uri_characters, escape_number_signs};

use crate::{
    located_trace::{LocatedTrace, MappedText},
    rfc3986::parse::parse_uri_reference,
    spec::Result,
};

/// Every component is a substring of `w`: step 8 decodes exactly what steps 2 to 5 escape (reading C2).
///
/// Spec: connolly#parsing-urls
pub(super) fn parse<'a, T: Trace>(w: &'a str, trace: &mut LocatedTrace<'_, T>) -> Result<Parsed<'a>> {
    // 1. Strip leading and trailing space characters from w.
    // NOTE: the caller has already done this.
    // 2. Percent-encode all non-URI characters in w.
    // 3. If w begins with [a scheme and "://", or "//"], percent-encode any square brackets after [the authority].
    // 4. Otherwise, percent-encode all left and right square brackets.
    // 5. Percent-encode all occurrences of U+0023 (Number sign, "#") after the first.
    let escaped = if T::ENABLED { show_escaped(w, trace) } else { String::new() };
    // 6. Parse w using the grammar in RFC 3986.
    trace.step(connolly::PARSING_URLS_6, w, None);
    // FAST: without a trace, nothing is escaped. Instead the grammar also accepts the characters that these
    // steps would escape.
    let parsed =
        if T::ENABLED { match_escaped(w, &escaped, trace) } else { parse_uri_reference(Connolly, w, trace) };
    match parsed {
        // 7. If w doesn't match the <URI-reference> production, then parsing the Web address fails with an error.
        Err(rejection) => {
            if rejection.reason == Reason::ColonInFirstSegment {
                trace.step_by_reading("C12", connolly::PARSING_URLS_7, w, None);
            } else {
                trace.step(connolly::PARSING_URLS_7, w, None);
            }
            Err(rejection)
        }
        // 8. Otherwise, parsing w was successful; the components of the Web address are substrings of w.
        Ok((parsed, form)) => {
            if T::ENABLED {
                show_components(w, &escaped, &parsed, form, trace);
            }
            Ok(parsed)
        }
    }
}

/// Spec: connolly#parsing-urls-2, connolly#parsing-urls-3, connolly#parsing-urls-4, connolly#parsing-urls-5
#[cold]
fn show_escaped<T: Trace>(w: &str, trace: &mut LocatedTrace<'_, T>) -> String {
    // Text that a step built is located at the whole of w.
    let mut on = trace.on(w);
    let on = &mut on.at(Span::whole(w));
    let escaped = escape_non_uri_characters(w);
    show_change(Some("C3"), connolly::PARSING_URLS_2, w, &escaped, on);
    let scanned = url_scheme::rfc3986::scan_scheme(&escaped, &mut NoTrace);
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

/// Matches `escaped`, and returns the decoded matches, which are slices of `w`.
///
/// Spec: connolly#parsing-urls-6, connolly#parsing-urls-8
#[cold]
fn match_escaped<'a, T: Trace>(
    w: &'a str,
    escaped: &str,
    trace: &mut LocatedTrace<'_, T>,
) -> Result<(Parsed<'a>, PathForm)> {
    let decoded = |span: Span| {
        // Each escape represents one byte of `w`.
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
    let matched =
        parse_uri_reference(Rfc3986, escaped, &mut LocatedTrace::new(&mut unescaped, &mapped, None));
    let Ok((matched, form)) = matched else {
        // Errors refer to `w`, which is therefore parsed again.
        let mapped = MappedText::unchanged(w);
        let of_given = parse_uri_reference(Connolly, w, &mut LocatedTrace::new(&mut NoTrace, &mapped, None));
        return of_given.map_err(|rejection| trace.place(w, rejection));
    };
    let slice = |part: &str| Some(Text::from(decoded(Span::locate(part, escaped)?).of(w)));
    let authority = matched.authority.as_deref().and_then(slice);
    let parsed = Parsed::from_parts(|component| matched.get(component).and_then(slice));
    Ok((Parsed { authority, hierarchical: matched.hierarchical, ..parsed }, form))
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
    // 8. The substring which matched is identified; then any percent-encoded characters in that substring are decoded.
    let (section, whole) = (connolly::PARSING_URLS_8, Span::whole(w));
    if w.contains('%') {
        trace.on(w).step_by_reading("C2", section, whole, escaped, Some(w));
    } else {
        trace.on(w).step(section, whole, escaped, Some(w));
    }
    // 8.1. <scheme>
    trace.step_on(connolly::PARSING_URLS_8_1, parsed.scheme.as_ref());
    // 8.2. <host>
    trace.step_on(connolly::PARSING_URLS_8_2, parsed.host.as_ref());
    // 8.3. <port>
    trace.step_on(connolly::PARSING_URLS_8_3, parsed.port.as_ref());
    // 8.4. <hostport>
    if let Some(hostport) = hostport(w, parsed.scheme.as_deref(), host, port) {
        let section = connolly::PARSING_URLS_8_4;
        if parsed.scheme.is_some() && port.is_some() {
            trace.step_by_reading("C8", section, hostport, Some(hostport));
        } else {
            trace.step(section, hostport, Some(hostport));
        }
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
pub(crate) fn hostport<'a>(
    w: &'a str,
    scheme: Option<&str>,
    host: Option<Span>,
    port: Option<Span>,
) -> Option<&'a str> {
    // 8.4. If there is a <scheme> component and a <port> component and the port given by the <port> component is different
    // than the default port defined for the protocol given by the <scheme> component, then <hostport> is the decoded
    // substring that starts with the host and ends with the port. Otherwise, it is the same as the <host> component.
    let host = host?;
    if let (Some(scheme), Some(port)) = (scheme, port)
        && differs_from_default(port.of(w), url_scheme::manakai::default_port(scheme))
    {
        return Some(Span { start: host.start, end: port.end }.of(w));
    }
    Some(host.of(w))
}

/// Spec: connolly#parsing-urls-8.8
pub(crate) fn host_specific(w: &str, host: Option<Span>, port: Option<Span>) -> &str {
    // 8.8. The decoded substring that follows the decoded substring matched by the <authority> production, or the whole
    // string if the <authority> production wasn't matched.
    // NOTE: the authority ends with its port, or its host.
    let end_of_authority = port.or(host).map_or(0, |last| last.end as usize);
    in_bounds(w.get(end_of_authority..))
}
