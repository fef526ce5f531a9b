//! Tests that the commands of `docs/bulk.md` print the output that the page shows.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "tests")]

use std::{env, fs, path::Path, process::Command};

/// Returns the commands in the console blocks of `page` that run `urlspec-sql`, in order, each with its
/// output.
fn commands(page: &str) -> Vec<(&str, String)> {
    let blocks = page.split("```console\n").skip(1).filter_map(|block| block.split("```").next());
    let ours = blocks.filter(|block| block.starts_with("$ urlspec-"));
    let commands = ours.flat_map(|block| block.strip_prefix("$ ").unwrap_or(block).split("\n$ "));
    let parts = commands.map(|command| command.split_once('\n').unwrap_or((command, "")));
    parts.map(|(command, shown)| (command, shown.trim_end().to_owned())).collect()
}

#[test]
fn pages_show_what_their_commands_print() {
    let program = Path::new(env!("CARGO_BIN_EXE_urlspec-sql"));
    let programs = program.parent().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = env::join_paths(
        [programs.to_owned()].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap())),
    )
    .unwrap();
    let text = fs::read_to_string(root.join("docs/bulk.md")).unwrap();
    let commands = commands(&text);
    assert!(commands.len() >= 5, "the page shows only {} commands", commands.len());
    let folder = tempfile::tempdir().unwrap();
    fs::copy(root.join("docs/bulk/crawl.csv"), folder.path().join("crawl.csv")).unwrap();
    for (command, shown) in commands {
        let output = Command::new("sh")
            .args(["-c", command])
            .env("PATH", &path)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(printed.trim_end(), shown, "{command}");
    }
}
