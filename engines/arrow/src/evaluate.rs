//! Evaluates calls on arrays.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions, cast::AsArray as _};
use arrow_schema::{ArrowError, Schema};
use arrow_select::take::take;
use url_columns::{Call, Incomplete, Values};

use crate::{
    results::array,
    rows::{Interrupt, Stop, unpack, with_rows},
};

/// Evaluates `call` on each row of `urls`.
///
/// Each value of a dictionary is evaluated once.
///
/// # Errors
/// If `urls` does not contain URLs ([`is_supported`](crate::is_supported)), or if the results are longer than
/// an array can be ([`ArrowError::OffsetOverflowError`]).
///
/// # Examples
/// ```
/// use arrow_array::{StringViewArray, cast::AsArray as _, types::UInt16Type};
/// use url_columns::{Call, Function};
/// let urls = StringViewArray::from(vec![Some("http://a.test:81/"), Some("http://a.test/"), None]);
/// let ports = url_arrow::evaluate(&Call::new(Function::Port, &[])?, &urls)?;
/// assert_eq!(ports.as_primitive::<UInt16Type>().iter().collect::<Vec<_>>(), [Some(81), None, None]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn evaluate(call: &Call, urls: &dyn Array) -> Result<ArrayRef, ArrowError> {
    evaluate_array(call, urls, &mut Interrupt::new(&mut || Ok(())))
}

fn evaluate_array(
    call: &Call,
    urls: &dyn Array,
    interrupt: &mut Interrupt<'_>,
) -> Result<ArrayRef, ArrowError> {
    if let Some(dictionary) = urls.as_any_dictionary_opt() {
        return if dictionary.values().len() <= dictionary.len() {
            take(&evaluate_array(call, dictionary.values(), interrupt)?, dictionary.keys(), None)
        } else {
            // The dictionary of a slice may be larger than the slice: evaluate only the used values.
            evaluate_array(call, &take(dictionary.values(), dictionary.keys(), None)?, interrupt)
        };
    }
    let values = evaluate_from(0, call, urls, interrupt)?;
    array(values.map_err(|incomplete| too_long(incomplete.into_values().len()))?)
}

/// Evaluates the rows from `start` on.
fn evaluate_from(
    start: usize,
    call: &Call,
    urls: &dyn Array,
    interrupt: &mut Interrupt<'_>,
) -> Result<Result<Values, Incomplete>, ArrowError> {
    let values = with_rows!(urls, start, rows => call.evaluate(interrupt.over(rows)));
    interrupt.end().map(|()| values)
}

/// Evaluates `call` on each row of `urls`. Returns as many arrays as are needed: more than one only if the
/// results have more than 2 GiB of text. `keep_going` is called between rows, many times a second. If it
/// fails, the evaluation ends.
///
/// # Errors
/// If `urls` does not contain URLs ([`is_supported`](crate::is_supported)); the error of `keep_going`, as
/// [`ArrowError::ExternalError`].
pub fn evaluate_chunks(
    call: &Call,
    urls: &dyn Array,
    mut keep_going: impl FnMut() -> Result<(), Stop>,
) -> Result<Vec<ArrayRef>, ArrowError> {
    let mut interrupt = Interrupt::new(&mut keep_going);
    if urls.as_any_dictionary_opt().is_some() {
        return Ok(vec![evaluate_array(call, urls, &mut interrupt)?]);
    }
    chunks(urls.len(), |start| evaluate_from(start, call, urls, &mut interrupt))
}

/// Resolves each row of `urls` against the base in the same row of `bases`.
///
/// # Errors
/// Fails as [`evaluate`] does, and if `urls` and `bases` differ in length.
///
/// # Examples
/// ```
/// use arrow_array::{LargeStringArray, StringArray, cast::AsArray as _};
/// use url_columns::{Call, Function};
/// let (urls, bases) =
///     (StringArray::from(vec!["b", "/c"]), LargeStringArray::from(vec![Some("http://a.test/a"), None]));
/// let resolved = url_arrow::resolve(&Call::new(Function::Resolve, &[])?, &urls, &bases)?;
/// assert_eq!(resolved.as_string::<i32>().iter().collect::<Vec<_>>(), [Some("http://a.test/b"), None]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn resolve(call: &Call, urls: &dyn Array, bases: &dyn Array) -> Result<ArrayRef, ArrowError> {
    let mut chunks = resolve_chunks(call, urls, bases, || Ok(()))?;
    match chunks.pop() {
        Some(array) if chunks.is_empty() => Ok(array),
        _ => Err(too_long(urls.len())),
    }
}

/// Works like [`resolve`], with as many arrays as needed, and `keep_going` as in [`evaluate_chunks`].
///
/// # Errors
/// If `urls` or `bases` does not contain URLs, if they differ in length, or if `keep_going` fails.
pub fn resolve_chunks(
    call: &Call,
    urls: &dyn Array,
    bases: &dyn Array,
    mut keep_going: impl FnMut() -> Result<(), Stop>,
) -> Result<Vec<ArrayRef>, ArrowError> {
    if urls.len() != bases.len() {
        let lengths = format!("{} URLs and {} bases", urls.len(), bases.len());
        return Err(ArrowError::InvalidArgumentError(lengths));
    }
    let (unpacked, unpacked_bases) = (unpack(urls)?, unpack(bases)?);
    let (urls, bases) = (unpacked.as_deref().unwrap_or(urls), unpacked_bases.as_deref().unwrap_or(bases));
    let mut interrupt = Interrupt::new(&mut keep_going);
    chunks(urls.len(), |start| {
        let values = with_rows!(urls, start, rows => with_rows!(bases, start, bases => {
            call.resolve(interrupt.over(rows), bases)
        }));
        interrupt.end().map(|()| values)
    })
}

/// Returns the columns of `url_parse` for each row of `urls`. `call` must be a call of `url_parse`. A null
/// row is null in each column.
///
/// # Errors
/// Fails as [`evaluate`] does, and if `call` is of another function.
///
/// # Examples
/// See the [crate's page](crate).
pub fn parse_batch(call: &Call, urls: &dyn Array) -> Result<RecordBatch, ArrowError> {
    let rows = evaluate(call, urls)?;
    let Some(rows) = rows.as_struct_opt() else {
        let message = format!("{} returns no columns", call.function());
        return Err(ArrowError::InvalidArgumentError(message));
    };
    let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
    let (fields, arrays, _) = rows.clone().into_parts();
    RecordBatch::try_new_with_options(Arc::new(Schema::new(fields)), arrays, &options)
}

/// Returns the error for results of which only the first `len` fit into an array.
fn too_long(len: usize) -> ArrowError {
    ArrowError::OffsetOverflowError(len)
}

/// Returns the results of `len` rows. `evaluate` evaluates the rows from its argument.
fn chunks(
    len: usize,
    mut evaluate: impl FnMut(usize) -> Result<Result<Values, Incomplete>, ArrowError>,
) -> Result<Vec<ArrayRef>, ArrowError> {
    let mut arrays = Vec::new();
    let mut start = 0;
    loop {
        let values = evaluate(start)?.unwrap_or_else(Incomplete::into_values);
        let count = values.len();
        arrays.push(array(values)?);
        start += count;
        if start >= len {
            return Ok(arrays);
        }
        if count == 0 {
            return Err(too_long(start));
        }
    }
}
