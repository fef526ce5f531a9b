//! `cargo xtask bench` measures the speed of urlspec and of its peers, which are other URL libraries. It runs
//! the criterion targets of the package `benches`, and then its program `compare`, so that building xtask
//! does not build the peers. With flags, it runs only that program. With `--instructions`, valgrind counts
//! the instructions per URL, which are the same each time and can be compared with a recorded count.
//!
//! `cargo xtask size` compares the sizes of small stripped programs that use `url-facade` or the crate `url`.
//! For each layer, it also compares the cost of the example in the layer's README, and writes the costs to
//! the page `docs/layers.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::{fmt::Write as _, fs, path::Path};

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
    /// Flags of the comparison (`-- --help` lists them). With flags, the criterion targets do not run.
    #[arg(value_name = "FLAGS", trailing_var_arg = true, allow_hyphen_values = true)]
    flags: Vec<String>,
}

pub(crate) fn run(sh: &Shell, options: &Options) -> Result<()> {
    if options.instructions {
        return hold_instructions(sh, options.record);
    }
    if options.flags.is_empty() {
        cmd!(sh, "cargo bench --quiet --locked -p benches -- --quiet").run()?;
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
        // The difference excludes the instructions that the program needs once. For sets of patterns, these
        // vary with the seed of the hash tables, so there are many passes.
        let instructions = |passes: &str| instructions(program, &[work, passes]);
        let passes = instructions("21")?.saturating_sub(instructions("1")?);
        Ok((work.into(), passes / 20 / urls.parse::<u64>()?))
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

/// The crates whose costs are measured, in the order of the table on [`PAGE`].
const LAYERS: [&str; 9] = [
    "url-preprocess",
    "url-scheme",
    "url-authority",
    "url-host",
    "url-path",
    "url-query",
    "url-serialize",
    "url-specs",
    "url-facade",
];
const PAGE: &str = "docs/layers.md";
/// The lines of [`PAGE`] before and after the table of costs.
const MARKERS: [&str; 2] = ["<!-- cargo xtask size -->\n", "<!-- end of the costs -->\n"];

#[derive(Debug, Serialize, Deserialize)]
struct Sizes {
    /// The compiler and its target: sizes from different compilers cannot be compared.
    compiler: String,
    bytes: Counts,
    layers: BTreeMap<String, Cost>,
}

/// The cost of a library with its default features, for a program that runs the example in its README.
#[derive(Debug, Serialize, Deserialize)]
struct Cost {
    /// The number of crates that are compiled for the library, including itself.
    crates: u64,
    /// The size of the program minus the size of an empty program.
    bytes: u64,
    /// The CPU time of a build from nothing. No check compares it, because it depends on the machine.
    cpu_seconds: u64,
}

pub(crate) fn size(sh: &Shell, options: &SizeOptions) -> Result<()> {
    let compiler = format!("{} {}", programs::rustc(sh, "release:")?, programs::rustc(sh, "host:")?);
    let mut bytes = Counts::new();
    for (name, library, features, main) in PROGRAMS {
        let (place, resolve) = match library {
            "url" => ("version = \"2\"".into(), "join"),
            _ => (format!("path = \"{}\"", package(sh, library)), "resolve"),
        };
        let main = main.replace("RESOLVE", resolve);
        let main = format!("use {}::Url;\n\n{main}", library.replace('-', "_"));
        bytes.insert(name.into(), build(sh, name, &format!("{library} = {{ {place}{features} }}"), &main)?);
    }
    let empty = build(sh, "empty", "", "fn main() {}")?;
    let mut layers = BTreeMap::new();
    for layer in LAYERS {
        layers.insert(layer.into(), cost(sh, layer, empty, !options.check)?);
    }
    let record = Sizes { compiler, bytes, layers };
    let page = sh.read_file(PAGE)?;
    if !options.check {
        sh.write_file(PAGE, with_costs(&page, &record)?)?;
        return report::write(sh, SIZES, HEAD_OF_SIZES, &record);
    }
    let recorded: Sizes = report::read(sh, SIZES)?;
    ensure!(page == with_costs(&page, &recorded)?, "the costs in {PAGE} are not those of {SIZES}");
    if recorded.compiler != record.compiler {
        let [then, now] = [recorded.compiler, record.compiler];
        programs::skip(format_args!("sizes are recorded for {then}, and this is {now}"));
        return Ok(());
    }
    report::hold(&recorded.counts(), &record.counts(), TOLERANCE_OF_SIZES, "cargo xtask size")
}

impl Sizes {
    fn counts(&self) -> Counts {
        let layers = self.layers.iter().flat_map(|(name, cost)| {
            [(format!("{name}, crates"), cost.crates), (format!("{name}, bytes"), cost.bytes)]
        });
        self.bytes.clone().into_iter().chain(layers).collect()
    }
}

fn package(sh: &Shell, name: &str) -> String {
    sh.current_dir().join("crates").join(name).display().to_string()
}

fn cost(sh: &Shell, layer: &str, empty: u64, measures_time: bool) -> Result<Cost> {
    let dependencies =
        ["url-core", layer].map(|name| format!("{name} = {{ path = \"{}\" }}\n", package(sh, name)));
    let main = programs::example(&sh.read_file(format!("crates/{layer}/README.md"))?);
    let size = programs::target(sh)?.join("size");
    if measures_time {
        sh.remove_path(size.join("target"))?;
    }
    let before = cpu_ticks_of_children(sh)?;
    let name = format!("example-of-{layer}");
    let bytes = build(sh, &name, &dependencies.concat(), &main)?.saturating_sub(empty);
    let cpu_seconds = (cpu_ticks_of_children(sh)? - before) / TICKS_PER_SECOND;
    let _folder = sh.push_dir(size.join(name));
    let arguments = ["--edges", "normal,build", "--prefix", "none", "--package", layer];
    let tree = cmd!(sh, "cargo tree {arguments...}").read()?;
    let crates = tree.lines().map(|line| line.split(' ').next()).collect::<BTreeSet<_>>().len() as u64;
    Ok(Cost { crates, bytes, cpu_seconds })
}

/// Builds a program outside the workspace, and returns its size.
fn build(sh: &Shell, name: &str, dependencies: &str, main: &str) -> Result<u64> {
    let size = programs::target(sh)?.join("size");
    let (folder, target) = (size.join(name), size.join("target"));
    programs::outside(sh, &folder, name, dependencies)?;
    sh.write_file(folder.join("src/main.rs"), main)?;
    let _folder = sh.push_dir(folder);
    cmd!(sh, "cargo build --quiet --release --target-dir {target}").run()?;
    let program = target.join("release").join(name);
    Ok(fs::metadata(&program).with_context(|| format!("no program {}", program.display()))?.len())
}

const TICKS_PER_SECOND: u64 = 100;

/// Returns the CPU time of the processes that this process has waited for. Linux has it in `/proc`.
fn cpu_ticks_of_children(sh: &Shell) -> Result<u64> {
    let stat = sh.read_file("/proc/self/stat").unwrap_or_default();
    let (_, fields) = stat.rsplit_once(") ").unwrap_or_default();
    fields.split(' ').skip(13).take(2).map(|ticks| Ok(ticks.parse::<u64>()?)).sum()
}

fn with_costs(page: &str, record: &Sizes) -> Result<String> {
    let [begin, end] = MARKERS;
    let (before, rest) = page.split_once(begin).context("the page has no costs")?;
    let (_, after) = rest.split_once(end).context("the page's costs do not end")?;
    let mut table =
        String::from("| crate | crates compiled | bytes added | CPU seconds |\n|---|---:|---:|---:|\n");
    for layer in LAYERS {
        let Cost { crates, bytes, cpu_seconds } = record.layers.get(layer).context("no costs recorded")?;
        writeln!(table, "| `{layer}` | {crates} | {bytes} | {cpu_seconds} |")?;
    }
    Ok(format!("{before}{begin}\n{table}\n{end}{after}"))
}
