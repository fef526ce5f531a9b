//! `canon`: one URL from the command line, for people; or many.

use super::{canon_lines, one};
use crate::{
    args::{Canon, Options, text},
    operation::Operation,
    verdict::{Failure, Verdict},
};

pub(crate) fn run(options: &Options, canon: &Canon) -> Result<Verdict, Failure> {
    let base = canon.stream.base.as_ref().map(text);
    match canon.stream.only_url() {
        Some(url) if canon.policies.policy()?.is_none() => {
            one::run(options, &text(url), Operation::Canon { base: base.as_deref() })
        }
        _ => canon_lines::run(options, base.as_deref(), canon),
    }
}
