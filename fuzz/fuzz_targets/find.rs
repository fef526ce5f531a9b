//! Fuzzes `find`: the spans of found URLs must be correct. A redacted text must contain no secrets.
//!
//! The first byte of the fuzz input selects the format of the rest, which is the text or the document.

#![no_main]

use std::{io::Cursor, sync::Arc};

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use url_facade::Parser;
use url_find::{
    Finder, LinkEnd, Mode, Options, Rules,
    document::{Document, Format, LineFormat, Settings, line},
    redact,
};

fuzz_target!(|data: &[u8]| {
    let Some((choice, bytes)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(bytes);
    match choice % 11 {
        0 => found(&Finder::default(), &text),
        1 => found(&Finder::new(Options::default().with_mode(Mode::Uts58)), &text),
        2 => {
            found(&Finder::new(Options::default().with_default_scheme("https").with_joined_tabs(true)), &text)
        }
        3 => redacted(&text),
        4 => document(Format::Html, bytes),
        5 => document(Format::Markdown, bytes),
        6 => document(Format::Xml, bytes),
        7 => document(Format::Json, bytes),
        8 => in_line(LineFormat::JsonLines, &text),
        9 => in_line(LineFormat::AccessLog, &text),
        _ => in_line(LineFormat::Table(b','), &text),
    }
});

/// Checks that the findings in `text` are in order, and that the span of each finding contains its text.
fn found(finder: &Finder, text: &str) {
    let mut end = 0;
    for finding in finder.find(text) {
        assert!(finding.span.start >= end && finding.span.end > finding.span.start, "{text:?}");
        assert_eq!(text.get(finding.span.clone()), Some(finding.text), "{text:?}");
        end = finding.span.end;
        assert!(LinkEnd::of(text, &finding).undecided.end <= text.len());
        let _ = finding.url();
    }
}

/// Checks that redacted URLs have no password, redacted JSON is JSON, and redacting again changes nothing.
fn redacted(text: &str) {
    let rules = Rules::default().with_paths();
    let once = redact(text, &rules);
    assert_eq!(redact(&once, &rules), once, "{text:?}");
    if serde_json::from_str::<Value>(text).is_ok() {
        assert!(serde_json::from_str::<Value>(&once).is_ok(), "{text:?} -> {once:?}");
    }
    for url in Finder::default().find(&once).filter_map(|finding| finding.url().ok()) {
        assert!(url.password().is_none_or(|password| password.starts_with("***")), "{text:?} -> {once:?}");
    }
}

fn document(format: Format, bytes: &[u8]) {
    let make_base = Box::new(|text: &str| Parser::default().parse_reference(text).ok());
    // If the document is an index of files, each of these files has the content of the index.
    let copy = bytes.to_vec();
    let open = Box::new(move |_: &str| Some(Box::new(Cursor::new(copy.clone())) as _));
    let reader = Box::new(Cursor::new(bytes.to_vec()));
    let read = Document::new(reader, format, Arc::new(Settings::default()), make_base, open);
    let lines = bytes.split(|byte| *byte == b'\n').count() as u64;
    for found in read.flatten().flatten() {
        assert!((1..=lines).contains(&found.at.line) && found.at.column > 0, "{:?}", found.at);
    }
}

fn in_line(format: LineFormat, text: &str) {
    if !text.contains('\n') {
        line(format, text, &Settings::default(), &mut |found| {
            assert!(found.at.column as usize <= text.len() + 1)
        });
    }
}
