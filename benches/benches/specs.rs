//! Criterion target: each document's steps, without the fast paths of the facade.

use benches::criterion::{COUNT, each, generated, references, target};
use criterion::Criterion;
use url_core::{Barth01, Connolly, Manakai, NoTrace, Parsed, Rfc3986, Webspecs, Whatwg, whatwg::Edition};
use url_specs::{Input, LocatedTrace, MappedText, Spec, rfc3986::Uri};

fn parse<S: Spec>(spec: S, input: &str) -> bool {
    let s = spec.preprocess(input, &mut NoTrace);
    let (text, mut trace) = (MappedText::new(input, &s, S::source_map), NoTrace);
    spec.parse(&s, &mut LocatedTrace::new(&mut trace, &text, None)).invalid.is_none()
}

fn resolve<S: Spec>(spec: S, base: &str, reference: &str) -> bool {
    let [before, s] = [base, reference].map(|text| spec.preprocess(text, &mut NoTrace));
    let text_of_base = MappedText::new(base, &before, S::source_map);
    let text = MappedText::new(reference, &s, S::source_map);
    let [mut first, mut second] = [NoTrace; 2];
    let base = spec.parse(&before, &mut LocatedTrace::new(&mut first, &text_of_base, None));
    let input = Input { base: Some(&base), ..Input::alone(&s) };
    let mut url = Parsed::default();
    let outcome =
        spec.resolve(input, &mut url, &mut LocatedTrace::new(&mut second, &text, Some(&text_of_base)));
    outcome.is_ok() && url.invalid.is_none()
}

fn document<S: Spec>(criterion: &mut Criterion, name: &str, spec: S) {
    let group = &mut criterion.benchmark_group(format!("specs-{name}"));
    for (list, urls) in &generated() {
        each(group, ["parse", list], urls, |url| parse(spec, url));
        each(group, ["canonicalize", list], urls, |url| url_specs::parse(spec, url).is_ok());
    }
    each(group, ["resolve", "references"], &references(COUNT), |(base, input)| resolve(spec, base, input));
}

fn main() {
    target(|criterion| {
        document(criterion, "whatwg", Whatwg(Edition::Newest));
        document(criterion, "rfc3986", Uri(Rfc3986));
        document(criterion, "manakai", Manakai);
        document(criterion, "barth-01", Barth01);
        document(criterion, "connolly", Connolly);
        document(criterion, "webspecs", Webspecs);
    });
}
