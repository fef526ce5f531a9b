//! `cargo xtask bench --program`: what `urlspec canon` takes on large files, and what a dedupe key for each line adds to that, as a
//! table in Markdown.

use std::{
    env,
    ffi::OsString,
    fs::File,
    io::{BufWriter, Write as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, Result, ensure};
use benches::corpora;
use clap::Parser as _;
use nix::sys::resource::{UsageWho, getrusage};

/// Times the program.
#[derive(clap::Parser)]
#[command(bin_name = "cargo xtask bench --program")]
struct Options {
    /// The program.
    #[arg(long, value_name = "PATH")]
    urlspec: PathBuf,
    /// The size of each file, in millions of bytes.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    megabytes: u64,
    /// How often each command runs; the least time counts.
    #[arg(long, value_name = "N", default_value_t = 3)]
    rounds: usize,
    /// Runs this command, and prints its CPU time in seconds and its memory in KiB.
    #[arg(long, hide = true, num_args = 1.., allow_hyphen_values = true, exclusive = true)]
    one: Vec<OsString>,
}

/// What is timed on each file. The first is what the others are compared with.
const COMMANDS: [&[&str]; 3] =
    [&["canon"], &["canon", "--policy", "dedupe"], &["canon", "--policy", "dedupe", "--unique"]];

fn main() -> Result<()> {
    // A run has a process of its own, whose only child it measures.
    if let Some((flag, command)) = env::args_os().skip(1).collect::<Vec<_>>().split_first()
        && flag == "--one"
    {
        return measure(command);
    }
    let options = Options::parse();
    let folder = tempfile::tempdir().context("cannot make a folder for the files")?;
    println!("| file | command | CPU s | MB per CPU s | times `canon` | memory, MB |");
    println!("|---|---|---:|---:|---:|---:|");
    let repeated = corpora::load()?.swap_remove(0);
    let corpora: [(_, Box<dyn Iterator<Item = String>>); 2] = [
        (format!("{}, repeated", repeated.name), Box::new(repeated.urls.into_iter().cycle())),
        ("longer URLs (generated), nearly all distinct".into(), Box::new(corpora::endless_longer_urls())),
    ];
    for (name, urls) in corpora {
        let file = folder.path().join("urls.txt");
        let megabytes = write(urls, options.megabytes * 1_000_000, &file)? / 1e6;
        let mut plain = None;
        for command in COMMANDS {
            let runs = (0..options.rounds).map(|_| run(&options.urlspec, command, &file));
            let runs = runs.collect::<Result<Vec<_>>>()?;
            let seconds = runs.iter().map(|run| run.0).fold(f64::INFINITY, f64::min);
            let memory = runs.iter().map(|run| run.1).max().unwrap_or_default();
            let times = seconds / *plain.get_or_insert(seconds);
            let (speed, command) = (megabytes / seconds, command.join(" "));
            println!("| {name} | `{command}` | {seconds:.2} | {speed:.0} | {times:.2} | {} |", memory / 1000);
        }
    }
    Ok(())
}

/// Writes `urls` to `file`, one a line, until it has `size` bytes; returns how many.
#[expect(clippy::cast_precision_loss, reason = "files are not that large")]
fn write(urls: impl Iterator<Item = String>, size: u64, file: &Path) -> Result<f64> {
    let mut out = BufWriter::new(File::create(file)?);
    let mut bytes = 0;
    for url in urls {
        bytes += url.len() as u64 + 1;
        writeln!(out, "{url}")?;
        if bytes >= size {
            break;
        }
    }
    out.flush()?;
    Ok(bytes as f64)
}

/// The CPU time in seconds, and the memory in KiB, of `command` of `urlspec` on `file`.
fn run(urlspec: &Path, command: &[&str], file: &Path) -> Result<(f64, u64)> {
    let mut measured = Command::new(env::current_exe()?);
    measured.arg("--one").arg(urlspec).args(command).arg("--in").arg(file);
    let output = measured.stderr(Stdio::inherit()).output()?;
    ensure!(output.status.success(), "{} failed", command.join(" "));
    let printed = String::from_utf8(output.stdout)?;
    let (seconds, memory) = printed.trim().split_once(' ').context("no two numbers")?;
    Ok((seconds.parse()?, memory.parse()?))
}

/// Runs `command` without its output, and prints what it took.
#[expect(clippy::cast_precision_loss, reason = "no run takes that long")]
fn measure(command: &[OsString]) -> Result<()> {
    let (program, arguments) = command.split_first().context("no program")?;
    let mut child = Command::new(program);
    let output = child.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    // 1 says that some lines are not URLs.
    let code = output.with_context(|| format!("cannot run {}", program.display()))?.code();
    ensure!(matches!(code, Some(0 | 1)), "{} failed: {code:?}", program.display());
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let seconds = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    println!("{} {}", seconds(usage.user_time()) + seconds(usage.system_time()), usage.max_rss());
    Ok(())
}
