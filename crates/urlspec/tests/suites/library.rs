//! For every input of the suites, `batch` answers what the library makes of it. The library's own tests hold that to the suites.

use serde_json::{Value, json};
use url_facade::{
    Component, Encoding, ParseError, Parser, Profile, Reference, Source, WebUrl,
    api::{ApiError, Attribute, Failure},
    connolly::{self, WebAddressParts},
};
use url_testdata::{
    Record, json_lines_files, own_vectors, read_json, read_json_lines, registry_crate, shared_suites,
};

use crate::batch::{ask, only};

/// The ops of `profile` that take an input, and a base if there is one.
fn ops(profile: Profile) -> &'static [&'static str] {
    match profile {
        Profile::Connolly => &["parse", "resolve", "canon", "valid", "absolute"],
        Profile::Whatwg | Profile::Whatwg202602 | Profile::Webspecs => &["parse", "resolve", "canon", "api"],
        _ => &["parse", "resolve", "canon"],
    }
}

/// What `profile` can be asked of the string in `record`: each op, or to set an attribute. Strings that are not Unicode are as
/// preprocessing reads them.
fn requests(profile: Profile, record: &Record) -> Vec<Value> {
    if let Some(attr) = record.get("attr") {
        let input = record.get("url").or(record.get("input"));
        return vec![json!({ "op": "set", "input": input, "attr": attr, "value": record["value"] })];
    }
    let text = |key: &str| match record.get(&format!("{key}_cps")).and_then(Value::as_array) {
        Some(cps) => {
            let cps = cps.iter().map(|cp| u32::try_from(cp.as_u64().unwrap()).unwrap());
            url_facade::from_code_points(cps).into()
        }
        None => record.get(key).cloned().unwrap_or_default(),
    };
    let [input, base] = ["input", "base"].map(text);
    let ops = ops(profile).iter().filter(|op| input.is_string() && (**op != "resolve" || base.is_string()));
    let encoding = record.get("encoding");
    ops.map(|op| json!({ "op": op, "input": input, "base": base, "encoding": encoding })).collect()
}

/// The answer to `request`, as INTERFACE.md has it.
fn expected(profile: Profile, request: &Value) -> Record {
    let text = |key: &str| request[key].as_str();
    let encoding = text("encoding").map_or(Encoding::UTF_8, |label| Encoding::for_label(label).unwrap());
    let parser = Parser::new(profile).with_encoding(encoding);
    let (input, base) = (text("input").unwrap(), text("base"));
    let answer = match text("op").unwrap() {
        "parse" => parser.parse_reference(input).map_err(error).map(|found| parsed(&found)),
        "valid" => Ok(record([("valid", connolly::is_valid(input, encoding).into())])),
        "absolute" => Ok(record([("absolute", connolly::is_absolute(input).into())])),
        "api" => WebUrl::new(profile, input, base).map(|url| object(&url)).map_err(|failure| fault(&failure)),
        "set" => WebUrl::new(profile, input, base).map_err(|failure| fault(&failure)).map(|mut url| {
            let refused = url.set(text("attr").unwrap().parse().unwrap(), text("value").unwrap()).err();
            let mut answer = object(&url);
            answer.extend(refused.map(|failure| ("error".into(), fault(&failure))));
            answer
        }),
        op => resolved(parser, op, input, base),
    };
    let (ok, mut answer) = match answer {
        Ok(answer) => (true, answer),
        Err(error) => (false, record([("error", error)])),
    };
    answer.insert("ok".into(), ok.into());
    answer
}

fn record<const N: usize>(entries: [(&str, Value); N]) -> Record {
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn components<'a>(get: impl Fn(Component) -> Option<&'a str>) -> Record {
    let parts = Component::ALL.into_iter();
    parts.filter_map(|part| Some((part.name().into(), get(part)?.into()))).collect()
}

/// The components, under the names of the document.
fn parsed(found: &Reference) -> Record {
    let mut answer = if found.profile() == Profile::Connolly {
        let parts = connolly::web_address_parts(found);
        let parts = parts.iter().flat_map(WebAddressParts::named);
        parts.map(|(name, part)| (name.to_owned(), part.into())).collect()
    } else {
        components(|part| found.get(part))
    };
    answer.extend(found.invalid().map(|_| ("invalid".into(), true.into())));
    answer
}

fn resolved(parser: Parser<'_>, op: &str, input: &str, base: Option<&str>) -> Result<Record, Value> {
    let of_base = |found: ParseError| error(found.with_span_source(Source::Base));
    let base = base.map(|base| parser.parse_reference(base)).transpose().map_err(of_base)?;
    let parser = parser.with_base(base.as_ref());
    if op == "canon" {
        let url = parser.parse(input).map_err(error)?;
        let mut answer = components(|part| url.get(part));
        answer.insert("href".into(), url.as_str().into());
        return Ok(answer);
    }
    let found = parser.resolve_reference(input).map_err(error)?;
    let mut answer = components(|part| found.get(part));
    let (key, value) = match found.invalid() {
        Some(_) => ("invalid", true.into()),
        None => ("href", found.as_str().into()),
    };
    answer.insert(key.into(), value);
    Ok(answer)
}

fn error(error: ParseError) -> Value {
    let (reason, span) = (error.reason(), error.span());
    let mut answer = json!({
        "kind": reason.name(), "message": reason.sentence(), "section": error.section().id(), "span": [span.start, span.end],
    });
    if error.span_source() == Source::Base {
        answer["source"] = "base".into();
    }
    answer
}

fn fault(failure: &Failure) -> Value {
    let ApiError::NotUrl(found) = failure.error else { unreachable!("{:?}", failure.error) };
    error(found)
}

/// The attributes of a URL object.
fn object(url: &WebUrl) -> Record {
    let attributes = Attribute::ALL.iter();
    let mut answer: Record =
        attributes.map(|&attribute| (attribute.name().to_owned(), url.get(attribute).into())).collect();
    answer.insert("origin".into(), url.origin().map(|origin| origin.to_string()).into());
    let params = url.search_params();
    answer.insert("searchParams".into(), params.serialize().into());
    answer.insert("searchPairs".into(), json!(params.iter().collect::<Vec<_>>()));
    answer
}

/// Whether each answer of `batch` to what `records` ask is that of the library; `least` is how many requests there must be.
fn check(profile: Profile, records: &[Record], least: usize) {
    let requests: Vec<Value> = records.iter().flat_map(|record| requests(profile, record)).collect();
    assert!(requests.len() >= least, "only {} requests to {profile}", requests.len());
    for (request, answer) in requests.iter().zip(ask(profile.name(), &requests)) {
        let expected = expected(profile, request);
        // Objects have more, which `tests/urlspec/batch.rs` shows.
        let answer = if matches!(request["op"].as_str(), Some("api" | "set")) {
            only(&answer, &expected.keys().map(String::as_str).chain(["error"]).collect::<Vec<_>>())
        } else {
            answer
        };
        assert_eq!(answer, expected, "{profile}: {request}");
    }
}

/// The project's own vectors of each spec, and the shared suites.
#[test]
fn vectors() {
    for (profile, suite, own, shared) in [
        (Profile::Manakai, "manakai", 1_800, 29_000),
        (Profile::ManakaiChrome, "manakai", 90, 29_000),
        (Profile::ManakaiGecko, "manakai", 90, 29_000),
        (Profile::ManakaiIe, "manakai", 100, 29_000),
        (Profile::Barth2010, "barth", 190, 370),
        (Profile::Barth01, "barth", 870, 370),
        (Profile::Rfc3986, "", 960, 0),
        (Profile::Connolly, "connolly", 450, 410),
        (Profile::Webspecs, "webspecs", 1_460, 1_600),
        (Profile::Whatwg, "", 900, 0),
        (Profile::Whatwg202602, "", 70, 0),
    ] {
        let read = |folder: &std::path::Path| -> Vec<Record> {
            let files = json_lines_files(folder).unwrap();
            files.iter().flat_map(|file| read_json_lines(file).unwrap()).collect()
        };
        check(profile, &read(&own_vectors(profile.name())), own);
        if let Some(folder) = Some(suite).filter(|suite| !suite.is_empty()).and_then(shared_suites) {
            check(profile, &read(&folder), shared);
        }
    }
}

/// The public test data of the URL Standard.
#[test]
fn public_data() {
    let read =
        |name: &str| read_json(&registry_crate("ada-url").unwrap().join("tests/wpt").join(name)).unwrap();
    let parsing = read("urltestdata.json");
    let parsing: Vec<Record> =
        parsing.as_array().unwrap().iter().filter_map(Value::as_object).cloned().collect();
    check(Profile::Whatwg, &parsing, 2_673);
    let setters = read("setters_tests.json");
    let setters = setters.as_object().unwrap().iter().filter(|(attr, _)| *attr != "comment");
    let cases =
        setters.flat_map(|(attr, cases)| cases.as_array().unwrap().iter().map(move |case| (attr, case)));
    let case = |(attr, case): (&String, &Value)| {
        record([
            ("attr", attr.as_str().into()),
            ("url", case["href"].clone()),
            ("value", case["new_value"].clone()),
        ])
    };
    check(Profile::Whatwg, &cases.map(case).collect::<Vec<_>>(), 278);
}
