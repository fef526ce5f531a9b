//! Aligns the sections of an edited text with those of the former text, of which only ids and hashes need be
//! known.
//!
//! Headings are aligned by their ids, and the steps below them by their hashes, in order. A remaining hash that
//! only one step of either text has shows where that step is now. Remaining steps on both sides at one place
//! count as changed, in order.

use std::collections::BTreeMap;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::outline::{above, heading};

/// The sections of a text: their ids and hashes.
pub(crate) type Text<'t> = Vec<(&'t str, &'t str)>;

/// Two texts, and the pairs of sections that correspond.
pub(crate) struct Alignment<'t> {
    old: Text<'t>,
    new: Text<'t>,
    pub(crate) old_of: Vec<Option<usize>>,
    pub(crate) new_of: Vec<Option<usize>>,
    /// True for each section of the new text that comes before or after another step than it did.
    pub(crate) is_reordered: Vec<bool>,
}

impl<'t> Alignment<'t> {
    /// Aligns `new` with `old`.
    pub(crate) fn new(old: Text<'t>, new: Text<'t>) -> Self {
        let (old_of, new_of, is_reordered) =
            (vec![None; new.len()], vec![None; old.len()], vec![false; new.len()]);
        let (mut olds, mut news) = (groups(&old), groups(&new));
        let mut this = Self { old, new, old_of, new_of, is_reordered };
        let mut changed = Vec::new();
        for (heading, news) in &news {
            if let Some(olds) = olds.get(heading) {
                this.pair(olds[0], news[0]);
                changed.extend(this.pair_equal(&olds[1..], &news[1..]));
                this.pair_unique(&olds[1..], &news[1..], true);
            }
        }
        // Headings with new ids.
        olds.retain(|_, olds| this.new_of[olds[0]].is_none());
        news.retain(|_, news| this.old_of[news[0]].is_none());
        let [olds, news] = [olds, news].map(|groups| {
            let mut all: Vec<_> = groups.into_values().flatten().collect();
            all.sort_unstable();
            all
        });
        changed.extend(this.pair_equal(&olds, &news));
        let all = |text: &Text<'_>| (0..text.len()).collect::<Vec<_>>();
        this.pair_unique(&all(&this.old), &all(&this.new), false);
        for (olds, news) in changed {
            let olds = olds.into_iter().filter(|&old| this.new_of[old].is_none() && is_step(this.old[old].0));
            let news = news.into_iter().filter(|&new| this.old_of[new].is_none() && is_step(this.new[new].0));
            for (old, new) in olds.zip(news).collect::<Vec<_>>() {
                this.pair(old, new);
            }
        }
        this
    }

    fn pair(&mut self, old: usize, new: usize) {
        (self.old_of[new], self.new_of[old]) = (Some(old), Some(new));
    }

    /// Pairs those of `olds` and `news` that have equal words, in order. Returns those that differ at one place.
    fn pair_equal(&mut self, olds: &[usize], news: &[usize]) -> Vec<(Vec<usize>, Vec<usize>)> {
        let old_hashes: Vec<_> = olds.iter().map(|&at| self.old[at].1).collect();
        let new_hashes: Vec<_> = news.iter().map(|&at| self.new[at].1).collect();
        let mut changed = Vec::new();
        for op in capture_diff_slices(Algorithm::Patience, &old_hashes, &new_hashes) {
            let (olds, news) = (&olds[op.old_range()], &news[op.new_range()]);
            match op {
                DiffOp::Equal { .. } => olds.iter().zip(news).for_each(|(old, new)| self.pair(*old, *new)),
                _ => changed.push((olds.to_vec(), news.to_vec())),
            }
        }
        changed
    }

    /// Pairs the remaining steps whose words occur once in `olds` and once in `news`, or once among the
    /// remaining ones.
    fn pair_unique(&mut self, olds: &[usize], news: &[usize], among_remaining: bool) {
        let is_left = |pairs: &[Option<usize>], at: usize| !among_remaining || pairs[at].is_none();
        let olds: Vec<_> = olds.iter().copied().filter(|&at| is_left(&self.new_of, at)).collect();
        let news: Vec<_> = news.iter().copied().filter(|&at| is_left(&self.old_of, at)).collect();
        for &new in &news {
            let hash = self.new[new].1;
            let mut same = olds.iter().copied().filter(|&old| self.old[old].1 == hash);
            if let (Some(old), None) = (same.next(), same.next())
                && news.iter().filter(|&&new| self.new[new].1 == hash).count() == 1
                && self.old_of[new].is_none()
                && self.new_of[old].is_none()
                && is_step(self.old[old].0) == is_step(self.new[new].0)
            {
                self.pair(old, new);
                self.is_reordered[new] = true;
            }
        }
    }

    /// Returns the nearest section around the section `at` of the new text, itself included, that the old text
    /// has.
    pub(crate) fn old_around(&self, at: usize) -> Option<usize> {
        std::iter::successors(Some(at), |&at| around(&self.new, at)).find_map(|at| self.old_of[at])
    }

    /// True if the new section `at` is in the same section as before.
    pub(crate) fn is_in_place(&self, at: usize) -> bool {
        let before = self.old_of[at].and_then(|old| around(&self.old, old));
        let now = around(&self.new, at);
        before.is_some() == now.is_some() && before.and_then(|before| self.new_of[before]) == now
    }
}

/// Returns the sections of each heading, which is the first of them.
fn groups<'t>(text: &Text<'t>) -> BTreeMap<&'t str, Vec<usize>> {
    let mut groups = BTreeMap::<_, Vec<_>>::new();
    for (at, (id, _)) in text.iter().enumerate() {
        groups.entry(heading(id)).or_default().push(at);
    }
    groups
}

fn is_step(id: &str) -> bool {
    heading(id) != id
}

/// Returns the section that contains the section `at`; `None` for a heading.
fn around(text: &Text<'_>, at: usize) -> Option<usize> {
    let outer = *above(text[at].0).first()?;
    text.iter().position(|(id, _)| *id == outer)
}
