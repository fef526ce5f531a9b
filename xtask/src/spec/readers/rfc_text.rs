//! Reads an RFC as it is published in plain text.
//!
//! Headings stand at the margin; the furniture of pages is dropped, and a paragraph that a page break cuts is joined
//! again. Blocks stand between blank lines and nest by indentation; the paragraph in front of a list introduces it
//! and belongs to the heading. Each branch of pseudocode with alternatives is an item. Notes do not count. Sections outside [`IN_DETAIL`] are one section each, whatever
//! stands in them.

use crate::spec::outline::{Outline, is_number, slug};

/// The sections of RFC 3986 that are read block by block, with those in them.
const IN_DETAIL: [&str; 11] = ["2.1", "2.2", "2.3", "3", "4.1", "4.2", "4.3", "4.4", "5.2", "5.3", "6.2.2"];

/// Reads the document `text` into `outline`.
pub(super) fn read(text: &str, outline: &mut Outline) {
    // What stands before the first heading has none.
    outline.heading("front-matter", "");
    let mut reader = Reader { outline, in_detail: false, is_front: true, waiting: String::new() };
    let mut block = String::new();
    // The indentation of the line before a page break.
    let mut last_indent = 0;
    let mut is_cut = false;
    for line in text.lines().map(|line| line.trim_start_matches('\u{C}').trim_end()) {
        if is_furniture(line) {
            is_cut = true;
        } else if line.is_empty() {
            block.push('\n');
        } else {
            let is_heading = reader.is_heading(line);
            let goes_on = is_cut
                && indent(line) == last_indent
                && !is_item(line)
                && !block.trim_end().ends_with(['.', ':', ';', ',']);
            if is_heading || (block.ends_with("\n\n") && !goes_on) {
                reader.add(&block);
                block.clear();
            }
            if is_heading {
                reader.add_heading(line);
            } else {
                block.push_str(line);
                block.push('\n');
            }
            last_indent = indent(line);
            is_cut = false;
        }
    }
    reader.add(&block);
    reader.count_waiting();
}

struct Reader<'a> {
    outline: &'a mut Outline,
    in_detail: bool,
    /// Whether no heading was found yet: the front has lines of other kinds at the margin.
    is_front: bool,
    /// A paragraph that may turn out to introduce a list.
    waiting: String,
}

impl Reader<'_> {
    fn is_heading(&self, line: &str) -> bool {
        !line.starts_with(' ') && (!self.is_front || line.starts_with("1.  "))
    }

    fn add_heading(&mut self, line: &str) {
        self.count_waiting();
        self.is_front = false;
        let (number, title) = line.split_once("  ").unwrap_or(("", line));
        self.outline.heading(&slug(title), line);
        self.in_detail = IN_DETAIL
            .iter()
            .any(|section| number.strip_prefix(section).is_some_and(|rest| rest.starts_with('.')));
    }

    fn add(&mut self, block: &str) {
        let block = block.trim_matches('\n');
        let text = block.trim_start();
        if !self.in_detail || text.starts_with("Note:") {
            self.outline.append(0, text);
        } else if is_item(text) {
            let introduction = std::mem::take(&mut self.waiting);
            self.outline.append(0, &introduction);
            self.outline.item_at(indent(block), text);
        } else {
            self.count_waiting();
            block.clone_into(&mut self.waiting);
        }
    }

    fn count_waiting(&mut self) {
        let block = std::mem::take(&mut self.waiting);
        if block.lines().any(|line| line.trim() == "else") {
            self.add_branches(&block);
        } else if !block.is_empty() {
            self.outline.item_at(indent(&block), &block);
        }
    }

    /// Adds pseudocode with alternatives: each branch is an item, with the statements that are in no inner branch.
    fn add_branches(&mut self, block: &str) {
        self.outline.item_at(indent(block), "");
        for line in block.lines() {
            let (indent, text) = (indent(line) + 1, line.trim());
            if text.starts_with("if ") || text == "else" {
                self.outline.item_at(indent, text);
            } else {
                // The end of a branch belongs to its last alternative.
                let around = if text == "endif;" { indent + 1 } else { indent };
                let depth = self.outline.settle(around);
                self.outline.append(depth, text);
            }
        }
    }
}

fn indent(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// Whether `line` is the head or foot of a page.
fn is_furniture(line: &str) -> bool {
    (line.ends_with(']') && line.contains("[Page ")) || (line.starts_with("RFC ") && line.contains("   "))
}

/// Whether `line` begins an item of a list: a bullet, a number or a letter.
fn is_item(line: &str) -> bool {
    line.trim_start().split_once("  ").is_some_and(|(mark, _)| {
        let number = mark.strip_suffix('.').unwrap_or_default();
        mark == "o" || is_number(number) || matches!(number.as_bytes(), [b'A'..=b'Z'])
    })
}
