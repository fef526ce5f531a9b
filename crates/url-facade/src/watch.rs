//! Telling places: from the parts that layers work on back to the strings that a person gave.

use std::cell::OnceCell;

use url_core::{Reason, Rejection, Section, Source, Span, Step, Trace, Violation};
use url_preprocess::SourceMap;

/// A string that a person gave, and what preprocessing made of it.
pub(crate) struct Given<'g> {
    original: &'g str,
    preprocessed: &'g str,
    /// Made when the first place is asked for, and only when preprocessing built a new string.
    map: OnceCell<SourceMap>,
    new_map: fn(&str) -> SourceMap,
}

impl<'g> Given<'g> {
    /// Spec: none (places)
    pub(crate) fn new(original: &'g str, preprocessed: &'g str, new_map: fn(&str) -> SourceMap) -> Self {
        Self { original, preprocessed, map: OnceCell::new(), new_map }
    }

    /// A string that is worked on as it was given.
    ///
    /// Spec: none (places)
    pub(crate) fn unchanged(text: &'g str) -> Self {
        Self::new(text, text, SourceMap::new)
    }

    /// The place of `part` in the preprocessed string.
    ///
    /// Spec: none (places)
    fn locate(&self, part: &str) -> Option<Span> {
        Span::locate(part, self.preprocessed)
    }

    /// The place in the original string of what stands at `span` in the preprocessed one.
    ///
    /// Spec: none (places)
    fn original(&self, span: Span) -> Span {
        match Span::locate(self.preprocessed, self.original) {
            Some(place) => span.after(place.start),
            None => self.map.get_or_init(|| (self.new_map)(self.original)).original(span),
        }
    }
}

/// A trace, with the strings in which its places are told.
pub(crate) struct Watch<'w, T> {
    trace: &'w mut T,
    input: &'w Given<'w>,
    base: Option<&'w Given<'w>>,
}

impl<'w, T: Trace> Watch<'w, T> {
    /// Spec: none (places)
    pub(crate) fn new(trace: &'w mut T, input: &'w Given<'w>, base: Option<&'w Given<'w>>) -> Self {
        Self { trace, input, base }
    }

    /// The trace for a layer that is given `part`.
    ///
    /// Spec: none (places)
    #[inline]
    pub(crate) fn on<'o>(&'o mut self, part: &str) -> On<'o, 'w, T> {
        let place = if T::ENABLED { self.locate(part) } else { Place::default() };
        On { watch: self, place }
    }

    /// Reports a step of the facade's own, which ran on `part` and made `made` of it.
    ///
    /// Spec: none (the trace)
    #[inline]
    pub(crate) fn step(&mut self, section: Section, part: &str, made: Option<&str>) {
        if T::ENABLED {
            self.on(part).step(section, Span::whole(part), part, made);
        }
    }

    /// Reports a step of the facade's own that took over `part`, which may be missing.
    ///
    /// Spec: none (the trace)
    #[inline]
    pub(crate) fn step_on(&mut self, section: Section, part: Option<&str>) {
        if let Some(part) = part {
            self.step(section, part, Some(part));
        }
    }

    /// Reports a breach that ends a run, with its place in the strings that a person gave.
    ///
    /// Spec: none (the trace)
    #[cold]
    pub(crate) fn violation(&mut self, rejection: Rejection) {
        let Rejection { reason, section, source, span } = rejection;
        self.trace.record_violation(Violation { name: reason.name(), section, source, span });
    }

    /// `rejection`, which a layer found in `part`, with its place in the strings that a person gave.
    ///
    /// Spec: none (places)
    #[cold]
    pub(crate) fn place(&self, part: &str, rejection: Rejection) -> Rejection {
        let place = self.locate(part);
        let (source, span) = self.original(place, rejection.span);
        Rejection { source, span, ..rejection }
    }

    /// A rejection of all of the base, for `reason`, by `section`.
    ///
    /// Spec: none (places)
    #[cold]
    pub(crate) fn reject_base(&self, reason: Reason, section: Section) -> Rejection {
        let span = self.base.map_or_else(Span::default, |base| Span::whole(base.original));
        Rejection { source: Source::Base, ..Rejection::new(reason, section, span) }
    }

    /// Which given string `part` is a slice of, and where; all of the input for text that was built anew.
    ///
    /// Spec: none (places)
    fn locate(&self, part: &str) -> Place {
        let in_base = || self.base.and_then(|base| base.locate(part)).map(|span| (Source::Base, span));
        let found = self.input.locate(part).map(|span| (Source::Input, span)).or_else(in_base);
        found.map_or_else(Place::default, |(source, span)| Place { source, start: Some(span.start) })
    }

    /// The original place of what stands at `span` of the part at `place`.
    ///
    /// Spec: none (places)
    fn original(&self, place: Place, span: Span) -> (Source, Span) {
        let given = match (place.source, self.base) {
            (Source::Base, Some(base)) => base,
            _ => self.input,
        };
        let span = match place.start {
            Some(start) => span.after(start),
            None => Span::whole(given.preprocessed),
        };
        (place.source, given.original(span))
    }
}

/// Where a part starts in a preprocessed string; `None` where it is not a slice of one.
#[derive(Clone, Copy, Default)]
struct Place {
    source: Source,
    start: Option<u32>,
}

/// The trace that a layer sees: it counts in its part, and this moves the spans.
pub(crate) struct On<'o, 'w, T> {
    watch: &'o mut Watch<'w, T>,
    place: Place,
}

impl<T: Trace> Trace for On<'_, '_, T> {
    const ENABLED: bool = T::ENABLED;

    /// Spec: none (the trace)
    #[inline]
    fn record(&mut self, step: Step<'_>) {
        if T::ENABLED {
            let (source, span) = self.watch.original(self.place, step.span);
            self.watch.trace.record(Step { source, span, ..step });
        }
    }

    /// Spec: none (the trace)
    #[inline]
    fn record_violation(&mut self, violation: Violation) {
        if T::ENABLED {
            let (source, span) = self.watch.original(self.place, violation.span);
            self.watch.trace.record_violation(Violation { source, span, ..violation });
        }
    }
}
