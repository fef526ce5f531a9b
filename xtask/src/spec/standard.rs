//! Reads the Bikeshed source of a standard, in which each algorithm is in a `div` of its own, and returns its
//! sections.
//!
//! The slug of a heading is its anchor. The slug of an algorithm is the anchor of the term that it defines
//! or, without such a term, the name of its `div`. Outside algorithms, each paragraph, bullet or cell that
//! defines a term is a heading too. Ordered items have numbers. Bullets, notes and examples belong to the
//! section that contains them, and heading cells belong to the section of their table. In a switch, each case
//! that defines terms is a heading with the joined names of these terms; the other cases are numbered like
//! items.
//!
//! The ordinal of a section is its position in the parent section, not a printed number. Every word of a
//! document is in the text or the notes of exactly one section, so that every change of the text changes a
//! hash.

use html5gum::{StartTag, Token, Tokenizer};

use super::registry::slug;

/// The elements that do not end the paragraph that they are in.
const PHRASES: &str =
    "a abbr b bdi br cite code dfn em i img kbd q s samp small span strong sub sup u var wbr";

const UNENDED: &str = "p li dd td th";

pub(crate) fn read(spec: &str, text: &str) -> Outline {
    let mut reader = StandardReader::default();
    reader.outline.spec = spec.into();
    reader.outline.heading("front-matter", "");
    for Ok(token) in Tokenizer::new(text) {
        match token {
            Token::StartTag(tag) => reader.open(&tag),
            Token::EndTag(tag) => reader.close(&tag.name),
            Token::String(text) => reader.add(&String::from_utf8_lossy(&text)),
            _ => {}
        }
    }
    reader.flush();
    reader.outline
}

fn attribute(tag: &StartTag<()>, name: &str) -> Option<String> {
    tag.attributes.get(name.as_bytes()).map(|value| String::from_utf8_lossy(value).into_owned())
}

fn has_class(tag: &StartTag<()>, names: &[&str]) -> bool {
    attribute(tag, "class").is_some_and(|classes| classes.split(' ').any(|class| names.contains(&class)))
}

/// Returns true if `tag` begins text that is not normative: a note, an example, an open issue, or the heading
/// of a row group.
fn is_aside(tag: &StartTag<()>) -> bool {
    has_class(tag, &["note", "example", "XXX"]) || attribute(tag, "scope").is_some_and(|of| of == "rowgroup")
}

#[derive(Default)]
enum Begins {
    /// The text belongs to the open section.
    #[default]
    Nothing,
    Heading(String),
    /// An element that is a heading if its text defines a term. If not, it belongs to the current heading.
    Definition,
    /// The text is the heading of an algorithm. If the text defines no term, the slug is this name.
    Algorithm(String),
    Item,
    Case,
}

#[derive(Default)]
struct Switch {
    /// True if the reader is in the steps of a case.
    in_case: bool,
    /// The open sections and the level before the first case with a heading, which the switch's end restores.
    around: Option<(Vec<Open>, usize)>,
}

#[derive(Default)]
struct StandardReader {
    outline: Outline,
    /// The text since the last block or item began.
    text: String,
    begins: Begins,
    anchor: Option<String>,
    /// In the definition of a term: the prefix of the term's anchor, and the text of the term up to now.
    definition: Option<(String, String)>,
    /// For each surrounding `div`: true if it is an algorithm.
    divs: Vec<bool>,
    /// For each surrounding list: true if it is ordered.
    lists: Vec<bool>,
    /// The number of ordered lists and switch cases around the current text.
    level: usize,
    switches: Vec<Switch>,
    /// The open sections before the current table, or `None` if no table outside algorithms is open.
    table: Option<Vec<Open>>,
    /// The name of the element that is the current note or example, and the number of such open elements.
    aside: Option<(Vec<u8>, usize)>,
}

impl StandardReader {
    fn open(&mut self, tag: &StartTag<()>) {
        self.end_aside(&tag.name, true);
        if self.aside.is_none() && is_aside(tag) {
            self.flush();
            self.aside = Some((tag.name.to_vec(), 1));
        }
        match tag.name.as_slice() {
            b"h2" | b"h3" | b"h4" => {
                let anchor = attribute(tag, "id").unwrap_or_default();
                self.begin(Begins::Heading(slug(&anchor)));
            }
            b"div" => {
                let algorithm = attribute(tag, "algorithm");
                if let Some(name) = &algorithm {
                    self.begin(Begins::Algorithm(slug(name)));
                }
                self.divs.push(algorithm.is_some());
            }
            b"p" | b"td" | b"li" if self.is_prose() => self.begin(Begins::Definition),
            b"table" if self.is_prose() => {
                self.flush();
                self.table = Some(self.outline.open.clone());
            }
            b"th" if self.table.is_some() => {
                self.begin(Begins::Definition);
                self.outline.open = self.table.clone().unwrap_or_default();
            }
            b"ol" | b"ul" => {
                self.flush();
                let is_ordered = tag.name == b"ol";
                self.lists.push(is_ordered);
                self.level += usize::from(is_ordered);
            }
            b"li" if self.lists.last() == Some(&true) => self.begin(Begins::Item),
            b"dl" if has_class(tag, &["switch"]) => {
                self.flush();
                self.switches.push(Switch::default());
            }
            b"dt" if !self.switches.is_empty() => {
                self.end_case();
                if !matches!(self.begins, Begins::Case) {
                    self.begin(Begins::Case);
                }
            }
            b"dd" if !self.switches.is_empty() => self.flush(),
            b"dfn" if self.anchor.is_none() => self.define(tag),
            _ => {}
        }
    }

    fn close(&mut self, name: &[u8]) {
        self.end_aside(name, false);
        match name {
            b"h2" | b"h3" | b"h4" => self.flush(),
            b"div" => {
                if self.divs.last() == Some(&true) {
                    self.flush();
                }
                self.divs.pop();
            }
            b"table" if self.table.is_some() => {
                self.flush();
                self.outline.open = self.table.take().unwrap_or_default();
            }
            b"ol" | b"ul" => {
                self.flush();
                let is_ordered = self.lists.pop() == Some(true);
                self.level = self.level.saturating_sub(usize::from(is_ordered));
            }
            b"dl" if !self.switches.is_empty() => {
                self.end_case();
                if let Some(Switch { around: Some((open, level)), .. }) = self.switches.pop() {
                    self.outline.open = open;
                    self.level = level;
                }
            }
            b"dfn" => {
                if let Some((prefix, name)) = self.definition.take() {
                    self.anchor = Some(prefix + &slug(name.split(['(', '|']).next().unwrap_or_default()));
                }
            }
            _ => {}
        }
    }

    fn add(&mut self, text: &str) {
        if let Some((_, name)) = &mut self.definition {
            name.push_str(&text.replace('\'', ""));
        }
        self.text.push_str(text);
    }

    /// Ends the current note or example if a start tag or end tag of the element `name` ends it.
    fn end_aside(&mut self, name: &[u8], is_start: bool) {
        let Some((of, open)) = &mut self.aside else { return };
        if of == name {
            *open = if is_start { *open + 1 } else { *open - 1 };
        }
        let is_one_of = |names: &str, name: &[u8]| names.split(' ').any(|one| one.as_bytes() == name);
        if *open == 0 || (is_one_of(UNENDED, of) && !is_one_of(PHRASES, name)) {
            self.flush();
            self.aside = None;
        }
    }

    fn is_prose(&self) -> bool {
        self.level == 0 && self.switches.is_empty() && !self.divs.contains(&true)
    }

    /// Stores the anchor of the term that `tag` defines: its id or, without an id, the anchor of Bikeshed.
    fn define(&mut self, tag: &StartTag<()>) {
        if let Some(id) = attribute(tag, "id") {
            self.anchor = Some(slug(&id));
            return;
        }
        let is_api = ["attribute", "method", "constructor"].iter().any(|kind| attribute(tag, kind).is_some());
        let of = attribute(tag, "for").map(|of| slug(&of.replace('\'', "")) + "-").unwrap_or_default();
        let prefix = if is_api { format!("dom-{of}") } else { of };
        match attribute(tag, "lt") {
            Some(name) => {
                self.anchor = Some(prefix + &slug(name.split(['(', '|']).next().unwrap_or_default()));
            }
            None => self.definition = Some((prefix, String::new())),
        }
    }

    fn begin(&mut self, begins: Begins) {
        self.flush();
        self.begins = begins;
        self.anchor = None;
    }

    fn end_case(&mut self) {
        if !matches!(self.begins, Begins::Case) {
            self.flush();
        }
        if let Some(switch) = self.switches.last_mut()
            && std::mem::take(&mut switch.in_case)
            && switch.around.is_none()
        {
            self.level = self.level.saturating_sub(1);
        }
    }

    fn flush(&mut self) {
        if words(&self.text).is_empty() {
            return;
        }
        let text = std::mem::take(&mut self.text);
        let anchor = self.anchor.take();
        self.outline.is_aside = self.aside.is_some();
        match std::mem::take(&mut self.begins) {
            Begins::Heading(slug) => self.outline.heading(&slug, &text),
            Begins::Algorithm(name) => match anchor.unwrap_or(name) {
                name if name.is_empty() => self.outline.append(0, &text),
                name => self.outline.heading(&name, &text),
            },
            Begins::Definition => match anchor {
                Some(anchor) => self.outline.heading(&anchor, &text),
                None => self.outline.append(0, &text),
            },
            Begins::Item => self.outline.item(self.level - 1, &text),
            Begins::Case => self.open_case(anchor, &text),
            Begins::Nothing => self.outline.append(self.level, &text),
        }
    }

    fn open_case(&mut self, anchor: Option<String>, text: &str) {
        let Some(switch) = self.switches.last_mut() else { return };
        switch.in_case = true;
        if let Some(anchor) = anchor {
            let (outline, level) = (&mut self.outline, self.level);
            switch.around.get_or_insert_with(|| (std::mem::take(&mut outline.open), level));
            self.outline.heading(&anchor, text);
            self.level = 0;
        } else {
            self.outline.item(self.level, text);
            self.level += 1;
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct TextSection {
    pub(crate) id: String,
    pub(crate) text: String,
    /// The words of the notes and examples in the section, which are not in `text`.
    pub(crate) notes: String,
    pub(crate) sha256: String,
    pub(crate) notes_sha256: Option<String>,
}

#[derive(Debug, Default)]
pub(crate) struct Outline {
    spec: String,
    pub(crate) sections: Vec<TextSection>,
    /// The sections that contain the current text, from the outermost, which is a heading, to the innermost.
    pub(crate) open: Vec<Open>,
    pub(crate) is_aside: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Open {
    at: usize,
    children: usize,
}

impl Outline {
    pub(crate) fn heading(&mut self, slug: &str, text: &str) {
        self.open = vec![Open { at: self.sections.len(), children: 0 }];
        self.push(format!("{}#{slug}", self.spec), text);
    }

    pub(crate) fn item(&mut self, depth: usize, text: &str) {
        self.open.truncate(depth + 1);
        let separator = if self.open.len() == 1 { '-' } else { '.' };
        let Some(parent) = self.open.last_mut() else { return };
        parent.children += 1;
        let id = format!("{}{separator}{}", self.sections[parent.at].id, parent.children);
        self.open.push(Open { at: self.sections.len(), children: 0 });
        self.push(id, text);
    }

    fn push(&mut self, id: String, text: &str) {
        self.sections.push(TextSection { id, ..TextSection::default() });
        self.append(self.open.len() - 1, text);
    }

    /// Appends the words of `text` to the open section that is in `depth` other open sections.
    pub(crate) fn append(&mut self, depth: usize, text: &str) {
        let text = words(text);
        if let Some(section) = self.open.get(depth).and_then(|open| self.sections.get_mut(open.at))
            && !text.is_empty()
        {
            let to = if self.is_aside { &mut section.notes } else { &mut section.text };
            if !to.is_empty() {
                to.push(' ');
            }
            to.push_str(&text);
        }
    }
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{TextSection, read};

    #[test]
    fn standard_algorithms_and_cases_have_their_terms_anchors() {
        let outline = read("demo", include_str!("../../fixtures/spec/doors.bs"));
        let id = |section: &TextSection| section.id.trim_start_matches("demo#").to_owned();
        let lines = outline.sections.iter().map(|section| id(section) + ": " + &section.text);
        let expected: Vec<&str> = include_str!("../../fixtures/spec/doors.txt").lines().collect();
        assert_eq!(lines.collect::<Vec<_>>(), expected);
    }
}
