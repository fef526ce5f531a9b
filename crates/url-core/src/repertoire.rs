//! The characters that each component of a URL may contain, by the RFC 3986 grammar and the grammars that
//! extend it.
//!
//! Helpers, not in a spec: `is_ucschar`, `is_iprivate`.

use crate::{ByteSet, Connolly, Rfc3986, Rfc3987, Rfc6874};

/// The production `unreserved` of RFC 3986, section 2.3.
///
/// Spec: rfc3986#unreserved-characters-1.1
pub const UNRESERVED: ByteSet =
    ByteSet::of(b"-._~").and_range(b'0', b'9').and_range(b'A', b'Z').and_range(b'a', b'z');

/// The production `sub-delims` of RFC 3986, section 2.2.
///
/// Spec: rfc3986#reserved-characters-1.1, rfc3986#reserved-characters-1.3
pub const SUB_DELIMS: ByteSet = ByteSet::of(b"!$&'()*+,;=");

/// The production `pchar` of RFC 3986, section 3.3, without percent-encoded octets.
///
/// Spec: rfc3986#path-2.3
pub const PCHAR: ByteSet = UNRESERVED.or(&SUB_DELIMS).and(b":@");

/// The grammar of RFC 3986 or an extension of it: the characters and the zones that the extension adds.
///
/// # Examples
/// ```
/// use url_core::{Connolly, Repertoire, Rfc3986, Rfc3987};
/// assert!(!Rfc3986::is_ucschar('é') && Rfc3987::is_ucschar('é'));
/// assert!(Connolly::IN_AUTHORITY.contains(b' '));
/// ```
pub trait Repertoire: Copy {
    /// The additional bytes of user information and of a registered name (a host that is not an address).
    const IN_AUTHORITY: ByteSet = ByteSet::of(b"");
    /// The additional bytes of the path, the query and the fragment. If the set contains the delimiter that
    /// ends a component, the delimiter still ends the component.
    const AFTER_AUTHORITY: ByteSet = ByteSet::of(b"");
    /// True if an IPv6 address may be followed by a zone: `%25` and a name.
    const HAS_ZONES: bool = false;

    /// Returns true if the non-ASCII character `c` is allowed wherever unreserved characters are.
    #[inline]
    fn is_ucschar(_c: char) -> bool {
        false
    }

    /// Returns true if a query, but no other component, may contain the non-ASCII character `c` in addition
    /// to the characters that [`Repertoire::is_ucschar`] accepts.
    #[inline]
    fn is_iprivate(_c: char) -> bool {
        false
    }
}

/// The grammar of RFC 3986, without additional characters.
impl Repertoire for Rfc3986 {}

/// The grammar of RFC 3986, extended by the production `IPv6addrz` of RFC 6874, section 2.
impl Repertoire for Rfc6874 {
    const HAS_ZONES: bool = true;
}

/// The grammar of RFC 3987, section 2.2.
impl Repertoire for Rfc3987 {
    /// The production `ucschar`: the characters of every plane except the special-purpose and the private-use
    /// planes, without surrogates, private-use characters, noncharacters, and U+FFF0 to U+FFFF.
    #[inline]
    fn is_ucschar(c: char) -> bool {
        match c {
            '\u{A0}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFEF}' => true,
            '\u{10000}'..='\u{DFFFF}' | '\u{E1000}'..='\u{EFFFF}' => u32::from(c) & 0xFFFF <= 0xFFFD,
            _ => false,
        }
    }

    /// The production `iprivate`: private-use characters, without noncharacters.
    #[inline]
    fn is_iprivate(c: char) -> bool {
        match c {
            '\u{E000}'..='\u{F8FF}' => true,
            '\u{F0000}'..='\u{10FFFF}' => u32::from(c) & 0xFFFF <= 0xFFFD,
            _ => false,
        }
    }
}

/// `%` and the "non-URI characters" of "Web addresses in HTML 5". The algorithm "Parsing URLs" of that
/// document escapes them in step 2, so they are allowed wherever RFC 3986 allows an escape.
const NON_URI: ByteSet = ByteSet::of(b"\"%<>\\^`{|}").and_range(0, 0x20).and_range(0x7F, 0xFF);

/// The grammar of RFC 3986, extended by the characters that the parser of "Web addresses in HTML 5" escapes,
/// such as every percent sign. Thus a text can be matched without escaping it first.
impl Repertoire for Connolly {
    const IN_AUTHORITY: ByteSet = NON_URI;
    /// The parser also escapes brackets after the authority, and number signs after the first one.
    const AFTER_AUTHORITY: ByteSet = NON_URI.and(b"[]#");

    /// Accepts every character, because [`Repertoire::IN_AUTHORITY`] contains every non-ASCII byte.
    ///
    /// Spec: connolly#parsing-urls-2
    #[inline]
    fn is_ucschar(_: char) -> bool {
        true
    }

    /// Accepts every character, because [`Repertoire::AFTER_AUTHORITY`] contains every non-ASCII byte.
    ///
    /// Spec: connolly#parsing-urls-2
    #[inline]
    fn is_iprivate(_: char) -> bool {
        true
    }
}
