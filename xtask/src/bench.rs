//! `cargo xtask bench`: urlspec beside its peers. Programs of the package `benches` do it, and know their own flags;
//! this only builds and runs them, so that xtask need not build the peers. What takes valgrind is done here.

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::{instructions, programs, workspace::Workspace};

#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command")]
pub(crate) struct Options {
    /// Count the instructions that a URL takes instead, and compare them with the recorded ones.
    #[arg(long, conflicts_with_all = ["lto", "passed"])]
    instructions: bool,
    /// Replace the record of them.
    #[arg(long, requires = "instructions")]
    record: bool,
    /// Count what optimizing over all crates at link time would save, instead.
    #[arg(long, conflicts_with = "passed")]
    lto: bool,
    /// Time the program on large files, instead.
    #[arg(long, conflicts_with_all = ["instructions", "lto"])]
    program: bool,
    #[command(flatten)]
    passed: programs::Passed,
}

/// Times, or counts instructions.
pub(crate) fn run(root: &Path, options: &Options) -> Result<()> {
    if options.instructions {
        return instructions::run(root, options.record);
    }
    if options.lto {
        return instructions::lto(root);
    }
    if options.program {
        programs::cargo(root, &["build", "--quiet", "--locked", "--release", "-p", "urlspec"])?;
        let urlspec = Workspace::load(root)?.target_directory.join("release/urlspec");
        let urlspec = urlspec.to_str().context("the path of the target folder is not UTF-8")?;
        return programs::benchmark(
            root,
            "program",
            ["--urlspec", urlspec].into_iter().chain(options.passed.flags()),
        );
    }
    programs::benchmark(root, "compare", options.passed.flags())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::Options;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        options: Options,
    }

    /// How a call is handled: the flags that are passed on, and those that are handled here.
    fn told(call: &str) -> Result<(Vec<String>, [bool; 4]), clap::Error> {
        let Options { instructions, record, lto, program, passed } =
            Cli::try_parse_from(["bench"].into_iter().chain(call.split_whitespace()))?.options;
        Ok((passed.flags().map(Into::into).collect(), [instructions, record, lto, program]))
    }

    #[test]
    fn what_is_not_done_here_is_passed_on() {
        for flags in ["", "--quick", "--reach --check", "--reach --instructions"] {
            let passed: Vec<String> = flags.split_whitespace().map(Into::into).collect();
            assert_eq!(told(flags).unwrap(), (passed, [false; 4]));
        }
        assert_eq!(told("-- --help").unwrap().0, ["--help"]);
        assert_eq!(told("--instructions --record").unwrap(), (Vec::new(), [true, true, false, false]));
        assert_eq!(told("--lto").unwrap(), (Vec::new(), [false, false, true, false]));
        let (passed, flags) = told("--program -- --rounds 1").unwrap();
        assert_eq!((passed.join(" "), flags), ("--rounds 1".into(), [false, false, false, true]));
        for refused in ["--record", "--lto --instructions", "--lto --quick", "--instructions --reach"] {
            assert!(told(refused).is_err(), "{refused}");
        }
    }
}
