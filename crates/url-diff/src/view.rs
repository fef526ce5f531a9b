//! A view of a run with its input and base. Finds the components and the steps of the run, and the texts that
//! the steps made from some bytes.

use std::ops::{Deref, Range};

use url_facade::{
    Component, Section, Source, Span,
    fast::in_bounds,
    sections::webspecs,
    trace::{Recorded, RecordedStep},
};

use crate::{
    alignment::{Piece, align, covers, decoded, merged_folders_len, range_in, within},
    difference::{Outcome, Side},
    run::{FoundComponent, Run},
    subject::{Subject, is_about},
};

/// The rule of the other run that causes the difference, and the view of the other run.
pub(crate) type OtherRule<'v, 'r> = (Section, &'v View<'r>);

pub(crate) struct View<'r> {
    given: [&'r str; 2],
    pub(crate) run: &'r Run,
}

#[derive(Clone, Copy)]
pub(crate) struct RunStep<'r> {
    pub(crate) index: usize,
    step: &'r RecordedStep,
}

impl Deref for RunStep<'_> {
    type Target = RecordedStep;

    fn deref(&self) -> &RecordedStep {
        self.step
    }
}

impl<'r> RunStep<'r> {
    pub(crate) fn of((index, event): (usize, &'r Recorded)) -> Option<Self> {
        if let Recorded::Step(step) = event { Some(Self { index, step }) } else { None }
    }

    pub(crate) fn output(self) -> Option<&'r str> {
        self.step.output.as_deref()
    }

    pub(crate) fn changed(self) -> Option<&'r str> {
        self.output().filter(|output| *output != self.input || self.output_len != self.input_len)
    }

    pub(crate) fn loses(self, part: &str) -> bool {
        self.input.contains(part) && self.changed().is_some_and(|output| !output.contains(part))
    }

    pub(crate) fn did(self, outcome: Outcome) -> Side {
        Side { section: self.section, step: Some(self.index), outcome }
    }

    pub(crate) fn as_change(self) -> Option<Side> {
        Some(self.did(Outcome::changed(&*self.input, self.changed()?)))
    }

    fn is_cut_short(self) -> bool {
        self.input_len > self.input.len() || self.output_len > self.output().map_or(0, str::len)
    }
}

impl<'r> View<'r> {
    pub(crate) fn new(given: [&'r str; 2], run: &'r Run) -> Self {
        Self { given, run }
    }

    pub(crate) fn given(&self, source: Source) -> &'r str {
        self.given[source as usize]
    }

    pub(crate) fn place(&self, source: Source, component: Component) -> Option<&'r FoundComponent> {
        self.run.places[source as usize][component as usize].as_ref()
    }

    pub(crate) fn span(&self, source: Source, component: Component) -> Option<Span> {
        self.place(source, component).map(|place| place.span)
    }

    pub(crate) fn text(&self, component: Component) -> Option<&'r str> {
        self.run.result.as_ref().ok()?.get(component)
    }

    pub(crate) fn has_text(&self, text: &str) -> bool {
        self.run.result.as_ref().is_ok_and(|url| url.as_str().contains(text))
    }

    pub(crate) fn component_at(&self, source: Source, at: u32) -> Option<Component> {
        let empty = Span { start: at, end: at };
        let covers = |span: Span| (span.start..span.end).contains(&at);
        let find = |is_it: &dyn Fn(Span) -> bool| {
            Component::ALL.into_iter().find(|&component| self.span(source, component).is_some_and(is_it))
        };
        find(&covers).or_else(|| find(&|span| span == empty))
    }

    pub(crate) fn has_component_in(&self, source: Source, span: Span) -> bool {
        self.run.places[source as usize].iter().flatten().any(|place| overlap(place.span, span))
    }

    /// Returns true if the run found `component` in the input, and the found text is a slice of the input.
    pub(crate) fn is_read(&self, component: Component) -> bool {
        self.place(Source::Input, component).is_some_and(|place| {
            place.text.as_deref().is_none_or(|text| text == place.span.of(self.given(Source::Input)))
        })
    }

    pub(crate) fn steps(&self, source: Source) -> impl DoubleEndedIterator<Item = RunStep<'r>> + use<'r> {
        self.all_steps().filter(move |step| {
            let is_idle = step.section == webspecs::CLEANSE_3 && step.changed().is_none();
            step.source == source && !is_idle
        })
    }

    pub(crate) fn all_steps(&self) -> impl DoubleEndedIterator<Item = RunStep<'r>> + use<'r> {
        self.events().filter_map(RunStep::of)
    }

    pub(crate) fn events(
        &self,
    ) -> impl DoubleEndedIterator<Item = (usize, &'r Recorded)> + ExactSizeIterator + use<'r> {
        self.run.events().enumerate().map(|(index, (_, event))| (index, event))
    }

    pub(crate) fn event(&self, step: usize) -> Option<&'r Recorded> {
        self.run.events().nth(step).map(|(_, event)| event)
    }

    pub(crate) fn first_event(&self, source: Source) -> Option<usize> {
        self.events().position(|(_, event)| event.span_source() == source)
    }

    pub(crate) fn side(&self, step: usize, outcome: Outcome) -> Option<Side> {
        Some(side_of((step, self.event(step)?), outcome))
    }

    pub(crate) fn document(&self) -> Option<&'static str> {
        Some(self.steps(Source::Input).next()?.section.spec())
    }

    /// Returns true if the text that `step` received equals the bytes of the input or the base at its span.
    pub(crate) fn is_verbatim(&self, step: &RecordedStep) -> bool {
        let text = step.span.of(self.given(step.source));
        is_seen(step, text, text.len())
    }

    pub(crate) fn first_step(&self) -> Option<RunStep<'r>> {
        self.steps(Source::Input).next()
    }

    /// Returns the change that `step` made to the bytes at `span`, and the span of the whole change. Returns
    /// `None` if the step left one of the bytes at `span` unchanged.
    pub(crate) fn change(&self, step: RunStep<'_>, span: Span) -> Option<(Span, Outcome)> {
        let output = step.changed()?;
        if !covers(step.span, span) || span.is_empty() || !self.is_verbatim(&step) {
            return None;
        }
        let start = (span.start - step.span.start) as usize;
        let output = &output[merged_folders_len(&step.input, output)..];
        let piece = align(&step.input, output).find(|piece| !piece.same && piece.raw.contains(&start))?;
        let place = within(step.span, &piece.raw);
        let component = self.component_at(step.source, span.start);
        let component = component.and_then(|component| self.span(step.source, component));
        // If the step worked on several components, inserted text may belong to any of them.
        let is_told = piece.exact || component.is_none_or(|component| covers(component, step.span));
        if !is_told || place.end < span.end || (!piece.exact && step.is_cut_short()) {
            return None;
        }
        let (from, to) = (in_bounds(step.input.get(piece.raw)), in_bounds(output.get(piece.output)));
        Some((place, Outcome::changed(from, to)))
    }

    /// Returns the rule by which this run accepted the bytes at `span` of `component`. The other run rejects
    /// or changes these bytes. `is_cut` is true if only one run begins or ends a component at these bytes.
    pub(crate) fn accepting_rule(
        &self,
        source: Source,
        span: Span,
        component: Option<Component>,
        is_cut: bool,
        subject: Option<Subject>,
        like: Option<OtherRule<'_, '_>>,
    ) -> Option<Side> {
        let has_rule = self.has_rule_about(source, span, subject);
        // If the bytes are another component in this run, its rules on `component` do not apply.
        let is_of_other = component.is_some() && self.component_at(source, span.start) != component;
        // A byte that ends a component is a delimiter, for which rules on characters are not relevant.
        let ends = |part| self.span(source, part).is_some_and(|it| !it.is_empty() && it.end == span.start);
        let is_delimiter = subject == Some(Subject::Characters) && Component::ALL.into_iter().any(ends);
        if is_cut && (!has_rule || is_of_other || is_delimiter) {
            return self.reading_rule(span);
        }
        // Any rule that changed characters may explain why they are accepted; for an address, a rule on
        // these.
        let is_beside = |step: &RunStep<'_>| {
            has_rule && subject == Some(Subject::Address) && !is_rule_about(step, span, subject)
        };
        let mut steps = self.steps(source).filter(|step| !is_beside(step) && !self.is_aside(*step));
        if let Some((step, (_, outcome))) = steps.find_map(|step| Some((step, self.change(step, span)?))) {
            return self.respelling_rule(step, &outcome).or_else(|| Some(step.did(outcome)));
        }
        let outside_host = component.filter(|component| *component != Component::Host);
        let later = outside_host.and_then(|component| self.later_change(source, span, component));
        later.or_else(|| self.keeping_rule(source, component, span, subject, like))
    }

    /// If `step` escaped a character, and the result does not contain this escape, returns the later step
    /// that changed the escape.
    fn respelling_rule(&self, step: RunStep<'_>, outcome: &Outcome) -> Option<Side> {
        let Outcome::Changed { from, to } = outcome else { return None };
        if self.has_text(to) || decoded(to) != from.as_bytes() {
            return None;
        }
        self.all_steps().filter(|later| later.index > step.index).find_map(|later| {
            let output = later.changed()?;
            let is_it = |piece: &Piece| !piece.same && later.input.get(piece.raw.clone()) == Some(to);
            let output = output.get(align(&later.input, output).find(is_it)?.output)?;
            (output != from).then(|| later.did(Outcome::changed(&**to, output)))
        })
    }

    pub(crate) fn has_rule_about(&self, source: Source, span: Span, subject: Option<Subject>) -> bool {
        self.steps(source).any(|step| is_rule_about(&step, span, subject))
    }

    /// Returns the span of the first removed text that overlaps `span` of the input, and the rule that
    /// removed it.
    pub(crate) fn dropping_rule(&self, span: Span) -> Option<(Span, Side)> {
        let dropped = self.steps(Source::Input).filter_map(|step| {
            let output = step.changed().filter(|_| overlap(step.span, span) && self.is_verbatim(&step))?;
            let output = &output[merged_folders_len(&step.input, output)..];
            // If the text contains components, the step did not drop it but selected another component.
            let is_drop = |place: Span, exact: bool| {
                exact || !(step.is_cut_short() || self.has_component_in(Source::Input, place))
            };
            let place =
                align(&step.input, output).filter(|piece| piece.output.is_empty()).find_map(|piece| {
                    let place = within(step.span, &piece.raw);
                    (overlap(place, span) && is_drop(place, piece.exact)).then_some(place)
                })?;
            Some((place, step.did(Outcome::changed(place.of(self.given(Source::Input)), ""))))
        });
        dropped.min_by_key(|(place, _)| place.start)
    }

    /// Returns the step with the shortest span around `span`. Of several, prefers one that changed nothing,
    /// and then the first.
    pub(crate) fn narrowest(&self, source: Source, span: Span) -> Option<RunStep<'r>> {
        let is_cut = |step: &RunStep<'_>| step.output().is_some_and(|output| output != step.input);
        let steps = self.steps(source).filter(|step| covers(step.span, span));
        steps.min_by_key(|step| (step.span.len(), is_cut(step)))
    }

    /// Returns the successive texts made from the bytes at `range` of the component at `span`: the original
    /// text; for each step that changed the text, the new text and the index of the step; and the text in the
    /// result. `text` is the component of the result. If `is_behind`, a merge put a part of the base before
    /// the path.
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
        let whole = ComponentText { start: raw, len: raw.len(), range: Some(range.clone()), is_wider: false };
        let mut texts = vec![whole];
        let places = self.run.places[source as usize].iter().flatten();
        let found = places.filter(|place| place.span == span).find_map(|place| place.text.as_deref());
        if let Some(found) = found.filter(|found| *found != raw) {
            let range = range_in(raw, found, range, false, is_behind);
            texts.push(ComponentText { start: found, len: found.len(), range, is_wider: false });
        }
        let bytes = within(span, range);
        let in_result = range_in(raw, text, range, false, is_behind).and_then(|range| text.get(range));
        for step in self.steps(source) {
            let Some(output) = step.changed().filter(|_| !self.is_aside(step)) else { continue };
            // A text longer than the component is followed only through steps that escape or decode it.
            let goes_on = |text: &ComponentText<'_>| !text.is_wider || differ_in_escapes(&step.input, output);
            // Equal text at another place belongs to another component.
            let is_at = overlap(step.span, span) || step.span == span;
            let is_it =
                |text: &&ComponentText<'_>| is_at && is_seen(&step, text.start, text.len) && goes_on(text);
            let seen = texts.iter().rev().find(is_it);
            let is_wider = seen.map_or(step.span != span, |seen| seen.is_wider);
            let is_of_component = seen.is_some();
            let verbatim = || {
                let start = bytes.start.checked_sub(step.span.start)? as usize;
                (covers(step.span, bytes) && self.is_verbatim(&step)).then_some(start..start + range.len())
            };
            let range = seen.map_or_else(verbatim, |seen| seen.range.clone());
            let range = range.and_then(|range| {
                range_in(&step.input, output, &range, step.is_cut_short(), is_behind || step.span != span)
            });
            // A step that selects another part of a longer text does not change this part.
            let is_of_other = |range: &Range<usize>| {
                range.is_empty() && step.span.len() > span.len() && step.input.contains(output)
            };
            // A step that only examines a part does not change the text if the result contains the rest.
            let is_left = |range: &Range<usize>| {
                let now = states.last().map(|(_, now)| &**now).filter(|now| !now.is_empty());
                let is_seen_after = || {
                    let mut next = self.events().skip(step.index + 1).take(4);
                    next.any(|(_, event)| matches!(event, Recorded::Step(next) if next.input == output))
                };
                // The step found other bytes, or no later step works on its text.
                let is_elsewhere = || step.span.end <= bytes.start || bytes.end <= step.span.start;
                let is_there = in_result.is_some_and(|text| {
                    now.is_some_and(|now| differ_in_escapes(now, text) || (now, text) == ("\\", "/"))
                });
                range.is_empty()
                    && now.is_some()
                    && step.input.contains(output)
                    && ((is_there && is_elsewhere()) || (now == in_result && !is_seen_after()))
            };
            let is_aside =
                |range: &Range<usize>| if is_of_component { is_left(range) } else { is_of_other(range) };
            if range.as_ref().is_some_and(is_aside) {
                continue;
            }
            let now = range.clone().and_then(|range| output.get(range));
            if let Some(now) = now.filter(|now| states.last().is_none_or(|(_, last)| last != now)) {
                states.push((Some(step.index), now.to_owned()));
            }
            if is_of_component || (range.is_some() && differ_in_escapes(&step.input, output)) {
                texts.push(ComponentText { start: output, len: step.output_len, range, is_wider });
            }
        }
        let of_component = texts.iter().rev().filter(|text| !text.is_wider);
        let mut whole = of_component.filter(|text| text.start.len() == text.len);
        let range = whole.clone().find(|last| last.start == text).or_else(|| whole.next());
        let range = range.and_then(|last| range_in(last.start, text, last.range.as_ref()?, false, is_behind));
        let last = range.and_then(|range| text.get(range));
        if let Some(last) = last.filter(|last| states.last().is_none_or(|(_, text)| text != last)) {
            // If an earlier text is the result, the steps after it only checked it.
            match states.iter().skip(1).rposition(|(_, text)| text == last) {
                Some(at) => states.truncate(at + 2),
                None => states.push((None, last.to_owned())),
            }
        }
        states
    }
}

pub(crate) fn side_of((step, event): (usize, &Recorded), outcome: Outcome) -> Side {
    Side { section: event.section(), step: Some(step), outcome }
}

pub(crate) fn overlap(a: Span, b: Span) -> bool {
    a.start < b.end && b.start < a.end
}

fn differ_in_escapes(saw: &str, output: &str) -> bool {
    let (of_saw, of_output) = (decoded(saw), decoded(output));
    of_output == of_saw || of_output == saw.as_bytes() || of_saw == output.as_bytes()
}

fn is_rule_about(step: &RecordedStep, span: Span, subject: Option<Subject>) -> bool {
    covers(step.span, span)
        && !span.is_empty()
        && subject.is_some_and(|subject| is_about(step.section, subject))
}

/// Returns true if the text that `step` received has `len` bytes and begins with `start`. If the trace
/// contains only a prefix of this text, only the prefix is compared.
pub(crate) fn is_seen(step: &RecordedStep, start: &str, len: usize) -> bool {
    step.input_len == len && start.starts_with(&step.input)
}

/// The text of a component at one point of a run.
struct ComponentText<'t> {
    /// The start of the text, as far as the trace contains it.
    start: &'t str,
    /// The length of the whole text in bytes.
    len: usize,
    /// The part of the text that was made from the bytes at `range`, an argument of [`View::states`].
    range: Option<Range<usize>>,
    /// True if the text contains more than the component.
    is_wider: bool,
}
