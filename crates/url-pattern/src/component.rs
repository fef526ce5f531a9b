//! A component of a pattern: its parts, its pattern string, and what matches text with it.
//!
//! Helpers, not in a spec: `matches`, `captures`, `first_refused`, `wildcard`, `is_wildcard`, `literal`,
//! `start`.

use std::sync::{Arc, LazyLock};

use url_facade::Span;

#[cfg(feature = "set")]
use crate::tree::Start;
use crate::{
    PatternError, PatternReason,
    canonicalize::{Encoder, canonicalize_a_search},
    part::{
        Modifier, Part, PartType, PatternOptions, Spans, generate_a_pattern_string, parse_a_pattern_string,
    },
    program::Program,
};

/// V8 has the same limit.
const GROUP_LIMIT: usize = 65_535;

#[derive(Debug)]
pub(crate) struct Component {
    pub(crate) pattern_string: String,
    pub(crate) part_list: Vec<Part>,
    pub(crate) options: PatternOptions,
    pub(crate) encoder: Encoder,
    pub(crate) has_regexp_groups: bool,
    matcher: Matcher,
}

#[derive(Debug)]
enum Matcher {
    /// The wildcard alone.
    Any,
    /// Fixed text, or nothing.
    Literal(String),
    Program(Program),
    #[cfg(feature = "regexp")]
    Regexp(Box<regex_automata::meta::Regex>),
}

impl Component {
    /// Spec: urlpattern#compile-a-component, urlpattern#compile-a-component-2..5, -9.1
    pub(crate) fn compile(
        input: &str,
        encoder: Encoder,
        options: PatternOptions,
    ) -> Result<Self, PatternError> {
        if u32::try_from(input.len()).is_err() {
            return Err(PatternError::new(PatternReason::TooLong, Span::default()));
        }
        // 1. Parse the pattern string.
        let part_list = parse_a_pattern_string(input, options, encoder)?;
        let groups = part_list.iter().filter(|part| part.kind != PartType::FixedText).count();
        if groups > GROUP_LIMIT {
            return Err(PatternError::new(PatternReason::TooManyGroups, Span::whole(input)));
        }
        // 7. Generate the canonical pattern string.
        let pattern_string = generate_a_pattern_string(&part_list, options);
        // 8. There is no regular expression yet.
        // 9. For each part of the component:
        let regexp = part_list.iter().find(|part| part.kind == PartType::Regexp);
        // 6. Compile it, or fail.
        let matcher = match (regexp, &part_list[..]) {
            #[cfg(feature = "regexp")]
            (Some(regexp), parts) => {
                let compiled =
                    crate::regexp::compile(parts, options).map_err(|error| error.at(regexp.span))?;
                Matcher::Regexp(Box::new(compiled))
            }
            #[cfg(not(feature = "regexp"))]
            (Some(regexp), _) => return Err(PatternError::new(PatternReason::RegexpDisabled, regexp.span)),
            (None, []) => Matcher::Literal(String::new()),
            (None, [part]) if is_wildcard(part) => Matcher::Any,
            (None, [part]) if part.kind == PartType::FixedText && part.modifier == Modifier::None => {
                Matcher::Literal(part.value.clone())
            }
            (None, parts) => Matcher::Program(Program::compile(parts, options)),
        };
        let has_regexp_groups = regexp.is_some();
        // 10. Return the component.
        Ok(Self { pattern_string, part_list, options, encoder, has_regexp_groups, matcher })
    }

    /// Returns the component `*`, which most patterns share.
    pub(crate) fn wildcard() -> Option<Arc<Self>> {
        static WILDCARD: LazyLock<Option<Arc<Component>>> = LazyLock::new(|| {
            Component::compile("*", canonicalize_a_search, PatternOptions::default()).ok().map(Arc::new)
        });
        WILDCARD.clone()
    }

    #[inline]
    pub(crate) fn is_wildcard(&self) -> bool {
        matches!(self.matcher, Matcher::Any)
    }

    #[cfg(feature = "set")]
    pub(crate) fn literal(&self) -> Option<&str> {
        match &self.matcher {
            Matcher::Literal(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the start of all texts that match, unless there is a regular expression.
    #[cfg(feature = "set")]
    #[cfg_attr(not(feature = "regexp"), expect(clippy::unnecessary_wraps, reason = "see the last case"))]
    pub(crate) fn start(&self) -> Option<Start> {
        Some(match &self.matcher {
            Matcher::Any => Start { key: Vec::new(), is_whole: false, is_proof: true },
            Matcher::Literal(text) => Start { key: text.clone().into(), is_whole: true, is_proof: true },
            Matcher::Program(program) => program.start(),
            #[cfg(feature = "regexp")]
            Matcher::Regexp(_) => return None,
        })
    }

    #[inline]
    pub(crate) fn matches(&self, text: &str) -> bool {
        match &self.matcher {
            Matcher::Any => true,
            Matcher::Literal(literal) if self.options.ignore_case => literal.eq_ignore_ascii_case(text),
            Matcher::Literal(literal) => literal == text,
            Matcher::Program(program) => program.run(text, None),
            #[cfg(feature = "regexp")]
            Matcher::Regexp(regexp) => crate::regexp::is_match(regexp, text),
        }
    }

    /// Returns true if `text` matches, and appends the span of each group to `spans`.
    pub(crate) fn captures(&self, text: &str, spans: &mut Spans) -> bool {
        match &self.matcher {
            Matcher::Any => {
                spans.push(Some((0, u32::try_from(text.len()).unwrap_or(u32::MAX))));
                true
            }
            Matcher::Literal(_) => self.matches(text),
            Matcher::Program(program) => program.run(text, Some(spans)),
            #[cfg(feature = "regexp")]
            Matcher::Regexp(regexp) => {
                let groups = self.part_list.iter().filter(|part| part.kind != PartType::FixedText).count();
                crate::regexp::captures(regexp, text, groups, spans)
            }
        }
    }

    /// Returns the first byte of `text` that no way through the parts accepts, and the part that refuses it.
    /// `None` if the component has a regular expression.
    pub(crate) fn first_refused(&self, text: &str) -> Option<(usize, Option<usize>)> {
        match &self.matcher {
            Matcher::Literal(literal) => {
                let pairs = literal.bytes().zip(text.bytes());
                let is_same =
                    |(a, b): &(u8, u8)| a == b || self.options.ignore_case && a.eq_ignore_ascii_case(b);
                Some((pairs.take_while(is_same).count(), None))
            }
            Matcher::Program(program) => Some(program.furthest(text)),
            Matcher::Any => None,
            #[cfg(feature = "regexp")]
            Matcher::Regexp(_) => None,
        }
    }
}

fn is_wildcard(part: &Part) -> bool {
    part.kind == PartType::FullWildcard
        && part.modifier == Modifier::None
        && part.prefix.is_empty()
        && part.suffix.is_empty()
}
