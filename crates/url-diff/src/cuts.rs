//! Cuts: the offsets where components begin or end. Finds where the cuts of two runs of a parser differ.

use url_facade::{Component, Source, Span};

use crate::{
    difference::{Divergence, Outcome, Side},
    subject::Subject,
    view::View,
};

/// Finds the difference of two runs at byte `at` of the input, the first byte where their [`Cut`]s differ. If
/// both runs drop the text at `at`, finds the difference at the text after the dropped text.
pub(crate) fn by_cut(a: &View<'_>, b: &View<'_>, at: u32) -> Option<Divergence> {
    let found = by_cut_at(a, b, at)?;
    let input = a.given(Source::Input);
    let dropped = found.a.dropped().filter(|_| found.a.outcome == found.b.outcome);
    match dropped.and_then(|dropped| input.get(at as usize + dropped.len()..)) {
        Some(rest) => by_cut_at(a, b, Span::locate(rest.trim_start(), input)?.start),
        None => Some(found),
    }
}

fn by_cut_at(a: &View<'_>, b: &View<'_>, at: u32) -> Option<Divergence> {
    let next = |view: &View<'_>| cuts(view).into_iter().map(|(cut, _)| cut).find(|&cut| cut > at);
    let end = [next(a), next(b)].into_iter().flatten().min().unwrap_or(at);
    let span = Span { start: at, end };
    let component = b.component_at(Source::Input, at).or_else(|| a.component_at(Source::Input, at));
    let (one, other) = (a.reading_rule(span)?, b.reading_rule(span)?);
    // If only one run drops the text, the other run may have escaped or changed it.
    let beside = |view: &View<'_>, side: &Side, other: &Side| {
        let spelling = || view.accepting_rule(Source::Input, span, component, false, None, None);
        let spelled = other.dropped().and_then(|_| spelling());
        let is_spelled = |side: &Side| matches!(side.outcome, Outcome::Changed { .. });
        spelled.filter(is_spelled).unwrap_or_else(|| side.clone())
    };
    let (one, other) = (beside(a, &one, &other), beside(b, &other, &one));
    Some(Divergence { component, source: Source::Input, span, a: one, b: other })
}

/// Finds the difference between two runs that found `component` at different spans of the input. The
/// difference is at the first cut that only one run has.
pub(crate) fn by_boundary(a: &View<'_>, b: &View<'_>, component: Component) -> Option<Divergence> {
    let place = |view: &View<'_>| view.span(Source::Input, component);
    let is_there = |view: &View<'_>| place(view).is_some_and(|place| !place.is_empty());
    let differs = place(a) != place(b) && (is_there(a) || is_there(b));
    let at = cut_at(a, b).filter(|_| differs)?;
    let divergence = by_cut(a, b, at)?;
    // If only one run has the component, which ends before `at`, its side is the rule that found the
    // component.
    let only = |one: &View<'_>, other: &View<'_>| {
        let place = place(one)?;
        one.finding_rule(place).filter(|_| !is_there(other) && place.end <= at)
    };
    let (only_a, only_b) = (only(a, b), only(b, a));
    let place = only_a.as_ref().and(place(a)).or(only_b.as_ref().and(place(b)));
    // The other run may read these bytes as the scheme. If not, that run may have a rule that decided so.
    let scheme = |view: &View<'_>| view.finding_rule(place?).filter(is_scheme);
    let one = only_a.or_else(|| scheme(a)).unwrap_or(divergence.a);
    let other = only_b.or_else(|| scheme(b)).unwrap_or(divergence.b);
    let refused =
        |view: &View<'_>| view.first_rule_about(Subject::Scheme, view.finding_rule(place?)?.outcome);
    let (one, other) = match (is_scheme(&one), is_scheme(&other)) {
        (true, false) => (one, refused(b).unwrap_or(other)),
        (false, true) => (refused(a).unwrap_or(one), other),
        _ => (one, other),
    };
    let span = place.unwrap_or(divergence.span);
    let is_difference = one.outcome != other.outcome;
    is_difference.then_some(Divergence { component: Some(component), span, a: one, b: other, ..divergence })
}

pub(crate) fn is_scheme(side: &Side) -> bool {
    side.outcome == Outcome::ReadAs(Component::Scheme)
}

/// A position where a component of the input begins or ends: the byte offset, and the index in
/// [`Component::ALL`] of the component that begins there, or `None` if a component ends there.
pub(crate) type Cut = (u32, Option<usize>);

/// Returns the cuts of a run, in order. An empty component has no cuts.
///
/// At the start of a user name, a password or a port, a parser does not know yet that the text is not the
/// host, so the cut names the host. For the same reason, the first cut names the scheme.
pub(crate) fn cuts(view: &View<'_>) -> Vec<Cut> {
    cuts_of(view, |_| true)
}

fn cuts_of(view: &View<'_>, counts: impl Fn(Span) -> bool) -> Vec<Cut> {
    let mut cuts = Vec::new();
    for component in Component::ALL {
        let place = view.span(Source::Input, component);
        let Some(place) = place.filter(|place| !place.is_empty() && counts(*place)) else { continue };
        let begins = match component {
            Component::User | Component::Password | Component::Port => Component::Host,
            component => component,
        };
        cuts.extend([(place.start, Some(begins as usize)), (place.end, None)]);
    }
    cuts.sort_unstable();
    if let Some((_, first)) = cuts.first_mut() {
        *first = Some(Component::Scheme as usize);
    }
    cuts
}

pub(crate) fn cut_at(a: &View<'_>, b: &View<'_>) -> Option<u32> {
    first_different_cut(&cuts(a), &cuts(b))
}

/// Works like [`cut_at`] for two runs of which one rejects the input. Since `rejecting` may have stopped
/// early, a component of `accepting` is compared only if `rejecting` found some component in the same bytes.
pub(crate) fn cut_before_rejection(accepting: &View<'_>, rejecting: &View<'_>) -> Option<u32> {
    let found = |span: Span| rejecting.has_component_in(Source::Input, span);
    first_different_cut(&cuts_of(accepting, found), &cuts(rejecting))
}

fn first_different_cut(a: &[Cut], b: &[Cut]) -> Option<u32> {
    let same = a.iter().zip(b).take_while(|(one, other)| one == other).count();
    [a.get(same), b.get(same)].into_iter().flatten().map(|&(at, _)| at).min()
}
