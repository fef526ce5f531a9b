//! Finds the rule of UTS 46 that an ASCII host breaks. Calls no code of urlspec. If ada and urlspec differ,
//! the result shows which of the two is wrong. The properties of characters come from `icu_properties`,
//! normalization from `unicode-normalization`, and Punycode from `idna`.

use std::{ops::RangeInclusive, sync::LazyLock};

use icu_properties::{
    CodePointMapData,
    props::{BidiClass as Bidi, CanonicalCombiningClass, GeneralCategory, GeneralCategoryGroup, JoiningType},
};
use idna::punycode;
use regex_syntax::hir::{Class, Hir, HirKind};
use unicode_normalization::UnicodeNormalization as _;

/// The reason why ada differs from the Standard: a rule of UTS 46 that ada breaks, or an old table in ada.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Breach {
    /// The text after `xn--` is not Punycode (UTS 46, section 4, step 4).
    Punycode,
    /// A label decoded from Punycode, or the whole host, is not in NFC (UTS 46, section 4.1, criterion 1).
    Nfc,
    /// A label begins with a combining mark (UTS 46, section 4.1, criterion 6).
    Mark,
    /// A joiner is where RFC 5892 does not allow one (UTS 46, section 4.1, criterion 8).
    Joiner,
    /// A label of a Bidi domain name breaks the Bidi Rule (UTS 46, section 4.1, criterion 9).
    Bidi,
    /// The host breaks no rule. It is a Bidi domain name with a character that Unicode 13 lacks, and ada's
    /// table of directions lacks this character.
    OlderTable,
    /// The host breaks no rule, but ada's table of joining types does not have a character next to a joiner.
    JoiningTable,
}

impl Breach {
    pub const ALL: [Self; 7] = [
        Self::Punycode,
        Self::Nfc,
        Self::Mark,
        Self::Joiner,
        Self::Bidi,
        Self::OlderTable,
        Self::JoiningTable,
    ];
}

/// Returns the first rule of UTS 46 that `host`, an ASCII host, breaks. The Standard rejects a host that
/// breaks any of these rules.
pub fn breach_of(host: &str) -> Option<Breach> {
    let mut labels = Vec::new();
    for label in host.split('.') {
        let Some(encoded) = label.strip_prefix("xn--") else {
            labels.push(label.to_owned());
            continue;
        };
        // The crate rejects a delimiter at the start because it is not a digit, as RFC 3492 does.
        let decoded = punycode::decode_to_string(encoded).filter(|decoded| !decoded.is_ascii());
        let Some(decoded) = decoded else { return Some(Breach::Punycode) };
        if let Some(breach) = breach_of_label(&decoded) {
            return Some(breach);
        }
        labels.push(decoded);
    }
    let is_bidi = labels.iter().any(|label| is_bidi(label));
    (is_bidi && !labels.iter().all(|label| satisfies_bidi_rule(label))).then_some(Breach::Bidi)
}

fn breach_of_label(label: &str) -> Option<Breach> {
    let is_mark = |c| GeneralCategoryGroup::Mark.contains(CodePointMapData::<GeneralCategory>::new().get(c));
    if !label.nfc().eq(label.chars()) {
        Some(Breach::Nfc)
    } else if label.starts_with(is_mark) {
        Some(Breach::Mark)
    } else if !satisfies_context_j(&label.chars().collect::<Vec<_>>()) {
        Some(Breach::Joiner)
    } else {
        None
    }
}

/// Returns true if rules A.1 and A.2 of RFC 5892 allow every joiner in `label`.
fn satisfies_context_j(label: &[char]) -> bool {
    let joining = |c: &char| CodePointMapData::<JoiningType>::new().get(*c);
    let class = |c: &char| CodePointMapData::<CanonicalCombiningClass>::new().get(*c);
    let is_transparent = |c: &&char| joining(c) == JoiningType::Transparent;
    label.iter().enumerate().filter(|(_, c)| matches!(c, '\u{200C}' | '\u{200D}')).all(|(at, joiner)| {
        let mut before = label[..at].iter().rev();
        let mut after = label[at + 1..].iter();
        let is_after_virama = at > 0 && class(&label[at - 1]) == CanonicalCombiningClass::Virama;
        let joins_before = before.find(|c| !is_transparent(c)).map(joining);
        let joins_after = after.find(|c| !is_transparent(c)).map(joining);
        let (dual, left, right) =
            (JoiningType::DualJoining, JoiningType::LeftJoining, JoiningType::RightJoining);
        let is_between = (joins_before == Some(left) || joins_before == Some(dual))
            && (joins_after == Some(right) || joins_after == Some(dual));
        is_after_virama || *joiner == '\u{200C}' && is_between
    })
}

fn bidi(c: char) -> Bidi {
    CodePointMapData::<Bidi>::new().get(c)
}

fn is_bidi(label: &str) -> bool {
    label.contains(|c| matches!(bidi(c), Bidi::RightToLeft | Bidi::ArabicLetter | Bidi::ArabicNumber))
}

/// Returns true if `label` satisfies the Bidi Rule of RFC 5893, section 2.
fn satisfies_bidi_rule(label: &str) -> bool {
    let classes: Vec<_> = label.chars().map(bidi).collect();
    let Some(&first) = classes.first() else { return true };
    let last = classes.iter().rfind(|&&class| class != Bidi::NonspacingMark).copied().unwrap_or(first);
    let (european, arabic) = (Bidi::EuropeanNumber, Bidi::ArabicNumber);
    let separators = [Bidi::EuropeanSeparator, Bidi::CommonSeparator, Bidi::EuropeanTerminator];
    let neutrals = [Bidi::OtherNeutral, Bidi::BoundaryNeutral, Bidi::NonspacingMark];
    let is_neutral = |class| separators.contains(&class) || neutrals.contains(&class);
    if first == Bidi::LeftToRight {
        return classes.iter().all(|&class| class == first || class == european || is_neutral(class))
            && (last == first || last == european);
    }
    let is_right = |class| class == Bidi::RightToLeft || class == Bidi::ArabicLetter;
    is_right(first)
        && classes
            .iter()
            .all(|&class| is_right(class) || class == european || class == arabic || is_neutral(class))
        && (is_right(last) || last == european || last == arabic)
        && !(classes.contains(&european) && classes.contains(&arabic))
}

/// Returns the table of ada that lacks a character of `host`, so that ada rejects a host that the Standard
/// accepts. Returns `None` if the host breaks a rule.
pub fn lack_of_tables(host: &str) -> Option<Breach> {
    let decoded = decode(host)?;
    if breach_of(host).is_some() {
        None
    } else if is_bidi(&decoded) && decoded.contains(is_newer_than_13) {
        Some(Breach::OlderTable)
    } else {
        decoded.contains('\u{200C}').then_some(Breach::JoiningTable)
    }
}

/// Returns true if Unicode 13.0 does not assign the character `c`.
fn is_newer_than_13(c: char) -> bool {
    static ASSIGNED: LazyLock<Vec<RangeInclusive<char>>> = LazyLock::new(|| {
        let age = regex_syntax::parse(r"\p{Age=13.0}").map(Hir::into_kind);
        let Ok(HirKind::Class(Class::Unicode(class))) = age else { return vec!['\0'..=char::MAX] };
        class.iter().map(|range| range.start()..=range.end()).collect()
    });
    !ASSIGNED.iter().any(|range| range.contains(&c))
}

fn decode(host: &str) -> Option<String> {
    let decode =
        |label: &str| label.strip_prefix("xn--").map_or(Some(label.to_owned()), punycode::decode_to_string);
    Some(host.split('.').map(decode).collect::<Option<Vec<_>>>()?.join("."))
}

/// Returns [`Breach::Nfc`] if the only difference between ada's result `theirs` and the Standard's result
/// `ours` is that a label is not in NFC.
pub fn nfc_breach_of(ours: &str, theirs: &str) -> Option<Breach> {
    let (ours, theirs) = (decode(ours)?, decode(theirs)?);
    (!theirs.nfc().eq(theirs.chars()) && theirs.nfc().eq(ours.chars())).then_some(Breach::Nfc)
}
