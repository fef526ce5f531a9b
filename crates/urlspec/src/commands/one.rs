//! `parse URL`, `resolve URL` and `canon URL`: one URL, its components and the result, or its fault.

use std::io::{self, Write};

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
        write_json(&mut io::stdout().lock(), &answer).map_err(Failure::writing("stdout"))?;
    } else {
        let given = Given { input, base: operation.base() };
        show(result.as_ref().ok(), fault, given).map_err(Failure::writing("the result"))?;
    }
    Ok(Verdict::invalid_if(fault.is_some()))
}

fn show(outcome: Option<&Outcome>, fault: Option<Fault>, given: Given<'_>) -> io::Result<()> {
    if let Some(outcome) = outcome {
        let mut out = anstream::stdout().lock();
        write_table(&mut out, outcome)?;
        out.flush()?;
    }
    fault.map_or(Ok(()), |fault| write_fault(&mut anstream::stderr().lock(), fault, given))
}

/// Writes `shape` as one line.
pub(crate) fn write_json(out: &mut impl Write, shape: &impl serde::Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, shape)?;
    out.write_all(b"\n")?;
    out.flush()
}
