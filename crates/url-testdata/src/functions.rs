//! Reads `functions.jsonl`: test cases of the functions on columns of URLs, which every engine runs.

use std::{io, path::Path};

use serde_json::Value;

use crate::{Record, read_json_lines};

/// One test case: a call of a function on one row, and its expected result.
#[derive(Clone, PartialEq, Eq)]
pub struct Case {
    /// The name of the function.
    pub function: String,
    /// The constant arguments of the call, except for the base of `url_resolve`.
    pub constants: Vec<String>,
    /// The base argument of `url_resolve`.
    pub base: Option<String>,
    /// The value of the row in bytes; `None` for null.
    pub url: Option<Vec<u8>>,
    /// The expected result: null, a string, a number, a Boolean, or an object with a member for each column.
    pub expected: Value,
}

/// Shows at most 100 bytes of the URL, because a case may have a URL of 40 MB.
impl std::fmt::Debug for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { function, constants, url, .. } = self;
        let start =
            url.as_deref().map(|url| String::from_utf8_lossy(&url[..url.len().min(100)]).into_owned());
        write!(f, "{function}({start:?}, {constants:?})")
    }
}

/// Reads all cases. In the file, `{"hex": "ff"}` denotes bytes, and `{"repeat": ["a", "b", 3, "c"]}` the
/// string `abbbc`.
pub fn cases() -> io::Result<Vec<Case>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("functions.jsonl");
    let case = |record: Record| {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let constants = record.get("constants").and_then(Value::as_array).into_iter().flatten();
        Some(Case {
            function: record.get("function").and_then(text)?,
            constants: constants.map(text).collect::<Option<_>>()?,
            base: record.get("base").and_then(text),
            url: match record.get("url")? {
                Value::Null => None,
                url => Some(bytes(url)?),
            },
            expected: record.get("expected")?.clone(),
        })
    };
    let cases: Option<Vec<_>> = read_json_lines(&file)?.into_iter().map(case).collect();
    cases.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "functions.jsonl: a line is not a case"))
}

/// Returns the bytes that `url` denotes: a string, or an object with the key `hex` or `repeat` ([`cases`]).
fn bytes(url: &Value) -> Option<Vec<u8>> {
    if let Some(hex) = url["hex"].as_str() {
        let digit = |at: usize| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok();
        return (0..hex.len()).step_by(2).map(digit).collect();
    }
    if let Some(parts) = url["repeat"].as_array() {
        let [start, unit, count, end] = parts.as_slice() else { return None };
        let unit = unit.as_str()?.repeat(usize::try_from(count.as_u64()?).ok()?);
        return Some([start.as_str()?, &unit, end.as_str()?].concat().into_bytes());
    }
    url.as_str().map(|url| url.as_bytes().to_vec())
}
