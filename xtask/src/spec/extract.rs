//! `cargo xtask spec extract`: rebuilds a registry from a copy of the spec, and reports to an editor what changed and which
//! functions, vectors and tests that touches.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, bail, ensure};

use super::{
    changes::Changes,
    outline::{self, Outline},
    registry::Registry,
    report::Report,
    rewrite,
    tree::{ReachOptions, Tree, write},
};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The spec's name, the part of its section ids before `#`.
    spec: String,
    /// The spec's texts, one for each of the registry's formats; they are read and never stored.
    #[arg(required = true)]
    texts: Vec<PathBuf>,
    /// Write no registry: only report.
    #[arg(long)]
    dry_run: bool,
    /// Compare with the registry as it is in this commit of git, to make a report again; implies `--dry-run`.
    #[arg(long, value_name = "COMMIT", conflicts_with = "rewrite")]
    since: Option<String>,
    /// Write the new ids where code, vectors and pages name sections, and generate the constants.
    #[arg(long, conflicts_with = "dry_run")]
    rewrite: bool,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
    /// Write the report as a page, too.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    reach: ReachOptions,
}

/// Rebuilds the registry of a spec from its texts.
pub(crate) fn run(root: &Path, options: &Options) -> Result<()> {
    let Options { spec, texts, dry_run, since, rewrite, json, html, reach } = options;
    let mut registry = match since {
        None => Registry::load(root, spec)?,
        Some(commit) => at_commit(root, spec, commit)?,
    };
    let Changes { entries, ids, sections } = Changes::from(&registry, &read(&registry, texts)?);
    // Vectors are run only if somebody asks what reaches something.
    let tree = if entries.is_empty() { None } else { Some(Tree::read(root, reach.reach.as_deref())?) };
    let matrix = tree.as_ref().map(|tree| tree.matrix(root)).transpose()?;
    let report = Report::new(spec, &entries, matrix.as_ref(), since.is_some());
    if let Some(path) = html {
        fs::write(path, report.page()).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if *json {
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        print!("{report}");
    }
    if *dry_run || since.is_some() {
        return Ok(());
    }
    registry.sections = sections;
    write(root, &registry.path, &registry.to_string())?;
    match tree.filter(|_| *rewrite) {
        Some(tree) => rewrite::run(root, &registry, &ids, &tree.citations),
        None => Ok(()),
    }
}

/// The registry of `spec` as it is in `commit`.
fn at_commit(root: &Path, spec: &str, commit: &str) -> Result<Registry> {
    let path = Path::new("docs/spec").join(spec).join("sections.toml");
    let shown = Command::new("git")
        .arg("show")
        .arg(format!("{commit}:./{}", path.display()))
        .current_dir(root)
        .output()
        .context("cannot run git show")?;
    ensure!(shown.status.success(), "git show: {}", String::from_utf8_lossy(&shown.stderr).trim());
    Registry::parse(path, &String::from_utf8(shown.stdout)?)
}

/// The sections of the spec whose registry is `registry`, as they stand in `texts`.
pub(crate) fn read(registry: &Registry, texts: &[PathBuf]) -> Result<Vec<outline::Section>> {
    let (spec, formats) = (&registry.spec.name, &registry.spec.formats);
    if formats.len() != texts.len() {
        bail!("{spec} has {} texts, not {}", formats.len(), texts.len());
    }
    let mut outline = Outline::new(spec);
    for (format, path) in formats.iter().zip(texts) {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        format.read(&text, &mut outline);
    }
    Ok(outline.into_sections())
}
