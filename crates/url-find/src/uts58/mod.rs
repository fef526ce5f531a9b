//! UTS #58, Unicode Link Detection and Formatting, version 17: the rule that ends a link, and the properties
//! of characters that the rule uses.
//!
//! Helpers, not in a spec: `value_in`, `link_term_beyond_ascii`, `skip`, `begin`, `has_open`.

#[cfg(feature = "uts58")]
mod detect;
mod format;

#[cfg(feature = "uts58")]
pub(crate) use self::detect::{Found, bare_name, has_known_suffix, link_at};
pub(crate) use self::format::is_invisible;
pub use self::format::{LinkParts, display, minimally_escaped};

/// The Unicode property `Link_Term`: the effect of a character on the end of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinkTerm {
    Include,
    /// The character ends the link.
    Hard,
    /// The character belongs to the link only if a later character certainly belongs to the link.
    Soft,
    Open,
    Close(char),
}

/// The brackets of Unicode (`LinkBracket.txt`): each opening bracket is before its closing bracket.
const BRACKETS: &str = "()<>[]{}༺༻༼༽᚛᚜⁅⁆⁽⁾₍₎⌈⌉⌊⌋❨❩❪❫❬❭❮❯❰❱❲❳❴❵⟅⟆⟦⟧⟨⟩⟪⟫⟬⟭⟮⟯⦃⦄⦅⦆⦇⦈⦉⦊⦋⦌⦍⦐⦏⦎⦑⦒⦓⦔⦕⦖⦗⦘⧘⧙⧚⧛⧼⧽\
⸢⸣⸤⸥⸦⸧⸨⸩⹕⹖⹗⹘⹙⹚⹛⹜〈〉《》「」『』【】〔〕〖〗〘〙〚〛﹙﹚﹛﹜﹝﹞（）［］｛｝｟｠｢｣";

use LinkTerm::{Hard as H, Include as I, Soft as S};

/// The ranges of `Link_Term` without brackets: the first code point of each range, and its value.
static LINK_TERM: [(u32, LinkTerm); 1710] = include!("link_term.in");

#[cfg(feature = "uts58")]
/// The ranges of `Link_Email`: `Include` for characters that have the property, `Hard` for others.
static LINK_EMAIL: [(u32, LinkTerm); 1621] = include!("link_email.in");

static ASCII: [LinkTerm; 128] = {
    let (mut values, mut code) = ([LinkTerm::Hard; 128], 0_u8);
    while code < 128 {
        values[code as usize] = match code {
            b'(' | b'<' | b'[' | b'{' => LinkTerm::Open,
            b')' => LinkTerm::Close('('),
            b'>' => LinkTerm::Close('<'),
            b']' => LinkTerm::Close('['),
            b'}' => LinkTerm::Close('{'),
            _ => value_in(&LINK_TERM, code as u32),
        };
        code += 1;
    }
    values
};

const fn value_in(ranges: &[(u32, LinkTerm)], code: u32) -> LinkTerm {
    let (mut low, mut high) = (0, ranges.len());
    while high - low > 1 {
        let middle = usize::midpoint(low, high);
        if ranges[middle].0 <= code {
            low = middle;
        } else {
            high = middle;
        }
    }
    ranges[low].1
}

/// Spec: uts58#property-link-term, uts58#property-link-bracket
#[inline]
pub(crate) fn link_term(c: char) -> LinkTerm {
    match ASCII.get(c as usize) {
        Some(&value) => value,
        None => link_term_beyond_ascii(c),
    }
}

fn link_term_beyond_ascii(c: char) -> LinkTerm {
    let value = value_in(&LINK_TERM, c.into());
    // FAST: most characters are in blocks without brackets.
    if value != LinkTerm::Include
        || !matches!(c, '\u{F00}'..='\u{FFFF}')
        || matches!(c, '\u{3040}'..='\u{FE58}')
    {
        return value;
    }
    let mut brackets = BRACKETS.chars();
    while let (Some(open), Some(close)) = (brackets.next(), brackets.next()) {
        if c == open {
            return LinkTerm::Open;
        }
        if c == close {
            return LinkTerm::Close(open);
        }
    }
    value
}

#[cfg(feature = "uts58")]
/// Spec: uts58#property-link-email
pub(crate) fn is_link_email(c: char) -> bool {
    value_in(&LINK_EMAIL, c.into()) == LinkTerm::Include
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Path,
    Query,
    Fragment,
}

/// Spec: uts58#link-termination
pub(crate) struct Termination {
    pub(crate) last_safe: usize,
    part: Part,
    open: Vec<char>,
    /// The number of characters of `:~:` at the end of the text that was read so far.
    directive: usize,
}

impl Termination {
    /// Spec: uts58#link-termination
    pub(crate) fn new(start: usize) -> Self {
        Self { last_safe: start, part: Part::Path, open: Vec::new(), directive: 0 }
    }

    fn begin(&mut self, part: Part) {
        self.part = part;
        self.open.clear();
    }

    pub(crate) fn has_open(&self) -> bool {
        !self.open.is_empty()
    }

    pub(crate) fn skip(&mut self, end: usize) {
        (self.last_safe, self.directive) = (end, 0);
    }

    /// Processes `c`, which has the value `term` and ends at `end`. Returns false if `c` ends the link.
    ///
    /// Spec: uts58#link-termination
    #[inline]
    pub(crate) fn take(&mut self, c: char, term: LinkTerm, end: usize) -> bool {
        // 1. The part's terminator ends the part and begins the next.
        match (self.part, c) {
            (Part::Path, '?') => self.begin(Part::Query),
            (Part::Path | Part::Query, '#') => self.begin(Part::Fragment),
            // 2. `/` in a path, `=` and `&` in a query, and `:~:` in a fragment clear the stack.
            (Part::Path, '/') | (Part::Query, '=' | '&') => self.open.clear(),
            _ => {}
        }
        self.directive = match (self.part, c, self.directive) {
            (Part::Fragment, ':', 2) => {
                self.open.clear();
                0
            }
            (Part::Fragment, ':', _) => 1,
            (Part::Fragment, '~', 1) => 2,
            _ => 0,
        };
        match term {
            // 3. Include: in the link.
            LinkTerm::Include => {}
            // 4. Soft: undecided; it is in the link only if something certain follows.
            LinkTerm::Soft => return true,
            // 5. Hard: stop.
            LinkTerm::Hard => return false,
            // 6. Open: push, in the link.
            LinkTerm::Open => self.open.push(c),
            // 7. Close: if the top of the stack is its opener, pop, and in the link; else stop.
            LinkTerm::Close(opener) => {
                if self.open.pop_if(|last| *last == opener).is_none() {
                    return false;
                }
            }
        }
        self.last_safe = end;
        true
    }
}

#[cfg(all(test, feature = "uts58"))]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use std::{collections::HashMap, fs};

    use super::{LinkTerm, is_link_email, link_term};

    fn rows(name: &str) -> Option<Vec<(u32, u32, String)>> {
        let text = fs::read_to_string(url_testdata::shared_suites("uts58")?.join(name)).ok()?;
        let hex = |text: &str| u32::from_str_radix(text, 16).unwrap();
        let rows = text.lines().filter_map(|line| {
            let mut fields = line.split('#').next()?.split(';').map(str::trim);
            let range = fields.next().filter(|range| !range.is_empty())?;
            let (first, last) = range.split_once("..").unwrap_or((range, range));
            Some((hex(first), hex(last), fields.next().unwrap_or_default().to_owned()))
        });
        Some(rows.collect())
    }

    /// Spec: uts58#property-link-term, uts58#property-link-bracket, uts58#property-link-email
    #[test]
    fn properties_are_those_of_unicode() {
        let files = ["LinkTerm.txt", "LinkBracket.txt", "LinkEmail.txt"].map(rows);
        let [Some(terms), Some(brackets), Some(emails)] = files else {
            return eprintln!("skipped: the suites are not here");
        };
        let pair = |(close, _, open): (_, _, String)| (close, u32::from_str_radix(&open, 16).unwrap());
        let opener: HashMap<u32, u32> = brackets.into_iter().map(pair).collect();
        let mut expected = vec!["Hard"; 0x11_0000];
        for (first, last, value) in &terms {
            expected[*first as usize..=*last as usize].fill(value);
        }
        let mut is_email = vec![false; 0x11_0000];
        for (first, last, _) in emails {
            is_email[first as usize..=last as usize].fill(true);
        }
        for c in '\0'..=char::MAX {
            let value = link_term(c);
            if let LinkTerm::Close(open) = value {
                assert_eq!(opener[&u32::from(c)], u32::from(open), "{c:?}");
            }
            assert!(format!("{value:?}").starts_with(expected[c as usize]), "{c:?}");
            assert_eq!(is_link_email(c), is_email[c as usize], "{c:?}");
        }
    }
}
