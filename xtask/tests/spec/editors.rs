//! The commands of `docs/editors.md`, run as they stand in a copy of the project with the text of manakai.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use url_testdata::shared_text;

use super::copy;

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn commands_for_editors() {
    let Some(text) = shared_text("manakai.txt") else { return };
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("editors");
    let _ = fs::remove_dir_all(&root);
    copy(&project().join("crates"), &root.join("crates"));
    for folder in ["docs/spec", "docs/conformance"] {
        copy(&project().join(folder), &root.join(folder));
    }
    fs::copy(project().join("docs/mutants.toml"), root.join("docs/mutants.toml")).unwrap();
    fs::create_dir(root.join("target")).unwrap();
    fs::write(root.join("manakai.txt"), text).unwrap();
    let run = |command: &mut Command| {
        let done = command.current_dir(&root).output().unwrap();
        let told = String::from_utf8_lossy(&done.stdout) + String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{command:?}: {told}");
        told.into_owned()
    };
    run(Command::new("git").args(["init", "--quiet"]));
    run(Command::new("git").args(["add", "docs"]));
    let commit = ["commit", "--quiet", "--message", "The registries"];
    let name = ["-c", "user.name=A", "-c", "user.email=a@a.test", "-c", "commit.gpgsign=false"];
    run(Command::new("git").args(name).args(commit));

    let page = fs::read_to_string(project().join("docs/editors.md")).unwrap();
    let blocks = page.split("```sh\n").skip(1).map(|block| block.split("```").next().unwrap());
    let commands: Vec<&str> = blocks.flat_map(str::lines).collect();
    assert!(commands.len() > 5, "{commands:?}");
    for command in commands {
        let arguments = command.strip_prefix("cargo xtask ").unwrap();
        let told =
            run(Command::new(env!("CARGO_BIN_EXE_xtask")).args(["--root", "."]).args(arguments.split(' ')));
        // The text is the one that the registry knows.
        assert_eq!(told.is_empty(), arguments.contains("extract"), "{command}: {told}");
    }
}
