//! Tests `spec check`, `generate` and `show` on small projects: one without faults, and edits of it in
//! `faulty.toml`.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking, in their helpers too")]

use std::{collections::BTreeMap, path::PathBuf, process::Output};

use xshell::{Shell, cmd};

const CLEAN: &str = "\
| spec | normative | reported | named | excused |
|---|---|---|---|---|
| `demo` | 14 | 2 | 11 | 1 |
| `other-1` | 0 | 0 | 0 | 0 |
4 functions, 25 sections, 13 citations, 2 vectors, 1 reported sections
";

fn faulty() -> BTreeMap<String, Faulty> {
    toml::from_str(include_str!("../fixtures/spec/faulty.toml")).unwrap()
}

#[derive(serde::Deserialize)]
struct Faulty {
    says: Vec<String>,
    edit: Vec<Edit>,
}

/// Replaces `from`, which occurs once in `file`, with `to`. If the file does not exist, creates it.
#[derive(serde::Deserialize)]
struct Edit {
    file: PathBuf,
    #[serde(default)]
    from: String,
    to: String,
}

fn tree(test: &str, case: &str) -> Shell {
    let sh = Shell::new().unwrap();
    sh.change_dir(format!("{}/{test}/{case}", env!("CARGO_TARGET_TMPDIR")));
    sh.remove_path(sh.current_dir()).unwrap();
    let mut files: BTreeMap<PathBuf, String> =
        toml::from_str(include_str!("../fixtures/spec/clean.toml")).unwrap();
    for Edit { file, from, to } in faulty().get(case).into_iter().flat_map(|case| &case.edit) {
        let text = files.entry(file.clone()).or_default();
        assert_eq!(text.matches(from).count(), 1, "{case}: {from}");
        *text = text.replace(from, to);
    }
    for (file, text) in &files {
        sh.write_file(file, text).unwrap();
    }
    sh
}

fn spec(sh: &Shell, arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_xtask");
    cmd!(sh, "{program} spec --root . {arguments...}").ignore_status().output().unwrap()
}

fn check(sh: &Shell) -> Output {
    spec(sh, &["check", "--reach", "reached.jsonl"])
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
    for (case, Faulty { says, .. }) in faulty() {
        let checked = check(&tree("check", &case));
        let said = text(&checked.stderr);
        let (said, last) = match says.as_slice() {
            [error] if error.starts_with("error: ") => (said.as_str(), None),
            _ => said.trim_end().rsplit_once('\n').map(|(said, last)| (said, Some(last))).unwrap(),
        };
        assert_eq!(said.lines().collect::<Vec<_>>(), says, "{case}");
        assert!(last.is_none_or(|last| last.starts_with("error: ") && last.contains("problem")), "{case}");
        assert!(!checked.status.success(), "{case}");
    }
}

#[test]
fn generating_mends_stale_constants() {
    let sh = tree("generate", "stale-constants");
    assert!(spec(&sh, &["generate"]).status.success());
    assert!(check(&sh).status.success());
}

/// `cargo xtask spec show` prints the code, the tests and the vectors of a section.
#[test]
fn a_section_is_shown() {
    let sh = tree("show", "clean");
    let show = |id: &str| spec(&sh, &["show", id, "--reach", "reached.jsonl"]);
    let expected = "\
demo#words-4.1: Cut
normative, url-demo
crates/url-demo/src/lib.rs:11 Split::split cites demo#words-4.1
crates/url-demo/tests/words.rs: a_gap_is_where_it_is_cut names demo#words-4.1
";
    assert_eq!(text(&show("demo#words-4.1").stdout), expected);
    assert!(
        text(&show("demo#trimming-4").stdout).contains("\nvectors/demo.jsonl:1 reaches demo#trimming-4\n")
    );
    assert_eq!(text(&show("demo#words-9").stderr), "error: no spec has a section demo#words-9\n");
}
