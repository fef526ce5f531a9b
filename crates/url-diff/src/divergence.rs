//! Finds the difference of two runs: by the boundaries of components, by a rejection, or by the text of a
//! component.

use std::ops::Range;

use url_facade::{Component, Source, Span, fast::in_bounds, trace::Recorded};

use crate::{
    alignment::{decoded, first_divergence, merged_folders_len, removed_dots_len, within},
    cuts::{by_boundary, by_cut, cuts},
    difference::{Divergence, Outcome, Side},
    rejection::by_rejection,
    rules::is_substep_of,
    run::{Product, Run, first_different},
    segments::{by_segment, is_path_of_base, respelled_part},
    subject::{Subject, is_about, of_change, subject},
    view::{View, side_of},
};

pub(crate) fn find(input: &str, base: Option<&str>, a: &Run, b: &Run) -> Option<Divergence> {
    let given = [input, base.unwrap_or_default()];
    let (a, b) = (View::new(given, a), View::new(given, b));
    let found = match (&a.run.result, &b.run.result) {
        (Err(_), Err(_)) => None,
        (Ok(_), Err(_)) => by_rejection(&a, &b),
        (Err(_), Ok(_)) => by_rejection(&b, &a).map(Divergence::swapped),
        (Ok(url_a), Ok(url_b)) => by_component(&a, &b, first_different(url_a, url_b)?),
    }?;
    let found = found.narrowed_to_character().unwrap_or(found);
    let (one, other) = (a.innermost_rule(&found.a, found.span), b.innermost_rule(&found.b, found.span));
    let given = given[found.source as usize];
    // The text that one run dropped may be longer than the span.
    let rest = in_bounds(given.get(found.span.start as usize..));
    let dropped = [&one, &other].into_iter().filter_map(Side::dropped).filter(|text| rest.starts_with(text));
    let end = Span::new(0, dropped.map(str::len).max().unwrap_or_default()).after(found.span.start).end;
    let span = Span { end: found.span.end.max(end), ..found.span };
    let raw = span.of(given);
    let in_effect = |view: &View<'_>, side: Side| {
        let step = side.step.and_then(|step| Some(view.run.events().nth(step)?.0));
        let side = Side { step, ..side };
        match &side.outcome {
            // A run that turned the bytes of a host into the start of a path read these bytes as the path.
            Outcome::Changed { from, to }
                if found.component == Some(Component::Host) && begins_path(from, to) =>
            {
                Side { outcome: Outcome::ReadAs(Component::Path), ..side }
            }
            _ if view.has_text(raw) => side.with_restored_text_kept(raw),
            _ => side,
        }
    };
    Some(Divergence { span, a: in_effect(&a, one), b: in_effect(&b, other), ..found })
}

fn begins_path(name: &str, path: &str) -> bool {
    !name.is_empty() && path.strip_prefix('/').is_some_and(|path| path.starts_with(name))
}

fn by_component(a: &View<'_>, b: &View<'_>, component: Component) -> Option<Divergence> {
    let ways = [by_segment, by_serializing, by_use_of_base, by_putting_in, by_leaving_out, by_boundary];
    ways.into_iter().find_map(|by| by(a, b, component)).or_else(|| by_text(a, b, component))
}

fn by_text(a: &View<'_>, b: &View<'_>, component: Component) -> Option<Divergence> {
    let is_of_base = component == Component::Path && is_path_of_base(a, b);
    let is_of_input = [a, b].into_iter().any(|view| view.place(Source::Input, component).is_some());
    let source = if is_of_input && !is_of_base { Source::Input } else { Source::Base };
    let views = [a, b];
    let texts = views.map(|view| view.text(component));
    if source == Source::Base && texts[0].is_some() != texts[1].is_some() {
        // Only one run uses the base, since the runs read the bytes after the scheme differently.
        let starts = |view: &View<'_>| {
            cuts(view).into_iter().find(|(_, begins)| *begins > Some(Component::Scheme as usize))
        };
        let at = views.into_iter().filter_map(starts).min().map_or(0, |(at, _)| at);
        return by_cut(a, b, at).map(|divergence| Divergence { component: Some(component), ..divergence });
    }
    // Prefer a place with bytes, then a place whose text is as in the string, then the first place in the
    // string. The order of the profiles then does not matter.
    let places = views.into_iter().filter_map(|view| {
        let span = view.span(source, component)?;
        Some((span.is_empty(), !view.is_read(component), span.start, span.end))
    });
    let end = a.given(source).len();
    let span = places.min().map_or_else(|| Span::new(end, end), |(.., start, end)| Span { start, end });
    let raw = span.of(a.given(source));
    let (parted, is_behind) = differing_part(raw, texts.map(Option::unwrap_or_default));
    let states = |view: &View<'_>| {
        view.states(source, span, &parted, view.text(component).unwrap_or_default(), is_behind)
    };
    let both = views.map(states);
    let common = last_common(&both);
    let mut disputed = DisputedSpan { source, component, span: within(span, &parted) };
    let mut changes = [0, 1].map(|i| change_after(views[i], &both[i], common[i]));
    // If no step made the whole change, use the first step that changed a part of the bytes.
    let parts = [0, 1].map(|i| {
        let is_unexplained = matches!(changes[i], Some((None, _)));
        is_unexplained.then(|| views[i].partial_change(disputed.span)).flatten()
    });
    if let Some(&(span, _)) = parts.iter().flatten().next() {
        disputed.span = span;
        let beside = |view: &View<'_>| view.accepting_rule(source, span, Some(component), false, None, None);
        let mut sides = views.into_iter().zip(parts);
        let mut next = || {
            let (view, part) = sides.next()?;
            part.map(|(_, side)| side).or_else(|| beside(view)).map(by_side)
        };
        changes = [next(), next()];
    }
    // For two profiles of one document, each side is a rule that only that profile follows.
    if a.document().is_some_and(|document| b.document() == Some(document)) {
        let since = |i: usize| both[i].get(common[i]).and_then(|(step, _)| *step);
        changes = [0, 1].map(|i| {
            let (other, others) = (views[1 - i], &changes[1 - i]);
            disputed.own_rule(views[i], &changes[i], since(i), other, others)
        });
    }
    changes = changes_by_omission(views, component, changes);
    let kept = [0, 1].map(|i| disputed.kept_label(views[i], span, &changes[i], &changes[1 - i]));
    let [kept_a, kept_b] = kept;
    let [change_a, change_b] = changes;
    let changes = [kept_a.or(change_a), kept_b.or(change_b)];
    let side = |i: usize| {
        let side = disputed.side([views[i], views[1 - i]], &changes[i], &changes[1 - i])?;
        Some(views[i].narrowed_to_label(side))
    };
    // If the difference is in a whole address in brackets, the span includes the brackets.
    let is_address = raw.starts_with('[') && disputed.span.len() + 2 == span.len();
    let span = if is_address { span } else { disputed.span };
    Some(Divergence { component: Some(component), source, span, a: side(0)?, b: side(1)? })
}

/// If only one run omits `component`, replaces its change by the omission, and the other run's change by the
/// rule that serializes the component. If a parser omits a port, keeps the other run's change.
fn changes_by_omission(
    [a, b]: [&View<'_>; 2],
    component: Component,
    [change_a, change_b]: [Change; 2],
) -> [Change; 2] {
    let writing = |view: &View<'_>, of_serializer: bool| {
        view.writing_rule(component).filter(|_| of_serializer || component != Component::Port).map(by_side)
    };
    match (a.last_omission(component), b.last_omission(component)) {
        (Some((side, of_serializer)), None) => [Some(by_side(side)), writing(b, of_serializer).or(change_b)],
        (None, Some((side, of_serializer))) => [writing(a, of_serializer).or(change_a), Some(by_side(side))],
        _ => [change_a, change_b],
    }
}

/// `a` and `b` are the results of two profiles for the input `raw`. Returns the part of `raw` that the
/// profiles rewrite differently, or all of `raw` if this is unknown. Also returns true if both results begin
/// with the path of the base, which the comparison skips.
fn differing_part(raw: &str, [a, b]: [&str; 2]) -> (Range<usize>, bool) {
    if let Some(parted) = respelled_part(raw, a, b) {
        return (parted, false);
    }
    // Dot-segments that both runs removed are not a difference.
    let dots = removed_dots_len(raw, [a, b]);
    let rest = &raw[dots..];
    let (behind_a, behind_b) = (&a[merged_folders_len(rest, a)..], &b[merged_folders_len(rest, b)..]);
    if dots > 0
        && !rest.is_empty()
        && let Some(parted) = first_divergence(rest, behind_a, behind_b)
    {
        return (dots + parted.start..dots + parted.end, true);
    }
    // If a text consists of the folders only, its run dropped the rest of the path.
    let before = |text: &str, other: &str| match merged_folders_len(raw, text) {
        0 if other.get(..merged_folders_len(raw, other)) == Some(text) => text.len(),
        before => before,
    };
    let (before_a, before_b) = (before(a, b), before(b, a));
    let behind = first_divergence(raw, &a[before_a..], &b[before_b..]);
    if let Some(parted) = behind.filter(|_| before_a > 0 || before_b > 0) {
        return (parted, true);
    }
    let parted = first_divergence(raw, a, b).unwrap_or(0..raw.len());
    // The brackets of an address are equal in all texts, and not part of the difference.
    let is_inside = [raw, a, b].iter().all(|text| text.starts_with('[') && text.ends_with(']'));
    let inside = if is_inside { 1..raw.len() - 1 } else { 0..raw.len() };
    let clamped = |at: usize| at.clamp(inside.start, inside.end);
    (clamped(parted.start)..clamped(parted.end), false)
}

/// Returns the change from the state with the index `at` to the next state. If the last state has this index,
/// returns the change to the last state, unless the last state has the text of the first.
fn change_after(view: &View<'_>, states: &States, at: usize) -> Change {
    let is_back = states.first().map(|(_, text)| text) == states.last().map(|(_, text)| text);
    let at = if is_back { at } else { at.min(states.len().saturating_sub(2)) };
    let at = skip_escaping(states, at);
    let (_, from) = states.get(at)?;
    let (step, to) = states.get(at + 1)?;
    let outcome = Outcome::changed(from, to);
    Some((step.and_then(|step| view.side(step, outcome.clone())), outcome))
}

struct DisputedSpan {
    source: Source,
    component: Component,
    span: Span,
}

impl DisputedSpan {
    /// Returns the change of `view` that best explains why it differs from `other`, a run of the same
    /// document: `change` if `other` does not apply its rule; or else the first change after the step `since`
    /// by a rule that `other` does not apply; or else the rule on the subject of `others`, the change of
    /// `other`.
    fn own_rule(
        &self,
        view: &View<'_>,
        change: &Change,
        since: Option<usize>,
        other: &View<'_>,
        others: &Change,
    ) -> Change {
        let side = match change {
            Some((Some(side), _)) if other.follows(side.section) => side,
            _ => return change.clone(),
        };
        let kept = || {
            let like = others.as_ref().and_then(|(side, _)| side.as_ref())?;
            let subject = Some(subject(like.section, &like.outcome)?);
            let like = Some((like.section, other));
            view.keeping_rule(self.source, Some(self.component), self.span, subject, like)
        };
        Some(by_side(view.change_by_own_rule(since, other).or_else(kept).unwrap_or_else(|| side.clone())))
    }

    /// If the run `view` only lowercased a non-ASCII label, and the other run converted the label to ASCII,
    /// returns the last step of `view` at `place` by the first rule about labels.
    fn kept_label(&self, view: &View<'_>, place: Span, own: &Change, other: &Change) -> Change {
        let (Some((Some(_), Outcome::Changed { from, to })), Some((_, Outcome::Changed { to: label, .. }))) =
            (own, other)
        else {
            return None;
        };
        let is_kept =
            self.component == Component::Host && from.to_lowercase() == to.to_lowercase() && !to.is_ascii();
        let is_here = |event: &Recorded| {
            event.span_source() == self.source
                && event.span() == place
                && is_about(event.section(), Subject::Labels)
        };
        let mut labels = view.events().filter(|(_, event)| is_kept && label.is_ascii() && is_here(event));
        let first = labels.next()?;
        let last = labels.rfind(|(_, event)| is_substep_of(event.section(), first.1.section()));
        Some(by_side(side_of(last.unwrap_or(first), Outcome::Kept(to.clone()))))
    }

    /// Returns the side of the run `view`: the side of its change `own`, or else the rule by which `view`
    /// kept the bytes. Prefers a rule about the same subject as the rule of `other`, the other run's change.
    fn side(&self, [view, beside]: [&View<'_>; 2], own: &Change, other: &Change) -> Option<Side> {
        if let Some((Some(side), _)) = own {
            return Some(side.clone());
        }
        let change = other.as_ref().map(|(_, outcome)| outcome);
        let other = other.as_ref().and_then(|(side, _)| side.as_ref());
        // If a rule has several subjects, its change of the text shows which one applies.
        let of_text = |side: &Side| match &side.outcome {
            Outcome::Changed { from, to } if view.document() != beside.document() => {
                let of_text = of_change(from, to).or(to.contains("xn--").then_some(Subject::Labels));
                of_text.filter(|subject| is_about(side.section, *subject))
            }
            _ => None,
        };
        let subject = match (other, change) {
            (Some(side), _) => of_text(side).or_else(|| subject(side.section, &side.outcome)),
            (None, Some(Outcome::Changed { from, to })) => of_change(from, to),
            _ => None,
        };
        let like = other.map(|side| (side.section, beside));
        let (is_put_in, is_dropped) = match own {
            Some((None, Outcome::Changed { from, to })) => (from.is_empty(), to.is_empty()),
            _ => (false, false),
        };
        let is_of_base = self.source == Source::Base;
        // The rule that copied text from the base is the rule that kept this text.
        let copied = is_of_base.then(|| view.copying_rule(self.span)).flatten();
        let copied = copied.filter(|side| side.outcome != Outcome::Omitted);
        // Text of the base was dropped by a decision on the base, not by the rule that found it.
        let left = || if is_dropped && is_of_base { view.last_base_decision() } else { None };
        let kept = || view.keeping_rule(self.source, Some(self.component), self.span, subject, like);
        let kept = copied.filter(|_| !is_put_in).or_else(left).or_else(kept)?;
        // Inserted text is copied from the base.
        let is_path = self.component == Component::Path;
        let of_base = view.span(Source::Base, self.component).filter(|_| !is_path);
        let copied = || view.copying_rule(of_base?);
        let put_in = is_put_in.then(copied).flatten();
        let kept = put_in.unwrap_or(kept);
        let left_out = view.text(self.component).is_none().then_some(Outcome::Omitted);
        let outcome = own.as_ref().map(|(_, outcome)| outcome.clone()).or(left_out);
        Some(Side { outcome: outcome.unwrap_or_else(|| kept.outcome.clone()), ..kept })
    }
}

/// Finds the rules that wrote the first different byte of two serialized URLs whose components are equal.
fn by_serializing(a: &View<'_>, b: &View<'_>, component: Component) -> Option<Divergence> {
    let same = Component::ALL.into_iter().all(|component| a.text(component) == b.text(component));
    let [of_a, of_b] = [a, b].map(|view| view.run.result.as_ref().ok().map(Product::as_str));
    let at = of_a?.bytes().zip(of_b?.bytes()).take_while(|(one, other)| one == other).count();
    let (source, span) = a.run.place(component).filter(|_| same)?;
    let (a, b) = (a.byte_writing_rule(at)?, b.byte_writing_rule(at)?);
    Some(Divergence { component: Some(component), source, span, a, b })
}

/// Calls `find` with the run that has `component` and the run that lacks it, if only one run has it.
fn of_only_one(
    a: &View<'_>,
    b: &View<'_>,
    component: Component,
    find: impl Fn(&View<'_>, &View<'_>) -> Option<(Span, Side, Side)>,
) -> Option<Divergence> {
    let found = |(span, a, b)| Divergence { component: Some(component), source: Source::Input, span, a, b };
    match (a.text(component), b.text(component)) {
        (Some(_), None) => find(a, b).map(found),
        (None, Some(_)) => find(b, a).map(found).map(Divergence::swapped),
        _ => None,
    }
}

/// Finds the divergence of two runs if a rule of only one run inserted `component`, because neither the input
/// nor the base contains it.
fn by_putting_in(a: &View<'_>, b: &View<'_>, component: Component) -> Option<Divergence> {
    let is_missing = |view: &View<'_>| {
        let is_of_base = view.place(Source::Base, component).is_some() && view.uses_base();
        view.place(Source::Input, component).is_none() && !is_of_base
    };
    if !is_missing(a) || !is_missing(b) {
        return None;
    }
    of_only_one(a, b, component, |one, other| {
        let put_in = one.inserting_rule(component)?;
        // The span is the end of the preceding component, if the input has one.
        let before = || Component::ALL.into_iter().take_while(|before| *before != component);
        let end = |view: &View<'_>, before| view.span(Source::Input, before).map(|place| place.end);
        let at = before().filter_map(|before| end(one, before)).max().unwrap_or_default();
        let span = Span { start: at, end: at };
        // The rule that looked for the component, or else the rule that found the preceding one.
        let found = || {
            let mut places = before().filter_map(|before| other.span(Source::Input, before));
            let place = places.find(|place| place.end == at && !place.is_empty())?;
            other.finding_rule(place).or_else(|| other.setting_rule(place))
        };
        let missing = other.missing_component_rule(component, span);
        let side = missing.or_else(found).or_else(|| other.reading_rule(span))?;
        Some((span, put_in, Side { outcome: Outcome::Omitted, ..side }))
    })
}

/// Finds the divergence of two runs if a rule of only one run omits `component`.
fn by_leaving_out(a: &View<'_>, b: &View<'_>, component: Component) -> Option<Divergence> {
    of_only_one(a, b, component, |one, other| {
        let is_found = other.place(Source::Input, component).is_some();
        let mut omitted = other.omissions(component).filter(|_| !is_found);
        let left_out =
            side_of(omitted.find(|(_, event)| event.span_source() == Source::Input)?, Outcome::Omitted);
        let span = one.span(Source::Input, component)?;
        let changed = one.partial_change(span).map(|(_, side)| side);
        let found =
            changed.or_else(|| one.empty_component_rule(component, span)).or_else(|| one.finding_rule(span));
        let found = found.or_else(|| one.reading_rule(span))?;
        let put_in = one.text(component).filter(|text| span.is_empty() && !text.is_empty());
        let found = match put_in {
            Some(to) => Side { outcome: Outcome::changed("", to), ..found },
            None => found,
        };
        Some((span, found, left_out))
    })
}

/// Finds the divergence of two runs if only one of them takes `component`, or a part of it, from the base.
fn by_use_of_base(a: &View<'_>, b: &View<'_>, component: Component) -> Option<Divergence> {
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
    let is_alone = || component == Component::Query || is_own && !own.joins_base();
    let is_other = is_other_scheme || (of_a != of_b && is_alone());
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
        let place = place?;
        let copying = |view: &View<'_>, takes: bool| {
            if takes { view.copying_rule(place) } else { view.rule_leaving_base_part(component, place) }
        };
        return Some(of_base((place, copying(a, of_a)?, copying(b, of_b)?)));
    }
    let used = |view: &View<'_>, takes: bool| {
        let aside = || view.rule_without_base().filter(|_| !takes);
        let on_scheme = aside().filter(|_| is_other_scheme);
        let used = || view.first_base_decision(takes);
        // The other run reads some text as a scheme. The run that uses the base does not.
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
        refused().or(on_scheme).or_else(left_out).or_else(used).or_else(aside)
    };
    let span = Span::whole(a.given(Source::Input));
    let (a, b) = (used(a, of_a)?, used(b, of_b)?);
    Some(Divergence { component: Some(component), source: Source::Input, span, a, b })
}

/// Returns the first part of `component` that the run `one` copies from the base and the run `other` does
/// not, and the side of each run. `theirs` is the text of the component in the result of `other`.
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
    // If a run that uses the base omits the part, its side is the last decision on the base.
    let aside = || {
        let left = other.last_base_decision().filter(|_| other.uses_base());
        left.or_else(|| other.first_base_decision(false))
    };
    // If the run reports no decision on the base, its side is the rule that found its own component.
    let found = || {
        let side = other.finding_rule(other.span(Source::Input, component)?)?;
        Some(Side { outcome: Outcome::Omitted, ..side })
    };
    let lost = other.losing_rule(part).or_else(aside).or_else(found).or_else(|| other.rule_without_base())?;
    Some((span, copied, lost))
}

/// Finds the divergence of two runs that both take `component` from the base, because the input lacks it. At
/// least one of the runs must not report the parts that it copied.
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
    let sides = (!a.uses_base() || !b.uses_base()).then(|| (making(a), making(b)))?;
    let mut sides = [sides.0?, sides.1?];
    let mut span = a.span(Source::Base, component)?;
    // A spec may change a part of the component after it was copied.
    for (at, view) in [a, b].into_iter().enumerate() {
        if let Some((place, changing)) = view.respelling_of_base(view.span(Source::Base, component)?) {
            (span, sides[at]) = (place, changing);
            sides[1 - at].outcome = Outcome::Kept(place.of(view.given(Source::Base)).to_owned());
        }
    }
    let [a, b] = sides;
    Some(Divergence { component: Some(component), source: Source::Base, span, a, b })
}

/// The successive texts that steps made from some bytes, each with the index of its step.
type States = [(Option<usize>, String)];

/// Returns the index of the first state, from `at` on, whose next step does more than escape characters. If
/// there is none, returns `at`.
fn skip_escaping(states: &States, at: usize) -> usize {
    let Some((_, from)) = states.get(at) else { return at };
    let is_same = |text: &str| text.len() > from.len() && decoded(text) == decoded(from);
    let spelled = states[at + 1..].iter().take_while(|(_, text)| is_same(text)).count();
    if at + spelled + 1 < states.len() { at + spelled } else { at }
}

/// Returns the indices, in `a` and in `b`, of the last state whose text both runs have. Of equally late
/// states, takes the one with the greatest text, so that the order of the profiles does not matter.
fn last_common([a, b]: &[Vec<(Option<usize>, String)>; 2]) -> [usize; 2] {
    let pairs = a.iter().enumerate().filter_map(|(i, (_, text))| {
        let same = b.iter().rposition(|(_, other)| other == text);
        same.map(|j| [i, j])
    });
    pairs.max_by_key(|&[i, j]| (i + j, i.min(j), a.get(i).map(|(_, text)| text))).unwrap_or_default()
}

/// The change of some bytes by a run, if any: its outcome, and the side if a single step made the change.
type Change = Option<(Option<Side>, Outcome)>;

fn by_side(side: Side) -> (Option<Side>, Outcome) {
    let outcome = side.outcome.clone();
    (Some(side), outcome)
}

#[cfg(test)]
mod tests {
    use super::differing_part;

    #[test]
    fn an_address_differs_inside_its_brackets() {
        assert_eq!(differing_part("[::1]", ["[::1]", "[0:1]"]), (1..4, false));
        assert_eq!(differing_part("[::1]", ["[::1]", "[::1]]"]), (1..4, false));
        assert_eq!(differing_part("[]", ["[]", "[]]"]), (1..1, false));
    }
}
