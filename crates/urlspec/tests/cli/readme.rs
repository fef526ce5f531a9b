//! The commands of the project's README, of the package's and of the cookbook print what is shown there.

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
        prints(&command, ours, &shown);
    }
}

/// That `command` prints what is shown, in `folder`.
#[cfg(unix)]
fn prints(command: &str, folder: &Path, shown: &str) {
    let output = Command::new("sh").args(["-c", command]).current_dir(folder).output().unwrap();
    let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert_eq!(printed.trim_end(), shown.trim_end(), "{command}");
}

/// The rows of the table for users of trurl: our command, and what it prints, with `<br>` between lines.
fn rows(page: &str) -> Vec<(String, String)> {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.strip_suffix("` |"));
    let cells = rows.filter_map(|row| row.split_once("` | `")?.1.split_once("` | `"));
    cells
        .map(|(command, shown)| {
            let program = env!("CARGO_BIN_EXE_urlspec");
            (command.replace("urlspec ", &format!("{program} ")), shown.replace("`<br>`", "\n"))
        })
        .collect()
}

#[test]
#[cfg(unix)]
fn the_cookbook_shows_what_its_commands_print() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let page = fs::read_to_string(docs.join("cookbook.md")).unwrap();
    let (jobs, of_trurl) = (commands(&page), rows(&page));
    assert!(jobs.len() >= 15 && of_trurl.len() >= 30, "{} jobs, {} rows", jobs.len(), of_trurl.len());
    for (command, shown) in [jobs, of_trurl].concat() {
        prints(&command, &docs.join("cookbook"), &shown);
    }
}
