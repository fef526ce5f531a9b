//! Cleaned strings, and the places of their characters in the original string.

use std::borrow::Cow;

use url_core::Span;
use url_facade::{Parser, Profile};
use url_preprocess::{SourceMap, barth, connolly, manakai, webspecs, whatwg};

use crate::check_all;

/// A profile, its function `clean`, and its map if the function does more than trim.
type Rules = (Profile, fn(&str) -> Cow<'_, str>, Option<fn(&str) -> SourceMap>);

const RULES: [Rules; 5] = [
    (Profile::Whatwg, whatwg::clean, Some(|text| whatwg::clean_with_map(text).1)),
    (Profile::Manakai, manakai::clean, Some(SourceMap::of_manakai)),
    (Profile::Barth01, barth::clean, None),
    (Profile::Connolly, connolly::clean, None),
    (Profile::Webspecs, webspecs::clean, None),
];

/// The facade makes the same URL, or the same error at the same place, of `text` and of the cleaned `text`.
fn check(text: &str) {
    for (profile, clean, map) in RULES {
        let cleaned = clean(text);
        let map = map.map(|map| map(text));
        let trimmed = Span::locate(&cleaned, text).unwrap_or_default();
        let place = |span: Span| map.as_ref().map_or(span.after(trimmed.start), |map| map.original(span));
        for (at, c) in cleaned.char_indices() {
            let origin = place(Span::new(at, at + c.len_utf8())).of(text);
            let is_replaced = c == '\u{FFFD}' && origin.chars().count() == 1;
            assert!(origin == c.to_string() || is_replaced, "{text:?} by {profile}");
        }
        let parser = Parser::new(profile);
        match (parser.parse(text), parser.parse(&cleaned)) {
            (Err(error), Err(of_cleaned)) => {
                assert_eq!(error.reason(), of_cleaned.reason());
                // An empty place next to removed characters may be before or after them.
                let (span, cleaned) = (error.span(), of_cleaned.span());
                assert!(cleaned.is_empty() || span == place(cleaned), "{text:?} by {profile}: {span}");
            }
            (url, of_cleaned) => assert_eq!(url, of_cleaned, "{text:?} by {profile}"),
        }
    }
}

#[test]
fn strings() {
    check_all(
        "[ \\t\\n\\x0B\\x0C\\x00\u{85}\u{FFFE}]{0,3}([ \\t\\nh:/.%@0]|https://|é){0,9}[ \\t\\n\\x0B]{0,3}",
        check,
    );
}
