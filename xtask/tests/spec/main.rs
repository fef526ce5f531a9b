//! `cargo xtask spec` on small trees: a clean one, and that tree with one file replaced by a faulty one.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking, in their helpers too")]

mod editors;
mod extract;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// Each faulty tree, with what the check must say of it, line for line.
const FAULTY: [(&str, &[&str]); 29] = [
    (
        "bad-excuses",
        &[
            "docs/spec/demo/uncovered.toml:1: has no reason",
            "docs/spec/demo/uncovered.toml:5: demo#the-demo is not normative: nothing asks for it",
            "docs/spec/demo/uncovered.toml:5: no section demo#words-6 in demo",
        ],
    ),
    (
        "bad-hash",
        &["docs/spec/demo/sections.toml:11: demo#the-demo: has a sha256 that is not 64 hexadecimal digits"],
    ),
    (
        "bad-titles",
        &[
            "crates/url-core/src/sections/demo.rs:1: is not what docs/spec/demo/sections.toml says: run `cargo xtask spec generate`",
            "docs/spec/demo/sections.toml:18: demo#trimming: has a title that only repeats the id",
            "docs/spec/demo/sections.toml:96: demo#words-3: has a title that only repeats the id",
        ],
    ),
    ("below-floor", &["docs/spec/floors.toml:1: found 4 functions, fewer than the floor of 50"]),
    (
        "duplicate-id",
        &[
            "crates/url-core/src/sections/demo.rs:1: is not what docs/spec/demo/sections.toml says: run `cargo xtask spec generate`",
            "crates/url-demo/src/lib.rs:17: no spec has a section demo#words-1.2",
            "docs/spec/demo/sections.toml:82: demo#words-1.1 is there already, on line 75",
            "vectors/demo.jsonl:2: no spec has a section demo#words-1.2",
        ],
    ),
    (
        "excused-but-reached",
        &[
            "docs/spec/demo/uncovered.toml:5: demo#words-1.1 is cited and reached: strike it",
            "docs/spec/demo/uncovered.toml:5: demo#words-1.2 is cited and reached: strike it",
        ],
    ),
    (
        "implemented-spec",
        &[
            "docs/spec/asserted.toml:1: has 0 of the sections of other-1, and 1 can be changed: run `cargo xtask spec asserted`",
            "docs/spec/other-1/sections.toml:67: other-1#parting-2 (Cut) is not cited in url-demo",
        ],
    ),
    (
        "implemented-variant",
        &[
            "docs/spec/demo/sections.toml:46: demo#trimming-3 (Remove all) is not cited in url-demo",
            "docs/spec/demo/sections.toml:46: demo#trimming-3 (Remove all) is not reached by a test",
        ],
    ),
    ("missing-floor", &["error: docs/spec/floors.toml:1: missing field `citations`"]),
    (
        "named-from-afar",
        &["docs/spec/demo/sections.toml:25: demo#trimming-1 (Take the string) is not reached by a test"],
    ),
    (
        "no-spec-line",
        &[
            "crates/url-demo/src/lib.rs:1: the header lists `trim`, and no function of that name lacks a `Spec:` line",
            "crates/url-demo/src/lib.rs:1: the header lists `words`, and no function of that name lacks a `Spec:` line",
            "crates/url-demo/src/lib.rs:52: `gaps` has no `Spec:` line, and the header does not list it as outside the specs",
        ],
    ),
    (
        "stale-asserted",
        &[
            "docs/spec/asserted.toml:2: no run tells demo#trimming-9",
            "docs/spec/asserted.toml:6: there is no crates/url-demo/src/gone.rs, which was changed for demo#trimming-4",
            "docs/spec/asserted.toml:11: no run tells demo#words-9",
        ],
    ),
    (
        "stale-constants",
        &[
            "crates/url-core/src/sections/demo.rs:1: is not what docs/spec/demo/sections.toml says: run `cargo xtask spec generate`",
        ],
    ),
    (
        "stale-table",
        &["docs/conformance/sections.md:3: is not what was counted: run `cargo xtask spec check --write`"],
    ),
    (
        "strayed-title",
        &[
            "crates/url-core/src/sections/demo.rs:1: is not what docs/spec/demo/sections.toml says: run `cargo xtask spec generate`",
            "docs/spec/demo/sections.toml:25: demo#trimming-1: has the title that stood with the text of demo#trimming-2",
            "docs/spec/demo/sections.toml:32: demo#trimming-2: has the title that stood with the text of demo#trimming-1",
        ],
    ),
    (
        "too-few-asserted",
        &[
            "docs/spec/asserted.toml:1: has 0 of the sections of demo, and 1 can be changed: run `cargo xtask spec asserted`",
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
    ("unknown-name", &["vectors/demo.jsonl:2: no spec has a section demo#words-7"]),
    ("unknown-name-in-test", &["crates/url-demo/tests/words.rs:3: no spec has a section demo#words-8"]),
    (
        "unknown-step",
        &[
            "crates/url-demo/src/lib.rs:28: step 2.2 is not in what `trim` cites (demo#trimming)",
            "docs/spec/demo/sections.toml:39: demo#trimming-2.1 (Remove spaces) is not cited in url-demo",
        ],
    ),
    (
        "unnoticed",
        &[
            "docs/spec/asserted.toml:1: tests notice 0 of 1 changes of demo",
            "docs/spec/asserted.toml:4: no test notices it for demo#trimming-4, and docs/mutants.toml does not say why: crates/url-demo/src/lib.rs: replace trim -> &str with \"\" (demo#trimming-4)",
        ],
    ),
    ("unparsable-excuses", &["error: docs/spec/demo/uncovered.toml:1: missing field `reason`"]),
    ("unparsable-registry", &["error: docs/spec/demo/sections.toml:15: invalid float, expected `inf`"]),
    ("unparsable-source", &["error: crates/url-demo/src/lib.rs:6: expected identifier"]),
    (
        "unreached-section",
        &[
            "docs/spec/asserted.toml:4: no run tells demo#trimming-4",
            "docs/spec/demo/sections.toml:54: demo#trimming-4 (Return the string) is not reached by a test",
        ],
    ),
    (
        "unreadable-line",
        &[
            "crates/url-demo/src/lib.rs:43: `Spec: the words` is no list of section ids",
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

/// What the check prints of the clean tree.
const CLEAN: &str = "\
spec         normative  cited   told  named asserted excused missing
demo                14     14      2     11      1/1       1       0  ok
other-1              0      0      0      0        -       0       0  ok
4 functions, 25 sections, 13 citations, 2 vectors, 1 told sections
";

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

/// `spec check` with what the tree says that its vectors reached.
fn check(root: &Path) -> Output {
    spec(root, &["check", "--reach", root.join("reached.jsonl").to_str().unwrap()])
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn the_clean_tree_passes() {
    let checked = check(&tree("check", "clean"));
    assert_eq!(text(&checked.stderr), "");
    assert_eq!(text(&checked.stdout), CLEAN);
    assert!(checked.status.success());
}

#[test]
fn each_faulty_tree_fails_for_its_fault_alone() {
    for (case, expected) in FAULTY {
        let checked = check(&tree("check", case));
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
    assert!(check(&root).status.success());
}

/// What is generated says where titles stood; without it, a title may be corrected.
#[test]
fn generating_refuses_titles_that_strayed() {
    let root = tree("generate", "strayed-title");
    let constants = root.join("crates/url-core/src/sections/demo.rs");
    let before = fs::read_to_string(&constants).unwrap();
    let refused = spec(&root, &["generate"]);
    assert!(!refused.status.success() && text(&refused.stderr).contains("demo#trimming-2"));
    assert_eq!(fs::read_to_string(&constants).unwrap(), before);
    fs::remove_file(&constants).unwrap();
    assert!(spec(&root, &["generate"]).status.success());
    assert!(check(&root).status.success());
}

/// One object a spec, one row a section, with what the check knows of it.
#[test]
fn the_matrix_is_data() {
    let root = tree("matrix", "clean");
    let printed = spec(&root, &["matrix", "--reach", root.join("reached.jsonl").to_str().unwrap()]);
    let specs: Vec<serde_json::Value> =
        text(&printed.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((specs.len(), &specs[0]["name"]), (2, &"demo".into()));
    let row = |id: &str| specs[0]["rows"].as_array().unwrap().iter().find(|row| row["id"] == id).unwrap();
    let cut = row("demo#words-4.1");
    assert_eq!((&cut["reach"], &cut["cited"]), (&"named".into(), &true.into()));
    assert_eq!(cut["citations"][0]["item"], "Split::split");
    assert_eq!(row("demo#trimming-4")["told_by"][0], "vectors/demo.jsonl:1");
    assert_eq!(row("demo#words-2")["excuse"], "it is what it is");
}

/// What an editor may want to mend, section by section.
#[test]
fn linting_finds_slips() {
    let root = tree("lint", "unreached-section");
    let document = fs::read_to_string(fixtures().join("demo.txt"))
        .unwrap()
        .replace("Find a \"gap\".", "Find a \"grap\" in /s/.")
        .replace("Splitting is done often.", "Splitting is done often.  How often??");
    let path = root.join("demo.txt");
    fs::write(&path, document).unwrap();
    let reached = root.join("reached.jsonl");
    let linted = spec(&root, &["lint", "demo", path.to_str().unwrap(), "--reach", reached.to_str().unwrap()]);
    assert_eq!(text(&linted.stderr), "");
    assert_eq!(
        text(&linted.stdout),
        "\
demo#trimming-4: is numbered 3, after 3
demo#trimming-4: no test reaches it
demo#words-2: no test reaches it
demo#words-3: uses \"grap\", which is not defined here
demo#words-5: unfinished: ??
5 findings in 4 sections
"
    );
}
