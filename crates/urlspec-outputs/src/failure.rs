use std::{
    fmt,
    io::{self, Write as _},
    process::ExitCode,
};

use anstyle::{AnsiColor, Style};

use super::escape_controls;

const ERROR: Style = AnsiColor::Red.on_default().bold();

/// The reason why a program failed.
#[derive(Debug)]
pub enum Failure {
    /// The reader of the output closed the pipe.
    Closed,
    /// A file or the usage is at fault. The sentence says what is wrong.
    Refused(String),
}

impl Failure {
    /// Returns a function for `map_err`, which describes a failed write to `what`.
    pub fn writing(what: impl fmt::Display) -> impl FnOnce(io::Error) -> Self {
        move |error| match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Refused(format!("cannot write {what}: {error}")),
        }
    }

    /// Returns a function for `map_err`, which describes a failed read of `what`.
    pub fn reading(what: impl fmt::Display) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Refused(format!("cannot read {what}: {error}"))
    }

    /// Returns the exit code: 0 if the reader closed the pipe; else prints the sentence and returns 2.
    pub fn exit_code(self) -> ExitCode {
        match self {
            Self::Closed => ExitCode::SUCCESS,
            Self::Refused(sentence) => {
                let sentence = escape_controls(&sentence, &[]);
                // If stderr is closed too, the failure cannot be reported.
                let _ = writeln!(anstream::stderr(), "{ERROR}error:{ERROR:#} {sentence}");
                ExitCode::from(2)
            }
        }
    }
}
