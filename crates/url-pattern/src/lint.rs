//! Faults of lists of patterns.

use std::{collections::HashMap, fmt};

use crate::{
    ComponentName, UrlPattern, UrlPatternSet,
    canonicalize::SPECIAL_SCHEMES,
    component::Component,
    part::{Modifier, Part, PartType},
};

/// A pattern of a list that is of no use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lint {
    /// The index of the pattern.
    pub pattern: usize,
    /// The fault of the pattern.
    pub kind: LintKind,
}

/// The fault of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LintKind {
    /// The earlier pattern with this index matches every URL that the pattern matches.
    Shadowed(usize),
    /// The pattern matches no URL, because of this component.
    MatchesNothing(ComponentName),
}

impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            LintKind::Shadowed(by) => write!(f, "pattern {} is shadowed by pattern {by}", self.pattern),
            LintKind::MatchesNothing(component) => {
                write!(f, "pattern {} matches no URL, because of its {component}", self.pattern)
            }
        }
    }
}

/// Finds patterns of `set` that match no URL, or only URLs that an earlier pattern matches. The search is not
/// exhaustive, but has no false positives.
///
/// # Examples
/// ```
/// use url_pattern::{LintKind, UrlPattern, UrlPatternSet, lint};
/// let patterns = ["https://a.test/*", "https://a.test/b/:id"].map(|text| UrlPattern::parse(text, None));
/// let found = lint(&patterns.into_iter().collect::<Result<UrlPatternSet, _>>()?);
/// assert_eq!((found[0].pattern, found[0].kind), (1, LintKind::Shadowed(0)));
/// # Ok::<(), url_pattern::PatternError>(())
/// ```
pub fn lint(set: &UrlPatternSet) -> Vec<Lint> {
    /// Candidates that are examined for each pattern, so that the time stays linear.
    const LIMIT: usize = 16;
    let mut found = Vec::new();
    let mut seen: HashMap<[(&str, bool); 8], usize> = HashMap::new();
    for (number, pattern) in set.patterns().iter().enumerate() {
        let strings = ComponentName::ALL.map(|name| {
            let component = pattern.shared(name);
            (&*component.pattern_string, component.options.ignore_case)
        });
        if let Some(component) = matches_nothing(pattern) {
            found.push(Lint { pattern: number, kind: LintKind::MatchesNothing(component) });
            continue;
        }
        // A pattern that covers this one matches each URL that this one matches.
        let sample = ComponentName::ALL.map(|name| sample(pattern.shared(name)));
        let sample = sample.each_ref().map(String::as_str);
        let mut earlier =
            set.matching(|name| sample[name as usize]).take_while(|&earlier| earlier < number).take(LIMIT);
        let by = seen.get(&strings).copied().or_else(|| earlier.find(|&at| covers(&set[at], pattern)));
        if let Some(by) = by {
            found.push(Lint { pattern: number, kind: LintKind::Shadowed(by) });
        }
        seen.entry(strings).or_insert(number);
    }
    found
}

/// Returns a component that no URL has.
fn matches_nothing(pattern: &UrlPattern) -> Option<ComponentName> {
    let scheme = pattern.shared(ComponentName::Protocol).literal()?;
    let (_, port) = SPECIAL_SCHEMES.iter().find(|(special, _)| *special == scheme)?;
    let literal = |name| pattern.shared(name).literal();
    if scheme != "file" && literal(ComponentName::Hostname) == Some("") {
        return Some(ComponentName::Hostname);
    }
    if !port.is_empty() && literal(ComponentName::Port) == Some(port) {
        return Some(ComponentName::Port);
    }
    let path = pattern.shared(ComponentName::Pathname);
    let has_slash = path.part_list.first().map(|first| match first.kind {
        PartType::FixedText if first.modifier == Modifier::None => first.value.starts_with('/'),
        _ => true,
    });
    (!has_slash.unwrap_or_default()).then_some(ComponentName::Pathname)
}

/// Returns a text that the component matches, unless it has a regular expression.
fn sample(component: &Component) -> String {
    let mut text = String::new();
    for part in &component.part_list {
        match (part.kind, part.modifier) {
            (_, Modifier::Optional | Modifier::ZeroOrMore) => {}
            (PartType::FixedText, _) => text.push_str(&part.value),
            (PartType::FullWildcard, _) => text.extend([&*part.prefix, &part.suffix]),
            _ => text.extend([&*part.prefix, "x", &part.suffix]),
        }
    }
    text
}

/// Returns true only if `general` matches every URL that `special` matches.
fn covers(general: &UrlPattern, special: &UrlPattern) -> bool {
    ComponentName::ALL.into_iter().all(|name| {
        let (general, special) = (general.shared(name), special.shared(name));
        let ignores_less = special.options.ignore_case && !general.options.ignore_case;
        if general.is_wildcard() {
            return true;
        }
        if general.pattern_string == special.pattern_string {
            return !ignores_less;
        }
        if let Some(text) = special.literal() {
            return !ignores_less && general.matches(text);
        }
        // A wildcard between fixed text covers what begins and ends with that text.
        let (before, after) = match &general.part_list[..] {
            [wildcard] if is_wildcard(wildcard) => (&wildcard.prefix, &wildcard.suffix),
            [text, wildcard] if text.is_text() && is_wildcard(wildcard) && wildcard.suffix.is_empty() => {
                // The text before a prefix would have to be joined.
                if !wildcard.prefix.is_empty() {
                    let joined = [&*text.value, &wildcard.prefix].concat();
                    return !ignores_less && starts_with(special, &joined);
                }
                (&text.value, &wildcard.suffix)
            }
            [wildcard, text] if is_wildcard(wildcard) && wildcard.prefix.is_empty() && text.is_text() => {
                (&wildcard.prefix, &text.value)
            }
            _ => return false,
        };
        let ends = after.is_empty()
            || !special.has_regexp_groups
                && special
                    .part_list
                    .last()
                    .is_some_and(|last| last.is_text() && last.value.ends_with(&**after));
        !ignores_less && ends && starts_with(special, before)
    })
}

fn is_wildcard(part: &Part) -> bool {
    part.kind == PartType::FullWildcard && part.modifier == Modifier::None
}

/// Returns true if the component matches only text that starts with `text`.
fn starts_with(component: &Component, text: &str) -> bool {
    component.start().is_some_and(|start| start.key.starts_with(text.as_bytes()))
}
