//! The encoding of an HTML document: its byte order mark, or the encoding that a `meta` element declares.

use std::io;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use memchr::{memchr, memmem};

use super::{attribute, is_end_of_name, name};
use crate::document::source::Source;

const PRESCAN: usize = 1024;

pub(super) fn sniff(source: &mut Source<'_>) -> io::Result<&'static Encoding> {
    let start = source.fill(PRESCAN)?;
    let start = &start[..start.len().min(PRESCAN)];
    let (encoding, mark) = Encoding::for_bom(start)
        .unwrap_or_else(|| (xml_encoding(start).or_else(|| declared(start)).unwrap_or(UTF_8), 0));
    source.pass_mark(mark);
    Ok(encoding)
}

/// Returns the encoding in the XML declaration at `start`, the start of a document.
/// Source: HTML Standard, `get an XML encoding`.
fn xml_encoding(start: &[u8]) -> Option<&'static Encoding> {
    let declaration = start.strip_prefix(b"<?xml")?;
    let declaration = &declaration[..memchr(b'>', declaration)?];
    let after = &declaration[memmem::find(declaration, b"encoding")? + "encoding".len()..];
    let value = after.trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    let mark = *value.first().filter(|mark| matches!(mark, b'"' | b'\''))?;
    let label = &value[1..][..memchr(mark, &value[1..])?];
    let encoding = Encoding::for_label(label)?;
    Some(if encoding == UTF_16BE || encoding == UTF_16LE { UTF_8 } else { encoding })
}

/// Returns the encoding that a `meta` element in `start`, the start of a document, declares.
/// Source: HTML Standard, `prescan a byte stream to determine its encoding`.
fn declared(start: &[u8]) -> Option<&'static Encoding> {
    let (mut source, mut value) = (Source::of_bytes(start), Vec::new());
    loop {
        source.until(|bytes| memchr(b'<', bytes), |_| {}).ok()??;
        source.pass(1);
        if source.fill(3).ok()?.starts_with(b"!--") {
            source.pass(1);
            source.until(|bytes| memmem::find(bytes, b"-->"), |_| {}).ok()??;
            continue;
        }
        let is_end = source.eat(b"/").ok()?;
        let next = source.peek().ok()??;
        if !next.is_ascii_alphabetic() {
            if is_end || matches!(next, b'!' | b'?') {
                source.until(|bytes| memchr(b'>', bytes), |_| {}).ok()??;
            }
            continue;
        }
        let is_meta = name(&mut source, is_end_of_name).ok()? == "meta" && !is_end;
        let (mut encoding, mut is_pragma, mut needs_pragma) = (None, false, false);
        let is_name = |byte: &u8| !byte.is_ascii_whitespace() && *byte != b'/';
        while source.until(|bytes| bytes.iter().position(is_name), |_| {}).ok()?? != b'>' {
            let (name, _) = attribute(&mut source, &mut value).ok()?;
            // The start of the document may end inside the tag.
            source.peek().ok()??;
            match &*name {
                "http-equiv" => is_pragma = value.eq_ignore_ascii_case(b"content-type"),
                "content" if encoding.is_none() => {
                    encoding = charset(&value).and_then(Encoding::for_label);
                    needs_pragma = encoding.is_some();
                }
                "charset" => (encoding, needs_pragma) = (Encoding::for_label(&value), false),
                _ => {}
            }
        }
        if let Some(encoding) = encoding.filter(|_| is_meta && (is_pragma || !needs_pragma)) {
            return Some(match encoding {
                encoding if encoding == UTF_16BE || encoding == UTF_16LE => UTF_8,
                encoding if encoding == X_USER_DEFINED => WINDOWS_1252,
                encoding => encoding,
            });
        }
    }
}

/// Returns the name of the encoding in the attribute `content` of a `meta` element.
///
/// Source: HTML Standard, `extracting a character encoding from a meta element`.
pub(super) fn charset(mut content: &[u8]) -> Option<&[u8]> {
    loop {
        let at = content.windows(7).position(|name| name.eq_ignore_ascii_case(b"charset"))?;
        content = content[at + 7..].trim_ascii_start();
        if let Some(value) = content.strip_prefix(b"=") {
            let value = value.trim_ascii_start();
            return match value.first()? {
                mark @ (b'"' | b'\'') => Some(&value[1..][..memchr(*mark, &value[1..])?]),
                _ => value.split(|byte| byte.is_ascii_whitespace() || *byte == b';').next(),
            };
        }
    }
}
