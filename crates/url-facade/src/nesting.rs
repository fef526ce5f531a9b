//! Which algorithm called which, from the order of the steps of a run.

use url_core::{Section, sections::callers_of};

/// The algorithms that a run is in, outermost first.
///
/// The registries name the callers of each algorithm. A step of an algorithm that the run is in ends those inside of it; a
/// step of another one begins a call from the innermost algorithm that calls it.
#[derive(Debug, Default)]
pub(crate) struct Nesting {
    algorithms: Vec<&'static str>,
}

impl Nesting {
    /// Goes on to a step of `section`, and returns how many algorithms are around its own.
    pub(crate) fn depth_of(&mut self, section: Section) -> usize {
        let algorithm = section.algorithm();
        if let Some(depth) = self.algorithms.iter().rposition(|entered| *entered == algorithm) {
            self.algorithms.truncate(depth + 1);
            return depth;
        }
        let callers = callers_of(algorithm);
        let depth = self.algorithms.iter().rposition(|entered| callers.contains(entered));
        let depth = depth.map_or(0, |caller| caller + 1);
        self.algorithms.truncate(depth);
        self.algorithms.push(algorithm);
        depth
    }
}
