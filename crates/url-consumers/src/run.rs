//! Records the rules that a consumer applies to a string, each with the slice of the input that it examines.

use url_core::{Event, Rejection, Report as _, Trace};

use crate::prelude::*;

pub(crate) type Result<T = (), E = Rejection> = std::result::Result<T, E>;

/// The function that records events, or `None` without a trace. The type is not generic, so that the rules of
/// a consumer are compiled only once.
pub(crate) type Recorder<'r> = Option<&'r mut dyn FnMut(Event<'_>)>;

/// One call of a consumer with the string `input`, to which the reported spans refer. In methods whose names
/// end with `_at`, the rule examines `saw`, a text that was built from `part`.
pub(crate) struct Run<'r> {
    input: &'r str,
    recorder: Recorder<'r>,
    pub(crate) version: (u16, u16),
    /// The text that the rules examine: the input, or text that a rule rebuilt from the input.
    text: &'r str,
    /// If `text` was rebuilt: the offset in the input of each byte of `text`, and of its end.
    places: &'r [u32],
    /// The span to report for text that is a slice of neither `input` nor `text`.
    rebuilt: Span,
}

impl<'r> Run<'r> {
    pub(crate) fn new(input: &'r str, version: (u16, u16), recorder: Recorder<'r>) -> Self {
        Self { input, recorder, version, text: input, places: &[], rebuilt: Span::whole(input) }
    }

    pub(crate) fn is_since(&self, version: (u16, u16)) -> bool {
        self.version >= version
    }

    fn again(&mut self) -> Run<'_> {
        let recorder = self.recorder.as_mut().map(|recorder| &mut **recorder as _);
        Run { recorder, ..*self }
    }

    pub(crate) fn on_rebuilt<'s>(&'s mut self, rebuilt: &'s Rebuilt) -> Run<'s> {
        Run { text: &rebuilt.text, places: &rebuilt.places, ..self.again() }
    }

    /// Returns a run for rules that examine text built from `part`. Their steps have the span of `part`.
    pub(crate) fn at(&mut self, part: &str) -> Run<'_> {
        Run { rebuilt: self.place(part), ..self.again() }
    }

    /// Returns the span of `part` in the input, or of the text from which `part` was built.
    fn place(&self, part: &str) -> Span {
        let in_text = || {
            let span = Span::locate(part, self.text)?;
            // Maps the offset of a byte of `text`, or of its end, to the input.
            let place = |at: u32| self.places.get(at as usize).copied();
            Some(Span { start: place(span.start)?, end: place(span.end)? })
        };
        Span::locate(part, self.input).or_else(in_text).unwrap_or(self.rebuilt)
    }

    /// Returns true if events are recorded. If not, callers do not build text that only a trace requires.
    pub(crate) fn is_traced(&self) -> bool {
        self.recorder.is_some()
    }

    fn recording(&mut self, part: &str) -> Option<(Span, impl Trace)> {
        let place = self.is_traced().then(|| self.place(part))?;
        let recorder = self.recorder.as_mut()?;
        Some((place, move |event: Event<'_>| recorder(event)))
    }

    /// Reports that the rule `section` examined `part`. `made` is the text that the rule built, if any.
    pub(crate) fn step(&mut self, section: Section, part: &str, made: Option<&str>) {
        self.step_at(section, part, part, made);
    }

    pub(crate) fn step_at(&mut self, section: Section, part: &str, saw: &str, made: Option<&str>) {
        if let Some((place, mut trace)) = self.recording(part) {
            trace.step(section, place, saw, made);
        }
    }

    /// Reports that the rule `section` converted `part` to `made`. Returns `made`.
    pub(crate) fn make<S: AsRef<str>>(&mut self, section: Section, part: &str, made: S) -> S {
        self.make_at(section, part, part, made)
    }

    pub(crate) fn make_at<S: AsRef<str>>(&mut self, section: Section, part: &str, saw: &str, made: S) -> S {
        self.step_at(section, part, saw, Some(made.as_ref()));
        made
    }

    /// Reports that the rule `section` converted `part` to `now`, which may equal `part`. Returns `now`.
    pub(crate) fn change<S: AsRef<str>>(&mut self, section: Section, part: &str, now: S) -> S {
        self.change_at(section, part, part, now)
    }

    pub(crate) fn change_at<S: AsRef<str>>(&mut self, section: Section, part: &str, saw: &str, now: S) -> S {
        if self.is_traced() {
            self.step_at(section, part, saw, Some(now.as_ref()).filter(|now| *now != saw));
        }
        now
    }

    /// Works like [`Self::change_at`], but reports a test if `now` equals `saw`, so that the rule did not
    /// take the text.
    pub(crate) fn change_or_ask<S: AsRef<str>>(
        &mut self,
        section: Section,
        part: &str,
        saw: &str,
        now: S,
    ) -> S {
        if now.as_ref() == saw {
            self.at(part).ask(section, saw, false);
        } else {
            self.step_at(section, part, saw, Some(now.as_ref()));
        }
        now
    }

    /// Reports that the rule `section` selected the slice `part` of `text`, with the span of `part`.
    pub(crate) fn cut(&mut self, section: Section, text: &str, part: &str) {
        self.step_at(section, part, text, Some(part));
    }

    /// Reports that the rule `section` omits `component`, which is `part` or a slice of `part`.
    pub(crate) fn omit(&mut self, section: Section, component: Component, part: &str) {
        if let Some((place, mut trace)) = self.recording(part) {
            trace.omit(section, component, place);
        }
    }

    /// Reports that `part` is `component`, before the rules for this component are applied.
    pub(crate) fn announce(&mut self, component: Component, part: &str) {
        if let Some((place, mut trace)) = self.recording(part) {
            trace.found(component, place, part);
        }
    }

    pub(crate) fn found(&mut self, section: Section, component: Component, part: &str) {
        self.announce(component, part);
        self.step(section, part, Some(part));
    }

    /// If `part` is `Some`, reports that the rule `section` found it as `component`. Returns `part`.
    pub(crate) fn find<'a>(
        &mut self,
        section: Section,
        component: Component,
        part: Option<&'a str>,
    ) -> Option<&'a str> {
        part.inspect(|part| self.found(section, component, part))
    }

    /// Sets `component` of `url` to `part`, and reports that the rule `section` found the component.
    pub(crate) fn take<'a>(
        &mut self,
        section: Section,
        component: Component,
        part: &'a str,
        url: &mut Parsed<'a>,
    ) {
        self.found(section, component, part);
        url.set(component, Cow::Borrowed(part));
    }

    /// Sets the scheme of `url` to the first part of `divided`, in lower case. Returns the second part.
    pub(crate) fn take_scheme<'a>(
        &mut self,
        section: Section,
        divided: Option<(&'a str, &'a str)>,
        url: &mut Parsed<'a>,
    ) -> Option<&'a str> {
        let (scheme, after) = divided?;
        self.found(section, Component::Scheme, scheme);
        url.scheme = Some(to_ascii_lower_case(scheme));
        Some(after)
    }

    /// Reports that the rule `section` only tested `part`. Returns `holds`, the result of the test.
    pub(crate) fn ask(&mut self, section: Section, part: &str, holds: bool) -> bool {
        self.recording(part).is_none_or(|(place, mut trace)| trace.decide(section, place, part, holds))
            && holds
    }

    /// Returns `segments` without dot-segments. Removes each `.`, and reports the first section. For each
    /// `..`, calls `takes` with the kept segments. If `takes` returns a number, removes the `..` and this
    /// number of kept segments, and reports the second section. Otherwise, keeps the `..`.
    pub(crate) fn drop_dots<'p>(
        &mut self,
        segments: impl Iterator<Item = &'p str>,
        [of_one, of_two]: [Section; 2],
        takes: impl Fn(&[&str]) -> Option<usize>,
    ) -> Vec<&'p str> {
        let mut kept = Vec::new();
        for segment in segments {
            match (segment, takes(&kept)) {
                (".", _) => self.step(of_one, segment, Some("")),
                ("..", Some(taken)) => {
                    self.step(of_two, segment, Some(""));
                    kept.truncate(kept.len().saturating_sub(taken));
                }
                _ => kept.push(segment),
            }
        }
        kept
    }

    /// Sets the user and the password of `url` to the text before and after the first colon of `user_info`.
    pub(crate) fn take_user_info<'a>(&mut self, section: Section, user_info: &'a str, url: &mut Parsed<'a>) {
        let (user, password) = divide(user_info, ':');
        self.found(section, Component::User, user);
        self.find(section, Component::Password, password);
        set_user_info(Cow::Borrowed(user_info), url);
    }

    /// Moves the text after the first `delimiter` of `rest` from `rest` to the `component` of `url`.
    pub(crate) fn take_after<'a>(
        &mut self,
        delimiter: char,
        section: Section,
        component: Component,
        rest: &mut &'a str,
        url: &mut Parsed<'a>,
    ) {
        if let Some((before, part)) = rest.split_once(delimiter) {
            self.take(section, component, part, url);
            *rest = before;
        }
    }

    /// Replaces the characters `replaced` in `text` by `made`, reports any change, and parses the new text.
    pub(crate) fn parse_replaced<'a>(
        &mut self,
        section: Section,
        text: &'a str,
        (replaced, made): (&[char], &str),
        parse: impl for<'t> FnOnce(&'t str, &mut Run<'_>) -> Result<Parsed<'t>>,
    ) -> Result<Parsed<'a>> {
        if !text.contains(replaced) {
            return parse(text, self);
        }
        let found = text.match_indices(replaced).map(|(at, part)| (at, part, made));
        let rebuilt = Rebuilt::replace(text, found, self);
        self.step(section, text, Some(&rebuilt.text));
        Ok(parse(&rebuilt.text, &mut self.on_rebuilt(&rebuilt))?.into_owned())
    }

    pub(crate) fn refuse_if(&self, is_refused: bool, reason: Reason, section: Section, part: &str) -> Result {
        if is_refused { Err(self.reject(reason, section, part)) } else { Ok(()) }
    }

    pub(crate) fn need<S>(&self, item: Option<S>, reason: Reason, section: Section, part: &str) -> Result<S> {
        item.ok_or_else(|| self.reject(reason, section, part))
    }

    /// Reports that the rule `section` examined `part`. Returns an error with `reason` if `is_met` is false.
    pub(crate) fn check(&mut self, is_met: bool, reason: Reason, section: Section, part: &str) -> Result {
        self.step(section, part, None);
        self.refuse_if(!is_met, reason, section, part)
    }

    /// Works like [`Self::check`], but reports nothing if `is_met` is false.
    pub(crate) fn require(&mut self, is_met: bool, reason: Reason, section: Section, part: &str) -> Result {
        self.refuse_if(!is_met, reason, section, part)?;
        self.step(section, part, None);
        Ok(())
    }

    /// Returns `digits`, a port, without leading zeros, and reports the first section. Returns an error with
    /// the second section if the port is greater than 65535.
    pub(crate) fn port<'a>(&mut self, digits: &'a str, [read, limit]: [Section; 2]) -> Result<&'a str> {
        let number = number(digits);
        self.announce(Component::Port, digits);
        self.step(read, digits, Some(number));
        self.refuse_if(number.parse::<u16>().is_err(), Reason::PortOutOfRange, limit, digits)?;
        Ok(number)
    }

    /// Returns an error with `section` if `is_refused` is true for a character of `text`.
    pub(crate) fn refuse(
        &self,
        is_refused: impl Fn(char) -> bool,
        text: &str,
        reason: Reason,
        section: Section,
    ) -> Result {
        text.matches(is_refused).next().map_or(Ok(()), |found| Err(self.reject(reason, section, found)))
    }

    /// Returns an error with `section` if `text` contains a character that is neither in `allowed` nor part
    /// of an escape, and for which `is_other` is false.
    pub(crate) fn refuse_unmatched(
        &self,
        allowed: &ByteSet,
        is_other: impl Fn(char) -> bool,
        text: &str,
        section: Section,
    ) -> Result {
        allowed.find_unmatched(text, is_other).map_or(Ok(()), |span| {
            let reason = Rejection::of_character(text, section, span).reason;
            Err(self.reject(reason, section, span.of(text)))
        })
    }

    /// Applies `convert` to `host`. If it rejects all of `host`, narrows the span to the first label that it
    /// rejects by the same rule.
    pub(crate) fn convert_labels<T>(
        &mut self,
        host: &str,
        dots: &[char],
        convert: impl Fn(&str, &mut Run<'_>) -> Result<T>,
    ) -> Result<T> {
        convert(host, self).map_err(|rejection| {
            let of_label = |label| convert(label, &mut Run { recorder: None, ..*self }).err();
            let is_it = |label: &Rejection| label.section == rejection.section;
            let is_whole = rejection.span == self.place(host);
            let label = is_whole.then(|| host.split(dots).filter_map(of_label).find(is_it)).flatten();
            label.unwrap_or(rejection)
        })
    }

    #[cold]
    pub(crate) fn reject(&self, reason: Reason, section: Section, part: &str) -> Rejection {
        Rejection::new(reason, section, self.place(part))
    }
}

/// Text that a rule built from slices of a run's text. `places` has the offset in the input for each byte of
/// the new text, and for its end.
#[derive(Default)]
pub(crate) struct Rebuilt {
    pub(crate) text: String,
    places: Vec<u32>,
}

impl Rebuilt {
    /// Replaces parts of `text`. `found` yields each part with its offset and its replacement.
    pub(crate) fn replace<'t, S: AsRef<str>>(
        text: &'t str,
        found: impl Iterator<Item = (usize, &'t str, S)>,
        run: &Run<'_>,
    ) -> Self {
        let (mut replaced, mut kept) = (Self::default(), 0);
        for (at, part, made) in found {
            replaced.keep(&text[kept..at], run);
            replaced.put(made.as_ref(), part, run);
            kept = at + part.len();
        }
        replaced.keep(&text[kept..], run);
        replaced
    }

    pub(crate) fn keep(&mut self, part: &str, run: &Run<'_>) {
        self.put(part, part, run);
    }

    /// Appends `made`, which is `part` or was built from `part`.
    pub(crate) fn put(&mut self, made: &str, part: &str, run: &Run<'_>) {
        self.text.push_str(made);
        let is_kept = std::ptr::eq(made, part);
        let source = |at| part.get(at..).filter(|_| is_kept).unwrap_or(part);
        // A rejection requires the offsets even without a trace, for its span.
        self.places.pop();
        self.places.extend((0..made.len()).map(|at| run.place(source(at)).start));
        self.places.push(run.place(part).end);
    }
}
