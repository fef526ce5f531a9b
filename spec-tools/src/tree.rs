//! All that the commands of `cargo xtask spec` read of a tree, together.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::{
    citations::Citations,
    code::Code,
    matrix::{self, Matrix},
    reach::{self, Run},
    record,
    registry::Registry,
};

/// What a tree holds: its registries, its code, and what its vectors reach.
pub(crate) struct Tree {
    pub(crate) registries: Vec<Registry>,
    pub(crate) code: Code,
    pub(crate) citations: Citations,
    pub(crate) runs: Vec<Run>,
}

impl Tree {
    /// Reads the tree at `root`, and the runs of its vectors, if they are given, else runs these.
    pub(crate) fn read(root: &Path, options: &ReachOptions) -> Result<Self> {
        let registries = Registry::all(root)?;
        let code = Code::read(root)?;
        let citations = Citations::read(&registries, &code);
        let runs = options.reach.as_deref().map_or_else(|| reach::run_all(root), reach::read)?;
        Ok(Self { registries, code, citations, runs })
    }

    pub(crate) fn matrix(&self, root: &Path) -> Result<Matrix> {
        let mut matrix = matrix::matrix(root, &self.registries, &self.code, &self.citations, &self.runs)?;
        matrix.assert(&record::read(root)?.1);
        Ok(matrix)
    }
}

#[derive(Default, clap::Args)]
pub(crate) struct ReachOptions {
    /// What `spec reach` printed, to be taken instead of running the vectors.
    #[arg(long, value_name = "FILE")]
    pub(crate) reach: Option<PathBuf>,
}
