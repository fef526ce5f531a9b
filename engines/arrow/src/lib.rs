#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

use std::{error::Error, iter::repeat_n, sync::Arc};

use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, BinaryArray, BooleanArray, LargeBinaryArray, ListArray,
    PrimitiveArray, RecordBatch, RecordBatchOptions, StringArray, StructArray,
    cast::AsArray as _,
    make_array,
    types::{Int16Type, Int32Type, Int64Type, RunEndIndexType, UInt16Type, UInt32Type},
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_data::transform::MutableArrayData;
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields, Schema};
use url_columns::{Call, Column, FixedColumn, Incomplete, Kind, Values};

/// Evaluates `$expression` with `$rows`, an iterator over the rows of `$array` from `$start` on. If `$array`
/// cannot contain URLs, returns an error. The expression is compiled once for each array layout.
macro_rules! with_rows {
    ($rows:ident = $iterator:expr => $expression:expr) => {{
        let $rows = $iterator;
        $expression
    }};
    ($array:expr, $start:expr, $rows:ident => $expression:expr) => {{
        let array = $array.slice($start, $array.len() - $start);
        match array.data_type() {
            DataType::Utf8 => with_rows!($rows = array.as_string::<i32>().iter() => $expression),
            DataType::LargeUtf8 => with_rows!($rows = array.as_string::<i64>().iter() => $expression),
            DataType::Utf8View => with_rows!($rows = array.as_string_view().iter() => $expression),
            DataType::Binary => with_rows!($rows = array.as_binary::<i32>().iter() => $expression),
            DataType::LargeBinary => with_rows!($rows = array.as_binary::<i64>().iter() => $expression),
            DataType::BinaryView => with_rows!($rows = array.as_binary_view().iter() => $expression),
            DataType::Null => with_rows!($rows = repeat_n(None::<&str>, array.len()) => $expression),
            data_type => return Err(unsupported(data_type)),
        }
    }};
}

/// Evaluates `call` on each row of `urls`, and returns an array with the results.
///
/// If `urls` is a dictionary array or run-end encoded, each of its distinct values or runs is evaluated once.
///
/// # Errors
/// If the type of `urls` is not supported ([`is_supported`]), or if the results have more than 2 GiB of text
/// ([`ArrowError::OffsetOverflowError`]).
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
    to_array(call, urls, &mut Interrupt::new(&mut || Ok(())))
}

/// The results of all rows or, if one array cannot hold them, [`Incomplete`] with the first results.
type Evaluated = Result<Result<Values, Incomplete>, ArrowError>;

fn to_array(call: &Call, urls: &dyn Array, interrupt: &mut Interrupt<'_>) -> Result<ArrayRef, ArrowError> {
    if let Some((values, keys)) = encoded(urls) {
        return if values.len() <= keys.len() {
            gather(&to_array(call, &values, interrupt)?, &keys)
        } else {
            // There are more values than the array has rows, so evaluate only the used values.
            to_array(call, &gather(&values, &keys)?, interrupt)
        };
    }
    let values = evaluate_from(0, call, urls, interrupt)?;
    array(values.map_err(|incomplete| ArrowError::OffsetOverflowError(incomplete.into_values().len()))?)
}

fn evaluate_from(start: usize, call: &Call, urls: &dyn Array, interrupt: &mut Interrupt<'_>) -> Evaluated {
    let values = with_rows!(urls, start, rows => call.evaluate(interrupt.over(rows)));
    interrupt.end().map(|()| values)
}

/// Evaluates `call` on each row of `urls`, and returns the results in one or more arrays. The results are
/// divided only if they have more than 2 GiB of text. Between rows, many times a second, `keep_going` is
/// called. If `keep_going` fails, the evaluation ends with its error.
///
/// # Errors
/// If the type of `urls` is not supported ([`is_supported`]), or if `keep_going` fails
/// ([`ArrowError::ExternalError`]).
pub fn evaluate_chunks(
    call: &Call,
    urls: &dyn Array,
    mut keep_going: impl FnMut() -> Result<(), Stop>,
) -> Result<Vec<ArrayRef>, ArrowError> {
    let (mut interrupt, mut count) = (Interrupt::new(&mut keep_going), urls.len());
    if encoded(urls).is_none() {
        return chunks(urls.len(), |start| first_of(evaluate_from(start, call, urls, &mut interrupt)?));
    }
    chunks(urls.len(), |start| {
        count = count.min(urls.len() - start);
        loop {
            match to_array(call, &urls.slice(start, count), &mut interrupt) {
                Err(ArrowError::OffsetOverflowError(_)) if count > 1 => count /= 2,
                array => return array,
            }
        }
    })
}

/// Resolves each row of `urls` against the base in the same row of `bases`.
///
/// # Errors
/// Fails in the same cases as [`evaluate`], and also if `urls` and `bases` differ in length.
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
    let chunks: Result<[ArrayRef; 1], _> = resolve_chunks(call, urls, bases, || Ok(()))?.try_into();
    chunks.map(|[array]| array).map_err(|_| ArrowError::OffsetOverflowError(urls.len()))
}

/// Works like [`resolve`], but returns one or more arrays and calls `keep_going`, like [`evaluate_chunks`].
///
/// # Errors
/// If the type of `urls` or `bases` is not supported, if they differ in length, or if `keep_going` fails.
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
    // Copying the bases to one layout takes less time than compiling each pair of layouts.
    let (unpacked, bases) = (unpack(urls)?, to_bytes(bases)?);
    let urls = unpacked.as_deref().unwrap_or(urls);
    let mut interrupt = Interrupt::new(&mut keep_going);
    chunks(urls.len(), |start| {
        let bases = bases.iter().skip(start);
        let values = with_rows!(urls, start, rows => call.resolve(interrupt.over(rows), bases));
        interrupt.end().and_then(|()| first_of(values))
    })
}

/// Evaluates `call`, a call of `url_parse`, and returns its columns as a record batch with one row for each
/// row of `urls`. If a row of `urls` is null, its values in all columns are null.
///
/// # Errors
/// Fails in the same cases as [`evaluate`], and also if `call` is a call of another function. The
/// documentation of the [crate](crate) has an example.
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

/// Returns an array of all values, or of the first ones that fit into one array.
fn first_of(values: Result<Values, Incomplete>) -> Result<ArrayRef, ArrowError> {
    array(values.unwrap_or_else(Incomplete::into_values))
}

/// Returns the results of `len` rows in one or more arrays. `evaluate(start)` evaluates the rows from the
/// index `start` on, up to the last row that fits into one array.
fn chunks(
    len: usize,
    mut evaluate: impl FnMut(usize) -> Result<ArrayRef, ArrowError>,
) -> Result<Vec<ArrayRef>, ArrowError> {
    let (mut arrays, mut start) = (Vec::new(), 0);
    loop {
        let array = evaluate(start)?;
        let count = array.len();
        arrays.push(array);
        start += count;
        if start >= len {
            return Ok(arrays);
        }
        if count == 0 {
            return Err(ArrowError::OffsetOverflowError(start));
        }
    }
}

/// Returns the Arrow type of results of `kind`.
pub fn data_type(kind: Kind) -> DataType {
    match kind {
        Kind::U16 => DataType::UInt16,
        Kind::U32 => DataType::UInt32,
        Kind::Flag => DataType::Boolean,
        Kind::List => DataType::List(item()),
        Kind::Struct(columns) => DataType::Struct(columns.iter().map(|&column| field(column)).collect()),
        _ => DataType::Utf8,
    }
}

/// Returns the Arrow type of the results of `call`. For `url_parse`, it is a struct of the requested columns.
pub fn result_type(call: &Call) -> DataType {
    match call.empty() {
        Values::Struct { fields, .. } => DataType::Struct(fields_of(&fields)),
        _ => data_type(call.function().result()),
    }
}

fn item() -> FieldRef {
    Arc::new(Field::new("item", DataType::Utf8, true))
}

fn field(column: Column) -> Field {
    Field::new(column.name(), data_type(column.kind()), true)
}

fn fields_of(columns: &[(Column, Values)]) -> Fields {
    columns.iter().map(|(column, _)| field(*column)).collect()
}

fn array(values: Values) -> Result<ArrayRef, ArrowError> {
    Ok(match values {
        Values::Text(column) => {
            let (text, offsets, validity) = column.into_parts();
            let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
            Arc::new(StringArray::try_new(offsets, Buffer::from_vec(text.into_bytes()), nulls(validity))?)
        }
        Values::U16(column) => numbers::<UInt16Type>(column)?,
        Values::U32(column) => numbers::<UInt32Type>(column)?,
        Values::Flag(column) => {
            let (values, validity) = column.into_parts();
            Arc::new(BooleanArray::new(BooleanBuffer::from(values), nulls(validity)))
        }
        Values::List(column) => {
            let (texts, offsets, validity) = column.into_parts();
            let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
            Arc::new(ListArray::try_new(item(), offsets, array(Values::Text(texts))?, nulls(validity))?)
        }
        Values::Struct { fields: columns, validity } => {
            let fields = fields_of(&columns);
            let (len, nulls) = (validity.len(), nulls(validity));
            let arrays = columns.into_iter().map(|(_, values)| array(values)).collect::<Result<_, _>>()?;
            Arc::new(StructArray::try_new_with_length(fields, arrays, nulls, len)?)
        }
        _ => return Err(ArrowError::NotYetImplemented("results of this kind".into())),
    })
}

fn numbers<T: ArrowPrimitiveType>(column: FixedColumn<T::Native>) -> Result<ArrayRef, ArrowError> {
    let (values, validity) = column.into_parts();
    Ok(Arc::new(PrimitiveArray::<T>::try_new(ScalarBuffer::from(values), nulls(validity))?))
}

/// Returns a buffer that marks the null rows, or `None` if no row is null.
fn nulls(validity: Vec<bool>) -> Option<NullBuffer> {
    Some(NullBuffer::new(BooleanBuffer::from(validity))).filter(|nulls| nulls.null_count() > 0)
}

/// Returns true if arrays of `data_type` can contain URLs: arrays of strings or bytes in any layout, also in
/// dictionaries or run-end encoded, and null arrays.
pub fn is_supported(data_type: &DataType) -> bool {
    match data_type {
        DataType::Dictionary(_, inner) => is_plain(inner),
        DataType::RunEndEncoded(_, inner) => is_plain(inner.data_type()),
        data_type => is_plain(data_type),
    }
}

fn is_plain(data_type: &DataType) -> bool {
    data_type.is_string() || data_type.is_binary() || data_type.is_null()
}

fn unsupported(data_type: &DataType) -> ArrowError {
    ArrowError::InvalidArgumentError(format!("URLs must be strings or bytes, not {data_type}"))
}

/// For each row of an encoded array, the index of its value; `None` for null.
type Keys = Vec<Option<usize>>;

/// Returns the distinct values of a dictionary array or a run-end encoded array, and its keys. An array of
/// bytes of a fixed size is such an array too: its values are its rows. Returns `None` for other arrays.
fn encoded(array: &dyn Array) -> Option<(ArrayRef, Keys)> {
    if let Some(dictionary) = array.as_any_dictionary_opt() {
        let (values, keys) = (dictionary.values(), dictionary.keys());
        if values.is_empty() {
            return Some((values.clone(), vec![None; array.len()]));
        }
        let known = dictionary.normalized_keys().into_iter().enumerate();
        return Some((values.clone(), known.map(|(row, key)| keys.is_valid(row).then_some(key)).collect()));
    }
    if let Some(fixed) = array.as_fixed_size_binary_opt() {
        return Some((Arc::new(fixed.iter().collect::<BinaryArray>()), (0..fixed.len()).map(Some).collect()));
    }
    runs::<Int16Type>(array).or_else(|| runs::<Int32Type>(array)).or_else(|| runs::<Int64Type>(array))
}

fn runs<R: RunEndIndexType>(array: &dyn Array) -> Option<(ArrayRef, Keys)> {
    let array = array.as_run_opt::<R>()?;
    let keys = (0..array.len()).map(|row| Some(array.run_ends().get_physical_index(row)));
    Some((array.values().clone(), keys.collect()))
}

/// Returns an array with the value of each of `keys`.
///
/// The crate `arrow-select` is not used, because it takes longer to build than all crates of this project.
fn gather(values: &ArrayRef, keys: &[Option<usize>]) -> Result<ArrayRef, ArrowError> {
    let data = values.to_data();
    let mut gathered = MutableArrayData::new(vec![&data], true, keys.len());
    let mut rest = keys;
    while let [first, ..] = rest {
        let count = if let Some(start) = *first {
            // Copy adjacent values at once.
            let adjacent = rest.iter().zip(start..).take_while(|(key, next)| **key == Some(*next));
            let count = adjacent.count();
            let extended = gathered.try_extend(0, start, start + count);
            // The indexes are valid, so only the offsets of the text can fail.
            extended.map_err(|_| ArrowError::OffsetOverflowError(keys.len()))?;
            count
        } else {
            gathered.try_extend_nulls(1)?;
            1
        };
        rest = &rest[count..];
    }
    Ok(make_array(gathered.freeze()))
}

/// Converts an encoded array to an array with one value for each row. Returns `None` for other arrays.
fn unpack(array: &dyn Array) -> Result<Option<ArrayRef>, ArrowError> {
    encoded(array).map(|(values, keys)| gather(&values, &keys)).transpose()
}

/// Copies the rows of `array`, which are strings or bytes in any layout.
///
/// # Errors
/// If the type of `array` is not supported ([`is_supported`]), or if the text of all rows of an encoded array
/// is too long for one array.
///
/// # Examples
/// ```
/// use arrow_array::{DictionaryArray, types::Int32Type};
/// let encoded: DictionaryArray<Int32Type> = ["a", "b", "a"].into_iter().collect();
/// assert_eq!(url_arrow::to_bytes(&encoded)?.value(2), b"a");
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
pub fn to_bytes(array: &dyn Array) -> Result<LargeBinaryArray, ArrowError> {
    let unpacked = unpack(array)?;
    let array = unpacked.as_deref().unwrap_or(array);
    Ok(with_rows!(array, 0, rows => rows.map(|row| row.map(AsRef::<[u8]>::as_ref)).collect()))
}

/// The number of rows between two calls of `keep_going`.
const CHECK_INTERVAL: usize = 256;

type Stop = Box<dyn Error + Send + Sync>;

/// Calls the caller's function `keep_going` between rows, and stores the error that it returns.
struct Interrupt<'a> {
    keep_going: &'a mut dyn FnMut() -> Result<(), Stop>,
    stopped: Option<Stop>,
}

struct InterruptibleRows<'w, 'a, I> {
    rows: I,
    /// The number of rows until the next call of `keep_going`.
    left: usize,
    interrupt: &'w mut Interrupt<'a>,
}

impl<'a> Interrupt<'a> {
    fn new(keep_going: &'a mut dyn FnMut() -> Result<(), Stop>) -> Self {
        Self { keep_going, stopped: None }
    }

    fn over<I: Iterator>(&mut self, rows: I) -> InterruptibleRows<'_, 'a, I> {
        InterruptibleRows { rows, left: CHECK_INTERVAL, interrupt: self }
    }

    fn end(&mut self) -> Result<(), ArrowError> {
        self.stopped.take().map_or(Ok(()), |stop| Err(ArrowError::ExternalError(stop)))
    }
}

impl<I: Iterator> Iterator for InterruptibleRows<'_, '_, I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        if self.left == 0 {
            // A caller may call `next` again after the end. Once `keep_going` has failed, the iterator must
            // not continue, even if `keep_going` would now succeed.
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
