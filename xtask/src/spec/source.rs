//! Reads the source code of the crates that implement specs: the functions, the sections that they cite, and
//! the steps in their bodies. Also reads the tests that name sections.

use std::{collections::HashSet, ffi::OsStr, mem, ops::RangeInclusive, path::PathBuf};

use anyhow::{Result, anyhow, ensure};
use syn::visit::{self, Visit};
use syn::{Attribute, Block, Expr, ExprLit, Lit, Meta, Signature};
use walkdir::WalkDir;
use xshell::Shell;

use super::registry::is_number;

const NO_SPEC: &str = "url-testdata";

pub(crate) struct File {
    pub(crate) krate: String,
    pub(crate) path: PathBuf,
    pub(crate) source: Source,
}

pub(crate) struct Code {
    /// The files in `crates/url-*/src`, without the modules and files of tests.
    pub(crate) files: Vec<File>,
    /// The tests that have a `Spec:` line, each with its file.
    pub(crate) tests: Vec<(PathBuf, Test)>,
    /// The names of the implemented profiles. Only sections of these profiles are checked.
    pub(crate) profiles: HashSet<String>,
}

impl Code {
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

fn implemented_profiles(sh: &Shell) -> Result<HashSet<String>> {
    const PATH: &str = "crates/url-facade/src/profile.rs";
    let text = sh.read_file(PATH)?;
    let rows = text.lines().skip_while(|line| *line != "profiles! {").take_while(|line| *line != "}");
    let name = |line: &str| Some(line.split_once(" = \"")?.1.split_once("\", ")?.0.to_owned());
    let names: HashSet<String> = rows.filter_map(name).collect();
    ensure!(!names.is_empty(), "{PATH}:1: no names of profiles found in `profiles!`");
    Ok(names)
}

const README: &str = r#"#![doc = include_str!("../README.md")]"#;

/// The words that begin the list of functions without a spec, in the header of a file.
const OUTSIDE: &str = "Helpers, not in a spec:";

#[derive(Default)]
pub(crate) struct Source {
    pub(crate) functions: Vec<Function>,
    pub(crate) spec_lines: Vec<SpecLine>,
    /// Each path with several names, such as `whatwg::HOST`, and its line. Code names constants in this way.
    pub(crate) paths: Vec<(usize, Vec<String>)>,
    pub(crate) traits: Vec<String>,
    /// The functions that the header lists after [`OUTSIDE`].
    pub(crate) outside: Vec<String>,
}

pub(crate) struct Function {
    pub(crate) name: String,
    /// `Type::name` for a method, and otherwise the name of the function.
    pub(crate) path: String,
    pub(crate) line: usize,
    pub(crate) lines: RangeInclusive<usize>,
    pub(crate) of_trait: Option<String>,
    pub(crate) spec_lines: Vec<SpecLine>,
    pub(crate) steps: Vec<(usize, String)>,
}

pub(crate) struct Test {
    pub(crate) name: String,
    pub(crate) spec_lines: Vec<SpecLine>,
}

/// A line of documentation that begins with `Spec:`.
#[derive(Clone, Debug)]
pub(crate) struct SpecLine {
    pub(crate) line: usize,
    /// The ids in the line. Empty if the line cannot be parsed; then `fault` says why.
    pub(crate) ids: Vec<String>,
    pub(crate) fault: Option<String>,
}

/// Parses the ids in `value`, which is the text after `Spec:`. After an id, `-5` is step 5 of its algorithm.
fn ids(value: &str) -> Result<Vec<String>, String> {
    let (mut ids, mut algorithm) = (Vec::new(), String::new());
    for part in value.split(',').map(str::trim) {
        let part = if part.starts_with('-') { algorithm.clone() + part } else { part.to_owned() };
        if !part.contains('#') || part.contains(char::is_whitespace) {
            return Err(format!("`Spec: {value}` is no list of section ids"));
        }
        part[..part.rfind('-').unwrap_or_default()].clone_into(&mut algorithm);
        ids.extend(ids_in(&part)?);
    }
    Ok(ids)
}

/// Returns the ids that `part` stands for: `part` itself, or the ids of a range such as `a-3.1..3`.
pub(crate) fn ids_in(part: &str) -> Result<Vec<String>, String> {
    match part.split_once("..") {
        None => Ok(vec![part.into()]),
        Some((a, b)) => siblings(a, b).ok_or_else(|| format!("`{part}` is not a range of siblings")),
    }
}

/// Returns the ids from `first` to the number `last`: for `a-3.1` and `3`, `a-3.1`, `a-3.2`, `a-3.3`.
fn siblings(first: &str, last: &str) -> Option<Vec<String>> {
    let start = first.rfind(['-', '.'])? + 1;
    let (parent, number) = first.split_at(start);
    let (from, to): (usize, usize) = (number.parse().ok()?, last.parse().ok()?);
    (from < to).then(|| (from..=to).map(|number| format!("{parent}{number}")).collect())
}

pub(crate) fn read(text: &str, file: &syn::File) -> Source {
    let mut reader = SourceReader { lines: text.lines().collect(), ..SourceReader::default() };
    reader.visit_file(file);
    reader.source.outside = outside(text);
    reader.source
}

/// Returns the names after [`OUTSIDE`] in the header of a file, up to the end of that paragraph.
fn outside(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| *line != README);
    let header = lines.map_while(|line| line.strip_prefix("//!")).map(str::trim);
    let listed = header.skip_while(|line| !line.starts_with(OUTSIDE)).take_while(|line| !line.is_empty());
    let listed = listed.collect::<Vec<_>>().join(" ");
    listed.split('`').skip(1).step_by(2).map(String::from).collect()
}

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

#[derive(Default)]
struct SourceReader<'a> {
    lines: Vec<&'a str>,
    of_trait: Option<String>,
    of_type: Option<String>,
    source: Source,
}

impl SourceReader<'_> {
    fn add_function(&mut self, signature: &Signature, attributes: &[Attribute], body: &Block) {
        let braces = body.brace_token.span;
        let (first, last) = (braces.open().start().line, braces.close().end().line);
        let step = |line: usize| Some((line, step_number(self.lines.get(line - 1)?)?.to_owned()));
        let (name, line) = (signature.ident.to_string(), signature.fn_token.span.start().line);
        let documented = attributes.iter().map(|attribute| attribute.pound_token.span.start().line);
        self.source.functions.push(Function {
            path: self.of_type.as_ref().map_or_else(|| name.clone(), |of| format!("{of}::{name}")),
            name,
            line,
            lines: documented.min().unwrap_or(line)..=last,
            of_trait: self.of_trait.clone(),
            spec_lines: attributes.iter().flat_map(spec_lines).collect(),
            steps: (first..=last).filter_map(step).collect(),
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
            let of_type = mem::replace(&mut self.of_type, type_name(&item.self_ty));
            let around = (mem::replace(&mut self.of_trait, of_trait), of_type);
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

fn type_name(of: &syn::Type) -> Option<String> {
    let syn::Type::Path(path) = of else { return None };
    path.path.segments.last().map(|segment| segment.ident.to_string())
}

/// Returns the `Spec:` lines in `attribute` if it is documentation. Also returns the `Source:` lines that
/// name a section, which are those of sets and tables.
fn spec_lines(attribute: &Attribute) -> Vec<SpecLine> {
    let Meta::NameValue(pair) = &attribute.meta else { return Vec::new() };
    let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = &pair.value else { return Vec::new() };
    if !pair.path.is_ident("doc") {
        return Vec::new();
    }
    let first = text.span().start().line;
    let text = text.value();
    let lines = text.lines().map(str::trim).zip(first..).filter_map(|(text, line)| {
        let source = || text.strip_prefix("Source: ").filter(|of| of.contains('#') && !of.contains(' '));
        let ids = ids(text.strip_prefix("Spec:").or_else(source)?.trim());
        let fault = ids.as_ref().err().cloned();
        Some(SpecLine { line, fault, ids: ids.unwrap_or_default() })
    });
    lines.collect()
}

pub(crate) fn is_test(attributes: &[Attribute]) -> bool {
    let is_of_tests = |condition: &str| condition == "test" || condition.starts_with("all (test");
    let mut lists = attributes.iter().filter_map(|attribute| attribute.meta.require_list().ok());
    lists.any(|list| list.path.is_ident("cfg") && is_of_tests(&list.tokens.to_string()))
}

/// Returns the number `5.2` for a line with only a comment such as `// 5.2. ...`, and otherwise `None`.
pub(crate) fn step_number(line: &str) -> Option<&str> {
    let (number, _) = line.trim_start().strip_prefix("// ")?.split_once(". ")?;
    number.split('.').all(is_number).then_some(number)
}
