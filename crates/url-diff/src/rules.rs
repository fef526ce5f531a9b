//! Finds rules of a run by their effect: rules that used the base, omitted or wrote a component, changed a
//! text that another run rejects, or are not followed by another run.

use std::{cmp::Reverse, collections::HashSet};

use url_facade::{Component, Recorded, RecordedStep, Section, Source, Span, sections::manakai};

use crate::{
    alignment::{align, decoded, within},
    difference::{Outcome, Side},
    side::{View, changed, is_seen},
    subject::{Subject, is_about, may_be_about, named, spells},
};

/// Returns true unless `event` is a decision that does not hold.
pub(crate) fn is_taken(event: &Recorded) -> bool {
    !matches!(event, Recorded::Decision(decision) if !decision.holds)
}

impl<'r> View<'r> {
    /// Returns the first decision of this run on using the base for components that the string lacks.
    pub(crate) fn use_of_base(&self, takes_from_base: bool) -> Option<Side> {
        let decides = |event: &&Recorded| {
            is_taken(event) && event.source() != Source::Output && is_about(event.section(), Subject::Base)
        };
        let events = self.run.trace.events().enumerate();
        let mut after_base = events.skip_while(|(_, event)| event.source() != Source::Input);
        let (step, event) = after_base.find(|(_, event)| decides(event))?;
        let is_used = takes_from_base && self.has_scheme_of_base();
        let outcome = if is_used { Outcome::UsedBase } else { Outcome::IgnoredBase };
        Some(Side { section: event.section(), step: Some(step), outcome })
    }

    /// Returns the rule by which a program, which reports few details, joined the reference to the base.
    pub(crate) fn joined(&self) -> Option<Side> {
        self.use_of_base(true).filter(|_| self.run.profile.is_consumer())
    }

    /// Returns the last decision about the use of the base. It is the rule that omitted the parts that are
    /// not used.
    pub(crate) fn leaving_of_base(&self) -> Option<Side> {
        let decides = |event: &Recorded| {
            is_taken(event) && event.source() != Source::Output && is_about(event.section(), Subject::Base)
        };
        let (step, event) = self.run.trace.events().enumerate().rfind(|(_, event)| decides(event))?;
        Some(Side { section: event.section(), step: Some(step), outcome: Outcome::Omitted })
    }

    /// Returns true if the result has the scheme of the base, so that more of it may come from the base.
    fn has_scheme_of_base(&self) -> bool {
        let of_base =
            self.place(Source::Base, Component::Scheme).map(|place| place.span.of(self.given(Source::Base)));
        let is_same =
            |scheme: &str| self.text(Component::Scheme).is_some_and(|own| own.eq_ignore_ascii_case(scheme));
        of_base.is_none_or(is_same)
    }

    /// Returns the rule that checked if the base is usable, or else the one that continued with it.
    pub(crate) fn admitting_base(&self) -> Option<Side> {
        let asks = |event: &Recorded| {
            matches!(event, Recorded::Decision(_)) && is_about(event.section(), Subject::Serving)
        };
        let asked = self.run.trace.events().position(asks);
        asked.and_then(|step| self.side(step, Outcome::UsedBase)).or_else(|| self.use_of_base(true))
    }

    /// Returns the first step that found an empty host, or one of a rule on hosts, at `span` of the input.
    pub(crate) fn emptying(&self, span: Span) -> Option<Side> {
        let is_it = |event: &RecordedStep| {
            event.span == span
                && event.made.as_deref() == Some("")
                && may_be_about(event.section, Component::Host)
        };
        let steps = self.steps(Source::Input).filter(|(_, event)| is_it(event));
        let (step, _) = steps
            .min_by_key(|(step, event)| (named(event.section) != Some(Component::Host), Reverse(*step)))?;
        self.side(step, Outcome::Kept(String::new()))
    }

    /// Returns the step that made the text of `component` from another text of the input.
    pub(crate) fn making(&self, component: Component) -> Option<Side> {
        let text = self.text(component)?;
        let mut steps = self.steps(Source::Input).filter(|(_, event)| changed(event) == Some(text));
        let (step, event) =
            steps.find(|(_, event)| !event.saw.eq_ignore_ascii_case(text) && !event.saw.contains(text))?;
        self.side(step, Outcome::Changed { from: event.saw.clone(), to: text.to_owned() })
    }

    /// Returns `side` if the result still contains the text that it kept, perhaps in lower case.
    pub(crate) fn as_kept(&self, side: Side) -> Option<Side> {
        let Outcome::Kept(text) = &side.outcome else { return Some(side) };
        let mut kept = [text.clone(), text.to_ascii_lowercase()].into_iter();
        let kept =
            kept.find(|text| self.run.result.as_ref().is_ok_and(|url| url.as_str().contains(&**text)))?;
        Some(Side { outcome: Outcome::Kept(kept), ..side })
    }

    /// Replaces `side` by the step that changed the first label, if it is of the loop over the labels.
    pub(crate) fn of_label(&self, side: Side) -> Side {
        // Not for a host with an empty label.
        let is_loop = side.section == manakai::CANONICALIZE_HOST_20_2
            && !matches!(&side.outcome, Outcome::Changed { from, .. } if from.contains(".."));
        let of_label = [manakai::CANONICALIZE_HOST_20_2_2, manakai::CANONICALIZE_HOST_20_2_1_2_1];
        let steps =
            self.steps(Source::Input).filter(|(_, event)| is_loop && of_label.contains(&event.section));
        let label = |(step, event): (usize, &RecordedStep)| {
            let (from, to) = (event.saw.clone(), changed(event)?.to_owned());
            self.side(step, Outcome::Changed { from, to })
        };
        steps.take_while(|(step, _)| side.step.is_none_or(|at| *step < at)).find_map(label).unwrap_or(side)
    }

    /// Returns true if the step of `side` worked on some of the bytes at `span`.
    pub(crate) fn is_on(&self, side: &Side, span: Span) -> bool {
        let place = side.step.and_then(|step| self.run.trace.events().nth(step)).map(Recorded::span);
        place.is_some_and(|place| place.start < span.end && span.start < place.end)
    }

    /// Returns true if the run has a step on the input by a rule on schemes.
    pub(crate) fn has_rule_on_scheme(&self) -> bool {
        self.steps(Source::Input).any(|(_, event)| is_about(event.section, Subject::Scheme))
    }

    /// Returns the rule by which a run without a base took the input: its rule on schemes, or else its rule
    /// on the first byte.
    pub(crate) fn without_base(&self) -> Option<Side> {
        let is_about_it = |(_, event): &(usize, &RecordedStep)| is_about(event.section, Subject::Scheme);
        let on_schemes = self
            .steps(Source::Input)
            .find(is_about_it)
            .and_then(|(step, _)| self.side(step, Outcome::Passed));
        let read = || self.reading(Span { start: 0, end: 1 });
        // A rule that only respells text did not look for a base.
        let first = || {
            let (step, _) = self.steps(Source::Input).find(|(_, event)| !spells(event.section))?;
            self.side(step, Outcome::Passed)
        };
        let side = on_schemes.or_else(|| read().filter(|side| !spells(side.section))).or_else(first)?;
        Some(Side { outcome: Outcome::IgnoredBase, ..side })
    }

    /// Returns the rules that omitted `component`, in order.
    fn omissions(&self, component: Component) -> impl DoubleEndedIterator<Item = (usize, &'r Recorded)> {
        let events = self.run.trace.events().enumerate();
        events.filter(
            move |(_, event)| matches!(event, Recorded::Omitted(omitted) if omitted.component == component),
        )
    }

    /// Returns the last rule that omitted `component`, and true if it is one of the serializer.
    pub(crate) fn omitting(&self, component: Component) -> Option<(Side, bool)> {
        let (step, event) = self.omissions(component).next_back()?;
        Some((omitted((step, event)), event.source() == Source::Output))
    }

    /// Returns the rule that omitted `component` of the input during parsing.
    pub(crate) fn leaving_out(&self, component: Component) -> Option<Side> {
        self.omissions(component).find(|(_, event)| event.source() == Source::Input).map(omitted)
    }

    /// Returns the rule that omitted the host of the string of `source` that is around `span`.
    pub(crate) fn leaving_out_around(&self, source: Source, span: Span) -> Option<Side> {
        let is_it = |event: &Recorded| {
            let around = event.span();
            let is_around = around.start <= span.start && span.end <= around.end;
            let is_host = matches!(event, Recorded::Omitted(left) if left.component == Component::Host);
            is_host && event.source() == source && is_around
        };
        self.run.trace.events().enumerate().find(|(_, event)| is_it(event)).map(omitted)
    }

    /// Returns the step on the delimiter before `span` of the input, if a query or a fragment is empty.
    pub(crate) fn beginning(&self, component: Component, span: Span) -> Option<Side> {
        let is_empty = span.is_empty() && matches!(component, Component::Query | Component::Fragment);
        let delimiter = Span { start: span.start.checked_sub(1).filter(|_| is_empty)?, end: span.end };
        let (step, _) = self.steps(Source::Input).rfind(|(_, event)| event.span == delimiter)?;
        self.side(step, Outcome::Kept(String::new()))
    }

    /// Returns the first rule about `subject`.
    pub(crate) fn first_about(&self, subject: Subject, outcome: Outcome) -> Option<Side> {
        let is_it = |event: &Recorded| event.source() == Source::Input && is_about(event.section(), subject);
        self.side(self.run.trace.events().position(is_it)?, outcome)
    }

    /// Returns the rule that looked for a component at `span` of the input, if there is none.
    pub(crate) fn missing(&self, component: Component, span: Span) -> Option<Side> {
        let asks = |event: &Recorded| {
            let is_missing = match event {
                Recorded::Decision(decision) => !decision.holds,
                Recorded::Step(step) => step.saw_len == 0 && step.made.is_none(),
                _ => false,
            };
            is_missing
                && may_be_about(event.section(), component)
                && event.source() == Source::Input
                && event.span() == span
        };
        let of_authority = || {
            self.first_about(Subject::Authority, Outcome::Omitted).filter(|_| component == Component::Host)
        };
        let asked = self.run.trace.events().enumerate().find(|(_, event)| asks(event)).map(omitted);
        asked.or_else(of_authority)
    }

    /// Returns the last step that made the text of `component` from nothing, or else the one that wrote it.
    pub(crate) fn putting_in(&self, component: Component) -> Option<Side> {
        let text = self.text(component)?;
        let is_empty_host = component == Component::Host && text.is_empty();
        let empty = || self.first_about(Subject::Authority, Outcome::Kept(String::new()));
        if let Some(side) = is_empty_host.then(empty).flatten() {
            return Some(side);
        }
        let puts_in = |event: &RecordedStep| event.saw_len == 0 && event.made.as_deref() == Some(text);
        let put_in = self.steps(Source::Input).rfind(|(_, event)| puts_in(event)).map(|(step, _)| step);
        let step = put_in.or_else(|| self.writing(component)?.step)?;
        let put_in = Outcome::Changed { from: String::new(), to: text.to_owned() };
        self.side(step, if text.is_empty() { Outcome::Kept(String::new()) } else { put_in })
    }

    /// Returns the step of the serializer that wrote `component`, or the text that it is part of.
    pub(crate) fn writing(&self, component: Component) -> Option<Side> {
        let text = self.text(component)?;
        let place = self.run.result.as_ref().ok()?.place(component)?;
        let writing = || {
            let steps = self.steps(Source::Output);
            steps.filter(|(_, event)| event.span.start <= place.start && place.end <= event.span.end)
        };
        let is_it = |event: &RecordedStep| event.span.end == place.end && is_seen(event, text, text.len());
        let (step, _) = writing().find(|(_, event)| is_it(event)).or_else(|| writing().next())?;
        self.side(step, Outcome::Kept(text.to_owned()))
    }

    /// Returns the innermost step of the serializer that wrote byte `at` of the result.
    pub(crate) fn writing_at(&self, at: usize) -> Option<Side> {
        let writes =
            |event: &RecordedStep| (event.span.start as usize..event.span.end as usize).contains(&at);
        let steps = self.steps(Source::Output).filter(|(_, event)| writes(event));
        let (step, event) = steps.min_by_key(|(_, event)| event.span.len())?;
        let text = event.span.of(self.run.result.as_ref().ok()?.as_str());
        self.side(step, Outcome::Changed { from: String::new(), to: text.to_owned() })
    }

    /// Returns the first step that changed the bytes at `span`, a part of `component`, in a text that an
    /// earlier step made; `None` if the result contains them unchanged.
    pub(crate) fn changing_later(&self, source: Source, span: Span, component: Component) -> Option<Side> {
        let (place, text) = (self.place(source, component)?.span, self.text(component)?);
        let start = span.start.checked_sub(place.start)? as usize;
        let range = start..start + span.len();
        // No text is cut within a character.
        place.of(self.given(source)).get(range.clone())?;
        let states = self.states(source, place, &range, text, true);
        let [(_, from), (Some(step), to), ..] = &*states else { return None };
        // A change of more than the spelling is made by rules on more than these bytes.
        let is_spelled =
            decoded(from) == decoded(to) || (from.chars().count() == 1 && to.chars().count() == 1);
        let is_changed = states.last().is_some_and(|(_, last)| last != from) && is_spelled;
        let outcome = Outcome::Changed { from: from.clone(), to: to.clone() };
        self.side(*step, outcome).filter(|_| is_changed)
    }

    /// Returns true if the step `event`, with the index `step`, only examined a part of its text, and later
    /// steps use the text itself.
    pub(crate) fn is_aside(&self, step: usize, event: &RecordedStep) -> bool {
        let saw_it = |later: &Recorded| match later {
            Recorded::Step(later) => later.saw == event.saw,
            Recorded::Decision(later) => later.saw == event.saw,
            _ => false,
        };
        let goes_on = |later: &Recorded| match later {
            // A step that made more of the result of `event` continues with that.
            Recorded::Step(later) => {
                let is_more = |made: &str| event.made.as_ref().is_some_and(|part| made.ends_with(&**part));
                let is_dropped = event.made.as_deref() == Some("");
                if is_dropped {
                    later.span == event.span && later.made.as_deref().is_some_and(|made| !made.is_empty())
                } else {
                    !later.made.as_deref().is_some_and(is_more)
                }
            }
            _ => true,
        };
        // The fallback is not part of it; if it is needed, another step returns it.
        let is_fallback = event.section == manakai::CANONICALIZE_HOST_4;
        let is_part = |made: &str| event.saw.ends_with(made) || is_fallback;
        let next = || self.run.trace.events().skip(step + 1).take(4).find(|later| saw_it(later));
        changed(event).is_some_and(is_part) && next().is_some_and(goes_on)
    }

    /// Returns true if one of the steps after `step` worked on exactly `text`.
    pub(crate) fn is_seen_after(&self, step: usize, text: &str) -> bool {
        let mut next = self.run.trace.events().skip(step + 1).take(4);
        next.any(|event| matches!(event, Recorded::Step(next) if next.saw == text))
    }

    /// Returns the first step that changed a part of the bytes of the input at `span`, and that part.
    pub(crate) fn changing_part(&self, span: Span) -> Option<(Span, Side)> {
        let changes = |event: &RecordedStep| {
            let is_part = span.start <= event.span.start && event.span.end <= span.end;
            is_part && !event.span.is_empty() && self.is_verbatim(event)
        };
        let mut steps =
            self.steps(Source::Input).filter(|(step, event)| changes(event) && !self.is_aside(*step, event));
        let (step, event, made) = steps.find_map(|(step, event)| Some((step, event, changed(event)?)))?;
        let outcome = Outcome::Changed { from: event.saw.clone(), to: made.to_owned() };
        Some((event.span, self.side(step, outcome)?))
    }

    /// Returns the outermost step around the first one that turned a text with the bytes at `span` of the
    /// input into one without them.
    pub(crate) fn replacing(&self, span: Span) -> Option<Side> {
        let text = span.of(self.given(Source::Input));
        let replaces = |event: &RecordedStep| {
            let is_around = event.span.start <= span.start && span.end <= event.span.end;
            is_around && event.saw.contains(text) && changed(event).is_some_and(|made| !made.contains(text))
        };
        let steps = || self.steps(Source::Input).filter(|(_, event)| replaces(event));
        let (_, first) = steps().next()?;
        let (step, event) = steps().rfind(|(_, event)| is_within(first.section, event.section))?;
        let to = event.made.clone().unwrap_or_default();
        self.side(step, Outcome::Changed { from: event.saw.clone(), to })
    }

    /// Returns the step that saw the text `saw`, which another run rejects, and changed it, even if neither
    /// the input nor the base contains that text.
    pub(crate) fn changing_text(&self, saw: &str) -> Option<Side> {
        let changes = |event: &RecordedStep| {
            let is_written = |made: &str| event.source == Source::Output && made.ends_with(saw);
            event.saw == saw && changed(event).is_some_and(|made| !is_written(made))
        };
        let (step, event) = self.all_steps().find(|(_, event)| changes(event))?;
        // A serializer adds text next to it.
        let (from, to) = match event.source {
            Source::Output => ("", event.span.of(self.run.result.as_ref().ok()?.as_str())),
            _ => (saw, changed(event)?),
        };
        self.side(step, Outcome::Changed { from: from.to_owned(), to: to.to_owned() })
    }

    /// Returns true if this run follows `section`.
    pub(crate) fn follows(&self, section: Section) -> bool {
        self.all_steps().any(|(_, event)| event.section == section)
    }

    /// Returns the first change after the step `since` by a rule that `other`, a run of the same document,
    /// does not follow; or the outermost such rule that it is a substep of.
    pub(crate) fn own_change(&self, since: Option<usize>, other: &View<'_>) -> Option<Side> {
        let theirs: HashSet<_> = other.all_steps().map(|(_, event)| event.section).collect();
        let own = || {
            let after = self.steps(Source::Input).filter(|(step, _)| since.is_none_or(|since| *step > since));
            after.filter(|(_, event)| !theirs.contains(&event.section))
        };
        let changes =
            |step: usize, event: &RecordedStep| changed(event).is_some() && !self.is_aside(step, event);
        let (step, event) = own().find(|(step, event)| changes(*step, event))?;
        let id = event.section.id();
        let is_around = |outer: &RecordedStep| {
            id.strip_prefix(outer.section.id()).is_some_and(|rest| rest.starts_with('.'))
        };
        let around = own().filter(|(at, outer)| *at > step && is_around(outer));
        let (step, event) = around.min_by_key(|(_, outer)| outer.section.id().len()).unwrap_or((step, event));
        let outcome = match changed(event) {
            Some(made) => Outcome::Changed { from: event.saw.clone(), to: made.to_owned() },
            None => Outcome::Kept(event.saw.clone()),
        };
        self.side(step, outcome)
    }

    /// Returns the first change by a sibling of the rule `rejected`, with which another run of the same
    /// document ended.
    pub(crate) fn change_beside(&self, rejected: Section) -> Option<Side> {
        let is_beside = |event: &RecordedStep| {
            let parent = |section: Section| section.id().rsplit_once('.').map(|(parent, _)| parent);
            parent(rejected).is_some()
                && parent(event.section) == parent(rejected)
                && event.section != rejected
        };
        let mut steps = self.steps(Source::Input).filter(|(_, event)| is_beside(event));
        let (step, from, to) = steps.find_map(|(step, event)| Some((step, &event.saw, changed(event)?)))?;
        self.side(step, Outcome::Changed { from: from.clone(), to: to.to_owned() })
    }

    /// Returns the steps after the first one on the input that copy something from the base.
    fn copies(&self) -> impl Iterator<Item = (usize, &'r RecordedStep)> {
        let mut events = self.run.trace.events();
        let start = events.position(|event| event.source() == Source::Input).unwrap_or_default();
        let after_base = self.all_steps().skip_while(move |(step, _)| *step < start);
        // The text that they make may end with it.
        let copies =
            |event: &RecordedStep| event.made.as_ref().is_some_and(|made| made.ends_with(&event.saw));
        after_base.filter(move |(_, event)| event.source == Source::Base && copies(event))
    }

    /// Returns the first part of `component` that the run copied from the base, and that `theirs` does not
    /// contain.
    pub(crate) fn copied_part(&self, component: Component, theirs: &str) -> Option<(Span, Side)> {
        let (text, place) = (self.text(component)?, self.place(Source::Base, component)?.span);
        let is_part = |event: &RecordedStep| {
            let is_inside = place.start <= event.span.start && event.span.end <= place.end;
            is_inside && event.span != place && text.contains(&event.saw) && !theirs.contains(&event.saw)
        };
        let (step, event) = self.copies().find(|(_, event)| is_part(event))?;
        Some((event.span, self.side(step, Outcome::Kept(event.saw.clone()))?))
    }

    /// Returns the first step on the reference that dropped the text `part` of the base.
    pub(crate) fn losing(&self, part: &str) -> Option<Side> {
        let start = self.run.trace.events().position(|event| event.source() == Source::Input)?;
        let loses = |event: &RecordedStep| {
            event.source != Source::Output
                && event.saw.contains(part)
                && changed(event).is_some_and(|made| !made.contains(part))
        };
        let (step, _) = self.all_steps().find(|(step, event)| *step >= start && loses(event))?;
        self.side(step, Outcome::Changed { from: part.to_owned(), to: String::new() })
    }

    /// Returns the step on the reference that dropped only the bytes at `place` of the base.
    pub(crate) fn dropping_of_base(&self, place: Span) -> Option<Side> {
        let text = place.of(self.given(Source::Base));
        let drops =
            |event: &RecordedStep| event.span == place && event.saw == text && changed(event) == Some("");
        let (step, _) = self.steps(Source::Base).rfind(|(_, event)| drops(event))?;
        self.side(step, Outcome::Changed { from: text.to_owned(), to: String::new() })
    }

    /// Returns the step that found the text at `place` of the base.
    pub(crate) fn found_in_base(&self, place: Span) -> Option<Side> {
        let is_it = |event: &RecordedStep| event.span == place && event.made.is_some();
        let (step, _) = self.steps(Source::Base).find(|(_, event)| is_it(event))?;
        self.side(step, Outcome::UsedBase)
    }

    /// Returns the first step on the reference that spelled the bytes at `place` of the base differently, and
    /// the first bytes that it changed.
    pub(crate) fn spelling_of_base(&self, place: Span) -> Option<(Span, Side)> {
        let start = self.run.trace.events().position(|event| event.source() == Source::Input)?;
        let is_it = |event: &RecordedStep| event.span == place && self.is_verbatim(event);
        let mut steps = self.steps(Source::Base).filter(|(step, event)| *step > start && is_it(event));
        let (step, event, made, piece) = steps.find_map(|(step, event)| {
            let made = changed(event)?;
            let piece = align(&event.saw, made).find(|piece| !piece.same)?;
            Some((step, event, made, piece)).filter(|(.., piece)| !piece.raw.is_empty())
        })?;
        let (from, to) = (event.saw.get(piece.raw.clone())?, made.get(piece.made)?);
        let outcome = Outcome::Changed { from: from.to_owned(), to: to.to_owned() };
        Some((within(place, &piece.raw), self.side(step, outcome)?))
    }

    /// Returns true if the run copied something from the base.
    pub(crate) fn uses_base(&self) -> bool {
        self.copies().next().is_some()
    }

    /// Returns the rule by which the run omitted `component`, which is at `place` of the base: one that omits
    /// or drops it, or one that copied text next to it.
    pub(crate) fn leaving(&self, component: Component, place: Span) -> Option<Side> {
        let is_fragment = component == Component::Fragment;
        let left = || self.first_about(Subject::Fragment, Outcome::Omitted).filter(|_| is_fragment);
        let omitted = self.omitting(component).map(|(side, _)| side);
        omitted.or_else(|| self.dropping_of_base(place)).or_else(left).or_else(|| self.copying(place))
    }

    /// Returns the step that copied the part of the base at `place`, or else the part next to it.
    pub(crate) fn copying(&self, place: Span) -> Option<Side> {
        // The rest of the authority is copied with the host.
        let is_authority = matches!(
            self.component_at(Source::Base, place.start),
            Some(Component::User | Component::Password | Component::Port)
        );
        let host = self.place(Source::Base, Component::Host).map(|host| host.span);
        let distance = |event: &RecordedStep| {
            let is_other = is_authority && Some(event.span) != host;
            (is_other, place.start.abs_diff(event.span.start) + place.end.abs_diff(event.span.end))
        };
        let covers = |event: &RecordedStep| event.span.start <= place.start && place.end <= event.span.end;
        let (step, event) = self
            .copies()
            .find(|(_, event)| covers(event))
            .or_else(|| self.copies().min_by_key(|(_, event)| distance(event)))?;
        let text = place.of(self.given(Source::Base)).to_owned();
        self.side(step, if covers(event) { Outcome::Kept(text) } else { Outcome::Omitted })
    }
}

/// Returns true if `section` is `outer`, or a substep of it.
pub(crate) fn is_within(section: Section, outer: Section) -> bool {
    section.id().strip_prefix(outer.id()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Returns the side of an event that omitted something.
fn omitted((step, event): (usize, &Recorded)) -> Side {
    Side { section: event.section(), step: Some(step), outcome: Outcome::Omitted }
}
