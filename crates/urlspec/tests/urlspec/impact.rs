//! `impact`, and the candidates.

use std::{env, fs, path::PathBuf};

use serde_json::{Value, json};

use crate::run::{read, run, shown};

const LINES: &str = "\
http://a.test/x|y
http://www.a.test/|
http://b.test/?|
http://a..b/
not a URL
";

#[test]
fn a_report_has_the_kinds_the_rules_and_the_source() {
    let args = "impact --to=whatwg+no-empty-labels --in=- --json --html impact.html";
    let found: Value = serde_json::from_str(&run(args, LINES).out).unwrap();
    assert_eq!(found["kinds"][1], json!({ "name": "ceases to be a URL", "count": 1 }));
    assert_eq!(found["domains"], json!([{ "name": "a..b", "count": 1 }]));
    assert_eq!(found["clusters"][0]["sections"][1], "whatwg#concept-domain-to-ascii-7");
    let page = read("impact.html");
    assert_eq!(found["change"][1], "https://github.com/whatwg/url/issues/871");
    assert!(page.contains("<a href=\"https://github.com/whatwg/url/issues/871\">"), "{page}");
    assert!(page.contains("ceases to be a URL") && !page.contains("<script"), "{page}");
}

/// The expected values were computed by hand from Wilson's formula.
#[test]
fn intervals_are_those_of_wilson() {
    for (found, all, expected) in [
        (0, 100, "0.0000 % to 3.6995 %"),
        (50, 100, "40.3830 % to 59.6170 %"),
        (100, 100, "96.3005 % to 100.0000 %"),
        (0, 0, "0.0000 % to 100.0000 %"),
    ] {
        let lines = "http://a.test/|\n".repeat(found) + &"http://a.test/\n".repeat(all - found);
        let output = run("impact --to=whatwg+pipe-encoded --in=-", lines).out;
        let expected =
            format!("lines {all}, differ {found}\nwith a confidence of 95 %, {expected} of all URLs");
        assert!(output.starts_with(&expected), "{output}");
    }
}

#[test]
fn compare_lists_candidates_with_another_result() {
    let listed = |url: &str| {
        let found: Value = serde_json::from_str(&run(format!("compare --json '{url}'"), "").out).unwrap();
        let rows = found["results"].as_array().unwrap().clone();
        let names = rows.into_iter().map(|row| row["profile"].as_str().unwrap().to_owned());
        names.filter(|name| name.contains('+')).collect::<Vec<_>>()
    };
    assert_eq!(listed("http://a.test/"), <[&str; 0]>::default());
    assert_eq!(listed("http://xn--a..b/"), ["whatwg+no-empty-labels", "whatwg+no-ascii-fallback"]);
}

#[test]
fn profiles_that_only_parse_are_refused() {
    for (args, reason) in [
        ("--to=curl --from=whatwg", "curl only parses"),
        ("--to=whatwg --from=barth-2010", "barth-2010 only parses"),
        ("--to=whatwg --from=whatwg", "--from and --to are both whatwg"),
        ("--to=whatwg+nothing --from=whatwg", "possible values"),
    ] {
        let found = run(format!("impact {args} --in=-"), LINES);
        assert_eq!(found.code, 2);
        assert!(found.stderr.contains(reason), "{found:?}");
    }
}

/// The table of docs/editors.md.
#[test]
fn the_page_has_the_counts_of_the_corpora() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/editors.md")).unwrap();
    let corpora =
        env::var_os("URLSPEC_CORPORA").map_or_else(|| root.join("../shared/corpora"), PathBuf::from);
    if !corpora.is_dir() {
        return url_testdata::record_skip("no corpora (set URLSPEC_CORPORA)");
    }
    let rows: Vec<_> = page.lines().filter_map(|line| line.strip_prefix("| `whatwg")).collect();
    assert_eq!(rows.len(), 10);
    for row in rows {
        let [name, counts @ ..] = &row.split(" | ").collect::<Vec<_>>()[..] else { panic!("{row}") };
        for (name_of_file, count) in ["kasztp.txt", "node_files.txt"].iter().zip(counts) {
            let profile = format!("whatwg{}", name.trim_end_matches('`'));
            let list = corpora.join(name_of_file);
            let found = shown(format!("impact --to {profile} --in '{}'", list.display()));
            let expected = format!("differ {}\n", count.trim_end_matches(" |"));
            assert!(found.contains(&expected), "{profile} {name_of_file}: {found}");
        }
    }
}
