//! The subject of a rule that leaves its text unchanged. All rules that leave a host unchanged look alike in a trace; the
//! relevant one is the rule on the same subject as the other profile's rule.

use std::{collections::HashMap, sync::LazyLock};

use url_facade::{Component, Reason, Section};

use crate::{alignment::decoded, difference::Outcome};

/// The subjects on which rules can differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// Where the scheme ends, and what holds without one.
    Scheme,
    /// Whether it is an address, and how an address is written.
    Address,
    /// How its escapes are handled.
    Escapes,
    /// Whether an address has its brackets.
    Brackets,
    /// Which characters it may contain.
    Characters,
    /// Whether a name may have other ASCII characters than letters, digits and hyphens.
    Ldh,
    /// How its labels are checked.
    Labels,
    /// Whether its letters become lower case.
    Case,
    /// Which ports there are, and how they are written.
    Port,
    /// Whether the base supplies what the string lacks.
    Base,
    /// Whose fragment it is.
    Fragment,
    /// Whether there is an authority.
    Authority,
    /// Whether a base is one that can.
    Serving,
    /// Whether the first segment may have a colon.
    Colon,
}

/// The subjects of each rule, by its id, as `subjects.txt` lists them.
static SUBJECTS: LazyLock<HashMap<&str, Vec<Subject>>> = LazyLock::new(|| {
    use Subject::{
        Address, Authority, Base, Brackets, Case, Characters, Colon, Escapes, Fragment, Labels, Ldh, Port,
        Scheme, Serving,
    };
    let all = [
        Scheme, Address, Escapes, Brackets, Characters, Ldh, Labels, Case, Port, Base, Fragment, Authority,
        Serving, Colon,
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

/// The subjects of `section`.
fn subjects(section: Section) -> impl Iterator<Item = Subject> {
    SUBJECTS.get(section.id()).into_iter().flatten().copied()
}

/// The subject of `section`, which caused `outcome`.
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

/// The subject of a rule that made `to` of `from`, by what these are.
pub(crate) fn of_change(from: &str, to: &str) -> Option<Subject> {
    let is_spelled = from != to && decoded(from) == decoded(to);
    if matches!(from, "[" | "]") && to.is_empty() {
        return Some(Subject::Brackets);
    }
    if from.contains("xn--") && !to.is_ascii() {
        return Some(Subject::Labels);
    }
    match (is_spelled, from.contains('%')) {
        (true, true) => Some(Subject::Escapes),
        (true, false) => Some(Subject::Characters),
        _ => (from != to && from.eq_ignore_ascii_case(to)).then_some(Subject::Case),
    }
}

/// What a word in the name of an algorithm, or of the function of a program, says about the component that it works on.
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

/// Words of the names of functions that escape what they are given.
const SPELLING: [&str; 4] = ["encoding", "quote", "quoter", "chars"];

/// Words of names that say that it is about more than that.
const WIDE: [&str; 4] = ["authority", "file", "relative", "before"];

/// The component that `section` is about by the name of its algorithm, if that names only one.
pub(crate) fn named(section: Section) -> Option<Component> {
    let words = || section.algorithm().split(['#', '-']).skip(1);
    // A state after the scheme is about what follows it, and so are its data.
    let is_after = |found| found == Component::Scheme && words().any(|word| matches!(word, "state" | "data"));
    let mut named = words().filter_map(component_of).filter(|found| !is_after(*found));
    let first = named.next()?;
    (named.all(|other| other == first) && !words().any(|word| WIDE.contains(&word))).then_some(first)
}

/// Whether `section` may be about `component`: it is not named after another one.
pub(crate) fn may_be_about(section: Section, component: Component) -> bool {
    named(section).is_none_or(|named| named == component)
}

/// Whether `section` only spells its text in another way: it reads no component.
pub(crate) fn spells(section: Section) -> bool {
    let is_named = || section.algorithm().split(['#', '-']).skip(1).any(|word| SPELLING.contains(&word));
    is_about(section, Subject::Characters) || is_about(section, Subject::Escapes) || is_named()
}

/// Whether `section` is about `subject`.
pub(crate) fn is_about(section: Section, subject: Subject) -> bool {
    subjects(section).any(|of_rule| of_rule == subject)
}

#[cfg(test)]
mod tests {
    use url_facade::{consumers::Consumer, sections};

    use super::SUBJECTS;

    #[test]
    fn subjects_are_those_of_rules() {
        let all: Vec<_> = Consumer::ALL.iter().flat_map(|program| program.rules()).collect();
        for (id, subjects) in &*SUBJECTS {
            let is_rule = sections::find(id).is_some() || all.iter().any(|section| section.id() == *id);
            assert!(is_rule && !subjects.is_empty(), "{id}");
        }
        assert!(SUBJECTS.len() > 150);
    }
}
