//! Inputs of any length that a careless step would take quadratic time on.

/// A shape: its beginning, what is repeated, and its end.
#[derive(Clone, Copy)]
pub struct Shape {
    /// What it is about.
    pub name: &'static str,
    /// Whether it is one of the five that bring the states of `whatwg` the most work.
    pub is_hard_for_whatwg: bool,
    first: &'static str,
    repeated: &'static str,
    last: &'static str,
}

/// Every shape.
pub const SHAPES: [Shape; 16] = [
    shape("plain path", "http://a.test/", "abcdefg/", ""),
    hard_shape("dot segments up", "http://a.test/", "../", ""),
    hard_shape("down, then up", "http://a.test", "/a/..", ""),
    shape("escaped dots", "http://a.test/", "%2e%2E/", ""),
    shape("backslashes", "http://a.test/", "\\.", ""),
    hard_shape("at signs", "http://", "@", "a.test/"),
    shape("colons", "http://", ":", "@a.test/"),
    shape("labels", "http://", "a.", "test/"),
    shape("long labels, not ASCII", "http://", "é", ".test/"),
    hard_shape("labels, not ASCII", "http://", "é.", "test/"),
    shape("escapes in escapes", "http://a.test/", "%4", ""),
    shape("escapes in the host", "http://", "%41", "/"),
    shape("hosts in a file: path", "file://localhost", "///localhost", ""),
    shape("drives in a file: path", "file:", "///c:/c|", ""),
    hard_shape("tabs", "http://a.test/", "\ta", ""),
    shape("question marks and hashes", "http://a.test/", "?#", ""),
];

const fn shape(name: &'static str, first: &'static str, repeated: &'static str, last: &'static str) -> Shape {
    Shape { name, is_hard_for_whatwg: false, first, repeated, last }
}

const fn hard_shape(
    name: &'static str,
    first: &'static str,
    repeated: &'static str,
    last: &'static str,
) -> Shape {
    Shape { is_hard_for_whatwg: true, ..shape(name, first, repeated, last) }
}

impl Shape {
    /// A URL of this shape of about `len` bytes.
    pub fn url(&self, len: usize) -> String {
        let times = len.saturating_sub(self.first.len() + self.last.len()) / self.repeated.len();
        [self.first, &self.repeated.repeat(times), self.last].concat()
    }
}
