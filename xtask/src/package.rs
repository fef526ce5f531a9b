//! `cargo xtask package`: checks that the packages that users get from the registry are complete and work
//! outside this project.
//!
//! Packs every package for users as `cargo publish` does, and checks its content. Then a package outside the
//! workspace depends on the unpacked libraries, and compiles the example of each README. Building the program
//! this way is part of a release (docs/releasing.md).

use std::fmt::Write as _;

use anyhow::{Result, ensure};
use xshell::{Shell, cmd};

use crate::workspace;

/// The licence texts that every package must contain.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

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

    let mut dependencies = String::new();
    let mut patches = String::new();
    let mut libraries = 0;
    for package in workspace::published(&metadata) {
        let folder = format!("{}-{}", package.name, package.version);
        let archive = target.join("package").join(format!("{folder}.crate"));
        cmd!(sh, "tar -xzf {archive} -C {unpacked}").run()?;
        let packed = |name: &str| sh.read_file(unpacked.join(&folder).join(name));
        for licence in LICENCES {
            // A symbolic link could be packed as a file with the name of its target.
            ensure!(
                packed(licence)? == sh.read_file(licence)?,
                "{}: {licence} is not the project's",
                package.name
            );
        }
        if workspace::library(package).is_some() {
            writeln!(dependencies, "{} = \"{}\"", package.name, package.version)?;
            writeln!(patches, "{} = {{ path = \"../packages/{folder}\" }}", package.name)?;
            let file = user.join("src/bin").join(package.name.as_str()).with_extension("rs");
            sh.write_file(file, program(&packed("README.md")?))?;
            libraries += 1;
        }
    }

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

/// Returns the example of `readme` as a program.
fn program(readme: &str) -> String {
    let example = readme.split_once("```rust\n").and_then(|(_, rest)| rest.split_once("```"));
    let example = example.map(|(example, _)| example).unwrap_or_default();
    if example.contains("fn main()") { example.into() } else { format!("fn main() {{\n{example}}}\n") }
}
