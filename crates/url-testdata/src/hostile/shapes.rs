//! Strings of any length for which a careless algorithm needs quadratic time or memory.

/// A shape of strings: a prefix, repeated parts, and a suffix.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The prefix.
    pub start: &'static str,
    /// The parts, in order. Each of them is repeated until it has the requested length.
    pub repeated: &'static [&'static str],
    /// The suffix.
    pub end: &'static str,
}

impl Shape {
    /// Returns a string of this shape, in which each part is repeated up to about `len` bytes.
    pub fn of_len(&self, len: usize) -> String {
        let repeated = self.repeated.iter().map(|text| text.repeat(len / text.len()));
        [self.start, &repeated.collect::<String>(), self.end].concat()
    }
}

const fn shape(start: &'static str, repeated: &'static [&'static str], end: &'static str) -> Shape {
    Shape { start, repeated, end }
}

/// All shapes.
#[rustfmt::skip]
pub const SHAPES: &[Shape] = &[
    // Delimiters.
    shape("", &["/"], ""),
    shape("", &["@"], ""),
    shape("", &["a"], ""),
    shape("", &["a"], ":"),
    shape("", &[" "], ""),
    shape("http://", &[":"], ""),
    shape("http://", &["@"], ""),
    shape("http://", &["["], ""),
    shape("http://[", &[":"], "]"),
    shape("http://[", &["0:"], "]"),
    shape("?", &["あ"], ""),
    shape("#", &["#"], ""),
    shape("#", &["\\"], ""),
    shape("http://a", &["\t"], "b"),
    shape("http://a/", &["b\t"], ""),
    // Hosts and ports.
    shape("http://", &["a."], ""),
    shape("http://", &["é."], ""),
    shape("http://", &["é"], ""),
    shape("http://", &["%C3%A9."], ""),
    shape("http://", &["%c3"], ""),
    shape("http://", &["%41"], "/"),
    shape("http://", &["%"], ""),
    shape("http://", &["\u{FDFA}"], "/"),
    shape("http://", &["%EF%B7%BA"], "/"),
    shape("http://", &["0"], ""),
    shape("http://a.test:", &["0"], ""),
    shape("http://xn--9ca", &["a"], ".é"),
    shape("http://xn--", &["a"], "-99999999"),
    shape("http://xn--a-", &["9"], ""),
    shape("http://", &["xn--bcher-kva."], ""),
    shape("http://a", &["\u{327}\u{301}"], ""),
    shape("http://a", &["\u{AD}"], ""),
    shape("http://", &["\u{628}\u{64B}\u{64B}\u{200C}\u{64B}\u{628}"], ""),
    shape("x://", &["A"], "/"),
    shape("x://", &["%41.."], "/"),
    // Paths.
    shape("http://a.test/", &["abcdefg/"], ""),
    shape("http://a.test", &["/../"], ""),
    shape("http://a.test", &["/a/.."], ""),
    shape("http://a.test", &["/a", "/.."], ""),
    shape("http://a.test", &["/%2E%2e"], ""),
    shape("http://a.test", &["/%252e%252e"], ""),
    shape("http://a.test/", &["%"], ""),
    shape("http://a.test/", &["%4"], ""),
    shape("http://a.test/", &["%41"], ""),
    shape("http://a.test/%", &["25"], "41"),
    shape("http://a.test/", &["%7e%c3"], "x"),
    shape("http://a.test/", &["é"], ""),
    shape("http://a.test/", &["\u{FFFF}"], ""),
    shape("http://a.test/", &["\u{FDFA}"], "/"),
    shape("http://a.test/", &[" "], ""),
    shape("http://a.test/", &["/"], ""),
    shape("http://a.test/", &["(/"], ""),
    shape("http://a.test/", &["(0123456789abcdef01234567)/"], ".aspx"),
    shape("http://a.test/", &[";jsessionid=1"], ""),
    // `file:` URLs, whose host and drive come from the path.
    shape("file:", &["/c|"], ""),
    shape("file:", &["///localhost"], ""),
    shape("file:", &["///%6cocalhost"], ""),
    shape("file:", &["///loc％ADalhost"], ""),
    shape("file:///", &["%34"], "41"),
    shape("file:///", &["%", "34"], "41"),
    shape("file://", &["\u{9C7}\u{301}\u{9BE}"], ".jp/"),
    shape("file://\u{9C7}", &["\u{301}"], "\u{9BE}.jp/"),
    shape("file://", &["\u{1100}\u{301}\u{1161}\u{301}\u{11A8}"], ".jp/"),
    // Queries and fragments.
    shape("http://a.test/?", &["é"], ""),
    shape("http://a.test/?", &["\""], ""),
    shape("http://a.test/?", &["&"], ""),
    shape("http://a.test/?", &["a=b&"], ""),
    shape("http://a.test/?", &["cfid="], ""),
    shape("http://a.test/?", &["cfid=1&cftoken="], ""),
    shape("http://a.test/?", &["sid="], ""),
    shape("http://a.test/?", &["utm_a=1&b=2&"], ""),
    shape("http://a.test/#", &["\u{85}"], ""),
];
