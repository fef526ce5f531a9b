//! Compares the results of profiles on one input.

use url_facade::{Parser, Profile, fast::nearly_plain};

use crate::{
    difference::{Difference, Divergence},
    divergence::find,
    run::{Run, RunResult, first_different, result},
};

/// Compares the results of the profiles `a` and `b` on `input`, which is resolved against `base` if there is
/// one, and finds the first step at which the profiles differ.
///
/// Results agree if both are rejections, or if every component and the serialized URL are the same strings. A
/// profile whose document defines parsing only is compared by the components it parses.
///
/// **The first step.** In order:
/// 1. If one profile begins or ends a component at a byte where the other does not (and neither rejected the
///    input before that byte), the profiles differ at that byte. Each [`Side`](crate::Side) is the first rule
///    that read that byte.
/// 2. Otherwise, if one profile rejects the input, its side is the rule that rejects some bytes. The other
///    side is the rule that ended a component at these bytes or changed all of them, or else the rule that
///    read the component. If the input is rejected because a part is missing, the other side is the rule
///    about the same subject.
/// 3. Otherwise, the profiles differ in the first component whose text differs, at the first byte that the
///    profiles changed differently. Each side is the first rule whose result the other profile does not have.
///    If a profile omits or adds the component, its side is the rule that does so. If both profiles merge a
///    relative path with the path of the base, the part from the base is compared last.
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
    let (a, b) = (Run::new(input, base, a), Run::new(input, base, b));
    let divergence = divergence(input, base, &a, &b);
    Difference { a, b, divergence }
}

/// Finds the first step at which two runs on `input` and `base` differ, as [`diff`] does. To compare many
/// profiles on one input, run each only once.
///
/// # Examples
/// ```
/// use url_diff::{Run, divergence};
/// use url_facade::{Parser, Profile};
/// let run = |profile| Run::new("http://127.1/", None, Parser::new(profile));
/// let (a, b) = (run(Profile::Whatwg), run(Profile::Rfc3986));
/// assert_eq!(divergence("http://127.1/", None, &a, &b).unwrap().b.section.id(), "rfc3986#host-8.1");
/// ```
pub fn divergence(input: &str, base: Option<&str>, a: &Run, b: &Run) -> Option<Divergence> {
    find(input, base, a, b)
}

/// Compares `first` with each of `others`, in order. For each, yields the [`Divergence`] that [`diff`] finds,
/// or `None` if the results agree.
///
/// Fast if the profiles mostly agree: every profile runs once without a trace. Only a profile that differs
/// from `first` runs again with a trace, and `first` runs again once if any profile differs from it.
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
        let traced = traced.get_or_insert_with(|| Run::new(input, base, first));
        divergence(input, base, traced, &Run::new(input, base, other))
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

/// Returns true if `profile` is in the list of profiles whose results are equal for each URL for which
/// [`is_serialized_alike`] returns true.
fn serializes_alike(profile: Profile) -> bool {
    let name = profile.name();
    matches!(name, "whatwg" | "whatwg-2026-02" | "rfc3986" | "barth-01") || name.starts_with("manakai")
}

/// Returns true if the profiles of [`serializes_alike`] serialize `url` to the same text.
///
/// FAST: `url` is [`nearly_plain`] with a path and without escapes, so these profiles only put the scheme and
/// the host in lower case, and remove dot-segments.
fn is_serialized_alike(url: &str) -> bool {
    !url.contains('%') && nearly_plain(url).is_some_and(|found| !found.path.is_empty())
}

#[cfg(test)]
mod tests {
    use url_facade::{Parser, Profile};

    use super::{differ, is_serialized_alike, serializes_alike};

    #[test]
    fn plain_urls_are_serialized_alike() {
        let available = Profile::available().iter().copied();
        let makers: Vec<_> = available.filter(|&profile| serializes_alike(profile)).collect();
        assert_eq!(makers.len(), 8, "{makers:?}");
        let ends = url_testdata::hostile::short_strings("a1-./%2Ee;:@_~'?#[=+$!", 3);
        let mut found = 0;
        let starts = "http:// http://a.b HTTPS://A-1.b2/x http://a.b/x/.. http://a.b/x/.? http://a.b/#";
        for start in starts.split(' ') {
            for url in ends.iter().map(|end| format!("{start}{end}")).filter(|url| is_serialized_alike(url)) {
                let differs = |other| differ(&url, None, Parser::default(), Parser::new(other));
                assert!(!makers.iter().copied().any(differs), "{url}");
                found += 1;
            }
        }
        assert!(found > 10_000, "{found}");
    }
}
