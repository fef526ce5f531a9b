//! Checks rendered URLs with the project's own vectors, and checks that rendering keeps a URL's meaning.

use percent_encoding::percent_decode_str;
use serde_json::{Value, json};
use url_facade::{
    Url,
    whatwg::{Rendering, render_url},
};
use url_testdata::{Record, check_vectors, hostile::Dice};

fn options(record: &Record) -> Rendering<'_> {
    let option = |name| record.get("options").and_then(|options| options.get(name));
    Rendering {
        scheme: option("scheme").and_then(Value::as_bool).unwrap_or(true),
        host_only: option("host_only").and_then(Value::as_bool).unwrap_or_default(),
        max_len: option("most").and_then(Value::as_u64).map(|most| most.try_into().unwrap()),
        registrable_domain: option("registrable_domain").and_then(Value::as_str),
    }
}

#[test]
fn own_vectors_pass() {
    check_vectors("whatwg/rendering.jsonl", 56, |record| {
        let url = Url::parse(record["input"].as_str().unwrap()).unwrap();
        let rendered = render_url(&url, options(record));
        json!({
            "text": rendered.text, "host": rendered.host.of(&rendered.text),
            "elided": rendered.is_elided, "bidirectional": rendered.is_bidirectional,
        })
    });
}

/// A rendering that is not elided parses back to the URL, except for percent-encoded text and credentials.
#[test]
fn full_renderings_parse_back() {
    let mut dice = Dice::new(5);
    let (mut shown, mut short) = (0, 0);
    for _ in 0..50_000 {
        let Ok(mut url) = Url::parse(&dice.url()) else { continue };
        let _ = (url.set_username(""), url.set_password(None));
        let full = render_url(&url, Rendering::default());
        if !full.is_elided {
            let again = Url::parse(&full.text).unwrap();
            let [again, url] = [&again, &url].map(|url| percent_decode_str(url.as_str()).collect::<Vec<_>>());
            assert_eq!(again, url, "{}", full.text);
            shown += 1;
        }
        let most = dice.roll(20);
        let rendered = render_url(&url, Rendering { max_len: Some(most), ..Rendering::default() });
        assert_eq!(rendered.is_elided, full.is_elided || rendered.text != full.text);
        let end = rendered.text.chars().count();
        let host_end = rendered.text[..rendered.host.end as usize].chars().count();
        let port = url.port().map_or(0, |port| port.to_string().len() + 1);
        assert!(end <= most.max(host_end + port), "{:?} in {most}", rendered.text);
        short += usize::from(rendered.is_elided);
    }
    assert!(shown > 5_000 && short > 5_000, "{shown} shown in full, {short} elided");
}

/// Spec: whatwg#url-rendering-i18n
#[test]
fn text_that_runs_from_right_to_left_is_embedded() {
    let embedded = |url| render_url(&Url::parse(url).unwrap(), Rendering::default()).embedded().to_string();
    assert_eq!(embedded("https://אב.example/"), "\u{202A}https://אב.example/\u{202C}");
    assert_eq!(embedded("https://a.test/"), "https://a.test/");
}

#[test]
fn long_urls() {
    for part in ["%E2%80%8B", "%F0", "%", "a.", "%C3%A9"] {
        let url = Url::parse(&format!("https://a.test/{}", part.repeat(200_000))).unwrap();
        let text = render_url(&url, Rendering::default()).text;
        assert!(text.len() <= url.as_str().len());
    }
    let url = Url::parse(&format!("https://{}test/", "a.".repeat(200_000))).unwrap();
    let short = Rendering { max_len: Some(20), ..Rendering::default() };
    assert_eq!(render_url(&url, short).text, "https://…a.a.a.test");
}
