//! The modules of one crate as its sources have them, and which file defines what a path names.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, anyhow};
use syn::{Attribute, Item, punctuated::Punctuated, token::Comma};

use super::names::{self, Named};

/// All modules of one crate, the first of which is its root.
pub(super) struct Modules(Vec<Module>);

/// One module, inline or a file of its own.
#[derive(Default)]
struct Module {
    parent: Option<usize>,
    file: PathBuf,
    /// Where the files of its modules are.
    folder: PathBuf,
    children: BTreeMap<String, usize>,
    items: BTreeSet<String>,
    /// What `use` brings in, by its name here.
    imports: BTreeMap<String, Vec<String>>,
    /// The paths before `::*`.
    globs: Vec<Vec<String>>,
    /// What its code names, and what it imports for itself.
    names: Vec<Named>,
}

/// One file names what another one defines.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Import {
    pub(super) from: PathBuf,
    pub(super) to: PathBuf,
    pub(super) line: usize,
    pub(super) name: String,
}

/// What a path names.
#[derive(Clone, Copy)]
enum Target {
    Module(usize),
    /// An item of that module.
    Item(usize),
    /// Something of another crate.
    Elsewhere,
}

/// The names that are being looked for, each in a module, so that none is looked for in a circle.
type Asked = BTreeSet<(usize, String)>;

impl Modules {
    /// Reads the crate whose root is the file `path`.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let folder = path.parent().unwrap_or(path).to_owned();
        let mut modules = Self(vec![Module { file: path.into(), folder, ..Module::default() }]);
        let mut unread = vec![(0, parse(path)?)];
        while let Some((at, items)) = unread.pop() {
            for item in items.into_iter().filter(|item| !is_for_tests(attributes(item))) {
                if let Item::Mod(item) = item {
                    unread.push(modules.declare(at, item)?);
                } else {
                    modules.0[at].read(&item);
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
    fn declare(&mut self, at: usize, item: syn::ItemMod) -> Result<(usize, Vec<Item>)> {
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
        // Of several under different conditions, the first.
        self.0[at].children.entry(name).or_insert(index);
        Ok((index, items))
    }

    /// What `path` names in the module `at`; `None` if that is not of this crate.
    fn resolve(&self, at: usize, path: &[String], asked: &mut Asked) -> Option<Target> {
        let mut target = Target::Module(at);
        for (i, name) in path.iter().enumerate() {
            let Target::Module(module) = target else { break };
            let is_last = i + 1 == path.len();
            target = match name.as_str() {
                "crate" | "$crate" => Target::Module(0),
                "self" => target,
                "super" => Target::Module(self.0[module].parent?),
                name if i == 0 => self.find(module, name, is_last, asked)?,
                // What a macro made is not seen: it counts as of the module where it is looked for.
                name => self.find(module, name, is_last, asked).unwrap_or(Target::Item(module)),
            };
        }
        Some(target)
    }

    /// What is called `name` in the module `at`. At the end of a path, an item goes before a module of the same name.
    fn find(&self, at: usize, name: &str, is_last: bool, asked: &mut Asked) -> Option<Target> {
        if !asked.insert((at, name.into())) {
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
        asked.remove(&(at, name.into()));
        found
    }
}

impl Module {
    fn read(&mut self, item: &Item) {
        let Item::Use(item) = item else {
            self.items.extend(name_of(item));
            self.names.extend(names::of(item));
            return;
        };
        let line = item.use_token.span.start().line;
        let is_private = matches!(item.vis, syn::Visibility::Inherited);
        names::imported(&item.tree, &mut |path, name| {
            if is_private {
                self.names.push((path.clone(), line));
            }
            match name {
                Some(name) => drop(self.imports.insert(name, path)),
                None => self.globs.push(path),
            }
        });
    }
}

fn parse(path: &Path) -> Result<Vec<Item>> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let file = syn::parse_file(&text)
        .map_err(|error| anyhow!("{}:{}: {error}", path.display(), error.span().start().line))?;
    Ok(if is_for_tests(&file.attrs) { Vec::new() } else { file.items })
}

/// The name by which other code calls `item`.
fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Whether what has these attributes is built for tests only.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().filter(|attribute| attribute.path().is_ident("cfg")).any(|attribute| {
        let words = attribute.parse_args_with(Punctuated::<syn::Meta, Comma>::parse_terminated);
        words.is_ok_and(|words| words.iter().any(|word| word.path().is_ident("test")))
    })
}

/// The file that `#[path = "..."]` names.
fn path_attribute(attributes: &[Attribute]) -> Option<String> {
    let attribute = attributes.iter().find(|attribute| attribute.path().is_ident("path"))?;
    let syn::Meta::NameValue(named) = &attribute.meta else { return None };
    let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(path), .. }) = &named.value else { return None };
    Some(path.value())
}
