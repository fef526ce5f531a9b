//! Runs the test files of Unicode for UTS #58, if the files are available.

#![cfg(feature = "uts58")]
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;

use url_find::{Finder, LinkParts, Mode, Options};
use url_testdata::hostile::short_strings;

fn lines(name: &str) -> Vec<String> {
    let Some(folder) = url_testdata::shared_suites("uts58") else { return Vec::new() };
    fs::read_to_string(folder.join(name)).unwrap().lines().map(String::from).collect()
}

/// Spec: uts58#link-detection, uts58#link-initiation-1..3, uts58#domain-name-1..4
/// Spec: uts58#link-termination-1..7, uts58#email-addresses-1..4
#[test]
fn links_are_detected() {
    let finder = Finder::new(Options::default().with_mode(Mode::Uts58));
    let (mut wrong, mut count) = (Vec::new(), 0);
    for expected in lines("LinkDetectionTest.txt") {
        if expected.is_empty() || expected.starts_with('#') {
            continue;
        }
        let text = expected.replace(['⸠', '⸡'], "");
        let (mut marked, mut copied) = (String::new(), 0);
        for finding in finder.find(&text) {
            marked.extend([&text[copied..finding.span.start], "⸠", finding.text, "⸡"]);
            copied = finding.span.end;
        }
        marked.push_str(&text[copied..]);
        count += 1;
        if marked != expected {
            wrong.push(format!("{marked}\n instead of {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Spec: uts58#minimal-escaping-1..6
#[test]
fn links_are_formatted() {
    let lines = lines("LinkFormattingTest.txt");
    let (mut wrong, mut parts) = (Vec::new(), None);
    let mut written = 0;
    for line in &lines {
        if let Some(structure) = line.strip_prefix("# {").and_then(|line| line.strip_suffix('}')) {
            parts = Some(parts_of(structure));
            written = 0;
        } else if !line.is_empty() && !line.starts_with('#') {
            written += 1;
            let Some(parts) = parts.as_ref().filter(|_| written == 2) else { continue };
            if parts.format() != *line {
                wrong.push(format!("{} instead of {line}", parts.format()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn parts_of(structure: &str) -> LinkParts {
    let mut parts = LinkParts::default();
    let names = ['𝑺', '𝑯', '𝑷', '𝑸', '𝑽', '𝑭', '𝑫'].map(|name| format!("{name}="));
    let fields =
        names.iter().fold(structure.to_owned(), |text, name| text.replace(name, &format!("\n{name}")));
    for field in fields.lines().skip(1) {
        let (name, value) = field.trim_end_matches(' ').split_once('=').unwrap();
        let value = value.to_owned();
        match name {
            "𝑺" => parts.scheme = value.trim_end_matches("://").into(),
            "𝑯" => parts.host = value,
            "𝑷" => parts.path.push(value),
            "𝑸" => parts.query.push((value, None)),
            "𝑽" => parts.query.last_mut().unwrap().1 = Some(value),
            "𝑭" => parts.fragment = Some(value),
            "𝑫" => parts.directives.push(value),
            _ => panic!("{name}"),
        }
    }
    parts
}

fn literal_end(text: &str, host: usize) -> usize {
    let (mut last_safe, mut stack, mut part) = (host, Vec::new(), '/');
    for (at, c) in text.char_indices().skip_while(|&(at, _)| at < host) {
        let is_terminator = c == '#' && part != '#' || c == '?' && part == '/';
        if is_terminator {
            part = c;
        }
        let is_inner = c == '/' && part == '/' || matches!(c, '=' | '&') && part == '?';
        let is_directive =
            part == '#' && c == ':' && text[host..at].ends_with(":~") && text[host..at].contains('#');
        if is_terminator || is_inner || is_directive {
            stack.clear();
        }
        match c {
            ' ' => break,
            '.' | '?' | ':' | '。' => continue,
            '(' | '（' => stack.push(c),
            ')' | '）' if stack.pop() != Some(if c == ')' { '(' } else { '（' }) => break,
            _ => {}
        }
        last_safe = at + c.len_utf8();
    }
    last_safe
}

/// Spec: uts58#link-termination
#[test]
fn links_end_as_the_rules_say() {
    let finder = Finder::new(Options::default().with_mode(Mode::Uts58));
    let host = "http://a.com".len();
    for signs in short_strings("x.?#/=()（）:~。 ", 4) {
        let text = ["http://a.com/", &signs].concat();
        let found = finder.find(&text).next().unwrap();
        assert_eq!(found.span.end, literal_end(&text, host), "{text}");
    }
}
