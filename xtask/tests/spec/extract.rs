//! `cargo xtask spec extract` and `show` on the small trees.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::{check, fixtures, spec, text, tree};

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
    assert_eq!(rewritten.strip_prefix(REPORT), Some("6 files rewritten\n"));
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
