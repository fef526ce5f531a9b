//! The names and values of queries: parsed, and written again.

use std::hint::black_box;

use url::form_urlencoded;
use url_facade::api::SearchParams;

use crate::{Run, dice::Dice};

/// The queries of `urls`, without their question marks.
pub(crate) fn queries(urls: &[String]) -> Vec<String> {
    let query = |url: &String| Some(url.split('#').next()?.split_once('?')?.1.to_owned());
    urls.iter().filter_map(query).collect()
}

/// `count` queries of up to nine pairs, most of them plain, some with escapes of one or of several bytes.
pub(crate) fn generated_queries(count: usize) -> Vec<String> {
    let mut dice = Dice(0xF0A);
    let mut query = || {
        let pairs: Vec<_> =
            (0..=dice.up_to(8)).map(|_| format!("{}={}", dice.word(), value(&mut dice))).collect();
        pairs.join("&")
    };
    (0..count).map(|_| query()).collect()
}

fn value(dice: &mut Dice) -> String {
    match dice.up_to(8) {
        0 => String::new(),
        1 => format!("{}+{}", dice.word(), dice.word()),
        2 => format!("https%3A%2F%2F{}.test%2F{}", dice.word(), dice.word()),
        3 => format!("{}%20%D0%BF%D1%80%D0%B8", dice.word()),
        4 => dice.up_to(100_000).to_string(),
        _ => dice.word(),
    }
}

/// All parse each of `queries` and write what they got.
pub(crate) fn parse_and_serialize(queries: &[String]) -> Vec<Run<'_>> {
    let ours = |query: &String| !black_box(SearchParams::parse(query).serialize()).is_empty();
    let ada = |query: &String| {
        let params = ada_url::UrlSearchParams::parse(query.as_str());
        params.is_ok_and(|params| !black_box(params.to_string()).is_empty())
    };
    let url = |query: &String| {
        let pairs = form_urlencoded::parse(query.as_bytes());
        !black_box(form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()).is_empty()
    };
    vec![Run::new("ours", queries, ours), Run::new("ada", queries, ada), Run::new("url", queries, url)]
}
