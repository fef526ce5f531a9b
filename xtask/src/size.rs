//! `cargo xtask size`: compares the size of a stripped program that uses the facade with that of the same
//! program with the peer `url`.
//!
//! The programs are generated in the target directory, with the versions of this project's `Cargo.lock`.

use std::fs;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use xshell::{Shell, cmd};

use crate::{
    programs,
    record::{self, Counts},
    workspace,
};

/// The file of the figures that a change is compared with, and its first lines.
const RECORD: &str = "benches/record/size.toml";
const HEAD: &str = "# The size of a small program, in bytes, stripped.\n\
                    # Written by `cargo xtask size`; `cargo xtask ci` fails if one changes by more than 3 %.\n";

/// The relative difference from the recorded size that is allowed.
const TOLERANCE: f64 = 0.03;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Compare the sizes with the record, and write nothing.
    #[arg(long)]
    pub(crate) check: bool,
}

const PARSE: &str = "\
fn main() {
    let mut arguments = std::env::args().skip(1);
    match Url::parse(&arguments.next().unwrap_or_default()) {
        Ok(url) => println!(\"{url}\"),
        Err(error) => println!(\"{error}\"),
    }
}
";

/// `RESOLVE` is replaced by the library's method.
const PARSE_AND_JOIN: &str = "\
fn main() {
    let mut arguments = std::env::args().skip(1);
    match Url::parse(&arguments.next().unwrap_or_default()) {
        Ok(url) => match url.RESOLVE(&arguments.next().unwrap_or_default()) {
            Ok(url) => println!(\"{url}\"),
            Err(error) => println!(\"{error}\"),
        },
        Err(error) => println!(\"{error}\"),
    }
}
";

/// The programs that are built: the name of the package, the library that it uses, with which features, and
/// its text.
const PROGRAMS: [(&str, &str, &str, &str); 5] = [
    ("parse", "url-facade", "", PARSE),
    ("parse-join", "url-facade", "", PARSE_AND_JOIN),
    ("parse-join-bare", "url-facade", ", default-features = false", PARSE_AND_JOIN),
    ("url-parse", "url", "", PARSE),
    ("url-parse-join", "url", "", PARSE_AND_JOIN),
];

/// The measured sizes of the programs.
#[derive(Debug, Serialize, Deserialize)]
struct Record {
    /// The compiler and its target: sizes from different compilers are not comparable.
    compiler: String,
    /// The size of every program, in bytes.
    bytes: Counts,
}

/// Measures, and compares with the record or replaces it.
pub(crate) fn run(sh: &Shell, options: &Options) -> Result<()> {
    let size = workspace::target(sh)?.join("size");
    let compiler = format!("{} {}", programs::rustc(sh, "release:")?, programs::rustc(sh, "host:")?);
    let facade = sh.current_dir().join("crates/url-facade");
    let mut bytes = Counts::new();
    for (name, library, features, main) in PROGRAMS {
        // The version of the peer is that of the lock file.
        let (place, resolve) = match library {
            "url" => ("version = \"2\"".into(), "join"),
            _ => (format!("path = \"{}\"", facade.display()), "resolve"),
        };
        let (folder, target) = (size.join(name), size.join("target"));
        workspace::outside(sh, &folder, name, &format!("{library} = {{ {place}{features} }}"))?;
        let main = main.replace("RESOLVE", resolve);
        let main = format!("use {}::Url;\n\n{main}", library.replace('-', "_"));
        sh.write_file(folder.join("src/main.rs"), main)?;
        let _folder = sh.push_dir(folder);
        cmd!(sh, "cargo build --quiet --release --target-dir {target}").run()?;
        let program = target.join("release").join(name);
        let file = fs::metadata(&program).with_context(|| format!("no program {}", program.display()))?;
        bytes.insert(name.into(), file.len());
    }
    let record = Record { compiler, bytes };
    if !options.check {
        return record::write(sh, RECORD, HEAD, &record);
    }
    let recorded: Record = record::read(sh, RECORD)?;
    if recorded.compiler != record.compiler {
        let [then, now] = [recorded.compiler, record.compiler];
        programs::skip(format_args!("sizes are recorded for {then}, and this is {now}"));
        return Ok(());
    }
    record::hold(&recorded.bytes, &record.bytes, TOLERANCE, "cargo xtask size")
}
