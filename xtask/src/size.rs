//! `cargo xtask size`: what the facade costs a program, beside the same program with the peer `url`: the processor time of
//! a build from nothing, the crates in it, and the bytes of the stripped program.
//!
//! The programs are generated into a Cargo workspace of their own, in the target directory, with the versions of this
//! project's `Cargo.lock`. Bytes are held to the record; seconds depend on the machine, and are only shown.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, Result, ensure};
use serde::{Deserialize, Serialize};

use crate::{
    programs::{self, line},
    record::{Counts, compare},
    workspace::Workspace,
};

/// The file of the figures that a change is compared with.
const RECORD: &str = "benches/record/size.toml";

/// How far a size may be from the recorded one.
const TOLERANCE: f64 = 0.03;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only compare the sizes with the record, in a target directory that is kept, and write nothing.
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

/// `RESOLVE` stands for the method of the library.
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

/// The programs that are built: the name of the package, the library that it uses, with which features, and its text.
const PROGRAMS: [(&str, &str, &str, &str); 5] = [
    ("parse", "url-facade", "", PARSE),
    ("parse-join", "url-facade", "", PARSE_AND_JOIN),
    ("parse-join-bare", "url-facade", ", default-features = false", PARSE_AND_JOIN),
    ("url-parse", "url", "", PARSE),
    ("url-parse-join", "url", "", PARSE_AND_JOIN),
];

/// The programs that are also built from nothing: what the first use of either library costs.
const COLD: [&str; 2] = ["parse", "url-parse"];

/// What the programs were measured to be.
#[derive(Debug, Serialize, Deserialize)]
struct Record {
    /// The compiler, and the machine it compiles for: sizes of two compilers do not compare.
    compiler: String,
    programs: BTreeMap<String, Figures>,
}

impl Record {
    /// The size of every program.
    fn bytes(&self) -> Counts {
        self.programs.iter().map(|(name, figures)| (name.clone(), figures.bytes)).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Figures {
    /// Of the stripped program.
    bytes: u64,
    /// The number of packages in it, itself included.
    crates: usize,
    /// User and system time of a build from nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    cold_cpu_seconds: Option<f64>,
}

/// Measures, and compares with the record or replaces it.
pub(crate) fn run(root: &Path, options: &Options) -> Result<()> {
    let target = Workspace::load(root)?.target_directory;
    let folder = generate(root, &target.join("size"))?;
    let compiler = format!("{} {}", programs::rustc("release:")?, programs::rustc("host:")?);
    let mut programs = BTreeMap::new();
    for (name, ..) in PROGRAMS {
        let cold_cpu_seconds = if !options.check && COLD.contains(&name) {
            let cold = folder.join("cold");
            programs::remove(&cold)?;
            Some(build(&folder, name, &cold)?)
        } else {
            None
        };
        build(&folder, name, &folder.join("target"))?;
        let program = folder.join("target/release").join(name);
        let bytes =
            fs::metadata(&program).with_context(|| format!("no program {}", program.display()))?.len();
        programs.insert(name.into(), Figures { bytes, crates: crates(&folder, name)?, cold_cpu_seconds });
    }
    let record = Record { compiler, programs };
    let path = root.join(RECORD);
    if options.check {
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let recorded = toml::from_str(&text).with_context(|| format!("in {}", path.display()))?;
        return check(&recorded, &record);
    }
    let text = text(&record)?;
    println!("\n{text}");
    fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes the workspace of the programs to `folder`; returns the absolute path of that.
fn generate(root: &Path, folder: &Path) -> Result<PathBuf> {
    let facade = fs::canonicalize(root.join("crates/url-facade"))?;
    let facade = toml::Value::from(facade.to_str().context("the project has no path in UTF-8")?);
    let mut members = Vec::new();
    for (name, library, features, main) in PROGRAMS {
        let source = folder.join(name).join("src");
        fs::create_dir_all(&source).with_context(|| format!("cannot make {}", source.display()))?;
        // Of the peer, the version that the lock file has.
        let (place, resolve) = match library {
            "url" => ("version = \"2\"".into(), "join"),
            _ => (format!("path = {facade}"), "resolve"),
        };
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{library} = {{ {place}{features} }}\n"
        );
        keep(&folder.join(name).join("Cargo.toml"), &manifest)?;
        let main = format!("use {}::Url;\n\n{}", library.replace('-', "_"), main.replace("RESOLVE", resolve));
        keep(&source.join("main.rs"), &main)?;
        members.push(name);
    }
    let workspace =
        format!("[workspace]\nresolver = \"3\"\nmembers = {members:?}\n\n[profile.release]\nstrip = true\n");
    keep(&folder.join("Cargo.toml"), &workspace)?;
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).context("cannot copy Cargo.lock")?;
    Ok(fs::canonicalize(folder)?)
}

/// Writes `text` to `path` unless the file has it already, so that nothing is built again for it.
fn keep(path: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(path).is_ok_and(|there| there == text) {
        return Ok(());
    }
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Builds the program `name` in `target`; returns the processor time, in seconds.
fn build(folder: &Path, name: &str, target: &Path) -> Result<f64> {
    let mut build = Command::new("cargo");
    build.args(["build", "--quiet", "--release", "-p", name]);
    println!("$ {}", line(&build));
    // `times` of the shell prints the time of its children, in minutes and seconds: user and system, on its second line.
    let mut command = Command::new("sh");
    command.args(["-c", "\"$@\" >&2 && times", "sh"]).arg(build.get_program()).args(build.get_args());
    command.env("CARGO_TARGET_DIR", target).current_dir(folder).stderr(Stdio::inherit());
    let output = command.output().context("cannot run sh")?;
    ensure!(output.status.success(), "cargo failed ({})", output.status);
    let told = String::from_utf8_lossy(&output.stdout);
    let children = told.lines().nth(1).context("`times` reported no time of children")?;
    let sum: f64 = children.split_whitespace().map(seconds).sum::<Result<_>>()?;
    Ok((sum * 10.0).round() / 10.0)
}

/// `1m2.5s` in seconds.
fn seconds(told: &str) -> Result<f64> {
    let (minutes, seconds) = told
        .strip_suffix('s')
        .and_then(|told| told.split_once('m'))
        .with_context(|| format!("a time `{told}`"))?;
    Ok(minutes.parse::<f64>()? * 60.0 + seconds.parse::<f64>()?)
}

/// The number of packages that the program `name` is built from, itself included.
fn crates(folder: &Path, name: &str) -> Result<usize> {
    let tree = ["tree", "--edges", "normal,build", "--prefix", "none", "--format", "{p}", "-p", name];
    let told = programs::read(folder, Command::new("cargo").args(tree))?;
    let packages: BTreeSet<_> = told.lines().map(|line| line.trim_end_matches(" (*)")).collect();
    Ok(packages.len())
}

/// Prints each size beside the recorded one; fails where one has moved by more than [`TOLERANCE`].
fn check(recorded: &Record, now: &Record) -> Result<()> {
    if recorded.compiler != now.compiler {
        programs::skip(&format!(
            "sizes are recorded for {}, and this is {}",
            recorded.compiler, now.compiler
        ));
        return Ok(());
    }
    let moved = compare(&recorded.bytes(), &now.bytes(), TOLERANCE);
    ensure!(
        moved.is_empty(),
        "sizes are no longer those of {RECORD}; where that is meant, write them anew with `cargo xtask size`:\n{}",
        moved.join("\n")
    );
    Ok(())
}

/// The text of the record.
fn text(record: &Record) -> Result<String> {
    let table = toml::to_string(record)?;
    Ok(format!(
        "# What a small program pays: bytes when stripped, packages, and processor seconds of a build from nothing.\n\
         # Written by `cargo xtask size`; `cargo xtask ci` holds the bytes within 3 %.\n\n{table}"
    ))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Figures, Record, check, seconds};

    fn record(sizes: &[(&str, u64)]) -> Record {
        let figures = |bytes| Figures { bytes, crates: 1, cold_cpu_seconds: Some(46.0) };
        let programs = sizes.iter().map(|&(name, bytes)| (name.into(), figures(bytes)));
        Record { compiler: "1.0 here".into(), programs: programs.collect::<BTreeMap<_, _>>() }
    }

    /// How far they may move, `record` tests.
    #[test]
    fn sizes_are_held() {
        let recorded = record(&[("a", 1000), ("b", 1000)]);
        assert!(check(&recorded, &record(&[("a", 1029), ("b", 971)])).is_ok());
        let error = check(&recorded, &record(&[("a", 1031), ("b", 1000)])).unwrap_err().to_string();
        assert!(error.ends_with("\na: 1000 -> 1031 (+3.1 %)"), "{error}");
    }

    #[test]
    fn sizes_of_another_compiler_are_not() {
        let other = Record { compiler: "2.0 here".into(), ..record(&[("a", 2000)]) };
        assert!(check(&record(&[("a", 1000)]), &other).is_ok());
    }

    #[test]
    fn times_are_read() {
        assert!((seconds("1m2.500s").unwrap() - 62.5).abs() < 1e-9);
        assert!(seconds("2.5").is_err());
    }
}
