//! Subjects, such as the scheme or an address: the things that rules are about. Of the many rules that leave
//! a text unchanged, the one with the same subject as the other profile's rule explains a difference.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
    sync::LazyLock,
};

use url_facade::{Component, Reason, Section, sections};

use crate::{alignment::decoded, difference::Outcome};

macro_rules! subjects {
    ($($(#[$doc:meta])? $subject:ident)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Subject { $($(#[$doc])? $subject,)* }

        impl Subject {
            const ALL: [Self; [$(stringify!($subject)),*].len()] = [$(Self::$subject),*];
        }
    };
}

subjects! {
    Scheme Address Escapes Brackets Characters Labels Case Port Base Authority
    /// ASCII characters in a name other than letters, digits and hyphens.
    Ldh
    /// The question if a URL may be used as a base.
    Serving
    /// A colon in the first segment of a path.
    Colon
}

/// The subjects of each rule, by its id, as `subjects.txt` lists them.
static SUBJECTS: LazyLock<HashMap<&str, Vec<Subject>>> = LazyLock::new(|| {
    let is_named = |name: &str, subject: &Subject| name.eq_ignore_ascii_case(&format!("{subject:?}"));
    let (mut subjects, mut subject) = (HashMap::<_, Vec<_>>::new(), None);
    for line in include_str!("subjects.txt").lines() {
        match line.strip_prefix("  ") {
            Some(ids) => ids.split(' ').for_each(|id| subjects.entry(id).or_default().extend(subject)),
            None => subject = Subject::ALL.into_iter().find(|subject| is_named(line, subject)),
        }
    }
    subjects
});

/// The properties of a rule by which it may explain a difference.
#[derive(Clone, Copy)]
struct Rule {
    subjects: &'static [Subject],
    named: Option<Component>,
    spells: bool,
}

/// FAST: the rules of all documents. The words of an id are compared once, and not at each step of a run.
static RULES: LazyLock<HashMap<Section, Rule, BuildHasherDefault<SectionHasher>>> =
    LazyLock::new(|| sections::all().map(|section| (section, Rule::new(section))).collect());

/// Returns the hash that a [`Section`] contains, instead of hashing it again.
#[derive(Default)]
struct SectionHasher(u64);

impl Hasher for SectionHasher {
    // A section writes only a `u64`.
    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl Rule {
    fn new(section: Section) -> Self {
        let subjects = SUBJECTS.get(section.id()).map_or(&[][..], Vec::as_slice);
        let words = || section.algorithm().split(['#', '-']).skip(1);
        // A name such as "scheme data state" is about the text after the scheme.
        let is_after =
            |found| found == Component::Scheme && words().any(|word| matches!(word, "state" | "data"));
        let mut named = words().filter_map(component_of).filter(|found| !is_after(*found));
        let first = named.next();
        // The other names are about several components.
        let is_wide = |word| matches!(word, "authority" | "file" | "relative" | "before");
        let is_only = named.all(|other| Some(other) == first) && !words().any(is_wide);
        let is_spelling = |subject| matches!(subject, &Subject::Characters | &Subject::Escapes);
        let spells = |word| matches!(word, "encoding" | "quote" | "quoter" | "chars");
        let spells = subjects.iter().any(is_spelling) || words().any(spells);
        Self { subjects, named: first.filter(|_| is_only), spells }
    }

    /// The table does not contain the rules of programs.
    fn of(section: Section) -> Self {
        RULES.get(&section).copied().unwrap_or_else(|| Self::new(section))
    }
}

pub(crate) fn subject(section: Section, outcome: &Outcome) -> Option<Subject> {
    let of_rule = Rule::of(section).subjects.first().copied();
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
            of_rule.or_else(of_name).or_else(|| of_change(from, to))
        }
        _ => of_rule,
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

/// Returns the only component that the name of the algorithm of `section` contains, if there is one.
pub(crate) fn named(section: Section) -> Option<Component> {
    Rule::of(section).named
}

pub(crate) fn may_be_about(section: Section, component: Component) -> bool {
    named(section).is_none_or(|named| named == component)
}

/// Returns true if the rule `section` only escapes or decodes text, and does not look for components.
pub(crate) fn spells(section: Section) -> bool {
    Rule::of(section).spells
}

pub(crate) fn is_about(section: Section, subject: Subject) -> bool {
    Rule::of(section).subjects.contains(&subject)
}
