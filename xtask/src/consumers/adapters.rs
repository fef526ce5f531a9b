//! The adapters of `consumers/`: which are there, and what their programs answer.

use std::{
    fs::{self, File},
    io::{BufWriter, Write as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use serde_json::{Value, json};
use url_testdata::Record;

use crate::{
    programs::{execute, read, runs},
    workspace::Workspace,
};

/// The folder of the adapters, and the list of them there.
const FOLDER: &str = "consumers";
const LIST: &str = "consumers.toml";

/// The folder of the adapters of clients, and the list of them there.
const CLIENTS: &str = "consumers/clients";
const LIST_OF_CLIENTS: &str = "clients.toml";

#[derive(Deserialize)]
struct List {
    consumer: Vec<Adapter>,
}

#[derive(Deserialize)]
struct ListOfClients {
    program: Vec<Program>,
}

/// A program that fetches in several ways, as `clients.toml` describes it.
#[derive(Deserialize)]
struct Program {
    clients: Vec<String>,
    #[serde(default)]
    build: Vec<Vec<String>>,
    run: Vec<String>,
}

/// One program, as `consumers.toml` describes it.
#[derive(Deserialize)]
pub(super) struct Adapter {
    pub(super) profile: String,
    pub(super) version: String,
    packages: Vec<String>,
    #[serde(default)]
    build: Vec<Vec<String>>,
    run: Vec<String>,
    /// The client of `clients.toml` that fetches what this program parses, as its work file is called.
    pub(super) client: Option<String>,
    /// Where the adapters are, and where what is built of them goes.
    #[serde(skip)]
    folder: PathBuf,
    #[serde(skip)]
    out: PathBuf,
}

/// Adapters, each with the version of its program, or why it does not run.
type Tried = Vec<(Adapter, Result<String>)>;

/// Builds and tries every adapter: each with the version of its program, or why it does not run. Installs the packages of those that do not run, if that is asked for and possible.
pub(super) fn available(root: &Path, may_install: bool) -> Result<Tried> {
    let folder = root.join(FOLDER).canonicalize().with_context(|| format!("no folder {FOLDER}"))?;
    let out = Workspace::load(root)?.target_directory.join(FOLDER);
    fs::create_dir_all(&out)?;
    let mut adapters = Vec::new();
    let may_install = may_install && is_root() && runs(Command::new("apt-get").arg("--version"));
    let mut is_updated = false;
    for adapter in list(root)? {
        let adapter = Adapter { folder: folder.clone(), out: out.clone(), ..adapter };
        let mut version = adapter.prepare();
        if version.is_err() && may_install {
            if !is_updated {
                is_updated = execute(root, Command::new("apt-get").args(["update", "-q"])).is_ok();
            }
            let mut install = Command::new("apt-get");
            install.args(["install", "-qy", "--no-install-recommends"]).args(&adapter.packages);
            if execute(root, &mut install).is_ok() {
                version = adapter.prepare();
            }
        }
        if let Err(error) = &version {
            println!("{}: not asked: {error:#}", adapter.profile);
        }
        adapters.push((adapter, version));
    }
    Ok(adapters)
}

/// The consumers of `consumers.toml`.
pub(super) fn list(root: &Path) -> Result<Vec<Adapter>> {
    let list: List = toml::from_str(&fs::read_to_string(root.join(FOLDER).join(LIST))?)?;
    Ok(list.consumer)
}

/// Builds and tries the adapter of every client, as [`available`] does; installs nothing. Also returns the folder of what is built.
pub(super) fn clients(root: &Path) -> Result<(Tried, PathBuf)> {
    let folder = root.join(CLIENTS).canonicalize().with_context(|| format!("no folder {CLIENTS}"))?;
    let out = Workspace::load(root)?.target_directory.join(CLIENTS);
    fs::create_dir_all(&out)?;
    let list: ListOfClients = toml::from_str(&fs::read_to_string(folder.join(LIST_OF_CLIENTS))?)?;
    let mut adapters = Vec::new();
    for Program { clients, build, run } in list.program {
        for client in clients {
            let way = client.split_once(':').map_or(&*client, |(_, way)| way);
            let adapter = Adapter {
                profile: client.replace(['/', ':'], "-"),
                version: String::new(),
                packages: Vec::new(),
                build: build.clone(),
                client: None,
                run: run.iter().map(|word| word.replace("{client}", way)).collect(),
                folder: folder.clone(),
                out: out.clone(),
            };
            let version = adapter.prepare();
            adapters.push((adapter, version));
        }
    }
    Ok((adapters, out))
}

impl Adapter {
    /// Builds the adapter, and returns the version of its program.
    fn prepare(&self) -> Result<String> {
        for line in &self.build {
            read(&self.folder, &mut self.command(line))?;
        }
        Ok(read(&self.folder, self.program().arg("--version"))?.trim().to_owned())
    }

    /// What the program sees in each of `inputs`.
    pub(super) fn ask(&self, inputs: &[String]) -> Result<Vec<Record>> {
        let lines = inputs.iter().map(|input| json!({ "input": input }));
        run_lines(&mut self.program(), &self.work_file(), lines)
    }

    /// A file for what is written to the standard input of a program.
    pub(super) fn work_file(&self) -> PathBuf {
        self.out.join(&self.profile).with_extension("jsonl")
    }

    /// What runs the adapter.
    pub(super) fn program(&self) -> Command {
        self.command(&self.run)
    }

    fn command(&self, line: &[String]) -> Command {
        let out = self.out.to_string_lossy();
        let mut words = line.iter().map(|word| word.replace("{out}", &out));
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words).current_dir(&self.folder);
        command
    }
}

/// Runs `command` with `lines` as its standard input, which is kept in `file`; returns the object that it prints for each.
pub(super) fn run_lines(
    command: &mut Command,
    file: &Path,
    lines: impl Iterator<Item = Value>,
) -> Result<Vec<Record>> {
    let program = command.get_program().to_string_lossy().into_owned();
    let mut count = 0;
    let mut text =
        BufWriter::new(File::create(file).with_context(|| format!("cannot write {}", file.display()))?);
    for line in lines {
        writeln!(text, "{line}")?;
        count += 1;
    }
    text.flush()?;
    // From a file: a pipe would fill up while the program writes.
    let output = command.stdin(File::open(file)?).stderr(Stdio::inherit()).output()?;
    let answers: Vec<Record> = serde_json::Deserializer::from_slice(&output.stdout)
        .into_iter()
        .collect::<Result<_, _>>()
        .with_context(|| format!("{program} wrote something else than JSON objects"))?;
    ensure!(answers.len() == count, "{program} answered {} of {count} inputs", answers.len());
    Ok(answers)
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
