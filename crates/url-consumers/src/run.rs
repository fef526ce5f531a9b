//! The run of a consumer: how its rules report what they do to slices of the input.

use url_core::{Component, Reason, Rejection, Section, Span, Trace};

/// A run on one string, with its trace. Places are those of slices of that string.
pub(crate) struct Run<'r, T> {
    input: &'r str,
    trace: &'r mut T,
    /// The string that is worked on: a slice of the input, or one as long as that slice.
    text: &'r str,
    /// Where `text` begins in the input.
    start: u32,
}

impl<'r, T: Trace> Run<'r, T> {
    pub(crate) fn new(input: &'r str, trace: &'r mut T) -> Self {
        Self { input, trace, text: input, start: 0 }
    }

    /// The same run, where `text` is worked on from here. It has the length of the slice `part` of the input, which it was
    /// made from byte by byte.
    pub(crate) fn on<'s>(&'s mut self, text: &'s str, part: &str) -> Run<'s, T> {
        let start = self.place(part).start;
        Run { input: self.input, trace: self.trace, text, start }
    }

    /// The place of `part`; all of the input for text that is no slice of it.
    fn place(&self, part: &str) -> Span {
        let in_text = || Some(Span::locate(part, self.text)?.after(self.start));
        Span::locate(part, self.input).or_else(in_text).unwrap_or(Span::whole(self.input))
    }

    /// Reports that `section` worked on `part`, and made `made` of it if that is something new.
    pub(crate) fn step(&mut self, section: Section, part: &str, made: Option<&str>) {
        self.step_at(section, part, part, made);
    }

    /// Reports that `section` worked on `saw`, which was built from `part`, and made `made` of it if that is something new.
    pub(crate) fn step_at(&mut self, section: Section, part: &str, saw: &str, made: Option<&str>) {
        if T::ENABLED {
            let place = self.place(part);
            self.trace.step(section, place, saw, made);
        }
    }

    /// Reports that `section`, which works on no text, was followed at `part`.
    pub(crate) fn took(&mut self, section: Section, part: &str) {
        if T::ENABLED {
            let place = self.place(part);
            self.trace.took(section, place);
        }
    }

    /// Reports that `component` is `part`, by `section`.
    pub(crate) fn found(&mut self, section: Section, component: Component, part: &str) {
        if T::ENABLED {
            let place = self.place(part);
            self.trace.found(component, place, part);
            self.trace.step(section, place, part, Some(part));
        }
    }

    /// An error for `reason`, by `section`, at `part`.
    #[cold]
    pub(crate) fn reject(&self, reason: Reason, section: Section, part: &str) -> Rejection {
        Rejection::new(reason, section, self.place(part))
    }
}
