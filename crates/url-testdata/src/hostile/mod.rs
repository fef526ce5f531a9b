//! Strings that are slow to parse, or that parsers read differently. Some have a fixed shape. Others are
//! random, but generated from a seed, so that every finding can be reproduced.

mod corners;
mod domains;
mod lures;
mod pieces;
mod shapes;

pub use self::{
    corners::corners,
    lures::LURE_BASES,
    shapes::{SHAPES, Shape},
};

/// Pieces of URLs, and pieces on which parsers often fail.
#[rustfmt::skip]
const TOKENS: [&str; 108] = [
    "http:", "https:", "HTTP:", "file:", "File:", "ws:", "wss:", "ftp:", "foo:", "web+x:", "mailto:",
    "data:", "blob:", "javascript:", "//", "/", "///", "\\", "\\\\", "?", "??", "#", "##", "@", "@@", ":",
    "::", ".", "..", "/.", "/..", "/./", "/../", "%2e", "%2E", "%2e%2e", ".%2E", "%", "%4", "%41", "%zz",
    "%00", "%2F", "%5C", "%23", "%C3%BC", "%FF", "%F0%9F", "c:", "C|", "/c:", "/C|/", "c|", "localhost",
    "LOCALHOST", "a", "b", "A", "Z", "example.com", "EXAMPLE.com", "a.b", "a..b", "a.", "-", "_", "~",
    "!", "$", "&", "'", "(", "*", "+", ",", ";", "=", "^", "`", "{", "|", "}", "<", ">", "\"", " ", "  ",
    "\t", "\n", "\r", "\u{0}", "\u{1}", "\u{1F}", "\u{7F}", "\u{80}", "é", "ß", "日本", "。", "．", "\u{AD}",
    "\u{200D}", "\u{FEFF}", "\u{FFFD}", "\u{FFFE}", "🏳", "xn--", "xn--bcher-kva",
];

/// Numbers and addresses, which random pieces rarely form.
#[rustfmt::skip]
const NUMBERS: [&str; 30] = [
    "0", "1", "9", "08", "0x", "0xF", "0x7f", "007", "255", "256", "65535", "65536", "4294967295",
    "4294967296", "1.2", "127.0.0.1", "0.0.0.0.0", "1.2.3.4.", "[", "]", "[::]", "[::1]",
    "[1:2:3:4:5:6:7:8]", "[::1.2.3.4]", "[1::0:0:2]", "[0:0:1::0]", ":80", ":443", ":0", ":00080",
];

/// Base URLs of every kind.
#[rustfmt::skip]
pub const BASES: [&str; 11] = [
    "http://a.test/b/c?d#e", "https://u:p@a.test:8080/b/../c/", "file:///C:/a/b", "file://host/a/b?c",
    "file:///", "mailto:x", "foo:bar?q#f", "foo://h/p/q?r", "foo:/p//q", "foo:/.//p", "about:blank",
];

/// URLs of every kind that setters distinguish.
#[rustfmt::skip]
pub const URLS: [&str; 35] = [
    "https://a.test/", "https://u:p@a.test:81/b/c?d=e&f#g", "https://:p@a.test/?",
    "http://127.0.0.1:8080//b/", "ws://[::1]/x#", "file:///C:/b/c", "file://h/b", "foo://h?q", "foo://h/b/c",
    "foo://u@h:1/b", "foo:/b/c", "foo:/.//b", "foo:///b", "data:text/plain,x y?z#w", "mailto:a@b.test",
    "blob:https://a.test/x", "http://u:p@a.test:81/b/c?d#e", "file:///C:/a", "file://h/a", "file:////a//",
    "foo://a", "foo://u@a:1/b", "foo:/", "foo:/.//a", "foo:///", "foo:////", "data:x", "mailto:a@b?c#d",
    "javascript:x ?y", "ws://[::1]/", "data:x %20#y", "http://localhost/C|/a", "http://localhost",
    "ftp://xn--bcher-kva.test/b%20c", "postgres://localhost:5432/db",
];

/// Values for setters, each of which some setter treats specially.
#[rustfmt::skip]
pub const VALUES: [&str; 76] = [
    "", "a", "a b", "é", "%", "%2f", "/", "//", "/a/../b", "a/./b", ".", "..", "%2e", "?", "#", "a?b#c",
    "a\\b", "\\", "'", "^", "|", ":", "@", "b.test", "b.test:82", "B.TEST", "[::2]", "[::x]", "1.2.3.4",
    "::3", "0x7f.1", "1.2.3.400", "80", "443", "99999", "http", "wss", "file", "foo", "a\tb", "u", "A.test",
    "B.test:81", "a.test/x", "a/b", "a?b", "a#b", "a:81", "a:99999", "1.2", "::1", "[::1]", "[", "/.//",
    "//a", "/p/q", "..\\..\\a", "??x", "?q", "#f", "x y ", "a\nb", "\n8", "08", "65536", "https", "ws",
    "HTTPS:", "FILE:", "ws:", "javascript", "/C|/x", "c:/x", "/c%7C", "LOCALHOST", "<>\"`{}^|'",
];

/// Characters that are special in some part of a URL. [`short_strings`] of them follow each of [`STARTS`].
pub const CHARACTERS: &str = "/\\.:@?#%2eA[]|\t 0x";

/// Prefixes after which a parser is in a certain part of a URL. Together, they cover all parts.
#[rustfmt::skip]
pub const STARTS: [&str; 18] = [
    "", "http:", "http://", "http://a", "http://a/", "http://a/b/", "http://[", "http://1.", "http://a:8", "http://u:",
    "file:", "file://", "file:///c", "foo:", "foo:/", "foo://", "?", "#",
];

/// Returns every string of at most `most` characters from `characters`.
pub fn short_strings(characters: &str, most: usize) -> Vec<String> {
    let (mut all, mut longest) = (vec![String::new()], 0);
    for _ in 0..most {
        let from = longest;
        longest = all.len();
        for at in from..longest {
            for c in characters.chars() {
                all.push(format!("{}{c}", all[at]));
            }
        }
    }
    all
}

/// A small pseudorandom number generator. It has a seed, so that failures can be reproduced.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Creates the generator for `seed`. Every number is a valid seed.
    pub fn new(seed: u64) -> Self {
        // The state must not be zero, since it would stay zero. The factor makes neighbouring seeds produce
        // different strings from the first one on.
        let mut dice = Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        dice.roll(1);
        dice
    }

    /// Returns a number below `sides`.
    pub fn roll(&mut self, sides: usize) -> usize {
        // The constants of xorshift64*.
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(high).unwrap_or_default() % sides.max(1)
    }

    /// Returns one of `items`, each with the same probability.
    pub fn pick<'i>(&mut self, items: &[&'i str]) -> &'i str {
        items.get(self.roll(items.len())).copied().unwrap_or_default()
    }

    /// Returns one to `most` tokens and numbers, one after the other.
    pub fn text(&mut self, most: usize) -> String {
        let count = self.roll(most) + 1;
        (0..count).map(|_| if self.roll(5) == 0 { self.pick(&NUMBERS) } else { self.pick(&TOKENS) }).collect()
    }

    /// Returns a string that begins like a URL in most cases.
    pub fn url(&mut self) -> String {
        let start = self.pick(&["", "http://", "https://", "file://", "foo://", "foo:", "ws://u@"]);
        format!("{start}{}", self.text(7))
    }

    /// Returns `text` with one to three random insertions, removals, replacements or repetitions.
    pub fn mutate(&mut self, text: &str) -> String {
        let mut text = text.to_owned();
        for _ in 0..=self.roll(3) {
            let (start, end) = self.range_of(&text);
            match self.roll(4) {
                0 => text.insert_str(start, self.pick(&TOKENS)),
                1 => text.replace_range(start..end, ""),
                2 => text.replace_range(start..end, self.pick(&TOKENS)),
                _ => {
                    let again = String::from(&text[start..end]);
                    text.insert_str(end, &again);
                }
            }
        }
        text
    }

    /// Returns the start and the end of a range of one to eight bytes in `text`.
    fn range_of(&mut self, text: &str) -> (usize, usize) {
        let boundary = |at: usize| (0..=at.min(text.len())).rfind(|&at| text.is_char_boundary(at));
        let start = boundary(self.roll(text.len() + 1)).unwrap_or_default();
        (start, boundary(start + self.roll(9)).unwrap_or_default())
    }
}
