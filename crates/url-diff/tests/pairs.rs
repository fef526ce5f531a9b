//! Tests that `diff` of two specs reports the rules that a person found in the two documents.

use serde_json::Value;
use url_diff::{Outcome, diff};
use url_facade::{Parser, Profile};
use url_testdata::{json_lines_files, own_vectors, read_json_lines};

#[test]
fn diff_names_the_expected_rules() {
    let files =
        ["pairs.jsonl", "../../judged/pairs.jsonl"].map(|name| own_vectors("differential").join(name));
    let cases: Vec<_> = files.iter().flat_map(|file| read_json_lines(file).unwrap()).collect();
    let (mut wrong, mut expected_failures, mut of_consumers) = (Vec::new(), 0, 0);
    for case in &cases {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let two = |key: &str| [text(&case[key][0]), text(&case[key][1])];
        let [a, b] = two("profiles").map(|name| Parser::new(name.parse::<Profile>().unwrap()));
        let base = case.get("base").map(text);
        let found = diff(&text(&case["input"]), base.as_deref(), a, b).divergence;
        let found = found.map(|divergence| [divergence.a.section.id(), divergence.b.section.id()]);
        let is_right = found.is_some_and(|found| found == two("rules"));
        let fails = case.contains_key("expected_failure");
        expected_failures += usize::from(fails);
        of_consumers += usize::from(b.profile().is_consumer());
        if is_right == fails {
            wrong.push(format!("{}: {found:?}, not {:?}", case["id"], two("rules")));
        }
        assert!(text(&case["why"]).len() > 30 && text(&case["why"]).contains(';'), "{}", case["id"]);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cases.len() >= 1820 && expected_failures <= 5, "{} and {expected_failures}", cases.len());
    assert!(of_consumers >= 190, "only {of_consumers} of a spec and a consumer");
}

/// Checks that the two sides have different outcomes, and that each text that a side claims to have kept is
/// in the result of that side.
#[test]
fn sides_differ_and_kept_text_is_in_the_result() {
    let (specs, consumers): (Vec<Profile>, Vec<Profile>) =
        Profile::available().iter().copied().partition(|profile| !profile.is_consumer());
    let vectors = json_lines_files(&own_vectors("whatwg")).unwrap();
    let (mut all, mut alike, mut untrue) = (0, Vec::new(), Vec::new());
    for record in vectors.iter().flat_map(|file| read_json_lines(file).unwrap()) {
        let text = |field: &str| record.get(field).and_then(Value::as_str).map(str::to_owned);
        let Some(input) = text("input").filter(|input| input.len() < 1000) else { continue };
        for (at, &a) in specs.iter().enumerate() {
            for &b in specs[at + 1..].iter().chain(&consumers) {
                let difference = diff(&input, text("base").as_deref(), Parser::new(a), Parser::new(b));
                let Some(found) = difference.divergence else { continue };
                all += 1;
                let line = || format!("{a},{b} {input:?}: {found}");
                if found.a.outcome == found.b.outcome {
                    alike.push((!b.is_consumer(), line()));
                }
                for (run, side) in [(&difference.a, &found.a), (&difference.b, &found.b)] {
                    if let (Ok(url), Outcome::Kept(text)) = (&run.result, &side.outcome)
                        && !url.as_str().contains(&**text)
                    {
                        untrue.push(line());
                    }
                }
            }
        }
    }
    let of_specs = alike.iter().filter(|(is_of_specs, _)| *is_of_specs).count();
    assert!(of_specs <= 6 && alike.len() * 500 < all, "{of_specs}:\n{alike:?}");
    assert!(
        all > 80_000 && untrue.len() * 5000 < all,
        "{all}, of them {}:\n{}",
        untrue.len(),
        untrue.join("\n")
    );
}
