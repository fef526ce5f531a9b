//! Strings that a careless parser parses slowly, or that parsers parse differently. Some follow a fixed
//! pattern ([`Shape`]). Others are random, generated from a seed ([`Dice`]), so failures can be reproduced.

mod corners;
mod domains;
mod lures;

pub use self::{corners::corners, lures::LURE_BASES};

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

/// Numbers and IP addresses. Random sequences of [`TOKENS`] rarely contain them.
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

/// For each part of a URL, in order, texts for this part: schemes, slashes, user-infos, hosts, ports, paths,
/// queries and fragments. Programs parse many of these texts differently.
#[rustfmt::skip]
const PARTS: [&[&str]; 8] = [
    &[
        "http", "http", "https", "HTTP", "ftp", "file", "FILE", "data", "mailto", "Mailto", "ws", "wss", "foo", "a+b", "a.b", "http.",
        "1a", "javascript", "jar", "jar:file", "jar:http", "jrt", "url:http", "URL", "ldap", "ldaps", "sip", "sips", "urn", "gopher",
        "news", "nntp", "pop", "rtsp", "rsync", "ssh", "telnet", "svn+ssh", "blob", "",
    ],
    &["://", "://", "://", "://", "://", ":///", ":/", ":", "//", "://///", ":\\\\", ":/\\"],
    &[
        "", "", "", "", "u@", "u:p@", "u:@", ":p@", "@", "u@v@", "u%40v@", "u:p:q@", "ü@", "u p@", "u[@", "u]@", "u;x@", "[u]@", "u\n@",
        "%zz@", "u%@", "a%41%@", "u/@", "u?@", "u#@", "u\\@", "<u>@", "u%0a@",
    ],
    &[
        "a.test", "good.example", "127.0.0.1", "0x7f.1", "0177.0.0.1", "2130706433", "1.2.3.4.5", "256.1.1.1", "1.2.3", "01.2.3.4",
        "[::1]", "[::1", "::1]", "[::ffff:127.0.0.1]", "[fe80::1%25eth0]", "[fe80::1%eth0]", "[::1%]", "[::1%25]", "[::1%25%41]",
        "[v1.a]", "[V1.a]", "[vg.a]", "[v1.]", "[a]", "[]", "[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7::]", "[::1:2:3:4:5:6]",
        "[1:2:3:4:5:6:1.2.3.4]", "[::1.2.3.256]", "[::01.2.3.4]", "[::00001]", "[12345::]", "[1::2::3]", "[1.2.3.4]", "[::1]x",
        "x[::1]", "[[::1]]", "", ".", "..", "a.", "a..b", ".a", "-a", "a-", "a_b", "A.B", "1a", "a.1", "a.1b", "a%2eb", "a%", "a%zz",
        "a%00b", "a%c3%bc", "%61", "a%5bb", "a%5Db", "a%2F", "a b", "a\tb", "a\nb", "a\"b", "a<b", "a>b", "a^b", "a`b", "a|b", "a{b}",
        "a\\b", "a;b", "a,b", "a=b", "a+b", "a!b", "a$b", "a'b", "a(b)", "a~b", "a&b", "bücher.de", "BÜCHER.de", "ß.de", "ü..b", "xn--a",
        "xn--ü", "Ａ.test", "١.test", "a\u{200D}b", "a。b", "☃", "א1", "ς", "℀", "a／b", "a：b", "a\u{AD}b", "localhost", "a\0b",
    ],
    &[
        "", "", "", "", ":", ":80", ":0", ":080", ":00000000000000000080", ":65535", ":65536", ":99999", ":100000", ":2147483648",
        ":99999999999", ":-1", ":-0", ":+80", ":x", ":8x", ": 80", ":80 ", ":8 0", ":١", ":%38", ":80:81", "::80", ":-", ":\n80", ":0x50",
    ],
    &[
        "", "/", "/", "/a", "/a/b", "/a/../b", "/./a", "/..", "/a/.", "/a//b", "//a", "/~a", "/%7ea", "/%zz", "/%", "/%2f", "/a b",
        "/a\tb", "/a\nb", "/é", "/a;x=1", "/;type=a", "/%2Fa", "/c:/x", "c:x", "a", "a:b", "a@b", "a@b,c@d", "a@b,", "/a[b]", "/a|b",
        "/a\\b", "\\a", "/a^b", "/a\"b", "/a<b>", "/a{b}", "/a`b", "!/x", "/a!/b", "*", ";x", "/@x/", "//", "///", "/\u{A0}", "/\u{85}",
        "/\0", "/.%2e",
    ],
    &[
        "", "", "", "?", "?a=b", "?a b", "?a%20b", "?a%zz", "?a%", "?a\"b", "?a'b", "?é", "?a?b", "?[x]", "?a\\b", "?a\nb", "?@x", "?/x",
        "?<>", "?{|}", "?^`", "?\0", "??", "?%%41", "?\u{7F}", "?;",
    ],
    &[
        "", "", "", "", "#", "#f", "#f g", "#f#g", "#é", "#%zz", "#%", "#/?", "#[x]", "#\\", "#\"", "#`", "#<>", "#{}", "#|^", "#\0",
    ],
];

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
    pub fn pick<'i>(&mut self, items: &[&'i str]) -> &'i str {
        items.get(self.roll(items.len())).copied().unwrap_or_default()
    }

    /// Returns a string of one to `most` random pieces: parts of URLs, numbers and addresses.
    pub fn text(&mut self, most: usize) -> String {
        let count = self.roll(most) + 1;
        (0..count).map(|_| if self.roll(5) == 0 { self.pick(&NUMBERS) } else { self.pick(&TOKENS) }).collect()
    }

    /// Returns a string that begins like a URL in most cases.
    pub fn url(&mut self) -> String {
        let start = self.pick(&["", "http://", "https://", "file://", "foo://", "foo:", "ws://u@"]);
        format!("{start}{}", self.text(7))
    }

    /// Returns a URL with a random text for each part. The text of a part may be empty or malformed.
    pub fn hostile_url(&mut self) -> String {
        let url: String = PARTS.iter().map(|pieces| self.pick(pieces)).collect();
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
