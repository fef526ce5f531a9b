//! One side of a divergence: the effect of a run on given bytes, and the step responsible.

use std::ops::Range;

use url_facade::{
    Component, ParseError, Recorded, RecordedStep, Section, Source, Span, fast::in_bounds, sections::webspecs,
};

use crate::{
    alignment::{Piece, align, decoded, put_before, range_in, within},
    difference::{Outcome, Side},
    run::{Extent, Run},
    subject::{Subject, is_about},
};

/// The rule of the other side, and its run.
pub(crate) type Like<'v, 'r> = (Section, &'v View<'r>);

/// A run, with the input and the base.
pub(crate) struct View<'r> {
    given: [&'r str; 2],
    pub(crate) run: &'r Run,
}

impl<'r> View<'r> {
    pub(crate) fn new(given: [&'r str; 2], run: &'r Run) -> Self {
        Self { given, run }
    }

    pub(crate) fn given(&self, source: Source) -> &'r str {
        self.given[source as usize]
    }

    /// Returns the span after the last byte.
    pub(crate) fn end(&self, source: Source) -> Span {
        let end = self.given(source).len();
        Span::new(end, end)
    }

    pub(crate) fn place(&self, source: Source, component: Component) -> Option<&'r Extent> {
        self.run.places[source as usize][component as usize].as_ref()
    }

    /// Returns the text of `component` in the result.
    pub(crate) fn text(&self, component: Component) -> Option<&'r str> {
        self.run.result.as_ref().ok()?.get(component)
    }

    /// Returns the component that the run found at byte `at`.
    pub(crate) fn component_at(&self, source: Source, at: u32) -> Option<Component> {
        let span = |component: &Component| self.place(source, *component).map(|place| place.span);
        let covers =
            |component: &Component| span(component).is_some_and(|span| (span.start..span.end).contains(&at));
        let is_there = |component: &Component| span(component) == Some(Span { start: at, end: at });
        Component::ALL.into_iter().find(covers).or_else(|| Component::ALL.into_iter().find(is_there))
    }

    /// Returns true if a component has bytes at `span`.
    pub(crate) fn has_component_in(&self, source: Source, span: Span) -> bool {
        let mut places = self.run.places[source as usize].iter().flatten();
        places.any(|place| place.span.start < span.end && span.start < place.span.end)
    }

    /// Returns the first component that the run found exactly at `span`.
    pub(crate) fn component_of(&self, source: Source, span: Span) -> Option<Component> {
        let is_there =
            |component: &Component| self.place(source, *component).is_some_and(|place| place.span == span);
        Component::ALL.into_iter().find(is_there)
    }

    /// Returns true if the text of `component` is that of its bytes in the input, not one that was rebuilt.
    pub(crate) fn is_read(&self, component: Component) -> bool {
        let place = self.place(Source::Input, component);
        place.is_some_and(|place| {
            place.text.as_deref().is_none_or(|text| text == place.span.of(self.given(Source::Input)))
        })
    }

    /// Returns the steps on the string of `source`, with their indices, except a rule that only removes white
    /// space if it removed none.
    pub(crate) fn steps(&self, source: Source) -> impl DoubleEndedIterator<Item = (usize, &'r RecordedStep)> {
        let is_idle = |event: &RecordedStep| event.section == webspecs::CLEANSE_3 && changed(event).is_none();
        self.all_steps().filter(move |(_, event)| event.source == source && !is_idle(event))
    }

    /// Returns the steps, with their indices in the trace.
    pub(crate) fn all_steps(&self) -> impl DoubleEndedIterator<Item = (usize, &'r RecordedStep)> {
        let events = self.run.trace.events().enumerate();
        events
            .filter_map(|(at, event)| if let Recorded::Step(step) = event { Some((at, step)) } else { None })
    }

    /// Returns the name of the document whose sections the run follows.
    pub(crate) fn document(&self) -> Option<&'static str> {
        Some(self.steps(Source::Input).next()?.1.section.spec())
    }

    /// Returns true if `event` worked on its bytes as they are in the input or the base.
    pub(crate) fn is_verbatim(&self, event: &RecordedStep) -> bool {
        let text = event.span.of(self.given(event.source));
        is_seen(event, text, text.len())
    }

    /// Returns the first step of the run, for bytes that no step worked on.
    pub(crate) fn first_step(&self) -> Option<(usize, &'r RecordedStep)> {
        self.steps(Source::Input).next().or_else(|| self.all_steps().next())
    }

    /// Returns the step that ended in `error`.
    pub(crate) fn step_of(&self, error: &ParseError) -> Option<usize> {
        self.steps(error.span_source())
            .rev()
            .find(|(_, event)| event.section == error.section())
            .map(|(step, _)| step)
    }

    /// Returns the text that the step with the index `step` worked on, if an earlier step made it.
    pub(crate) fn text_made_before(&self, step: usize) -> Option<&'r str> {
        match self.run.trace.events().nth(step)? {
            Recorded::Step(step) if !self.is_verbatim(step) => Some(&step.saw),
            _ => None,
        }
    }

    /// Returns the text that `event` made from the bytes at `span`, and all of the bytes that became it;
    /// `None` if it left one of them unchanged.
    pub(crate) fn change(&self, event: &RecordedStep, span: Span) -> Option<(Span, Outcome)> {
        let made = changed(event).filter(|_| !self.joins_path(event, span))?;
        let is_here = event.span.start <= span.start && span.end <= event.span.end && !span.is_empty();
        if !is_here || !self.is_verbatim(event) {
            return None;
        }
        let start = (span.start - event.span.start) as usize;
        let made = &made[put_before(&event.saw, made)..];
        let mut pieces = align(&event.saw, made);
        let piece = pieces.find(|piece| !piece.same && piece.raw.contains(&start))?;
        let place = within(event.span, &piece.raw);
        let component = self.component_at(event.source, span.start);
        let component = component.and_then(|component| self.place(event.source, component));
        // In a text of more than one component, new text may belong to any of them.
        let is_told = piece.exact
            || component.is_none_or(|Extent { span, .. }| {
                span.start <= event.span.start && event.span.end <= span.end
            });
        if !is_told || place.end < span.end || (!piece.exact && is_cut_short(event)) {
            return None;
        }
        let from = in_bounds(event.saw.get(piece.raw));
        let to = in_bounds(made.get(piece.made));
        Some((place, Outcome::Changed { from: from.into(), to: to.into() }))
    }

    /// Returns true if `event` is a step of a program that joins paths, and did not work on a query or a
    /// fragment at `span`.
    fn joins_path(&self, event: &RecordedStep, span: Span) -> bool {
        let is_join = self.run.profile.is_consumer() && is_about(event.section, Subject::Base);
        let before = || self.given(event.source).get(..span.start as usize);
        is_join && before().is_some_and(|before| before.contains(['?', '#']))
    }

    /// Returns the rule by which this run, which has a result, accepted the bytes at `span` of `component`,
    /// which the other one rejects or changes. `is_cut` is true if only one of the two has a cut there.
    pub(crate) fn let_pass(
        &self,
        source: Source,
        span: Span,
        component: Option<Component>,
        is_cut: bool,
        subject: Option<Subject>,
        like: Option<Like<'_, '_>>,
    ) -> Option<Side> {
        let has_rule = self.has_rule_about(source, span, subject);
        // Its rules on a component are not about another one.
        let is_of_other = component.is_some() && self.component_at(source, span.start) != component;
        // A delimiter is more than a character that a program may escape.
        let is_character = self.run.profile.is_consumer() && subject == Some(Subject::Characters);
        if is_cut && (!has_rule || is_of_other || is_character) {
            return self.reading(span);
        }
        // Characters are accepted because any rule changed them; an address, because of a rule on addresses.
        let is_beside = |event: &RecordedStep| {
            has_rule && subject == Some(Subject::Address) && !is_rule_about(event, span, subject)
        };
        let mut steps =
            self.steps(source).filter(|(step, event)| !is_beside(event) && !self.is_aside(*step, event));
        if let Some((step, (_, outcome))) =
            steps.find_map(|(step, event)| Some((step, self.change(event, span)?)))
        {
            return self.respelling(step, &outcome).or_else(|| self.side(step, outcome));
        }
        let outside_host = component.filter(|component| *component != Component::Host);
        let later = outside_host.and_then(|component| self.changing_later(source, span, component));
        later.or_else(|| self.keeping(source, component, span, subject, like))
    }

    /// Returns the later step that rewrote the escape that `step` made, if the result no longer contains that
    /// escape.
    fn respelling(&self, step: usize, outcome: &Outcome) -> Option<Side> {
        let Outcome::Changed { from, to } = outcome else { return None };
        let is_gone = !self.run.result.as_ref().ok()?.as_str().contains(&**to);
        let mut later =
            self.all_steps().filter(|(at, _)| *at > step && is_gone && decoded(to) == from.as_bytes());
        later.find_map(|(step, event)| {
            let made = changed(event)?;
            let is_it = |piece: &Piece| !piece.same && event.saw.get(piece.raw.clone()) == Some(to);
            let made = made.get(align(&event.saw, made).find(is_it)?.made)?.to_owned();
            self.side(step, Outcome::Changed { from: to.clone(), to: made.clone() }).filter(|_| made != *from)
        })
    }

    /// Returns true if the run has a step about `subject` on the bytes at `span`.
    pub(crate) fn has_rule_about(&self, source: Source, span: Span, subject: Option<Subject>) -> bool {
        self.steps(source).any(|(_, event)| is_rule_about(event, span, subject))
    }

    /// Returns the first character at `span` of the input that this run removed, and the side that removed
    /// it.
    pub(crate) fn dropping(&self, span: Span) -> Option<(Span, Side)> {
        let input = self.given(Source::Input);
        let dropped = self.steps(Source::Input).filter_map(|(step, event)| {
            let made = changed(event)?;
            let overlaps = event.span.start < span.end && span.start < event.span.end;
            if !overlaps || !self.is_verbatim(event) {
                return None;
            }
            let made = &made[put_before(&event.saw, made)..];
            let pieces = align(&event.saw, made).filter(|piece| piece.made.is_empty());
            // If the removed text contains components, the step only took out another component.
            let is_drop = |place: &Span, exact: bool| {
                exact || !(is_cut_short(event) || self.has_component_in(Source::Input, *place))
            };
            let mut places = pieces.map(|piece| (within(event.span, &piece.raw), piece.exact));
            let overlaps = |place: &Span| place.start < span.end && span.start < place.end;
            let (place, _) = places.find(|(place, exact)| overlaps(place) && is_drop(place, *exact))?;
            let from = place.of(input).to_owned();
            Some((place, self.side(step, Outcome::Changed { from, to: String::new() })?))
        });
        dropped.min_by_key(|(place, _)| place.start)
    }

    /// Returns the first of the steps with the fewest bytes around `span`; steps that changed nothing are
    /// preferred.
    pub(crate) fn narrowest(&self, source: Source, span: Span) -> Option<(usize, &'r RecordedStep)> {
        let covers = |event: &RecordedStep| event.span.start <= span.start && span.end <= event.span.end;
        let steps = self.steps(source).filter(|(_, event)| covers(event));
        let is_cut = |event: &RecordedStep| event.made.as_ref().is_some_and(|made| *made != event.saw);
        steps.min_by_key(|(_, event)| (event.span.len(), is_cut(event)))
    }

    pub(crate) fn side(&self, step: usize, outcome: Outcome) -> Option<Side> {
        let section = self.run.trace.events().nth(step)?.section();
        Some(Side { section, step: Some(step), outcome })
    }

    /// Returns the successive texts for the bytes at `range` of the component at `span`: the original, then
    /// the text after each step that changed it, with that step, and last the one in `text`, the component in
    /// the result. If the path `is_behind` the folders of the base, these are not included.
    pub(crate) fn states(
        &self,
        source: Source,
        span: Span,
        range: &Range<usize>,
        text: &str,
        is_behind: bool,
    ) -> Vec<(Option<usize>, String)> {
        let raw = span.of(self.given(source));
        let mut states = vec![(None, in_bounds(raw.get(range.clone())).to_owned())];
        // The component as written, as found, and after each step.
        let whole = Text { start: raw, len: raw.len(), range: Some(range.clone()), is_wider: false };
        let mut texts = vec![whole];
        let places = self.run.places[source as usize].iter().flatten();
        let found = places.filter(|place| place.span == span).find_map(|place| place.text.as_deref());
        if let Some(found) = found.filter(|found| *found != raw) {
            let range = range_in(raw, found, range, false, is_behind);
            texts.push(Text { start: found, len: found.len(), range, is_wider: false });
        }
        let bytes = within(span, range);
        let in_result = range_in(raw, text, range, false, is_behind).and_then(|range| text.get(range));
        for (step, event) in self.steps(source) {
            let is_other = || self.joins_path(event, span) || self.is_aside(step, event);
            let Some(made) = changed(event).filter(|_| !is_other()) else { continue };
            // A text of more than the component continues only in steps that respell it.
            let goes_on = |text: &Text<'_>| !text.is_wider || spells(&event.saw, made);
            // The same text elsewhere is that of another component.
            let is_at = event.span == span
                || (span.is_empty() && event.span.start <= span.start && span.end <= event.span.end)
                || (event.span.start < span.end && span.start < event.span.end);
            let is_it = |text: &&Text<'_>| is_at && is_seen(event, text.start, text.len) && goes_on(text);
            let seen = texts.iter().rev().find(is_it);
            let is_wider = seen.map_or(event.span != span, |seen| seen.is_wider);
            let is_of_component = seen.is_some();
            let verbatim = || {
                let is_here = event.span.start <= bytes.start && bytes.end <= event.span.end;
                let start = bytes.start.checked_sub(event.span.start)? as usize;
                (is_here && self.is_verbatim(event)).then_some(start..start + range.len())
            };
            let range = seen.map_or_else(verbatim, |seen| seen.range.clone());
            let range = range.and_then(|range| {
                range_in(&event.saw, made, &range, is_cut_short(event), is_behind || event.span != span)
            });
            // A step that takes another part out of a longer text does not change this one.
            let is_of_other = |range: &Range<usize>| {
                range.is_empty() && event.span.len() > span.len() && event.saw.contains(made)
            };
            // A step that only examines a part of the text does not change it either, if the result contains
            // the rest.
            let is_left = |range: &Range<usize>| {
                let now = states.last().map(|(_, now)| &**now).filter(|now| !now.is_empty());
                let is_part = range.is_empty() && now.is_some() && event.saw.contains(made);
                // A step that found other bytes, or one whose text no later step works on.
                let is_elsewhere = || event.span.end <= bytes.start || bytes.end <= event.span.start;
                let is_there = in_result.is_some_and(|text| {
                    now.is_some_and(|now| spells(now, text) || (now, text) == ("\\", "/"))
                });
                is_part
                    && ((is_there && is_elsewhere()) || (now == in_result && !self.is_seen_after(step, made)))
            };
            let is_aside = |range: &Range<usize>| {
                if seen.is_some() { is_left(range) } else { is_of_other(range) }
            };
            if range.as_ref().is_some_and(is_aside) {
                continue;
            }
            let now = range.clone().and_then(|range| made.get(range));
            if let Some(now) = now.filter(|now| states.last().is_none_or(|(_, last)| last != now)) {
                states.push((Some(step), now.to_owned()));
            }
            if is_of_component || (range.is_some() && spells(&event.saw, made)) {
                texts.push(Text { start: made, len: event.made_len, range, is_wider });
            }
        }
        // The last text that is kept whole shows most of the result.
        let of_component = texts.iter().rev().filter(|text| !text.is_wider);
        let whole = of_component.filter(|text| text.start.len() == text.len);
        let range = whole.clone().find(|last| last.start == text).or(whole.clone().next());
        let range = range.and_then(|last| range_in(last.start, text, last.range.as_ref()?, false, is_behind));
        let last = range.and_then(|range| text.get(range));
        if let Some(last) = last.filter(|last| states.last().is_none_or(|(_, text)| text != last)) {
            // Steps after which an earlier text is the result only checked it.
            match states.iter().skip(1).rposition(|(_, text)| text == last) {
                Some(at) => states.truncate(at + 2),
                None => states.push((None, last.to_owned())),
            }
        }
        states
    }
}

/// Returns true if `saw` and `made` differ only in escapes.
fn spells(saw: &str, made: &str) -> bool {
    let (of_saw, of_made) = (decoded(saw), decoded(made));
    of_made == of_saw || of_made == saw.as_bytes() || of_saw == made.as_bytes()
}

/// Returns true if `event` is a step about `subject` on the bytes at `span`.
fn is_rule_about(event: &RecordedStep, span: Span, subject: Option<Subject>) -> bool {
    let is_here = event.span.start <= span.start && span.end <= event.span.end && !span.is_empty();
    is_here && subject.is_some_and(|subject| is_about(event.section, subject))
}

/// Returns the text that `event` made, if it is a new text.
pub(crate) fn changed(event: &RecordedStep) -> Option<&str> {
    event.made.as_deref().filter(|made| *made != event.saw || event.made_len != event.saw_len)
}

/// Returns true if `event` worked on the text of `len` bytes that begins with `start`, as far as the trace
/// keeps it.
pub(crate) fn is_seen(event: &RecordedStep, start: &str, len: usize) -> bool {
    event.saw_len == len && start.starts_with(&event.saw)
}

/// Returns true if the trace keeps the texts of `event` only in part.
fn is_cut_short(event: &RecordedStep) -> bool {
    event.saw_len > event.saw.len() || event.made_len > event.made.as_ref().map_or(0, String::len)
}

/// The text of a component at one point of a run.
struct Text<'t> {
    /// The part of the text that the trace keeps.
    start: &'t str,
    /// Its length in bytes.
    len: usize,
    /// The part of it that the given bytes became.
    range: Option<Range<usize>>,
    /// True if it is more than the component.
    is_wider: bool,
}
