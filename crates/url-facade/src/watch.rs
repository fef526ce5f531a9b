//! Telling places: from the parts that layers work on back to the strings that a person gave.

use std::cell::OnceCell;

use url_core::{
    Component, Found, Parsed, Reason, Rejection, Section, Source, Span, Step, Taken, Trace, Violation,
};
use url_preprocess::SourceMap;

use crate::Reference;

/// A string that a person gave, and the one that layers work on.
pub(crate) struct Given<'g> {
    worked_on: &'g str,
    origin: Origin<'g>,
}

/// Where the string that layers work on comes from.
enum Origin<'g> {
    /// From preprocessing the string that was given.
    Preprocessed {
        original: &'g str,
        /// Made when the first place is asked for, and only when preprocessing built a new string.
        map: OnceCell<SourceMap>,
        new_map: fn(&str) -> SourceMap,
    },
    /// From parsing it, which was done before.
    Parsed(&'g Reference),
}

impl<'g> Given<'g> {
    pub(crate) fn new(original: &'g str, preprocessed: &'g str, new_map: fn(&str) -> SourceMap) -> Self {
        let origin = Origin::Preprocessed { original, map: OnceCell::new(), new_map };
        Self { worked_on: preprocessed, origin }
    }

    /// A string that is worked on as it was given.
    pub(crate) fn unchanged(text: &'g str) -> Self {
        Self::new(text, text, |_| SourceMap::identity())
    }

    pub(crate) fn parsed(reference: &'g Reference) -> Self {
        Self { worked_on: reference.as_str(), origin: Origin::Parsed(reference) }
    }

    /// The place of `part` in the string that is worked on.
    fn locate(&self, part: &str) -> Option<Span> {
        Span::locate(part, self.worked_on)
    }

    /// The place in the given string of what stands at `span` in the one that is worked on.
    fn original(&self, span: Span) -> Span {
        match &self.origin {
            Origin::Parsed(reference) => reference.origin(span),
            Origin::Preprocessed { original, map, new_map } => match Span::locate(self.worked_on, original) {
                Some(place) => span.after(place.start),
                None => map.get_or_init(|| new_map(original)).original(span),
            },
        }
    }

    /// All of the given string.
    fn whole(&self) -> Span {
        match self.origin {
            Origin::Parsed(reference) => reference.given,
            Origin::Preprocessed { original, .. } => Span::whole(original),
        }
    }

    /// The place of `part` in the given string: all of it for text that was built anew.
    pub(crate) fn place_of(&self, part: &str) -> Span {
        self.locate(part).map_or_else(|| self.whole(), |span| self.original(span))
    }
}

/// A trace, with the strings in which its places are told.
pub(crate) struct Watch<'w, T> {
    trace: &'w mut T,
    input: &'w Given<'w>,
    base: Option<&'w Given<'w>>,
    /// The place of text that was built anew.
    rebuilt: Place,
}

#[cfg_attr(not(feature = "all-specs"), allow(dead_code, reason = "some methods serve a few specs"))]
impl<'w, T: Trace> Watch<'w, T> {
    pub(crate) fn new(trace: &'w mut T, input: &'w Given<'w>, base: Option<&'w Given<'w>>) -> Self {
        let rebuilt = Place { source: Source::Input, start: 0, whole: Some(Span::whole(input.worked_on)) };
        Self { trace, input, base, rebuilt }
    }

    /// The trace for a layer that is given `part`.
    #[inline]
    pub(crate) fn on<'o>(&'o mut self, part: &str) -> On<'o, 'w, T> {
        let place = if T::ENABLED { self.locate(part) } else { Place::default() };
        On { watch: self, place }
    }

    /// Says that a step is about to build `part` anew: what comes of it has no place of its own but that of `part`.
    #[inline]
    pub(crate) fn rebuild(&mut self, part: &str) {
        // Without a trace too: errors tell places.
        self.rebuilt = self.whole_of(part);
    }

    /// The place of all of `part`, for what is built of it: see [`Watch::at`].
    pub(crate) fn whole_of(&self, part: &str) -> Place {
        let place = self.locate(part);
        Place { whole: place.whole.or(Some(Span::whole(part).after(place.start))), ..place }
    }

    /// Does `work`, in which text that was built anew has `place`.
    #[inline]
    pub(crate) fn at<R>(&mut self, place: Place, work: impl FnOnce(&mut Self) -> R) -> R {
        let rebuilt = std::mem::replace(&mut self.rebuilt, place);
        let made = work(self);
        self.rebuilt = rebuilt;
        made
    }

    /// Reports a step of the facade's own, which ran on `part` and made `made` of it.
    #[inline]
    pub(crate) fn step(&mut self, section: Section, part: &str, made: Option<&str>) {
        if T::ENABLED {
            self.on(part).step(section, Span::whole(part), part, made);
        }
    }

    /// Reports a step of the facade's own that works on no text, and was taken when it looked at `part`.
    #[inline]
    pub(crate) fn took(&mut self, section: Section, part: &str) {
        if T::ENABLED {
            self.on(part).took(section, Span::whole(part));
        }
    }

    /// [`Watch::step`], decided by `reading`.
    #[inline]
    pub(crate) fn step_by_reading(
        &mut self,
        reading: &'static str,
        section: Section,
        part: &str,
        made: Option<&str>,
    ) {
        if T::ENABLED {
            self.on(part).step_by_reading(reading, section, Span::whole(part), part, made);
        }
    }

    /// Reports a step of the facade's own that took over `part`, which may be missing.
    #[inline]
    pub(crate) fn step_on(&mut self, section: Section, part: Option<&str>) {
        if let Some(part) = part {
            self.step(section, part, Some(part));
        }
    }

    /// Reports that `component` is `part`, or that `part` is a piece of it.
    #[inline]
    pub(crate) fn found(&mut self, component: Component, part: &str) {
        if T::ENABLED {
            self.on(part).found(component, Span::whole(part), part);
        }
    }

    /// Reports the components of `parsed`, each a slice of a string that was given.
    #[inline]
    pub(crate) fn found_all(&mut self, parsed: &Parsed<'_>) {
        if T::ENABLED {
            for component in Component::ALL {
                if let Some(part) = parsed.get(component) {
                    self.found(component, part);
                }
            }
        }
    }

    /// Reports a breach that ends a run, with its place in the strings that a person gave.
    #[cold]
    pub(crate) fn violation(&mut self, rejection: Rejection) {
        let Rejection { reason, section, source, span } = rejection;
        self.trace.record_violation(Violation { name: reason.name(), section, source, span });
    }

    /// `rejection`, which a layer found in `part`, with its place in the strings that a person gave.
    #[cold]
    pub(crate) fn place(&self, part: &str, rejection: Rejection) -> Rejection {
        let place = self.locate(part);
        let (source, span) = self.original(place, rejection.span);
        Rejection { source, span, ..rejection }
    }

    /// A rejection of all of the base, for `reason`, by `section`.
    #[cold]
    pub(crate) fn reject_base(&self, reason: Reason, section: Section) -> Rejection {
        let span = self.base.map_or_else(Span::default, Given::whole);
        Rejection { source: Source::Base, ..Rejection::new(reason, section, span) }
    }

    /// Which given string `part` is a slice of, and where; the place of what it was built from, if it is none.
    fn locate(&self, part: &str) -> Place {
        let in_base = || self.base.and_then(|base| base.locate(part)).map(|span| (Source::Base, span));
        let found = self.input.locate(part).map(|span| (Source::Input, span)).or_else(in_base);
        found.map_or(self.rebuilt, |(source, span)| Place { source, start: span.start, whole: None })
    }

    /// The original place of what stands at `span` of the part at `place`.
    fn original(&self, place: Place, span: Span) -> (Source, Span) {
        let given = match (place.source, self.base) {
            (Source::Base, Some(base)) => base,
            _ => self.input,
        };
        (place.source, given.original(place.whole.unwrap_or(span.after(place.start))))
    }
}

/// Where a part stands in a string that is worked on.
#[derive(Clone, Copy, Default)]
pub(crate) struct Place {
    source: Source,
    start: u32,
    /// For a part that was built anew: the place of all that it was built from, whichever part of it is meant.
    whole: Option<Span>,
}

/// The trace that a layer sees: it counts in its part, and this moves the spans.
pub(crate) struct On<'o, 'w, T> {
    watch: &'o mut Watch<'w, T>,
    place: Place,
}

impl<T: Trace> Trace for On<'_, '_, T> {
    const ENABLED: bool = T::ENABLED;

    #[inline]
    fn record(&mut self, step: Step<'_>) {
        if T::ENABLED {
            let (source, span) = self.watch.original(self.place, step.span);
            self.watch.trace.record(Step { source, span, ..step });
        }
    }

    #[inline]
    fn record_taken(&mut self, taken: Taken) {
        if T::ENABLED {
            let (source, span) = self.watch.original(self.place, taken.span);
            self.watch.trace.record_taken(Taken { source, span, ..taken });
        }
    }

    #[inline]
    fn record_violation(&mut self, violation: Violation) {
        if T::ENABLED {
            let (source, span) = self.watch.original(self.place, violation.span);
            self.watch.trace.record_violation(Violation { source, span, ..violation });
        }
    }

    #[inline]
    fn record_found(&mut self, found: Found<'_>) {
        if T::ENABLED {
            let (source, span) = self.watch.original(self.place, found.span);
            self.watch.trace.record_found(Found { source, span, ..found });
        }
    }
}
