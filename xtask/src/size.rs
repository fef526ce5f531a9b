//! `cargo xtask size`: compares the sizes of two stripped programs that do the same, one with the facade and
//! one with the peer `url`.
//!
//! The programs are generated in the target directory. They use the versions in the project's `Cargo.lock`.

use std::fs;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use xshell::{Shell, cmd};

use crate::{
    programs,
    record::{self, Counts},
    workspace,
};

/// The file with the recorded sizes, and its first lines.
const RECORD: &str = "benches/record/size.toml";
const HEAD: &str = "# The size of a small program, in bytes, stripped.\n\
                    # Written by `cargo xtask size`; `cargo xtask ci` fails if one changes by more than 3 %.\n";

/// The relative difference from the recorded size that is permitted.
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

/// The program. `RESOLVE` stands for the library's method for resolving a reference.
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

/// The programs to build: the name of the package, the library that it uses, the features of the library, and
/// the source text.
const PROGRAMS: [(&str, &str, &str, &str); 5] = [
    ("parse", "url-facade", "", PARSE),
    ("parse-join", "url-facade", "", PARSE_AND_JOIN),
    ("parse-join-bare", "url-facade", ", default-features = false", PARSE_AND_JOIN),
    ("url-parse", "url", "", PARSE),
    ("url-parse-join", "url", "", PARSE_AND_JOIN),
];

/// A record of the sizes of all programs.
#[derive(Debug, Serialize, Deserialize)]
struct Record {
    /// The compiler and its target, since sizes from different compilers cannot be compared.
    compiler: String,
    /// The size of every program, in bytes.
    bytes: Counts,
}

/// Measures the sizes, and compares them with the record or replaces it.
pub(crate) fn run(sh: &Shell, options: &Options) -> Result<()> {
    let size = workspace::target(sh)?.join("size");
    let compiler = format!("{} {}", programs::rustc(sh, "release:")?, programs::rustc(sh, "host:")?);
    let facade = sh.current_dir().join("crates/url-facade");
    let mut bytes = Counts::new();
    for (name, library, features, main) in PROGRAMS {
        // The version of the peer is the one in the lock file.
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
