//! Checks that a build includes the profiles of its features, in the default build and without features:
//!
//! `cargo test -p url-facade --test features`
//! `cargo test -p url-facade --test features --no-default-features`

use url_facade::{ParseProfileError, Profile};

/// For each feature with profiles: its name, true if this build has the feature, and some of its profiles.
const FEATURES: [(&str, bool, &[&str]); 6] = [
    ("barth", cfg!(feature = "barth"), &["barth-2010", "barth-01"]),
    ("connolly", cfg!(feature = "connolly"), &["connolly"]),
    ("consumers", cfg!(feature = "consumers"), &["curl", "go-net-url-1.19", "npm-fast-uri"]),
    ("manakai", cfg!(feature = "manakai"), &["manakai", "manakai-chrome", "manakai-gecko", "manakai-ie"]),
    ("rfc3986", cfg!(feature = "rfc3986"), &["rfc3986"]),
    ("webspecs", cfg!(feature = "webspecs"), &["webspecs"]),
];

#[test]
fn a_profile_is_available_or_its_error_names_the_feature() {
    for (feature, is_built, names) in FEATURES {
        for &name in names {
            let parsed = name.parse::<Profile>();
            assert_eq!(parsed.is_ok(), is_built, "{name}");
            match parsed {
                Ok(profile) => {
                    assert_eq!(profile.name(), name);
                    assert!(Profile::available().contains(&profile), "{name}");
                }
                Err(error) => {
                    assert_eq!(error, ParseProfileError::NotBuilt { name, feature });
                    let message = format!("the profile `{name}` needs the feature `{feature}` of url-facade");
                    assert_eq!(error.to_string(), message);
                }
            }
        }
    }
}

#[test]
fn an_unknown_name_lists_the_profiles_of_all_builds() {
    let message = "netscape".parse::<Profile>().unwrap_err().to_string();
    let known = message.strip_prefix("unknown profile \"netscape\"; known: ").unwrap().split(", ");
    let known: Vec<_> = known.collect();
    assert_eq!(known.len(), 32, "{known:?}");
    let names = FEATURES.iter().flat_map(|&(_, _, names)| names);
    assert!(names.chain(&["whatwg", "whatwg-2026-02"]).all(|name| known.contains(name)), "{known:?}");
    assert!(Profile::available().iter().all(|profile| known.contains(&profile.name())));
}

#[test]
#[cfg(feature = "default")]
fn the_default_build_has_rfc_3986() {
    assert!(Profile::available().contains(&Profile::Rfc3986));
    let url = url_facade::Parser::new(Profile::Rfc3986).parse("HTTP://A.test/%7e").unwrap();
    assert_eq!(url.as_str(), "http://a.test/~");
}
