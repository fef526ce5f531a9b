//! Subjects, such as the scheme or an address: the things that rules are about. Of the many rules that leave
//! a text unchanged, the one with the same subject as the other profile's rule explains a difference.

use std::{collections::HashMap, sync::LazyLock};

use url_facade::{Component, Reason, Section};

use crate::{alignment::decoded, difference::Outcome};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Scheme,
    Address,
    Escapes,
    Brackets,
    Characters,
    /// ASCII characters in a name other than letters, digits and hyphens.
    Ldh,
    Labels,
    Case,
    Port,
    Base,
    Authority,
    /// The question if a URL may be used as a base.
    Serving,
    /// A colon in the first segment of a path.
    Colon,
}

/// The subjects of each rule, by its id, as `subjects.txt` lists them.
static SUBJECTS: LazyLock<HashMap<&str, Vec<Subject>>> = LazyLock::new(|| {
    use Subject::{
        Address, Authority, Base, Brackets, Case, Characters, Colon, Escapes, Labels, Ldh, Port, Scheme,
        Serving,
    };
    let all = [
        Scheme, Address, Escapes, Brackets, Characters, Ldh, Labels, Case, Port, Base, Authority, Serving,
        Colon,
    ];
    let named =
        |name: &str| all.into_iter().find(|subject| name.eq_ignore_ascii_case(&format!("{subject:?}")));
    let (mut subjects, mut subject) = (HashMap::<_, Vec<_>>::new(), None);
    for line in include_str!("subjects.txt").lines() {
        match line.strip_prefix("  ") {
            Some(ids) => ids.split(' ').for_each(|id| subjects.entry(id).or_default().extend(subject)),
            None => subject = named(line),
        }
    }
    subjects
});

fn subjects(section: Section) -> impl Iterator<Item = Subject> {
    SUBJECTS.get(section.id()).into_iter().flatten().copied()
}

pub(crate) fn subject(section: Section, outcome: &Outcome) -> Option<Subject> {
    match outcome {
        Outcome::Rejected(Reason::HostIpLiteral) => Some(Subject::Address),
        Outcome::Rejected(reason) if reason.name().contains("ipv4") || reason.name().contains("ipv6") => {
            Some(Subject::Address)
        }
        Outcome::Rejected(Reason::HostNotLdh) => Some(Subject::Ldh),
        Outcome::Rejected(Reason::CharacterNotAllowed | Reason::HostForbidden) => Some(Subject::Characters),
        Outcome::Rejected(Reason::PercentNotEscape) => Some(Subject::Escapes),
        Outcome::Rejected(
            Reason::HostEmptyLabel
            | Reason::HostFinalDot
            | Reason::HostLabelTooLong
            | Reason::HostIdna
            | Reason::HostBidi
            | Reason::HostProhibited
            | Reason::HostEdgeHyphen,
        ) => Some(Subject::Labels),
        Outcome::Rejected(Reason::MissingScheme) => Some(Subject::Scheme),
        Outcome::Rejected(Reason::ColonInFirstSegment) => Some(Subject::Colon),
        Outcome::Rejected(Reason::PortNotNumber | Reason::PortOutOfRange) => Some(Subject::Port),
        Outcome::Rejected(_) => None,
        Outcome::Changed { from, to } => {
            let of_name = || section.algorithm().contains("ipv").then_some(Subject::Address);
            subjects(section).next().or_else(of_name).or_else(|| of_change(from, to))
        }
        _ => subjects(section).next(),
    }
}

pub(crate) fn of_change(from: &str, to: &str) -> Option<Subject> {
    let is_spelled = from != to && decoded(from) == decoded(to);
    if matches!(from, "[" | "]") && to.is_empty() {
        return Some(Subject::Brackets);
    }
    match (is_spelled, from.contains('%')) {
        (true, true) => Some(Subject::Escapes),
        (true, false) => Some(Subject::Characters),
        _ => (from != to && from.eq_ignore_ascii_case(to)).then_some(Subject::Case),
    }
}

fn component_of(word: &str) -> Option<Component> {
    Some(match word {
        "scheme" => Component::Scheme,
        "host" | "domain" | "nameprep" | "ipv4" | "ipv4addr" | "ipv6" | "ipv6addr" | "number" => {
            Component::Host
        }
        "port" => Component::Port,
        "path" | "segments" | "data" => Component::Path,
        "query" => Component::Query,
        "fragment" => Component::Fragment,
        _ => return None,
    })
}

/// Words that occur in the names of algorithms that escape or decode text.
const SPELLING: [&str; 4] = ["encoding", "quote", "quoter", "chars"];

/// Words that occur in the names of algorithms about more than one component.
const WIDE: [&str; 4] = ["authority", "file", "relative", "before"];

/// Returns the only component that the name of the algorithm of `section` contains, if there is one.
pub(crate) fn named(section: Section) -> Option<Component> {
    let words = || section.algorithm().split(['#', '-']).skip(1);
    // A name such as "scheme data state" is about the text after the scheme.
    let is_after = |found| found == Component::Scheme && words().any(|word| matches!(word, "state" | "data"));
    let mut named = words().filter_map(component_of).filter(|found| !is_after(*found));
    let first = named.next()?;
    (named.all(|other| other == first) && !words().any(|word| WIDE.contains(&word))).then_some(first)
}

pub(crate) fn may_be_about(section: Section, component: Component) -> bool {
    named(section).is_none_or(|named| named == component)
}

/// Returns true if the rule `section` only escapes or decodes text, and does not look for components.
pub(crate) fn spells(section: Section) -> bool {
    let is_named = || section.algorithm().split(['#', '-']).skip(1).any(|word| SPELLING.contains(&word));
    is_about(section, Subject::Characters) || is_about(section, Subject::Escapes) || is_named()
}

pub(crate) fn is_about(section: Section, subject: Subject) -> bool {
    subjects(section).any(|of_rule| of_rule == subject)
}
