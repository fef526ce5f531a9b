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

#[test]
fn examples_run() {
    let folder = Folder::new();
    folder.write("texts.txt", "a\n");
    for name in ["urls.txt", "hosts.txt", "page.html", "src/a.txt"] {
        std::fs::create_dir_all(folder.path(name).parent().unwrap()).unwrap();
        folder.write(name, "http://a.example/?q\n");
    }
    folder.write("src/a.txt", "http://10.0.0.1/");
    folder.write("page.html", "<a href=x>");
    folder.write("sitemap.xml", "<urlset><url><loc>http://a.test/</loc></url></urlset>");
    folder.write("allowed.txt", "https://*.example.com/*\n");
    folder.write("table.csv", "url\nhttp://a.test/\n");
    folder.write("log.jsonl", r#"{"request":{"url":"http://a.test/"}}"#);
    folder.write("requests.jsonl", r#"{"op":"parse","input":"http://a.test/"}"#);
    for name in [
        ".local/share/man/man1",
        ".local/share/bash-completion/completions",
        ".zfunc",
        ".config/fish/completions",
    ] {
        std::fs::create_dir_all(folder.path(name)).unwrap();
    }
    for name in commands().iter().filter(|name| *name != "serve") {
        let help = run(format!("help {name}"), "").out;
        let (_, examples) = help.split_once("\nExamples:\n").unwrap();
        assert!(examples.lines().count() >= 2, "{help}");
        for example in examples.lines() {
            let output = folder.sh(&format!("HOME=$PWD; {}", example.trim()));
            let writes = !output.out.is_empty() || example.contains(" > ") || example.contains("--out");
            let writes = writes || ["check", "man"].contains(&&**name);
            assert!(matches!(output.code, 0 | 1) && writes, "{example}: {output:?}");
        }
    }
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
