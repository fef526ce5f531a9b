//! Which section of an edited text is which of the former one, of which only ids and hashes need be known.
//!
//! Headings are aligned by their ids. The steps of two are aligned by their hashes, in order, then those in them. Of what is left, a hash
//! that only one step of either text has shows where that step is now; and what is left on both sides at one place changed: steps with the
//! most words in common, or, where the former words are not known, in order.

use std::collections::{HashMap, HashSet};

use similar::{Algorithm, DiffOp, capture_diff_slices, get_diff_ratio};

use crate::outline::above;

/// The share of their words that a section and what it became have in common at least.
const ALIKE: f32 = 0.3;

/// The sections of a text, as a tree.
pub(crate) struct Text<'t> {
    pub(crate) ids: Vec<&'t str>,
    pub(crate) hashes: Vec<&'t str>,
    /// The words of each, as far as they are known.
    pub(crate) words: Vec<Option<&'t str>>,
    /// What each is in; a heading is in nothing.
    pub(crate) around: Vec<Option<usize>>,
    within: HashMap<Option<usize>, Vec<usize>>,
}

impl<'t> Text<'t> {
    /// The text of these ids, hashes and words, in its order.
    pub(crate) fn new(sections: impl Iterator<Item = (&'t str, &'t str, Option<&'t str>)>) -> Self {
        let (ids, hashes, words): (Vec<_>, Vec<_>, Vec<_>) = sections.collect();
        let places: HashMap<&str, usize> = ids.iter().enumerate().map(|(at, id)| (*id, at)).collect();
        let mut text = Self { around: Vec::new(), within: HashMap::new(), ids, hashes, words };
        for (at, id) in text.ids.iter().enumerate() {
            let around = above(id).first().and_then(|outer| places.get(outer)).copied();
            text.around.push(around);
            text.within.entry(around).or_default().push(at);
        }
        text
    }

    pub(crate) fn within(&self, at: Option<usize>) -> Vec<usize> {
        self.within.get(&at).cloned().unwrap_or_default()
    }

    /// The heading over the section `at`.
    pub(crate) fn top(&self, mut at: usize) -> usize {
        while let Some(around) = self.around[at] {
            at = around;
        }
        at
    }
}

/// Two texts, and which section of the one is which of the other one.
pub(crate) struct Alignment<'t> {
    pub(crate) old: Text<'t>,
    pub(crate) new: Text<'t>,
    pub(crate) old_of: Vec<Option<usize>>,
    pub(crate) new_of: Vec<Option<usize>>,
}

impl<'t> Alignment<'t> {
    /// Aligns `new` with `old`.
    pub(crate) fn new(old: Text<'t>, new: Text<'t>) -> Self {
        let (old_of, new_of) = (vec![None; new.ids.len()], vec![None; old.ids.len()]);
        let mut this = Self { old, new, old_of, new_of };
        let headings: HashMap<&str, usize> =
            this.old.within(None).into_iter().map(|at| (this.old.ids[at], at)).collect();
        for at in this.new.within(None) {
            if let Some(&old) = headings.get(this.new.ids[at]) {
                this.pair(old, at);
            }
        }
        this.pair_unique(true);
        this.pair_unique(false);
        this.pair_places(None, None);
        this
    }

    /// Pairs two sections, and in order the steps in them that have equal words.
    fn pair(&mut self, old: usize, new: usize) {
        (self.old_of[new], self.new_of[old]) = (Some(old), Some(new));
        let olds: Vec<_> =
            self.old.within(Some(old)).into_iter().filter(|&at| self.new_of[at].is_none()).collect();
        let news: Vec<_> =
            self.new.within(Some(new)).into_iter().filter(|&at| self.old_of[at].is_none()).collect();
        let hashes = |text: &Text<'t>, of: &[usize]| of.iter().map(|&at| text.hashes[at]).collect::<Vec<_>>();
        let (old_hashes, new_hashes) = (hashes(&self.old, &olds), hashes(&self.new, &news));
        for op in capture_diff_slices(Algorithm::Patience, &old_hashes, &new_hashes) {
            if let DiffOp::Equal { .. } = op {
                op.old_range().zip(op.new_range()).for_each(|(old, new)| self.pair(olds[old], news[new]));
            }
        }
    }

    /// Pairs the sections left over whose words only one on each side has: under one heading, or anywhere, where no other section of
    /// either text may have them.
    fn pair_unique(&mut self, under_one_heading: bool) {
        let mut places: HashMap<_, [Vec<usize>; 2]> = HashMap::new();
        for at in 0..self.old.ids.len() {
            let over = under_one_heading.then(|| self.new_of[self.old.top(at)]);
            if over != Some(None) && (over.is_none() || self.new_of[at].is_none()) {
                places.entry((over.flatten(), self.old.hashes[at])).or_default()[0].push(at);
            }
        }
        for at in 0..self.new.ids.len() {
            let over = under_one_heading.then(|| self.new.top(at));
            if over.is_none() || self.old_of[at].is_none() {
                places.entry((over, self.new.hashes[at])).or_default()[1].push(at);
            }
        }
        let mut found: Vec<_> =
            places.into_values().filter_map(|[old, new]| Some((one(&old)?, one(&new)?))).collect();
        found.sort_unstable();
        for (old, new) in found {
            let is_same_kind = self.old.around[old].is_some() == self.new.around[new].is_some();
            if is_same_kind && self.new_of[old].is_none() && self.old_of[new].is_none() {
                self.pair(old, new);
            }
        }
    }

    /// Pairs what is left over at the same places in two sections, then in what they contain.
    fn pair_places(&mut self, old: Option<usize>, new: Option<usize>) {
        let (olds, news) = (self.old.within(old), self.new.within(new));
        let (mut next, mut gap) = (0, Vec::new());
        for at in news.iter().copied().map(Some).chain([None]) {
            let found =
                at.and_then(|at| self.old_of[at]).map(|old| olds.iter().position(|other| *other == old));
            match (at, found) {
                (Some(at), None) => gap.push(at),
                // It was elsewhere.
                (Some(_), Some(None)) => {}
                (_, found) => {
                    let end = found.flatten().unwrap_or(olds.len());
                    self.pair_gap(olds.get(next..end).unwrap_or_default(), &std::mem::take(&mut gap));
                    next = end + 1;
                }
            }
        }
        for at in news {
            if let Some(old) = self.old_of[at] {
                self.pair_places(Some(old), Some(at));
            }
        }
    }

    /// Pairs those of `olds`, in order, with those of `news`, so that they have the most in common.
    fn pair_gap(&mut self, olds: &[usize], news: &[usize]) {
        let olds: Vec<usize> = olds.iter().copied().filter(|&old| self.new_of[old].is_none()).collect();
        // Two steps that are alone at one place are one, whatever their words.
        if let ([old], [new]) = (&*olds, news)
            && self.old.around[*old].is_some()
        {
            return self.pair(*old, *new);
        }
        // For each pair of ends the most that they have in common, and with what that begins.
        let mut best = vec![vec![(0.0, false); news.len() + 1]; olds.len() + 1];
        for (i, &old) in olds.iter().enumerate().rev() {
            for (j, &new) in news.iter().enumerate().rev() {
                let paired = self.alike(old, new).map(|alike| best[i + 1][j + 1].0 + alike);
                let without = best[i + 1][j].0.max(best[i][j + 1].0);
                best[i][j] = match paired.filter(|paired| *paired >= without) {
                    Some(paired) => (paired, true),
                    None => (without, false),
                };
            }
        }
        let (mut i, mut j) = (0, 0);
        while i < olds.len() && j < news.len() {
            if best[i][j].1 {
                self.pair(olds[i], news[j]);
                (i, j) = (i + 1, j + 1);
            } else if best[i + 1][j].0 >= best[i][j + 1].0 {
                i += 1;
            } else {
                j += 1;
            }
        }
    }

    /// How much two sections that were not paired have in common; none if not enough. A heading with another id has the same steps.
    fn alike(&self, old: usize, new: usize) -> Option<f32> {
        if self.old.around[old].is_none() {
            let is_there = |at: &usize| self.new_of[*at].is_some_and(|at| self.new.around[at] == Some(new));
            return self.old.within(Some(old)).iter().any(is_there).then_some(1.0);
        }
        let Some(words) = self.old.words[old].zip(self.new.words[new]) else { return Some(1.0) };
        let (before, now): (Vec<_>, Vec<_>) = (words.0.split(' ').collect(), words.1.split(' ').collect());
        let ratio =
            get_diff_ratio(&capture_diff_slices(Algorithm::Myers, &before, &now), before.len(), now.len());
        Some(ratio).filter(|ratio| *ratio >= ALIKE)
    }

    /// Whether the new section `at` is in the same section as before.
    pub(crate) fn is_in_place(&self, at: usize) -> bool {
        let around = self.old_of[at].and_then(|old| self.old.around[old]);
        around.and_then(|around| self.new_of[around]) == self.new.around[at]
            && around.is_some() == self.new.around[at].is_some()
    }

    /// The steps of the new text that come in another order than before, as few as account for it.
    pub(crate) fn reordered(&self) -> HashSet<usize> {
        let mut reordered = HashSet::new();
        for steps in (0..self.new.ids.len()).map(|at| self.new.within(Some(at))) {
            let now = steps.into_iter().filter(|&at| self.is_in_place(at)).filter_map(|at| self.old_of[at]);
            let now: Vec<usize> = now.collect();
            let mut before = now.clone();
            before.sort_unstable();
            for op in capture_diff_slices(Algorithm::Myers, &before, &now) {
                if !matches!(op, DiffOp::Equal { .. }) {
                    reordered.extend(now[op.new_range()].iter().filter_map(|&old| self.new_of[old]));
                }
            }
        }
        reordered
    }
}

/// The only one of `places`.
fn one(places: &[usize]) -> Option<usize> {
    if let [place] = places { Some(*place) } else { None }
}
