//! Why a program fails.

use std::{
    fmt,
    io::{self, Write as _},
    process::ExitCode,
};

use anstyle::{AnsiColor, Style};

use super::escape_controls;

const ERROR: Style = AnsiColor::Red.on_default().bold();

/// Why a program failed.
#[derive(Debug)]
pub enum Failure {
    /// The reader of the output closed the pipe.
    Closed,
    /// A file or the usage is at fault; the sentence says why.
    Refused(String),
}

impl Failure {
    /// For `map_err` on a write to `what`.
    pub fn writing(what: impl fmt::Display) -> impl FnOnce(io::Error) -> Self {
        move |error| match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Refused(format!("cannot write {what}: {error}")),
        }
    }

    /// For `map_err` on a read of `what`.
    pub fn reading(what: impl fmt::Display) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Refused(format!("cannot read {what}: {error}"))
    }

    /// The exit code of the program: 0 if the reader closed the pipe, else 2, after the sentence is on stderr.
    pub fn exit_code(self) -> ExitCode {
        match self {
            Self::Closed => ExitCode::SUCCESS,
            Self::Refused(sentence) => {
                let sentence = escape_controls(&sentence, &[]);
                // Where stderr is closed too, there is nowhere to report it.
                let _ = writeln!(anstream::stderr(), "{ERROR}error:{ERROR:#} {sentence}");
                ExitCode::from(2)
            }
        }
    }
}
