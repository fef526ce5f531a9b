//! `parse URL`, `resolve URL` and `canon URL`: one URL, its components and the result, or its fault.

use std::io::{self, Write};

use serde::Serialize;
use urlspec_outputs::{Stdout, print, print_styled};

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

/// Prints `shape` for programs, or what `show` writes for people.
pub(super) fn print_either(
    options: &Options,
    shape: &impl Serialize,
    show: impl FnOnce(&mut Stdout) -> io::Result<()>,
) -> Result<(), Failure> {
    if options.json { print(|out| write_json(out, shape)) } else { print_styled(show) }
}

/// Writes `shape` as one line.
fn write_json(out: &mut impl Write, shape: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, shape)?;
    out.write_all(b"\n")
}
