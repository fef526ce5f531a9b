//! The recorder keeps a bounded part of a run of any length, and says what it leaves out.

use url_facade::{
    Event, Moment, MomentKind, Parser, Profile, Recorder, Source, Span, Taken, Trace, Violation, WebUrl,
    sections::manakai,
};

/// The bytes that `recorder` has allocated for what it keeps.
fn bytes(recorder: &Recorder) -> usize {
    let texts = |event: &Event| event.saw.capacity() + event.made.as_ref().map_or(0, String::capacity);
    size_of_val(&*recorder.events)
        + size_of_val(&*recorder.taken)
        + size_of_val(&*recorder.violations)
        + size_of_val(&*recorder.left_out)
        + recorder.events.iter().map(texts).sum::<usize>()
}

const MIB: usize = 1 << 20;

/// A URL of 16 MiB that takes steps, and has violations, everywhere; and one with labels, which take longer each.
fn long_urls() -> [(&'static str, String); 2] {
    let fill = |mut url: String, len, unit: &str| {
        while url.len() < len {
            url.push_str(unit);
        }
        url
    };
    let dot_segments = fill("http://a.test".into(), 8 * MIB, "/../a");
    [
        ("dot segments and percent signs", fill(dot_segments, 16 * MIB, "%")),
        ("labels", fill("http://a".into(), MIB / 4, ".é")),
    ]
}

#[test]
fn the_trace_of_16_mebibytes_takes_less_than_one() {
    let mut left_out = 0;
    for (name, url) in long_urls() {
        for &profile in Profile::ALL {
            let mut recorder = Recorder::default();
            let _ = Parser::new(profile).parse_traced(&url, &mut recorder);
            assert!(bytes(&recorder) < MIB, "{profile}, {name}: {} bytes", bytes(&recorder));
            left_out += usize::from(!recorder.left_out.is_empty());
            for kept in &recorder.left_out {
                let what = |event: &&Event| event.section == kept.section && event.source == kept.source;
                let times = match kept.kind {
                    MomentKind::Step => recorder.events.iter().filter(what).count(),
                    MomentKind::Taken => {
                        let what =
                            |taken: &&Taken| taken.section == kept.section && taken.source == kept.source;
                        recorder.taken.iter().filter(what).count()
                    }
                    MomentKind::Violation(name) => {
                        recorder.violations.iter().filter(|found| found.name == name).count()
                    }
                };
                assert_eq!(times, Recorder::TIMES_LIMIT, "{profile}, {name}: {kept:?}");
            }
        }
    }
    assert!(left_out > 0, "no input was long enough to try the cap");
}

#[test]
fn what_is_left_out_is_counted() {
    let mut recorder = Recorder::default();
    for at in 0..300 {
        recorder.step(manakai::PREPROCESSING_3, Span::new(at, at + 1), "a", None);
        recorder.took(manakai::PREPROCESSING_3, Span::new(at, at + 1));
        recorder.violation(manakai::PREPROCESSING_3, "bad", Span::new(at, at + 1));
    }
    assert_eq!([recorder.events.len(), recorder.taken.len(), recorder.violations.len()], [256; 3]);
    let told: Vec<_> = recorder.left_out.iter().map(|left| (left.kind, left.span, left.times)).collect();
    let kinds = [MomentKind::Step, MomentKind::Taken, MomentKind::Violation("bad")];
    assert_eq!(told, kinds.map(|kind| (kind, Span::new(256, 300), 44)));
}

/// A URL object keeps no more of the violations of its value.
#[test]
fn url_objects_count_what_they_leave_out() {
    let url = format!("http://a.test/{}", "%".repeat(1000));
    for profile in [Profile::Whatwg, Profile::Webspecs] {
        let object = WebUrl::new(profile, &url, Some(&url)).unwrap();
        assert_eq!(object.violations().len(), 2 * 256, "{profile}");
        let told: Vec<_> = object.left_out().iter().map(|left| (left.source, left.times)).collect();
        assert_eq!(told, [(Source::Base, 744), (Source::Input, 744)], "{profile}");
    }
}

#[test]
fn texts_are_cut_between_characters() {
    let mut recorder = Recorder::default();
    let text = format!("a{}", "é".repeat(2000));
    recorder.step(manakai::PREPROCESSING_3, Span::whole(&text), &text, Some("b"));
    let event = &recorder.events[0];
    assert_eq!((event.saw.len(), event.saw_len), (2047, 4001));
    assert_eq!((event.made.as_deref(), event.made_len), (Some("b"), 1));
}

#[test]
fn steps_and_violations_come_in_order() {
    let mut recorder = Recorder::default();
    recorder.violation(manakai::PREPROCESSING_3, "first", Span::default());
    recorder.step(manakai::PREPROCESSING_3, Span::default(), "second", None);
    recorder.violation(manakai::PREPROCESSING_3, "third", Span::default());
    recorder.violation(manakai::PREPROCESSING_3, "fourth", Span::default());
    recorder.step(manakai::PREPROCESSING_3, Span::default(), "fifth", None);
    recorder.took(manakai::PREPROCESSING_4, Span::default());
    recorder.violation(manakai::PREPROCESSING_3, "seventh", Span::default());
    let names: Vec<&str> = recorder
        .moments()
        .map(|moment| match moment {
            Moment::Step(Event { saw, .. }) => saw,
            Moment::Taken(Taken { section, .. }) => section.id(),
            Moment::Violation(&Violation { name, .. }) => name,
        })
        .collect();
    assert_eq!(names, ["first", "second", "third", "fourth", "fifth", "manakai#preprocessing-4", "seventh"]);
}
