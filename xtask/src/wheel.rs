//! `cargo xtask wheel`: builds the Python package, installs it where nothing else is, and tests it there.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::python::{self, install};

/// The libraries whose columns the package takes and gives. Each is tested if pip can install it.
const LIBRARIES: [&str; 5] = ["pyarrow", "polars", "pandas", "duckdb", "datafusion"];

/// What the examples of a guard need: two clients, and certificates for their server.
const OF_THE_GUARD: [&str; 3] = ["requests>=2.32.3", "httpx>=0.27", "trustme"];

#[derive(Default, clap::Args)]
pub(crate) struct Options {
    /// Build without optimizations, which takes less time.
    #[arg(long)]
    dev: bool,
    /// Time it beside its peers too, and beside Rust.
    #[arg(long, conflicts_with = "dev")]
    bench: bool,
}

pub(crate) fn run(sh: &Shell, options: &Options) -> Result<()> {
    let profile = if options.dev { "dev" } else { "release" };
    let Some(python) = python::with_wheel(sh, "wheel", profile)? else { return Ok(()) };
    // It needs nothing but Python.
    let alone = "import urlspec; assert str(urlspec.parse('HTTP://h')) == 'http://h/'";
    cmd!(sh, "{python} -c {alone}").run()?;

    if !install(sh, &python, &["pytest", "mypy"], "the tests in Python") {
        return Ok(());
    }
    for library in LIBRARIES.into_iter().chain(OF_THE_GUARD) {
        install(sh, &python, &[library], "the tests with it");
    }
    // Reasons of skips are listed.
    let settings = ["--rootdir=engines/python", "-c", "engines/python/pyproject.toml"];
    cmd!(sh, "{python} -m pytest -q -rs -p no:cacheprovider {settings...} engines/python/tests").run()?;
    // Not where the sources are, which have no module built.
    let elsewhere = sh.push_dir(python::target(sh));
    let allowed = "../python/tests/stubtest.txt";
    cmd!(sh, "{python} -m mypy.stubtest urlspec --ignore-unused-allowlist --allowlist {allowed}").run()?;
    drop(elsewhere);
    if options.bench {
        install(sh, &python, &["can_ada"], "the comparison with it");
        cmd!(sh, "{python} engines/python/bench.py").run()?;
    }
    Ok(())
}
