//! `guard --find` on hostile documents. Each of them hides a URL that the guard refuses, or has a part that
//! cannot be read.

use std::fs;

use serde_json::Value;
use url_testdata::{own_vectors, read_json_lines, text};

use crate::run::{path, run};

/// A URL that a guard refuses.
const EVIL: &str = "http://127.0.0.1/";

/// Documents with a part that cannot be examined, and the kind of the refusal for each.
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
    // The name of a document, its content, and the place of its refusal.
    for record in read_json_lines(&own_vectors("guard").join("documents.jsonl")).unwrap() {
        let [name, content, place] =
            ["name", "text", "place"].map(|key| text(&record, key).unwrap().to_owned());
        fs::write(folder.path().join(&name), content).unwrap();
        // The document is also checked alone.
        let file = folder.path().join(&name);
        let alone = run(format!("guard --find --in {}", file.display()), "");
        assert_eq!(alone.code, 1, "{name}: {alone:?}");
        expected.push((name, place));
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
    assert_eq!(expected.len(), 40);
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

/// Documents without refused URLs are permitted. Links that are never fetched and references without a host
/// are not checked. No option excludes a part of a document from the check.
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

/// Every file below a folder is read: also hidden and ignored files. Links to other folders are refused.
#[cfg(unix)]
#[test]
fn no_file_below_a_folder_is_skipped() {
    use std::os::unix::fs::symlink;

    let folder = path("a hostile folder");
    // An earlier run of the test may have left the folder.
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
