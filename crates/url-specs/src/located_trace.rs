//! Conversion of byte ranges in preprocessed or serialized text to byte ranges in the caller's strings.

use std::{borrow::Cow, cell::OnceCell};

use url_core::{
    Component, Components, Event, Moved, Parsed, Place, Places, Reason, Rejection, Report, Section, Source,
    Span, Step, Text, Trace, Violation,
};
use url_preprocess::SourceMap;

/// A string that is parsed, and the original string of the caller that it was derived from by preprocessing.
#[derive(Debug)]
pub struct MappedText<'t> {
    text: &'t str,
    map: TextMap<'t>,
}

#[derive(Debug)]
enum TextMap<'t> {
    Preprocessed {
        original: &'t str,
        /// The offsets of `text` in `original`, if `text` is not a slice of it. Created when first needed.
        source_map: OnceCell<SourceMap>,
        new_map: fn(&str) -> SourceMap,
    },
    Parsed(&'t OriginalParts),
}

impl<'t> MappedText<'t> {
    /// Creates the value from the caller's string and the result of preprocessing it. `new_map` is
    /// [`Spec::source_map`](crate::Spec::source_map).
    pub fn new(original: &'t str, preprocessed: &'t str, new_map: fn(&str) -> SourceMap) -> Self {
        let map = TextMap::Preprocessed { original, source_map: OnceCell::new(), new_map };
        Self { text: preprocessed, map }
    }

    /// Creates the value for a string that needs no preprocessing.
    pub fn unchanged(text: &'t str) -> Self {
        Self::new(text, text, |_| SourceMap::identity())
    }

    /// Creates the value for a serialized URL; `originals` are the places of its components in the caller's
    /// string.
    pub fn parsed(text: &'t str, originals: &'t OriginalParts) -> Self {
        Self { text, map: TextMap::Parsed(originals) }
    }

    /// Returns the places that the components of `parsed` have in the original string. `components` are the
    /// places that they have in the serialized URL.
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

    fn whole(&self) -> Span {
        match self.map {
            TextMap::Parsed(originals) => originals.whole,
            TextMap::Preprocessed { original, .. } => Span::whole(original),
        }
    }
}

/// The components of a serialized URL, and the place of each one in the string that was parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OriginalParts {
    components: Components,
    parts: [OriginalPart; Component::ALL.len()],
    whole: Span,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct OriginalPart {
    place: Span,
    /// The number of equal bytes at the start of the original and of the serialized component.
    prefix: u32,
    /// The number of equal bytes at the end of the original and of the serialized component.
    suffix: u32,
}

impl OriginalPart {
    fn new(place: Span, original: &str, now: &str) -> Self {
        let same = |(one, other): &(u8, u8)| one == other;
        let prefix = original.bytes().zip(now.bytes()).take_while(same).count();
        let suffix = original.bytes().rev().zip(now.bytes().rev()).take_while(same).count();
        let len = |count| Span::new(0, count).end;
        Self { place, prefix: len(prefix), suffix: len(suffix) }
    }

    /// Converts `span`, a range in the serialized component at `now`, to the original string. If one end of
    /// `span` is not in the equal bytes at the start or the end, returns the place of the whole component.
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
    /// Creates the value for a string that is its own original, with its components at `components`.
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

    /// Returns `None` if `component` is missing: the default value is stored for a missing component. No
    /// component in a URL has the default value, because none is an empty text at the start of the string.
    fn part(&self, component: Component) -> Option<OriginalPart> {
        Some(self.parts[component as usize]).filter(|part| *part != OriginalPart::default())
    }

    /// Converts `span` of the serialized URL to the original string. If the text at `span` was changed, the
    /// result is the place of the whole component, or of the whole string.
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
}

impl Places for Strings<'_> {
    fn original(&self, source: Source, span: Span) -> Span {
        let base = if source == Source::Base { self.base } else { None };
        base.unwrap_or(self.input).original(span)
    }
}

/// A trace that converts the spans of events to the strings that the caller passed in: the input and the
/// base.
///
/// Its methods take slices of the preprocessed strings, or [`Text`]. For a text of unknown origin, the span
/// is that of the whole input.
pub struct LocatedTrace<'w, T> {
    trace: &'w mut T,
    strings: Strings<'w>,
}

impl<'w, T: Trace> LocatedTrace<'w, T> {
    /// Creates a trace that converts spans to the original strings of `input` and `base`, for `trace`.
    pub fn new(trace: &'w mut T, input: &'w MappedText<'w>, base: Option<&'w MappedText<'w>>) -> Self {
        Self { trace, strings: Strings { input, base } }
    }

    /// Returns the trace that this one reports to, for events whose spans must not be converted.
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
        let place =
            if T::ENABLED { self.locate(&part.into()).mapped_by(&self.strings) } else { Place::default() };
        self.trace.moved(place)
    }

    /// Returns the places of `base` and of text built from `part`, and the trace, for an algorithm of another
    /// crate that joins both texts.
    #[cfg(feature = "webspecs")]
    pub(crate) fn on_both(&mut self, base: &Text<'_>, part: &str) -> ([Place<'_>; 2], &mut T) {
        let places = if T::ENABLED {
            [self.locate(base), self.locate(&part.into()).rebuilt(part)]
        } else {
            Default::default()
        };
        (places.map(|place| place.mapped_by(&self.strings)), self.trace)
    }

    /// Rewrites `text` with `layer`, a function of another crate, which reports its steps to this trace.
    #[inline]
    pub fn rewrite<'a>(
        &mut self,
        text: Text<'a>,
        layer: impl FnOnce(Cow<'a, str>, &mut Moved<'_, T>) -> Cow<'a, str>,
    ) -> Text<'a> {
        let on = &mut self.on(&text);
        text.map(|text| layer(text, on))
    }

    /// Rewrites `part` with `layer`, a function of another crate. Does nothing if `part` is missing.
    #[cfg(any(feature = "barth", feature = "manakai", feature = "rfc3986"))]
    #[inline]
    pub(crate) fn rewrite_part<'a>(
        &mut self,
        part: &mut Option<Text<'a>>,
        layer: impl FnOnce(Cow<'a, str>, &mut Moved<'_, T>) -> Cow<'a, str>,
    ) {
        *part = part.take().map(|text| self.rewrite(text, layer));
    }

    /// Rewrites `text` with `layer`, a function of another crate, which reports its steps to this trace.
    ///
    /// # Errors
    /// Returns the rejection of `layer`, with its span converted to the caller's string.
    #[inline]
    pub fn try_rewrite<'a>(
        &mut self,
        text: Text<'a>,
        layer: impl FnOnce(Cow<'a, str>, &mut Moved<'_, T>) -> Result<Cow<'a, str>, Rejection>,
    ) -> Result<Text<'a>, Rejection> {
        let place = self.locate(&text);
        let rewritten =
            text.try_map(|text| layer(text, &mut self.trace.moved(place.mapped_by(&self.strings))));
        rewritten.map_err(|rejection| self.place_at(place, rejection))
    }

    /// Returns the slice from the start of `first` to the end of `last`. Returns `first` if `last` does not
    /// come later in the same string.
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
        let Strings { input, base } = self.strings;
        span.of(if source == Source::Base { base.unwrap_or(input) } else { input }.text)
    }

    /// Reports that the step `section` received `part`, and that its result is `made`.
    #[inline]
    pub fn step<'p>(&mut self, section: Section, part: impl Into<Text<'p>>, made: Option<&str>) {
        self.step_by(None, section, part, made);
    }

    /// Reports a step as [`LocatedTrace::step`] does, with the `reading` (interpretation) that it follows.
    #[inline]
    pub(crate) fn step_by<'p>(
        &mut self,
        reading: Option<&'static str>,
        section: Section,
        part: impl Into<Text<'p>>,
        made: Option<&str>,
    ) {
        if T::ENABLED {
            let part = part.into();
            let (source, span) = (Source::Input, Span::whole(&part));
            self.on(&part).record(Event::Step(Step { section, source, span, saw: &part, made, reading }));
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

    /// Reports a step as [`LocatedTrace::step`] does, with the reading (interpretation) `by` that it follows.
    #[inline]
    pub fn step_by_reading<'p>(
        &mut self,
        by: &'static str,
        section: Section,
        part: impl Into<Text<'p>>,
        made: Option<&str>,
    ) {
        self.step_by(Some(by), section, part, made);
    }

    /// Reports that the step `section` copied `part`. Does nothing if `part` is missing.
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

    /// Reports that `section` removed `part`. If `part` is missing, reports the step `section` at `whole`.
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

    /// Reports that `section` copied `part`. If `part` is missing, reports the step `section` at `whole`.
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

    /// Reports all components. If the path and the scheme were both built from a drive letter, the scheme has
    /// the place of the path.
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

    /// Converts the span of `rejection`, which a parser of `part` returned, to the caller's string.
    #[cold]
    pub fn place<'p>(&self, part: impl Into<Text<'p>>, rejection: Rejection) -> Rejection {
        self.place_at(self.locate(&part.into()), rejection)
    }

    #[cold]
    fn place_at(&self, place: Place<'static>, rejection: Rejection) -> Rejection {
        let (source, span) = place.mapped_by(&self.strings).of(rejection.span);
        Rejection { source, span, ..rejection }
    }

    /// Returns a rejection by `section` whose span is the whole base.
    #[cold]
    pub fn reject_base(&self, reason: Reason, section: Section) -> Rejection {
        let span = self.strings.base.map_or_else(Span::default, MappedText::whole);
        Rejection { source: Source::Base, ..Rejection::new(reason, section, span) }
    }

    /// Returns the place of `part` if it is a slice of the input or the base, or the place of its origin.
    fn locate(&self, part: &Text<'_>) -> Place<'static> {
        let place = |slice| self.slice(slice).map(|(source, span)| Place::slice(source, span.start));
        let rebuilt = |origin| place(origin).map(|place| place.rebuilt(origin));
        let whole = || Place::default().rebuilt(self.strings.input.text);
        place(part).or_else(|| rebuilt(part.origin())).unwrap_or_else(whole)
    }

    /// Returns the place of `part` in the input or the base, or `None` if `part` is not a slice of either.
    pub(crate) fn slice(&self, part: &str) -> Option<(Source, Span)> {
        let Strings { input, base } = self.strings;
        let locate = |source, mapped: &MappedText<'_>| Some((source, Span::locate(part, mapped.text)?));
        locate(Source::Input, input).or_else(|| locate(Source::Base, base?))
    }

    #[cfg(feature = "barth")]
    pub(crate) fn on_string(&mut self, source: Source) -> Moved<'_, T> {
        self.trace.moved(Place::slice(source, 0).mapped_by(&self.strings))
    }
}
