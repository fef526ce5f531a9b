//! Tests that the columns of `UrlColumns` contain the results of `Parser`, under every profile.

#![allow(clippy::unwrap_used, reason = "tests")]

use url_columns::{Column, RowError, UrlColumns, Values};
use url_facade::{Component, Parser, Profile, Url};
use url_testdata::{own_vectors, read_json_lines};

/// Returns the inputs of the test vectors that compare the parsers of several specs.
fn inputs() -> Vec<String> {
    let file = own_vectors("differential").join("parsers.jsonl");
    let cases = read_json_lines(&file).unwrap();
    let inputs: Vec<_> = cases.iter().filter_map(|case| case["input"].as_str().map(str::to_owned)).collect();
    assert!(inputs.len() > 50, "{}", inputs.len());
    inputs
}

#[test]
fn rows_are_what_the_parser_returns() {
    let inputs = inputs();
    for &profile in Profile::available() {
        let parser = Parser::new(profile);
        let mut urls = UrlColumns::new(parser);
        urls.extend(inputs.iter().flat_map(|input| [Some(input.as_str()), None])).unwrap();
        assert_eq!(urls.len(), 2 * inputs.len());
        let columns = Column::ALL.iter().map(|&column| (column, urls.column(column).unwrap()));
        let columns: Vec<_> = columns.collect();
        assert!(columns.iter().all(|(_, values)| values.len() == urls.len()));
        for (i, input) in inputs.iter().enumerate() {
            let (row, parsed) = (2 * i, parser.parse(input));
            assert_eq!(urls.href(row), parsed.as_ref().ok().map(Url::as_str), "{profile} {input:?}");
            assert_eq!(urls.error(row).copied(), parsed.as_ref().err().map(|&error| RowError::Parse(error)));
            assert_eq!((urls.href(row + 1), urls.error(row + 1)), (None, None));
            for component in Component::ALL {
                let of_url = parsed.as_ref().ok().and_then(|url| url.get(component));
                assert_eq!(urls.get(row, component), of_url, "{profile} {input:?}");
            }
            for (column, values) in &columns {
                if let (Values::Text(values), Some(component)) = (values, component(*column)) {
                    assert_eq!(values.get(row), urls.get(row, component), "{profile} {input:?}");
                }
                #[cfg(feature = "psl")]
                if let (Column::RegistrableDomain, Values::Text(values)) = (column, values) {
                    let domain = parsed.as_ref().ok().and_then(Url::registrable_domain);
                    assert_eq!(values.get(row), domain, "{profile} {input:?}");
                }
                if let (Column::Port, Values::U16(values)) = (column, values) {
                    assert_eq!(values.get(row), parsed.as_ref().ok().and_then(Url::port));
                }
                if let (Column::At, Values::U32(values)) = (column, values) {
                    assert_eq!(values.get(row), urls.error(row).and_then(RowError::offset));
                }
            }
        }
    }
}

fn component(column: Column) -> Option<Component> {
    let name = if column == Column::Username { "user" } else { column.name() };
    Component::ALL.into_iter().find(|component| component.name() == name)
}

#[test]
fn a_row_that_is_longer_than_the_limit_is_not_read() {
    let mut urls = UrlColumns::new(Parser::default()).with_max_len(20);
    urls.push(Some("http://a.test/123456")).unwrap();
    urls.push(Some("http://a.test/1234567")).unwrap();
    urls.push(Some(&[0xFF; 21][..])).unwrap();
    urls.push(Some(&b"http://a.test/\xC3"[..])).unwrap();
    let errors: Vec<_> =
        urls.errors().iter().map(|(row, error)| (*row, error.reason(), error.offset())).collect();
    assert_eq!(errors, [(1, "too-long", None), (2, "too-long", None), (3, "not-utf-8", Some(14))]);
    assert_eq!((urls.text(), urls.ends()), ("http://a.test/123456", &[20, 20, 20, 20][..]));
    urls.clear();
    assert!(urls.is_empty() && urls.errors().is_empty() && urls.text().is_empty());
}
