//! Which steps of `cargo xtask ci` passed with which inputs: `ci/passed.toml`, which a step that passes writes. One whose inputs are
//! recorded there does not run again.

use std::collections::BTreeMap;

use anyhow::Result;
use sha2::{Digest as _, Sha256};
use xshell::{Shell, cmd};

use crate::{programs, record};

/// Where the hashes are, from the root of the project.
const PASSED: &str = "ci/passed.toml";
const HEAD: &str = "# The inputs with which each heavy step passed last (docs/development.md); a step that passes writes its line.\n";

/// Runs the step `name`, unless it passed with `inputs`, patterns of git, as they are; records them if it passes and skips nothing.
/// Returns the result in words.
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

/// A hash of what git has of `inputs`, and of the compiler's version; none if a file of them is not committed as it is.
pub(crate) fn hash(sh: &Shell, inputs: &[&str]) -> Result<Option<String>> {
    if !cmd!(sh, "git status --porcelain -- {inputs...}").read()?.is_empty() {
        return Ok(None);
    }
    // It fails for a pattern that matches nothing, whose step would never run again.
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

    /// In a repository with one file, `in/a`, which is removed at the end.
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

    /// The result of a step with these inputs, and whether it ran.
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
        // A file that is not committed, or not as it is.
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
