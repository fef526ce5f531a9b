//! The commands that pages document for running tests (part of `cargo xtask test`): each must run a test.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use cargo_metadata::Metadata;
use xshell::Shell;

use crate::{
    finding::{self, Finding},
    programs::has_cxx_compiler,
    tidy::tracked,
    workspace,
};

/// The names of the tests that ran, by their program.
pub(crate) type Ran = BTreeMap<Program, BTreeSet<String>>;

/// The package and the name of a test program.
pub(crate) type Program = (String, String);

/// A command in a page.
#[derive(Debug, Default, PartialEq, Eq)]
struct Command {
    package: String,
    /// The value of `--test`.
    program: Option<String>,
    has_features: bool,
    /// True if the command builds without the default features: none of its tests ran in this build.
    is_bare: bool,
    filters: Vec<String>,
}

/// Checks the commands of every page against the tests that `ran`.
pub(crate) fn check(sh: &Shell, ran: &Ran) -> Result<()> {
    let (workspace, has_peer) = (workspace::load(sh)?, has_cxx_compiler(sh));
    let mut findings = Vec::new();
    for path in tracked(sh)?.into_iter().filter(|path| path.extension().is_some_and(|end| end == "md")) {
        for (line, command) in commands(&sh.read_file(&path)?) {
            let fault = fault(&command, &workspace, ran, has_peer)?;
            findings.extend(fault.map(|message| Finding::new(&path, line, message)));
        }
    }
    finding::report(findings)
}

/// Returns every `cargo test -p` in `text`, with its line. A command ends with its backquote, or with its
/// line in a block.
fn commands(text: &str) -> Vec<(usize, Command)> {
    let found = text.match_indices("cargo test ");
    let command = |(at, _): (usize, &str)| {
        let ends: &[char] = if text[..at].ends_with('`') { &['`'] } else { &['`', '\n', '#'] };
        let command = text[at..].split(ends).next().unwrap_or_default();
        let mut words = command.split_whitespace().skip(2);
        let mut made = Command::default();
        while let Some(word) = words.next() {
            match word {
                "--doc" => return None,
                "-p" => made.package = words.next().unwrap_or_default().into(),
                "--test" => made.program = words.next().map(String::from),
                "--features" => made.has_features = words.next().is_some(),
                "--no-default-features" => made.is_bare = true,
                "--all-features" => made.has_features = true,
                _ if !word.starts_with('-') => made.filters.push(word.into()),
                _ => {}
            }
        }
        let line = 1 + text[..at].matches('\n').count();
        (!made.package.is_empty()).then_some((line, made))
    };
    found.filter_map(command).collect()
}

/// Describes why `command` runs no test, or none for one of its filters. Tests of `benches` need the peer.
fn fault(command: &Command, workspace: &Metadata, ran: &Ran, has_peer: bool) -> Result<Option<String>> {
    let Command { package, program, has_features, is_bare, filters } = command;
    let Some(found) = workspace.packages.iter().find(|found| found.name == *package) else {
        return Ok(Some(format!("no package is called {package}")));
    };
    let is_meant =
        |(of, name): &Program| of == package && program.as_ref().is_none_or(|program| program == name);
    let tests: Vec<&str> =
        ran.iter().filter(|(of, _)| is_meant(of)).flat_map(|(_, tests)| tests).map(String::as_str).collect();
    if *is_bare && program.as_ref().is_some_and(|program| workspace::test(found, program).is_some()) {
        return Ok(None);
    }
    if tests.is_empty() {
        let is_left_out = package == "benches" && !has_peer;
        return Ok((!is_left_out).then(|| format!("{package} has no such tests")));
    }
    if let Some(filter) =
        filters.iter().find(|filter| !tests.iter().any(|test| test.contains(filter.as_str())))
    {
        return Ok(Some(format!("no test of {package} has {filter} in its name")));
    }
    let test = program.as_ref().and_then(|program| workspace::test(found, program));
    if let (Some(test), false) = (test, has_features) {
        let needed = workspace::features_of_test(found, test)?;
        return Ok(needed.map(|feature| {
            format!("the test {} requires the feature {feature}: use `--all-features`", test.name)
        }));
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::{Command, commands};

    #[test]
    fn commands_are_found_where_pages_have_them() {
        let text = "Run `cargo test -p a --test\n   b c:: -- d --nocapture`, or:\n\n```sh\ncargo test -p e --all-features # all\n```\n\
                    `cargo test --doc -p site` and cargo test.\n";
        let command = |package: &str, program: Option<&str>, has_features, filters: &[&str]| Command {
            package: package.into(),
            program: program.map(String::from),
            has_features,
            is_bare: false,
            filters: filters.iter().map(|&filter| filter.into()).collect(),
        };
        assert_eq!(
            commands(text),
            [(1, command("a", Some("b"), false, &["c::", "d"])), (5, command("e", None, true, &[]))]
        );
    }
}
