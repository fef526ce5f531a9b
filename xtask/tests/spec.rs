//! `cargo xtask spec` on small trees: a clean one, and that tree with one file replaced by a faulty one.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking, in their helpers too")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// Each faulty tree, with what the check must say of it, line for line.
const FAULTY: [(&str, &[&str]); 24] = [
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
        &["docs/spec/other-1/sections.toml:67: other-1#parting-2 (Cut) is not cited in url-demo"],
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
        "stale-constants",
        &[
            "crates/url-core/src/sections/demo.rs:1: is not what docs/spec/demo/sections.toml says: run `cargo xtask spec generate`",
        ],
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
    ("unparsable-excuses", &["error: docs/spec/demo/uncovered.toml:1: missing field `reason`"]),
    ("unparsable-registry", &["error: docs/spec/demo/sections.toml:15: invalid float, expected `inf`"]),
    ("unparsable-source", &["error: crates/url-demo/src/lib.rs:6: expected identifier"]),
    (
        "unreached-section",
        &["docs/spec/demo/sections.toml:54: demo#trimming-4 (Return the string) is not reached by a test"],
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
spec         normative  cited   told  named excused missing
demo                14     14      2     11       1       0  ok
other-1              0      0      0      0       0       0  ok
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
    let reached = root.join("reached.jsonl");
    let texts = [first.to_str().unwrap(), edited.to_str().unwrap(), "--reach", reached.to_str().unwrap()];
    let changed = spec(&root, &[&["extract", "other-1"], &texts[..]].concat());
    assert_eq!(text(&changed.stdout), "changed    other-1#parting-1\nadded      other-1#parting-3\n");
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

/// What an editor makes of the demo: other words, a step more, and two less.
fn edited(root: &Path) -> PathBuf {
    let edited = fs::read_to_string(fixtures().join("demo.txt"))
        .unwrap()
        .replace("Return /s/", "Give /s/ back")
        .replace("  2. For each end:", "  2. Think of /s/.\n\n  2. For each end:")
        .replace("  Find a \"gap\".\n\n", "")
        .replace("Cut there.", "Cut there.\n\n    Cut again.");
    let document = root.join("demo.txt");
    fs::write(&document, edited).unwrap();
    document
}

fn extract(root: &Path, document: &Path, options: &[&str]) -> String {
    let reached = root.join("reached.jsonl");
    let arguments = ["extract", "demo", document.to_str().unwrap(), "--reach", reached.to_str().unwrap()];
    let extracted = spec(root, &[&arguments, options].concat());
    assert_eq!(text(&extracted.stderr), "");
    text(&extracted.stdout)
}

const REPORT: &str = "\
added      demo#trimming-2
           after demo#trimming-1:
           crates/url-demo/src/lib.rs:25 Word::trim
           vectors/demo.jsonl:1 names it
           before demo#trimming-2, now demo#trimming-3:
           crates/url-demo/src/lib.rs:26 Word::trim
renumbered demo#trimming-2..4 -> demo#trimming-3..5
changed    demo#trimming-4 -> demo#trimming-5
           crates/url-demo/src/lib.rs:30 Word::trim
           vectors/demo.jsonl:1 reaches it
removed    demo#words-3
           crates/url-demo/src/lib.rs:42 gaps
           vectors/demo.jsonl:2 names it
           after demo#words-2:
           crates/url-demo/src/lib.rs:9 Split::split
           before demo#words-4, now demo#words-3:
           crates/url-demo/src/lib.rs:9 Split::split
renumbered demo#words-4..5 -> demo#words-3..4
added      demo#words-3.2
           after demo#words-4.1, now demo#words-3.1:
           crates/url-demo/src/lib.rs:11 Split::split
           crates/url-demo/tests/words.rs: a_gap_is_where_it_is_cut names it
";

/// An editor sees which functions, vectors and tests each change touches; of a new section, those of its neighbours.
#[test]
fn extracting_says_what_changed_and_what_that_touches() {
    let root = tree("extract-changed", "clean");
    let document = edited(&root);
    let registry = root.join("docs/spec/demo/sections.toml");
    let before = fs::read_to_string(&registry).unwrap();
    assert_eq!(extract(&root, &document, &["--dry-run"]), REPORT);
    assert_eq!(fs::read_to_string(&registry).unwrap(), before);
    assert_eq!(extract(&root, &document, &[]), REPORT);
    let checked = text(&check(&root).stderr);
    assert!(checked.contains(": demo#words-3.2: has no title\n"), "{checked}");
    // What was numbered anew kept what was written by hand.
    let after = fs::read_to_string(&registry).unwrap();
    assert!(after.contains("id = \"demo#trimming-3.1\"\ntitle = \"Remove spaces\"\n"), "{after}");
    assert_eq!(extract(&root, &document, &[]), "");
}

/// Once the registry is rebuilt, the report is made again from the one in git.
#[test]
fn a_report_can_be_made_again() {
    let root = tree("extract-again", "clean");
    let git = |arguments: &[&str]| {
        let settings = ["-c", "user.name=A", "-c", "user.email=a@a.test", "-c", "commit.gpgsign=false"];
        let done = Command::new("git").args(settings).args(arguments).current_dir(&root).output().unwrap();
        assert!(done.status.success(), "{}", text(&done.stderr));
    };
    git(&["init", "--quiet"]);
    git(&["add", "--all"]);
    git(&["commit", "--quiet", "--message", "The text as it was"]);
    let document = edited(&root);
    extract(&root, &document, &["--rewrite"]);
    let kinds = |report: &str| -> Vec<String> {
        report.lines().filter(|line| !line.starts_with(' ')).map(Into::into).collect()
    };
    let again = extract(&root, &document, &["--since", "HEAD"]);
    assert_eq!(kinds(&again), kinds(REPORT));
    // The code has the new numbers now.
    assert!(
        again.contains("after demo#words-3.1:\n           crates/url-demo/src/lib.rs:11 Split::split"),
        "{again}"
    );
}

/// The report as data, and as a page.
#[test]
fn the_report_is_data_and_a_page() {
    let root = tree("extract-json", "clean");
    let (document, page) = (edited(&root), root.join("report.html"));
    let printed = extract(&root, &document, &["--dry-run", "--json", "--html", page.to_str().unwrap()]);
    let report: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let entries = report["entries"].as_array().unwrap();
    let kinds: Vec<&str> = entries.iter().map(|entry| entry["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["added", "renumbered", "changed", "removed", "renumbered", "added"]);
    assert_eq!(
        (&entries[2]["was"], &entries[2]["title"]),
        (&"demo#trimming-4".into(), &"Return the string".into())
    );
    assert_eq!(entries[2]["touches"][0]["code"][0], "crates/url-demo/src/lib.rs:30 Word::trim");
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("<p>2 added, 1 removed, 1 changed, 2 renumbered.\n"), "{page}");
    assert!(page.contains("<code>demo#trimming-5</code><br>was <code>demo#trimming-4</code>"), "{page}");
}

/// What names a section names it still; of one that is gone, nothing says the same as before.
#[test]
fn rewriting_keeps_code_and_vectors_with_their_steps() {
    let root = tree("extract-rewrite", "clean");
    fs::create_dir_all(root.join("vectors")).unwrap();
    fs::write(root.join("vectors/demo.jsonl"), "{\"also\": [\"demo#trimming-1..4\", \"demo#words-3\"]}\n")
        .unwrap();
    fs::write(root.join("docs/words.md"), "A gap (`demo#words-4.1`), not other-1#words-4.1.\n").unwrap();
    let document = edited(&root);
    let rewritten = extract(&root, &document, &["--rewrite"]);
    assert_eq!(rewritten.strip_prefix(REPORT), Some("5 files rewritten\n"));
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
    let vectors = "{\"also\": [\"demo#trimming-1\", \"demo#trimming-3..5\", \"demo#words-removed-3\"]}\n";
    assert_eq!(read("vectors/demo.jsonl"), vectors);
    assert_eq!(read("docs/words.md"), "A gap (`demo#words-3.1`), not other-1#words-4.1.\n");
    let code = read("crates/url-demo/src/lib.rs");
    for line in [
        "    /// Spec: demo#words-2, demo#words-3\n",
        "        // 3.1. Cut there.\n",
        "        // 3. For each end:\n",
        "            // 3.1. Remove the spaces.\n",
        "        trace(demo::TRIMMING_5);\n",
        "/// Spec: demo#words-removed-3\n",
    ] {
        assert!(code.contains(line), "{line}{code}");
    }
    // What is left is what the editor did: what is new has no title and no code, and what is gone has code.
    let reached = read("reached.jsonl");
    assert!(reached.contains("\"demo#trimming-5\""), "{reached}");
    let checked = text(&check(&root).stderr);
    let about_edit = |line: &&str| {
        ["demo#trimming-2:", "demo#trimming-2 ", "demo#words-3.2:", "demo#words-3.2 ", "demo#words-removed-3"]
            .iter()
            .any(|id| line.contains(id))
    };
    let others: Vec<&str> = checked.lines().filter(|line| !about_edit(line)).collect();
    assert_eq!(others, ["error: 10 problems"], "{checked}");
}

/// A section as an editor looks it up: words, code, tests.
#[test]
fn a_section_is_shown() {
    let root = tree("show", "clean");
    let (document, reached) = (fixtures().join("demo.txt"), root.join("reached.jsonl"));
    let (document, reached) = (document.to_str().unwrap(), reached.to_str().unwrap());
    let shown = spec(&root, &["show", "demo#words-4.1", "--text", document, "--reach", reached]);
    let expected = "\
demo#words-4.1: Cut
normative, url-demo

Text:
  Cut there.

Code:
  crates/url-demo/src/lib.rs:11 Split::split

Tests:
  crates/url-demo/tests/words.rs: a_gap_is_where_it_is_cut
";
    assert_eq!(text(&shown.stdout), expected);
    let unknown = spec(&root, &["show", "demo#words-9", "--reach", reached]);
    assert_eq!(text(&unknown.stderr), "error: no spec has a section demo#words-9\n");
    let old = edited(&root);
    let shown = spec(
        &root,
        &["show", "demo#trimming-4", "--text", old.to_str().unwrap(), "--vectors", "0", "--reach", reached],
    );
    assert!(
        text(&shown.stdout).contains("(not the words that the registry knows"),
        "{}",
        text(&shown.stdout)
    );
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
