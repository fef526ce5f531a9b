//! Traces, which receive the events of an algorithm, and the methods that an algorithm reports events with.

use alloc::borrow::Cow;
use core::fmt;

use crate::{Component, Decided, Event, Found, Omitted, Section, Source, Span, Step, Violation, Visited};

/// A receiver of the events that an algorithm reports while it runs. Closures that take an [`Event`] are
/// traces.
///
/// A `&mut` reference to a trace does not implement this trait: use `|event: Event<'_>| trace.record(event)`.
///
/// Implementations of the specs report events with the methods of [`Report`].
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
    /// True if the trace records events. False for [`NoTrace`], and for a [`Moved`] that wraps [`NoTrace`].
    const ENABLED: bool = true;

    /// Records one event.
    fn record(&mut self, event: Event<'_>);
}

/// Methods with which an implementation of a spec reports events to a [`Trace`]. Every trace has them.
///
/// With [`NoTrace`], the calls compile to nothing, and shortcuts are allowed. With any other trace, an
/// implementation runs every step of the spec. Compute expensive arguments only if `T::ENABLED` is true.
pub trait Report: Trace + Sized {
    /// Returns a trace that converts the span of each event with `place`, and passes the event to `self`.
    #[inline]
    fn moved<'t>(&'t mut self, place: Place<'t>) -> Moved<'t, Self> {
        Moved { trace: self, place }
    }

    /// Returns a trace for the part of the input from byte `offset` on. The trace adds `offset` to all spans.
    #[inline]
    fn after(&mut self, offset: usize) -> Moved<'_, Self> {
        self.moved(Place::slice(Source::Input, Span::new(offset, offset).start))
    }

    /// Returns a trace that sets all spans to `span`, for a text that was built from the input at `span`.
    #[inline]
    fn at(&mut self, span: Span) -> Moved<'_, Self> {
        self.moved(Place { whole: Some(span), ..Place::default() })
    }

    /// Returns a trace for an algorithm that runs on the base URL. All spans then refer to the base URL.
    #[inline]
    fn of_base(&mut self) -> Moved<'_, Self> {
        self.moved(Place::slice(Source::Base, 0))
    }

    /// Returns a trace for a serializer. All spans then refer to the output.
    #[inline]
    fn of_output(&mut self) -> Moved<'_, Self> {
        self.moved(Place::slice(Source::Output, 0))
    }

    /// Reports that the parser found `component`, whose value is `text`, at `span` of the input.
    #[inline]
    fn found(&mut self, component: Component, span: Span, text: &str) {
        if Self::ENABLED {
            self.record(Event::Found(Found { component, source: Source::Input, span, text }));
        }
    }

    /// Reports the step `section`, which neither receives nor returns text, at `span` of the input.
    #[inline]
    fn visited(&mut self, section: Section, span: Span) {
        if Self::ENABLED {
            self.record(Event::Visited(Visited { section, source: Source::Input, span }));
        }
    }

    /// Reports that the step `section` tested the text `input`. Returns `holds`, the result of the test.
    #[inline]
    fn decide(&mut self, section: Section, span: Span, input: &str, holds: bool) -> bool {
        if Self::ENABLED {
            self.record(Event::Decided(Decided { section, source: Source::Input, span, input, holds }));
        }
        holds
    }

    /// Reports that the step `section` leaves out `component`, which is at `span` of the input.
    #[inline]
    fn omit(&mut self, section: Section, component: Component, span: Span) {
        if Self::ENABLED {
            self.record(Event::Omitted(Omitted { component, section, source: Source::Input, span }));
        }
    }

    /// Reports the violation with the given `name`, which `section` defines, at `span` of the input.
    #[inline]
    fn violation(&mut self, section: Section, name: &'static str, span: Span) {
        if Self::ENABLED {
            self.record(Event::Violation(Violation { name, section, source: Source::Input, span }));
        }
    }

    /// Reports a step as [`Report::step`] does, with the name of the interpretation that it follows.
    #[inline]
    fn step_by_reading(
        &mut self,
        reading: &'static str,
        section: Section,
        span: Span,
        input: &str,
        output: Option<&str>,
    ) {
        if Self::ENABLED {
            let reading = Some(reading);
            self.record(Event::Step(Step { section, source: Source::Input, span, input, output, reading }));
        }
    }

    /// Reports that the step `section` received the text `input`, which is at `span`, and returned `output`.
    #[inline]
    fn step(&mut self, section: Section, span: Span, input: &str, output: Option<&str>) {
        if Self::ENABLED {
            self.record(Event::Step(Step {
                section,
                source: Source::Input,
                span,
                input,
                output,
                reading: None,
            }));
        }
    }

    /// Reports that the step `section` received the text `input` and returned `now`, which may equal `input`.
    #[inline]
    fn change(&mut self, section: Section, span: Span, input: &str, now: &str) {
        if Self::ENABLED {
            self.step(section, span, input, (now != input).then_some(now));
        }
    }

    /// Runs and reports the step `section`, which rewrites `text` with `rewrite`. If `rewrite` returns its
    /// argument, `text` is not copied.
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

    /// Runs and reports the step `section`, which rewrites only the characters of `text` that `takes`
    /// accepts. If `text` has none of these characters, the step is not reported.
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

    /// Reports the step `section` at `span` of the input, but only if `takes` accepts a character of `text`.
    #[inline]
    fn visited_where(&mut self, section: Section, span: Span, text: &str, takes: impl FnMut(char) -> bool) {
        if Self::ENABLED && text.contains(takes) {
            self.visited(section, span);
        }
    }

    /// Runs and reports a step as [`Report::rewrite`] does, with `reading` as in [`Report::step_by_reading`].
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
        let output = (now != text).then_some(&*now);
        self.step_by_reading(reading, section, span, &text, output);
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

/// A trace that records nothing. Calls on this trace compile to nothing.
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

/// A trace that converts the spans of events for another trace: see [`Report::moved`].
#[derive(Debug)]
pub struct Moved<'t, T> {
    trace: &'t mut T,
    place: Place<'t>,
}

impl<T: Trace> Trace for Moved<'_, T> {
    const ENABLED: bool = T::ENABLED;

    #[inline]
    fn record(&mut self, event: Event<'_>) {
        // Spans that refer to the base or to the output need no conversion.
        if T::ENABLED && event.source() == Source::Input {
            let (source, span) = self.place.of(event.span());
            self.trace.record(event.with_place(source, span));
        } else {
            self.trace.record(event);
        }
    }
}

/// The place of an algorithm's input, such as a host, in a string that the caller passed in, such as a URL. A
/// place converts offsets in the input to offsets in this string.
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
    /// The offset, in the caller's string, of the first byte of the algorithm's input.
    start: u32,
    /// If the algorithm's input was rebuilt: the span that it was built from. Every span becomes this span.
    whole: Option<Span>,
    map: Option<&'p dyn Places>,
}

/// A conversion of offsets in a string that a parser built, such as the input without tabs, to offsets in the
/// string that the caller passed in.
pub trait Places: fmt::Debug {
    /// Converts `span`, of the string that the parser built, to a span of the caller's input or base.
    fn original(&self, source: Source, span: Span) -> Span;
}

impl Place<'_> {
    /// Returns the place of a slice that starts at byte `start` of the string that `source` names.
    #[inline]
    pub const fn slice(source: Source, start: u32) -> Self {
        Self { source, start, whole: None, map: None }
    }

    /// Returns the place of a string that was built from `text`, where `text` starts at this place. Every
    /// span in the new string is converted to the span of all of `text`.
    pub fn rebuilt(self, text: &str) -> Self {
        Self { whole: self.whole.or(Some(Span::whole(text).after(self.start))), ..self }
    }

    /// Returns a copy of this place whose method [`Place::of`] also converts each span with `places`.
    #[inline]
    pub fn mapped_by(self, places: &dyn Places) -> Place<'_> {
        Place { source: self.source, start: self.start, whole: self.whole, map: Some(places) }
    }

    /// Converts `span` of the algorithm's input. Returns the caller's string and the span in that string.
    #[inline]
    pub fn of(&self, span: Span) -> (Source, Span) {
        let span = self.whole.unwrap_or(span.after(self.start));
        (self.source, self.map.map_or(span, |places| places.original(self.source, span)))
    }
}
