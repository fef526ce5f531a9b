//! Rendering of URLs for people, as in the Standard's "Internationalization and special characters". The
//! functions decode visible text. They leave text encoded if an attacker could use it for spoofing.
//!
//! The Standard lets each program decide which labels are safe. This module uses the level "highly
//! restrictive" of UTS 39. It does not detect a label in one script that looks like a word in another,
//! because that needs a table of confusable characters.
//!
//! Helpers, not in a spec: `is_safe_label`, `is_of_words`, `category_of`, `len_of_escapes`, `is_shown`.

use alloc::{borrow::Cow, string::String};

use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{BidiClass, DefaultIgnorableCodePoint, GeneralCategory, GeneralCategoryGroup, Script},
    script::ScriptWithExtensions,
};
use smallvec::SmallVec;
use url_core::{UNRESERVED, whatwg::starts_with_percent_encoded_byte};

use super::domain_to_unicode;

/// Renders `domain`, a result of the host parser, for people. A label is shown in Unicode if it contains only
/// letters, marks, decimal digits, hyphens and joiners, and these belong to one script, or to the scripts
/// that Chinese, Japanese or Korean combine with each other and Latin. Other labels stay in Punycode.
///
/// Spec: whatwg#url-rendering-i18n
///
/// # Examples
/// ```
/// use url_host::whatwg::render_domain;
/// assert_eq!(render_domain("xn--bcher-kva.example"), "bücher.example");
/// assert_eq!(render_domain("xn--pple-43d.example"), "xn--pple-43d.example"); // a Cyrillic а before Latin letters
/// ```
pub fn render_domain(domain: &str) -> Cow<'_, str> {
    // If the host is a domain, render it by running domain to Unicode.
    let unicode = domain_to_unicode(domain);
    if unicode == domain {
        return Cow::Borrowed(domain);
    }
    let mut rendered = String::with_capacity(unicode.len());
    for (i, (written, meant)) in domain.split('.').zip(unicode.split('.')).enumerate() {
        if i > 0 {
            rendered.push('.');
        }
        rendered.push_str(if is_safe_label(meant) { meant } else { written });
    }
    Cow::Owned(rendered)
}

fn is_safe_label(label: &str) -> bool {
    /// The combinations of scripts that one language uses together.
    const MIXED: [&[Script]; 3] = [
        &[Script::Latin, Script::Han, Script::Hiragana, Script::Katakana],
        &[Script::Latin, Script::Han, Script::Bopomofo],
        &[Script::Latin, Script::Han, Script::Hangul],
    ];
    let scripts = ScriptWithExtensions::new();
    let mut mixed = [true; MIXED.len()];
    let mut shared: Option<SmallVec<[Script; 8]>> = None;
    for c in label.chars() {
        if !is_of_words(c) {
            return false;
        }
        let of_c = scripts.get_script_extensions_val(c);
        if of_c.contains(&Script::Common) || of_c.contains(&Script::Inherited) {
            continue;
        }
        for (mixed, together) in mixed.iter_mut().zip(MIXED) {
            *mixed &= together.iter().any(|script| of_c.contains(script));
        }
        match &mut shared {
            Some(shared) => shared.retain(|script| of_c.contains(script)),
            None => shared = Some(of_c.iter().collect()),
        }
    }
    mixed.contains(&true) || shared.is_none_or(|shared| !shared.is_empty())
}

fn is_of_words(c: char) -> bool {
    const WORDS: GeneralCategoryGroup = GeneralCategoryGroup::Letter.union(GeneralCategoryGroup::Mark);
    let category = category_of(c);
    WORDS.contains(category)
        || category == GeneralCategory::DecimalNumber
        || matches!(c, '-' | '\u{200C}' | '\u{200D}')
}

fn category_of(c: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(c)
}

/// Renders `part`, a path, query or fragment from the parser, for people. Percent-encoded characters are
/// decoded if they are visible and have no meaning in a URL's grammar.
///
/// Spec: whatwg#url-rendering-i18n
///
/// # Examples
/// ```
/// use url_host::whatwg::decode_for_display;
/// assert_eq!(decode_for_display("/caf%C3%A9/%41"), "/café/A");
/// // A slash, a space, a control that reverses the text after it, a padlock, and a byte that is not UTF-8.
/// assert_eq!(decode_for_display("%2F%20%E2%80%AE%F0%9F%94%92%FF"), "%2F%20%E2%80%AE%F0%9F%94%92%FF");
/// ```
pub fn decode_for_display(part: &str) -> Cow<'_, str> {
    if !part.contains('%') {
        return Cow::Borrowed(part);
    }
    let mut shown = String::with_capacity(part.len());
    let mut rest = part;
    while let Some(at) = rest.find('%') {
        let (before, escapes) = rest.split_at(at);
        shown.push_str(before);
        let len = len_of_escapes(escapes);
        let (escapes, after) = escapes.split_at(len.max(1));
        if len == 0 {
            shown.push_str(escapes);
        } else {
            push_decoded(&mut shown, escapes);
        }
        rest = after;
    }
    shown.push_str(rest);
    Cow::Owned(shown)
}

fn len_of_escapes(text: &str) -> usize {
    text.as_bytes().chunks(3).take_while(|chunk| starts_with_percent_encoded_byte(chunk)).count() * 3
}

/// Spec: whatwg#url-rendering-i18n
fn push_decoded(shown: &mut String, escapes: &str) {
    // "UTF-8 decode without BOM" the percent-decoding of the sequence,
    let bytes: SmallVec<[u8; 32]> = percent_encoding::percent_decode_str(escapes).collect();
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            // unless that renders a character invisible, or presents a spoofing risk.
            if is_shown(c, shown) {
                shown.push(c);
            } else {
                shown.push_str(&escapes[at * 3..(at + c.len_utf8()) * 3]);
            }
            at += c.len_utf8();
        }
        // Bytes that are not UTF-8 stay encoded.
        shown.push_str(&escapes[at * 3..(at + chunk.invalid().len()) * 3]);
        at += chunk.invalid().len();
    }
}

/// Returns true if the decoded `c` may be shown after `shown`: `c` is visible, is not a delimiter of URLs or
/// a padlock, and does not complete an escape.
fn is_shown(c: char, shown: &str) -> bool {
    /// The categories of separators, controls, unassigned and private-use characters.
    const UNSEEN: GeneralCategoryGroup = GeneralCategoryGroup::Separator.union(GeneralCategoryGroup::Other);
    if let Ok(byte) = u8::try_from(c)
        && byte.is_ascii()
    {
        // After a stray percent sign, a decoded hexadecimal digit would complete an escape.
        let makes_escape =
            byte.is_ascii_hexdigit() && shown.bytes().rev().take(2).any(|before| before == b'%');
        // Unreserved characters have the same meaning with and without percent-encoding.
        return UNRESERVED.contains(byte) && !makes_escape;
    }
    let category = category_of(c);
    // A mark is drawn on the character before it. It must not be drawn on a delimiter.
    let is_on_letter = || shown.chars().next_back().is_some_and(is_of_words);
    !UNSEEN.contains(category)
        && !CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
        && (!GeneralCategoryGroup::Mark.contains(category) || is_on_letter())
        // The Braille blank is invisible. Padlocks are symbols of browsers.
        && !matches!(c, '\u{2800}' | '\u{1F50F}'..='\u{1F513}')
}

/// Returns true if `text` contains right-to-left characters.
///
/// Spec: whatwg#url-rendering-i18n
///
/// # Examples
/// ```
/// use url_host::whatwg::is_bidirectional;
/// assert!(is_bidirectional("/שלום") && !is_bidirectional("/日本"));
/// ```
pub fn is_bidirectional(text: &str) -> bool {
    let classes = CodePointMapData::<BidiClass>::new();
    let right_to_left = [BidiClass::RightToLeft, BidiClass::ArabicLetter, BidiClass::ArabicNumber];
    text.chars().any(|c| !c.is_ascii() && right_to_left.contains(&classes.get(c)))
}
