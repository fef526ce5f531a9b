//! How a run ends, and its exit code: 0 = success, 1 = a URL is invalid, 2 = wrong usage, or a file that cannot be read or
//! written. A reader that closes the pipe is no failure.

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
