//! `impact`: what another edition of the Standard, or a candidate, would change: `diff --in` that counts in which way, and where.

use url_facade::Parser;

use super::diff_lines;
use crate::{
    args::{Diff, Impact, Options},
    operation::is_end_of_document,
    verdict::{Failure, Verdict},
};

pub(crate) fn run(options: &Options, asked: Impact) -> Result<Verdict, Failure> {
    let Impact { from, to, compared } = asked;
    for profile in [from, to] {
        if Parser::new(profile).parse("http://a.test/").as_ref().is_err_and(is_end_of_document) {
            return Err(Failure::Refused(format!(
                "{profile} only parses: it makes no URLs that could change"
            )));
        }
    }
    if from == to {
        return Err(Failure::Refused(format!("--from and --to are both {from}")));
    }
    diff_lines::run(options, &Diff { profiles: vec![from, to], compared }, true)
}
