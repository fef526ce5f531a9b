//! The paths that code names.

use std::mem;

use proc_macro2::{TokenStream, TokenTree};
use syn::{
    Attribute, UseTree,
    visit::{self, Visit},
};

/// The segments of a path, and its line.
pub(super) type Named = (Vec<String>, usize);

/// The paths that `item` names.
pub(super) fn of(item: &syn::Item) -> Vec<Named> {
    let mut names = Names(Vec::new());
    names.visit_item(item);
    names.0
}

/// Calls `found` with each path of `tree` and the name that it gets; none for `*`.
pub(super) fn imported(tree: &UseTree, found: &mut impl FnMut(Vec<String>, Option<String>)) {
    read_use(tree, &mut Vec::new(), found);
}

fn read_use(tree: &UseTree, prefix: &mut Vec<String>, found: &mut impl FnMut(Vec<String>, Option<String>)) {
    let (segment, name) = match tree {
        UseTree::Path(path) => {
            prefix.push(path.ident.to_string());
            read_use(&path.tree, prefix, found);
            prefix.pop();
            return;
        }
        UseTree::Group(group) => {
            return group.items.iter().for_each(|tree| read_use(tree, prefix, found));
        }
        UseTree::Glob(_) => return found(prefix.clone(), None),
        UseTree::Name(name) => (&name.ident, &name.ident),
        UseTree::Rename(rename) => (&rename.ident, &rename.rename),
    };
    let mut path = prefix.clone();
    if segment != "self" {
        path.push(segment.to_string());
        found(path, Some(name.to_string()));
    } else if let Some(last) = path.last() {
        let name = if name == "self" { last.clone() } else { name.to_string() };
        found(path, Some(name));
    }
}

struct Names(Vec<Named>);

impl Visit<'_> for Names {
    fn visit_path(&mut self, path: &syn::Path) {
        if path.leading_colon.is_none()
            && let Some(first) = path.segments.first()
        {
            let line = first.ident.span().start().line;
            self.0.push((path.segments.iter().map(|segment| segment.ident.to_string()).collect(), line));
        }
        visit::visit_path(self, path);
    }

    /// A `use` in a function.
    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        let line = item.use_token.span.start().line;
        imported(&item.tree, &mut |path, _| self.0.push((path, line)));
    }

    /// Whatever attributes name, imports of the item show it.
    fn visit_attribute(&mut self, _: &Attribute) {}

    /// What a macro is given may be anything: all that looks like a path is taken for one.
    fn visit_macro(&mut self, item: &syn::Macro) {
        self.visit_path(&item.path);
        self.read_tokens(item.tokens.clone());
    }
}

impl Names {
    fn read_tokens(&mut self, tokens: TokenStream) {
        let mut path: Named = (Vec::new(), 0);
        // The colons behind the path, or `.` before a name that is that of a field or a method.
        let (mut colons, mut is_member) = (0, false);
        for token in tokens {
            match token {
                TokenTree::Punct(punct) if punct.as_char() == ':' && !path.0.is_empty() => colons += 1,
                TokenTree::Ident(ident) if !is_member => {
                    if colons != 2 {
                        self.end(&mut path);
                    }
                    path.1 = ident.span().start().line;
                    path.0.push(ident.to_string());
                    colons = 0;
                }
                token => {
                    self.end(&mut path);
                    colons = 0;
                    is_member = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '.');
                    if let TokenTree::Group(group) = token {
                        self.read_tokens(group.stream());
                    }
                }
            }
        }
        self.end(&mut path);
    }

    fn end(&mut self, path: &mut Named) {
        if !path.0.is_empty() {
            self.0.push(mem::take(path));
        }
    }
}
