//! `diff` and `minimize`.

use std::fmt::Write as _;

use serde_json::{Value, json};
use url_testdata::{own_vectors, read_json_lines};

use crate::run::{read, run, urlspec, write};

/// Returns the JSON output of the command `args`.
fn json(args: &str, stdin: &str) -> Value {
    serde_json::from_str(&run(format!("{args} --profiles whatwg,rfc3986 --json"), stdin).out).unwrap()
}

/// For a file of the inputs on which parsers differ, the counts of differing lines and of pairs of rules are
/// those of the vectors.
#[test]
fn lines_are_counted_by_rules() {
    let cases = read_json_lines(&own_vectors("differential").join("parsers.jsonl")).unwrap();
    let lines = cases.iter().fold(String::new(), |mut lines, case| {
        write!(lines, "{}\0", case["input"].as_str().unwrap().replace('\0', "%00")).unwrap();
        lines
    });
    let found = json("diff --null --in -", &lines);
    assert_eq!((&found["lines"], &found["differ"], &found["bad"]), (&json!(70), &json!(47), &json!(0)));
    let clusters = found["clusters"].as_array().unwrap();
    let of = |rules: [&str; 2]| clusters.iter().find(|cluster| cluster["sections"] == json!(rules)).unwrap();
    let addresses = of(["whatwg#concept-host-parser-8", "rfc3986#host-8.1"]);
    assert_eq!((&addresses["count"], addresses["examples"].as_array().unwrap().len()), (&json!(7), 3));
    assert_eq!(addresses["examples"][0]["input"], "http://2130706433/");
    let counts: Vec<u64> = clusters.iter().map(|cluster| cluster["count"].as_u64().unwrap()).collect();
    assert!(counts.is_sorted_by(|one, other| one >= other) && counts.iter().sum::<u64>() == 47, "{counts:?}");
    // The result is the same for any number of threads.
    let one = urlspec()
        .args(["diff", "--profiles=whatwg,rfc3986", "--null", "--in", "-", "--json"])
        .env("RAYON_NUM_THREADS", "1")
        .write_stdin(lines)
        .output()
        .unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&one.stdout).unwrap(), found);
}

#[test]
fn the_page_escapes_markup_and_loads_nothing() {
    write("diff-lines.txt", "http://a.test/\"><script>alert(1)</script>\u{202e}\n");
    let args = "diff --profiles whatwg,rfc3986 --in diff-lines.txt --html";
    run(format!("{args} diff-report.html"), "");
    let page = read("diff-report.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert!(page.contains("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;\\u{202e}"), "{page}");
    assert!(!page.contains("<script") && page.contains("color-scheme:light dark"), "{page}");
    // The page loads nothing.
    assert!(
        !page.contains("src=") && !page.contains("<link") && page.contains("default-src 'none'"),
        "{page}"
    );
    assert_eq!(run(format!("{args} diff-lines.txt"), "").code, 2);
}
