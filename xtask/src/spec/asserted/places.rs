//! Where the code of a step stands: from the comment with its number, or from the line that tells it, to the next one.

use std::{collections::BTreeSet, ops::RangeInclusive, path::Path};

use crate::spec::{
    citations::Citations,
    code::{Code, File},
    source::Function,
};

/// Lines of a file that may be the code of a step.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Place<'c> {
    pub(super) path: &'c Path,
    pub(super) lines: RangeInclusive<usize>,
    /// How sure it is that they are; the surest first.
    pub(super) kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// What follows the comment, or the line that tells it.
    Step,
    /// What precedes the line that tells it.
    Before,
    /// A function that cites the step itself.
    Function,
}

/// The places of the section `id`.
pub(super) fn places<'c>(code: &'c Code, citations: &Citations, id: &str) -> Vec<Place<'c>> {
    let mut found = Vec::new();
    for citation in citations.of(id) {
        let Some(file) = code.files.iter().find(|file| file.path == citation.path) else { continue };
        let around = file.source.functions.iter().filter(|function| function.lines.contains(&citation.line));
        let innermost = around.min_by_key(|function| function.lines.end() - function.lines.start());
        let Some(function) = innermost else { continue };
        let mut add = |lines: RangeInclusive<usize>, kind| {
            let place = Place { path: &file.path, lines, kind };
            if !place.lines.is_empty() && !found.contains(&place) {
                found.push(place);
            }
        };
        let (line, last) = (citation.line, *function.lines.end());
        if function.spec_lines.iter().any(|cites| cites.line == line) {
            add(function.line..=last, Kind::Function);
            continue;
        }
        let comments: BTreeSet<usize> = function.steps.iter().map(|(line, _)| *line).collect();
        if comments.contains(&line) {
            let next = comments.range(line + 1..).next().map_or(last, |next| next - 1);
            add(line..=next, Kind::Step);
            continue;
        }
        let own = citations.of(id).iter().filter(|other| other.path == citation.path).map(|other| other.line);
        if own.clone().any(|line| comments.contains(&line)) {
            continue;
        }
        let own: BTreeSet<usize> = own.collect();
        let marks: BTreeSet<usize> = comments
            .into_iter()
            .chain(told(citations, file, function))
            .filter(|mark| !own.contains(mark))
            .collect();
        let next = marks.range(line + 1..).next().map_or(last, |next| next - 1);
        let before = marks.range(..line).next_back().map_or(function.line, |before| before + 1);
        add(line..=next, Kind::Step);
        add(before..=line - 1, Kind::Before);
    }
    found.sort_by_key(|place| place.kind);
    found
}

/// The lines of `function` that name a section to tell it.
fn told<'c>(
    citations: &'c Citations,
    file: &'c File,
    function: &'c Function,
) -> impl Iterator<Item = usize> + 'c {
    let within = |line: usize| line >= function.line && function.lines.contains(&line);
    citations
        .all()
        .filter(move |(_, citation)| citation.path == file.path && within(citation.line))
        .map(|(_, citation)| citation.line)
}

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, path::PathBuf};

    use super::{
        Kind::{Before, Function, Step},
        places,
    };
    use crate::spec::{
        citations::Citations,
        code::{Code, File},
        registry::Registry,
        source,
    };

    const TEXT: &str = "\
/// Spec: demo#a
fn commented() {
    // 1. First.
    first();
    if second {
        // 2.1. Second.
        trace.took(demo::A_2_1);
        second();
        // 1. and again.
        again();
    }
    // 2. Last.
    last();
}

/// Spec: demo#b, demo#b-1
fn told() {
    before();
    trace.step(demo::B_2, made());
    after();
    trace.took(demo::B_3);
    end();
}
";

    #[test]
    fn a_step_is_the_code_up_to_the_next() {
        let ids = ["a", "a-1", "a-2", "a-2.1", "b", "b-1", "b-2", "b-3"];
        let sections = ids.map(|id| {
            format!("[[section]]\nid = \"demo#{id}\"\ntitle = \"\"\nlayer = \"l\"\nstatus = \"normative\"\nsha256 = \"\"\n")
        });
        let spec = "[spec]\nname = \"demo\"\ntitle = \"\"\nformats = []\nprofiles = []\n";
        let registry = Registry::parse(PathBuf::new(), &(spec.to_owned() + &sections.concat())).unwrap();
        let source = source::read(TEXT, &syn::parse_file(TEXT).unwrap());
        let file = File { krate: "l".into(), path: "a.rs".into(), source };
        let code = Code { files: vec![file], tests: Vec::new(), profiles: HashSet::new() };
        let citations = Citations::read(&[registry], &code);
        let found = |id: &str| -> Vec<_> {
            let found = places(&code, &citations, &format!("demo#{id}"));
            found.into_iter().map(|place| (*place.lines.start(), *place.lines.end(), place.kind)).collect()
        };
        assert_eq!(found("a-1"), [(3, 5, Step), (9, 11, Step)]);
        assert_eq!(found("a-2.1"), [(6, 8, Step)]);
        assert_eq!(found("a-2"), [(12, 14, Step)]);
        assert_eq!(found("b-1"), [(17, 23, Function)]);
        assert_eq!(found("b-2"), [(19, 20, Step), (17, 18, Before)]);
        assert_eq!(found("b-3"), [(21, 23, Step), (20, 20, Before)]);
    }
}
