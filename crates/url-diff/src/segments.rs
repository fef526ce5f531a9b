//! Finds the difference of two runs in a merged path: the first segment of the base or of the input that only
//! one run keeps.

use std::{collections::HashSet, ops::Range};

use url_facade::{Component, Section, Source, Span, sections::rfc3986, trace::Recorded};

use crate::{
    alignment::{decoded, dots, first_divergence},
    difference::{Divergence, Outcome, Side},
    subject::named,
    view::{RunStep, View, overlap, side_of},
};

/// The length in bytes from which [`by_segment`] does not compare paths.
const LONG: usize = 4096;

#[derive(Clone, Copy)]
struct Segment<'t> {
    source: Source,
    span: Span,
    text: &'t str,
}

/// Returns true if both runs use the path of the base, because the reference has no authority and no path.
pub(crate) fn is_path_of_base(a: &View<'_>, b: &View<'_>) -> bool {
    let has_nothing = |view: &View<'_>| {
        view.place(Source::Input, Component::Path).is_none_or(|place| {
            let raw: HashSet<_> = place.span.of(view.given(Source::Input)).bytes().collect();
            place.text.as_deref().is_none_or(|text| !text.bytes().any(|byte| raw.contains(&byte)))
        })
    };
    [a, b].into_iter().all(|view| {
        view.place(Source::Input, Component::Host).is_none() && view.uses_base() && has_nothing(view)
    })
}

/// Finds the divergence of two runs whose paths consist of segments of the reference and, if there is a base,
/// of segments of the base.
pub(crate) fn by_segment(a: &View<'_>, b: &View<'_>, component: Component) -> Option<Divergence> {
    let (text_a, text_b) = (a.text(Component::Path)?, b.text(Component::Path)?);
    let is_of_base = is_path_of_base(a, b);
    let source = if is_of_base { Source::Base } else { Source::Input };
    let [of_a, of_b] = [a, b].map(|view| view.span(source, component));
    let of_a = of_a.filter(|_| component == Component::Path);
    let place = of_a.filter(|place| of_b == Some(*place) && !place.is_empty() && place.len() < LONG)?;
    let raw = place.of(a.given(source));
    let of_base = a.span(Source::Base, Component::Path);
    let of_base = of_base.filter(|base| base.len() < LONG && !is_of_base);
    if raw.contains('\\') {
        return None;
    }
    let reference = segments(a, source, place);
    // The reference replaces the last segment of the base.
    let before = of_base.filter(|_| !raw.starts_with('/'));
    let mut before = before.map(|base| segments(a, Source::Base, base)).unwrap_or_default();
    before.pop();
    let all: Vec<_> = before.into_iter().chain(reference).collect();
    let texts: Vec<_> = all.iter().map(|segment| segment.text).collect();
    let is_kept = |text| Some(kept_segments(&texts, text)?.iter().map(Option::is_some).collect::<Vec<_>>());
    let (kept_a, kept_b) = (is_kept(text_a)?, is_kept(text_b)?);
    let at = kept_a.iter().zip(&kept_b).position(|(one, other)| one != other)?;
    let segment = all[at];
    // A segment that is not dots itself may be removed by dot-segments after it.
    let is_dots = |at: &usize| dots(segment.text) == 0 && dots(all[*at].text) > 0;
    let dots = if segment.text.is_empty() { None } else { (at..all.len()).find(is_dots) };
    // An empty segment is shown with the slash before it.
    let is_slash = |place: Span| place.of(a.given(segment.source)) == "/";
    let before = segment.span.start.checked_sub(1).map(|start| Span { start, ..segment.span });
    let shown = before.filter(|place| segment.span.is_empty() && is_slash(*place)).unwrap_or(segment.span);
    let side = |view: &View<'_>, is_kept: &[bool]| {
        let text = shown.of(view.given(segment.source));
        let outcome = if is_kept[at] { Outcome::Kept(text.to_owned()) } else { Outcome::changed(text, "") };
        let rule_on = |at: usize, is_kept| view.segment_rule(&all[at], is_kept, &outcome);
        // Prefer a rule that kept the segment and worked on nothing else.
        let kept = view.step_on_segment(&segment, true).filter(|_| is_kept[at]);
        let by_dots = || rule_on(dots?, is_kept[dots?]);
        // If a run reports no such rule, its side is the rule that joined the paths.
        let joined = || view.joining_rule();
        let any_dots =
            || (0..all.len()).find(is_dots).filter(|_| of_base.is_some() || segment.text.is_empty());
        // A run that changes neither dots nor escapes keeps the path, if no rule of its document changes
        // them.
        let whole = || {
            let copied = view.copying_rule(segment.span).filter(|_| segment.source == Source::Base);
            let kept = || view.keeping_rule(segment.source, Some(Component::Path), segment.span, None, None);
            let is_verbatim = || view.text(Component::Path).is_some_and(|path| path.contains(raw));
            let is_told = !raw.contains('%') || is_verbatim() && a.document() != b.document();
            copied.or_else(kept).filter(|_| is_kept[at] && is_told)
        };
        let kept = kept.map(|step| step.did(outcome.clone())).or_else(by_dots);
        let kept = kept.or_else(|| rule_on(at, is_kept[at])).or_else(joined);
        let side = kept.or_else(|| rule_on(any_dots()?, false)).or_else(whole)?;
        Some(Side { outcome: outcome.clone(), ..side })
    };
    let (a, b) = (side(a, &kept_a)?, side(b, &kept_b)?);
    Some(Divergence { component: Some(Component::Path), source: segment.source, span: shown, a, b })
}

/// Returns the segments of the path at `place`, without the empty segment before the first slash.
fn segments<'t>(view: &View<'t>, source: Source, place: Span) -> Vec<Segment<'t>> {
    let given = view.given(source);
    let path = place.of(given);
    let segment = |text| Segment { source, span: Span::locate(text, given).unwrap_or_default(), text };
    path.strip_prefix('/').unwrap_or(path).split('/').map(segment).collect()
}

/// `a` and `b` are the results of two profiles for the path `raw`. If `raw` has dot-segments, and both
/// profiles keep the same segments of `raw`, returns the part of `raw` that they escape differently.
pub(crate) fn respelled_part(raw: &str, a: &str, b: &str) -> Option<Range<usize>> {
    let segments: Vec<_> = raw.strip_prefix('/')?.split('/').collect();
    let has_dots =
        raw.len() < LONG && !raw.contains('\\') && segments.iter().any(|segment| dots(segment) > 0);
    let (of_a, of_b) = (kept_segments(&segments, a).filter(|_| has_dots)?, kept_segments(&segments, b)?);
    let at = of_a.iter().zip(&of_b).position(|(one, other)| one != other)?;
    let start: usize = segments[..at].iter().map(|segment| segment.len() + 1).sum::<usize>() + 1;
    let inner = first_divergence(segments[at], of_a[at]?, of_b[at]?)?;
    Some(start + inner.start..start + inner.end)
}

/// Returns the text that each of `segments` has in the path `text`, or `None` for a removed segment. Returns
/// no list if the path has other segments.
fn kept_segments<'t>(segments: &[&str], text: &'t str) -> Option<Vec<Option<&'t str>>> {
    let text = text.strip_prefix('/').unwrap_or(text);
    let mut left = text.split('/').rev().peekable();
    // A removed dot-segment at the end leaves an empty segment.
    if segments.last().is_some_and(|last| dots(last) > 0) {
        left.next_if_eq(&"");
    }
    let is_same = |text: &str, segment: &str| text == segment || decoded(text) == decoded(segment);
    let mut kept: Vec<_> =
        segments.iter().rev().map(|segment| left.next_if(|text| is_same(text, segment))).collect();
    kept.reverse();
    left.next().is_none().then_some(kept)
}

impl View<'_> {
    fn steps_on_reference(&self) -> impl DoubleEndedIterator<Item = RunStep<'_>> {
        let start = self.first_event(Source::Input);
        // If the reference has no path, the path of the base was completed when the base was parsed.
        let start = if is_path_of_base(self, self) { Some(0) } else { start };
        self.all_steps().filter(move |step| {
            start.is_some_and(|start| start <= step.index) && step.source != Source::Output
        })
    }

    fn step_on_segment(&self, segment: &Segment<'_>, is_kept: bool) -> Option<RunStep<'_>> {
        let is_fate = |step: &RunStep<'_>| match step.changed() {
            None if is_kept => step.output().is_some(),
            output => !is_kept && output == Some(""),
        };
        self.steps_on_reference().rfind(|step| {
            step.source == segment.source
                && step.span == segment.span
                && self.is_verbatim(step)
                && is_fate(step)
        })
    }

    fn segment_rule(&self, segment: &Segment<'_>, is_kept: bool, outcome: &Outcome) -> Option<Side> {
        // A rule that took a dot-segment, or a rule on a path that no longer contains it.
        let taken = if is_kept { segment.text } else { "" };
        let takes = |step: &RunStep<'_>| {
            dots(segment.text) > 0 && step.input == segment.text && step.output() == Some(taken)
        };
        let count =
            |path: &str| path.split('/').filter(|text| decoded(text) == decoded(segment.text)).count();
        let loses = |step: &RunStep<'_>| {
            step.changed().is_some_and(|output| {
                output.contains('/') && step.input.contains('/') && count(output) < count(&step.input)
            })
        };
        // A rule on paths is more specific than one on the whole reference, and one after the paths were
        // joined is more specific than one before.
        let joined = self.first_base_decision(true).and_then(|side| side.step);
        let is_before = |step: usize| joined.is_some_and(|joined| step < joined);
        let is_other = |step: &RunStep<'_>| named(step.section) != Some(Component::Path);
        let taking = || {
            let all = self.steps_on_reference().filter(takes);
            all.min_by_key(|step| (is_before(step.index), is_other(step)))
        };
        let losing = || self.steps_on_reference().filter(|step| !is_kept && loses(step)).min_by_key(is_other);
        let step = self.step_on_segment(segment, is_kept).or_else(taking).or_else(losing);
        let side = step.map(|step| step.did(outcome.clone()));
        let is_algorithm = side.as_ref().is_none_or(|side| side.section == rfc3986::REMOVE_DOT_SEGMENTS);
        if is_algorithm { self.dot_segment_rule(segment, is_kept, outcome).or(side) } else { side }
    }

    fn dot_segment_rule(&self, segment: &Segment<'_>, is_kept: bool, outcome: &Outcome) -> Option<Side> {
        use rfc3986::{
            REMOVE_DOT_SEGMENTS_2_1, REMOVE_DOT_SEGMENTS_2_2, REMOVE_DOT_SEGMENTS_2_3,
            REMOVE_DOT_SEGMENTS_2_4, REMOVE_DOT_SEGMENTS_2_5,
        };
        let rules: &[Section] = match dots(segment.text) {
            _ if is_kept => &[REMOVE_DOT_SEGMENTS_2_5],
            1 => &[REMOVE_DOT_SEGMENTS_2_2, REMOVE_DOT_SEGMENTS_2_1, REMOVE_DOT_SEGMENTS_2_4],
            _ => &[REMOVE_DOT_SEGMENTS_2_3, REMOVE_DOT_SEGMENTS_2_1, REMOVE_DOT_SEGMENTS_2_4],
        };
        rules.iter().find_map(|&section| {
            let is_it =
                |event: &Recorded| event.section() == section && event.span_source() != Source::Output;
            self.events().find(|(_, event)| is_it(event)).map(|event| side_of(event, outcome.clone()))
        })
    }

    /// If the rule of `side` is "Remove Dot Segments", returns its first step about `span`; otherwise `side`.
    pub(crate) fn innermost_rule(&self, side: &Side, span: Span) -> Side {
        let moves = [
            rfc3986::REMOVE_DOT_SEGMENTS_1,
            rfc3986::REMOVE_DOT_SEGMENTS_2_5,
            rfc3986::REMOVE_DOT_SEGMENTS_3,
        ];
        let is_of_it = |section: Section| {
            let rest = section.id().strip_prefix(side.section.id());
            rest.is_some_and(|rest| rest.starts_with('-')) && !moves.contains(&section)
        };
        let is_algorithm = side.section == rfc3986::REMOVE_DOT_SEGMENTS;
        let before = if is_algorithm { side.step.unwrap_or_default() } else { 0 };
        let events = || self.events().take(before).filter(|(_, event)| is_of_it(event.section()));
        let inside = events().find(|(_, event)| overlap(event.span(), span)).or_else(|| events().next());
        inside.map_or_else(|| side.clone(), |event| side_of(event, side.outcome.clone()))
    }
}
