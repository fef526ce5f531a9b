//! Tests limits that no vector reaches, and hostile input.

use url_consumers::Consumer;
use url_core::{Event, NoTrace, Reason};
use url_testdata::hostile::Dice;

#[test]
fn libcurl_refuses_more_than_eight_million_bytes() {
    let longest = format!("http://a/{}", "x".repeat(8_000_000 - "http://a/".len()));
    assert!(Consumer::Curl.parse(&longest, &mut NoTrace).is_ok());
    let error = Consumer::Curl.parse(&(longest + "x"), &mut NoTrace).unwrap_err();
    assert_eq!((error.reason, error.section.id()), (Reason::TooLong, "curl#parseurl-1"));
}

#[test]
fn httpx_refuses_more_than_65536_characters() {
    let longest = format!("http://a/{}", "é".repeat(65_536 - "http://a/".len()));
    assert!(Consumer::PythonHttpx.parse(&longest, &mut NoTrace).is_ok());
    let error = Consumer::PythonHttpx.parse(&(longest + "x"), &mut NoTrace).unwrap_err();
    assert_eq!((error.reason, error.section.id()), (Reason::TooLong, "python-httpx#urlparse-1"));
}

#[test]
fn a_trace_changes_nothing_and_places_are_in_the_input() {
    let mut dice = Dice::new(13);
    let mut places = 0;
    for _ in 0..3_000 {
        let input = dice.url();
        for &consumer in Consumer::ALL {
            let mut found = Vec::new();
            let mut trace = |event: Event<'_>| {
                if let Event::Found(part) = event {
                    found.push(part.span);
                }
            };
            let result = consumer.parse(&input, &mut trace);
            assert_eq!(result, consumer.parse(&input, &mut NoTrace), "{consumer:?} on {input:?}");
            for span in found {
                let range = span.start as usize..span.end as usize;
                assert!(input.get(range).is_some(), "{consumer:?} on {input:?}: {span}");
                places += 1;
            }
            if let Err(error) = result {
                assert!(error.span.end as usize <= input.len(), "{consumer:?} on {input:?}");
            }
        }
    }
    assert!(places > 10_000, "only {places} places");
}
