//! `cargo xtask deps`: checks the dependencies between the project's crates, and between the files of each
//! crate (`circles`).
//!
//! A layer depends on url-core and on crates of the registry, so that it can be used alone. Dependencies for
//! tests are not checked, nor are packages that are not for users. The crates of `engines`, a separate
//! workspace, are checked too.

use anyhow::Result;
use cargo_metadata::{DependencyKind, Package};
use xshell::Shell;

use crate::{
    circles, finding,
    workspace::{self, ENGINES, is_published},
};

/// The crates that each do one part of the work, for url-specs to compose.
const LAYERS: [&str; 8] = [
    "url-authority",
    "url-consumers",
    "url-host",
    "url-path",
    "url-preprocess",
    "url-query",
    "url-scheme",
    "url-serialize",
];

/// The crates of the registry that url-core uses.
const OF_CORE: [&str; 2] = ["safe_arch", "serde"];

/// The crates of the project that the other packages use, in addition to any of the registry.
const USES: [(&str, &[&str]); 13] = [
    ("url-core", &[]),
    ("url-diff", &["url-facade"]),
    ("url-compat", &["url-facade"]),
    ("url-policies", &["url-core", "url-facade"]),
    ("url-find", &["url-facade"]),
    ("url-guard", &["url-facade", "url-diff"]),
    ("url-columns", &["url-facade", "url-diff", "url-policies"]),
    ("urlspec-outputs", &[]),
    (
        "urlspec",
        &[
            "url-columns",
            "url-facade",
            "url-diff",
            "url-find",
            "url-guard",
            "url-policies",
            "urlspec-outputs",
        ],
    ),
    ("url-arrow", &["url-columns"]),
    ("urlspec-parquet", &["url-arrow", "url-columns", "url-facade", "urlspec-outputs"]),
    ("urlspec-sql", &["url-arrow", "url-columns", "url-facade", "urlspec-outputs"]),
    ("urlspec-python", &["url-arrow", "url-columns", "url-facade", "url-diff", "url-guard"]),
];

pub(crate) fn run(sh: &Shell) -> Result<()> {
    let mut packages = workspace::load(sh)?.packages;
    let engines = sh.push_dir(ENGINES);
    packages.extend(workspace::load(sh)?.packages);
    drop(engines);
    println!("{} packages", packages.len());
    let mut faults = faults(&packages);
    for package in &packages {
        let sources = package.manifest_path.with_file_name("src");
        faults.extend(circles::faults(sh, sources.as_std_path())?.iter().map(ToString::to_string));
    }
    finding::report(faults)
}

fn faults(packages: &[Package]) -> Vec<String> {
    let mut faults = Vec::new();
    // Users get `urlspec-python` as a Python package, so cargo does not list it as published.
    for package in packages.iter().filter(|package| is_published(package) || uses(&package.name).is_some()) {
        let name = package.name.as_str();
        let Some(used) = uses(name) else {
            faults.push(format!("there is no rule for {name}"));
            continue;
        };
        for dependency in package.dependencies.iter().filter(|d| d.kind != DependencyKind::Development) {
            let (is_ours, other) = (dependency.path.is_some(), dependency.name.as_str());
            if is_ours && !used.contains(&other) {
                faults
                    .push(format!("{name} depends on {other}: of the project, it uses {}", used.join(", ")));
            } else if !is_ours && name == "url-core" && !OF_CORE.contains(&other) {
                faults.push(format!("{name} depends on {other}: it uses {}", OF_CORE.join(", ")));
            }
        }
    }
    let ruled = LAYERS.iter().chain(USES.iter().map(|(name, _)| name));
    let missing = ruled.filter(|name| !packages.iter().any(|package| package.name == **name));
    faults.extend(missing.map(|name| format!("there is a rule for {name}, and no such package")));
    faults
}

/// Returns the crates of the project that `package` may use.
fn uses(package: &str) -> Option<Vec<&'static str>> {
    match package {
        "url-specs" => Some([&["url-core"], &LAYERS[..]].concat()),
        "url-facade" => Some([&["url-core", "url-specs"], &LAYERS[..]].concat()),
        layer if LAYERS.contains(&layer) => Some(vec!["url-core"]),
        _ => USES.iter().find(|(name, _)| *name == package).map(|(_, used)| used.to_vec()),
    }
}

#[cfg(test)]
mod tests {
    use cargo_metadata::MetadataCommand;

    use super::faults;

    /// The project itself shows that permitted dependencies pass.
    #[test]
    fn every_other_arrow_fails() {
        let expected = [
            "url-core depends on smallvec: it uses safe_arch, serde",
            "url-facade depends on url-testdata",
            "url-facade depends on url-arrow",
            "url-specs depends on url-facade",
            "url-diff depends on url-core: of the project, it uses url-facade",
            "url-compat depends on url-scheme",
            "urlspec depends on url-host",
            "url-host depends on url-path: of the project, it uses url-core",
            "url-path depends on url-facade",
            "url-arrow depends on url-facade",
            "urlspec-python depends on url-policies",
            "there is a rule for url-authority, and no such package",
        ];
        let metadata = MetadataCommand::parse(include_str!("../fixtures/deps/faulty.json")).unwrap();
        let found = faults(&metadata.packages);
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.starts_with(expected), "{found}, not {expected}");
        }
        assert!(found.len() > expected.len());
    }
}
