//! The parameters of queries: removing some, and sorting the rest.

use smallvec::SmallVec;

use crate::{
    draft::Edits,
    parts::{name_of, pair_end},
};

/// The pairs of a query, each with the length of its name: few queries have more.
pub(crate) type Pairs<'q> = SmallVec<[(&'q str, usize); 16]>;

/// Removes the pairs of `query` (without its `?`) whose name `is_removed`, each with one `&`.
pub(crate) fn remove_pairs(query: &str, edits: &mut Edits, is_removed: impl Fn(&str) -> bool) {
    let mut at = 0;
    // Whether a pair before this one stays, so that the `&` between them goes with this one.
    let mut has_kept = false;
    loop {
        let end = pair_end(query.as_bytes(), at);
        if is_removed(name_of(&query[at..end])) {
            let start = if has_kept { at - 1 } else { at };
            let stop = if has_kept { end } else { (end + 1).min(query.len()) };
            edits.remove(start..stop);
        } else {
            has_kept = true;
        }
        if end == query.len() {
            return;
        }
        at = end + 1;
    }
}

/// Sorts the pairs of `query` (without its `?`) by name; those with the same name keep their order. Removes empty ones.
pub(crate) fn sort_pairs(query: &str, edits: &mut Edits) {
    if is_sorted(query) {
        return;
    }
    let mut sorted: Pairs<'_> = pairs(query).filter(|(pair, _)| !pair.is_empty()).collect();
    sort(&mut sorted);
    let mut new = String::with_capacity(query.len());
    for (i, (pair, _)) in sorted.iter().enumerate() {
        if i > 0 {
            new.push('&');
        }
        new.push_str(pair);
    }
    if new != query {
        edits.replace(0..query.len(), &new);
    }
}

/// The same for pairs of which none is empty.
pub(crate) fn sort(pairs: &mut Pairs<'_>) {
    pairs.sort_by(|&(a, a_name), &(b, b_name)| a.as_bytes()[..a_name].cmp(&b.as_bytes()[..b_name]));
}

/// Each pair of `query` (without its `?`), with the length of its name.
pub(crate) fn pairs(query: &str) -> impl Iterator<Item = (&str, usize)> {
    let bytes = query.as_bytes();
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next?;
        // A loop over bytes: names are too short for a search by vectors.
        let mut name_end = None;
        let mut end = start;
        while end < bytes.len() && bytes[end] != b'&' {
            if bytes[end] == b'=' && name_end.is_none() {
                name_end = Some(end);
            }
            end += 1;
        }
        next = (end < bytes.len()).then_some(end + 1);
        Some((&query[start..end], name_end.unwrap_or(end) - start))
    })
}

/// Whether the names of the pairs of `query` are in order, and no pair is empty.
fn is_sorted(query: &str) -> bool {
    let mut last = "";
    query.is_empty()
        || pairs(query).all(|(pair, name)| {
            let name = &pair[..name];
            let is_in_order = !pair.is_empty() && last <= name;
            last = name;
            is_in_order
        })
}

#[cfg(test)]
mod tests {
    use super::{remove_pairs, sort_pairs};
    use crate::{draft::Draft, rule::Rule};

    fn without_x(query: &str) -> String {
        let mut draft = Draft::new(query, false);
        draft.pass(Rule::TrackingParameter, |text, edits| {
            remove_pairs(text, edits, |name| name == "x");
        });
        draft.text().into()
    }

    #[test]
    fn a_pair_goes_with_one_ampersand() {
        for (query, expected) in [
            ("x=1", ""),
            ("x", ""),
            ("x&x", ""),
            ("a&x=1", "a"),
            ("x=1&a", "a"),
            ("a&x&b&x=2&x&c", "a&b&c"),
            ("&x&", "&"),
            ("ax=x", "ax=x"),
            ("x&&a", "&a"),
        ] {
            assert_eq!(without_x(query), expected, "{query}");
        }
    }

    #[test]
    fn pairs_of_one_name_keep_their_order() {
        for (query, expected) in [
            ("b=1&a=2&b=0&a=1", "a=2&a=1&b=1&b=0"),
            ("a=1&a=0", "a=1&a=0"),
            ("&&a&", "a"),
            ("&", ""),
            ("a=b&a", "a=b&a"),
            ("a.=1&a=2", "a=2&a.=1"),
        ] {
            let mut draft = Draft::new(query, false);
            draft.pass(Rule::ParameterOrder, sort_pairs);
            assert_eq!(draft.text(), expected, "{query}");
        }
    }
}
