//! `impact`: what another edition of the Standard, or a candidate, would change: `diff --in` that counts in which way, and where.

use url_facade::{Parser, Reason};

use super::diff_lines;
use crate::{
    args::{Diff, Impact, Options},
    verdict::{Failure, Verdict},
};

pub(crate) fn run(options: &Options, asked: Impact) -> Result<Verdict, Failure> {
    let Impact { from, to, compared } = asked;
    for profile in [from, to] {
        let parsed = Parser::new(profile).parse("http://a.test/");
        if parsed
            .is_err_and(|error| matches!(error.reason(), Reason::NotInThisSpec | Reason::NotInThisConsumer))
        {
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
