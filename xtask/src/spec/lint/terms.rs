//! Terms that a text uses and does not define, by the markup of its format.

use std::collections::BTreeSet;

use super::findings::Findings;
use crate::spec::{
    outline::{Section, words},
    readers::{
        Format,
        markup::{Tag, Token, tokens},
    },
};

/// The terms of a text, in lower case.
#[derive(Default)]
struct Terms {
    defined: BTreeSet<String>,
    used: BTreeSet<String>,
}

impl Terms {
    fn and(mut self, other: Self) -> Self {
        self.defined.extend(other.defined);
        self.used.extend(other.used);
        self
    }
}

/// Looks in `text` for terms that nothing in it defines, and reports each at the first section that uses it.
pub(super) fn check(format: Format, text: &str, sections: &[Section], findings: &mut Findings) {
    let terms = match format {
        Format::Manakai => of_marks(text, '*', '"'),
        Format::Bikeshed | Format::Standard => of_links(text),
        Format::RfcXml => of_productions(text).and(of_compounds(sections)),
        Format::Plain => of_compounds(sections),
        // What reads these is not marked.
        Format::Markdown | Format::RfcText => Terms::default(),
    };
    // A plural is told with its singular.
    let is_plural = |term: &str| term.strip_suffix('s').is_some_and(|stem| terms.used.contains(stem));
    for term in terms.used.iter().filter(|term| !is_defined(term, &terms.defined) && !is_plural(term)) {
        let uses = |section: &&Section| section.text.to_lowercase().contains(term.as_str());
        let count = sections.iter().filter(uses).count();
        if let Some(first) = sections.iter().find(uses) {
            let more = if count > 1 { format!(" (and in {} more)", count - 1) } else { String::new() };
            findings.add(&first.id, format!("uses \"{term}\", which is not defined here{more}"));
        }
    }
}

/// Whether `term` is in `defined`, in the singular or the plural, or as an adverb.
fn is_defined(term: &str, defined: &BTreeSet<String>) -> bool {
    let stems = ["s", "es", "ly", "d", "ing"].iter().filter_map(|ending| term.strip_suffix(ending));
    let mut forms: Vec<String> = stems.map(Into::into).collect();
    forms.extend(["s", "d", "es"].map(|ending| format!("{term}{ending}")));
    forms.extend(term.strip_suffix("ies").map(|stem| format!("{stem}y")));
    defined.contains(term) || forms.iter().any(|form| defined.contains(form))
}

/// Definitions stand between two `definition`s, uses between two `usage`s; both hold words only. Headings define what
/// they name.
fn of_marks(text: &str, definition: char, usage: char) -> Terms {
    let mut terms = Terms::default();
    let is_heading = |line: &&str| line.starts_with(['*', '=']);
    let body: String =
        text.lines().filter(|line| !is_heading(line)).map(|line| line.to_owned() + "\n").collect();
    for paragraph in body.split("\n\n") {
        let paragraph = words(paragraph).to_lowercase();
        terms.defined.extend(between(&paragraph, definition));
        terms.used.extend(between(&paragraph, usage));
    }
    for title in text.lines().filter(is_heading) {
        terms.defined.insert(title.trim_matches(['*', '=', ' ']).to_lowercase());
    }
    terms
}

/// The words between pairs of `mark` in `text`.
fn between(text: &str, mark: char) -> Vec<String> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | ',' | '|' | ':');
    let is_term = |part: &&str| {
        part.len() > 2
            && part.starts_with(|c: char| c.is_ascii_alphabetic())
            && !part.ends_with('-')
            && part.chars().all(is_word)
    };
    text.split(mark).skip(1).step_by(2).filter(is_term).map(Into::into).collect()
}

/// `dfn` defines, and `a` without an address uses: the `title` if there is one, else the words in it.
fn of_links(text: &str) -> Terms {
    let mut terms = Terms::default();
    let mut open: Option<(bool, Option<String>, String)> = None;
    for token in tokens(text) {
        match token {
            Token::Open(tag) if is_term(&tag) => {
                open = Some((tag.name == "dfn", tag.attribute("title"), String::new()));
            }
            Token::Text(text) => {
                if let Some((_, _, words)) = &mut open {
                    words.push_str(&text);
                }
            }
            Token::Close("dfn" | "a") => {
                if let Some((defines, title, content)) = open.take() {
                    let term = words(&title.unwrap_or(content)).to_lowercase();
                    if defines {
                        terms.defined.insert(term)
                    } else {
                        terms.used.insert(term)
                    };
                }
            }
            _ => {}
        }
    }
    terms
}

fn is_term(tag: &Tag<'_>) -> bool {
    tag.name == "dfn" || tag.name == "a" && tag.attribute("href").is_none()
}

/// `<name>` is a production, defined where it is set before its text.
fn of_productions(text: &str) -> Terms {
    let mut terms = Terms::default();
    let productions = |text: &str| -> Vec<String> {
        let parts = text.split('<').skip(1).filter_map(|rest| Some(rest.split_once('>')?.0));
        let names = parts.filter(|name| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'));
        names.map(|name| format!("<{}>", name.to_lowercase())).collect()
    };
    for token in tokens(text) {
        match token {
            Token::Open(tag) => {
                terms.defined.extend(productions(&tag.attribute("hangText").unwrap_or_default()));
            }
            Token::Text(text) => terms.used.extend(productions(&text)),
            Token::Close(_) => {}
        }
    }
    terms
}

/// Compounds such as `after-scheme`, which is how a text without markup names what it works on. One is defined where
/// something is, or is let be, it, and where an algorithm is given it.
fn of_compounds(sections: &[Section]) -> Terms {
    let mut terms = Terms::default();
    for section in sections {
        let text = section.text.to_lowercase();
        let all: Vec<&str> = text.split_whitespace().map(|word| word.trim_matches(NOT_OF_WORDS)).collect();
        for (at, word) in all.iter().enumerate().filter(|(_, word)| is_compound(word)) {
            let before =
                |back: usize| at.checked_sub(back).and_then(|at| all.get(at)).copied().unwrap_or_default();
            let after = all.get(at + 1).copied().unwrap_or_default();
            let is_given = matches!(before(1), "let" | "string" | "url" | "a" | "an") || before(2) == "let";
            let is_made = before(1) == "the" && matches!(before(2), "is" | "are" | "be");
            if is_given || is_made || matches!(after, "is" | "are" | "be") {
                terms.defined.insert((*word).into());
            }
            terms.used.insert((*word).into());
        }
    }
    terms
}

const NOT_OF_WORDS: [char; 12] = ['.', ',', ':', ';', '(', ')', '"', '\'', '/', '*', '?', '!'];

/// Compounds of everyday language.
const EVERYDAY: [&str; 5] = ["non-", "well-", "case-", "-than", "-encoded"];

/// Whether `word` is made of words with hyphens between them.
fn is_compound(word: &str) -> bool {
    word.contains('-')
        && !EVERYDAY.iter().any(|part| word.starts_with(part) || word.ends_with(part))
        && word.split('-').all(|part| part.len() > 1 && part.bytes().all(|byte| byte.is_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::{Findings, check};
    use crate::spec::{outline::Outline, readers::Format};

    /// The terms that `text` uses and does not define, each with its section.
    fn undefined(format: Format, text: &str) -> Vec<String> {
        let mut outline = Outline::new("spec");
        format.read(text, &mut outline);
        let sections = outline.into_sections();
        let mut findings = Findings::default();
        check(format, text, &sections, &mut findings);
        let told = |(id, messages): (&String, &Vec<String>)| format!("{id}: {}", messages.join("; "));
        findings.0.iter().map(told).collect()
    }

    #[test]
    fn marks_of_manakai() {
        let text =
            "T\n\n* Words\n\nA *slash character* is one.\n\n  - Find \"slash characters\" and \"dots\".\n";
        let expected = ["spec#words-1.1: uses \"dots\", which is not defined here"];
        assert_eq!(undefined(Format::Manakai, text)[..], expected);
    }

    #[test]
    fn links_of_bikeshed() {
        let text = "<h2 id=a>A</h2>\n<p>A <dfn title='URL host'>host</dfn> is <a href=#x>it</a>.\n<p>Take <a title='URL \
                    hosts'>them</a> and an <a>ASCII digit</a>.\n";
        let expected = ["spec#a-2: uses \"ascii digit\", which is not defined here"];
        assert_eq!(undefined(Format::Bikeshed, text)[..], expected);
    }

    #[test]
    fn productions_and_compounds_of_xml() {
        let text = "<rfc><front><title>T</title></front><middle><section title='A'>\
                    <t>Given a string relative-url, let base-part be empty; take path-part of relative-url and base-part.</t>\
                    <t hangText='&lt;host&gt;'>What matches &lt;host&gt; or &lt;port&gt;.</t></section></middle></rfc>";
        let expected = [
            "spec#a-1: uses \"path-part\", which is not defined here",
            "spec#a-2: uses \"<port>\", which is not defined here",
        ];
        assert_eq!(undefined(Format::RfcXml, text)[..], expected);
    }

    #[test]
    fn compounds_of_plain_text() {
        let text = "== A ==\n\nThese are the /user-info/.\n\nSplit the user-info and the after-part.\n";
        let expected = ["spec#a-2: uses \"after-part\", which is not defined here"];
        assert_eq!(undefined(Format::Plain, text)[..], expected);
    }
}
