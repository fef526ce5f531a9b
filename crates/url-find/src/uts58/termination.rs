//! Finds the end of a link, by UTS #58.
//!
//! Outside the specs: `skip`, `begin`, `has_open`.

use super::property::LinkTerm;

/// The parts of a URL after its host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Path,
    Query,
    Fragment,
}

/// The state of the search for the end of a link.
///
/// Spec: uts58#link-termination
pub(crate) struct Termination {
    /// The end of the text that certainly belongs to the link.
    pub(crate) last_safe: usize,
    part: Part,
    /// The opening brackets that were not closed yet.
    open: Vec<char>,
    /// The number of characters of `:~:` that were just read.
    directive: usize,
}

impl Termination {
    /// Returns the state at `start`, the end of the host.
    ///
    /// Spec: uts58#link-termination
    pub(crate) fn new(start: usize) -> Self {
        Self { last_safe: start, part: Part::Path, open: Vec::new(), directive: 0 }
    }

    fn begin(&mut self, part: Part) {
        self.part = part;
        self.open.clear();
    }

    /// True if a bracket is open.
    pub(crate) fn has_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Skips to `end`, over characters that belong to the link and change no bracket.
    pub(crate) fn skip(&mut self, end: usize) {
        (self.last_safe, self.directive) = (end, 0);
    }

    /// Processes `c`, which ends at `end` and has the value `term`. Returns false if the link ends before it.
    ///
    /// Spec: uts58#link-termination
    #[inline]
    pub(crate) fn take(&mut self, c: char, term: LinkTerm, end: usize) -> bool {
        // 1. The part's terminator ends the part and begins the next.
        match (self.part, c) {
            (Part::Path, '?') => self.begin(Part::Query),
            (Part::Path | Part::Query, '#') => self.begin(Part::Fragment),
            // 2. `/` in a path, `=` and `&` in a query, and `:~:` in a fragment clear the stack.
            (Part::Path, '/') | (Part::Query, '=' | '&') => self.open.clear(),
            _ => {}
        }
        self.directive = match (self.part, c, self.directive) {
            (Part::Fragment, ':', 2) => {
                self.open.clear();
                0
            }
            (Part::Fragment, ':', _) => 1,
            (Part::Fragment, '~', 1) => 2,
            _ => 0,
        };
        match term {
            // 3. Include: in the link.
            LinkTerm::Include => {}
            // 4. Soft: undecided; it is in the link only if something certain follows.
            LinkTerm::Soft => return true,
            // 5. Hard: stop.
            LinkTerm::Hard => return false,
            // 6. Open: push, in the link.
            LinkTerm::Open => self.open.push(c),
            // 7. Close: if the top of the stack is its opener, pop, and in the link; else stop.
            LinkTerm::Close(opener) => {
                if self.open.last() != Some(&opener) {
                    return false;
                }
                self.open.pop();
            }
        }
        self.last_safe = end;
        true
    }
}
