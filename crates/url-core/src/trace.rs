//! How a run reports the steps that it takes.

use alloc::borrow::Cow;

use crate::{Component, Section, Span};

/// Which of the strings that a person gave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Source {
    /// The URL or reference itself.
    #[default]
    Input,
    /// The base URL.
    Base,
}

impl Source {
    /// Its name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Base => "base",
        }
    }
}

/// One step that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    /// The rule.
    pub section: Section,
    /// Which string `span` counts in.
    pub source: Source,
    /// What it worked on. A layer counts in the string that it was given; its caller moves the span.
    pub span: Span,
    /// The text it worked on, as it stood when the step began.
    pub saw: &'a str,
    /// What the step made of it: the changed text, or the component that it found. `None` = nothing new.
    pub made: Option<&'a str>,
    /// The code of the reading that decided the step, where the spec itself is silent or contradicts itself.
    pub reading: Option<&'static str>,
}

/// A breach of a spec's rules for authors. It does not stop the parser, unless it is the last one of a run that fails.
///
/// Spec: webspecs#url-writing-1
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Its name in the spec, or a stable name of ours where the spec gives none.
    pub name: &'static str,
    /// The rule that found it.
    pub section: Section,
    /// Which string `span` counts in.
    pub source: Source,
    /// Where. A layer counts in the string that it was given; its caller moves the span.
    pub span: Span,
}

/// Where a component was found: all that a parser took for it, or one piece after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<'a> {
    /// The component.
    pub component: Component,
    /// Which string `span` counts in.
    pub source: Source,
    /// Where, without the delimiters around it. A layer counts in the string that it was given; its caller moves the
    /// span.
    pub span: Span,
    /// What stood there when it was found.
    pub text: &'a str,
}

/// A step that was taken and works on no text: it decides, counts, or sets a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The rule.
    pub section: Section,
    /// Which string `span` counts in.
    pub source: Source,
    /// What the algorithm looked at then. A layer counts in the string that it was given; its caller moves the span.
    pub span: Span,
}

/// Watches a run, step by step.
///
/// A layer calls [`Trace::step`] where its spec takes a step that works on text, and [`Trace::took`] where it takes any
/// other. With [`NoTrace`] that compiles to nothing;
/// arguments that cost something to build are built under `if T::ENABLED`. A run with a trace takes every
/// step as the spec writes it; shortcuts are for runs without one.
///
/// # Examples
/// ```
/// use url_core::{Span, Step, Trace, sections::manakai};
/// struct Count(usize);
/// impl Trace for Count {
///     const ENABLED: bool = true;
///     fn record(&mut self, _: Step<'_>) {
///         self.0 += 1;
///     }
/// }
/// let mut count = Count(0);
/// count.step(manakai::PREPROCESSING_3, Span::new(0, 2), "\ta", Some("a"));
/// assert_eq!(count.0, 1);
/// ```
pub trait Trace {
    /// Whether anyone listens.
    const ENABLED: bool;

    /// Takes note of one step.
    fn record(&mut self, step: Step<'_>);

    /// Takes note of one violation. Whoever does not care need not say so.
    #[inline]
    fn record_violation(&mut self, _: Violation) {}

    /// Takes note of one step that works on no text. Whoever does not care need not say so.
    #[inline]
    fn record_taken(&mut self, _: Taken) {}

    /// Takes note of the place of a component. Whoever does not care need not say so.
    #[inline]
    fn record_found(&mut self, _: Found<'_>) {}

    /// Reports that `component` is `text`, which stands at `span` of the layer's input.
    #[inline]
    fn found(&mut self, component: Component, span: Span, text: &str) {
        if Self::ENABLED {
            self.record_found(Found { component, source: Source::Input, span, text });
        }
    }

    /// Reports that `section`, which works on no text, was taken at `span` of the layer's input.
    #[inline]
    fn took(&mut self, section: Section, span: Span) {
        if Self::ENABLED {
            self.record_taken(Taken { section, source: Source::Input, span });
        }
    }

    /// Reports that `section` found the violation `name` at `span` of the layer's input.
    #[inline]
    fn violation(&mut self, section: Section, name: &'static str, span: Span) {
        if Self::ENABLED {
            self.record_violation(Violation { name, section, source: Source::Input, span });
        }
    }

    /// Reports a step as [`Trace::step`] does, and that the reading `reading` decided it.
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
            self.record(Step { section, source: Source::Input, span, saw, made, reading: Some(reading) });
        }
    }

    /// Reports that `section` ran on `saw`, at `span` of the layer's input, and made `made` of it.
    #[inline]
    fn step(&mut self, section: Section, span: Span, saw: &str, made: Option<&str>) {
        if Self::ENABLED {
            self.record(Step { section, source: Source::Input, span, saw, made, reading: None });
        }
    }

    /// This trace for what stands `offset` bytes later in the layer's input: spans are moved.
    #[inline]
    fn after(&mut self, offset: usize) -> After<'_, Self>
    where
        Self: Sized,
    {
        After { trace: self, offset: Span::new(offset, offset).start }
    }

    /// Reports that `section` ran on `saw` and left `now`, which may be the same.
    #[inline]
    fn change(&mut self, section: Section, span: Span, saw: &str, now: &str) {
        if Self::ENABLED {
            self.step(section, span, saw, (now != saw).then_some(now));
        }
    }

    /// Runs a step of `section` that rewrites `text`, and reports it. What is borrowed stays borrowed where the step
    /// borrows.
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

    /// Runs a step as [`Trace::rewrite`] does, and reports that the reading `reading` decided what it does.
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

/// A trace that tells every step and violation at one place: for text that a layer has built anew, whose own offsets
/// would mean nothing to a reader.
///
/// # Examples
/// ```
/// use url_core::{Pinned, Span, Step, Trace, sections::manakai};
/// struct Last(Span);
/// impl Trace for Last {
///     const ENABLED: bool = true;
///     fn record(&mut self, step: Step<'_>) {
///         self.0 = step.span;
///     }
/// }
/// let mut last = Last(Span::default());
/// Pinned::new(&mut last, Span::new(7, 9)).step(manakai::NAMEPREP_3, Span::new(0, 1), "a", None);
/// assert_eq!(last.0, Span::new(7, 9));
/// ```
#[derive(Debug)]
pub struct Pinned<'t, T> {
    trace: &'t mut T,
    span: Span,
}

impl<'t, T: Trace> Pinned<'t, T> {
    /// Tells everything to `trace`, at `span`.
    #[inline]
    pub fn new(trace: &'t mut T, span: Span) -> Self {
        Self { trace, span }
    }
}

impl<T: Trace> Trace for Pinned<'_, T> {
    const ENABLED: bool = T::ENABLED;

    #[inline]
    fn record(&mut self, step: Step<'_>) {
        self.trace.record(Step { span: self.span, ..step });
    }

    #[inline]
    fn record_taken(&mut self, taken: Taken) {
        self.trace.record_taken(Taken { span: self.span, ..taken });
    }

    #[inline]
    fn record_violation(&mut self, violation: Violation) {
        self.trace.record_violation(Violation { span: self.span, ..violation });
    }

    #[inline]
    fn record_found(&mut self, found: Found<'_>) {
        self.trace.record_found(Found { span: self.span, ..found });
    }
}

/// Nobody listens: free.
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
    fn record(&mut self, _: Step<'_>) {}
}

/// A trace for a part of what its maker works on; see [`Trace::after`].
///
/// # Examples
/// ```
/// use url_core::{Span, Step, Trace, sections::webspecs};
/// struct Places(Vec<Span>);
/// impl Trace for Places {
///     const ENABLED: bool = true;
///     fn record(&mut self, step: Step<'_>) {
///         self.0.push(step.span);
///     }
/// }
/// let mut places = Places(Vec::new());
/// places.after(7).step(webspecs::HOST_1, Span::new(0, 4), "host", None);
/// assert_eq!(places.0, [Span::new(7, 11)]);
/// ```
#[derive(Debug)]
pub struct After<'t, T> {
    trace: &'t mut T,
    offset: u32,
}

impl<T: Trace> Trace for After<'_, T> {
    const ENABLED: bool = T::ENABLED;

    #[inline]
    fn record(&mut self, step: Step<'_>) {
        self.trace.record(Step { span: step.span.after(self.offset), ..step });
    }

    #[inline]
    fn record_taken(&mut self, taken: Taken) {
        self.trace.record_taken(Taken { span: taken.span.after(self.offset), ..taken });
    }

    #[inline]
    fn record_violation(&mut self, violation: Violation) {
        self.trace.record_violation(Violation { span: violation.span.after(self.offset), ..violation });
    }

    #[inline]
    fn record_found(&mut self, found: Found<'_>) {
        self.trace.record_found(Found { span: found.span.after(self.offset), ..found });
    }
}
