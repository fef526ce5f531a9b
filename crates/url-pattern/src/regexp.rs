//! Regular expressions of ECMAScript with the flag `v`, translated to those of `regex-automata`, whose time
//! is linear. A construct that the latter cannot express is an error that names the construct.
//!
//! Helpers, not in a spec: `compile`, `is_match`, `captures`, `invalid`, `unsupported`, `translate`,
//! `peek`, `next`, `take`, `run`, `alternative`, `open`, `close`, `modifiers`, `group_name`, `quantifier`,
//! `number`, `escape`, `character_escape`, `hex`, `property`, `class`, `class_atom`, `class_strings`,
//! `push_literal`, `class_escape`, `push_code`.

use std::{collections::HashSet, fmt::Write as _};

use regex_automata::{
    Anchored, Input,
    meta::Regex,
    util::{primitives::NonMaxUsize, syntax},
};
use smallvec::SmallVec;
use url_facade::Span;

use crate::{
    PatternError, PatternReason,
    part::{
        FULL_WILDCARD_REGEXP, Modifier, Part, PartType, PatternOptions, Spans,
        convert_a_modifier_to_a_string, escape_a_regexp_string, generate_a_segment_wildcard_regexp,
    },
};

/// The memory that one compiled expression may take, in bytes.
const SIZE_LIMIT: usize = 10 << 20;

pub(crate) fn compile(part_list: &[Part], options: PatternOptions) -> Result<Regex, PatternError> {
    let written = generate_a_regular_expression(part_list, options);
    let translated = translate(&written)?;
    let config = Regex::config().nfa_size_limit(Some(SIZE_LIMIT)).onepass_size_limit(Some(SIZE_LIMIT));
    let syntax = syntax::Config::new().case_insensitive(options.ignore_case).nest_limit(200);
    Regex::builder().configure(config).syntax(syntax).build(&translated).map_err(|error| {
        if error.size_limit().is_some() {
            PatternError::new(PatternReason::RegexpTooLarge, Span::default())
        } else {
            unsupported(&error.to_string())
        }
    })
}

pub(crate) fn is_match(regexp: &Regex, text: &str) -> bool {
    regexp.is_match(Input::new(text).anchored(Anchored::Yes))
}

/// Returns true if `text` matches, and appends the spans of the first `groups` groups to `spans`.
pub(crate) fn captures(regexp: &Regex, text: &str, groups: usize, spans: &mut Spans) -> bool {
    let mut slots: SmallVec<[Option<NonMaxUsize>; 16]> = SmallVec::new();
    slots.resize(2 * (groups + 1), None);
    if regexp.search_slots(&Input::new(text).anchored(Anchored::Yes), &mut slots).is_none() {
        return false;
    }
    let narrow = |slot: Option<NonMaxUsize>| slot.and_then(|at| u32::try_from(at.get()).ok());
    spans.extend(slots[2..].chunks_exact(2).map(|pair| Some((narrow(pair[0])?, narrow(pair[1])?))));
    true
}

/// Spec: urlpattern#generate-a-regular-expression-and-name-list
/// Spec: urlpattern#generate-a-regular-expression-and-name-list-3.1.3, -3.1.2.1..4, -3.7.1.1..4, -3.7.2.1..5
/// Spec: urlpattern#generate-a-regular-expression-and-name-list-3.7.3, -3.8.1..9, -3.10..22
fn generate_a_regular_expression(part_list: &[Part], options: PatternOptions) -> String {
    // 1. Begin at the start of the text.
    let mut result = String::from("^");
    // 2. There are no names yet.
    // NOTE: the names are those of the parts.
    // 3. For each part of the list:
    for part in part_list {
        let modifier = convert_a_modifier_to_a_string(part.modifier);
        // 3.1. The text of a part:
        if part.kind == PartType::FixedText {
            // 3.1.1. Without a modifier, append it escaped.
            // 3.1.2. Otherwise:
            if part.modifier == Modifier::None {
                escape_a_regexp_string(&part.value, &mut result);
            } else {
                result.push_str("(?:");
                escape_a_regexp_string(&part.value, &mut result);
                result.extend([")", modifier]);
            }
            continue;
        }
        // 3.2. The part has a name.
        // 3.3. Append the name.
        // 3.4. Take the expression of the part.
        // 3.5. A segment has that of segments.
        // 3.6. The wildcard has that of wildcards.
        let segment = generate_a_segment_wildcard_regexp(options);
        let regexp_value = match part.kind {
            PartType::SegmentWildcard => &*segment,
            PartType::FullWildcard => FULL_WILDCARD_REGEXP,
            _ => &part.value,
        };
        // 3.7. Without text around the group:
        if part.prefix.is_empty() && part.suffix.is_empty() {
            // 3.7.1. If it does not repeat:
            // 3.7.2. If it repeats:
            match part.modifier {
                Modifier::None | Modifier::Optional => result.extend(["(", regexp_value, ")", modifier]),
                _ => result.extend(["((?:", regexp_value, ")", modifier, ")"]),
            }
            continue;
        }
        let [mut prefix, mut suffix] = [String::new(), String::new()];
        escape_a_regexp_string(&part.prefix, &mut prefix);
        escape_a_regexp_string(&part.suffix, &mut suffix);
        // 3.8. With text, and without repetition:
        if matches!(part.modifier, Modifier::None | Modifier::Optional) {
            result.extend(["(?:", &prefix, "(", regexp_value, ")", &suffix, ")", modifier]);
            continue;
        }
        // 3.9. The part repeats.
        let middle = ["(?:", &prefix, "((?:", regexp_value, ")(?:", &suffix, &prefix, "(?:", regexp_value];
        result.extend(middle);
        result.extend(["))*)", &suffix, ")"]);
        // 3.23. Zero repetitions make it optional.
        if part.modifier == Modifier::ZeroOrMore {
            result.push('?');
        }
    }
    // 4. End at the end of the text.
    result.push('$');
    // 5. Return the expression and the names.
    result
}

fn invalid(what: &str) -> PatternError {
    PatternError::new(PatternReason::RegexpInvalid, Span::default()).with_detail(what)
}

fn unsupported(construct: &str) -> PatternError {
    PatternError::new(PatternReason::RegexpUnsupported, Span::default()).with_detail(construct)
}

/// The white space of ECMAScript, for a class.
const SPACE: &str =
    r"\t\n\x0B\x0C\r \u{A0}\u{1680}\u{2000}-\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}\u{FEFF}";

/// The characters that a class must not contain twice in a row.
const DOUBLE: &str = "&!#$%*+,.:;<=>?@^`~";

struct Translator<'s> {
    source: &'s str,
    at: usize,
    out: String,
    /// The names of groups in each open group: those of the alternative, and those of all alternatives.
    names: Vec<[HashSet<String>; 2]>,
    can_repeat: bool,
    groups: usize,
    references: Vec<usize>,
}

fn translate(source: &str) -> Result<String, PatternError> {
    let out = String::with_capacity(source.len() + 16);
    let names = vec![<[HashSet<String>; 2]>::default()];
    let mut translator =
        Translator { source, at: 0, out, names, can_repeat: false, groups: 0, references: Vec::new() };
    translator.run()?;
    let Translator { out, groups, references, .. } = translator;
    if references.iter().any(|&number| number > groups) {
        return Err(invalid("a back-reference to a missing group"));
    }
    if references.is_empty() { Ok(out) } else { Err(unsupported("back-reference")) }
}

impl Translator<'_> {
    fn peek(&self) -> Option<char> {
        self.source.get(self.at..).and_then(|rest| rest.chars().next())
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn take(&mut self, text: &str) -> bool {
        let is_there = self.source.get(self.at..).is_some_and(|rest| rest.starts_with(text));
        self.at += if is_there { text.len() } else { 0 };
        is_there
    }

    fn run(&mut self) -> Result<(), PatternError> {
        while let Some(c) = self.next() {
            match c {
                '^' | '$' => {
                    self.out.push(c);
                    self.can_repeat = false;
                }
                '|' => self.alternative(),
                '(' => self.open()?,
                ')' => self.close()?,
                '*' | '+' | '?' | '{' => self.quantifier(c)?,
                ']' | '}' => return Err(invalid("a bracket without its opening one")),
                '[' => {
                    self.class()?;
                    self.can_repeat = true;
                }
                '.' => {
                    self.out.push_str(r"[^\n\r\u{2028}\u{2029}]");
                    self.can_repeat = true;
                }
                '\\' => self.escape()?,
                c => {
                    self.push_literal(c);
                    self.can_repeat = true;
                }
            }
        }
        if self.names.len() == 1 { Ok(()) } else { Err(invalid("a group is not closed")) }
    }

    fn alternative(&mut self) {
        self.out.push('|');
        self.can_repeat = false;
        if let Some([current, all]) = self.names.last_mut() {
            all.extend(current.drain());
        }
    }

    fn open(&mut self) -> Result<(), PatternError> {
        self.can_repeat = false;
        if !self.take("?") {
            self.groups += 1;
            self.out.push('(');
        } else if self.take(":") {
            self.out.push_str("(?:");
        } else if self.take("=") {
            return Err(unsupported("look-ahead"));
        } else if self.take("!") {
            return Err(unsupported("negative look-ahead"));
        } else if self.take("<=") {
            return Err(unsupported("look-behind"));
        } else if self.take("<!") {
            return Err(unsupported("negative look-behind"));
        } else if self.take("<") {
            let name = self.group_name()?;
            if self.names.iter().any(|[current, _]| current.contains(&name)) {
                return Err(invalid("two groups have the same name"));
            }
            if let Some([current, _]) = self.names.last_mut() {
                current.insert(name);
            }
            self.groups += 1;
            self.out.push('(');
        } else {
            self.modifiers()?;
        }
        self.names.push(<[HashSet<String>; 2]>::default());
        Ok(())
    }

    fn close(&mut self) -> Result<(), PatternError> {
        let inner = self.names.pop();
        match (inner, self.names.last_mut()) {
            (Some(inner), Some([current, _])) => current.extend(inner.into_iter().flatten()),
            _ => return Err(invalid("a parenthesis closes no group")),
        }
        self.out.push(')');
        self.can_repeat = true;
        Ok(())
    }

    /// Translates the modifiers of a group, such as `(?i-s:`.
    fn modifiers(&mut self) -> Result<(), PatternError> {
        let Some(end) = self.source[self.at..].find(':') else { return Err(invalid("a group")) };
        let flags = &self.source[self.at..self.at + end];
        let (on, off) = flags.split_once('-').unwrap_or((flags, ""));
        let mut seen = HashSet::new();
        let are_known = on.chars().chain(off.chars()).all(|flag| "ims".contains(flag) && seen.insert(flag));
        if !are_known || seen.is_empty() {
            return Err(invalid("a group"));
        }
        self.out.push_str("(?");
        self.out.push_str(flags.strip_suffix('-').unwrap_or(flags));
        self.out.push(':');
        self.at += end + 1;
        Ok(())
    }

    fn group_name(&mut self) -> Result<String, PatternError> {
        let Some(end) = self.source[self.at..].find('>') else { return Err(invalid("the name of a group")) };
        let name = &self.source[self.at..self.at + end];
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '$' | '_');
        if name.contains('\\') {
            return Err(unsupported("an escape in the name of a group"));
        }
        if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) || !name.chars().all(is_part) {
            return Err(invalid("the name of a group"));
        }
        self.at += end + 1;
        Ok(name.to_owned())
    }

    fn quantifier(&mut self, c: char) -> Result<(), PatternError> {
        if !self.can_repeat {
            return Err(invalid("nothing to repeat"));
        }
        self.can_repeat = false;
        if c == '{' {
            let fault = || invalid("the braces of a repetition");
            let least = self.number().ok_or_else(fault)?;
            let most = if self.take(",") { self.number() } else { Some(least) };
            if !self.take("}") || most.is_some_and(|most| most < least) {
                return Err(fault());
            }
            let most = most.map(|most| most.to_string()).unwrap_or_default();
            self.out.extend(["{", &least.to_string(), ",", &most, "}"]);
        } else {
            self.out.push(c);
        }
        if self.take("?") {
            self.out.push('?');
        }
        Ok(())
    }

    fn number(&mut self) -> Option<u32> {
        let rest = &self.source[self.at..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        self.at += digits;
        (digits > 0).then(|| rest[..digits].parse().unwrap_or(u32::MAX))
    }

    fn escape(&mut self) -> Result<(), PatternError> {
        self.can_repeat = true;
        match self.peek() {
            Some('b' | 'B') => {
                self.can_repeat = false;
                let is_boundary = self.next() == Some('b');
                self.out.push_str(if is_boundary { r"(?-u:\b)" } else { r"(?-u:\B)" });
                Ok(())
            }
            Some('k') => Err(unsupported("back-reference")),
            Some('1'..='9') => {
                let number = self.number().unwrap_or(u32::MAX);
                self.references.push(usize::try_from(number).unwrap_or(usize::MAX));
                Ok(())
            }
            _ => {
                if let Some(class) = self.class_escape()? {
                    self.out.push_str(&class);
                } else {
                    let c = self.character_escape(false)?;
                    self.push_literal(c);
                }
                Ok(())
            }
        }
    }

    /// Consumes the escape of a class, such as `d` after its backslash, and returns its translation.
    fn class_escape(&mut self) -> Result<Option<String>, PatternError> {
        let class = match self.peek() {
            Some('d') => "[0-9]".into(),
            Some('D') => "[^0-9]".into(),
            Some('w') => "[0-9A-Za-z_]".into(),
            Some('W') => "[^0-9A-Za-z_]".into(),
            Some('s') => format!("[{SPACE}]"),
            Some('S') => format!("[^{SPACE}]"),
            Some('p' | 'P') => return self.property().map(Some),
            _ => return Ok(None),
        };
        self.at += 1;
        Ok(Some(class))
    }

    /// Consumes the escape of one character, and returns the character.
    fn character_escape(&mut self, in_class: bool) -> Result<char, PatternError> {
        let fault = || invalid("an escape");
        let c = self.next().ok_or_else(fault)?;
        Ok(match c {
            't' => '\t',
            'n' => '\n',
            'v' => '\u{B}',
            'f' => '\u{C}',
            'r' => '\r',
            'b' if in_class => '\u{8}',
            '0' if !self.peek().is_some_and(|c| c.is_ascii_digit()) => '\0',
            'c' => {
                let letter = self.next().filter(char::is_ascii_alphabetic).ok_or_else(fault)?;
                char::from(u8::try_from(letter).map_err(|_| fault())? % 32)
            }
            'x' => self.hex(2)?,
            'u' if self.take("{") => {
                let end = self.source[self.at..].find('}').ok_or_else(fault)?;
                let c = self.hex(end)?;
                self.at += 1;
                c
            }
            'u' => self.hex(4)?,
            '^' | '$' | '\\' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '/' => c,
            '-' | '&' | '!' | '#' | '%' | ',' | ':' | ';' | '<' | '=' | '>' | '@' | '`' | '~' if in_class => {
                c
            }
            _ => return Err(fault()),
        })
    }

    fn hex(&mut self, digits: usize) -> Result<char, PatternError> {
        let text = self.source.get(self.at..self.at + digits).filter(|text| !text.is_empty());
        let text = text.filter(|text| text.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let value = text.ok_or_else(|| invalid("an escape"))?.trim_start_matches('0');
        self.at += digits;
        let value = if value.is_empty() { Ok(0) } else { u32::from_str_radix(value, 16) };
        match value {
            Ok(code @ 0xD800..=0xDFFF) => Err(unsupported(&format!("the surrogate \\u{code:X}"))),
            Ok(code) => char::from_u32(code).ok_or_else(|| invalid("an escape beyond Unicode")),
            Err(_) => Err(invalid("an escape beyond Unicode")),
        }
    }

    /// Consumes a property such as `p{Lu}` after its backslash, and returns its translation.
    fn property(&mut self) -> Result<String, PatternError> {
        let fault = || invalid("a property");
        let is_negated = self.next() == Some('P');
        if !self.take("{") {
            return Err(fault());
        }
        let end = self.source[self.at..].find('}').ok_or_else(fault)?;
        let name = &self.source[self.at..self.at + end];
        self.at += end + 1;
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_=".contains(&byte))
        {
            return Err(fault());
        }
        if matches!(name, "Basic_Emoji" | "Emoji_Keycap_Sequence") || name.starts_with("RGI_") {
            return Err(unsupported("a property of strings"));
        }
        let is_script = |name: &str| {
            let is_property = |key: &str| syntax::parse(&format!(r"\p{{{key}={name}}}")).is_ok();
            is_property("Script") && !is_property("gc")
        };
        let (key, value) = name.split_once('=').unwrap_or(("gc", name));
        let is_known =
            matches!(key, "General_Category" | "gc" | "Script" | "sc" | "Script_Extensions" | "scx")
                && value.starts_with(|c: char| c.is_ascii_uppercase())
                && (name.contains('=') || !is_script(name));
        let translated = format!(r"\{}{{{name}}}", if is_negated { 'P' } else { 'p' });
        if !is_known || syntax::parse(&translated).is_err() {
            return Err(fault());
        }
        Ok(translated)
    }

    /// Translates the class after an opening bracket, with the classes that it contains.
    fn class(&mut self) -> Result<(), PatternError> {
        /// The operator between the operands of a class.
        #[derive(Clone, Copy, PartialEq, Eq)]
        enum Operator {
            Unknown,
            Union,
            Both(&'static str),
        }
        struct Class {
            operator: Operator,
            operands: usize,
            /// A single character, which may begin a range.
            last: Option<char>,
        }
        let fault = || invalid("a class");
        let mut open: Vec<Class> = Vec::new();
        let begin = |this: &mut Self, open: &mut Vec<Class>| {
            let is_negated = this.take("^");
            if this.peek() == Some(']') {
                // ECMAScript has an empty class, and one of all characters.
                this.at += 1;
                this.out.push_str(if is_negated { r"[\x{0}-\x{10FFFF}]" } else { "[a&&b]" });
            } else {
                this.out.push_str(if is_negated { "[^" } else { "[" });
                open.push(Class { operator: Operator::Unknown, operands: 0, last: None });
            }
        };
        begin(self, &mut open);
        while let Some(class) = open.last_mut() {
            let operator =
                ["--", "&&"].into_iter().find(|operator| self.source[self.at..].starts_with(operator));
            if let Some(operator) = operator {
                let is_first = class.operands == 1 && class.operator == Operator::Unknown;
                if !is_first && class.operator != Operator::Both(operator) || class.operands == 0 {
                    return Err(fault());
                }
                class.operator = Operator::Both(operator);
                self.at += 2;
                if operator == "&&" && self.peek() == Some('&') || self.peek() == Some(']') {
                    return Err(fault());
                }
                self.out.push_str(operator);
                class.operands = 0;
                continue;
            }
            if self.take("]") {
                if class.operands == 0 {
                    return Err(fault());
                }
                self.out.push(']');
                open.pop();
                if let Some(outer) = open.last_mut() {
                    outer.last = None;
                }
                continue;
            }
            // Operands of an operator must be separated by it.
            if class.operands > 0 {
                match class.operator {
                    Operator::Both(_) => return Err(fault()),
                    Operator::Unknown => class.operator = Operator::Union,
                    Operator::Union => {}
                }
            }
            if self.peek() == Some('-') {
                // A range.
                self.at += 1;
                let Some(first) = class.last.take() else { return Err(fault()) };
                let last = match self.class_atom()? {
                    ClassAtom::Character(last) if last >= first => last,
                    _ => return Err(fault()),
                };
                self.out.push('-');
                self.push_literal(last);
                continue;
            }
            class.operands += 1;
            if self.take("[") {
                class.last = None;
                begin(self, &mut open);
                continue;
            }
            match self.class_atom()? {
                ClassAtom::Character(c) => {
                    class.last = Some(c);
                    self.push_literal(c);
                }
                ClassAtom::Class(text) => {
                    class.last = None;
                    self.out.push_str(&text);
                }
            }
        }
        Ok(())
    }

    fn class_atom(&mut self) -> Result<ClassAtom, PatternError> {
        let fault = || invalid("a class");
        let c = self.next().ok_or_else(fault)?;
        if c == '\\' {
            if self.take("q{") {
                return self.class_strings();
            }
            if let Some(class) = self.class_escape()? {
                return Ok(ClassAtom::Class(class));
            }
            return self.character_escape(true).map(ClassAtom::Character);
        }
        if "()[]{}/-|".contains(c) || DOUBLE.contains(c) && self.peek() == Some(c) {
            return Err(fault());
        }
        Ok(ClassAtom::Character(c))
    }

    /// Consumes the strings of `\q{a|b}`, each of which must be one character.
    fn class_strings(&mut self) -> Result<ClassAtom, PatternError> {
        let (mut class, mut length) = (String::from("["), 0);
        loop {
            let c = match self.next() {
                None => return Err(invalid("a class")),
                Some('|' | '}') if length != 1 => return Err(unsupported("a class of strings")),
                Some('|') => {
                    length = 0;
                    continue;
                }
                Some('}') => break,
                Some('\\') => self.character_escape(true)?,
                Some(c) => c,
            };
            length += 1;
            push_code(c, &mut class);
        }
        Ok(ClassAtom::Class(class + "]"))
    }

    fn push_literal(&mut self, c: char) {
        if c.is_ascii_alphanumeric() || c == '_' {
            self.out.push(c);
        } else {
            push_code(c, &mut self.out);
        }
    }
}

fn push_code(c: char, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = write!(out, r"\x{{{:X}}}", u32::from(c));
}

enum ClassAtom {
    Character(char),
    Class(String),
}
