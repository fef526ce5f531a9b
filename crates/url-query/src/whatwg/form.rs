//! Writing forms. Holds whatwg "application/x-www-form-urlencoded serializing".

use alloc::string::String;

use url_core::whatwg::FORM_PERCENT_ENCODE_SET;

use super::percent_encode_after_encoding;
use crate::Encoding;

/// The form that writes `tuples` of names and values, in `encoding`.
///
/// Spec: whatwg#concept-urlencoded-serializer
///
/// # Examples
/// ```
/// use url_query::{Encoding, whatwg::serialize_form};
/// assert_eq!(serialize_form([("a", "b c"), ("é", "~")], Encoding::UTF_8), "a=b+c&%C3%A9=%7E");
/// ```
pub fn serialize_form<N: AsRef<str>, V: AsRef<str>>(
    tuples: impl IntoIterator<Item = (N, V)>,
    encoding: Encoding,
) -> String {
    // 1. Set encoding to an output encoding.
    // NOTE: `Encoding` is one.
    // 2. Let output be the empty string.
    let mut output = String::new();
    // 3. For each tuple of tuples:
    for (name, value) in tuples {
        // 3.1. Assert: name and value are scalar value strings.
        // 3.2. Let name be the percent-encoded name.
        let name = percent_encode_after_encoding(encoding, name.as_ref(), &FORM_PERCENT_ENCODE_SET);
        // 3.3. Let value be the percent-encoded value.
        let value = percent_encode_after_encoding(encoding, value.as_ref(), &FORM_PERCENT_ENCODE_SET);
        // 3.4. Append "&" to an output that is not empty.
        if !output.is_empty() {
            output.push('&');
        }
        // 3.5. Append name, "=" and value.
        output.extend([&name, "=", &value]);
    }
    // 4. Return output.
    output
}
