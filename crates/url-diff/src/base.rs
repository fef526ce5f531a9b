//! Finds the difference of two runs that use the base differently.

use url_facade::{Component, Source, Span};

use crate::{
    difference::{Divergence, Outcome, Side},
    subject::Subject,
    view::View,
};

/// Finds the difference between two runs if only one of them takes `component` from the base.
pub(crate) fn by_use_of_base(a: &View<'_>, b: &View<'_>, component: Component) -> Option<Divergence> {
    let is_scheme = component == Component::Scheme;
    let (text_a, text_b) = (a.text(component), b.text(component));
    let takes = |view: &View<'_>, text: Option<&str>, other: Option<&str>| {
        let (place, of_base) = (view.span(Source::Input, component), view.span(Source::Base, component));
        // A spec may define a base of its own, to be used if none is given.
        let is_put_there = is_scheme && place.is_none() && view.first_base_decision(true).is_some();
        let is_of_base = of_base.is_some() && !is_scheme || is_put_there;
        let is_empty_there = || other.is_none() && of_base.is_some_and(Span::is_empty);
        let is_there = text.is_some_and(|text| !text.is_empty() || is_empty_there());
        is_of_base && is_there && !view.is_read(component)
    };
    let (of_a, of_b) = (takes(a, text_a, text_b), takes(b, text_b, text_a));
    let is_other_scheme = is_scheme && of_a != of_b;
    // Only one run takes the component from the base; the other run found or made its own text for it.
    let own = if of_a { b } else { a };
    let is_own = own.span(Source::Input, component).is_some_and(|place| !place.is_empty());
    let is_joined =
        own.uses_base() || own.joining_rule().is_some_and(|side| side.outcome == Outcome::UsedBase);
    let is_other =
        is_other_scheme || (of_a != of_b && (component == Component::Query || is_own && !is_joined));
    let of_base = |(span, a, b)| Divergence { component: Some(component), source: Source::Base, span, a, b };
    if let (Some(text_a), Some(text_b), false) = (text_a, text_b, is_other) {
        return copied_part(component, a, b, text_b)
            .map(of_base)
            .or_else(|| copied_part(component, b, a, text_a).map(of_base).map(Divergence::swapped))
            .or_else(|| by_making_of_base(a, b, component));
    }
    if of_a == of_b {
        return None;
    }
    let place = if of_a { a } else { b }.span(Source::Base, component);
    if a.uses_base() && b.uses_base() {
        // Both runs use the base, but only one of them copies this component.
        let place = place?;
        // A run may copy the component and not serialize it.
        let copying = |view: &View<'_>, takes: bool| {
            if takes { view.copying_rule(place) } else { view.rule_leaving_base_part(component, place) }
        };
        return Some(of_base((place, copying(a, of_a)?, copying(b, of_b)?)));
    }
    let used = |view: &View<'_>, takes: bool| {
        let aside = || view.rule_without_base().filter(|_| !takes);
        let making = || view.making_rule(component).filter(|_| !takes && view.step_on_scheme().is_none());
        let on_scheme = making().or_else(aside).filter(|_| is_other_scheme);
        let used = || view.first_base_decision(takes);
        // The run that uses the base does not read as a scheme the text that the other run reads as one.
        let is_refused = takes && is_other_scheme && own.is_read(Component::Scheme);
        let refused = || view.first_rule_about(Subject::Scheme, Outcome::UsedBase).filter(|_| is_refused);
        let left_out = || {
            let place = view.span(Source::Base, component).filter(|_| !takes)?;
            if view.uses_base() {
                view.rule_leaving_base_part(component, place)
            } else {
                view.rule_dropping_base_part(place)
            }
        };
        let of_program = used().filter(|_| view.is_program());
        of_program.or_else(refused).or(on_scheme).or_else(left_out).or_else(used).or_else(aside)
    };
    let (one, other) = (used(a, of_a)?, used(b, of_b)?);
    // If both runs use the base, the difference is the part of the component that only one of them copies.
    let is_left = |outcome: &Outcome| match outcome {
        Outcome::Changed { to, .. } => to.is_empty(),
        outcome => *outcome == Outcome::Omitted,
    };
    match (&one.outcome, &other.outcome) {
        (Outcome::UsedBase, left) | (left, Outcome::UsedBase) if is_left(left) => {
            let place = place?;
            let kept = |side: Side| match side.outcome {
                Outcome::UsedBase => {
                    Side { outcome: Outcome::Kept(place.of(a.given(Source::Base)).to_owned()), ..side }
                }
                _ => side,
            };
            Some(of_base((place, kept(one), kept(other))))
        }
        _ => Some(Divergence {
            component: Some(component),
            source: Source::Input,
            span: Span::whole(a.given(Source::Input)),
            a: one,
            b: other,
        }),
    }
}

/// Returns the first part of `component` that `one` copies from the base to put it before its own text, and
/// that `other` does not copy, with the side of each run. `theirs` is the component's text in `other`.
fn copied_part(
    component: Component,
    one: &View<'_>,
    other: &View<'_>,
    theirs: &str,
) -> Option<(Span, Side, Side)> {
    let (span, copied) = one.copied_part(component, theirs)?;
    let part = span.of(one.given(Source::Base));
    // If both paths begin with the same segment, the difference is not a lost part.
    let first = part.split_inclusive('/').nth(1);
    let shares = |first| theirs.strip_prefix('/').is_some_and(|theirs| theirs.starts_with(first));
    if component == Component::Path && first.is_some_and(shares) {
        return None;
    }
    // A run that uses the base decided last about the parts of it that it omits.
    let aside = || {
        let left = other.last_base_decision().filter(|_| other.uses_base());
        left.or_else(|| other.first_base_decision(false))
    };
    // If a program reports no decision on the base, its side is the rule that found its own component.
    let found = || {
        let side = other.finding_rule(other.span(Source::Input, component)?)?;
        Some(Side { outcome: Outcome::Omitted, ..side })
    };
    let lost = other.losing_rule(part).or_else(aside).or_else(found).or_else(|| other.rule_without_base())?;
    Some((span, copied, lost))
}

/// Finds the difference if a spec and a program both use the base's `component`, because the input has none,
/// and at least one of them changes it.
fn by_making_of_base(a: &View<'_>, b: &View<'_>, component: Component) -> Option<Divergence> {
    let making = |view: &View<'_>| {
        let place = view.span(Source::Base, component)?;
        let is_there = |component| view.span(Source::Input, component).is_some_and(|place| !place.is_empty());
        let is_missing = !is_there(component) && !is_there(Component::Host);
        let side =
            view.copying_rule(place).or_else(|| view.first_base_decision(true)).filter(|_| is_missing)?;
        let (from, to) = (place.of(view.given(Source::Base)), view.text(component)?);
        Some(if from == to { side } else { Side { outcome: Outcome::changed(from, to), ..side } })
    };
    let sides = (a.is_program() || b.is_program()).then(|| (making(a), making(b)))?;
    let mut sides = [sides.0?, sides.1?];
    // If one of them changed the component, the span is that of the component in the base.
    let is_made = sides.iter().any(|side| matches!(side.outcome, Outcome::Changed { .. }));
    let (mut source, mut span) = if is_made {
        (Source::Base, a.span(Source::Base, component)?)
    } else {
        (Source::Input, Span::whole(a.given(Source::Input)))
    };
    // A spec may change a part of the component after it was copied.
    for (at, view) in [a, b].into_iter().enumerate() {
        if let Some((place, changing)) = view.respelling_of_base(view.span(Source::Base, component)?) {
            (source, span, sides[at]) = (Source::Base, place, changing);
            sides[1 - at].outcome = Outcome::Kept(place.of(view.given(Source::Base)).to_owned());
        }
    }
    let [a, b] = sides;
    Some(Divergence { component: Some(component), source, span, a, b })
}
