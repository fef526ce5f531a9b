//! TODO.

use url_core::{Parsed, Reason, Rejection, Trace, sections::curl as rules};

use crate::run::Run;

pub(crate) fn parse<'a, T: Trace>(input: &'a str, run: &mut Run<'_, T>) -> Result<Parsed<'a>, Rejection> {
    Err(run.reject(Reason::NotInThisConsumer, rules::ALL[0], input))
}
