//! Where components begin and end, and where two runs differ in that.

use url_facade::{Component, Source, Span};

use crate::{difference::Divergence, side::View};

/// Where two runs differ at byte `at` of the input, at which only one of them has a cut, or they have different cuts.
pub(crate) fn by_cut(a: &View<'_>, b: &View<'_>, at: u32) -> Option<Divergence> {
    let next = |view: &View<'_>| cuts(view).into_iter().map(|(cut, _)| cut).find(|&cut| cut > at);
    let end = [next(a), next(b)].into_iter().flatten().min().unwrap_or(at);
    let span = Span { start: at, end };
    let component = b.component_at(Source::Input, at).or_else(|| a.component_at(Source::Input, at));
    Some(Divergence { component, source: Source::Input, span, a: a.reading(span)?, b: b.reading(span)? })
}

/// The kind of a cut: what begins or ends there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cut {
    End,
    /// The start of the first component.
    Start,
    StartOfAuthority,
    StartOfPath,
    StartOfQuery,
    StartOfFragment,
}

/// The cuts of a run in order: where components of the input begin and end. An empty component has none.
///
/// Only the end of the user information shows where the host begins, and only the end of the scheme shows that it is one.
/// So all parts of an authority begin with the same cut, and so does every first component.
pub(crate) fn cuts(view: &View<'_>) -> Vec<(u32, Cut)> {
    cuts_of(view, |_| true)
}

/// The cuts of those components whose places `counts`.
fn cuts_of(view: &View<'_>, counts: impl Fn(Span) -> bool) -> Vec<(u32, Cut)> {
    let mut cuts = Vec::new();
    for component in Component::ALL {
        let place = view.place(Source::Input, component);
        let Some(place) = place.filter(|place| !place.span.is_empty() && counts(place.span)) else {
            continue;
        };
        let start = match component {
            Component::Scheme => Cut::Start,
            Component::User | Component::Password | Component::Host | Component::Port => {
                Cut::StartOfAuthority
            }
            Component::Path => Cut::StartOfPath,
            Component::Query => Cut::StartOfQuery,
            Component::Fragment => Cut::StartOfFragment,
        };
        cuts.extend([(place.span.start, start), (place.span.end, Cut::End)]);
    }
    cuts.sort_unstable();
    if let Some((_, first)) = cuts.first_mut() {
        *first = Cut::Start;
    }
    cuts
}

/// The first byte of the input at which the cuts of two runs differ.
pub(crate) fn cut_at(a: &View<'_>, b: &View<'_>) -> Option<u32> {
    first_different_cut(&cuts(a), &cuts(b))
}

/// The same, for two runs of which one rejects the input: it may have stopped before it found what the other one found.
/// A component of `accepting` counts only if `rejecting` found one among its bytes.
pub(crate) fn cut_before_rejection(accepting: &View<'_>, rejecting: &View<'_>) -> Option<u32> {
    let found = |span: Span| {
        let mut places = Component::ALL
            .into_iter()
            .filter_map(|part| rejecting.place(Source::Input, part))
            .map(|place| place.span);
        places.any(|place| place.start < span.end && span.start < place.end)
    };
    first_different_cut(&cuts_of(accepting, found), &cuts(rejecting))
}

fn first_different_cut(a: &[(u32, Cut)], b: &[(u32, Cut)]) -> Option<u32> {
    let same = a.iter().zip(b).take_while(|(one, other)| one == other).count();
    [a.get(same), b.get(same)].into_iter().flatten().map(|&(at, _)| at).min()
}
