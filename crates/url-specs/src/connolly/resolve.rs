//! Resolving a Web address. Implements connolly "Resolving Web addresses".

use url_core::{
    Parsed, Reason, Rejection, Report, Span, Text, Trace,
    sections::{connolly, rfc3986},
};
use url_serialize::write_components;

use super::parse::parse;
use crate::{
    located_trace::LocatedTrace,
    rfc3986::resolve::{check_base, show_base, transform_reference},
    spec::{Input, Result},
};

/// Reports the steps before parsing `w`. The caller runs the first step of parsing.
///
/// Spec: connolly#absolute-url-1, connolly#absolute-url-2, connolly#absolute-url-3, connolly#absolute-url-4, connolly#absolute-url-9
pub(super) fn begin<T: Trace>(w: &str, trace: &mut T) {
    let whole = Span::whole(w);
    // 1. Let w be the Web address being resolved.
    trace.visited(connolly::ABSOLUTE_URL_1, whole);
    // 2. Let encoding be the character encoding of the Web address.
    trace.visited(connolly::ABSOLUTE_URL_2, whole);
    // 3. If encoding is UTF-16, then change it to UTF-8.
    // NOTE: `Encoding::for_label` does this.
    trace.visited(connolly::ABSOLUTE_URL_3, whole);
    // 4. If the algorithm was invoked with an absolute Web address to use as the base, let base be that.
    trace.visited(connolly::ABSOLUTE_URL_4, whole);
    // 9. Parse w into its component parts.
    trace.visited(connolly::ABSOLUTE_URL_9, whole);
}

/// Spec: connolly#absolute-url
pub(super) fn resolve<'a, T: Trace>(
    input: Input<'_, 'a>,
    trace: &mut LocatedTrace<'_, T>,
) -> Result<Parsed<'a>> {
    let Input { s: w, base, encoding } = input;
    // 1, 2, 3, 9. [See `begin`.]
    // 4. If the algorithm was invoked with an absolute Web address to use as the base, let base be that.
    check_base(base, trace)?;
    // 9. Parse w into its component parts.
    let mut w_parts = parse(w, trace)?;
    // 10. If parsing w resulted in a <host> component, then replace [it with its percent-encoded octets expanded].
    // 11. If any percent-encoded octets in that component are not valid UTF-8 sequences, then return an error.
    // 12. Apply the IDNA ToASCII algorithm, with both the AllowUnassigned and UseSTD3ASCIIRules flags set.
    // 13. If ToASCII fails, then return an error.
    if let Some(host) = w_parts.host {
        let to_ascii = trace.try_rewrite(host, |host, on| url_host::connolly::host_to_ascii(host, on));
        w_parts.host = Some(to_ascii?);
    }
    // 14. If parsing w resulted in a <path> component, then percent-encode each character that doesn't match.
    w_parts.path =
        w_parts.path.map(|path| trace.rewrite(path, |path, on| url_path::connolly::escape_path(path, on)));
    // 15. If parsing w resulted in a <query> component, then percent-encode each character that doesn't match.
    w_parts.query = w_parts.query.map(|query| {
        trace.rewrite(query, |query, on| url_query::connolly::escape_query(query, encoding, on))
    });
    // 16. Apply the algorithm described in RFC 3986 section 5.2 Relative Resolution, using w as the potentially relative URI
    // reference (R), and base as the base URI (Base).
    let has_authority = w_parts.host.is_some();
    let reading = is_strict(&w_parts, base).then_some("C9");
    let given = whole_text::<T>(&w_parts);
    show_base(base, trace);
    trace.visited(rfc3986::TRANSFORM_REFERENCES_1_1, w);
    let target = transform_reference(w, w_parts, base, trace)?;
    let text = whole_text::<T>(&target);
    let (given, whole) = (Text::built(given, w), Text::built(&text, w));
    match reading {
        Some(by) => trace.step_by_reading(by, connolly::ABSOLUTE_URL_16, given, Some(&text)),
        None => trace.step(connolly::ABSOLUTE_URL_16, given, Some(&text)),
    }
    // 17. Apply any relevant conformance criteria of RFC 3986 and RFC 3987, returning an error if appropriate.
    // NOTE: the criterion of step 18 is the only one (reading C10).
    let scheme = target.scheme.as_deref().unwrap_or_default();
    trace.step_by_reading("C10", connolly::ABSOLUTE_URL_17, &whole, None);
    // 18. If an absolute URI violates the restrictions specific to its scheme, e.g. a data: URI using the "//" server-based
    // naming authority syntax, then user agents are to treat this as an error instead.
    if target.host.is_some() && url_scheme::connolly::forbids_authority(scheme) {
        trace.step(connolly::ABSOLUTE_URL_18, &whole, None);
        // The authority comes from w or from the base.
        let host = target.host.as_ref().filter(|_| !has_authority);
        let (section, violating) = (connolly::ABSOLUTE_URL_18, host.map_or(w.into(), Text::from));
        let rejection = Rejection::new(Reason::SchemeWithoutAuthority, section, Span::whole(&violating));
        return Err(trace.place(violating, rejection));
    }
    // 19. Let result be the target URI (T) returned by the Relative Resolution algorithm.
    trace.step(connolly::ABSOLUTE_URL_19, &whole, Some(&text));
    let server_based = url_scheme::connolly::has_server_based_authority(scheme);
    let mut result = target;
    // 20. If result uses a scheme with a server-based naming authority, replace all U+005C REVERSE SOLIDUS (\) characters in
    // result with U+002F SOLIDUS (/) characters.
    if server_based {
        for part in [
            &mut result.user,
            &mut result.password,
            &mut result.host,
            &mut result.path,
            &mut result.query,
            &mut result.fragment,
        ] {
            *part = part.take().map(|part| replace_backslashes(part, trace));
        }
    }
    // 21. Return result.
    trace.visited(connolly::ABSOLUTE_URL_21, w);
    Ok(result)
}

/// Spec: connolly#absolute-url-19
fn whole_text<T: Trace>(url: &Parsed<'_>) -> String {
    let mut text = String::new();
    if T::ENABLED {
        // A string that is too long is rejected when it is serialized.
        let _ = write_components(url, connolly::ABSOLUTE_URL, &mut text);
    }
    text
}

/// The path and the query have no `\` at this point, unless they come from the base (reading C7).
///
/// Spec: connolly#absolute-url-20
fn replace_backslashes<'a, T: Trace>(part: Text<'a>, trace: &mut LocatedTrace<'_, T>) -> Text<'a> {
    if !part.contains('\\') {
        return part;
    }
    let replaced = part.replace('\\', "/");
    trace.step_by_reading("C7", connolly::ABSOLUTE_URL_20, &part, Some(&replaced));
    Text::built(replaced, part.origin())
}

/// Returns true if non-strict resolution would return a different result: for a reference with the scheme of
/// the base, and for a relative one under a base that is not hierarchical.
///
/// Spec: connolly#absolute-url-16
fn is_strict(w: &Parsed<'_>, base: Option<&Parsed<'_>>) -> bool {
    base.is_some_and(|base| match (&w.scheme, &base.scheme) {
        (Some(scheme), Some(of_base)) => scheme.eq_ignore_ascii_case(of_base) && w.host.is_none(),
        _ => !base.hierarchical,
    })
}
