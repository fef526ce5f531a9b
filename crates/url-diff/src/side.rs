//! One side of a parting: what a run did with given bytes, and in which of its steps.

use std::ops::Range;

use url_facade::{Component, Kept, KeptStep, ParseError, Source, Span};

use crate::{
    alignment::align,
    difference::{Fate, Side},
    run::{Extent, Run},
    subject::{Subject, is_about},
};

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

    /// The span after the last byte.
    pub(crate) fn end(&self, source: Source) -> Span {
        let end = self.given(source).len();
        Span::new(end, end)
    }

    pub(crate) fn place(&self, source: Source, component: Component) -> Option<&'r Extent> {
        self.run.places[source as usize][component as usize].as_ref()
    }

    /// The text of `component` in the result.
    pub(crate) fn text(&self, component: Component) -> Option<&'r str> {
        self.run.result.as_ref().ok()?.get(component)
    }

    /// The component that the run found at byte `at`.
    pub(crate) fn component_at(&self, source: Source, at: u32) -> Option<Component> {
        let span = |component: &Component| self.place(source, *component).map(|place| place.span);
        let covers =
            |component: &Component| span(component).is_some_and(|span| (span.start..span.end).contains(&at));
        let is_there = |component: &Component| span(component) == Some(Span { start: at, end: at });
        Component::ALL.into_iter().find(covers).or_else(|| Component::ALL.into_iter().find(is_there))
    }

    /// The steps on the string of `source`, with their indices; without those of serialization, which have no place.
    fn steps(&self, source: Source) -> impl DoubleEndedIterator<Item = (usize, &'r KeptStep)> {
        let is_whole_empty = self.given(source).is_empty();
        let has_place = move |event: &KeptStep| {
            event.span != Span::default()
                || is_whole_empty
                || (event.saw.is_empty() && event.made.as_ref().is_none_or(String::is_empty))
        };
        self.all_steps().filter(move |(_, event)| event.source == source && has_place(event))
    }

    /// The steps, with their indices in the trace.
    fn all_steps(&self) -> impl DoubleEndedIterator<Item = (usize, &'r KeptStep)> {
        let events = self.run.trace.events().enumerate();
        events.filter_map(|(at, event)| if let Kept::Step(step) = event { Some((at, step)) } else { None })
    }

    /// Whether `event` worked on its bytes as they are in the input or the base.
    fn is_verbatim(&self, event: &KeptStep) -> bool {
        let text = event.span.of(self.given(event.source));
        is_seen(event, text, text.len())
    }

    /// The first step of the run, for bytes that no step looked at.
    fn first_step(&self) -> Option<(usize, &'r KeptStep)> {
        self.steps(Source::Input).next().or_else(|| self.all_steps().next())
    }

    /// The step that ended in `error`.
    pub(crate) fn step_of(&self, error: &ParseError) -> Option<usize> {
        self.steps(error.span_source())
            .rev()
            .find(|(_, event)| event.section == error.section())
            .map(|(step, _)| step)
    }

    /// The text that `event` made of the bytes at `span`, and all of the bytes that became it; `None` if it left one of
    /// them unchanged.
    fn change(&self, event: &KeptStep, span: Span) -> Option<(Span, Fate)> {
        let made = changed(event)?;
        let is_here = event.span.start <= span.start && span.end <= event.span.end && !span.is_empty();
        if !is_here || !self.is_verbatim(event) {
            return None;
        }
        let start = (span.start - event.span.start) as usize;
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
        let from = event.saw.get(piece.raw).unwrap_or_default();
        let to = made.get(piece.made).unwrap_or_default();
        Some((place, Fate::Changed { from: from.into(), to: to.into() }))
    }

    /// How this run, which has a result, accepted the bytes at `span` of `component`, which the other one rejects.
    /// `is_cut` is whether only one of the two has a cut there.
    pub(crate) fn let_pass(
        &self,
        source: Source,
        span: Span,
        component: Option<Component>,
        is_cut: bool,
        subject: Option<Subject>,
    ) -> Option<Side> {
        let changed = self.steps(source).find_map(|(step, event)| Some((step, self.change(event, span)?)));
        match changed {
            Some((step, (_, fate))) => self.side(step, fate),
            None if is_cut => self.reading(span),
            None => self.keeping(source, component, span, subject),
        }
    }

    /// The first character at `span` of the input that this run removed, and how.
    pub(crate) fn dropping(&self, span: Span) -> Option<(Span, Side)> {
        let input = self.given(Source::Input);
        let dropped = self.steps(Source::Input).filter_map(|(step, event)| {
            let made = changed(event)?;
            let overlaps = event.span.start < span.end && span.start < event.span.end;
            if !overlaps || !self.is_verbatim(event) {
                return None;
            }
            let pieces = align(&event.saw, made).filter(|piece| piece.exact && piece.made.is_empty());
            let mut places = pieces.map(|piece| within(event.span, &piece.raw));
            let place = places.find(|place| span.start <= place.start && place.end <= span.end)?;
            let from = place.of(input).to_owned();
            Some((place, self.side(step, Fate::Changed { from, to: String::new() })?))
        });
        dropped.min_by_key(|(place, _)| place.start)
    }

    /// How this run read the bytes of the input at `span`, if only one of two runs has a cut before or within them.
    pub(crate) fn reading(&self, span: Span) -> Option<Side> {
        let first_byte = Span { end: span.end.min(span.start + 1), ..span };
        if let Some((_, side)) = self.dropping(first_byte) {
            return Some(side);
        }
        // A step on all of the input neither begins nor ends a component.
        let is_part =
            |event: &KeptStep| span.start == 0 || event.span.len() < self.given(Source::Input).len();
        let steps = || self.steps(Source::Input).filter(|(_, event)| is_part(event));
        let begins = steps().find(|(_, event)| event.span.start == span.start);
        let ends = steps().find(|(_, event)| event.span.end == span.start);
        // At the end of a component, the end was found first.
        let places = self.run.places[Source::Input as usize].iter().flatten();
        let is_end = places.filter(|place| !place.span.is_empty()).any(|place| place.span.end == span.start);
        let (first, second) = if is_end { (ends, begins) } else { (begins, ends) };
        let before = || steps().take_while(|(_, event)| event.span.start <= span.start).last();
        let any = || self.narrowest(Source::Input, span).or_else(|| self.first_step());
        let (step, _) = first.or(second).or_else(before).or_else(any)?;
        let component = self.component_at(Source::Input, span.start);
        self.side(step, component.map_or(Fate::Passed, Fate::ReadAs))
    }

    /// How this run kept the bytes at `span` of `component`: by the step on the same subject as the other run's step, by
    /// the first step that left the component unchanged, or else by the step on the fewest bytes around them.
    pub(crate) fn keeping(
        &self,
        source: Source,
        component: Option<Component>,
        span: Span,
        subject: Option<Subject>,
    ) -> Option<Side> {
        let place = component.and_then(|component| self.place(source, component));
        let text = place.and_then(|place| place.text.as_deref());
        let takes = |event: &KeptStep| {
            let is_kept = event.made.as_ref().is_none_or(|made| *made == event.saw);
            is_kept && place.is_some_and(|place| event.span == place.span) && Some(&*event.saw) == text
        };
        let is_about_it = |event: &KeptStep| {
            let is_there = place.is_some_and(|place| event.span == place.span);
            is_there && subject.is_some_and(|subject| is_about(event.section, subject))
        };
        let taking = self.steps(source).find(|(_, event)| is_about_it(event));
        let taking = taking.or_else(|| self.steps(source).find(|(_, event)| takes(event)));
        let first = Span { end: span.end.min(span.start + 1), ..span };
        let around = || self.narrowest(source, span).or_else(|| self.narrowest(source, first));
        let (step, _) = taking.or_else(around).or_else(|| self.first_step())?;
        self.side(step, Fate::Kept(span.of(self.given(source)).into()))
    }

    /// The first of the steps with the fewest bytes around `span`; steps that changed nothing are preferred.
    fn narrowest(&self, source: Source, span: Span) -> Option<(usize, &'r KeptStep)> {
        let covers = |event: &KeptStep| event.span.start <= span.start && span.end <= event.span.end;
        let steps = self.steps(source).filter(|(_, event)| covers(event));
        let is_cut = |event: &KeptStep| event.made.as_ref().is_some_and(|made| *made != event.saw);
        steps.min_by_key(|(_, event)| (event.span.len(), is_cut(event)))
    }

    pub(crate) fn side(&self, step: usize, fate: Fate) -> Option<Side> {
        let section = self.run.trace.events().nth(step)?.section();
        Some(Side { section, step: Some(step), fate })
    }

    /// The successive texts for the bytes at `range` of the component at `span`: the original, then the text after each
    /// step that changed it, with that step, and last the one in `text`, the component in the result.
    pub(crate) fn states(
        &self,
        source: Source,
        span: Span,
        range: &Range<usize>,
        text: &str,
    ) -> Vec<(Option<usize>, String)> {
        let raw = span.of(self.given(source));
        let mut states = vec![(None, raw.get(range.clone()).unwrap_or_default().to_owned())];
        // The component as written, as found, and after each step.
        let mut texts = vec![Text { start: raw, len: raw.len(), range: Some(range.clone()) }];
        let places = self.run.places[source as usize].iter().flatten();
        let found = places.filter(|place| place.span == span).find_map(|place| place.text.as_deref());
        if let Some(found) = found.filter(|found| *found != raw) {
            texts.push(Text { start: found, len: found.len(), range: range_in(raw, found, range, false) });
        }
        let bytes = within(span, range);
        for (step, event) in self.steps(source) {
            let Some(made) = changed(event) else { continue };
            let seen = texts.iter().rev().find(|text| is_seen(event, text.start, text.len));
            let is_of_component = seen.is_some();
            let verbatim = || {
                let is_here = event.span.start <= bytes.start && bytes.end <= event.span.end;
                let start = bytes.start.checked_sub(event.span.start)? as usize;
                (is_here && self.is_verbatim(event)).then_some(start..start + range.len())
            };
            let range = seen.map_or_else(verbatim, |seen| seen.range.clone());
            let range = range.and_then(|range| range_in(&event.saw, made, &range, is_cut_short(event)));
            let now = range.clone().and_then(|range| made.get(range));
            if let Some(now) = now.filter(|now| states.last().is_none_or(|(_, last)| last != now)) {
                states.push((Some(step), now.to_owned()));
            }
            if is_of_component {
                texts.push(Text { start: made, len: event.made_len, range });
            }
        }
        // The last text that is kept whole shows most of the result.
        let whole = texts.iter().rev().filter(|text| text.start.len() == text.len);
        let range = whole.clone().find(|last| last.start == text).or(whole.clone().next());
        let range = range.and_then(|last| range_in(last.start, text, last.range.as_ref()?, false));
        let last = range.and_then(|range| text.get(range));
        if let Some(last) = last.filter(|last| states.last().is_none_or(|(_, text)| text != last)) {
            states.push((None, last.to_owned()));
        }
        states
    }
}

/// The place of `range`, which is relative to `span`.
pub(crate) fn within(span: Span, range: &Range<usize>) -> Span {
    Span::new(range.start, range.end).after(span.start)
}

/// The text that `event` made, if it is a new text and not the answer to a yes-or-no question.
fn changed(event: &KeptStep) -> Option<&str> {
    let is_new = |made: &&str| *made != event.saw || event.made_len != event.saw_len;
    event.made.as_deref().filter(is_new).filter(|made| !matches!(*made, "true" | "false"))
}

/// Whether `event` worked on the text of `len` bytes that begins with `start`, as far as the trace keeps it.
fn is_seen(event: &KeptStep, start: &str, len: usize) -> bool {
    event.saw_len == len && start.starts_with(&event.saw)
}

/// Whether the trace keeps the texts of `event` only in part.
fn is_cut_short(event: &KeptStep) -> bool {
    event.saw_len > event.saw.len() || event.made_len > event.made.as_ref().map_or(0, String::len)
}

/// The bytes of `made` that those at `range` of `saw` became: all pieces that hold one of them. `None` means unknown,
/// because both are only the beginnings of longer texts (`is_cut_short`).
fn range_in(saw: &str, made: &str, range: &Range<usize>, is_cut_short: bool) -> Option<Range<usize>> {
    let mut place: Option<Range<usize>> = None;
    let (mut end, mut before) = (0, 0);
    for piece in align(saw, made) {
        let touches = piece.raw.start < range.end && range.start < piece.raw.end;
        let is_put_in = piece.raw.is_empty() && (range.start..=range.end).contains(&piece.raw.start);
        if is_cut_short && !piece.exact {
            break;
        }
        end = piece.raw.end;
        if touches || is_put_in {
            let made = piece.made_of(range);
            place = Some(place.map_or(made.start, |place| place.start)..made.end);
        } else if piece.raw.end <= range.start {
            before = piece.made.end;
        }
    }
    (end >= range.end || !is_cut_short).then(|| place.unwrap_or(before..before))
}

/// The text of a component at one point of a run.
struct Text<'t> {
    /// As much of the text as the trace keeps.
    start: &'t str,
    /// Its length in bytes.
    len: usize,
    /// The part of it that the bytes in question became.
    range: Option<Range<usize>>,
}
