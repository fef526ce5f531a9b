//! `cargo xtask ci`: everything a change must pass, one timed step after the other.

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};

use crate::{
    api, cluster, consumers, deps, docs, fuzz, instructions, package,
    programs::{self, cargo, execute},
    size, spec, sql, testing, tidy, unicode, wheel,
    workspace::Workspace,
};

/// How else users may build the facade than with all features, with the default ones and with none: the features, and which of
/// its tests hold it then, in cargo's words.
const FEATURE_SETS: [(&str, &[&str]); 8] = [
    // The URL Standard in ASCII, and in UTF-8.
    ("", &["--test", "ascii_only"]),
    ("default", &["--lib", "--test", "whatwg"]),
    // Each spec alone. What it is tested with takes encodings.
    ("barth,encoding", &["--test", "specs"]),
    ("connolly,encoding", &["--test", "specs"]),
    ("manakai,encoding", &["--test", "specs"]),
    ("rfc3986,encoding", &["--test", "specs"]),
    ("webspecs,encoding", &["--test", "specs"]),
    ("consumers", &["--test", "consumers"]),
];

/// The crates that must work without an operating system. Others may say so too, and are then held to it.
const NO_STD: [&str; 1] = ["url-core"];

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Leave the tests out, where `cargo xtask test` has just run.
    #[arg(long)]
    skip_test: bool,
    /// Run the steps of what is built on Arrow instead: they take Python and Java, and build `DataFusion`.
    #[arg(long, conflicts_with_all = ["skip_test", "advisories"])]
    engines: bool,
    /// Skip those of these steps, and the build of `DataFusion`, for which less of MINUTES is left than they may take.
    #[arg(long, value_name = "MINUTES", requires = "engines")]
    minutes: Option<u64>,
    /// Ask the advisory database too, which takes access to github.com.
    #[arg(long)]
    advisories: bool,
}

type Step<'a> = (&'static str, Box<dyn Fn() -> Result<()> + 'a>);

/// Runs every step, also after one that fails, so that one run shows all failures.
pub(crate) fn run(root: &Path, options: &Options) -> Result<()> {
    let mut steps: Vec<Step> = Vec::new();
    if options.engines {
        return run_steps(engines(root, options.minutes));
    }
    if !options.skip_test {
        steps.push(("test", Box::new(|| testing::run(root))));
    }
    steps.push(("fmt", Box::new(|| cargo(root, &["fmt", "--all", "--check"]))));
    steps.push(("clippy", Box::new(|| clippy(root, &["--workspace", "--all-targets", "--all-features"]))));
    steps.push(("docs", Box::new(|| docs::build(root, None))));
    steps.push(("deps", Box::new(|| deps::run(root))));
    steps.push(("api", Box::new(|| api::run(root, &api::Options::default()))));
    steps.push(("package", Box::new(|| package::run(root))));
    steps.push(("spec check", Box::new(|| spec::check(root))));
    steps.push(("unicode check", Box::new(|| unicode::run(root, &unicode::Command::Check))));
    steps.push(("tidy", Box::new(|| tidy::run(root))));
    steps.push(("deny", Box::new(|| deny(root, options.advisories))));
    steps.push(("each crate alone", Box::new(|| lint_each(root))));
    steps.push(("rust-version", Box::new(|| rust_version(root))));
    steps.push(("instructions", Box::new(|| instructions::run(root, false))));
    steps.push(("viewer under load", Box::new(|| load(root))));
    steps.push(("no_std", Box::new(|| no_std(root))));
    steps.push(("windows", Box::new(|| windows(root))));
    steps.push(("feature sets", Box::new(|| feature_sets(root))));
    steps.push(("no tables", Box::new(|| no_tables(root))));
    steps.push(("size", Box::new(|| size::run(root, &size::Options { check: true }))));
    steps.push(("differential", Box::new(|| differential(root))));
    steps.push(("fuzz", Box::new(|| fuzz::run(root, &fuzz::Options::of_ci()))));
    steps.push(("consumers", Box::new(|| consumers::of_ci(root))));
    run_steps(steps)
}

/// The steps of what is built on Arrow. Of `minutes`, if there is such a limit, a step gets what is left, and says what it skips.
fn engines(root: &Path, minutes: Option<u64>) -> Vec<Step<'_>> {
    let start = Instant::now();
    let left =
        move || minutes.map_or(u64::MAX, |minutes| minutes.saturating_sub(start.elapsed().as_secs() / 60));
    let step = |name, most: u64, run: fn(&Path, u64) -> Result<()>| -> Step<'_> {
        (
            name,
            Box::new(move || match left() {
                left if left >= most => run(root, most),
                left => {
                    println!("SKIPPED: {name} may take {most} minutes, and {left} are left");
                    Ok(())
                }
            }),
        )
    };
    vec![
        step("tables", 8, |root, _| sql::run_tables(root)),
        step("wheel", 6, |root, _| wheel::run(root, &wheel::Options::of_ci())),
        step("cluster", 10, |root, most| cluster::run(root, &cluster::Options::of_ci(most))),
        step("sql", 12, |root, most| sql::run_sql(root, Some(most))),
    ]
}

fn run_steps(steps: Vec<Step<'_>>) -> Result<()> {
    let mut summary = Vec::new();
    for (name, step) in steps {
        println!("\n== {name}");
        let start = Instant::now();
        let outcome = step();
        if let Err(error) = &outcome {
            eprintln!("error: {error:#}");
        }
        let took = seconds(start.elapsed());
        println!("== {name}: {took}");
        summary.push((name, outcome.is_ok(), took));
    }

    println!();
    for (name, passed, took) in &summary {
        println!("{} {name:<18}{took:>9}", if *passed { "ok    " } else { "FAILED" });
    }
    let failed = summary.iter().filter(|(_, passed, _)| !passed).count();
    ensure!(failed == 0, "{failed} of {} steps failed", summary.len());
    Ok(())
}

/// A million strings against the peer, where it can be built.
fn differential(root: &Path) -> Result<()> {
    if programs::has_cxx_compiler() {
        return programs::benchmark(root, "fuzz", ["--differential=1000000"]);
    }
    println!("SKIPPED: the peer ada-url takes a C++ compiler, and `c++` does not run");
    Ok(())
}

/// The server of the viewer under load: not one of the tests, since it takes all cores for half a minute. It is built as they
/// are, so that nothing is built anew.
fn load(root: &Path) -> Result<()> {
    let test = [&["test"], programs::everything().as_slice(), &["--test", "viewer_load"]].concat();
    cargo(root, &[test.as_slice(), &["--", "--ignored", "--nocapture"]].concat())
}

/// Clippy on what `selection` names, without a warning. It finds what a build finds, and takes less time.
fn clippy(root: &Path, selection: &[&str]) -> Result<()> {
    cargo(root, &[&["clippy", "--locked"], selection, &["--", "-D", "warnings"]].concat())
}

/// Licences, sources and duplicates of what we depend on. Advisories only where asked for: their database is a
/// repository that not every machine can reach.
fn deny(root: &Path, advisories: bool) -> Result<()> {
    let tool = programs::tool(root, "cargo-deny", "^0.20")?;
    if !advisories {
        println!("advisories: not asked for (--advisories)");
    }
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml", "engines/Cargo.toml"] {
        let mut command = Command::new(&tool);
        command.args(["--locked", "--manifest-path", manifest, "check", "bans", "licenses", "sources"]);
        execute(root, command.args(advisories.then_some("advisories")))?;
    }
    Ok(())
}

/// Checks every crate for users as its users build it: alone, with its default features and with none.
fn lint_each(root: &Path) -> Result<()> {
    for package in Workspace::load(root)?.published() {
        clippy(root, &["-p", &package.name])?;
        clippy(root, &["-p", &package.name, "--no-default-features"])?;
    }
    Ok(())
}

/// Compiles the crates for users with the oldest Rust that they claim, where `rustup` has it (`rustup toolchain install`).
fn rust_version(root: &Path) -> Result<()> {
    let workspace = Workspace::load(root)?;
    let versions: BTreeSet<_> =
        workspace.published().map(|package| package.rust_version.as_deref()).collect();
    let Some(Some(version)) = versions.first().filter(|_| versions.len() == 1) else {
        bail!("the crates for users have no `rust-version`, or several: {versions:?}");
    };
    let listed = Command::new("rustup").args(["toolchain", "list"]).output();
    let listed =
        listed.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let is_claimed = |name: &&str| {
        name.strip_prefix(version).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-']))
    };
    let Some(toolchain) = listed.split_whitespace().find(is_claimed) else {
        println!("SKIPPED: the toolchain {version} is not installed");
        return Ok(());
    };
    let mut check = Command::new("rustup");
    check.args(["run", toolchain, "cargo", "check", "--locked", "--all-features", "--target-dir"]);
    check.arg(workspace.target_directory.join("rust-version"));
    execute(root, check.args(workspace.published().flat_map(|package| ["-p", package.name.as_str()])))
}

/// Builds the `no_std` crates for a machine without an operating system, where such a target is installed
/// (`rustup target add x86_64-unknown-none`). Where none is, all that is checked is that they claim it.
fn no_std(root: &Path) -> Result<()> {
    let target = bare_target()?;
    if target.is_none() {
        println!("no target without an operating system is installed: only the claims are checked");
    }
    for package in Workspace::load(root)?.published() {
        let lib = package.manifest_path.with_file_name("src").join("lib.rs");
        let claims = fs::read_to_string(lib).is_ok_and(|text| text.lines().any(|line| line == "#![no_std]"));
        if NO_STD.contains(&package.name.as_str()) && !claims {
            bail!("{} does not say `#![no_std]`", package.name);
        }
        if let (true, Some(target)) = (claims, &target) {
            let arguments = ["build", "--locked", "--no-default-features", "-p", &package.name];
            cargo(root, &[arguments.as_slice(), &["--target", target]].concat())?;
        } else if claims {
            println!("{} claims no_std", package.name);
        }
    }
    Ok(())
}

/// Checks the program, and with it most of the libraries, for Windows, where its target is installed (`rustup target add
/// x86_64-pc-windows-gnu`): it has code that no other machine compiles.
fn windows(root: &Path) -> Result<()> {
    const TARGET: &str = "x86_64-pc-windows-gnu";
    if !targets()?.iter().any(|target| target == TARGET) {
        println!("SKIPPED: the target {TARGET} is not installed");
        return Ok(());
    }
    cargo(root, &["check", "--locked", "--target", TARGET, "-p", "urlspec", "--all-features"])
}

/// Lints and tests the facade with each of the [`FEATURE_SETS`].
fn feature_sets(root: &Path) -> Result<()> {
    // The tests that run hot run with all features: to optimize as much for each set would take longer than it saves.
    const LEVEL: &str = "profile.dev.package.url-facade.opt-level=1";
    for (features, tests) in FEATURE_SETS {
        let facade = ["-p", "url-facade", "--no-default-features", "--features", features];
        let facade = [facade.as_slice(), tests].concat();
        clippy(root, &facade)?;
        cargo(root, &[&["test", "--locked", "--config", LEVEL], facade.as_slice()].concat())?;
    }
    Ok(())
}

/// Holds the facade without its features to depend on no crate that has tables of Unicode.
fn no_tables(root: &Path) -> Result<()> {
    const TABLES: [&str; 5] = ["idna", "icu_", "stringprep", "unicode-", "encoding_rs"];
    let mut tree = Command::new("cargo");
    tree.args(["tree", "--locked", "--edges", "normal", "--prefix", "none"]);
    tree.args(["-p", "url-facade", "--no-default-features"]).current_dir(root);
    let output = tree.output().context("cannot run cargo tree")?;
    ensure!(output.status.success(), "cargo tree failed: {}", String::from_utf8_lossy(&output.stderr));
    let listed = String::from_utf8_lossy(&output.stdout);
    ensure!(listed.contains("url-host"), "cargo tree lists no url-host:\n{listed}");
    for line in listed.lines() {
        ensure!(!TABLES.iter().any(|name| line.starts_with(name)), "{line} is among the dependencies");
    }
    println!("{} crates, none with tables of Unicode", listed.lines().count());
    Ok(())
}

/// An installed target without an operating system.
fn bare_target() -> Result<Option<String>> {
    Ok(targets()?.into_iter().filter(|name| name.contains("-none")).min())
}

/// The targets that are installed.
fn targets() -> Result<Vec<String>> {
    let output = Command::new("rustc").args(["--print", "sysroot"]).output().context("cannot run rustc")?;
    let targets = Path::new(String::from_utf8_lossy(&output.stdout).trim()).join("lib/rustlib");
    let entries = fs::read_dir(&targets).with_context(|| format!("cannot read {}", targets.display()))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    Ok(names.filter(|name| targets.join(name).join("lib").is_dir()).collect())
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
