//! The result of a run, and its exit code: 0 = success, 1 = a URL is invalid, 2 = wrong usage, or a file that
//! cannot be read or written. A reader that closes the pipe is not a failure.

pub(crate) use urlspec_outputs::Failure;

/// The finding of a command.
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
