//! The end of a link, as UTS #58 says.

use super::property::LinkTerm;

/// The parts of a URL behind its host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Path,
    Query,
    Fragment,
}

/// The end of a link, as far as it is read.
///
/// Spec: uts58#link-termination
pub(crate) struct Termination {
    /// The end of the text that is certainly in the link.
    pub(crate) last_safe: usize,
    part: Part,
    /// The brackets that are open.
    open: Vec<char>,
    /// The length of the beginning of `:~:` that was read last.
    directive: usize,
}

impl Termination {
    /// Starts at `start`, behind the host.
    pub(crate) fn new(start: usize) -> Self {
        Self { last_safe: start, part: Part::Path, open: Vec::new(), directive: 0 }
    }

    /// Takes the character `c`, which ends at `end` and has the value `term`. Returns false if the link ends before it.
    pub(crate) fn take(&mut self, c: char, term: LinkTerm, end: usize) -> bool {
        // The part's terminator ends the part and begins the next.
        match (self.part, c) {
            (Part::Path, '?') => (self.part, _) = (Part::Query, self.open.clear()),
            (Part::Path | Part::Query, '#') => (self.part, _) = (Part::Fragment, self.open.clear()),
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
            LinkTerm::Include => {}
            // Undecided: it is in the link only if something certain follows.
            LinkTerm::Soft => return true,
            LinkTerm::Hard => return false,
            LinkTerm::Open => self.open.push(c),
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
