//! `cargo xtask spec` on small trees: a clean one, and that tree with one file replaced by a faulty one.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking, in their helpers too")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// Each faulty tree, with what the check must say of it, line for line.
const FAULTY: [(&str, &[&str]); 16] = [
    (
        "bad-hash",
        &["docs/spec/demo/sections.toml:11: demo#the-demo: has a sha256 that is not 64 hexadecimal digits"],
    ),
    ("below-floor", &["docs/spec/floors.toml:1: found 5 functions, fewer than the floor of 50"]),
    (
        "duplicate-id",
        &[
            "crates/url-core/src/sections/demo.rs:1: is not what docs/spec/demo/sections.toml says: run `cargo xtask spec generate`",
            "crates/url-demo/src/lib.rs:17: no spec has a section demo#words-1.2",
            "docs/spec/demo/sections.toml:82: demo#words-1.1 is there already, on line 75",
        ],
    ),
    (
        "implemented-spec",
        &["docs/spec/other-1/sections.toml:67: other-1#parting-2 (Cut) is not cited in url-demo"],
    ),
    (
        "implemented-variant",
        &["docs/spec/demo/sections.toml:46: demo#trimming-3 (Remove all) is not cited in url-demo"],
    ),
    ("missing-floor", &["error: docs/spec/floors.toml:1: missing field `citations`"]),
    ("no-spec-line", &["crates/url-demo/src/lib.rs:51: `gaps` has no `Spec:` line"]),
    (
        "stale-constants",
        &[
            "crates/url-core/src/sections/demo.rs:1: is not what docs/spec/demo/sections.toml says: run `cargo xtask spec generate`",
        ],
    ),
    (
        "uncited-section",
        &["docs/spec/demo/sections.toml:39: demo#trimming-2.1 (Remove spaces) is not cited in url-demo"],
    ),
    (
        "unknown-constant",
        &[
            "crates/url-demo/src/lib.rs:30: demo has no section of the constant TRIMMING_5",
            "docs/spec/demo/sections.toml:54: demo#trimming-4 (Return the string) is not cited in url-demo",
        ],
    ),
    (
        "unknown-id",
        &[
            "crates/url-demo/src/lib.rs:42: no spec has a section demo#words-9",
            "docs/spec/demo/sections.toml:96: demo#words-3 (Find a gap) is not cited in url-demo",
        ],
    ),
    (
        "unknown-step",
        &[
            "crates/url-demo/src/lib.rs:28: step 2.2 is not in what `trim` cites (demo#trimming)",
            "docs/spec/demo/sections.toml:39: demo#trimming-2.1 (Remove spaces) is not cited in url-demo",
        ],
    ),
    ("unparsable-registry", &["error: docs/spec/demo/sections.toml:15: invalid float, expected `inf`"]),
    ("unparsable-source", &["error: crates/url-demo/src/lib.rs:6: expected identifier"]),
    (
        "unreadable-line",
        &[
            "crates/url-demo/src/lib.rs:43: `Spec: the words` is neither a list of section ids nor `none (reason)`",
            "docs/spec/demo/sections.toml:117: demo#words-5 (It is done often) is not cited in url-demo",
        ],
    ),
    (
        "wrong-layer",
        &[
            "docs/spec/demo/sections.toml:117: demo#words-5 (It is done often) is not cited in url-core, but in url-demo",
        ],
    ),
];

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/spec")
}

/// A fresh copy of the clean tree, with the files of `case` in place of its own.
fn tree(test: &str, case: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test).join(case);
    let _ = fs::remove_dir_all(&root);
    copy(&fixtures().join("clean"), &root);
    copy(&fixtures().join(case), &root);
    root
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        if entry.path().is_dir() {
            copy(&entry.path(), &to.join(entry.file_name()));
        } else {
            fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
}

fn spec(root: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.arg("--root").arg(root).arg("spec").args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn the_clean_tree_passes() {
    let checked = spec(&tree("check", "clean"), &["check"]);
    assert_eq!(text(&checked.stderr), "");
    assert_eq!(text(&checked.stdout), "5 functions, 25 sections, 13 citations\n");
    assert!(checked.status.success());
}

#[test]
fn each_faulty_tree_fails_for_its_fault_alone() {
    for (case, expected) in FAULTY {
        let checked = spec(&tree("check", case), &["check"]);
        let said = text(&checked.stderr);
        let (said, last) = match expected {
            [error] if error.starts_with("error: ") => (said.as_str(), None),
            _ => said.trim_end().rsplit_once('\n').map(|(said, last)| (said, Some(last))).unwrap(),
        };
        assert_eq!(said.lines().collect::<Vec<_>>(), expected, "{case}");
        assert!(last.is_none_or(|last| last.starts_with("error: ") && last.contains("problem")), "{case}");
        assert!(!checked.status.success(), "{case}");
    }
}

#[test]
fn every_tree_is_tested() {
    let mut found: Vec<String> = fs::read_dir(fixtures())
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .filter(|name| name != "clean")
        .collect();
    found.sort();
    assert_eq!(found, FAULTY.map(|(case, _)| case));
}

#[test]
fn generating_mends_stale_constants() {
    let root = tree("generate", "stale-constants");
    assert!(spec(&root, &["generate"]).status.success());
    assert!(spec(&root, &["check"]).status.success());
}

#[test]
fn extracting_keeps_what_is_written_by_hand() {
    let root = tree("extract", "clean");
    let registry = root.join("docs/spec/demo/sections.toml");
    let before = fs::read_to_string(&registry).unwrap();
    let document = fixtures().join("demo.txt");
    let extracted = spec(&root, &["extract", "demo", document.to_str().unwrap()]);
    assert_eq!(text(&extracted.stdout), "");
    assert_eq!(fs::read_to_string(&registry).unwrap(), before);
}

#[test]
fn extracting_takes_a_text_for_each_format() {
    let root = tree("extract-texts", "clean");
    let registry = root.join("docs/spec/other-1/sections.toml");
    let before = fs::read_to_string(&registry).unwrap();
    let first = fixtures().join("other-1.bs");
    let whole = spec(
        &root,
        &["extract", "other-1", first.to_str().unwrap(), fixtures().join("other-1.md").to_str().unwrap()],
    );
    assert_eq!(text(&whole.stdout), "");
    assert_eq!(fs::read_to_string(&registry).unwrap(), before);

    let edited = root.join("other-1.md");
    let second = fs::read_to_string(fixtures().join("other-1.md")).unwrap();
    fs::write(&edited, second.replace("Cut there.", "Cut there.\n3. Sew.").replace("a joint", "two joints"))
        .unwrap();
    let changed = spec(&root, &["extract", "other-1", first.to_str().unwrap(), edited.to_str().unwrap()]);
    assert_eq!(text(&changed.stdout), "changed  other-1#parting-1\nadded    other-1#parting-3\n");
}

#[test]
fn extracting_refuses_a_missing_text() {
    let root = tree("extract-missing", "clean");
    let registry = root.join("docs/spec/other-1/sections.toml");
    let before = fs::read_to_string(&registry).unwrap();
    let first = fixtures().join("other-1.bs");
    let half = spec(&root, &["extract", "other-1", first.to_str().unwrap()]);
    assert_eq!(text(&half.stderr), "error: other-1 has 2 texts, not 1\n");
    assert_eq!(fs::read_to_string(&registry).unwrap(), before);
}

#[test]
fn extracting_says_what_changed() {
    let root = tree("extract-changed", "clean");
    let changed = fs::read_to_string(fixtures().join("demo.txt"))
        .unwrap()
        .replace("Cut there.", "Cut before it.\n\n    Cut after it.")
        .replace("  - Digits.\n", "");
    let document = root.join("demo.txt");
    fs::write(&document, changed).unwrap();
    let extracted = spec(&root, &["extract", "demo", document.to_str().unwrap()]);
    assert_eq!(
        text(&extracted.stdout),
        "changed  demo#words-4.1\nadded    demo#words-4.2\nremoved  demo#words-1.2\n"
    );
    let checked = text(&spec(&root, &["check"]).stderr);
    assert!(checked.contains(": demo#words-4.2: has no title\n"), "{checked}");
}
