//! URL objects as on the web, with attributes that are read and set one by one. The profile defines the
//! effect of each attribute. Some profiles do not have URL objects.

mod object;

use std::fmt;

use url_core::Violation;

pub use object::WebUrl;
pub use url_query::whatwg::{Pairs, QueryEditor, SearchParams, parse_form};
pub use url_specs::{Attribute, Change, UnknownAttribute};

use crate::{ParseError, Profile, trace::Truncated};

/// The failure to construct a URL object, with the violations found until then, the fatal one last.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The error.
    pub error: ApiError,
    /// The violations, in order.
    pub violations: Vec<Violation>,
    /// The violations that occurred too often to be kept each time; see [`crate::trace::Recorder`].
    pub left_out: Vec<Truncated>,
}

/// The reason why a URL object could not be constructed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ApiError {
    /// The profile has no URL objects.
    NoApi(Profile),
    /// The string is not a URL.
    NotUrl(ParseError),
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoApi(profile) => write!(f, "the profile {profile} has no URL objects: choose another"),
            Self::NotUrl(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ApiError {}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for Failure {}

/// The error of a lenient setter ([`Url::set_attribute`](crate::Url::set_attribute)), with the reason why it
/// stopped. The setter may have used a part of the value before that, for example a host, but not the port
/// after it. See [`Url::set_attribute`](crate::Url::set_attribute) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct AttributeError {
    /// The reason why the setter stopped. Its span refers to the value.
    pub error: ParseError,
    /// The change that the setter made before that.
    pub change: Change,
}

impl AttributeError {
    /// Creates the error of a setter that changed nothing.
    pub(crate) const fn refused(error: ParseError) -> Self {
        Self { error, change: Change::Unchanged }
    }
}

impl fmt::Display for AttributeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.change == Change::Changed {
            f.write_str("only a part of the value was used: ")?;
        }
        self.error.fmt(f)
    }
}

impl std::error::Error for AttributeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}
