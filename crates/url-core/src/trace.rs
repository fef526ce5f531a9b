//! Traces: receivers of the events that a run reports, and the methods that layers report with.

use alloc::borrow::Cow;
use core::fmt;

use crate::{Component, Decided, Event, Found, Omitted, Section, Source, Span, Step, Violation, Visited};

/// A receiver of the events of a run. Closures that take an [`Event`] implement it.
///
/// A `&mut` to a trace is not a trace: pass `|event: Event<'_>| trace.record(event)` instead.
///
/// Layers report through the methods of [`Report`].
///
/// # Examples
/// ```
/// use url_core::{Event, Report as _, Span, Trace, sections::manakai};
/// struct Places(Vec<Span>);
/// impl Trace for Places {
///     fn record(&mut self, event: Event<'_>) {
///         self.0.push(event.span());
///     }
/// }
/// let mut places = Places(Vec::new());
/// places.step(manakai::PREPROCESSING_3, Span::new(0, 2), "\ta", Some("a"));
/// places.after(7).visited(manakai::PREPROCESSING_4, Span::new(0, 2));
/// places.at(Span::new(3, 4)).visited(manakai::NAMEPREP_3, Span::new(5, 6));
/// assert_eq!(places.0, [Span::new(0, 2), Span::new(7, 9), Span::new(3, 4)]);
/// ```
pub trait Trace {
    /// True if the trace records events. False for [`NoTrace`], and for a [`Moved`] that contains it.
    const ENABLED: bool = true;

    /// Records one event.
    fn record(&mut self, event: Event<'_>);
}

/// The methods that a layer reports to a [`Trace`] with. Implemented for every trace.
///
/// With [`NoTrace`] these calls compile to nothing; build expensive arguments under `if T::ENABLED`. A traced
/// run takes every step as the spec writes it; only untraced runs take shortcuts.
pub trait Report: Trace + Sized {
    /// Returns a trace for a step on another string. It maps the spans of events to this trace by `place`.
    #[inline]
    fn moved<'t>(&'t mut self, place: Place<'t>) -> Moved<'t, Self> {
        Moved { trace: self, place }
    }

    /// Returns this trace for a string that starts `offset` bytes into the layer's input.
    #[inline]
    fn after(&mut self, offset: usize) -> Moved<'_, Self> {
        self.moved(Place::slice(Source::Input, Span::new(offset, offset).start))
    }

    /// Returns this trace for text rebuilt from `span` of the layer's input, where every event is recorded.
    #[inline]
    fn at(&mut self, span: Span) -> Moved<'_, Self> {
        self.moved(Place { whole: Some(span), ..Place::default() })
    }

    /// Returns this trace for a run whose input is the base.
    #[inline]
    fn of_base(&mut self) -> Moved<'_, Self> {
        self.moved(Place::slice(Source::Base, 0))
    }

    /// Returns this trace for a serializer: the spans of its events refer to the output.
    #[inline]
    fn of_output(&mut self) -> Moved<'_, Self> {
        self.moved(Place::slice(Source::Output, 0))
    }

    /// Reports that `component` is `text`, at `span` of the layer's input.
    #[inline]
    fn found(&mut self, component: Component, span: Span, text: &str) {
        if Self::ENABLED {
            self.record(Event::Found(Found { component, source: Source::Input, span, text }));
        }
    }

    /// Reports the step `section`, which does not work on text, at `span` of the layer's input.
    #[inline]
    fn visited(&mut self, section: Section, span: Span) {
        if Self::ENABLED {
            self.record(Event::Visited(Visited { section, source: Source::Input, span }));
        }
    }

    /// Reports that the step `section` tested its condition on `saw`. Returns `holds`, the result.
    #[inline]
    fn decide(&mut self, section: Section, span: Span, saw: &str, holds: bool) -> bool {
        if Self::ENABLED {
            self.record(Event::Decided(Decided { section, source: Source::Input, span, saw, holds }));
        }
        holds
    }

    /// Reports that the step `section` omits `component`, which is at `span` of the layer's input.
    #[inline]
    fn omit(&mut self, section: Section, component: Component, span: Span) {
        if Self::ENABLED {
            self.record(Event::Omitted(Omitted { component, section, source: Source::Input, span }));
        }
    }

    /// Reports the violation `name` of `section` at `span` of the layer's input.
    #[inline]
    fn violation(&mut self, section: Section, name: &'static str, span: Span) {
        if Self::ENABLED {
            self.record(Event::Violation(Violation { name, section, source: Source::Input, span }));
        }
    }

    /// Reports a step as [`Report::step`] does, and the reading that decided it.
    #[inline]
    fn step_by_reading(
        &mut self,
        reading: &'static str,
        section: Section,
        span: Span,
        saw: &str,
        made: Option<&str>,
    ) {
        if Self::ENABLED {
            let reading = Some(reading);
            self.record(Event::Step(Step { section, source: Source::Input, span, saw, made, reading }));
        }
    }

    /// Reports that `section` ran on `saw`, at `span` of the layer's input, and produced `made`.
    #[inline]
    fn step(&mut self, section: Section, span: Span, saw: &str, made: Option<&str>) {
        if Self::ENABLED {
            self.record(Event::Step(Step { section, source: Source::Input, span, saw, made, reading: None }));
        }
    }

    /// Reports that `section` ran on `saw` and turned it into `now`, which may be equal to it.
    #[inline]
    fn change(&mut self, section: Section, span: Span, saw: &str, now: &str) {
        if Self::ENABLED {
            self.step(section, span, saw, (now != saw).then_some(now));
        }
    }

    /// Runs and reports a step that rewrites `text`. Borrowed text stays borrowed if `rewrite` borrows.
    #[inline]
    fn rewrite<'a>(
        &mut self,
        section: Section,
        span: Span,
        text: Cow<'a, str>,
        rewrite: impl for<'s> FnOnce(&'s str) -> Cow<'s, str>,
    ) -> Cow<'a, str> {
        let now = match text {
            Cow::Borrowed(text) => rewrite(text),
            Cow::Owned(ref owned) => match rewrite(owned) {
                Cow::Owned(now) => Cow::Owned(now),
                Cow::Borrowed(now) if now.len() != owned.len() => Cow::Owned(now.into()),
                Cow::Borrowed(_) => {
                    self.step(section, span, owned, None);
                    return text;
                }
            },
        };
        self.change(section, span, &text, &now);
        now
    }

    /// Runs and reports a step as [`Report::rewrite`] does. The step rewrites only characters that `takes`
    /// accepts, and is not reported if `text` has none of them.
    #[inline]
    fn rewrite_where<'a>(
        &mut self,
        section: Section,
        span: Span,
        text: Cow<'a, str>,
        takes: impl FnMut(char) -> bool,
        rewrite: impl for<'s> FnOnce(&'s str) -> Cow<'s, str>,
    ) -> Cow<'a, str> {
        if Self::ENABLED && !text.contains(takes) {
            return text;
        }
        self.rewrite(section, span, text, rewrite)
    }

    /// Reports the step `section` at `span` of the layer's input if `takes` accepts a character of `text`.
    #[inline]
    fn visited_where(&mut self, section: Section, span: Span, text: &str, takes: impl FnMut(char) -> bool) {
        if Self::ENABLED && text.contains(takes) {
            self.visited(section, span);
        }
    }

    /// Runs a step as [`Report::rewrite`] does, and reports `reading` as the interpretation that it follows.
    #[inline]
    fn rewrite_by_reading<'a>(
        &mut self,
        reading: &'static str,
        section: Section,
        span: Span,
        text: Cow<'a, str>,
        rewrite: impl for<'s> FnOnce(&'s str) -> Cow<'s, str>,
    ) -> Cow<'a, str> {
        if !Self::ENABLED {
            return NoTrace.rewrite(section, span, text, rewrite);
        }
        let now = NoTrace.rewrite(section, span, text.clone(), rewrite);
        let made = (now != text).then_some(&*now);
        self.step_by_reading(reading, section, span, &text, made);
        now
    }
}

impl<T: Trace> Report for T {}

impl<F: FnMut(Event<'_>)> Trace for F {
    #[inline]
    fn record(&mut self, event: Event<'_>) {
        self(event);
    }
}

/// A trace that records nothing, at no cost.
///
/// # Examples
/// ```
/// use url_core::{NoTrace, Trace};
/// assert!(!NoTrace::ENABLED);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTrace;

impl Trace for NoTrace {
    const ENABLED: bool = false;

    #[inline]
    fn record(&mut self, _: Event<'_>) {}
}

/// A trace that moves the spans of events before it passes them on: see [`Report::moved`].
#[derive(Debug)]
pub struct Moved<'t, T> {
    trace: &'t mut T,
    place: Place<'t>,
}

impl<T: Trace> Trace for Moved<'_, T> {
    const ENABLED: bool = T::ENABLED;

    #[inline]
    fn record(&mut self, event: Event<'_>) {
        // Events about the base or the output are passed on unchanged.
        if T::ENABLED && event.source() == Source::Input {
            let (source, span) = self.place.of(event.span());
            self.trace.record(event.with_place(source, span));
        } else {
            self.trace.record(event);
        }
    }
}

/// The place of a layer's input in the strings that the caller passed in. It converts the offsets that the
/// layer reports.
///
/// # Examples
/// ```
/// use url_core::{Place, Source, Span};
/// let (slice, span) = (Place::slice(Source::Base, 7), Span::new(1, 2));
/// assert_eq!(slice.of(span), (Source::Base, Span::new(8, 9)));
/// assert_eq!(slice.rebuilt("text").of(span), (Source::Base, Span::new(7, 11)));
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[must_use]
pub struct Place<'p> {
    source: Source,
    /// The offset of the first byte of the layer's input in the surrounding string.
    start: u32,
    /// For a rebuilt string: the span of the text that it was built from, to which every part of it maps.
    whole: Option<Span>,
    map: Option<&'p dyn Places>,
}

/// A map from places in intermediate strings to places in the strings that the caller passed in.
pub trait Places: fmt::Debug {
    /// Maps `span` of the intermediate string to the string `source` that the caller passed in.
    fn original(&self, source: Source, span: Span) -> Span;
}

impl Place<'_> {
    /// Returns the place of a slice of `source` that starts at byte `start`.
    #[inline]
    pub const fn slice(source: Source, start: u32) -> Self {
        Self { source, start, whole: None, map: None }
    }

    /// Returns the place of a string built from `text`, which is at this place. Every part of it maps to the
    /// span of all of `text`.
    pub fn rebuilt(self, text: &str) -> Self {
        Self { whole: self.whole.or(Some(Span::whole(text).after(self.start))), ..self }
    }

    /// Returns this place with its spans mapped by `places`.
    #[inline]
    pub fn mapped_by(self, places: &dyn Places) -> Place<'_> {
        Place { source: self.source, start: self.start, whole: self.whole, map: Some(places) }
    }

    /// Maps `span` of the layer's input to the strings that the caller passed in.
    pub fn of(&self, span: Span) -> (Source, Span) {
        let span = self.whole.unwrap_or(span.after(self.start));
        (self.source, self.map.map_or(span, |places| places.original(self.source, span)))
    }
}
