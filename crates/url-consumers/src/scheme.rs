//! Schemes as RFC 3986 writes them, which most programs read alike.

/// Divides `text` at its first colon, if a scheme is before that: a letter, then letters, digits, `+`, `-` and `.`.
pub(crate) fn split_scheme(text: &str) -> Option<(&str, &str)> {
    let is_of_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let len = text.bytes().take_while(is_of_scheme).count();
    let is_scheme = text.starts_with(|c: char| c.is_ascii_alphabetic());
    text.split_at_checked(len)
        .filter(|_| is_scheme)
        .and_then(|(scheme, rest)| Some((scheme, rest.strip_prefix(':')?)))
}
