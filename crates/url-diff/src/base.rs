//! Finds differences in the parts that two runs take from the base.

use url_facade::{Component, Source, Span};

use crate::{
    difference::{Divergence, Outcome, Side},
    side::View,
    subject::Subject,
};

/// Finds the difference between two runs if only one of them takes `component` from the base.
pub(crate) fn by_use_of_base(a: &View<'_>, b: &View<'_>, component: Component) -> Option<Divergence> {
    let (text_a, text_b) = (a.text(component), b.text(component));
    let takes = |view: &View<'_>, text: Option<&str>, other: Option<&str>| {
        // A spec may have its own base if none is given.
        let is_put_there = component == Component::Scheme
            && view.place(Source::Input, component).is_none()
            && view.use_of_base(true).is_some();
        let is_made = component == Component::Scheme
            && (view.place(Source::Input, component).is_some() || view.making(component).is_some());
        let is_of_base = view.place(Source::Base, component).is_some() && !is_made || is_put_there;
        let is_empty_there =
            || view.place(Source::Base, component).is_some_and(|place| place.span.is_empty());
        let is_there = text.is_some_and(|text| !text.is_empty() || (other.is_none() && is_empty_there()));
        is_of_base && is_there && !view.is_read(component)
    };
    let (of_a, of_b) = (takes(a, text_a, text_b), takes(b, text_b, text_a));
    let part = |one, other, theirs| part(component, one, other, theirs);
    let is_other_scheme = component == Component::Scheme && of_a != of_b;
    // Only one of them takes it from the base; the other one has its own.
    let own = if of_a { b } else { a };
    let is_own = own.place(Source::Input, component).is_some_and(|place| !place.span.is_empty());
    let is_query = component == Component::Query && own.place(Source::Input, component).is_some();
    let is_joined = own.uses_base() || own.joined().is_some_and(|side| side.outcome == Outcome::UsedBase);
    let is_other = is_other_scheme || (of_a != of_b && (is_query || is_own && !is_joined));
    if let (Some(text_a), Some(text_b), false) = (text_a, text_b, is_other) {
        let of_base =
            |span, a, b| Divergence { component: Some(component), source: Source::Base, span, a, b };
        return part(a, b, text_b)
            .map(|(span, copied, aside)| of_base(span, copied, aside))
            .or_else(|| part(b, a, text_a).map(|(span, copied, aside)| of_base(span, aside, copied)))
            .or_else(|| by_making_of_base(a, b, component));
    }
    if of_a == of_b {
        return None;
    }
    // One of them may copy the component without writing it.
    let copying = |view: &View<'_>, takes: bool, place: Span| {
        if takes { view.copying(place) } else { view.leaving(component, place) }
    };
    let place = if of_a { a } else { b }.place(Source::Base, component).map(|place| place.span);
    let (source, span, one, other) = if a.uses_base() && b.uses_base() {
        // Both continue with the base: one copies the component, the other one copies others.
        let place = place?;
        (Source::Base, place, copying(a, of_a, place)?, copying(b, of_b, place)?)
    } else {
        let span = Span { start: 0, end: a.end(Source::Input).end };
        let used = |view: &View<'_>, takes: bool| {
            let aside = || view.without_base().filter(|_| !takes);
            let making = || view.making(component).filter(|_| !takes && !view.has_rule_on_scheme());
            let on_scheme = making().or_else(aside).filter(|_| is_other_scheme);
            let used = || view.use_of_base(takes);
            // Text that the other one reads as a scheme is not a scheme here.
            let refused = || view.first_about(Subject::Scheme, Outcome::UsedBase);
            let is_scheme = own.is_read(Component::Scheme);
            let refused = || refused().filter(|_| takes && is_other_scheme && is_scheme);
            let of_program = used().filter(|_| view.run.profile.is_consumer());
            let left_out = || {
                let place = view.place(Source::Base, component).filter(|_| !takes)?.span;
                let dropped = || view.dropping_of_base(place);
                if view.uses_base() { copying(view, takes, place) } else { dropped() }
            };
            let side = of_program.or_else(refused).or(on_scheme).or_else(left_out).or_else(used);
            // A program may report only the place where it found the text that it joins.
            let is_port = component == Component::Port;
            let found = || view.found_in_base(place?).filter(|_| takes && is_port);
            side.or_else(aside).or_else(found)
        };
        let (one, other) = (used(a, of_a)?, used(b, of_b)?);
        // If both continue with the base, the difference is the part that only one of them takes.
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
                (Source::Base, place, kept(one), kept(other))
            }
            _ => (Source::Input, span, one, other),
        }
    };
    Some(Divergence { component: Some(component), source, span, a: one, b: other })
}

/// Returns the first part of `component` that only `one` takes from the base and puts before its own text,
/// with the side of each run. `theirs` is the text of `other`.
fn part(component: Component, one: &View<'_>, other: &View<'_>, theirs: &str) -> Option<(Span, Side, Side)> {
    let (span, copied) = one.copied_part(component, theirs)?;
    // If both begin with the same segment, nothing is lost by itself.
    let first = span.of(one.given(Source::Base)).split_inclusive('/').nth(1);
    let shares = |first| theirs.strip_prefix('/').is_some_and(|theirs| theirs.starts_with(first));
    if component == Component::Path && first.is_some_and(shares) {
        return None;
    }
    let lost = other.losing(span.of(one.given(Source::Base)));
    // A run that continues with the base omits only this.
    let aside = || {
        let left = other.leaving_of_base().filter(|_| other.uses_base());
        left.or_else(|| other.use_of_base(false))
    };
    // A program that reports no more found its own.
    let found = || {
        let side = other.finding(other.place(Source::Input, component)?.span)?;
        Some(Side { outcome: Outcome::Omitted, ..side }).filter(|_| other.run.profile.is_consumer())
    };
    Some((span, copied, lost.or_else(aside).or_else(found).or_else(|| other.without_base())?))
}

/// Finds the difference if a spec and a program both make `component` from that of the base, and the input
/// has none.
fn by_making_of_base(a: &View<'_>, b: &View<'_>, component: Component) -> Option<Divergence> {
    let making = |view: &View<'_>| {
        let place = view.place(Source::Base, component)?.span;
        let is_there =
            |component| view.place(Source::Input, component).is_some_and(|place| !place.span.is_empty());
        let is_missing = !is_there(component) && !is_there(Component::Host);
        let side = view.copying(place).or_else(|| view.use_of_base(true)).filter(|_| is_missing)?;
        let (from, to) = (place.of(view.given(Source::Base)), view.text(component)?);
        let changed = Outcome::Changed { from: from.to_owned(), to: to.to_owned() };
        Some(if from == to { side } else { Side { outcome: changed, ..side } })
    };
    let is_program = |view: &View<'_>| view.run.profile.is_consumer();
    let sides = (is_program(a) || is_program(b)).then(|| (making(a), making(b)))?;
    let mut sides = [sides.0?, sides.1?];
    // If one of them changed the component, the change is shown in the base.
    let is_made = sides.iter().any(|side| matches!(side.outcome, Outcome::Changed { .. }));
    let (mut source, mut span) = if is_made {
        (Source::Base, a.place(Source::Base, component)?.span)
    } else {
        (Source::Input, Span { start: 0, end: a.end(Source::Input).end })
    };
    // A spec may change a part of it after it was taken.
    for (at, view) in [a, b].into_iter().enumerate() {
        if let Some((place, changing)) = view.spelling_of_base(view.place(Source::Base, component)?.span) {
            (source, span, sides[at]) = (Source::Base, place, changing);
            sides[1 - at].outcome = Outcome::Kept(place.of(view.given(Source::Base)).to_owned());
        }
    }
    let [a, b] = sides;
    Some(Divergence { component: Some(component), source, span, a, b })
}
