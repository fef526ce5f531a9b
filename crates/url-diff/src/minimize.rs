//! Minimizes an input whose difference must stay the same.

use url_facade::{Parser, Reason, Section};

use crate::{
    diff::diff,
    difference::{Difference, Divergence, Outcome},
};

/// The limit on the total cost. Each comparison costs [`COMPARISON_COST`] plus the length of the input.
const WORK_LIMIT: usize = 1 << 24;

const COMPARISON_COST: usize = 256;

const SIMPLE: [char; 3] = ['a', '1', '/'];

/// A minimized input, and the difference of the two profiles on this input.
#[derive(Clone, Debug)]
pub struct Minimal {
    /// The minimized input.
    pub input: String,
    /// The results of the profiles on the minimized input, and the rules by which they differ.
    pub difference: Difference,
    /// The number of inputs compared.
    pub tries: usize,
    /// True if the search stopped at its limit, before it tried every shorter or simpler input.
    pub gave_up: bool,
}

/// Minimizes `input` so that `a` and `b` still differ by the same two rules, and for the same reason if one
/// of them rejects the input. Returns `None` if `a` and `b` agree on `input`.
///
/// Removes sequences of code points: first halves, and single code points last. Then replaces each remaining
/// code point by a simpler one (`a`, `1` or `/`). No further code point of the result can be removed or
/// simplified without a change of the two rules. The result is deterministic. The work is bounded: the result
/// for a long input may be shorter but not minimal; then [`Minimal::gave_up`] is true.
///
/// # Examples
/// ```
/// use url_diff::minimize;
/// use url_facade::{Parser, Profile};
/// let (a, b) = (Parser::new(Profile::Whatwg), Parser::new(Profile::Rfc3986));
/// let minimal = minimize("http://user@www.example.test/a b c?q#f", None, a, b).unwrap();
/// assert_eq!(minimal.difference.divergence.unwrap().a.section.id(), "whatwg#path-state-2.3");
/// assert!(minimal.input.chars().count() < 12);
/// ```
pub fn minimize(input: &str, base: Option<&str>, a: Parser<'_>, b: Parser<'_>) -> Option<Minimal> {
    let difference = diff(input, base, a, b);
    let rules = rules_of(difference.divergence.as_ref()?);
    let best = input.chars().collect();
    let mut search = Search { base, a, b, rules, best, difference, tries: 1, spent: 0 };
    loop {
        let before = search.best.clone();
        search.remove_runs();
        search.simplify();
        if search.best == before || search.is_spent() {
            break;
        }
    }
    let gave_up = search.is_spent();
    let Search { best, difference, tries, .. } = search;
    Some(Minimal { input: best.into_iter().collect(), difference, tries, gave_up })
}

/// The properties that minimization keeps, for each of the two profiles: the rule at which its result
/// differs, and the reason if this rule rejects the input.
type Rules = [(Section, Option<Reason>); 2];

fn rules_of(divergence: &Divergence) -> Rules {
    [&divergence.a, &divergence.b].map(|side| match side.outcome {
        Outcome::Rejected(reason) => (side.section, Some(reason)),
        _ => (side.section, None),
    })
}

struct Search<'s> {
    base: Option<&'s str>,
    a: Parser<'s>,
    b: Parser<'s>,
    rules: Rules,
    best: Vec<char>,
    difference: Difference,
    tries: usize,
    spent: usize,
}

impl Search<'_> {
    fn is_spent(&self) -> bool {
        self.spent >= WORK_LIMIT
    }

    fn try_candidate(&mut self, candidate: Vec<char>) -> bool {
        if self.is_spent() {
            return false;
        }
        let input: String = candidate.iter().collect();
        self.tries += 1;
        self.spent += input.len() + COMPARISON_COST;
        let difference = diff(&input, self.base, self.a, self.b);
        let is_like =
            difference.divergence.as_ref().is_some_and(|divergence| rules_of(divergence) == self.rules);
        if is_like {
            (self.best, self.difference) = (candidate, difference);
        }
        is_like
    }

    /// Removes sequences of code points, the longest first, until no code point can be removed.
    fn remove_runs(&mut self) {
        let mut len = self.best.len();
        while len > 0 && !self.is_spent() {
            let (mut start, mut shorter) = (0, false);
            while start < self.best.len() && !self.is_spent() {
                let end = self.best.len().min(start + len);
                let candidate = [&self.best[..start], &self.best[end..]].concat();
                if self.try_candidate(candidate) {
                    shorter = true;
                } else {
                    start += len;
                }
            }
            // Removing single code points may make other code points removable.
            if len > 1 || !shorter {
                len /= 2;
            }
        }
    }

    fn simplify(&mut self) {
        for at in 0..self.best.len() {
            if self.is_spent() {
                return;
            }
            let rank = SIMPLE.iter().position(|&simple| self.best.get(at) == Some(&simple));
            for &simple in &SIMPLE[..rank.unwrap_or(SIMPLE.len())] {
                let mut candidate = self.best.clone();
                candidate[at] = simple;
                if self.try_candidate(candidate) {
                    break;
                }
            }
        }
    }
}
