//! `cargo xtask deps`: checks which crates depend on which packages: five packages that the project must use
//! where `docs/architecture.md` says so, and packages with Unicode tables, which small builds must not
//! contain.

use std::fs;

use anyhow::{Context as _, Result, ensure};
use cargo_metadata::{DependencyKind, Package};
use walkdir::WalkDir;
use xshell::{Shell, cmd};

use crate::{programs, report};

/// The packages that the project must use, each with the crates that must depend on it. A feature after the
/// name of a crate enables the dependency, which is otherwise not optional.
const REQUIRED: [(&str, &str); 5] = [
    ("idna", "url-host/idna url-consumers"),
    ("unicode-normalization", "url-host/manakai url-consumers"),
    ("smallvec", "url-host url-path url-query"),
    ("percent-encoding", "url-core url-host url-path url-query url-consumers url-guard url-find"),
    ("criterion", "benches"),
];

pub(crate) fn run(sh: &Shell) -> Result<()> {
    let packages = programs::metadata(sh)?.packages;
    let mut missing = Vec::new();
    for (name, users) in REQUIRED {
        for user in users.split(' ') {
            if !uses(&packages, user, name)? {
                missing.push(format!("{user} does not use {name}, as docs/architecture.md says"));
            }
        }
    }
    report::report(missing)?;
    println!("{} packages are used where docs/architecture.md says", REQUIRED.len());
    hold_few(sh)
}

/// Returns true if the crate `user`, with the feature after its name, has the normal dependency `name`, and
/// its source files mention it.
fn uses(packages: &[Package], user: &str, name: &str) -> Result<bool> {
    let (user, feature) = user.split_once('/').map_or((user, None), |(user, feature)| (user, Some(feature)));
    let package = packages.iter().find(|package| package.name == user);
    let package = package.with_context(|| format!("there is no crate {user}"))?;
    let enabled = feature.and_then(|feature| package.features.get(feature));
    let is_enabled = enabled.is_some_and(|enabled| enabled.contains(&format!("dep:{name}")));
    let mut normal = package.dependencies.iter().filter(|found| found.kind == DependencyKind::Normal);
    let found = normal.find(|found| found.name == name).filter(|found| found.optional == feature.is_some());
    let path = name.replace('-', "_") + "::";
    let mut files = WalkDir::new(package.manifest_path.with_file_name("src")).into_iter().flatten();
    let is_named = files.any(|file| fs::read_to_string(file.path()).is_ok_and(|text| text.contains(&path)));
    Ok(found.is_some_and(|found| !found.optional || is_enabled) && is_named)
}

/// Checks that `url-core`, and the facade without features, do not depend on crates with Unicode tables.
fn hold_few(sh: &Shell) -> Result<()> {
    const OF_CORE: [&str; 4] = ["url-core", "percent-encoding", "safe_arch", "serde"];
    const TABLES: [&str; 5] = ["idna", "icu_", "stringprep", "unicode-", "encoding_rs"];
    let tree = |selection: &[&str]| {
        cmd!(sh, "cargo tree --locked --edges normal --prefix none {selection...}").read()
    };
    for line in tree(&["-p", "url-core", "--all-features", "--depth", "1"])?.lines() {
        ensure!(line.split(' ').next().is_some_and(|name| OF_CORE.contains(&name)), "url-core uses {line}");
    }
    let listed = tree(&["-p", "url-facade", "--no-default-features"])?;
    ensure!(listed.contains("url-host"), "cargo tree lists no url-host:\n{listed}");
    for line in listed.lines() {
        ensure!(!TABLES.iter().any(|name| line.starts_with(name)), "{line} is among the dependencies");
    }
    println!("{} crates, none with tables of Unicode", listed.lines().count());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_packages_are_found() {
        let packages = programs::metadata(&crate::project().unwrap()).unwrap().packages;
        let uses = |user, name| uses(&packages, user, name).unwrap();
        assert!(uses("url-host", "smallvec") && uses("url-host/idna", "idna"));
        assert!(!uses("url-host/manakai", "smallvec") && !uses("url-host", "idna"));
        // Dependencies of tests, and dependencies that no code mentions, do not count.
        assert!(!uses("url-core", "idna") && !uses("xtask", "smallvec"));
        assert!(super::uses(&packages, "url-none", "idna").is_err());
    }
}
