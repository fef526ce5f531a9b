//! Finds the rule by which a run read bytes at which only one of two runs has a cut: the rule that found the
//! component there, or that skipped them.

use url_facade::{Component, Recorded, RecordedStep, Section, Source, Span};

use crate::{
    alignment::decoded,
    difference::{Outcome, Side},
    side::{View, changed},
    subject::{Subject, is_about, may_be_about, named, spells},
};

impl<'r> View<'r> {
    /// Returns the rule by which this run read the bytes of the input at `span`, if only one of two runs has
    /// a cut before or within them.
    pub(crate) fn reading(&self, span: Span) -> Option<Side> {
        let first_byte = Span { end: span.end.min(span.start + 1), ..span };
        if let Some((_, side)) = self.dropping(first_byte) {
            return Some(side);
        }
        // Or another delimiter was put there before anything else.
        let is_all = |event: &RecordedStep| event.span == Span::whole(self.given(Source::Input));
        // A backslash may become a slash before the authority is found.
        let is_backslash = first_byte.of(self.given(Source::Input)) == "\\";
        let ended = self.steps(Source::Input).find(|(_, event)| event.span.end == span.start);
        let is_slash = |(step, event): &(usize, &RecordedStep)| {
            let is_before = is_backslash && ended.is_none_or(|(ended, _)| *step < ended);
            is_before && changed(event).is_some_and(|made| !made.contains(['\\', '%']))
        };
        let mut first = self.steps(Source::Input).filter(|step| is_all(step.1) || is_slash(step));
        let is_other = |outcome: &Outcome| match outcome {
            Outcome::Changed { from, to } => to.len() <= from.len() || decoded(from) == decoded(to),
            _ => false,
        };
        if let Some((step, (_, outcome))) =
            first.find_map(|(step, event)| Some((step, self.change(event, first_byte)?)))
            && is_other(&outcome)
        {
            return self.side(step, outcome);
        }
        let has_bytes = |component: &Component| {
            self.place(Source::Input, *component)
                .is_some_and(|place| span.is_empty() || !place.span.is_empty())
        };
        let component = self
            .component_at(Source::Input, span.start)
            .filter(|component| self.is_read(*component) && has_bytes(component));
        let steps = || self.parts(component);
        let begins = steps().find(|(_, event)| event.span.start == span.start);
        let takes =
            |event: &RecordedStep, other: &RecordedStep| event.span == other.span && self.is_verbatim(event);
        // Bytes that do not become part of a component: the last step on all of them decided so.
        let is_unread = component.is_none();
        let begins = if is_unread && span.start == 0 {
            let filled = begins.filter(|(_, first)| !first.span.is_empty());
            filled.and_then(|(_, first)| steps().rfind(|(_, event)| takes(event, first))).or(begins)
        } else if is_unread && span != first_byte {
            // A step that took the text after them saw them, too.
            let delimiters = span.of(self.given(Source::Input));
            let is_after =
                |event: &RecordedStep| event.span.start == span.end && event.saw.starts_with(delimiters);
            let exact = || steps().find(|(_, event)| event.span == span);
            steps().find(|(_, event)| is_after(event)).or_else(exact).or(begins)
        } else {
            begins
        };
        // A spec skips slashes in a step on these alone.
        let is_slashes = |event: &RecordedStep| {
            let place = event.span.of(self.given(Source::Input));
            event.span.start == span.start && !place.is_empty() && place.bytes().all(is_either_slash)
        };
        let is_spec = !self.run.profile.is_consumer();
        let slashes = steps().find(|(_, event)| is_unread && is_spec && is_slashes(event));
        let begins = slashes.or(begins);
        let delimits = self.delimiting(span, component);
        // At the end of a component, a rule on that component found the end first.
        let ended = self.ended(span.start);
        let is_end = ended.is_some();
        let ending = || steps().filter(|(_, event)| event.span.end == span.start);
        let is_by_rule = |event: &RecordedStep| event.made.is_some() || named(event.section) == ended;
        let by_rule = ending().find(|(_, event)| is_end && is_by_rule(event));
        let ends = by_rule.or_else(|| ending().next());
        let around = || {
            let after = component.and_then(|component| self.place(Source::Input, component)).map(|place| {
                let end = place.span.end;
                Span { start: end, end: end + 1 }
            });
            let is_end = |event: &RecordedStep| event.made.is_none() && Some(event.span) == after;
            // A step on the text after a component that was found before did not end it.
            let found = component.and_then(|component| self.place(Source::Input, component));
            let found = found.and_then(|place| self.finding(place.span)).and_then(|side| side.step);
            let is_before = |step: usize| found.is_none_or(|found| step < found);
            let ended = steps().find(|(step, event)| is_end(event) && is_before(*step));
            ended.or_else(|| {
                steps()
                    .filter(|(_, event)| is_around(event, first_byte))
                    .min_by_key(|(_, event)| event.span.len())
            })
        };
        let index = |found: Option<(usize, &RecordedStep)>| found.map(|(step, _)| step);
        let (first, second) = if is_end {
            let beside = ends.and_then(|(_, event)| self.taking_beside(event.section, first_byte));
            let put = || self.putting_slash(component, first_byte);
            (index(delimits).or(beside).or_else(put).or(index(ends)), index(begins))
        } else {
            (index(begins), index(around().or(ends)))
        };
        // A component that is the whole input was found by a step on all of it.
        let found = || self.finding(self.place(Source::Input, component?)?.span)?.step;
        let step = first.or(second);
        let step = step.or_else(|| found().filter(|_| span.start == 0));
        let is_whole = span.len() == self.given(Source::Input).len();
        let step = step.or_else(|| self.descending(span).filter(|_| is_unread && !is_whole));
        let rest = || self.narrowest(Source::Input, first_byte).or_else(|| self.first_step());
        let joined = || self.joined().and_then(|side| side.step);
        let step = step.or_else(joined).or_else(|| Some(rest()?.0))?;
        // A component whose text was rebuilt may contain them unchanged.
        let holds = |component: &Component| {
            let text = self.place(Source::Input, *component).and_then(|place| place.text.as_deref());
            text.is_some_and(|text| text.contains(span.of(self.given(Source::Input))))
        };
        let component = component.or_else(|| self.component_at(Source::Input, span.start).filter(holds));
        let passed = || self.made_of(step, span).unwrap_or(Outcome::Passed);
        self.side(step, component.map_or_else(passed, Outcome::ReadAs))
    }

    /// Returns the steps on the input that may have read the bytes of `component`, or of none. A step on the
    /// whole input neither begins nor ends a component, and one that only respells text reads none.
    fn parts(
        &self,
        component: Option<Component>,
    ) -> impl DoubleEndedIterator<Item = (usize, &'r RecordedStep)> {
        let len = self.given(Source::Input).len();
        let is_part = move |event: &RecordedStep| {
            event.span.len() < len
                && !(component.is_some() && spells(event.section))
                && component.is_none_or(|component| may_be_about(event.section, component))
        };
        self.steps(Source::Input).filter(move |(_, event)| is_part(event))
    }

    /// Returns the step that ended the text before `span`: one on the delimiter alone or, if the bytes are
    /// not part of a component, one that cut off the text after it or found the text inside.
    fn delimiting(&self, span: Span, component: Option<Component>) -> Option<(usize, &'r RecordedStep)> {
        let first_byte = Span { end: span.end.min(span.start + 1), ..span };
        let delimiter = first_byte.of(self.given(Source::Input));
        let cuts = |event: &RecordedStep| {
            let before = event.made.as_deref().and_then(|made| event.saw.strip_suffix(made));
            event.span.start == span.end && before.is_some_and(|before| before.ends_with(delimiter))
        };
        let is_inside = |part: Span| span.start < part.start && part.end <= span.end && !part.is_empty();
        let steps = || self.parts(component);
        let alone = steps().find(|(_, event)| event.span == first_byte);
        let cut_off = || steps().find(|(_, event)| cuts(event));
        alone.or_else(cut_off).or_else(|| steps().find(|(_, event)| is_inside(event.span)))
    }

    /// Returns the step next to `section`, in the same algorithm, that consumed the delimiter at `place` and
    /// did nothing else.
    fn taking_beside(&self, section: Section, place: Span) -> Option<usize> {
        let parent = |section: Section| section.id().rsplit_once('.').map(|(parent, _)| parent);
        let is_beside = |other: Section| parent(other).is_some() && parent(other) == parent(section);
        let is_it = |event: &Recorded| {
            matches!(event, Recorded::Visited(_)) && event.span() == place && is_beside(event.section())
        };
        self.run.trace.events().position(is_it)
    }

    /// Returns the change that `step` made to only the bytes at `span` of the input, if the result is another
    /// text.
    fn made_of(&self, step: usize, span: Span) -> Option<Outcome> {
        let Recorded::Step(event) = self.run.trace.events().nth(step)? else { return None };
        let made = changed(event).filter(|_| event.span == span && self.is_verbatim(event))?;
        Some(Outcome::Changed { from: event.saw.clone(), to: made.to_owned() })
    }

    /// Returns the component of the input that ends at byte `at`.
    fn ended(&self, at: u32) -> Option<Component> {
        let is_ended = |component: &Component| {
            let place = self.place(Source::Input, *component).filter(|place| !place.span.is_empty());
            place.is_some_and(|place| place.span.end == at)
        };
        Component::ALL.into_iter().find(is_ended)
    }

    /// Returns the step that found the component exactly at `span` of the input, if there is one: the rule by
    /// which this run read bytes that are not part of a component to the other run.
    pub(crate) fn finding(&self, span: Span) -> Option<Side> {
        let component = self.component_at(Source::Input, span.start).filter(|part| self.is_read(*part))?;
        let is_whole = self.place(Source::Input, component).is_some_and(|place| place.span == span);
        let text = span.of(self.given(Source::Input));
        let is_found = |event: &RecordedStep| event.span == span && event.made.as_deref() == Some(text);
        let steps = || self.steps(Source::Input).filter(|(_, event)| is_whole && is_found(event));
        // A step that saw more than that found the component first, but perhaps as a part of another one. One
        // that asked about the base took the text that was found.
        let is_first =
            |event: &RecordedStep| self.is_verbatim(event) && !is_about(event.section, Subject::Base);
        let (step, _) = steps().find(|(_, event)| is_first(event)).or_else(|| steps().next())?;
        self.side(step, Outcome::ReadAs(component))
    }

    /// Returns the first step that took the text in the brackets at `span` of the input, which is the host.
    pub(crate) fn taking_inside(&self, span: Span) -> Option<Side> {
        let input = self.given(Source::Input);
        let inside = span.of(input).strip_prefix('[').and_then(|text| text.strip_suffix(']'))?;
        let inner = Span::locate(inside, input)?;
        let takes = |event: &RecordedStep| event.span == inner && event.made.is_some();
        let (step, _) = self.steps(Source::Input).find(|(_, event)| takes(event))?;
        self.side(step, Outcome::ReadAs(Component::Host))
    }

    /// Returns the last step that made a text from only the bytes at `span` of the input.
    pub(crate) fn setting(&self, span: Span) -> Option<Side> {
        let sets =
            |event: &RecordedStep| event.span == span && event.made.is_some() && self.is_verbatim(event);
        let (step, _) = self.steps(Source::Input).rfind(|(_, event)| sets(event))?;
        self.side(step, Outcome::Passed)
    }

    /// Returns the last rule on a part of the bytes at `span` of the input, or else the innermost one around
    /// them before a rule on the text after them.
    fn descending(&self, span: Span) -> Option<usize> {
        let events =
            || self.run.trace.events().enumerate().filter(|(_, event)| event.source() == Source::Input);
        let is_inside = |part: Span| span.start <= part.start && part.end <= span.end && !part.is_empty();
        let before =
            events().take_while(|(_, event)| event.span().start < span.end || event.span().is_empty());
        let covers = |event: Span| event.start <= span.start && span.end <= event.end;
        let around = || before.filter(|(_, event)| covers(event.span())).last();
        let inside = events().rfind(|(_, event)| is_inside(event.span()));
        Some(inside.or_else(around)?.0)
    }
}

/// Returns true if `byte` is a slash or a backslash.
fn is_either_slash(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}

/// Returns true if `event` worked on the bytes at `span` and on others before them.
fn is_around(event: &RecordedStep, span: Span) -> bool {
    event.span.start < span.start && span.end <= event.span.end
}
