//! Strings that bring URL parsers down, or apart: of shapes that hurt, and made at random from a seed, so that what is found can be
//! found again.

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

/// What URLs are made of, and what their parsers stumble over.
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

/// Numbers and addresses, which random tokens seldom make.
#[rustfmt::skip]
const NUMBERS: [&str; 30] = [
    "0", "1", "9", "08", "0x", "0xF", "0x7f", "007", "255", "256", "65535", "65536", "4294967295",
    "4294967296", "1.2", "127.0.0.1", "0.0.0.0.0", "1.2.3.4.", "[", "]", "[::]", "[::1]",
    "[1:2:3:4:5:6:7:8]", "[::1.2.3.4]", "[1::0:0:2]", "[0:0:1::0]", ":80", ":443", ":0", ":00080",
];

/// Bases of every kind.
#[rustfmt::skip]
pub const BASES: [&str; 11] = [
    "http://a.test/b/c?d#e", "https://u:p@a.test:8080/b/../c/", "file:///C:/a/b", "file://host/a/b?c",
    "file:///", "mailto:x", "foo:bar?q#f", "foo://h/p/q?r", "foo:/p//q", "foo:/.//p", "about:blank",
];

/// What means something somewhere in a URL: for [`short_strings`] behind [`STARTS`].
pub const CHARACTERS: &str = "/\\.:@?#%2eA[]|\t 0x";

/// What leads to each part of a URL.
#[rustfmt::skip]
pub const STARTS: [&str; 18] = [
    "", "http:", "http://", "http://a", "http://a/", "http://a/b/", "http://[", "http://1.", "http://a:8", "http://u:",
    "file:", "file://", "file:///c", "foo:", "foo:/", "foo://", "?", "#",
];

/// Every string of up to `most` of `characters`.
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

/// A small generator of numbers, so that a failure can be repeated.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// One for `seed`, which may be any number.
    pub fn new(seed: u64) -> Self {
        // Zero would stay zero, and seeds side by side are to give other strings from the first on.
        let mut dice = Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        dice.roll(1);
        dice
    }

    /// A number below `sides`.
    pub fn roll(&mut self, sides: usize) -> usize {
        // The constants of xorshift64*.
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(high).unwrap_or_default() % sides.max(1)
    }

    /// One of `items`.
    pub fn pick<'i>(&mut self, items: &[&'i str]) -> &'i str {
        items.get(self.roll(items.len())).copied().unwrap_or_default()
    }

    /// What URLs are made of, one to `most` pieces of it.
    pub fn text(&mut self, most: usize) -> String {
        let count = self.roll(most) + 1;
        (0..count).map(|_| if self.roll(5) == 0 { self.pick(&NUMBERS) } else { self.pick(&TOKENS) }).collect()
    }

    /// A string that begins as a URL does, mostly.
    pub fn url(&mut self) -> String {
        let start = self.pick(&["", "http://", "https://", "file://", "foo://", "foo:", "ws://u@"]);
        format!("{start}{}", self.text(7))
    }

    /// `text` after one to three changes: something put in, left out, put in its place or written twice.
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

    /// A place in `text`, and one up to eight bytes later.
    fn range_of(&mut self, text: &str) -> (usize, usize) {
        let boundary = |at: usize| (0..=at.min(text.len())).rfind(|&at| text.is_char_boundary(at));
        let start = boundary(self.roll(text.len() + 1)).unwrap_or_default();
        (start, boundary(start + self.roll(9)).unwrap_or_default())
    }
}
