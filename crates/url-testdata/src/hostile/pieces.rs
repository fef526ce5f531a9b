//! URLs composed of a piece for each part. Programs parse many of these pieces differently.

use super::Dice;

#[rustfmt::skip]
const SCHEMES: [&str; 40] = [
    "http", "http", "https", "HTTP", "ftp", "file", "FILE", "data", "mailto", "Mailto", "ws", "wss", "foo", "a+b", "a.b", "http.",
    "1a", "javascript", "jar", "jar:file", "jar:http", "jrt", "url:http", "URL", "ldap", "ldaps", "sip", "sips", "urn", "gopher",
    "news", "nntp", "pop", "rtsp", "rsync", "ssh", "telnet", "svn+ssh", "blob", "",
];
#[rustfmt::skip]
const SLASHES: [&str; 12] = ["://", "://", "://", "://", "://", ":///", ":/", ":", "//", "://///", ":\\\\", ":/\\"];
#[rustfmt::skip]
const USERS: [&str; 28] = [
    "", "", "", "", "u@", "u:p@", "u:@", ":p@", "@", "u@v@", "u%40v@", "u:p:q@", "ü@", "u p@", "u[@", "u]@", "u;x@", "[u]@", "u\n@",
    "%zz@", "u%@", "a%41%@", "u/@", "u?@", "u#@", "u\\@", "<u>@", "u%0a@",
];
#[rustfmt::skip]
const HOSTS: [&str; 100] = [
    "a.test", "good.example", "127.0.0.1", "0x7f.1", "0177.0.0.1", "2130706433", "1.2.3.4.5", "256.1.1.1", "1.2.3", "01.2.3.4",
    "[::1]", "[::1", "::1]", "[::ffff:127.0.0.1]", "[fe80::1%25eth0]", "[fe80::1%eth0]", "[::1%]", "[::1%25]", "[::1%25%41]",
    "[v1.a]", "[V1.a]", "[vg.a]", "[v1.]", "[a]", "[]", "[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7::]", "[::1:2:3:4:5:6]",
    "[1:2:3:4:5:6:1.2.3.4]", "[::1.2.3.256]", "[::01.2.3.4]", "[::00001]", "[12345::]", "[1::2::3]", "[1.2.3.4]", "[::1]x",
    "x[::1]", "[[::1]]", "", ".", "..", "a.", "a..b", ".a", "-a", "a-", "a_b", "A.B", "1a", "a.1", "a.1b", "a%2eb", "a%", "a%zz",
    "a%00b", "a%c3%bc", "%61", "a%5bb", "a%5Db", "a%2F", "a b", "a\tb", "a\nb", "a\"b", "a<b", "a>b", "a^b", "a`b", "a|b", "a{b}",
    "a\\b", "a;b", "a,b", "a=b", "a+b", "a!b", "a$b", "a'b", "a(b)", "a~b", "a&b", "bücher.de", "BÜCHER.de", "ß.de", "ü..b", "xn--a",
    "xn--ü", "Ａ.test", "١.test", "a\u{200D}b", "a。b", "☃", "א1", "ς", "℀", "a／b", "a：b", "a\u{AD}b", "localhost", "a\0b",
];
#[rustfmt::skip]
const PORTS: [&str; 30] = [
    "", "", "", "", ":", ":80", ":0", ":080", ":00000000000000000080", ":65535", ":65536", ":99999", ":100000", ":2147483648",
    ":99999999999", ":-1", ":-0", ":+80", ":x", ":8x", ": 80", ":80 ", ":8 0", ":١", ":%38", ":80:81", "::80", ":-", ":\n80", ":0x50",
];
#[rustfmt::skip]
const PATHS: [&str; 50] = [
    "", "/", "/", "/a", "/a/b", "/a/../b", "/./a", "/..", "/a/.", "/a//b", "//a", "/~a", "/%7ea", "/%zz", "/%", "/%2f", "/a b",
    "/a\tb", "/a\nb", "/é", "/a;x=1", "/;type=a", "/%2Fa", "/c:/x", "c:x", "a", "a:b", "a@b", "a@b,c@d", "a@b,", "/a[b]", "/a|b",
    "/a\\b", "\\a", "/a^b", "/a\"b", "/a<b>", "/a{b}", "/a`b", "!/x", "/a!/b", "*", ";x", "/@x/", "//", "///", "/\u{A0}", "/\u{85}",
    "/\0", "/.%2e",
];
#[rustfmt::skip]
const QUERIES: [&str; 26] = [
    "", "", "", "?", "?a=b", "?a b", "?a%20b", "?a%zz", "?a%", "?a\"b", "?a'b", "?é", "?a?b", "?[x]", "?a\\b", "?a\nb", "?@x", "?/x",
    "?<>", "?{|}", "?^`", "?\0", "??", "?%%41", "?\u{7F}", "?;",
];
#[rustfmt::skip]
const FRAGMENTS: [&str; 20] = [
    "", "", "", "", "#", "#f", "#f g", "#f#g", "#é", "#%zz", "#%", "#/?", "#[x]", "#\\", "#\"", "#`", "#<>", "#{}", "#|^", "#\0",
];

impl Dice {
    /// Returns a URL with a random piece for each part. A piece may be missing or malformed.
    pub fn hostile_url(&mut self) -> String {
        let kinds: [&[&str]; 8] = [&SCHEMES, &SLASHES, &USERS, &HOSTS, &PORTS, &PATHS, &QUERIES, &FRAGMENTS];
        let url: String = kinds.iter().map(|pieces| self.pick(pieces)).collect();
        match self.roll(40) {
            0 => format!("<{url}>"),
            1 => format!(" {url}\n"),
            2 => format!("\u{A0}{url}\u{3000}"),
            _ => url,
        }
    }
}
