//! Parts: a pattern string parsed, and turned into a pattern string again.
//!
//! Helpers, not in a spec: `default`, `escaped`, `is_text`.

use std::collections::HashSet;

use smallvec::SmallVec;
use url_facade::Span;

use crate::{
    PatternError, PatternReason,
    canonicalize::Encoder,
    tokenizer::{Token, TokenType, TokenizePolicy, is_a_valid_name_code_point, tokenize},
};

/// The byte range of each group, or `None` for a group that did not take part.
pub(crate) type Spans = SmallVec<[Option<(u32, u32)>; 8]>;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PartType {
    FullWildcard,
    SegmentWildcard,
    Regexp,
    #[default]
    FixedText,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Modifier {
    ZeroOrMore,
    Optional,
    OneOrMore,
    #[default]
    None,
}

/// A part: at most one group, with the fixed text around it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) kind: PartType,
    pub(crate) value: String,
    pub(crate) modifier: Modifier,
    pub(crate) name: String,
    pub(crate) prefix: String,
    pub(crate) suffix: String,
    /// The place in the pattern string.
    pub(crate) span: Span,
}

#[cfg(feature = "set")]
impl Part {
    pub(crate) fn is_text(&self) -> bool {
        self.kind == PartType::FixedText && self.modifier == Modifier::None
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PatternOptions {
    /// The byte at which segments end.
    pub(crate) delimiter: Option<u8>,
    /// The byte that is part of the group that follows it.
    pub(crate) prefix: &'static str,
    pub(crate) ignore_case: bool,
}

impl PatternOptions {
    pub(crate) const fn default() -> Self {
        Self { delimiter: None, prefix: "", ignore_case: false }
    }
}

pub(crate) const FULL_WILDCARD_REGEXP: &str = ".*";

struct PatternParser<'i> {
    token_list: Vec<Token<'i>>,
    encoder: Encoder,
    segment_wildcard_regexp: String,
    part_list: Vec<Part>,
    pending_fixed_value: String,
    /// The index of the token with which the pending text begins.
    pending_start: usize,
    index: usize,
    next_numeric_name: usize,
    names: HashSet<String>,
}

/// Spec: urlpattern#parse-a-pattern-string, urlpattern#parse-a-pattern-string-3.4.1..3, -3.4.3.1..2, -3.4.7
/// Spec: urlpattern#parse-a-pattern-string-3.7.1..2, -3.9.8, -1..4, -3.1..10, -3.9.1..4
pub(crate) fn parse_a_pattern_string(
    input: &str,
    options: PatternOptions,
    encoder: Encoder,
) -> Result<Vec<Part>, PatternError> {
    let mut parser = PatternParser {
        token_list: tokenize(input, TokenizePolicy::Strict)?,
        encoder,
        segment_wildcard_regexp: generate_a_segment_wildcard_regexp(options),
        part_list: Vec::new(),
        pending_fixed_value: String::new(),
        pending_start: 0,
        index: 0,
        next_numeric_name: 0,
        names: HashSet::new(),
    };
    // 3. While tokens are left:
    while parser.index < parser.token_list.len() {
        let start = parser.index;
        let char_token = parser.try_to_consume_a_token(TokenType::Char);
        let mut name_token = parser.try_to_consume_a_token(TokenType::Name);
        let mut regexp_or_wildcard = parser.try_to_consume_a_regexp_or_wildcard_token(name_token);
        // 3.4. If there is a group:
        if name_token.is_some() || regexp_or_wildcard.is_some() {
            let mut prefix = char_token.map_or("", |token| token.value);
            let mut group_start = start;
            if !prefix.is_empty() && prefix != options.prefix {
                parser.pend(prefix, start);
                (prefix, group_start) = ("", start + 1);
            }
            // 3.4.4. Add the pending text.
            parser.maybe_add_a_part_from_the_pending_fixed_value(group_start)?;
            // 3.4.5. Consume a modifier.
            let modifier = parser.try_to_consume_a_modifier_token();
            // 3.4.6. Add the group.
            parser.add_a_part(group_start, prefix, name_token, regexp_or_wildcard, "", modifier)?;
            continue;
        }
        let mut fixed_token = char_token;
        if fixed_token.is_none() {
            fixed_token = parser.try_to_consume_a_token(TokenType::EscapedChar);
        }
        // 3.7. If there is such a character:
        if let Some(fixed_token) = fixed_token {
            parser.pend(fixed_token.value, start);
            continue;
        }
        // 3.9. If there is one:
        if parser.try_to_consume_a_token(TokenType::Open).is_some() {
            let prefix = parser.consume_text();
            name_token = parser.try_to_consume_a_token(TokenType::Name);
            regexp_or_wildcard = parser.try_to_consume_a_regexp_or_wildcard_token(name_token);
            let suffix = parser.consume_text();
            // 3.9.5. The braces must end.
            parser.consume_a_required_token(TokenType::Close)?;
            // 3.9.6. Consume the modifier of the braces.
            let modifier = parser.try_to_consume_a_modifier_token();
            // 3.9.7. Add the braces.
            parser.add_a_part(start, &prefix, name_token, regexp_or_wildcard, &suffix, modifier)?;
            continue;
        }
        // 3.10. Add the pending text at the end.
        parser.maybe_add_a_part_from_the_pending_fixed_value(start)?;
        // 3.11. The pattern must end.
        parser.consume_a_required_token(TokenType::End)?;
    }
    Ok(parser.part_list)
}

/// Spec: urlpattern#generate-a-segment-wildcard-regexp-1..4
pub(crate) fn generate_a_segment_wildcard_regexp(options: PatternOptions) -> String {
    let mut result = String::from("[^");
    if let Some(delimiter) = options.delimiter {
        escape_a_regexp_string(&char::from(delimiter).to_string(), &mut result);
    }
    result.push_str("]+?");
    result
}

impl<'i> PatternParser<'i> {
    /// Appends fixed text, which begins with the token `at`.
    ///
    /// Spec: urlpattern#parse-a-pattern-string-3.7.1
    fn pend(&mut self, text: &str, at: usize) {
        if self.pending_fixed_value.is_empty() {
            self.pending_start = at;
        }
        self.pending_fixed_value.push_str(text);
    }

    /// Returns the span of the tokens from `start` up to the token `end`.
    ///
    /// Spec: urlpattern#parts
    fn span(&self, start: usize, end: usize) -> Span {
        let index =
            |at: usize| self.token_list.get(at).or(self.token_list.last()).map_or(0, |token| token.index);
        Span::new(index(start), index(end))
    }

    /// Spec: urlpattern#try-to-consume-a-token-1..5
    fn try_to_consume_a_token(&mut self, kind: TokenType) -> Option<Token<'i>> {
        let next_token = *self.token_list.get(self.index).filter(|token| token.kind == kind)?;
        self.index += 1;
        Some(next_token)
    }

    /// Spec: urlpattern#try-to-consume-a-modifier-token-1..4
    fn try_to_consume_a_modifier_token(&mut self) -> Option<Token<'i>> {
        self.try_to_consume_a_token(TokenType::OtherModifier)
            .or_else(|| self.try_to_consume_a_token(TokenType::Asterisk))
    }

    /// Spec: urlpattern#try-to-consume-a-regexp-or-wildcard-token-1..3
    fn try_to_consume_a_regexp_or_wildcard_token(
        &mut self,
        name_token: Option<Token<'i>>,
    ) -> Option<Token<'i>> {
        let mut token = self.try_to_consume_a_token(TokenType::Regexp);
        if name_token.is_none() && token.is_none() {
            token = self.try_to_consume_a_token(TokenType::Asterisk);
        }
        token
    }

    /// Spec: urlpattern#consume-a-required-token-1..3
    fn consume_a_required_token(&mut self, kind: TokenType) -> Result<(), PatternError> {
        if self.try_to_consume_a_token(kind).is_none() {
            let span = self.span(self.index, self.index + 1);
            return Err(PatternError::new(PatternReason::UnexpectedToken, span));
        }
        Ok(())
    }

    /// Spec: urlpattern#consume-text
    fn consume_text(&mut self) -> String {
        // 1. Begin with no text.
        let mut result = String::new();
        // 2. Repeat:
        // 2.1. Consume a plain character.
        // 2.2. Else consume an escaped character.
        // 2.3. Stop without any character.
        while let Some(token) = self
            .try_to_consume_a_token(TokenType::Char)
            .or_else(|| self.try_to_consume_a_token(TokenType::EscapedChar))
        {
            // 2.4. Append the character.
            result.push_str(token.value);
        }
        // 3. Return the text.
        result
    }

    /// Adds a part for the pending text, which ends before the token `end`.
    ///
    /// Spec: urlpattern#maybe-add-a-part-from-the-pending-fixed-value-1..5
    fn maybe_add_a_part_from_the_pending_fixed_value(&mut self, end: usize) -> Result<(), PatternError> {
        if self.pending_fixed_value.is_empty() {
            return Ok(());
        }
        let span = self.span(self.pending_start, end);
        let value = (self.encoder)(&self.pending_fixed_value).map_err(|error| error.at(span))?;
        self.pending_fixed_value.clear();
        self.part_list.push(Part { value, span, ..Part::default() });
        Ok(())
    }

    /// Adds the part that begins with the token `start`.
    ///
    /// Spec: urlpattern#add-a-part, urlpattern#add-a-part-5.1..6, -11.1..2, -12.1..2, -15.1..2, -6..10
    /// Spec: urlpattern#add-a-part-13..14, -19..20
    fn add_a_part(
        &mut self,
        start: usize,
        prefix: &str,
        name_token: Option<Token<'i>>,
        regexp_or_wildcard: Option<Token<'i>>,
        suffix: &str,
        modifier_token: Option<Token<'i>>,
    ) -> Result<(), PatternError> {
        // 1. There is no modifier yet.
        // 2. With a modifier:
        let modifier = match modifier_token.map_or("", |token| token.value) {
            // 2.1. A question mark is optional.
            "?" => Modifier::Optional,
            // 2.2. An asterisk is zero or more.
            "*" => Modifier::ZeroOrMore,
            // 2.3. A plus sign is one or more.
            "+" => Modifier::OneOrMore,
            _ => Modifier::None,
        };
        // 3. Braces without a group and a modifier are text:
        if name_token.is_none() && regexp_or_wildcard.is_none() && modifier == Modifier::None {
            // 3.1. Append the text to the pending text.
            // 3.2. Return without a part.
            self.pend(prefix, start);
            return Ok(());
        }
        // 4. Add what is pending.
        self.maybe_add_a_part_from_the_pending_fixed_value(start)?;
        let span = self.span(start, self.index);
        let encode = |text: &str| (self.encoder)(text).map_err(|error| error.at(span));
        // 5. Braces with only text and a modifier:
        if name_token.is_none() && regexp_or_wildcard.is_none() {
            if !prefix.is_empty() {
                self.part_list.push(Part { value: encode(prefix)?, modifier, span, ..Part::default() });
            }
            return Ok(());
        }
        let regexp_value = match regexp_or_wildcard {
            None => &self.segment_wildcard_regexp,
            Some(token) if token.kind == TokenType::Asterisk => FULL_WILDCARD_REGEXP,
            Some(token) => token.value,
        };
        let (mut kind, mut value) = (PartType::Regexp, regexp_value);
        // 11. The expression of a segment:
        if regexp_value == self.segment_wildcard_regexp {
            (kind, value) = (PartType::SegmentWildcard, "");
        // 12. The expression of the full wildcard:
        } else if regexp_value == FULL_WILDCARD_REGEXP {
            (kind, value) = (PartType::FullWildcard, "");
        }
        let value = value.to_owned();
        // 15. Otherwise:
        let name =
            name_token.map_or_else(|| self.next_numeric_name.to_string(), |token| token.value.to_owned());
        self.next_numeric_name += usize::from(name_token.is_none());
        // 16. Fail if the name is taken.
        if self.is_a_duplicate_name(&name) {
            return Err(PatternError::new(PatternReason::DuplicateGroup, span).with_detail(name));
        }
        // 17. Encode the text before the group.
        let prefix = encode(prefix)?;
        // 18. Encode the text after the group.
        let suffix = encode(suffix)?;
        self.names.insert(name.clone());
        self.part_list.push(Part { kind, value, modifier, name, prefix, suffix, span });
        Ok(())
    }

    /// Spec: urlpattern#is-a-duplicate-name
    fn is_a_duplicate_name(&self, name: &str) -> bool {
        // 1. For each part before it:
        // 1.1. Return true if it has that name.
        // 2. Otherwise the name is free.
        // NOTE: a set of the names, so that a pattern of many groups takes linear time.
        self.names.contains(name)
    }
}

const REGEXP_SYNTAX: &str = ".+*?^${}()[]|/\\";

/// Spec: urlpattern#escape-a-regexp-string, urlpattern#escape-a-regexp-string-1..5, -4.1..4
pub(crate) fn escape_a_regexp_string(input: &str, result: &mut String) {
    escaped(input, REGEXP_SYNTAX, result);
}

/// Spec: urlpattern#escape-a-pattern-string, urlpattern#escape-a-pattern-string-1..5, -4.1..4
pub(crate) fn escape_a_pattern_string(input: &str, result: &mut String) {
    escaped(input, "+*?:{}()\\", result);
}

fn escaped(input: &str, syntax: &str, result: &mut String) {
    for c in input.chars() {
        if syntax.contains(c) {
            result.push('\\');
        }
        result.push(c);
    }
}

/// Spec: urlpattern#convert-a-modifier-to-a-string-1..4
pub(crate) fn convert_a_modifier_to_a_string(modifier: Modifier) -> &'static str {
    match modifier {
        Modifier::ZeroOrMore => "*",
        Modifier::Optional => "?",
        Modifier::OneOrMore => "+",
        Modifier::None => "",
    }
}

/// Spec: urlpattern#generate-a-pattern-string, urlpattern#generate-a-pattern-string-3.4.2..6, -3.12.1..2
/// Spec: urlpattern#generate-a-pattern-string-3.13.1..3, -3.14.1..3, -3.15.1..2, -3.15.2.1..3, -3.1..3
/// Spec: urlpattern#generate-a-pattern-string-3.9..11, -3.17..19
pub(crate) fn generate_a_pattern_string(part_list: &[Part], options: PatternOptions) -> String {
    // 1. Begin with an empty string.
    let mut result = String::new();
    // 2. Number the parts.
    // 3. For each part:
    for (index, part) in part_list.iter().enumerate() {
        let previous_part = index.checked_sub(1).map(|before| &part_list[before]);
        let next_part = part_list.get(index + 1);
        // 3.4. Fixed text:
        if part.kind == PartType::FixedText {
            // 3.4.1. Without a modifier:
            if part.modifier == Modifier::None {
                // 3.4.1.1. Append the text, escaped.
                // 3.4.1.2. Go on after the text.
                escape_a_pattern_string(&part.value, &mut result);
                continue;
            }
            result.push('{');
            escape_a_pattern_string(&part.value, &mut result);
            result.push('}');
            result.push_str(convert_a_modifier_to_a_string(part.modifier));
            continue;
        }
        // 3.5. A name that is no number was given.
        let custom_name = !part.name.starts_with(|c: char| c.is_ascii_digit());
        // 3.6. Text around the group needs braces.
        let mut needs_grouping =
            !part.suffix.is_empty() || (!part.prefix.is_empty() && part.prefix != options.prefix);
        // 3.7. A named segment before another part:
        if !needs_grouping
            && custom_name
            && part.kind == PartType::SegmentWildcard
            && part.modifier == Modifier::None
            && let Some(next_part) = next_part
            && next_part.prefix.is_empty()
            && next_part.suffix.is_empty()
        {
            needs_grouping = if next_part.kind == PartType::FixedText {
                // 3.7.1. Before fixed text:
                // 3.7.1.1. Text that would continue the name needs braces.
                next_part.value.chars().next().is_some_and(|c| is_a_valid_name_code_point(c, false))
            } else {
                // 3.7.2. Before another group:
                // 3.7.2.1. A group without a name needs braces.
                next_part.name.starts_with(|c: char| c.is_ascii_digit())
            };
        }
        // 3.8. A prefix of the text before must not join the group.
        if !needs_grouping
            && part.prefix.is_empty()
            && previous_part.is_some_and(|previous| {
                previous.kind == PartType::FixedText
                    && !options.prefix.is_empty()
                    && previous.value.ends_with(options.prefix)
            })
        {
            needs_grouping = true;
        }
        if needs_grouping {
            result.push('{');
        }
        escape_a_pattern_string(&part.prefix, &mut result);
        // 3.12. If the name was given:
        if custom_name {
            result.push(':');
            result.push_str(&part.name);
        }
        // 3.13. A regular expression:
        if part.kind == PartType::Regexp {
            result.extend(["(", &part.value, ")"]);
        // 3.14. A segment without a name:
        } else if part.kind == PartType::SegmentWildcard && !custom_name {
            result.extend(["(", &generate_a_segment_wildcard_regexp(options), ")"]);
        // 3.15. The full wildcard:
        } else if part.kind == PartType::FullWildcard {
            let is_plain = previous_part.is_none_or(|previous| {
                previous.kind == PartType::FixedText || previous.modifier != Modifier::None
            });
            if !custom_name && (is_plain || needs_grouping || !part.prefix.is_empty()) {
                result.push('*');
            } else {
                result.extend(["(", FULL_WILDCARD_REGEXP, ")"]);
            }
        }
        // 3.16. Text that would continue the name is escaped.
        if part.kind == PartType::SegmentWildcard
            && custom_name
            && part.suffix.chars().next().is_some_and(|c| is_a_valid_name_code_point(c, false))
        {
            result.push('\\');
        }
        escape_a_pattern_string(&part.suffix, &mut result);
        if needs_grouping {
            result.push('}');
        }
        result.push_str(convert_a_modifier_to_a_string(part.modifier));
    }
    // 4. Return the pattern string.
    result
}
