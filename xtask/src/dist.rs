//! `cargo xtask dist`: builds the archive of the program for a release, in `target/archives`. The archive has
//! the program, a list of the crates in it (an SBOM in the format `CycloneDX`), and their licences.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result, ensure};
use cargo_metadata::{MetadataCommand, Package};
use serde_json::{Value, json};
use xshell::{Shell, cmd};

use crate::{programs, report};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The target triple, such as `aarch64-unknown-linux-gnu`. By default, that of this machine.
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,
}

pub(crate) fn run(sh: &Shell, options: &Options) -> Result<()> {
    let host = programs::rustc(sh, "host:")?;
    let target = options.target.as_ref().unwrap_or(&host);
    ensure!(programs::has_target(sh, target)?, "install the target: `rustup target add {target}`");
    cmd!(sh, "cargo build --locked --profile dist --target {target} -p urlspec").run()?;
    let crates = crates(sh, target)?;
    let ours = crates.iter().find(|package| package.name == "urlspec").context("no urlspec")?;
    let (built, name) = (programs::target(sh)?, format!("urlspec-{}-{target}", ours.version));
    let place = built.join("archives");
    let folder = place.join(&name);
    sh.remove_path(&folder)?;
    sh.create_dir(&folder)?;
    let program = if target.contains("windows") { "urlspec.exe" } else { "urlspec" };
    sh.copy_file(built.join(target).join("dist").join(program), &folder)?;
    for file in ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "crates/urlspec/README.md"] {
        sh.copy_file(file, &folder)?;
    }
    sh.write_file(folder.join("urlspec.cdx.json"), format!("{:#}\n", sbom(&crates)))?;
    sh.write_file(folder.join("LICENSES-OF-CRATES.txt"), licences(sh, &crates)?)?;
    let archive = format!("{name}.tar.gz");
    let path = place.join(&archive);
    cmd!(sh, "tar -czf {path} -C {place} {name}").run()?;
    let sum = format!("{}  {archive}\n", report::sha256(sh.read_binary_file(&path)?));
    print!("{sum}");
    Ok(sh.write_file(place.join(format!("{archive}.sha256")), sum)?)
}

/// Returns the packages that the program contains on `target`, with its default features, sorted by name.
fn crates(sh: &Shell, target: &str) -> Result<Vec<Package>> {
    let tree = ["-p", "urlspec", "--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"];
    let listed = cmd!(sh, "cargo tree --locked --target {target} {tree...}").read()?;
    // A line begins with the name and the version of a package: `csv v1.4.0`.
    let used: BTreeSet<_> = listed.lines().map(|line| line.split(" (").next().unwrap_or(line)).collect();
    let mut command = MetadataCommand::new();
    let metadata = command.current_dir(sh.current_dir()).other_options(["--locked".to_owned()]).exec()?;
    let mut crates = metadata.packages;
    crates.retain(|package| used.contains(&*format!("{} v{}", package.name, package.version)));
    crates.sort_by(|one, other| (&one.name, &one.version).cmp(&(&other.name, &other.version)));
    ensure!(crates.len() == used.len(), "cargo lists {} crates, and describes {}", used.len(), crates.len());
    Ok(crates)
}

fn sbom(crates: &[Package]) -> Value {
    let component = |package: &Package| {
        let (name, version) = (package.name.as_str(), package.version.to_string());
        // In old manifests, a slash stands for `OR`.
        let licence = package.license.as_deref().unwrap_or("NOASSERTION").replace('/', " OR ");
        let purl = format!("pkg:cargo/{name}@{version}");
        json!({"type": "library", "name": name, "version": version, "purl": purl, "licenses": [{"expression": licence}]})
    };
    let components: Vec<_> = crates.iter().map(component).collect();
    json!({"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "components": components})
}

/// Returns the licence texts of `crates`, each text once, below the names of the crates that contain it.
fn licences(sh: &Shell, crates: &[Package]) -> Result<String> {
    const NAMES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in crates {
        let mut found = Vec::new();
        for file in sh.read_dir(package.manifest_path.parent().context("a manifest in no folder")?)? {
            let name = file.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
            if file.is_file() && NAMES.iter().any(|start| name.starts_with(start)) {
                found.push(sh.read_file(file)?);
            }
        }
        if found.is_empty() {
            found.push(package.license.clone().unwrap_or_default());
        }
        for text in found {
            texts.entry(text).or_default().push(format!("{} {}", package.name, package.version));
        }
    }
    let texts =
        texts.iter().map(|(text, names)| format!("== {}\n\n{}\n\n", names.join(", "), text.trim_end()));
    Ok(texts.collect())
}
