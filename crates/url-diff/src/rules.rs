//! Finds rules of a run by their effect: rules that used the base, omitted or wrote a component, changed a
//! text that another run rejects, or are not followed by another run.

use std::{cmp::Reverse, collections::HashSet};

use url_facade::{Component, Section, Source, Span, sections::manakai, trace::Recorded};

use crate::{
    alignment::{align, decoded, within},
    difference::{Outcome, Side},
    subject::{Subject, is_about, may_be_about, named, spells},
    view::{RunStep, View, covers, is_seen, overlap, side_of},
};

impl<'r> View<'r> {
    /// Returns the decisions of this run on using the base for components that the string lacks.
    fn base_decisions(&self) -> impl DoubleEndedIterator<Item = (usize, &'r Recorded)> {
        self.events().filter(|(_, event)| {
            holds(event) && event.source() != Source::Output && is_about(event.section(), Subject::Base)
        })
    }

    /// Returns the first decision on using the base, after the base was parsed.
    pub(crate) fn use_of_base(&self, takes_from_base: bool) -> Option<Side> {
        let start = self.first_event(Source::Input)?;
        let decision = self.base_decisions().find(|(step, _)| *step >= start)?;
        // More of it may come from the base only if its scheme is that of the result.
        let is_used = takes_from_base
            && self.place(Source::Base, Component::Scheme).is_none_or(|place| {
                let of_base = place.span.of(self.given(Source::Base));
                self.text(Component::Scheme).is_some_and(|own| own.eq_ignore_ascii_case(of_base))
            });
        Some(side_of(decision, if is_used { Outcome::UsedBase } else { Outcome::IgnoredBase }))
    }

    /// Returns the rule by which a program, which reports few details, joined the reference to the base.
    pub(crate) fn joined(&self) -> Option<Side> {
        self.use_of_base(true).filter(|_| self.is_program())
    }

    /// Returns the last decision on using the base, which omitted the parts of the base that are not taken.
    pub(crate) fn last_base_decision(&self) -> Option<Side> {
        Some(side_of(self.base_decisions().next_back()?, Outcome::Omitted))
    }

    /// Returns the rule that checked if the base is usable, or else the one that continued with it.
    pub(crate) fn admitting_base(&self) -> Option<Side> {
        let mut decisions = self.events().filter(|(_, event)| matches!(event, Recorded::Decision(_)));
        let asked = decisions.find(|(_, event)| is_about(event.section(), Subject::Serving));
        asked.map(|event| side_of(event, Outcome::UsedBase)).or_else(|| self.use_of_base(true))
    }

    /// Returns the first step that found an empty host, or one of a rule on hosts, at `span` of the input.
    pub(crate) fn emptying(&self, span: Span) -> Option<Side> {
        let steps = self.steps(Source::Input).filter(|step| {
            step.span == span && step.output() == Some("") && may_be_about(step.section, Component::Host)
        });
        let is_own = |step: &RunStep<'_>| named(step.section) == Some(Component::Host);
        let step = steps.min_by_key(|step| (!is_own(step), Reverse(step.index)))?;
        Some(step.did(Outcome::Kept(String::new())))
    }

    /// Returns the step that made the text of `component` from another text of the input.
    pub(crate) fn making(&self, component: Component) -> Option<Side> {
        let text = self.text(component)?;
        let is_other = |saw: &str| !saw.eq_ignore_ascii_case(text) && !saw.contains(text);
        let mut steps = self.steps(Source::Input);
        steps.find(|step| step.changed() == Some(text) && is_other(&step.saw))?.as_change()
    }

    /// Returns `side` if the result still contains the text that it kept, perhaps in lower case.
    pub(crate) fn as_kept(&self, side: Side) -> Option<Side> {
        let Outcome::Kept(text) = &side.outcome else { return Some(side) };
        let kept = [text.clone(), text.to_ascii_lowercase()].into_iter().find(|text| self.has_text(text))?;
        Some(Side { outcome: Outcome::Kept(kept), ..side })
    }

    /// Replaces `side` by the step that changed the first label, if it is of the loop over the labels.
    pub(crate) fn of_label(&self, side: Side) -> Side {
        // Not for a host with an empty label.
        let is_loop = side.section == manakai::CANONICALIZE_HOST_20_2
            && !matches!(&side.outcome, Outcome::Changed { from, .. } if from.contains(".."));
        let of_label = [manakai::CANONICALIZE_HOST_20_2_2, manakai::CANONICALIZE_HOST_20_2_1_2_1];
        let before = self.steps(Source::Input).take_while(|step| side.step.is_none_or(|at| step.index < at));
        let mut labels = before.filter(|step| is_loop && of_label.contains(&step.section));
        labels.find_map(|step| step.as_change()).unwrap_or(side)
    }

    /// Returns true if the step of `side` worked on some of the bytes at `span`.
    pub(crate) fn is_on(&self, side: &Side, span: Span) -> bool {
        side.step.and_then(|step| self.event(step)).is_some_and(|event| overlap(event.span(), span))
    }

    /// Returns the first step on the input by a rule on schemes.
    pub(crate) fn step_on_scheme(&self) -> Option<RunStep<'r>> {
        self.steps(Source::Input).find(|step| is_about(step.section, Subject::Scheme))
    }

    /// Returns the rule by which a run without a base took the input: its rule on schemes, or else its rule
    /// on the first byte.
    pub(crate) fn without_base(&self) -> Option<Side> {
        let on_schemes = self.step_on_scheme().map(|step| step.did(Outcome::IgnoredBase));
        // A rule that only respells text did not look for a base.
        let read = || self.reading(Span { start: 0, end: 1 }).filter(|side| !spells(side.section));
        let first = || {
            let step = self.steps(Source::Input).find(|step| !spells(step.section))?;
            Some(step.did(Outcome::IgnoredBase))
        };
        let side = on_schemes.or_else(read).or_else(first)?;
        Some(Side { outcome: Outcome::IgnoredBase, ..side })
    }

    /// Returns the rules that omitted `component`, in order.
    fn omissions(&self, component: Component) -> impl DoubleEndedIterator<Item = (usize, &'r Recorded)> {
        self.events().filter(
            move |(_, event)| matches!(event, Recorded::Omitted(omitted) if omitted.component == component),
        )
    }

    /// Returns the last rule that omitted `component`, and true if it is one of the serializer.
    pub(crate) fn omitting(&self, component: Component) -> Option<(Side, bool)> {
        let omitted = self.omissions(component).next_back()?;
        Some((side_of(omitted, Outcome::Omitted), omitted.1.source() == Source::Output))
    }

    /// Returns the rule that omitted `component` of the input during parsing.
    pub(crate) fn leaving_out(&self, component: Component) -> Option<Side> {
        let omitted = self.omissions(component).find(|(_, event)| event.source() == Source::Input)?;
        Some(side_of(omitted, Outcome::Omitted))
    }

    /// Returns the rule that omitted the host of the string of `source` that is around `span`.
    pub(crate) fn leaving_out_around(&self, source: Source, span: Span) -> Option<Side> {
        let mut omitted = self.omissions(Component::Host);
        let omitted = omitted.find(|(_, event)| event.source() == source && covers(event.span(), span))?;
        Some(side_of(omitted, Outcome::Omitted))
    }

    /// Returns the step on the delimiter before `span` of the input, if a query or a fragment is empty.
    pub(crate) fn beginning(&self, component: Component, span: Span) -> Option<Side> {
        let is_empty = span.is_empty() && matches!(component, Component::Query | Component::Fragment);
        let delimiter = Span { start: span.start.checked_sub(1).filter(|_| is_empty)?, end: span.end };
        let step = self.steps(Source::Input).rfind(|step| step.span == delimiter)?;
        Some(step.did(Outcome::Kept(String::new())))
    }

    /// Returns the first rule about `subject`.
    pub(crate) fn first_about(&self, subject: Subject, outcome: Outcome) -> Option<Side> {
        let is_it = |event: &Recorded| event.source() == Source::Input && is_about(event.section(), subject);
        self.events().find(|(_, event)| is_it(event)).map(|event| side_of(event, outcome))
    }

    /// Returns the rule that looked for a component at `span` of the input, if there is none.
    pub(crate) fn missing(&self, component: Component, span: Span) -> Option<Side> {
        let is_missing = |event: &Recorded| match event {
            Recorded::Decision(decision) => !decision.holds,
            Recorded::Step(step) => step.saw_len == 0 && step.made.is_none(),
            _ => false,
        };
        let asked = self.events().find(|(_, event)| {
            is_missing(event)
                && may_be_about(event.section(), component)
                && event.source() == Source::Input
                && event.span() == span
        });
        let of_authority = || {
            self.first_about(Subject::Authority, Outcome::Omitted).filter(|_| component == Component::Host)
        };
        asked.map(|event| side_of(event, Outcome::Omitted)).or_else(of_authority)
    }

    /// Returns the last step that made the text of `component` from nothing, or else the one that wrote it.
    pub(crate) fn putting_in(&self, component: Component) -> Option<Side> {
        let text = self.text(component)?;
        let kept_empty = Outcome::Kept(String::new());
        if component == Component::Host
            && text.is_empty()
            && let Some(side) = self.first_about(Subject::Authority, kept_empty.clone())
        {
            return Some(side);
        }
        let put_in = self.steps(Source::Input).rfind(|step| step.saw_len == 0 && step.output() == Some(text));
        let side = put_in.map(|step| step.did(kept_empty.clone())).or_else(|| self.writing(component))?;
        let outcome = if text.is_empty() { kept_empty } else { Outcome::changed("", text) };
        Some(Side { outcome, ..side })
    }

    /// Returns the step of the serializer that wrote `component`, or the text that it is part of.
    pub(crate) fn writing(&self, component: Component) -> Option<Side> {
        let text = self.text(component)?;
        let place = self.run.result.as_ref().ok()?.place(component)?;
        let writing = || self.steps(Source::Output).filter(|step| covers(step.span, place));
        let is_it = |step: &RunStep<'_>| step.span.end == place.end && is_seen(step, text, text.len());
        let step = writing().find(is_it).or_else(|| writing().next())?;
        Some(step.did(Outcome::Kept(text.to_owned())))
    }

    /// Returns the innermost step of the serializer that wrote byte `at` of the result.
    pub(crate) fn writing_at(&self, at: usize) -> Option<Side> {
        let byte = Span::new(at, at + 1);
        let steps = self.steps(Source::Output).filter(|step| covers(step.span, byte));
        let step = steps.min_by_key(|step| step.span.len())?;
        Some(step.did(Outcome::changed("", step.span.of(self.run.result.as_ref().ok()?.as_str()))))
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
        self.side(*step, Outcome::changed(from, to)).filter(|_| is_changed)
    }

    /// Returns true if `step` only examined a part of its text, and later steps use the text itself.
    pub(crate) fn is_aside(&self, step: RunStep<'_>) -> bool {
        let saw_it = |later: &&Recorded| match later {
            Recorded::Step(later) => later.saw == step.saw,
            Recorded::Decision(later) => later.saw == step.saw,
            _ => false,
        };
        let goes_on = |later: &Recorded| match (later, step.output()) {
            (Recorded::Step(later), Some("")) => {
                later.span == step.span && later.made.as_deref().is_some_and(|output| !output.is_empty())
            }
            // A step that made more of the result of `step` continues with that.
            (Recorded::Step(later), Some(part)) => {
                !later.made.as_deref().is_some_and(|output| output.ends_with(part))
            }
            _ => true,
        };
        // The fallback is not part of it; if it is needed, another step returns it.
        let is_fallback = step.section == manakai::CANONICALIZE_HOST_4;
        let next = || self.run.trace.events().skip(step.index + 1).take(4).find(saw_it);
        step.changed().is_some_and(|output| step.saw.ends_with(output) || is_fallback)
            && next().is_some_and(goes_on)
    }

    /// Returns true if one of the steps after `step` worked on exactly `text`.
    pub(crate) fn is_seen_after(&self, step: usize, text: &str) -> bool {
        let mut next = self.run.trace.events().skip(step + 1).take(4);
        next.any(|event| matches!(event, Recorded::Step(next) if next.saw == text))
    }

    /// Returns the first step that changed a part of the bytes of the input at `span`, and that part.
    pub(crate) fn changing_part(&self, span: Span) -> Option<(Span, Side)> {
        let mut steps = self.steps(Source::Input).filter(|step| {
            covers(span, step.span)
                && !step.span.is_empty()
                && self.is_verbatim(step)
                && !self.is_aside(*step)
        });
        steps.find_map(|step| Some((step.span, step.as_change()?)))
    }

    /// Returns the outermost step around the first one that turned a text with the bytes at `span` of the
    /// input into one without them.
    pub(crate) fn replacing(&self, span: Span) -> Option<Side> {
        let text = span.of(self.given(Source::Input));
        let steps = || self.steps(Source::Input).filter(|step| covers(step.span, span) && step.loses(text));
        let first = steps().next()?;
        steps().rfind(|step| is_within(first.section, step.section))?.as_change()
    }

    /// Returns the step that saw the text `saw`, which another run rejects, and changed it, even if neither
    /// the input nor the base contains that text.
    pub(crate) fn changing_text(&self, saw: &str) -> Option<Side> {
        let step = self.all_steps().find(|step| {
            let is_written = |output: &str| step.source == Source::Output && output.ends_with(saw);
            step.saw == saw && step.changed().is_some_and(|output| !is_written(output))
        })?;
        // A serializer adds text next to it.
        match step.source {
            Source::Output => {
                Some(step.did(Outcome::changed("", step.span.of(self.run.result.as_ref().ok()?.as_str()))))
            }
            _ => step.as_change(),
        }
    }

    /// Returns true if this run follows `section`.
    pub(crate) fn follows(&self, section: Section) -> bool {
        self.all_steps().any(|step| step.section == section)
    }

    /// Returns the first change after the step `since` by a rule that `other`, a run of the same document,
    /// does not follow; or the outermost such rule that it is a substep of.
    pub(crate) fn own_change(&self, since: Option<usize>, other: &View<'_>) -> Option<Side> {
        let theirs: HashSet<_> = other.all_steps().map(|step| step.section).collect();
        let own = || {
            self.steps(Source::Input).filter(|step| {
                since.is_none_or(|since| step.index > since) && !theirs.contains(&step.section)
            })
        };
        let change = own().find(|step| step.changed().is_some() && !self.is_aside(*step))?;
        let around = own().filter(|outer| {
            outer.index > change.index
                && outer.section != change.section
                && is_within(change.section, outer.section)
        });
        let step = around.min_by_key(|outer| outer.section.id().len()).unwrap_or(change);
        step.as_change().or_else(|| Some(step.did(Outcome::Kept(step.saw.clone()))))
    }

    /// Returns the first change by a sibling of the rule `rejected`, with which another run of the same
    /// document ended.
    pub(crate) fn change_beside(&self, rejected: Section) -> Option<Side> {
        let mut steps = self.steps(Source::Input).filter(|step| are_siblings(step.section, rejected));
        steps.find_map(|step| if step.section == rejected { None } else { step.as_change() })
    }

    /// Returns the steps after the first one on the input that copy something from the base.
    fn copies(&self) -> impl Iterator<Item = RunStep<'r>> {
        let start = self.first_event(Source::Input).unwrap_or_default();
        self.steps(Source::Base).filter(move |step| {
            // The text that they make may end with it.
            step.index >= start && step.output().is_some_and(|output| output.ends_with(&step.saw))
        })
    }

    /// Returns the first part of `component` that the run copied from the base, and that `theirs` does not
    /// contain.
    pub(crate) fn copied_part(&self, component: Component, theirs: &str) -> Option<(Span, Side)> {
        let (text, place) = (self.text(component)?, self.place(Source::Base, component)?.span);
        let is_part = |step: &RunStep<'_>| {
            let is_inside = covers(place, step.span) && step.span != place;
            is_inside && text.contains(&step.saw) && !theirs.contains(&step.saw)
        };
        let step = self.copies().find(is_part)?;
        Some((step.span, step.did(Outcome::Kept(step.saw.clone()))))
    }

    /// Returns the first step on the reference that dropped the text `part` of the base.
    pub(crate) fn losing(&self, part: &str) -> Option<Side> {
        let start = self.first_event(Source::Input)?;
        let mut steps = self.all_steps().filter(|step| step.index >= start && step.source != Source::Output);
        Some(steps.find(|step| step.loses(part))?.did(Outcome::changed(part, "")))
    }

    /// Returns the step on the reference that dropped only the bytes at `place` of the base.
    pub(crate) fn dropping_of_base(&self, place: Span) -> Option<Side> {
        let text = place.of(self.given(Source::Base));
        let mut steps = self.steps(Source::Base);
        let is_it = |step: &RunStep<'_>| step.span == place && step.saw == text && step.changed() == Some("");
        steps.rfind(is_it)?.as_change()
    }

    /// Returns the first step on the reference that spelled the bytes at `place` of the base differently, and
    /// the first bytes that it changed.
    pub(crate) fn spelling_of_base(&self, place: Span) -> Option<(Span, Side)> {
        let start = self.first_event(Source::Input)?;
        self.steps(Source::Base).filter(|step| step.index > start && step.span == place).find_map(|step| {
            let output = step.changed().filter(|_| self.is_verbatim(&step))?;
            let piece =
                align(&step.saw, output).find(|piece| !piece.same).filter(|piece| !piece.raw.is_empty())?;
            let outcome = Outcome::changed(step.saw.get(piece.raw.clone())?, output.get(piece.output)?);
            Some((within(place, &piece.raw), step.did(outcome)))
        })
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
        let distance = |step: &RunStep<'_>| {
            let is_other = is_authority && Some(step.span) != host;
            (is_other, place.start.abs_diff(step.span.start) + place.end.abs_diff(step.span.end))
        };
        let around = self.copies().find(|step| covers(step.span, place));
        let kept = || Outcome::Kept(place.of(self.given(Source::Base)).to_owned());
        around
            .map(|step| step.did(kept()))
            .or_else(|| Some(self.copies().min_by_key(distance)?.did(Outcome::Omitted)))
    }
}

/// Returns true unless `event` is a decision that does not hold.
pub(crate) fn holds(event: &Recorded) -> bool {
    !matches!(event, Recorded::Decision(decision) if !decision.holds)
}

/// Returns true if `section` is `outer`, or a substep of it.
pub(crate) fn is_within(section: Section, outer: Section) -> bool {
    section.id().strip_prefix(outer.id()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Returns true if `a` and `b` are substeps of one step.
pub(crate) fn are_siblings(a: Section, b: Section) -> bool {
    let parent = |section: Section| section.id().rsplit_once('.').map(|(parent, _)| parent);
    parent(a).is_some() && parent(a) == parent(b)
}
