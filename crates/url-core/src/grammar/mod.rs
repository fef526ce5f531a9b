//! Grammars as data: what a rule is made of. Diagrams are drawn from them, and tests hold the functions that implement
//! them to the same language.

pub mod webspecs;

use crate::ByteSet;

/// A rule: a name and what it matches.
///
/// # Examples
/// ```
/// use url_core::grammar::{Node, webspecs};
/// let scheme = webspecs::RULES.iter().find(|rule| rule.name == "scheme").unwrap();
/// assert!(matches!(scheme.body, Node::Sequence([Node::OneOf(..), Node::ZeroOrMore(_)])));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Its name, as other rules write it.
    pub name: &'static str,
    /// What it matches.
    pub body: Node,
}

/// A part of a rule. Alternatives are tried in order, repetitions as often as they match, and whatever does not lead to a
/// match of the whole input is tried otherwise.
#[derive(Clone, Copy, Debug)]
pub enum Node {
    /// This text.
    Text(&'static str),
    /// This text, in any case.
    TextInAnyCase(&'static str),
    /// One character of a set, which is written as the first field says.
    OneOf(&'static str, &'static ByteSet),
    /// One character that is not in a set, which is written as the first field says.
    Except(&'static str, &'static ByteSet),
    /// What the rule of this name matches.
    Rule(&'static str),
    /// All of them, one after another.
    Sequence(&'static [Node]),
    /// One of them.
    Choice(&'static [Node]),
    /// This or nothing.
    Optional(&'static Node),
    /// This, any number of times.
    ZeroOrMore(&'static Node),
    /// This, from the first number of times to the second.
    Times(&'static Node, usize, usize),
    /// Nothing, but only where the condition holds.
    Where(Condition),
}

/// What the prose of a document adds to its diagrams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The scheme that begins here is not a relative scheme.
    SchemeIsNotRelative,
    /// The scheme that begins here is not that of the base.
    SchemeIsNotThatOfBase,
    /// The input ends here, or a character that ends a host stands here.
    EndOfHost,
}

impl Condition {
    /// The condition in a few words, for diagrams.
    pub const fn text(self) -> &'static str {
        match self {
            Self::SchemeIsNotRelative => "scheme is not relative",
            Self::SchemeIsNotThatOfBase => "scheme is not the base's",
            Self::EndOfHost => "before one of [:/\\?#] or the end",
        }
    }
}
