//! The outcome of a run and its exit code: 0 for success, 1 if a URL is invalid, 2 for wrong usage or a file
//! that cannot be read or written. It is not a failure if the reader of the output closes the pipe.

pub(crate) use urlspec_outputs::Failure;

pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// Refuses to run, because of the usage or a file.
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
