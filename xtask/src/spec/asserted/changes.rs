//! Changes of code that `cargo-mutants` does not make: a condition is decided, a literal or a state is another one, an option is
//! nothing, an assignment or a call is left out. Most steps of the specs consist of these.
//!
//! What only tells a trace is not changed, nor what the compiler evaluates.

use std::collections::BTreeMap;

use proc_macro2::LineColumn;
use syn::{
    Attribute, BinOp, Block, Expr, ExprIf, ExprPath, ExprRepeat, ImplItemConst, ImplItemFn, ItemConst,
    ItemEnum, ItemFn, ItemMod, ItemStatic, Lit, Pat, Signature, Stmt, TraitItemFn, Type,
    spanned::Spanned,
    visit::{self, Visit},
};

use crate::{
    mutants::{Extent, Mutant, Place},
    spec::source::is_test,
};

/// The methods of traces that return nothing.
const TELLING: [&str; 15] = [
    "change",
    "copied_of_base",
    "decide",
    "found",
    "found_all",
    "omit",
    "rebuild",
    "step",
    "step_by_reading",
    "step_on",
    "step_on_base",
    "took",
    "took_where",
    "validation_error",
    "violation",
];

/// Methods whose result is often left aside, so that nothing of the same type can stand for the call.
const RETURNING: [&str; 8] =
    ["get_or_insert", "insert", "next", "next_back", "pop", "remove", "replace", "take"];

/// Whether `span` begins in one of `parts`.
pub(super) fn begins_in(parts: &[Extent], span: &Extent) -> bool {
    let at = |place: &Place| (place.line, place.column);
    parts.iter().any(|part| at(&part.start) <= at(&span.start) && at(&span.start) < at(&part.end))
}

/// What a file offers to change.
#[derive(Debug, Default)]
pub(super) struct Changes {
    pub(super) mutants: Vec<Mutant>,
    /// What only tells, and what the compiler evaluates.
    pub(super) excluded: Vec<Extent>,
}

/// The names of the variants without fields, by the name of their type.
pub(super) type Variants = BTreeMap<String, Vec<String>>;

/// Adds the types of `file` to `variants`.
pub(super) fn add_variants(file: &syn::File, variants: &mut Variants) {
    struct Enums<'v>(&'v mut Variants);
    impl<'ast> Visit<'ast> for Enums<'_> {
        fn visit_item_enum(&mut self, item: &'ast ItemEnum) {
            let unit = item.variants.iter().filter(|variant| variant.fields.is_empty());
            let names = unit.map(|variant| variant.ident.to_string()).collect();
            self.0.insert(item.ident.to_string(), names);
        }
    }
    Enums(variants).visit_file(file);
}

/// What the file at `path` offers to change, which is `file` and has the text `text`, where there are the types `variants`.
pub(super) fn changes(path: &str, text: &str, file: &syn::File, variants: &Variants) -> Changes {
    let mut finder = Finder { path, text, variants, function: None, found: Changes::default() };
    finder.visit_file(file);
    finder.found
}

struct Finder<'f> {
    path: &'f str,
    text: &'f str,
    variants: &'f Variants,
    /// The name of the function around, where it can be changed.
    function: Option<String>,
    found: Changes,
}

impl Finder<'_> {
    fn visit_function(&mut self, attributes: &[Attribute], signature: &Signature, body: &Block) {
        if is_test(attributes) {
            return;
        }
        if signature.constness.is_some() || only_tells(body) {
            self.found.excluded.push(extent(body));
            return;
        }
        let around = self.function.replace(signature.ident.to_string());
        self.visit_block(body);
        self.function = around;
    }

    fn add(&mut self, node: &impl Spanned, replacement: impl Into<String>) {
        let Some(function) = &self.function else { return };
        let (span, replacement) = (extent(node), replacement.into());
        let (path, &Place { line, column }) = (self.path, &span.start);
        let replaced = self.text.get(node.span().byte_range()).unwrap_or_default();
        let replaced = replaced.split_whitespace().collect::<Vec<_>>().join(" ");
        self.found.mutants.push(Mutant {
            name: format!("{path}:{line}:{column}: replace {replaced} with {replacement} in {function}"),
            file: path.to_owned(),
            genre: "Expression".to_owned(),
            replacement,
            span,
            section: None,
        });
    }

    fn decide(&mut self, condition: &Expr) {
        for decided in ["true", "false"] {
            self.add(condition, decided);
        }
    }

    /// The next variant of the type that `path` names.
    fn next_variant(&self, path: &ExprPath) -> Option<String> {
        let mut names: Vec<String> =
            path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let [.., of, name] = names.as_slice() else { return None };
        let variants = self.variants.get(of)?;
        let at = variants.iter().position(|variant| variant == name)?;
        let next = &variants[(at + 1) % variants.len()];
        if next == name {
            return None;
        }
        names.pop();
        names.push(next.clone());
        Some(names.join("::"))
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.visit_function(&item.attrs, &item.sig, &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.visit_function(&item.attrs, &item.sig, &item.block);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        if let Some(body) = &item.default {
            self.visit_function(&item.attrs, &item.sig, body);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        match statement {
            telling if is_telling(telling) => {
                self.found.excluded.push(extent(statement));
                return;
            }
            Stmt::Expr(Expr::MethodCall(call), Some(_))
                if RETURNING.contains(&call.method.to_string().as_str()) => {}
            Stmt::Expr(left_out @ (Expr::Assign(_) | Expr::Call(_) | Expr::MethodCall(_)), Some(_)) => {
                self.add(left_out, "()");
            }
            Stmt::Expr(left_out @ Expr::Binary(binary), Some(_)) if assigns(&binary.op) => {
                self.add(left_out, "()");
            }
            _ => {}
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        match expression {
            Expr::If(when) if !has_let(&when.cond) => self.decide(&when.cond),
            Expr::While(until) if !has_let(&until.cond) => self.add(&until.cond, "false"),
            Expr::Macro(call) if call.mac.path.is_ident("matches") => self.decide(expression),
            Expr::Macro(call) if call.mac.path.is_ident("format") => {
                self.add(expression, "Default::default()");
            }
            Expr::Call(call) if matches!(&*call.func, Expr::Path(path) if path.path.is_ident("Some")) => {
                self.add(expression, "None");
            }
            // Of what is told by the way, the words are told alone.
            Expr::MethodCall(call) if call.method.to_string().starts_with("rewrite") => {
                let words = call.args.iter().filter(|argument| matches!(argument, Expr::Lit(_)));
                self.found.excluded.extend(words.map(extent));
            }
            Expr::Path(path) => {
                if let Some(other) = self.next_variant(path) {
                    self.add(expression, other);
                }
            }
            Expr::Lit(literal) => {
                if let Some(other) = another(&literal.lit) {
                    self.add(expression, other);
                }
            }
            _ => {}
        }
        visit::visit_expr(self, expression);
    }

    // What the compiler evaluates, or what is no expression.
    fn visit_item_const(&mut self, _: &'ast ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast ImplItemConst) {}
    fn visit_expr_repeat(&mut self, _: &'ast ExprRepeat) {}
    fn visit_pat(&mut self, _: &'ast Pat) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}

/// Where `node` stands.
fn extent(node: &impl Spanned) -> Extent {
    let place = |at: LineColumn| Place { line: at.line, column: at.column + 1 };
    Extent { start: place(node.span().start()), end: place(node.span().end()) }
}

/// Whether `body` does nothing but tell a trace.
fn only_tells(body: &Block) -> bool {
    let prepares = |statement: &Stmt| matches!(statement, Stmt::Local(_));
    body.stmts.iter().any(is_telling) && body.stmts.iter().all(|found| is_telling(found) || prepares(found))
}

/// Whether `statement` does nothing but tell a trace.
fn is_telling(statement: &Stmt) -> bool {
    match statement {
        Stmt::Expr(Expr::MethodCall(call), Some(_)) => TELLING.contains(&&*call.method.to_string()),
        Stmt::Expr(Expr::Call(call), Some(_)) => is_report(&call.func),
        Stmt::Expr(Expr::If(when), _) => is_enabled(&when.cond) || decides_what_is_told(when),
        _ => false,
    }
}

/// Whether all branches of `when` do nothing but tell a trace.
fn decides_what_is_told(when: &ExprIf) -> bool {
    let otherwise = when.else_branch.as_ref().map(|(_, otherwise)| &**otherwise);
    only_tells(&when.then_branch)
        && match otherwise {
            None => true,
            Some(Expr::Block(block)) => only_tells(&block.block),
            Some(Expr::If(when)) => decides_what_is_told(when),
            Some(_) => false,
        }
}

/// Whether `function` is one that tells a trace what was found.
fn is_report(function: &Expr) -> bool {
    let Expr::Path(path) = function else { return false };
    let name = path.path.segments.last().map(|name| name.ident.to_string());
    name.is_some_and(|name| name.starts_with("report") || name.starts_with("took"))
}

/// Whether `condition` is that a trace is recorded.
fn is_enabled(condition: &Expr) -> bool {
    let condition = match condition {
        Expr::Binary(binary) => &*binary.left,
        other => other,
    };
    matches!(condition, Expr::Path(path) if path.path.segments.last().is_some_and(|name| name.ident == "ENABLED"))
}

fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

fn assigns(operator: &BinOp) -> bool {
    use BinOp::{AddAssign, BitAndAssign, BitOrAssign, MulAssign, SubAssign};
    matches!(operator, AddAssign(_) | BitAndAssign(_) | BitOrAssign(_) | MulAssign(_) | SubAssign(_))
}

/// A literal of the same type with another value.
fn another(literal: &Lit) -> Option<String> {
    Some(match literal {
        Lit::Str(text) if text.value().is_empty() => "\"changed\"".into(),
        Lit::Str(_) => "\"\"".into(),
        Lit::Char(char) => if char.value() == 'x' { "'y'" } else { "'x'" }.into(),
        Lit::Byte(byte) => if byte.value() == b'x' { "b'y'" } else { "b'x'" }.into(),
        Lit::Bool(bool) => (!bool.value).to_string(),
        Lit::Int(number) => {
            let value: u64 = number.base10_parse().ok()?;
            format!("{}{}", if value == 0 { 1 } else { value - 1 }, number.suffix())
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Variants, add_variants, begins_in, changes};

    /// What there is to change in `text`: what stands there, and what instead.
    fn found(text: &str) -> Vec<String> {
        let file = syn::parse_file(text).unwrap();
        let mut variants = Variants::new();
        add_variants(&file, &mut variants);
        let found = changes("a.rs", text, &file, &variants);
        let mutants = found.mutants.iter().filter(|mutant| !begins_in(&found.excluded, &mutant.span));
        let name =
            |name: &str| name.split_once(": replace ").unwrap().1.rsplit_once(" in ").unwrap().0.to_owned();
        mutants.map(|mutant| name(&mutant.name)).collect()
    }

    #[test]
    fn changes_what_a_step_consists_of() {
        let steps = [
            ("if é == a {}", vec!["é == a with true", "é == a with false"]),
            ("if let Some(1) = a {}", vec![]),
            ("while a {}", vec!["a with false"]),
            ("a = 7u8;", vec!["a = 7u8 with ()", "7u8 with 6u8"]),
            ("a += b'.';", vec!["a += b'.' with ()", "b'.' with b'x'"]),
            ("let a = Some(b);", vec!["Some(b) with None"]),
            ("go(State::A);", vec!["go(State::A) with ()", "State::A with State::B"]),
            ("let a = f(State::B);", vec!["State::B with State::A"]),
            ("match a { 'x' => \"\", _ => \"b\" }", vec!["\"\" with \"changed\"", "\"b\" with \"\""]),
            ("let a = matches!(a, 'b');", vec!["matches!(a, 'b') with true", "matches!(a, 'b') with false"]),
            ("let a = format!(\"/{b}\");", vec!["format!(\"/{b}\") with Default::default()"]),
            ("trace.step(X, span, \"a\", Some(\"b\"));", vec![]),
            ("if T::ENABLED { a = true; }", vec![]),
            ("report(\"a\", 7);", vec![]),
            ("let a = 7; trace.took(a);", vec![]),
            ("if a { trace.took(b); } else if c { trace.took(d); } e();", vec!["e() with ()"]),
            ("let a = trace.rewrite_by_reading(\"B1\", X, span, a, |_| 'b');", vec!["'b' with 'x'"]),
            ("let a = trace.decide(X, !'b');", vec!["'b' with 'x'"]),
        ];
        for (step, expected) in steps {
            let text = format!("enum State {{ A, B }}\nfn f() {{\n{step}\n}}");
            assert_eq!(found(&text), expected, "{step}");
        }
    }

    #[test]
    fn leaves_what_the_compiler_evaluates() {
        assert_eq!(found("const A: u8 = 7;\nconst fn f() { if a {} }\nfn g() { [0; 7] }"), [] as [&str; 0]);
        assert_eq!(found("#[cfg(test)]\nmod tests { fn f() { if a {} } }"), [] as [&str; 0]);
    }
}
