//! Checks of URLs by the grammar that the spec gives to authors, which is stricter than the parser.
//! Implements webspecs "Authoring Requirements", except for the parts in crates such as `url-host`.

use url_authority::webspecs::{check_port, check_userinfo};
use url_core::{
    NoTrace, Reason, Rejection, Source, Span, Webspecs, in_bounds, sections::webspecs, whatwg::SchemeKind,
};
use url_host::{webspecs::check_host, whatwg::scan_host};
use url_path::webspecs::{check_absolute_path_relative_url, check_path_relative_url, check_scheme_data};
use url_query::webspecs::{check_fragment, check_query};
use url_scheme::{webspecs::is_relative_scheme, whatwg::split_scheme};

use crate::{
    Result, check_len,
    whatwg::writing::{after_slashes, optional, part, split},
};

/// Checks that `input` is a URL that the spec permits authors to write. If `has_base` is true, `input` may be
/// a relative URL.
///
/// # Errors
/// Returns the first violation: the reason, the requirement that it breaks, and the byte range.
///
/// Spec: webspecs#url-writing-3, webspecs#url-writing-8
///
/// # Examples
/// ```
/// use url_specs::webspecs::check_url;
/// assert!(
///     check_url("https://u:p@a.test/b?c#d", false).is_ok()
///         && check_url("https://a.test/b:c", false).is_err()
/// );
/// ```
pub fn check_url(input: &str, has_base: bool) -> Result<()> {
    check_len(Webspecs, input, Source::Input)?;
    // Either a relative URL or an absolute URL, optionally followed by "#" and a fragment.
    let (url, fragment) = split(input, '#');
    match split_scheme(url) {
        Some((scheme, _)) => absolute_url(url, scheme)?,
        // url-writing 8. A base URL must be in scope.
        None if !has_base => {
            let breach = Rejection::new(Reason::MissingScheme, webspecs::URL_WRITING_8, Span::default());
            return Err(breach);
        }
        None => relative_url(url)?,
    }
    optional(input, fragment, check_fragment)
}

/// Spec: webspecs#url-writing-4
fn absolute_url(input: &str, scheme: &str) -> Result<()> {
    let (before, query) = split(input, '?');
    // A scheme, followed by ":",
    let rest = in_bounds(before.get(scheme.len() + 1..));
    // followed by either a scheme-relative URL, if scheme is a relative scheme, or scheme data otherwise,
    let check = if is_relative_scheme(scheme) { scheme_relative_url } else { check_scheme_data };
    part(input, rest, check)?;
    // optionally followed by "?" and a query.
    optional(input, query, check_query)
}

/// Spec: webspecs#url-writing-7
fn relative_url(input: &str) -> Result<()> {
    let (before, query) = split(input, '?');
    // Either a scheme-relative URL,
    if before.starts_with("//") {
        scheme_relative_url(before)?;
    } else if before.starts_with('/') {
        // an absolute-path-relative URL,
        check_absolute_path_relative_url(before)?;
    } else {
        // or a path-relative URL that does not start with a scheme and ":",
        check_path_relative_url(before)?;
    }
    // optionally followed by a "?" and a query.
    optional(input, query, check_query)
}

/// Spec: webspecs#url-writing-9
fn scheme_relative_url(input: &str) -> Result<()> {
    // "//",
    let rest = after_slashes(input, webspecs::URL_WRITING_9)?;
    let (authority, path) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
    // optionally followed by userinfo and "@",
    let (userinfo, host) = authority.rsplit_once('@').map_or((None, authority), |(a, b)| (Some(a), b));
    optional(input, userinfo, check_userinfo)?;
    // followed by a host,
    let (host, port) = host.split_at(scan_host(host, SchemeKind::NotSpecial, &mut NoTrace));
    part(input, host, check_host)?;
    // optionally followed by ":" and a port,
    optional(input, port.strip_prefix(':'), check_port)?;
    // optionally followed by an absolute-path-relative URL.
    optional(input, (!path.is_empty()).then_some(path), check_absolute_path_relative_url)
}
