//! Runs the test cases of functions that every engine runs (`functions.jsonl`) with `Call`.

#![cfg(all(
    feature = "consumers",
    feature = "diff",
    feature = "display",
    feature = "patterns",
    feature = "policies",
    feature = "psl"
))]
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;

use serde_json::Value;
use url_columns::{Argument, ArgumentKind, Call, CallError, Function, Values};
use url_testdata::functions::{Case, cases};

fn json(values: &Values, row: usize) -> Value {
    match values {
        Values::Text(column) => column.get(row).into(),
        Values::U16(column) => column.get(row).into(),
        Values::U32(column) => column.get(row).into(),
        Values::Flag(column) => column.get(row).into(),
        Values::List(column) => column.get(row).map(|list| list.map(Value::from).collect::<Vec<_>>()).into(),
        Values::Struct { fields, validity } if validity[row] => {
            fields.iter().map(|(column, field)| (column.name().to_owned(), json(field, row))).collect()
        }
        _ => Value::Null,
    }
}

fn call(case: &Case) -> Call {
    let constants: Vec<&str> = case.constants.iter().map(String::as_str).collect();
    let call = Call::new(case.function.parse().unwrap(), &constants).unwrap();
    match &case.base {
        Some(base) => call.with_base(base).unwrap(),
        None => call,
    }
}

#[test]
fn every_case_has_its_result() {
    let mut called = BTreeSet::new();
    for case in cases().unwrap() {
        let call = call(&case);
        called.insert(call.function().name());
        let rows = [Some(&b"http://other.test/"[..]), None, case.url.as_deref()];
        assert_eq!(json(&call.evaluate(rows).unwrap(), 2), case.expected, "{case:?}");
        if let Ok(text) = case.url.as_deref().map(str::from_utf8).transpose() {
            assert_eq!(json(&call.evaluate([text]).unwrap(), 0), case.expected, "{case:?}");
            if let Some(base) = &case.base {
                let call = Call::new(call.function(), &[]).unwrap();
                let bases = [None, Some("http://other.test/"), Some(base.as_str())];
                let values = call.resolve([text, text, text], bases).unwrap();
                assert_eq!((json(&values, 0), json(&values, 2)), (Value::Null, case.expected));
            }
        }
    }
    let all: BTreeSet<_> = Function::ALL.iter().map(|function| function.name()).collect();
    assert_eq!(called, all, "a function without a case");
}

/// Rejects fewer than two different profiles, because the function would compare nothing and return true.
#[test]
fn agreement_takes_two_profiles() {
    for profiles in ["whatwg", "whatwg,whatwg", "curl, curl,curl"] {
        let error = Call::new(Function::Agree, &[profiles]).unwrap_err();
        assert_eq!(error, CallError::TooFewProfiles(Function::Agree), "{profiles}");
        assert_eq!(error.to_string(), "url_agree compares two different profiles or more");
    }
    assert!(Call::new(Function::Agree, &["whatwg,whatwg,curl"]).is_ok());
    let error = Call::new(Function::QueryParam, &[]).unwrap_err().to_string();
    assert_eq!(error, "url_query_param(url, name [, profile]) was given 0 constants");
    assert!(matches!(Call::new(Function::Agree, &["whatwg,"]), Err(CallError::Profile(_))));
}

/// A pattern is compiled with the call, which fails with the place in the pattern.
#[test]
fn calls_with_invalid_patterns_fail() {
    for (function, patterns, refused, reason) in [
        (Function::Matches, "https://a.test/{", "https://a.test/{", "pathname: the pattern is"),
        (Function::Matches, "/b https://a.test/", "/b https://a.test/", "protocol: the text is not a scheme"),
        (Function::PatternFirst, "https://a.test/ /b", "/b", "the pattern has no protocol"),
        (Function::PatternFirst, " ", "", "the pattern has no protocol"),
        (Function::PatternFirst, "https://a.test/((?=b)b)", "https://a.test/((?=b)b)", "look-ahead"),
    ] {
        let error = Call::new(function, &[patterns]).unwrap_err().to_string();
        let beginning = format!("{refused:?} is not a URL pattern: ");
        assert!(error.starts_with(&beginning) && error.contains(reason), "{error}");
    }
    assert!(matches!(Call::new(Function::Matches, &[]), Err(CallError::Count { given: 0, .. })));
}

/// A consumer answers with components, and refuses the rest: a column of nulls would look like an answer.
#[test]
fn consumers_answer_or_refuse() {
    for case in cases().unwrap() {
        let function: Function = case.function.parse().unwrap();
        let is_constant = |argument: &&Argument| argument.kind == ArgumentKind::Constant;
        let own = function.arguments().iter().filter(is_constant).count();
        let constants: Vec<_> = case.constants.iter().take(own).map(String::as_str).chain(["curl"]).collect();
        match Call::new(function, &constants) {
            _ if !function.takes_profile() => {}
            Ok(_) => assert!(function.has_consumers(), "{function}"),
            Err(error) => {
                let sentence =
                    format!("{function} is not in curl, a program that only splits URLs: it has url_");
                assert!(!function.has_consumers() && error.to_string().starts_with(&sentence), "{error}");
            }
        }
    }
}
