//! Reads the text of the manakai document into its sections.
//!
//! The document has headings (`*`, `**`), blocks of lines between blank lines, and nesting by indentation. Its
//! printed numbers are not always right, and not every block has one:
//! - Notes do not count. Where steps have printed numbers, only those with one (or a bullet, or a marker such as
//!   `THIS:`) count; what else is indented under such a step belongs to it. Elsewhere every block counts.
//! - A bulleted list without blank lines between its items is one piece of data of the block above it.
//! - An unindented block followed by steps introduces them. It belongs to the heading and does not count.

use crate::spec::outline::{Outline, is_number, slug};

/// A profile of the document with the marker of its steps. Steps without a marker are in every profile.
const MARKERS: [(&str, &str); 4] =
    [("THIS", "manakai"), ("CHROME", "manakai-chrome"), ("GECKO", "manakai-gecko"), ("IE", "manakai-ie")];

/// The slugs of headings that are not their own. The second slug is for the next algorithm under the heading.
const SLUGS: [(&str, &[&str]); 10] = [
    ("Parsing a |mailto:| URL", &["parsing-mailto"]),
    ("Parsing a drive URL", &["parsing-drive"]),
    ("Parsing a |file:| URL", &["parsing-file"]),
    ("Parsing a UNC path", &["parsing-unc"]),
    ("Finding the authority, path, query, and fragment of URL", &["finding-the-authority"]),
    ("Resolution", &["resolution", "relative-resolution"]),
    ("IPv4 addresses", &["ipv4-addresses", "canonicalize-ipv4"]),
    ("IPv6 addresses", &["canonicalize-ipv6"]),
    ("The Nameprep algorithm", &["nameprep"]),
    ("The CanonicalizeHost algorithm", &["canonicalize-host"]),
];

/// Headings over remarks: one section each, whatever is below them.
const REMARKS: [&str; 2] = ["URL specs", "Domain name canonicalization"];

/// Reads the document `text` into `outline`.
pub(super) fn read(text: &str, outline: &mut Outline) {
    let mut reader = Reader { outline, listed: Vec::new(), later_slugs: &[] };
    let mut lines = text.lines();
    let mut title = lines.next().unwrap_or_default();
    let mut body = String::new();
    let mut is_remark = true;
    for line in lines {
        if let Some(heading) = line.strip_prefix("* ").or_else(|| line.strip_prefix("** ")) {
            reader.add_heading(title, &body, is_remark);
            (title, body) = (heading, String::new());
            is_remark = REMARKS.contains(&title);
        } else {
            body.push_str(line.trim_end());
            body.push('\n');
        }
    }
    reader.add_heading(title, &body, is_remark);
}

struct Reader<'a> {
    outline: &'a mut Outline,
    /// For each item around the current block, whether blocks in it count only with a number, bullet or marker.
    listed: Vec<bool>,
    later_slugs: &'static [&'static str],
}

impl Reader<'_> {
    fn add_heading(&mut self, title: &str, body: &str, is_remark: bool) {
        let known = SLUGS.iter().find(|(heading, _)| *heading == title).map(|(_, slugs)| *slugs);
        if let Some([slug, later @ ..]) = known {
            self.outline.heading(slug, title);
            self.later_slugs = later;
        } else {
            self.outline.heading(&slug(title), title);
            self.later_slugs = &[];
        }
        let blocks: Vec<&str> =
            body.split("\n\n").map(|block| block.trim_matches('\n')).filter(|b| !b.is_empty()).collect();
        for (i, block) in blocks.iter().enumerate() {
            let next = blocks[i + 1..].iter().find(|block| !is_note(block));
            if is_remark || is_note(block) {
                self.outline.append(0, block);
            } else if indent(block) == 0 && next.is_some_and(|next| indent(next) > 0 && !is_bullet(next)) {
                self.introduce(block);
            } else {
                self.add_block(block);
            }
        }
    }

    /// Takes the introduction to an algorithm, which has a heading's place of its own when it is not the first.
    fn introduce(&mut self, block: &str) {
        match self.later_slugs {
            [slug, later @ ..] if self.outline.has_items() => {
                self.outline.heading(slug, block);
                self.later_slugs = later;
            }
            _ => {
                self.outline.settle(0);
                self.outline.append(0, block);
            }
        }
    }

    fn add_block(&mut self, block: &str) {
        let indent = indent(block);
        let depth = self.outline.settle(indent);
        self.listed.truncate(depth);
        let item = block.trim_start();
        let body = item.strip_prefix("- ").or_else(|| after_number(item));
        let markers = markers(body.unwrap_or(item));
        let is_data = is_bullet(block) && block.lines().filter(|line| is_bullet(line)).count() > 1;
        let is_listed = self.listed.last().is_some_and(|listed| *listed);
        if is_data || (is_listed && body.is_none() && markers.is_none()) {
            self.outline.append(depth, block);
            return;
        }
        self.outline.item_at(indent, item);
        self.listed.push(body.is_some());
        if let Some(markers) = markers {
            self.outline.mark(markers);
        }
    }
}

fn indent(block: &str) -> usize {
    block.len() - block.trim_start().len()
}

fn is_note(block: &str) -> bool {
    ["Note.", "NOTE:", "NOTE."].iter().any(|word| block.trim_start().starts_with(word))
}

fn is_bullet(block: &str) -> bool {
    block.trim_start().starts_with("- ")
}

/// What follows a printed number such as `3. ` or `2.1. `.
fn after_number(item: &str) -> Option<&str> {
    let (number, body) = item.split_once(' ')?;
    let digits = number.strip_suffix('.')?;
    digits.split('.').all(is_number).then_some(body)
}

/// The profiles that markers such as `THIS/GECKO:` at the start of a step name.
fn markers(body: &str) -> Option<Vec<&'static str>> {
    let (names, _) = body.split_once(':')?;
    let names: Vec<&str> = names.split('/').collect();
    let known = names.iter().all(|name| MARKERS.iter().any(|(marker, _)| marker == name));
    known.then(|| {
        let named = MARKERS.iter().filter(|(marker, _)| names.contains(marker));
        named.map(|(_, profile)| *profile).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::spec::outline::{Outline, Section};

    const TEXT: &str = "Title
~~~~~

* IPv4 addresses

An address is:

  - a number.

The *steps to canonicalize* are these:

    1. Take the number.

       1 is a number.

      Note. It is large.

    3. THIS/IE: Write:

      THIS: decimal.

      CHROME: hexadecimal.

That is all.
";

    fn sections() -> Vec<Section> {
        let mut outline = Outline::new("spec");
        read(TEXT, &mut outline);
        outline.into_sections()
    }

    #[test]
    fn ordinals_are_positions_and_marked_blocks_count() {
        let found = sections();
        let profiles = |section: &Section| section.profiles.as_ref().map_or(4, Vec::len);
        let shape: Vec<(&str, usize)> =
            found.iter().map(|section| (section.id.as_str(), profiles(section))).collect();
        let expected = [
            ("spec#title", 4),
            ("spec#ipv4-addresses", 4),
            ("spec#ipv4-addresses-1", 4),
            ("spec#ipv4-addresses-1.1", 4),
            ("spec#canonicalize-ipv4", 4),
            ("spec#canonicalize-ipv4-1", 4),
            ("spec#canonicalize-ipv4-2", 2),
            ("spec#canonicalize-ipv4-2.1", 1),
            ("spec#canonicalize-ipv4-2.2", 0),
            ("spec#canonicalize-ipv4-3", 4),
        ];
        assert_eq!(shape, expected);
    }

    #[test]
    fn every_word_is_in_one_section() {
        let found = sections();
        let count = |text: &str| text.replace("* IPv4", "IPv4").split_whitespace().count();
        assert_eq!(found.iter().map(|section| count(&section.text)).sum::<usize>(), count(TEXT));
    }
}
