//! Finds the rule by which a run kept a text that another run rejects or changes.

use std::{cmp::Reverse, collections::HashSet};

use url_facade::{Component, Section, Source, Span, trace::Recorded};

use crate::{
    difference::{Outcome, Side},
    rules::{holds, is_within},
    subject::{Subject, is_about, may_be_about, named, spells},
    view::{Like, RunStep, View, covers, side_of},
};

impl<'r> View<'r> {
    /// Returns the rule by which this run kept the bytes at `span` of `component`: one on the same subject as
    /// the other run's rule, or similar to it; else the first step that left the component unchanged, or else
    /// the step on the fewest bytes around them.
    pub(crate) fn keeping(
        &self,
        source: Source,
        component: Option<Component>,
        span: Span,
        subject: Option<Subject>,
        like: Option<Like<'_, '_>>,
    ) -> Option<Side> {
        let place = component.and_then(|component| self.place(source, component));
        let text = place.and_then(|place| place.text.as_deref());
        let place = place.map(|place| place.span);
        let given = self.given(source);
        let steps = || {
            let may_be_it = move |section| component.is_none_or(|component| may_be_about(section, component));
            self.steps(source).filter(move |step| may_be_it(step.section))
        };
        let is_here = |event: &Recorded| {
            event.source() == source && (place == Some(event.span()) || covers(event.span(), span))
        };
        let is_about_it = |event: &Recorded| {
            subject.is_some_and(|subject| {
                is_about(event.section(), subject) && (subject != Subject::Base || holds(event))
            }) && is_here(event)
        };
        let about_it = self.nearest(is_about_it, like.map(|(section, _)| section));
        let rule = about_it.or_else(|| self.rule_like(is_here, like?));
        let is_own = |step: &RunStep<'_>| component.is_some() && named(step.section) == component;
        // A step on only these bytes of a longer component. If the other run rejects the bytes, prefer the
        // step that ended the text before them; if it spells them differently, prefer the step of the
        // component's name.
        let is_part = !span.is_empty() && place.is_some_and(|place| span.len() < place.len());
        let is_rejected = like.is_some_and(|(_, other)| other.run.result.is_err());
        let exact = || {
            let exact = steps().filter(|step| is_part && step.span == span);
            exact.min_by_key(|step| !is_rejected && !is_own(step))
        };
        let taking = || self.taking(&steps, source, component, span, place?, text);
        // A step next to them is more specific than one on the whole input.
        let first = Span { end: span.end.min(span.start + 1), ..span };
        let around = || self.narrowest(source, span).or_else(|| self.narrowest(source, first));
        let around_part = || around().filter(|step| step.span.len() < given.len());
        let before = || steps().rfind(|step| step.span.end == span.start);
        let beside = || before().or_else(|| steps().rfind(|step| step.span.start == span.end));
        // For a component that was found in pieces, the longest piece.
        let pieces = || {
            let inside = steps().filter(|step| covers(span, step.span) && is_own(step));
            inside.rev().max_by_key(|step| step.span.len())
        };
        let put = || self.putting_slash(component, span);
        let step = exact().or_else(taking).or_else(put);
        let step = step
            .or_else(pieces)
            .or_else(around_part)
            .or_else(beside)
            .or_else(around)
            .or_else(|| self.first_step());
        let event = rule.or_else(|| self.events().nth(step?.index))?;
        // The rule may have changed only these bytes.
        let exact = RunStep::of(event).filter(|step| step.span == span && self.is_verbatim(step));
        let kept = || side_of(event, Outcome::Kept(span.of(given).to_owned()));
        Some(exact.and_then(RunStep::as_change).unwrap_or_else(kept))
    }

    /// Returns the step, one of `steps`, that took `component` at `place` with its `text`, and left the bytes
    /// at `span` unchanged.
    fn taking<I: DoubleEndedIterator<Item = RunStep<'r>>>(
        &self,
        steps: impl Fn() -> I,
        source: Source,
        component: Option<Component>,
        span: Span,
        place: Span,
        text: Option<&str>,
    ) -> Option<RunStep<'r>> {
        let is_own = |step: &RunStep<'_>| component.is_some() && named(step.section) == component;
        // A step on the whole input counts for a component of that size only if it found the component.
        let is_all = place.len() == self.given(source).len();
        let takes = |step: &RunStep<'_>| {
            let is_kept = step.output().map_or(!is_all || is_own(step), |output| output == step.saw);
            is_kept && step.span == place && Some(&*step.saw) == text
        };
        let all = || steps().filter(takes);
        // An algorithm that cuts components off the remaining text took this one as the last of them; most
        // programs do no more.
        let cuts = |taking: &RunStep<'_>| {
            let start = self.first_event(source).unwrap_or_default();
            self.all_steps().any(|step| {
                step.index >= start
                    && algorithm(step.section) == algorithm(taking.section)
                    && step.changed().is_some_and(|output| step.saw.starts_with(output))
            })
        };
        let whole = || all().find(|step| self.is_program() || !cuts(step));
        // Among steps at a missing path, one that found the empty text is more specific than one that looked
        // for a port.
        let is_no_path = self.is_program() && span.is_empty() && component == Some(Component::Path);
        let empty = || all().find(|step| is_no_path && step.output().is_some());
        // An escape is kept by a reading that writes it unchanged; or by the rule that checked the spelling
        // last, unless a rule of the component's name took it.
        let has_escape = span.of(self.given(source)).contains('%');
        let is_named = || all().any(|step| is_own(&step));
        let leaves_escape = |step: &RunStep<'_>| {
            has_escape
                && step.output().is_none()
                && (step.reading.is_some() || (spells(step.section) && !is_named()))
        };
        let unchanged = || all().rfind(leaves_escape);
        // A rule that found the scheme is more specific than one that asked for it.
        let is_scheme = component == Some(Component::Scheme) && self.text(Component::Scheme) == text;
        let found = || {
            let asked = whole().filter(|asked| is_scheme && !is_own(asked))?.section.spec();
            let is_it = |step: &RunStep<'_>| step.span == place && step.output() == text;
            steps().find(|step| is_own(step) && is_it(step) && step.section.spec() == asked)
        };
        found().or_else(empty).or_else(unchanged).or_else(whole).or_else(|| all().next())
    }

    /// Returns the step that put a slash before `component` for the backslash at `span` of the input.
    pub(crate) fn putting_slash(&self, component: Option<Component>, span: Span) -> Option<RunStep<'r>> {
        let place = self.span(Source::Input, component?)?;
        let is_in_front = place.start == span.start && span.of(self.given(Source::Input)) == "\\";
        let puts = |step: &RunStep<'_>| {
            step.span.start == span.end && step.output().is_some_and(|output| output.starts_with('/'))
        };
        self.steps(Source::Input).find(puts).filter(|_| is_in_front)
    }

    /// Returns the rule, among those that `is_here` accepts, that corresponds to the rule of the other run,
    /// if both are of one document: one of the same algorithm that the other run does not follow, or else any
    /// that it does not follow.
    fn rule_like(
        &self,
        is_here: impl Fn(&Recorded) -> bool,
        (like, other): Like<'_, '_>,
    ) -> Option<(usize, &'r Recorded)> {
        // The rules that the other run follows too; for decisions, only those with the same answer.
        let answer = |event: &Recorded| match event {
            Recorded::Decision(decision) => (event.section().id(), Some(decision.holds)),
            _ => (event.section().id(), None),
        };
        let theirs: HashSet<_> = other.run.trace.events().map(answer).collect();
        let is_own = |event: &Recorded| {
            let (id, holds) = answer(event);
            let answers: &[_] =
                if holds.is_some() { &[None, holds] } else { &[None, Some(true), Some(false)] };
            like.spec() == event.section().spec() && !answers.iter().any(|&any| theirs.contains(&(id, any)))
        };
        let is_kind = |event: &Recorded| matches!(event, Recorded::Step(_) | Recorded::Decision(_));
        self.nearest(|event| is_kind(event) && is_here(event) && is_own(event), Some(like))
    }

    /// Returns the event, among those that `is_one` accepts, whose section is nearest to `like`; then one
    /// that changed nothing; then the one on the fewest bytes, or one by a substep of its rule.
    fn nearest(
        &self,
        is_one: impl Fn(&Recorded) -> bool,
        like: Option<Section>,
    ) -> Option<(usize, &'r Recorded)> {
        let nearness = |event: &Recorded| {
            let ids = like.map(|like| like.id().bytes().zip(event.section().id().bytes()));
            ids.map_or(0, |ids| ids.take_while(|(one, other)| one == other).count())
        };
        let events = || self.events().filter(|(_, event)| is_one(event));
        let nearest = events().min_by_key(|&(step, event)| {
            let is_change = RunStep::of((step, event)).and_then(RunStep::changed).is_some();
            (Reverse(nearness(event)), is_change, event.span().len())
        })?;
        let outer = nearest.1.section();
        let is_substep = |inner: Section| inner != outer && is_within(inner, outer);
        Some(events().rfind(|(_, event)| is_substep(event.section())).unwrap_or(nearest))
    }
}

/// Returns the algorithm that `section` is a step of.
fn algorithm(section: Section) -> Option<&'static str> {
    section.id().rsplit_once('-').map(|(algorithm, _)| algorithm)
}
