//! `canon`: one URL from the command line, or every line of a file.

use super::{canon_lines, one};
use crate::{
    args::{Canon, Options, text},
    operation::Operation,
    verdict::{Failure, Verdict},
};

pub(crate) fn run(options: &Options, canon: &Canon) -> Result<Verdict, Failure> {
    let base = canon.base.as_ref().map(text);
    match &canon.url {
        Some(url) => one::run(options, &text(url), Operation::Canon { base: base.as_deref() }),
        None => canon_lines::run(options, base.as_deref(), &canon.lines),
    }
}
