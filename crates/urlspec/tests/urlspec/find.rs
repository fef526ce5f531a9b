//! Tests of `find` and `check`, which read URLs in texts and documents.

use crate::{
    run::{read, run, run_within},
    shell::Folder,
};

#[test]
fn a_late_base_is_an_error() {
    let page = format!("{}<base href=/late/><a href=x>", "<a href=x>".repeat(40_000));
    let output = run("find --format html --base http://h.test/ --count -", page);
    assert_eq!(output.out, "40000\thttp://h.test/x\n1\thttp://h.test/late/x\n");
    assert!(output.stderr.contains("invalid 1"));
}

#[test]
fn no_html_hides_a_link() {
    let link = "<a href=http://evil.test/>x</a>";
    let mut pages = vec![
        format!("<svg><desc><p></desc><style><!--</style>{link}-->"),
        format!("<div><svg></div><style><!--</style>{link}-->"),
        format!("<svg><math></svg><style><!--</style>{link}-->"),
        format!("<math><annotation-xml encoding=text/html><style><!--</style>{link}-->"),
        format!("<math><annotation-xml><style><!--</style>--></style>{link}"),
        format!("<svg><foreignObject><style><!--</style>{link}--></foreignObject></svg>"),
        format!("<svg><![CDATA[ > <!-- ]]>{link}"),
        format!("<![CDATA[ >{link} ]]>"),
        format!("<!--><!-- --!>{link}"),
        format!("<script><!-- <script> </script> --></script>{link}"),
        format!("<noscript>{link}</noscript>"),
        format!("<template><table><tr><td>{link}"),
        format!("{}{link}", "<b>".repeat(100_000)),
    ];
    let raw = "title style script textarea xmp plaintext iframe noembed noframes noscript";
    for name in raw.split(' ') {
        for root in ["svg", "math"] {
            pages.push(format!("<{root}><{name}/><path/></{root}>{link}"));
            pages.push(format!("<{root}><{name}>{link}"));
        }
    }
    for page in pages {
        let output = run("find --format html -", &*page);
        assert!(output.out.ends_with("\thttp://evil.test/\n"), "{page:.80}: {output:?}");
    }
    let output = run("find --format html --errors /dev/stdout --out /dev/null -", "<select><xmp>").out;
    assert!(output.contains("ambiguous"), "{output}");
}

/// Without `--where`, `find` may resolve the path in a log line against the origin. With `--where`, `find`
/// parses the origin and the path as one URL. The results must be equal.
#[test]
fn access_logs_are_the_same_with_conditions() {
    let args = "find --format access-log --base https://www.h.test/x/ -";
    let line = |target| format!("- \"GET /{target} HTTP/1.1\" 200\n");
    let log =
        (b' '..=b'\xE9').map(char::from).flat_map(|c| [line(c.to_string()), line(format!("{c}/../c?d#e"))]);
    let log: String = log.collect();
    for profile in ["whatwg", "rfc3986"] {
        let args = format!("--profile {profile} {args} --errors");
        let selected = run(format!("{args} selected.txt --where 'scheme exists'"), &*log).out;
        assert_eq!(run(format!("{args} all.txt"), &*log).out, selected, "{profile}");
        assert_eq!(read("all.txt"), read("selected.txt"), "{profile}");
    }
}

#[test]
fn deep_json_is_read() {
    let deep = "[".repeat(100_000) + "\"https://a.test/d\"";
    assert_eq!(run("find --format json -", deep).out, "1:100002\thttps://a.test/d\n");
}

/// A tokenizer that calls itself for each attribute would overflow the stack on these documents.
#[test]
fn a_tag_may_have_any_number_of_attributes() {
    let attributes = "a=\"x\" ".repeat(20_000);
    let link = format!("<a {attributes}href=\"http://a.test/\">\n");
    let sitemap = format!("<urlset {attributes}><url {attributes}><loc>http://a.test/</loc></url></urlset>");
    for (format, document) in [("html", &link), ("markdown", &link), ("sitemap", &sitemap)] {
        let output = run(format!("find --format {format} --count -"), &**document);
        assert_eq!((output.code, &*output.out), (0, "1\thttp://a.test/\n"), "{format}");
    }
}

#[test]
fn parts_that_are_too_long_have_an_error_and_the_rest_is_found() {
    let long = "x".repeat((1 << 20) + 1);
    let (base, word) = (&long[..=8 << 10], &long[..1 << 20]);
    let page = format!(
        "<base href={base}><{long} {long}=\"{long}\"><p title='{long}'><a\n href='{long}'><a href=http://a.test/><a href=http:{word}>"
    );
    let too_long =
        |at: &str, limit: usize| format!("{at}\ttoo-long\t-\t-\tit is longer than {limit} bytes\n");
    let found = run("find --format html --errors /dev/stdout --out /dev/null -", page).shown();
    let errors = too_long("1:12", 8192) + &too_long("2:8", 1 << 20) + &too_long("2:1048618", 1 << 20);
    assert_eq!(found, errors + "-- stderr\nlines 4, found 1, invalid 3\n");
    let map = format!(
        "<urlset><loc>\n http:{}&amp;{}</loc><loc>http://a.test/</loc></urlset>",
        &long[5..=600_000],
        &long[..600_000]
    );
    let found = run("check --format sitemap -", map).shown();
    let rest = "-- stderr\nlines 2, valid 1, invalid 1\n-- exit code 1\n";
    assert_eq!(found, too_long("2:2", 1 << 20) + rest);
    let ends = ["<", "", "<!--", "<![CDATA[", "<?", "&"].map(|start| format!("{start}{long}"));
    for end in ends.into_iter().chain(["<a>".repeat(300)]) {
        let document = format!("<urlset><loc>http://a.test/\n</loc>{end}");
        let output = run("find --format sitemap --count -", document);
        assert_eq!((output.code, &*output.out), (0, "1\thttp://a.test/\n"), "{}", output.stderr);
        assert!(output.stderr.contains("invalid "), "{}", output.stderr);
    }
    assert!(run("find --format markdown -", long).stderr.contains("invalid 2"));
}

/// Documents of 64 MiB are read with less memory than their size.
#[test]
fn memory_is_bounded() {
    let folder = Folder::new();
    for (command, head, repeated) in [
        ("find --format html", "", "a"),
        ("find --format html", "", r"\n"),
        ("find --format html", "<", "a"),
        ("find --format html", "<a ", "a"),
        ("find --format html", "<a title=\"", "a"),
        ("find --format html", "<a href=\"", "a"),
        ("find --format html", "<a href='", r"\n"),
        ("find --format html", "<!--", "a"),
        ("find --format html", "<!doctype ", "a"),
        ("find --format html", "<script>", "a"),
        ("find --format html", "<script></", "a"),
        ("find --format markdown", "", "["),
        ("check --format sitemap", "", " "),
        ("check --format sitemap", "<urlset>", r"\n"),
        ("check --format sitemap", "<urlset><loc>", "a"),
        ("check --format sitemap", "<", "a"),
        ("find --format feed", "<rss><description>", "a"),
        ("find --format json", "", "["),
        ("find --format json", "[\"", "a"),
        ("guard --find", "", "a"),
    ] {
        folder.write("head", head);
        // The program uses only one thread, because each thread reserves memory for its stack. The limit leaves
        // 36 MiB beside the program's own code.
        let output = folder.sh(&format!(
            "ulimit -v $(($(stat -c %s \"$PROGRAM\") / 1024 + 32768)); export RAYON_NUM_THREADS=1
            {{ cat head; head -c 67108864 /dev/zero | tr '\\0' '{repeated}'; }} | urlspec {command} -"
        ));
        let is_memory = output.stderr.contains("memory");
        assert!(matches!(output.code, 0..=2) && !is_memory, "{head}{repeated}: {output:?}");
    }
}

/// Each document would take about a minute if the time grew with the square of the document's length.
#[test]
fn hostile_documents_take_linear_time() {
    let n = 300_000;
    for format in ["text", "html", "markdown", "sitemap"] {
        let parts = "< <a·href= <a·href=\" &amp; [ ]( http:// : ( *_ <loc> \0 ` ![ <!-- \n>· http://a.test/(";
        for part in parts.split(' ').map(|part| part.replace('·', " ")) {
            let document = part.repeat(n / part.len());
            let output = run_within(20, format!("find --format {format} -"), document);
            assert_eq!(output.code, 0, "{format} {part}");
        }
    }
    assert_eq!(run("find --format html -", "").out, "");
}
