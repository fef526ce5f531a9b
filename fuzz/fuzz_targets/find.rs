//! The URLs that `urlspec find` and `urlspec check` find in a document: each has a place in it, and passes through a record unchanged.
//!
//! The first byte of the input chooses the format, the rest is the document.

#![no_main]

use std::io::{Cursor, Read as _};

use libfuzzer_sys::fuzz_target;

/// Those modules of the program that read documents: a program is no library.
#[path = "../../crates/urlspec/src"]
#[allow(dead_code, unused_imports, unreachable_pub)]
mod program {
    pub(crate) mod extract;
    pub(crate) mod format;
    pub(crate) mod place;
}
use program::{extract, format, place};

use extract::{DocumentBase, Found, decode, encode, records, text_finder};
use format::Format;
use url_facade::{Parser, Profile};

fuzz_target!(|data: &[u8]| {
    let Some((choice, document)) = data.split_first() else { return };
    let format = match choice % 4 {
        0 => return in_text(&String::from_utf8_lossy(document)),
        1 => Format::Html,
        2 => Format::Markdown,
        _ => Format::Sitemap,
    };
    let make_base = Box::new(|text: &str| Parser::new(Profile::Whatwg).parse_reference(text).ok());
    // Each file beside an index is the document itself.
    let copy = document.to_vec();
    let open = Box::new(move |_: &str| Some(Box::new(Cursor::new(copy.clone())) as _));
    let mut reader =
        records(Box::new(Cursor::new(document.to_vec())), format, DocumentBase::default(), make_base, open);
    let mut found = Vec::new();
    // A failure comes behind what was found before it.
    let _ = reader.read_to_end(&mut found);
    let lines: Vec<&[u8]> = document.split(|&byte| byte == b'\n').collect();
    let found = String::from_utf8(found).unwrap_or_else(|error| panic!("{error}"));
    for record in found.split_inclusive('\0') {
        let text =
            record.strip_suffix('\0').unwrap_or_else(|| panic!("half a record: {}", record.escape_debug()));
        let one = decode(text).unwrap_or_else(|| panic!("no record: {}", record.escape_debug()));
        check(&one, &lines);
        let mut again = Vec::new();
        encode(&one, &mut again);
        assert_eq!(again, record.as_bytes(), "{one:?}");
    }
});

/// Whether it lies in the document.
fn check(found: &Found, lines: &[&[u8]]) {
    let place = &found.place;
    let line = usize::try_from(place.line).ok().and_then(|line| lines.get(line.checked_sub(1)?));
    let column = place.column.and_then(|column| usize::try_from(column).ok());
    assert!(
        line.zip(column).is_some_and(|(line, column)| (1..=line.len() + 1).contains(&column)),
        "{found:?}"
    );
}

/// What is found in a text is found again alone.
fn in_text(text: &str) {
    for link in text_finder().links(text) {
        assert_eq!(text.get(link.start()..link.end()), Some(link.as_str()));
    }
}
