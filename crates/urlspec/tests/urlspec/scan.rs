//! Tests `guard --find` on hostile documents. Each document hides a URL that the guard refuses, or has a part
//! that cannot be read.

use std::fs;

use serde_json::Value;
use url_testdata::{own_vectors, read_json_lines, text};

use crate::run::run;

#[test]
fn hostile_documents_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let scan = |more: &str| run(format!("guard --find {more} --in {}", folder.path().display()), "");
    let (mut expected, mut wrong) = (Vec::new(), Vec::new());
    // A record has the name of a document, its content, and the location of the refusal.
    for record in read_json_lines(&own_vectors("guard").join("documents.jsonl")).unwrap() {
        let [name, content, place] =
            ["name", "text", "place"].map(|key| text(&record, key).unwrap().to_owned());
        fs::write(folder.path().join(&name), content).unwrap();
        let file = folder.path().join(&name);
        let alone = run(format!("guard --find --in {}", file.display()), "");
        assert_eq!(alone.code, 1, "{name}: {alone:?}");
        expected.push((name, place));
    }
    let output = scan("--json");
    assert_eq!(output.code, 1);
    let answers: Vec<Value> = output.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (name, place) in &expected {
        let of_file = |answer: &&Value| answer["file"].as_str().unwrap().ends_with(&format!("/{name}"));
        let refused = answers.iter().filter(of_file).filter(|answer| answer["ok"] == false);
        let places: Vec<_> = refused.map(|it| format!("{}:{}", it["line"], it["column"])).collect();
        wrong.extend((!places.contains(place)).then(|| format!("{name}: {places:?}, not {place}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(expected.len(), 40);
    let report: Value = serde_json::from_str(&scan("--sarif").out).unwrap();
    let refused = answers.iter().filter(|answer| answer["ok"] == false).count();
    assert_eq!(report["runs"][0]["results"].as_array().unwrap().len(), refused);
}
