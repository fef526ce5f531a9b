//! The record of the steps of `cargo xtask ci` that passed and their inputs: `ci/passed.toml`, which a
//! passing step writes. A step with recorded inputs does not run again.

use std::collections::BTreeMap;

use anyhow::Result;
use sha2::{Digest as _, Sha256};
use xshell::{Shell, cmd};

use crate::{programs, record};

/// The file of the hashes, from the root of the project.
const PASSED: &str = "ci/passed.toml";
const HEAD: &str = "# The inputs with which each heavy step passed last (docs/development.md); a step that passes writes its line.\n";

/// Runs the step `name`, unless it passed with the current content of `inputs`, which are patterns of git.
/// Records them if the step passes and skips nothing. Returns the result in words.
pub(crate) fn run_if_changed(
    sh: &Shell,
    name: &str,
    inputs: &[&str],
    always: bool,
    run: impl Fn() -> Result<()>,
) -> Result<String> {
    let hash = hash(sh, inputs)?;
    let read = || -> Result<BTreeMap<String, String>> {
        if sh.path_exists(PASSED) { record::read(sh, PASSED) } else { Ok(BTreeMap::new()) }
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
    record::write(sh, PASSED, HEAD, &passed)?;
    Ok("ok".into())
}

/// Returns a hash of the committed `inputs` and of the compiler's version, or `None` if a file of them has
/// uncommitted changes.
pub(crate) fn hash(sh: &Shell, inputs: &[&str]) -> Result<Option<String>> {
    if !cmd!(sh, "git status --porcelain -- {inputs...}").read()?.is_empty() {
        return Ok(None);
    }
    // git fails for a pattern that matches nothing; otherwise such a step would never run again.
    let listed = cmd!(sh, "git ls-files --stage --error-unmatch -- {inputs...}").read()?;
    let content = format!("{listed}\n{}\n", cmd!(sh, "rustc --version --verbose").read()?);
    Ok(Some(Sha256::digest(content).iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use anyhow::{Result, bail};
    use xshell::{Shell, TempDir, cmd};

    use super::run_if_changed;
    use crate::programs;

    /// Creates a temporary repository with one file, `in/a`.
    fn repository() -> (Shell, TempDir) {
        let sh = Shell::new().unwrap();
        let folder = sh.create_temp_dir().unwrap();
        sh.change_dir(folder.path());
        cmd!(sh, "git init --quiet").run().unwrap();
        commit(&sh, "one");
        (sh, folder)
    }

    fn commit(sh: &Shell, text: &str) {
        sh.write_file("in/a", text).unwrap();
        cmd!(sh, "git add in").run().unwrap();
        let settings = ["-c", "user.name=A", "-c", "user.email=a@a.test", "-c", "commit.gpgsign=false"];
        cmd!(sh, "git {settings...} commit --quiet --message {text}").run().unwrap();
    }

    /// Returns the result of a step with these inputs, and true if it ran.
    fn step(sh: &Shell, inputs: &[&str], always: bool, run: fn() -> Result<()>) -> (Result<String>, bool) {
        let ran = Cell::new(false);
        let result = run_if_changed(sh, "step", inputs, always, || {
            ran.set(true);
            run()
        });
        (result, ran.get())
    }

    #[test]
    fn a_step_runs_when_its_inputs_changed() {
        let (sh, _folder) = repository();
        let ran = |always| step(&sh, &["in/*"], always, || Ok(())).1;
        assert_eq!([ran(false), ran(false), ran(true), ran(false)], [true, false, true, false]);
        commit(&sh, "two");
        assert_eq!([ran(false), ran(false)], [true, false]);
        // A file that is not committed, or has changed.
        sh.write_file("in/b", "").unwrap();
        assert_eq!([ran(false), ran(false)], [true, true]);
        sh.remove_path("in/b").unwrap();
        assert!(!ran(false));
        sh.write_file("in/a", "three").unwrap();
        assert_eq!([ran(false), ran(false)], [true, true]);
    }

    #[test]
    fn what_fails_or_skips_something_is_not_recorded() {
        let (sh, _folder) = repository();
        for _ in 0..2 {
            let (failed, ran) = step(&sh, &["in"], false, || bail!("no"));
            assert!(failed.is_err() && ran);
            let (skipped, ran) = step(&sh, &["in"], false, || {
                programs::skip("no compiler");
                Ok(())
            });
            assert_eq!((&*skipped.unwrap(), ran), ("ok, not recorded: something was skipped", true));
        }
    }

    #[test]
    fn a_pattern_without_files_is_an_error() {
        let (sh, _folder) = repository();
        let (refused, ran) = step(&sh, &["in", "out"], false, || Ok(()));
        assert!(refused.is_err() && !ran);
    }
}
