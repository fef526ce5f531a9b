//! A URL that is an argument, stdin, or a line of it.

use std::{borrow::Cow, ffi::OsString, io::Read as _};

use url_facade::from_bytes;

use crate::{args::text, inputs::Source, records::RECORD_LIMIT, verdict::Failure};

/// The URL that `argument` is; for `-`, the content of stdin, without the end of its line.
pub(super) fn given(argument: &OsString) -> Result<Cow<'_, str>, Failure> {
    if argument != "-" {
        return Ok(text(argument));
    }
    let Source { name, reader, .. } = Source::stdin()?;
    let mut bytes = Vec::new();
    reader.take(RECORD_LIMIT as u64).read_to_end(&mut bytes).map_err(Failure::reading(name))?;
    let line = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    Ok(from_bytes(line).into_owned().into())
}

/// A line as a string, without the CR of CR LF.
pub(super) fn line(bytes: &[u8]) -> Cow<'_, str> {
    from_bytes(bytes.strip_suffix(b"\r").unwrap_or(bytes))
}
