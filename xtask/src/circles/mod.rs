//! Part of `cargo xtask deps`: no files of one crate import each other in a circle.
//!
//! A file imports another one when its code names an item that is defined there, by whatever path: a re-export on the way is
//! looked through, to the file of the definition. A private `use` names what it imports, which shows traits whose methods
//! alone are called; a `pub use` does not, so that a parent that only declares and re-exports its children imports none of
//! them. A parent whose code names a child's item does import it, and is in a circle with it when the child names an
//! item of the parent.
//!
//! Neither methods nor fields show what they are of, so what code reaches by values alone is not seen. What is built for
//! tests only (`#[cfg(test)]`) does not count, nor does what macros make beyond the paths that are written in them.

mod modules;
mod names;

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    path::{Path, PathBuf},
};

use anyhow::Result;

use self::modules::{Import, Modules};
use crate::finding::Finding;

/// The circles in the crates whose root files are `roots`, below `tree`: for each file in one, the shortest that it is in.
pub(crate) fn faults(tree: &Path, roots: &[PathBuf]) -> Result<Vec<Finding>> {
    let mut graph = Graph::default();
    for root in roots {
        for mut import in Modules::read(root)?.imports() {
            for path in [&mut import.from, &mut import.to] {
                *path = path.strip_prefix(tree).unwrap_or(path).to_owned();
            }
            graph.add(import);
        }
    }
    let circles = graph.circles().into_iter().map(|circle| {
        let way: Vec<_> = circle
            .iter()
            .map(|import| {
                let (from, to) = (import.from.display(), import.to.display());
                format!("{from}:{} imports {to} (`{}`)", import.line, import.name)
            })
            .collect();
        Finding::new(&circle[0].from, circle[0].line, format!("a circle: {}", way.join(", ")))
    });
    Ok(circles.collect())
}

/// For each file what it imports: one import of each file, the first.
#[derive(Default)]
struct Graph(BTreeMap<PathBuf, BTreeMap<PathBuf, Import>>);

impl Graph {
    fn add(&mut self, import: Import) {
        self.0.entry(import.from.clone()).or_default().entry(import.to.clone()).or_insert(import);
    }

    /// The shortest circle through each file that is in one, each circle once.
    fn circles(&self) -> BTreeSet<Vec<Import>> {
        let through = |file: &PathBuf| {
            let mut circle = self.way(file, file)?;
            // It starts where its first file is, wherever it was found from.
            let first = (0..circle.len()).min_by_key(|&i| &circle[i].from)?;
            circle.rotate_left(first);
            Some(circle.into_iter().cloned().collect())
        };
        self.0.keys().filter_map(through).collect()
    }

    /// The shortest way of at least one import from one file to another.
    fn way(&self, from: &Path, to: &Path) -> Option<Vec<&Import>> {
        // How each file was reached first.
        let mut reached: BTreeMap<&Path, &Import> = BTreeMap::new();
        let mut queue = VecDeque::from([from]);
        while let Some(file) = queue.pop_front() {
            for import in self.0.get(file).into_iter().flat_map(BTreeMap::values) {
                if !reached.contains_key(import.to.as_path()) {
                    reached.insert(&import.to, import);
                    queue.push_back(&import.to);
                }
            }
        }
        let mut way = vec![*reached.get(to)?];
        while let Some(&import) = way.last().filter(|import| import.from != from) {
            way.push(reached.get(import.from.as_path())?);
        }
        way.reverse();
        Some(way)
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::faults;

    /// What is wrong in the fixture tree `name`.
    fn faults_of(name: &str) -> Vec<String> {
        let tree = crate::project().join("xtask/fixtures/circles").join(name);
        let root: PathBuf = tree.join("src/lib.rs");
        faults(&tree, &[root]).unwrap().iter().map(ToString::to_string).collect()
    }

    /// Re-exports, tests, names of the same file, of other crates and of fields are not imports.
    #[test]
    fn a_tree_without_circles_passes() {
        assert_eq!(faults_of("clean"), [""; 0]);
    }

    #[test]
    fn circles_fail_whatever_the_path() {
        let cases = [
            (
                "siblings",
                "src/a.rs:3: a circle: src/a.rs:3 imports src/b.rs (`super::b::B`), src/b.rs:3 imports src/a.rs (`crate::a::A`)",
            ),
            (
                "inline",
                "src/a.rs:4: a circle: src/a.rs:4 imports src/b.rs (`crate::b::b`), src/b.rs:6 imports src/a.rs (`a::a`)",
            ),
            (
                "parent",
                "src/a/child.rs:3: a circle: src/a/child.rs:3 imports src/a/mod.rs (`super::Whole`), src/a/mod.rs:8 imports src/a/child.rs (`Part`)",
            ),
            (
                "re-export",
                "src/a/inner.rs:3: a circle: src/a/inner.rs:3 imports src/a/mod.rs (`super::a`), src/a/mod.rs:5 imports src/b.rs (`crate::b::B`), src/b.rs:3 imports src/a/inner.rs (`crate::a::Inner`)",
            ),
            (
                "macro",
                "src/a.rs:4: a circle: src/a.rs:4 imports src/b.rs (`crate::b::b`), src/b.rs:6 imports src/a.rs (`a`)",
            ),
        ];
        for (tree, finding) in cases {
            assert_eq!(faults_of(tree), [finding], "{tree}");
        }
    }

    #[test]
    fn a_file_that_is_missing_is_an_error() {
        assert!(faults(Path::new("."), &["no/lib.rs".into()]).is_err());
    }
}
