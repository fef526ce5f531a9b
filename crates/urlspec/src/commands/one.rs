//! `parse URL`, `resolve URL` and `canon URL`: show the components of one URL and the result, or its fault.

use url_facade::{ParseError, trace::NoTrace};

use crate::{
    args::{Inputs, One, Options},
    inputs::Input,
    operation::{Operation, Outcome},
    records::RecordError,
    shape::{Answer, ErrorShape, hint_of_scheme},
    show::{InputStrings, print_either, say, write_fault, write_table},
    verdict::{Failure, Verdict},
};

pub(crate) fn run(options: &Options, input: &str, operation: Operation<'_>) -> Result<Verdict, Failure> {
    let result = operation.run_traced(options.parser(), input, &mut NoTrace);
    let fault = result.as_ref().map_or_else(|&fault| Some(fault), Outcome::invalid);
    let error = fault.map(|fault| ErrorShape::in_input(fault, input));
    let answer = Answer::from_result(&result).with_reason(error);
    hint_of_scheme(input).filter(|_| result.is_ok()).iter().for_each(|hint| say(hint));
    if options.json || result.is_ok() {
        print_either(options, &answer, |out| result.iter().try_for_each(|it| write_table(out, it)))?;
    }
    if let Some(fault) = fault.filter(|_| !options.json) {
        report_fault(fault, InputStrings { input, base: operation.base() });
    }
    Ok(Verdict::invalid_if(fault.is_some()))
}

/// Returns the URL that `one` gives: an argument, or the only line of stdin.
pub(super) fn read_url(one: &One) -> Result<String, Failure> {
    let urls = one.url.iter().cloned().collect();
    let input = Input::open(&Inputs { urls, lossy: one.lossy, ..Inputs::default() })?;
    let name = input.sources.first().map(|source| source.name.clone()).unwrap_or_default();
    let refused = |why: &str| Err(Failure::Refused(format!("{name}: {why}")));
    let mut url = None;
    for block in input.into_blocks() {
        for (_, record) in block?.records() {
            let text = match record {
                Ok(text) => text.into_owned(),
                Err(RecordError::NotUtf8(_)) => {
                    return refused("the URL is not UTF-8 (--lossy replaces invalid bytes)");
                }
                Err(error) => return refused(&error.error().message),
            };
            if url.replace(text).is_some() {
                return refused("there is more than one line: `canon`, `get` and `diff --in -` accept many");
            }
        }
    }
    url.map_or_else(|| refused("there is no line"), Ok)
}

/// Writes a fault to stderr. A failed write is ignored, since the exit code also reports the fault.
pub(crate) fn report_fault(fault: ParseError, strings: InputStrings<'_>) {
    let _ = write_fault(&mut anstream::stderr().lock(), fault, strings);
}
