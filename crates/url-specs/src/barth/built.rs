//! The resolved string, which is built from parts of two strings and then parsed again. Implements the last
//! steps of the sections under "Resolving a string relative to a base URL" of draft-abarth-url-01.
//!
//! Outside the specs: `new`, `record`, `origin`.

use std::ops::Range;

use url_core::{Barth01, Event, Parsed, Section, Source, Span, Step, Text, Trace};

use super::parse::parse;
use crate::located_trace::{LocatedTrace, MappedText};

/// The string resolved-url, which is built from a base and a reference.
pub(super) struct Built<'b, 'a, T> {
    pub(super) relative_url: &'a str,
    pub(super) base_url: &'b Parsed<'a>,
    pub(super) trace: &'b mut LocatedTrace<'a, T>,
    text: String,
    /// The origins of the parts. Empty if the run has no trace.
    parts: Parts,
}

impl<'b, 'a, T: Trace> Built<'b, 'a, T> {
    pub(super) fn new(
        relative_url: &'a str,
        base_url: &'b Parsed<'a>,
        trace: &'b mut LocatedTrace<'a, T>,
    ) -> Self {
        Self { relative_url, base_url, trace, text: String::new(), parts: Parts(Vec::new()) }
    }

    /// Spec: barth-01#resolving-a-string-as-a-scheme-relative-url-1
    pub(super) fn put(&mut self, section: Section, parts: &[&str]) {
        self.put_from(section, parts, self.relative_url);
    }

    /// Text that is not a slice is located at `origin`.
    ///
    /// Spec: barth-01#resolving-a-string-as-a-scheme-relative-url-1
    pub(super) fn put_from(&mut self, section: Section, parts: &[&str], origin: &str) {
        let start = self.text.len();
        for part in parts {
            // Reading B12 may have added a slash before the path of the base.
            let behind_slash = || {
                let rest = part.strip_prefix('/').filter(|rest| !rest.is_empty())?;
                let path = self.base_url.path.as_deref()?;
                path.starts_with(rest).then(|| self.trace.slice(&path[..rest.len()])).flatten()
            };
            let slice = |part| Some((0, self.trace.slice(part)?));
            let found = T::ENABLED.then(|| slice(part).or_else(|| Some((1, behind_slash()?)))).flatten();
            if let Some((before, (source, span))) = found {
                self.parts.0.push((Span::whole(&self.text).end + before, source, span));
            }
            self.text += part;
        }
        if T::ENABLED {
            let (source, span) = (Source::Input, Span::new(start, self.text.len()));
            let (saw, made) = (&self.text[start..], Some(self.text.as_str()));
            let step = Step { section, source, span, saw, made, reading: None };
            self.parts.record(Event::Step(step), origin, self.trace);
        }
    }

    /// Spec: barth-01#resolving-a-string-relative-to-a-base-url-6
    pub(super) fn parse(self, section: Section) -> Parsed<'a> {
        let Self { relative_url, base_url, trace, text, parts } = self;
        trace.visited(section, relative_url);
        let parsed = if T::ENABLED {
            let mapped = MappedText::unchanged(&text);
            let mut located = |event: Event<'_>| parts.record(event, relative_url, trace);
            parse(Barth01, &text, &mut LocatedTrace::new(&mut located, &mapped, None))
        } else {
            parse(Barth01, &text, trace)
        };
        let start = text.len() - relative_url.len();
        let path = parsed.path.as_deref().and_then(|path| Span::locate(path, &text));
        let end = path.and_then(|path| (path.end as usize).checked_sub(start)).filter(|end| *end > 0);
        let origin = match (end, path.and_then(|path| parts.origin(path))) {
            // A path built from both strings is located at its text of the reference.
            (Some(end), _) => &relative_url[..end],
            // A path built only from the base is located at its text of the base.
            (None, Some((source, span))) => trace.text(source, span),
            (None, None) => relative_url,
        };
        // A component that is a slice of the reference, or equal to that of the base, borrows from there.
        let taken = |part: Option<Text<'_>>, of_base: &Option<Text<'a>>| {
            let part = part?;
            let span = Span::locate(&part, &text).map(Range::<usize>::from);
            Some(match (span, of_base) {
                (Some(span), _) if start <= span.start => {
                    relative_url[span.start - start..span.end - start].into()
                }
                (Some(span), Some(of_base)) if span.end <= start && *of_base == part => of_base.clone(),
                _ => Text::built(part.into_cow().into_owned(), origin),
            })
        };
        Parsed {
            scheme: taken(parsed.scheme, &base_url.scheme),
            authority: taken(parsed.authority, &base_url.authority),
            user: taken(parsed.user, &base_url.user),
            password: taken(parsed.password, &base_url.password),
            host: taken(parsed.host, &base_url.host),
            port: taken(parsed.port, &base_url.port),
            path: taken(parsed.path, &base_url.path),
            query: taken(parsed.query, &base_url.query),
            fragment: taken(parsed.fragment, &None),
            invalid: parsed.invalid,
            hierarchical: parsed.hierarchical,
        }
    }
}

/// The start of each part in the built string, and the place that it was copied from.
struct Parts(Vec<(u32, Source, Span)>);

impl Parts {
    /// Records `event`, with its place in the built string replaced by the place that the text was copied
    /// from, or by all of `origin`.
    fn record<T: Trace>(&self, event: Event<'_>, origin: &str, trace: &mut LocatedTrace<'_, T>) {
        let (mut on, span) = match self.origin(event.span()) {
            Some((source, span)) => (trace.on_string(source), span),
            None => (trace.on(origin), Span::whole(origin)),
        };
        on.record(event.with_place(Source::Input, span));
    }

    /// Returns the place that the text at `span` was copied from, if it is a single place.
    fn origin(&self, span: Span) -> Option<(Source, Span)> {
        let is_it =
            |(start, _, from): &&(u32, Source, Span)| *start == span.start && from.len() == span.len();
        if let Some((_, source, from)) = self.0.iter().find(is_it) {
            return Some((*source, *from));
        }
        let (first, source, from) = self.0.iter().rfind(|(start, ..)| *start <= span.start)?;
        let end_of_first = first + (from.end - from.start);
        let end_of_part = (*source, Span { start: from.end, end: from.end });
        let ends = |(start, _, from): &&(u32, Source, Span)| span.end <= start + (from.end - from.start);
        let Some((last, of_last, to)) = self.0.iter().find(ends) else {
            // Text added after the last part is located at the end of that part.
            return (end_of_first <= span.start).then_some(end_of_part);
        };
        // Text added between two parts may also be between them in the original string.
        let between = self.0.iter().find(|(start, ..)| *start > *first);
        let is_there = between
            .is_some_and(|(next, _, to)| to.start.checked_sub(from.end) == next.checked_sub(end_of_first));
        if source != of_last && end_of_first <= span.start && span.end <= *last {
            // Text added between parts of two strings is located at the end of the first part.
            return Some(end_of_part);
        }
        if source != of_last {
            // Text with parts of both strings is located in the last part.
            return Some((*of_last, Span { start: to.start, end: to.start + span.end.checked_sub(*last)? }));
        }
        let behind = span.start.saturating_sub(end_of_first);
        let start = (from.start + (span.start - first)).min(from.end) + if is_there { behind } else { 0 };
        let before = last.saturating_sub(span.end);
        let before = if is_there && last > first { before } else { 0 };
        let end = (to.start + span.end.saturating_sub(*last)).checked_sub(before)?;
        (start <= end).then_some((*source, Span { start, end }))
    }
}
