//! A matcher of parts without regular expressions.
//!
//! The parts are compiled to steps, and a search with a stack tries them in the order in which the regular
//! expression of the Standard would try them, so that groups are the same. The search remembers the positions
//! from which the rest of the steps failed, and tries none of them twice. Its time is thus at most the number
//! of steps times the length of the text.

use memchr::memchr;
use smallvec::SmallVec;

use crate::part::{Modifier, Part, PartType, PatternOptions, Spans};
#[cfg(feature = "set")]
use crate::tree::{SEGMENT, Start};

#[derive(Debug)]
enum Step {
    Text(Box<str>),
    /// At least one byte other than the delimiter, as few as possible; stored in a group if there is one.
    Segment,
    /// As `Segment`, but as many as possible, and none if `min` is 0.
    Segments {
        min: usize,
    },
    /// All bytes up to the delimiter, at least one.
    WholeSegment,
    /// At least `min` bytes of any value, as many as possible.
    Any {
        min: usize,
    },
    /// As `Any`, up to the last `rest` bytes.
    AnyBefore {
        min: usize,
        rest: usize,
    },
    /// Begins the group.
    Open(usize),
    /// Ends the group.
    Close(usize),
    /// Tries the next step, and if that fails, continues at `otherwise`, without the group `skipped`.
    Split {
        otherwise: usize,
        skipped: Option<usize>,
    },
    Jump(usize),
}

impl Step {
    const fn is_straight(&self) -> bool {
        matches!(
            self,
            Self::Text(_) | Self::WholeSegment | Self::AnyBefore { .. } | Self::Open(_) | Self::Close(_)
        )
    }
}

#[derive(Debug)]
pub(crate) struct Program {
    steps: Vec<Step>,
    /// The part that each step comes from.
    parts: Vec<u32>,
    groups: usize,
    delimiter: Option<u8>,
    ignore_case: bool,
    /// True if each step has one way only.
    is_straight: bool,
}

/// A choice that the search may come back to.
#[derive(Clone, Copy, Debug)]
enum Choice {
    /// The step may end later: at `next`, up to `last`.
    Longer {
        step: usize,
        next: usize,
        last: usize,
    },
    /// The step may end earlier: at `next`, down to `first`.
    Shorter {
        step: usize,
        next: usize,
        first: usize,
    },
    Otherwise {
        step: usize,
        position: usize,
        skipped: Option<usize>,
    },
}

/// The ends of a step after which the rest of the steps is known to fail: `from..=to`.
#[derive(Clone, Copy, Debug)]
struct Failed {
    from: usize,
    to: usize,
}

impl Failed {
    const NONE: Self = Self { from: usize::MAX, to: 0 };

    fn contains(self, end: usize) -> bool {
        (self.from..=self.to).contains(&end)
    }

    /// Adds `end` to the range if it is adjacent. Otherwise, the range becomes `end` alone.
    fn add(&mut self, end: usize) {
        if self.from.checked_sub(1) == Some(end) {
            self.from = end;
        } else if self.from != usize::MAX && self.to + 1 == end {
            self.to = end;
        } else if !self.contains(end) {
            *self = Self { from: end, to: end };
        }
    }
}

impl Program {
    pub(crate) fn compile(part_list: &[Part], options: PatternOptions) -> Self {
        let PatternOptions { delimiter, ignore_case, .. } = options;
        let mut program = Self {
            steps: Vec::new(),
            parts: Vec::new(),
            groups: 0,
            delimiter,
            ignore_case,
            is_straight: false,
        };
        for (at, part) in part_list.iter().enumerate() {
            if part.kind == PartType::FixedText {
                program.fixed_text(part);
            } else {
                program.group(part);
            }
            program.parts.resize(program.steps.len(), u32::try_from(at).unwrap_or(u32::MAX));
        }
        // FAST: text that begins with the delimiter, or the end, follows at the end of a segment only, and
        // the last text, or the end, follows a wildcard at one place only.
        for at in 0..program.steps.len() {
            match program.steps[at] {
                Step::Segment if program.ends_with_segment(at) => program.steps[at] = Step::WholeSegment,
                Step::Any { min } => {
                    if let Some(rest) = program.text_at_end(at) {
                        program.steps[at] = Step::AnyBefore { min, rest };
                    }
                }
                _ => {}
            }
        }
        program.is_straight = program.steps.iter().all(Step::is_straight);
        program
    }

    /// Returns the start of all texts that match.
    #[cfg(feature = "set")]
    pub(crate) fn start(&self) -> Start {
        let mut key = Vec::new();
        for (at, step) in self.steps.iter().enumerate() {
            match step {
                Step::Text(text) => key.extend_from_slice(text.as_bytes()),
                Step::Open(_) | Step::Close(_) => {}
                Step::WholeSegment if self.delimiter == Some(b'/') => key.push(SEGMENT),
                step => {
                    let is_proof = matches!(step, Step::AnyBefore { min: 0, rest: 0 });
                    let is_proof = is_proof && at + 2 >= self.steps.len();
                    return Start { key, is_whole: false, is_proof };
                }
            }
        }
        Start { key, is_whole: true, is_proof: true }
    }

    fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let is_target = self.is_target();
        match self.steps.last_mut() {
            Some(Step::Text(before)) if !is_target => *before = [before, text].concat().into(),
            _ => self.steps.push(Step::Text(text.into())),
        }
    }

    /// Returns true if a step jumps behind the last step.
    fn is_target(&self) -> bool {
        let end = self.steps.len();
        self.steps
            .iter()
            .rev()
            .take(12)
            .any(|step| matches!(step, Step::Split { otherwise, .. } if *otherwise == end))
    }

    /// Adds the steps of `{text}` with its modifier.
    fn fixed_text(&mut self, part: &Part) {
        if part.value.is_empty() {
            return;
        }
        match part.modifier {
            Modifier::None => self.text(&part.value),
            Modifier::Optional => {
                self.steps.push(Step::Split { otherwise: self.steps.len() + 2, skipped: None });
                self.steps.push(Step::Text(part.value.as_str().into()));
            }
            Modifier::ZeroOrMore => self.repeat(&part.value),
            Modifier::OneOrMore => {
                self.text(&part.value);
                self.repeat(&part.value);
            }
        }
    }

    fn repeat(&mut self, text: &str) {
        let start = self.steps.len();
        self.steps.push(Step::Split { otherwise: start + 3, skipped: None });
        self.steps.push(Step::Text(text.into()));
        self.steps.push(Step::Jump(start));
    }

    /// Adds the steps of a group: those of the regular expression that the Standard generates.
    fn group(&mut self, part: &Part) {
        let group = self.groups;
        self.groups += 1;
        let is_segment = part.kind == PartType::SegmentWildcard;
        let has_affix = !part.prefix.is_empty() || !part.suffix.is_empty();
        let may_repeat = matches!(part.modifier, Modifier::ZeroOrMore | Modifier::OneOrMore);
        let may_be_absent =
            part.modifier == Modifier::Optional || has_affix && part.modifier == Modifier::ZeroOrMore;
        let split = self.steps.len();
        if may_be_absent {
            self.steps.push(Step::Split { otherwise: 0, skipped: Some(group) });
        }
        self.text(&part.prefix);
        self.steps.push(Step::Open(group));
        // ECMAScript takes an optional group for absent if it would be empty.
        let min = usize::from(may_be_absent && !has_affix);
        self.steps.push(match (is_segment, may_repeat) {
            (true, true) if !has_affix => {
                Step::Segments { min: usize::from(part.modifier == Modifier::OneOrMore) }
            }
            (true, _) => Step::Segment,
            (false, _) => Step::Any { min },
        });
        // Further wildcards would match no more than the first one does.
        if is_segment && may_repeat && has_affix {
            let start = self.steps.len();
            self.steps.push(Step::Split { otherwise: 0, skipped: None });
            self.steps.push(Step::Text([&*part.suffix, &*part.prefix].concat().into()));
            self.steps.push(Step::Segment);
            self.steps.push(Step::Jump(start));
            self.steps[start] = Step::Split { otherwise: self.steps.len(), skipped: None };
        }
        self.steps.push(Step::Close(group));
        if !part.suffix.is_empty() {
            self.steps.push(Step::Text(part.suffix.as_str().into()));
        }
        if may_be_absent {
            self.steps[split] = Step::Split { otherwise: self.steps.len(), skipped: Some(group) };
        }
    }

    /// Returns true if all of `text` matches, and then appends the groups to `spans`.
    pub(crate) fn run(&self, text: &str, spans: Option<&mut Spans>) -> bool {
        match spans {
            None => self.search(text, None, &mut |_, _| {}),
            Some(spans) => {
                let first = spans.len();
                spans.resize(first + self.groups, None);
                let is_match = self.search(text, Some(&mut spans[first..]), &mut |_, _| {});
                if !is_match {
                    spans.truncate(first);
                }
                is_match
            }
        }
    }

    /// Returns the position that refuses `text`, and the part of the step that refuses it: where the fixed
    /// text at an end of the pattern differs, or else the largest position that a step refused.
    pub(crate) fn furthest(&self, text: &str) -> (usize, Option<usize>) {
        let part = |step: usize| self.parts.get(step).map(|part| *part as usize);
        let is_same = |(a, b): &(u8, u8)| a == b || self.ignore_case && a.eq_ignore_ascii_case(b);
        if let Some(Step::Text(first)) = self.steps.first()
            && !self.is_text_at(first, text.as_bytes(), 0)
        {
            return (text.bytes().zip(first.bytes()).take_while(is_same).count(), part(0));
        }
        let is_split = |step: &Step| matches!(step, Step::Split { .. });
        if let Some(Step::Text(last)) = self.steps.last()
            && !self.steps.iter().any(is_split)
        {
            let same = text.bytes().rev().zip(last.bytes().rev()).take_while(is_same).count();
            if same < last.len() {
                return (text.len().saturating_sub(same + 1), part(self.steps.len() - 1));
            }
        }
        let mut furthest = (0, None);
        self.search(text, None, &mut |step: usize, position| {
            if furthest.1.is_none() || position > furthest.0 {
                furthest = (position, part(step));
            }
        });
        furthest
    }

    fn search(
        &self,
        text: &str,
        spans: Option<&mut [Option<(u32, u32)>]>,
        refused: &mut impl FnMut(usize, usize),
    ) -> bool {
        if self.is_straight {
            let (mut spans, mut position) = (spans, 0);
            for (step, straight) in self.steps.iter().enumerate() {
                let Some(next) = self.pass(straight, text, position, &mut spans) else {
                    refused(step, position);
                    return false;
                };
                position = next;
            }
            if position < text.len() {
                refused(self.steps.len(), position);
            }
            return position == text.len();
        }
        let (choices, failed, tried) = (SmallVec::new(), SmallVec::new(), Tried::default());
        let mut search =
            Search { program: self, text, spans, choices, failed, tried, segment: (text.len(), text.len()) };
        let (mut step, mut position) = (0, 0);
        loop {
            let next = match search.take(step, position) {
                Taken::All => return true,
                Taken::Moved(step, position) => Some((step, position)),
                Taken::Chosen => search.choose(),
                Taken::Refused => {
                    refused(step, position);
                    search.choose()
                }
            };
            match next {
                Some(next) => (step, position) = next,
                None => return false,
            }
        }
    }

    /// Takes a step that has one way only. Returns the position after it, or `None` if the text refuses it.
    #[inline]
    fn pass(
        &self,
        step: &Step,
        text: &str,
        position: usize,
        spans: &mut Option<&mut [Option<(u32, u32)>]>,
    ) -> Option<usize> {
        let bytes = text.as_bytes();
        match step {
            Step::Text(expected) => {
                self.is_text_at(expected, bytes, position).then(|| position + expected.len())
            }
            &Step::Open(group) => {
                if let Some(span) = spans.as_deref_mut().and_then(|spans| spans.get_mut(group)) {
                    *span = Some((narrow(position), narrow(position)));
                }
                Some(position)
            }
            &Step::Close(group) => {
                if let Some(Some((_, end))) = spans.as_deref_mut().and_then(|spans| spans.get_mut(group)) {
                    *end = narrow(position);
                }
                Some(position)
            }
            Step::WholeSegment => Some(self.segment_end(bytes, position)).filter(|end| *end > position),
            &Step::AnyBefore { min, rest } => {
                let end = bytes.len().checked_sub(rest);
                end.filter(|end| *end >= position + min && text.is_char_boundary(*end))
            }
            _ => None,
        }
    }

    fn segment_end(&self, bytes: &[u8], position: usize) -> usize {
        let rest = bytes.get(position..).unwrap_or_default();
        let length = self.delimiter.and_then(|delimiter| memchr(delimiter, rest));
        position + length.unwrap_or(rest.len())
    }

    /// Returns true if the step after the segment `step` can only match at the end of a segment.
    fn ends_with_segment(&self, step: usize) -> bool {
        matches!(self.steps.get(step + 1), Some(Step::Close(_)))
            && match self.steps.get(step + 2) {
                None => true,
                Some(Step::Text(text)) => text.bytes().next() == self.delimiter,
                _ => false,
            }
    }

    /// Returns the length of the text after the wildcard `step`, if that text ends the pattern.
    fn text_at_end(&self, step: usize) -> Option<usize> {
        let _ = self.steps.get(step + 1).filter(|step| matches!(step, Step::Close(_)))?;
        match self.steps.get(step + 2) {
            None => Some(0),
            Some(Step::Text(text)) if step + 3 == self.steps.len() => Some(text.len()),
            _ => None,
        }
    }

    fn is_text_at(&self, expected: &str, bytes: &[u8], position: usize) -> bool {
        let found = bytes.get(position..position + expected.len());
        found.is_some_and(|found| {
            found == expected.as_bytes()
                || self.ignore_case && found.eq_ignore_ascii_case(expected.as_bytes())
        })
    }
}

struct Search<'s> {
    program: &'s Program,
    text: &'s str,
    spans: Option<&'s mut [Option<(u32, u32)>]>,
    choices: SmallVec<[Choice; 8]>,
    failed: SmallVec<[Failed; 16]>,
    tried: Tried,
    /// The last segment that was found, so that no text is searched for its end twice.
    segment: (usize, usize),
}

enum Taken {
    /// All of the text matches.
    All,
    /// The search goes on at this step and this position.
    Moved(usize, usize),
    /// The step added a choice.
    Chosen,
    Refused,
}

impl Search<'_> {
    fn take(&mut self, step: usize, position: usize) -> Taken {
        let (program, bytes) = (self.program, self.text.as_bytes());
        match program.steps.get(step) {
            None if position == bytes.len() => Taken::All,
            Some(Step::WholeSegment) => {
                let end = self.segment_end(position);
                if end > position { Taken::Moved(step + 1, end) } else { Taken::Refused }
            }
            Some(next) if next.is_straight() => {
                let position = program.pass(next, self.text, position, &mut self.spans);
                position.map_or(Taken::Refused, |position| Taken::Moved(step + 1, position))
            }
            Some(&Step::Jump(to)) => Taken::Moved(to, position),
            Some(&Step::Split { otherwise, skipped }) => {
                if !self.tried.is_new(step, position, program.steps.len()) {
                    return Taken::Chosen;
                }
                self.choices.push(Choice::Otherwise { step: otherwise, position, skipped });
                Taken::Moved(step + 1, position)
            }
            Some(Step::Segment) => {
                let last = self.segment_end(position);
                if last == position {
                    return Taken::Refused;
                }
                self.choices.push(Choice::Longer { step, next: position + 1, last });
                Taken::Chosen
            }
            Some(&Step::Segments { min }) => {
                let next = self.segment_end(position);
                self.choices.push(Choice::Shorter { step, next, first: position + min });
                Taken::Chosen
            }
            Some(&Step::Any { min }) => {
                self.choices.push(Choice::Shorter { step, next: bytes.len(), first: position + min });
                Taken::Chosen
            }
            _ => Taken::Refused,
        }
    }

    fn segment_end(&mut self, position: usize) -> usize {
        let (start, mut end) = self.segment;
        if !(start..=end).contains(&position) {
            let bytes = self.text.as_bytes();
            let stop = if position < start { start } else { bytes.len() };
            let rest = bytes.get(position..stop).unwrap_or_default();
            let found = self.program.delimiter.and_then(|delimiter| memchr(delimiter, rest));
            end = found.map_or(if position < start { end } else { bytes.len() }, |at| position + at);
            self.segment = (position, end);
        }
        end
    }

    /// Returns the step and the position of the next way that the last choices leave.
    fn choose(&mut self) -> Option<(usize, usize)> {
        loop {
            let (of, end) = match self.choices.last_mut()? {
                &mut Choice::Otherwise { step, position, skipped } => {
                    self.choices.pop();
                    if let (Some(spans), Some(group)) = (self.spans.as_deref_mut(), skipped) {
                        spans[group] = None;
                    }
                    return Some((step, position));
                }
                Choice::Longer { step, next, last } if *next <= *last => {
                    *next += 1;
                    (*step, *next - 1)
                }
                Choice::Shorter { step, next, first } if *next >= *first && *next != usize::MAX => {
                    *next = next.wrapping_sub(1);
                    (*step, next.wrapping_add(1))
                }
                _ => {
                    self.choices.pop();
                    continue;
                }
            };
            if self.failed.len() <= of {
                self.failed.resize(self.program.steps.len(), Failed::NONE);
            }
            // An end that was tried before has failed.
            let failed = &mut self.failed[of];
            if !failed.contains(end) {
                failed.add(end);
                if self.text.is_char_boundary(end) {
                    return Some((of + 1, end));
                }
            } else if let Some(Choice::Longer { next, .. }) = self.choices.last_mut() {
                *next = failed.to + 1;
            } else if let Some(Choice::Shorter { next, .. }) = self.choices.last_mut() {
                *next = failed.from.wrapping_sub(1);
            }
        }
    }
}

/// The splits that were tried, each with its position. The first ones are not recorded, since most searches
/// are short.
#[derive(Default)]
struct Tried {
    count: usize,
    places: std::collections::HashSet<(usize, usize)>,
}

impl Tried {
    fn is_new(&mut self, step: usize, position: usize, steps: usize) -> bool {
        self.count += 1;
        self.count <= 4 * steps || self.places.insert((step, position))
    }
}

fn narrow(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

#[cfg(all(test, feature = "regexp"))]
mod tests {
    use super::Program;
    use crate::{
        canonicalize::canonicalize_an_opaque_pathname,
        part::{FULL_WILDCARD_REGEXP, PartType, PatternOptions, Spans, parse_a_pattern_string},
        regexp,
    };

    /// The steps find what the regular expression of the Standard finds, for all short patterns and texts.
    #[test]
    fn steps_are_the_regular_expression() {
        const PIECES: [&str; 14] = [
            "a", "/", ":n", "*", "{a}?", "{/}*", "{a}+", "{:n}?", "{a:n}*", "{:n/}+", "{a*/}?", "{*}+",
            "{:n}*", "{a:n/}+",
        ];
        let options = PatternOptions { delimiter: Some(b'/'), prefix: "/", ignore_case: false };
        let texts = url_testdata::hostile::short_strings("a/b", 4);
        let (mut count, mut matches) = (0, 0);
        for numbers in url_testdata::hostile::short_strings("0123456789abcd", 3) {
            // Names must differ.
            let pieces = numbers.chars().zip('m'..).map(|(digit, name)| {
                PIECES[digit.to_digit(16).unwrap() as usize].replace('n', &name.to_string())
            });
            let pattern: String = pieces.collect();
            let Ok(parts) = parse_a_pattern_string(&pattern, options, canonicalize_an_opaque_pathname) else {
                continue;
            };
            let groups = parts.iter().filter(|part| part.kind != PartType::FixedText).count();
            let program = Program::compile(&parts, options);
            let regexp = regexp::compile(&parts, options).unwrap();
            // An optional wildcard that is empty is absent in ECMAScript only.
            let is_alike = !parts.iter().any(|part| {
                part.kind == PartType::FullWildcard
                    && part.prefix.is_empty()
                    && part.suffix.is_empty()
                    && part.modifier == crate::part::Modifier::Optional
            });
            for text in &texts {
                let (mut by_steps, mut by_regexp) = (Spans::new(), Spans::new());
                let is_match = regexp::captures(&regexp, text, groups, &mut by_regexp);
                count += 1;
                matches += usize::from(is_match);
                assert_eq!(program.run(text, Some(&mut by_steps)), is_match, "{pattern} {text}");
                assert!(!is_alike || by_steps == by_regexp, "{pattern} {text}: {by_steps:?} {by_regexp:?}");
            }
        }
        assert!(count > 100_000 && matches > 10_000, "{count} {matches}");
        assert_eq!(FULL_WILDCARD_REGEXP, ".*");
    }
}
