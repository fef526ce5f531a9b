//! Reads the XML from which RFCs and drafts are made (RFC 2629).
//!
//! Every `<t>` counts, and nested lists nest, but:
//! - A top-level `<t>` with a numbered list introduces it: its words are the heading's, and the list's items count
//!   right below the heading.
//! - Text after a list goes on with the item around the list, unless it begins with "Otherwise": that is an item.
//! - Notes do not count, nor do the lists in them.
//! - The front is one section, and each section and reference list of the back.

use super::markup::{Tag, Token, tokens};
use crate::spec::outline::{Outline, slug, words};

/// Reads the document `text` into `outline`.
pub(super) fn read(text: &str, outline: &mut Outline) {
    let mut reader =
        Reader { outline, part: Part::Front, lists: Vec::new(), text: String::new(), in_item: false };
    for token in tokens(text) {
        match token {
            Token::Open(tag) => reader.open(&tag),
            Token::Close(name) => reader.close(name),
            Token::Text(text) => reader.text.push_str(&text),
        }
    }
    reader.flush();
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Front,
    Middle,
    Back,
}

/// What a list does to the items in it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum List {
    /// They nest in the item around the list.
    Nests,
    /// They are steps of the heading.
    Steps,
    /// They are part of a note.
    Note,
}

struct Reader<'a> {
    outline: &'a mut Outline,
    part: Part,
    /// The lists around the current place.
    lists: Vec<List>,
    /// What was found since the last item or list.
    text: String,
    /// Whether the words of the current `<t>` have begun an item.
    in_item: bool,
}

impl Reader<'_> {
    /// How many items are around those of the current list.
    fn depth(&self) -> usize {
        self.lists.iter().filter(|list| **list == List::Nests).count()
    }

    fn open(&mut self, tag: &Tag<'_>) {
        match tag.name {
            "title" if self.part == Part::Front => self.text.clear(),
            "middle" => self.enter(Part::Middle),
            "back" => self.enter(Part::Back),
            "section" => {
                self.flush();
                let title = tag.attribute("title").unwrap_or_default();
                let slug = tag.attribute("anchor").unwrap_or_else(|| slug(&title));
                self.outline.heading(&slug, &title);
            }
            "references" => {
                self.flush();
                self.outline.heading("references", "");
            }
            "t" => {
                self.flush();
                self.in_item = false;
                self.text = tag.attribute("hangText").unwrap_or_default() + " ";
            }
            "figure" => {
                self.flush();
                self.in_item = false;
            }
            "list" => self.open_list(tag.attribute("style").as_deref() == Some("numbers")),
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        match name {
            "title" if self.part == Part::Front => {
                let title = words(&self.text);
                self.outline.heading(&slug(&title), &title);
                self.text.clear();
            }
            "t" | "figure" => {
                self.flush();
                // An item goes on after the list in it.
                self.in_item = true;
            }
            "list" => {
                self.flush();
                self.lists.pop();
                self.in_item = true;
            }
            _ => {}
        }
    }

    fn enter(&mut self, part: Part) {
        self.flush();
        self.part = part;
    }

    fn open_list(&mut self, is_numbered: bool) {
        let list = if self.lists.contains(&List::Note) || self.text.contains("Note:") {
            List::Note
        } else if is_numbered && self.lists.is_empty() && !self.in_item {
            List::Steps
        } else {
            List::Nests
        };
        if list == List::Steps {
            let introduction = std::mem::take(&mut self.text);
            self.outline.append(0, &introduction);
        } else {
            self.flush();
        }
        self.lists.push(list);
    }

    /// Gives the words found to the item that they are or belong to.
    fn flush(&mut self) {
        let text = words(&std::mem::take(&mut self.text));
        if text.is_empty() {
            return;
        }
        let depth = self.depth();
        let goes_on = self.in_item && !text.starts_with("Otherwise");
        if self.part != Part::Middle {
            self.outline.append(0, &text);
        } else if text.starts_with("Note:") {
            self.outline.append(depth, &text);
        } else if goes_on || self.lists.contains(&List::Note) {
            self.outline.append(depth + 1, &text);
        } else {
            self.outline.item(depth, &text);
            self.in_item = true;
        }
    }
}
