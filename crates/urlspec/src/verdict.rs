//! The result of a command and its exit code: 0 for success, 1 if a URL is invalid, 2 for wrong usage or a
//! file that cannot be read or written. If the reader of the output closes the pipe, this is not a failure.

pub(crate) use urlspec_outputs::Failure;

pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// Returns a failure with the exit code 2 and the message `why`, for example about wrong usage.
pub(crate) fn refuse<T>(why: impl Into<String>) -> Result<T> {
    Err(Failure::Refused(why.into()))
}

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
