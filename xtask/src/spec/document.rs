//! Reads the text of the manakai document into its sections.
//!
//! The document has headings (`*`, `**`), blocks of lines between blank lines, and nesting by indentation. A
//! section's ordinal is its position among its siblings, since the printed numbers are not always right:
//! - Notes do not count. Where steps have printed numbers, only those with one (or a bullet, or a marker such as
//!   `THIS:`) count; what else is indented under such a step belongs to it. Elsewhere every block counts.
//! - A bulleted list without blank lines between its items is one piece of data of the block above it.
//! - An unindented block followed by steps introduces them. It belongs to the heading and does not count.
//!
//! Every word of the document goes into the text of exactly one section, so that no change escapes the hashes.

use super::registry::is_number;

/// A profile of the document with the marker of its steps. Steps without a marker are in every profile.
pub(crate) const MARKERS: [(&str, &str); 4] =
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

/// Headings over remarks: one section each, whatever stands below them.
const REMARKS: [&str; 2] = ["URL specs", "Domain name canonicalization"];

/// A section as it stands in the document.
#[derive(Debug)]
pub(crate) struct Section {
    pub(crate) id: String,
    /// Its words, without those of the sections in it.
    pub(crate) text: String,
    pub(crate) profiles: Vec<&'static str>,
}

/// The sections of the document `text`, in order, with ids of `spec`.
pub(crate) fn sections(spec: &str, text: &str) -> Vec<Section> {
    let mut outline = Outline { spec, sections: Vec::new(), open: Vec::new(), later_slugs: &[] };
    let mut lines = text.lines();
    let mut title = lines.next().unwrap_or_default();
    let mut body = String::new();
    for line in lines {
        if let Some(heading) = line.strip_prefix("* ").or_else(|| line.strip_prefix("** ")) {
            outline.add_heading(title, &body);
            (title, body) = (heading, String::new());
        } else {
            body.push_str(line.trim_end());
            body.push('\n');
        }
    }
    outline.add_heading(title, &body);
    outline.sections
}

struct Outline<'a> {
    spec: &'a str,
    sections: Vec<Section>,
    /// The sections around the current block, outermost (the heading) first.
    open: Vec<Open>,
    later_slugs: &'static [&'static str],
}

/// A section that may still get sections of its own.
struct Open {
    /// Where it stands in `Outline::sections`.
    at: usize,
    /// What a block below it is indented by more than; nothing is for a heading.
    indent: Option<usize>,
    /// Whether blocks in it count only with a number, bullet or marker of their own.
    listed: bool,
    children: usize,
}

impl Outline<'_> {
    fn add_heading(&mut self, title: &str, body: &str) {
        let known = SLUGS.iter().find(|(heading, _)| *heading == title).map(|(_, slugs)| *slugs);
        if let Some([slug, later @ ..]) = known {
            self.start(slug, title);
            self.later_slugs = later;
        } else {
            self.start(&slug(title), title);
            self.later_slugs = &[];
        }
        let is_remark = self.sections.len() == 1 || REMARKS.contains(&title);
        let blocks: Vec<&str> =
            body.split("\n\n").map(|block| block.trim_matches('\n')).filter(|b| !b.is_empty()).collect();
        for (i, block) in blocks.iter().enumerate() {
            let next = blocks[i + 1..].iter().find(|block| !is_note(block));
            if is_remark || is_note(block) {
                self.append(0, block);
            } else if indent(block) == 0 && next.is_some_and(|next| indent(next) > 0 && !is_bullet(next)) {
                self.introduce(block);
            } else {
                self.add_block(block);
            }
        }
    }

    /// Opens the heading `slug`.
    fn start(&mut self, slug: &str, text: &str) {
        self.open = vec![Open { at: self.sections.len(), indent: None, listed: false, children: 0 }];
        let profiles = MARKERS.map(|(_, profile)| profile).to_vec();
        self.sections.push(Section { id: format!("{}#{slug}", self.spec), text: words(text), profiles });
    }

    /// Adds the words of `block` to the section at `depth` around the current block.
    fn append(&mut self, depth: usize, block: &str) {
        if let Some(section) = self.open.get(depth).and_then(|open| self.sections.get_mut(open.at)) {
            section.text.push(' ');
            section.text.push_str(&words(block));
        }
    }

    /// Takes the introduction to an algorithm, which has a heading's place of its own when it is not the first.
    fn introduce(&mut self, block: &str) {
        match self.later_slugs {
            [slug, later @ ..] if self.open[0].children > 0 => {
                self.start(slug, block);
                self.later_slugs = later;
            }
            _ => {
                self.open.truncate(1);
                self.append(0, block);
            }
        }
    }

    fn add_block(&mut self, block: &str) {
        let indent = indent(block);
        while self.open.last().is_some_and(|open| open.indent.is_some_and(|outer| outer >= indent)) {
            self.open.pop();
        }
        let depth = self.open.len() - 1;
        let item = block.trim_start();
        let body = item.strip_prefix("- ").or_else(|| after_number(item));
        let markers = markers(body.unwrap_or(item));
        let is_data = is_bullet(block) && block.lines().filter(|line| is_bullet(line)).count() > 1;
        if is_data || (self.open[depth].listed && body.is_none() && markers.is_none()) {
            self.append(depth, block);
            return;
        }

        let parent = &mut self.open[depth];
        parent.children += 1;
        let outer = &self.sections[parent.at];
        let separator = if depth == 0 { '-' } else { '.' };
        let id = format!("{}{separator}{}", outer.id, parent.children);
        let mut profiles = outer.profiles.clone();
        if let Some(markers) = markers {
            profiles.retain(|profile| markers.contains(profile));
        }
        let listed = body.is_some();
        self.open.push(Open { at: self.sections.len(), indent: Some(indent), listed, children: 0 });
        self.sections.push(Section { id, text: words(item), profiles });
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
    names
        .split('/')
        .map(|name| MARKERS.iter().find(|(marker, _)| *marker == name).map(|(_, profile)| *profile))
        .collect()
}

/// `text` with every run of white space made one space.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `title` in lower case, with hyphens between its words.
fn slug(title: &str) -> String {
    let lower = title.to_ascii_lowercase();
    lower
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

#[cfg(test)]
mod tests {
    use super::sections;

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

    #[test]
    fn ordinals_are_positions_and_marked_blocks_count() {
        let found = sections("spec", TEXT);
        let shape: Vec<(&str, usize)> =
            found.iter().map(|section| (section.id.as_str(), section.profiles.len())).collect();
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
        let found = sections("spec", TEXT);
        let count = |text: &str| text.replace("* IPv4", "IPv4").split_whitespace().count();
        assert_eq!(found.iter().map(|section| count(&section.text)).sum::<usize>(), count(TEXT));
    }
}
