//! Finds the difference of two runs of which only one rejects the input.

use url_facade::{Component, ParseError, Reason, Source, Span, trace::Recorded};

use crate::{
    alignment::{covers, escaped_octet},
    cuts::{by_cut, cut_at, cut_before_rejection, is_scheme},
    difference::{Divergence, Outcome, Side},
    subject::{Subject, is_about, named, subject},
    view::{View, overlap, side_of},
};

pub(crate) fn by_rejection(accepting: &View<'_>, rejecting: &View<'_>) -> Option<Divergence> {
    let error = rejecting.run.result.as_ref().err()?;
    let (source, span) = (error.span_source(), error.span());
    // The rules of both runs saw the whole host, not only the character or the label at fault.
    let is_seen = |(_, event): (_, &Recorded)| (event.section(), event.span()) == (error.section(), span);
    let is_part = (error.reason() == Reason::HostForbidden || error.reason().is_idna())
        && !rejecting.events().any(is_seen);
    let host = rejecting.span(source, Component::Host).filter(|host| is_part && covers(*host, span));
    let whole = host.map(|host| ParseError::new(error.reason(), error.section(), host));
    let whole = whole.map_or(*error, |error| error.with_span_source(source));
    let found = by_error(accepting, rejecting, &whole)?;
    if Some(found.span) != host || span.is_empty() {
        return Some(found);
    }
    let given = accepting.given(source);
    let kept = Outcome::Kept(found.span.of(given).to_owned());
    let a = if found.a.outcome == kept { Outcome::Kept(span.of(given).to_owned()) } else { found.a.outcome };
    Some(Divergence { span, a: Side { outcome: a, ..found.a }, ..found })
}

fn by_error(accepting: &View<'_>, rejecting: &View<'_>, error: &ParseError) -> Option<Divergence> {
    let (source, reason) = (error.span_source(), error.reason());
    let given = accepting.given(source);
    let step = rejecting.steps(source).rfind(|step| step.section == error.section());
    // The rejected text may differ from the bytes of the input, because earlier rules changed it.
    let rejected_text = step.filter(|step| !rejecting.is_verbatim(step));
    let rejected_text = rejected_text.as_ref().map(|step| &*step.input);
    let span = rejected_bytes(error, rejected_text, accepting);
    if let Some(divergence) = by_scheme(accepting, rejecting) {
        return Some(divergence);
    }
    let cut = cut_at(accepting, rejecting);
    // If the whole input is rejected, the component is not the scheme.
    let is_part = |part: &Component| span.len() < given.len() || *part != Component::Scheme;
    let found = rejecting.component_at(source, span.start).filter(is_part);
    // If a missing host is rejected, and the accepting run has none either, the component is the host.
    let is_no_host = reason == Reason::HostEmpty
        && span.is_empty()
        && accepting.text(Component::Host).is_none_or(str::is_empty);
    let empty = is_no_host.then_some(Component::Host);
    let there = || accepting.component_at(source, span.start).filter(is_part);
    let component = empty.or(found).or_else(there).or_else(|| named(error.section()));
    let outcome = Outcome::Rejected(reason);
    let rejected = Side { section: error.section(), step: step.map(|step| step.index), outcome };
    if let Some((source, span, accepted)) = admitting_rule(accepting, rejecting, error, span) {
        return Some(Divergence { component, source, span, a: accepted, b: rejected });
    }
    // If the bytes are not part of a component in the other run, they were rejected as part of a path.
    let is_delimiter = found.is_none_or(|found| found == Component::Path)
        && !span.is_empty()
        && !accepting.has_component_in(source, span);
    if source == Source::Input
        && !is_delimiter
        && let Some(at) = cut_before_rejection(accepting, rejecting)
        && at + ignored_bytes_before(error, span) < span.start
        && let Some(found) = by_cut(accepting, rejecting, at)
        && found.a.outcome != found.b.outcome
    {
        return Some(found);
    }
    let is_cut = source == Source::Input && cut == Some(span.start) && empty.is_none();
    // If a character in brackets is rejected, the reason is that the text is not an address.
    let is_same_document = accepting.document() == rejecting.document();
    let is_literal = is_literal(error, given) && !is_same_document;
    let subject = match subject(error.section(), &rejected.outcome) {
        _ if is_literal => Some(Subject::Address),
        subject => subject,
    };
    let by_text = rejected_text.filter(|_| !is_literal);
    let by_text = by_text.and_then(|text| Some((span, rule_removing(accepting, text, span.of(given))?)));
    // A sibling of the rejecting rule may change the text. If slashes are missing after the scheme, the side
    // of the accepting run is the rule that accepts the text after the scheme.
    let beside = || Some((span, accepting.change_beside(error.section())?));
    let is_unanswered = || !accepting.has_rule_about(source, span, subject);
    // Text that is not a component in the rejecting run may be one in the accepting run.
    let is_whole = source == Source::Input && found.is_none() && span.len() > 1 && is_unanswered();
    let whole = || accepting.finding_rule(span).filter(|_| is_whole).map(|side| (span, side));
    let of_port = || rule_beside_port(accepting, source, span).filter(|_| reason == Reason::PortNotNumber);
    // If something is missing in a rejected span, the accepting run found the missing text before its own
    // cut.
    let inside = cut.filter(|&at| source == Source::Input && span.start <= at && at < span.end);
    let scheme = accepting.span(source, Component::Scheme).filter(|_| reason == Reason::MissingScheme);
    let dropped = || {
        let before = Span { end: if is_cut { span.end } else { inside? }, ..span };
        // Dropped brackets are not a difference: some profiles do not count them as part of an address.
        let (place, side) = accepting
            .dropping_rule(before)
            .filter(|(place, _)| inside.is_some() && !matches!(place.of(given), "[" | "]"))?;
        // If the rejecting run found no scheme, the difference is the scheme, not the text dropped after it.
        let scheme = scheme.and_then(|scheme| Some((scheme, accepting.finding_rule(scheme)?)));
        Some(scheme.unwrap_or((place, side)))
    };
    let behind_cut = || {
        let at = inside.filter(|_| !is_cut && is_unanswered())?;
        // If a bracket has no counterpart, the accepting run read a host inside the rejected text.
        let host = accepting.span(source, Component::Host).filter(|host| covers(span, *host));
        let host = host.filter(|_| subject == Some(Subject::Address)).and_then(|host| {
            Some((host, accepting.finding_rule(host).or_else(|| accepting.rule_reading_brackets(host))?))
        });
        let after = Span { start: at, end: at + 1 };
        host.or_else(|| Some((after, accepting.reading_rule(after)?)))
    };
    let passed = || {
        if is_delimiter {
            return Some((span, accepting.reading_rule(span)?));
        }
        let like = Some((error.section(), rejecting));
        let passed = accepting.accepting_rule(source, span, component, is_cut, subject, like)?;
        // For one document, a rule that only the accepting run applies may have changed the host.
        let is_kept = matches!(passed.outcome, Outcome::Kept(_));
        let is_own = is_kept && found == Some(Component::Host) && is_same_document;
        let is_new = |side: &Side| {
            let is_case =
                matches!(&side.outcome, Outcome::Changed { from, to } if from.eq_ignore_ascii_case(to));
            let event = side.step.and_then(|step| accepting.event(step));
            !is_case && event.is_some_and(|event| overlap(event.span(), span))
        };
        let own = || accepting.change_by_own_rule(None, rejecting).filter(is_new);
        Some((span, is_own.then(own).flatten().unwrap_or(passed)))
    };
    let found = by_text.or_else(beside).or_else(|| rule_after_scheme(accepting, error, span));
    let (span, accepted) =
        found.or_else(whole).or_else(of_port).or_else(dropped).or_else(behind_cut).or_else(passed)?;
    let accepted = with_true_outcome(accepting, accepted, span, subject);
    let (span, accepted) = accepted_part(accepting, (source, span), accepted, subject);
    Some(Divergence { component, source, span, a: with_made_scheme(accepting, accepted), b: rejected })
}

/// Returns the rule of `accepting` that changed `text`, in which the other run rejects the bytes `raw`.
/// Returns `None` if the result of this rule still contains `raw`.
fn rule_removing(accepting: &View<'_>, text: &str, raw: &str) -> Option<Side> {
    let raw = raw.to_ascii_lowercase();
    let is_there = |text: &str| !raw.is_empty() && text.to_ascii_lowercase().contains(&raw);
    let is_gone = |side: &Side| !matches!(&side.outcome, Outcome::Changed { from, to } if is_there(from) && is_there(to));
    accepting.change_of_text(text).filter(is_gone)
}

fn accepted_part(
    accepting: &View<'_>,
    (source, span): (Source, Span),
    accepted: Side,
    subject: Option<Subject>,
) -> (Span, Side) {
    // If a whole text is rejected, the component that the accepting run read may be only a part of it.
    let part = match accepted.outcome {
        Outcome::ReadAs(component) => accepting.span(source, component),
        _ => None,
    };
    let part = part.filter(|part| span.start == part.start && part.end < span.end);
    let found = part.and_then(|part| accepting.finding_rule(part)).filter(|_| !is_scheme(&accepted));
    // If a longer text is rejected because of some characters, the accepting run may have changed these.
    let is_of_characters = part.is_some() && subject == Some(Subject::Characters);
    let changed = accepting.partial_change(span).filter(|_| is_of_characters);
    changed.unwrap_or_else(|| (part.unwrap_or(span), found.unwrap_or(accepted)))
}

/// Returns the number of bytes before the rejected `span` at which a difference does not count: the colon
/// before a port, or the part of an address before its zone, with the bracket.
fn ignored_bytes_before(error: &ParseError, span: Span) -> u32 {
    match error.reason() {
        Reason::PortNotNumber => 1,
        Reason::HostIpLiteral => span.start - error.span().start.saturating_sub(1).min(span.start),
        _ => 0,
    }
}

/// Returns the rule of `accepting` that read the bytes after the scheme, where the other run misses slashes.
fn rule_after_scheme(accepting: &View<'_>, error: &ParseError, span: Span) -> Option<(Span, Side)> {
    let len = match error.reason() {
        Reason::SlashesMissing => 1,
        Reason::SchemeWithoutAuthority => 2,
        _ => return None,
    };
    let scheme = accepting.span(error.span_source(), Component::Scheme)?;
    let start = scheme.end + 1;
    let at = Span { start, end: (start + len).min(span.end) };
    // The rule that read the last byte also decides how the bytes before it are read.
    let last = Span { start: at.end.checked_sub(1)?, ..at };
    Some((at, accepting.reading_rule(last)?)).filter(|_| span.start == scheme.start && at.start < at.end)
}

/// Returns the rule of `accepting` that read the text at `span`, which the other run rejects as a port.
/// `accepting` reads this text as part of the host, or reads its start as the port.
fn rule_beside_port(accepting: &View<'_>, source: Source, span: Span) -> Option<(Span, Side)> {
    let in_host = || {
        let host = accepting.span(source, Component::Host)?;
        Some(Span { start: span.start, end: host.end })
            .filter(|_| host.start < span.start && span.start < host.end)
    };
    let behind_port = || {
        let start = accepting.span(source, Component::Port)?.end;
        Some(Span { start, end: start + 1 }).filter(|_| span.start < start && start < span.end)
    };
    let place = in_host().or_else(behind_port)?;
    Some((place, accepting.reading_rule(place)?))
}

fn with_made_scheme(view: &View<'_>, side: Side) -> Side {
    let made = view.making_rule(Component::Scheme).filter(|_| is_scheme(&side));
    view.narrowed_to_label(Side { outcome: made.map_or(side.outcome, |made| made.outcome), ..side })
}

/// Returns the rule of `accepting` that accepted the input, which the other run rejects because a part is
/// missing at `span`: a rule that omitted the host, found a scheme, or used the base.
fn admitting_rule(
    accepting: &View<'_>,
    rejecting: &View<'_>,
    error: &ParseError,
    span: Span,
) -> Option<(Source, Span, Side)> {
    let source = error.span_source();
    let is_around = |event: &Recorded| event.span_source() == source && covers(event.span(), span);
    if let Some(omitted) = accepting.omissions(Component::Host).find(|(_, event)| is_around(event)) {
        return Some((source, span, side_of(omitted, Outcome::Omitted)));
    }
    let scheme_of_input = accepting.span(Source::Input, Component::Scheme);
    let is_missing_scheme = error.reason() == Reason::MissingScheme;
    let scheme = scheme_of_input.filter(|_| is_missing_scheme);
    if let Some(place) = scheme.filter(|place| place.is_empty()) {
        return Some((Source::Input, place, accepting.finding_rule(place)?));
    }
    // If only one run removes the text before the scheme, only that run finds a scheme.
    let before = scheme_of_input.filter(|scheme| scheme.start > 0);
    let before = before.filter(|_| is_missing_scheme || error.reason() == Reason::ColonInFirstSegment);
    let before = before.map(|scheme| Span { start: 0, end: scheme.start });
    if let Some(before) = before.filter(|before| rejecting.dropping_rule(*before).is_none()) {
        let (place, side) = accepting.dropping_rule(before)?;
        return Some((Source::Input, place, side));
    }
    let [host, host_of_base] =
        [Source::Input, Source::Base].map(|source| accepting.span(source, Component::Host));
    let is_there = accepting.text(Component::Host).is_some_and(|host| !host.is_empty());
    // If the rejecting run cannot use the base or has none, the difference is that the other run used it.
    let is_known = || accepting.joins_base();
    let is_of_base = (is_missing_scheme && (is_known() || scheme.is_none()))
        || (is_about(error.section(), Subject::Base) && is_known());
    // A run that uses the base may read as the path what the other run rejects as a host.
    let is_guessed = rejecting.component_at(Source::Input, span.start) == Some(Component::Host)
        && scheme_of_input.or(host).is_none();
    let admitted = match error.reason() {
        _ if is_guessed && accepting.uses_base() => accepting.first_base_decision(true),
        Reason::OpaqueBase => accepting.rule_admitting_base(),
        Reason::HostEmpty if host.is_some() && !is_there => accepting.empty_host_rule(span),
        Reason::HostEmpty if host_of_base.is_some() && is_known() => accepting.first_base_decision(true),
        Reason::SchemeWithoutAuthority if scheme_of_input.is_none() => accepting.first_base_decision(true),
        _ if is_of_base => accepting.first_base_decision(true),
        _ => None,
    };
    admitted.map(|side| (source, span, side))
}

fn by_scheme(accepting: &View<'_>, rejecting: &View<'_>) -> Option<Divergence> {
    let component = Some(Component::Scheme);
    let span = accepting.span(Source::Input, Component::Scheme)?;
    let accepted = accepting.finding_rule(span)?;
    let is_scheme = rejecting.place(Source::Input, Component::Scheme).is_some();
    let refused = rejecting.first_rule_about(Subject::Scheme, Outcome::Passed).filter(|_| !is_scheme)?;
    let is_there = |at: usize| rejecting.event(at).is_some_and(|event| event.span() == span);
    refused.step.filter(|&at| is_there(at))?;
    Some(Divergence { component, source: Source::Input, span, a: accepted, b: refused })
}

/// Returns the bytes that `error` rejects: the zone of an address with a zone, or a port without its colon.
/// If `error` is about a whole string, returns the component that the reason names.
fn rejected_bytes(error: &ParseError, rejected: Option<&str>, accepting: &View<'_>) -> Span {
    let (source, span) = (error.span_source(), error.span());
    let given = accepting.given(source);
    let text = span.of(given);
    let component = match error.reason() {
        Reason::HostEmpty => Some(Component::Host),
        Reason::PathLikeAuthority => Some(Component::Path),
        _ => None,
    };
    let place = component.and_then(|component| accepting.span(source, component));
    if let Some(place) = place.filter(|_| span.len() == given.len()) {
        return place;
    }
    let places = || Component::ALL.into_iter().filter_map(|component| accepting.span(source, component));
    let is_it = |place: &Span| rejected == Some(place.of(given)) && span.len() == given.len();
    if let Some(place) = places().find(is_it) {
        return place;
    }
    if error.reason() == Reason::PercentNotEscape {
        let is_none = |at: &usize| text.get(*at..).and_then(escaped_octet).is_none();
        let all = || text.match_indices('%').map(|(at, _)| at);
        // If every `%` begins an escape, the octets are not UTF-8: use the first escape.
        let first = all().find(is_none).map(|at| (at, 1)).or_else(|| Some((all().next()?, 3)));
        let place = |(at, len): (usize, usize)| Span::new(at, at + len).after(span.start);
        return first.map_or(span, place);
    }
    let alone = match (text.find('['), text.find(']')) {
        (Some(at @ 1..), None) | (None, Some(at)) => Some(at),
        _ => None,
    };
    if let Some(at) = alone.filter(|_| error.reason() == Reason::HostIpLiteral) {
        return Span::new(at, at + 1).after(span.start);
    }
    let is_zone =
        matches!(error.reason(), Reason::Ipv6ZoneId | Reason::HostIpLiteral) || is_literal(error, given);
    if let Some(start) = text.find('%').filter(|_| is_zone).map(|at| at + span.start as usize) {
        let len = given.get(start..).and_then(|zone| zone.find(']'));
        return Span::new(start, len.map_or(span.end as usize, |len| start + len));
    }
    let is_colon_too = error.reason() == Reason::PortNotNumber && text.len() > 1 && text.starts_with(':');
    Span { start: span.start + u32::from(is_colon_too), ..span }
}

fn is_literal(error: &ParseError, given: &str) -> bool {
    error.reason() == Reason::HostForbidden && error.span().of(given).starts_with('[')
}

fn with_true_outcome(view: &View<'_>, side: Side, span: Span, subject: Option<Subject>) -> Side {
    let Outcome::Kept(text) = &side.outcome else { return side };
    if view.has_text(text) {
        return side;
    }
    // Rules on characters, addresses and schemes examined the bytes. Any other rule is less specific than a
    // rule that changed the bytes.
    let is_looked_at = matches!(subject, Some(Subject::Characters | Subject::Address | Subject::Scheme))
        && subject.is_some_and(|subject| is_about(side.section, subject));
    let changed = || view.partial_change(span).filter(|_| !is_looked_at).map(|(_, side)| side);
    let replaced = || view.replacing_rule(span).filter(|_| !text.is_ascii());
    // The rule on addresses accepted the text as an address, but another rule may have serialized it.
    let address = || {
        let written = view.replacing_rule(span).filter(|_| subject == Some(Subject::Address))?;
        let section = if is_about(written.section, Subject::Address) { &written } else { &side };
        Some(Side { section: section.section, step: section.step, outcome: written.outcome })
    };
    let is_all = |component| view.span(Source::Input, component) == Some(span);
    let outcome = match view.component_at(Source::Input, span.start) {
        _ if text == "\\" => Outcome::changed(&**text, "/"),
        Some(component) if subject == Some(Subject::Scheme) || is_all(component) => {
            Outcome::ReadAs(component)
        }
        _ => Outcome::Passed,
    };
    changed().or_else(replaced).or_else(address).unwrap_or(Side { outcome, ..side })
}
