//! The columns to add: calls of functions, parsed from the option.

use std::str::FromStr;

use url_columns::{Call, CallError, Function, UnknownFunction};

/// Calls of functions, each with the name of its column.
#[derive(Clone, Debug)]
pub(crate) struct Calls(pub(crate) Vec<(String, Call)>);

impl FromStr for Calls {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut calls = Vec::new();
        let mut rest = text;
        loop {
            let (call, behind) = take_call(rest)?;
            calls.push(call);
            match behind.strip_prefix(',') {
                Some(behind) => rest = behind,
                None if behind.is_empty() => return Ok(Self(calls)),
                None => return Err(format!("a comma is missing before {behind:?}")),
            }
        }
    }
}

/// Parses the call that `text` begins with; returns it with the text after it.
fn take_call(text: &str) -> Result<((String, Call), &str), String> {
    let (first, mut rest) = take_word(text);
    let mut function = first;
    if let Some(behind) = rest.strip_prefix('=') {
        (function, rest) = take_word(behind);
    }
    let mut constants = Vec::new();
    if let Some(arguments) = rest.strip_prefix('(') {
        rest = arguments.trim_start();
        while !rest.starts_with(')') {
            let (constant, behind) = take_constant(rest)?;
            constants.push(constant);
            rest = behind.strip_prefix(',').map_or(behind, str::trim_start);
            if !behind.starts_with([',', ')']) {
                return Err(format!("the arguments of {function} are not closed"));
            }
        }
        rest = rest.strip_prefix(')').unwrap_or(rest).trim_start();
    }
    let named = |error: UnknownFunction| error.to_string();
    let call = call(function.parse().map_err(named)?, &constants).map_err(|error| error.to_string())?;
    Ok(((first.to_owned(), call), rest))
}

/// Returns the call of `function`. The base of `url_resolve` is its first constant.
fn call(function: Function, constants: &[&str]) -> Result<Call, CallError> {
    match (function, constants) {
        (Function::Resolve, [base, constants @ ..]) => Call::new(function, constants)?.with_base(base),
        _ => Call::new(function, constants),
    }
}

/// Returns the name that `text` begins with, and the text after it, both without spaces around them.
fn take_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    (word, rest.trim_start())
}

/// Returns the quoted text, in single or double quotes, that `text` begins with, and the text after it.
fn take_constant(text: &str) -> Result<(&str, &str), String> {
    let quote = text.chars().next().filter(|c| ['\'', '"'].contains(c));
    let parts = quote.and_then(|quote| text[1..].split_once(quote));
    let (constant, rest) = parts.ok_or_else(|| format!("constants must be in quotes: {text:?}"))?;
    Ok((constant, rest.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::Calls;

    fn names(text: &str) -> Result<Vec<(String, &'static str)>, String> {
        let Calls(calls) = text.parse()?;
        Ok(calls.into_iter().map(|(name, call)| (name, call.function().name())).collect())
    }

    #[test]
    fn calls_have_names_and_constants() {
        let calls = names("url_canon, h = url_host('rfc3986') ,url_query_param( \"q\" , 'whatwg' )").unwrap();
        let expected =
            [("url_canon", "url_canon"), ("h", "url_host"), ("url_query_param", "url_query_param")];
        assert_eq!(calls, expected.map(|(name, function)| (name.to_owned(), function)));
        assert!(names("url_resolve('http://a.test/')").is_ok());
    }

    #[test]
    fn other_texts_are_refused() {
        let faults = [
            ("", "unknown function \"\""),
            ("url_canon,", "unknown function \"\""),
            ("url_nothing", "unknown function \"url_nothing\""),
            ("url_canon url_host", "a comma is missing before \"url_host\""),
            ("url_query_param(q)", "constants must be in quotes: \"q)\""),
            ("url_query_param('q'", "the arguments of url_query_param are not closed"),
            ("url_query_param('q' 'r')", "the arguments of url_query_param are not closed"),
            ("url_query_param", "url_query_param(url, name [, profile]) was given 0 constants"),
            ("url_host('curl')", "url_host is not in curl"),
            ("url_agree('whatwg')", "url_agree compares two different profiles or more"),
            ("url_resolve('x')", "the base is not a URL"),
        ];
        for (text, fault) in faults {
            let error = names(text).unwrap_err();
            assert!(error.starts_with(fault), "{text}: {error}");
        }
    }
}
