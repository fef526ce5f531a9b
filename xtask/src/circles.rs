//! The part of `cargo xtask tidy` that checks that the modules of a crate do not import each other in cycles.
//!
//! A file imports another if a path in its code begins with `crate`, `self` or `super`, and names the other
//! file's module or an item in it. A parent module may name its children, so a parent and its child alone
//! form no cycle. Code for tests is ignored.

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsStr,
    path::{Path, PathBuf},
};

use anyhow::{Result, anyhow};
use syn::{
    Expr, Token, UseTree,
    punctuated::Punctuated,
    visit::{self, Visit},
};
use walkdir::WalkDir;
use xshell::Shell;

use crate::{finding::Finding, spec::is_test};

/// For each module, the modules that it imports, each with the line of its first import.
type Graph = BTreeMap<Vec<String>, BTreeMap<Vec<String>, usize>>;

/// Returns all imports that are part of a cycle in the crate whose `src` is `folder`.
pub(crate) fn faults(sh: &Shell, folder: &Path) -> Result<Vec<Finding>> {
    let mut files: BTreeMap<Vec<String>, (PathBuf, syn::File)> = BTreeMap::new();
    for entry in WalkDir::new(sh.current_dir().join(folder)).sort_by_file_name() {
        let path = entry?.into_path();
        if path.extension() != Some(OsStr::new("rs")) {
            continue;
        }
        let file = syn::parse_file(&sh.read_file(&path)?)
            .map_err(|error| anyhow!("{}:{}: {error}", path.display(), error.span().start().line))?;
        files.entry(module(path.strip_prefix(sh.current_dir().join(folder))?)).or_insert((path, file));
    }
    let mut graph = Graph::new();
    for (module, (_, file)) in &files {
        let mut paths = Paths::default();
        paths.visit_file(file);
        for (names, line) in paths.0 {
            let Some(mut to) = absolute(module, &names) else { continue };
            while !files.contains_key(&to) && to.pop().is_some() {}
            if !to.starts_with(module) && files.contains_key(&to) {
                graph.entry(module.clone()).or_default().entry(to).or_insert(line);
            }
        }
    }
    let place =
        |module: &Vec<String>| files[module].0.strip_prefix(sh.current_dir()).unwrap_or(&files[module].0);
    let imports = graph.iter().flat_map(|(from, to)| to.iter().map(move |(to, line)| (from, to, *line)));
    let circular = imports.filter(|(from, to, _)| reached(&graph, to).contains(from));
    let finding = |(from, to, line): (&Vec<String>, &Vec<String>, usize)| {
        let message = format!("imports {}, from which imports lead back to it", place(to).display());
        Finding::new(place(from), line, message)
    };
    Ok(circular.map(finding).collect())
}

/// Returns the path of the module in the file `path` of `src`, as names from the root of the crate.
fn module(path: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        path.with_extension("").iter().map(|name| name.to_string_lossy().into()).collect();
    names.pop_if(|name| ["lib", "main", "mod"].contains(&name.as_str()));
    names
}

/// Resolves `names`, a path in the module `of`, from the root of the crate. `None` for paths to other crates.
fn absolute(of: &[String], names: &[String]) -> Option<Vec<String>> {
    let mut path = match names.first()?.as_str() {
        "crate" => Vec::new(),
        "self" | "super" => of.to_vec(),
        _ => return None,
    };
    for name in names {
        match name.as_str() {
            "crate" | "self" => {}
            "super" => drop(path.pop()?),
            name => path.push(name.into()),
        }
    }
    Some(path)
}

/// Returns `from` and all modules that it imports, directly or indirectly.
fn reached<'g>(graph: &'g Graph, from: &'g Vec<String>) -> BTreeSet<&'g Vec<String>> {
    let (mut reached, mut unread) = (BTreeSet::from([from]), vec![from]);
    while let Some(module) = unread.pop() {
        let next = graph.get(module).into_iter().flat_map(BTreeMap::keys);
        unread.extend(next.filter(|module| reached.insert(module)));
    }
    reached
}

/// Collects the paths in a file, each with its line.
#[derive(Default)]
struct Paths(Vec<(Vec<String>, usize)>);

impl Paths {
    fn add_use(&mut self, tree: &UseTree, before: &[String], line: usize) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.add_use(&path.tree, &with(&path.ident), line),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add_use(tree, before, line)),
            UseTree::Name(name) => self.0.push((with(&name.ident), line)),
            UseTree::Rename(rename) => self.0.push((with(&rename.ident), line)),
            UseTree::Glob(_) => self.0.push((before.to_vec(), line)),
        }
    }
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if !is_test(&item.attrs) {
            self.add_use(&item.tree, &[], item.use_token.span.start().line);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.0.extend(path.segments.first().map(|first| (names, first.ident.span().start().line)));
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.visit_path(&call.path);
        if let Ok(arguments) = call.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated) {
            // The arguments live only as long as this call, so a visitor of its own collects their paths.
            let mut paths = Self::default();
            for argument in &arguments {
                paths.visit_expr(argument);
            }
            self.0.extend(paths.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use xshell::Shell;

    use super::faults;

    /// Returns the findings in a crate that consists of these files.
    fn faults_of(files: &[(&str, &str)]) -> Vec<String> {
        let sh = Shell::new().unwrap();
        let tree = sh.create_temp_dir().unwrap();
        sh.change_dir(tree.path());
        for (file, text) in files {
            sh.write_file(Path::new("src").join(file), text).unwrap();
        }
        faults(&sh, Path::new("src")).unwrap().iter().map(ToString::to_string).collect()
    }

    /// Only cycles are tested: the project itself shows that other imports pass.
    #[test]
    fn cycles_fail() {
        let both = |from: &str, line, to: &str| {
            format!("src/{from}:{line}: imports src/{to}, from which imports lead back to it")
        };
        let siblings = [("lib.rs", ""), ("a.rs", "use super::{b::B};"), ("b.rs", "use crate::a::A as B;")];
        assert_eq!(faults_of(&siblings), [both("a.rs", 1, "b.rs"), both("b.rs", 1, "a.rs")]);
        let in_code = [
            ("a/mod.rs", "mod inner;\nfn a() { format!(\"{}\", crate::b::b()) }"),
            ("a/inner.rs", "use super::a;"),
            ("b.rs", "fn b() { use crate::a::inner::*; }"),
        ];
        let cycle =
            [both("a/mod.rs", 2, "b.rs"), both("a/inner.rs", 1, "a/mod.rs"), both("b.rs", 1, "a/inner.rs")];
        assert_eq!(faults_of(&in_code), cycle);
        let of_tests =
            [("a.rs", "use crate::b::B;"), ("b.rs", "#[cfg(test)]\nmod tests { use crate::a::A; }")];
        assert_eq!(faults_of(&of_tests), [""; 0]);
    }
}
