//! `check`: reports the first fault of a string that is not a valid URL by the rules of its profile. Of many
//! strings, it lists the invalid ones, with the reasons.

use std::{io::Write as _, sync::Arc};

use url_facade::{Parser, Profile, Url};
use url_find::document::Settings;

use super::one::{read_url, report_fault};
use crate::{
    args::{Documents, Options},
    format::Format,
    inputs::Input,
    lines::{self, Job, Kind, Page},
    operation::{CheckUrl, check_of, check_url},
    parsing::DocumentContext,
    record_location::RecordLocation,
    shape::{Answer, ErrorShape, Known},
    show::{InputStrings, print_either},
    verdict::{Failure, Verdict},
};

struct Strings {
    check: CheckUrl,
    base: Option<Url>,
}

const FORMATS: [Format; 5] = [Format::List, Format::Text, Format::Html, Format::Markdown, Format::Sitemap];

pub(crate) fn run(options: &Options, mut check: Documents) -> Result<Verdict, Failure> {
    check.stream.strict = true;
    let base = check.stream.base.as_deref();
    let Some(of_profile) = check_of(options.profile) else {
        let [one, other, last] = [Profile::Whatwg, Profile::Webspecs, Profile::Rfc3986];
        let why = format!("`check` supports only the profiles {one}, {other} and {last}");
        return Err(Failure::Refused(why));
    };
    let Some(url) = check.stream.only_url() else {
        let base = base.map(|base| Parser::new(options.profile).parse(base)).transpose();
        let base = base.map_err(|error| Failure::Refused(format!("the base: {error}")))?;
        let mut input = Input::open(&check.stream.inputs)?;
        let attributes = check.attr.iter().map(|name| name.to_ascii_lowercase()).collect();
        let settings = Settings { attributes, ..Settings::default() };
        input.read_documents(check.format, &FORMATS, &Arc::new(settings), |_| None)?;
        let kind = Kind { answers_with_errors: true, ..Kind::of("valid") };
        return lines::run_on(input, options, &check.stream, kind, &[], Strings { check: of_profile, base });
    };
    let input = &*read_url(&url)?;
    let checked = check_url(of_profile, options.profile, input, base);
    match checked {
        Err(fault) if !options.json => report_fault(fault, InputStrings { input, base }),
        _ => {
            let error = checked.err().map(|fault| ErrorShape::in_input(fault, input));
            let answer = Answer::of(Known::Valid(checked.is_ok())).with_reason(error);
            print_either(options, &answer, |out| writeln!(out, "valid"))?;
        }
    }
    Ok(Verdict::invalid_if(checked.is_err()))
}

impl Job for Strings {
    fn run(&self, number: u64, line: &str, page: &mut Page<'_>) {
        self.run_found(RecordLocation::from(number), line, DocumentContext::default(), page);
    }

    fn run_found(&self, place: RecordLocation, text: &str, _: DocumentContext<'_>, page: &mut Page<'_>) {
        match (self.check)(text, self.base.as_ref()) {
            Ok(()) => page.accept(),
            Err(error) => page.reject(place, ErrorShape::in_input(error, text)),
        }
    }
}
