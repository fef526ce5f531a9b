//! `cargo xtask fuzz`: looks for inputs that break a promise. By coverage with the targets of `fuzz/`, which libFuzzer runs; or
//! with strings from a seed, on which the profile `whatwg` is held against a peer (`--differential`), or every consumer against
//! the program that it simulates (`--consumers`), or the guard against real clients (`--guard`).
//!
//! The instrumentation takes flags that every compiler has. No sanitizer is used: the project has no `unsafe` code.

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

/// What makes the compiler count the edges that a run takes, and report comparisons, to libFuzzer.
const INSTRUMENTATION: [&str; 6] = [
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// The longest input that is made, in bytes. What grows with the input is tested elsewhere.
const MAX_LEN: usize = 512;

#[derive(Default, clap::Args)]
pub(crate) struct Options {
    /// The targets; without any, all of them.
    targets: Vec<Target>,
    /// How long each target runs.
    #[arg(long, value_name = "N", default_value_t = 1.0)]
    minutes: f64,
    /// Write the inputs that are needed for what the runs have covered so far to fuzz/corpus.
    #[arg(long)]
    keep: bool,
    /// Instead: hold whatwg against another implementation, and its shortcuts against its steps, on N strings.
    #[arg(long, value_name = "N", conflicts_with_all = ["targets", "minutes", "keep"])]
    differential: Option<usize>,
    /// Instead: hold it against both on every string of up to N characters that mean something in a URL.
    #[arg(long, value_name = "N", conflicts_with_all = ["targets", "minutes", "keep", "differential"])]
    short_strings: Option<usize>,
    /// Instead: hold every consumer beside the program that it simulates, on N strings.
    #[arg(long, value_name = "N", conflicts_with_all = ["targets", "minutes", "keep", "differential", "short_strings"])]
    consumers: Option<usize>,
    /// Instead: have the installed clients fetch, never off this machine, what the guard permits of N hostile strings.
    #[arg(long, value_name = "N", conflicts_with_all = ["targets", "minutes", "keep", "differential", "short_strings", "consumers"])]
    guard: Option<usize>,
    /// Where the generator of inputs starts: the same seed gives the same inputs.
    #[arg(long, default_value_t = 1)]
    seed: u32,
}

impl Options {
    /// What every change must pass: the kept inputs, and what can be found in 20 seconds.
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
        programs::skip("libFuzzer takes a C++ compiler, and `c++` does not run");
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

/// The programs, and where their inputs are.
struct Fuzzer<'s> {
    sh: &'s Shell,
    /// What is built and found.
    folder: PathBuf,
    programs: PathBuf,
}

impl<'s> Fuzzer<'s> {
    /// Builds the programs.
    fn build(sh: &'s Shell) -> Result<Self> {
        let folder = workspace::target(sh)?.join("fuzz");
        let host = programs::rustc(sh, "host:")?;
        // With a target, the flags are not those of build scripts.
        let place = ["--target", &host, "--manifest-path", "fuzz/Cargo.toml"];
        let build = cmd!(sh, "cargo build --locked --release {place...} --target-dir {folder}");
        build.env("RUSTFLAGS", INSTRUMENTATION.join(" ")).run()?;
        let programs = folder.join(host).join("release");
        Ok(Self { sh, folder, programs })
    }

    /// What `target` starts from, and what its runs add.
    fn inputs(&self, target: Target) -> PathBuf {
        self.folder.join("corpus").join(target.name())
    }

    /// The inputs of `target` that are part of the project.
    fn kept(&self, target: Target) -> PathBuf {
        self.sh.current_dir().join("fuzz/corpus").join(target.name()).with_extension("txt")
    }

    /// Runs `target`: first on what was kept or found before and on the project's vectors, then on what libFuzzer makes of it.
    fn run(&self, target: Target, options: &Options) -> Result<()> {
        let inputs = self.inputs(target);
        corpus::write(self.sh, &inputs, corpus::read(self.sh, &self.kept(target))?)?;
        corpus::write(self.sh, &inputs, corpus::seeds(target)?)?;
        let findings = self.sh.create_dir(self.folder.join("findings").join(target.name()))?;
        let run = self.program(target).args([
            format!("-artifact_prefix={}/", findings.display()),
            format!("-max_total_time={:.0}", (options.minutes * 60.0).ceil()),
            format!("-seed={}", options.seed),
        ]);
        Ok(run.arg("-print_final_stats=1").arg(inputs).run()?)
    }

    /// Writes the inputs of `target` that are needed for what all of them cover.
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
