//! `cargo xtask package`: checks that the packages that users get from the registry are complete and work
//! outside this project.
//!
//! Packs every package for users as `cargo publish` does, and checks its content. Then a package outside the
//! workspace depends on the unpacked libraries, and compiles the example of each README. Building the program
//! this way is part of a release (docs/releasing.md).

use std::fmt::Write as _;

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::{finding, workspace};

/// The licence texts that every package must contain.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// The maximum number of lines in a README: about one screen.
const SCREEN: usize = 60;

pub(crate) fn run(sh: &Shell) -> Result<()> {
    let metadata = workspace::load(sh)?;
    let target = metadata.target_directory.as_std_path();
    let outside = target.join("outside");
    let unpacked = outside.join("packages");
    // Packs the files as they are. `--quiet` hides warnings that no repository is named and that tests are
    // not packed.
    let packages = workspace::published(&metadata).flat_map(|package| ["--package", package.name.as_str()]);
    cmd!(sh, "cargo package --quiet --locked --allow-dirty --no-verify").args(packages).run()?;
    sh.remove_path(&unpacked)?;
    sh.create_dir(&unpacked)?;
    let user = outside.join("user");

    let mut findings = Vec::new();
    let mut dependencies = String::new();
    let mut patches = String::new();
    let mut libraries = 0;
    for package in workspace::published(&metadata) {
        let folder = format!("{}-{}", package.name, package.version);
        let archive = target.join("package").join(format!("{folder}.crate"));
        cmd!(sh, "tar -xzf {archive} -C {unpacked}").run()?;
        let packed = |name: &str| sh.read_file(unpacked.join(&folder).join(name)).ok();
        let faults = faults(|name| sh.read_file(name).ok(), packed);
        findings.extend(faults.into_iter().map(|fault| format!("{}: {fault}", package.name)));
        if workspace::library(package).is_some() {
            writeln!(dependencies, "{} = \"{}\"", package.name, package.version)?;
            writeln!(patches, "{} = {{ path = \"../packages/{folder}\" }}", package.name)?;
            let file = user.join("src/bin").join(package.name.as_str()).with_extension("rs");
            sh.write_file(file, program(&packed("README.md").unwrap_or_default()))?;
            libraries += 1;
        }
    }
    finding::report(findings)?;

    workspace::outside(sh, &user, "user", &format!("{dependencies}\n[patch.crates-io]\n{patches}"))?;
    // The examples run as documentation tests; this checks that the packages are complete.
    let _user = sh.push_dir(user);
    cmd!(sh, "cargo check --quiet --bins --target-dir ../target").run()?;
    println!(
        "{} packages, {libraries} examples compile outside the project",
        workspace::published(&metadata).count()
    );
    Ok(())
}

/// Returns the faults of a package: `ours` and `packed` read files of the project and of the package.
fn faults(ours: impl Fn(&str) -> Option<String>, packed: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let mut faults = Vec::new();
    for licence in LICENCES {
        if packed(licence).is_none_or(|text| ours(licence) != Some(text)) {
            faults.push(format!("{licence} is not the project's"));
        }
    }
    let readme = packed("README.md").unwrap_or_default();
    let lines = readme.lines().count();
    if lines > SCREEN {
        faults.push(format!("README.md has {lines} lines, more than {SCREEN}"));
    }
    if !["```rust\n", "```console\n"].iter().any(|example| readme.contains(example)) {
        faults.push("README.md has no example".into());
    }
    faults
}

/// Returns the example of `readme` as a program.
fn program(readme: &str) -> String {
    let example = readme.split_once("```rust\n").and_then(|(_, rest)| rest.split_once("```"));
    let example = example.map(|(example, _)| example).unwrap_or_default();
    if example.contains("fn main()") { example.into() } else { format!("fn main() {{\n{example}}}\n") }
}

#[cfg(test)]
mod tests {
    use super::faults;

    const README: &str = "Words.\n\n```rust\nassert!(true);\n```\n\nMore.\n";

    /// Returns the faults of a package with one licence text and a README.
    fn faults_of(mit: &str, readme: &str) -> Vec<String> {
        let packed = |name: &str| match name {
            "LICENSE-MIT" => Some(mit.into()),
            "LICENSE-APACHE" => Some("apache".into()),
            _ => Some(readme.into()),
        };
        let ours = |name: &str| Some(name.trim_start_matches("LICENSE-").to_lowercase());
        faults(ours, packed)
    }

    #[test]
    fn what_is_missing_or_another_fails() {
        // A symbolic link that was packed as a file with the name of its target.
        assert_eq!(faults_of("../../LICENSE-MIT", README), ["LICENSE-MIT is not the project's"]);
        let long = README.to_owned() + &"\n".repeat(54);
        assert_eq!(faults_of("mit", &long), ["README.md has 61 lines, more than 60"]);
        let nothing = faults(|_| Some("text".into()), |_| None);
        assert_eq!(nothing.len(), 3);
        assert_eq!(nothing[2], "README.md has no example");
    }
}
