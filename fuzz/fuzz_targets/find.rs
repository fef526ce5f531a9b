//! The URLs that `urlspec find` and `urlspec check` find in a document: each has a place in it; and the text that `find --redact` writes.
//!
//! The first byte of the input chooses the format, the rest is the document.

#![no_main]

#[path = "program.rs"]
mod program;

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use program::*;
use serde_json::Value;

use args::Options;
use commands::find::Links;
use extract::{Document, Found, text_finder};
use format::Format;
use inputs::{End, Input, Source};
use lines::Blank;
use parsing::Parsing;
use url_facade::{Encoding, Profile, Rules};

fuzz_target!(|data: &[u8]| {
    let Some((choice, bytes)) = data.split_first() else { return };
    let Some(document) = content(bytes, b'\n') else { return };
    match choice % 4 {
        0 if choice & 16 != 0 => in_lines(bytes, Format::Jsonl, &document),
        0 if choice & 32 != 0 => in_lines(bytes, Format::AccessLog, &document),
        0 if choice & 64 != 0 => redacted(bytes, &document),
        0 => in_text(bytes, choice & 8 != 0, &document),
        1 => in_document(Format::Html, &document),
        2 => in_document(Format::Markdown, &document),
        _ => in_document(Format::Sitemap, &document),
    }
});

fn parsing() -> Parsing {
    let options = Options { profile: Profile::Whatwg, encoding: Encoding::UTF_8, json: true };
    Parsing::new(&options, None).unwrap_or_else(|_| panic!("no base is none"))
}

fn links(secrets: Option<Rules>) -> Links {
    Links { parsing: parsing(), finder: text_finder(), secrets }
}

/// Every line is counted, and every result.
fn in_lines(bytes: &[u8], format: Format, document: &[u8]) {
    let mut input = input(bytes, 1 << 16, End::Byte(b'\n'));
    for source in &mut input.sources {
        source.format = Some(format);
    }
    let Some(made) = run(&links(None), input, true, b'\n', Blank::Skip) else { return };
    assert_eq!(made.counts.lines as usize, records(document, b'\n').len(), "{}", document.escape_ascii());
    assert_eq!(made.counts.done as usize, results(&made.out, b'\n').len(), "{}", document.escape_ascii());
    for answer in [results(&made.out, b'\n'), results(&made.errors, b'\n')].concat() {
        assert!(serde_json::from_slice::<Value>(answer).is_ok(), "{}", answer.escape_ascii());
    }
}

/// Each line is there; no URL in it has a password, or the parameter that is a secret.
fn redacted(bytes: &[u8], document: &[u8]) {
    let links = links(Some(Rules::default().add("q")));
    let input = input(bytes, 1 << 16, End::Byte(b'\n'));
    let Some(made) = run(&links, input, false, b'\n', Blank::Take) else { return };
    let what = || format!("{} -> {}", document.escape_ascii(), made.out.escape_ascii());
    let lines = results(&made.out, b'\n');
    assert_eq!(lines.len(), records(document, b'\n').len(), "{}", what());
    for line in lines {
        let text = str::from_utf8(line).unwrap_or_else(|error| panic!("{error}: {}", what()));
        for link in links.finder.links(text) {
            let Ok(url) = links.parsing.parse(link.as_str()) else { continue };
            assert!(url.password().is_none_or(|password| password == "***"), "{}", what());
        }
    }
}

/// What is found is at its place: the text there begins with the scheme of the URL.
fn in_text(bytes: &[u8], is_lossy: bool, document: &[u8]) {
    let input = Input { is_lossy, ..input(bytes, 1 << 16, End::Byte(b'\n')) };
    let Some(made) = run(&links(None), input, true, b'\n', Blank::Skip) else { return };
    let mut lines = records(document, b'\n');
    let texts: Vec<_> = lines.iter().map(|line| url_facade::from_bytes(line)).collect();
    if is_lossy {
        lines = texts.iter().map(|text| text.as_bytes()).collect();
    }
    assert_eq!(made.counts.lines as usize, lines.len(), "{}", document.escape_ascii());
    let answers = results(&made.out, b'\n');
    assert_eq!(made.counts.done as usize, answers.len(), "{}", document.escape_ascii());
    for answer in answers.into_iter().chain(results(&made.errors, b'\n')) {
        let what = || format!("{} -> {}", document.escape_ascii(), answer.escape_ascii());
        let answer: Value =
            serde_json::from_slice(answer).unwrap_or_else(|error| panic!("{error}: {}", what()));
        let number =
            |key: &str| answer[key].as_u64().unwrap_or_else(|| panic!("{key}: {}", what())) as usize - 1;
        let rest = lines.get(number("line")).and_then(|line| line.get(number("column")..));
        let rest = rest.unwrap_or_else(|| panic!("no place: {}", what()));
        assert!(rest.first().is_some_and(u8::is_ascii_alphabetic), "{}", what());
        if let Some(scheme) = answer["scheme"].as_str() {
            let written = rest.get(..scheme.len()).unwrap_or_default();
            assert!(written.eq_ignore_ascii_case(scheme.as_bytes()), "{}", what());
        }
    }
}

fn in_document(format: Format, document: &[u8]) {
    let read = || {
        let resolver = parsing();
        let make_base = Box::new(move |text: &str| resolver.reference(text));
        // Each file beside an index is the document itself.
        let copy = document.to_vec();
        let open = Box::new(move |_: &str| Some(Box::new(Cursor::new(copy.clone())) as _));
        let reader = Box::new(Cursor::new(document.to_vec()));
        Document::new(reader, format, make_base, open).unwrap_or_else(|_| panic!("{format:?} is no document"))
    };
    let mut found = Vec::new();
    // A failure comes behind what was found before it.
    let outcome = read().try_for_each(|batch| batch.map(|batch| found.extend(batch)));
    let lines: Vec<&[u8]> = document.split(|&byte| byte == b'\n').collect();
    for one in &found {
        check(one, &lines);
    }

    let source = Source { document: Some(read()), ..input(b"", 1, End::Byte(0)).sources.remove(0) };
    let made = run(&links(None), of_source(source), true, b'\n', Blank::Skip);
    assert_eq!(made.is_some(), outcome.is_ok(), "{}", document.escape_ascii());
    if let Some(Made { counts, out, .. }) = made {
        assert_eq!(counts.lines as usize, found.len(), "{}", document.escape_ascii());
        assert_eq!(counts.done + counts.invalid, counts.lines, "{}", document.escape_ascii());
        assert_eq!(results(&out, b'\n').len() as u64, counts.done, "{}", document.escape_ascii());
    }
}

/// Whether it lies in the document.
fn check(found: &Found, lines: &[&[u8]]) {
    let (line, column) = (found.at.line, found.at.column);
    let given = usize::try_from(line).ok().and_then(|line| lines.get(line.checked_sub(1)?));
    assert!(given.is_some_and(|given| (1..=given.len() as u64 + 1).contains(&column)), "{line}:{column}");
}
