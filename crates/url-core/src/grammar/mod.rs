//! Grammars as data: the rules and their parts. Diagrams are drawn from them, and tests check that the functions that
//! implement them accept the same language.

pub mod webspecs;

use crate::ByteSet;

/// A grammar rule: a name and what it matches.
///
/// # Examples
/// ```
/// use url_core::grammar::{Node, webspecs};
/// let scheme = webspecs::RULES.iter().find(|rule| rule.name == "scheme").unwrap();
/// assert!(matches!(scheme.body, Node::Sequence([Node::OneOf(..), Node::ZeroOrMore(_)])));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Its name, as other rules refer to it.
    pub name: &'static str,
    /// What it matches.
    pub body: Node,
}

/// A part of a rule. Matching backtracks: alternatives are tried in order, repetitions are greedy, and a choice that
/// does not lead to a match of the whole input is undone.
#[derive(Clone, Copy, Debug)]
pub enum Node {
    /// Literal text.
    Text(&'static str),
    /// Literal text, in any case.
    TextInAnyCase(&'static str),
    /// One character of a set; the first field is its notation.
    OneOf(&'static str, &'static ByteSet),
    /// One character outside a set; the first field is the notation of the set.
    Except(&'static str, &'static ByteSet),
    /// What the rule of this name matches.
    Rule(&'static str),
    /// All of the nodes, one after another.
    Sequence(&'static [Node]),
    /// The first of the nodes that leads to a match.
    Choice(&'static [Node]),
    /// The node, or nothing.
    Optional(&'static Node),
    /// The node, any number of times.
    ZeroOrMore(&'static Node),
    /// The node, from the first number of times to the second.
    Times(&'static Node, usize, usize),
    /// Nothing, provided that the condition holds.
    Where(Condition),
}

/// A condition that the prose of a document adds to its diagrams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The scheme that starts here is not a relative scheme.
    SchemeIsNotRelative,
    /// The scheme that starts here is not that of the base.
    SchemeIsNotThatOfBase,
    /// The input ends here, or a character that ends a host follows.
    EndOfHost,
}

impl Condition {
    /// Returns the condition in a few words, for diagrams.
    pub const fn text(self) -> &'static str {
        match self {
            Self::SchemeIsNotRelative => "scheme is not relative",
            Self::SchemeIsNotThatOfBase => "scheme is not the base's",
            Self::EndOfHost => "before one of [:/\\?#] or the end",
        }
    }
}
