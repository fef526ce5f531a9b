//! Comparing what profiles make of one input.

use url_facade::Parser;

use crate::{
    difference::{Difference, Parting},
    parting,
    run::{RunResult, first_different, result, run},
};

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
/// Takes time and memory linear in the length of the input; see [`Recorder`](url_facade::Recorder) for what a trace keeps of
/// a long one.
///
/// # Examples
/// ```
/// use url_diff::diff;
/// use url_facade::{Parser, Profile};
/// let difference = diff("http://127.1/", None, Parser::new(Profile::Whatwg), Parser::new(Profile::Rfc3986));
/// let parting = difference.parting.unwrap();
/// assert_eq!(parting.a.section.id(), "whatwg#concept-host-parser-8");
/// assert_eq!(parting.b.section.id(), "rfc3986#host-8.1");
/// ```
pub fn diff(input: &str, base: Option<&str>, a: Parser<'_>, b: Parser<'_>) -> Difference {
    let (a, b) = (run(input, base, a), run(input, base, b));
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
/// use url_diff::partings;
/// use url_facade::{Parser, Profile};
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
    let of_first = result(input, base, first);
    let mut traced = None;
    others.iter().map(move |&other| {
        if !differ_in_result(&of_first, &result(input, base, other)) {
            return None;
        }
        let traced = traced.get_or_insert_with(|| run(input, base, first));
        parting::find(input, base, traced, &run(input, base, other))
    })
}

/// Whether the results of `a` and `b` on `input` differ, as [`diff`] sees it but without a trace.
///
/// # Examples
/// ```
/// use url_diff::differ;
/// use url_facade::{Parser, Profile};
/// let (a, b) = (Parser::new(Profile::Whatwg), Parser::new(Profile::Rfc3986));
/// assert!(!differ("http://a.test/x", None, a, b) && differ("http://a.test", None, a, b));
/// ```
pub fn differ(input: &str, base: Option<&str>, a: Parser<'_>, b: Parser<'_>) -> bool {
    differ_in_result(&result(input, base, a), &result(input, base, b))
}

/// Whether two results differ. Two rejections are alike.
fn differ_in_result(a: &RunResult, b: &RunResult) -> bool {
    match (a, b) {
        (Ok(a), Ok(b)) => first_different(a, b).is_some(),
        (Err(_), Err(_)) => false,
        _ => true,
    }
}
