//! Reads the steps that restate what the copy of a document lacks, from the readings of that document.
//!
//! They stand below [`PART`]. Numbered and bulleted items nest by indentation; other lines make paragraphs, and a
//! line after one that ends with a full stop begins another. Every block counts. A bullet that names what it defines
//! makes a heading of that name, with what is said of it as items: one, or those lettered `(a)`, `(b)`.

use crate::spec::outline::{Outline, is_number, slug};

/// The heading of the steps.
const PART: &str = "# The rest of the document, as steps";

/// The slugs of headings, and the names that bullets define, without what is in parentheses.
const SLUGS: [(&str, &str); 21] = [
    ("host", "host-complete"),
    ("ipv4addr / number", "ipv4addr"),
    ("scheme-data, query, fragment, cleanse", "encoded-components"),
    ("scheme-data", "scheme-data"),
    ("query", "query"),
    ("fragment", "fragment"),
    ("cleanse", "cleanse"),
    ("Encode sets and host parsing", "encode-sets"),
    ("percent-encode", "percent-encode"),
    ("host parser", "concept-host-parser"),
    ("domain to ASCII", "domain-to-ascii"),
    ("Serializing and origin", "serializing"),
    ("URL", "url-serializer"),
    ("Host", "host-serializer"),
    ("Origin", "origin"),
    ("Constructor", "api-constructor"),
    ("domainToASCII", "api-domain-to-ascii"),
    ("Getters", "api-getters"),
    ("Setters", "api-setters"),
    ("URLSearchParams", "api-urlsearchparams"),
    ("application/x-www-form-urlencoded", "urlencoded"),
];

/// Reads the steps in `text` into `outline`.
pub(super) fn read(text: &str, outline: &mut Outline) {
    let mut block = String::new();
    let lines = text.lines().map(str::trim_end).skip_while(|line| *line != PART).skip(1);
    for line in lines {
        let heading = line.strip_prefix("## ");
        if heading.is_some() || line.is_empty() || item(line).is_some() || block.ends_with(".\n") {
            add(&block, outline);
            block.clear();
        }
        if let Some(heading) = heading {
            let title = heading.split_once(". ").map_or(heading, |(_, title)| title);
            let name = name(title);
            outline.heading(known_slug(name).unwrap_or(&slug(name)), title);
        } else {
            block.push_str(line);
            block.push('\n');
        }
    }
    add(&block, outline);
}

fn add(block: &str, outline: &mut Outline) {
    let indent = block.len() - block.trim_start().len();
    let definition = item(block).filter(|_| indent == 0).and_then(|body| {
        // A colon within a word does not end a name.
        let at = body.find(": ").or_else(|| body.find(":\n"))?;
        let (label, body) = body.split_at(at);
        Some((known_slug(name(label))?, label, &body[1..]))
    });
    if let Some((slug, label, body)) = definition {
        outline.heading(slug, label);
        for part in lettered(body) {
            outline.item_at(indent, part);
        }
    } else if !block.trim().is_empty() {
        outline.item_at(indent, block);
    }
}

/// The parts of `body` that begin with `(a)`, `(b)` and so on; all of it where it does not begin so.
fn lettered(body: &str) -> Vec<&str> {
    let mut rest = body.trim();
    let mut parts = Vec::new();
    for letter in ('b'..='z').take_while(|_| body.trim().starts_with("(a)")) {
        let Some(at) = rest.find(&format!("({letter}) ")) else { break };
        parts.push(&rest[..at]);
        rest = &rest[at..];
    }
    parts.push(rest);
    parts.retain(|part| !part.is_empty());
    parts
}

/// The part of `title` before what is in parentheses.
fn name(title: &str) -> &str {
    title.split('(').next().unwrap_or_default().trim()
}

fn known_slug(name: &str) -> Option<&'static str> {
    SLUGS.iter().find(|(known, _)| *known == name).map(|(_, slug)| *slug)
}

/// What follows the number or bullet that `line` begins with.
fn item(line: &str) -> Option<&str> {
    let (mark, body) = line.trim_start().split_once(' ')?;
    (mark == "-" || mark.strip_suffix('.').is_some_and(is_number)).then_some(body)
}
