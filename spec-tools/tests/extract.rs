//! `cargo xtask spec extract` on edited texts: the entries are exactly what was edited. Of the manakai document, steps are
//! named by where they stand, for its text is not the project's; the edits of a standard are of a small one of our own.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking, in their helpers too")]

use std::{
    fs,
    ops::Range,
    path::{Path, PathBuf},
    process::Command,
};

use url_testdata::shared_text;

/// The heading of the longest algorithm of the manakai document.
const HOST: &str = "** The CanonicalizeHost algorithm";
const IPV6: &str = "** IPv6 addresses";
const NAMEPREP: &str = "** The Nameprep algorithm";

/// A text as lines.
#[derive(Clone)]
struct Text(Vec<String>);

impl Text {
    /// The lines from `heading` to the next heading.
    fn section(&self, heading: &str) -> Range<usize> {
        let is_heading = |line: &String| line.starts_with("* ") || line.starts_with("** ");
        let start = self.0.iter().position(|line| line.trim_end() == heading).unwrap();
        let len = self.0[start + 1..].iter().position(is_heading).unwrap_or(self.0.len() - start - 1);
        start..start + 1 + len
    }

    /// The lines of the step below `heading` whose number, and the numbers of the steps around it, are `path`.
    fn step(&self, heading: &str, path: &[&str]) -> Range<usize> {
        let indent = |line: &str| line.len() - line.trim_start().len();
        let mut range = self.section(heading);
        for number in path {
            let mark = |line: &str| line.trim_start().split(' ').next().map(ToOwned::to_owned);
            let is_step = |line: &&String| {
                mark(line)
                    .is_some_and(|mark| mark.ends_with('.') && mark.starts_with(|c: char| c.is_ascii_digit()))
            };
            // What stands deeper is in another step.
            let inner = range.start + 1..range.end;
            let depth = self.0[inner.clone()].iter().filter(is_step).map(|line| indent(line)).min().unwrap();
            let is_it = |line: &String| indent(line) == depth && mark(line).as_deref() == Some(number);
            let start = inner.start + self.0[inner].iter().position(is_it).unwrap();
            let ends = |line: &String| !line.trim().is_empty() && indent(line) <= depth;
            let len = self.0[start + 1..range.end].iter().position(ends).unwrap_or(range.end - start - 1);
            range = start..start + 1 + len;
        }
        range
    }

    fn insert(&mut self, at: usize, lines: &[&str]) {
        for line in lines.iter().rev() {
            self.0.insert(at, (*line).to_owned());
        }
    }

    fn cut(&mut self, range: Range<usize>) -> Vec<String> {
        self.0.drain(range).collect()
    }

    fn paste(&mut self, at: usize, lines: Vec<String>) {
        self.0.splice(at..at, lines);
    }

    /// Adds a word to the end of line `at`.
    fn reword(&mut self, at: usize) {
        self.0[at] = self.0[at].trim_end().to_owned() + " indeed";
    }
}

/// A tree whose only spec is `spec`, with `registry`.
fn tree(name: &str, spec: &str, registry: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("edits").join(name);
    let _ = fs::remove_dir_all(&root);
    let write = |path: &str, text: &str| {
        fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
        fs::write(root.join(path), text).unwrap();
    };
    write(&format!("docs/spec/{spec}/sections.toml"), registry);
    write("crates/url-facade/src/profile.rs", "profiles! {\n    Manakai = \"manakai\", none\n}\n");
    write("docs/spec/asserted.toml", "seed = 1\nonly_tell = []\n");
    write("reached.jsonl", "");
    root
}

/// The entries that the text makes, without what they touch: the kind, and what follows `#` in the ids.
fn extract(root: &Path, spec: &str, text: &str, options: &[&str]) -> Vec<String> {
    let (path, reached) = (root.join("text"), root.join("reached.jsonl"));
    fs::write(&path, text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.arg("--root").arg(root).args(["spec", "extract", spec]).arg(&path);
    let made = command.arg("--reach").arg(&reached).args(options).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    entries(&String::from_utf8(made.stdout).unwrap())
}

/// The entries of `report`.
fn entries(report: &str) -> Vec<String> {
    let entries = report.lines().filter(|line| !line.starts_with(' '));
    let entry = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().map(|word| word.rsplit('#').next().unwrap()).collect();
        words.join(" ")
    };
    entries.map(entry).collect()
}

type Edit = (&'static str, fn(&mut Text), &'static [&'static str]);

/// Edits of the manakai document.
const MANAKAI: [Edit; 12] = [
    (
        "a step more",
        |text| {
            let at = text.step(HOST, &["4."]).start;
            text.insert(at, &["  4. If there is nothing to do, do nothing.", ""]);
        },
        &["added canonicalize-host-4", "renumbered canonicalize-host-4..31 -> canonicalize-host-5..32"],
    ),
    (
        "a step less, and printed numbers as they should be",
        |text| {
            let range = text.step(HOST, &["5."]);
            text.cut(range);
            for line in text.section(HOST) {
                let step = text.0[line].strip_prefix("  ").unwrap_or_default().to_owned();
                if let Some((number, rest)) = step.split_once(". ")
                    && let Some(number) = number.parse::<u32>().ok().filter(|number| *number > 5)
                {
                    text.0[line] = format!("  {}. {rest}", number - 1);
                }
            }
        },
        &["removed canonicalize-host-5", "renumbered canonicalize-host-6..31 -> canonicalize-host-5..30"],
    ),
    (
        "other words",
        |text| {
            let at = text.step(HOST, &["9."]).start;
            text.reword(at);
        },
        &["changed canonicalize-host-9"],
    ),
    (
        "a step more, deep inside",
        |text| {
            let at = text.step(HOST, &["20.", "2.", "1.", "2.", "1.", "2."]).start;
            text.insert(at, &["            2. Think it over.", ""]);
        },
        &[
            "added canonicalize-host-20.2.1.2.1.2",
            "renumbered canonicalize-host-20.2.1.2.1.2..4 -> canonicalize-host-20.2.1.2.1.3..5",
        ],
    ),
    (
        "a step less, with all that is in it",
        |text| {
            let range = text.step(HOST, &["20.", "2.", "2."]);
            text.cut(range);
        },
        &["removed canonicalize-host-20.2.2 and 10 in it"],
    ),
    (
        "two steps in another order",
        |text| {
            let range = text.step(HOST, &["8."]);
            let len = range.len();
            let step = text.cut(range);
            let after = text.step(HOST, &["9."]).end;
            assert!(len > 1);
            text.paste(after, step);
        },
        &[
            "renumbered canonicalize-host-9 -> canonicalize-host-8",
            "renumbered canonicalize-host-8 -> canonicalize-host-9",
        ],
    ),
    (
        "a step that goes far, with all that is in it",
        |text| {
            let range = text.step(HOST, &["6."]);
            let step = text.cut(range);
            let after = text.step(HOST, &["29."]).end;
            text.paste(after, step);
        },
        &[
            "renumbered canonicalize-host-7..29 -> canonicalize-host-6..28",
            "renumbered canonicalize-host-6 -> canonicalize-host-29",
        ],
    ),
    (
        "a step in another algorithm",
        |text| {
            let range = text.step(HOST, &["3."]);
            let step = text.cut(range);
            let before = text.step(NAMEPREP, &["2."]).start;
            text.paste(before, step);
        },
        &[
            "renumbered canonicalize-host-3 -> nameprep-2",
            "renumbered nameprep-2..12 -> nameprep-3..13",
            "renumbered canonicalize-host-4..31 -> canonicalize-host-3..30",
        ],
    ),
    (
        "a section elsewhere",
        |text| {
            let range = text.section("* Percent-encoding");
            let section = text.cut(range);
            let before = text.section(IPV6).start;
            text.paste(before, section);
        },
        &["moved percent-encoding"],
    ),
    (
        "a section under another name",
        |text| {
            let at = text.section("* Percent-encoding").start;
            text.0[at] = "* Escaping".into();
        },
        &["renamed percent-encoding -> escaping", "changed percent-encoding -> escaping"],
    ),
    (
        "a section less",
        |text| {
            let range = text.section("** Port numbers");
            text.cut(range);
        },
        &["removed port-numbers and 1 in it"],
    ),
    (
        "a condition around two steps",
        |text| {
            let range = text.step(HOST, &["8."]).start..text.step(HOST, &["9."]).end;
            let mut steps = text.cut(range.clone());
            for line in steps.iter_mut().filter(|line| !line.is_empty()) {
                *line = format!("  {line}");
            }
            text.paste(range.start, steps);
            text.insert(range.start, &["  8. If there is something to do:", ""]);
        },
        &[
            "added canonicalize-host-8",
            "renumbered canonicalize-host-8..9 -> canonicalize-host-8.1..2",
            "renumbered canonicalize-host-10..31 -> canonicalize-host-9..30",
        ],
    ),
];

#[test]
fn edits_of_manakai() {
    let Some(text) = shared_text("manakai.txt") else { return };
    let registry = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/spec/manakai/sections.toml");
    let root = tree("manakai", "manakai", &fs::read_to_string(registry).unwrap());
    assert_eq!(extract(&root, "manakai", &text, &["--dry-run"]), [""; 0]);
    let text = Text(text.lines().map(Into::into).collect());
    // The first edit is the one of the page.
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/editors.md")).unwrap();
    let shown = page.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    assert_eq!(entries(shown), MANAKAI[0].2);
    for (name, edit, expected) in MANAKAI {
        let mut edited = text.clone();
        edit(&mut edited);
        let found = extract(&root, "manakai", &(edited.0.join("\n") + "\n"), &["--dry-run"]);
        assert_eq!(found, expected, "{name}");
    }
}

/// Edits of a standard: what is replaced, by what, and the entries.
const STANDARD: [(&str, &str, &[&str]); 8] = [
    // A step more.
    (
        " <li><p>Push.\n",
        " <li><p>Knock.\n <li><p>Push.\n",
        &["added concept-opener-5", "renumbered concept-opener-5..6 -> concept-opener-6..7"],
    ),
    // A step less, of those that end alike.
    (
        " <li><p>If <var>door</var> is locked, then return failure.\n",
        "",
        &["removed concept-opener-3", "renumbered concept-opener-4..6 -> concept-opener-3..5"],
    ),
    // Other words, beside a step more.
    (
        "   <li><p>Turn it.\n",
        "   <li><p>Be glad.\n   <li><p>Turn it twice.\n",
        &[
            "added concept-opener-2.3",
            "renumbered concept-opener-2.3 -> concept-opener-2.4",
            "changed concept-opener-2.3 -> concept-opener-2.4",
        ],
    ),
    // A term under another name.
    (
        "<dfn id=concept-ringer>",
        "<dfn id=concept-bell-ringer>",
        &["renamed concept-ringer -> concept-bell-ringer"],
    ),
    // A step in front of the others.
    (
        "   <li><p>Ring.\n",
        "   <li><p>Come.\n   <li><p>Ring.\n",
        &["added outside-state-1", "renumbered outside-state-1..2 -> outside-state-2..3"],
    ),
    // A case more.
    (
        " <dt><dfn id=inside-state>",
        " <dt><dfn id=door-state>door state</dfn>\n <dd>\n  <ol>\n   <li><p>Open.\n  </ol>\n <dt><dfn id=inside-state>",
        &["added door-state and 1 in it"],
    ),
    // A step that is in another one no longer.
    (
        "   <li><p>Turn it.\n  </ol>\n",
        "  </ol>\n <li><p>Turn it.\n",
        &[
            "renumbered concept-opener-2.3 -> concept-opener-3",
            "renumbered concept-opener-3..6 -> concept-opener-4..7",
        ],
    ),
    // A section less.
    (
        "<h2 id=windows>Windows</h2>\n<p>A <dfn id=concept-window>window</dfn> has panes.\n",
        "",
        &["removed windows", "removed concept-window"],
    ),
];

#[test]
fn edits_of_a_standard() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/spec/standard.bs"));
    let text = text.unwrap();
    let registry =
        "[spec]\nname = \"door\"\ntitle = \"The door\"\nformats = [\"standard\"]\nprofiles = [\"door\"]\n";
    let root = tree("standard", "door", registry);
    let all = extract(&root, "door", &text, &[]);
    assert!(all.len() > 5 && all.iter().all(|entry| entry.starts_with("added ")), "{all:?}");
    // Titles are written by hand.
    let path = root.join("docs/spec/door/sections.toml");
    let written = fs::read_to_string(&path).unwrap();
    let written = written.replacen(
        "id = \"door#concept-opener-2.3\"\ntitle = \"\"",
        "id = \"door#concept-opener-2.3\"\ntitle = \"Turn the key\"",
        1,
    );
    fs::write(&path, written).unwrap();
    assert_eq!(extract(&root, "door", &text, &[]), [""; 0]);
    for (old, new, expected) in STANDARD {
        assert_eq!(text.matches(old).count(), 1, "{old}");
        assert_eq!(extract(&root, "door", &text.replace(old, new), &["--dry-run"]), expected, "{old}");
    }
}
