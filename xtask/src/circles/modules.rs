//! The modules of one crate, read from its sources, and the file that defines the item of a path.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, mem,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, anyhow};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{
    Attribute, Item, ItemMod, Visibility, parse::ParseStream, parse::Parser as _, punctuated::Punctuated,
    token::Comma,
};

/// All modules of one crate. The first is the root.
pub(super) struct Modules(Vec<Module>);

/// One module, inline or a file of its own.
#[derive(Default)]
struct Module {
    parent: Option<usize>,
    file: PathBuf,
    /// The folder of its child modules' files.
    folder: PathBuf,
    children: BTreeMap<String, usize>,
    items: BTreeSet<String>,
    /// The paths that `use` imports, by the name that they have in this module.
    imports: BTreeMap<String, Vec<String>>,
    /// The paths before `::*`.
    globs: Vec<Vec<String>>,
    /// The paths that its code names, and those that it imports privately.
    names: Vec<Named>,
}

/// The segments of a path, and its line.
type Named = (Vec<String>, usize);

/// An item of one file that is named in another.
pub(super) struct Import {
    pub(super) from: PathBuf,
    pub(super) to: PathBuf,
    pub(super) line: usize,
    pub(super) name: String,
}

/// The target of a path.
#[derive(Clone, Copy)]
enum Target {
    Module(usize),
    /// An item of that module.
    Item(usize),
    /// An item of another crate.
    Elsewhere,
}

/// The names that are being resolved, each with its module and true if it ends a path, so that cyclic imports
/// end.
type Asked = BTreeSet<(usize, String, bool)>;

/// The words before the name of an item.
const BEFORE_NAMES: [&str; 12] = [
    "async",
    "const",
    "enum",
    "extern",
    "fn",
    "macro_rules",
    "mut",
    "static",
    "struct",
    "trait",
    "type",
    "unsafe",
];

impl Modules {
    /// Reads the crate whose root is the file `path`.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let folder = path.parent().unwrap_or(path).to_owned();
        let mut modules = Self(vec![Module { file: path.into(), folder, ..Module::default() }]);
        let mut unread = vec![(0, parse(path)?)];
        while let Some((at, items)) = unread.pop() {
            for item in items {
                let (attributes, visibility, tokens) = split.parse2(item.to_token_stream())?;
                if is_for_tests(&attributes) {
                    continue;
                }
                match item {
                    Item::Mod(item) => unread.push(modules.declare(at, item)?),
                    Item::Use(_) => modules.0[at].import(&visibility, tokens),
                    _ => modules.0[at].define(tokens),
                }
            }
        }
        Ok(modules)
    }

    pub(super) fn imports(&self) -> impl Iterator<Item = Import> {
        self.0.iter().enumerate().flat_map(move |(at, module)| {
            module.names.iter().filter_map(move |(path, line)| {
                let Target::Item(owner) = self.resolve(at, path, &mut Asked::new())? else { return None };
                let (from, to) = (module.file.clone(), self.0[owner].file.clone());
                (from != to).then(|| Import { from, to, line: *line, name: path.join("::") })
            })
        })
    }

    /// Adds the module that `item` declares in the module `at`; returns its index and its items.
    fn declare(&mut self, at: usize, item: ItemMod) -> Result<(usize, Vec<Item>)> {
        let name = item.ident.to_string();
        let above = &self.0[at];
        let (mut file, mut folder) = (above.file.clone(), above.folder.join(&name));
        let items = if let Some((_, items)) = item.content {
            items
        } else {
            file = if let Some(path) = path_attribute(&item.attrs) {
                let file = above.file.parent().unwrap_or(&above.folder).join(path);
                // Such a file counts as a `mod.rs`.
                file.parent().unwrap_or(&above.folder).clone_into(&mut folder);
                file
            } else {
                [folder.with_extension("rs"), folder.join("mod.rs")]
                    .into_iter()
                    .find(|file| file.exists())
                    .with_context(|| format!("{}: no file of `mod {name}`", above.file.display()))?
            };
            parse(&file)?
        };
        let index = self.0.len();
        self.0.push(Module { parent: Some(at), file, folder, ..Module::default() });
        // If several are declared under different conditions, the first counts.
        self.0[at].children.entry(name).or_insert(index);
        Ok((index, items))
    }

    /// Resolves `path` in the module `at`. Returns `None` if it is not in this crate.
    fn resolve(&self, at: usize, path: &[String], asked: &mut Asked) -> Option<Target> {
        let mut target = Target::Module(at);
        for (i, name) in path.iter().enumerate() {
            let Target::Module(module) = target else { break };
            let is_last = i + 1 == path.len();
            target = match name.as_str() {
                "crate" => Target::Module(0),
                "self" | "*" => target,
                "super" => Target::Module(self.0[module].parent?),
                name if i == 0 => self.find(module, name, is_last, asked)?,
                // The expansions of macros are not seen: the name counts as an item of this module.
                name => self.find(module, name, is_last, asked).unwrap_or(Target::Item(module)),
            };
        }
        Some(target)
    }

    /// Resolves `name` in the module `at`. At the end of a path, an item takes precedence over a module of
    /// the same name.
    fn find(&self, at: usize, name: &str, is_last: bool, asked: &mut Asked) -> Option<Target> {
        if !asked.insert((at, name.into(), is_last)) {
            return None;
        }
        let module = &self.0[at];
        let child = module.children.get(name).map(|&child| Target::Module(child));
        let found = if is_last { None } else { child }
            .or_else(|| module.items.contains(name).then_some(Target::Item(at)))
            .or_else(|| self.resolve(at, module.imports.get(name)?, asked))
            .or(child)
            .or_else(|| module.imports.contains_key(name).then_some(Target::Elsewhere))
            .or_else(|| {
                module.globs.iter().find_map(|glob| match self.resolve(at, glob, asked)? {
                    Target::Module(of) => self.find(of, name, is_last, asked),
                    Target::Item(_) | Target::Elsewhere => None,
                })
            });
        asked.remove(&(at, name.into(), is_last));
        found
    }
}

impl Module {
    /// Records the names in an item, and its own name.
    fn define(&mut self, tokens: TokenStream) {
        let mut idents = tokens.clone().into_iter().filter_map(|token| match token {
            TokenTree::Ident(ident) => Some(ident.to_string()),
            _ => None,
        });
        self.items.extend(idents.find(|ident| !BEFORE_NAMES.contains(&ident.as_str())));
        name_paths(tokens, &[], &mut self.names);
    }

    /// Records the imports of a `use`.
    fn import(&mut self, visibility: &Visibility, tokens: TokenStream) {
        let mut paths = Vec::new();
        name_paths(tokens, &[], &mut paths);
        // The first name is the word `use`.
        let mut paths = paths.into_iter().skip(1).peekable();
        while let Some((mut path, line)) = paths.next() {
            let alias = paths.next_if(|(path, _)| path.first().is_some_and(|word| word == "as"));
            let alias = alias.and_then(
                |(mut path, _)| {
                    if path.len() == 1 { paths.next()?.0.pop() } else { path.pop() }
                },
            );
            if path.last().is_some_and(|last| last == "self") {
                path.pop();
            }
            if matches!(visibility, Visibility::Inherited) {
                self.names.push((path.clone(), line));
            }
            if path.pop_if(|last| last == "*").is_some() {
                self.globs.push(path);
            } else if let Some(name) = alias.or_else(|| path.last().cloned()) {
                self.imports.insert(name, path);
            }
        }
    }
}

/// Records everything that looks like a path in `tokens`, with the prefix `before`. This includes names that
/// are not paths, such as variables, which rarely have the name of another file's item.
fn name_paths(tokens: TokenStream, before: &[String], names: &mut Vec<Named>) {
    let mut path: Named = (before.to_vec(), 0);
    let end = |path: &mut Named, names: &mut Vec<Named>| {
        let ended = mem::replace(path, (before.to_vec(), 0));
        names.extend((ended.1 > 0).then_some(ended));
    };
    // The punctuation between the path and a token.
    let mut punctuation = String::new();
    for token in tokens {
        let continues = punctuation == "::" || path.0 == ["as"];
        if !continues && !matches!(token, TokenTree::Punct(_)) {
            end(&mut path, names);
        }
        match token {
            TokenTree::Punct(punct) if continues && punct.as_char() == '*' => path.0.push("*".into()),
            TokenTree::Punct(punct) => {
                punctuation.push(punct.as_char());
                continue;
            }
            // The alias of one path in a group.
            TokenTree::Ident(ident) if !before.is_empty() && ident == "as" => {
                path = (vec!["as".into()], ident.span().start().line);
            }
            // A name after a single dot is a field or a method.
            TokenTree::Ident(ident) if !punctuation.ends_with('.') || punctuation.ends_with("..") => {
                path.0.push(ident.to_string());
                path.1 = ident.span().start().line;
            }
            TokenTree::Group(group) if continues && group.delimiter() == Delimiter::Brace => {
                name_paths(group.stream(), &path.0, names);
                path = (before.to_vec(), 0);
            }
            TokenTree::Group(group) => name_paths(group.stream(), &[], names),
            TokenTree::Ident(_) | TokenTree::Literal(_) => {}
        }
        punctuation.clear();
    }
    end(&mut path, names);
}

fn parse(path: &Path) -> Result<Vec<Item>> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let file = syn::parse_file(&text)
        .map_err(|error| anyhow!("{}:{}: {error}", path.display(), error.span().start().line))?;
    Ok(if is_for_tests(&file.attrs) { Vec::new() } else { file.items })
}

/// Splits an item into its attributes, its visibility and the other tokens.
fn split(item: ParseStream<'_>) -> syn::Result<(Vec<Attribute>, Visibility, TokenStream)> {
    Ok((item.call(Attribute::parse_outer)?, item.parse()?, item.parse()?))
}

/// True if an item with these attributes is built for tests only.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().filter(|attribute| attribute.path().is_ident("cfg")).any(|attribute| {
        let words = attribute.parse_args_with(Punctuated::<syn::Meta, Comma>::parse_terminated);
        words.is_ok_and(|words| words.iter().any(|word| word.path().is_ident("test")))
    })
}

/// Returns the file that `#[path = "..."]` names.
fn path_attribute(attributes: &[Attribute]) -> Option<String> {
    let attribute = attributes.iter().find(|attribute| attribute.path().is_ident("path"))?;
    let syn::Expr::Lit(path) = &attribute.meta.require_name_value().ok()?.value else { return None };
    let syn::Lit::Str(path) = &path.lit else { return None };
    Some(path.value())
}
