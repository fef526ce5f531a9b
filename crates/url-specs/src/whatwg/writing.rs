//! Checks of URLs by the grammar that the URL Standard gives to authors, which is stricter than the parser.
//! Implements the section "URL writing", except for the parts in crates such as `url-host`.
//!
//! Helpers, not in a spec: `after_slashes`, `optional_port`, `split`, `part`, `optional`.

use url_authority::whatwg::check_url_port_string;
use url_core::{NoTrace, Reason, Rejection, Section, Span, in_bounds, sections::whatwg, whatwg::SchemeKind};
use url_host::whatwg::{check_valid_host_string, check_valid_opaque_host_string, scan_file_host, scan_host};
use url_path::whatwg::{
    check_opaque_path_url_string, check_path_absolute_non_authority_url_string,
    check_path_absolute_url_string, check_path_relative_url_string,
};
use url_query::whatwg::{check_url_fragment_string, check_url_query_string};
use url_scheme::whatwg::{is_special, split_scheme};

use crate::{Result, Serialized, check_len};

/// Checks that `input` is a valid URL string. A relative string is valid only if there is a `base` and the
/// string is valid for the scheme of that base.
///
/// # Errors
/// Returns the first violation: the reason, the definition that it breaks, and the byte range.
///
/// Spec: whatwg#valid-url-string
///
/// # Examples
/// ```
/// use url_core::{Whatwg, whatwg::Edition};
/// use url_specs::{parse, whatwg::check_valid_url_string};
/// let base = parse(Whatwg(Edition::Newest), "mailto:x")?;
/// assert!(check_valid_url_string("#y", Some(base.view())).is_ok());
/// assert!(check_valid_url_string("y", Some(base.view())).is_err());
/// # Ok::<(), url_core::Rejection>(())
/// ```
pub fn check_valid_url_string(input: &str, base: Option<Serialized<&str>>) -> Result<()> {
    check_len(url_core::Whatwg(url_core::whatwg::Edition::Newest), input, url_core::Source::Input)?;
    // Either a relative-URL-with-fragment string or an absolute-URL-with-fragment string.
    // NOTE: an absolute string starts with a URL-scheme string and U+003A (:). A relative string does not.
    match (split_scheme(input), base) {
        (Some((scheme, _)), _) => absolute_url_with_fragment_string(input, scheme),
        (None, Some(base)) => relative_url_with_fragment_string(input, base),
        (None, None) => Err(Rejection::new(Reason::MissingScheme, whatwg::VALID_URL_STRING, Span::default())),
    }
}

/// Spec: whatwg#absolute-url-with-fragment-string
fn absolute_url_with_fragment_string(input: &str, scheme: &str) -> Result<()> {
    // An absolute-URL string, optionally followed by U+0023 (#) and a URL-fragment string.
    let (url, fragment) = split(input, '#');
    absolute_url_string(url, scheme)?;
    optional(input, fragment, check_url_fragment_string)
}

/// Spec: whatwg#absolute-url-string, whatwg#url-scheme-string
fn absolute_url_string(input: &str, scheme: &str) -> Result<()> {
    let (before, query) = split(input, '?');
    let rest = in_bounds(before.get(scheme.len() + 1..));
    let found = match &*scheme.to_ascii_lowercase() {
        // A match for "file", U+003A (:), a scheme-relative-file-URL string.
        "file" => scheme_relative_file_url_string(rest),
        // A match for a special scheme, U+003A (:), a scheme-relative-special-URL string.
        scheme if is_special(scheme) => scheme_relative_special_url_string(rest),
        // No match for a special scheme, U+003A (:), and one of: a scheme-relative-URL string, a
        // path-absolute-non-authority-URL string, or an opaque-path-URL string.
        _ if rest.starts_with("//") => scheme_relative_url_string(rest),
        _ if rest.starts_with('/') => check_path_absolute_non_authority_url_string(rest),
        _ => check_opaque_path_url_string(rest),
    };
    found.map_err(|breach| breach.after(scheme.len() + 1))?;
    // Any optionally followed by U+003F (?) and a URL-query string.
    optional(input, query, check_url_query_string)
}

/// Spec: whatwg#relative-url-with-fragment-string
fn relative_url_with_fragment_string(input: &str, base: Serialized<&str>) -> Result<()> {
    let (url, fragment) = split(input, '#');
    // U+0023 (#) followed by a URL-fragment string, if base URL has an opaque path;
    if base.hierarchical {
        // otherwise, a relative-URL string, optionally followed by U+0023 (#) and a URL-fragment string.
        relative_url_string(url, base.scheme())?;
    } else if !url.is_empty() || fragment.is_none() {
        let section = whatwg::RELATIVE_URL_WITH_FRAGMENT_STRING;
        return Err(Rejection::new(Reason::OpaqueBase, section, Span::whole(url)));
    }
    optional(input, fragment, check_url_fragment_string)
}

/// Spec: whatwg#relative-url-string, whatwg#relative-url-string-1..3
/// Spec: whatwg#path-relative-scheme-less-url-string
fn relative_url_string(input: &str, base_scheme: &str) -> Result<()> {
    let (before, query) = split(input, '?');
    if before.starts_with("//") {
        // Switching on base URL's scheme:
        match base_scheme {
            // "file": a scheme-relative-file-URL string.
            "file" => scheme_relative_file_url_string(before),
            // A special scheme that is not "file": a scheme-relative-special-URL string.
            scheme if is_special(scheme) => scheme_relative_special_url_string(before),
            // Otherwise: a scheme-relative-URL string.
            _ => scheme_relative_url_string(before),
        }
    } else if before.starts_with('/') {
        // A path-absolute-non-authority-URL string,
        check_path_absolute_non_authority_url_string(before)
    } else {
        // a path-relative-scheme-less-URL string: a path-relative-URL string that does not start with a
        // URL-scheme string, followed by U+003A (:).
        // NOTE: a string that does is checked as an absolute string.
        check_path_relative_url_string(before)
    }?;
    // Any optionally followed by U+003F (?) and a URL-query string.
    optional(input, query, check_url_query_string)
}

/// Spec: whatwg#scheme-relative-special-url-string
fn scheme_relative_special_url_string(input: &str) -> Result<()> {
    // "//", followed by a valid host string,
    let rest = after_slashes(input, whatwg::SCHEME_RELATIVE_SPECIAL_URL_STRING)?;
    let (host, rest) = rest.split_at(scan_host(rest, SchemeKind::NotSpecial, &mut NoTrace));
    part(input, host, check_valid_host_string)?;
    // optionally followed by U+003A (:) and a URL-port string,
    let path = optional_port(input, rest)?;
    // optionally followed by a path-absolute-URL string.
    optional(input, (!path.is_empty()).then_some(path), check_path_absolute_url_string)
}

/// Spec: whatwg#scheme-relative-url-string
fn scheme_relative_url_string(input: &str) -> Result<()> {
    // "//", followed by an opaque-host-and-port string,
    let rest = after_slashes(input, whatwg::SCHEME_RELATIVE_URL_STRING)?;
    let path = opaque_host_and_port_string(input, rest)?;
    // optionally followed by a path-absolute-URL string.
    optional(input, (!path.is_empty()).then_some(path), check_path_absolute_url_string)
}

/// Spec: whatwg#opaque-host-and-port-string
fn opaque_host_and_port_string<'a>(input: &str, rest: &'a str) -> Result<&'a str> {
    // Either the empty string
    if rest.is_empty() || rest.starts_with('/') {
        return Ok(rest);
    }
    // or a valid opaque-host string,
    let (host, rest) = rest.split_at(scan_host(rest, SchemeKind::NotSpecial, &mut NoTrace));
    part(input, host, check_valid_opaque_host_string)?;
    // optionally followed by U+003A (:) and a URL-port string.
    optional_port(input, rest)
}

/// Spec: whatwg#scheme-relative-file-url-string
fn scheme_relative_file_url_string(input: &str) -> Result<()> {
    // "//", optionally followed by one of:
    let rest = after_slashes(input, whatwg::SCHEME_RELATIVE_FILE_URL_STRING)?;
    // a valid host string, optionally followed by a path-absolute-URL string;
    let (host, path) = rest.split_at(scan_file_host(rest));
    optional(input, (!host.is_empty()).then_some(host), check_valid_host_string)?;
    // a path-absolute-URL string.
    optional(input, (!path.is_empty()).then_some(path), check_path_absolute_url_string)
}

pub(crate) fn after_slashes(input: &str, section: Section) -> Result<&str> {
    let missing = || Rejection::new(Reason::SlashesMissing, section, Span::default());
    input.strip_prefix("//").ok_or_else(missing)
}

fn optional_port<'a>(input: &str, rest: &'a str) -> Result<&'a str> {
    let Some(after) = rest.strip_prefix(':') else { return Ok(rest) };
    let (port, path) = after.find('/').map_or((after, ""), |at| after.split_at(at));
    part(input, port, check_url_port_string)?;
    Ok(path)
}

/// Splits `input` at the first `delimiter`, which never occurs in the valid component before it.
pub(crate) fn split(input: &str, delimiter: char) -> (&str, Option<&str>) {
    input.split_once(delimiter).map_or((input, None), |(before, after)| (before, Some(after)))
}

/// Checks `part`, a slice of `input`. Converts the span of an error to `input`.
pub(crate) fn part(input: &str, part: &str, check: fn(&str) -> Result<()>) -> Result<()> {
    let start = Span::locate(part, input).unwrap_or_default().start as usize;
    check(part).map_err(|breach| breach.after(start))
}

pub(crate) fn optional(input: &str, optional: Option<&str>, check: fn(&str) -> Result<()>) -> Result<()> {
    optional.map_or(Ok(()), |text| part(input, text, check))
}
