//! What every document becomes: headings, and items below them whose ids are their positions.
//!
//! A section's ordinal is its position among its siblings, never a printed number. What a reader appends does not
//! count. Readers put every word of a document into the text of exactly one section, so that no change escapes the
//! hashes.

/// A section of the document.
#[derive(Debug)]
pub(crate) struct Section {
    pub(crate) id: String,
    /// Its words, without those of the sections in it.
    pub(crate) text: String,
    /// The profiles it is marked for; those of the spec where it has no mark.
    pub(crate) profiles: Option<Vec<&'static str>>,
}

/// The sections of a document, as they are found.
#[derive(Debug)]
pub(crate) struct Outline {
    spec: String,
    sections: Vec<Section>,
    /// The sections around the current place, outermost (the heading) first.
    open: Vec<Open>,
}

/// A section that may still get sections of its own.
#[derive(Debug)]
pub(crate) struct Open {
    /// Its index in `Outline::sections`.
    at: usize,
    /// Its indentation; `None` if its depth alone determines what is in it.
    indent: Option<usize>,
    children: usize,
}

impl Outline {
    /// An empty outline of `spec`.
    pub(crate) fn new(spec: &str) -> Self {
        Self { spec: spec.into(), sections: Vec::new(), open: Vec::new() }
    }

    /// Opens the heading `slug`.
    pub(crate) fn heading(&mut self, slug: &str, text: &str) {
        self.open = vec![Open { at: self.sections.len(), indent: None, children: 0 }];
        let id = format!("{}#{slug}", self.spec);
        self.sections.push(Section { id, text: words(text), profiles: None });
    }

    /// Takes what is open, to go on with it after headings that stand in it.
    pub(crate) fn suspend(&mut self) -> Vec<Open> {
        std::mem::take(&mut self.open)
    }

    /// Goes on with what was open.
    pub(crate) fn resume(&mut self, open: Vec<Open>) {
        self.open = open;
    }

    /// Adds an item with `depth` items around it.
    pub(crate) fn item(&mut self, depth: usize, text: &str) {
        self.open.truncate(depth + 1);
        self.add(None, text);
    }

    /// Adds an item to what is indented by less than `indent`.
    pub(crate) fn item_at(&mut self, indent: usize, text: &str) {
        self.settle(indent);
        self.add(Some(indent), text);
    }

    /// Closes the items that are not indented by less than `indent`, and counts those left open.
    pub(crate) fn settle(&mut self, indent: usize) -> usize {
        while self.open.last().is_some_and(|open| open.indent.is_some_and(|outer| outer >= indent)) {
            self.open.pop();
        }
        self.open.len().saturating_sub(1)
    }

    /// Adds the words of `text` to the open section with `depth` sections around it: the heading has none.
    pub(crate) fn append(&mut self, depth: usize, text: &str) {
        let text = words(text);
        if let Some(section) = self.open.get(depth).and_then(|open| self.sections.get_mut(open.at))
            && !text.is_empty()
        {
            if !section.text.is_empty() {
                section.text.push(' ');
            }
            section.text.push_str(&text);
        }
    }

    /// Marks the newest item for `profiles`, as far as what is around it is for them.
    pub(crate) fn mark(&mut self, profiles: Vec<&'static str>) {
        if let Some(section) = self.sections.last_mut() {
            section.profiles = Some(match section.profiles.take() {
                None => profiles,
                Some(outer) => outer.into_iter().filter(|profile| profiles.contains(profile)).collect(),
            });
        }
    }

    /// Whether the heading has an item.
    pub(crate) fn has_items(&self) -> bool {
        self.open.first().is_some_and(|heading| heading.children > 0)
    }

    /// The sections, in the order of the document.
    pub(crate) fn into_sections(self) -> Vec<Section> {
        self.sections
    }

    fn add(&mut self, indent: Option<usize>, text: &str) {
        let separator = if self.open.len() == 1 { '-' } else { '.' };
        let Some(parent) = self.open.last_mut() else { return };
        parent.children += 1;
        let outer = &self.sections[parent.at];
        let id = format!("{}{separator}{}", outer.id, parent.children);
        let profiles = outer.profiles.clone();
        self.open.push(Open { at: self.sections.len(), indent, children: 0 });
        self.sections.push(Section { id, text: words(text), profiles });
    }
}

/// The part of a section's id before its ordinal.
pub(crate) fn heading(id: &str) -> &str {
    match id.rsplit_once('-') {
        Some((heading, ordinal)) if ordinal.split('.').all(is_number) => heading,
        _ => id,
    }
}

/// What is above a section: the steps around it and their heading, innermost first.
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

/// Whether `text` is a number in digits.
pub(crate) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `text` without the printed number that it begins with, such as `3.` or `2.1.`.
pub(crate) fn unnumbered(text: &str) -> &str {
    let number = |text: &str| text.strip_suffix('.').is_some_and(|number| number.split('.').all(is_number));
    text.split_once(' ').filter(|(first, _)| number(first)).map_or(text, |(_, rest)| rest)
}

/// `text` with every run of white space made one space.
pub(crate) fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `title` in lower case, with hyphens between its words.
pub(crate) fn slug(title: &str) -> String {
    let lower = title.to_ascii_lowercase();
    lower
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}
