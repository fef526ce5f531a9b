//! Parsing a Web address. Holds connolly "Parsing Web addresses".

use url_core::{Connolly, Parsed, Rejection, Span, Trace, sections::connolly};
use url_preprocess::connolly::{escape_brackets, escape_non_uri_characters, escape_number_signs};

use crate::{profiles::rfc3986::parse::parse_uri_reference, watch::Watch};

/// Parses `w`, from which step 1 has stripped the spaces already.
///
/// Every component is the decoded match in the escaped string, which is a substring of `w` itself (reading C2): what steps
/// 2 to 5 escape, and nothing else, step 8 decodes. So the grammar runs over `w`, and takes what they escape for escaped;
/// the escaped string is made for a trace only.
///
/// Spec: connolly#parsing-urls
pub(super) fn parse<'a, T: Trace>(w: &'a str, watch: &mut Watch<'_, T>) -> Result<Parsed<'a>, Rejection> {
    // 1. Strip leading and trailing space characters from w.
    // NOTE: the caller has done it.
    // 2. Percent-encode all non-URI characters in w.
    // 3. If w begins with [a scheme and "://", or "//"], percent-encode any square brackets after [the authority].
    // 4. Otherwise, percent-encode all left and right square brackets.
    // 5. Percent-encode all occurrences of U+0023 (Number sign, "#") after the first.
    // FAST: the grammar below does without the result.
    if T::ENABLED {
        show_escaped(w, watch);
    }
    // 6. Parse w using the grammar in RFC 3986.
    watch.step(connolly::PARSING_URLS_6, w, None);
    match parse_uri_reference::<Connolly, T>(w, watch) {
        // 7. If w doesn't match the <URI-reference> production, then parsing the Web address fails with an error.
        Err(rejection) => {
            watch.step(connolly::PARSING_URLS_7, w, None);
            Err(rejection)
        }
        // 8. Otherwise, parsing w was successful; the components of the Web address are substrings of w.
        Ok(parsed) => {
            watch.on(w).step_by_reading("C2", connolly::PARSING_URLS_8, Span::whole(w), w, None);
            Ok(parsed)
        }
    }
}

/// Reports steps 2 to 5.
///
/// Spec: connolly#parsing-urls-2, connolly#parsing-urls-3, connolly#parsing-urls-4, connolly#parsing-urls-5
#[cold]
fn show_escaped<T: Trace>(w: &str, watch: &mut Watch<'_, T>) {
    let span = Span::whole(w);
    let mut on = watch.on(w);
    let mut show = |reading: Option<&'static str>, section, saw: &str, now: &str| match reading {
        Some(reading) if now != saw => on.step_by_reading(reading, section, span, saw, Some(now)),
        _ => on.change(section, span, saw, now),
    };
    let escaped = escape_non_uri_characters(w);
    show(Some("C3"), connolly::PARSING_URLS_2, w, &escaped);
    let mut quiet = url_core::NoTrace;
    let after_scheme = url_scheme::rfc3986::scan_scheme(&escaped, &mut quiet)
        .map_or(&*escaped, |(_, after_scheme)| after_scheme);
    let has_authority = after_scheme.starts_with("//");
    let without_brackets = escape_brackets(&escaped, has_authority);
    let section = if has_authority { connolly::PARSING_URLS_3 } else { connolly::PARSING_URLS_4 };
    show(has_authority.then_some("C11"), section, &escaped, &without_brackets);
    let made = escape_number_signs(&without_brackets);
    show(None, connolly::PARSING_URLS_5, &without_brackets, &made);
}
