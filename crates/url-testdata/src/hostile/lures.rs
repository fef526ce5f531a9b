//! Random URLs with which an attacker tries to deceive a server: the server accepts the host of the URL, but
//! its HTTP client connects to another host. Most URLs have one unusual part from a security advisory.

use super::Dice;

/// Bases with different schemes and kinds of hosts, against which tests resolve random URLs.
pub const LURE_BASES: [&str; 3] =
    ["https://good.example/p/q?r", "http://good.example/p/", "http://93.184.216.34/a;b/c/"];

#[rustfmt::skip]
const NAMES: [&str; 16] = [
    "good.example", "www.good.example", "a.good.example", "good.org", "a-b.good.org", "xn--bcher-kva.example", "1.good.org", "g00d.co.uk",
    "93.184.216.34", "8.8.8.8", "[2606:4700:4700::1111]", "[2001:4860:4860::8888]", "xn--fiqs8s.example", "a.b.c.d.good.org", "GOOD.example", "x_y.good.org",
];
#[rustfmt::skip]
const HOSTS: [&str; 84] = [
    "good.example.", "good..example", ".good.example", "localhost", "LOCALHOST", "localhost.", "127.0.0.1", "127.1", "0x7f.1", "0177.0.0.1",
    "2130706433", "017700000001", "0x7f000001", "0", "0.0.0.0", "127.0.0.1.", "08.8.8.8", "010.8.8.8", "8.8.8", "8.8.2056", "0x8.8.8.8",
    "134744072", "8.8.8.8.8", "8.8.8.256", "169.254.169.254", "0xA9FEA9FE", "10.0.0.1", "100.64.0.1", "192.0.0.1", "198.18.0.1", "240.0.0.1",
    "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:8.8.8.8]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]",
    "[fd00::1]", "[fe80::1]", "[fe80::1%25lo]", "[2606:4700::1%25lo]", "[2606:4700::1%lo]", "[2606:4700:0:0:0:0:0:1]", "[2606:4700::8.8.8.8]",
    "[2606:4700::1:80]", "[2001:470::5efe:7f00:1]", "[2001:0:7f00:1::]", "[v1.good.example]", "[good.example]", "[::1].good.example", "x[::1]", "[::1",
    "2606:4700::1", "good.example%2eevil.example", "evil.example%00.good.example", "evil.example%2f.good.example", "good%2Eexample", "%67ood.example",
    "ｇｏｏｄ.example", "good。example", "good．example", "good｡example", "①②⑦.⓪.⓪.①", "evil.example／.good.org", "evil.example＃.good.org",
    "evil.example℀.good.org", "gooď.example", "goo\u{AD}d.example", "ß.example", "faß.de", "xn--fa-hia.de", "xn--a.example", "xn--.example",
    "xn--example-.com", "XN--BCHER-KVA.example", "evil.example'.good.org", ";evil.good.org", "evil.example;.good.org", "a|b.good.org", "a,b.good.org",
    "-a.good.org", "a_.good.org",
];
#[rustfmt::skip]
const STARTS: [&str; 20] = [
    "HTTP://", "hTTps://", "http:", "http:/", "http:///", "http:////", "https:\\\\", "http:/\\", "//", "\\\\", " http://", "\thttp://", "ht\ntp://",
    "\u{1}http://", "url:http://", "http://http://", "\u{FEFF}http://", "ftp://", "file://", "http:%2f%2f",
];
#[rustfmt::skip]
const USERS: [&str; 20] = [
    "@", ":@", "u@", "u:p@", "evil.example@", "evil.example:80@", "evil.example\\@", "evil.example/@", "evil.example#@", "evil.example?@", "evil.example[@",
    "[evil.example]@", "evil.example%2f@", "evil.example%40", "u@evil.example@", "evil.example;@", "evil.example&@", "evil.example\n@", "evil.example %20@", "\u{FF20}",
];
#[rustfmt::skip]
const PORTS: [&str; 20] = [
    ":", ":80", ":443", ":080", ":0000000080", ":8080", ":0", ":65535", ":65536", ":65616", ":4294967376", ":+80", ":-80", ":80:81", ":8\t0", ":８０", ":80@",
    ":0x50", ": 80", ":%38%30",
];
#[rustfmt::skip]
const PLAIN_PATHS: [&str; 24] = [
    "", "/", "/a", "/a/b.html", "/a..b", "/.well-known/x", "/a/%20b", "/wiki/A_(b)", "/@user", "/x;v=1", "/~u", "/a,b", "/a+b/c", "/a:b", "/a=b&c", "/a//b",
    "/%E2%82%AC", "/a'b!c$d*e", "/a.b/c.d/", "/-/", "/_", "/a/b/c/d/e/f", "/A%2Bb", "/é",
];
#[rustfmt::skip]
const PATHS: [&str; 56] = [
    "//evil.example/", "/\\evil.example/", "\\evil.example", "\\@evil.example/", "/..", "/../..", "/a/../b", "/./a", "/a/.", "/%2e%2e/a", "/.%2e/a", "/a%2fb", "/a%5cb", "/a\\..\\b",
    "/..;/a", "/a..;/b", "/a;/../b", "/a../b", "/%252e%252e/a", "/%252f", "/%00", "/a%0d%0ab", "/a%0aHost:%20evil.example", "/a\tb", "/a b", "/%", "/%zz", "/%u002e", "/{a,b}",
    "/{evil.example,x}", "/[1-3]", "/[a]", "/a|b", "/a^b", "/`a`", "/\"a\"", "/<a>", "/*", "/ＮＮ/a", "/．．/a", "/a／b", "/@evil.example/", "/:80@evil.example/", "/http://evil.example/",
    "/;@evil.example", "/%40evil.example", "/...", "/.../a", "/a/..b", "/.a./b", "/a.", "/%c0%af", "/%ff", "/a%3fb", "/a%23b", ";@evil.example/",
];
#[rustfmt::skip]
const QUERIES: [&str; 30] = [
    "", "", "", "?", "?a=b", "?a[]=1&b=%7B%7D", "?u=http://evil.example/", "?u=//evil.example/..", "?@evil.example", "?@evil.example/", "?\\@evil.example/", "?a b", "?a'b", "?\"", "?<a>",
    "?{a,b}", "?[1-3]", "?a|b", "?^`", "?%", "?%0d%0aX:%201", "?%00", "?é", "?a\tb", "?a?b", "?//", "?../..", "?a;b", "?ＮＮ", "?:80",
];
#[rustfmt::skip]
const FRAGMENTS: [&str; 18] = [
    "", "", "", "", "#", "#a", "#!/a/b", "#@evil.example", "#@evil.example/", "#\\@evil.example/", "#//evil.example", "#a#b", "#?a", "#a b", "#{a,b}", "#[1-3]", "#%0a", "#é",
];
#[rustfmt::skip]
const REFERENCES: [&str; 30] = [
    "//evil.example/path", "/\\evil.example/", "\\\\evil.example", "////evil.example/a", "/\t/evil.example", "\t//evil.example", "http:evil.example", "https:evil.example", "http:/evil.example",
    "https:/evil.example", "///evil.example", "https:///evil.example", ".//evil.example", "..//evil.example", "/.//evil.example", "/..//evil.example", ";//evil.example", "?//evil.example",
    "#//evil.example", "@evil.example", ":80", "a:b", "./a:b", "//good.example/x", "//good.example:443/", "//good.example\\@evil.example/", "https://good.example/x", "http://good.example/x", "//u@good.example/", "",
];

impl Dice {
    /// Returns a random URL in which the check of a server and its HTTP client may find different hosts. If
    /// `has_base` is true, most results are relative references.
    pub fn lure(&mut self, has_base: bool) -> String {
        let text = if has_base && self.roll(4) > 0 { self.reference() } else { self.absolute() };
        match self.roll(12) {
            0 | 1 => self.mutate(&text),
            2 => self.hostile_url(),
            _ => text,
        }
    }

    /// Returns an absolute URL with at most two unusual parts.
    fn absolute(&mut self) -> String {
        let odd = [self.roll(12), self.roll(12)];
        let is_odd = |part: usize| odd.contains(&part);
        let start =
            if is_odd(0) { self.pick(&STARTS) } else { self.pick(&["http://", "http://", "https://"]) };
        let user = if is_odd(1) { self.pick(&USERS) } else { "" };
        let host = if is_odd(2) || is_odd(3) { self.odd_host() } else { self.plain_host() };
        let port = if is_odd(4) { self.pick(&PORTS) } else { "" };
        format!("{start}{user}{host}{port}{}", self.rest(is_odd(5) || is_odd(6)))
    }

    fn reference(&mut self) -> String {
        match self.roll(4) {
            0 => format!("{}{}", self.pick(&REFERENCES), self.rest(false)),
            1 => self.rest(true),
            2 => self.rest(false).trim_start_matches('/').into(),
            _ => {
                let up = self.pick(&["../", "./", "b/", "../../", "/"]);
                format!("{up}{}", self.rest(false).trim_start_matches('/'))
            }
        }
    }

    /// Returns a path with a query and a fragment. If `is_odd`, the path begins with an unusual path from a
    /// security advisory, and may also end with one.
    fn rest(&mut self, is_odd: bool) -> String {
        let mut path = String::from(if is_odd { self.pick(&PATHS) } else { self.pick(&PLAIN_PATHS) });
        for _ in 0..self.roll(3) {
            path.push('/');
            path.push_str(&self.word("abcxyz019-._~!$&'()*+,;=:@"));
        }
        if is_odd && self.roll(3) == 0 {
            path.push_str(self.pick(&PATHS));
        }
        format!("{path}{}{}", self.pick(&QUERIES), self.pick(&FRAGMENTS))
    }

    fn plain_host(&mut self) -> String {
        match self.roll(4) {
            0 => format!("{}.{}", self.word("abcdwxyz019"), self.pick(&NAMES[..4])),
            1 => format!("[2606:4700:{:x}::{:x}]", self.roll(0xFFFF) + 1, self.roll(0xFFFF) + 1),
            _ => self.pick(&NAMES).into(),
        }
    }

    fn odd_host(&mut self) -> String {
        match self.roll(10) {
            0 => self.domain(),
            1 => format!("{}.good.org", self.domain()),
            2 => format!("{}.good.org", "a".repeat(55 + self.roll(16))),
            3 => format!("{}good.org", "a.".repeat(118 + self.roll(10))),
            4 => (0..4).map(|_| self.number(256)).collect::<Vec<_>>().join("."),
            5 => self.number(1 << 30),
            6 => {
                let groups: Vec<_> =
                    (0..=self.roll(8)).map(|_| format!("{:x}", self.roll(0x1_0000))).collect();
                format!("[2{}{}]", groups.join(":"), self.pick(&["", "::", "::1", "::8.8.8.8", "%25a", ":"]))
            }
            _ => self.pick(&HOSTS).into(),
        }
    }

    fn number(&mut self, limit: usize) -> String {
        let number = self.roll(limit);
        match self.roll(5) {
            0 => format!("{number:#x}"),
            1 => format!("0{number:o}"),
            _ => number.to_string(),
        }
    }

    /// Returns a string of one to six characters from `characters`, which must be ASCII.
    fn word(&mut self, characters: &str) -> String {
        (0..=self.roll(6)).filter_map(|_| characters.chars().nth(self.roll(characters.len()))).collect()
    }
}
