//! The commands of the project's README, and of the package's, print what is shown there.

use std::{fs, path::Path, process::Command};

/// The console blocks of a README that run the program: the command line, and what it shows.
fn commands(readme: &str) -> Vec<(String, String)> {
    let blocks = readme.split("```console\n$ ").skip(1).filter_map(|block| block.split("```").next());
    let commands = blocks.filter_map(|block| block.split_once('\n'));
    commands
        .filter(|(command, _)| command.contains("urlspec "))
        .map(|(command, shown)| {
            let program = env!("CARGO_BIN_EXE_urlspec");
            (command.replace("urlspec ", &format!("{program} ")), shown.into())
        })
        .collect()
}

#[test]
#[cfg(unix)]
fn readmes_show_what_their_commands_print() {
    let ours = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(ours.join(path)).unwrap();
    let (of_project, of_package) = (commands(&read("../../README.md")), commands(&read("README.md")));
    let counts = [of_project.len(), of_package.len()];
    assert!(counts[0] >= 9 && counts[1] >= 3, "the READMEs show only {counts:?} commands");
    for (command, shown) in [of_project, of_package].concat() {
        let output = Command::new("sh").args(["-c", &command]).output().unwrap();
        let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(printed.trim_end(), shown.trim_end(), "{command}");
    }
}
