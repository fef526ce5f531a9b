//! Tests of the help.

use std::{fs::File, io::Write as _};

use url_facade::Profile;

use crate::{
    run::run,
    shell::{Folder, terminal},
};

/// Returns the names of the commands.
pub(crate) fn commands() -> Vec<String> {
    let help = run("help", "").out;
    let (_, commands) = help.split_once("\nCommands:\n").unwrap();
    let (commands, _) = commands.split_once("\n\n").unwrap();
    let names = commands.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !["", "help"].contains(name)).map(Into::into).collect()
}

#[test]
fn help_fits_on_a_screen() {
    let commands = commands();
    assert!(commands.len() > 20, "{commands:?}");
    for name in commands.iter().map(String::as_str).chain([""]) {
        let help = run(format!("help {name}"), "").out;
        assert_eq!(run(format!("{name} --help"), "").out, help);
        let most = if name == "edit" { 80 } else { 60 };
        assert!(help.lines().count() <= most, "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 110), "{help}");
        let count = Profile::available().iter().filter(|profile| help.contains(profile.name())).count();
        assert!(count < 5, "{help}");
        assert_eq!(help.contains("\nExamples:\n"), !name.is_empty(), "{help}");
    }
    assert!(run("help fields", "").out.contains("\n  registrable_domain "));
    assert_eq!(run("fields", "").out, run("help fields", "").out);
    // Completions have the names of all profiles, unlike errors.
    assert!(run("completions bash", "").out.contains(" barth-01 "));
}

/// `batch` and the commands that read stdin do not wait silently for a user who types nothing.
#[test]
fn a_terminal_as_stdin_is_named() {
    let folder = Folder::new();
    let (ours, theirs) = terminal();
    // Ctrl-D ends the input, for each of several reads.
    File::from(ours.try_clone().unwrap()).write_all(&[4; 8]).unwrap();
    let output = folder.urlspec("canon").stdin(theirs.try_clone().unwrap()).output().unwrap();
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "error: there is no input: name URLs, or a file with --in FILE\n"
    );
    let output = folder.urlspec("batch").stdin(theirs).output().unwrap();
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("hint: waiting for requests on stdin"));
}
