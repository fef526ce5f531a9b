//! `cargo xtask sql`: what is built on Arrow: lints and tests of the crate `url-arrow` and of the programs `urlspec-parquet` and
//! `urlspec-sql`. They are a workspace of their own, so that `cargo xtask test` does not build `DataFusion`.

use std::{path::Path, process::Command, time::Duration};

use anyhow::{Context as _, Result, ensure};
use wait_timeout::ChildExt as _;

use crate::{
    programs::{self, cargo, line},
    workspace::ENGINES,
};

/// What needs Arrow and Parquet alone.
const TABLES: [&str; 4] = ["-p", "url-arrow", "-p", "urlspec-parquet"];

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Skip `urlspec-sql` if `DataFusion` is not built after that many minutes.
    #[arg(long, value_name = "MINUTES")]
    budget: Option<u64>,
    /// Time columns beside `Url::parse` and the copy of a Parquet file, in place of the tests.
    #[arg(long, conflicts_with = "budget")]
    bench: bool,
}

pub(crate) fn run(root: &Path, options: &Options) -> Result<()> {
    if options.bench {
        return tables(root, &["bench", "--locked"], &[]);
    }
    run_tables(root)?;
    run_sql(root, options.budget)
}

/// Runs cargo on what needs Arrow and Parquet alone.
fn tables(root: &Path, before: &[&str], after: &[&str]) -> Result<()> {
    cargo(&root.join(ENGINES), &[before, &TABLES, after].concat())
}

/// Lints the engines, and tests what needs Arrow and Parquet alone.
pub(crate) fn run_tables(root: &Path) -> Result<()> {
    let engines = root.join(ENGINES);
    cargo(&engines, &["fmt", "--check"])?;
    let python = ["-p", "urlspec-python", "--all-targets", "--", "-D", "warnings"];
    tables(root, &["clippy", "--locked"], &python)?;
    tables(root, &["test", "--locked"], &[])
}

/// Tests `urlspec-sql`, unless `DataFusion` is not built after `budget` minutes.
pub(crate) fn run_sql(root: &Path, budget: Option<u64>) -> Result<()> {
    let engines = root.join(ENGINES);
    let test = ["test", "--locked", "-p", "urlspec-sql"];
    let mut build = Command::new("cargo");
    build.args(test).arg("--no-run").current_dir(&engines);
    eprintln!("$ {}", line(&build));
    let mut child = build.spawn().context("cannot run cargo")?;
    let status = match budget {
        Some(minutes) => child.wait_timeout(Duration::from_secs(60 * minutes))?,
        None => Some(child.wait()?),
    };
    let Some(status) = status else {
        child.kill().context("cannot end cargo")?;
        child.wait().context("cannot wait for cargo")?;
        let minutes = budget.unwrap_or_default();
        programs::skip(&format!(
            "every test of urlspec-sql: DataFusion is not built after {minutes} minutes"
        ));
        return Ok(());
    };
    ensure!(status.success(), "cargo failed ({status})");
    cargo(&engines, &test)
}
