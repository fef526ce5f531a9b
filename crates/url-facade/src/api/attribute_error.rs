//! The error of lenient setters.

use std::{error::Error, fmt};

use super::Change;
use crate::ParseError;

/// The error of a lenient setter ([`Url::set_attribute`](crate::Url::set_attribute)): why it stopped, and whether it had
/// taken a part of the value before that, for example a host, but not the port after it.
///
/// # Examples
/// ```
/// use url_facade::{Change, Span, Url, api::Attribute};
/// let mut url = Url::parse("https://a.test/")?;
/// let stopped = url.set_attribute(Attribute::Host, "c.test:99999").unwrap_err();
/// assert_eq!((stopped.change, stopped.error.span()), (Change::Changed, Span::new(7, 12)));
/// assert_eq!(url.as_str(), "https://c.test/");
/// # Ok::<(), url_facade::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct AttributeError {
    /// What was refused and why. Its span refers to the value.
    pub error: ParseError,
    /// Whether the URL changed before that.
    pub change: Change,
}

impl AttributeError {
    /// The error of a setter that took nothing.
    pub(crate) const fn refused(error: ParseError) -> Self {
        Self { error, change: Change::Unchanged }
    }
}

impl fmt::Display for AttributeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.change == Change::Changed {
            f.write_str("only a part of the value was taken: ")?;
        }
        self.error.fmt(f)
    }
}

impl Error for AttributeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}
