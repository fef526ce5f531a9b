//! How a run ends, and its exit code: 0 = success, 1 = a URL is invalid, 2 = wrong usage, or a file that cannot be read or
//! written. A reader that closes the pipe is no failure.

use std::process::ExitCode;

pub(crate) use urlspec_outputs::Failure;

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

/// The exit code for `outcome`. A failure is first reported on stderr.
pub(crate) fn exit_code(outcome: Result<Verdict, Failure>) -> ExitCode {
    match outcome {
        Ok(Verdict::Valid) => ExitCode::SUCCESS,
        Ok(Verdict::Invalid) => ExitCode::from(1),
        Err(failure) => failure.exit_code(),
    }
}
