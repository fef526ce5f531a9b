//! Checks of the second workspace, `engines`, which is separate so that `cargo xtask test` does not build
//! `DataFusion`: `cargo xtask sql` lints and tests `url-arrow` and `urlspec-sql`, `cargo xtask wheel` tests
//! the Python package, and `cargo xtask cluster` tests that the Spark job survives failures of a cluster.

use std::{path::PathBuf, process::Command, time::Duration};

use anyhow::{Context as _, Result, ensure};
use wait_timeout::ChildExt as _;
use xshell::{Shell, cmd};

use crate::programs::{ENGINES, skip};

/// The libraries whose columns the Python package supports. A library is tested if pip can install it.
const LIBRARIES: [&str; 5] = ["pyarrow", "polars", "pandas", "duckdb", "datafusion"];

/// Packages for the guarded clients (three HTTP clients, and a package that creates TLS certificates), and
/// for the page about other libraries.
const PEERS: [&str; 7] =
    ["requests>=2.32.3", "httpx>=0.27", "aiohttp>=3.11", "trustme", "furl", "tldextract", "w3lib"];

/// Packages for the cluster test. Spark's `mapInArrow` requires pandas to be installed, but does not use it.
const PACKAGES: [&str; 5] = ["pyspark==4.3.0", "pandas>=2.2,<3", "pyarrow", "duckdb", "pytest"];

#[derive(Default, clap::Args)]
pub(crate) struct Wheel {
    /// Build without optimizations, which is faster.
    #[arg(long)]
    dev: bool,
    /// Also compare the speed of the package with that of its peers and of Rust.
    #[arg(long, conflicts_with = "dev")]
    bench: bool,
}

pub(crate) fn wheel(sh: &Shell, options: &Wheel) -> Result<()> {
    let profile = if options.dev { "dev" } else { "wheel" };
    let Some(python) = with_wheel(sh, "wheel", profile)? else { return Ok(()) };
    // The first checks run without any library, because the package requires none.
    for check in [
        "import urlspec; assert str(urlspec.parse('HTTP://h')) == 'http://h/'",
        "import importlib.metadata as of; \
         assert 'Permission' in of.distribution('urlspec').read_text('licenses/LICENSE-MIT')",
    ] {
        cmd!(sh, "{python} -c {check}").run()?;
    }

    if !install(sh, &python, &["pytest", "mypy", "pandas-stubs", "pydantic"], "the tests in Python") {
        return Ok(());
    }
    for library in LIBRARIES.into_iter().chain(PEERS) {
        install(sh, &python, &[library], "the tests with it");
    }
    // `-rs` makes pytest list the reasons for skipped tests.
    let settings = ["--rootdir=engines/python", "-c", "engines/python/pyproject.toml"];
    cmd!(sh, "{python} -m pytest -q -rs -p no:cacheprovider {settings...} engines/python/tests").run()?;
    // This runs outside the source folder: Python would import the sources, which contain no built module.
    let elsewhere = sh.push_dir(target(sh));
    let (allowed, config) = ("../python/tests/stubtest.txt", "../python/tests/mypy.ini");
    let stubtest = cmd!(sh, "{python} -m mypy.stubtest urlspec --ignore-unused-allowlist");
    stubtest.args(["--allowlist", allowed, "--mypy-config-file", config]).run()?;
    drop(elsewhere);
    if options.bench {
        install(sh, &python, &["can_ada"], "the comparison with it");
        cmd!(sh, "{python} engines/python/bench.py").run()?;
    }
    // Series of strings have other types in pandas 2 than in pandas 3, which the tests above use.
    if install(sh, &python, &["pandas<3"], "the tests with pandas 2") {
        let tests =
            ["test_libraries.py", "test_readme.py"].map(|file| format!("engines/python/tests/{file}"));
        cmd!(sh, "{python} -m pytest -q -p no:cacheprovider {settings...} {tests...}").run()?;
    }
    Ok(())
}

#[derive(clap::Args)]
pub(crate) struct Cluster {
    /// The number of input rows.
    #[arg(long, default_value_t = 1_000_000)]
    pub(crate) rows: u32,
    /// The minutes that all jobs may take together.
    #[arg(long, default_value_t = 15)]
    pub(crate) minutes: u64,
}

/// Runs `prove.py`, which starts a cluster on this machine, kills parts of it, and checks every result.
pub(crate) fn cluster(sh: &Shell, options: &Cluster) -> Result<()> {
    if cmd!(sh, "java -version").output().is_err() {
        skip("the cluster: there is no java (Debian: openjdk-17-jre-headless)");
        return Ok(());
    }
    let Some(python) = with_wheel(sh, "cluster", "wheel")? else { return Ok(()) };
    if !install(sh, &python, &PACKAGES, "the cluster") {
        return Ok(());
    }
    let work = target(sh).join("cluster");
    sh.remove_path(&work)?;
    cmd!(sh, "{python} -m pytest -q -p no:cacheprovider engines/spark").run()?;
    let [rows, minutes] = [options.rows.to_string(), options.minutes.to_string()];
    Ok(cmd!(sh, "{python} engines/spark/prove.py {work} --rows {rows} --minutes {minutes}").run()?)
}

fn target(sh: &Shell) -> PathBuf {
    sh.current_dir().join(ENGINES).join("target")
}

/// Creates a new virtual environment. Returns its interpreter. Without Python, returns `None`.
fn environment(sh: &Shell, name: &str) -> Result<Option<PathBuf>> {
    let folder = target(sh).join("python").join(name);
    sh.remove_path(&folder)?;
    let version = "import sys, ensurepip; sys.exit(sys.version_info < (3, 10))";
    if cmd!(sh, "python3 -c {version}").output().is_err() {
        skip(format_args!("{name}: there is no python3 of version 3.10 or later with venv"));
        return Ok(None);
    }
    cmd!(sh, "python3 -m venv {folder}").run()?;
    Ok(Some(folder.join("bin/python")))
}

/// Installs `packages` with pip. If pip fails, reports that `what` is skipped, and returns false.
fn install(sh: &Shell, python: &PathBuf, packages: &[&str], what: &str) -> bool {
    let install = cmd!(sh, "{python} -m pip install --quiet --disable-pip-version-check {packages...}");
    let could = install.run().is_ok();
    if !could {
        skip(format_args!("{what}: pip cannot install {}", packages.join(", ")));
    }
    could
}

/// Builds the wheel with maturin, and installs it alone in a new environment. Returns the interpreter. If a
/// requirement cannot be installed, reports the skip and returns `None`.
fn with_wheel(sh: &Shell, name: &str, profile: &str) -> Result<Option<PathBuf>> {
    let Some(tools) = environment(sh, "build")? else { return Ok(None) };
    if !install(sh, &tools, &["maturin>=1.16,<2"], name) {
        return Ok(None);
    }
    let wheels = target(sh).join("wheels");
    sh.remove_path(&wheels)?;
    let maturin = tools.with_file_name("maturin");
    let build = ["--locked", "--profile", profile, "--manifest-path", "engines/python/Cargo.toml"];
    cmd!(sh, "{maturin} build {build...} --out {wheels}").run()?;
    let files = sh.read_dir(&wheels)?;
    ensure!(files.len() == 1, "{} has {} wheels", wheels.display(), files.len());
    let Some(python) = environment(sh, name)? else { return Ok(None) };
    cmd!(sh, "{python} -m pip install --quiet --disable-pip-version-check --no-index {files...}").run()?;
    Ok(Some(python))
}

#[derive(clap::Args)]
pub(crate) struct Sql {
    /// Skip `urlspec-sql` if building `DataFusion` takes longer than this number of minutes.
    #[arg(long, value_name = "MINUTES")]
    budget: Option<u64>,
    /// Measure the time of columns and of `Url::parse` instead of running the tests.
    #[arg(long, conflicts_with = "budget")]
    bench: bool,
}

pub(crate) fn sql(sh: &Shell, options: &Sql) -> Result<()> {
    if options.bench {
        let _engines = sh.push_dir(ENGINES);
        return Ok(cmd!(sh, "cargo bench --locked -p url-arrow").run()?);
    }
    run_tables(sh)?;
    run_sql(sh, options.budget)
}

pub(crate) fn run_tables(sh: &Shell) -> Result<()> {
    let _engines = sh.push_dir(ENGINES);
    cmd!(sh, "cargo fmt --check").run()?;
    cmd!(sh, "cargo clippy --locked -p url-arrow -p urlspec-python --all-targets -- -D warnings").run()?;
    Ok(cmd!(sh, "cargo test --locked -p url-arrow").run()?)
}

/// Lints and tests the SQL packages, but stops if building `DataFusion` takes more than `budget` minutes.
pub(crate) fn run_sql(sh: &Shell, budget: Option<u64>) -> Result<()> {
    let _engines = sh.push_dir(ENGINES);
    let build = cmd!(sh, "cargo test --locked -p urlspec-sql --no-run");
    eprintln!("$ {build}");
    let mut child = Command::from(build).spawn().context("cannot run cargo")?;
    let status = match budget {
        Some(minutes) => child.wait_timeout(Duration::from_secs(60 * minutes))?,
        None => Some(child.wait()?),
    };
    let Some(status) = status else {
        child.kill().context("cannot end cargo")?;
        child.wait().context("cannot wait for cargo")?;
        let minutes = budget.unwrap_or_default();
        skip(format_args!("every test of urlspec-sql: DataFusion was not built within {minutes} minutes"));
        return Ok(());
    };
    ensure!(status.success(), "cargo failed ({status})");
    Ok(cmd!(sh, "cargo test --locked -p urlspec-sql").run()?)
}
