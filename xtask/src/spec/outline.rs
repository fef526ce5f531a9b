//! The outline of a document: headings, and items below them whose ids are their positions.
//!
//! A section's ordinal is its position among its siblings, never a printed number. Appended text does not
//! count as an item. Every word of a document is in the text or the notes of exactly one section, so that
//! every change affects a hash.

/// A section of the document.
#[derive(Clone, Debug, Default)]
pub(crate) struct Section {
    pub(crate) id: String,
    /// Its words, without those of the sections in it.
    pub(crate) text: String,
    /// The words of its notes and examples, which are not in `text`.
    pub(crate) notes: String,
    /// The hashes of both, once all words are known.
    pub(crate) sha256: String,
    pub(crate) notes_sha256: Option<String>,
}

/// The sections of a document, as they are found.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    spec: String,
    /// The sections in the order of the document.
    pub(crate) sections: Vec<Section>,
    /// The sections around the current place, outermost (the heading) first.
    pub(crate) open: Vec<Open>,
    /// True if the added text is a note or an example.
    pub(crate) is_aside: bool,
}

/// A section that may still get sections of its own.
#[derive(Clone, Debug)]
pub(crate) struct Open {
    /// Its index in `Outline::sections`.
    at: usize,
    children: usize,
}

impl Outline {
    /// Returns an empty outline of `spec`.
    pub(crate) fn new(spec: &str) -> Self {
        Self { spec: spec.into(), ..Self::default() }
    }

    /// Opens the heading `slug`.
    pub(crate) fn heading(&mut self, slug: &str, text: &str) {
        self.open = vec![Open { at: self.sections.len(), children: 0 }];
        self.push(format!("{}#{slug}", self.spec), text);
    }

    /// Adds an item with `depth` items around it.
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
        self.sections.push(Section { id, ..Section::default() });
        self.append(self.open.len() - 1, text);
    }

    /// Adds the words of `text` to the open section with `depth` sections around it; `depth` is 0 for the
    /// heading.
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

/// Returns the part of a section's id before its ordinal.
pub fn heading(id: &str) -> &str {
    match id.rsplit_once('-') {
        Some((heading, ordinal)) if ordinal.split('.').all(is_number) => heading,
        _ => id,
    }
}

/// Returns the sections above a section: the steps around it and their heading, innermost first.
pub(crate) fn above(id: &str) -> Vec<&str> {
    let heading = heading(id);
    let mut above = Vec::new();
    let mut rest = id;
    while rest != heading {
        rest = rest.rfind('.').filter(|&at| at > heading.len()).map_or(heading, |at| &rest[..at]);
        above.push(rest);
    }
    above
}

/// True if `text` is a decimal number.
pub(crate) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns `text` with every run of white space replaced by one space.
pub(crate) fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns `title` in lower case, with hyphens between its words.
pub(crate) fn slug(title: &str) -> String {
    let lower = title.to_ascii_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}
