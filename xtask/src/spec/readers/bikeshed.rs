//! Reads Bikeshed source: HTML without most end tags, some Markdown.
//!
//! The anchor of a heading is its slug; that of a rule of the grammar loses its `rule-`. Numbered steps count right
//! below the heading, and the paragraph in front of them introduces them: it belongs to the heading, or is one of its
//! own when it defines an anchor. Elsewhere every paragraph and bullet counts, where bare text has a paragraph for
//! each line after one that ends with a full stop. Notes, examples, issues and diagrams do not count, nor does what
//! stands before a diagram; a table belongs to its paragraph.

use super::markup::{Tag, Token, tokens};
use crate::spec::outline::{Outline, words};

/// Reads the document `text` into `outline`.
pub(super) fn read(text: &str, outline: &mut Outline) {
    // What stands before the first heading has none.
    outline.heading("front-matter", "");
    let mut reader = Reader {
        outline,
        block: Block::Aside,
        text: String::new(),
        anchor: None,
        waiting: None,
        lists: Vec::new(),
        in_item: false,
        in_div: false,
    };
    for token in tokens(text) {
        match token {
            Token::Open(tag) => reader.open(&tag),
            Token::Close(name) => reader.close(name),
            Token::Text(text) => reader.text.push_str(&text),
        }
    }
    reader.flush();
    reader.count_waiting();
}

/// What the text that is being read is, outside of lists.
enum Block {
    /// Part of what is open.
    Aside,
    /// A heading with this slug.
    Heading(String),
    Paragraph,
    /// Paragraphs without tags.
    Bare,
}

/// A paragraph that may turn out to introduce steps.
struct Waiting {
    text: String,
    anchor: Option<String>,
    /// What follows it and does not count.
    asides: String,
}

struct Reader<'a> {
    outline: &'a mut Outline,
    block: Block,
    /// What was found since the last block or item began.
    text: String,
    /// The first anchor in that text.
    anchor: Option<String>,
    waiting: Option<Waiting>,
    /// For each list around the current place, how many items are around its items.
    lists: Vec<usize>,
    /// Whether the words of the current item have begun.
    in_item: bool,
    /// Whether this is in a `div`, whose paragraphs are one note or example.
    in_div: bool,
}

impl Reader<'_> {
    fn open(&mut self, tag: &Tag<'_>) {
        match tag.name {
            "h2" | "h3" | "h4" => {
                let anchor = tag.attribute("id").unwrap_or_default();
                let slug = anchor.strip_prefix("rule-").unwrap_or(&anchor).to_owned();
                self.begin(Block::Heading(slug));
            }
            "p" | "div" | "pre" | "style" | "hr" if self.lists.is_empty() && !self.in_div => {
                self.in_div = tag.name == "div";
                let is_aside = tag.name != "p" || ["note", "example", "XXX"].iter().any(|c| tag.has_class(c));
                self.begin(if is_aside { Block::Aside } else { Block::Paragraph });
                if tag.has_class("railroad") {
                    self.introduce();
                }
            }
            "ol" | "ul" => self.open_list(tag.name == "ol"),
            "li" => {
                self.flush();
                self.in_item = false;
            }
            "dfn" if self.anchor.is_none() => self.anchor = tag.attribute("id"),
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        match name {
            "h2" | "h3" | "h4" => self.begin(Block::Bare),
            "p" | "div" | "pre" | "style" if self.lists.is_empty() && (name == "div" || !self.in_div) => {
                self.in_div = false;
                self.begin(Block::Bare);
            }
            "ol" | "ul" => {
                self.flush();
                self.lists.pop();
                self.in_item = true;
                self.block = Block::Bare;
            }
            _ => {}
        }
    }

    fn begin(&mut self, block: Block) {
        self.flush();
        self.block = block;
    }

    fn open_list(&mut self, is_ordered: bool) {
        self.flush();
        let depth = match self.lists.last() {
            Some(depth) => depth + 1,
            None if is_ordered => {
                self.introduce();
                0
            }
            None => {
                self.count_waiting();
                1
            }
        };
        self.lists.push(depth);
    }

    /// Gives the waiting paragraph to the heading, or makes it one.
    fn introduce(&mut self) {
        let Some(Waiting { text, anchor, asides }) = self.waiting.take() else { return };
        match anchor {
            Some(anchor) => self.outline.heading(&anchor, &text),
            None => self.outline.append(0, &text),
        }
        self.outline.append(0, &asides);
    }

    /// Makes the waiting paragraph an item.
    fn count_waiting(&mut self) {
        if let Some(Waiting { text, asides, .. }) = self.waiting.take() {
            self.outline.item(0, &text);
            self.outline.append(0, &asides);
        }
    }

    /// Gives the text found to what it belongs to.
    fn flush(&mut self) {
        let text = std::mem::take(&mut self.text);
        let anchor = self.anchor.take();
        if words(&text).is_empty() {
            return;
        }
        if let Some(&depth) = self.lists.last() {
            if self.in_item {
                self.outline.append(depth + 1, &text);
            } else {
                self.outline.item(depth, &text);
                self.in_item = true;
            }
            return;
        }
        match &self.block {
            Block::Aside => match &mut self.waiting {
                Some(waiting) => waiting.asides.push_str(&text),
                None => self.outline.append(0, &text),
            },
            Block::Heading(slug) => {
                let slug = slug.clone();
                self.count_waiting();
                self.outline.heading(&slug, &text);
            }
            Block::Paragraph => {
                self.count_waiting();
                self.waiting = Some(Waiting { text, anchor, asides: String::new() });
            }
            Block::Bare => self.add_bare(&text),
        }
    }

    /// Takes text without tags: headings are underlined, bullets begin with an asterisk.
    fn add_bare(&mut self, text: &str) {
        let mut paragraph = String::new();
        for line in text.lines() {
            if line == "---" {
                self.count_waiting();
                let (title, anchor) = paragraph.split_once(" {#").unwrap_or((&paragraph, ""));
                self.outline.heading(anchor.trim_end().trim_end_matches('}'), title);
                paragraph.clear();
                continue;
            }
            if line.starts_with("* ") || paragraph.ends_with(".\n") {
                self.add_paragraph(std::mem::take(&mut paragraph));
            }
            paragraph.push_str(line);
            paragraph.push('\n');
        }
        self.add_paragraph(paragraph);
    }

    fn add_paragraph(&mut self, text: String) {
        let first = text.trim_start();
        if first.is_empty() {
        } else if first.starts_with("Note:") {
            self.outline.append(0, &text);
        } else if first.starts_with("* ") {
            self.count_waiting();
            self.outline.item(1, &text);
        } else {
            self.count_waiting();
            self.waiting = Some(Waiting { text, anchor: None, asides: String::new() });
        }
    }
}
