//! Unicode character classes that several layers need.

/// Returns true if `c` is a noncharacter: U+FDD0 to U+FDEF, and the last two code points of each plane.
///
/// # Examples
/// ```
/// assert!(url_core::is_noncharacter('\u{FDD0}') && url_core::is_noncharacter('\u{1FFFE}'));
/// assert!(!url_core::is_noncharacter('\u{FFFD}'));
/// ```
#[inline]
pub const fn is_noncharacter(c: char) -> bool {
    matches!(c, '\u{FDD0}'..='\u{FDEF}') || c as u32 & 0xFFFE == 0xFFFE
}
