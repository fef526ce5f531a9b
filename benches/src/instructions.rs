//! The operations whose instructions `cargo xtask bench --instructions` counts. All inputs come from the
//! project or its lock file, so every machine has equal inputs. Without arguments, lists the operations, each
//! with its number of URLs per pass. With only `--hostile`, lists the kinds of hostile input.

use std::{hint::black_box, process};

use anyhow::{Context as _, Result};
use benches::reach::{Generated, STANDARD, standard_inputs, standard_row};
use clap::Parser as _;
use url_facade::{Encoding, IriRef, Parser, Profile, Url, connolly, whatwg::check_valid_url_string};
use url_policies::Policy;
use url_testdata::hostile::SHAPES;

/// Runs one operation a given number of times.
#[derive(clap::Parser)]
struct Options {
    /// The operation to run.
    #[arg(requires = "passes")]
    work: Option<String>,
    /// The number of passes or, with `--hostile`, the length of the input in bytes.
    passes: Option<usize>,
    /// Treat `work` as a kind of hostile input, which all operations run on. They must take linear time.
    #[arg(long)]
    hostile: bool,
}

/// An operation with a quadratic loop, to test that `cargo xtask bench` finds operations that are not linear.
const QUADRATIC: &str = "a quadratic loop";

/// Parses `input` by every profile, without a trace, applies every policy to it, and checks its validity.
fn work_on(input: &str) {
    for parser in Profile::available().iter().copied().map(Parser::new) {
        black_box((parser.parse(input).is_ok(), parser.can_parse(input), parser.parse_ref(input).is_ok()));
        let base = parser.parse_reference(input).ok();
        black_box(parser.with_base(base.as_ref()).parse("x/../y?z").is_ok());
    }
    if let Ok(url) = Url::parse(input) {
        for policy in Policy::NAMES.iter().filter_map(|name| name.parse::<Policy>().ok()) {
            black_box(policy.apply(&url).as_str());
        }
    }
    black_box((check_valid_url_string(input, None).is_ok(), IriRef::parse(input).is_ok()));
    black_box(connolly::is_valid(input, Encoding::UTF_8));
}

fn hostile(work: Option<&str>, len: usize) {
    let named = SHAPES.iter().map(|shape| (format!("{shape:?}"), shape));
    for (name, shape) in named.chain([(QUADRATIC.into(), &SHAPES[0])]) {
        match work {
            None => println!("{name}"),
            Some(work) if work == name => {
                let input = shape.of_len(len);
                work_on(&input);
                if name == QUADRATIC {
                    let looked =
                        (0..len).filter(|&at| input.bytes().take(at).all(|byte| black_box(byte) > 0));
                    black_box(looked.count());
                }
            }
            Some(_) => {}
        }
    }
}

fn main() -> Result<()> {
    let options = Options::parse();
    if options.hostile {
        hostile(options.work.as_deref(), options.passes.unwrap_or(1));
        return Ok(());
    }
    let Options { work, passes, .. } = options;
    let generated = Generated::new(500);
    // The inputs are read only if needed, because reading changes the heap, and thereby all counts.
    let needs_standard = work.as_deref().is_none_or(|work| work == STANDARD);
    let standard = if needs_standard { standard_inputs()? } else { Vec::new() };
    let mut rows = generated.rows_like_corpora();
    rows.extend(generated.rows());
    rows.push(standard_row(&standard));
    let Some(work) = work else {
        for row in rows {
            println!("{}\t{}", row.work, row.turns.iter().map(|turn| turn.urls).sum::<usize>());
        }
        return Ok(());
    };
    let row = rows.iter().find(|row| row.work == work).context("no such work")?;
    for _ in 0..passes.unwrap_or(1) {
        for turn in &row.turns {
            black_box(turn.runs.first().map(|run| (run.go)()));
        }
    }
    // Exits without dropping anything, because the instructions for that depend on the state of the heap.
    process::exit(0)
}
