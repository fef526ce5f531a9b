//! Tests limits that no test vector reaches, and hostile input.

use url_consumers::Consumer;
use url_core::{Event, NoTrace, Reason};
use url_testdata::hostile::Dice;

#[test]
fn longer_input_is_refused() {
    for (consumer, character, limit, section) in [
        (Consumer::Curl, "x", 8_000_000, "curl#parseurl-1"),
        (Consumer::PythonHttpx, "é", 65_536, "python-httpx#urlparse-1"),
    ] {
        let longest = format!("http://a/{}", character.repeat(limit - "http://a/".len()));
        assert!(consumer.parse(&longest, &mut NoTrace).is_ok());
        let error = consumer.parse(&(longest + "x"), &mut NoTrace).unwrap_err();
        assert_eq!((error.reason, error.section.id()), (Reason::TooLong, section));
    }
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
