//! How a run ends, and its exit code: 0 = success, 1 = a URL is invalid, 2 = wrong usage, or a file that cannot be read or
//! written. A reader that closes the pipe is no failure.

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

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The reader of the output closed the pipe.
    Closed,
    /// A file or the usage is at fault; the sentence says why.
    Refused(String),
}

impl Failure {
    /// For `map_err` on a write to `what`.
    pub(crate) fn writing(what: impl fmt::Display) -> impl FnOnce(io::Error) -> Self {
        move |error| match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Refused(format!("cannot write {what}: {error}")),
        }
    }

    /// For `map_err` on a read of `what`.
    pub(crate) fn reading(what: impl fmt::Display) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Refused(format!("cannot read {what}: {error}"))
    }
}

/// The exit code for `outcome`. A failure is first reported on stderr.
pub(crate) fn exit_code(outcome: Result<Verdict, Failure>) -> ExitCode {
    match outcome {
        Ok(Verdict::Valid) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Ok(Verdict::Invalid) => ExitCode::from(1),
        Err(Failure::Refused(sentence)) => {
            // Where stderr is closed too, there is nowhere to report it.
            let _ = writeln!(anstream::stderr(), "{ERROR}error:{ERROR:#} {sentence}");
            ExitCode::from(2)
        }
    }
}
