//! `get`: templates, tables, and results of many URLs.

use crate::{
    inputs::{gzip, zstd},
    run::{run, write},
};

#[test]
fn conditions_select_urls() {
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
fn results_are_written_once_or_counted() {
    let lines = (0..50_000).map(|i| format!("http://a.test/{}\n", i * 7 % 1000)).collect::<Vec<_>>().concat();
    let output = run("get {href} --unique -", &*lines);
    let expected: String = lines.split_inclusive('\n').take(1000).collect();
    assert_eq!(output.out, expected);
    assert_eq!(output.stderr, "lines 50000, results 50000, invalid 0, distinct 1000\n");
    let counted = run("get {path} --count -", format!("{lines}http://a.test/5\n")).out;
    assert!(counted.starts_with("51\t/5\n50\t/0\n50\t/1\n50\t/10\n"), "{}", &counted[..60]);
    // These results do not fit in memory, so temporary files are used. The output is the same.
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
fn compressed_inputs_are_read() {
    let lines = (0..20_000).map(|i| format!("http://a.test/{i}\n")).collect::<Vec<_>>().concat();
    for compressed in [gzip(lines.as_bytes()), zstd(lines.as_bytes())] {
        write("compressed.txt", &compressed);
        assert!(run("get {href} --in compressed.txt", "").out == lines);
    }
}

/// The cookbook shows the results of policies. A list adds to the built-in one, or replaces it.
#[test]
fn lists_of_parameters_replace_or_extend_the_own_one() {
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
