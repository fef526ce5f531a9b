//! What the parts of a URL in libcurl have in common.

/// Whether libcurl refuses `c` in most parts of a URL.
pub(super) fn is_junk(c: char) -> bool {
    c.is_ascii_control() || c == ' '
}

/// `text` in two, at byte `at`; all of it and nothing, if it is shorter.
pub(super) fn cut(text: &str, at: usize) -> (&str, &str) {
    text.split_at_checked(at).unwrap_or((text, ""))
}
