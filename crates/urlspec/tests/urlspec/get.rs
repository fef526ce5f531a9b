//! `get`: templates, tables, and results of many URLs.

use insta::assert_snapshot;

use crate::{
    inputs::{gzip, zstd},
    run::{RunOutput, read, run, shown, shown_with, write},
};

const LINES: &str = "HTTPS://u@A.test:81/x?q=a+b&utm_source=n#f\n\nhttp://b.test/%C3%A9?q=%22,\nnope\n";

#[test]
fn conditions() {
    let lines = "http://a.test/?id=1&q=a+b#=\nhttps://www.a.test:8443/b.png\nhttp://[::1]/\nx\n";
    for (conditions, found, left_out) in [
        ("--where 'host ~ *a.test' --where 'scheme != http'", "2\n", 2),
        ("--where 'query[id] exists'", "1\n", 2),
        ("--where port:default>443", "2\n", 2),
        ("--where 'registrable_domain missing'", "", 3),
        ("--where 'host = [::1]'", "3\n", 2),
        ("--where 'query[q]=\"a b\"'", "1\n", 2),
        ("--where query=id=1&q=a+b", "1\n", 2),
        ("--where fragment=\"=\"", "1\n", 2),
        ("--where fragment!=\"\"", "1\n2\n3\n", 0),
    ] {
        let output = run(format!("get {{line}} - {conditions}"), lines);
        let summary =
            if left_out > 0 { format!("left out {left_out}, invalid 1 ") } else { "invalid 1 ".into() };
        assert!(output.out == found && output.stderr.contains(&summary), "{conditions}: {output:?}");
    }
    for condition in [
        "host == a",
        "host =~ a",
        "host = a or host = b",
        "host = a && host = b",
        "host=a||host=b",
        "host a",
        "host",
        "host =",
        "host = \"a",
        "host = \"a\" or b",
        "host exists or port exists",
        "port >= 80",
        "port > 80 or host = a",
        "not host = a",
        "(host = a)",
        "query[a = b",
        "host ~ *.a *.b",
    ] {
        let output = run(format!("get {{line}} - --where '{condition}'"), lines);
        assert_eq!((output.code, &*output.out), (2, ""), "{condition}: {output:?}");
    }
}

#[test]
fn urls_among_the_arguments() {
    assert_snapshot!(shown("get '{host}\\t{port:default} {query[q]}' http://a.test/?q=%41 https://b.test:81"), @r"
    a.test	80 A
    b.test	81 
    ");
    let RunOutput { code, out, stderr } = run("get {host} http://a.test:99999/ http://b.test/", "");
    assert_eq!((code, &*out, stderr.lines().count()), (1, "b.test\n", 5), "{stderr}");
    assert_snapshot!(shown("get {path} ../c --base http://a.test/a/b"), @"/c");
}

#[test]
fn fields_are_parts_of_the_url() {
    let get = |template: &str, url: &str| run(format!("get '{template}' '{url}'"), "");
    let url = "HTTPS://us%65r:p%20@xn--bcher-kva.example/a/b%2Fc/?q=a+b&q=%C3%A9&r#f%20";
    for (template, expected) in [
        (
            "{scheme} {host} {port} {path} {query} {fragment}",
            "https xn--bcher-kva.example  /a/b%2Fc/ q=a+b&q=%C3%A9&r f%20",
        ),
        ("{user}|{user:decoded}|{password:decoded}|{fragment:decoded}", "us%65r|user|p |f "),
        ("{host:unicode}:{port:default}", "bücher.example:443"),
        ("{query[q]} {query[q]:all} {query[r]} {query[s]}", "a b a b é  "),
        ("{path[0]} {path[1]} {path[-1]} {path[-2]} {path[9]}", "a b/c  b/c "),
        (r"{line}\t{origin}\\\{\}", "1\thttps://xn--bcher-kva.example\\{}"),
        ("{surt}", "example,xn--bcher-kva)/a/b/c?q=%c3%a9&q=a+b&r"),
        ("{registrable_domain} {public_suffix}", "xn--bcher-kva.example example"),
        ("", ""),
    ] {
        assert_eq!(get(template, url).out, format!("{expected}\n"), "{template}");
    }
    assert_eq!(get("{origin}", "data:x").out, "\n", "an opaque origin");
    let others = r"{ } {x} \x \ {query[} {path[x]} {host:decoded} {} {dedupe:decoded}";
    for template in others.split(' ') {
        assert_eq!(get(template, "http://a.test/").code, 2, "{template}");
    }
}

#[test]
fn lines_of_a_file() {
    assert_snapshot!(shown_with("get '{scheme} {user} {host} {path:decoded} {query[utm_source]} {origin}' --in -", LINES), @r"
    https u a.test /x n https://a.test:81
    http  b.test /é  http://b.test
    -- stderr
    lines 4, blank 1, results 2, invalid 1 (--errors FILE lists them)
    ");
    assert_snapshot!(shown_with("get {host}{query[q]}{surt} --csv -", LINES), @r#"
    host,query[q],surt
    a.test,a b,"test,a:81)/x?q=a+b&utm_source=n"
    b.test,""",","test,b)/%c3%a9?q="","
    -- stderr
    lines 4, blank 1, results 2, invalid 1 (--errors FILE lists them)
    "#);
    assert_snapshot!(shown_with("get {line}{host}{port} --tsv -", LINES), @r"
    line	host	port
    1	a.test	81
    3	b.test	
    -- stderr
    lines 4, blank 1, results 2, invalid 1 (--errors FILE lists them)
    ");
    assert_snapshot!(shown_with("get '{host} {query[utm_source]}' --json -", LINES), @r#"
    {"line":1,"ok":true,"host":"a.test","query[utm_source]":"n"}
    {"line":3,"ok":true,"host":"b.test","query[utm_source]":null}
    -- stderr
    {"lines":4,"results":2,"invalid":1,"blank":1}
    "#);
}

#[test]
fn a_value_of_two_lines_is_a_reason() {
    let lines = "http://a.test/?q=%0A\nhttp://a.test/?q=1\n";
    assert_eq!(run("get {query[q]} --errors get-two-lines.txt -", lines).out, "1\n");
    assert!(read("get-two-lines.txt").starts_with("1\tnot-one-line\t"));
    assert_eq!(run("get {query[q]} --csv -", lines).out, "query[q]\n\"\n\"\n1\n");
}

#[test]
fn results_once_and_counted() {
    let lines = (0..50_000).map(|i| format!("http://a.test/{}\n", i * 7 % 1000)).collect::<Vec<_>>().concat();
    let output = run("get {href} --unique -", &*lines);
    let expected: String = lines.split_inclusive('\n').take(1000).collect();
    assert_eq!(output.out, expected);
    assert_eq!(output.stderr, "lines 50000, results 50000, invalid 0, distinct 1000\n");
    let counted = run("get {path} --count -", format!("{lines}http://a.test/5\n")).out;
    assert!(counted.starts_with("51\t/5\n50\t/0\n50\t/1\n50\t/10\n"), "{}", &counted[..60]);
    assert_snapshot!(shown_with("get {host} --count --json -", "http://b.test\nhttp://a.test/?\nhttp://a.test/\n"), @r#"
    {"count":2,"text":"a.test"}
    {"count":1,"text":"b.test"}
    -- stderr
    {"lines":3,"results":3,"invalid":0,"blank":0,"distinct":2}
    "#);
    // More results than fit in memory; the rest uses temporary files, and the output is equal.
    let lines = (0..400_000_u32)
        .map(|i| format!("http://a.test/{}\n", i.wrapping_mul(2_654_435_761) % 250_000))
        .collect::<Vec<_>>()
        .concat();
    let small = run("get {href} --unique --memory 4 -", &*lines);
    let large = run("get {href} --unique -", &*lines);
    assert!(small == large);
    let failed = run("get {href} --count --memory 4 -", &*lines);
    assert_eq!(failed.code, 2);
    assert!(failed.stderr.contains("need more than 4 MiB"));
}

/// Long compressed content.
#[test]
fn compressed_inputs() {
    let lines = (0..20_000).map(|i| format!("http://a.test/{i}\n")).collect::<Vec<_>>().concat();
    for compressed in [gzip(lines.as_bytes()), zstd(lines.as_bytes())] {
        write("compressed.txt", &compressed);
        assert!(run("get {href} --in compressed.txt", "").out == lines);
    }
}

/// The cookbook shows the results of policies. A list adds to the built-in one, or replaces it.
#[test]
fn a_list_of_parameters() {
    write("parameters.txt", "name own\ntracking from\n");
    for command in ["canon --policy dedupe", "edit --strip-tracking"] {
        for (option, rest) in [
            ("", "?from=x&id=1"),
            ("--parameters parameters.txt", "?id=1"),
            ("--parameters==parameters.txt", "?gclid=2&id=1&oly_x=3&utm_source=1"),
        ] {
            let made = run(
                format!("{command} {option} http://a.test/?from=x&gclid=2&id=1&oly_x=3&utm_source=1"),
                "",
            );
            assert_eq!(made.out, format!("http://a.test/{rest}\n"), "{command} {option}");
        }
    }
    // The maximum size of a list applies to devices too.
    write("parameters.long", format!("name a\n#{}", " ".repeat(1 << 20)));
    let files = [
        "parameters.long",
        #[cfg(unix)]
        "/dev/zero",
    ];
    for option in
        ["canon --policy dedupe --parameters", "edit --strip-tracking --parameters", "guard --policy"]
    {
        for file in files {
            let output = run(format!("{option} {file} http://a.test/"), "");
            let why = format!("{file}: it is longer than 1048576 bytes");
            assert!(output.code == 2 && output.stderr.contains(&why), "{option} {file}: {output:?}");
        }
    }
}

#[test]
fn hosts_stand_alone() {
    assert_snapshot!(shown_with("get '{host:unicode} {registrable_domain}' --bare-hosts -", "B\u{fc}cher.example\n::1\n[::1]\na:80\n0x7f.1\na/b\n\nxn--bcher-kva.example\na b\n"), @r"
    bücher.example xn--bcher-kva.example
    [::1] [::1]
    [::1] [::1]
    127.0.0.1 127.0.0.1
    bücher.example xn--bcher-kva.example
    -- stderr
    lines 9, blank 1, results 5, invalid 3 (--errors FILE lists them)
    ");
    assert_eq!(run("get {host} --bare-hosts --where 'host = b.test' -", "a.test\nb.test\n").out, "b.test\n");
}
