//! Resolution of a relative reference, which concatenates parts of the base and of the reference, and parses
//! the resulting string. Implements the section "Resolving a string relative to a base URL" of
//! draft-abarth-url-01 and the sections under it.
//!
//! Helpers, not in a spec: `new`, `record`, `origin`.

use std::ops::Range;

use url_core::{
    Barth01, Event, Parsed, Reason, Rejection, Section, Source, Span, Step, Text, Trace, sections::barth_01,
};

use super::parse;
use crate::{LocatedTrace, MappedText};

/// Spec: barth-01#resolving-a-string-relative-to-a-base-url
pub(super) fn resolve<'a, T: Trace>(
    relative_url: &'a str,
    base_url: &Parsed<'a>,
    trace: &mut LocatedTrace<'a, T>,
) -> Parsed<'a> {
    // 2. Open: We probably need to trim leading and trailing control characters.
    // NOTE: the caller has already done this.
    let section = barth_01::RESOLVING_A_STRING_RELATIVE_TO_A_BASE_URL_2;
    trace.step_by_reading("B1", section, relative_url, None);
    // 1. Given a string relative-url and a ParsedURL base-url, find the scheme of relative-url.
    trace.visited(barth_01::RESOLVING_A_STRING_RELATIVE_TO_A_BASE_URL_1, relative_url);
    let on = &mut trace.on(relative_url);
    let Ok((scheme, after_scheme)) = url_scheme::barth::find_scheme(Barth01, relative_url, on) else {
        // 3. If relative-url is an invalid URL:
        // 3.1. The resolved URL is relative-url resolved as relative URL.
        trace.step(barth_01::RESOLVING_A_STRING_RELATIVE_TO_A_BASE_URL_3_1, relative_url, None);
        // 3.2. Abort these steps.
        trace.visited(barth_01::RESOLVING_A_STRING_RELATIVE_TO_A_BASE_URL_3_2, relative_url);
        return resolve_relative(relative_url, base_url, trace);
    };
    // 4. If relative-url's scheme contains any characters which are not "valid scheme characters":
    if !url_scheme::barth::is_of_valid_characters(scheme, &mut trace.on(scheme)) {
        // 4.1. The resolved URL is relative-url resolved as relative URL.
        trace.step(barth_01::RESOLVING_A_STRING_RELATIVE_TO_A_BASE_URL_4_1, relative_url, None);
        // 4.2. Abort these steps.
        trace.visited(barth_01::RESOLVING_A_STRING_RELATIVE_TO_A_BASE_URL_4_2, relative_url);
        return resolve_relative(relative_url, base_url, trace);
    }
    // 5. If base-url's scheme is an ASCII case insensitive match for relative-url's scheme and the shared
    // scheme is hierarchical:
    let base_scheme = base_url.scheme.as_deref().unwrap_or_default();
    if base_url.hierarchical && base_scheme.eq_ignore_ascii_case(scheme) {
        // 5.1. The resolved URL is relative-url's after-scheme resolved as a relative URL.
        let section = barth_01::RESOLVING_A_STRING_RELATIVE_TO_A_BASE_URL_5_1;
        trace.step_by_reading("B4", section, relative_url, Some(after_scheme));
        // 5.2. Abort these steps.
        trace.visited(barth_01::RESOLVING_A_STRING_RELATIVE_TO_A_BASE_URL_5_2, relative_url);
        return resolve_relative(after_scheme, base_url, trace);
    }
    // 6. The resolved URL is relative-url parsed as an absolute URL.
    trace.step(barth_01::RESOLVING_A_STRING_RELATIVE_TO_A_BASE_URL_6, relative_url, Some(relative_url));
    let mut url = Parsed::default();
    parse(Barth01, relative_url, &mut url, trace);
    url
}

/// Spec: barth-01#resolving-a-string-as-a-relative-url
fn resolve_relative<'a, T: Trace>(
    relative_url: &'a str,
    base_url: &Parsed<'a>,
    trace: &mut LocatedTrace<'a, T>,
) -> Parsed<'a> {
    // 1. Given a string relative-url and a ParsedURL base-url, determine the resolved URL as follows:
    // 2. Open: If base-url's scheme is not hierarchical, [...] We'll probably want to return an invalid URL.
    let section = barth_01::RESOLVING_A_STRING_AS_A_RELATIVE_URL_2;
    if trace.decide(section, relative_url, base_url.invalid.is_some() || !base_url.hierarchical) {
        trace.step_by_reading("B11", section, relative_url, None);
        let rejection = if base_url.invalid.is_some() {
            trace.reject_base(Reason::InvalidBase, section)
        } else {
            let rejection = Rejection::new(Reason::OpaqueBase, section, Span::whole(relative_url));
            trace.place(relative_url, rejection)
        };
        return Parsed { invalid: Some(rejection), ..Parsed::default() };
    }
    let mut characters = relative_url.chars();
    let is_slash = |character| matches!(character, Some('/' | '\\'));
    match characters.next() {
        // 3. If relative-url is empty:
        None => {
            // 3.1. The resolved URL is identical to base-url, with the fragment, if any, removed.
            trace.step(barth_01::RESOLVING_A_STRING_AS_A_RELATIVE_URL_3_1, relative_url, None);
            if let Some(fragment) = &base_url.fragment {
                trace.step(barth_01::RESOLVING_A_STRING_AS_A_RELATIVE_URL_3_1, fragment, Some(""));
            }
            // 3.2. Abort these steps.
            trace.visited(barth_01::RESOLVING_A_STRING_AS_A_RELATIVE_URL_3_2, relative_url);
            Parsed { fragment: None, ..base_url.clone() }
        }
        // 4. If the first character of relative-url is a slash character:
        first @ Some('/' | '\\') => {
            let second = characters.next();
            let reading = (first == Some('\\') || second == Some('\\')).then_some("B2");
            // 4.1. If relative-url has at least two characters and the second character is also a slash
            // character:
            let resolved_url = if is_slash(second) {
                // 4.1.1. The resolved URL is relative-url resolved as a scheme-relative URL.
                let section = barth_01::RESOLVING_A_STRING_AS_A_RELATIVE_URL_4_1_1;
                trace.step_by(reading, section, relative_url, None);
                Built::new(relative_url, base_url, trace).scheme_relative()
            // 4.2. Otherwise:
            } else {
                // 4.2.1. The resolved URL is relative-url resolved as an authority-relative URL.
                let section = barth_01::RESOLVING_A_STRING_AS_A_RELATIVE_URL_4_2_1;
                trace.step_by(reading, section, relative_url, None);
                Built::new(relative_url, base_url, trace).authority_relative()
            };
            // 4.3. Abort these steps.
            trace.visited(barth_01::RESOLVING_A_STRING_AS_A_RELATIVE_URL_4_3, relative_url);
            resolved_url
        }
        // 5. If the first character of relative-url is a "?" character:
        Some('?') => {
            // 5.1. The resolved URL is relative-url resolved as a query-relative URL.
            trace.step(barth_01::RESOLVING_A_STRING_AS_A_RELATIVE_URL_5_1, relative_url, None);
            // 5.2. Abort these steps.
            trace.visited(barth_01::RESOLVING_A_STRING_AS_A_RELATIVE_URL_5_2, relative_url);
            Built::new(relative_url, base_url, trace).query_relative()
        }
        // 6. If the first character of relative-url is a "#" character:
        Some('#') => {
            // 6.1. The resolved URL is relative-url resolved as a fragment-relative URL.
            trace.step(barth_01::RESOLVING_A_STRING_AS_A_RELATIVE_URL_6_1, relative_url, None);
            // 6.2. Abort these steps.
            trace.visited(barth_01::RESOLVING_A_STRING_AS_A_RELATIVE_URL_6_2, relative_url);
            Built::new(relative_url, base_url, trace).fragment_relative()
        }
        // 7. Open: Think about the case where the relative-url is empty.
        // NOTE: step 3 handles this case.
        // 8. The resolved URL is relative-url resolved as a path-relative URL.
        Some(_) => {
            trace.step(barth_01::RESOLVING_A_STRING_AS_A_RELATIVE_URL_8, relative_url, None);
            Built::new(relative_url, base_url, trace).path_relative()
        }
    }
}

/// A builder of the draft's string "resolved-url" from parts of the base URL and of the reference.
struct Built<'b, 'a, T> {
    relative_url: &'a str,
    base_url: &'b Parsed<'a>,
    trace: &'b mut LocatedTrace<'a, T>,
    text: String,
    /// The places from which the parts of `text` were copied. Empty without a trace.
    parts: Parts,
}

impl<'b, 'a, T: Trace> Built<'b, 'a, T> {
    fn new(relative_url: &'a str, base_url: &'b Parsed<'a>, trace: &'b mut LocatedTrace<'a, T>) -> Self {
        let parts = [&base_url.scheme, &base_url.authority, &base_url.path, &base_url.query];
        let of_base = parts.into_iter().flatten().map(|part| part.len()).sum::<usize>();
        let text = String::with_capacity(of_base + "://?".len() + relative_url.len());
        Self { relative_url, base_url, trace, text, parts: Parts(Vec::new()) }
    }

    /// Spec: barth-01#resolving-a-string-as-a-scheme-relative-url-1
    fn put(&mut self, section: Section, parts: &[&str]) {
        self.put_from(section, parts, self.relative_url);
    }

    /// Appends `parts`. Reports the step at `origin` if `parts` were not copied from one place.
    ///
    /// Spec: barth-01#resolving-a-string-as-a-scheme-relative-url-1
    fn put_from(&mut self, section: Section, parts: &[&str], origin: &str) {
        let start = self.text.len();
        for part in parts {
            // Our interpretation B12 adds a slash before the path of the base if the path has none.
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
            let (input, output) = (&self.text[start..], Some(self.text.as_str()));
            let step = Step { section, source, span, input, output, reading: None };
            self.parts.record(Event::Step(step), origin, self.trace);
        }
    }

    /// Spec: barth-01#resolving-a-string-relative-to-a-base-url-6
    fn parse(self, section: Section) -> Parsed<'a> {
        let Self { relative_url, base_url, trace, text, parts } = self;
        trace.visited(section, relative_url);
        let mut parsed = Parsed::default();
        if T::ENABLED {
            let mapped = MappedText::unchanged(&text);
            let mut located = |event: Event<'_>| parts.record(event, relative_url, trace);
            parse(Barth01, &text, &mut parsed, &mut LocatedTrace::new(&mut located, &mapped, None));
        } else {
            parse(Barth01, &text, &mut parsed, trace);
        }
        let start = text.len() - relative_url.len();
        let path = parsed.path.as_deref().and_then(|path| Span::locate(path, &text));
        let end = path.and_then(|path| (path.end as usize).checked_sub(start)).filter(|end| *end > 0);
        let origin = match (end, path.and_then(|path| parts.origin(path))) {
            // A path with text of the reference is located there, even if it also has text of the base.
            (Some(end), _) => &relative_url[..end],
            (None, Some((source, span))) => trace.text(source, span),
            (None, None) => relative_url,
        };
        // A component borrows from the reference if it is a slice of the reference, or from the base if it
        // equals the same component of the base.
        let taken = |part: Option<&Text<'_>>, of_base: Option<&Text<'a>>| {
            let part = part?;
            let span = Span::locate(part, &text).map(Range::<usize>::from);
            Some(match (span, of_base) {
                (Some(span), _) if start <= span.start => {
                    relative_url[span.start - start..span.end - start].into()
                }
                (Some(span), Some(of_base)) if span.end <= start && of_base == part => of_base.clone(),
                _ => Text::built(String::from(&**part), origin),
            })
        };
        // The fragment is always one of the reference.
        let taken_part = |component| taken(parsed.part(component), base_url.part(component));
        Parsed {
            authority: taken(parsed.authority.as_ref(), base_url.authority.as_ref()),
            invalid: parsed.invalid,
            hierarchical: parsed.hierarchical,
            ..Parsed::from_parts(taken_part)
        }
    }

    /// Spec: barth-01#resolving-a-string-as-a-scheme-relative-url
    fn scheme_relative(mut self) -> Parsed<'a> {
        // 1. Given a string relative-url and a ParsedURL base-url, let resolved-url be
        // 1.1. base-url's scheme
        self.put(barth_01::RESOLVING_A_STRING_AS_A_SCHEME_RELATIVE_URL_1_1, &[self.scheme()]);
        // 1.2. concatenated with ":",
        self.put(barth_01::RESOLVING_A_STRING_AS_A_SCHEME_RELATIVE_URL_1_2, &[":"]);
        // 1.3. concatenated with relative-url.
        self.put(barth_01::RESOLVING_A_STRING_AS_A_SCHEME_RELATIVE_URL_1_3, &[self.relative_url]);
        // 2. The resolved URL is resolved-url parsed as an absolute URL.
        self.parse(barth_01::RESOLVING_A_STRING_AS_A_SCHEME_RELATIVE_URL_2)
    }

    /// Spec: barth-01#resolving-a-string-as-an-authority-relative-url
    fn authority_relative(mut self) -> Parsed<'a> {
        // 1. Given a string relative-url and a ParsedURL base-url, let resolved-url be
        // 1.1. base-url's scheme
        self.put(barth_01::RESOLVING_A_STRING_AS_AN_AUTHORITY_RELATIVE_URL_1_1, &[self.scheme()]);
        // 1.2. concatenated with "://",
        self.put(barth_01::RESOLVING_A_STRING_AS_AN_AUTHORITY_RELATIVE_URL_1_2, &["://"]);
        // 1.3. concatenated with base-url's authority,
        self.put(barth_01::RESOLVING_A_STRING_AS_AN_AUTHORITY_RELATIVE_URL_1_3, &self.authority());
        // 1.4. concatenated with relative-url.
        self.put(barth_01::RESOLVING_A_STRING_AS_AN_AUTHORITY_RELATIVE_URL_1_4, &[self.relative_url]);
        // 2. The resolved URL is resolved-url parsed as an absolute URL.
        self.parse(barth_01::RESOLVING_A_STRING_AS_AN_AUTHORITY_RELATIVE_URL_2)
    }

    /// Spec: barth-01#resolving-a-string-as-a-path-relative-url
    fn path_relative(mut self) -> Parsed<'a> {
        // 1. Open: Can the first character of relative-url be a slash character at this point?
        // NOTE: this is impossible: such a string is scheme- or authority-relative.
        // 2. Open: Can we assume base-url is canonicalized here so that it always has at least one "/"
        // character?
        let path = self.base_path(barth_01::RESOLVING_A_STRING_AS_A_PATH_RELATIVE_URL_2);
        // 3. Let the directory-name be the characters of the base-url's path up to and including the last
        // slash character.
        let directory_name = url_path::barth::directory_name(&path, &mut self.trace.on(&path));
        // 4. Let resolved-url be
        // 4.1. base-url's scheme
        self.put(barth_01::RESOLVING_A_STRING_AS_A_PATH_RELATIVE_URL_4_1, &[self.scheme()]);
        // 4.2. concatenated with "://",
        self.put(barth_01::RESOLVING_A_STRING_AS_A_PATH_RELATIVE_URL_4_2, &["://"]);
        // 4.3. concatenated with base-url's authority,
        self.put(barth_01::RESOLVING_A_STRING_AS_A_PATH_RELATIVE_URL_4_3, &self.authority());
        // 4.4. concatenated with directory-name.
        self.put(barth_01::RESOLVING_A_STRING_AS_A_PATH_RELATIVE_URL_4_4, &[directory_name]);
        // 4.5. concatenated with relative-url.
        self.put(barth_01::RESOLVING_A_STRING_AS_A_PATH_RELATIVE_URL_4_5, &[self.relative_url]);
        // 5. The resolved URL is resolved-url parsed as an absolute URL.
        self.parse(barth_01::RESOLVING_A_STRING_AS_A_PATH_RELATIVE_URL_5)
    }

    /// Spec: barth-01#resolving-a-string-as-a-query-relative-url
    fn query_relative(mut self) -> Parsed<'a> {
        // 1. Given a string relative-url and a ParsedURL base-url, let resolved-url be
        // 1.1. base-url's scheme
        self.put(barth_01::RESOLVING_A_STRING_AS_A_QUERY_RELATIVE_URL_1_1, &[self.scheme()]);
        // 1.2. concatenated with "://",
        self.put(barth_01::RESOLVING_A_STRING_AS_A_QUERY_RELATIVE_URL_1_2, &["://"]);
        // 1.3. concatenated with base-url's authority,
        self.put(barth_01::RESOLVING_A_STRING_AS_A_QUERY_RELATIVE_URL_1_3, &self.authority());
        // 1.4. concatenated with base-url's path,
        self.put_base_path(barth_01::RESOLVING_A_STRING_AS_A_QUERY_RELATIVE_URL_1_4);
        // 1.5. concatenated with relative-url.
        self.put(barth_01::RESOLVING_A_STRING_AS_A_QUERY_RELATIVE_URL_1_5, &[self.relative_url]);
        // 2. The resolved URL is resolved-url parsed as an absolute URL.
        self.parse(barth_01::RESOLVING_A_STRING_AS_A_QUERY_RELATIVE_URL_2)
    }

    /// Spec: barth-01#resolving-a-string-as-a-fragment-relative-url
    fn fragment_relative(mut self) -> Parsed<'a> {
        // 1. Given a string relative-url and a ParsedURL base-url, let resolved-url be
        // 1.1. base-url's scheme
        self.put(barth_01::RESOLVING_A_STRING_AS_A_FRAGMENT_RELATIVE_URL_1_1, &[self.scheme()]);
        // 1.2. concatenated with "://",
        self.put(barth_01::RESOLVING_A_STRING_AS_A_FRAGMENT_RELATIVE_URL_1_2, &["://"]);
        // 1.3. concatenated with base-url's authority,
        self.put(barth_01::RESOLVING_A_STRING_AS_A_FRAGMENT_RELATIVE_URL_1_3, &self.authority());
        // 1.4. concatenated with base-url's path,
        self.put_base_path(barth_01::RESOLVING_A_STRING_AS_A_FRAGMENT_RELATIVE_URL_1_4);
        if let Some(query) = &self.base_url.query {
            // 1.5. concatenated with "?",
            self.put(barth_01::RESOLVING_A_STRING_AS_A_FRAGMENT_RELATIVE_URL_1_5, &["?"]);
            // 1.6. concatenated with base-url's query,
            self.put(barth_01::RESOLVING_A_STRING_AS_A_FRAGMENT_RELATIVE_URL_1_6, &[query]);
        } else {
            let section = barth_01::RESOLVING_A_STRING_AS_A_FRAGMENT_RELATIVE_URL_1_5;
            self.trace.step_by_reading("B13", section, self.relative_url, None);
        }
        // 1.7. concatenated with relative-url.
        self.put(barth_01::RESOLVING_A_STRING_AS_A_FRAGMENT_RELATIVE_URL_1_7, &[self.relative_url]);
        // 2. The resolved URL is resolved-url parsed as an absolute URL.
        self.parse(barth_01::RESOLVING_A_STRING_AS_A_FRAGMENT_RELATIVE_URL_2)
    }

    /// Spec: barth-01#resolving-a-string-as-a-scheme-relative-url-1.1
    fn scheme(&self) -> &'b str {
        self.base_url.scheme.as_deref().unwrap_or_default()
    }

    /// Spec: barth-01#resolving-a-string-as-an-authority-relative-url-1.3
    fn authority(&self) -> [&'b str; 7] {
        let Parsed { user, password, host, port, .. } = self.base_url;
        let with = |delimiter: &'static str, is_there| if is_there { delimiter } else { "" };
        [
            user.as_deref().unwrap_or_default(),
            with(":", user.is_some() && password.is_some()),
            password.as_deref().filter(|_| user.is_some()).unwrap_or_default(),
            with("@", user.is_some()),
            host.as_deref().unwrap_or_default(),
            with(":", port.is_some()),
            port.as_deref().unwrap_or_default(),
        ]
    }

    /// Spec: barth-01#resolving-a-string-as-a-query-relative-url-1.4
    /// Spec: barth-01#resolving-a-string-as-a-fragment-relative-url-1.4
    fn put_base_path(&mut self, section: Section) {
        let path = self.base_path(section);
        self.put_from(section, &[&path], path.origin());
    }

    /// Spec: barth-01#resolving-a-string-as-a-path-relative-url-2
    /// Spec: barth-01#resolving-a-string-as-a-query-relative-url-1.4
    /// Spec: barth-01#resolving-a-string-as-a-fragment-relative-url-1.4
    fn base_path(&mut self, section: Section) -> Text<'b> {
        let path = self.base_url.path.as_deref();
        // If the base has no path, the place is the end of the authority, where a path would be.
        let authority = self.base_url.port.as_deref().or(self.base_url.host.as_deref());
        let place = path.or_else(|| authority.map(|before| &before[before.len()..])).unwrap_or_default();
        Text::built(url_path::barth::base_path(path, section, &mut self.trace.on(place)), place)
    }
}

/// For each part of the built string: its start in that string, and the place from which it was copied.
struct Parts(Vec<(u32, Source, Span)>);

impl Parts {
    /// Records `event` with the place that [`Parts::origin`] returns for its span, or with that of `origin`.
    fn record<T: Trace>(&self, event: Event<'_>, origin: &str, trace: &mut LocatedTrace<'_, T>) {
        let (mut on, span) = match self.origin(event.span()) {
            Some((source, span)) => (trace.on_string(source), span),
            None => (trace.on(origin), Span::whole(origin)),
        };
        on.record(event.with_place(Source::Input, span));
    }

    /// Returns the place from which the text at `span` was copied, or `None` if there is no single place.
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
            // Text that was added after the last part is located at the end of that part.
            return (end_of_first <= span.start).then_some(end_of_part);
        };
        // Text added between two parts may also be between these parts in the original string.
        let between = self.0.iter().find(|(start, ..)| *start > *first);
        let is_there = between
            .is_some_and(|(next, _, to)| to.start.checked_sub(from.end) == next.checked_sub(end_of_first));
        if source != of_last && end_of_first <= span.start && span.end <= *last {
            // Text that was added between parts of the two strings is located at the end of the earlier part.
            return Some(end_of_part);
        }
        if source != of_last {
            // Text from parts of both strings is located in the last part only.
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
