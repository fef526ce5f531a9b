//! `cargo xtask deps`: checks the dependencies between the project's crates, and between the files of each
//! crate (`circles`).
//!
//! A layer depends on url-core and on crates of the registry, so that it can be used alone. url-core depends
//! only on `safe_arch`, to examine many bytes at once, and on `serde` with a feature. url-consumers follows
//! the rule for layers. url-specs composes the layers, and url-facade uses it and them. The other crates use
//! the crates that users use ([`USES`]); this includes the crates of `engines`, a separate workspace.
//! Dependencies for tests are not checked, nor are packages that are not for users.

use anyhow::Result;
use cargo_metadata::{Dependency, DependencyKind, Package};
use xshell::Shell;

use crate::{
    circles, finding,
    workspace::{self, ENGINES, is_published},
};

/// The crates of the project that these packages use, in addition to any of the registry. Other packages for
/// users are layers.
const USES: [(&str, &[&str]); 12] = [
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
        for dependency in package.dependencies.iter().filter(|d| d.kind != DependencyKind::Development) {
            if let Some(rule) = broken_rule(&package.name, dependency) {
                faults.push(format!("{} depends on {}: {rule}", package.name, dependency.name));
            }
        }
    }
    if !packages.iter().any(|package| is_published(package) && is_layer(&package.name)) {
        faults.push("there are no layers".into());
    }
    let missing = USES.iter().filter(|(name, _)| packages.iter().all(|package| package.name != *name));
    faults.extend(missing.map(|(name, _)| format!("there is a rule for {name}, and no such package")));
    faults
}

/// Returns the rule that `package` breaks by depending on `dependency`, if any.
fn broken_rule(package: &str, dependency: &Dependency) -> Option<String> {
    let (is_ours, name) = (dependency.path.is_some(), dependency.name.as_str());
    let (is_allowed, rule) = match (package, uses(package)) {
        ("url-core", _) => (
            ["safe_arch", "serde"].contains(&name),
            "url-core depends on safe_arch, and on serde if asked to",
        ),
        ("url-specs", _) => {
            (name == "url-core" || is_layer(name), "url-specs composes url-core and the layers")
        }
        ("url-facade", _) => (
            ["url-core", "url-specs"].contains(&name) || is_layer(name),
            "url-facade is over url-specs, the layers and url-core",
        ),
        (_, Some(used)) => (used.contains(&name), &*format!("of the project, it uses {}", used.join(", "))),
        (_, None) => (name == "url-core", "layers depend on url-core and crates of the registry"),
    };
    let is_of_registry = !is_ours && package != "url-core";
    (!is_allowed && !is_of_registry).then(|| rule.to_owned())
}

/// Returns the crates of the project that `package` may use, if it is one of [`USES`].
fn uses(package: &str) -> Option<&'static [&'static str]> {
    USES.iter().find(|(name, _)| *name == package).map(|(_, used)| *used)
}

/// True if `package` does one part of the work, for url-specs to compose.
fn is_layer(package: &str) -> bool {
    package.starts_with("url-")
        && !["url-core", "url-specs", "url-facade", "url-testdata"].contains(&package)
        && uses(package).is_none()
}

#[cfg(test)]
mod tests {
    use cargo_metadata::MetadataCommand;

    use super::{USES, faults};

    /// The project itself shows that permitted dependencies pass.
    #[test]
    fn every_other_arrow_fails() {
        let expected = [
            "url-core depends on smallvec: url-core depends on safe_arch, and on serde if asked to",
            "url-facade depends on url-testdata: url-facade is over url-specs, the layers and url-core",
            "url-facade depends on url-arrow: url-facade is over url-specs, the layers and url-core",
            "url-specs depends on url-facade: url-specs composes url-core and the layers",
            "url-diff depends on url-core: of the project, it uses url-facade",
            "url-compat depends on url-scheme: of the project, it uses url-facade",
            "urlspec depends on url-host: of the project, it uses url-columns, url-facade, url-diff, url-find, url-guard, url-policies, \
             urlspec-outputs",
            "url-host depends on url-path: layers depend on url-core and crates of the registry",
            "url-path depends on url-facade: layers depend on url-core and crates of the registry",
            "url-arrow depends on url-facade: of the project, it uses url-columns",
            "urlspec-python depends on url-policies: of the project, it uses url-arrow, url-columns, url-facade, url-diff, url-guard",
        ];
        let metadata = MetadataCommand::parse(include_str!("../fixtures/deps/faulty.json")).unwrap();
        let found = faults(&metadata.packages);
        assert_eq!(
            found.iter().filter(|fault| !fault.starts_with("there is a rule")).collect::<Vec<_>>(),
            expected
        );
    }

    #[test]
    fn packages_that_are_not_found_fail() {
        let found = faults(&[]);
        assert_eq!(found[0], "there are no layers");
        assert_eq!(found[1], "there is a rule for url-diff, and no such package");
        assert_eq!(found.len(), 1 + USES.len());
    }
}
