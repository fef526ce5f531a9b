//! `diff` and `minimize`.

use std::fmt::Write as _;

use serde_json::{Value, json};
use url_testdata::{own_vectors, read_json_lines};

use crate::run::{read, run, shown, shown_with, urlspec, write};

/// Returns the JSON output of a command for these two profiles.
fn json(args: &str, stdin: &str) -> Value {
    serde_json::from_str(&run(format!("{args} --profiles whatwg,rfc3986 --json"), stdin).out).unwrap()
}

#[test]
fn one_url() {
    assert_eq!(
        shown("diff --profiles whatwg,rfc3986 http://a.test./b\t"),
        "\
whatwg   http://a.test./b
rfc3986  error[character-not-allowed]

whatwg#concept-basic-url-parser-1.3 dropped \"\\t\"; rfc3986#path-2.3 rejected it (character-not-allowed), at bytes 16..17
 --> 16..17
  | http://a.test./b\\u{9}
  |                 ^^^^^
  = whatwg#concept-basic-url-parser-1.3: Remove any leading and trailing C0 control or space
  = rfc3986#path-2.3: What a segment is made of
"
    );
    let shown = shown("diff --profiles manakai,whatwg,barth-2010 http://a.test/");
    assert!(shown.contains("manakai and whatwg agree") && shown.contains("(parse only)"), "{shown}");
}

#[test]
fn one_url_for_programs() {
    let found = json("diff x --base http://127.1/", "");
    assert_eq!(found["results"][0]["href"], "http://127.0.0.1/x");
    let difference = &found["differences"][0];
    assert_eq!((&difference["span"], &difference["source"]), (&json!([7, 12]), &json!("base")));
    assert_eq!(difference["sides"][0]["section"], "whatwg#concept-host-parser-8");
    assert_eq!(difference["sides"][1]["did"], "kept");
    let found = json("diff http://a.test/", "");
    assert_eq!(found["differences"], json!([{ "profiles": ["whatwg", "rfc3986"], "agree": true }]));
}

/// The inputs on which parsers differ, as a file: the counts of differing lines and of rule pairs equal those
/// of the vectors.
#[test]
fn lines() {
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
fn several_profiles_and_lines_for_people() {
    let shown = shown_with("diff --profiles whatwg,rfc3986,manakai --in -", "http:///a\nhttp://b/\n");
    assert!(shown.starts_with("lines 2, differ 1\n"), "{shown}");
    assert!(
        shown.contains(
            "1  whatwg#special-authority-ignore-slashes-state-2 / rfc3986#authority-2  (whatwg, rfc3986)"
        ),
        "{shown}"
    );
    assert!(shown.contains("(whatwg, manakai)"), "{shown}");
}

#[test]
fn the_page_holds_text_and_no_markup() {
    write("diff-lines.txt", "http://a.test/\"><script>alert(1)</script>\u{202e}\n");
    let args = "diff --profiles whatwg,rfc3986 --in diff-lines.txt --html";
    run(format!("{args} diff-report.html"), "");
    let page = read("diff-report.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert!(page.contains("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;\\u{202e}"), "{page}");
    assert!(!page.contains("<script") && page.contains("color-scheme:light dark"), "{page}");
    // The page loads nothing from elsewhere.
    assert!(
        !page.contains("src=") && !page.contains("<link") && page.contains("default-src 'none'"),
        "{page}"
    );
    assert_eq!(run(format!("{args} diff-lines.txt"), "").code, 2);
}

#[test]
fn minimize() {
    let args = "minimize http://user:pw@127.1:8080/a/b/../c?x=y#z";
    let found = json(args, "");
    assert_eq!((&found["input"], &found["gave_up"]), (&json!("http://a@1"), &json!(false)));
    assert_eq!(found["difference"]["sides"][1]["section"], "rfc3986#host-8.1");
    let shown = shown(format!("{args} --profiles whatwg,rfc3986"));
    assert!(shown.starts_with("http://a@1\n\nwhatwg#concept-host-parser-8 changed"));
}
