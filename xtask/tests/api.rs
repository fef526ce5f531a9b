//! `cargo xtask api` on a small library: as its text says, changed, and written again.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking, in their helpers too")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The files of the library.
const FILES: [&str; 4] = ["Cargo.toml", "Cargo.lock", "src/lib.rs", "public-api.txt"];

/// A fresh copy of the library.
fn library() -> PathBuf {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/api");
    let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join("api-changed");
    fs::create_dir_all(to.join("src")).unwrap();
    for file in FILES {
        fs::copy(from.join(file), to.join(file)).unwrap();
    }
    to
}

/// Whether the check passes, and the lines that it finds wrong.
fn check(root: &Path, options: &[&str]) -> (bool, Vec<String>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(["api", "--root"]).arg(root).args(options).env_remove("CARGO_TARGET_DIR");
    let output = command.output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    let found = told.lines().filter(|line| line.starts_with("demo: ")).map(String::from).collect();
    (output.status.success(), found)
}

#[test]
fn what_is_public_is_held_to_the_text() {
    let root = library();
    assert_eq!(check(&root, &[]), (true, vec![]));

    let source = root.join("src/lib.rs");
    let text = fs::read_to_string(&source).unwrap();
    fs::write(&source, text.replace("#[derive(Clone)]", "").replace("pub fn reversed", "pub fn turned"))
        .unwrap();
    let expected = [
        "demo: + pub fn demo::turned(word: &demo::Word) -> demo::Word",
        "demo: - impl core::clone::Clone for demo::Word",
        "demo: - pub fn demo::Word::clone(&self) -> demo::Word",
        "demo: - pub fn demo::reversed(word: &demo::Word) -> demo::Word",
    ];
    assert_eq!(check(&root, &[]), (false, expected.map(String::from).into()));

    // Without a text, each item is one too many.
    fs::remove_file(root.join("public-api.txt")).unwrap();
    let (passed, found) = check(&root, &[]);
    assert_eq!((passed, found.len()), (false, 4));

    assert_eq!(check(&root, &["--write"]), (true, vec![]));
    assert_eq!(check(&root, &[]), (true, vec![]));
}
