//! Places in the input, to which results and errors refer.

use std::{fmt, str::FromStr};

use serde::Serialize;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct RecordLocation {
    /// The name of the file, if it is one of several inputs or a file that the input refers to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
    pub(crate) line: u64,
    /// The column in bytes, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<u64>,
    #[serde(flatten)]
    pub(crate) inside: Inside,
}

/// The part of a document that contains a URL, as in results in JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Inside {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) element: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) attribute: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rel: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hreflang: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pointer: Option<String>,
}

impl From<u64> for RecordLocation {
    fn from(line: u64) -> Self {
        Self { line, ..Self::default() }
    }
}

impl RecordLocation {
    /// Passes the pieces of the text form to `write`. Control characters in a file name are escaped, so that
    /// the text stays on one line.
    pub(crate) fn write(&self, mut write: impl FnMut(&str)) {
        let mut number = itoa::Buffer::new();
        if let Some(file) = &self.file {
            if file.contains(char::is_control) {
                write(&file.escape_debug().to_string());
            } else {
                write(file);
            }
            write(":");
        }
        write(number.format(self.line));
        if let Some(column) = self.column {
            write(":");
            write(number.format(column));
        }
    }
}

impl fmt::Display for RecordLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut result = Ok(());
        self.write(|text| result = result.and_then(|()| f.write_str(text)));
        result
    }
}

impl FromStr for RecordLocation {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (rest, last) = last_number(text).ok_or(())?;
        let (file, line, column) = match last_number(rest) {
            Some((file, line)) => (file, line, Some(last)),
            None => (rest, last, None),
        };
        Ok(Self {
            file: Some(file).filter(|file| !file.is_empty()).map(Into::into),
            line,
            column,
            inside: Inside::default(),
        })
    }
}

/// Splits `text` at its last colon, and returns the text before it and the unsigned number after it. Without
/// a colon, the text before is empty.
fn last_number(text: &str) -> Option<(&str, u64)> {
    let (rest, last) = text.rsplit_once(':').unwrap_or(("", text));
    let is_number = last.bytes().all(|byte| byte.is_ascii_digit());
    Some((rest, last.parse().ok().filter(|_| is_number)?))
}

#[cfg(test)]
mod tests {
    use super::RecordLocation;

    #[test]
    fn locations_round_trip() {
        assert_eq!("7:5".parse(), Ok(RecordLocation { column: Some(5), ..RecordLocation::from(7) }));
        let place = RecordLocation { file: Some("c:a:b".into()), column: Some(4), ..RecordLocation::from(3) };
        assert_eq!("c:a:b:3:4".parse(), Ok(place));
        for text in ["7", "7:5", "src/a.txt:1:2", "a b:3", "c:a:b:3:4"] {
            assert_eq!(text.parse::<RecordLocation>().unwrap().to_string(), text);
        }
        let odd = RecordLocation { file: Some("a\t\u{1b}".into()), ..RecordLocation::from(1) };
        assert_eq!(odd.to_string(), "a\\t\\u{1b}:1");
        for text in ["", ":", "a", "a:", ":a", "+1", "1:-2", "http://a.test/", "a:1:b"] {
            assert_eq!(text.parse::<RecordLocation>(), Err(()), "{text}");
        }
    }
}
