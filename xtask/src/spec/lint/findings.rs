//! What `spec lint` found, and the algorithms that it looks at one by one.

use std::collections::BTreeMap;

use crate::spec::outline::{Section, heading};

/// What is wrong, by the id of the section.
#[derive(Default)]
pub(super) struct Findings(pub(super) BTreeMap<String, Vec<String>>);

impl Findings {
    pub(super) fn add(&mut self, id: &str, message: String) {
        self.0.entry(id.into()).or_default().push(message);
    }

    /// Prints them in the order of `sections`.
    pub(super) fn print(&self, sections: &[Section]) {
        for section in sections {
            for message in self.0.get(&section.id).into_iter().flatten() {
                println!("{}: {message}", section.id);
            }
        }
        println!("{} findings in {} sections", self.0.values().map(Vec::len).sum::<usize>(), self.0.len());
    }
}

/// The sections of each algorithm, heading first.
pub(super) fn algorithms(sections: &[Section]) -> impl Iterator<Item = &[Section]> {
    sections.chunk_by(|one, next| heading(&one.id) == heading(&next.id))
}
