//! Text with all its mutants compiled in, each guarded by a switch that is read at run time: `mutant(7)` is
//! true only in a run with `URLSPEC_MUTANT=7`. Therefore a thousand mutants are compiled once.
//!
//! Replacements are inserted next to the original text, which is never removed. An expression `a < b` becomes
//! `(if mutant(7) { a <= b } else { a < b })`, where the first `a` and `b` contain no mutants of their own.

use std::{collections::BTreeMap, ops::Range};

use anyhow::{Context as _, Result};
use syn::{
    Arm, Attribute, BinOp, Block, Expr, ExprBinary, ExprStruct, ExprUnary, FieldValue, ImplItemFn, ItemFn,
    Meta, Pat,
    spanned::Spanned as _,
    visit::{self, Visit},
};

use super::mutant::Mutant;

/// The environment variable that chooses a mutant.
pub(super) const VARIABLE: &str = "URLSPEC_MUTANT";

/// The text that is appended to the crate that all others use. It has no `std`.
pub(super) const SWITCH: &str = r#"
extern crate std as std_of_mutants;
#[doc(hidden)]
#[expect(missing_docs)]
pub fn mutant(number: usize) -> bool {
    static CHOSEN: std_of_mutants::sync::OnceLock<usize> = std_of_mutants::sync::OnceLock::new();
    let chosen = || std_of_mutants::env::var("URLSPEC_MUTANT").ok()?.parse().ok();
    *CHOSEN.get_or_init(|| chosen().unwrap_or(usize::MAX)) == number
}
"#;

/// A text with mutants, and the places of each mutant's text.
pub(super) struct Switched {
    pub(super) text: String,
    /// The bytes of `text` that belong to a mutant, with its number.
    places: Vec<(Range<usize>, usize)>,
    /// The mutants that cannot be made this way.
    pub(super) left_out: Vec<usize>,
}

impl Switched {
    /// Inserts `mutants`, each with its number, into `text`; `call` is the path of the switch function.
    pub(super) fn new(text: &str, call: &str, mutants: &[(usize, &Mutant)]) -> Result<Self> {
        let file = syn::parse_file(text).context("cannot parse")?;
        let mut sites = Sites(BTreeMap::new());
        sites.visit_file(&file);
        let (mut pieces, mut left_out) = (Vec::new(), Vec::new());
        for &(number, mutant) in mutants {
            let span = mutant.span_in(text)?;
            let on = format!("{call}({number})");
            let genre = GENRES.into_iter().find(|genre| mutant.genre == *genre);
            let genre = genre.with_context(|| format!("no known kind of mutant: {}", mutant.name))?;
            match sites.0.get(&(genre, span.start)) {
                Some(site) => pieces.extend(site.pieces(text, &span, &on, &mutant.replacement, number)),
                None => left_out.push(number),
            }
        }
        // At one place, pieces that end come before pieces that begin; of those that begin, the longest is
        // first.
        pieces.sort_by_key(|piece| {
            let (long, number) = (piece.of.len(), piece.number);
            let order = if piece.begins { (usize::MAX - long, number) } else { (long, usize::MAX - number) };
            (piece.at, piece.begins, order)
        });
        let (mut made, mut places, mut at) = (String::with_capacity(text.len() * 2), Vec::new(), 0);
        for piece in pieces {
            made.push_str(&text[at..piece.at]);
            let start = made.len();
            made.push_str(&piece.text);
            places.push((start..made.len(), piece.number));
            at = piece.at;
        }
        made.push_str(&text[at..]);
        Ok(Self { text: made, places, left_out })
    }

    /// Returns the mutants that may cause a compiler error at the bytes `place` of the text: those whose text
    /// contains it, or else those on the lines around it.
    pub(super) fn at(&self, place: &Range<usize>) -> Vec<usize> {
        let touching = |near: usize| {
            let (start, end) = (place.start.saturating_sub(near), place.end + near);
            let touched = self.places.iter().filter(move |(range, _)| range.start < end && start < range.end);
            touched.map(|(_, number)| *number).collect::<Vec<_>>()
        };
        [0, 200, 2000, usize::MAX / 2]
            .into_iter()
            .map(touching)
            .find(|found| !found.is_empty())
            .unwrap_or_default()
    }
}

/// A piece of text to insert.
struct Piece {
    at: usize,
    /// True if it is inserted before the code `of`.
    begins: bool,
    /// The code that it belongs to.
    of: Range<usize>,
    text: String,
    number: usize,
}

/// The kinds of mutants, as `cargo-mutants` names them.
const GENRES: [&str; 6] =
    ["FnValue", "BinaryOperator", "UnaryOperator", "MatchArm", "MatchArmGuard", "StructField"];

/// A place that a mutant may change.
enum Site {
    Body,
    /// A whole expression.
    Whole(Range<usize>),
    /// An arm: the end of its pattern, and its guard.
    Arm(Range<usize>, Option<Range<usize>>),
    /// A field of a literal with a base: the text after the name, if any, and the base.
    Field {
        name: Range<usize>,
        value: Option<Range<usize>>,
        base: Range<usize>,
    },
}

impl Site {
    /// Returns the pieces that a mutant inserts which replaces the bytes `span` of `text`.
    fn pieces(
        &self,
        text: &str,
        span: &Range<usize>,
        on: &str,
        replacement: &str,
        number: usize,
    ) -> Vec<Piece> {
        let around = |of: &Range<usize>, before: String, after: &str| {
            let before = Piece { at: of.start, begins: true, of: of.clone(), text: before, number };
            let after = Piece { at: of.end, begins: false, of: of.clone(), text: after.to_owned(), number };
            vec![before, after]
        };
        match self {
            Self::Body => {
                let text = format!("if {on} {{ return {replacement}; }} ");
                vec![Piece { at: span.start, begins: true, of: span.start..usize::MAX, text, number }]
            }
            Self::Whole(whole) => {
                let changed =
                    [&text[whole.start..span.start], replacement, &text[span.end..whole.end]].concat();
                around(whole, format!("(if {on} {{ {changed} }} else {{ "), " })")
            }
            Self::Arm(_, Some(guard)) => around(guard, format!("(!{on} && ("), "))"),
            Self::Arm(pattern, None) => around(pattern, String::new(), &format!(" if !{on}")),
            Self::Field { name, value, base } => {
                let (base, field) = (&text[base.clone()], &text[name.clone()]);
                let before = format!("(if {on} {{ ({base}).{field} }} else {{ ");
                match value {
                    Some(value) => around(value, before, " })"),
                    None => around(name, String::new(), &format!(": {before}{field} }})")),
                }
            }
        }
    }
}

/// Finds the places of a file that a mutant may change, by kind and first byte.
struct Sites(BTreeMap<(&'static str, usize), Site>);

impl Sites {
    fn add(&mut self, genre: &'static str, at: usize, site: Site) {
        self.0.insert((genre, at), site);
    }
}

/// True if an item with `attributes` is not part of a build with every feature.
fn is_without_a_feature(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) => {
            list.path.is_ident("cfg") && list.tokens.to_string().replace(' ', "").starts_with("not(feature")
        }
        _ => false,
    })
}

/// True if `expression` contains a `let`, and therefore cannot be wrapped.
fn has_let(expression: &Expr) -> bool {
    match expression {
        Expr::Let(_) => true,
        Expr::Binary(ExprBinary { op: BinOp::And(_), left, right, .. }) => has_let(left) || has_let(right),
        _ => false,
    }
}

impl<'a> Visit<'a> for Sites {
    fn visit_item_fn(&mut self, function: &'a ItemFn) {
        if !is_without_a_feature(&function.attrs) {
            visit::visit_item_fn(self, function);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'a ImplItemFn) {
        if !is_without_a_feature(&function.attrs) {
            visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_block(&mut self, block: &'a Block) {
        if let Some(first) = block.stmts.first() {
            self.add("FnValue", first.span().byte_range().start, Site::Body);
        }
        visit::visit_block(self, block);
    }

    fn visit_expr_binary(&mut self, binary: &'a ExprBinary) {
        if !has_let(&binary.left) && !has_let(&binary.right) {
            self.add(
                "BinaryOperator",
                binary.op.span().byte_range().start,
                Site::Whole(binary.span().byte_range()),
            );
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'a ExprUnary) {
        let whole = unary.span().byte_range();
        self.add("UnaryOperator", whole.start, Site::Whole(whole));
        visit::visit_expr_unary(self, unary);
    }

    fn visit_arm(&mut self, arm: &'a Arm) {
        let whole = arm.span().byte_range();
        let (pattern, guard) = match &arm.pat {
            Pat::Guard(guarded) => (&*guarded.pat, Some(&*guarded.guard)),
            pattern => (pattern, None),
        };
        if !guard.is_some_and(has_let) {
            let guard = guard.map(|guard| guard.span().byte_range());
            self.add("MatchArm", whole.start, Site::Arm(pattern.span().byte_range(), guard.clone()));
            if let Some(guard) = guard {
                self.add("MatchArmGuard", guard.start, Site::Whole(guard));
            }
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_struct(&mut self, literal: &'a ExprStruct) {
        if let Some(base) = &literal.rest {
            for field in &literal.fields {
                let FieldValue { member, colon_token, expr, .. } = field;
                let value = colon_token.map(|_| expr.span().byte_range());
                let (name, base) = (member.span().byte_range(), base.span().byte_range());
                self.add("StructField", field.span().byte_range().start, Site::Field { name, value, base });
            }
        }
        visit::visit_expr_struct(self, literal);
    }
}
