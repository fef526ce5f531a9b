//! Steps that a run reports where its input takes them, and nowhere else, though no result depends on them.

use url_facade::{Parser, Profile, Recorder};

/// A step, an input that takes it, and one that does not.
const STEPS: &[(Profile, &str, &str, Option<&str>)] = &[
    (Profile::Manakai, "manakai#canonicalize-ipv4-3", "http://1.2.3.4/", Some("http://1.2.3/")),
    (Profile::Manakai, "manakai#canonicalize-ipv4-4", "http://1.2.3/", Some("http://1.2.3.4/")),
    (Profile::Manakai, "manakai#canonicalize-ipv4-5", "http://1.2/", Some("http://1.2.3/")),
    (Profile::Manakai, "manakai#canonicalize-ipv4-6", "http://1/", Some("http://1.2/")),
    (Profile::Barth01, "barth-01#host-escape-normalization-2.4.1", "http://a.b/", Some("http://Ab/")),
    (Profile::Barth01, "barth-01#host-escape-normalization-2.4.1", "http://1/", Some("http://{/")),
    (Profile::Connolly, "connolly#absolute-url-14.1", "http://h/a^", Some("http://h/a")),
    (Profile::Connolly, "connolly#absolute-url-14.2", "http://h/a^", Some("http://h/a")),
    // Every URL takes this.
    (Profile::Whatwg, "whatwg#concept-url-parser-1", "http://h/", None),
    // And every scheme decides this.
    (Profile::Whatwg, "whatwg#scheme-state-2.5", "http://h/", Some("h")),
    (Profile::Whatwg, "whatwg#query-state-3.3", "http://h/?q", Some("http://h/?")),
    (
        Profile::Whatwg,
        "whatwg#string-percent-encode-after-encoding-7.3.4",
        "http://h/?q",
        Some("http://h/?\""),
    ),
    (
        Profile::Whatwg,
        "whatwg#string-percent-encode-after-encoding-7.3.5",
        "http://h/?\"",
        Some("http://h/?q"),
    ),
    (Profile::Whatwg, "whatwg#concept-ipv6-parser-6.3", "http://[1::]/", Some("http://h/")),
    (Profile::Whatwg, "whatwg#cannot-be-a-base-url-path-state-4.3", "a:b", Some("a: ?")),
    (Profile::Whatwg, "whatwg#cannot-be-a-base-url-path-state-3.3", "a:b c", Some("a:b")),
];

#[test]
fn a_step_is_reported_where_it_is_taken() {
    for &(profile, id, taking, other) in STEPS {
        let is_reported = |input: &str| {
            let mut recorder = Recorder::default();
            let _ = Parser::new(profile).parse_traced(input, &mut recorder);
            recorder.events().any(|event| event.section().id() == id)
        };
        assert!(is_reported(taking), "{id}: {taking}");
        assert!(!other.is_some_and(is_reported), "{id}: {other:?}");
    }
}
