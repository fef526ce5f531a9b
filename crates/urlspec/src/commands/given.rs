//! The URL of a command that takes one.

use std::ffi::OsString;

use crate::{
    args::{Inputs, One},
    inputs::Input,
    records::{Blocks, RECORD_LIMIT, Unread},
    verdict::Failure,
};

/// The URL that `one` names: an argument, or the only line of stdin.
pub(super) fn given(one: &One) -> Result<String, Failure> {
    let urls: Vec<OsString> = one.url.iter().cloned().collect();
    let inputs = Inputs { urls, files: Vec::new(), null: false, lossy: one.lossy, max_bytes: None };
    let input = Input::open(&inputs)?;
    let name = input.sources.first().map(|source| source.name.clone()).unwrap_or_default();
    let refused = |why: &str| Err(Failure::Refused(format!("{name}: {why}")));
    let mut url = None;
    for block in Blocks::new(input) {
        for (_, record) in block?.records() {
            let text = match record {
                Ok(text) => text.into_owned(),
                Err(Unread::TooLong) => {
                    return refused(&format!("the line is longer than {RECORD_LIMIT} bytes"));
                }
                Err(Unread::NotUtf8(_)) => {
                    return refused("the URL is not UTF-8 (--lossy replaces what is not)");
                }
            };
            if url.replace(text).is_some() {
                return refused("there is more than one line: `canon`, `get` and `diff --in -` take many");
            }
        }
    }
    url.map_or_else(|| refused("there is no line"), Ok)
}
