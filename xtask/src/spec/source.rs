//! The source code of the crates that implement specs, and the tests that name sections: functions, the
//! sections they cite, the steps in their bodies.
//!
//! Code under `#[cfg(test)]` is ignored: a test that names a section does not implement it.

use std::{collections::HashSet, ffi::OsStr, ops::RangeInclusive, path::PathBuf};

use anyhow::{Result, anyhow, ensure};
use syn::{
    Attribute, Block, Expr, ExprLit, Lit, Meta, Signature,
    visit::{self, Visit},
};
use walkdir::WalkDir;
use xshell::Shell;

use super::ids::is_number;

/// The only library that implements no spec.
const NO_SPEC: &str = "url-testdata";

/// A source file of a crate that implements a spec.
pub(crate) struct File {
    pub(crate) krate: String,
    pub(crate) path: PathBuf,
    pub(crate) source: Source,
}

/// The code and its tests.
pub(crate) struct Code {
    /// `crates/url-*/src`, without the modules and files of tests.
    pub(crate) files: Vec<File>,
    /// The tests with a `Spec:` line, each with its file.
    pub(crate) tests: Vec<(PathBuf, Test)>,
    /// The names of the implemented profiles: only their sections are checked.
    pub(crate) profiles: HashSet<String>,
}

impl Code {
    /// Reads the tree.
    pub(crate) fn read(sh: &Shell) -> Result<Self> {
        let root = sh.current_dir();
        let mut code = Self { files: Vec::new(), tests: Vec::new(), profiles: implemented_profiles(sh)? };
        for entry in WalkDir::new(root.join("crates")).sort_by_file_name() {
            let path = entry?.path().strip_prefix(&root)?.to_owned();
            let parts: Vec<&str> = path.iter().filter_map(OsStr::to_str).collect();
            let [_, krate, folder @ ("src" | "tests"), ..] = parts[..] else { continue };
            let is_rust = path.extension().is_some_and(|extension| extension == "rs");
            if !is_rust || !krate.starts_with("url-") || krate == NO_SPEC {
                continue;
            }
            let text = sh.read_file(&path)?;
            let file = syn::parse_file(&text)
                .map_err(|error| anyhow!("{}:{}: {error}", path.display(), error.span().start().line))?;
            code.tests.extend(tests(&file).into_iter().map(|test| (path.clone(), test)));
            if folder == "src" && path.file_stem().is_none_or(|name| name != "tests") {
                let source = read(&text, &file);
                code.files.push(File { krate: krate.to_owned(), path, source });
            }
        }
        Ok(code)
    }
}

/// Returns the names in the table of `Profile`.
fn implemented_profiles(sh: &Shell) -> Result<HashSet<String>> {
    const PATH: &str = "crates/url-facade/src/profile.rs";
    let names: HashSet<String> = sh
        .read_file(PATH)?
        .lines()
        .skip_while(|line| *line != "profiles! {")
        .take_while(|line| *line != "}")
        .filter_map(|line| Some(line.split_once(" = \"")?.1.split_once("\", ")?.0.to_owned()))
        .collect();
    ensure!(!names.is_empty(), "{PATH}:1: no names of profiles found in `profiles!`");
    Ok(names)
}

/// The first line of the crates for users: the header of the file follows it.
const README: &str = r#"#![doc = include_str!("../README.md")]"#;

/// The words that open the list of functions, in a file's header, that implement no spec.
const OUTSIDE: &str = "Outside the specs:";

/// The references to specs in a source file.
#[derive(Debug, Default)]
pub(crate) struct Source {
    pub(crate) functions: Vec<Function>,
    /// Every `Spec:` line, including those of functions.
    pub(crate) spec_lines: Vec<SpecLine>,
    /// Every path of two or more names: a section's constant may be among them.
    pub(crate) paths: Vec<(usize, Vec<String>)>,
    /// The traits that the file defines.
    pub(crate) traits: Vec<String>,
    /// The functions that the file's header lists as implementing no spec.
    pub(crate) outside: Vec<String>,
}

/// A function with a body.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    /// Its name, after that of the type it belongs to.
    pub(crate) path: String,
    pub(crate) line: usize,
    /// The lines from the first line of its documentation to its last brace.
    pub(crate) lines: RangeInclusive<usize>,
    /// The trait whose method it implements.
    pub(crate) of_trait: Option<String>,
    pub(crate) spec_lines: Vec<SpecLine>,
    /// The comments such as `// 5.2. ...` in its body: their lines and numbers.
    pub(crate) steps: Vec<(usize, String)>,
}

/// A test that names the sections it tests.
#[derive(Debug)]
pub(crate) struct Test {
    pub(crate) name: String,
    pub(crate) spec_lines: Vec<SpecLine>,
}

/// A line of documentation that opens with `Spec:`.
#[derive(Clone, Debug)]
pub(crate) struct SpecLine {
    pub(crate) line: usize,
    /// The ids that it cites; empty if it cannot be read, for the reason in `fault`.
    pub(crate) ids: Vec<String>,
    pub(crate) fault: Option<String>,
}

/// Parses the ids in `value`, the text after `Spec:`.
fn ids(value: &str) -> Result<Vec<String>, String> {
    let mut ids = Vec::new();
    for part in value.split(',').map(str::trim) {
        if !part.contains('#') || part.contains(char::is_whitespace) {
            return Err(format!("`Spec: {value}` is no list of section ids"));
        }
        ids.extend(ids_in(part)?);
    }
    Ok(ids)
}

/// Returns the ids that `part` represents: itself, or those of a range `a-3.1..3`.
pub(crate) fn ids_in(part: &str) -> Result<Vec<String>, String> {
    match part.split_once("..") {
        None => Ok(vec![part.into()]),
        Some((first, last)) => {
            siblings(first, last).ok_or_else(|| format!("`{part}` is not a range of siblings"))
        }
    }
}

/// Returns the sections from `first` to the sibling numbered `last`: `a-3.1` and `3` are `a-3.1`, `a-3.2`,
/// `a-3.3`.
fn siblings(first: &str, last: &str) -> Option<Vec<String>> {
    let start = first.rfind(['-', '.'])? + 1;
    let (parent, number) = first.split_at(start);
    let (from, to): (usize, usize) = (number.parse().ok()?, last.parse().ok()?);
    (from < to).then(|| (from..=to).map(|number| format!("{parent}{number}")).collect())
}

/// Reads `file`, whose text is `text`.
pub(crate) fn read(text: &str, file: &syn::File) -> Source {
    let mut reader = SourceReader {
        lines: text.lines().collect(),
        of_trait: None,
        of_type: None,
        source: Source::default(),
    };
    reader.visit_file(file);
    reader.source.outside = outside(text);
    reader.source
}

/// Returns the names after `Outside the specs:` in the header of a file, up to the end of that paragraph.
fn outside(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| *line != README);
    let header = lines.map_while(|line| line.strip_prefix("//!")).map(str::trim);
    let listed = header.skip_while(|line| !line.starts_with(OUTSIDE)).take_while(|line| !line.is_empty());
    let listed = listed.collect::<Vec<_>>().join(" ");
    // Every second piece is between backquotes.
    listed.split('`').skip(1).step_by(2).map(String::from).collect()
}

/// Returns the tests in `file` that name sections.
pub(crate) fn tests(file: &syn::File) -> Vec<Test> {
    let mut reader = TestReader::default();
    reader.visit_file(file);
    reader.0
}

#[derive(Default)]
struct TestReader(Vec<Test>);

impl<'ast> Visit<'ast> for TestReader {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        let spec_lines: Vec<SpecLine> = item.attrs.iter().flat_map(spec_lines).collect();
        if !spec_lines.is_empty() && item.attrs.iter().any(|attribute| attribute.path().is_ident("test")) {
            self.0.push(Test { name: item.sig.ident.to_string(), spec_lines });
        }
    }
}

struct SourceReader<'a> {
    lines: Vec<&'a str>,
    /// The trait of the surrounding implementation.
    of_trait: Option<String>,
    /// The type of the surrounding implementation.
    of_type: Option<String>,
    source: Source,
}

impl SourceReader<'_> {
    fn add_function(&mut self, signature: &Signature, attributes: &[Attribute], body: &Block) {
        let braces = body.brace_token.span;
        let (first, last) = (braces.open().start().line, braces.close().end().line);
        let steps = (first..=last)
            .filter_map(|line| Some((line, step_number(self.lines.get(line - 1)?)?.to_owned())))
            .collect();
        let (name, line) = (signature.ident.to_string(), signature.fn_token.span.start().line);
        let documented = attributes.iter().map(|attribute| attribute.pound_token.span.start().line);
        self.source.functions.push(Function {
            path: self.of_type.as_ref().map_or_else(|| name.clone(), |of| format!("{of}::{name}")),
            name,
            line,
            lines: documented.min().unwrap_or(line)..=last,
            of_trait: self.of_trait.clone(),
            spec_lines: attributes.iter().flat_map(spec_lines).collect(),
            steps,
        });
    }
}

impl<'ast> Visit<'ast> for SourceReader<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_test(&item.attrs) {
            let around = (self.of_trait.take(), self.of_type.take());
            self.add_function(&item.sig, &item.attrs, &item.block);
            visit::visit_item_fn(self, item);
            (self.of_trait, self.of_type) = around;
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_test(&item.attrs) {
            self.add_function(&item.sig, &item.attrs, &item.block);
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(body) = &item.default {
            self.add_function(&item.sig, &item.attrs, body);
        }
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if !is_test(&item.attrs) {
            let last = item.trait_.as_ref().and_then(|(path, _)| path.segments.last());
            let of_trait = last.map(|name| name.ident.to_string());
            let around = (
                std::mem::replace(&mut self.of_trait, of_trait),
                std::mem::replace(&mut self.of_type, type_name(&item.self_ty)),
            );
            visit::visit_item_impl(self, item);
            (self.of_trait, self.of_type) = around;
        }
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.source.traits.push(item.ident.to_string());
        let around = self.of_type.replace(item.ident.to_string());
        visit::visit_item_trait(self, item);
        self.of_type = around;
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        self.source.spec_lines.extend(spec_lines(attribute));
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if let Some(first) = path.segments.first()
            && path.segments.len() > 1
        {
            let names = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            self.source.paths.push((first.ident.span().start().line, names));
        }
        visit::visit_path(self, path);
    }
}

/// Returns the name of `of`, if it is a path.
fn type_name(of: &syn::Type) -> Option<String> {
    let syn::Type::Path(path) = of else { return None };
    path.path.segments.last().map(|segment| segment.ident.to_string())
}

/// Returns the `Spec:` lines in `attribute`, if it is documentation, and the `Source:` lines that name a
/// section, which are those of tables and sets.
fn spec_lines(attribute: &Attribute) -> Vec<SpecLine> {
    let Meta::NameValue(pair) = &attribute.meta else { return Vec::new() };
    let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = &pair.value else { return Vec::new() };
    if !pair.path.is_ident("doc") {
        return Vec::new();
    }
    let first = text.span().start().line;
    let text = text.value();
    let lines = text.lines().enumerate();
    lines
        .filter_map(|(i, line)| {
            let line = line.trim();
            let source = || line.strip_prefix("Source: ").filter(|of| of.contains('#') && !of.contains(' '));
            let ids = ids(line.strip_prefix("Spec:").or_else(source)?.trim());
            Some(SpecLine {
                line: first + i,
                fault: ids.as_ref().err().cloned(),
                ids: ids.unwrap_or_default(),
            })
        })
        .collect()
}

/// True if `attributes` restrict an item to tests.
pub(crate) fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.meta.require_list().is_ok_and(|list| {
                let condition = list.tokens.to_string();
                condition == "test" || condition.starts_with("all (test")
            })
    })
}

/// Returns the number in a comment such as `// 5.2. ...` that has a line of its own.
pub(crate) fn step_number(line: &str) -> Option<&str> {
    let (number, _) = line.trim_start().strip_prefix("// ")?.split_once(". ")?;
    number.split('.').all(is_number).then_some(number)
}
