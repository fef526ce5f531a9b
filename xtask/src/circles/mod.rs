//! Part of `cargo xtask deps`: checks that the files of a crate have no cyclic imports.
//!
//! A file imports another one if its code names an item that is defined there. Re-exports are followed to the
//! file of the definition. A private `use` is an import of the items that it names, since traits may be used
//! only through their methods; a `pub use` is not, so that a parent that only declares and re-exports its
//! children imports none of them. A parent whose code names a child's item does import the child, and they
//! form a cycle if the child names an item of the parent.
//!
//! Methods and fields do not show their types, so imports through values alone are not seen. Items that are
//! built for tests only (`#[cfg(test)]`) do not count, nor do the expansions of macros, except for the paths
//! written in their arguments.

mod modules;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use anyhow::Result;

use self::modules::{Import, Modules};
use crate::finding::Finding;

/// The imports of each file: the first import of each other file.
type Graph = BTreeMap<PathBuf, BTreeMap<PathBuf, Import>>;

/// Returns the imports that are part of a cycle, in the crates whose root files are `roots`, below `tree`.
pub(crate) fn faults(tree: &Path, roots: &[PathBuf]) -> Result<Vec<Finding>> {
    let mut graph = Graph::new();
    for root in roots {
        for mut import in Modules::read(root)?.imports() {
            for path in [&mut import.from, &mut import.to] {
                *path = path.strip_prefix(tree).unwrap_or(path).to_owned();
            }
            graph.entry(import.from.clone()).or_default().entry(import.to.clone()).or_insert(import);
        }
    }
    let circular = graph.values().flat_map(BTreeMap::values).filter(|import| leads_back(&graph, import));
    let finding = |Import { from, to, line, name }: &Import| {
        let message = format!("imports {} (`{name}`), which closes a cycle", to.display());
        Finding::new(from, *line, message)
    };
    Ok(circular.map(finding).collect())
}

/// True if the imported file imports, directly or indirectly, the file that `import` is in.
fn leads_back(graph: &Graph, import: &Import) -> bool {
    let mut reached = BTreeSet::from([&import.to]);
    let mut unread = vec![&import.to];
    while let Some(file) = unread.pop() {
        let new = graph.get(file).into_iter().flat_map(BTreeMap::keys).filter(|file| reached.insert(file));
        unread.extend(new);
    }
    reached.contains(&import.from)
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use xshell::Shell;

    use super::faults;

    /// Returns the findings in a crate with these files in `src`.
    fn faults_of(files: &[(&str, &str)]) -> Vec<String> {
        let sh = Shell::new().unwrap();
        let tree = sh.create_temp_dir().unwrap();
        let tree = tree.path();
        for (file, text) in files {
            sh.write_file(tree.join("src").join(file), text).unwrap();
        }
        faults(tree, &[tree.join("src/lib.rs")]).unwrap().iter().map(ToString::to_string).collect()
    }

    /// A name, files, and for each import of the cycle: its file, the imported file and the path.
    type Case<'c> = (&'c str, &'c [(&'c str, &'c str)], &'c [[&'c str; 3]]);

    /// The project itself contains every form of code that is not an import, such as fields, tests and
    /// re-exports, without a cycle.
    #[test]
    fn circles_fail_whatever_the_path() {
        const BOTH: (&str, &str) = ("lib.rs", "mod a; mod b;");
        // A `use` only for the methods of a trait.
        let siblings = [BOTH, ("a.rs", "use super::b::B; pub struct A(B);"), ("b.rs", "use crate::a::A;")];
        let inline = [
            BOTH,
            ("a.rs", "pub fn a() { crate::b::b(); }"),
            ("b.rs", "use crate::a; pub fn b() { a::a(); }"),
        ];
        let child = "use super::Whole; pub struct Part;";
        let parent = "mod child; pub use child::Part; pub struct Whole { parts: Vec<Part> }";
        let parent = [("lib.rs", "mod a;"), ("a/mod.rs", parent), ("a/child.rs", child)];
        let re_export = [
            BOTH,
            ("a/mod.rs", "mod inner; use crate::b::B; pub use inner::Inner; pub fn a(_: B) {}"),
            ("a/inner.rs", "use super::a; pub struct Inner;"),
            ("b.rs", "use crate::a::Inner; pub struct B;"),
        ];
        let in_macro = [
            BOTH,
            ("a.rs", "pub fn a() -> String { format!(\"{}\", crate::b::b()) }"),
            ("b.rs", "use crate::a::*; pub fn b() -> String { a() }"),
        ];
        let in_function = [
            BOTH,
            ("a.rs", "pub fn a() { use crate::{b::b as c}; }"),
            ("b.rs", "use crate::a::a; pub fn b() {}"),
        ];
        let namesake = [
            ("lib.rs", "mod go; mod of; pub use go::go;"),
            ("go.rs", "use super::of::Of; pub fn go(_: Of) {}"),
            ("of.rs", "use super::go; pub struct Of;"),
        ];
        let cases: [Case<'_>; 7] = [
            ("namesake", &namesake, &[["go.rs", "of.rs", "super::of::Of"], ["of.rs", "go.rs", "super::go"]]),
            ("siblings", &siblings, &[["a.rs", "b.rs", "super::b::B"], ["b.rs", "a.rs", "crate::a::A"]]),
            ("inline", &inline, &[["a.rs", "b.rs", "crate::b::b"], ["b.rs", "a.rs", "a::a"]]),
            (
                "parent",
                &parent,
                &[["a/child.rs", "a/mod.rs", "super::Whole"], ["a/mod.rs", "a/child.rs", "Part"]],
            ),
            (
                "re-export",
                &re_export,
                &[
                    ["a/inner.rs", "a/mod.rs", "super::a"],
                    ["a/mod.rs", "b.rs", "crate::b::B"],
                    ["b.rs", "a/inner.rs", "crate::a::Inner"],
                ],
            ),
            ("macro", &in_macro, &[["a.rs", "b.rs", "crate::b::b"], ["b.rs", "a.rs", "a"]]),
            ("function", &in_function, &[["a.rs", "b.rs", "crate::b::b"], ["b.rs", "a.rs", "crate::a::a"]]),
        ];
        for (name, files, circle) in cases {
            let expected = circle.iter().map(|[from, to, path]| {
                format!("src/{from}:1: imports src/{to} (`{path}`), which closes a cycle")
            });
            let expected: Vec<_> = expected.collect();
            assert_eq!(faults_of(files), expected, "{name}");
        }
    }

    #[test]
    fn a_file_that_is_missing_is_an_error() {
        assert!(faults(Path::new("."), &[PathBuf::from("no/lib.rs")]).is_err());
    }
}
