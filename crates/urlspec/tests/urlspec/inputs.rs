//! Tests every command with every kind of input. The section "Inputs" of INTERFACE.md documents the expected
//! results.

use std::io::Write as _;

use flate2::{Compression, write::GzEncoder};

use crate::run::{run, write};

/// A group of commands that read the same kind of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    One,
    List,
    /// A list of URLs for a command that must refuse each URL that it cannot check.
    Guard,
    Csv,
    JsonLines,
    Requests,
}
use Class::{Csv, Guard, JsonLines, List, One, Requests};

const GUARD: &str = concat!("guard --policy=", env!("CARGO_MANIFEST_DIR"), "/tests/urlspec/encoded-dot.toml");

/// Every command that reads stdin: its class, its arguments, and a part of its output if stdin has [`URL`].
const COMMANDS: [(Class, &str, &str); 19] = [
    (One, "parse", "/x%2e"),
    (One, "resolve --base=http://a.org/", "http://a.org/x%2e"),
    (One, "explain", "http://a.org/x%2e"),
    (One, "compare", "http://a.org/x%2e"),
    (One, "diff --profiles=whatwg,barth-01 -", "http://a.org/x%2e"),
    (One, "minimize --profiles=whatwg,manakai", "aa:/a%2e"),
    (List, "canon", "http://a.org/x%2e\n"),
    (List, "get {path}", "/x%2e\n"),
    (List, "edit --fragment=f", "http://a.org/x%2e#f\n"),
    (List, "find", "http://a.org/x%2e\n"),
    (List, "check --exit-zero", ""),
    (List, "diff --profiles=whatwg,manakai", "lines 1, differ 1"),
    (List, "impact --to=manakai", "lines 1, differ 1"),
    (Guard, "agree --profiles=whatwg,webspecs", "http://a.org/x%2e\n"),
    (Guard, GUARD, "http://a.org/x%2e\n"),
    (Guard, "risk", "a.org\tunknown-until-resolved"),
    (Csv, "columns --csv --column=u --add=host,error", "http://a.org/x%2e,1,a.org,"),
    (JsonLines, "columns --jsonl --column=u --add=host,error", "\"host\":\"a.org\",\"error\":null"),
    (Requests, "batch", "\"href\":\"http://a.org/x%2e\""),
];

/// A URL that is canonical under `whatwg`, but not under `manakai`.
const URL: &str = "http://a.org/x%2e";

impl Class {
    fn record(self, url: &[u8]) -> Vec<u8> {
        match self {
            One | List | Guard => url.into(),
            Csv => [url, b",1"].concat(),
            JsonLines => [b"{\"u\":\"", url, b"\"}"].concat(),
            Requests => [b"{\"op\":\"canon\",\"input\":\"", url, b"\"}"].concat(),
        }
    }

    fn input(self, records: &[&[u8]], end: &[u8]) -> Vec<u8> {
        let header = (self == Csv).then_some(&b"u,n"[..]);
        header.iter().chain(records).flat_map(|record| [record, end].concat()).collect()
    }
}

/// The three columns of a row of [`COMMANDS`], and the output of the command.
type Given = (Class, &'static str, &'static str, String);

/// Runs every command on the input that `input` returns for its class. Passes the class, the command's name
/// and its text in [`COMMANDS`] to `cell`, which returns the expected exit code and a part of the output.
fn hold(
    what: &str,
    input: impl Fn(Class) -> Vec<u8>,
    cell: impl Fn(Class, &str, &'static str) -> (i32, &'static str),
) -> Vec<Given> {
    let give = |(class, args, good): (Class, &'static str, &'static str)| {
        let output = run(args, input(class));
        let (code, has) = cell(class, name(args), good);
        let all = output.out + &output.stderr;
        assert_eq!(output.code, code, "{what}: {args:?}\n{all}");
        assert!(all.contains(has), "{what}: {args:?} does not print {has:?}:\n{all}");
        (class, args, good, all)
    };
    COMMANDS.into_iter().map(give).collect()
}

fn name(args: &str) -> &str {
    args.split(' ').next().unwrap()
}

fn good(class: Class) -> Vec<u8> {
    class.input(&[&class.record(URL.as_bytes())], b"\n")
}

#[test]
fn lines_end_with_lf_or_crlf() {
    hold("LF", good, |_, _, good| (0, good));
    let with_cr = |class: Class| class.input(&[&class.record(URL.as_bytes())], b"\r\n");
    hold("CRLF", with_cr, |_, _, good| (0, good));
    let unended = |class| good(class)[..good(class).len() - 1].to_vec();
    hold("no final end", unended, |_, _, good| (0, good));
}

#[test]
fn inputs_are_utf_8() {
    hold("a byte order mark", |class| [b"\xEF\xBB\xBF", &*good(class)].concat(), |_, _, good| (0, good));
    for (to_bytes, mark) in
        [(u16::to_le_bytes as fn(u16) -> [u8; 2], [0xFF, 0xFE]), (u16::to_be_bytes, [0xFE, 0xFF])]
    {
        for mark in [&mark[..], b""] {
            let utf16 = |class| {
                let text = String::from_utf8(good(class)).unwrap();
                [mark, &text.encode_utf16().flat_map(to_bytes).collect::<Vec<_>>()].concat()
            };
            hold("UTF-16", utf16, |_, _, _| (2, "it is UTF-16: convert it"));
        }
    }
    let bad = |class: Class| {
        class.input(&[&class.record(b"http://a.org/\xFF"), &class.record(URL.as_bytes())], b"\n")
    };
    let cell = |class, name: &str, _| match class {
        One => (2, "the URL is not UTF-8"),
        List if ["diff", "impact"].contains(&name) => (0, "stdin:1: byte "),
        List | JsonLines => (0, "invalid 1"),
        Guard => (1, "invalid 1"),
        Csv => (0, ",1,,not-utf-8\n"),
        Requests => (0, "\"kind\":\"not-utf-8\""),
    };
    for (class, args, _, all) in hold("not UTF-8", bad, cell) {
        // The output table contains the input row unchanged. This test reads its invalid byte as U+FFFD.
        let is_table = matches!(class, Csv | JsonLines);
        assert!((is_table || !all.contains('\u{FFFD}')) && !all.contains("%EF%BF%BD"), "{args:?}\n{all}");
    }
}

/// Without `--null`, NUL is an ordinary character. With `--null`, NUL ends a record.
#[test]
fn nul_is_an_ordinary_character() {
    let input = |class: Class| {
        let escaped = [JsonLines, Requests].contains(&class);
        let nul: &[u8] = if escaped { b"http://a.org/\\u0000" } else { b"http://a.org/\0" };
        class.input(&[&class.record(nul)], b"\n")
    };
    for (class, args, _) in COMMANDS {
        let output = run(args, input(class));
        assert!(matches!(output.code, 0..=2), "{args:?}");
        assert!(!output.stderr.contains("panicked"), "{args:?}");
    }
    assert_eq!(run("canon", "http://a.org/\0x\n").out, "http://a.org/%00x\n");
    let nul = "http://a.org/\0http://b.test/\0";
    assert_eq!(run("canon --null", nul).out, nul);
}

#[test]
fn blank_lines() {
    for blank in ["", " ", "\t \t"] {
        let cell = |class, name: &str, _| match class {
            One if ["resolve", "compare", "diff"].contains(&name) => (0, ""),
            One if name == "minimize" => (2, "there is nothing to minimize"),
            One => (1, "missing-scheme"),
            List if ["diff", "impact"].contains(&name) => (0, "lines 1"),
            List | JsonLines => (0, "lines 1, blank 1"),
            Guard => (1, "lines 1"),
            Csv => (0, "u,n,host,error\n"),
            Requests => (0, "bad-request"),
        };
        hold("blank", |class| class.input(&[blank.as_bytes()], b"\n"), cell);
        // A blank argument is the empty URL, and is never skipped like a blank line.
        for command in ["canon", "agree --profiles=whatwg,webspecs", "guard", "risk", "check"] {
            assert_eq!(run(format!("{command} '{blank}'"), "").code, 1, "{command} {blank:?}");
        }
    }
}

#[test]
fn long_lines_are_an_error() {
    let url = format!("http://a.org/{}", "x".repeat(16 << 20));
    let input =
        |class: Class| class.input(&[&class.record(url.as_bytes()), &class.record(URL.as_bytes())], b"\n");
    let cell = |class, name: &str, _| match class {
        One => (2, "the line is longer than 16777216 bytes"),
        List if ["diff", "impact"].contains(&name) => (0, "stdin:1: the line is longer "),
        List => (0, "invalid 1"),
        Guard => (1, "invalid 1"),
        // An empty row replaces the row that was dropped, and its error is reported.
        Csv => (1, "u,n,host,error\n,,,line-too-long\nhttp://a.org/x%2e,1,a.org,\n"),
        JsonLines => (1, "{\"host\":null,\"error\":\"line-too-long\"}\n{\"u\""),
        Requests => (0, "\"kind\":\"line-too-long\""),
    };
    // The records after the record that is too long are read as usual.
    for (class, args, good, all) in hold("too long", input, cell) {
        assert!(class == One || ["diff", "impact"].contains(&name(args)) || all.contains(good), "{args:?}");
    }
}

#[test]
fn empty_inputs() {
    let cell = |class, _: &str, _| match class {
        One => (2, "stdin: there is no line"),
        List | JsonLines => (0, "lines 0"),
        Guard => (1, ""),
        Csv => (2, "it has no row"),
        Requests => (0, ""),
    };
    hold("nothing", |_| Vec::new(), cell);
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(bytes).unwrap();
    gzip.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

/// Returns a skippable Zstandard frame. The program `pzstd` writes such a frame before each frame with data.
fn skippable() -> Vec<u8> {
    [&[0x51, 0x2A, 0x4D, 0x18, 3, 0, 0, 0][..], b"abc"].concat()
}

/// Compressed input may have several gzip members or Zstandard frames. Input that begins with only a part of
/// a signature is not compressed.
#[test]
fn compressed_content_is_decompressed() {
    for (compress, first) in [(gzip as fn(&[u8]) -> Vec<u8>, Vec::new()), (zstd, skippable())] {
        let pieces = |class| {
            let whole = good(class);
            let (start, end) = whole.split_at(whole.len() / 3);
            [first.clone(), compress(start), first.clone(), compress(end)].concat()
        };
        for content in [&(|class| compress(&good(class))) as &dyn Fn(Class) -> Vec<u8>, &pieces] {
            hold("compressed", content, |_, _, good| (0, good));
            let cut = |class| content(class)[..content(class).len() - 3].to_vec();
            hold("cut off", cut, |_, _, _| (2, "error: cannot read stdin: "));
        }
        hold("twice", |class| gzip(&compress(&good(class))), |_, _, _| (2, "it was compressed twice"));
    }
    for text in ["(x\n", "\u{1f}\n", "(", "\u{28}\u{b5}", "P*M\n", "PK\n", "BZh9", "S", "BZh91AY&S\n"] {
        assert_eq!(run("get {href} -", text).code, 0, "{text:?}");
    }
    for (start, hint) in [
        (&b"\xFD7zXZ\0"[..], "it is compressed with xz: "),
        (b"BZh91AY&SY", "it is compressed with bzip2: "),
        (b"BZh11AY&SY", "it is compressed with bzip2: "),
        (b"PK\x03\x04", "it is a zip archive: "),
    ] {
        let content = |class| [start, &good(class)].concat();
        hold("not read", content, |_, _, _| (2, hint));
    }
}

/// Content that ends inside a gzip member or a Zstandard frame is an error. So is text after the last one.
#[test]
fn incomplete_compressed_content_is_an_error() {
    let line = b"http://a.org/\n";
    for (compress, first) in [(gzip as fn(&[u8]) -> Vec<u8>, Vec::new()), (zstd, skippable())] {
        let pieces = [first.clone(), compress(line), first, compress(line)];
        let whole = pieces.concat();
        let ends: Vec<_> = (1..=4).map(|count| pieces[..count].concat().len()).collect();
        for len in 4..=whole.len() {
            let output = run("get {href}", &whole[..len]);
            let code = if ends.contains(&len) { 0 } else { 2 };
            assert_eq!(output.code, code, "{len} of {ends:?}: {output:?}");
        }
        assert_eq!(run("get {href}", &*whole).out.lines().count(), 2);
        for behind in
            ["x", "Post http://b.org/\n", "(\n", "http://b.org/ is a longer line behind the last one\n"]
        {
            let output = run("get {href}", [&whole, behind.as_bytes()].concat());
            assert_eq!(output.code, 2, "{behind}: {output:?}");
        }
        // The last bytes are a checksum, which in gzip is followed by a length.
        let mut damaged = compress(line);
        let at = damaged.len() - if compress(b"")[0] == 0x1F { 8 } else { 4 };
        damaged[at] ^= 1;
        assert_eq!(run("get {href}", damaged).code, 2);
    }
}

#[test]
fn compressed_inputs_are_read() {
    let lines = (0..20_000).map(|i| format!("http://a.test/{i}\n")).collect::<Vec<_>>().concat();
    for compressed in [gzip(lines.as_bytes()), zstd(lines.as_bytes())] {
        write("compressed.txt", &compressed);
        assert!(run("get {href} --in compressed.txt", "").out == lines);
    }
}
