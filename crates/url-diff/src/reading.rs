//! Finds the rule by which a run read bytes at which only one of two runs has a cut: the rule that found the
//! component there, or that skipped them.

use url_facade::{Component, Section, Source, Span, trace::Recorded};

use crate::{
    alignment::decoded,
    difference::{Outcome, Side},
    rules::are_siblings,
    subject::{Subject, is_about, may_be_about, named, spells},
    view::{RunStep, View, covers},
};

impl<'r> View<'r> {
    /// Returns the rule by which this run read the bytes of the input at `span`, if only one of two runs has
    /// a cut before or within them.
    pub(crate) fn reading(&self, span: Span) -> Option<Side> {
        let input = self.given(Source::Input);
        let first_byte = Span { end: span.end.min(span.start + 1), ..span };
        if let Some((_, side)) = self.dropping(first_byte) {
            return Some(side);
        }
        if let Some(side) = self.replacing_delimiter(span, first_byte) {
            return Some(side);
        }
        let found_at = |component: Component| self.span(Source::Input, component);
        let has_bytes = |component: &Component| {
            found_at(*component).is_some_and(|place| span.is_empty() || !place.is_empty())
        };
        let at = self.component_at(Source::Input, span.start);
        let component = at.filter(|component| self.is_read(*component) && has_bytes(component));
        let is_unread = component.is_none();
        let steps = || self.parts(component);
        // At the end of a component, a rule on that component found the end first.
        let step = if let Some(ended) = self.ended(span.start) {
            let is_by_rule =
                |step: &RunStep<'_>| step.output().is_some() || named(step.section) == Some(ended);
            let ends = || steps().find(|step| step.span.end == span.start && is_by_rule(step));
            let beside = || self.taking_beside(ends()?.section, first_byte);
            let delimits = self.delimiting(span, component).map(|step| step.index);
            let put = || Some(self.putting_slash(component, first_byte)?.index);
            let step = delimits.or_else(beside).or_else(put).or_else(|| Some(ends()?.index));
            step.or_else(|| Some(self.beginning_at(span, component)?.index))
        } else {
            let around = || self.around(first_byte, component);
            self.beginning_at(span, component).or_else(around).map(|step| step.index)
        };
        // A component that is the whole input was found by a step on all of it.
        let found = || self.finding(found_at(component?)?)?.step;
        let descending = || self.descending(span).filter(|_| is_unread && span != Span::whole(input));
        let rest = || self.narrowest(Source::Input, first_byte).or_else(|| self.first_step());
        let joined = || self.joined()?.step;
        let step = step.or_else(found).or_else(descending).or_else(joined).or_else(|| Some(rest()?.index))?;
        // A component whose text was rebuilt may contain them unchanged.
        let holds = |component: &Component| {
            let text = self.place(Source::Input, *component).and_then(|place| place.text.as_deref());
            text.is_some_and(|text| text.contains(span.of(input)))
        };
        // Or the step made another text of only these bytes.
        let change = || {
            let step = RunStep::of((step, self.event(step)?))?;
            Some(step.as_change().filter(|_| step.span == span && self.is_verbatim(&step))?.outcome)
        };
        let read = component.or_else(|| at.filter(holds)).map(Outcome::ReadAs);
        self.side(step, read.or_else(change).unwrap_or(Outcome::Passed))
    }

    /// Returns the step that put another delimiter at `first_byte`, the start of `span`, before anything else.
    fn replacing_delimiter(&self, span: Span, first_byte: Span) -> Option<Side> {
        let input = self.given(Source::Input);
        // A backslash may become a slash before the authority is found.
        let is_backslash = first_byte.of(input) == "\\";
        let ended = self.steps(Source::Input).find(|step| step.span.end == span.start);
        let is_slash = |step: &RunStep<'_>| {
            let is_before = is_backslash && ended.is_none_or(|ended| step.index < ended.index);
            is_before && step.changed().is_some_and(|output| !output.contains(['\\', '%']))
        };
        let mut first =
            self.steps(Source::Input).filter(|step| step.span == Span::whole(input) || is_slash(step));
        let (step, outcome) = first.find_map(|step| Some((step, self.change(step, first_byte)?.1)))?;
        let Outcome::Changed { from, to } = &outcome else { return None };
        (to.len() <= from.len() || decoded(from) == decoded(to)).then(|| step.did(outcome))
    }

    /// Returns the step that begins at the start of `span`, the bytes of `component` or of none.
    fn beginning_at(&self, span: Span, component: Option<Component>) -> Option<RunStep<'r>> {
        let input = self.given(Source::Input);
        let steps = || self.parts(component);
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
        if let Some(slashes) = steps().find(is_slashes).filter(|_| !self.is_program()) {
            return Some(slashes);
        }
        // Bytes that do not become part of a component: the last step on all of them decided so.
        let last = || {
            let first = begins.filter(|first| !first.span.is_empty())?;
            steps().rfind(|step| step.span == first.span && self.is_verbatim(step))
        };
        // A step that took the text after them saw them, too.
        let is_after =
            |step: &RunStep<'_>| step.span.start == span.end && step.saw.starts_with(span.of(input));
        let exact = || steps().find(|step| step.span == span);
        match span.start {
            0 => last().or(begins),
            _ if span.len() > 1 => steps().find(is_after).or_else(exact).or(begins),
            _ => begins,
        }
    }

    /// Returns the step that found the end of `component`, or else the one on the fewest bytes around `byte`.
    fn around(&self, byte: Span, component: Option<Component>) -> Option<RunStep<'r>> {
        let place = component.and_then(|component| self.span(Source::Input, component));
        let after = place.map(|place| Span { start: place.end, end: place.end + 1 });
        // A step on the text after a component that was found before did not end it.
        let found = place.and_then(|place| self.finding(place)).and_then(|side| side.step);
        let is_end = |step: &RunStep<'_>| {
            step.output().is_none()
                && Some(step.span) == after
                && found.is_none_or(|found| step.index < found)
        };
        let is_around = |step: &RunStep<'_>| step.span.start < byte.start && byte.end <= step.span.end;
        let around = || self.parts(component).filter(is_around).min_by_key(|step| step.span.len());
        self.parts(component).find(is_end).or_else(around)
    }

    /// Returns the steps on the input that may have read the bytes of `component`, or of none. A step on the
    /// whole input neither begins nor ends a component, and one that only respells text reads none.
    fn parts(&self, component: Option<Component>) -> impl DoubleEndedIterator<Item = RunStep<'r>> + use<'r> {
        let len = self.given(Source::Input).len();
        let reads = move |section| {
            component.is_none_or(|component| !spells(section) && may_be_about(section, component))
        };
        self.steps(Source::Input).filter(move |step| step.span.len() < len && reads(step.section))
    }

    /// Returns the step that ended the text before `span`: one on the delimiter alone or, if the bytes are
    /// not part of a component, one that cut off the text after it or found the text inside.
    fn delimiting(&self, span: Span, component: Option<Component>) -> Option<RunStep<'r>> {
        let first_byte = Span { end: span.end.min(span.start + 1), ..span };
        let delimiter = first_byte.of(self.given(Source::Input));
        let cuts = |step: &RunStep<'_>| {
            let before = step.output().and_then(|output| step.saw.strip_suffix(output));
            step.span.start == span.end && before.is_some_and(|before| before.ends_with(delimiter))
        };
        let is_inside = |part: Span| span.start < part.start && part.end <= span.end && !part.is_empty();
        let steps = || self.parts(component);
        let alone = steps().find(|step| step.span == first_byte);
        alone.or_else(|| steps().find(cuts)).or_else(|| steps().find(|step| is_inside(step.span)))
    }

    /// Returns the step next to `section`, in the same algorithm, that consumed the delimiter at `place` and
    /// did nothing else.
    fn taking_beside(&self, section: Section, place: Span) -> Option<usize> {
        let is_it = |event: &Recorded| {
            matches!(event, Recorded::Visited(_))
                && event.span() == place
                && are_siblings(event.section(), section)
        };
        self.run.trace.events().position(is_it)
    }

    /// Returns the component of the input that ends at byte `at`.
    fn ended(&self, at: u32) -> Option<Component> {
        let is_ended = |component: &Component| {
            let place = self.span(Source::Input, *component).filter(|place| !place.is_empty());
            place.is_some_and(|place| place.end == at)
        };
        Component::ALL.into_iter().find(is_ended)
    }

    /// Returns the step that found the component exactly at `span` of the input, if there is one: the rule by
    /// which this run read bytes that are not part of a component to the other run.
    pub(crate) fn finding(&self, span: Span) -> Option<Side> {
        let component = self.component_at(Source::Input, span.start).filter(|part| self.is_read(*part))?;
        let is_whole = self.span(Source::Input, component) == Some(span);
        let text = span.of(self.given(Source::Input));
        let steps = || {
            let found =
                move |step: &RunStep<'_>| is_whole && step.span == span && step.output() == Some(text);
            self.steps(Source::Input).filter(found)
        };
        // A step that saw more than that found the component first, but perhaps as a part of another one. One
        // that asked about the base took the text that was found.
        let is_first = |step: &RunStep<'_>| self.is_verbatim(step) && !is_about(step.section, Subject::Base);
        let step = steps().find(is_first).or_else(|| steps().next())?;
        Some(step.did(Outcome::ReadAs(component)))
    }

    /// Returns the first step that took the text in the brackets at `span` of the input, which is the host.
    pub(crate) fn taking_inside(&self, span: Span) -> Option<Side> {
        let input = self.given(Source::Input);
        let inside = span.of(input).strip_prefix('[').and_then(|text| text.strip_suffix(']'))?;
        let inner = Span::locate(inside, input)?;
        let step = self.steps(Source::Input).find(|step| step.span == inner && step.output().is_some())?;
        Some(step.did(Outcome::ReadAs(Component::Host)))
    }

    /// Returns the last step that made a text from only the bytes at `span` of the input.
    pub(crate) fn setting(&self, span: Span) -> Option<Side> {
        let sets =
            |step: &RunStep<'_>| step.span == span && step.output().is_some() && self.is_verbatim(step);
        Some(self.steps(Source::Input).rfind(sets)?.did(Outcome::Passed))
    }

    /// Returns the last rule on a part of the bytes at `span` of the input, or else the innermost one around
    /// them before a rule on the text after them.
    fn descending(&self, span: Span) -> Option<usize> {
        let events = || self.events().filter(|(_, event)| event.source() == Source::Input);
        let before =
            events().take_while(|(_, event)| event.span().start < span.end || event.span().is_empty());
        let around = || before.filter(|(_, event)| covers(event.span(), span)).last();
        let is_inside = |part: Span| covers(span, part) && !part.is_empty();
        Some(events().rfind(|(_, event)| is_inside(event.span())).or_else(around)?.0)
    }
}
