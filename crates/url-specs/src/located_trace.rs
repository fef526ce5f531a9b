//! Conversion of byte ranges in preprocessed or serialized text to byte ranges in the caller's strings.

use std::{borrow::Cow, cell::OnceCell};

use url_core::{
    Component, Components, Event, Moved, Parsed, Place, Places, Reason, Rejection, Report, Section, Source,
    Span, Step, Text, Trace, Violation,
};
use url_preprocess::SourceMap;

/// A preprocessed string or a serialized URL, with a map from its offsets to those in the caller's string.
#[derive(Debug)]
pub struct MappedText<'t> {
    text: &'t str,
    map: TextMap<'t>,
}

#[derive(Debug)]
enum TextMap<'t> {
    Preprocessed {
        original: &'t str,
        /// The map from `text` to `original`. Not created if `text` is a slice of `original`.
        source_map: OnceCell<SourceMap>,
        new_map: fn(&str) -> SourceMap,
    },
    Parsed(&'t OriginalParts),
}

impl<'t> MappedText<'t> {
    /// Creates a `MappedText` of the caller's string `original` after preprocessing. `new_map` must be the
    /// spec's function [`Spec::source_map`](crate::Spec::source_map).
    pub fn new(original: &'t str, preprocessed: &'t str, new_map: fn(&str) -> SourceMap) -> Self {
        let map = TextMap::Preprocessed { original, source_map: OnceCell::new(), new_map };
        Self { text: preprocessed, map }
    }

    /// Creates a `MappedText` of a string that preprocessing does not change.
    pub fn unchanged(text: &'t str) -> Self {
        Self::new(text, text, |_| SourceMap::identity())
    }

    /// Creates a `MappedText` of the serialized URL `text`, with the places of the components of the URL in
    /// the caller's string.
    pub fn parsed(text: &'t str, originals: &'t OriginalParts) -> Self {
        Self { text, map: TextMap::Parsed(originals) }
    }

    /// Returns the places in the caller's string of the components of `parsed`, which was parsed from this
    /// text. `components` are the places of the same components in the serialized URL.
    pub fn original_parts(&self, parsed: &Parsed<'_>, components: Components) -> OriginalParts {
        let mut originals = OriginalParts { components, parts: Default::default(), whole: self.whole() };
        for component in Component::ALL {
            if let Some(part) = parsed.part(component) {
                let found = Span::locate(part, self.text).or_else(|| Span::locate(part.origin(), self.text));
                let place = found.map_or_else(|| self.whole(), |found| self.original(found));
                originals.parts[component as usize] = match self.map {
                    TextMap::Preprocessed { original, .. } => {
                        OriginalPart::new(place, place.of(original), part)
                    }
                    TextMap::Parsed(_) => OriginalPart { place, prefix: 0, suffix: 0 },
                };
            }
        }
        originals
    }

    fn original(&self, span: Span) -> Span {
        match &self.map {
            TextMap::Parsed(originals) => originals.original(span),
            TextMap::Preprocessed { original, source_map, new_map } => {
                match Span::locate(self.text, original) {
                    Some(place) => span.after(place.start),
                    None => source_map.get_or_init(|| new_map(original)).original(span),
                }
            }
        }
    }

    fn is_unchanged(&self) -> bool {
        matches!(self.map, TextMap::Preprocessed { original, .. } if std::ptr::eq(original, self.text))
    }

    fn whole(&self) -> Span {
        match self.map {
            TextMap::Parsed(originals) => originals.whole,
            TextMap::Preprocessed { original, .. } => Span::whole(original),
        }
    }
}

/// The places of the components of a URL in its serialization, and in the caller's string that was parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OriginalParts {
    components: Components,
    parts: [OriginalPart; Component::ALL.len()],
    whole: Span,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct OriginalPart {
    place: Span,
    /// The length of the longest common prefix of the original and the serialized component.
    prefix: u32,
    /// The length of the longest common suffix of the original and the serialized component.
    suffix: u32,
}

impl OriginalPart {
    fn new(place: Span, original: &str, now: &str) -> Self {
        // FAST: most components are unchanged.
        if original == now {
            return Self { place, prefix: Span::whole(now).end, suffix: Span::whole(now).end };
        }
        let same = |(one, other): &(u8, u8)| one == other;
        let prefix = original.bytes().zip(now.bytes()).take_while(same).count();
        let suffix = original.bytes().rev().zip(now.bytes().rev()).take_while(same).count();
        let len = |count| Span::new(0, count).end;
        Self { place, prefix: len(prefix), suffix: len(suffix) }
    }

    /// Converts `span`, a range in the serialized component at `now`, to the original string. If an end of
    /// `span` is neither in the common prefix nor in the common suffix, returns the place of the component.
    fn original(self, span: Span, now: Span) -> Span {
        let at = |offset: u32| {
            let (before, behind) = (offset - now.start, now.end - offset);
            let from_end = (behind <= self.suffix).then(|| self.place.end - behind);
            (before <= self.prefix).then(|| self.place.start + before).or(from_end)
        };
        match (at(span.start), at(span.end)) {
            (Some(start), Some(end)) if start <= end => Span { start, end },
            _ => self.place,
        }
    }
}

impl OriginalParts {
    /// Creates the `OriginalParts` of a serialized URL that is also the caller's string.
    pub fn of(text: &str, components: Components) -> Self {
        let parts = Component::ALL.map(|component| {
            let place = components.get(component).unwrap_or_default();
            let len = place.end - place.start;
            OriginalPart { place, prefix: len, suffix: len }
        });
        Self { components, parts, whole: Span::whole(text) }
    }

    /// Returns the place of each component in the serialized URL.
    pub fn components(&self) -> Components {
        self.components
    }

    /// Returns the span of the whole original string.
    pub fn whole(&self) -> Span {
        self.whole
    }

    /// Returns `None` if `component` is missing. `parts` stores a missing component as the default value,
    /// which no component of a URL has, because none is empty and at the start of the string.
    fn part(&self, component: Component) -> Option<OriginalPart> {
        Some(self.parts[component as usize]).filter(|part| *part != OriginalPart::default())
    }

    /// Converts `span` of the serialized URL to the original string. If the parser or serializer changed the
    /// text at `span`, returns the place of the whole component, or of the whole string.
    fn original(&self, span: Span) -> Span {
        for component in Component::ALL {
            if let (Some(now), Some(part)) = (self.components.get(component), self.part(component))
                && now.start <= span.start
                && span.end <= now.end
            {
                return part.original(span, now);
            }
        }
        // `span` covers several components or ends in a delimiter. An offset in a delimiter can be converted
        // if its distance to the components before and after it is the same in both strings.
        let at = |offset: u32| {
            let place = |component: Component| Some((self.components.get(component)?, self.part(component)?));
            let places = Component::ALL.into_iter().filter_map(place);
            let unchanged = places.filter_map(|(now, part): (Span, OriginalPart)| {
                let is_unchanged = part.place.len() == now.len() && part.prefix as usize == now.len();
                is_unchanged.then_some((now, part.place))
            });
            let (now, original) = unchanged.clone().rfind(|(now, _)| now.start <= offset)?;
            let from_start = original.start + (offset - now.start);
            let mut after = unchanged.clone().filter(|(now, _)| now.start >= offset);
            let mut from_end =
                || after.next().and_then(|(now, original)| original.start.checked_sub(now.start - offset));
            (offset <= now.end || from_end() == Some(from_start)).then_some(from_start)
        };
        match (at(span.start), at(span.end)) {
            (Some(start), Some(end)) if start <= end => Span { start, end },
            _ => self.whole,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Strings<'w> {
    input: &'w MappedText<'w>,
    base: Option<&'w MappedText<'w>>,
    /// FAST: true if the strings are those of the caller, so that no span needs a conversion.
    are_unchanged: bool,
}

impl<'w> Strings<'w> {
    fn new(input: &'w MappedText<'w>, base: Option<&'w MappedText<'w>>) -> Self {
        let are_unchanged = input.is_unchanged() && base.is_none_or(MappedText::is_unchanged);
        Self { input, base, are_unchanged }
    }

    /// Returns `place` with the conversion of spans to those of the caller's strings.
    fn map(&self, place: Place<'static>) -> Place<'_> {
        if self.are_unchanged { place } else { place.mapped_by(self) }
    }
}

impl Places for Strings<'_> {
    fn original(&self, source: Source, span: Span) -> Span {
        let base = if source == Source::Base { self.base } else { None };
        base.unwrap_or(self.input).original(span)
    }
}

/// A trace that converts the spans of events to spans of the strings that the caller passed: the input and
/// the base.
///
/// Its methods receive slices of the preprocessed strings, or a [`Text`] built from such a slice. They report
/// any other text with the span of the whole input.
pub struct LocatedTrace<'w, T> {
    trace: &'w mut T,
    strings: Strings<'w>,
}

impl<'w, T: Trace> LocatedTrace<'w, T> {
    /// Creates a trace that passes events to `trace`, with spans of the original strings.
    pub fn new(trace: &'w mut T, input: &'w MappedText<'w>, base: Option<&'w MappedText<'w>>) -> Self {
        Self { trace, strings: Strings::new(input, base) }
    }

    /// Returns the trace that receives the converted events, for events whose spans must not be converted.
    pub fn unmapped(&mut self) -> &mut T {
        self.trace
    }

    #[cfg(feature = "consumers")]
    pub(crate) fn base(&self) -> Option<&'w str> {
        self.strings.base.map(|base| base.text)
    }

    #[cfg(feature = "consumers")]
    pub(crate) fn original(&self, rejection: Rejection) -> Rejection {
        Rejection { span: self.strings.original(rejection.source, rejection.span), ..rejection }
    }

    /// Returns a trace for an algorithm of another crate that runs on `part`, and reports offsets in `part`.
    #[inline]
    pub fn on<'p>(&mut self, part: impl Into<Text<'p>>) -> Moved<'_, T> {
        let place = if T::ENABLED { self.strings.map(self.locate(&part.into())) } else { Place::default() };
        self.trace.moved(place)
    }

    /// Returns the place of `base`, the place of a text built from `part`, and the trace.
    #[cfg(feature = "webspecs")]
    pub(crate) fn on_both(&mut self, base: &Text<'_>, part: &str) -> ([Place<'_>; 2], &mut T) {
        let places = if T::ENABLED {
            [self.locate(base), self.locate(&part.into()).rebuilt(part)]
        } else {
            Default::default()
        };
        (places.map(|place| self.strings.map(place)), self.trace)
    }

    /// Rewrites `text` with `layer`, a function of another crate, which reports its steps to this trace.
    #[inline]
    pub fn rewrite<'a>(
        &mut self,
        text: &mut Text<'a>,
        layer: impl FnOnce(Cow<'a, str>, &mut Moved<'_, T>) -> Cow<'a, str>,
    ) {
        let on = &mut self.on(&*text);
        text.rewrite(|text| layer(text, on));
    }

    /// Rewrites `part` like [`LocatedTrace::rewrite`] if it is not `None`.
    #[cfg(any(feature = "barth", feature = "manakai", feature = "rfc3986"))]
    #[inline]
    pub(crate) fn rewrite_part<'a>(
        &mut self,
        part: &mut Option<Text<'a>>,
        layer: impl FnOnce(Cow<'a, str>, &mut Moved<'_, T>) -> Cow<'a, str>,
    ) {
        if let Some(text) = part {
            self.rewrite(text, layer);
        }
    }

    /// Rewrites `text` with `layer`, a function of another crate, which reports its steps to this trace.
    ///
    /// # Errors
    /// Returns the rejection of `layer`, with its span converted to the caller's string.
    #[inline]
    pub fn try_rewrite<'a>(
        &mut self,
        text: &mut Text<'a>,
        layer: impl FnOnce(Cow<'a, str>, &mut Moved<'_, T>) -> Result<Cow<'a, str>, Rejection>,
    ) -> Result<(), Rejection> {
        let place = self.locate(text);
        let on = &mut self.trace.moved(self.strings.map(place));
        text.try_rewrite(|text| layer(text, on)).map_err(|rejection| self.place_at(place, rejection))
    }

    /// Returns the slice of the input or the base from the start of `first` to the end of `last`. Returns
    /// `first` if `last` is not after `first` in the same string.
    #[cfg(any(feature = "manakai", feature = "barth"))]
    pub(crate) fn through(&self, first: &'w str, last: &'w str) -> &'w str {
        match (self.slice(first), self.slice(last)) {
            (Some((source, from)), Some((of_last, to))) if source == of_last && from.end <= to.start => {
                self.text(source, Span { start: from.start, end: to.end })
            }
            _ => first,
        }
    }

    #[cfg(any(feature = "manakai", feature = "barth"))]
    pub(crate) fn text(&self, source: Source, span: Span) -> &'w str {
        let Strings { input, base, .. } = self.strings;
        span.of(if source == Source::Base { base.unwrap_or(input) } else { input }.text)
    }

    /// Reports the step `section`, which received the text `part` and returned the text `made`, if any.
    #[inline]
    pub fn step<'p>(&mut self, section: Section, part: impl Into<Text<'p>>, output: Option<&str>) {
        self.step_by(None, section, part, output);
    }

    /// Reports a step like [`LocatedTrace::step`], with the id of the interpretation that it follows, if any.
    #[inline]
    pub(crate) fn step_by<'p>(
        &mut self,
        reading: Option<&'static str>,
        section: Section,
        part: impl Into<Text<'p>>,
        output: Option<&str>,
    ) {
        if T::ENABLED {
            let part = part.into();
            let (source, span) = (Source::Input, Span::whole(&part));
            self.on(&part).record(Event::Step(Step { section, source, span, input: &part, output, reading }));
        }
    }

    /// Reports the step `section`, which changes no text, at the place of `part`.
    #[inline]
    pub fn visited<'p>(&mut self, section: Section, part: impl Into<Text<'p>>) {
        if T::ENABLED {
            let part = part.into();
            self.on(&part).visited(section, Span::whole(&part));
        }
    }

    /// Reports that the step `section` tested a condition on `part`. Returns `holds`, the result of the test.
    #[inline]
    pub fn decide<'p>(&mut self, section: Section, part: impl Into<Text<'p>>, holds: bool) -> bool {
        if T::ENABLED {
            let part = part.into();
            self.on(&part).decide(section, Span::whole(&part), &part, holds);
        }
        holds
    }

    /// Reports a step like [`LocatedTrace::step`], with the id of the interpretation that the step follows.
    #[inline]
    pub fn step_by_reading<'p>(
        &mut self,
        by: &'static str,
        section: Section,
        part: impl Into<Text<'p>>,
        output: Option<&str>,
    ) {
        self.step_by(Some(by), section, part, output);
    }

    /// Reports that the step `section` copied `part`. Does nothing if `part` is `None`.
    #[inline]
    pub fn step_on(&mut self, section: Section, part: Option<&Text<'_>>) {
        if let Some(part) = part {
            self.step(section, part, Some(part));
        }
    }

    /// Copies the authority of `base` to `url`, and reports the step `section` for each part.
    #[cfg(any(feature = "manakai", feature = "rfc3986"))]
    pub(crate) fn take_authority<'a>(&mut self, section: Section, url: &mut Parsed<'a>, base: &Parsed<'a>) {
        url.take_authority_of(base);
        for part in [&url.user, &url.password, &url.host, &url.port] {
            self.step_on(section, part.as_ref());
        }
    }

    /// Reports that the step `section` removed `part`. If `part` is `None`, reports the step at `whole`.
    #[inline]
    pub(crate) fn removes<'p>(
        &mut self,
        section: Section,
        part: Option<&Text<'_>>,
        whole: impl Into<Text<'p>>,
    ) {
        match part {
            Some(part) => self.step(section, part, Some("")),
            None => self.visited(section, whole),
        }
    }

    /// Reports that the step `section` copied `part`. If `part` is `None`, reports the step at `whole`.
    #[cfg(feature = "rfc3986")]
    #[inline]
    pub(crate) fn step_on_any(&mut self, section: Section, part: Option<&Text<'_>>, whole: &str) {
        match part {
            Some(part) => self.step(section, part, Some(part)),
            None => self.visited(section, whole),
        }
    }

    /// Reports that `part` is the component `component`, or a piece of that component.
    #[inline]
    pub fn found<'p>(&mut self, component: Component, part: impl Into<Text<'p>>) {
        if T::ENABLED {
            let part = part.into();
            self.on(&part).found(component, Span::whole(&part), &part);
        }
    }

    /// Reports all components of `parsed`. If the scheme and the path were both built from a drive letter, as
    /// in `c:\x`, reports the scheme at the place of the path.
    #[cfg(any(feature = "manakai", feature = "barth"))]
    #[inline]
    pub(crate) fn found_all(&mut self, parsed: &Parsed<'_>) {
        if T::ENABLED {
            for component in Component::ALL {
                let Some(part) = parsed.part(component) else { continue };
                let is_made = |part: &Text<'_>| part != part.origin();
                let is_made_scheme = component == Component::Scheme && is_made(part);
                let path = parsed.path.as_ref().filter(|path| is_made_scheme && is_made(path));
                let place = path.unwrap_or(part);
                self.found(component, Text::built(&**part, place.origin()));
            }
        }
    }

    /// Reports `rejection`, whose span already refers to the caller's string, as a violation.
    #[cold]
    pub fn violation(&mut self, rejection: Rejection) {
        let Rejection { reason, section, source, span } = rejection;
        self.trace.record(Event::Violation(Violation { name: reason.name(), section, source, span }));
    }

    /// Returns `rejection` with its span, which refers to `part`, converted to the caller's string.
    #[cold]
    pub fn place<'p>(&self, part: impl Into<Text<'p>>, rejection: Rejection) -> Rejection {
        self.place_at(self.locate(&part.into()), rejection)
    }

    #[cold]
    fn place_at(&self, place: Place<'static>, rejection: Rejection) -> Rejection {
        let (source, span) = self.strings.map(place).of(rejection.span);
        Rejection { source, span, ..rejection }
    }

    /// Returns a rejection by the step `section`, with the span of the whole base.
    #[cold]
    pub fn reject_base(&self, reason: Reason, section: Section) -> Rejection {
        let span = self.strings.base.map_or_else(Span::default, MappedText::whole);
        Rejection { source: Source::Base, ..Rejection::new(reason, section, span) }
    }

    /// Returns the place of `part` if it is a slice of the input or the base. Otherwise returns the place of
    /// its origin, or of the whole input if the origin is unknown.
    fn locate(&self, part: &Text<'_>) -> Place<'static> {
        let place = |slice| self.slice(slice).map(|(source, span)| Place::slice(source, span.start));
        let rebuilt = |origin| place(origin).map(|place| place.rebuilt(origin));
        let whole = || Place::default().rebuilt(self.strings.input.text);
        place(part).or_else(|| rebuilt(part.origin())).unwrap_or_else(whole)
    }

    /// Returns the place of `part` in the input or the base, or `None` if `part` is not a slice of either.
    pub(crate) fn slice(&self, part: &str) -> Option<(Source, Span)> {
        let Strings { input, base, .. } = self.strings;
        let locate = |source, mapped: &MappedText<'_>| Some((source, Span::locate(part, mapped.text)?));
        locate(Source::Input, input).or_else(|| locate(Source::Base, base?))
    }

    #[cfg(feature = "barth")]
    pub(crate) fn on_string(&mut self, source: Source) -> Moved<'_, T> {
        self.trace.moved(self.strings.map(Place::slice(source, 0)))
    }
}
