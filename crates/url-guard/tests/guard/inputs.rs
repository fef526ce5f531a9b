//! Tests that the guard permits or refuses every input, and that permitted inputs are harmless.

use url_facade::{Url, host::HostRisk};
use url_guard::{Guard, Hazard, Refusal, decode};
use url_testdata::{
    hostile::{Dice, LURE_BASES, short_strings},
    own_vectors, read_json_lines, text,
};

#[track_caller]
fn code(input: &str, base: Option<&str>) -> &'static str {
    Guard::default().check(input, base).map_or_else(|refusal| refusal.code(), |_| "")
}

#[test]
fn blank_input_is_refused() {
    for blank in ["", " ", "\t\n", "\u{3000}\u{A0}", "\0"] {
        assert_eq!(code(blank, None), "empty", "{blank:?}");
        // A blank input is refused, although it resolves to the base.
        assert_eq!(code(blank, Some("https://a.example/")), "empty", "{blank:?}");
        assert_eq!(Guard::default().check_bytes(blank.as_bytes(), None).unwrap_err(), Refusal::Empty);
    }
    for input in ["x", "//a.example/", "http:", "http://", "http:///", ":", "?", "http://a.example:99999/"] {
        assert_ne!(code(input, None), "", "{input}");
    }
    for base in ["", "x", "mailto:x", "http://", "http://a.example:x/"] {
        for input in ["a", "https://a.example/", "//a.example/"] {
            assert_ne!(code(input, Some(base)), "", "{input} {base}");
        }
    }
}

#[test]
fn bytes_that_are_not_text_are_refused() {
    let refusal = Guard::default().check_bytes(b"http://a.example/\xFF", None).unwrap_err();
    assert_eq!((refusal.code(), refusal.to_string()), ("not-utf8", "it is not UTF-8, at byte 17".into()));
    assert!(Guard::default().check_bytes(b"http://a.example/", None).is_ok());
}

/// The inputs have the maximum length, one byte more, or far more. Some URLs are too long only after
/// escaping.
#[test]
fn long_inputs_are_refused() {
    let of_len = |len: usize| format!("https://a.example/{}", "a".repeat(len - 18));
    assert!(Guard::default().check(&of_len(1 << 16), None).is_ok());
    let too_long = |len| Refusal::TooLong { len, limit: 1 << 16 };
    assert_eq!(Guard::default().check(&of_len((1 << 16) + 1), None).unwrap_err(), too_long((1 << 16) + 1));
    assert_eq!(Guard::default().check("a", Some(&of_len(1 << 24))).unwrap_err(), too_long(1 << 24));
    assert_eq!(code(&format!("https://a.example/{}", "é".repeat(20_000)), None), "too-long");
    assert_eq!(code(&"../".repeat(20_000), Some(&of_len(20_000))), "");

    // Without a limit: each is refused or permitted, in linear time.
    let guard = Guard::builder().max_len(usize::MAX).build().unwrap();
    for part in ["a", "é", "%", "%25", "%2525", "../", "a.", "\\", "@", ":", "//", "[", "..;", "xn--a."] {
        for start in ["", "http://", "https://a.example/", "https://a.example/?", "https://u:"] {
            let _ = guard.check(&format!("{start}{}", part.repeat((1 << 18) / part.len())), None);
        }
    }
    assert!(guard.check(&of_len(1 << 24), None).is_ok());
}

/// A permitted URL is permitted again without a change, and parses to the reported components.
#[test]
fn permitted_urls_are_permitted_again() {
    let guard = Guard::builder().any_port().permit(Hazard::Credentials).any_origin().build().unwrap();
    let mut permitted = 0;
    for start in
        ["", "http:", "https://", "http://u@", "http://a.b", "//a.b:", "https://a.b/", "http://1.1.1.1"]
    {
        for end in short_strings("a1./\\:@%?#[;é", 3) {
            for base in [None, Some("https://b.example/c/d?e")] {
                let Ok(first) = guard.check(&format!("{start}{end}"), base) else { continue };
                permitted += 1;
                let again = guard.check(first.href(), None).unwrap();
                assert_eq!(
                    (first.href(), first.host(), first.port(), first.origin()),
                    (again.href(), again.host(), again.port(), again.origin())
                );
                let url = Url::parse(first.href()).unwrap();
                assert_eq!(
                    (url.as_str(), url.host(), url.origin()),
                    (first.href(), Some(first.host()), first.origin().clone())
                );
            }
        }
    }
    assert!(permitted > 3_000, "{permitted}");
}

/// Hostile strings that are permitted obey the rules: the host is public, and no decoding of the path
/// contains `..` or a control character.
#[test]
fn permitted_lures_are_harmless() {
    let (mut dice, guard) = (Dice::new(47), Guard::default());
    let mut permitted = 0;
    for number in 0..6_000 {
        let base = LURE_BASES.get(number % (LURE_BASES.len() + 1)).copied();
        let input = dice.lure(base.is_some());
        let Ok(found) = guard.check(&input, base) else { continue };
        permitted += 1;
        let risk = found.risk();
        assert!(risk.is_public() || risk == HostRisk::UnknownUntilResolved, "{input} {base:?}: {risk:?}");
        assert_eq!(guard.check(found.href(), None).unwrap().href(), found.href());
        let mut path = Url::parse(found.href()).unwrap().path().to_owned();
        for _ in 0..2 {
            path = decode(&path);
            assert!(!path.contains(|c: char| c.is_ascii_control()), "{input} {base:?}: {path:?}");
            assert!(path.split(['/', '\\']).all(|segment| segment != ".."), "{input} {base:?}: {path}");
        }
    }
    assert!(permitted > 1_500, "{permitted}");
}

#[test]
fn a_denied_path_is_refused_in_every_spelling() {
    let mut dice = Dice::new(48);
    let mut deny = Guard::builder().deny_paths(["/admin/panel"]).any_port();
    for hazard in Hazard::ALL {
        deny = deny.permit(hazard);
    }
    let guard = deny.build().unwrap();
    for _ in 0..5_000 {
        let mut path = String::new();
        for c in "/admin/panel".chars() {
            let (code, wide) = (u32::from(c), char::from_u32(u32::from(c) + 0xFEE0).unwrap());
            let spelled = match dice.roll(10) {
                0 => c.to_string(),
                1 => c.to_ascii_uppercase().to_string(),
                2 => format!("%{code:02x}"),
                3 => format!("%25{code:02X}"),
                4 => format!("%u{code:04X}"),
                5 => format!("%25u{:04x}", u32::from(wide)),
                6 => format!("%{:02X}", u32::from(c.to_ascii_uppercase())),
                7 => wide.to_string(),
                8 => format!("%u{:04X}", u32::from(wide)),
                _ if c == '/' => {
                    dice.pick(&["//", "/./", "\\", "/x/../", ";a/", "/%2e/", "::$DATA/"]).to_owned()
                }
                _ => c.to_string(),
            };
            path += &spelled;
        }
        path +=
            dice.pick(&["", "/", "/x", ";x", "%3fx", "%23", "%00.css", "::$DATA", ".", "%20", "?q", "#f"]);
        let url = format!("http://a.example{}{path}", if path.starts_with(['/', '\\']) { "" } else { "/" });
        assert!(guard.check(&url, None).is_err(), "{url}");
    }
}

/// If a guard has rules about paths, it refuses paths with unusual spellings.
#[test]
fn rules_about_paths_refuse_unusual_spellings() {
    for (path, hazard) in [
        ("/a%2Fb", Hazard::EncodedSlash),
        ("/a%u005Cb", Hazard::EncodedSlash),
        ("/a%2eb", Hazard::EncodedDot),
        ("/a/%2e/b", Hazard::EncodedDot),
        ("/[id]", Hazard::BracketInPath),
    ] {
        let url = format!("http://a.example{path}");
        assert!(Guard::default().check(&url, None).is_ok(), "{url}");
        for builder in [Guard::builder().allow_paths(["/"]), Guard::builder().deny_paths(["/x"])] {
            let refusal = builder.clone().build().unwrap().check(&url, None).unwrap_err();
            assert_eq!(refusal.hazard(), Some(hazard), "{url}");
            assert!(builder.permit(hazard).build().unwrap().check(&url, None).is_ok(), "{url}");
        }
    }
    let guard = Guard::builder().deny_paths(["/admin"]).build().unwrap();
    for path in ["/.../a", "/a%2520b", "/%u65E5", "/a%25b", "//double/b", "/b/...", "/b...;c"] {
        assert!(guard.check(&format!("http://a.example{path}"), None).is_ok(), "{path}");
    }
    for path in ["/%u0061dmin", "/%uff41dmin", "/\u{FF41}dmin", "/admin::$DATA", "/%2561dmin", "/%41dmin"] {
        let refusal = guard.check(&format!("http://a.example{path}"), None).unwrap_err();
        assert_eq!(refusal.code(), "path", "{path}");
    }
}

#[test]
fn every_hazard_is_refused_and_can_be_permitted() {
    // Permitting one hazard does not bypass another.
    for climbs in
        ["http://a.example/b%2F..%2Fc", "http://a.example/b%5C..%5Cc", "http://a.example/b%252F..%252Fc"]
    {
        let refusal = Guard::default().check(climbs, None).unwrap_err();
        assert_eq!(refusal.hazard(), Some(Hazard::TwoDots), "{climbs}");
    }
    // A number sign is not refused, but the fragment is removed.
    let base = Some("http://a.example/");
    for (input, base) in [("http://a.example/#b#c", None), ("#b#c", base), ("#/x?y#", base)] {
        assert_eq!(Guard::default().check(input, base).unwrap().href(), "http://a.example/");
        let guard = Guard::builder().permit(Hazard::HashInFragment).build().unwrap();
        assert!(guard.check(input, base).unwrap().href().contains('#'));
    }
    let records = read_json_lines(&own_vectors("guard").join("hazards.jsonl")).unwrap();
    for record in &records {
        let [name, input, href] = ["hazard", "input", "href"].map(|key| text(record, key).unwrap());
        let refusal = Guard::default().check(input, None).unwrap_err();
        let hazard = refusal.hazard().unwrap_or_else(|| panic!("{input}: {refusal:?}"));
        let setting = format!("permit = [\"{name}\"]");
        assert_eq!((refusal.code(), refusal.setting()), ("hazard", Some(setting)), "{input}");
        let permitted = Guard::builder().permit(hazard).build().unwrap().check(input, None).unwrap();
        assert_eq!(permitted.href(), href, "{input}");
    }
    assert_eq!(records.len(), 28);
}
