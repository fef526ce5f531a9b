//! The error of the functions that parse a whole host, and the search for the text at fault.

use alloc::borrow::Cow;
use core::net::Ipv6Addr;

use percent_encoding::percent_decode_str;
use url_core::{ByteSet, Reason, Rejection, Span, hex_octet};

use crate::{Result, whatwg};

url_core::error_type! {
    /// The error of a text that is not a host, a domain or an IP address. Its span is the character or the
    /// label at fault, or the whole text if the fault is not in one place.
    ///
    /// # Examples
    /// ```
    /// use url_host::Host;
    /// let error = Host::parse("exa mple.test").unwrap_err();
    /// assert_eq!((error.reason().name(), error.span().to_string()), ("host-forbidden", "3..4".into()));
    /// assert_eq!(Host::parse("::1").unwrap_err().reason().name(), "host-colon"); // write "[::1]"
    /// ```
    pub struct HostError;
}

/// Converts one label to ASCII.
pub(crate) type ToAscii = fn(&str) -> Result<Cow<'_, str>, Reason>;

/// Returns the error of the host `text`, with the span of [`narrowed`].
#[cold]
pub(crate) fn locate(text: &str, rejection: Rejection, forbidden: &ByteSet, to_ascii: ToAscii) -> HostError {
    let Rejection { mut reason, mut span, .. } = rejection;
    let whole = Span::whole(text);
    let is_character =
        matches!(reason, Reason::HostForbidden | Reason::HostColon | Reason::CharacterNotAllowed);
    if text.is_empty() {
        reason = Reason::HostEmpty;
    } else if is_character && text.parse::<Ipv6Addr>().is_ok() {
        return Rejection { reason: Reason::HostColon, span: whole, ..rejection }.into();
    } else if span == whole
        && reason == Reason::HostIpLiteral
        && !matches!(text.as_bytes(), [_, b'v' | b'V', ..])
        && let Err(error) = whatwg::parse_host(text)
    {
        // The URL Standard has the same IPv6 addresses, but no address of a future version.
        (reason, span) = (error.reason(), error.span());
    }
    narrowed(text, Rejection { reason, span, ..rejection }, forbidden, to_ascii).into()
}

/// Returns `rejection` of the host `text`. If its span is all of `text`, finds the character in `forbidden`,
/// or the label that `to_ascii` rejects.
#[cold]
pub(crate) fn narrowed(
    text: &str,
    rejection: Rejection,
    forbidden: &ByteSet,
    to_ascii: ToAscii,
) -> Rejection {
    let at_fault = match rejection.reason {
        _ if rejection.span != Span::whole(text) => None,
        Reason::HostForbidden => forbidden_character(text, forbidden, to_ascii),
        Reason::HostColon => text.find(':').map(|at| Span::new(at, at + 1)),
        reason if reason.is_idna() => label(text, reason, to_ascii),
        _ => None,
    };
    Rejection { span: at_fault.unwrap_or(rejection.span), ..rejection }
}

/// Returns the span of the first character of `text` that is forbidden, percent-encodes a forbidden one, or
/// becomes one when `to_ascii` converts it, such as U+FF0F.
pub(crate) fn forbidden_character(text: &str, forbidden: &ByteSet, to_ascii: ToAscii) -> Option<Span> {
    let is_forbidden = |part: &str| forbidden.find_in(part.as_bytes()).is_some();
    let found = text.char_indices().find_map(|(at, c)| {
        let escaped = text.as_bytes().get(at + 1..at + 3).filter(|_| c == '%').and_then(hex_octet);
        let character = Span::new(at, at + c.len_utf8());
        let is_at_fault = match escaped {
            Some(octet) => return forbidden.contains(octet).then(|| Span::new(at, at + 3)),
            None if c.is_ascii() => is_forbidden(character.of(text)),
            None => to_ascii(character.of(text)).is_ok_and(|ascii| is_forbidden(&ascii)),
        };
        is_at_fault.then_some(character)
    });
    // A parser that does not decode escapes rejects their percent signs.
    found.or_else(|| forbidden.find_in(text.as_bytes()).map(|at| Span::new(at, at + 1)))
}

/// Returns the span of the first label of `text` that `to_ascii` rejects for `reason` after percent-decoding.
pub(crate) fn label(text: &str, reason: Reason, to_ascii: ToAscii) -> Option<Span> {
    const DOTS: [char; 4] = ['.', '\u{3002}', '\u{FF0E}', '\u{FF61}'];
    let mut start = 0;
    text.split_inclusive(DOTS).find_map(|part| {
        let label = part.trim_end_matches(DOTS);
        let place = Span::new(start, start + label.len());
        start += part.len();
        let decoded = percent_decode_str(label).decode_utf8_lossy();
        to_ascii(&decoded).is_err_and(|error| error == reason).then_some(place)
    })
}

/// Returns the error of `address`, which the rule `section` of another document does not accept. `error` is
/// that of the URL Standard's parser, which accepts the same addresses, and IPv4 addresses with a final dot.
#[cfg(feature = "manakai")]
#[cold]
pub(crate) fn of_address(address: &str, section: url_core::Section, error: Option<HostError>) -> HostError {
    let dot = Span::new(address.len().saturating_sub(1), address.len());
    let final_dot = Rejection::new(Reason::Ipv4NonNumericPart, section, dot);
    error.map_or(final_dot, |error| Rejection { section, ..error.into() }).into()
}
