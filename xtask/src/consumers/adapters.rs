//! Runs the adapters in `crates/url-consumers/adapters/`: small programs that call a real URL parser.

use std::fmt::{Display, Write as _};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use serde::Deserialize;
use serde_json::{Value, json};
use url_testdata::Record;
use wait_timeout::ChildExt as _;
use xshell::{Shell, cmd};

use crate::programs::{self, read, skip};
use crate::report;

pub(super) const MOST_PRINTED: usize = 20;

/// The file that lists the programs whose parsers this project imitates.
pub(super) const CONSUMERS: &str = "crates/url-consumers/adapters/consumers.toml";
/// The file that lists the programs that fetch URLs.
pub(super) const CLIENTS: &str = "crates/url-consumers/adapters/clients/clients.toml";

/// The maximum number of inputs for one run of an adapter. A run may take the time `START`, and in addition
/// the time `EACH` for each input.
const BATCH: usize = 4000;
pub(super) const START: Duration = Duration::from_secs(20);
const EACH: Duration = Duration::from_millis(25);

#[derive(Deserialize)]
struct List {
    #[serde(alias = "program")]
    consumer: Vec<Adapter>,
}

#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Adapter {
    pub(super) profile: String,
    pub(super) version: String,
    packages: Vec<String>,
    pip: Vec<String>,
    npm: Vec<String>,
    build: Vec<Vec<String>>,
    run: Vec<String>,
    /// True if the adapter can also resolve a reference, which is an input line with a `base`.
    pub(super) resolves: bool,
    /// The name in `clients.toml` of the client that uses this parser, with `-` instead of `/` and `:`.
    pub(super) client: Option<String>,
    /// The clients that one entry of `clients.toml` lists. [`list`] returns an adapter for each of them.
    clients: Vec<String>,
    #[serde(skip)]
    folder: PathBuf,
    #[serde(skip)]
    out: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Install {
    Nothing,
    /// Install pip and npm packages in environments below the target folder.
    Environments,
    /// Install pip, npm and Debian packages. If the user may not install Debian packages, install nothing.
    All,
}

pub(super) fn list(sh: &Shell, file: &str) -> Result<Vec<Adapter>> {
    let (folder, out) = (sh.current_dir().join(file).with_file_name(""), out(sh, file)?);
    let adapters = report::read::<List>(sh, file)?.consumer.into_iter();
    let adapters = adapters.map(|one| Adapter { folder: folder.clone(), out: out.clone(), ..one });
    let for_each_client = |adapter: Adapter| {
        let of_client = |client: &String| {
            let way = client.split_once(':').map_or(&**client, |(_, way)| way);
            let run = adapter.run.iter().map(|word| word.replace("{client}", way)).collect();
            Adapter { profile: client.replace(['/', ':'], "-"), run, ..adapter.clone() }
        };
        let all: Vec<_> = adapter.clients.iter().map(of_client).collect();
        if all.is_empty() { vec![adapter] } else { all }
    };
    Ok(adapters.flat_map(for_each_client).collect())
}

pub(super) fn out(sh: &Shell, file: &str) -> Result<PathBuf> {
    Ok(sh.create_dir(programs::target(sh)?.join(file).with_file_name(""))?)
}

/// For each adapter in `file` that `is_asked` accepts, installs the required packages that `install` permits,
/// builds the adapter, and runs it. Returns the adapters that run, with the versions of their programs.
pub(super) fn running(
    sh: &Shell,
    file: &str,
    install: Install,
    is_asked: impl Fn(&Adapter) -> bool,
) -> Result<Vec<(Adapter, String)>> {
    let has_debian = install == Install::All && cmd!(sh, "apt-get update -q").run().is_ok();
    let install = if install == Install::All && !has_debian { Install::Nothing } else { install };
    let mut running = Vec::new();
    for adapter in list(sh, file)?.into_iter().filter(is_asked) {
        let mut version = adapter.prepare(sh, install);
        let packages = &adapter.packages;
        let packages = cmd!(sh, "apt-get install -qy --no-install-recommends {packages...}");
        if version.is_err() && has_debian && packages.run().is_ok() {
            version = adapter.prepare(sh, install);
        }
        match version {
            Ok(version) => running.push((adapter, version)),
            Err(error) => {
                let reason = format!("{error:#}");
                skip(format_args!("{}: {}", adapter.profile, reason.lines().last().unwrap_or_default()));
            }
        }
    }
    Ok(running)
}

impl Adapter {
    /// Returns the name of the profile and `version`, the version of the installed program. If the profile is
    /// of another version, names that version too.
    pub(super) fn named(&self, version: &str) -> String {
        let is_exact = version.starts_with(&self.version);
        let note = if is_exact { "" } else { &*format!(" (the profile simulates {})", self.version) };
        format!("{} {version}{note}", self.profile)
    }

    fn prepare(&self, sh: &Shell, install: Install) -> Result<String> {
        self.make_environment(sh, install)?;
        for line in &self.build {
            read(self.command(line))?;
        }
        let mut program = self.program();
        program.arg("--version");
        Ok(read(program)?.trim().to_owned())
    }

    /// Installs the pip and npm packages of this adapter in its folder, unless they are installed already.
    fn make_environment(&self, sh: &Shell, install: Install) -> Result<()> {
        let Self { pip, npm, .. } = self;
        let pins = [&**pip, npm].concat().join("\n");
        let (folder, pinned) = (self.environment(), self.environment().join("pinned"));
        if pins.is_empty() || sh.read_file(&pinned).is_ok_and(|found| found == pins) {
            return Ok(());
        }
        let advice = format!("`cargo xtask consumers record --edition {}` does that", self.profile);
        ensure!(install != Install::Nothing, "its packages are not installed: {advice}");
        sh.remove_path(&folder)?;
        let _folder = sh.push_dir(sh.create_dir(&folder)?);
        if !pip.is_empty() {
            read(cmd!(sh, "python3 -m venv ."))?;
            read(cmd!(sh, "bin/pip install --quiet {pip...}"))?;
        }
        if !npm.is_empty() {
            // Without this file, npm would use a `package.json` in a parent folder.
            sh.write_file("package.json", "{}")?;
            read(cmd!(sh, "npm install --silent --ignore-scripts {npm...}"))?;
        }
        Ok(sh.write_file(pinned, pins)?)
    }

    fn environment(&self) -> PathBuf {
        self.out.join("environments").join(&self.profile)
    }

    /// Returns the answer to each of `lines`. If the program crashes or is too slow, this is `crashed`.
    pub(super) fn ask(&self, lines: &[Value]) -> Result<Vec<Record>> {
        // If the program fails on this simple line, the program cannot run here.
        self.ask_batch(&[json!({ "input": "http://a.test/" })])?;
        let mut answers = Vec::new();
        let mut batches: Vec<_> = lines.chunks(BATCH).rev().collect();
        while let Some(batch) = batches.pop() {
            match (self.ask_batch(batch), batch) {
                (Ok(found), _) => answers.extend(found),
                (Err(_), [_]) => answers.push(Record::from_iter([("error".into(), "crashed".into())])),
                (Err(error), _) => {
                    println!("{}: asked in halves: {error:#}", self.profile);
                    let (first, second) = batch.split_at(batch.len() / 2);
                    batches.extend([second, first]);
                }
            }
        }
        Ok(answers)
    }

    fn ask_batch(&self, lines: &[impl Display]) -> Result<Vec<Record>> {
        run_lines(START, &mut self.program(), &self.work_file(), lines.iter())
    }

    /// Returns the path of the file that becomes the program's standard input.
    pub(super) fn work_file(&self) -> PathBuf {
        self.out.join(format!("{}.jsonl", self.profile))
    }

    pub(super) fn program(&self) -> Command {
        self.command(&self.run)
    }

    fn command(&self, line: &[String]) -> Command {
        let (out, environment) = (self.out.to_string_lossy(), self.environment());
        let environment = environment.to_string_lossy();
        let mut words = line.iter().map(|word| word.replace("{out}", &out).replace("{env}", &environment));
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words).current_dir(&self.folder);
        command
    }
}

/// Writes `lines` to `file`, and runs `command` with this file as its stdin. Returns the JSON object that the
/// command prints for each line.
pub(super) fn run_lines(
    start: Duration,
    command: &mut Command,
    file: &Path,
    lines: impl Iterator<Item = impl Display>,
) -> Result<Vec<Record>> {
    let program = command.get_program().to_string_lossy().into_owned();
    let (mut count, mut text) = (0, String::new());
    for line in lines {
        writeln!(text, "{line}")?;
        count += 1;
    }
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?;
    // Files are used for input and output, because full pipes could block both programs.
    let printed = file.with_extension("out");
    let mut child = command.stdin(File::open(file)?).stdout(File::create(&printed)?).spawn()?;
    let patience = start + EACH * u32::try_from(count)?;
    let Some(status) = child.wait_timeout(patience)? else {
        child.kill()?;
        child.wait()?;
        bail!("{program} took more than {} seconds", patience.as_secs());
    };
    ensure!(status.success(), "{program} failed ({status})");
    let printed = fs::read(printed)?;
    let answers =
        serde_json::Deserializer::from_slice(&printed).into_iter().collect::<Result<Vec<Record>, _>>();
    let answers = answers.with_context(|| format!("{program} wrote something else than JSON objects"))?;
    ensure!(answers.len() == count, "{program} answered {} of {count} inputs", answers.len());
    Ok(answers)
}

#[cfg(test)]
mod tests {
    use url_testdata::consumers::was_asked;

    use super::*;

    #[test]
    fn adapters_answer_whatever_json_holds() {
        let sh = &crate::project().unwrap();
        let long = format!("http://a/{}", "a".repeat(1 << 20));
        let bad = [r"\u0000", r"http://a\u0000b/", r"http://a/\ud800", r"http://\udc00/", &long];
        let line = |base: &str, input: &str| format!(r#"{{{base}"input":"{input}"}}"#);
        let lines: Vec<_> = bad.iter().map(|input| line("", input)).collect();
        let running = running(sh, CONSUMERS, Install::Nothing, |_| true).unwrap();
        for adapter in list(sh, CONSUMERS).unwrap() {
            if !running.iter().any(|(one, _)| one.profile == adapter.profile) {
                url_testdata::record_skip(&format!("{}: not installed", adapter.profile));
                continue;
            }
            let mut lines = lines.clone();
            let bases = bad.iter().filter(|_| adapter.resolves);
            lines.extend(bases.map(|base| line(&format!(r#""base":"{base}","#), "b")));
            let answers = adapter.ask_batch(&lines);
            for answer in answers.unwrap_or_else(|error| panic!("{}: {error:#}", adapter.profile)) {
                assert!(was_asked(&answer) || answer.contains_key("why"), "{}: {answer:?}", adapter.profile);
            }
        }
    }

    #[test]
    fn what_brings_a_program_down_is_an_answer() {
        let sh = &crate::project().unwrap();
        let folder = sh.create_temp_dir().unwrap();
        let out = folder.path().to_owned();
        let program = r"while read -r line; do case $line in *down*) kill -9 $$;; *) echo {}; esac; done";
        let adapter = Adapter {
            profile: "fake".into(),
            run: ["sh", "-c", program].map(Into::into).to_vec(),
            folder: out.clone(),
            out: out.clone(),
            ..Adapter::default()
        };
        let answers = adapter.ask(&["a", "down", "b", "c"].map(|input| json!({ "input": input }))).unwrap();
        let answers: Vec<_> = answers.iter().map(|answer| answer.get("error")).collect();
        assert_eq!(answers, [None, Some(&"crashed".into()), None, None]);
        let (mut hangs, file) = (Command::new("sleep"), out.join("hangs.jsonl"));
        let ended = run_lines(Duration::from_millis(50), hangs.arg("60"), &file, [json!({})].iter());
        assert!(ended.unwrap_err().to_string().contains("sleep took more than"));
        let broken = Adapter { run: vec!["false".into()], ..adapter };
        assert!(broken.ask(&[json!("a")]).is_err() && broken.prepare(sh, Install::Nothing).is_err());
    }
}
