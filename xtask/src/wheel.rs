//! `cargo xtask wheel`: builds the Python package, installs it where nothing else is, and tests it there.

use std::path::Path;

use anyhow::Result;

use crate::{programs::execute, python};

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

pub(crate) fn run(root: &Path, options: &Options) -> Result<()> {
    let profile = if options.dev { "dev" } else { "release" };
    let Some(environment) = python::with_wheel(root, "wheel", profile)? else { return Ok(()) };
    // It needs nothing but Python.
    let alone = "import urlspec; assert str(urlspec.parse('HTTP://h')) == 'http://h/'";
    execute(root, environment.program("python").args(["-c", alone]))?;

    if !environment.install(root, &["pytest", "mypy"], "the tests in Python") {
        return Ok(());
    }
    for library in LIBRARIES.into_iter().chain(OF_THE_GUARD) {
        environment.install(root, &[library], "the tests with it");
    }
    // Reasons of skips are listed.
    let mut pytest = environment.program("python");
    pytest.args(["-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "--rootdir=engines/python"]);
    execute(root, pytest.args(["-c", "engines/python/pyproject.toml", "engines/python/tests"]))?;
    let mut stubs = environment.program("python");
    stubs.args(["-m", "mypy.stubtest", "urlspec", "--ignore-unused-allowlist", "--allowlist"]);
    // Not where the sources are, which have no module built.
    execute(&python::target(root), stubs.arg(root.join("engines/python/tests/stubtest.txt")))?;

    if options.bench {
        environment.install(root, &["can_ada"], "the comparison with it");
        execute(root, environment.program("python").arg("engines/python/bench.py"))?;
    }
    Ok(())
}
