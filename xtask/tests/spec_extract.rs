//! Tests `spec extract` on a small standard and on edits of it: the reported entries must match the edits
//! exactly.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking, in their helpers too")]

use std::collections::BTreeMap;

use xshell::{Shell, cmd};

const REGISTRY: &str = "docs/spec/door/sections.toml";

const CODE: &str = "\
//! Doors.

/// Opens.
///
/// Spec: door#concept-opener
fn open() {
    // 1. Let hand be empty.
    // 2.3. Turn it.
}

/// Source: door#small-key-set
const SMALL: &[u8] = b\"AB\";
";

const SPEC: &str = env!("CARGO_BIN_EXE_xtask");
const STANDARD: &str = include_str!("../fixtures/spec/standard.bs");

/// Creates a project whose only spec is the fixture `standard.bs`. One section in the registry has a title.
fn tree(name: &str) -> Shell {
    let sh = Shell::new().unwrap();
    sh.change_dir(env!("CARGO_TARGET_TMPDIR"));
    sh.remove_path(format!("extract/{name}")).unwrap();
    sh.change_dir(format!("extract/{name}"));
    let write = |path: &str, text: &str| sh.write_file(path, text).unwrap();
    let spec = "name = \"door\"\ntitle = \"The door\"\nextracted = true\nprofiles = [\"door\"]\n";
    write(REGISTRY, &format!("[spec]\n{spec}"));
    write("crates/url-facade/src/profile.rs", "profiles! {\n    Door = \"door\", none\n}\n");
    write("reached.jsonl", "");
    let all = extract(&sh, STANDARD, &[]);
    assert!(all.len() > 5 && all.iter().all(|entry| entry.starts_with("added ")), "{all:?}");
    let id = "id = \"door#concept-opener-2.3\"\ntitle = \"";
    let written = sh.read_file(REGISTRY).unwrap();
    assert!(written.contains(id));
    let mut written = written.replace(id, &format!("{id}Turn the key"));
    for heading in ["doors", "windows"] {
        let row = format!("id = \"door#{heading}\"\ntitle = \"\"\nlayer = \"\"\nstatus = \"normative\"");
        assert!(written.contains(&row));
        written = written.replace(&row, &row.replace("normative", "informative"));
    }
    write(REGISTRY, &written);
    sh
}

fn run(sh: &Shell, text: &str, options: &[&str]) -> String {
    sh.write_file("text", text).unwrap();
    let extract = cmd!(sh, "{SPEC} spec --root . extract door text --reach reached.jsonl {options...}");
    String::from_utf8(extract.output().unwrap().stdout).unwrap()
}

/// Runs `spec extract` on `text`. Returns the reported changes, without code, tests, titles and spec names.
fn extract(sh: &Shell, text: &str, options: &[&str]) -> Vec<String> {
    let printed = run(sh, text, options);
    let entries = printed.lines().filter(|line| !line.starts_with(' '));
    let entry = |line: &str| {
        let line = line.replace("door#", "");
        let line = if line.starts_with("not ") { &line } else { line.split(':').next().unwrap() };
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    entries.map(entry).collect()
}

#[derive(serde::Deserialize)]
struct Edit {
    from: String,
    to: String,
    entries: Vec<String>,
}

#[test]
fn edits_of_a_standard() {
    let sh = tree("edits");
    assert_eq!(extract(&sh, STANDARD, &[]), [""; 0]);
    let edits: BTreeMap<String, Vec<Edit>> =
        toml::from_str(include_str!("../fixtures/spec/edits.toml")).unwrap();
    for Edit { from, to, entries } in &edits["edit"] {
        assert_eq!(STANDARD.matches(from).count(), 1, "{from}");
        assert_eq!(extract(&sh, &STANDARD.replace(from, to), &["--dry-run"]), *entries, "{from}");
    }
    assert_eq!(edits["edit"].len(), 25);
}

/// If the id of a section changes, the new row of the registry keeps the title that people wrote.
#[test]
fn titles_stay_with_their_sections() {
    let sh = tree("titles");
    let edited = STANDARD.replace("   <li><p>Turn it.\n", "   <li><p>Be glad.\n   <li><p>Turn it.\n");
    run(&sh, &edited, &[]);
    let written = sh.read_file(REGISTRY).unwrap();
    assert!(written.contains("id = \"door#concept-opener-2.4\"\ntitle = \"Turn the key\"\n"), "{written}");
    assert_eq!(extract(&sh, &edited, &[]), [""; 0]);
}

/// An entry lists the code that cites the changed section or, for a new section, the section around it.
#[test]
fn entries_name_what_they_touch() {
    let sh = tree("touched");
    sh.write_file("crates/url-door/src/lib.rs", CODE).unwrap();
    let edited = STANDARD.replace("   <li><p>Turn it.\n", "   <li><p>Turn it twice.\n   <li><p>Be glad.\n");
    let expected = "\
changed    door#concept-opener-2.3: Turn the key
    crates/url-door/src/lib.rs:8 open cites door#concept-opener-2.3
added      door#concept-opener-2.4
    crates/url-door/src/lib.rs:5 open cites door#concept-opener
";
    assert_eq!(run(&sh, &edited, &["--dry-run"]), expected);
    // The step is found even if another step had its number before.
    let edited = STANDARD.replace("   <li><p>Turn it.\n", "   <li><p>Be glad.\n   <li><p>Turn it.\n");
    let expected = "\
added      door#concept-opener-2.3
    crates/url-door/src/lib.rs:5 open cites door#concept-opener
renumbered door#concept-opener-2.3 -> door#concept-opener-2.4
";
    assert_eq!(run(&sh, &edited, &["--dry-run"]), expected);

    let registry = sh.read_file(REGISTRY).unwrap();
    sh.write_file(REGISTRY, registry.replace("normative", "informative")).unwrap();
    // The change of a set affects code, which need not cite the set. That of an uncited table affects none.
    let edited = STANDARD.replace("of A and B.", "of A, B and Z.").replace("<td>2", "<td>3");
    let expected = "\
changed    door#small-key-set
    crates/url-door/src/lib.rs:11 cites door#small-key-set
not normative: changed door#known-bell
";
    assert_eq!(run(&sh, &edited, &["--dry-run"]), expected);
}

/// If the text is in a git repository, `spec extract` shows the changed words, and can compare commits.
#[test]
fn words_of_a_repository() {
    let sh = tree("words");
    sh.write_file("crates/url-door/src/lib.rs", CODE).unwrap();
    cmd!(sh, "git init --quiet").run().unwrap();
    // This version is older than the registry. It lacks one step, so that later steps have smaller numbers.
    let older = STANDARD.replace("   <li><p>Take the key.\n", "");
    let identity = ["-c", "user.name=editor", "-c", "user.email=editor@door.test"];
    for text in [&older, STANDARD] {
        sh.write_file("text", text).unwrap();
        cmd!(sh, "git add text").run().unwrap();
        cmd!(sh, "git {identity...} commit --quiet --message edit").run().unwrap();
    }
    let edited = STANDARD.replace("Turn it.", "Turn it at once.");
    let changed = "\
changed    door#concept-opener-2.3: Turn the key
    Turn [-it.-]{+it at once.+}
    crates/url-door/src/lib.rs:8 open cites door#concept-opener-2.3
";
    assert_eq!(run(&sh, &edited, &["--dry-run"]), changed);
    assert_eq!(run(&sh, &edited, &["--since", "HEAD"]), changed);
    let changed = changed.replace("2.3: ", "2.2 -> door#concept-opener-2.3: ");
    let added = "\
added      door#concept-opener-2.1
    crates/url-door/src/lib.rs:5 open cites door#concept-opener
renumbered door#concept-opener-2.1 -> door#concept-opener-2.2
";
    assert_eq!(run(&sh, &edited, &["--since", "HEAD~"]), added.to_owned() + &changed);
    assert_eq!(extract(&sh, STANDARD, &["--dry-run"]), [""; 0]);
}

#[test]
fn a_frozen_text_is_not_read() {
    let sh = tree("frozen");
    let frozen = sh.read_file(REGISTRY).unwrap().replace("extracted = true\n", "");
    sh.write_file(REGISTRY, &frozen).unwrap();
    let refused = cmd!(sh, "{SPEC} spec --root . extract door text").ignore_status().output().unwrap();
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("the text of door is frozen"));
    assert_eq!(sh.read_file(REGISTRY).unwrap(), frozen);
}

/// Runs the commands on the documentation page for editors of specs.
#[test]
fn commands_for_editors() {
    let sh = Shell::new().unwrap();
    let lines = include_str!("../../docs/editors.md").lines();
    let commands: Vec<&str> = lines.filter_map(|line| line.strip_prefix("cargo xtask spec ")).collect();
    assert!(commands.len() > 3, "{commands:?}");
    for command in commands {
        // Wrong arguments are reported before the program reads a file.
        let mut program = cmd!(sh, "{SPEC} spec --root /nowhere").ignore_status();
        for (at, part) in command.split('\'').enumerate() {
            let separator = if at % 2 == 0 { ' ' } else { '\'' };
            program = program.args(part.split(separator).filter(|word| !word.is_empty()));
        }
        assert_eq!(program.output().unwrap().status.code(), Some(1), "{command}");
    }
}
