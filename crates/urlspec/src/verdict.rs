//! How a run ends, and the exit code that says so: 0 = fine, 1 = a URL is invalid, 2 = the request or a file is at
//! fault. A reader that closes the pipe has what it wanted, which is fine.

use std::{
    fmt,
    io::{self, Write as _},
    process::ExitCode,
};

use crate::show::ERROR;

/// What a command found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Valid,
    Invalid,
}

impl Verdict {
    pub(crate) fn invalid_if(invalid: bool) -> Self {
        if invalid { Self::Invalid } else { Self::Valid }
    }
}

/// Why a command could not be carried out.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Nobody reads the output any more.
    Closed,
    /// A file, or what was asked, is at fault; the sentence says how.
    Refused(String),
}

impl Failure {
    /// For `map_err` on whatever writes to `what`.
    pub(crate) fn writing(what: impl fmt::Display) -> impl FnOnce(io::Error) -> Self {
        move |error| match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Refused(format!("cannot write {what}: {error}")),
        }
    }

    /// For `map_err` on whatever reads `what`.
    pub(crate) fn reading(what: impl fmt::Display) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Refused(format!("cannot read {what}: {error}"))
    }
}

/// The exit code for `outcome`. A failure is first told on stderr.
pub(crate) fn exit_code(outcome: Result<Verdict, Failure>) -> ExitCode {
    match outcome {
        Ok(Verdict::Valid) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Ok(Verdict::Invalid) => ExitCode::from(1),
        Err(Failure::Refused(sentence)) => {
            // Where stderr is closed too there is nobody left to tell.
            let _ = writeln!(anstream::stderr(), "{ERROR}error:{ERROR:#} {sentence}");
            ExitCode::from(2)
        }
    }
}
