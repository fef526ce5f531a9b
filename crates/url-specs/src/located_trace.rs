//! Places: maps the parts that layers work on back to the original strings.

use std::cell::OnceCell;

use url_core::{
    Component, Components, Event, Moved, Parsed, Place, Places, Reason, Rejection, Report, Section, Source,
    Span, Trace, Violation,
};
use url_preprocess::SourceMap;

/// An original string, and the string made from it that layers work on.
#[derive(Debug)]
pub struct MappedText<'t> {
    text: &'t str,
    map: TextMap<'t>,
}

/// The map from the string that layers work on to the original string.
#[derive(Debug)]
enum TextMap<'t> {
    /// The string is the result of preprocessing the original string.
    Preprocessed {
        original: &'t str,
        /// Built when the first place is needed, and only if preprocessing built a new string.
        source_map: OnceCell<SourceMap>,
        new_map: fn(&str) -> SourceMap,
    },
    /// The string was parsed or resolved before.
    Parsed(&'t OriginalParts),
}

impl<'t> MappedText<'t> {
    /// Creates the result of preprocessing `original`; `new_map` is
    /// [`Spec::source_map`](crate::Spec::source_map).
    pub fn new(original: &'t str, preprocessed: &'t str, new_map: fn(&str) -> SourceMap) -> Self {
        let map = TextMap::Preprocessed { original, source_map: OnceCell::new(), new_map };
        Self { text: preprocessed, map }
    }

    /// Creates an original string that layers work on unchanged.
    pub fn unchanged(text: &'t str) -> Self {
        Self::new(text, text, |_| SourceMap::identity())
    }

    /// Creates a string that was parsed or resolved before; `originals` are its components in the original
    /// string.
    pub fn parsed(text: &'t str, originals: &'t OriginalParts) -> Self {
        Self { text, map: TextMap::Parsed(originals) }
    }

    /// Returns the places in the original string of the components of `parsed`. `components` are their places
    /// in the string that was written from `parsed`.
    pub fn original_parts(&self, parsed: &Parsed<'_>, components: Components) -> OriginalParts {
        let mut originals = OriginalParts { components, parts: Default::default(), whole: self.whole() };
        let mut end = 0;
        for component in Component::ALL {
            if let Some(part) = parsed.get(component) {
                // The text that a step built may also occur in the string after the previous component.
                let behind = || {
                    let rest = self.text.get(end..)?;
                    // An empty host follows its slashes.
                    let is_host = component == Component::Host && part.is_empty() && rest.starts_with("://");
                    let start = end + if is_host { 3 } else { rest.find(part)? };
                    Some(Span::new(start, start + part.len()))
                };
                let found = Span::locate(part, self.text).or_else(behind);
                let found = found.or_else(|| match component {
                    Component::Scheme => self.scheme(),
                    _ => self.gap(parsed, component, end),
                });
                end = found.map_or(end, |found| found.end as usize);
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

    /// Returns the place of the text that a step built the scheme from: the letters before the colon, or the
    /// backslashes of a UNC path.
    fn scheme(&self) -> Option<Span> {
        let len = if self.text.starts_with("\\\\") { 2 } else { self.text.find(':')? };
        Some(Span::new(0, len))
    }

    /// Returns the place of `component`, which a step built: from `start`, where the previous component ends,
    /// to the next component, without the delimiters.
    fn gap(&self, parsed: &Parsed<'_>, component: Component, start: usize) -> Option<Span> {
        let mut later = Component::ALL.into_iter().skip(component as usize + 1);
        let next = later.find_map(|later| Span::locate(parsed.get(later)?, self.text));
        let end = next.map_or(self.text.len(), |next| next.start as usize);
        let text = self.text.get(start..end)?;
        let has_host = parsed.host.as_deref().is_some_and(|host| !host.is_empty());
        let (text, ends): (_, &[char]) = match component {
            Component::User => {
                let text = text.trim_start_matches([':', '/', '\\']);
                (text.strip_suffix('@').unwrap_or(text), &[':'])
            }
            Component::Password => (text.strip_prefix(':')?.strip_suffix('@')?, &[]),
            Component::Host => (text.trim_start_matches([':', '/', '\\', '@']), &['/', '\\', '?', '#']),
            // The port before the path was the default port.
            Component::Path if has_host => {
                let after_port =
                    text.trim_start_matches(':').trim_start_matches(|c: char| c.is_ascii_digit());
                (after_port, &['?', '#'])
            }
            // The host was empty, or was `localhost` and has been emptied.
            Component::Path => {
                let behind = text.strip_prefix("://").unwrap_or(text.trim_start_matches(':'));
                let local = behind.get(.."localhost".len());
                let is_local = local.is_some_and(|local| local.eq_ignore_ascii_case("localhost"));
                (if is_local { &behind["localhost".len()..] } else { behind }, &['?', '#'])
            }
            Component::Query => (text.strip_prefix('?')?, &['#']),
            _ => return None,
        };
        let text = text.split(ends).next()?;
        let text = if component == Component::Host { text.trim_end_matches(':') } else { text };
        let is_known = !text.is_empty() || (has_host && component == Component::Path);
        Span::locate(text, self.text).filter(|_| start > 0 && is_known)
    }

    /// Returns the place in the original string of `span` in the string that layers work on.
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

    /// Returns the span of the whole original string.
    fn whole(&self) -> Span {
        match self.map {
            TextMap::Parsed(originals) => originals.whole,
            TextMap::Preprocessed { original, .. } => Span::whole(original),
        }
    }

    /// Returns the place of `part` in the original string, or the whole string if `part` is rebuilt text.
    pub fn place_of(&self, part: &str) -> Span {
        Span::locate(part, self.text).map_or_else(|| self.whole(), |span| self.original(span))
    }
}

/// The components of a string that was parsed or resolved before, and their places in the original string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OriginalParts {
    /// The place of each component in the string.
    components: Components,
    /// The place of each component in the original string.
    parts: [OriginalPart; Component::ALL.len()],
    /// The span of the whole original string.
    whole: Span,
}

/// The place of a component in the original string, and the length of the text that is the same there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct OriginalPart {
    place: Span,
    /// The number of bytes at the start of the component that are the same.
    prefix: u32,
    /// The number of bytes at the end of the component that are the same.
    suffix: u32,
}

impl OriginalPart {
    /// Creates the place of a component with the text `now` that was written as `original` at `place`.
    fn new(place: Span, original: &str, now: &str) -> Self {
        let same = |(one, other): &(u8, u8)| one == other;
        let prefix = original.bytes().zip(now.bytes()).take_while(same).count();
        let suffix = original.bytes().rev().zip(now.bytes().rev()).take_while(same).count();
        let len = |count| Span::new(0, count).end;
        Self { place, prefix: len(prefix), suffix: len(suffix) }
    }

    /// Returns true if the component, which is at `now` in the string, is the same in the original string.
    fn is_unchanged(self, now: Span) -> bool {
        self.place.len() == now.len() && self.prefix as usize == now.len()
    }

    /// Returns the original place of `span`, a part of the component that is at `now` in the string. The
    /// place is exact to the byte if both ends are in text that is the same; otherwise it is the whole
    /// component.
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
    /// Creates the parts of `text`, which is itself an original string, with its components at the places
    /// `components`.
    pub fn of(text: &str, components: Components) -> Self {
        let parts = Component::ALL.map(|component| {
            let place = components.get(component).unwrap_or_default();
            let len = place.end - place.start;
            OriginalPart { place, prefix: len, suffix: len }
        });
        Self { components, parts, whole: Span::whole(text) }
    }

    /// Returns the place of each component in the string.
    pub fn components(&self) -> Components {
        self.components
    }

    /// Returns the span of the whole original string.
    pub fn whole(&self) -> Span {
        self.whole
    }

    /// Returns the place of `component` in the original string, if it is there. A default value means that it
    /// is missing: no component is empty text at the start of a string.
    fn part(&self, component: Component) -> Option<OriginalPart> {
        Some(self.parts[component as usize]).filter(|part| *part != OriginalPart::default())
    }

    /// Returns the place in the original string of `span` of the string: exact to the byte if the component
    /// is unchanged, otherwise the place of the component, or of the whole string.
    fn original(&self, span: Span) -> Span {
        for component in Component::ALL {
            if let (Some(now), Some(part)) = (self.components.get(component), self.part(component))
                && now.start <= span.start
                && span.end <= now.end
            {
                return part.original(span, now);
            }
        }
        // The span covers several components, or starts or ends in a delimiter. The place of a delimiter is
        // known if its distance to the components around it is unchanged.
        let at = |offset: u32| {
            let place = |component: Component| Some((self.components.get(component)?, self.part(component)?));
            let places = Component::ALL.into_iter().filter_map(place);
            let unchanged = places.filter_map(|(now, part): (Span, OriginalPart)| {
                part.is_unchanged(now).then_some((now, part.place))
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

/// The original strings: the input and the base.
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

/// A trace that maps places in the strings that layers work on to the original strings.
pub struct LocatedTrace<'w, T> {
    trace: &'w mut T,
    strings: Strings<'w>,
    /// The place that is reported for rebuilt text.
    rebuilt: Place<'static>,
}

impl<'w, T: Trace> LocatedTrace<'w, T> {
    /// Creates a trace that reports to `trace`, with places in `input` and in the string of the base, if
    /// there is one.
    pub fn new(trace: &'w mut T, input: &'w MappedText<'w>, base: Option<&'w MappedText<'w>>) -> Self {
        let rebuilt = Place::default().rebuilt(input.text);
        Self { trace, strings: Strings { input, base }, rebuilt }
    }

    /// Returns the string of the base that layers work on, if there is one.
    #[cfg(feature = "consumers")]
    pub(crate) fn base(&self) -> Option<&'w str> {
        self.strings.base.map(|base| base.text)
    }

    /// Returns `rejection`, whose place is in a string that layers work on, with the place in the original
    /// string.
    #[cfg(feature = "consumers")]
    pub(crate) fn original(&self, rejection: Rejection) -> Rejection {
        Rejection { span: self.strings.original(rejection.source, rejection.span), ..rejection }
    }

    /// Returns the trace for a layer that is given `part`.
    #[inline]
    pub fn on(&mut self, part: &str) -> Moved<'_, T> {
        let place = if T::ENABLED { self.locate(part).mapped_by(&self.strings) } else { Place::default() };
        self.trace.moved(place)
    }

    /// Returns the places of a path of the base and of text that is built from `part`, and the trace for a
    /// layer that joins the two.
    #[cfg(feature = "webspecs")]
    pub(crate) fn on_both(&mut self, base: &str, part: &str) -> ([Place<'_>; 2], &mut T) {
        let places = if T::ENABLED { [self.locate(base), self.whole_of(part)] } else { Default::default() };
        (places.map(|place| place.mapped_by(&self.strings)), self.trace)
    }

    /// Sets the place of rebuilt text to that of `part`, from which a step builds it.
    #[inline]
    pub fn rebuild(&mut self, part: &str) {
        // This is also needed without a trace, because errors have places.
        self.rebuilt = self.whole_of(part);
    }

    /// Sets the place of rebuilt text.
    pub fn rebuild_at(&mut self, place: Place<'static>) {
        self.rebuilt = place;
    }

    /// Returns the place of all of `part`, for text built from it: see [`LocatedTrace::at`].
    pub fn whole_of(&self, part: &str) -> Place<'static> {
        self.locate(part).rebuilt(part)
    }

    /// Returns the place of the text that a step built a scheme from: a drive letter, or the backslashes of a
    /// UNC path. Searches the input or, if the scheme is `of_base`, first the base. Only a trace needs it.
    #[cfg(any(feature = "manakai", feature = "barth"))]
    pub(crate) fn place_of_made_scheme(&self, of_base: bool) -> Place<'static> {
        if !T::ENABLED {
            return Place::default();
        }
        let Strings { input, base } = self.strings;
        let source = |mapped: &'w MappedText<'w>| match mapped.text.as_bytes() {
            [b'\\', b'\\', ..] => mapped.text.get(..2),
            [letter, b':', ..] if letter.is_ascii_alphabetic() => mapped.text.get(..1),
            _ => None,
        };
        let first = if of_base { base } else { None };
        self.whole_of(first.and_then(source).or_else(|| source(input)).unwrap_or_default())
    }

    /// Runs `work`, locating rebuilt text at `place`.
    #[inline]
    pub fn at<R>(&mut self, place: Place<'static>, work: impl FnOnce(&mut Self) -> R) -> R {
        let rebuilt = std::mem::replace(&mut self.rebuilt, place);
        let made = work(self);
        self.rebuilt = rebuilt;
        made
    }

    /// Runs `report` if there is a trace, locating rebuilt text at `place`.
    #[inline]
    pub fn show_at(&mut self, place: Place<'static>, report: impl FnOnce(&mut Self)) {
        if T::ENABLED {
            self.at(place, report);
        }
    }

    /// Reports a step of the composition itself, which read `part` and produced `made`.
    #[inline]
    pub fn step(&mut self, section: Section, part: &str, made: Option<&str>) {
        if T::ENABLED {
            self.on(part).step(section, Span::whole(part), part, made);
        }
    }

    /// Reports a step of the composition itself that works on no text and was taken at `part`.
    #[inline]
    pub fn visited(&mut self, section: Section, part: &str) {
        if T::ENABLED {
            self.on(part).visited(section, Span::whole(part));
        }
    }

    /// Reports that a step of the composition itself tested `part`; `holds` is the result, which is returned.
    #[inline]
    pub fn decide(&mut self, section: Section, part: &str, holds: bool) -> bool {
        if T::ENABLED {
            self.on(part).decide(section, Span::whole(part), part, holds);
        }
        holds
    }

    /// Like [`LocatedTrace::step`], for a step decided by the reading `by`.
    #[inline]
    pub fn step_by_reading(&mut self, by: &'static str, section: Section, part: &str, made: Option<&str>) {
        if T::ENABLED {
            self.on(part).step_by_reading(by, section, Span::whole(part), part, made);
        }
    }

    /// Reports a step of the composition itself that copied `part`, unless it is missing.
    #[inline]
    pub fn step_on(&mut self, section: Section, part: Option<&str>) {
        if let Some(part) = part {
            self.step(section, part, Some(part));
        }
    }

    /// Reports that the step `section` removed `part` of the base. If `part` is missing, reports that the
    /// step was taken on `whole`.
    #[cfg(feature = "manakai")]
    #[inline]
    pub(crate) fn removes(&mut self, section: Section, part: Option<&str>, whole: &str) {
        match part {
            Some(part) => self.step(section, part, Some("")),
            None => self.visited(section, whole),
        }
    }

    /// Like [`LocatedTrace::step_on`]. If `part` is missing, reports that the step was taken on `whole`.
    #[cfg(feature = "rfc3986")]
    #[inline]
    pub(crate) fn step_on_any(&mut self, section: Section, part: Option<&str>, whole: &str) {
        match part {
            Some(part) => self.step(section, part, Some(part)),
            None => self.visited(section, whole),
        }
    }

    /// Reports that `component` is `part`, or that `part` is a piece of it.
    #[inline]
    pub fn found(&mut self, component: Component, part: &str) {
        if T::ENABLED {
            self.on(part).found(component, Span::whole(part), part);
        }
    }

    /// Reports the components of `parsed`, each a slice of an original string.
    #[inline]
    pub fn found_all(&mut self, parsed: &Parsed<'_>) {
        if T::ENABLED {
            for component in Component::ALL {
                if let Some(part) = parsed.get(component) {
                    self.found(component, part);
                }
            }
        }
    }

    /// Reports a breach that ends a run, with its place in the original strings.
    #[cold]
    pub fn violation(&mut self, rejection: Rejection) {
        let Rejection { reason, section, source, span } = rejection;
        self.trace.record(Event::Violation(Violation { name: reason.name(), section, source, span }));
    }

    /// Returns `rejection`, which a layer found in `part`, with its place in the original strings.
    #[cold]
    pub fn place(&self, part: &str, rejection: Rejection) -> Rejection {
        let (source, span) = self.locate(part).mapped_by(&self.strings).of(rejection.span);
        Rejection { source, span, ..rejection }
    }

    /// Returns a rejection of the whole base by `section`, for `reason`.
    #[cold]
    pub fn reject_base(&self, reason: Reason, section: Section) -> Rejection {
        let span = self.strings.base.map_or_else(Span::default, MappedText::whole);
        Rejection { source: Source::Base, ..Rejection::new(reason, section, span) }
    }

    /// Returns the place of `part` in the string that it is a slice of; for rebuilt text, the place that was
    /// set for it.
    fn locate(&self, part: &str) -> Place<'static> {
        self.slice(part).map_or(self.rebuilt, |(source, span)| Place::slice(source, span.start))
    }

    /// Returns which of the strings that layers work on contains the slice `part`, and its place there;
    /// `None` for rebuilt text.
    pub(crate) fn slice(&self, part: &str) -> Option<(Source, Span)> {
        let Strings { input, base } = self.strings;
        let locate = |source, mapped: &MappedText<'_>| Some((source, Span::locate(part, mapped.text)?));
        locate(Source::Input, input).or_else(|| locate(Source::Base, base?))
    }

    /// Returns the trace for places in the string `source` that layers work on, or for rebuilt text if
    /// `source` is `None`.
    #[cfg(feature = "barth")]
    pub(crate) fn on_string(&mut self, source: Option<Source>) -> Moved<'_, T> {
        let place = source.map_or(self.rebuilt, |source| Place::slice(source, 0));
        self.trace.moved(place.mapped_by(&self.strings))
    }
}
