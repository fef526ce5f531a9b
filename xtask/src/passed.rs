//! Which steps of `cargo xtask ci` passed with which inputs: `ci/passed.toml`, which a step that passes writes. One whose inputs are
//! recorded there does not run again.

use std::{collections::BTreeMap, fs, path::Path, process::Command};

use anyhow::{Context as _, Result};
use sha2::{Digest as _, Sha256};

use crate::programs;

/// Where the hashes are, from the root of the project.
const PASSED: &str = "ci/passed.toml";

/// Runs the step `name`, unless it passed with `inputs`, patterns of git, as they are; records them if it passes and skips nothing.
/// Returns the result in words.
pub(crate) fn run_if_changed(
    root: &Path,
    name: &str,
    inputs: &[&str],
    always: bool,
    run: impl Fn() -> Result<()>,
) -> Result<String> {
    let hash = hash(root, inputs)?;
    let path = root.join(PASSED);
    let read = || -> Result<BTreeMap<String, String>> {
        let text = if path.exists() { fs::read_to_string(&path)? } else { String::new() };
        toml::from_str(&text).with_context(|| format!("in {PASSED}"))
    };
    if let (false, Some(hash)) = (always, &hash)
        && read()?.get(name) == Some(hash)
    {
        println!("unchanged since {hash}");
        return Ok("unchanged".into());
    }
    let skips = programs::skips();
    run()?;
    let Some(hash) = hash else { return Ok("ok, not recorded: its inputs are not committed".into()) };
    if programs::skips() > skips {
        return Ok("ok, not recorded: something was skipped".into());
    }
    let mut passed = read()?;
    passed.insert(name.into(), hash);
    let text = format!(
        "# The inputs with which each heavy step passed last (docs/development.md); a step that passes writes its line.\n\n{}",
        toml::to_string(&passed)?
    );
    fs::create_dir_all(root.join("ci"))?;
    fs::write(&path, text).with_context(|| format!("cannot write {PASSED}"))?;
    Ok("ok".into())
}

/// A hash of what git has of `inputs`, and of the compiler's version; none if a file of them is not committed as it is.
pub(crate) fn hash(root: &Path, inputs: &[&str]) -> Result<Option<String>> {
    let git =
        |arguments: &[&str]| programs::read(root, Command::new("git").args(arguments).arg("--").args(inputs));
    if !git(&["status", "--porcelain"])?.is_empty() {
        return Ok(None);
    }
    // It fails for a pattern that matches nothing, whose step would never run again.
    let listed = git(&["ls-files", "--stage", "--error-unmatch"])?;
    let content = listed + &programs::read(root, Command::new("rustc").args(["--version", "--verbose"]))?;
    Ok(Some(Sha256::digest(content).iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))))
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, fs, process::Command};

    use anyhow::{Result, bail};

    use super::run_if_changed;
    use crate::programs;

    /// A repository with one file, `in/a`; removed at the end.
    struct Repository(tempfile::TempDir);

    impl Repository {
        fn new() -> Self {
            let repository = Self(tempfile::tempdir().unwrap());
            fs::create_dir(repository.0.path().join("in")).unwrap();
            repository.git(&["init", "--quiet"]);
            repository.commit("one");
            repository
        }

        fn git(&self, arguments: &[&str]) {
            let settings = ["-c", "user.name=A", "-c", "user.email=a@a.test", "-c", "commit.gpgsign=false"];
            programs::read(self.0.path(), Command::new("git").args(settings).args(arguments)).unwrap();
        }

        /// Writes `text` to the file `name`.
        fn write(&self, name: &str, text: &str) {
            fs::write(self.0.path().join(name), text).unwrap();
        }

        fn commit(&self, text: &str) {
            self.write("in/a", text);
            self.git(&["add", "in"]);
            self.git(&["commit", "--quiet", "--message", text]);
        }

        /// The result of a step with these inputs, and whether it ran.
        fn step(&self, inputs: &[&str], always: bool, run: fn() -> Result<()>) -> (Result<String>, bool) {
            let ran = Cell::new(false);
            let step = || {
                ran.set(true);
                run()
            };
            (run_if_changed(self.0.path(), "step", inputs, always, step), ran.get())
        }
    }

    #[test]
    fn a_step_runs_when_its_inputs_changed() {
        let repository = Repository::new();
        let ran = |always| repository.step(&["in/*"], always, || Ok(())).1;
        assert_eq!([ran(false), ran(false), ran(true), ran(false)], [true, false, true, false]);
        repository.commit("two");
        assert_eq!([ran(false), ran(false)], [true, false]);
        // A file that is not committed, or not as it is.
        repository.write("in/b", "");
        assert_eq!([ran(false), ran(false)], [true, true]);
        fs::remove_file(repository.0.path().join("in/b")).unwrap();
        assert!(!ran(false));
        repository.write("in/a", "three");
        assert_eq!([ran(false), ran(false)], [true, true]);
    }

    #[test]
    fn what_fails_or_skips_something_is_not_recorded() {
        let repository = Repository::new();
        for _ in 0..2 {
            let (failed, ran) = repository.step(&["in"], false, || bail!("no"));
            assert!(failed.is_err() && ran);
            let (skipped, ran) = repository.step(&["in"], false, || {
                programs::skip("no compiler");
                Ok(())
            });
            assert_eq!((&*skipped.unwrap(), ran), ("ok, not recorded: something was skipped", true));
        }
    }

    #[test]
    fn a_pattern_without_files_is_an_error() {
        let (refused, ran) = Repository::new().step(&["in", "out"], false, || Ok(()));
        assert!(refused.is_err() && !ran);
    }
}
