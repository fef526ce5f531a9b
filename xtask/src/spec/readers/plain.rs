//! Reads text with `==` headings and `->` steps: the first of Barth's two documents.
//!
//! Blocks are separated by blank lines, and a step opens one wherever it is. They nest by indentation.

use crate::spec::outline::{Outline, slug};

/// Reads the document `text` into `outline`.
pub(super) fn read(text: &str, outline: &mut Outline) {
    // What stands before the first heading has none.
    outline.heading("front-matter", "");
    let mut is_front = true;
    let mut block = String::new();
    for line in text.lines().map(str::trim_end) {
        let title = line.trim_matches('=');
        let is_heading = title.len() < line.len();
        if line.is_empty() || is_heading || line.trim_start().starts_with("-> ") {
            add(&block, is_front, outline);
            block.clear();
        }
        if is_heading {
            outline.heading(&slug(title), title);
            is_front = false;
        } else {
            block.push_str(line);
            block.push('\n');
        }
    }
    add(&block, is_front, outline);
}

fn add(block: &str, is_front: bool, outline: &mut Outline) {
    let block = block.trim_matches('\n');
    if is_front {
        outline.append(0, block);
    } else if !block.is_empty() {
        outline.item_at(block.len() - block.trim_start().len(), block);
    }
}
