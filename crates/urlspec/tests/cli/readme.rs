//! README's commands print what README says they print.

use std::{fs, path::Path, process::Command};

/// The console blocks of README that run the program: the command line, and what it shows.
fn commands(readme: &str) -> Vec<(String, String)> {
    let blocks = readme.split("```console\n$ ").skip(1).filter_map(|block| block.split("```").next());
    let commands = blocks.filter_map(|block| block.split_once('\n'));
    commands
        .filter(|(command, _)| command.contains("-p urlspec -- "))
        .map(|(command, shown)| {
            let program = env!("CARGO_BIN_EXE_urlspec");
            (command.replace("cargo run --release -p urlspec --", program), shown.into())
        })
        .collect()
}

#[test]
#[cfg(unix)]
fn readme_shows_what_its_commands_print() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let commands = commands(&fs::read_to_string(root.join("README.md")).unwrap());
    assert!(commands.len() >= 5, "README shows only {} commands", commands.len());
    for (command, shown) in commands {
        let output = Command::new("sh").args(["-c", &command]).output().unwrap();
        let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(printed.trim_end(), shown.trim_end(), "{command}");
    }
}
