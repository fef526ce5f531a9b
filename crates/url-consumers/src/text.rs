//! How texts are divided, as most programs do it.

/// Divides `text` at its first colon, if a scheme is before that: a letter, then letters, digits, `+`, `-` and `.`.
pub(crate) fn split_scheme(text: &str) -> Option<(&str, &str)> {
    let is_of_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let len = text.bytes().take_while(is_of_scheme).count();
    let is_scheme = text.starts_with(|c: char| c.is_ascii_alphabetic());
    text.split_at_checked(len)
        .filter(|_| is_scheme)
        .and_then(|(scheme, rest)| Some((scheme, rest.strip_prefix(':')?)))
}

/// `text` up to the first of `ends`, and the rest.
pub(crate) fn before_first<const N: usize>(text: &str, ends: [char; N]) -> (&str, &str) {
    cut(text, text.find(ends).unwrap_or(text.len()))
}

/// `text` in two, at byte `at`; all of it and nothing, if it is shorter.
pub(crate) fn cut(text: &str, at: usize) -> (&str, &str) {
    text.split_at_checked(at).unwrap_or((text, ""))
}

/// Whether `text` is of ASCII digits alone, or empty.
pub(crate) fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `digits` without zeros in front.
pub(crate) fn number(digits: &str) -> &str {
    match digits.trim_start_matches('0') {
        "" => "0",
        number => number,
    }
}

/// Whether `text` is a UUID.
pub(crate) fn is_uuid(text: &str) -> bool {
    text.split('-').map(str::len).eq([8, 4, 4, 4, 12])
        && text.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit())
}
