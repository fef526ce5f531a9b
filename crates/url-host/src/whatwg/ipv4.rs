//! IPv4 addresses. Implements whatwg "ends in a number checker", "IPv4 parser" and "IPv4 number parser".
//!
//! Outside the specs: `fail`.

use core::net::Ipv4Addr;

use smallvec::SmallVec;
use url_core::{
    ByteSet, NoTrace, Output, Reason, Rejection, Report, Section, Span, Trace, in_bounds, sections::whatwg,
    whatwg::Edition,
};

/// Returns true if the last part of `input`, a domain, is a number. Such a domain is an IPv4 address or
/// failure.
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

/// FAST: most domains end in a byte that neither ends a number nor is the dot after one.
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

/// Parses the IPv4 address `input`, which ends in a number; `edition` selects the validation errors that are
/// reported.
///
/// # Errors
/// [`Reason::Ipv4TooManyParts`], [`Reason::Ipv4NonNumericPart`] and [`Reason::HostIpv4OutOfRange`].
///
/// Spec: whatwg#concept-ipv4-parser
///
/// # Examples
/// ```
/// use url_core::{NoTrace, whatwg::Edition::Newest};
/// use url_host::whatwg::parse_ipv4;
/// assert_eq!(parse_ipv4("0x7F.1", Newest, &mut NoTrace), Ok([127, 0, 0, 1].into()));
/// assert!(parse_ipv4("1.2.3.08", Newest, &mut NoTrace).is_err());
/// ```
pub fn parse_ipv4<T: Trace>(input: &str, edition: Edition, trace: &mut T) -> Result<Ipv4Addr, Rejection> {
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
        let found = ("IPv4-too-many-parts", Reason::Ipv4TooManyParts);
        return Err(fail(trace, whatwg::CONCEPT_IPV4_PARSER_4, found, whole));
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
            let found = ("IPv4-non-numeric-part", Reason::Ipv4NonNumericPart);
            return Err(fail(trace, whatwg::CONCEPT_IPV4_PARSER_6_2, found, span));
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

/// Reports the steps at the start of the string.
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
fn fail<T: Trace>(trace: &mut T, section: Section, found: (&'static str, Reason), span: Span) -> Rejection {
    trace.violation(section, found.0, span);
    Rejection::new(found.1, section, span)
}

/// Returns the value, or 2^32 if it is greater, and true if the number is not decimal.
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
    let output = input.chars().try_fold(0, |value: u64, c| {
        let digit = c.to_digit(r)?;
        Some((value * u64::from(r) + u64::from(digit)).min(1 << 32))
    });
    let Some(output) = output else {
        trace.visited(whatwg::IPV4_NUMBER_PARSER_7, whole);
        return None;
    };
    trace.visited(whatwg::IPV4_NUMBER_PARSER_8, whole);
    // 9. Return output and validationError.
    trace.visited(whatwg::IPV4_NUMBER_PARSER_9, whole);
    Some((output, validation_error))
}

#[cfg(test)]
mod tests {
    use super::Ipv4Addr;
    use crate::Host;
    use alloc::{format, string::ToString as _};
    use core::net::Ipv6Addr;

    #[test]
    fn writes_numbers_as_the_standard_library_does() {
        for n in 0..=u8::MAX {
            let address = Ipv4Addr::new(n, 255 - n, 0, n);
            assert_eq!(Host::<&str>::Ipv4(address).to_string(), address.to_string());
        }
        for piece in 1..=u16::MAX {
            // Without zeros there is nothing to compress, so both write every piece.
            let address = Ipv6Addr::new(piece, 1, 2, 3, 4, 5, 6, 7);
            assert_eq!(Host::<&str>::Ipv6(address).to_string(), format!("[{address}]"));
        }
    }
}
