//! `edit` and `columns`: changed URLs, and tables with columns added.

use insta::assert_snapshot;

use crate::run::{read, run, shown, shown_with, write};

fn edited(args: &str, url: &str) -> String {
    shown(format!("edit {args} -- '{url}'"))
}

/// These tests supplement the cookbook, whose examples each edit one thing.
#[test]
fn components_are_set_and_removed() {
    let url = "http://u:p@a.test:81/b?c=1#d";
    for (args, expected) in [
        ("--port 80", "http://u:p@a.test/b?c=1#d\n"),
        ("--user x@y --password ''", "http://x%40y@a.test:81/b?c=1#d\n"),
        ("--clear user,password,port,query,fragment,path", "http://a.test/\n"),
        ("--append-path a/b --append-path c", "http://u:p@a.test:81/b/a%2Fb/c?c=1#d\n"),
    ] {
        assert_eq!(edited(args, url), expected, "{args:?}");
    }
    assert_snapshot!(edited("--scheme mailto", url), @r"
    -- stderr
    error[cannot-be-set]: a special scheme cannot be replaced by one that is not special, or the reverse: write a new URL (at bytes 0..6, whatwg#scheme-state-2.1.1)
    -- exit code 1
    ");
}

#[test]
fn the_query_is_edited_and_the_rest_stays() {
    let url = "http://a.test/?b=%41&utm_source=x&a=1&b=2&PHPSESSID=3";
    for (args, expected) in [
        ("--remove-query utm_* --remove-query a", "http://a.test/?b=%41&b=2&PHPSESSID=3\n"),
        ("--set-query b=x&y --append-query z", "http://a.test/?b=x%26y&utm_source=x&a=1&PHPSESSID=3&z=\n"),
        ("--remove-query *", "http://a.test/\n"),
    ] {
        assert_eq!(edited(args, url), expected, "{args:?}");
    }
}

#[test]
fn urls_are_shown_to_people() {
    let url = "https://me:pw@xn--bcher-kva.example/%C3%A9?token=x&q=1";
    assert_eq!(edited("--redact", url), "https://me:***@xn--bcher-kva.example/%C3%A9?token=***&q=1\n");
    let replaced = run(format!("edit --redact=q -- '{url}'"), "");
    assert_eq!(replaced.out, "https://me:***@xn--bcher-kva.example/%C3%A9?token=x&q=***\n");
    assert!(replaced.stderr.contains("+NAME adds"), "{}", replaced.stderr);
    let url = "https://glpat-xyz:@git.example/o";
    assert_eq!(edited("--redact", url), "https://***:@git.example/o\n");
    let url = "https://hooks.slack.com/services/T0/B0/x";
    assert_eq!(edited("--redact=+paths", url), "https://hooks.slack.com/services/T0/B0/***\n");
    let url = "https://me:pw@xn--bcher-kva.example/%C3%A9?token=x&q=1";
    assert_eq!(edited("--unicode", url), "https://bücher.example/é?token=x&q=1\n");
    assert_eq!(
        edited("--unicode --json", url),
        "{\"line\":1,\"ok\":true,\"text\":\"https://bücher.example/é?token=x&q=1\"}\n"
    );
}

#[test]
fn lines_are_edited() {
    let args = "edit --host c.test --in - --errors edit-errors.txt";
    assert_snapshot!(shown_with(args, "http://a.test/b\nmailto:x\n\nnope\n"), @r"
    http://c.test/b
    -- stderr
    lines 4, blank 1, edited 1, invalid 2
    ");
    let errors = read("edit-errors.txt");
    assert!(
        errors.starts_with("2\tcannot-be-set\t-\t-\t") && errors.contains("\n4\tmissing-scheme\t"),
        "{errors}"
    );
}

#[test]
fn a_table_has_columns_added() {
    let table = "id,url,note\n1,http://A.test/x,\"a\nb\"\r\n\n2,nope,z\n3,\"http://b.test/?q=1,2\"\n4,http://c.test/,\"\"\"\",extra";
    write("table.csv", table);
    assert_eq!(
        run("columns --in table.csv --column url --add host,canonical,error", "").out,
        "id,url,note,host,canonical,error\n1,http://A.test/x,\"a\nb\",a.test,http://a.test/x,\r\n2,nope,z,,,missing-scheme\n\
         3,\"http://b.test/?q=1,2\",,b.test,\"http://b.test/?q=1,2\",\n4,http://c.test/,\"\"\"\",extra,c.test,http://c.test/,\n"
    );
}

#[test]
fn objects_in_lines_have_members_added() {
    let lines = [
        r#"{"id":1e400,"url":"http://A.test/\u00fc","x":{"url":1}}"#,
        "  { }  ",
        "",
        r#"{"url":null}"#,
        r#"{"\u0075rl":"nope" , "n":"\n" }"#,
        r#"{"url":"http://b.test/","host":"c"}"#,
        r#"{"url":["http://b.test/"]}"#,
        r#"{"url":"\ud800"}"#,
        r#"{"url":"http://b.test/"} {}"#,
        "[]\r",
    ];
    let made = run(
        "columns --jsonl --column url --add host,to=canonical,error --errors columns.errors -",
        lines.join("\n"),
    )
    .out;
    let expected = [
        r#"{"id":1e400,"url":"http://A.test/\u00fc","x":{"url":1},"host":"a.test","to":"http://a.test/%C3%BC","error":null}"#,
        "  { }  ",
        r#"{"url":null,"host":null,"to":null,"error":null}"#,
        r#"{"\u0075rl":"nope" , "n":"\n","host":null,"to":null,"error":"missing-scheme"}"#,
        lines[5],
        lines[6],
        lines[7],
        lines[8],
        "[]",
        "",
    ];
    assert_eq!(made, expected.join("\n"));
    assert_snapshot!(read("columns.errors").replace('\t', " | "), @r#"
    2 | no-member | - | - | the object has no member "url"
    5 | missing-scheme | whatwg#no-scheme-state-1 | 0..4 | there is no scheme: give a base URL, or put one such as `https:` in front
    6 | member-exists | - | - | the object has a member "host"
    7 | not-a-string | - | - | the member "url" is not a string
    8 | not-a-string | - | - | the member "url" is not a string
    9 | not-an-object | - | - | the line is not a JSON object
    10 | not-an-object | - | - | the line is not a JSON object
    "#);
}
