//! Criterion target: encoding queries, and reading and writing their pairs.

use benches::criterion::{COUNT, each, queries_of_pairs, target};
use url_query::{Encoding, QueryEditor, encode_query, parse_form, serialize_form};

fn main() {
    target(|criterion| {
        let (group, queries) = (&mut criterion.benchmark_group("query"), &queries_of_pairs(COUNT));
        let spaced: Vec<_> = queries.iter().map(|query| query.replace('+', " ")).collect();
        each(group, ["encode", "canonical"], queries, |query| encode_query(query).len());
        each(group, ["encode", "with spaces"], &spaced, |query| encode_query(query).len());
        each(group, ["read", "pairs"], queries, |query| parse_form(query).count());
        each(group, ["read and write", "pairs"], queries, |query| {
            serialize_form(parse_form(query), Encoding::UTF_8)
        });
        each(group, ["set one", "pairs"], queries, |query| {
            QueryEditor::new(query).set("a", "x y").as_str().len()
        });
    });
}
