//! Runs the commands that the READMEs, the guide and the cookbook show, and compares the output with the
//! output in those pages.

use std::{collections::BTreeSet, fs, path::Path};

use url_facade::Profile;

#[cfg(unix)]
use crate::shell::sh;

/// Returns each command line in the console blocks of a page, and the output that the page shows for it.
fn commands(page: &str) -> Vec<(&str, String)> {
    let blocks = page.split("```console\n$ ").skip(1).filter_map(|block| block.split("```").next());
    let commands = blocks.filter_map(|block| block.split_once('\n'));
    let ours = commands.filter(|(command, _)| command.contains("urlspec "));
    ours.map(|(command, shown)| (command, shown.into())).collect()
}

#[test]
#[cfg(unix)]
fn pages_show_what_their_commands_print() {
    let ours = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (page, least) in
        [("../../README.md", 2), ("README.md", 3), ("../../docs/guide.md", 2), ("../../docs/security.md", 2)]
    {
        let text = fs::read_to_string(ours.join(page)).unwrap();
        let commands = commands(&text);
        assert!(commands.len() >= least, "{page} shows only {} commands", commands.len());
        for (command, shown) in commands {
            prints(command, ours, &shown);
        }
    }
}

/// The table of specifications in the README must list every profile, and nothing else.
#[test]
fn the_readme_lists_the_profiles() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md")).unwrap();
    let (_, table) = readme.split_once("\n| profiles | specification |\n|---|---|\n").unwrap();
    let rows = table.lines().map_while(|row| row.strip_prefix("| `")?.split(" | ").next());
    let listed: BTreeSet<_> = rows.flat_map(|names| names.split('`').step_by(2)).collect();
    assert_eq!(listed, Profile::available().iter().map(|profile| profile.name()).collect());
}

#[cfg(unix)]
fn prints(command: &str, folder: &Path, shown: &str) {
    let output = sh(command, folder).output().unwrap();
    let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert_eq!(printed.trim_end(), shown.trim_end(), "{command}");
}

/// Returns the rows of the table for users of trurl: the command of urlspec, and its output.
fn rows(page: &str) -> Vec<(&str, String)> {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.strip_suffix("` |"));
    let cells = rows.filter_map(|row| row.split_once("` | `")?.1.split_once("` | `"));
    cells.map(|(command, shown)| (command, shown.replace("`<br>`", "\n"))).collect()
}

#[test]
#[cfg(unix)]
fn the_cookbook_shows_what_its_commands_print() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let page = fs::read_to_string(docs.join("cookbook.md")).unwrap();
    let (jobs, of_trurl) = (commands(&page), rows(&page));
    assert!(jobs.len() >= 31 && of_trurl.len() >= 30, "{} jobs, {} rows", jobs.len(), of_trurl.len());
    for (command, shown) in [jobs, of_trurl].concat() {
        prints(command, &docs.join("cookbook"), &shown);
    }
}

/// Runs the commands of `urlspec` in the three sessions of the page for editors. Their output can be quoted:
/// it has links, and no names of folders.
#[test]
#[cfg(unix)]
fn the_sessions_of_editors_run() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let page = fs::read_to_string(docs.join("editors.md")).unwrap();
    let (_, sessions) = page.split_once("\n## Three sessions\n").unwrap();
    let sessions = sessions.split("\n## ").next().unwrap();
    let blocks: Vec<&str> =
        sessions.split("```sh\n").skip(1).filter_map(|block| block.split("```").next()).collect();
    assert_eq!(blocks.len(), 3);
    let folder = tempfile::tempdir().unwrap();
    let mut count = 0;
    for block in blocks.into_iter().filter(|block| !block.contains("cargo xtask")) {
        let output = sh(&format!("set -e\n{block}"), folder.path()).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{block}\n{printed}");
        assert!(printed.contains("](https://url.spec.whatwg.org/"), "{printed}");
        assert!(!printed.contains(&folder.path().display().to_string()), "{printed}");
        count += block.lines().filter(|line| line.starts_with("urlspec ")).count();
    }
    assert_eq!(count, 5);
    assert!(fs::read_to_string(folder.path().join("report.html")).unwrap().contains("caret-kept"));
}
