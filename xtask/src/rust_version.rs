//! Part of `cargo xtask deps`: no package for users depends on one that needs a newer Rust than it does itself. Clippy's
//! `incompatible_msrv` checks what its own code needs.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use anyhow::{Context as _, Result};
use serde::Deserialize;

use crate::workspace;

/// The workspace and all that it depends on, as `cargo metadata` describes them.
#[derive(Deserialize)]
struct Graph {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    rust_version: Option<String>,
    /// Where it came from; nothing for a package of this project.
    source: Option<String>,
    /// Where it may be published; empty for nowhere.
    publish: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Edge>,
}

#[derive(Deserialize)]
struct Edge {
    pkg: String,
    dep_kinds: Vec<Kind>,
}

#[derive(Deserialize)]
struct Kind {
    /// `dev` or `build`; nothing for a normal dependency.
    kind: Option<String>,
}

/// The packages that ask for a newer Rust than one that depends on them, in the workspace at `root`.
pub(crate) fn faults(root: &Path) -> Result<Vec<String>> {
    let graph = workspace::metadata(root, &["--all-features"])?;
    Ok(faults_in(&serde_json::from_slice(&graph).context("cannot read what cargo metadata says")?))
}

fn faults_in(graph: &Graph) -> Vec<String> {
    let packages: BTreeMap<_, _> = graph.packages.iter().map(|package| (&*package.id, package)).collect();
    let nodes: BTreeMap<_, _> = graph.resolve.nodes.iter().map(|node| (&*node.id, node)).collect();
    let mut faults = Vec::new();
    for user in graph.packages.iter().filter(|package| is_published(package)) {
        let Some(ours) = &user.rust_version else {
            faults.push(format!("{} has no `rust-version`", user.name));
            continue;
        };
        let mut seen = BTreeSet::new();
        let mut open = vec![&*user.id];
        while let Some(id) = open.pop() {
            let edges = nodes.get(id).into_iter().flat_map(|node| &node.deps);
            let built =
                edges.filter(|edge| edge.dep_kinds.iter().any(|kind| kind.kind.as_deref() != Some("dev")));
            open.extend(built.map(|edge| &*edge.pkg).filter(|&id| seen.insert(id)));
        }
        for dependency in seen.into_iter().filter_map(|id| packages.get(id)) {
            if let Some(theirs) =
                dependency.rust_version.as_ref().filter(|theirs| parts(theirs) > parts(ours))
            {
                let (name, version) = (&dependency.name, &dependency.version);
                faults.push(format!(
                    "{} is for Rust {ours}, and depends on {name} {version}, which is for Rust {theirs}",
                    user.name
                ));
            }
        }
    }
    faults
}

/// Whether `package` is one of the project's, for users.
fn is_published(package: &Package) -> bool {
    package.source.is_none() && package.publish.as_ref().is_none_or(|places| !places.is_empty())
}

/// The numbers of a version, of which the last may be missing.
fn parts(version: &str) -> [u32; 3] {
    let mut numbers = version.split('.').map(|number| number.parse().unwrap_or_default());
    [(); 3].map(|()| numbers.next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::faults_in;

    /// What is wrong where `ours`, for Rust 1.89, depends on `near` as a dependency of the kind `kind`, and that on `far`.
    fn faults_of(kind: &str, near: &str, far: &str) -> Vec<String> {
        let package = |name: &str, version: &str| {
            let source = if name == "ours" { "null" } else { "\"a registry\"" };
            format!(
                r#"{{"id": "{name}", "name": "{name}", "version": "2.0.1", "rust_version": {version}, "source": {source}, "publish": null}}"#
            )
        };
        let node = |from: &str, kind: &str, to: &str| {
            format!(r#"{{"id": "{from}", "deps": [{{"pkg": "{to}", "dep_kinds": [{{"kind": {kind}}}]}}]}}"#)
        };
        let packages = [package("ours", r#""1.89""#), package("near", near), package("far", far)].join(",");
        let nodes = [node("ours", kind, "near"), node("near", "null", "far")].join(",");
        let graph = format!(r#"{{"packages": [{packages}], "resolve": {{"nodes": [{nodes}]}}}}"#);
        faults_in(&serde_json::from_str(&graph).unwrap())
    }

    #[test]
    fn older_and_equal_ones_pass() {
        assert_eq!(faults_of("null", r#""1.89.0""#, r#""1.9""#), [""; 0]);
        assert_eq!(faults_of("null", "null", r#""1.88""#), [""; 0]);
    }

    #[test]
    fn newer_ones_fail_however_far_away() {
        let fault =
            |name| format!("ours is for Rust 1.89, and depends on {name} 2.0.1, which is for Rust 1.89.1");
        assert_eq!(faults_of("null", r#""1.89.1""#, "null"), [fault("near")]);
        assert_eq!(faults_of(r#""build""#, "null", r#""1.89.1""#), [fault("far")]);
    }

    #[test]
    fn those_for_tests_may_be_newer() {
        assert_eq!(faults_of(r#""dev""#, r#""1.95""#, r#""2.0""#), [""; 0]);
    }
}
