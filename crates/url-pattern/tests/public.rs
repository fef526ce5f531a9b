//! The public tests of URL patterns: `urlpatterntestdata.json` and its siblings, in the sources of `ada-url`.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, reason = "tests")]
#![cfg(all(feature = "regexp", feature = "serde"))]

use serde_json::{Map, Value};
use url_facade::Url;
use url_pattern::{
    ComponentName, PatternError, UrlPattern, UrlPatternInit, UrlPatternInput, UrlPatternOptions,
};
use url_testdata::{Record, public_cases};

fn init(object: &Value) -> UrlPatternInit {
    serde_json::from_value(object.clone()).unwrap()
}

/// Calls the constructor with the arguments of a test case. `None` if two arguments contradict each other.
fn construct(arguments: &[Value]) -> Option<Result<UrlPattern, PatternError>> {
    let ignore_case = arguments.iter().any(|argument| argument["ignoreCase"] == true);
    let options = UrlPatternOptions { ignore_case };
    let base = arguments.get(1).and_then(Value::as_str);
    match arguments.first() {
        Some(Value::String(pattern)) => Some(UrlPattern::parse_with(pattern, base, options)),
        Some(Value::Object(_)) if base.is_some() => None,
        Some(object @ Value::Object(_)) => Some(UrlPattern::from_init(&init(object), options)),
        _ => Some(UrlPattern::from_init(&UrlPatternInit::default(), options)),
    }
}

fn list<'c>(case: &'c Record, key: &str) -> &'c [Value] {
    case.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The pattern string that a test case expects, by the rules of the tests' own runner.
fn expected_component(case: &Record, name: ComponentName) -> String {
    let arguments = list(case, "pattern");
    let is_user = matches!(name, ComponentName::Username | ComponentName::Password);
    let before = |other: &ComponentName| {
        *other < name && !matches!(other, ComponentName::Username | ComponentName::Password)
    };
    if let Some(given) = case.get("expected_obj").and_then(|object| object[name.name()].as_str()) {
        return given.into();
    }
    if list(case, "exactly_empty_components").iter().any(|empty| empty == name.name()) {
        return String::new();
    }
    let first = arguments.first().and_then(Value::as_object);
    let given =
        |name: ComponentName| first.and_then(|object| object.get(name.name())).and_then(Value::as_str);
    if let Some(given) = given(name).filter(|given| !given.is_empty()) {
        return given.into();
    }
    let base = first.map_or(arguments.get(1), |object| object.get("baseURL")).and_then(Value::as_str);
    let Some(base) = base.filter(|_| {
        !is_user
            && !ComponentName::ALL.iter().filter(|other| before(other)).any(|other| given(*other).is_some())
    }) else {
        return "*".into();
    };
    let any = UrlPattern::from_init(&UrlPatternInit::default(), UrlPatternOptions::default()).unwrap();
    any.captures(&Url::parse(base).unwrap()).unwrap().input(name).into()
}

/// Returns the differences between a test case and `pattern`.
fn faults(case: &Record, pattern: &UrlPattern) -> Vec<String> {
    let mut faults = Vec::new();
    for name in ComponentName::ALL {
        let (expected, found) = (expected_component(case, name), pattern.component(name));
        if expected != found {
            faults.push(format!("{name}: expected {expected:?}, found {found:?}"));
        }
    }
    let Some(inputs) = case.get("inputs").and_then(Value::as_array) else { return faults };
    let base = inputs.get(1).and_then(Value::as_str);
    let input = match inputs.first() {
        Some(Value::String(input)) => UrlPatternInput::parse(input, base),
        Some(Value::Object(_)) if base.is_some() => {
            assert_eq!(case["expected_match"], "error");
            return faults;
        }
        Some(object @ Value::Object(_)) => UrlPatternInput::from_init(&init(object)),
        _ => UrlPatternInput::from_init(&UrlPatternInit::default()),
    };
    let captures = input.as_ref().and_then(|input| pattern.exec(input));
    let (Some(expected), Some(captures)) = (case["expected_match"].as_object(), &captures) else {
        if case["expected_match"].is_object() != captures.is_some() {
            faults.push(format!("match: {:?}", captures.is_some()));
        }
        return faults;
    };
    for name in ComponentName::ALL {
        let mut groups: Map<String, Value> = Map::new();
        for (group, text) in captures.groups(name) {
            groups.insert(group.into(), text.into());
        }
        let (mut expected_input, mut expected_groups) = (String::new(), Map::new());
        if let Some(expected) = expected.get(name.name()) {
            expected_input = expected["input"].as_str().unwrap().into();
            expected_groups.clone_from(expected["groups"].as_object().unwrap());
        } else if !list(case, "exactly_empty_components").iter().any(|empty| empty == name.name()) {
            expected_groups.insert("0".into(), "".into());
        }
        if (captures.input(name), &groups) != (&expected_input, &expected_groups) {
            faults.push(format!("{name}: expected {expected_groups:?}, found {groups:?}"));
        }
    }
    faults
}

/// Spec: urlpattern#dom-urlpattern-urlpattern-1, urlpattern#constructor-with-options-1
/// Spec: urlpattern#urlpattern-initialize-1, urlpattern#dom-urlpattern-protocol-1
/// Spec: urlpattern#dom-urlpattern-username-1, urlpattern#dom-urlpattern-password-1
/// Spec: urlpattern#dom-urlpattern-hostname-1, urlpattern#dom-urlpattern-port-1
/// Spec: urlpattern#dom-urlpattern-pathname-1, urlpattern#dom-urlpattern-search-1
/// Spec: urlpattern#dom-urlpattern-hash-1, urlpattern#dom-urlpattern-hasregexpgroups-1..2
/// Spec: urlpattern#dom-urlpattern-test-1..3, urlpattern#dom-urlpattern-exec-1
/// Spec: urlpattern#url-pattern-create-1, -4, -6..14, -16..19, -2.1..3, -3.1..3, -5.1, -15.1..2
/// Spec: urlpattern#url-pattern-match-1..11, -14..33, -12.1..10, -13.1, -13.3..11, -13.2.1, -13.2.3..4
/// Spec: urlpattern#url-pattern-match-13.2.2.1..3, urlpattern#url-pattern-has-regexp-groups-1..9
/// Spec: urlpattern#compile-a-component-1..8, -10, -9.1, urlpattern#create-a-component-match-result-1..4
/// Spec: urlpattern#create-a-component-match-result-6..7, -5.1..4
/// Spec: urlpattern#url-pattern-create-a-dummy-url-1..2
/// Spec: urlpattern#protocol-component-matches-a-special-scheme-1, -3, -2.1..2
/// Spec: urlpattern#hostname-pattern-is-an-ipv6-address-1..6, urlpattern#parse-a-constructor-string-1, -3..4
/// Spec: urlpattern#parse-a-constructor-string-2.1, -2.6, -2.2.1.1..2, -2.2.1.5..6, -2.2.1.3.1, -2.2.1.4.1
/// Spec: urlpattern#parse-a-constructor-string-2.2.2.1..3, -2.2.3..4, -2.3.1..3, -2.4.1, -2.4.2.1..2
/// Spec: urlpattern#parse-a-constructor-string-2.5.1.1.1, -2.5.2.1.1..3, -2.5.2.1.5..6, -2.5.2.1.4.1..2
/// Spec: urlpattern#parse-a-constructor-string-2.5.3.1..2, -2.5.4.1..2, -2.5.5.1, -2.5.6.1..6, -2.5.7.1..3
/// Spec: urlpattern#parse-a-constructor-string-2.5.8.1..2, -2.5.9.1, -2.5.10.1, -2.5.11.1
/// Spec: urlpattern#change-state-1, -3..6, -2.1, -2.3, -2.2.1..2, urlpattern#rewind-1..2
/// Spec: urlpattern#rewind-and-set-state-1..2, urlpattern#get-a-safe-token-1..6
/// Spec: urlpattern#is-a-non-special-pattern-char-1..4, urlpattern#is-a-protocol-suffix-1
/// Spec: urlpattern#next-is-authority-slashes-1..3, urlpattern#is-an-identity-terminator-1
/// Spec: urlpattern#is-a-password-prefix-1, urlpattern#is-a-port-prefix-1, urlpattern#is-a-pathname-start-1
/// Spec: urlpattern#is-a-search-prefix-1..7, urlpattern#is-a-hash-prefix-1, urlpattern#is-a-group-open-1..2
/// Spec: urlpattern#is-a-group-close-1..2, urlpattern#is-an-ipv6-open-1, urlpattern#is-an-ipv6-close-1
/// Spec: urlpattern#make-a-component-string-1..6
/// Spec: urlpattern#compute-protocol-matches-a-special-scheme-flag-1..3, urlpattern#tokenize-1..3, -5..6
/// Spec: urlpattern#tokenize-4.1, -4.9, -4.2.1..2, -4.3.1..2, -4.4.1.1..2, -4.4.2..5, -4.5.1..2, -4.6.1..2
/// Spec: urlpattern#tokenize-4.7.1..2, -4.7.5..6, -4.7.3.1..5, -4.7.4.1..2, -4.8.1..4, -4.8.6, -4.8.8
/// Spec: urlpattern#tokenize-4.8.10..11, -4.8.5.1, -4.8.5.7, -4.8.5.2.1..3, -4.8.5.3.1..3, -4.8.5.4.1.1..3
/// Spec: urlpattern#tokenize-4.8.5.4.2, -4.8.5.4.4..5, -4.8.5.4.3.1..3, -4.8.5.5.1, -4.8.5.5.2.1..2
/// Spec: urlpattern#tokenize-4.8.5.6.1, -4.8.5.6.3..4, -4.8.5.6.6, -4.8.5.6.2.1..3, -4.8.5.6.5.1..3
/// Spec: urlpattern#tokenize-4.8.7.1..2, -4.8.9.1..2, urlpattern#get-the-next-code-point-1..2
/// Spec: urlpattern#seek-and-get-the-next-code-point-1..2, urlpattern#add-a-token-1..6
/// Spec: urlpattern#add-a-token-with-default-length-1..2
/// Spec: urlpattern#add-a-token-with-default-position-and-length-1
/// Spec: urlpattern#process-a-tokenizing-error-1..3, urlpattern#is-a-valid-name-code-point-1..2
/// Spec: urlpattern#parse-a-pattern-string-1..2, -4, -3.1..3, -3.5..6, -3.8, -3.10..11, -3.4.1..2, -3.4.4..7
/// Spec: urlpattern#parse-a-pattern-string-3.4.3.1..2, -3.7.1..2, -3.9.1..8
/// Spec: urlpattern#generate-a-segment-wildcard-regexp-1..4, urlpattern#try-to-consume-a-token-1..5
/// Spec: urlpattern#try-to-consume-a-modifier-token-1..4
/// Spec: urlpattern#try-to-consume-a-regexp-or-wildcard-token-1..3, urlpattern#consume-a-required-token-1..3
/// Spec: urlpattern#consume-text-1, -3, -2.1..4
/// Spec: urlpattern#maybe-add-a-part-from-the-pending-fixed-value-1..5, urlpattern#add-a-part-1, -4, -6..10
/// Spec: urlpattern#add-a-part-13..14, -16..20, -2.1..3, -3.1..2, -5.1..6, -11.1..2, -12.1..2, -15.1..2
/// Spec: urlpattern#is-a-duplicate-name-1.1, -2, urlpattern#generate-a-regular-expression-and-name-list-1..2
/// Spec: urlpattern#generate-a-regular-expression-and-name-list-4..5, -3.1.1, -3.1.3, -3.1.2.1..4, -3.2..6
/// Spec: urlpattern#generate-a-regular-expression-and-name-list-3.9..23, -3.7.1.1..4, -3.7.2.1..5, -3.7.3
/// Spec: urlpattern#generate-a-regular-expression-and-name-list-3.8.1..9
/// Spec: urlpattern#escape-a-regexp-string-1..3, -5, -4.1..4, urlpattern#generate-a-pattern-string-1..2, -4
/// Spec: urlpattern#generate-a-pattern-string-3.1..3, -3.5..6, -3.8..11, -3.16..19, -3.4.1.1..2, -3.4.2..6
/// Spec: urlpattern#generate-a-pattern-string-3.7.1.1, -3.7.2.1, -3.12.1..2, -3.13.1..3, -3.14.1..3, -3.15.1
/// Spec: urlpattern#generate-a-pattern-string-3.15.2.1..3, urlpattern#escape-a-pattern-string-1..3, -5
/// Spec: urlpattern#escape-a-pattern-string-4.1..4, urlpattern#convert-a-modifier-to-a-string-1..4
/// Spec: urlpattern#canonicalize-a-protocol-1..4, urlpattern#canonicalize-a-username-1..4
/// Spec: urlpattern#canonicalize-a-password-1..4, urlpattern#canonicalize-a-hostname-1..5
/// Spec: urlpattern#canonicalize-an-ipv6-hostname-1, -3, -2.1..2, urlpattern#canonicalize-a-port-1..6
/// Spec: urlpattern#canonicalize-a-pathname-1..10, urlpattern#canonicalize-an-opaque-pathname-1..6
/// Spec: urlpattern#canonicalize-a-search-1..5, urlpattern#canonicalize-a-hash-1..5
/// Spec: urlpattern#process-a-urlpatterninit-1..10, -12..17, -19..21, -11.1..5, -11.8, -11.6.1..3, -11.7.1..2
/// Spec: urlpattern#process-a-urlpatterninit-11.9.1..3, -11.10.1..3, -18.1, -18.3, -18.2.1..2, -18.2.3.1..3
/// Spec: urlpattern#process-a-base-url-string-1..3, urlpattern#is-an-absolute-pathname-1..7
/// Spec: urlpattern#process-protocol-for-init-1..3, urlpattern#process-username-for-init-1..2
/// Spec: urlpattern#process-password-for-init-1..2, urlpattern#process-hostname-for-init-1..2
/// Spec: urlpattern#process-port-for-init-1..2, urlpattern#process-pathname-for-init-1..3
/// Spec: urlpattern#process-search-for-init-1..3, urlpattern#process-hash-for-init-1..3
#[test]
fn public_cases_pass() {
    let cases = public_cases("ada-url", "urlpatterntestdata.json").unwrap();
    assert!(cases.len() > 360, "{}", cases.len());
    let mut failures = Vec::new();
    for case in &cases {
        let arguments = list(case, "pattern");
        let is_error = case.get("expected_obj").is_some_and(|expected| expected == "error");
        let found = match construct(arguments) {
            None | Some(Err(_)) if is_error => continue,
            Some(Ok(pattern)) if !is_error => faults(case, &pattern),
            Some(Ok(_)) => vec!["no error".into()],
            Some(Err(error)) => vec![error.to_string()],
            None => vec!["two bases".into()],
        };
        if !found.is_empty() {
            failures.push(format!(
                "{} {}: {}",
                Value::from(arguments),
                case.get("inputs").unwrap_or(&Value::Null),
                found.join("; ")
            ));
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}
