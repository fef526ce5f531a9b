//! Why a run fails, and its exit code: 2, with a sentence on stderr. A reader that closes the pipe is no failure.

use std::{
    fmt,
    io::{self, Write as _},
    process::ExitCode,
};

/// Why a run failed.
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
}

/// The exit code for `outcome`. A failure is first reported on stderr.
pub(crate) fn exit_code(outcome: Result<(), Failure>) -> ExitCode {
    match outcome {
        Ok(()) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(Failure::Refused(sentence)) => {
            // Where stderr is closed too, there is nowhere to report it.
            let _ = writeln!(io::stderr(), "error: {sentence}");
            ExitCode::from(2)
        }
    }
}
