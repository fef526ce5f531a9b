//! Compares the results of profiles on one input.

use url_facade::Parser;

use crate::{
    difference::{Difference, Divergence},
    divergence,
    fast::{is_serialized_alike, serializes_alike},
    run::{RunResult, first_different, result, run},
};

/// Compares the results of `a` and `b` on `input`, resolved against `base` if there is one, and finds the
/// first step at which they differ.
///
/// Results agree if both are rejections, or if every component and the serialized URL are the same strings. A
/// profile whose document defines parsing only is compared by the components it parses.
///
/// **The first step.** In order:
/// 1. If one profile begins or ends a component at a byte where the other does not (and neither has rejected
///    the input before that byte), they differ there. Each [`Side`](crate::Side) is the first rule that read
///    that byte.
/// 2. Otherwise, if one profile rejects, one side is the rule that rejects, and the other side is the rule
///    that accepts those bytes: the rule that ended a component there or changed all of them, or else the
///    rule that read the component. If something is rejected because it is missing, the other side is the
///    rule on the same subject.
/// 3. Otherwise they differ in the first component with different text, at the first byte of it that became
///    different text. Each side is the first rule that produced a text that the other side does not have. If
///    a profile omits or adds the component, its side is the rule that does so. If both merge the reference's
///    path with the base's folders, those folders are compared last.
///
/// A rule is never reported if the name of its algorithm contains a component other than the one in which the
/// profiles differ.
///
/// Takes time and memory linear in the length of the input. [`Recorder`](url_facade::trace::Recorder)
/// documents how much of a long input a trace keeps.
///
/// # Examples
/// ```
/// use url_diff::diff;
/// use url_facade::{Parser, Profile};
/// let difference = diff("http://127.1/", None, Parser::new(Profile::Whatwg), Parser::new(Profile::Rfc3986));
/// let divergence = difference.divergence.unwrap();
/// assert_eq!(divergence.a.section.id(), "whatwg#concept-host-parser-8");
/// assert_eq!(divergence.b.section.id(), "rfc3986#host-8.1");
/// ```
pub fn diff(input: &str, base: Option<&str>, a: Parser<'_>, b: Parser<'_>) -> Difference {
    let (a, b) = (run(input, base, a), run(input, base, b));
    let divergence = divergence::find(input, base, &a, &b);
    Difference { a, b, divergence }
}

/// Compares `first` with each of `others`, in order. For each, yields the [`Divergence`] that [`diff`] finds,
/// or `None` if the results agree.
///
/// Cheap for many inputs on which profiles mostly agree: `first` runs once without a trace, and once more
/// with a trace if any other profile differs from it. Of the others, only those that differ are traced.
///
/// # Examples
/// ```
/// use url_diff::divergences;
/// use url_facade::{Parser, Profile};
/// let [first, a, b] = [Profile::Whatwg, Profile::Whatwg202602, Profile::Rfc3986].map(Parser::new);
/// let found: Vec<_> = divergences("http://127.1/", None, first, &[a, b]).collect();
/// assert!(found[0].is_none());
/// assert_eq!(found[1].as_ref().unwrap().b.section.id(), "rfc3986#host-8.1");
/// ```
pub fn divergences<'p>(
    input: &'p str,
    base: Option<&'p str>,
    first: Parser<'p>,
    others: &'p [Parser<'p>],
) -> impl Iterator<Item = Option<Divergence>> + 'p {
    let is_made_alike = base.is_none() && serializes_alike(first.profile()) && is_serialized_alike(input);
    let (mut of_first, mut traced) = (None, None);
    others.iter().map(move |&other| {
        // FAST: both profiles produce the same URL from this input.
        if is_made_alike && serializes_alike(other.profile()) {
            return None;
        }
        let of_first = of_first.get_or_insert_with(|| result(input, base, first));
        if !differ_in_result(of_first, &result(input, base, other)) {
            return None;
        }
        let traced = traced.get_or_insert_with(|| run(input, base, first));
        divergence::find(input, base, traced, &run(input, base, other))
    })
}

/// Returns true if the results of `a` and `b` on `input` differ. The comparison is that of [`diff`], without
/// a trace.
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

fn differ_in_result(a: &RunResult, b: &RunResult) -> bool {
    match (a, b) {
        (Ok(a), Ok(b)) => first_different(a, b).is_some(),
        (Err(_), Err(_)) => false,
        _ => true,
    }
}
