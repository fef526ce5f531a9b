//! `cargo xtask ci`: runs all checks that a change must pass. Heavy steps run only if their files changed.

use std::{collections::BTreeMap, time::Instant};

use anyhow::{Result, ensure};
use xshell::{Shell, cmd};

use crate::{api, bench, consumers, deps, docs, engines, fuzz, programs, report, spec, testing, tidy};

/// Sets of features of `url-facade` to check. Each row has the features, the cargo arguments that select the
/// tests to compile, and true if these tests are also run. Tests of a single spec run only with all features.
const FEATURE_SETS: [(&str, &[&str], bool); 8] = [
    ("", &["--test", "ascii_only", "--test", "features"], true),
    ("default,encoding", &["--test", "features", "--test", "whatwg"], true),
    // The tests require encodings.
    ("barth,encoding", &["--test", "specs"], false),
    ("connolly,encoding", &["--test", "specs"], false),
    ("manakai,encoding", &["--test", "specs"], false),
    ("rfc3986,encoding", &["--test", "specs"], false),
    ("webspecs,encoding", &["--test", "specs"], false),
    ("consumers", &["--test", "consumers"], false),
];

/// A crate that must declare `no_std`. All crates that declare `no_std` are built for a target without `std`.
const NO_STD: &str = "url-core";
const PASSED: &str = ".ci/passed.toml";
const HEAD: &str = "# The inputs with which each heavy step passed last (docs/development.md).\n";
const OF_PACKAGES: [&str; 3] = ["crates", "LICENSE-*", "xtask/src/api.rs"];
const OF_LINTS: [&str; 3] = ["crates", "clippy.toml", "xtask/src/ci.rs"];
const OF_ENGINES: [&str; 3] = ["engines", "crates/url-testdata", "xtask/src/engines.rs"];
const OF_CONSUMERS: [&str; 3] =
    ["crates/url-consumers/adapters", "crates/url-testdata/vectors/consumers", "xtask/src/consumers"];
const CRATES: [&str; 4] = ["crates/*/src/*", "crates/*/Cargo.toml", "Cargo.toml", "Cargo.lock"];

#[derive(Default, clap::Args)]
pub(crate) struct Options {
    /// Skip the tests, for use after `cargo xtask test`
    #[arg(long)]
    skip_test: bool,
    /// Run all heavy steps, including those that passed with the same files.
    #[arg(long)]
    all: bool,
    /// Skip heavy steps, and the build of `DataFusion`, that may take longer than what is left of MINUTES.
    #[arg(long, value_name = "MINUTES")]
    minutes: Option<u64>,
    /// Check the advisory database too, which requires access to github.com.
    #[arg(long)]
    advisories: bool,
}

struct CiStep<'a> {
    name: &'static str,
    run: Box<dyn Fn() -> Result<()> + 'a>,
    /// For a heavy step: the git patterns of the files that it reads. Empty for a step that always runs.
    inputs: Vec<&'static str>,
    /// The minutes that a heavy step may need, or 0 if `--minutes` must not skip the step.
    minutes: u64,
}

impl<'a> CiStep<'a> {
    fn new(name: &'static str, run: impl Fn() -> Result<()> + 'a) -> Self {
        Self { name, run: Box::new(run), inputs: Vec::new(), minutes: 0 }
    }

    fn heavy(self, minutes: u64, inputs: &[&'static str]) -> Self {
        Self { inputs: [&CRATES, inputs].concat(), minutes, ..self }
    }
}

/// Returns the steps that always run, followed by the heavy steps.
fn steps<'a>(sh: &'a Shell, options: &'a Options) -> Vec<CiStep<'a>> {
    let tests = (!options.skip_test).then(|| CiStep::new("test", || testing::run(sh)));
    // The advisory database can change although these files do not. With the database, the step always runs.
    let inputs = if options.advisories { vec![] } else { vec!["deny.toml", "*Cargo.toml", "*Cargo.lock"] };
    let deny = CiStep { inputs, ..CiStep::new("deny", || deny(sh, options.advisories)) };
    let steps = [
        CiStep::new("fmt", || Ok(cmd!(sh, "cargo fmt --all --check").run()?)),
        CiStep::new("clippy", || clippy(sh, &["--workspace", "--all-targets", "--all-features"])),
        CiStep::new("spec check", || spec::check(sh)),
        CiStep::new("tidy", || tidy::run(sh)),
        CiStep::new("no_std", || no_std(sh)),
        CiStep::new("windows", || windows(sh)),
        CiStep::new("deps", || deps::run(sh)),
        deny,
        CiStep::new("docs", || docs::run(sh)).heavy(0, &["*", ":(exclude).ci"]),
        CiStep::new("api", || api::run(sh, &api::Options::default())).heavy(0, &OF_PACKAGES),
        CiStep::new("package", || api::package(sh)).heavy(0, &OF_PACKAGES),
        CiStep::new("each crate alone", || lint_each(sh)).heavy(0, &OF_LINTS),
        CiStep::new("feature sets", || feature_sets(sh)).heavy(0, &OF_LINTS),
        CiStep::new("instructions", || bench::hold_instructions(sh, false))
            .heavy(0, &["benches/src", "benches/record/instructions.toml", "xtask/src/bench.rs"]),
        CiStep::new("viewer under load", || load(sh)).heavy(0, &["crates/urlspec"]),
        CiStep::new("size", || bench::size(sh, &bench::SizeOptions { check: true }))
            .heavy(0, &["benches/record/size.toml", "xtask/src/bench.rs"]),
        CiStep::new("differential", || differential(sh)).heavy(0, &["benches/src"]),
        CiStep::new("fuzz", || fuzz::run_briefly(sh))
            .heavy(0, &["fuzz", "crates/url-testdata", "xtask/src/fuzz.rs"]),
        CiStep::new("consumers", || consumers::fuzz(sh, 20_000, 1, true)).heavy(0, &OF_CONSUMERS),
        CiStep::new("tables", || engines::run_tables(sh)).heavy(8, &OF_ENGINES),
        CiStep::new("wheel", || engines::wheel(sh, &engines::Wheel::default())).heavy(6, &OF_ENGINES),
        CiStep::new("cluster", || engines::cluster(sh, &engines::Cluster { rows: 1_000_000, minutes: 10 }))
            .heavy(10, &["engines", "xtask/src/engines.rs"]),
        CiStep::new("sql", || engines::run_sql(sh, options.minutes.map(|_| 12))).heavy(12, &OF_ENGINES),
    ];
    tests.into_iter().chain(steps).collect()
}

/// Runs all steps, even after one fails, and returns an error if any step failed.
pub(crate) fn run(sh: &Shell, options: &Options) -> Result<()> {
    let start = Instant::now();
    let mut summary = Vec::new();
    for CiStep { name, run, inputs, minutes } in steps(sh, options) {
        println!("\n== {name}");
        let step = Instant::now();
        let left = options.minutes.map(|most| most.saturating_sub(start.elapsed().as_secs() / 60));
        let outcome = if inputs.is_empty() {
            run().map(|()| "ok".to_owned())
        } else if let Some(left) = left.filter(|&left| left < minutes) {
            programs::skip(format_args!("{name} may take {minutes} minutes, and {left} are left"));
            Ok("skipped".to_owned())
        } else {
            run_if_changed(sh, name, &inputs, options.all, &run)
        };
        if let Err(error) = &outcome {
            eprintln!("error: {error:#}");
        }
        let took = format!("{:.1} s", step.elapsed().as_secs_f64());
        println!("== {name}: {took}");
        summary.push((name, outcome, took));
    }

    println!();
    for (name, outcome, took) in &summary {
        println!("{name:<18}{took:>9}  {}", outcome.as_deref().unwrap_or("FAILED"));
    }
    let failed = summary.iter().filter(|(_, outcome, _)| outcome.is_err()).count();
    ensure!(failed == 0, "{failed} of {} steps failed", summary.len());
    Ok(())
}

/// Runs a step, unless the step has passed with the current content of `inputs`, which are git patterns. If
/// the step passes and skips nothing, records this content. Returns the outcome in words.
fn run_if_changed(
    sh: &Shell,
    name: &str,
    inputs: &[&str],
    always: bool,
    run: impl Fn() -> Result<()>,
) -> Result<String> {
    let hash = hash(sh, inputs)?;
    let mut passed: BTreeMap<String, String> =
        if sh.path_exists(PASSED) { report::read(sh, PASSED)? } else { BTreeMap::new() };
    if !always && hash.is_some() && passed.get(name) == hash.as_ref() {
        return Ok("unchanged".into());
    }
    let skips = programs::skips();
    run()?;
    let Some(hash) = hash else { return Ok("ok, not recorded: its inputs are not committed".into()) };
    if programs::skips() > skips {
        return Ok("ok, not recorded: something was skipped".into());
    }
    passed.insert(name.into(), hash);
    report::write(sh, PASSED, HEAD, &passed)?;
    Ok("ok".into())
}

/// Returns a hash of the files that `inputs` match, or `None` if one of these files has uncommitted changes.
fn hash(sh: &Shell, inputs: &[&str]) -> Result<Option<String>> {
    // If a pattern matches nothing, this fails, because a step with such a pattern would never run again.
    let listed = cmd!(sh, "git ls-files --stage --error-unmatch -- {inputs...}").read()?;
    let content = format!("{listed}\n{}\n", cmd!(sh, "rustc --version --verbose").read()?);
    let is_committed = cmd!(sh, "git status --porcelain -- {inputs...}").read()?.is_empty();
    Ok(is_committed.then(|| report::sha256(&content)))
}

fn differential(sh: &Shell) -> Result<()> {
    if programs::has_cxx_compiler(sh) {
        return programs::benchmark(sh, &["--differential=1000000".into()]);
    }
    programs::skip("the peer ada-url requires a C++ compiler, and `c++` does not run");
    Ok(())
}

/// Runs the load test of the viewer as a step of its own, because it occupies all cores for half a minute.
fn load(sh: &Shell) -> Result<()> {
    let everything = programs::everything(sh);
    Ok(cmd!(sh, "cargo test {everything...} --test viewer_load -- --ignored --nocapture").run()?)
}

/// Runs clippy with warnings as errors. `cargo check` is not needed, because clippy reports the same errors.
fn clippy(sh: &Shell, selection: &[&str]) -> Result<()> {
    Ok(cmd!(sh, "cargo clippy --locked {selection...} -- -D warnings").run()?)
}

/// Runs cargo-deny. It checks advisories only on request, because that requires access to GitHub.
fn deny(sh: &Shell, advisories: bool) -> Result<()> {
    let tool = programs::tool(sh, "cargo-deny", "^0.20")?;
    if !advisories {
        println!("advisories: not checked (use --advisories)");
    }
    let checks = ["bans", "licenses", "sources"].into_iter().chain(advisories.then_some("advisories"));
    let checks = &checks.collect::<Vec<_>>();
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml", "engines/Cargo.toml"] {
        let check = ["check", "--allow", "unused-wrapper"];
        cmd!(sh, "{tool} --locked --manifest-path {manifest} {check...} {checks...}").run()?;
    }
    Ok(())
}

/// Lints each published crate alone, as its users build it: with its default features, and without them.
fn lint_each(sh: &Shell) -> Result<()> {
    for package in programs::published(&programs::metadata(sh)?) {
        clippy(sh, &["-p", &package.name])?;
        if package.features.contains_key("default") {
            clippy(sh, &["-p", &package.name, "--no-default-features"])?;
        }
    }
    Ok(())
}

/// Checks that [`NO_STD`] declares `no_std`. If a target without `std` is installed, builds such crates.
fn no_std(sh: &Shell) -> Result<()> {
    const TARGET: &str = "x86_64-unknown-none";
    let has_target = programs::has_target(sh, TARGET)?;
    if !has_target {
        programs::skip_target("the builds without `std`", TARGET);
    }
    for package in programs::published(&programs::metadata(sh)?) {
        let (name, lib) = (package.name.as_str(), package.manifest_path.with_file_name("src").join("lib.rs"));
        let claims = sh.read_file(lib).is_ok_and(|text| text.lines().any(|line| line == "#![no_std]"));
        ensure!(claims || name != NO_STD, "{name} does not declare `#![no_std]`");
        if claims && has_target {
            cmd!(sh, "cargo build --locked --no-default-features --target {TARGET} -p {name}").run()?;
        }
    }
    Ok(())
}

/// Type-checks the program for Windows, because some code is compiled only for Windows.
fn windows(sh: &Shell) -> Result<()> {
    const TARGET: &str = "x86_64-pc-windows-gnu";
    if !programs::has_target(sh, TARGET)? {
        programs::skip_target("the program for Windows", TARGET);
        return Ok(());
    }
    Ok(cmd!(sh, "cargo check --locked --target {TARGET} -p urlspec --all-features").run()?)
}

fn feature_sets(sh: &Shell) -> Result<()> {
    // With all features, these tests are optimized more. For one set of features, that would not pay off.
    const LEVEL: &str = "profile.dev.package.url-facade.opt-level=1";
    for (features, tests, run) in FEATURE_SETS {
        let facade = ["-p", "url-facade", "--no-default-features", "--features", features];
        let facade = [facade.as_slice(), tests].concat();
        clippy(sh, &facade)?;
        if run {
            cmd!(sh, "cargo test --locked --config {LEVEL} {facade...}").run()?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use anyhow::bail;

    use super::*;

    #[test]
    fn inputs_are_files_of_the_project() {
        let (sh, options) = (crate::project().unwrap(), Options::default());
        let mut inputs: Vec<_> = steps(&sh, &options).into_iter().map(|step| step.inputs).collect();
        inputs.retain(|inputs| !inputs.is_empty());
        assert!(inputs.len() > 9);
        for inputs in inputs {
            assert!(hash(&sh, &inputs).is_ok(), "{inputs:?}");
        }
    }

    #[test]
    fn a_step_runs_when_its_inputs_changed() {
        let sh = Shell::new().unwrap();
        let folder = sh.create_temp_dir().unwrap();
        sh.change_dir(folder.path());
        cmd!(sh, "git init --quiet").run().unwrap();
        let commit = |text: &str| {
            sh.write_file("in/a", text).unwrap();
            cmd!(sh, "git add in").run().unwrap();
            let settings = ["-c", "user.name=A", "-c", "user.email=a@a.test", "-c", "commit.gpgsign=false"];
            cmd!(sh, "git {settings...} commit --quiet --message {text}").run().unwrap();
        };
        let step = |always: bool, run: fn() -> Result<()>| {
            let ran = Cell::new(false);
            let result = run_if_changed(&sh, "step", &["in/*"], always, || {
                ran.set(true);
                run()
            });
            (result.unwrap_or_else(|error| error.to_string()), ran.get())
        };
        let passes = |always| step(always, || Ok(())).1;
        commit("one");
        for _ in 0..2 {
            assert_eq!(step(false, || bail!("no")), ("no".into(), true));
            let skips = step(false, || {
                programs::skip("no compiler");
                Ok(())
            });
            assert_eq!(skips, ("ok, not recorded: something was skipped".into(), true));
        }
        assert_eq!([false, false, true, false].map(passes), [true, false, true, false]);
        commit("two");
        assert_eq!([false, false].map(passes), [true, false]);
        sh.write_file("in/b", "").unwrap();
        assert_eq!([false, false].map(passes), [true, true]);
        sh.remove_path("in/b").unwrap();
        assert!(!passes(false));
        sh.write_file("in/a", "three").unwrap();
        assert_eq!([false, false].map(passes), [true, true]);
        assert!(hash(&sh, &["in", "out"]).is_err());
    }
}
