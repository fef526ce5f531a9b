//! Whole paths.

use std::borrow::Cow;

use url_core::is_noncharacter;
use url_facade::{Parser, Profile};
use url_path::{barth, manakai, relative_path, rfc3986, webspecs, whatwg};

use crate::check_all;

type Normalize = fn(&str) -> Cow<'_, str>;
type Rules = (Profile, Normalize, Normalize, fn(&str, &str) -> String);

const RULES: [Rules; 5] = [
    (Profile::Whatwg, whatwg::normalize_path, whatwg::remove_dot_segments, whatwg::join),
    (Profile::Manakai, manakai::normalize_path, manakai::remove_dot_segments, manakai::join),
    (Profile::Barth01, barth::normalize_path, barth::remove_dot_segments, barth::join),
    (Profile::Webspecs, webspecs::normalize_path, webspecs::remove_dot_segments, webspecs::join),
    (Profile::Rfc3986, rfc3986::normalize_path, rfc3986::remove_dot_segments, rfc3986::join),
];

/// Checks the functions of every document with `text` as a path after a slash, and as a reference.
fn check(text: &str) {
    // The parsers end paths at these, or remove or replace them first.
    let is_other = |c| matches!(c, '?' | '#' | '\t' | '\n' | '\r') || is_noncharacter(c);
    let (text, path) = (text.replace(is_other, ""), format!("/{}", text.replace(is_other, "")));
    for (profile, normalize, remove, join) in RULES {
        // The question mark keeps the parser from trimming the path.
        let parser = Parser::new(profile);
        let Ok(url) = parser.parse(&format!("https://h{path}?")) else { continue };
        let normal = normalize(&path);
        assert_eq!(normal, url.path(), "{path:?} by {profile}");
        assert!(normalize(&remove(&path)) == normal || profile == Profile::Webspecs, "{path:?} by {profile}");
        // Schemes, authorities and drives are not parts of a path.
        let is_path = !text.contains([':', '|']) && !text.replace('\\', "/").starts_with("//");
        let is_path = is_path && !text.starts_with(|c| c <= ' ');
        for base in ["", "/", "/a/b", "/a/b/", "//", &*normal].into_iter().filter(|_| is_path) {
            let url = parser.parse(&format!("https://h{base}?")).unwrap();
            let Ok(resolved) = parser.with_base(&url).parse(&format!("{text}?")) else { continue };
            let mut joined = join(url.path(), &text);
            if matches!(profile, Profile::Manakai | Profile::Rfc3986) {
                joined = normalize(&joined).into_owned();
            }
            assert_eq!(joined, resolved.path(), "{text:?}, {base:?}, {profile}");
            if profile == Profile::Whatwg {
                assert_eq!(join(base, &text), resolved.path());
                assert_eq!(join(base, &relative_path(url.path(), &normal)), normal);
            }
        }
    }
}

#[test]
fn paths() {
    check_all("([./\\\\ab|]|%2[eEfF]|%5[cC]|%7e|\\PC| ){0,12}", check);
}

/// A base or a reference without a slash at its start, and paths that are long.
#[test]
fn paths_without_a_slash() {
    for (_, normalize, remove, join) in &RULES[..4] {
        assert_eq!((&*normalize("a/../b"), join("a/b", "c").trim_start_matches('/')), ("/b", "a/c"));
        let long = "a/".repeat(200_000) + &"../".repeat(200_000);
        assert_eq!((&*normalize(&long), &*remove(&long), join(&long, &long).len()), ("/", "/", 1));
    }
    for (_, normalize, _, join) in &RULES[4..] {
        assert_eq!((&*normalize("a/../b"), &*join("a/b", "c"), &*join("", "c")), ("a/../b", "a/c", "/c"));
    }
}
