//! Fast tests for paths that a parser keeps unchanged. Items here may change in any release.

use url_core::{
    fast::{Marks, PaddedStr},
    in_bounds,
    whatwg::{PATH_PERCENT_ENCODE_SET, SchemeKind},
};

use crate::whatwg::{is_double_dot, is_single_dot, scan_segment};

/// Returns true if the path at byte `from` of `input`, a special URL, starts with a slash. Returns false if
/// the path is missing, so that the parser adds `/`. Returns `None` if the parser may change its start.
#[inline]
pub fn starts_with_slash(input: &str, from: usize, kind: SchemeKind) -> Option<bool> {
    let bytes = input.as_bytes();
    match bytes.get(from) {
        // The parser may change `|` in the first segment to `:`, as in the Windows drive letter `c|`.
        Some(b'/') => (kind != SchemeKind::File || bytes.get(from + 2) != Some(&b'|')).then_some(true),
        None | Some(b'?' | b'#') => Some(false),
        Some(_) => None,
    }
}

/// Returns the end of the path of `text`, a special URL, or `None` if the parser may change the path. `marks`
/// must start at the path, and is consumed up to the path's end. The caller must first test the start of the
/// path: [`starts_with_slash`] must return `Some`.
#[inline]
pub fn scan_canonical_path(text: &PaddedStr<'_>, marks: &mut Marks<'_>) -> Option<usize> {
    for (at, byte) in marks {
        match byte {
            b'?' | b'#' => return Some(at),
            b'.' | b'%' => {
                if is_dot_segment_at(text.as_str(), at) {
                    return None;
                }
            }
            _ => {
                if byte == b'\\' || PATH_PERCENT_ENCODE_SET.contains(byte) {
                    return None;
                }
            }
        }
    }
    Some(text.as_bytes().len())
}

#[inline(never)]
fn is_dot_segment_at(input: &str, at: usize) -> bool {
    let rest = in_bounds(input.get(at..));
    let segment = &rest[..scan_segment(rest, SchemeKind::Special)];
    is_single_dot(segment) || is_double_dot(segment)
}
