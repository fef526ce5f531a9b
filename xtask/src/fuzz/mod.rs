//! `cargo xtask fuzz`: looks for inputs that break a promise. Runs the targets of `fuzz/` with libFuzzer,
//! guided by coverage; or takes strings from a seed, and compares the profile `whatwg` with a peer
//! (`--differential`), every consumer with the program that it simulates (`--consumers`), or the guard with
//! real clients (`--guard`).
//!
//! The instrumentation uses flags that every compiler has. No sanitizer is used: the project has no `unsafe`
//! code.

mod corpus;

use std::path::PathBuf;

use anyhow::Result;
use clap::ValueEnum as _;
use xshell::{Cmd, Shell, cmd};

use self::corpus::Target;
use crate::{
    consumers,
    programs::{self, has_cxx_compiler},
    workspace,
};

/// Flags that make the compiler count the edges of a run and report comparisons to libFuzzer.
const INSTRUMENTATION: [&str; 6] = [
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// The longest input that is made, in bytes. Growth with the length of input is tested elsewhere.
const MAX_LEN: usize = 512;

#[derive(Default, clap::Args)]
pub(crate) struct Options {
    /// The targets to run; all of them by default.
    targets: Vec<Target>,
    /// Minutes to run each target.
    #[arg(long, value_name = "N", default_value_t = 1.0)]
    minutes: f64,
    /// Write the inputs that cover everything found so far to fuzz/corpus.
    #[arg(long)]
    keep: bool,
    /// Instead, compare whatwg with another implementation, and its shortcuts with its steps, on N strings.
    #[arg(long, value_name = "N", conflicts_with_all = ["targets", "minutes", "keep"])]
    differential: Option<usize>,
    /// Instead, compare whatwg with both on every string of up to N characters that are special in URLs.
    #[arg(long, value_name = "N", conflicts_with_all = ["targets", "minutes", "keep", "differential"])]
    short_strings: Option<usize>,
    /// Instead, compare every consumer with the program that it simulates, on N strings.
    #[arg(long, value_name = "N", conflicts_with_all = ["targets", "minutes", "keep", "differential", "short_strings"])]
    consumers: Option<usize>,
    /// Instead, have the installed clients fetch, without leaving this machine, what the guard permits of N
    /// hostile strings.
    #[arg(long, value_name = "N", conflicts_with_all = ["targets", "minutes", "keep", "differential", "short_strings", "consumers"])]
    guard: Option<usize>,
    /// Random seed: the same seed gives the same inputs.
    #[arg(long, default_value_t = 1)]
    seed: u32,
}

impl Options {
    /// Returns the options for every change: the kept inputs, and 20 seconds of search.
    pub(crate) fn of_ci() -> Self {
        Self { minutes: 1.0 / 3.0, seed: 1, ..Self::default() }
    }
}

/// Runs the targets, or a comparison.
pub(crate) fn run(sh: &Shell, options: &Options) -> Result<()> {
    if let Some(strings) = options.differential {
        let flags = [format!("--differential={strings}"), format!("--seed={}", options.seed)];
        return programs::benchmark(sh, &flags);
    }
    if let Some(most) = options.short_strings {
        return programs::benchmark(sh, &[format!("--short-strings={most}")]);
    }
    if let Some(strings) = options.consumers {
        return consumers::fuzz(sh, strings, options.seed.into(), false);
    }
    if let Some(strings) = options.guard {
        return consumers::attack(sh, strings, options.seed.into());
    }
    if !has_cxx_compiler(sh) {
        programs::skip("libFuzzer requires a C++ compiler, and `c++` does not run");
        return Ok(());
    }
    let fuzzer = Fuzzer::build(sh)?;
    let targets = if options.targets.is_empty() { Target::value_variants() } else { &options.targets };
    for &target in targets {
        fuzzer.run(target, options)?;
        if options.keep {
            fuzzer.keep(target)?;
        }
    }
    Ok(())
}

/// The programs, and the folder of their inputs.
struct Fuzzer<'s> {
    sh: &'s Shell,
    /// The folder of build output and findings.
    folder: PathBuf,
    programs: PathBuf,
}

impl<'s> Fuzzer<'s> {
    /// Builds the programs.
    fn build(sh: &'s Shell) -> Result<Self> {
        let folder = workspace::target(sh)?.join("fuzz");
        let host = programs::rustc(sh, "host:")?;
        // With `--target`, the flags do not apply to build scripts.
        let place = ["--target", &host, "--manifest-path", "fuzz/Cargo.toml"];
        let build = cmd!(sh, "cargo build --locked --release {place...} --target-dir {folder}");
        build.env("RUSTFLAGS", INSTRUMENTATION.join(" ")).run()?;
        let programs = folder.join(host).join("release");
        Ok(Self { sh, folder, programs })
    }

    /// Returns the folder of inputs that `target` starts from and that its runs add to.
    fn inputs(&self, target: Target) -> PathBuf {
        self.folder.join("corpus").join(target.name())
    }

    /// Returns the file of the inputs of `target` that are part of the project.
    fn kept(&self, target: Target) -> PathBuf {
        self.sh.current_dir().join("fuzz/corpus").join(target.name()).with_extension("txt")
    }

    /// Runs `target`: first on the inputs kept or found before, then on inputs that libFuzzer derives from
    /// them.
    fn run(&self, target: Target, options: &Options) -> Result<()> {
        let inputs = self.inputs(target);
        corpus::write(self.sh, &inputs, corpus::read(self.sh, &self.kept(target))?)?;
        let findings = self.sh.create_dir(self.folder.join("findings").join(target.name()))?;
        let run = self.program(target).args([
            format!("-artifact_prefix={}/", findings.display()),
            format!("-max_total_time={:.0}", (options.minutes * 60.0).ceil()),
            format!("-seed={}", options.seed),
        ]);
        Ok(run.arg("-print_final_stats=1").arg(inputs).run()?)
    }

    /// Writes the inputs of `target` that are needed to cover what all of them cover.
    fn keep(&self, target: Target) -> Result<()> {
        let needed = self.folder.join("needed").join(target.name());
        self.sh.remove_path(&needed)?;
        self.sh.create_dir(&needed)?;
        self.program(target).arg("-merge=1").arg(&needed).arg(self.inputs(target)).run()?;
        corpus::keep(self.sh, &needed, &self.kept(target))
    }

    fn program(&self, target: Target) -> Cmd<'s> {
        let program = self.sh.cmd(self.programs.join(target.name()));
        program.arg(format!("-max_len={MAX_LEN}")).arg("-timeout=20")
    }
}
