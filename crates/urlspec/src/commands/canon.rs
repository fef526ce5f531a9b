//! `canon`: one URL from the command line, for people; or many.

use super::{canon_lines, given::given, one};
use crate::{
    args::{Canon, Options},
    operation::Operation,
    verdict::{Failure, Verdict},
};

pub(crate) fn run(options: &Options, canon: &Canon) -> Result<Verdict, Failure> {
    let base = canon.stream.base.as_deref();
    match canon.stream.only_url() {
        Some(url) if canon.policies.policy()?.is_none() => {
            one::run(options, &given(&url)?, Operation::Canon { base })
        }
        _ => canon_lines::run(options, base, canon),
    }
}
