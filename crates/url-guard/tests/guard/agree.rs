//! Tests the results of `agree`: the components on which profiles agree, and the reasons why they disagree.

use serde_json::{Value, json};
use url_facade::{Component, Profile, Source};
use url_guard::{AgreeOptions, Disagreement, Hazard, agree};
use url_testdata::{Record, check_vectors, own_vectors, read_json_lines, text};

fn named(name: &str) -> Hazard {
    Hazard::ALL.into_iter().find(|hazard| hazard.name() == name).unwrap()
}

fn run(record: &Record) -> Value {
    let list = |names: &Value| names.as_array().cloned().unwrap_or_default();
    let profiles = list(&record["profiles"]);
    let profiles: Vec<Profile> =
        profiles.iter().map(|name| name.as_str().unwrap().parse().unwrap()).collect();
    let options = record.get("options").cloned().unwrap_or_default();
    let mut agree = if options["strict"] == true { AgreeOptions::strict() } else { AgreeOptions::new() };
    if let Some(only_href) = options["only-href"].as_bool() {
        agree = agree.only_href(only_href);
    }
    for hazard in list(&options["permit"]) {
        agree = agree.permit(named(hazard.as_str().unwrap()));
    }
    match agree.agree(text(record, "input").unwrap(), text(record, "base"), &profiles) {
        Ok(agreed) => json!({
            "href": agreed.href, "scheme": agreed.scheme, "host": agreed.host.map(|host| format!("{host:?}")),
            "port": agreed.port, "path": agreed.path, "origin": agreed.origin.to_string(),
        }),
        Err(disagreement) => {
            let component = match disagreement {
                Disagreement::Diverged { component, .. } | Disagreement::DivergedOnHref { component, .. } => {
                    component
                }
                _ => None,
            };
            json!({"error": disagreement.to_string(), "component": component.map(Component::name)})
        }
    }
}

#[test]
fn profiles_agree_or_disagree() {
    check_vectors("guard/agree.jsonl", 55, run);
    let specs = Profile::available().iter().copied().filter(|profile| !profile.is_consumer());
    let specs: Vec<_> = specs.filter(|profile| *profile != Profile::Barth2010).collect();
    assert_eq!(agree("http://a.test/x", None, &specs).unwrap().path, "/x");
}

/// Blank input is refused without a base, even if profiles accept it. With a base, a reference may be blank.
#[test]
fn blank_input_is_refused() {
    let both = [Profile::Whatwg, Profile::Rfc3986];
    for profiles in [&both[..], &[Profile::PerlUri, Profile::PythonUrlsplit], Profile::available()] {
        for blank in ["", " ", "\t\r\n", "\u{A0}\u{3000}", "\0"] {
            assert_eq!(agree(blank, None, profiles), Err(Disagreement::Blank), "{blank:?}");
        }
    }
}

/// The strict options refuse URLs that clients misread, although all profiles agree on these URLs.
#[test]
fn each_hazard_has_a_place() {
    let records = read_json_lines(&own_vectors("guard").join("places.jsonl")).unwrap();
    for record in &records {
        let input = text(record, "input").unwrap();
        let hazard_of = |options: AgreeOptions| match options.agree(input, None, &[Profile::Whatwg]) {
            Err(Disagreement::Hazardous { hazard, source, span }) => Some((hazard, source, span.to_string())),
            Err(Disagreement::TooFewProfiles) => None,
            other => unreachable!("{input}: {other:?}"),
        };
        assert_eq!(hazard_of(AgreeOptions::new()), None, "{input}");
        // A URL with another hazard of its port also has the hazard `port`, which is found first.
        let hazard = text(record, "hazard").map(named);
        let is_port = hazard == Some(Hazard::Port);
        let strict = AgreeOptions::strict();
        let strict = if is_port { strict } else { strict.permit(Hazard::Port) };
        let found = hazard.map(|hazard| (hazard, Source::Input, text(record, "span").unwrap().to_owned()));
        assert_eq!(hazard_of(strict), found, "{input}");
        let Some(hazard) = hazard else { continue };
        assert_eq!(hazard_of(AgreeOptions::new().refuse(hazard)), found, "{input}");
        let others = hazard_of(AgreeOptions::strict().permit(hazard));
        assert!(others.is_none_or(|(other, ..)| other != hazard), "{input}");
    }
    assert_eq!(records.len(), 24);
    assert!(Hazard::ALL.into_iter().all(|hazard| AgreeOptions::strict().refuses(hazard)));
}
