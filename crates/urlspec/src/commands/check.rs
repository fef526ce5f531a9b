//! `check`: whether a string is a valid URL string of the URL Standard, or a URL as webspecs tells authors to write it, and
//! its first fault if not.

use std::io::Write as _;

use url_facade::Profile;

use super::{
    check_lines,
    given::given,
    one::{print_either, report_fault},
};
use crate::{
    args::{Check, Options},
    operation::{check_of, check_url},
    shape::{Answer, Known},
    show::Given,
    verdict::{Failure, Verdict},
};

pub(crate) fn run(options: &Options, check: &Check) -> Result<Verdict, Failure> {
    let base = check.stream.base.as_deref();
    let Some(of_profile) = check_of(options.profile) else {
        let (one, other) = (Profile::Whatwg, Profile::Webspecs);
        return Err(Failure::Refused(format!("`check` supports only the profiles {one} and {other}")));
    };
    let Some(url) = check.stream.only_url() else {
        return check_lines::run(options, check, of_profile, base);
    };
    let input = &*given(&url)?;
    let checked = check_url(of_profile, options.profile, input, base);
    match checked {
        Err(fault) if !options.json => report_fault(fault, Given { input, base }),
        _ => {
            let answer = Answer::of(Known::Valid(checked.is_ok())).with_reason(checked.err());
            print_either(options, &answer, |out| writeln!(out, "valid"))?;
        }
    }
    Ok(Verdict::invalid_if(checked.is_err()))
}
