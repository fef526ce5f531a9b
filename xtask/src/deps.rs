//! `cargo xtask deps`: which crate of the project may depend on which, and which file of a crate on which (`circles`).
//!
//! A layer depends on url-core and on crates of the registry, so that it can be used alone; url-core depends on `wide`
//! only, for questions to many bytes at once, and on `serde` behind a feature; url-consumers is held to what a layer is; url-facade
//! composes the layers; url-diff and url-policies use what users use, the facade; url-columns and urlspec use these
//! three. Dependencies for tests are free, and so are packages that are not published. None of them asks for a newer
//! Rust than the crate does (`rust_version.rs`).

use std::path::Path;

use anyhow::Result;

use crate::{
    circles, finding, rust_version,
    workspace::{Dependency, Package, Workspace},
};

pub(crate) fn run(root: &Path) -> Result<()> {
    let workspace = Workspace::load(root)?;
    let roots: Vec<_> = workspace.packages.iter().flat_map(Package::roots).collect();
    let circles = circles::faults(&workspace.root, &roots)?;
    println!("{} crates", roots.len());
    let mut faults = faults(&workspace);
    faults.extend(circles.iter().map(ToString::to_string));
    faults.extend(rust_version::faults(root)?);
    finding::report(faults)
}

fn faults(workspace: &Workspace) -> Vec<String> {
    let mut faults = Vec::new();
    for package in workspace.published() {
        let rule = rule(&package.name);
        for dependency in package.dependencies.iter().filter(|d| d.kind.as_deref() != Some("dev")) {
            if !(rule.allows)(dependency) {
                faults.push(format!("{} depends on {}: {}", package.name, dependency.name, rule.says));
            }
        }
    }
    if workspace.published().filter(|package| is_layer(&package.name)).count() == 0 {
        faults.push("there are no layers".into());
    }
    faults
}

struct Rule {
    says: &'static str,
    allows: fn(&Dependency) -> bool,
}

fn rule(package: &str) -> Rule {
    match package {
        "url-core" => Rule {
            says: "url-core depends on wide, and on serde if asked to",
            allows: |d| d.name == "wide" || d.name == "serde",
        },
        "url-facade" => Rule {
            says: "url-facade composes url-core and the layers",
            allows: |d| d.path.is_none() || d.name == "url-core" || is_layer(&d.name),
        },
        "url-columns" => Rule {
            says: "url-columns uses the project through url-facade, url-diff and url-policies",
            allows: |d| d.path.is_none() || ["url-facade", "url-diff", "url-policies"].contains(&&*d.name),
        },
        "url-diff" => Rule {
            says: "url-diff uses the project through url-facade",
            allows: |d| d.path.is_none() || d.name == "url-facade",
        },
        "url-policies" => Rule {
            says: "url-policies uses the project through url-facade",
            allows: |d| d.path.is_none() || d.name == "url-facade",
        },
        "urlspec" => Rule {
            says: "urlspec uses the project through url-facade, url-diff and url-policies",
            allows: |d| d.path.is_none() || ["url-facade", "url-diff", "url-policies"].contains(&&*d.name),
        },
        _ => Rule {
            says: "layers depend on url-core and crates of the registry",
            allows: |d| d.path.is_none() || d.name == "url-core",
        },
    }
}

/// Whether `package` does one part of the work, for url-facade to put together.
fn is_layer(package: &str) -> bool {
    package.starts_with("url-")
        && !["url-core", "url-columns", "url-facade", "url-diff", "url-policies", "url-testdata"]
            .contains(&package)
}

#[cfg(test)]
mod tests {
    use super::{Workspace, faults};

    fn faults_of(metadata: &str) -> Vec<String> {
        faults(&Workspace::parse(metadata.as_bytes()).unwrap())
    }

    #[test]
    fn layers_over_url_core_under_url_facade_pass() {
        assert_eq!(faults_of(include_str!("../fixtures/deps/clean.json")), [""; 0]);
    }

    #[test]
    fn every_other_arrow_fails() {
        let expected = [
            "url-core depends on smallvec: url-core depends on wide, and on serde if asked to",
            "url-facade depends on url-testdata: url-facade composes url-core and the layers",
            "url-diff depends on url-core: url-diff uses the project through url-facade",
            "urlspec depends on url-host: urlspec uses the project through url-facade, url-diff and url-policies",
            "url-host depends on url-path: layers depend on url-core and crates of the registry",
            "url-path depends on url-facade: layers depend on url-core and crates of the registry",
        ];
        assert_eq!(faults_of(include_str!("../fixtures/deps/faulty.json")), expected);
    }

    #[test]
    fn no_layers_at_all_fails() {
        assert_eq!(faults_of(r#"{"packages": [], "target_directory": "target"}"#), ["there are no layers"]);
    }
}
