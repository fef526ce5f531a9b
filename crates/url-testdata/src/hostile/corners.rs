//! Corner cases of each part of a URL, which random strings rarely contain. The answers of real programs to
//! these inputs are recorded in `vectors/consumers`.

/// For each part of a URL: templates of URLs, and the texts that replace `{}` in each template.
#[rustfmt::skip]
const CORNERS: [(&[&str], &[&str]); 5] = [
    (&["http://a.test{}/x", "https://u:p@[::1]{}", "foo://a.test{}?q", "//1.2.3.4{}/"], &[
        ":00", ":08", ":00080", ":0443", ":00000443", ":01", ":1", ":65534", ":65535", ":065535", ":65536", ":65537", ":65616", ":70000",
        ":99999", ":100000", ":4294967295", ":4294967376", ":18446744073709551696", ":+1", ":+443", ":-1", ":-80", ":- 1", ": 8", ":8 ",
        ":80 80", ":%20", ":%30", ":８０", ":0x1bb", ":1e2", ":80.0", ":80,81", ":80;", ":80%", ":80a", ":_", "::", ":0:",
    ]),
    (&["http://{}@a.test/x", "http://{}@[::1]:80/", "foo://{}@a.test", "//{}@127.0.0.1/?q"], &[
        "[", "]", "[]", "[u]", "][", "[u", "u]", "[::1]", "[::1", "::1]", "[u]:p", "u:[p]", "u:[", "u:]", "[:]", ":[]", "[::1]:80", "u:[::1]",
        "u%5Bv%5D", "%5B::1%5D", "u:80", "u:80:80", "::", ":", "u:p@v", "@", "@@", "u@:", "a.test:80", "a.test:", "[a.test]", "u,v", "u;v=1",
        "u=v&w", "u+v", "u v", "u%20v", "u%00", "u%40v:p%3Aq", "%", "u%2", "u%zz", "ü:ß", "u|v", "u^v", "u<v>", "u{v}", "`u\"",
    ]),
    (&["http://{}/", "foo://u@{}:80/x", "//{}", "https://{}?q"], &[
        "[::]", "[1::]", "[::2]", "[1::2]", "[1:2:3:4:5:6:7::]", "[::2:3:4:5:6:7:8]", "[1::3:4:5:6:7:8]", "[1:2:3:4:5:6:7:8:9]", "[1:2:3:4:5:6:7]",
        "[1:2:3:4:5:6:7:8::]", "[::1:2:3:4:5:6:7:8]", "[1::2::3]", "[:::]", "[:1]", "[1:]", "[:]", "[0000::0001]", "[00000::1]", "[::00001]",
        "[::fffff]", "[::G]", "[::ABCD]", "[::ffff:1.2.3.4]", "[::FFFF:1.2.3.4]", "[::ffff:0102:0304]", "[0:0:0:0:0:ffff:127.0.0.1]", "[::1.2.3.4]",
        "[::ffff:1.2.3]", "[::ffff:1.2.3.4.5]", "[::ffff:1.2.3.256]", "[::ffff:01.2.3.4]", "[::ffff:0x1.2.3.4]", "[::1.2.3.4:5]", "[1.2.3.4::]",
        "[1:2:3:4:5:6:1.2.3.4]", "[1:2:3:4:5:6:7:1.2.3.4]", "[1:2:3:4:5:1.2.3.4]", "[::1:2:3:4:5:1.2.3.4]", "[64:ff9b::1.2.3.4]", "[::ffff:1.2.3.4.]",
        "[fe80::1%25eth0]", "[fe80::1%eth0]", "[fe80::1%25]", "[fe80::1%]", "[fe80::1%25en%30]", "[fe80::1%25a%20b]", "[fe80::1%251]", "[fe80::1%1]",
        "[fe80::1%25a%25b]", "[fe80::1%a%b]", "[fe80::1%25a/b]", "[fe80::1%25a:b]", "[fe80::1%25a]b]", "[fe80::1%25a[b]", "[fe80::1%25é]", "[fe80::1%25a_b-c.d~e]",
        "[fe80::1%zz]", "[fe80::1%25%00]", "[::1%25lo]", "[::ffff:1.2.3.4%25lo]", "[v1.a]", "[V1.a]", "[v1.a:b]", "[vF.~!$&'()*+,;=:]", "[v1.]", "[v.a]", "[v1]",
        "[vg.a]", "[v1.[]", "[v1.a%25b]", "[v1.é]", "[v10.::1]", "[::1]a", "[::1]]", "[[::1]]", "[[::1]", "a[::1]", "[::1].a", "[::1]:80:80",
        "[::1%5D]", "[%3A%3A1]", "%5B::1%5D", "::1", "1::2:80", "[a.test]", "[1.2.3.4]", "[16909060]", "[ ::1]",
    ]),
    // Paths with escaped dots, slashes and backslashes.
    (&["http://a.test{}", "file://{}", "foo:{}?q", "{}"], &[
        "/%2e", "/%2E", "/%2e/", "/%2e%2e", "/%2E%2e/", "/.%2e", "/%2e.", "/a/%2e%2e", "/a/%2e%2e/b", "/a/.%2E/b", "/a/%2e/b", "/a/%2e%2e%2e/b",
        "/%2e%2e/%2e%2e/a", "/%252e%252e/a", "/%c0%ae%c0%ae/a", "/a%2e", "/a%2eb", "/%2ea", "/a/..%2fb", "/a/..%5cb", "/%2f", "/%2F%2F", "/%2f..", "/..%2f",
        "/a%2fb", "/a%2Fb/../c", "/a%5cb", "/%5c..%5c", "/a%5C..%5Cb", "//%2e", "//a%2fb", "//a/%2e%2e", "/%2f/a", "/%5C/a", "/a;/%2e%2e/b", "/%2e%2e;/a",
        "/%2e%2e%00", "/%2e%2e%23", "/%2e%2e%3f", "/\u{FF0E}\u{FF0E}/a", "/%EF%BC%8E%EF%BC%8E/a", "/a／b", "/%u002e%u002e/", "/%2", "/%e", "/%2e%", "/a/../%2e", "/./%2e/../a",
    ]),
    // Hosts with escapes, dots and long labels. `{63}` stands for 63 times the letter `a`.
    (&["http://{}/", "foo://{}:80", "//u@{}/x"], &[
        "a%2etest", "a%2Etest", "%2e", "%2e%2e", "a%2e%2e", "%61.test", "a%2ftest", "a%5ctest", "a%3a80", "a%40b.test", "a%23b", "a%3fb", "a%25b", "a%252eb", "a%20b", "a%00b",
        "a%7Fb", "a%c3%a9.test", "a%C3.test", "a%ff", "a%E3%80%82test", "a%EF%BC%8Etest", "a%EF%BC%8Ftest", "a%5B::1%5D", "%31%32%37.0.0.1", "127%2e0%2e0%2e1", "%30x7f.1",
        "a。test", "a．test", "a｡test", "a.test.", "a.test..", ".a.test", "a..test", "...", "-a.test", "a-.test", "a--b.test", "a_b.test", "_", "*.a.test", "a*", "xn--", "xn--a", "xn--bcher-kva.test",
        "XN--BCHER-KVA.test", "bücher.test", "BÜCHER.test", "faß.test", "ς.test", "{62}.test", "{63}.test", "{64}.test", "{63}", "{64}", "{63}.{63}.{63}.{61}", "{63}.{63}.{63}.{62}",
        "{63}.{63}.{63}.{61}.", "{63}.{63}.{63}.{63}", "ü{57}.test", "ü{58}.test", "ü{59}.test", "1.{63}", "{64}.1", "0{64}1", "xn--{60}", "%61{63}", "{63}%2e",
    ]),
];

/// Returns all corner cases.
pub fn corners() -> Vec<String> {
    let mut corners = Vec::new();
    for (frames, parts) in CORNERS {
        for part in parts {
            let part = with_runs(part);
            corners.extend(frames.iter().map(|frame| frame.replace("{}", &part)));
        }
    }
    corners
}

fn with_runs(name: &str) -> String {
    let mut pieces = name.split('{');
    let mut made = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let run = piece.split_once('}').and_then(|(count, rest)| Some((count.parse().ok()?, rest)));
        match run {
            Some((count, rest)) => made = format!("{made}{}{rest}", "a".repeat(count)),
            None => made = format!("{made}{{{piece}"),
        }
    }
    made
}
