//! `guard --find`: hostile documents, each of which hides a URL that the guard refuses, or a place that
//! cannot be read.

use std::fs;

use serde_json::Value;

use crate::run::{path, run};

/// The URL that each document hides.
const EVIL: &str = "http://127.0.0.1/";

/// The name of a document, its content, and the places of its refusals. `EVIL` stands for the URL, `·` for a
/// line feed.
const DOCUMENTS: [(&str, &str, &str); 40] = [
    ("svg-title.html", "<svg><title/><path/></svg><a href=EVIL>x</a>", "1:35"),
    ("svg-style.html", "<svg><style></svg><a href=EVIL>x", "1:27"),
    ("math-script.html", "<math><script></math><a href=EVIL>x", "1:30"),
    ("svg-textarea.html", "<svg><textarea></svg><a href=EVIL>x", "1:30"),
    ("svg-xmp.html", "<svg><xmp></svg><a href=EVIL>x", "1:25"),
    ("svg-plaintext.html", "<svg><plaintext></svg><a href=EVIL>x", "1:31"),
    ("svg-iframe.html", "<svg><iframe></svg><a href=EVIL>x", "1:28"),
    ("noscript.html", "<noscript><img src=EVIL></noscript>", "1:20"),
    ("script-base.html", "<base href='javascript:x'><a href='//127.0.0.1/'>", "1:36"),
    ("srcdoc.html", "<iframe srcdoc='<a href=EVIL>'>", "1:17"),
    ("entity.html", "<a href='http&#58;//127.0.0.1/'>", "1:10"),
    ("tab.html", "<a href='http://127.0\t.0.1/'>", "1:10"),
    ("meta.html", "<meta charset=windows-1252><a href='EVIL?\u{E9}'>", "1:37"),
    ("pretty.json", "{·  \"a\": {·    \"b\": \"EVIL\"·  }·}", "3:11"),
    ("escaped.json", r#"{"a":"http:\/\/127.0.0.1\/"}"#, "1:7"),
    ("code-point.json", r#"{"a":"http:\u002f\u002f127.0.0.1/"}"#, "1:7"),
    ("inside.json", r#"{"a":"{\"b\":\"http://127.0.0.1/\"}"}"#, "1:7"),
    ("name.json", r#"{"http://127.0.0.1/":1}"#, "1:3"),
    ("broken.json", "{\"a\": 1,· EVIL", "2:2"),
    ("lines.jsonl", "{\"a\":1}·{\"a\":\"EVIL\"}", "2:7"),
    ("log.jsonl", r#"{"request":{"host":"127.0.0.1","uri":"/x"}}"#, "1:39"),
    (
        "alternate.xml",
        "<urlset><url><loc>http://8.8.8.8/</loc><xhtml:link rel='alternate' href='EVIL'/></url></urlset>",
        "1:74",
    ),
    ("feed.xml", "<rss><channel><item><link>EVIL</link></item></channel></rss>", "1:27"),
    ("ampersand.xml", "<urlset><url><loc>EVIL?a=1&b=2</loc></url></urlset>", "1:19"),
    ("reference.md", "[x][y]··[z]: EVIL", "3:1"),
    ("inline.md", "text <a href=EVIL>x</a>", "1:6"),
    ("block.md", "<div>·<a·  href=EVIL>x</a>·</div>", "3:1"),
    ("escape.md", r"see http://good.example\@evil.example/ there", "1:5"),
    ("code.md", "see `http://127.0.0.1/` there", "1:6"),
    ("base.html", r"<base href='http://good.example\@evil.example/'><a href=x>", "1:57"),
    ("cell.csv", "a,b·1,\"EVIL\"", "2:4"),
    ("backslash.txt", r"http://good.example\@evil.example/", "1:1"),
    ("tab.txt", "http://good\t.example/", "1:1"),
    ("wide.txt", "http://１２７.0.0.1/", "1:1"),
    ("hexadecimal.txt", "see http://0x7f.1/", "1:5"),
    ("ipv6.txt", "see http://[::1]/", "1:5"),
    ("one-slash.txt", r"see http:/127.0.0.1/ and http:\\127.0.0.1", "1:5"),
    ("escape.txt", r#""u=\"http:\u002f\u002f127.0.0.1\/\"""#, "1:6"),
    ("colour.txt", "\u{1b}[34mEVIL\u{1b}[0m", "1:6"),
    ("coded.txt", "&quot;http://a.example&#64;127.0.0.1/&quot;", "1:7"),
];

/// Documents with a place that cannot be examined, and the kinds of the refusals.
const UNREAD: [(&str, &[u8], &str); 10] = [
    ("bytes.txt", b"ok\n\xFF\xFE\n", "not-utf-8"),
    ("bytes.json", b"{\"a\": \"\xFF\"}", "not-read"),
    ("bytes.md", b"a \xFF", "not-read"),
    ("cut.txt.gz", &[0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x4B], "not-read"),
    (
        "behind.txt.gz",
        b"\x1F\x8B\x08\x00\x00\x00\x00\x00\x00\x03\x4B\x04\x00\x43\xBE\xB7\xE8\x01\x00\x00\x00tail",
        "not-read",
    ),
    ("packed.txt", b"PK\x03\x04\x00\x00", "not-read"),
    ("squeezed.txt", b"\xFD7zXZ\x00", "not-read"),
    ("wide-bytes.txt", b"\xFF\xFEh\x00t\x00", "not-read"),
    ("binary.txt", b"a\x00b", "not-read"),
    ("a\nb.txt", b"", "file-name"),
];

#[test]
fn hostile_documents_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let scan = |more: &str| run(format!("guard --find {more} --in {}", folder.path().display()), "");
    let (mut expected, mut wrong) = (Vec::new(), Vec::new());
    for (name, text, place) in DOCUMENTS {
        fs::write(folder.path().join(name), text.replace("EVIL", EVIL).replace('·', "\n")).unwrap();
        expected.push((name.to_owned(), place.to_owned()));
        // Also alone.
        let file = folder.path().join(name);
        let alone = run(format!("guard --find --in {}", file.display()), "");
        assert_eq!(alone.code, 1, "{name}: {alone:?}");
    }
    let output = scan("--json");
    assert_eq!(output.code, 1);
    let answers: Vec<Value> = output.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (name, place) in &expected {
        let of_file = |answer: &&Value| answer["file"].as_str().unwrap().ends_with(&format!("/{name}"));
        let refused = answers.iter().filter(of_file).filter(|answer| answer["ok"] == false);
        let places: Vec<_> = refused.map(|it| format!("{}:{}", it["line"], it["column"])).collect();
        wrong.extend((!places.contains(place)).then(|| format!("{name}: {places:?}, not {place}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let report: Value = serde_json::from_str(&scan("--sarif").out).unwrap();
    let refused = answers.iter().filter(|answer| answer["ok"] == false).count();
    assert_eq!(report["runs"][0]["results"].as_array().unwrap().len(), refused);
}

#[test]
fn places_that_cannot_be_read_are_refused() {
    for (name, bytes, kind) in UNREAD {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("z.txt"), "https://a.example/").unwrap();
        fs::write(folder.path().join(name), bytes).unwrap();
        let output = run(format!("guard --find --json --in {}", folder.path().display()), "");
        let answers: Vec<Value> =
            output.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!((output.code, answers.len()), (1, 2), "{name}: {output:?}");
        assert_eq!(answers[0]["error"]["kind"], kind, "{name}: {output:?}");
        assert!(answers[0]["file"].as_str().unwrap().ends_with(name), "{name}");
        assert_eq!(answers[1]["href"], "https://a.example/", "the run goes on behind {name}");
    }
}

/// A clean tree is permitted, links that are never fetched and references without a host are not checked, and
/// no option hides a place.
#[test]
fn clean_documents_are_permitted() {
    let page =
        "<a href=x><a href='mailto:a@b.example'><a href='#f'><img src='data:,'><a href=https://a.example/>";
    assert_eq!(run("guard --find --format html -", page).code, 0);
    assert_eq!(run("guard --find --format html --base https://b.example/ -", page).code, 0);
    assert_eq!(run("guard --find -", "no URL: 12:30\n").code, 0);
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(run(format!("guard --find --in {}", folder.path().display()), "").code, 2);
    for option in ["--lossy", "--where 'host = a'", "--limit 1", "--resolve", "--strict"] {
        assert_eq!(run(format!("guard --find {option} -"), page).code, 2, "{option}");
    }
}

/// A folder has no place to hide a URL: not in a hidden or ignored file, nor behind a link to another folder.
#[cfg(unix)]
#[test]
fn no_file_below_a_folder_is_skipped() {
    use std::os::unix::fs::symlink;

    let folder = path("a hostile folder");
    // An earlier run may have left it.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("b/.git")).unwrap();
    for name in [".hidden.txt", "ignored", "b/.git/config", "plain"] {
        fs::write(folder.join(name), if name == "plain" { "" } else { EVIL }).unwrap();
    }
    fs::write(folder.join(".ignore"), "ignored\n").unwrap();
    symlink("/usr", folder.join("b/out")).unwrap();
    symlink("../plain", folder.join("b/in")).unwrap();
    symlink("missing", folder.join("dangling")).unwrap();
    let output = run("guard --find --json --in 'a hostile folder'", "");
    let answers = output.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let answers: Vec<_> =
        answers.map(|answer| (answer["file"].clone(), answer["error"]["kind"].clone())).collect();
    let expected =
        [(".hidden.txt", "host"), ("b/out", "not-read"), ("dangling", "not-read"), ("ignored", "host")];
    let expected = expected.map(|(name, kind)| (["a hostile folder/", name].concat().into(), kind.into()));
    assert_eq!((answers, output.code), (expected.to_vec(), 1));
}
