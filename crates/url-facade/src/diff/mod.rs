//! Where two profiles part: the first step at which what they make of one input differs, whatever the shapes of their
//! specs.
//!
//! A spec that is a state machine, one that is a grammar and one that works in layers share no steps. They share the
//! bytes of the input. So the traces are aligned by these: first by where each profile begins and ends its components,
//! then, within a component that both cut out alike, by what became of each byte of it.

mod alignment;
mod minimize;
mod parting;
mod run;
mod sentence;
mod side;
mod subject;

use url_core::{Component, Reason, Section, Source, Span};

use crate::{ParseError, Parser, Url};

pub use minimize::{Minimal, minimize};
pub use run::Run;

/// What two profiles made of one input, and where they part.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The first profile's run.
    pub a: Run,
    /// The second one's.
    pub b: Run,
    /// Where they part; `None` where the results agree.
    pub parting: Option<Parting>,
}

/// Where two runs part.
///
/// Its [`Display`](std::fmt::Display) is a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parting {
    /// The component that is at stake: the first one in which the results differ, or in which one of them was rejected.
    pub component: Option<Component>,
    /// Which of the given strings `span` counts in.
    pub source: Source,
    /// The bytes at stake; empty where something is put in, or nothing stands there.
    pub span: Span,
    /// What the first profile did.
    pub a: Side,
    /// What the second one did.
    pub b: Side,
}

/// What one profile did where it parts from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The rule.
    pub section: Section,
    /// The step in the trace of the run, by its place in [`Recorder::events`](crate::Recorder::events); `None` where the trace has no such step, as for most rejections.
    pub step: Option<usize>,
    /// What the rule did.
    pub fate: Fate,
}

/// What became of the bytes at stake.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fate {
    /// There is no URL because of them.
    Rejected(Reason),
    /// They are `from`, and became `to`; nothing where they were dropped.
    Changed {
        /// What stood there.
        from: String,
        /// What became of it.
        to: String,
    },
    /// They stayed as they are.
    Kept(String),
    /// They belong to this component.
    ReadAs(Component),
    /// They delimit components, or are passed over.
    Passed,
    /// The component is left out.
    LeftOut,
}

/// Compares what `a` and `b` make of `input`, resolved against `base` where there is one, and finds the first step at
/// which they part.
///
/// Results agree when both are rejections, or when every component and the URL as a whole are the same strings. A
/// profile whose document stops at parsing is compared by what it parses.
///
/// **The first step.** In order:
/// 1. If one of the profiles begins or ends a component at a byte where the other does not (and neither has given up
///    before that byte), they part there, and each side is the rule that read that byte first.
/// 2. Otherwise, if one of them rejects, that rule is one side, and the other is the rule that let those bytes pass: the
///    one that changed all of them, or ended a component there, or else the one that took the component.
/// 3. Otherwise they part in the first component that differs, at its first byte of which different things became; a side
///    is the first rule that made of it what the other side has not.
///
/// Takes time and memory linear in the length of the input; see [`Recorder`](crate::Recorder) for what a trace keeps of
/// a long one.
///
/// # Examples
/// ```
/// use url_facade::{Parser, Profile, diff::diff};
/// let difference = diff("http://127.1/", None, Parser::new(Profile::Whatwg), Parser::new(Profile::Rfc3986));
/// let parting = difference.parting.unwrap();
/// assert_eq!(parting.a.section.id(), "whatwg#concept-host-parser-8");
/// assert_eq!(parting.b.section.id(), "rfc3986#host-8.1");
/// ```
pub fn diff(input: &str, base: Option<&str>, a: Parser, b: Parser) -> Difference {
    let (a, b) = (run::run(input, base, a), run::run(input, base, b));
    let parting = parting::find(input, base, &a, &b);
    Difference { a, b, parting }
}

/// Where `first` parts from each of `others`, in their order: what [`diff`] finds for each of them, where results differ.
///
/// Cheap for many inputs on which profiles mostly agree: `first` runs once, and with a trace at most once more, where any
/// other one differs; that one alone is then traced too.
///
/// # Examples
/// ```
/// use url_facade::{Parser, Profile, diff::partings};
/// let [first, a, b] = [Profile::Whatwg, Profile::Whatwg202602, Profile::Rfc3986].map(Parser::new);
/// let found: Vec<_> = partings("http://127.1/", None, first, &[a, b]).collect();
/// assert!(found[0].is_none());
/// assert_eq!(found[1].as_ref().unwrap().b.section.id(), "rfc3986#host-8.1");
/// ```
pub fn partings<'p>(
    input: &'p str,
    base: Option<&'p str>,
    first: Parser<'p>,
    others: &'p [Parser<'p>],
) -> impl Iterator<Item = Option<Parting>> + 'p {
    let of_first = run::result(input, base, first);
    let mut traced = None;
    others.iter().map(move |&other| {
        if !results_differ(&of_first, &run::result(input, base, other)) {
            return None;
        }
        let traced = traced.get_or_insert_with(|| run::run(input, base, first));
        parting::find(input, base, traced, &run::run(input, base, other))
    })
}

/// Whether the results of `a` and `b` on `input` differ, as [`diff`] sees it but without a trace.
///
/// # Examples
/// ```
/// use url_facade::{Parser, Profile, diff::differ};
/// let (a, b) = (Parser::new(Profile::Whatwg), Parser::new(Profile::Rfc3986));
/// assert!(!differ("http://a.test/x", None, a, b) && differ("http://a.test", None, a, b));
/// ```
pub fn differ(input: &str, base: Option<&str>, a: Parser, b: Parser) -> bool {
    results_differ(&run::result(input, base, a), &run::result(input, base, b))
}

fn results_differ(a: &Result<Url, ParseError>, b: &Result<Url, ParseError>) -> bool {
    match (a, b) {
        (Ok(a), Ok(b)) => first_different(a, b).is_some(),
        (Err(_), Err(_)) => false,
        _ => true,
    }
}

/// The first component in which two URLs differ. One that is missing and one that is empty are alike if the URLs are; a
/// difference in writing alone is one of the path, before which it is made.
fn first_different(a: &Url, b: &Url) -> Option<Component> {
    let same_text = a.as_str() == b.as_str();
    let differs = |component: &Component| {
        let (a, b) = (a.get(*component), b.get(*component));
        a.unwrap_or_default() != b.unwrap_or_default() || (a != b && !same_text)
    };
    let component = Component::ALL.into_iter().find(differs);
    component.or_else(|| (!same_text).then_some(Component::Path))
}
