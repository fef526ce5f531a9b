//! Fast checks of ports under the URL Standard. Items here may change in any release.
//!
//! Helpers, not in a spec: `scan_canonical_port`, `canonical_port_at`, `is_valid_after_host`,
//! `is_valid_port_at`.

use url_core::{NoTrace, in_bounds};

use crate::whatwg::{parse_port_traced, scan_port};

/// Returns the end of the port whose colon is at byte `from` of `input`, or `from` if this byte is not a
/// colon. Returns `None` if the port is empty, has leading zeros, exceeds 65535, or equals `default_port`.
#[expect(clippy::inline_always, reason = "a call for each part of a URL costs a quarter of it")]
#[inline(always)]
pub fn scan_canonical_port(
    input: &str,
    from: usize,
    default_port: impl FnOnce() -> Option<u16>,
) -> Option<usize> {
    if input.as_bytes().get(from) != Some(&b':') {
        return Some(from);
    }
    let (buffer, port) = canonical_port_at(input, from + 1)?;
    (default_port() != Some(port)).then_some(from + 1 + buffer.len())
}

#[inline(never)]
fn canonical_port_at(input: &str, from: usize) -> Option<(&str, u16)> {
    let rest = input.get(from..)?;
    let buffer = &rest[..scan_port(rest)];
    parse_port_traced(buffer, &mut NoTrace).ok().filter(|(shortest, _)| *shortest == buffer)
}

/// Returns true if the parser accepts the rest of `input`, a special URL whose host ends at byte `from`. A
/// valid port may follow; then the path, the query, the fragment or the end of `input` must follow.
#[inline]
pub fn is_valid_after_host(input: &str, from: usize) -> bool {
    match input.as_bytes().get(from) {
        Some(b':') => is_valid_port_at(input, from + 1),
        after => ends_authority(after),
    }
}

/// Returns true if `byte` ends the authority of a special URL. `None` is the end of the input.
///
/// Spec: whatwg#authority-state-2, whatwg#file-host-state-1
#[inline]
pub fn ends_authority(byte: Option<&u8>) -> bool {
    matches!(byte, None | Some(b'/' | b'\\' | b'?' | b'#'))
}

#[inline(never)]
fn is_valid_port_at(input: &str, from: usize) -> bool {
    let rest = in_bounds(input.get(from..));
    let (buffer, after) = rest.split_at_checked(scan_port(rest)).unwrap_or((rest, ""));
    ends_authority(after.as_bytes().first())
        && (buffer.is_empty() || parse_port_traced(buffer, &mut NoTrace).is_ok())
}
