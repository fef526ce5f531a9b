//! Variables, written as `/name/`, that an algorithm uses and was not given.

use std::collections::BTreeSet;

use super::findings::{Findings, algorithms};
use crate::spec::outline::Section;

/// Words after which a variable is introduced, or given to another algorithm: `let /s/ be`, `invoked with /s/ and /url/`,
/// `where /s/ represents`, `the following /octets/`.
const INTRODUCTIONS: [&str; 15] = [
    "let",
    "with",
    "where",
    "and",
    "each",
    "any",
    "for",
    "given",
    "string",
    "substring",
    "url",
    "urls",
    "returns",
    "as",
    "following",
];

/// Words after which a name is that of a flag: `is /invalid/`, `might be /missing/`.
const BEFORE_FLAGS: [&str; 5] = ["is", "not", "no", "are", "be"];

/// What follows the name of a flag or state, or a name that counts: `the /i/-th bit`.
const AFTER_FLAGS: [&str; 3] = ["flag", "state", "-th"];

/// Looks in each algorithm for names that no step introduces.
pub(super) fn check(sections: &[Section], findings: &mut Findings) {
    let flags: BTreeSet<&str> = sections.iter().flat_map(|section| flags(&section.text)).collect();
    for algorithm in algorithms(sections) {
        let introduced: BTreeSet<&str> =
            algorithm.iter().flat_map(|section| introduced(&section.text)).collect();
        // Where nothing is introduced, the names are those of the text around.
        if introduced.is_empty() {
            continue;
        }
        let mut told = BTreeSet::new();
        for section in algorithm {
            for name in variables(&section.text).map(|(_, name)| name) {
                if !introduced.contains(name) && !flags.contains(name) && told.insert(name) {
                    findings.add(&section.id, format!("uses /{name}/, which this algorithm is not given"));
                }
            }
        }
    }
}

/// The names that `text` introduces.
fn introduced(text: &str) -> impl Iterator<Item = &str> {
    variables(text).filter_map(|(before, name)| {
        let word = before.split_whitespace().next_back()?.to_lowercase();
        // In a sentence, `and` joins what an introduction before it begins.
        let begun = before.to_lowercase();
        let joins =
            word == "and" && !["with /", "where /", "urls\" /"].iter().any(|start| begun.contains(start));
        (INTRODUCTIONS.contains(&word.trim_matches([',', '"'])) && !joins).then_some(name)
    })
}

/// The names in `text` that are those of flags, or definitions of terms.
fn flags(text: &str) -> impl Iterator<Item = &str> {
    variables(text).filter_map(|(before, name)| {
        let after = &text[before.len() + name.len() + 2..];
        let word = before.split_whitespace().next_back().unwrap_or_default();
        let goes_on = AFTER_FLAGS.iter().any(|word| after.trim_start().starts_with(word));
        let is_flag = goes_on || BEFORE_FLAGS.contains(&word);
        (is_flag || before.ends_with('*')).then_some(name)
    })
}

/// Each `/name/` in `text`, with what precedes it.
fn variables(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let is_name = |name: &str| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-' || byte == b'_')
    };
    text.match_indices('/').filter_map(move |(start, _)| {
        let begins = start == 0 || text[..start].ends_with([' ', '(', '"', '*']);
        let (name, _) = text[start + 1..].split_once('/')?;
        (begins && is_name(name)).then_some((&text[..start], name))
    })
}
