//! Converts Python arguments to text and profiles, and offsets in bytes to offsets in characters.

use std::borrow::Cow;

use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyBytes, PyString},
};
use url_facade::{Parser, Profile, Source, Span};

/// A Python string as an argument. A lone surrogate becomes U+FFFD, because UTF-8 cannot represent it. The
/// URL Standard does the same when it converts a string to scalar values.
pub(crate) struct Text<'a>(pub(crate) Cow<'a, str>);

impl Text<'_> {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Text<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match object.extract::<&'a str>() {
            Ok(text) => Ok(Self(Cow::Borrowed(text))),
            // A lone surrogate is the only reason why a Python string cannot be a `str`.
            Err(_) if object.is_instance_of::<PyString>() => {
                let units: Vec<u8> =
                    object.call_method1("encode", ("utf-32-le", "surrogatepass"))?.extract()?;
                let (code_points, _) = units.as_chunks::<4>();
                let code_points = code_points.iter().map(|&unit| u32::from_le_bytes(unit));
                Ok(Self(Cow::Owned(url_facade::from_code_points(code_points))))
            }
            Err(error) => Err(error),
        }
    }
}

/// Python bytes or a Python string as an argument. A lone surrogate in a string is not replaced, so `bytes`
/// may not be UTF-8.
pub(crate) struct Raw<'a> {
    pub(crate) bytes: Cow<'a, [u8]>,
    pub(crate) is_text: bool,
}

impl<'a, 'py> FromPyObject<'a, 'py> for Raw<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let is_text = object.is_instance_of::<PyString>();
        let bytes = match object.extract::<&'a str>() {
            Ok(text) => Cow::Borrowed(text.as_bytes()),
            Err(_) if is_text => {
                Cow::Owned(object.call_method1("encode", ("utf-8", "surrogatepass"))?.extract()?)
            }
            Err(_) => match object.cast::<PyBytes>() {
                Ok(bytes) => Cow::Owned(bytes.as_bytes().to_vec()),
                Err(_) => return Err(PyTypeError::new_err("a URL must be a str or bytes")),
            },
        };
        Ok(Self { bytes, is_text })
    }
}

/// Returns a parser of the profile `name`, or of the URL Standard if `name` is `None`.
pub(crate) fn parser(name: Option<&str>) -> PyResult<Parser<'static>> {
    Ok(name.map(profile).transpose()?.map_or_else(Parser::default, Parser::new))
}

pub(crate) fn profile(name: &str) -> PyResult<Profile> {
    name.parse::<Profile>().map_err(value_error)
}

/// Returns the one of `all` with the name `name`. An exception lists the names of all.
pub(crate) fn named<T: Copy>(kind: &str, name: &str, all: &[T], of: fn(T) -> &'static str) -> PyResult<T> {
    all.iter().copied().find(|&known| of(known) == name).ok_or_else(|| {
        let known: Vec<_> = all.iter().copied().map(of).collect();
        value_error(format!("unknown {kind} {name:?}; known: {}", known.join(", ")))
    })
}

pub(crate) fn value_error(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns `"base"` and `base` if spans of `source` are in the base, and `"input"` and `input` if not.
pub(crate) fn given<'t>(source: Source, input: &'t str, base: Option<&'t str>) -> (&'static str, &'t str) {
    match (source, base) {
        (Source::Base, Some(base)) => ("base", base),
        _ => ("input", input),
    }
}

/// [`Places`] stores the index in characters of every offset that is a multiple of this number of bytes.
const STRIDE: usize = 256;

/// Converts offsets in a text from bytes to characters. Each conversion takes constant time.
pub(crate) struct Places<'t> {
    text: &'t [u8],
    /// For each multiple of [`STRIDE`], the number of characters before it. Empty if the text is ASCII.
    counts: Vec<usize>,
}

impl<'t> Places<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let mut counts = Vec::new();
        if !text.is_ascii() {
            let mut count = 0;
            for stride in text.as_bytes().chunks(STRIDE) {
                counts.push(count);
                count += characters(stride);
            }
        }
        Self { text: text.as_bytes(), counts }
    }

    /// Returns the start and the end of `span` in characters.
    pub(crate) fn span(&self, span: Span) -> (usize, usize) {
        (self.index(span.start as usize), self.index(span.end as usize))
    }

    fn index(&self, at: usize) -> usize {
        let at = at.min(self.text.len());
        // The end of the text belongs to the last stride, even if it is a multiple of the stride.
        let stride = (at / STRIDE).min(self.counts.len().saturating_sub(1));
        match (self.counts.get(stride), self.text.get(stride * STRIDE..at)) {
            (Some(before), Some(rest)) => before + characters(rest),
            _ => at,
        }
    }
}

/// Returns the number of characters that begin in `bytes`, which are UTF-8.
pub(crate) fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&byte| byte & 0xC0 != 0x80).count()
}
