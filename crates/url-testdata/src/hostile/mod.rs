//! Strings that a careless parser parses slowly, or that parsers parse differently. Some follow a fixed
//! pattern ([`Shape`]). Others are random, generated from a seed ([`Dice`]), so failures can be reproduced.

mod corners;
mod domains;
mod lures;

use std::sync::LazyLock;

use serde::Deserialize;

pub use self::{corners::corners, lures::LURE_BASES};

/// The lists of the file `hostile.json`.
#[expect(clippy::expect_used, reason = "only tests use the lists")]
static LISTS: LazyLock<Lists> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../hostile.json")).expect("the file has these lists")
});

type List = Vec<String>;

#[derive(Deserialize)]
struct Lists {
    /// Pieces of URLs, and pieces on which parsers often fail.
    tokens: List,
    /// Numbers and IP addresses. Random sequences of `tokens` rarely contain them.
    numbers: List,
    /// For each part of a URL, in order, texts for this part: schemes, slashes, user-infos, hosts, ports,
    /// paths, queries and fragments. Programs parse many of these texts differently.
    parts: Vec<List>,
    /// Corner cases of ports, user-infos, IP addresses, paths with escapes, and hosts with escapes, dots and
    /// long labels.
    corners: Vec<Corner>,
    /// Texts that UTS 46 treats specially: letters that combine, joiners with and without the context that
    /// they require, marks, right-to-left characters, mapped and ignored characters, characters that are
    /// newer than the tables of most libraries, and variants of `xn--`.
    labels: List,
    /// Ranges of characters of one script or kind, by their first and last code points.
    stretches: Vec<(u32, u32)>,
    /// Parts of lures ([`Dice::lure`]). All names and plain paths are usual. The other lists are unusual.
    names: List,
    hosts: List,
    starts: List,
    users: List,
    ports: List,
    plain_paths: List,
    paths: List,
    queries: List,
    fragments: List,
    references: List,
}

/// Templates of URLs, and the texts that replace `{}` in each template.
#[derive(Deserialize)]
struct Corner {
    frames: List,
    parts: List,
}

/// Base URLs of every kind.
#[rustfmt::skip]
pub const BASES: [&str; 11] = [
    "http://a.test/b/c?d#e", "https://u:p@a.test:8080/b/../c/", "file:///C:/a/b", "file://host/a/b?c",
    "file:///", "mailto:x", "foo:bar?q#f", "foo://h/p/q?r", "foo:/p//q", "foo:/.//p", "about:blank",
];

/// URLs on which tests call setters. They cover all kinds of URLs that setters treat differently.
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

/// Values that tests pass to setters. For each value, at least one setter has a special case.
#[rustfmt::skip]
pub const VALUES: [&str; 76] = [
    "", "a", "a b", "é", "%", "%2f", "/", "//", "/a/../b", "a/./b", ".", "..", "%2e", "?", "#", "a?b#c",
    "a\\b", "\\", "'", "^", "|", ":", "@", "b.test", "b.test:82", "B.TEST", "[::2]", "[::x]", "1.2.3.4",
    "::3", "0x7f.1", "1.2.3.400", "80", "443", "99999", "http", "wss", "file", "foo", "a\tb", "u", "A.test",
    "B.test:81", "a.test/x", "a/b", "a?b", "a#b", "a:81", "a:99999", "1.2", "::1", "[::1]", "[", "/.//",
    "//a", "/p/q", "..\\..\\a", "??x", "?q", "#f", "x y ", "a\nb", "\n8", "08", "65536", "https", "ws",
    "HTTPS:", "FILE:", "ws:", "javascript", "/C|/x", "c:/x", "/c%7C", "LOCALHOST", "<>\"`{}^|'",
];

/// Characters that have a meaning in a part of a URL. Tests append [`short_strings`] of these to [`STARTS`].
pub const CHARACTERS: &str = "/\\.:@?#%2eA[]|\t 0x";

/// Starts of URLs. Each of them ends in a different part of a URL; together, they cover all parts.
#[rustfmt::skip]
pub const STARTS: [&str; 18] = [
    "", "http:", "http://", "http://a", "http://a/", "http://a/b/", "http://[", "http://1.", "http://a:8", "http://u:",
    "file:", "file://", "file:///c", "foo:", "foo:/", "foo://", "?", "#",
];

/// A pattern of long strings, such as `http://{a.}`: the part in braces is repeated. For these strings, a
/// careless algorithm needs quadratic time or memory.
#[derive(Clone, Copy, Debug)]
pub struct Shape(pub &'static str);

impl Shape {
    /// Returns a string of this pattern, with each part in braces repeated to about `len` bytes.
    pub fn of_len(&self, len: usize) -> String {
        let (start, parts) = self.0.split_once('{').unwrap_or((self.0, ""));
        let parts = parts.split('{').filter_map(|part| part.split_once('}'));
        parts.fold(start.to_owned(), |made, (text, rest)| made + &text.repeat(len / text.len()) + rest)
    }
}

/// All patterns that tests use.
#[rustfmt::skip]
pub const SHAPES: &[Shape] = &[
    Shape("{/}"), Shape("{@}"), Shape("{a}"), Shape("{a}:"), Shape("{ }"), Shape("http://{:}"),
    Shape("http://{@}"), Shape("http://{[}"), Shape("http://[{:}]"), Shape("http://[{0:}]"), Shape("?{あ}"),
    Shape("#{#}"), Shape("#{\\}"), Shape("http://a{\t}b"), Shape("http://a/{b\t}"),
    Shape("http://{a.}"), Shape("http://{é.}"), Shape("http://{é}"), Shape("http://{%C3%A9.}"),
    Shape("http://{%c3}"), Shape("http://{%41}/"), Shape("http://{%}"), Shape("http://{\u{FDFA}}/"),
    Shape("http://{%EF%B7%BA}/"), Shape("http://{0}"), Shape("http://a.test:{0}"),
    Shape("http://xn--9ca{a}.é"), Shape("http://xn--{a}-99999999"), Shape("http://xn--a-{9}"),
    Shape("http://{xn--bcher-kva.}"), Shape("http://a{\u{327}\u{301}}"), Shape("http://a{\u{AD}}"),
    Shape("http://{\u{628}\u{64B}\u{64B}\u{200C}\u{64B}\u{628}}"), Shape("x://{A}/"), Shape("x://{%41..}/"),
    Shape("http://a.test/{abcdefg/}"), Shape("http://a.test{/../}"), Shape("http://a.test{/a/..}"),
    Shape("http://a.test{/a}{/..}"), Shape("http://a.test{/%2E%2e}"), Shape("http://a.test{/%252e%252e}"),
    Shape("http://a.test/{%}"), Shape("http://a.test/{%4}"), Shape("http://a.test/{%41}"),
    Shape("http://a.test/%{25}41"), Shape("http://a.test/{%7e%c3}x"), Shape("http://a.test/{é}"),
    Shape("http://a.test/{\u{FFFF}}"), Shape("http://a.test/{\u{FDFA}}/"), Shape("http://a.test/{ }"),
    Shape("http://a.test/{/}"), Shape("http://a.test/{(/}"),
    Shape("http://a.test/{(0123456789abcdef01234567)/}.aspx"), Shape("http://a.test/{;jsessionid=1}"),
    Shape("file:{/c|}"), Shape("file:{///localhost}"), Shape("file:{///%6cocalhost}"),
    Shape("file:{///loc％ADalhost}"), Shape("file:///{%34}41"), Shape("file:///{%}{34}41"),
    Shape("file://{\u{9C7}\u{301}\u{9BE}}.jp/"), Shape("file://\u{9C7}{\u{301}}\u{9BE}.jp/"),
    Shape("file://{\u{1100}\u{301}\u{1161}\u{301}\u{11A8}}.jp/"),
    Shape("http://a.test/?{é}"), Shape("http://a.test/?{\"}"), Shape("http://a.test/?{&}"),
    Shape("http://a.test/?{a=b&}"), Shape("http://a.test/?{cfid=}"),
    Shape("http://a.test/?{cfid=1&cftoken=}"), Shape("http://a.test/?{sid=}"),
    Shape("http://a.test/?{utm_a=1&b=2&}"), Shape("http://a.test/#{\u{85}}"),
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

/// A pseudorandom number generator. A seed determines its numbers, so that a failure can be reproduced.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Creates the generator for `seed`. Every number is a valid seed.
    pub fn new(seed: u64) -> Self {
        // A state of zero would never change, so the last bit is set. Because of the factor, even the first
        // strings of two similar seeds differ.
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
    pub fn pick<'i>(&mut self, items: &'i [impl AsRef<str>]) -> &'i str {
        items.get(self.roll(items.len())).map_or("", AsRef::as_ref)
    }

    /// Returns a string of one to `most` random pieces: parts of URLs, numbers and addresses.
    pub fn text(&mut self, most: usize) -> String {
        let count = self.roll(most) + 1;
        (0..count)
            .map(|_| if self.roll(5) == 0 { self.pick(&LISTS.numbers) } else { self.pick(&LISTS.tokens) })
            .collect()
    }

    /// Returns a string that begins like a URL in most cases.
    pub fn url(&mut self) -> String {
        let start = self.pick(&["", "http://", "https://", "file://", "foo://", "foo:", "ws://u@"]);
        format!("{start}{}", self.text(7))
    }

    /// Returns a URL with a random text for each part. The text of a part may be empty or malformed.
    pub fn hostile_url(&mut self) -> String {
        let url: String = LISTS.parts.iter().map(|pieces| self.pick(pieces)).collect();
        match self.roll(40) {
            0 => format!("<{url}>"),
            1 => format!(" {url}\n"),
            2 => format!("\u{A0}{url}\u{3000}"),
            _ => url,
        }
    }

    /// Returns `text` with one to three random insertions, removals, replacements or repetitions.
    pub fn mutate(&mut self, text: &str) -> String {
        let mut text = text.to_owned();
        for _ in 0..=self.roll(3) {
            let (start, end) = self.range_of(&text);
            match self.roll(4) {
                0 => text.insert_str(start, self.pick(&LISTS.tokens)),
                1 => text.replace_range(start..end, ""),
                2 => text.replace_range(start..end, self.pick(&LISTS.tokens)),
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
