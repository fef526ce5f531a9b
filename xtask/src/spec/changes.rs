//! What became of the sections of a spec in another text of it: entries for an editor, and the new id of each section.

use std::{collections::BTreeMap, fmt};

use serde::Serialize;

use super::{
    align::{self, Alignment, Side, align},
    outline::{self, heading, is_number},
    registry::{Registry, Section, hash},
};

/// What happened to a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    Added,
    /// Its words differ.
    Changed,
    /// A heading that stands elsewhere among the others.
    Moved,
    Removed,
    /// A heading with another id.
    Renamed,
    /// A step with another number, or a row of them.
    Renumbered,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Added => "added",
            Self::Changed => "changed",
            Self::Moved => "moved",
            Self::Removed => "removed",
            Self::Renamed => "renamed",
            Self::Renumbered => "renumbered",
        })
    }
}

/// A section, by its id in each text that has it.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    pub(crate) old: Option<String>,
    pub(crate) new: Option<String>,
}

/// An entry.
pub(crate) struct Change {
    pub(crate) kind: Kind,
    /// The id in the new text, of what was removed in the old one; of a row of steps their range.
    pub(crate) id: String,
    /// The id in the old text, where it differs.
    pub(crate) was: Option<String>,
    pub(crate) title: String,
    pub(crate) at: Spot,
    /// What is in it, and was added or removed with it.
    pub(crate) inner: Vec<Spot>,
    /// Of what was added or removed, the siblings before and after it; of what moved, the heading before it.
    pub(crate) before: Option<Spot>,
    pub(crate) after: Option<Spot>,
}

/// What became of the sections.
pub(crate) struct Changes {
    /// In the order of the new text.
    pub(crate) entries: Vec<Change>,
    /// The new id of each section that has another one, and none for each that was removed.
    pub(crate) ids: BTreeMap<String, Option<String>>,
    /// The rows of the registry for the new text.
    pub(crate) sections: Vec<Section>,
}

impl Changes {
    /// From the sections of `registry` to those of `document`.
    pub(crate) fn from(registry: &Registry, document: &[outline::Section]) -> Self {
        let hashes: Vec<String> = document.iter().map(|found| hash(&found.text)).collect();
        Self::between(&registry.sections, document, &hashes, &registry.spec.profiles)
    }

    /// From the rows `old` to the sections of `document`, whose hashes are `hashes`; `profiles` are those of the spec.
    fn between(
        old: &[Section],
        document: &[outline::Section],
        hashes: &[String],
        profiles: &[String],
    ) -> Self {
        let old_sections: Vec<_> = old
            .iter()
            .map(|row| align::Section { id: &row.id, hash: &row.sha256, words: &row.title })
            .collect();
        let new_sections: Vec<_> = document
            .iter()
            .zip(hashes)
            .map(|(found, hash)| align::Section { id: &found.id, hash, words: &found.text })
            .collect();
        let (old_side, new_side) = (Side::new(&old_sections), Side::new(&new_sections));
        let found = align(&old_side, &new_side);
        let reader = Reader { old, document, old_side, new_side, found };
        let ids = reader.ids();
        let sections = document
            .iter()
            .zip(hashes)
            .enumerate()
            .map(|(at, (found, hash))| {
                let row = reader.found.old[at].map(|at| &old[at]);
                let profiles = found.profiles.as_ref().filter(|found| **found != *profiles);
                let renamed = |id: &String| ids.get(id).cloned().flatten().unwrap_or_else(|| id.clone());
                Section {
                    id: found.id.clone(),
                    sha256: hash.clone(),
                    profiles: profiles.map(|found| found.iter().map(ToString::to_string).collect()),
                    called_by: row
                        .and_then(|row| Some(row.called_by.as_ref()?.iter().map(renamed).collect())),
                    ..row.cloned().unwrap_or_default()
                }
            })
            .collect();
        Self { entries: reader.entries(hashes), ids, sections }
    }
}

struct Reader<'a> {
    old: &'a [Section],
    document: &'a [outline::Section],
    old_side: Side<'a>,
    new_side: Side<'a>,
    found: Alignment,
}

impl Reader<'_> {
    fn ids(&self) -> BTreeMap<String, Option<String>> {
        let ids = self.old.iter().zip(&self.found.new).filter_map(|(row, new)| {
            let new = new.map(|at| self.document[at].id.clone());
            (new.as_ref() != Some(&row.id)).then(|| (row.id.clone(), new))
        });
        ids.collect()
    }

    fn entries(&self, hashes: &[String]) -> Vec<Change> {
        // What was removed stands behind what it stood behind.
        let mut entries: Vec<((usize, usize), Change)> = Vec::new();
        let mut last = 0;
        for at in 0..self.old.len() {
            match self.found.new[at] {
                Some(new) => last = new + 1,
                None if Self::is_top(&self.old_side, &self.found.new, at) => {
                    entries.push(((last, at + 1), self.removed(at)));
                }
                None => {}
            }
        }
        for (at, hash) in hashes.iter().enumerate() {
            let mut add = |change| entries.push(((at + 1, 0), change));
            let Some(old) = self.found.old[at] else {
                if Self::is_top(&self.new_side, &self.found.old, at) {
                    add(self.added(at));
                }
                continue;
            };
            if self.is_renumbered(at) && !self.continues_row(at) {
                add(self.renumbered(at));
            }
            if self.found.moved.contains(&at) {
                let before = self.new_side.headings.iter().rev().find(|&&heading| heading < at);
                let before = before.map(|&at| self.new_spot(at));
                add(Change { before, ..self.change(Kind::Moved, at, old) });
            }
            if self.old[old].sha256 != *hash {
                add(self.change(Kind::Changed, at, old));
            }
        }
        entries.sort_by_key(|(place, _)| *place);
        entries.into_iter().map(|(_, change)| change).collect()
    }

    /// Whether `at`, which has no pair, is in nothing that has none.
    fn is_top(side: &Side<'_>, pairs: &[Option<usize>], at: usize) -> bool {
        side.parents[at].is_none_or(|parent| pairs[parent].is_some())
    }

    fn new_spot(&self, at: usize) -> Spot {
        let old = self.found.old[at].map(|old| self.old[old].id.clone());
        Spot { old, new: Some(self.document[at].id.clone()) }
    }

    fn old_spot(&self, at: usize) -> Spot {
        let new = self.found.new[at].map(|new| self.document[new].id.clone());
        Spot { old: Some(self.old[at].id.clone()), new }
    }

    fn change(&self, kind: Kind, new: usize, old: usize) -> Change {
        let (id, was) = (self.document[new].id.clone(), self.old[old].id.clone());
        Change {
            kind,
            was: (was != id).then_some(was),
            id,
            title: self.old[old].title.clone(),
            at: self.new_spot(new),
            inner: Vec::new(),
            before: None,
            after: None,
        }
    }

    fn added(&self, at: usize) -> Change {
        let spot = |at| self.new_spot(at);
        let (inner, before, after) = around(&self.new_side, &self.found.old, at, &spot);
        let id = self.document[at].id.clone();
        let title = String::new();
        Change { kind: Kind::Added, id, was: None, title, at: spot(at), inner, before, after }
    }

    fn removed(&self, at: usize) -> Change {
        let spot = |at| self.old_spot(at);
        let (inner, before, after) = around(&self.old_side, &self.found.new, at, &spot);
        let Section { id, title, .. } = &self.old[at];
        let (id, title) = (id.clone(), title.clone());
        Change { kind: Kind::Removed, id, was: None, title, at: spot(at), inner, before, after }
    }

    /// Whether `new` has another id, and not only because of what it is in.
    fn is_renumbered(&self, new: usize) -> bool {
        let Some(old) = self.found.old[new] else { return false };
        let parents = (self.old_side.parents[old], self.new_side.parents[new]);
        let (id, was) = (&self.document[new].id, &self.old[old].id);
        match parents {
            (Some(was_in), Some(is_in)) => {
                self.found.new[was_in] != Some(is_in) || ordinal(id) != ordinal(was)
            }
            _ => id != was,
        }
    }

    /// The step before `new`, if both are renumbered alike.
    fn before_in_row(&self, new: usize) -> Option<usize> {
        self.new_side.parents[new]?;
        let before = self.new_side.siblings(new).iter().copied().take_while(|&at| at < new).last()?;
        let (was, was_before) = (self.found.old[new]?, self.found.old[before]?);
        let together = self.old_side.parents[was] == self.old_side.parents[was_before]
            && self.is_renumbered(before)
            && ordinal(&self.old[was].id)? == ordinal(&self.old[was_before].id)? + 1;
        together.then_some(before)
    }

    fn continues_row(&self, new: usize) -> bool {
        self.before_in_row(new).is_some()
    }

    /// The entry for the row of steps that begins with `first`.
    fn renumbered(&self, first: usize) -> Change {
        let siblings = self.new_side.siblings(first).iter().copied();
        let last = siblings.skip_while(|&at| at <= first).take_while(|&at| self.continues_row(at)).last();
        let is_heading = self.new_side.parents[first].is_none();
        let kind = if is_heading { Kind::Renamed } else { Kind::Renumbered };
        let mut change = self.change(kind, first, self.found.old[first].unwrap_or_default());
        if let Some(last) = last {
            let to = ordinal(&self.document[last].id).unwrap_or_default();
            let was_to = self.found.old[last].and_then(|old| ordinal(&self.old[old].id)).unwrap_or_default();
            change.id = format!("{}..{to}", change.id);
            change.was = change.was.map(|was| format!("{was}..{was_to}"));
            change.title = String::new();
        }
        change
    }
}

/// What is in `at` and has no pair either, and the siblings before and after it.
fn around(
    side: &Side<'_>,
    pairs: &[Option<usize>],
    at: usize,
    spot: &impl Fn(usize) -> Spot,
) -> (Vec<Spot>, Option<Spot>, Option<Spot>) {
    let mut inner = Vec::new();
    let mut rest = side.children[at].clone();
    while let Some(next) = rest.pop().filter(|&next| pairs[next].is_none()) {
        inner.push(next);
        rest.extend(&side.children[next]);
    }
    inner.sort_unstable();
    let siblings = side.siblings(at);
    let before = siblings.iter().rev().find(|&&sibling| sibling < at && pairs[sibling].is_some());
    let after = siblings.iter().find(|&&sibling| sibling > at && pairs[sibling].is_some());
    (inner.into_iter().map(spot).collect(), before.map(|&at| spot(at)), after.map(|&at| spot(at)))
}

/// The number of a step among its siblings.
fn ordinal(id: &str) -> Option<usize> {
    let number = id.strip_prefix(heading(id))?.rsplit(['-', '.']).next()?;
    number.parse().ok().filter(|_| is_number(number))
}

#[cfg(test)]
mod tests {
    use super::{Changes, ordinal};
    use crate::spec::{outline, registry::Section};

    /// The entries between two texts of an algorithm `a#b`: each line is a step, with its depth as indentation.
    fn entries(old: &str, new: &str) -> Vec<String> {
        let read = |text: &str| {
            let mut outline = outline::Outline::new("a");
            for line in text.lines() {
                match line.strip_prefix("= ") {
                    Some(slug) => outline.heading(slug, slug),
                    None => outline.item(line.len() - line.trim_start().len(), line),
                }
            }
            outline.into_sections()
        };
        let (old, new) = (read(old), read(new));
        let row = |found: &outline::Section| Section {
            id: found.id.clone(),
            title: found.text.clone(),
            sha256: found.text.clone(),
            ..Section::default()
        };
        let rows: Vec<Section> = old.iter().map(row).collect();
        let hashes: Vec<String> = new.iter().map(|found| found.text.clone()).collect();
        let found = Changes::between(&rows, &new, &hashes, &[]);
        assert_eq!(found.sections.iter().map(|row| row.sha256.clone()).collect::<Vec<_>>(), hashes);
        let line = |change: &super::Change| {
            let was = change.was.as_ref().map(|was| format!("{} -> ", was.trim_start_matches("a#")));
            format!("{} {}{}", change.kind, was.unwrap_or_default(), change.id.trim_start_matches("a#"))
        };
        found.entries.iter().map(line).collect()
    }

    #[test]
    fn a_step_that_is_inserted_or_deleted_renumbers_what_follows() {
        let (old, new) = ("= b\none\ntwo\n stop\nthree", "= b\none\nnew\ntwo\n stop\nthree");
        assert_eq!(entries(old, old), [""; 0]);
        assert_eq!(entries(old, new), ["added b-2", "renumbered b-2..3 -> b-3..4"]);
        assert_eq!(entries(new, old), ["removed b-2", "renumbered b-3..4 -> b-2..3"]);
    }

    /// Steps that say the same are told apart by what they are in and by what is in them.
    #[test]
    fn steps_that_stand_often_are_told_apart() {
        let old = "= b\nif one\n stop\nif two\n stop\nif three\n stop";
        let expected = ["removed b-2", "renumbered b-3 -> b-2"];
        assert_eq!(entries(old, "= b\nif one\n stop\nif three\n stop"), expected);
    }

    #[test]
    fn a_step_that_moves_keeps_what_is_in_it() {
        let old = "= b\none\n stop\ntwo\nthree\n= c\nfour";
        assert_eq!(
            entries(old, "= b\ntwo\nthree\n= c\nfour\none\n stop"),
            ["renumbered b-2..3 -> b-1..2", "renumbered b-1 -> c-2"]
        );
        // Into another step, which is new.
        assert_eq!(
            entries(old, "= b\nif it is\n one\n  stop\n two\nthree\n= c\nfour"),
            ["added b-1", "renumbered b-1..2 -> b-1.1..2", "renumbered b-3 -> b-2"]
        );
    }

    #[test]
    fn a_step_that_changes_keeps_its_place() {
        let old = "= b\none\nlet it be\n stop\nthree";
        assert_eq!(entries(old, "= b\none\nlet him be\n stop\nthree"), ["changed b-2"]);
        // Beside one that was added, the words of the title tell which it is.
        let expected =
            ["added b-2", "renumbered b-2..3 -> b-3..4", "changed b-2 -> b-3", "changed b-2.1 -> b-3.1"];
        assert_eq!(entries(old, "= b\none\nnew\nlet it go\n go on\nthree"), expected);
    }

    #[test]
    fn headings_move_and_are_renamed() {
        let old = "= b\none\n= c\ntwo\nthree\n= d\nfour";
        assert_eq!(entries(old, "= c\ntwo\nthree\n= d\nfour\n= b\none"), ["moved b"]);
        let expected = ["renamed c -> e", "changed c -> e"];
        assert_eq!(entries(old, "= b\none\n= e\ntwo\nthree\n= d\nfour"), expected);
        assert_eq!(entries(old, "= b\none\n= d\nfour"), ["removed c"]);
    }

    #[test]
    fn the_number_of_a_step() {
        assert_eq!(ordinal("a#b-2.13"), Some(13));
        assert_eq!(ordinal("a#b-2"), Some(2));
        assert_eq!(ordinal("a#b"), None);
    }
}
