//! Aligns the sections of an edited text with those of the former text, of which only ids and hashes need be
//! known.
//!
//! Headings are aligned by their ids. The steps of two aligned sections are paired by their hashes, in order,
//! first together with the steps in them. A remaining hash that only one step of either text has shows where
//! that step is now. Remaining sections on both sides at one place count as changed: those with the most
//! words in common are paired, or, if the former words are unknown, those in the same order. Finally,
//! sections are paired by the steps in them.

use std::collections::{HashMap, HashSet};

use similar::{Algorithm, DiffOp, capture_diff_slices, get_diff_ratio};

use super::outline::{above, slug};

/// The minimum share of words that a section and its changed version have in common.
const ALIKE: f32 = 0.3;

/// The same, for a definition whose term was renamed.
const RENAMED: f32 = 0.8;

/// The sections of a text, as a tree.
pub(crate) struct Text<'t> {
    pub(crate) ids: Vec<&'t str>,
    pub(crate) hashes: Vec<&'t str>,
    /// The words of each section, if known.
    pub(crate) words: Vec<Option<&'t str>>,
    /// The section that contains each section; `None` for a heading.
    pub(crate) around: Vec<Option<usize>>,
    within: HashMap<Option<usize>, Vec<usize>>,
}

impl<'t> Text<'t> {
    /// Creates the text of these ids, hashes and words, in order.
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

    /// Returns the hash of the section `at`, with those of the steps in it if `with_steps`.
    fn hash(&self, at: usize, with_steps: bool) -> String {
        let steps = if with_steps { self.within(Some(at)) } else { Vec::new() };
        steps.into_iter().fold(self.hashes[at].into(), |all, at| all + &self.hash(at, true))
    }

    /// Returns the heading over the section `at`.
    pub(crate) fn top(&self, mut at: usize) -> usize {
        while let Some(around) = self.around[at] {
            at = around;
        }
        at
    }
}

/// Two texts, and the pairs of sections that correspond.
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
        this.pair_by_steps();
        this
    }

    /// Pairs two sections, and in order the steps in them that have equal words.
    fn pair(&mut self, old: usize, new: usize) {
        (self.old_of[new], self.new_of[old]) = (Some(old), Some(new));
        let olds: Vec<_> =
            self.old.within(Some(old)).into_iter().filter(|&at| self.new_of[at].is_none()).collect();
        let news: Vec<_> =
            self.new.within(Some(new)).into_iter().filter(|&at| self.old_of[at].is_none()).collect();
        self.pair_equal(&olds, &news, true);
    }

    /// Pairs those of `olds` and `news` that have equal words, in order; with `with_steps`, only if the steps
    /// in them are equal too.
    fn pair_equal(&mut self, olds: &[usize], news: &[usize], with_steps: bool) {
        let hashes = |text: &Text<'t>, of: &[usize]| -> Vec<_> {
            of.iter().map(|&at| text.hash(at, with_steps)).collect()
        };
        let (old_hashes, new_hashes) = (hashes(&self.old, olds), hashes(&self.new, news));
        for op in capture_diff_slices(Algorithm::Patience, &old_hashes, &new_hashes) {
            let (olds, news) = (&olds[op.old_range()], &news[op.new_range()]);
            match op {
                DiffOp::Equal { .. } => olds.iter().zip(news).for_each(|(old, new)| self.pair(*old, *new)),
                DiffOp::Replace { .. } if with_steps => self.pair_equal(olds, news, false),
                _ => {}
            }
        }
    }

    /// Pairs the remaining sections whose words occur once on each side: under one heading, or anywhere, if
    /// no other section of either text has them.
    fn pair_unique(&mut self, under_one_heading: bool) {
        for at in 0..self.new.ids.len() {
            let (hash, top) = (self.new.hashes[at], self.new.top(at));
            let is_in =
                |is_left: bool, over: Option<usize>| !under_one_heading || (is_left && over == Some(top));
            let is_new = |new: &usize| {
                self.new.hashes[*new] == hash && is_in(self.old_of[*new].is_none(), Some(self.new.top(*new)))
            };
            let is_old = |old: &usize| {
                self.old.hashes[*old] == hash
                    && is_in(self.new_of[*old].is_none(), self.new_of[self.old.top(*old)])
            };
            let is_only = (0..self.new.ids.len()).filter(is_new).count() == 1 && self.old_of[at].is_none();
            let olds: Vec<usize> = (0..self.old.ids.len()).filter(is_old).collect();
            if let [old] = *olds
                && is_only
                && self.new_of[old].is_none()
                && self.is_same_kind(old, at)
            {
                self.pair(old, at);
            }
        }
    }

    /// Pairs the remaining sections at the same places in two sections, then in the sections that these
    /// contain.
    fn pair_places(&mut self, old: Option<usize>, new: Option<usize>) {
        let (olds, news) = (self.old.within(old), self.new.within(new));
        let (mut next, mut gap) = (0, Vec::new());
        for at in news.iter().copied().map(Some).chain([None]) {
            let found =
                at.and_then(|at| self.old_of[at]).map(|old| olds.iter().position(|other| *other == old));
            match (at, found) {
                (Some(at), None) => gap.push(at),
                // Its old section is elsewhere.
                (Some(_), Some(None)) => {}
                (_, found) => {
                    let end = found.flatten().unwrap_or(olds.len());
                    let left = olds.get(next..end).unwrap_or_default().iter().copied();
                    let left: Vec<_> = left.filter(|&old| self.new_of[old].is_none()).collect();
                    self.pair_gap(&left, &std::mem::take(&mut gap));
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

    /// Pairs the remaining sections by the steps in them, which moved with them.
    fn pair_by_steps(&mut self) {
        for at in (0..self.new.ids.len()).rev().filter(|&at| self.old_of[at].is_none()).collect::<Vec<_>>() {
            let inner = self.new.within(Some(at)).into_iter().find_map(|at| self.old_of[at]);
            let Some(old) = inner.and_then(|inner| self.old.around[inner]) else { continue };
            if self.new_of[old].is_none() && self.is_same_kind(old, at) {
                self.pair(old, at);
                self.pair_places(Some(old), Some(at));
            }
        }
    }

    /// Pairs sections of `olds` with sections of `news`, in order: those that have the most in common, then
    /// those before and after them.
    fn pair_gap(&mut self, olds: &[usize], news: &[usize]) {
        let pairs = (0..olds.len()).flat_map(|i| (0..news.len()).map(move |j| (i, j)));
        let alike = pairs.filter_map(|(i, j)| Some((self.alike(olds[i], news[j])?, i, j)));
        let most = alike.reduce(|most, next| if next.0 > most.0 { next } else { most });
        // Two steps that are alone at one place correspond, even if they share no words.
        let is_alone = olds.len() == 1 && news.len() == 1 && self.old.around[olds[0]].is_some();
        if let Some((_, i, j)) = most.or(is_alone.then_some((0.0, 0, 0))) {
            self.pair(olds[i], news[j]);
            self.pair_gap(&olds[..i], &news[..j]);
            self.pair_gap(&olds[i + 1..], &news[j + 1..]);
        }
    }

    /// Returns the share of words that two unpaired sections have in common, or `None` if it is too low.
    fn alike(&self, old: usize, new: usize) -> Option<f32> {
        let is_heading = self.old.around[old].is_none();
        let Some(words) = self.old.words[old].zip(self.new.words[new]) else {
            return (!is_heading).then_some(1.0);
        };
        let (before, now) = (slug(words.0), slug(words.1));
        let (before, now): (Vec<_>, Vec<_>) = (before.split('-').collect(), now.split('-').collect());
        let ratio =
            get_diff_ratio(&capture_diff_slices(Algorithm::Myers, &before, &now), before.len(), now.len());
        Some(ratio).filter(|ratio| *ratio >= if is_heading { RENAMED } else { ALIKE })
    }

    /// True if both are headings, or both are steps.
    fn is_same_kind(&self, old: usize, new: usize) -> bool {
        self.old.around[old].is_some() == self.new.around[new].is_some()
    }

    /// True if the new section `at` is in the same section as before.
    pub(crate) fn is_in_place(&self, at: usize) -> bool {
        let around = self.old_of[at].and_then(|old| self.old.around[old]);
        around.and_then(|around| self.new_of[around]) == self.new.around[at]
            && around.is_some() == self.new.around[at].is_some()
    }

    /// Returns the steps of the new text that moved relative to the others: a minimal set that explains the
    /// new order.
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
