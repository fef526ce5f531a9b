//! Mutants, compiled at once in a copy of the tree, and the tests that run with each.

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::{Context as _, Result, ensure};
use cargo_metadata::{Message, camino::Utf8PathBuf, diagnostic::DiagnosticLevel};
use walkdir::WalkDir;
use xshell::{Shell, cmd};

use super::{
    mutant::{Mutant, Outcome, Record},
    switched::{SWITCH, Switched, VARIABLE},
};

/// The crate that all others use. It gets the switch.
const CORE: &str = "crates/url-core/src/lib.rs";

/// The processor time of a process, in seconds: a mutant may loop forever.
const SECONDS: u32 = 60;

/// The crates whose tests run, in addition to the changed one.
const TESTED: [&str; 10] = [
    "url-preprocess",
    "url-scheme",
    "url-authority",
    "url-host",
    "url-path",
    "url-query",
    "url-serialize",
    "url-specs",
    "url-facade",
    "url-diff",
];

/// Tests of many or long inputs, which take longer than all others together.
const LONG: [&str; 6] = [
    "--skip=idna_crate::",
    "--skip=properties::",
    "--skip=recorder::",
    "--skip=ways::",
    "--skip=hostile_input",
    "--skip=long_",
];

/// Ends a test program at the first failure. The option is unstable.
const FAIL_FAST: [&str; 2] = ["-Zunstable-options", "--fail-fast"];

/// A test program: its package, its name, which is that of the crate for unit tests (`None` for every program
/// of the package), and its arguments.
type Suite = (&'static str, Option<&'static str>, Vec<&'static str>);

/// Returns the tests for `mutant`, those that are most likely to fail first: the vectors of its spec, the
/// tests of its crate, and more of the facade's. For a mutant in the code of a section, returns those of the
/// section's spec alone.
fn suites(mutant: &Mutant) -> Vec<Suite> {
    let facade = |name, arguments: &[&'static str]| ("url-facade", Some(name), arguments.to_vec());
    let (file, section) = (&*mutant.file, mutant.section.as_deref());
    let about = section.unwrap_or(file);
    let spec = ["barth", "connolly", "rfc3986", "webspecs"].into_iter().find(|spec| about.contains(spec));
    let of_whatwg = ["whatwg", "uts46", "encoding", "/fast.rs"];
    let is_whatwg = match section {
        Some(id) => id.starts_with("whatwg#"),
        None => of_whatwg.iter().any(|name| file.contains(name)),
    };
    let mut suites = Vec::new();
    if section.is_none() {
        // The comparison of the reported sections is fastest.
        suites.push(facade("facade", &["reported::"]));
    }
    // `risk` belongs to no spec.
    if section.is_some() || !file.contains("/risk/") {
        suites.push(match spec {
            None if is_whatwg => facade("whatwg", &LONG),
            spec => facade("specs", &[&LONG[..], &[spec.unwrap_or("manakai")]].concat()),
        });
    }
    let package = file.split('/').nth(1).unwrap_or_default();
    let of_crate = TESTED.into_iter().find(|&name| name == package && name != "url-facade");
    suites.extend(of_crate.map(|package| (package, None, LONG.to_vec())));
    if section.is_some() {
        suites.push(facade("facade", &["holds_on_own_vectors", "setters::", "search_params::"]));
    } else {
        let of_facade = ["url_facade", "specs", "whatwg", "facade", "allocations"];
        suites.extend(of_facade.map(|name| facade(name, &LONG)));
        // Compares untraced runs with traced ones, on the same input in each run.
        suites.push(facade("facade", &["properties::holds_on_"]));
        suites.extend(["url_diff", "diff", "agree"].map(|name| ("url-diff", Some(name), LONG.to_vec())));
    }
    if is_whatwg || section.is_none() {
        // The comparison of every way with the steps takes longest.
        suites.push(facade("facade", &["ways::"]));
    }
    suites
}

/// A copy of the project that contains mutants, and its test programs.
pub(super) struct Farm<'m> {
    mutants: &'m [Mutant],
    /// The mutants that do not compile.
    left_out: BTreeSet<usize>,
    programs: Vec<Program>,
    /// A shell in the folder of the copy.
    sh: Shell,
}

/// A test program.
struct Program {
    package: String,
    name: String,
    path: Utf8PathBuf,
    /// The folder where it runs.
    folder: Utf8PathBuf,
}

impl<'m> Farm<'m> {
    /// Copies the project to `folder`, and compiles `mutants` there. Leaves out `left_out`, which are known
    /// not to compile, and others that the compiler rejects.
    pub(super) fn build(
        project: &Shell,
        folder: &Path,
        mutants: &'m [Mutant],
        mut left_out: BTreeSet<usize>,
    ) -> Result<Self> {
        let sh = Shell::new()?;
        sh.change_dir(sh.create_dir(folder.join("tree"))?);
        let mut by_file = BTreeMap::<_, Vec<_>>::from([(CORE, Vec::new())]);
        for (number, mutant) in mutants.iter().enumerate() {
            by_file.entry(&*mutant.file).or_default().push((number, mutant));
        }
        let listed = cmd!(project, "git ls-files -z").read()?;
        for path in listed.split_terminator('\0').filter(|path| !by_file.contains_key(path)) {
            write(&sh, path, &project.read_binary_file(path)?)?;
        }
        keep_only(&sh, &listed.split_terminator('\0').collect())?;
        loop {
            let mut switched = BTreeMap::new();
            for (&file, mutants) in &by_file {
                let text = project.read_file(file)?;
                let call =
                    if file.starts_with("crates/url-core/") { "crate::mutant" } else { "::url_core::mutant" };
                let mutants: Vec<_> =
                    mutants.iter().copied().filter(|(number, _)| !left_out.contains(number)).collect();
                let mut made = Switched::new(&text, call, &mutants).with_context(|| file.to_owned())?;
                left_out.extend(made.left_out.drain(..));
                if file == CORE {
                    made.text.push_str(SWITCH);
                }
                write(&sh, file, made.text.as_bytes())?;
                switched.insert(file, made);
            }
            let (compiles, messages) = cargo(&sh, &["check", "--keep-going"])?;
            if compiles {
                break;
            }
            let before = left_out.len();
            let errors = messages.into_iter().filter_map(|message| match message {
                Message::CompilerMessage(of) if of.message.level == DiagnosticLevel::Error => {
                    Some(of.message)
                }
                _ => None,
            });
            let mut rendered = String::new();
            for error in errors {
                for span in error.spans.into_iter().filter(|span| span.is_primary) {
                    if let Some(file) = switched.get(&*span.file_name) {
                        left_out.extend(file.at(&(span.byte_start as usize..span.byte_end as usize)));
                    }
                }
                rendered.extend(error.rendered);
            }
            ensure!(left_out.len() > before, "it does not compile without mutants:\n{rendered}");
            println!("{} of {} mutants left out, which do not compile", left_out.len(), mutants.len());
        }
        let (compiles, messages) = cargo(&sh, &["test", "--no-run"])?;
        ensure!(compiles, "the tests of {} do not compile", sh.current_dir().display());
        let programs = messages.into_iter().filter_map(|message| {
            let Message::CompilerArtifact(built) = message else { return None };
            let folder = built.manifest_path.parent()?.to_owned();
            let package = folder.file_name()?.to_owned();
            Some(Program { package, name: built.target.name, path: built.executable?, folder })
        });
        let suites = env::var_os("URLSPEC_SUITES").map_or_else(|| "../shared/suites".into(), PathBuf::from);
        let suites = project.current_dir().join(suites);
        for (name, value) in [("INSTA_UPDATE", "no"), ("RUSTC_BOOTSTRAP", "1")] {
            sh.set_var(name, value);
        }
        sh.set_var("URLSPEC_SUITES", fs::canonicalize(&suites).unwrap_or(suites));
        let farm = Self { mutants, left_out, programs: programs.collect(), sh };
        ensure!(
            farm.programs.iter().all(|program| farm.passes(program, &LONG, None).unwrap_or(false)),
            "a test fails without a mutant"
        );
        Ok(farm)
    }

    /// True if the mutant `number` compiles.
    pub(super) fn compiles(&self, number: usize) -> bool {
        !self.left_out.contains(&number)
    }

    /// Runs the tests with the mutant `number` until one fails.
    pub(super) fn run(&self, number: usize) -> Result<Record> {
        let start = Instant::now();
        let (outcome, by) =
            if self.compiles(number) { self.test(number)? } else { (Outcome::Unbuildable, None) };
        let seconds = start.elapsed().as_secs_f64();
        Ok(Record { name: self.mutants[number].name.clone(), outcome, by, seconds })
    }

    fn test(&self, number: usize) -> Result<(Outcome, Option<String>)> {
        for (package, name, arguments) in suites(&self.mutants[number]) {
            let of_suite = |program: &&Program| {
                program.package == package && name.is_none_or(|name| name == program.name)
            };
            for program in self.programs.iter().filter(of_suite) {
                if !self.passes(program, &arguments, Some(number))? {
                    return Ok((Outcome::Killed, Some(format!("{} {}", program.package, program.name))));
                }
            }
        }
        Ok((Outcome::Survived, None))
    }

    /// True if the tests of `program` pass.
    fn passes(&self, program: &Program, arguments: &[&str], mutant: Option<usize>) -> Result<bool> {
        let (Self { sh, .. }, Program { path, folder, .. }) = (self, program);
        let _folder = sh.push_dir(folder);
        let limited = format!("ulimit -t {SECONDS}; exec \"$@\"");
        let command = cmd!(sh, "sh -c {limited} sh {path} {FAIL_FAST...} {arguments...}");
        let command = command.env("CARGO_MANIFEST_DIR", folder).ignore_status();
        let command = command.envs(mutant.map(|number| (VARIABLE, number.to_string())));
        Ok(command.ignore_stdout().ignore_stderr().output()?.status.success())
    }
}

/// Writes a file of the copy if it differs: an unchanged file is not compiled again.
fn write(sh: &Shell, path: &str, content: &[u8]) -> Result<()> {
    if sh.read_binary_file(path).ok().as_deref() != Some(content) {
        sh.write_file(path, content)?;
    }
    Ok(())
}

/// Removes the files of an earlier copy that are not among `listed`.
fn keep_only(sh: &Shell, listed: &BTreeSet<&str>) -> Result<()> {
    let folder = sh.current_dir();
    for entry in WalkDir::new(&folder) {
        let entry = entry?;
        let name = entry.path().strip_prefix(&folder)?.to_str();
        if entry.file_type().is_file() && name.is_none_or(|name| !listed.contains(name)) {
            sh.remove_path(entry.path())?;
        }
    }
    Ok(())
}

/// Runs cargo on the tests. Returns true if it succeeds, and its messages.
fn cargo(sh: &Shell, command: &[&str]) -> Result<(bool, Vec<Message>)> {
    let tested = TESTED.iter().flat_map(|package| ["-p", package]);
    let options = ["--quiet", "--locked", "--message-format=json", "--all-features", "--lib", "--tests"];
    let cargo = cmd!(sh, "cargo {command...} {options...} {tested...}").ignore_status().ignore_stderr();
    let cargo = cargo.env("CARGO_TARGET_DIR", sh.current_dir().with_file_name("target"));
    let output = cargo.env("RUSTFLAGS", "--cap-lints=warn").env("CARGO_PROFILE_DEV_DEBUG", "0").output()?;
    let messages = Message::parse_stream(&*output.stdout).filter_map(Result::ok).collect();
    Ok((output.status.success(), messages))
}
