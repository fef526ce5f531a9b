//! Fuzzes URL patterns: the canonical form of a pattern is a pattern again, and a set finds what a loop
//! finds.
//!
//! The fields of the fuzz input are the URL and the patterns, which may be relative to the URL.

#![no_main]

use libfuzzer_sys::fuzz_target;
use url_facade::Url;
use url_pattern::{UrlPattern, UrlPatternOptions, UrlPatternSet, lint};
use urlspec_fuzz::Fields;

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields::new(data);
    let Ok(url) = Url::parse(&fields.text()) else { return };
    let mut patterns = Vec::new();
    while let Some(text) = fields.optional_text() {
        for base in [None, Some(url.as_str())] {
            match UrlPattern::parse(&text, base) {
                Ok(pattern) => patterns.push(pattern),
                // Text that a component takes from the base is escaped, which at most doubles it.
                Err(error) => assert!(
                    !error.to_string().is_empty()
                        && error.span().end as usize <= text.len() + 2 * url.as_str().len()
                ),
            }
        }
    }
    for pattern in &patterns {
        let (is_match, captures) = (pattern.matches(&url), pattern.captures(&url));
        assert_eq!((captures.is_some(), pattern.explain(&url).is_none()), (is_match, is_match), "{pattern}");
        if let Ok(again) = UrlPattern::from_init(&pattern.to_init(), UrlPatternOptions::default()) {
            assert_eq!(again.matches(&url), is_match, "{pattern}");
        }
    }
    let all: Vec<usize> = (0..patterns.len()).filter(|&at| patterns[at].matches(&url)).collect();
    let set = UrlPatternSet::new(patterns);
    assert_eq!((set.first(&url), set.all(&url)), (all.first().copied(), all));
    lint(&set);
});
