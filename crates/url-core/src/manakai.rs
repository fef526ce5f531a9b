//! The section "Percent-encoding" of the specification `manakai`, for the crates that percent-encode strings.

use crate::{Report, Span, Trace, sections::manakai};

/// Reports the eight steps of the section "Percent-encoding" to `trace`, for the string at `span`. The
/// function does not encode the string: its caller encodes the string and reports the result.
///
/// Spec: manakai#percent-encoding
///
/// # Examples
/// ```
/// use url_core::{Event, Span, manakai::report_percent_encoding};
/// let mut steps = 0;
/// report_percent_encoding(Span::new(0, 1), &mut |_: Event<'_>| steps += 1);
/// assert_eq!(steps, 8);
/// ```
#[inline]
pub fn report_percent_encoding<T: Trace>(span: Span, trace: &mut T) {
    let steps = [
        // 1. Let s be the given string.
        manakai::PERCENT_ENCODING_1,
        // 2. Let encoding be the given character encoding.
        manakai::PERCENT_ENCODING_2,
        // 3. If encoding is not ASCII-compatible, let encoding be UTF-8.
        manakai::PERCENT_ENCODING_3,
        // 4. Let octets be the list of octets being percent-encoded.
        manakai::PERCENT_ENCODING_4,
        // 5. Replace any code point in s which cannot be represented in encoding by "?".
        manakai::PERCENT_ENCODING_5,
        // 6. Encode s in encoding.
        manakai::PERCENT_ENCODING_6,
        // 7. Replace any octet in s contained in octets by its percent-encoded form.
        manakai::PERCENT_ENCODING_7,
        // 8. Decode s by encoding.
        manakai::PERCENT_ENCODING_8,
    ];
    if T::ENABLED {
        for step in steps {
            trace.visited(step, span);
        }
    }
}
