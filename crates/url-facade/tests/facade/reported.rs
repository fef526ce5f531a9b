//! Compares the events of traced parses with the files in `url-testdata/traces`, one for each spec. A file
//! has a line for each vector. The last lines of a file contain hashes of the events of many parses: for
//! example, one line for each prefix in `STARTS`, with all short strings after this prefix. The command
//! `URLSPEC_WRITE=1 cargo test -p url-facade --all-features --test facade reported::` rewrites the files. The
//! diff then shows the steps that a change of the code adds, removes or moves.
//!
//! The line of a vector contains the id of the vector and the first 4,000 bytes of its events. An event
//! consists of a section, a kind, texts, and a span. The section is written without the spec, and without the
//! algorithm if the previous event has the same algorithm. `_` represents the text at the span in the input.
//! The span is omitted if the previous event has the same span.

use std::{collections::BTreeSet, env, fmt::Write as _, fs};

use serde_json::Value;
use url_facade::{
    Encoding, ParseError, Parser, Profile, Section, Source, Span, Url,
    api::Attribute,
    trace::{Event, Trace},
};
use url_testdata::{
    Record,
    hostile::{CHARACTERS, STARTS, short_strings},
    read_vectors, traces,
};

struct Line<'s> {
    text: String,
    profile: Profile,
    input: &'s str,
    algorithm: &'static str,
    place: (Source, Span),
}

impl<'s> Line<'s> {
    fn new(profile: Profile, input: &'s str) -> Self {
        Self { text: String::new(), profile, input, algorithm: "", place: Default::default() }
    }

    fn section(&mut self, section: Section) {
        let id = section.id();
        let id = id.strip_prefix(self.profile.name()).and_then(|id| id.strip_prefix('#')).unwrap_or(id);
        let (algorithm, step) = id.rsplit_once('-').unwrap_or((id, ""));
        let algorithm_before = std::mem::replace(&mut self.algorithm, algorithm);
        let shown = if algorithm == algorithm_before { "" } else { algorithm };
        write!(self.text, " {shown}-{step}").unwrap();
    }
}

impl Trace for Line<'_> {
    fn record(&mut self, event: Event<'_>) {
        match event.section() {
            Some(section) => self.section(section),
            None => self.text.push(' '),
        }
        let (source, span) = (event.source(), event.span());
        let at_place = self.input.get(span.start as usize..span.end as usize);
        let text = |text: &str| {
            if source == Source::Input && at_place == Some(text) {
                "_".to_owned()
            } else {
                format!("{text:?}")
            }
        };
        let told = match event {
            Event::Step(step) => {
                let made = step.output.map(|made| format!(">{}", text(made))).unwrap_or_default();
                format!("({}{made}){}", text(step.input), step.reading.unwrap_or_default())
            }
            Event::Decided(decided) => format!("({}?{})", text(decided.input), decided.holds),
            Event::Omitted(omitted) => format!("(omits {})", omitted.component.name()),
            Event::Violation(violation) => format!("!{}", violation.name),
            Event::Found(found) => format!("{}={}", found.component.name(), text(found.text)),
            _ => String::new(),
        };
        self.text.push_str(&told);
        if (source, span) != self.place {
            let of = match source {
                Source::Base => "b",
                Source::Output => "o",
                _ => "",
            };
            write!(self.text, "@{of}{span}").unwrap();
            self.place = (source, span);
        }
    }
}

fn run(parser: Parser<'_>, input: &str, base: Option<&str>) -> (String, Result<Url, ParseError>) {
    let base = base.map(|base| parser.parse_reference(base).unwrap());
    let mut line = Line::new(parser.profile(), input);
    let url = parser.with_base(base.as_ref()).parse_traced(input, &mut line);
    (line.text, url)
}

fn of_vector(profile: Profile, record: &Record) -> Option<String> {
    let text = |key: &str| record.get(key).and_then(Value::as_str);
    let encoding = text("encoding").map_or(Encoding::UTF_8, |label| Encoding::for_label(label).unwrap());
    let parser = Parser::new(profile).with_encoding(encoding);
    let (mut events, url) = run(parser, text("input").or(text("url"))?, text("base"));
    if let (Some(attribute), Some(value), Ok(mut url)) = (text("attr"), text("value"), url) {
        let mut line = Line::new(profile, value);
        let _ = url.set_attribute_traced(attribute.parse().ok()?, value, &mut line);
        events = line.text;
    }
    let end = (0..=4_000).rev().find(|&at| events.is_char_boundary(at)).unwrap();
    events.truncate(end);
    Some(events)
}

fn of_short_strings(profile: Profile, start: &str) -> u64 {
    let parser = Parser::new(profile);
    digest(short_strings(CHARACTERS, 2).into_iter().flat_map(|text| {
        let url = format!("{start}{text}");
        [run(parser, &url, None).0, run(parser, &text, Some(&url)).0]
    }))
}

fn of_limits(profile: Profile) -> u64 {
    let mut hosts = Vec::new();
    for len in 58..=68 {
        for c in ["a", "é", "\u{5D0}", "0"] {
            let label = c.repeat(len / c.len());
            hosts.extend(["L.test", "b.L", "aL", "Lß"].map(|form| form.replace('L', &label)));
        }
    }
    for len in 248..=258 {
        hosts.extend([format!("{}b", "a.".repeat(len / 2)), format!("{}.", "ab.".repeat(len / 3))]);
    }
    for limit in [2_u64, 10, 1 << 8, 1 << 16, 1 << 24, 1 << 32] {
        for number in limit - 2..limit + 2 {
            for form in ["N", "1.N", "1.1.N", "1.1.1.N", "N.1.1.1", "a:N", "[::N]", "[::1.1.1.N]"] {
                hosts.extend([
                    form.replace('N', &number.to_string()),
                    form.replace('N', &format!("0x{number:x}")),
                    form.replace('N', &format!("{number:03x}")),
                    form.replace('N', &format!("{number:04x}")),
                ]);
            }
        }
    }
    let parser = Parser::new(profile);
    digest(hosts.into_iter().map(|host| run(parser, &format!("http://{host}/"), None).0))
}

fn of_characters(profile: Profile) -> u64 {
    const PLACES: &str = "Ca:b hCttp://a/ http:C//a/ http://uC:p@a/ http://u:pC@a/ http://aC.b/ http://a:8C/ \
        http://a/bC/c http://a/b?cCd http://a/b#cCd file:///cC/d x:yCz";
    let characters =
        (0..=0xFF).chain([0x3002, 0xFDD0, 0xFF0E, 0xFFFD, 0x1_0000, 0x10_FFFE]).filter_map(char::from_u32);
    let parser = Parser::new(profile);
    digest(characters.flat_map(|c| {
        let read = PLACES.split(' ').map(|place| run(parser, &place.replace('C', &c.to_string()), None).0);
        let value = format!("a{c}b");
        let set = Attribute::ALL.iter().filter_map(|&attribute| {
            let mut url = parser.parse("http://u:p@a.test:81/b?c#d").ok()?;
            let mut line = Line::new(profile, &value);
            let _ = url.set_attribute_traced(attribute, &value, &mut line);
            Some(line.text + url.as_str())
        });
        read.chain(set).collect::<Vec<_>>()
    }))
}

fn digest(events: impl Iterator<Item = String>) -> u64 {
    // The digest is FNV-1a.
    let add = |digest: u64, byte: u8| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    events.flat_map(String::into_bytes).fold(0xcbf2_9ce4_8422_2325, add)
}

#[test]
fn events_equal_the_recorded_ones() {
    let mut differing = String::new();
    for &profile in Profile::available().iter().filter(|profile| !profile.is_consumer()) {
        let (mut seen, mut lines) = (BTreeSet::new(), String::new());
        for record in read_vectors(profile.name()).unwrap() {
            if let Some(events) = of_vector(profile, &record).filter(|events| seen.insert(events.clone())) {
                writeln!(lines, "{}{events}", record["id"].as_str().unwrap()).unwrap();
            }
        }
        for start in STARTS {
            writeln!(lines, "{start:?} {:016x}", of_short_strings(profile, start)).unwrap();
        }
        writeln!(lines, "limits {:016x}", of_limits(profile)).unwrap();
        writeln!(lines, "characters {:016x}", of_characters(profile)).unwrap();
        let file = traces(profile.name());
        if env::var_os("URLSPEC_WRITE").is_some() {
            fs::write(&file, &lines).unwrap();
        }
        let recorded = fs::read_to_string(&file).unwrap();
        let (mut before, mut now) = (recorded.lines(), lines.lines());
        while let (before, now) = (before.next(), now.next())
            && before.or(now).is_some()
        {
            if before != now {
                writeln!(differing, "- {}\n+ {}", before.unwrap_or_default(), now.unwrap_or_default())
                    .unwrap();
            }
        }
    }
    assert!(differing.is_empty(), "{differing}");
}
