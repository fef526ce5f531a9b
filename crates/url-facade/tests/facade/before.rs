//! Checks that each step reports as its input the text at its span, or a part of an earlier step's result.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use url_facade::{
    Parser, Profile, Source,
    trace::{Event, Trace, of_base},
};
use url_testdata::{
    hostile::{CHARACTERS, Dice, STARTS, short_strings},
    read_vectors, text,
};

/// Sections whose steps may report an input that differs from the text at the span.
const EXCEPTIONS: [&str; 16] = [
    // Earlier steps of connolly replaced parts of the text that this step reports.
    "connolly#absolute-url-16",
    "rfc3986#transform-references-1.3.1",
    // Several steps that only decode the host and the path again are done together.
    "manakai#canonicalization-9.1",
    "manakai#canonicalization-9.2",
    "manakai#canonicalization-11",
    // The path of the base is a list here, and is not part of the string that the grammar matches.
    "webspecs#path-3",
    "webspecs#path-3.1",
    "webspecs#path-3.2",
    // The colon and the slashes are constants of the document's text.
    "barth-01#resolving-a-string-as-a-fragment-relative-url-1.2",
    "barth-01#resolving-a-string-as-a-path-relative-url-4.2",
    "barth-01#resolving-a-string-as-a-query-relative-url-1.2",
    "barth-01#resolving-a-string-as-a-scheme-relative-url-1.2",
    "barth-01#resolving-a-string-as-an-authority-relative-url-1.2",
    // If there is no base, the document uses `about:blank`.
    "webspecs#relative-url-2.1.4",
    // The path of the base is a list of segments, which is not yet serialized to a string.
    "whatwg#file-state-4.1",
    "whatwg#relative-state-5.1",
];

struct Before<'t> {
    input: &'t str,
    base: &'t str,
    made: Vec<(Source, Range<usize>, String)>,
    wrong: Vec<(&'static str, String)>,
}

impl Before<'_> {
    /// Returns true if `saw`, the input of a step, is the text at `span`; or if `saw` contains this text, and
    /// `made`, the result of the step, is this text or the rest of `saw`.
    fn is_at(text: &str, span: Range<usize>, saw: &str, made: Option<&str>) -> bool {
        let Some(at) = text.get(span.clone()) else { return false };
        // `made` is the removed part or the rest of `saw`, or is empty if the step only searched.
        let is_part = made.is_some_and(|made| {
            made == at || made.is_empty() || format!("{made}{at}") == saw || format!("{at}{made}") == saw
        });
        let is_around = |(start, _)| start <= span.start && span.end <= start + saw.len();
        at == saw || saw.is_empty() || is_part && text.match_indices(saw).any(is_around)
    }
}

impl Trace for Before<'_> {
    fn record(&mut self, event: Event<'_>) {
        let Event::Step(step) = event else { return };
        let text = match step.source {
            Source::Input => self.input,
            Source::Base => self.base,
            _ => return,
        };
        let span = step.span.start as usize..step.span.end as usize;
        // One of the two ranges must contain the other: the range of an earlier result, and that of the step.
        let holds =
            |one: &Range<usize>, other: &Range<usize>| one.start <= other.start && other.end <= one.end;
        // The string that barth-01 resolves has parts of the input and of the base, so the source may differ.
        let is_of_both = step.section.id().starts_with("barth-01#");
        let is_made = self.made.iter().any(|(source, place, made)| {
            let is_near = holds(place, &span) || holds(&span, place);
            made.contains(step.input) && if *source == step.source { is_near } else { is_of_both }
        });
        if !is_made && !Self::is_at(text, span.clone(), step.input, step.output) {
            let what = format!("{:?} at {} > {:?}", step.input, step.span, step.output);
            self.wrong.push((step.section.id(), what));
        }
        self.made.extend(step.output.map(|made| (step.source, span, made.to_owned())));
    }
}

#[test]
fn texts_of_steps_are_at_their_place_or_earlier_results() {
    let mut wrong: BTreeMap<&str, (usize, String)> = BTreeMap::new();
    for &profile in Profile::available().iter().filter(|profile| !profile.is_consumer()) {
        let vectors = read_vectors(profile.name()).unwrap();
        let inputs = vectors.iter().filter_map(|record| {
            let text = |key| text(record, key).map(str::to_owned);
            Some((text("input").or(text("url"))?, text("base")))
        });
        let short = STARTS.iter().flat_map(|start| {
            short_strings(CHARACTERS, 1).into_iter().flat_map(move |end| {
                let url = format!("{start}{end}");
                [(url.clone(), None), (end, Some(url))]
            })
        });
        let mut dice = Dice::new(28);
        let random: Vec<_> =
            (0..2_000).map(|turn| (dice.hostile_url(), (turn % 2 > 0).then(|| dice.hostile_url()))).collect();
        for (input, base) in inputs.chain(short).chain(random) {
            let parser = Parser::new(profile);
            let given = base.clone().unwrap_or_default();
            let mut trace = Before { input: &input, base: &given, made: Vec::new(), wrong: Vec::new() };
            let base =
                base.and_then(|base| parser.parse_reference_traced(&base, &mut of_base(&mut trace)).ok());
            let _ = parser.with_base(base.as_ref()).parse_traced(&input, &mut trace);
            for (section, what) in trace.wrong {
                let first = || (0, format!("{profile} {input:?} {given:?}: {what}"));
                wrong.entry(section).or_insert_with(first).0 += 1;
            }
        }
    }
    assert!(wrong.keys().copied().eq(BTreeSet::from(EXCEPTIONS)), "{wrong:#?}");
}
