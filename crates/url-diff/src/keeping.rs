//! Finds the rule by which a run kept a text that another run rejects or changes.

use std::{cmp::Reverse, collections::HashSet};

use url_facade::{Component, Recorded, RecordedStep, Section, Source, Span};

use crate::{
    difference::{Outcome, Side},
    rules::{is_taken, is_within},
    side::{Like, View, changed},
    subject::{Subject, is_about, may_be_about, named, spells},
};

impl View<'_> {
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
        let steps = || {
            let is_of_other = |event: &RecordedStep| {
                component.is_some_and(|component| !may_be_about(event.section, component))
            };
            self.steps(source).filter(move |(_, event)| !is_of_other(event))
        };
        let is_here = |event: &Recorded| {
            let is_there = place.is_some_and(|place| event.span() == place.span)
                || (event.span().start <= span.start && span.end <= event.span().end && !span.is_empty());
            event.source() == source && is_there
        };
        let is_about_it = |event: &Recorded| {
            let is_it =
                |subject| is_about(event.section(), subject) && (subject != Subject::Base || is_taken(event));
            is_here(event) && subject.is_some_and(is_it)
        };
        let about_it = self.nearest(is_about_it, like.map(|(section, _)| section));
        let rule = about_it.or_else(|| self.rule_like(is_here, like?));
        let is_own = |event: &RecordedStep| component.is_some() && named(event.section) == component;
        // A step on only these bytes of a longer component.
        let is_part = !span.is_empty() && place.is_some_and(|place| span.len() < place.span.len());
        // If the other run rejects the bytes, prefer the step that ended the text before them; if it spells
        // them differently, prefer the step of the component's name.
        let is_rejected = like.is_some_and(|(_, other)| other.run.result.is_err());
        let exact = || {
            let exact = steps().filter(|(_, event)| is_part && event.span == span);
            exact.min_by_key(|(_, event)| !is_rejected && !is_own(event))
        };
        // A step on the whole input counts for a component of that size only if it found the component.
        let is_all = place.is_some_and(|place| place.span.len() == self.given(source).len());
        let takes = |event: &RecordedStep| {
            let is_kept = event.made.as_ref().map_or(!is_all || is_own(event), |made| *made == event.saw);
            is_kept && place.is_some_and(|place| event.span == place.span) && Some(&*event.saw) == text
        };
        // An algorithm that cuts components off the remaining text took this one as the last of them; most
        // programs do no more.
        let cuts = |taking: &RecordedStep| {
            let of_one = |event: &RecordedStep| algorithm(event.section) == algorithm(taking.section);
            let start =
                self.run.trace.events().position(|event| event.source() == source).unwrap_or_default();
            let mut steps = self.all_steps().filter(|(step, event)| *step >= start && of_one(event));
            steps.any(|(_, event)| changed(event).is_some_and(|made| event.saw.starts_with(made)))
        };
        let is_program = self.run.profile.is_consumer();
        let all = || steps().filter(|(_, event)| takes(event));
        let whole = || all().find(|(_, event)| is_program || !cuts(event));
        // Among steps at a missing path, one that found the empty text is more specific than one that looked
        // for a port.
        let is_no_path = is_program && span.is_empty() && component == Some(Component::Path);
        let empty = || all().find(|(_, event)| is_no_path && event.made.is_some());
        // An escape is kept by a reading that writes it unchanged; or by the rule that checked the spelling
        // last, unless a rule of the component's name took it.
        let has_escape = span.of(self.given(source)).contains('%');
        let is_named = || all().any(|(_, event)| is_own(event));
        let leaves_escape = |event: &RecordedStep| {
            has_escape
                && event.made.is_none()
                && (event.reading.is_some() || (spells(event.section) && !is_named()))
        };
        let unchanged = || all().rfind(|(_, event)| leaves_escape(event));
        // A rule that found the scheme is more specific than one that asked for it.
        let found = || {
            let is_kept = component == Some(Component::Scheme) && self.text(Component::Scheme) == text;
            let (_, asked) = whole().filter(|(_, event)| is_kept && !is_own(event))?;
            let is_it = |event: &RecordedStep| {
                event.span == asked.span
                    && event.made.as_deref() == text
                    && event.section.spec() == asked.section.spec()
            };
            steps().find(|(_, event)| is_own(event) && is_it(event))
        };
        let taking = || found().or_else(empty).or_else(unchanged).or_else(whole).or_else(|| all().next());
        let first = Span { end: span.end.min(span.start + 1), ..span };
        let around = || self.narrowest(source, span).or_else(|| self.narrowest(source, first));
        // A step next to them is more specific than one on the whole input.
        let is_part_of_all =
            |(_, event): &(usize, &RecordedStep)| event.span.len() < self.given(source).len();
        let before = || steps().rfind(|(_, event)| event.span.end == span.start);
        let beside = || before().or_else(|| steps().rfind(|(_, event)| event.span.start == span.end));
        // For a component that was found in pieces, the longest piece.
        let is_inside = |part: Span| span.start <= part.start && part.end <= span.end && !part.is_empty();
        let pieces = || {
            let inside = steps().filter(|(_, event)| is_inside(event.span) && is_own(event));
            inside.rev().max_by_key(|(_, event)| event.span.len())
        };
        let around_part = || around().filter(is_part_of_all);
        let index = |found: Option<(usize, &RecordedStep)>| found.map(|(step, _)| step);
        let near = || index(pieces().or_else(around_part).or_else(beside));
        let step = rule
            .or_else(|| index(exact().or_else(taking)))
            .or_else(|| self.putting_slash(component, span))
            .or_else(near);
        let step = step.or_else(|| Some(around().or_else(|| self.first_step())?.0))?;
        // The rule may have changed only these bytes.
        let change = match self.run.trace.events().nth(step)? {
            Recorded::Step(event) if event.span == span && self.is_verbatim(event) => changed(event),
            _ => None,
        };
        let from = span.of(self.given(source)).to_owned();
        let outcome = match change {
            Some(made) => Outcome::Changed { from, to: made.to_owned() },
            None => Outcome::Kept(from),
        };
        self.side(step, outcome)
    }

    /// Returns the step that put a slash before `component` for the backslash at `span` of the input.
    pub(crate) fn putting_slash(&self, component: Option<Component>, span: Span) -> Option<usize> {
        let place = self.place(Source::Input, component?)?.span;
        let is_in_front = place.start == span.start && span.of(self.given(Source::Input)) == "\\";
        let puts = |event: &RecordedStep| {
            let made = event.made.as_deref().and_then(|made| made.strip_prefix('/'));
            event.span.start == span.end && made.is_some() && !event.saw.starts_with('/')
        };
        Some(self.steps(Source::Input).find(|(_, event)| is_in_front && puts(event))?.0)
    }

    /// Returns the rule, among those that `is_here` accepts, that corresponds to the rule of the other run,
    /// if both are of one document: one of the same algorithm that the other run does not follow, or else any
    /// that it does not follow.
    fn rule_like(&self, is_here: impl Fn(&Recorded) -> bool, (like, other): Like<'_, '_>) -> Option<usize> {
        let is_here =
            |event: &Recorded| matches!(event, Recorded::Step(_) | Recorded::Decision(_)) && is_here(event);
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
        self.nearest(|event| is_here(event) && is_own(event), Some(like))
    }

    /// Returns the event, among those that `is_one` accepts, whose section is nearest to `like`; then one
    /// that changed nothing; then the one on the fewest bytes, or one by a substep of its rule.
    fn nearest(&self, is_one: impl Fn(&Recorded) -> bool, like: Option<Section>) -> Option<usize> {
        let nearness = |event: &Recorded| {
            let ids = like.map(|like| like.id().bytes().zip(event.section().id().bytes()));
            ids.map_or(0, |ids| ids.take_while(|(one, other)| one == other).count())
        };
        let is_change = |event: &Recorded| matches!(event, Recorded::Step(step) if changed(step).is_some());
        let events = || self.run.trace.events().enumerate().filter(|(_, event)| is_one(event));
        let key = |event: &Recorded| (Reverse(nearness(event)), is_change(event), event.span().len());
        let (step, nearest) = events().min_by_key(|(_, event)| key(event))?;
        let is_substep = |event: &Recorded| {
            let (inner, outer) = (event.section(), nearest.section());
            inner != outer && is_within(inner, outer) && key(event) == key(nearest)
        };
        Some(events().rfind(|(_, event)| is_substep(event)).map_or(step, |(step, _)| step))
    }
}

/// Returns the algorithm that `section` is a step of.
fn algorithm(section: Section) -> Option<&'static str> {
    section.id().rsplit_once('-').map(|(algorithm, _)| algorithm)
}
