//! `cargo xtask fuzz`: searches for inputs on which a checked property fails. Runs the targets in `fuzz/`
//! with libFuzzer, or compares this project with other libraries, real programs or clients on strings that
//! are generated from a seed.
//!
//! No sanitizer is used, because the project has no `unsafe` code. `fuzz/corpus` has inputs of earlier runs.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use xshell::{Shell, cmd};

use crate::programs::{self, has_cxx_compiler};
use crate::{consumers, report};

/// The fuzz targets: the programs in `fuzz/fuzz_targets`. The first lines of each describe its checks.
const TARGETS: [&str; 8] = ["url", "traced", "diff", "batch", "find", "pattern", "columns", "serve"];

/// Compiler flags that add code for libFuzzer, which reports each visited edge and each comparison.
const INSTRUMENTATION: &str = "--cfg=fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
     -Cllvm-args=-sanitizer-coverage-trace-compares";

/// The maximum length of an input, in bytes. Other tests check how the time grows with the length.
const MAX_LEN: usize = 512;

/// The maximum size of the file with a target's stored inputs, in bytes. `LONGEST` limits each input.
const KEPT: usize = 96 << 10;
const LONGEST: usize = 256;

#[derive(Default, clap::Args)]
pub(crate) struct Options {
    /// The targets to run (by default, all).
    #[arg(value_parser = TARGETS)]
    targets: Vec<String>,
    /// The minutes to run each target.
    #[arg(long, value_name = "N", default_value_t = 1.0)]
    minutes: f64,
    /// Store the inputs that cover everything found so far in fuzz/corpus.
    #[arg(long)]
    keep: bool,
    #[command(flatten)]
    comparison: Comparisons,
    /// Random seed: the same seed gives the same inputs.
    #[arg(long, default_value_t = 1)]
    seed: u32,
}

#[derive(Default, clap::Args)]
#[group(multiple = false, conflicts_with_all = ["targets", "minutes", "keep"])]
struct Comparisons {
    /// Instead, compare whatwg with another library, and its shortcuts with its steps, on N strings.
    #[arg(long, value_name = "N")]
    differential: Option<usize>,
    /// Instead, compare as `--differential` does, on every string of up to N characters that are special in
    /// URLs.
    #[arg(long, value_name = "N")]
    short_strings: Option<usize>,
    /// Instead, compare every consumer (imitated program) with the real program, on N strings.
    #[arg(long, value_name = "N")]
    consumers: Option<usize>,
    /// Instead, generate N hostile strings, and let installed clients fetch, without network, those that the
    /// guard permits.
    #[arg(long, value_name = "N")]
    guard: Option<usize>,
}

pub(crate) fn run_briefly(sh: &Shell) -> Result<()> {
    run(sh, &Options { minutes: 1.0 / 3.0, seed: 1, ..Options::default() })
}

pub(crate) fn run(sh: &Shell, options: &Options) -> Result<()> {
    let Options { comparison, seed, minutes, .. } = options;
    if let Some(strings) = comparison.differential {
        return programs::benchmark(sh, &[format!("--differential={strings}"), format!("--seed={seed}")]);
    }
    if let Some(most) = comparison.short_strings {
        return programs::benchmark(sh, &[format!("--short-strings={most}")]);
    }
    if let Some(strings) = comparison.consumers {
        return consumers::fuzz(sh, strings, (*seed).into(), false);
    }
    if let Some(strings) = comparison.guard {
        return consumers::attack(sh, strings, (*seed).into());
    }
    if !has_cxx_compiler(sh) {
        programs::skip("libFuzzer requires a C++ compiler, and `c++` does not run");
        return Ok(());
    }
    let folder = programs::target(sh)?.join("fuzz");
    let programs = build(sh, &folder)?;
    for target in TARGETS {
        if !options.targets.is_empty() && !options.targets.iter().any(|asked| asked == target) {
            continue;
        }
        let program = programs.join(target);
        let limits = &[format!("-max_len={MAX_LEN}"), "-timeout=20".into()];
        let [inputs, findings, needed] =
            ["corpus", "findings", "needed"].map(|name| folder.join(name).join(target));
        let kept = sh.current_dir().join("fuzz/corpus").join(target).with_extension("txt");
        for input in read(sh, &kept)? {
            sh.write_file(inputs.join(report::sha256(&input)), input)?;
        }
        sh.create_dir(&findings)?;
        let search = [
            format!("-artifact_prefix={}/", findings.display()),
            format!("-max_total_time={:.0}", (minutes * 60.0).ceil()),
            format!("-seed={seed}"),
        ];
        cmd!(sh, "{program} {limits...} {search...} -print_final_stats=1 {inputs}").run()?;
        if options.keep {
            // Stores only inputs that add to the coverage of the other inputs.
            sh.remove_path(&needed)?;
            sh.create_dir(&needed)?;
            cmd!(sh, "{program} {limits...} -merge=1 {needed} {inputs}").run()?;
            keep(sh, &needed, &kept)?;
        }
    }
    Ok(())
}

fn build(sh: &Shell, folder: &Path) -> Result<PathBuf> {
    let host = programs::rustc(sh, "host:")?;
    // Without `--target`, cargo would apply the flags to build scripts too.
    let place = ["--target", &host, "--manifest-path", "fuzz/Cargo.toml"];
    let build = cmd!(sh, "cargo build --locked --release {place...} --target-dir {folder}");
    build.env("RUSTFLAGS", INSTRUMENTATION).run()?;
    Ok(folder.join(host).join("release"))
}

/// Reads the inputs in `file`. Each line is one input, with the escapes of a Rust byte string.
fn read(sh: &Shell, file: &Path) -> Result<Vec<Vec<u8>>> {
    let text = sh.read_file(file)?;
    text.lines().map(|line| unescape(line).with_context(|| format!("{}: {line}", file.display()))).collect()
}

fn unescape(line: &str) -> Option<Vec<u8>> {
    Some(syn::parse_str::<syn::LitByteStr>(&format!("b\"{line}\"")).ok()?.value())
}

/// Writes the inputs in `folder` to `file`, the shortest first, in the format that [`read`] reads.
fn keep(sh: &Shell, folder: &Path, file: &Path) -> Result<()> {
    let files = sh.read_dir(folder)?.into_iter();
    let inputs = files.map(|path| sh.read_binary_file(path).map(|input| (input.len(), input)));
    let inputs: BTreeSet<_> = inputs.collect::<Result<_, _>>()?;
    ensure!(!inputs.is_empty(), "{} has no inputs", folder.display());
    let mut text = String::new();
    for (_, input) in inputs.iter().filter(|(len, _)| *len <= LONGEST) {
        let line = input.escape_ascii().to_string() + "\n";
        if text.len() + line.len() <= KEPT {
            text += &line;
        }
    }
    println!("{}: {} of {} inputs", file.display(), text.lines().count(), inputs.len());
    Ok(sh.write_file(file, text)?)
}

#[cfg(test)]
mod tests {
    use super::unescape;

    #[test]
    fn inputs_are_read_as_they_were_written() {
        let every: Vec<u8> = (0..=255).collect();
        assert_eq!(unescape(&every.escape_ascii().to_string()), Some(every));
        for refused in ["\\", "\\q", "\\x1", "\\xzz"] {
            assert_eq!(unescape(refused), None, "{refused}");
        }
    }
}
