//! The recorder stores a limited number of events of any parse, and counts the events that it leaves out.

use url_core::Report as _;
use url_facade::{
    Parser, Profile, Source, Span, Violation, WebUrl,
    sections::manakai,
    trace::{Recorded, RecordedStep, Recorder},
};

fn allocated_bytes(recorder: &Recorder) -> usize {
    let texts =
        |step: &RecordedStep| step.input.capacity() + step.output.as_ref().map_or(0, String::capacity);
    let first = recorder.left_out().map(|left| &left.first);
    let first = first.filter_map(|kept| if let Recorded::Step(step) = kept { Some(step) } else { None });
    size_of_val(recorder.events().as_slice())
        + size_of_val(recorder.left_out().as_slice())
        + recorder.steps().chain(first).map(texts).sum::<usize>()
}

fn is_alike(one: &Recorded, other: &Recorded) -> bool {
    (one.section(), one.span_source()) == (other.section(), other.span_source())
        && match (one, other) {
            (Recorded::Violation(one), Recorded::Violation(other)) => one.name == other.name,
            _ => std::mem::discriminant(one) == std::mem::discriminant(other),
        }
}

const MIB: usize = 1 << 20;

/// Returns URLs whose parses have many steps. The URL with many labels is shorter, because labels are slow.
fn long_urls(len: usize) -> [(&'static str, String); 2] {
    let fill = |mut url: String, len, unit: &str| {
        while url.len() < len {
            url.push_str(unit);
        }
        url
    };
    let dot_segments = fill("http://a.test".into(), len / 2, "/../a");
    [
        ("dot segments and percent signs", fill(dot_segments, len, "%")),
        ("labels", fill("http://a".into(), MIB / 4, ".é")),
    ]
}

#[test]
fn a_trace_of_16_mebibytes_uses_less_than_one_mebibyte() {
    let mut left_out = 0;
    for &profile in Profile::available() {
        let len = if profile == Profile::Whatwg { 16 * MIB } else { 2 * MIB };
        for (name, url) in long_urls(len) {
            let mut recorder = Recorder::default();
            let _ = Parser::new(profile).parse_traced(&url, &mut recorder);
            let bytes = allocated_bytes(&recorder);
            assert!(bytes < MIB, "{profile}, {name}: {bytes} bytes");
            left_out += recorder.left_out().len();
            for left in recorder.left_out() {
                let times = recorder.events().filter(|kept| is_alike(kept, &left.first)).count();
                assert_eq!(times, Recorder::TIMES_LIMIT, "{profile}, {name}: {left:?}");
            }
        }
    }
    assert!(left_out > 0, "no input was long enough to try the cap");
}

#[test]
fn omitted_events_are_counted() {
    let mut recorder = Recorder::default();
    for at in 0..300 {
        recorder.step(manakai::PREPROCESSING_3, Span::new(at, at + 1), "a", None);
        recorder.visited(manakai::PREPROCESSING_3, Span::new(at, at + 1));
        recorder.violation(manakai::PREPROCESSING_3, "bad", Span::new(at, at + 1));
    }
    assert_eq!([recorder.events().len(), recorder.steps().count()], [768, 256]);
    assert_eq!(recorder.violations().count(), 256);
    let left: Vec<_> = recorder.left_out().map(|left| (left.span, left.times)).collect();
    assert_eq!(left, [(Span::new(256, 300), 44); 3]);
    let first: Vec<_> = recorder.left_out().map(|left| &left.first).collect();
    let [Recorded::Step(_), Recorded::Visited(_), Recorded::Violation(violation)] = first[..] else {
        panic!("{first:?}");
    };
    assert_eq!(violation.name, "bad");
    assert!(first.iter().all(|first| first.span() == Span::new(256, 257)));
}

#[test]
fn url_objects_count_omitted_violations() {
    let url = format!("http://a.test/{}", "%".repeat(1000));
    for profile in [Profile::Whatwg, Profile::Webspecs] {
        let object = WebUrl::new(profile, &url, Some(&url)).unwrap();
        assert_eq!(object.violations().count(), 2 * 256, "{profile}");
        let told: Vec<_> = object.left_out().map(|left| (left.first.span_source(), left.times)).collect();
        assert_eq!(told, [(Source::Base, 744), (Source::Input, 744)], "{profile}");
    }
}

#[test]
fn texts_are_cut_between_characters() {
    let mut recorder = Recorder::default();
    let text = format!("a{}", "é".repeat(2000));
    recorder.step(manakai::PREPROCESSING_3, Span::whole(&text), &text, Some("b"));
    let event = recorder.steps().next().unwrap();
    assert_eq!((event.input.len(), event.input_len), (2047, 4001));
    assert_eq!((event.output.as_deref(), event.output_len), (Some("b"), 1));
}

#[test]
fn steps_and_violations_come_in_order() {
    let mut recorder = Recorder::default();
    recorder.violation(manakai::PREPROCESSING_3, "first", Span::default());
    recorder.step(manakai::PREPROCESSING_3, Span::default(), "second", None);
    recorder.violation(manakai::PREPROCESSING_3, "third", Span::default());
    recorder.violation(manakai::PREPROCESSING_3, "fourth", Span::default());
    recorder.step(manakai::PREPROCESSING_3, Span::default(), "fifth", None);
    recorder.visited(manakai::PREPROCESSING_4, Span::default());
    recorder.violation(manakai::PREPROCESSING_3, "seventh", Span::default());
    let name = |event| match event {
        &Recorded::Violation(Violation { name, .. }) => name,
        Recorded::Step(step) => &step.input,
        other => other.section().id(),
    };
    let names: Vec<&str> = recorder.events().map(name).collect();
    assert_eq!(names, ["first", "second", "third", "fourth", "fifth", "manakai#preprocessing-4", "seventh"]);
}
