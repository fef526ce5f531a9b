//! `spec extract` on a small standard and edits of it: the entries are exactly what was edited.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking, in their helpers too")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

const REGISTRY: &str = "docs/spec/door/sections.toml";

/// Code that does two of the steps.
const CODE: &str = "\
//! Doors.

/// Opens.
///
/// Spec: door#concept-opener
fn open() {
    // 1. Let hand be empty.
    // 2.3. Turn it.
}
";

/// The text of the standard.
fn standard() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/standard.bs")).unwrap()
}

/// A tree whose only spec is the standard, in a registry with one title.
fn tree(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("extract").join(name);
    let _ = fs::remove_dir_all(&root);
    let write = |path: &str, text: &str| {
        fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
        fs::write(root.join(path), text).unwrap();
    };
    write(
        REGISTRY,
        "[spec]\nname = \"door\"\ntitle = \"The door\"\nextracted = true\nprofiles = [\"door\"]\n",
    );
    write("crates/url-facade/src/profile.rs", "profiles! {\n    Door = \"door\", none\n}\n");
    write("docs/spec/asserted.toml", "seed = 1\nno_mutant = []\n");
    write("reached.jsonl", "");
    let all = extract(&root, &standard(), &[]);
    assert!(all.len() > 5 && all.iter().all(|entry| entry.starts_with("added ")), "{all:?}");
    let id = "id = \"door#concept-opener-2.3\"\ntitle = \"";
    let written = fs::read_to_string(root.join(REGISTRY)).unwrap();
    assert!(written.contains(id));
    write(REGISTRY, &written.replace(id, &format!("{id}Turn the key")));
    root
}

/// What the extraction prints for `text`.
fn run(root: &Path, text: &str, options: &[&str]) -> String {
    let (path, reached) = (root.join("text"), root.join("reached.jsonl"));
    fs::write(&path, text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_spec"));
    command.arg("--root").arg(root).args(["extract", "door"]).arg(&path).arg("--reach").arg(&reached);
    let made = command.args(options).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    String::from_utf8(made.stdout).unwrap()
}

/// The entries that `text` makes, without what they touch, the spec and the titles.
fn extract(root: &Path, text: &str, options: &[&str]) -> Vec<String> {
    let printed = run(root, text, options);
    let entries = printed.lines().filter(|line| !line.starts_with(' '));
    let entry = |line: &str| {
        let line = line.replace("door#", "");
        line.split(':').next().unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
    };
    entries.map(entry).collect()
}

/// Edits of a standard: what is replaced, by what, and the entries.
const STANDARD: [(&str, &str, &str); 9] = [
    // A step more.
    (
        " <li><p>Push.\n",
        " <li><p>Knock.\n <li><p>Push.\n",
        "added concept-opener-5, renumbered concept-opener-5 -> concept-opener-6, \
         renumbered concept-opener-6 -> concept-opener-7",
    ),
    // A step less, of those that end alike.
    (
        " <li><p>If <var>door</var> is locked, then return failure.\n",
        "",
        "renumbered concept-opener-4 -> concept-opener-3, renumbered concept-opener-5 -> concept-opener-4, \
         renumbered concept-opener-6 -> concept-opener-5, removed concept-opener-3",
    ),
    // Other words, before a step more.
    (
        "   <li><p>Turn it.\n",
        "   <li><p>Turn it twice.\n   <li><p>Be glad.\n",
        "changed concept-opener-2.3, added concept-opener-2.4",
    ),
    // A step elsewhere.
    (
        " <li><p>Push.\n <li><p>Return <var>door</var>.\n",
        " <li><p>Return <var>door</var>.\n <li><p>Push.\n",
        "renumbered concept-opener-6 -> concept-opener-5, renumbered concept-opener-5 -> concept-opener-6",
    ),
    // A term under another name.
    (
        "<dfn id=concept-ringer>",
        "<dfn id=concept-bell-ringer>",
        "renumbered concept-ringer -> concept-bell-ringer, renumbered concept-ringer-1 -> concept-bell-ringer-1, \
         renumbered concept-ringer-2 -> concept-bell-ringer-2, renumbered concept-ringer-3 -> concept-bell-ringer-3",
    ),
    // A step in front of the others.
    (
        "   <li><p>Ring.\n",
        "   <li><p>Come.\n   <li><p>Ring.\n",
        "added outside-state-1, renumbered outside-state-1 -> outside-state-2, \
         renumbered outside-state-2 -> outside-state-3",
    ),
    // A case more.
    (
        " <dt><dfn id=inside-state>",
        " <dt><dfn id=door-state>door state</dfn>\n <dd>\n  <ol>\n   <li><p>Open.\n  </ol>\n <dt><dfn id=inside-state>",
        "added door-state, added door-state-1",
    ),
    // A step that is in another one no longer.
    (
        "   <li><p>Turn it.\n  </ol>\n",
        "  </ol>\n <li><p>Turn it.\n",
        "renumbered concept-opener-2.3 -> concept-opener-3, renumbered concept-opener-3 -> concept-opener-4, \
         renumbered concept-opener-4 -> concept-opener-5, renumbered concept-opener-5 -> concept-opener-6, \
         renumbered concept-opener-6 -> concept-opener-7",
    ),
    // A section less.
    (
        "<h2 id=windows>Windows</h2>\n<p>A <dfn id=concept-window>window</dfn> has panes.\n",
        "",
        "removed windows, removed concept-window",
    ),
];

#[test]
fn edits_of_a_standard() {
    let (root, text) = (tree("edits"), standard());
    assert_eq!(extract(&root, &text, &[]), [""; 0]);
    for (old, new, expected) in STANDARD {
        assert_eq!(text.matches(old).count(), 1, "{old}");
        let found = extract(&root, &text.replace(old, new), &["--dry-run"]);
        assert_eq!(found.join(", "), expected, "{old}");
    }
}

/// What is written by hand stays with the section, under its new id.
#[test]
fn titles_stay_with_their_sections() {
    let (root, text) = (tree("titles"), standard());
    let edited = text.replace("   <li><p>Turn it.\n", "   <li><p>Be glad.\n   <li><p>Turn it.\n");
    run(&root, &edited, &[]);
    let written = fs::read_to_string(root.join(REGISTRY)).unwrap();
    assert!(written.contains("id = \"door#concept-opener-2.4\"\ntitle = \"Turn the key\"\n"), "{written}");
    assert_eq!(extract(&root, &edited, &[]), [""; 0]);
}

/// An editor sees which code a change touches; of a new section, that of what is around it.
#[test]
fn entries_name_what_they_touch() {
    let (root, text) = (tree("touched"), standard());
    fs::create_dir_all(root.join("crates/url-door/src")).unwrap();
    fs::write(root.join("crates/url-door/src/lib.rs"), CODE).unwrap();
    let edited = text.replace("   <li><p>Turn it.\n", "   <li><p>Turn it twice.\n   <li><p>Be glad.\n");
    let expected = "\
changed    door#concept-opener-2.3: Turn the key
    crates/url-door/src/lib.rs:8 open cites door#concept-opener-2.3
added      door#concept-opener-2.4
    crates/url-door/src/lib.rs:5 open cites door#concept-opener
";
    assert_eq!(run(&root, &edited, &["--dry-run"]), expected);
}

#[test]
fn a_frozen_text_is_not_read() {
    let root = tree("frozen");
    let written = fs::read_to_string(root.join(REGISTRY)).unwrap();
    let frozen = written.replace("extracted = true\n", "");
    fs::write(root.join(REGISTRY), &frozen).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_spec"));
    let refused =
        command.arg("--root").arg(&root).args(["extract", "door"]).arg(root.join("text")).output().unwrap();
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("the text of door is frozen"));
    assert_eq!(fs::read_to_string(root.join(REGISTRY)).unwrap(), frozen);
}

/// The commands of the page for editors are ones that the program takes.
#[test]
fn commands_for_editors() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/editors.md");
    let page = fs::read_to_string(page).unwrap();
    let commands: Vec<&str> =
        page.lines().filter_map(|line| line.strip_prefix("cargo xtask spec ")).collect();
    assert!(commands.len() > 3, "{commands:?}");
    for command in commands {
        // What is wrong with arguments is known before anything is read.
        let program = Command::new(env!("CARGO_BIN_EXE_spec"))
            .args(["--root", "/nowhere"])
            .args(command.split(' '))
            .output();
        assert_eq!(program.unwrap().status.code(), Some(1), "{command}");
    }
}
