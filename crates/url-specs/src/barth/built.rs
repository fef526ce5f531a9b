//! A resolved string that is built of parts of two strings, and parsed again. Holds the last steps of the sections under "Resolving
//! a string relative to a base URL" of draft-abarth-url-01.
//!
//! Outside the specs: `new`, `begin`, `record`, `origin`.

use std::{borrow::Cow, ops::Range};

use url_core::{Barth01, Event, Parsed, Place, Section, Source, Span, Step, Trace};

use super::parse::parse;
use crate::watch::{Given, Watch};

/// The string resolved-url, which is built of a base and a reference.
pub(super) struct Built<'b, 'a, 'w, T> {
    pub(super) relative_url: &'a str,
    pub(super) base_url: &'b Parsed<'a>,
    pub(super) watch: &'b mut Watch<'w, T>,
    text: String,
    /// None without a trace.
    parts: Parts,
}

impl<'b, 'a, 'w, T: Trace> Built<'b, 'a, 'w, T> {
    /// An empty string.
    pub(super) fn new(relative_url: &'a str, base_url: &'b Parsed<'a>, watch: &'b mut Watch<'w, T>) -> Self {
        Self { relative_url, base_url, watch, text: String::new(), parts: Parts(Vec::new()) }
    }

    /// Shows what is built next at the reference, unless it is all of another place.
    pub(super) fn begin(&mut self) {
        self.watch.rebuild(self.relative_url);
    }

    /// Appends `parts`, under `section`.
    ///
    /// Spec: barth-01#resolving-a-string-as-a-scheme-relative-url-1
    pub(super) fn put(&mut self, section: Section, parts: &[&str]) {
        let start = self.text.len();
        for part in parts {
            // By reading B12 a slash may be before the path of the base.
            let behind_slash = || {
                let rest = part.strip_prefix('/').filter(|rest| !rest.is_empty())?;
                let path = self.base_url.path.as_deref()?;
                path.starts_with(rest).then(|| self.watch.slice(&path[..rest.len()])).flatten()
            };
            let slice = |part| Some((0, self.watch.slice(part)?));
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
            self.parts.record(Event::Step(step), self.watch);
        }
    }

    /// The resolved URL: the string, parsed as an absolute URL by `section`.
    ///
    /// Spec: barth-01#resolving-a-string-relative-to-a-base-url-6
    pub(super) fn parse(self, section: Section) -> Parsed<'a> {
        let Self { relative_url, base_url, watch, text, parts } = self;
        watch.took(section, relative_url);
        let parsed = if T::ENABLED {
            let given = Given::unchanged(&text);
            let mut trace = |event: Event<'_>| parts.record(event, watch);
            parse(Barth01, &text, &mut Watch::new(&mut trace, &given, None))
        } else {
            parse(Barth01, &text, watch)
        };
        let start = text.len() - relative_url.len();
        // A path of both strings is shown at what it has of the reference.
        let path =
            parsed.path.as_deref().and_then(|path| Span::locate(path, &text)).map(Range::<usize>::from);
        if let Some(end) = path.clone().and_then(|path| path.end.checked_sub(start)).filter(|end| *end > 0) {
            watch.rebuild(&relative_url[..end]);
        // One that has nothing of the reference is at what it has of the base.
        } else if let Some((source, span)) =
            path.and_then(|path| parts.origin(Span::new(path.start, path.end)))
        {
            let [start, end] = [span.start, span.end].map(|at| Place::slice(source, at).rebuilt(""));
            watch.rebuild_at(start.through(end));
        }
        // What is all of a part, or part of one, is taken from there.
        let taken = |part: Option<Cow<'_, str>>, of_base: &Option<Cow<'a, str>>| {
            let part = part?;
            let span = Span::locate(&part, &text).map(Range::<usize>::from);
            Some(match (span, of_base) {
                (Some(span), _) if start <= span.start => {
                    Cow::Borrowed(&relative_url[span.start - start..span.end - start])
                }
                (Some(span), Some(of_base)) if span.end <= start && *of_base == part => of_base.clone(),
                _ => Cow::Owned(part.into_owned()),
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

/// Where each part of the string begins in it, and where that is in the string that it was taken from.
struct Parts(Vec<(u32, Source, Span)>);

impl Parts {
    /// Records `event`, whose place is in the built string, where that comes from.
    fn record<T: Trace>(&self, event: Event<'_>, watch: &mut Watch<'_, T>) {
        let origin = self.origin(event.span());
        let (source, span) = origin.map_or((None, Span::default()), |(source, span)| (Some(source), span));
        watch.on_string(source).record(event.with_place(Source::Input, span));
    }

    /// Where the text at `span` comes from, if that is one place.
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
            // What is put in behind a part has no place but its end.
            return (end_of_first <= span.start).then_some(end_of_part);
        };
        // What was put in between two parts may be between them there too.
        let between = self.0.iter().find(|(start, ..)| *start > *first);
        let is_there = between
            .is_some_and(|(next, _, to)| to.start.checked_sub(from.end) == next.checked_sub(end_of_first));
        if source != of_last && end_of_first <= span.start && span.end <= *last {
            // What was put in between the two strings is behind the first one.
            return Some(end_of_part);
        }
        if source != of_last {
            // Of what is of both strings, the place is that of the last part.
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
