//! Finds the rules of a run that explain a difference, such as the rule that kept a text that the other run
//! changes, the rule that read the bytes where only one run begins a component, or the rule that used the
//! base.

use std::{cell::LazyCell, cmp::Reverse, collections::HashSet};

use url_facade::{Component, Section, Source, Span, sections::manakai, trace::Recorded};

use crate::{
    alignment::{align, covers, decoded, within},
    difference::{Outcome, Side},
    subject::{Subject, is_about, may_be_about, named, spells},
    view::{OtherRule, RunStep, View, is_seen, side_of},
};

impl<'r> View<'r> {
    /// Returns the rule by which this run kept the bytes at `span` of `component`. First choice: a rule about
    /// `subject`, the subject of the other run's rule, or near that rule in the document. Second: the first
    /// step that left the component unchanged. Third: the step with the shortest span around `span`.
    pub(crate) fn keeping_rule(
        &self,
        source: Source,
        component: Option<Component>,
        span: Span,
        subject: Option<Subject>,
        like: Option<OtherRule<'_, '_>>,
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
            let is_around = || !span.is_empty() && covers(event.span(), span);
            event.span_source() == source && (place == Some(event.span()) || is_around())
        };
        let is_about_it = |event: &Recorded| {
            subject.is_some_and(|subject| {
                is_about(event.section(), subject) && (subject != Subject::Base || is_not_refuted(event))
            }) && is_here(event)
        };
        let about_it = self.nearest(is_about_it, like.map(|(section, _)| section));
        let rule = about_it.or_else(|| self.rule_like(is_here, like?));
        let is_own = |step: &RunStep<'_>| component.is_some() && named(step.section) == component;
        // Look for a step on only these bytes of a longer component. If the other run rejects them, prefer
        // the step that ended the text before them; if it changes them, a step named after the component.
        let is_part = !span.is_empty() && place.is_some_and(|place| span.len() < place.len());
        let is_rejected = like.is_some_and(|(_, other)| other.run.result.is_err());
        let exact = || {
            let exact = steps().filter(|step| is_part && step.span == span);
            exact.min_by_key(|step| !is_rejected && !is_own(step))
        };
        let taking = || self.taking_step(steps, source, component, span, place?, text);
        // A step on the bytes around them is more specific than one on the whole input.
        let first = Span { end: span.end.min(span.start + 1), ..span };
        let around = || self.narrowest(source, span).or_else(|| self.narrowest(source, first));
        let around_part = || around().filter(|step| step.span.len() < given.len());
        let before = || steps().rfind(|step| step.span.end == span.start);
        let beside = || before().or_else(|| steps().rfind(|step| step.span.start == span.end));
        // For a component that was found in pieces, use the step on the longest piece.
        let pieces = || {
            let inside =
                steps().filter(|step| !step.span.is_empty() && covers(span, step.span) && is_own(step));
            inside.rev().max_by_key(|step| step.span.len())
        };
        let put = || self.putting_slash(component, span);
        let step = exact().or_else(taking).or_else(put).or_else(pieces).or_else(around_part);
        let step = step.or_else(beside).or_else(around).or_else(|| self.first_step());
        let event = rule.or_else(|| self.events().nth(step?.index))?;
        let exact = RunStep::of(event).filter(|step| step.span == span && self.is_verbatim(step));
        let kept = || side_of(event, Outcome::Kept(span.of(given).to_owned()));
        Some(exact.and_then(RunStep::as_change).unwrap_or_else(kept))
    }

    /// Returns the first of `steps` that received `text`, the text of `component` at `place`, and left the
    /// bytes at `span` unchanged.
    fn taking_step<I: DoubleEndedIterator<Item = RunStep<'r>>>(
        &self,
        steps: impl Fn() -> I,
        source: Source,
        component: Option<Component>,
        span: Span,
        place: Span,
        text: Option<&str>,
    ) -> Option<RunStep<'r>> {
        let is_own = |step: &RunStep<'_>| component.is_some() && named(step.section) == component;
        // If the component is the whole input, use a step without output only if it found the component.
        let is_all = place.len() == self.given(source).len();
        let takes = |step: &RunStep<'_>| {
            let is_kept = step.output().map_or(!is_all || is_own(step), |output| output == step.input);
            is_kept && step.span == place && Some(&*step.input) == text
        };
        let all = || steps().filter(takes);
        // An algorithm that cuts components off the text found the last component, but did not examine it.
        let cuts = |taking: &RunStep<'_>| {
            let start = self.first_event(source).unwrap_or_default();
            self.all_steps().any(|step| {
                step.index >= start
                    && algorithm(step.section) == algorithm(taking.section)
                    && step.changed().is_some_and(|output| step.input.starts_with(output))
            })
        };
        let whole = || all().find(|step| !cuts(step));
        // An escape was kept by a step that returned it unchanged; or by the last rule that checked escapes,
        // unless a rule named after the component worked on it.
        let has_escape = span.of(self.given(source)).contains('%');
        let is_named = || all().any(|step| is_own(&step));
        let leaves_escape = |step: &RunStep<'_>| {
            has_escape
                && step.output().is_none()
                && (step.reading.is_some() || (spells(step.section) && !is_named()))
        };
        let unchanged = || all().rfind(leaves_escape);
        // A rule that found the scheme is more specific than a decision about it.
        let is_scheme = component == Some(Component::Scheme) && self.text(Component::Scheme) == text;
        let found = || {
            let asked = whole().filter(|asked| is_scheme && !is_own(asked))?.section.spec();
            let is_it = |step: &RunStep<'_>| step.span == place && step.output() == text;
            steps().find(|step| is_own(step) && is_it(step) && step.section.spec() == asked)
        };
        found().or_else(unchanged).or_else(whole).or_else(|| all().next())
    }

    pub(crate) fn putting_slash(&self, component: Option<Component>, span: Span) -> Option<RunStep<'r>> {
        let place = self.span(Source::Input, component?)?;
        let is_in_front = place.start == span.start && span.of(self.given(Source::Input)) == "\\";
        let puts = |step: &RunStep<'_>| {
            step.span.start == span.end && step.output().is_some_and(|output| output.starts_with('/'))
        };
        self.steps(Source::Input).find(puts).filter(|_| is_in_front)
    }

    /// For two runs of one document, returns the rule nearest in the document to `like`, a rule of the other
    /// run. Considers only rules that `is_here` accepts and the other run does not apply.
    fn rule_like(
        &self,
        is_here: impl Fn(&Recorded) -> bool,
        (like, other): OtherRule<'_, '_>,
    ) -> Option<(usize, &'r Recorded)> {
        // The rules that the other run also applies; for decisions, only those with the same answer.
        let answer = |event: &Recorded| match event {
            Recorded::Decision(decision) => (event.section(), Some(decision.holds)),
            _ => (event.section(), None),
        };
        let theirs: LazyCell<HashSet<_>, _> =
            LazyCell::new(|| other.events().map(|(_, event)| answer(event)).collect());
        let is_own = |event: &Recorded| {
            let (section, holds) = answer(event);
            let answers: &[_] =
                if holds.is_some() { &[None, holds] } else { &[None, Some(true), Some(false)] };
            like.spec() == section.spec() && !answers.iter().any(|&any| theirs.contains(&(section, any)))
        };
        let is_kind = |event: &Recorded| matches!(event, Recorded::Step(_) | Recorded::Decision(_));
        self.nearest(|event| is_kind(event) && is_here(event) && is_own(event), Some(like))
    }

    /// Returns the event accepted by `is_one` whose section id has the longest common prefix with the id of
    /// `like`. If several match equally well, prefers one that changed nothing, then the shortest span. If
    /// the event has substeps that `is_one` accepts, returns the last of these.
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
        let is_substep = |inner: Section| inner != outer && is_substep_of(inner, outer);
        Some(events().rfind(|(_, event)| is_substep(event.section())).unwrap_or(nearest))
    }

    /// Returns the rule by which this run read the bytes of the input at `span`. The caller compares two runs
    /// of which only one begins or ends a component at or within `span`.
    pub(crate) fn reading_rule(&self, span: Span) -> Option<Side> {
        let input = self.given(Source::Input);
        let first_byte = Span { end: span.end.min(span.start + 1), ..span };
        if let Some((_, side)) = self.dropping_rule(first_byte) {
            return Some(side);
        }
        if let Some(side) = self.replacing_delimiter(first_byte) {
            return Some(side);
        }
        let found_at = |component: Component| self.span(Source::Input, component);
        let has_bytes = |component: &Component| {
            found_at(*component).is_some_and(|place| span.is_empty() || !place.is_empty())
        };
        let at = self.component_at(Source::Input, span.start);
        let component = at.filter(|component| self.is_read(*component) && has_bytes(component));
        let is_unread = component.is_none();
        let steps = || self.steps_reading(component);
        let is_ended = |component: &Component| {
            found_at(*component).is_some_and(|place| !place.is_empty() && place.end == span.start)
        };
        // At the end of a component, a rule on that component found the end first.
        let step = if let Some(ended) = Component::ALL.into_iter().find(is_ended) {
            let is_by_rule =
                |step: &RunStep<'_>| step.output().is_some() || named(step.section) == Some(ended);
            let ends = || steps().find(|step| step.span.end == span.start && is_by_rule(step));
            let beside = || {
                let visits =
                    |event: &Recorded| matches!(event, Recorded::Visited(_)) && event.span() == first_byte;
                let end = ends()?.section;
                self.events().position(|(_, event)| visits(event) && are_siblings(event.section(), end))
            };
            let delimits = self.delimiting_step(span, component).map(|step| step.index);
            let put = || Some(self.putting_slash(component, first_byte)?.index);
            let step = delimits.or_else(beside).or_else(put).or_else(|| Some(ends()?.index));
            step.or_else(|| Some(self.step_beginning(span, component)?.index))
        } else {
            let around = || self.step_ending_or_around(first_byte, component);
            self.step_beginning(span, component).or_else(around).map(|step| step.index)
        };
        let found = || self.finding_rule(found_at(component?)?)?.step;
        let descending = || self.last_event_in(span).filter(|_| is_unread && span != Span::whole(input));
        let rest = || self.narrowest(Source::Input, first_byte).or_else(|| self.first_step());
        let step = step.or_else(found).or_else(descending).or_else(|| Some(rest()?.index))?;
        // A component whose text was rebuilt may contain the bytes unchanged.
        let holds = |component: &Component| {
            let text = self.place(Source::Input, *component).and_then(|place| place.text.as_deref());
            text.is_some_and(|text| text.contains(span.of(input)))
        };
        let change = || {
            let step = RunStep::of((step, self.event(step)?))?;
            Some(step.as_change().filter(|_| step.span == span && self.is_verbatim(&step))?.outcome)
        };
        let read = component.or_else(|| at.filter(holds)).map(Outcome::ReadAs);
        self.side(step, read.or_else(change).unwrap_or(Outcome::Passed))
    }

    fn replacing_delimiter(&self, first_byte: Span) -> Option<Side> {
        let input = self.given(Source::Input);
        let mut first = self.steps(Source::Input).filter(|step| step.span == Span::whole(input));
        let (step, outcome) = first.find_map(|step| Some((step, self.change(step, first_byte)?.1)))?;
        let Outcome::Changed { from, to } = &outcome else { return None };
        (to.len() <= from.len() || decoded(from) == decoded(to)).then(|| step.did(outcome))
    }

    fn step_beginning(&self, span: Span, component: Option<Component>) -> Option<RunStep<'r>> {
        let input = self.given(Source::Input);
        let steps = || self.steps_reading(component);
        let begins = steps().find(|step| step.span.start == span.start);
        if component.is_some() {
            return begins;
        }
        // A spec skips slashes in a step on these alone.
        let is_slashes = |step: &RunStep<'_>| {
            let text = step.span.of(input);
            step.span.start == span.start
                && !text.is_empty()
                && text.bytes().all(|byte| b"/\\".contains(&byte))
        };
        if let Some(slashes) = steps().find(is_slashes) {
            return Some(slashes);
        }
        // If the bytes do not become part of a component, the last step on all of them decided that.
        let last = || {
            let first = begins.filter(|first| !first.span.is_empty())?;
            steps().rfind(|step| step.span == first.span && self.is_verbatim(step))
        };
        // A step on the text after the bytes may also have seen the bytes.
        let is_after =
            |step: &RunStep<'_>| step.span.start == span.end && step.input.starts_with(span.of(input));
        let exact = || steps().find(|step| step.span == span);
        match span.start {
            0 => last().or(begins),
            _ if span.len() > 1 => steps().find(is_after).or_else(exact).or(begins),
            _ => begins,
        }
    }

    /// Returns the step that ended `component`, or else the step with the shortest span around `byte`.
    fn step_ending_or_around(&self, byte: Span, component: Option<Component>) -> Option<RunStep<'r>> {
        let place = component.and_then(|component| self.span(Source::Input, component));
        let after = place.map(|place| Span { start: place.end, end: place.end + 1 });
        let found = place.and_then(|place| self.finding_rule(place)).and_then(|side| side.step);
        let is_end = |step: &RunStep<'_>| {
            step.output().is_none()
                && Some(step.span) == after
                && found.is_none_or(|found| step.index < found)
        };
        let is_around = |step: &RunStep<'_>| step.span.start < byte.start && byte.end <= step.span.end;
        let around = || self.steps_reading(component).filter(is_around).min_by_key(|step| step.span.len());
        self.steps_reading(component).find(is_end).or_else(around)
    }

    fn steps_reading(
        &self,
        component: Option<Component>,
    ) -> impl DoubleEndedIterator<Item = RunStep<'r>> + use<'r> {
        let len = self.given(Source::Input).len();
        let reads = move |section| {
            component.is_none_or(|component| !spells(section) && may_be_about(section, component))
        };
        self.steps(Source::Input).filter(move |step| step.span.len() < len && reads(step.section))
    }

    /// Returns the step that ended the text before `span`: a step on the delimiter alone, or else a step that
    /// cut off the text up to the end of `span`, or else a step on the text after the delimiter.
    fn delimiting_step(&self, span: Span, component: Option<Component>) -> Option<RunStep<'r>> {
        let first_byte = Span { end: span.end.min(span.start + 1), ..span };
        let delimiter = first_byte.of(self.given(Source::Input));
        let cuts = |step: &RunStep<'_>| {
            let before = step.output().and_then(|output| step.input.strip_suffix(output));
            step.span.start == span.end && before.is_some_and(|before| before.ends_with(delimiter))
        };
        let is_inside = |part: Span| span.start < part.start && part.end <= span.end && !part.is_empty();
        let steps = || self.steps_reading(component);
        let alone = steps().find(|step| step.span == first_byte);
        alone.or_else(|| steps().find(cuts)).or_else(|| steps().find(|step| is_inside(step.span)))
    }

    /// Returns the step that found a component whose bytes in the input are exactly those at `span`.
    pub(crate) fn finding_rule(&self, span: Span) -> Option<Side> {
        let component = self.component_at(Source::Input, span.start).filter(|part| self.is_read(*part))?;
        let is_whole = self.span(Source::Input, component) == Some(span);
        let text = span.of(self.given(Source::Input));
        let steps = || {
            let found =
                move |step: &RunStep<'_>| is_whole && step.span == span && step.output() == Some(text);
            self.steps(Source::Input).filter(found)
        };
        // Prefer a step on only these bytes: an earlier step on more text may have found them as a part of
        // another component. A decision on the base used text that had already been found.
        let is_first = |step: &RunStep<'_>| self.is_verbatim(step) && !is_about(step.section, Subject::Base);
        let step = steps().find(is_first).or_else(|| steps().next())?;
        Some(step.did(Outcome::ReadAs(component)))
    }

    pub(crate) fn rule_reading_brackets(&self, span: Span) -> Option<Side> {
        let input = self.given(Source::Input);
        let inside = span.of(input).strip_prefix('[').and_then(|text| text.strip_suffix(']'))?;
        let inner = Span::locate(inside, input)?;
        let step = self.steps(Source::Input).find(|step| step.span == inner && step.output().is_some())?;
        Some(step.did(Outcome::ReadAs(Component::Host)))
    }

    pub(crate) fn setting_rule(&self, span: Span) -> Option<Side> {
        let sets =
            |step: &RunStep<'_>| step.span == span && step.output().is_some() && self.is_verbatim(step);
        Some(self.steps(Source::Input).rfind(sets)?.did(Outcome::Passed))
    }

    /// Returns the index of the last event on bytes within `span` of the input. If there is none, returns the
    /// last event around `span` before the first event on the text after `span`.
    fn last_event_in(&self, span: Span) -> Option<usize> {
        let events = || self.events().filter(|(_, event)| event.span_source() == Source::Input);
        let before =
            events().take_while(|(_, event)| event.span().start < span.end || event.span().is_empty());
        let around = || before.filter(|(_, event)| covers(event.span(), span)).last();
        let is_inside = |part: Span| covers(span, part) && !part.is_empty();
        Some(events().rfind(|(_, event)| is_inside(event.span())).or_else(around)?.0)
    }

    fn base_decisions(&self) -> impl DoubleEndedIterator<Item = (usize, &'r Recorded)> {
        self.events().filter(|(_, event)| is_not_refuted(event) && is_about(event.section(), Subject::Base))
    }

    pub(crate) fn first_base_decision(&self, takes_from_base: bool) -> Option<Side> {
        let start = self.first_event(Source::Input)?;
        let decision = self.base_decisions().find(|(step, _)| *step >= start)?;
        // Other components may come from the base only if the result has the scheme of the base.
        let is_used = takes_from_base
            && self.place(Source::Base, Component::Scheme).is_none_or(|place| {
                let of_base = place.span.of(self.given(Source::Base));
                self.text(Component::Scheme).is_some_and(|own| own.eq_ignore_ascii_case(of_base))
            });
        Some(side_of(decision, if is_used { Outcome::UsedBase } else { Outcome::IgnoredBase }))
    }

    /// Returns the rule that joined the reference to the base, if the run does not report the copied parts.
    pub(crate) fn joining_rule(&self) -> Option<Side> {
        let whole = Span::whole(self.given(Source::Input));
        let joins = |step| self.event(step).is_some_and(|event| event.span() == whole);
        self.first_base_decision(true).filter(|side| side.step.is_some_and(joins) && !self.uses_base())
    }

    pub(crate) fn last_base_decision(&self) -> Option<Side> {
        Some(side_of(self.base_decisions().next_back()?, Outcome::Omitted))
    }

    /// Returns the rule that checked if the base is usable, or else the rule that decided to use the base.
    pub(crate) fn rule_admitting_base(&self) -> Option<Side> {
        let mut decisions = self.events().filter(|(_, event)| matches!(event, Recorded::Decision(_)));
        let asked = decisions.find(|(_, event)| is_about(event.section(), Subject::Serving));
        asked.map(|event| side_of(event, Outcome::UsedBase)).or_else(|| self.first_base_decision(true))
    }

    pub(crate) fn empty_host_rule(&self, span: Span) -> Option<Side> {
        let steps = self.steps(Source::Input).filter(|step| {
            step.span == span && step.output() == Some("") && may_be_about(step.section, Component::Host)
        });
        let is_own = |step: &RunStep<'_>| named(step.section) == Some(Component::Host);
        let step = steps.min_by_key(|step| (!is_own(step), Reverse(step.index)))?;
        Some(step.did(Outcome::Kept(String::new())))
    }

    /// Returns the step that made the text of `component` from another text that does not contain it.
    pub(crate) fn making_rule(&self, component: Component) -> Option<Side> {
        let text = self.text(component)?;
        let is_other = |saw: &str| !saw.eq_ignore_ascii_case(text) && !saw.contains(text);
        let mut steps = self.steps(Source::Input);
        steps.find(|step| step.changed() == Some(text) && is_other(&step.input))?.as_change()
    }

    /// If the rule of `side` is the loop over the labels of a host, returns the first step in this loop that
    /// changed a label. In any other case, returns `side`.
    pub(crate) fn narrowed_to_label(&self, side: Side) -> Side {
        let is_loop = side.section == manakai::CANONICALIZE_HOST_20_2
            && !matches!(&side.outcome, Outcome::Changed { from, .. } if from.contains(".."));
        let of_label = [manakai::CANONICALIZE_HOST_20_2_2, manakai::CANONICALIZE_HOST_20_2_1_2_1];
        let before = self.steps(Source::Input).take_while(|step| side.step.is_none_or(|at| step.index < at));
        let mut labels = before.filter(|step| is_loop && of_label.contains(&step.section));
        labels.find_map(RunStep::as_change).unwrap_or(side)
    }

    /// Returns the rule by which a run without a base read the input: its rule on schemes, or else the rule
    /// that read the first byte.
    pub(crate) fn rule_without_base(&self) -> Option<Side> {
        let did = |step: RunStep<'_>| step.did(Outcome::IgnoredBase);
        let is_it = |step: &RunStep<'_>| is_about(step.section, Subject::Scheme);
        let of_base = self.base_decisions().filter_map(RunStep::of).find(is_it);
        let on_schemes = of_base.or_else(|| self.steps(Source::Input).find(is_it));
        // A rule that only escapes or decodes text did not look for a base.
        let read = || self.reading_rule(Span { start: 0, end: 1 }).filter(|side| !spells(side.section));
        let first = || self.steps(Source::Input).find(|step| !spells(step.section)).map(did);
        let side = on_schemes.map(did).or_else(read).or_else(first)?;
        Some(Side { outcome: Outcome::IgnoredBase, ..side })
    }

    pub(crate) fn omissions(
        &self,
        component: Component,
    ) -> impl DoubleEndedIterator<Item = (usize, &'r Recorded)> {
        self.events().filter(
            move |(_, event)| matches!(event, Recorded::Omitted(omitted) if omitted.component == component),
        )
    }

    /// Returns the last rule that omitted `component`, and true if the serializer omitted it.
    pub(crate) fn last_omission(&self, component: Component) -> Option<(Side, bool)> {
        let omitted = self.omissions(component).next_back()?;
        Some((side_of(omitted, Outcome::Omitted), omitted.1.span_source() == Source::Output))
    }

    /// Returns the last step on the delimiter of `component`, if this is an empty query or fragment at
    /// `span`.
    pub(crate) fn empty_component_rule(&self, component: Component, span: Span) -> Option<Side> {
        let is_empty = span.is_empty() && matches!(component, Component::Query | Component::Fragment);
        let delimiter = Span { start: span.start.checked_sub(1).filter(|_| is_empty)?, end: span.end };
        let step = self.steps(Source::Input).rfind(|step| step.span == delimiter)?;
        Some(step.did(Outcome::Kept(String::new())))
    }

    pub(crate) fn first_rule_about(&self, subject: Subject, outcome: Outcome) -> Option<Side> {
        let is_it =
            |event: &Recorded| event.span_source() == Source::Input && is_about(event.section(), subject);
        self.events().find(|(_, event)| is_it(event)).map(|event| side_of(event, outcome))
    }

    /// Returns the rule that looked for `component` at `span` of the input and did not find it.
    pub(crate) fn missing_component_rule(&self, component: Component, span: Span) -> Option<Side> {
        let is_missing = |event: &Recorded| match event {
            Recorded::Decision(decision) => !decision.holds,
            Recorded::Step(step) => step.input_len == 0 && step.output.is_none(),
            _ => false,
        };
        let asked = self.events().find(|(_, event)| {
            is_missing(event)
                && may_be_about(event.section(), component)
                && event.span_source() == Source::Input
                && event.span() == span
        });
        let is_host = component == Component::Host;
        let of_authority = || self.first_rule_about(Subject::Authority, Outcome::Omitted).filter(|_| is_host);
        asked.map(|event| side_of(event, Outcome::Omitted)).or_else(of_authority)
    }

    /// Returns the last step that made the text of `component` from an empty text, or else a step that
    /// serialized it.
    pub(crate) fn inserting_rule(&self, component: Component) -> Option<Side> {
        let text = self.text(component)?;
        let put_in =
            self.steps(Source::Input).rfind(|step| step.input_len == 0 && step.output() == Some(text));
        let kept = Outcome::Kept(String::new());
        // Steps on other empty components are at the same place as the step that set an empty host.
        let is_empty_host = component == Component::Host && text.is_empty();
        let of_authority = || self.first_rule_about(Subject::Authority, kept.clone());
        if let Some(side) = is_empty_host.then(of_authority).flatten() {
            return Some(side);
        }
        let outcome = if text.is_empty() { kept } else { Outcome::changed("", text) };
        let index = put_in.map(|step| step.index).or_else(|| self.writing_rule(component)?.step)?;
        self.side(index, outcome)
    }

    pub(crate) fn writing_rule(&self, component: Component) -> Option<Side> {
        let text = self.text(component)?;
        let place = self.run.result.as_ref().ok()?.place(component)?;
        let writing = || self.steps(Source::Output).filter(|step| covers(step.span, place));
        let is_it = |step: &RunStep<'_>| step.span.end == place.end && is_seen(step, text, text.len());
        let step = writing().find(is_it).or_else(|| writing().next())?;
        Some(step.did(Outcome::Kept(text.to_owned())))
    }

    pub(crate) fn byte_writing_rule(&self, at: usize) -> Option<Side> {
        let byte = Span::new(at, at + 1);
        let steps = self.steps(Source::Output).filter(|step| covers(step.span, byte));
        let step = steps.min_by_key(|step| step.span.len())?;
        Some(step.did(Outcome::changed("", step.span.of(self.run.result.as_ref().ok()?.as_str()))))
    }

    /// Returns the first step that changed the bytes at `span`, a part of `component`. Considers also the
    /// steps on texts that earlier steps made. Returns `None` if the result contains these bytes unchanged.
    pub(crate) fn later_change(&self, source: Source, span: Span, component: Component) -> Option<Side> {
        let (place, text) = (self.place(source, component)?.span, self.text(component)?);
        let start = span.start.checked_sub(place.start)? as usize;
        let range = start..start + span.len();
        place.of(self.given(source)).get(range.clone())?;
        let states = self.states(source, place, &range, text, true);
        let [(_, from), (Some(step), to), ..] = &*states else { return None };
        // Only escaping and the change of a single character can be the work of a rule on these bytes alone.
        let is_spelled =
            decoded(from) == decoded(to) || (from.chars().count() == 1 && to.chars().count() == 1);
        let is_changed = states.last().is_some_and(|(_, last)| last != from) && is_spelled;
        self.side(*step, Outcome::changed(from, to)).filter(|_| is_changed)
    }

    /// Returns true if later steps do not use the output of `step`, but the text that `step` received.
    pub(crate) fn is_aside(&self, step: RunStep<'_>) -> bool {
        let saw_it = |later: &&Recorded| match later {
            Recorded::Step(later) => later.input == step.input,
            Recorded::Decision(later) => later.input == step.input,
            _ => false,
        };
        let goes_on = |later: &Recorded| match (later, step.output()) {
            (Recorded::Step(later), Some("")) => {
                later.span == step.span && later.output.as_deref().is_some_and(|output| !output.is_empty())
            }
            // If the later step's output ends with that of `step`, it used that output.
            (Recorded::Step(later), Some(part)) => {
                !later.output.as_deref().is_some_and(|output| output.ends_with(part))
            }
            _ => true,
        };
        // The fallback is only prepared; if it is needed, another step returns it.
        let is_fallback = step.section == manakai::CANONICALIZE_HOST_4;
        let next = || self.events().map(|(_, event)| event).skip(step.index + 1).take(4).find(saw_it);
        step.changed().is_some_and(|output| step.input.ends_with(output) || is_fallback)
            && next().is_some_and(goes_on)
    }

    pub(crate) fn partial_change(&self, span: Span) -> Option<(Span, Side)> {
        let mut steps = self.steps(Source::Input).filter(|step| {
            covers(span, step.span)
                && !step.span.is_empty()
                && self.is_verbatim(step)
                && !self.is_aside(*step)
        });
        steps.find_map(|step| Some((step.span, step.as_change()?)))
    }

    pub(crate) fn replacing_rule(&self, span: Span) -> Option<Side> {
        let text = span.of(self.given(Source::Input));
        let steps = || self.steps(Source::Input).filter(|step| covers(step.span, span) && step.loses(text));
        let first = steps().next()?;
        steps().rfind(|step| is_substep_of(first.section, step.section))?.as_change()
    }

    /// Returns the step that changed the text `saw`, which the other run rejects. `saw` need not be a part of
    /// the input or the base: it may be the result of an earlier step.
    pub(crate) fn change_of_text(&self, saw: &str) -> Option<Side> {
        let step = self.all_steps().find(|step| {
            let is_written = |output: &str| step.source == Source::Output && output.ends_with(saw);
            step.input == saw && step.changed().is_some_and(|output| !is_written(output))
        })?;
        // A serializer does not change the text, but adds text next to it.
        match step.source {
            Source::Output => {
                Some(step.did(Outcome::changed("", step.span.of(self.run.result.as_ref().ok()?.as_str()))))
            }
            _ => step.as_change(),
        }
    }

    pub(crate) fn follows(&self, section: Section) -> bool {
        self.all_steps().any(|step| step.section == section)
    }

    /// Returns the first change after the step `since` by a rule that `other`, a run of the same document,
    /// does not apply. If this rule is a substep of other such rules, uses the outermost one.
    pub(crate) fn change_by_own_rule(&self, since: Option<usize>, other: &View<'_>) -> Option<Side> {
        let theirs: HashSet<_> = other.all_steps().map(|step| step.section).collect();
        let own = || {
            self.steps(Source::Input).filter(|step| {
                since.is_none_or(|since| step.index > since) && !theirs.contains(&step.section)
            })
        };
        let change = own().find(|step| step.changed().is_some() && !self.is_aside(*step))?;
        let around = own().filter(|outer| {
            outer.index > change.index
                && outer.section != change.section
                && is_substep_of(change.section, outer.section)
        });
        let step = around.min_by_key(|outer| outer.section.id().len()).unwrap_or(change);
        step.as_change().or_else(|| Some(step.did(Outcome::Kept(step.input.clone()))))
    }

    pub(crate) fn change_beside(&self, rejected: Section) -> Option<Side> {
        let mut steps = self.steps(Source::Input).filter(|step| are_siblings(step.section, rejected));
        steps.find_map(|step| if step.section == rejected { None } else { step.as_change() })
    }

    fn copying_steps(&self) -> impl Iterator<Item = RunStep<'r>> {
        let start = self.first_event(Source::Input).unwrap_or_default();
        self.steps(Source::Base).filter(move |step| {
            // The text that such a step returns is the copied text, perhaps with other text before it.
            step.index >= start && step.output().is_some_and(|output| output.ends_with(&step.input))
        })
    }

    /// Returns the first part of `component` that the run copied from the base and that `theirs`, the text of
    /// the other run, does not contain.
    pub(crate) fn copied_part(&self, component: Component, theirs: &str) -> Option<(Span, Side)> {
        let (text, place) = (self.text(component)?, self.place(Source::Base, component)?.span);
        let is_part = |step: &RunStep<'_>| {
            let is_inside = covers(place, step.span) && step.span != place;
            is_inside && text.contains(&step.input) && !theirs.contains(&step.input)
        };
        let step = self.copying_steps().find(is_part)?;
        Some((step.span, step.did(Outcome::Kept(step.input.clone()))))
    }

    pub(crate) fn losing_rule(&self, part: &str) -> Option<Side> {
        let start = self.first_event(Source::Input)?;
        let mut steps = self.all_steps().filter(|step| step.index >= start && step.source != Source::Output);
        Some(steps.find(|step| step.loses(part))?.did(Outcome::changed(part, "")))
    }

    pub(crate) fn rule_dropping_base_part(&self, place: Span) -> Option<Side> {
        let text = place.of(self.given(Source::Base));
        let mut steps = self.steps(Source::Base);
        let is_it =
            |step: &RunStep<'_>| step.span == place && step.input == text && step.changed() == Some("");
        steps.rfind(is_it)?.as_change()
    }

    /// Returns the first step that changed the bytes at `place` of the base after the base was parsed, and
    /// the first bytes that this step changed.
    pub(crate) fn respelling_of_base(&self, place: Span) -> Option<(Span, Side)> {
        let start = self.first_event(Source::Input)?;
        self.steps(Source::Base).filter(|step| step.index > start && step.span == place).find_map(|step| {
            let output = step.changed().filter(|_| self.is_verbatim(&step))?;
            let piece =
                align(&step.input, output).find(|piece| !piece.same).filter(|piece| !piece.raw.is_empty())?;
            let outcome = Outcome::changed(step.input.get(piece.raw.clone())?, output.get(piece.output)?);
            Some((within(place, &piece.raw), step.did(outcome)))
        })
    }

    pub(crate) fn uses_base(&self) -> bool {
        self.copying_steps().next().is_some()
    }

    /// Returns true if the run copied parts of the base, or decided to use the base that was given.
    pub(crate) fn joins_base(&self) -> bool {
        let used = self.first_base_decision(true).filter(|side| side.outcome == Outcome::UsedBase);
        self.uses_base() || used.and(self.place(Source::Base, Component::Scheme)).is_some()
    }

    /// Returns the rule by which the run did not take `component`, which is at `place` of the base: a rule
    /// that omits or drops it, or a rule that copied only the text next to it.
    pub(crate) fn rule_leaving_base_part(&self, component: Component, place: Span) -> Option<Side> {
        let omitted = self.last_omission(component).map(|(side, _)| side);
        omitted.or_else(|| self.rule_dropping_base_part(place)).or_else(|| self.copying_rule(place))
    }

    /// Returns the step that copied the part of the base at `place`, or else the step on the nearest part.
    pub(crate) fn copying_rule(&self, place: Span) -> Option<Side> {
        // The rest of the authority is copied with the host.
        let is_authority = matches!(
            self.component_at(Source::Base, place.start),
            Some(Component::User | Component::Password | Component::Port)
        );
        let host = self.place(Source::Base, Component::Host).map(|host| host.span);
        let distance = |step: &RunStep<'_>| {
            let is_other = is_authority && Some(step.span) != host;
            (is_other, place.start.abs_diff(step.span.start) + place.end.abs_diff(step.span.end))
        };
        let around = self.copying_steps().find(|step| covers(step.span, place));
        let kept = || Outcome::Kept(place.of(self.given(Source::Base)).to_owned());
        let nearest = || Some(self.copying_steps().min_by_key(distance)?.did(Outcome::Omitted));
        around.map(|step| step.did(kept())).or_else(nearest)
    }
}

pub(crate) fn is_not_refuted(event: &Recorded) -> bool {
    !matches!(event, Recorded::Decision(decision) if !decision.holds)
}

pub(crate) fn is_substep_of(section: Section, outer: Section) -> bool {
    section.id().strip_prefix(outer.id()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

pub(crate) fn are_siblings(a: Section, b: Section) -> bool {
    let parent = |section: Section| section.id().rsplit_once('.').map(|(parent, _)| parent);
    parent(a).is_some() && parent(a) == parent(b)
}

fn algorithm(section: Section) -> Option<&'static str> {
    section.id().rsplit_once('-').map(|(algorithm, _)| algorithm)
}
