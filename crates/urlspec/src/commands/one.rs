//! `parse URL`, `resolve URL` and `canon URL`: one URL, its components and the result, or its fault.

use std::io::{self, Write};

use urlspec_outputs::{print, print_styled};

use crate::{
    args::Options,
    operation::{Fault, Operation, Outcome},
    shape::Answer,
    show::{Given, write_fault, write_table},
    verdict::{Failure, Verdict},
};

pub(crate) fn run(options: &Options, input: &str, operation: Operation<'_>) -> Result<Verdict, Failure> {
    let result = operation.run(options.parser(), input);
    let fault = result.as_ref().map_or_else(|&fault| Some(fault), Outcome::invalid);
    if options.json {
        let answer = Answer::from_result(&result).with_reason(fault);
        print(|out| write_json(out, &answer))?;
    } else {
        if let Ok(outcome) = &result {
            print_styled(|out| write_table(out, outcome))?;
        }
        if let Some(fault) = fault {
            report_fault(fault, Given { input, base: operation.base() });
        }
    }
    Ok(Verdict::invalid_if(fault.is_some()))
}

/// Writes a fault to stderr. One that takes nothing is no failure: the exit code says what there is to say.
pub(crate) fn report_fault(fault: Fault, given: Given<'_>) {
    let _ = write_fault(&mut anstream::stderr().lock(), fault, given);
}

/// Writes `shape` as one line.
pub(crate) fn write_json(out: &mut impl Write, shape: &impl serde::Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, shape)?;
    out.write_all(b"\n")
}
