//! `cargo xtask bench` measures the speed of urlspec and of its peers, which are other URL libraries. It runs
//! a program of the package `benches`, so that building xtask does not build the peers. With
//! `--instructions`, valgrind counts the instructions per URL, which are the same each time and can be
//! compared with a recorded count.
//!
//! `cargo xtask size` compares the sizes of small stripped programs that use `url-facade` or the crate `url`.

use std::{fs, path::Path};

use anyhow::{Context as _, Result, ensure};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use xshell::{Shell, cmd};

use crate::programs;
use crate::report::{self, Counts};

const RECORD: &str = "benches/record/instructions.toml";
const HEAD: &str = "# Instructions per URL of the profile `whatwg`, in the default release profile for x86-64, on generated URLs.\n\
     # Written by `cargo xtask bench --instructions --record`; `cargo xtask ci` fails if one changes by more than 5 %.\n";

const TOLERANCE: f64 = 0.05;

const LENGTHS: [u32; 2] = [1 << 11, 1 << 14];

/// The maximum growth factor of instructions per byte if the input is 8 times as long. Quadratic time has 8.
const GROWTH: f64 = 1.1;

/// An operation that takes quadratic time. `check_growth` must report it, to show that the check works.
const QUADRATIC: &str = "a quadratic loop";

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Count the instructions per URL instead, and compare them with the recorded counts.
    #[arg(long, conflicts_with = "flags")]
    instructions: bool,
    /// Replace the recorded counts of instructions.
    #[arg(long, requires = "instructions")]
    record: bool,
    /// Flags of the program that measures (`-- --help` lists them).
    #[arg(value_name = "FLAGS", trailing_var_arg = true, allow_hyphen_values = true)]
    flags: Vec<String>,
}

pub(crate) fn run(sh: &Shell, options: &Options) -> Result<()> {
    if options.instructions {
        return hold_instructions(sh, options.record);
    }
    programs::benchmark(sh, &options.flags)
}

pub(crate) fn hold_instructions(sh: &Shell, record: bool) -> Result<()> {
    if cmd!(sh, "valgrind --version").output().is_err() {
        programs::skip("the count of instructions, which requires valgrind");
        return Ok(());
    }
    cmd!(sh, "cargo build --quiet --locked --profile bench -p benches --bin instructions").run()?;
    let program = programs::target(sh)?.join("release/instructions");
    let counts = count(sh, &program)?;
    check_growth(sh, &program)?;
    if record {
        return report::write(sh, RECORD, HEAD, &counts);
    }
    let command = "cargo xtask bench --instructions --record";
    report::hold(&report::read(sh, RECORD)?, &counts, TOLERANCE, command)
}

fn count(sh: &Shell, program: &Path) -> Result<Counts> {
    let works = cmd!(sh, "{program}").read()?;
    // Running the programs at the same time does not change the counts.
    let counted = works.par_lines().map(|line| {
        let (work, urls) = line.split_once('\t').context("a work without its number of URLs")?;
        // Three passes minus one pass excludes the instructions that the program needs once.
        let instructions = |passes: &str| instructions(program, &[work, passes]);
        let passes = instructions("3")?.saturating_sub(instructions("1")?);
        Ok((work.into(), passes / 2 / urls.parse::<u64>()?))
    });
    let counts = counted.collect::<Result<Counts>>()?;
    ensure!(!counts.is_empty(), "there is no work to count");
    Ok(counts)
}

/// Checks that the instructions grow linearly with the length of hostile input, except in [`QUADRATIC`].
#[allow(clippy::cast_precision_loss)]
fn check_growth(sh: &Shell, program: &Path) -> Result<()> {
    let works = cmd!(sh, "{program} --hostile").read()?;
    let grown = works.par_lines().map(|work| {
        let [short, long] = LENGTHS.map(|len| instructions(program, &["--hostile", work, &len.to_string()]));
        let growth = long? as f64 / short? as f64 / f64::from(LENGTHS[1] / LENGTHS[0]);
        println!("{work}, on hostile input: {growth:.2} times the instructions per byte");
        Ok((work, growth))
    });
    let grown = grown.collect::<Result<Vec<_>>>()?;
    let quadratic: Vec<_> =
        grown.iter().filter(|(_, growth)| *growth > GROWTH).map(|(work, _)| *work).collect();
    ensure!(quadratic == [QUADRATIC], "not linear, besides `{QUADRATIC}`: {quadratic:?}");
    Ok(())
}

fn instructions(program: &Path, arguments: &[&str]) -> Result<u64> {
    let options = ["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"];
    let sh = Shell::new()?;
    let said = cmd!(sh, "valgrind {options...} {program} {arguments...}").ignore_stdout().read_stderr()?;
    let total = said.lines().find_map(|line| line.split_once("refs:"));
    let (_, total) = total.with_context(|| format!("valgrind reported no count: {}", said.trim()))?;
    Ok(total.trim().replace(',', "").parse()?)
}

const SIZES: &str = "benches/record/size.toml";
const HEAD_OF_SIZES: &str = "# The size of a small program, in bytes, stripped.\n\
                    # Written by `cargo xtask size`; `cargo xtask ci` fails if one changes by more than 3 %.\n";

const TOLERANCE_OF_SIZES: f64 = 0.03;

#[derive(clap::Args)]
pub(crate) struct SizeOptions {
    /// Compare the sizes with the recorded sizes, and write nothing.
    #[arg(long)]
    pub(crate) check: bool,
}

const PARSE: &str = "\
fn main() {
    let mut arguments = std::env::args().skip(1);
    match Url::parse(&arguments.next().unwrap_or_default()) {
        Ok(url) => println!(\"{url}\"),
        Err(error) => println!(\"{error}\"),
    }
}
";

/// The source text of a program. `RESOLVE` is replaced with the library's method that resolves a reference.
const PARSE_AND_JOIN: &str = "\
fn main() {
    let mut arguments = std::env::args().skip(1);
    match Url::parse(&arguments.next().unwrap_or_default()) {
        Ok(url) => match url.RESOLVE(&arguments.next().unwrap_or_default()) {
            Ok(url) => println!(\"{url}\"),
            Err(error) => println!(\"{error}\"),
        },
        Err(error) => println!(\"{error}\"),
    }
}
";

/// For each program: its package, the library that it uses, the library's features, and the source text.
const PROGRAMS: [(&str, &str, &str, &str); 5] = [
    ("parse", "url-facade", "", PARSE),
    ("parse-join", "url-facade", "", PARSE_AND_JOIN),
    ("parse-join-bare", "url-facade", ", default-features = false", PARSE_AND_JOIN),
    ("url-parse", "url", "", PARSE),
    ("url-parse-join", "url", "", PARSE_AND_JOIN),
];

#[derive(Debug, Serialize, Deserialize)]
struct Sizes {
    /// The compiler and its target: sizes from different compilers cannot be compared.
    compiler: String,
    bytes: Counts,
}

pub(crate) fn size(sh: &Shell, options: &SizeOptions) -> Result<()> {
    let size = programs::target(sh)?.join("size");
    let compiler = format!("{} {}", programs::rustc(sh, "release:")?, programs::rustc(sh, "host:")?);
    let facade = sh.current_dir().join("crates/url-facade");
    let mut bytes = Counts::new();
    for (name, library, features, main) in PROGRAMS {
        let (place, resolve) = match library {
            "url" => ("version = \"2\"".into(), "join"),
            _ => (format!("path = \"{}\"", facade.display()), "resolve"),
        };
        let (folder, target) = (size.join(name), size.join("target"));
        programs::outside(sh, &folder, name, &format!("{library} = {{ {place}{features} }}"))?;
        let main = main.replace("RESOLVE", resolve);
        let main = format!("use {}::Url;\n\n{main}", library.replace('-', "_"));
        sh.write_file(folder.join("src/main.rs"), main)?;
        let _folder = sh.push_dir(folder);
        cmd!(sh, "cargo build --quiet --release --target-dir {target}").run()?;
        let program = target.join("release").join(name);
        let file = fs::metadata(&program).with_context(|| format!("no program {}", program.display()))?;
        bytes.insert(name.into(), file.len());
    }
    let record = Sizes { compiler, bytes };
    if !options.check {
        return report::write(sh, SIZES, HEAD_OF_SIZES, &record);
    }
    let recorded: Sizes = report::read(sh, SIZES)?;
    if recorded.compiler != record.compiler {
        let [then, now] = [recorded.compiler, record.compiler];
        programs::skip(format_args!("sizes are recorded for {then}, and this is {now}"));
        return Ok(());
    }
    report::hold(&recorded.bytes, &record.bytes, TOLERANCE_OF_SIZES, "cargo xtask size")
}
