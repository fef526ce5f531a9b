//! Checks search parameters and the query editor with the project's own vectors.

use serde_json::{Value, json};
use url_facade::{
    Change, Component, Parser, Profile, Reason, Url,
    api::{QueryEditor, SearchParams},
};
use url_testdata::{Record, check_vectors, own_vectors, read_json_lines};

fn words(array: &Value) -> Vec<&str> {
    array.as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect()
}

fn operations(record: &Record) -> Vec<Vec<&str>> {
    record["do"].as_array().unwrap().iter().map(words).collect()
}

fn edit(query: &mut QueryEditor<'_>, record: &Record) {
    for operation in operations(record) {
        match operation[..] {
            ["append", name, value] => query.append(name, value),
            ["delete", name] => query.delete(name),
            ["delete", name, value] => query.delete_pair(name, value),
            ["set", name, value] => query.set(name, value),
            _ => unreachable!("{operation:?}"),
        };
    }
}

#[test]
fn search_params_follow_the_standard() {
    check_vectors("whatwg/search-params.jsonl", 59, |record| {
        let mut params = SearchParams::parse(record["input"].as_str().unwrap());
        for operation in operations(record) {
            match operation[..] {
                ["append", name, value] => params.append(name, value),
                ["delete", name] => params.delete(name),
                ["delete", name, value] => params.delete_pair(name, value),
                ["set", name, value] => params.set(name, value),
                ["sort"] => params.sort(),
                _ => unreachable!("{operation:?}"),
            }
        }
        let pairs: Vec<_> = params.iter().collect();
        assert_eq!((params.len(), params.is_empty()), (pairs.len(), pairs.is_empty()));
        // Iterate from both ends, and let the two iterations meet at each pair.
        for met in 0..=pairs.len() {
            let mut rest = params.iter();
            let mut both: Vec<_> = rest.by_ref().take(met).collect();
            assert_eq!(rest.len(), pairs.len() - met);
            let backwards: Vec<_> = rest.rev().collect();
            both.extend(backwards.into_iter().rev());
            assert_eq!(both, pairs);
        }
        let mut got = json!({"pairs": pairs, "text": params.to_string()});
        for ask in ["get", "get_all", "has"] {
            let Some(questions) = record["expect"].get(ask) else { continue };
            let answer = |question: &Value| {
                let (_, words) = question.as_array().unwrap().split_last().unwrap();
                let words: Vec<_> = words.iter().map(|word| word.as_str().unwrap()).collect();
                let answer = match (ask, &words[..]) {
                    ("get", [name]) => json!(params.get(name)),
                    ("get_all", [name]) => json!(params.get_all(name).collect::<Vec<_>>()),
                    ("has", [name]) => json!(params.has(name)),
                    ("has", [name, value]) => json!(params.has_pair(name, value)),
                    _ => unreachable!("{question}"),
                };
                words.into_iter().map(Value::from).chain([answer]).collect::<Vec<_>>()
            };
            got[ask] = questions.as_array().unwrap().iter().map(answer).collect();
        }
        got
    });
}

#[test]
fn an_editor_keeps_the_other_bytes() {
    check_vectors("whatwg/query-editor.jsonl", 32, |record| {
        let mut query = QueryEditor::new(record["input"].as_str().unwrap());
        edit(&mut query, record);
        json!({"query": query.as_str()})
    });
}

/// Spec: whatwg#urlsearchparams-initialize-1..2, whatwg#urlsearchparams-initialize-1.1..2
#[test]
fn pairs_make_search_params() {
    let pairs = [("a", "1"), ("b", " "), ("a", "é")];
    let mut params: SearchParams = pairs.into_iter().collect();
    assert_eq!(params, SearchParams::from_pairs(pairs));
    assert_eq!(params, SearchParams::parse(&params.serialize()));
    assert_eq!((&params).into_iter().collect::<Vec<_>>(), pairs);
    params.extend([("c".to_owned(), "2".to_owned())]);
    assert_eq!(format!("{params:>24}"), "    a=1&b=+&a=%C3%A9&c=2");
}

#[test]
fn an_edited_url_differs_in_its_query_only() {
    let mut count = 0;
    for record in read_json_lines(&own_vectors("whatwg/query-editor.jsonl")).unwrap() {
        for (before, after) in [("https://u:p@a.test:8080/b%7e/~", ""), ("x:/ y", "#f?g"), ("data:a", "#")] {
            let query = record["input"].as_str().unwrap();
            let mut url = Url::parse(&format!("{before}?{query}{after}")).unwrap();
            let unedited = url.clone();
            let mut expected = QueryEditor::new(url.query().unwrap().to_owned());
            edit(&mut expected, &record);
            let change = url.edit_query(|query| edit(query, &record)).unwrap();
            assert_eq!(change == Change::Unchanged, url == unedited, "{url}");
            assert_eq!(Url::parse(url.as_str()).unwrap(), url);
            assert_eq!(url.query().unwrap_or_default(), expected.as_str());
            for component in Component::ALL.into_iter().filter(|&component| component != Component::Query) {
                assert_eq!(url.get(component), unedited.get(component), "{}", record["id"]);
            }
            count += 1;
        }
    }
    assert_eq!(count, 96);
}

#[test]
fn editing_nothing_changes_nothing() {
    let mut url = Url::parse("https://a.test/?#").unwrap();
    assert_eq!(url.edit_query(|_| ()), Ok(Change::Unchanged));
    assert_eq!(url.as_str(), "https://a.test/?#");
    url.edit_query(|query| _ = query.append("a", "#")).unwrap();
    assert_eq!(url.as_str(), "https://a.test/?a=%23#");
    url.edit_query(|query| _ = query.delete("a")).unwrap();
    assert_eq!(url.as_str(), "https://a.test/#");
    let mut url = Parser::new(Profile::Rfc3986).parse("http://a.test/").unwrap();
    assert_eq!(url.edit_query(|_| ()).map_err(|error| error.reason()), Err(Reason::NoSetters));
}
