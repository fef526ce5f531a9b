//! Finds the difference of two runs that join a path to that of the base: the first segment that only one of
//! them keeps.

use std::ops::Range;

use url_facade::{Component, Recorded, RecordedStep, Section, Source, Span, sections::rfc3986};

use crate::{
    alignment::{decoded, dots, first_divergence},
    difference::{Divergence, Outcome, Side},
    side::{View, changed},
    subject::named,
};

/// The length from which a path is not compared segment by segment, in bytes.
const LONG: usize = 4096;

/// A segment of the base or of the reference.
#[derive(Clone, Copy)]
struct Segment<'t> {
    source: Source,
    span: Span,
    text: &'t str,
}

impl Segment<'_> {
    /// Returns the number of dots in the segment, percent-encoded or not, if it is one or two dots; otherwise
    /// 0.
    fn dots(&self) -> usize {
        dots(self.text)
    }
}

/// Returns true if the path of both runs is that of the base: the reference has no authority and no path.
pub(crate) fn is_path_of_base(a: &View<'_>, b: &View<'_>) -> bool {
    let has_nothing = |view: &View<'_>| {
        view.place(Source::Input, Component::Path).is_none_or(|place| {
            let raw = place.span.of(view.given(Source::Input));
            let text = place.text.as_deref().filter(|text| !text.is_empty());
            let mut is_in = [false; 256];
            raw.bytes().for_each(|byte| is_in[usize::from(byte)] = true);
            text.is_none_or(|text| !text.bytes().any(|byte| is_in[usize::from(byte)]))
        })
    };
    let is_it = |view: &View<'_>| {
        has_nothing(view) && view.uses_base() && view.place(Source::Input, Component::Host).is_none()
    };
    is_it(a) && is_it(b)
}

/// Finds the divergence of two runs that both make a path from the segments of a reference, and perhaps from
/// those of the base.
pub(crate) fn by_segment(a: &View<'_>, b: &View<'_>, component: Component) -> Option<Divergence> {
    let (text_a, text_b) = (a.text(Component::Path)?, b.text(Component::Path)?);
    let is_of_base = is_path_of_base(a, b);
    let source = if is_of_base { Source::Base } else { Source::Input };
    let [of_a, of_b] = [a, b].map(|view| view.place(source, component).map(|place| place.span));
    let of_a = of_a.filter(|_| component == Component::Path);
    let place = of_a.filter(|place| of_b == Some(*place) && !place.is_empty() && place.len() < LONG)?;
    let raw = place.of(a.given(source));
    let of_base = a.place(Source::Base, Component::Path).map(|place| place.span);
    let of_base = of_base.filter(|base| base.len() < LONG && !is_of_base);
    if raw.contains('\\') {
        return None;
    }
    let reference = segments(a, source, place);
    // The reference replaces the last segment of the base.
    let mut before: Vec<_> = of_base
        .filter(|_| !raw.starts_with('/'))
        .map(|base| segments(a, Source::Base, base))
        .unwrap_or_default();
    before.pop();
    let all: Vec<_> = before.into_iter().chain(reference).collect();
    let texts: Vec<_> = all.iter().map(|segment| segment.text).collect();
    let is_kept = |text| Some(kept(&texts, text)?.iter().map(Option::is_some).collect::<Vec<_>>());
    let (kept_a, kept_b) = (is_kept(text_a)?, is_kept(text_b)?);
    let at = kept_a.iter().zip(&kept_b).position(|(one, other)| one != other)?;
    let segment = all[at];
    // A segment of the base is removed by dots after it.
    let is_dots = |at: &usize| segment.dots() == 0 && all[*at].dots() > 0;
    let dots = if segment.text.is_empty() { None } else { (at..all.len()).find(is_dots) };
    // An empty segment is shown with the slash before it.
    let is_slash = |place: Span| place.of(a.given(segment.source)) == "/";
    let before = segment.span.start.checked_sub(1).map(|start| Span { start, ..segment.span });
    let shown = before.filter(|place| segment.span.is_empty() && is_slash(*place)).unwrap_or(segment.span);
    let side = |view: &View<'_>, is_kept: &[bool]| {
        let by_dots = || view.rule_on(&all[dots?], is_kept[dots?]);
        let is_kept = is_kept[at];
        // A rule on only the segment may have kept it.
        let own = || view.rule_on(&segment, is_kept);
        let kept = || view.rule_on_exactly(&segment, true).filter(|_| is_kept);
        let any_dots =
            || (0..all.len()).find(is_dots).filter(|_| of_base.is_some() || segment.text.is_empty());
        let by_any_dots = || view.rule_on(&all[any_dots()?], false);
        // A program that reports no more joined the paths.
        let joined = || view.joined().and_then(|side| Some((side.section, side.step?)));
        // A spec that removes no dots keeps the whole path.
        let whole = || {
            let copied = view.copying(segment.span).filter(|_| segment.source == Source::Base);
            let kept = || view.keeping(segment.source, Some(Component::Path), segment.span, None, None);
            let side = copied.or_else(kept)?;
            Some((side.section, side.step?))
        };
        let is_told = !view.run.profile.is_consumer() || of_base.is_none() && !raw.contains('%');
        let whole = || whole().filter(|_| is_kept && is_told);
        let by_dots = || by_dots().or_else(own).or_else(joined);
        let (section, step) = kept().or_else(by_dots).or_else(by_any_dots).or_else(whole)?;
        let text = shown.of(view.given(segment.source)).to_owned();
        let outcome =
            if is_kept { Outcome::Kept(text) } else { Outcome::Changed { from: text, to: String::new() } };
        Some(Side { section, step: Some(step), outcome })
    };
    let (one, other) = (side(a, &kept_a)?, side(b, &kept_b)?);
    Some(Divergence {
        component: Some(Component::Path),
        source: segment.source,
        span: shown,
        a: one,
        b: other,
    })
}

/// Returns the segments of the path at `place`, without the empty one before its first slash.
fn segments<'t>(view: &View<'t>, source: Source, place: Span) -> Vec<Segment<'t>> {
    let path = place.of(view.given(source));
    let path_behind = path.strip_prefix('/').unwrap_or(path);
    path_behind
        .split('/')
        .map(|text| Segment {
            source,
            span: Span::locate(text, view.given(source)).unwrap_or_default(),
            text,
        })
        .collect()
}

/// Returns the part of the path `raw` that two paths `a` and `b` spell differently, if they keep the same
/// segments except those of dots.
pub(crate) fn spelled_apart(raw: &str, a: &str, b: &str) -> Option<Range<usize>> {
    let segments: Vec<_> = raw.strip_prefix('/')?.split('/').collect();
    let has_dots =
        raw.len() < LONG && !raw.contains('\\') && segments.iter().any(|segment| dots(segment) > 0);
    let (of_a, of_b) = (kept(&segments, a).filter(|_| has_dots)?, kept(&segments, b)?);
    let at = of_a.iter().zip(&of_b).position(|(one, other)| one != other)?;
    let start: usize = segments[..at].iter().map(|segment| segment.len() + 1).sum::<usize>() + 1;
    let inner = first_divergence(segments[at], of_a[at]?, of_b[at]?)?;
    Some(start + inner.start..start + inner.end)
}

/// Returns the text of each of `segments` in the path `text`, if it is there; `None` if the path has others.
fn kept<'t>(segments: &[&str], text: &'t str) -> Option<Vec<Option<&'t str>>> {
    let text = text.strip_prefix('/').unwrap_or(text);
    let mut left = text.split('/').rev().peekable();
    // Dots at the end leave a slash.
    if segments.last().is_some_and(|last| dots(last) > 0) {
        left.next_if_eq(&"");
    }
    let mut kept: Vec<_> =
        segments.iter().rev().map(|segment| left.next_if(|text| decoded(text) == decoded(segment))).collect();
    kept.reverse();
    left.next().is_none().then_some(kept)
}

impl View<'_> {
    /// Returns the steps on the reference.
    fn joining(&self) -> impl DoubleEndedIterator<Item = (usize, &RecordedStep)> {
        let start = self.run.trace.events().position(|event| event.source() == Source::Input);
        // A reference without a path keeps that of the base as its parser made it.
        let start = if is_path_of_base(self, self) { Some(0) } else { start };
        let is_later = move |step: usize| start.is_some_and(|start| start <= step);
        self.all_steps().filter(move |(step, event)| is_later(*step) && event.source != Source::Output)
    }

    /// Returns the last rule that kept or dropped `segment` and worked on nothing else, and its step.
    fn rule_on_exactly(&self, segment: &Segment<'_>, is_kept: bool) -> Option<(Section, usize)> {
        let is_here = |event: &RecordedStep| {
            event.source == segment.source && event.span == segment.span && self.is_verbatim(event)
        };
        let is_fate = |event: &RecordedStep| match changed(event) {
            None if is_kept => event.made.is_some(),
            made => !is_kept && made == Some(""),
        };
        let (step, event) = self.joining().rfind(|(_, event)| is_here(event) && is_fate(event))?;
        Some((event.section, step))
    }

    /// Returns the rule that kept or dropped `segment`, and its step.
    fn rule_on(&self, segment: &Segment<'_>, is_kept: bool) -> Option<(Section, usize)> {
        // A rule that examined such a segment, or one on a path that no longer contains it.
        let looks = |event: &RecordedStep| {
            self.run.profile.is_consumer()
                && segment.dots() > 0
                && event.saw == segment.text
                && changed(event).is_none()
        };
        let count =
            |path: &str| path.split('/').filter(|text| decoded(text) == decoded(segment.text)).count();
        let loses = |event: &RecordedStep| {
            changed(event).is_some_and(|made| {
                made.contains('/') && event.saw.contains('/') && count(made) < count(&event.saw)
            })
        };
        // A rule on paths is more specific than one on the whole reference, and one after the paths were
        // joined is more specific than one before.
        let joined = self.use_of_base(true).and_then(|side| side.step);
        let is_before = |step: usize| joined.is_some_and(|joined| step < joined);
        let is_other = |event: &RecordedStep| named(event.section) != Some(Component::Path);
        let looking = || {
            let all = self.joining().filter(|(_, event)| looks(event));
            all.min_by_key(|(step, event)| (is_before(*step), is_other(event)))
        };
        let losing = || {
            let all = self.joining().filter(|(_, event)| !is_kept && loses(event));
            all.min_by_key(|(_, event)| is_other(event))
        };
        let found = looking().or_else(losing).map(|(step, event)| (event.section, step));
        let step = self.rule_on_exactly(segment, is_kept).or(found);
        let is_algorithm = step.is_none_or(|(section, _)| section == rfc3986::REMOVE_DOT_SEGMENTS);
        if is_algorithm { self.moving(segment, is_kept).or(step) } else { step }
    }

    /// Returns the step of RFC 3986 that moved `segment` to the output, or dropped it.
    fn moving(&self, segment: &Segment<'_>, is_kept: bool) -> Option<(Section, usize)> {
        use rfc3986::{
            REMOVE_DOT_SEGMENTS_2_1, REMOVE_DOT_SEGMENTS_2_2, REMOVE_DOT_SEGMENTS_2_3,
            REMOVE_DOT_SEGMENTS_2_4, REMOVE_DOT_SEGMENTS_2_5,
        };
        let rules: &[Section] = match segment.dots() {
            _ if is_kept => &[REMOVE_DOT_SEGMENTS_2_5],
            1 => &[REMOVE_DOT_SEGMENTS_2_2, REMOVE_DOT_SEGMENTS_2_1, REMOVE_DOT_SEGMENTS_2_4],
            _ => &[REMOVE_DOT_SEGMENTS_2_3, REMOVE_DOT_SEGMENTS_2_1, REMOVE_DOT_SEGMENTS_2_4],
        };
        let at = |section: Section| {
            let is_it = |event: &Recorded| event.section() == section && event.source() != Source::Output;
            self.run.trace.events().position(is_it).map(|step| (section, step))
        };
        rules.iter().find_map(|&section| at(section))
    }

    /// Replaces `side` by the step that decided about the bytes at `span`, if its rule is a whole algorithm.
    pub(crate) fn innermost(&self, side: &Side, span: Span) -> Side {
        let inside = || {
            let is_of_it = |event: &Recorded| {
                event.section().id().strip_prefix(side.section.id()).is_some_and(|rest| rest.starts_with('-'))
            };
            let moves = |event: &Recorded| {
                [
                    rfc3986::REMOVE_DOT_SEGMENTS_1,
                    rfc3986::REMOVE_DOT_SEGMENTS_2_5,
                    rfc3986::REMOVE_DOT_SEGMENTS_3,
                ]
                .contains(&event.section())
            };
            let events = || {
                self.run
                    .trace
                    .events()
                    .enumerate()
                    .take(side.step.unwrap_or_default())
                    .filter(|(_, event)| is_of_it(event) && !moves(event))
            };
            let is_here = |event: &Recorded| event.span().start < span.end && span.start < event.span().end;
            let (step, event) = events().find(|(_, event)| is_here(event)).or_else(|| events().next())?;
            Some(Side { section: event.section(), step: Some(step), ..side.clone() })
        };
        inside().filter(|_| side.section == rfc3986::REMOVE_DOT_SEGMENTS).unwrap_or_else(|| side.clone())
    }
}
