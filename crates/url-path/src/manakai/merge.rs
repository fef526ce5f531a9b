//! Merging of a relative path with the base path. Implements manakai "Merge path".

use alloc::string::String;

use url_core::{Report, Span, Trace, sections::manakai};

use super::is_slash;

/// Replaces the last segment of `base_path` with `path`, as RFC 3986 section 5.2.3 does, with `\` counting as
/// a slash. Without a base path, prepends `/` to `path`.
///
/// Spec: manakai#merge-path-1
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// assert_eq!(url_path::manakai::merge_path("g", "/b/c/d", &mut NoTrace), "/b/c/g");
/// assert_eq!(url_path::manakai::merge_path("g", r"\b\c", &mut NoTrace), r"\b\g");
/// assert_eq!(url_path::manakai::merge_path("g", "", &mut NoTrace), "/g");
/// ```
pub fn merge_path<T: Trace>(path: &str, base_path: &str, trace: &mut T) -> String {
    let directory = match base_path.bytes().rposition(is_slash) {
        // "excluding any characters after the right-most slash in the base URI path"
        Some(last_slash) => &base_path[..=last_slash],
        // "or excluding the entire base URI path if it does not contain any slash characters"
        None if !base_path.is_empty() => "",
        // "a string consisting of "/" concatenated with the reference's path"
        None => "/",
    };
    let merged = [directory, path].concat();
    if directory.ends_with('\\') {
        trace.step(manakai::MERGE_PATH_1, Span::whole(path), path, Some(&merged));
    }
    merged
}
