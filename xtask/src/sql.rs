//! `cargo xtask sql`: lints and tests the packages built on Arrow: the crate `url-arrow` and the program
//! `urlspec-sql`. They are a separate workspace, so that `cargo xtask test` does not
//! build `DataFusion`.

use std::{process::Command, time::Duration};

use anyhow::{Context as _, Result, ensure};
use wait_timeout::ChildExt as _;
use xshell::{Shell, cmd};

use crate::{programs, workspace::ENGINES};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Skip `urlspec-sql` if `DataFusion` is not built after that many minutes.
    #[arg(long, value_name = "MINUTES")]
    budget: Option<u64>,
    /// Instead of the tests, time columns and `Url::parse`.
    #[arg(long, conflicts_with = "budget")]
    bench: bool,
}

pub(crate) fn run(sh: &Shell, options: &Options) -> Result<()> {
    if options.bench {
        let _engines = sh.push_dir(ENGINES);
        return Ok(cmd!(sh, "cargo bench --locked -p url-arrow").run()?);
    }
    run_tables(sh)?;
    run_sql(sh, options.budget)
}

/// Lints all packages of the engines except `urlspec-sql`, and tests `url-arrow`.
pub(crate) fn run_tables(sh: &Shell) -> Result<()> {
    let _engines = sh.push_dir(ENGINES);
    cmd!(sh, "cargo fmt --check").run()?;
    cmd!(sh, "cargo clippy --locked -p url-arrow -p urlspec-python --all-targets -- -D warnings").run()?;
    Ok(cmd!(sh, "cargo test --locked -p url-arrow").run()?)
}

/// Tests `urlspec-sql`. Skips this if building `DataFusion` takes more than `budget` minutes.
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
        programs::skip(format_args!(
            "every test of urlspec-sql: DataFusion was not built within {minutes} minutes"
        ));
        return Ok(());
    };
    ensure!(status.success(), "cargo failed ({status})");
    Ok(cmd!(sh, "cargo test --locked -p urlspec-sql").run()?)
}
