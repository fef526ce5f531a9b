//! Iterates over arrays of text.

use std::error::Error;

use arrow_array::{Array, ArrayRef};
use arrow_schema::{ArrowError, DataType};
use arrow_select::take::take;

/// Returns true if arrays of `data_type` can contain URLs: strings or bytes in any layout, dictionaries of
/// them, or only nulls.
pub fn is_supported(data_type: &DataType) -> bool {
    match data_type {
        DataType::Dictionary(_, values) => {
            !matches!(**values, DataType::Dictionary(..)) && is_supported(values)
        }
        data_type => matches!(
            data_type,
            DataType::Utf8
                | DataType::LargeUtf8
                | DataType::Utf8View
                | DataType::Binary
                | DataType::LargeBinary
                | DataType::BinaryView
                | DataType::Null
        ),
    }
}

/// Returns the error for an array that does not contain URLs.
pub(crate) fn unsupported(data_type: &DataType) -> ArrowError {
    ArrowError::InvalidArgumentError(format!("URLs must be strings or bytes, not {data_type}"))
}

/// Converts a dictionary array to an array with one value for each row; `None` for any other array.
pub(crate) fn unpack(array: &dyn Array) -> Result<Option<ArrayRef>, ArrowError> {
    use arrow_array::cast::AsArray as _;
    array.as_any_dictionary_opt().map(|array| take(array.values(), array.keys(), None)).transpose()
}

/// The number of rows between two calls of `keep_going`.
const CHECK_INTERVAL: usize = 256;

/// The error that ends an evaluation.
pub(crate) type Stop = Box<dyn Error + Send + Sync>;

/// Calls `keep_going` between rows, and records its error.
pub(crate) struct Interrupt<'a> {
    keep_going: &'a mut dyn FnMut() -> Result<(), Stop>,
    stopped: Option<Stop>,
}

/// An iterator over rows that ends early if the `keep_going` of an [`Interrupt`] fails.
pub(crate) struct InterruptibleRows<'w, 'a, I> {
    rows: I,
    /// The number of rows until the next call of `keep_going`.
    left: usize,
    interrupt: &'w mut Interrupt<'a>,
}

impl<'a> Interrupt<'a> {
    pub(crate) fn new(keep_going: &'a mut dyn FnMut() -> Result<(), Stop>) -> Self {
        Self { keep_going, stopped: None }
    }

    pub(crate) fn over<I: Iterator>(&mut self, rows: I) -> InterruptibleRows<'_, 'a, I> {
        InterruptibleRows { rows, left: CHECK_INTERVAL, interrupt: self }
    }

    /// Returns the error of `keep_going` if the rows ended early.
    pub(crate) fn end(&mut self) -> Result<(), ArrowError> {
        self.stopped.take().map_or(Ok(()), |stop| Err(ArrowError::ExternalError(stop)))
    }
}

impl<I: Iterator> Iterator for InterruptibleRows<'_, '_, I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        if self.left == 0 {
            // The iterator may be called again after its end. It must not continue, even if `keep_going`
            // would succeed now.
            if self.interrupt.stopped.is_none() {
                self.interrupt.stopped = (self.interrupt.keep_going)().err();
            }
            if self.interrupt.stopped.is_some() {
                return None;
            }
            self.left = CHECK_INTERVAL;
        }
        self.left -= 1;
        self.rows.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rows.size_hint()
    }
}

/// Evaluates `$expression` with `$rows` as an iterator over the rows of `$array` from `$start` on, or returns
/// the error for an array that does not contain URLs. The expression is compiled for each layout of arrays.
macro_rules! with_rows {
    ($rows:ident = $iterator:expr => $expression:expr) => {{
        let $rows = $iterator;
        $expression
    }};
    ($array:expr, $start:expr, $rows:ident => $expression:expr) => {{
        use arrow_array::{Array as _, cast::AsArray as _};
        use arrow_schema::DataType;
        let array = $array.slice($start, $array.len() - $start);
        match array.data_type() {
            DataType::Utf8 => with_rows!($rows = array.as_string::<i32>().iter() => $expression),
            DataType::LargeUtf8 => with_rows!($rows = array.as_string::<i64>().iter() => $expression),
            DataType::Utf8View => with_rows!($rows = array.as_string_view().iter() => $expression),
            DataType::Binary => with_rows!($rows = array.as_binary::<i32>().iter() => $expression),
            DataType::LargeBinary => with_rows!($rows = array.as_binary::<i64>().iter() => $expression),
            DataType::BinaryView => with_rows!($rows = array.as_binary_view().iter() => $expression),
            DataType::Null => {
                with_rows!($rows = std::iter::repeat_n(None::<&str>, array.len()) => $expression)
            }
            data_type => return Err(crate::rows::unsupported(data_type)),
        }
    }};
}
pub(crate) use with_rows;
