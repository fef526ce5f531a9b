//! Parsers and serializers of IP addresses in the URL Standard.
//!
//! Helpers, not in a spec: `fail`, `fail_if`, `digit`, `place_of_c`, `visited`, `advance`.

use core::net::{Ipv4Addr, Ipv6Addr};

use smallvec::SmallVec;
use url_core::{
    ByteSet, NoTrace, Output, Reason, Rejection, Report, Section, Span, Trace, in_bounds, sections::whatwg,
    whatwg::Edition,
};

use crate::Result;

/// The name of a validation error that makes a parser fail, and the reason for the failure.
type Failure = (&'static str, Reason);

const TOO_MANY_PARTS: Failure = ("IPv4-too-many-parts", Reason::Ipv4TooManyParts);
const NON_NUMERIC_PART: Failure = ("IPv4-non-numeric-part", Reason::Ipv4NonNumericPart);
const INVALID_COMPRESSION: Failure = ("IPv6-invalid-compression", Reason::Ipv6InvalidCompression);
const TOO_MANY_PIECES: Failure = ("IPv6-too-many-pieces", Reason::Ipv6TooManyPieces);
const MULTIPLE_COMPRESSION: Failure = ("IPv6-multiple-compression", Reason::Ipv6MultipleCompression);
const INVALID_CODE_POINT: Failure = ("IPv6-invalid-code-point", Reason::Ipv6InvalidCodePoint);
const ZONE_ID: Failure = (INVALID_CODE_POINT.0, Reason::Ipv6ZoneId);
const ZONE_SYNTAX: Failure = (INVALID_CODE_POINT.0, Reason::Ipv6ZoneSyntax);
const TOO_FEW_PIECES: Failure = ("IPv6-too-few-pieces", Reason::Ipv6TooFewPieces);
const IPV4_TOO_MANY_PIECES: Failure = ("IPv4-in-IPv6-too-many-pieces", Reason::Ipv4InIpv6TooManyPieces);
const IPV4_INVALID_CODE_POINT: Failure =
    ("IPv4-in-IPv6-invalid-code-point", Reason::Ipv4InIpv6InvalidCodePoint);
const IPV4_OUT_OF_RANGE_PART: Failure = ("IPv4-in-IPv6-out-of-range-part", Reason::Ipv4InIpv6OutOfRangePart);
const IPV4_TOO_FEW_PARTS: Failure = ("IPv4-in-IPv6-too-few-parts", Reason::Ipv4InIpv6TooFewParts);

/// Returns true if the last label of the domain `input` is a number, as in `a.09.`. The host parser then
/// parses `input` as an IPv4 address, and fails if it is not one.
///
/// Spec: whatwg#ends-in-a-number-checker
///
/// # Examples
/// ```
/// use url_host::whatwg::ends_in_a_number;
/// assert!(ends_in_a_number("a.09.") && ends_in_a_number("a.0x") && !ends_in_a_number("1.a"));
/// ```
pub fn ends_in_a_number(input: &str) -> bool {
    may_end_in_a_number(input.as_bytes()) && ends_in_a_number_traced(input, &mut NoTrace)
}

/// FAST: tests only the last byte. Returns true for each domain that ends in a number and for some others.
///
/// Spec: whatwg#ends-in-a-number-checker
#[inline]
pub(crate) fn may_end_in_a_number(input: &[u8]) -> bool {
    const ENDS: ByteSet =
        ByteSet::of(b"xX.").and_range(b'0', b'9').and_range(b'a', b'f').and_range(b'A', b'F');
    input.last().is_some_and(|&last| ENDS.contains(last))
}

/// Spec: whatwg#ends-in-a-number-checker
pub(super) fn ends_in_a_number_traced<T: Trace>(input: &str, trace: &mut T) -> bool {
    let whole = Span::whole(input);
    // 1. Assert: input is not the empty string.
    trace.visited(whatwg::ENDS_IN_A_NUMBER_CHECKER_1, whole);
    // 2. Let parts be input, strictly split on ".".
    trace.visited(whatwg::ENDS_IN_A_NUMBER_CHECKER_2, whole);
    let mut parts = input;
    // 3. Remove the last item if it is the empty string.
    if let Some(others) = parts.strip_suffix('.') {
        trace.visited(whatwg::ENDS_IN_A_NUMBER_CHECKER_3, whole);
        parts = others;
    }
    // 4. Let last be the last item in parts.
    trace.visited(whatwg::ENDS_IN_A_NUMBER_CHECKER_4, whole);
    let start = parts.bytes().rposition(|byte| byte == b'.').map_or(0, |dot| dot + 1);
    let last = in_bounds(parts.get(start..));
    // 5. Not empty and only ASCII digits: return true.
    if !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit()) {
        trace.visited(whatwg::ENDS_IN_A_NUMBER_CHECKER_5, whole);
        return true;
    }
    // 6. An IPv4 number: return true.
    if parse_ipv4_number(last, &mut trace.after(start)).is_some() {
        trace.visited(whatwg::ENDS_IN_A_NUMBER_CHECKER_6, whole);
        return true;
    }
    // 7. Return false.
    trace.visited(whatwg::ENDS_IN_A_NUMBER_CHECKER_7, whole);
    false
}

/// Parses `input`, a host that ends in a number, as an IPv4 address. Reports the validation errors that the
/// given `edition` of the Standard has.
///
/// # Errors
/// Returns [`Reason::Ipv4TooManyParts`], [`Reason::Ipv4NonNumericPart`] or [`Reason::HostIpv4OutOfRange`].
///
/// Spec: whatwg#concept-ipv4-parser
///
/// # Examples
/// ```
/// use url_core::{NoTrace, whatwg::Edition::Newest};
/// use url_host::whatwg::parse_ipv4_traced;
/// assert_eq!(parse_ipv4_traced("0x7F.1", Newest, &mut NoTrace), Ok([127, 0, 0, 1].into()));
/// assert!(parse_ipv4_traced("1.2.3.08", Newest, &mut NoTrace).is_err());
/// ```
pub fn parse_ipv4_traced<T: Trace>(input: &str, edition: Edition, trace: &mut T) -> Result<Ipv4Addr> {
    // 1. Let parts be input, strictly split on ".".
    trace.visited(whatwg::CONCEPT_IPV4_PARSER_1, Span::whole(input));
    let mut parts = input;
    // 2. If the last item in parts is the empty string, then:
    if parts.is_empty() || parts.ends_with('.') {
        // 2.1. IPv4-empty-part.
        let span = Span::new(input.len().saturating_sub(1), input.len());
        trace.violation(whatwg::CONCEPT_IPV4_PARSER_2_1, "IPv4-empty-part", span);
        // 2.2. Remove the last item, if there are others.
        if let Some(others) = parts.strip_suffix('.') {
            trace.visited(whatwg::CONCEPT_IPV4_PARSER_2_2, span);
            parts = others;
        }
    }
    let size = parts.split('.').count();
    let whole = Span::whole(parts);
    // 3. Less than 4 parts: IPv4-too-few-parts.
    if size < 4 && edition.has(whatwg::CONCEPT_IPV4_PARSER_3) {
        trace.violation(whatwg::CONCEPT_IPV4_PARSER_3, "IPv4-too-few-parts", whole);
    }
    // 4. More than 4 parts: IPv4-too-many-parts, failure.
    if size > 4 {
        return Err(fail(trace, whatwg::CONCEPT_IPV4_PARSER_4, TOO_MANY_PARTS, whole));
    }
    // 5. Let numbers be an empty list.
    trace.visited(whatwg::CONCEPT_IPV4_PARSER_5, whole);
    let mut numbers = SmallVec::<[(u64, Span); 4]>::new();
    let mut start = 0;
    // 6. For each part of parts:
    for part in parts.split('.') {
        let span = Span::new(start, start + part.len());
        // 6.1. Let result be the result of parsing part.
        trace.visited(whatwg::CONCEPT_IPV4_PARSER_6_1, span);
        let result = parse_ipv4_number(part, &mut trace.after(start));
        start += part.len() + 1;
        // 6.2. Failure: IPv4-non-numeric-part, failure.
        let Some((number, validation_error)) = result else {
            return Err(fail(trace, whatwg::CONCEPT_IPV4_PARSER_6_2, NON_NUMERIC_PART, span));
        };
        // 6.3. Not decimal: IPv4-non-decimal-part.
        if validation_error {
            trace.violation(whatwg::CONCEPT_IPV4_PARSER_6_3, "IPv4-non-decimal-part", span);
        }
        // 6.4. Append the number to numbers.
        trace.visited(whatwg::CONCEPT_IPV4_PARSER_6_4, span);
        numbers.push((number, span));
    }
    // 7. Any item greater than 255: IPv4-out-of-range-part.
    if let Some(&(_, span)) = numbers.iter().find(|(number, _)| *number > 255) {
        trace.violation(whatwg::CONCEPT_IPV4_PARSER_7, "IPv4-out-of-range-part", span);
    }
    // 8. Any but the last greater than 255: return failure.
    let others = in_bounds(numbers.get(..size - 1));
    if let Some(&(_, span)) = others.iter().find(|(number, _)| *number > 255) {
        let (reason, section) = (Reason::HostIpv4OutOfRange, whatwg::CONCEPT_IPV4_PARSER_8);
        return Err(Rejection::new(reason, section, span));
    }
    // 9. The last is 256^(5 - size) or more: return failure.
    if let Some(&(last, span)) = numbers.last()
        && last >= 1 << (8 * (5 - size))
    {
        let (reason, section) = (Reason::HostIpv4OutOfRange, whatwg::CONCEPT_IPV4_PARSER_9);
        return Err(Rejection::new(reason, section, span));
    }
    // 10. Let ipv4 be the last item in numbers.
    // 11. Remove the last item from numbers.
    let (mut ipv4, last) = numbers.pop().unwrap_or_default();
    trace.visited(whatwg::CONCEPT_IPV4_PARSER_10, last);
    trace.visited(whatwg::CONCEPT_IPV4_PARSER_11, last);
    // 12. Let counter be 0.
    trace.visited(whatwg::CONCEPT_IPV4_PARSER_12, whole);
    // 13. For each n of numbers:
    for (counter, (n, span)) in numbers.into_iter().enumerate() {
        // 13.1. Increment ipv4 by n × 256^(3 - counter).
        trace.visited(whatwg::CONCEPT_IPV4_PARSER_13_1, span);
        ipv4 += n << (8 * (3 - counter));
        // 13.2. Increment counter by 1.
        trace.visited(whatwg::CONCEPT_IPV4_PARSER_13_2, span);
    }
    // 14. Return ipv4.
    trace.visited(whatwg::CONCEPT_IPV4_PARSER_14, whole);
    Ok(Ipv4Addr::from(u32::try_from(ipv4).unwrap_or(u32::MAX)))
}

const LONGEST: usize = "255.255.255.255".len();

/// Appends the serialized `address` to `out`.
///
/// Spec: whatwg#concept-ipv4-serializer
pub(super) fn write_ipv4<O: Output, T: Trace>(address: Ipv4Addr, out: &mut O, trace: &mut T) {
    let place = Span::default();
    // 1. Let output be the empty string.
    trace.visited(whatwg::CONCEPT_IPV4_SERIALIZER_1, place);
    // NOTE: output grows towards the front and begins at `start`.
    let (mut output, mut start) = ([0; LONGEST], LONGEST);
    let mut prepend = |byte| {
        start -= 1;
        output[start] = byte;
    };
    // 2. Let n be the value of address.
    trace.visited(whatwg::CONCEPT_IPV4_SERIALIZER_2, place);
    let mut n = address.to_bits();
    // 3. For each i in the range 1 to 4:
    for i in 1..=4 {
        // 3.1. Prepend n % 256, serialized.
        trace.visited(whatwg::CONCEPT_IPV4_SERIALIZER_3_1, place);
        let [.., number] = n.to_be_bytes();
        for (least, ten) in [(0, 1), (10, 10), (100, 100)] {
            if number >= least {
                prepend(b'0' + number / ten % 10);
            }
        }
        // 3.2. If i is not 4, prepend ".".
        if i != 4 {
            trace.visited(whatwg::CONCEPT_IPV4_SERIALIZER_3_2, place);
            prepend(b'.');
        }
        // 3.3. Set n to floor(n / 256).
        trace.visited(whatwg::CONCEPT_IPV4_SERIALIZER_3_3, place);
        n /= 256;
    }
    // 4. Return output.
    trace.visited(whatwg::CONCEPT_IPV4_SERIALIZER_4, place);
    out.push_str(str::from_utf8(&output[start..]).unwrap_or_default());
}

#[cold]
fn fail<T: Trace>(trace: &mut T, section: Section, found: Failure, span: Span) -> Rejection {
    trace.violation(section, found.0, span);
    Rejection::new(found.1, section, span)
}

/// Returns the value of the number `input`, and true if `input` is hexadecimal or octal. A value greater than
/// 2^32 becomes 2^32. Returns `None` if `input` is not a number.
///
/// Spec: whatwg#ipv4-number-parser
fn parse_ipv4_number<T: Trace>(input: &str, trace: &mut T) -> Option<(u64, bool)> {
    let whole = Span::whole(input);
    // 1. The empty string: return failure.
    if input.is_empty() {
        trace.visited(whatwg::IPV4_NUMBER_PARSER_1, whole);
        return None;
    }
    // 2. Let validationError be false.
    trace.visited(whatwg::IPV4_NUMBER_PARSER_2, whole);
    // 3. Let R be 10.
    trace.visited(whatwg::IPV4_NUMBER_PARSER_3, whole);
    let (mut input, mut validation_error, mut r) = (input, false, 10);
    match input.as_bytes() {
        // 4. Begins with "0X" or "0x":
        [b'0', b'x' | b'X', ..] => {
            // 4.1. Set validationError to true.
            trace.visited(whatwg::IPV4_NUMBER_PARSER_4_1, whole);
            // 4.2. Remove the first two code points.
            trace.visited(whatwg::IPV4_NUMBER_PARSER_4_2, whole);
            // 4.3. Set R to 16.
            trace.visited(whatwg::IPV4_NUMBER_PARSER_4_3, whole);
            (input, validation_error, r) = (&input[2..], true, 16);
        }
        // 5. Otherwise, two code points or more, the first "0":
        [b'0', _, ..] => {
            // 5.1. Set validationError to true.
            trace.visited(whatwg::IPV4_NUMBER_PARSER_5_1, whole);
            // 5.2. Remove the first code point.
            trace.visited(whatwg::IPV4_NUMBER_PARSER_5_2, whole);
            // 5.3. Set R to 8.
            trace.visited(whatwg::IPV4_NUMBER_PARSER_5_3, whole);
            (input, validation_error, r) = (&input[1..], true, 8);
        }
        _ => {}
    }
    // 6. The empty string: return (0, true).
    if input.is_empty() {
        trace.visited(whatwg::IPV4_NUMBER_PARSER_6, whole);
        return Some((0, true));
    }
    // 7. Not a radix-R digit: return failure.
    // 8. Let output be the value of input in radix R.
    let Some(output) = value_of(input, r) else {
        trace.visited(whatwg::IPV4_NUMBER_PARSER_7, whole);
        return None;
    };
    trace.visited(whatwg::IPV4_NUMBER_PARSER_8, whole);
    // 9. Return output and validationError.
    trace.visited(whatwg::IPV4_NUMBER_PARSER_9, whole);
    Some((output, validation_error))
}

/// Returns the value of `digits` in this `radix`, or 2^32 if it is greater. Returns `None` if a character is
/// not a digit.
///
/// Spec: whatwg#ipv4-number-parser-8, manakai#ipv4-addresses-2, webspecs#ipv4addr-1
pub(crate) fn value_of(digits: &str, radix: u32) -> Option<u64> {
    digits.chars().try_fold(0, |value: u64, c| {
        Some((value * u64::from(radix) + u64::from(c.to_digit(radix)?)).min(1 << 32))
    })
}

/// Parses the IPv6 address `input`, without brackets. Reports the validation errors that the given `edition`
/// of the Standard has. Adds `offset` to each span, so that spans refer to the string that contains `input`.
///
/// # Errors
/// Returns the validation error that makes the parser fail. The parser accepts leading zeros in a piece.
///
/// Spec: whatwg#concept-ipv6-parser
///
/// # Examples
/// ```
/// use url_core::{NoTrace, Reason, whatwg::Edition::Newest};
/// use url_host::whatwg::parse_ipv6_traced;
/// assert_eq!(parse_ipv6_traced("1::0.0.0.2", 0, Newest, &mut NoTrace), Ok([1, 0, 0, 0, 0, 0, 0, 2].into()));
/// let reason = |input| parse_ipv6_traced(input, 0, Newest, &mut NoTrace).unwrap_err().reason;
/// assert_eq!([reason("1:2"), reason("::1%25a")], [Reason::Ipv6TooFewPieces, Reason::Ipv6ZoneId]);
/// ```
pub fn parse_ipv6_traced<T: Trace>(
    input: &str,
    offset: usize,
    edition: Edition,
    trace: &mut T,
) -> Result<Ipv6Addr> {
    let mut reader = Reader { input, offset, edition, address: [0; 8], piece_index: 0, pointer: 0, trace };
    // 1. Let address be a new IPv6 address whose pieces are all 0.
    reader.visited(whatwg::CONCEPT_IPV6_PARSER_1);
    // 2. Let pieceIndex be 0.
    reader.visited(whatwg::CONCEPT_IPV6_PARSER_2);
    // 3. Let compress be null.
    reader.visited(whatwg::CONCEPT_IPV6_PARSER_3);
    let mut compress = None;
    // 4. Let pointer be a pointer for input.
    reader.visited(whatwg::CONCEPT_IPV6_PARSER_4);
    // 5. If c is ":", then:
    if reader.c() == Some(b':') {
        // 5.1. No ":" follows: IPv6-invalid-compression, failure.
        reader.fail_if(reader.next() != Some(b':'), whatwg::CONCEPT_IPV6_PARSER_5_1, INVALID_COMPRESSION)?;
        // 5.2. Increase pointer by 2.
        reader.advance(whatwg::CONCEPT_IPV6_PARSER_5_2, 2);
        // 5.3. Increase pieceIndex by 1 and set compress to it.
        reader.visited(whatwg::CONCEPT_IPV6_PARSER_5_3);
        reader.piece_index += 1;
        compress = Some(reader.piece_index);
    }
    // 6. While c is not the EOF code point:
    while reader.c().is_some() {
        // 6.1. pieceIndex is 8: IPv6-too-many-pieces, failure.
        reader.fail_if(reader.piece_index == 8, whatwg::CONCEPT_IPV6_PARSER_6_1, TOO_MANY_PIECES)?;
        // 6.2. If c is ":", then:
        if reader.c() == Some(b':') {
            // 6.2.1. compress is non-null: IPv6-multiple-compression, failure.
            reader.fail_if(compress.is_some(), whatwg::CONCEPT_IPV6_PARSER_6_2_1, MULTIPLE_COMPRESSION)?;
            // 6.2.2. Increase both, set compress to pieceIndex, continue.
            reader.advance(whatwg::CONCEPT_IPV6_PARSER_6_2_2, 1);
            reader.piece_index += 1;
            compress = Some(reader.piece_index);
            continue;
        }
        if reader.read_piece()? {
            // 6.5.7. Break.
            reader.visited(whatwg::CONCEPT_IPV6_PARSER_6_5_7);
            break;
        }
    }
    reader.finish(compress)
}

struct Reader<'r, T> {
    input: &'r str,
    offset: usize,
    edition: Edition,
    address: [u16; 8],
    piece_index: usize,
    pointer: usize,
    trace: &'r mut T,
}

impl<T: Trace> Reader<'_, T> {
    /// Spec: whatwg#c
    fn c(&self) -> Option<u8> {
        self.input.as_bytes().get(self.pointer).copied()
    }

    /// Spec: whatwg#remaining
    fn next(&self) -> Option<u8> {
        self.input.as_bytes().get(self.pointer + 1).copied()
    }

    fn digit(&self, radix: u32) -> Option<u16> {
        char::from(self.c()?).to_digit(radix).and_then(|digit| u16::try_from(digit).ok())
    }

    fn place_of_c(&self) -> Span {
        let c = self.input.get(self.pointer..).and_then(|rest| rest.chars().next());
        let start = self.offset + self.pointer;
        Span::new(start, start + c.map_or(0, char::len_utf8))
    }

    fn visited(&mut self, section: Section) {
        if T::ENABLED {
            self.trace.visited(section, self.place_of_c());
        }
    }

    fn advance(&mut self, section: Section, count: usize) {
        self.visited(section);
        self.pointer += count;
    }

    #[cold]
    fn fail(&mut self, section: Section, found: Failure) -> Rejection {
        let span = self.place_of_c();
        fail(self.trace, section, found, span)
    }

    fn fail_if(&mut self, is_met: bool, section: Section, found: Failure) -> Result<()> {
        if is_met { Err(self.fail(section, found)) } else { Ok(()) }
    }

    /// Parses one piece, or an IPv4 address at the end of the input. Returns true for an IPv4 address.
    ///
    /// Spec: whatwg#concept-ipv6-parser
    fn read_piece(&mut self) -> Result<bool> {
        let start = self.pointer;
        // 6.3. Let value and length be 0.
        self.visited(whatwg::CONCEPT_IPV6_PARSER_6_3);
        let mut value = 0;
        // 6.4. While length is less than 4 and c is a hex digit, add it to value.
        self.visited(whatwg::CONCEPT_IPV6_PARSER_6_4);
        while let Some(digit) = self.digit(16).filter(|_| self.pointer - start < 4) {
            value = value * 0x10 + digit;
            self.pointer += 1;
        }
        let length = self.pointer - start;
        // 6.5. If c is ".", then:
        if self.c() == Some(b'.') {
            self.read_ipv4(length)?;
            return Ok(true);
        }
        // 6.6. Otherwise, if c is ":":
        if self.c() == Some(b':') {
            // 6.6.1. Increase pointer by 1.
            self.advance(whatwg::CONCEPT_IPV6_PARSER_6_6_1, 1);
            // 6.6.2. EOF: IPv6-invalid-code-point, failure.
            self.fail_if(self.c().is_none(), whatwg::CONCEPT_IPV6_PARSER_6_6_2, INVALID_CODE_POINT)?;
        // 6.7. Otherwise, not EOF: IPv6-invalid-code-point, failure.
        } else if self.c().is_some() {
            let found = match self.c() {
                Some(b'%') if self.edition.zone_mark().is_some() => ZONE_SYNTAX,
                Some(b'%') => ZONE_ID,
                _ => INVALID_CODE_POINT,
            };
            return Err(self.fail(whatwg::CONCEPT_IPV6_PARSER_6_7, found));
        }
        // 6.8. More digits than the value needs: IPv6-piece-leading-zero.
        let has_leading_zero = length > 1 && usize::from(value) < 1 << (4 * (length - 1));
        if has_leading_zero && self.edition.has(whatwg::CONCEPT_IPV6_PARSER_6_8) {
            let span = Span::new(self.offset + start, self.offset + start + length);
            self.trace.violation(whatwg::CONCEPT_IPV6_PARSER_6_8, "IPv6-piece-leading-zero", span);
        }
        // 6.9. Set address[pieceIndex] to value.
        self.visited(whatwg::CONCEPT_IPV6_PARSER_6_9);
        self.address[self.piece_index] = value;
        // 6.10. Increase pieceIndex by 1.
        self.visited(whatwg::CONCEPT_IPV6_PARSER_6_10);
        self.piece_index += 1;
        Ok(false)
    }

    /// Runs step 6.5: moves `pointer` back by `length` digits, and parses an IPv4 address from there.
    ///
    /// Spec: whatwg#concept-ipv6-parser
    fn read_ipv4(&mut self, length: usize) -> Result<()> {
        // 6.5.1. length is 0: IPv4-in-IPv6-invalid-code-point, failure.
        self.fail_if(length == 0, whatwg::CONCEPT_IPV6_PARSER_6_5_1, IPV4_INVALID_CODE_POINT)?;
        // 6.5.2. Decrease pointer by length.
        self.visited(whatwg::CONCEPT_IPV6_PARSER_6_5_2);
        self.pointer -= length;
        // 6.5.3. pieceIndex above 6: IPv4-in-IPv6-too-many-pieces, failure.
        self.fail_if(self.piece_index > 6, whatwg::CONCEPT_IPV6_PARSER_6_5_3, IPV4_TOO_MANY_PIECES)?;
        // 6.5.4. Let numbersSeen be 0.
        self.visited(whatwg::CONCEPT_IPV6_PARSER_6_5_4);
        let mut numbers_seen = 0;
        // 6.5.5. While c is not the EOF code point:
        while self.c().is_some() {
            // 6.5.5.1. Let ipv4Piece be null.
            self.visited(whatwg::CONCEPT_IPV6_PARSER_6_5_5_1);
            // 6.5.5.2. If numbersSeen is greater than 0, then:
            if numbers_seen > 0 {
                // 6.5.5.2.1. A "." and less than 4 numbers: increase pointer by 1.
                // 6.5.5.2.2. Otherwise, IPv4-in-IPv6-invalid-code-point, failure.
                let is_wrong = self.c() != Some(b'.') || numbers_seen >= 4;
                self.fail_if(is_wrong, whatwg::CONCEPT_IPV6_PARSER_6_5_5_2_2, IPV4_INVALID_CODE_POINT)?;
                self.advance(whatwg::CONCEPT_IPV6_PARSER_6_5_5_2_1, 1);
            }
            // 6.5.5.3. No ASCII digit: IPv4-in-IPv6-invalid-code-point, failure.
            let is_digit = self.digit(10).is_some();
            self.fail_if(!is_digit, whatwg::CONCEPT_IPV6_PARSER_6_5_5_3, IPV4_INVALID_CODE_POINT)?;
            let ipv4_piece = self.read_ipv4_piece()?;
            // 6.5.5.5. Set address[pieceIndex] to itself × 0x100 + ipv4Piece.
            self.visited(whatwg::CONCEPT_IPV6_PARSER_6_5_5_5);
            let piece = &mut self.address[self.piece_index];
            *piece = *piece * 0x100 + ipv4_piece;
            // 6.5.5.6. Increase numbersSeen by 1.
            self.visited(whatwg::CONCEPT_IPV6_PARSER_6_5_5_6);
            numbers_seen += 1;
            // 6.5.5.7. If numbersSeen is 2 or 4, increase pieceIndex by 1.
            if numbers_seen == 2 || numbers_seen == 4 {
                self.visited(whatwg::CONCEPT_IPV6_PARSER_6_5_5_7);
                self.piece_index += 1;
            }
        }
        // 6.5.6. Not 4 numbers: IPv4-in-IPv6-too-few-parts, failure.
        self.fail_if(numbers_seen != 4, whatwg::CONCEPT_IPV6_PARSER_6_5_6, IPV4_TOO_FEW_PARTS)?;
        Ok(())
    }

    /// Spec: whatwg#concept-ipv6-parser
    fn read_ipv4_piece(&mut self) -> Result<u16> {
        let mut ipv4_piece = None;
        // 6.5.5.4. While c is an ASCII digit:
        while let Some(number) = self.digit(10) {
            // 6.5.5.4.1. Let number be c as a decimal number.
            self.visited(whatwg::CONCEPT_IPV6_PARSER_6_5_5_4_1);
            let value = match ipv4_piece {
                // 6.5.5.4.2. ipv4Piece is null: set it to number.
                None => {
                    self.visited(whatwg::CONCEPT_IPV6_PARSER_6_5_5_4_2);
                    number
                }
                // 6.5.5.4.3. It is 0: IPv4-in-IPv6-invalid-code-point, failure.
                Some(0) => {
                    return Err(self.fail(whatwg::CONCEPT_IPV6_PARSER_6_5_5_4_3, IPV4_INVALID_CODE_POINT));
                }
                // 6.5.5.4.4. Otherwise, set it to itself × 10 + number.
                Some(value) => {
                    self.visited(whatwg::CONCEPT_IPV6_PARSER_6_5_5_4_4);
                    value * 10 + number
                }
            };
            // 6.5.5.4.5. Above 255: IPv4-in-IPv6-out-of-range-part, failure.
            self.fail_if(value > 255, whatwg::CONCEPT_IPV6_PARSER_6_5_5_4_5, IPV4_OUT_OF_RANGE_PART)?;
            ipv4_piece = Some(value);
            // 6.5.5.4.6. Increase pointer by 1.
            self.advance(whatwg::CONCEPT_IPV6_PARSER_6_5_5_4_6, 1);
        }
        Ok(ipv4_piece.unwrap_or_default())
    }

    /// Spec: whatwg#concept-ipv6-parser
    fn finish(mut self, compress: Option<usize>) -> Result<Ipv6Addr> {
        // 7. If compress is non-null, then:
        if let Some(compress) = compress {
            // 7.1. Let swaps be pieceIndex - compress.
            self.visited(whatwg::CONCEPT_IPV6_PARSER_7_1);
            let mut swaps = self.piece_index - compress;
            // 7.2. Set pieceIndex to 7.
            self.visited(whatwg::CONCEPT_IPV6_PARSER_7_2);
            self.piece_index = 7;
            // 7.3. While neither is 0, swap a piece with its new place.
            while self.piece_index != 0 && swaps > 0 {
                self.visited(whatwg::CONCEPT_IPV6_PARSER_7_3);
                self.address.swap(self.piece_index, compress + swaps - 1);
                self.piece_index -= 1;
                swaps -= 1;
            }
        // 8. Otherwise, pieceIndex is not 8: IPv6-too-few-pieces, failure.
        } else {
            self.fail_if(self.piece_index != 8, whatwg::CONCEPT_IPV6_PARSER_8, TOO_FEW_PIECES)?;
        }
        // 9. Return address.
        self.visited(whatwg::CONCEPT_IPV6_PARSER_9);
        Ok(Ipv6Addr::from(self.address))
    }
}

/// Spec: whatwg#concept-ipv6-serializer
pub(crate) fn write_ipv6<O: Output, T: Trace>(address: Ipv6Addr, output: &mut O, trace: &mut T) {
    let place = Span::default();
    // 1. Let output be the empty string.
    // NOTE: the text is appended to `output`, which may already contain text.
    trace.visited(whatwg::CONCEPT_IPV6_SERIALIZER_1, place);
    let address = address.segments();
    // 2. Let compress be the compressed piece index.
    trace.visited(whatwg::CONCEPT_IPV6_SERIALIZER_2, place);
    let compress = find_compressed_piece_index(address, trace);
    // 3. Let ignore0 be false.
    trace.visited(whatwg::CONCEPT_IPV6_SERIALIZER_3, place);
    let mut ignore0 = false;
    // 4. For each pieceIndex of address's pieces:
    for (piece_index, piece) in address.into_iter().enumerate() {
        // 4.1. ignore0 is true and the piece is 0: continue.
        if ignore0 && piece == 0 {
            trace.visited(whatwg::CONCEPT_IPV6_SERIALIZER_4_1, place);
            continue;
        }
        // 4.2. Otherwise, set ignore0 to false.
        if ignore0 {
            trace.visited(whatwg::CONCEPT_IPV6_SERIALIZER_4_2, place);
            ignore0 = false;
        }
        // 4.3. If compress is pieceIndex, then:
        if compress == Some(piece_index) {
            // 4.3.1. Let separator be "::" at the start, else ":".
            trace.visited(whatwg::CONCEPT_IPV6_SERIALIZER_4_3_1, place);
            let separator = if piece_index == 0 { "::" } else { ":" };
            // 4.3.2. Append separator to output.
            trace.visited(whatwg::CONCEPT_IPV6_SERIALIZER_4_3_2, place);
            output.push_str(separator);
            // 4.3.3. Set ignore0 to true and continue.
            trace.visited(whatwg::CONCEPT_IPV6_SERIALIZER_4_3_3, place);
            ignore0 = true;
            continue;
        }
        // 4.4. Append the piece as the shortest lowercase hexadecimal number.
        trace.visited(whatwg::CONCEPT_IPV6_SERIALIZER_4_4, place);
        let digits = (u16::BITS - piece.leading_zeros()).div_ceil(4).max(1);
        for digit in (0..digits).rev() {
            output.push(char::from_digit(u32::from(piece >> (4 * digit)) & 0xF, 16).unwrap_or_default());
        }
        // 4.5. If pieceIndex is not 7, append ":".
        if piece_index != 7 {
            trace.visited(whatwg::CONCEPT_IPV6_SERIALIZER_4_5, place);
            output.push(':');
        }
    }
    // 5. Return output.
    trace.visited(whatwg::CONCEPT_IPV6_SERIALIZER_5, place);
}

/// Spec: whatwg#find-the-ipv6-address-compressed-piece-index
fn find_compressed_piece_index<T: Trace>(address: [u16; 8], trace: &mut T) -> Option<usize> {
    let place = Span::default();
    // 1. Let longestIndex be null.
    trace.visited(whatwg::FIND_THE_IPV6_ADDRESS_COMPRESSED_PIECE_INDEX_1, place);
    let mut longest_index = None;
    // 2. Let longestSize be 1.
    trace.visited(whatwg::FIND_THE_IPV6_ADDRESS_COMPRESSED_PIECE_INDEX_2, place);
    let mut longest_size = 1;
    // 3. Let foundIndex be null.
    trace.visited(whatwg::FIND_THE_IPV6_ADDRESS_COMPRESSED_PIECE_INDEX_3, place);
    let mut found_index = None;
    // 4. Let foundSize be 0.
    trace.visited(whatwg::FIND_THE_IPV6_ADDRESS_COMPRESSED_PIECE_INDEX_4, place);
    let mut found_size = 0;
    // 5. For each pieceIndex of address's pieces:
    for (piece_index, piece) in address.into_iter().enumerate() {
        // 5.1. If the piece is not 0:
        if piece != 0 {
            // 5.1.1. A longer run than the longest: it is that now.
            if found_size > longest_size {
                trace.visited(whatwg::FIND_THE_IPV6_ADDRESS_COMPRESSED_PIECE_INDEX_5_1_1, place);
                longest_index = found_index;
                longest_size = found_size;
            }
            // 5.1.2. Set foundIndex to null.
            trace.visited(whatwg::FIND_THE_IPV6_ADDRESS_COMPRESSED_PIECE_INDEX_5_1_2, place);
            found_index = None;
            // 5.1.3. Set foundSize to 0.
            trace.visited(whatwg::FIND_THE_IPV6_ADDRESS_COMPRESSED_PIECE_INDEX_5_1_3, place);
            found_size = 0;
        // 5.2. Otherwise:
        } else {
            // 5.2.1. If foundIndex is null, set it to pieceIndex.
            if found_index.is_none() {
                trace.visited(whatwg::FIND_THE_IPV6_ADDRESS_COMPRESSED_PIECE_INDEX_5_2_1, place);
                found_index = Some(piece_index);
            }
            // 5.2.2. Increment foundSize by 1.
            trace.visited(whatwg::FIND_THE_IPV6_ADDRESS_COMPRESSED_PIECE_INDEX_5_2_2, place);
            found_size += 1;
        }
    }
    // 6. A longer run at the end: return foundIndex.
    if found_size > longest_size {
        trace.visited(whatwg::FIND_THE_IPV6_ADDRESS_COMPRESSED_PIECE_INDEX_6, place);
        return found_index;
    }
    // 7. Return longestIndex.
    trace.visited(whatwg::FIND_THE_IPV6_ADDRESS_COMPRESSED_PIECE_INDEX_7, place);
    longest_index
}

#[cfg(test)]
mod tests {
    use alloc::{format, string::ToString as _};
    use core::net::Ipv6Addr;

    use super::Ipv4Addr;
    use crate::Host;

    #[test]
    fn writes_numbers_as_the_standard_library_does() {
        for n in 0..=u8::MAX {
            let address = Ipv4Addr::new(n, 255 - n, 0, n);
            assert_eq!(Host::<&str>::Ipv4(address).to_string(), address.to_string());
        }
        for piece in 1..=u16::MAX {
            // Without zeros there is nothing to compress, so the standard library also writes every piece.
            let address = Ipv6Addr::new(piece, 1, 2, 3, 4, 5, 6, 7);
            assert_eq!(Host::<&str>::Ipv6(address).to_string(), format!("[{address}]"));
        }
    }
}
