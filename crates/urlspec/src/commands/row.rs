//! The URL of a row of a table, as every engine reads it.

use url_columns::{DEFAULT_MAX_LEN, Input, RowError};
use url_facade::UrlRef;

use super::get::Parsing;
use crate::shape::ErrorShape;

/// Parses the URL of a row, by the rules of every table.
pub(super) fn parse<'i>(parsing: &Parsing, row: impl Input<'i>) -> Result<(&'i str, UrlRef<'i>), RowError> {
    let input = row.text(DEFAULT_MAX_LEN)?;
    Ok((input, parsing.parse(input).map_err(|fault| fault.error)?))
}

/// The error for a row that has no URL.
pub(super) fn error_of(error: RowError) -> ErrorShape<'static> {
    match error {
        RowError::Parse(error) => ErrorShape::of(error.into()),
        other => ErrorShape::of_request(other.reason(), other.to_string()),
    }
}
