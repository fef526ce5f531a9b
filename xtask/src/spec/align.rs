//! Aligns the sections of two texts of a spec: which section of the new text is which of the old one. Of the old text only
//! the hashes are known, and titles of ours.
//!
//! Headings are aligned by id, and their steps as trees: of all ways to align two lists of siblings in order, the one under
//! which most hashes are equal, those of inner steps counted. What that leaves over is a step that moved if its hash says so;
//! else it changed if it stands where an old one is left over too. Where several stand there, the one with most words of the
//! title is that one.

use std::collections::HashMap;

use super::outline::above;

/// What an equal hash counts.
const EQUAL: u32 = 4;

/// How much of a heading must be found under another id for the two to be one.
const RENAMED: u32 = 2;

/// A section of either text.
pub(crate) struct Section<'a> {
    pub(crate) id: &'a str,
    pub(crate) hash: &'a str,
    /// Its text, or its title where the text is not known.
    pub(crate) words: &'a str,
}

/// Which section is which, by index.
pub(crate) struct Alignment {
    /// Of each new section, the old one.
    pub(crate) old: Vec<Option<usize>>,
    /// Of each old section, the new one.
    pub(crate) new: Vec<Option<usize>>,
    /// The new headings that stand elsewhere among the others.
    pub(crate) moved: Vec<usize>,
}

/// The sections of a text as a tree.
pub(crate) struct Side<'a> {
    sections: &'a [Section<'a>],
    /// The section around each.
    pub(crate) parents: Vec<Option<usize>>,
    /// What is in each, in order.
    pub(crate) children: Vec<Vec<usize>>,
    pub(crate) headings: Vec<usize>,
}

impl<'a> Side<'a> {
    pub(crate) fn new(sections: &'a [Section<'a>]) -> Self {
        let places: HashMap<&str, usize> = sections.iter().enumerate().map(|(at, s)| (s.id, at)).collect();
        let parents: Vec<Option<usize>> =
            sections.iter().map(|section| places.get(above(section.id).first()?).copied()).collect();
        let mut side = Self { sections, parents, children: vec![vec![]; sections.len()], headings: vec![] };
        for (at, parent) in side.parents.iter().enumerate() {
            match parent {
                Some(parent) => side.children[*parent].push(at),
                None => side.headings.push(at),
            }
        }
        side
    }

    /// The siblings of `at`, itself included.
    pub(crate) fn siblings(&self, at: usize) -> &[usize] {
        self.parents[at].map_or(&self.headings, |parent| &self.children[parent])
    }

    fn hash(&self, at: usize) -> &'a str {
        self.sections[at].hash
    }

    /// The sibling `by` places after `at`.
    fn beside(&self, at: usize, by: isize) -> Option<usize> {
        let siblings = self.siblings(at);
        let place = siblings.iter().position(|&sibling| sibling == at)?;
        siblings.get(place.checked_add_signed(by)?).copied()
    }
}

/// Aligns `new` with `old`.
pub(crate) fn align(old: &Side<'_>, new: &Side<'_>) -> Alignment {
    let (none_new, none_old) = (vec![None; new.sections.len()], vec![None; old.sections.len()]);
    let found = Alignment { old: none_new, new: none_old, moved: Vec::new() };
    let mut aligner = Aligner { old, new, found, scores: HashMap::new() };
    aligner.headings_by_id();
    aligner.renamed_headings();
    aligner.steps_that_moved();
    aligner.steps_that_changed();
    aligner.found.moved = aligner.headings_that_moved();
    aligner.found
}

struct Aligner<'a> {
    old: &'a Side<'a>,
    new: &'a Side<'a>,
    found: Alignment,
    /// How much two sections have in common, with what is in them.
    scores: HashMap<(usize, usize), u32>,
}

impl Aligner<'_> {
    fn headings_by_id(&mut self) {
        for &new in &self.new.headings {
            let id = self.new.sections[new].id;
            if let Some(&old) = self.old.headings.iter().find(|&&old| self.old.sections[old].id == id) {
                self.pair(old, new);
            }
        }
    }

    /// Pairs headings whose ids differ and that are the same for the most part.
    fn renamed_headings(&mut self) {
        let mut alike = Vec::new();
        let free = |headings: &[usize], pairs: &[Option<usize>]| -> Vec<usize> {
            headings.iter().copied().filter(|&heading| pairs[heading].is_none()).collect()
        };
        let old_headings = free(&self.old.headings, &self.found.new);
        for new in free(&self.new.headings, &self.found.old) {
            for &old in &old_headings {
                let (score, whole) = (self.score(old, new), EQUAL * size(self.old, old));
                if score * RENAMED >= whole {
                    alike.push((score, old, new));
                }
            }
        }
        alike.sort_by_key(|&(score, old, new)| (u32::MAX - score, old, new));
        for (_, old, new) in alike {
            if self.is_free(old, new) {
                self.pair(old, new);
            }
        }
    }

    /// Pairs what is left over and has the same words: one that only stands once, and what moved beside it.
    fn steps_that_moved(&mut self) {
        let (once_old, once_new) = (once(self.old), once(self.new));
        let mut moved: Vec<(usize, usize)> = once_new
            .into_iter()
            .filter_map(|(hash, new)| Some((*once_old.get(hash)?, new)))
            .filter(|&(old, new)| self.is_free(old, new))
            .collect();
        moved.sort_unstable();
        while let Some((old, new)) = moved.pop() {
            if !self.is_free(old, new) {
                continue;
            }
            self.pair(old, new);
            for by in [-1, 1] {
                if let (Some(old), Some(new)) = (self.old.beside(old, by), self.new.beside(new, by))
                    && self.old.hash(old) == self.new.hash(new)
                {
                    moved.push((old, new));
                }
            }
        }
    }

    /// Pairs what is left over on both sides at the same place, in what is paired.
    fn steps_that_changed(&mut self) {
        let paired = self.found.old.iter().enumerate().filter_map(|(new, old)| Some(((*old)?, new)));
        let mut around: Vec<(usize, usize)> = paired.collect();
        while let Some((old, new)) = around.pop() {
            let (old, new) = (self.old.children[old].clone(), self.new.children[new].clone());
            let likeness = |old: usize, new: usize| match (self.found.new[old], self.found.old[new]) {
                (None, None) => 1 + self.likeness(old, new),
                (Some(found), _) if found == new => 1 << 16,
                _ => 0,
            };
            let changed: Vec<_> =
                best(&old, &new, likeness).into_iter().filter(|&(o, n)| self.is_free(o, n)).collect();
            for (old, new) in changed {
                self.pair(old, new);
                around.push((old, new));
            }
        }
    }

    /// The new headings that are not in the longest list of headings that kept their order.
    fn headings_that_moved(&self) -> Vec<usize> {
        let kept: Vec<(usize, usize)> =
            self.new.headings.iter().filter_map(|&new| Some((self.found.old[new]?, new))).collect();
        // Of each heading, the length of the longest list that ends with it, and what is before it there.
        let mut longest: Vec<(usize, Option<usize>)> = Vec::new();
        for (at, &(old, _)) in kept.iter().enumerate() {
            let before = (0..at).filter(|&before| kept[before].0 < old);
            let before = before.max_by_key(|&before| longest[before].0);
            longest.push((before.map_or(0, |before| longest[before].0) + 1, before));
        }
        let mut in_order = vec![false; kept.len()];
        let mut last = (0..kept.len()).max_by_key(|&at| longest[at].0);
        while let Some(at) = last {
            in_order[at] = true;
            last = longest[at].1;
        }
        kept.iter().zip(in_order).filter(|(_, in_order)| !in_order).map(|(&(_, new), _)| new).collect()
    }

    fn is_free(&self, old: usize, new: usize) -> bool {
        self.found.new[old].is_none() && self.found.old[new].is_none()
    }

    /// Makes `old` and `new` one, and what is in them as far as hashes say so.
    fn pair(&mut self, old: usize, new: usize) {
        self.found.new[old] = Some(new);
        self.found.old[new] = Some(old);
        for (old, new) in self.children(old, new) {
            if self.is_free(old, new) {
                self.pair(old, new);
            }
        }
    }

    /// What is in `old` and in `new`, aligned.
    fn children(&mut self, old: usize, new: usize) -> Vec<(usize, usize)> {
        let (old, new) = (self.old.children[old].clone(), self.new.children[new].clone());
        let mut scores = HashMap::new();
        for &old in &old {
            for &new in &new {
                scores.insert((old, new), self.score(old, new));
            }
        }
        best(&old, &new, |old, new| scores[&(old, new)])
    }

    /// How much `old` and `new` have in common.
    fn score(&mut self, old: usize, new: usize) -> u32 {
        if let Some(&score) = self.scores.get(&(old, new)) {
            return score;
        }
        let mut score = if self.old.hash(old) == self.new.hash(new) { EQUAL } else { 0 };
        for (old, new) in self.children(old, new) {
            score += self.score(old, new);
        }
        self.scores.insert((old, new), score);
        score
    }

    /// How many words of the title of `old` are in `new`; and whether both have steps.
    fn likeness(&self, old: usize, new: usize) -> u32 {
        let stems = |words: &str| -> Vec<String> {
            let words = words.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 2);
            words.map(|word| word.to_lowercase().chars().take(5).collect()).collect()
        };
        let (title, text) = (stems(self.old.sections[old].words), stems(self.new.sections[new].words));
        let shared = title.iter().filter(|word| text.contains(word)).count();
        let alike = self.old.children[old].is_empty() == self.new.children[new].is_empty();
        2 * u32::try_from(shared).unwrap_or(u32::MAX / 4) + u32::from(alike)
    }
}

/// How many sections `at` is, with what is in it.
fn size(side: &Side<'_>, at: usize) -> u32 {
    1 + side.children[at].iter().map(|&child| size(side, child)).sum::<u32>()
}

/// The sections whose hash no other one has.
fn once<'a>(side: &Side<'a>) -> HashMap<&'a str, usize> {
    let mut places: HashMap<&str, Option<usize>> = HashMap::new();
    for at in 0..side.sections.len() {
        places.entry(side.hash(at)).and_modify(|place| *place = None).or_insert(Some(at));
    }
    places.into_iter().filter_map(|(hash, at)| Some((hash, at?))).collect()
}

/// The alignment of two lists, in order, with the highest sum of `score`; what scores nothing is in none.
fn best(old: &[usize], new: &[usize], score: impl Fn(usize, usize) -> u32) -> Vec<(usize, usize)> {
    // The sums of what follows each place in both.
    let mut sums = vec![vec![0; new.len() + 1]; old.len() + 1];
    for (i, &one) in old.iter().enumerate().rev() {
        for (j, &other) in new.iter().enumerate().rev() {
            let both = score(one, other) + sums[i + 1][j + 1];
            sums[i][j] = both.max(sums[i + 1][j]).max(sums[i][j + 1]);
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < old.len() && j < new.len() {
        let of_both = score(old[i], new[j]);
        if of_both > 0 && sums[i][j] == of_both + sums[i + 1][j + 1] {
            pairs.push((old[i], new[j]));
            (i, j) = (i + 1, j + 1);
        } else if sums[i][j] == sums[i + 1][j] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}
