//! `find` and `check`: the URLs of texts and documents, and those that are invalid.

use insta::assert_snapshot;
use serde_json::Value;

use crate::{
    inputs::gzip,
    run::{read, run, shown, shown_with, write},
    shell::Folder,
};

#[test]
fn of_text() {
    assert_snapshot!(shown_with("find -", "see http://a.test/x, and (https://b.test/y).\n\n[ERROR] ftp://c.test:99999\n"), @r"
    1:5	http://a.test/x
    1:27	https://b.test/y
    -- stderr
    lines 3, blank 1, found 2, invalid 1 (--errors FILE lists them)
    ");
    assert_snapshot!(shown_with("find --count -", "http://a.test http://b.test\nhttp://a.test/\n"), @r"
    2	http://a.test/
    1	http://b.test/
    -- stderr
    lines 2, found 3, invalid 0, distinct 2
    ");
}

#[test]
fn of_html() {
    let page = "<!doctype html>\r\n<base target=x><base href=\"/docs/\"><base href=no><title><a href=no></title>\n\
        é<a\n href=\"../x?a&amp;b\" data=no><IMG srcset='a.png 1x, b,c.png 2x' SRC= i.png ><script>\"<a href=q>\"</script>\n\
        <!-- <a href=no> --><a ping='p q'><object data=' o '></object><a href>\n</a href=no><img srcset=' , a (x,y) 1x,b,,c'>";
    write("page.html", page);
    assert_snapshot!(shown("find --in page.html --base http://a.test/z"), @r"
    4:8	http://a.test/x?a&b
    4:43	http://a.test/docs/a.png
    4:43	http://a.test/docs/b,c.png
    4:70	http://a.test/docs/i.png
    5:30	http://a.test/docs/p
    5:30	http://a.test/docs/q
    5:49	http://a.test/docs/o
    6:26	http://a.test/docs/a
    6:26	http://a.test/docs/b,,c
    -- stderr
    lines 9, found 9, invalid 0
    ");
    assert_snapshot!(shown_with("find --format html --json -", "<a href=x><a href=http://b.test>"), @r#"
    {"line":1,"column":19,"element":"a","attribute":"href","ok":true,"href":"http://b.test/","scheme":"http","host":"b.test","path":"/"}
    -- stderr
    {"lines":2,"found":1,"invalid":1,"blank":0}
    "#);
}

/// HTML with effects on earlier text, pairs of attributes, and documents in documents.
#[test]
fn of_html_beside_attributes() {
    let page = "<a href=early><meta content=\"5; URL='next?x'\" http-equiv=REFRESH><meta name=description content='1; url=no'>\n\
        <style>@import \"i.css\"; a{background:url(bg.png)} </b> p{x:url('q.png')}</style x=y>\n\
        <div style='background:url(\"d.png\")'><iframe srcdoc='<a href=in><img src=\"http://in.test/x\">'></iframe>\n\
        <iframe srcdoc='<base href=/q/><a href=in>'></iframe><base href='/late/'><a href=after><base href=/no/>\n<style>url(eof";
    write("page-errors.txt", "");
    let output = run("find --format html --base http://h.test/ --errors page-errors.txt -", page);
    assert_snapshot!(output.out, @r"
    1:9	http://h.test/late/early
    1:30	http://h.test/late/next?x
    2:8	http://h.test/late/i.css
    2:8	http://h.test/late/bg.png
    2:8	http://h.test/late/q.png
    3:13	http://h.test/late/d.png
    3:54	http://h.test/late/in
    3:54	http://in.test/x
    4:82	http://h.test/late/after
    5:8	http://h.test/late/eof
    ");
    let output = read("page-errors.txt");
    assert!(output.starts_with("4:17\tin-srcdoc\t"), "{output}");
    // A base that comes after text that could not wait any longer.
    let page = format!("{}<base href=/late/><a href=x>", "<a href=x>".repeat(40_000));
    let output = run("find --format html --base http://h.test/ --count -", page);
    assert_eq!(output.out, "40000\thttp://h.test/x\n1\thttp://h.test/late/x\n");
    assert!(output.stderr.contains("invalid 1"));
    // One document nested deeper than the limit.
    let inner = (0..5).fold("<a href=x>".to_owned(), |page, _| {
        format!(
            "<iframe srcdoc=\"{}\"></iframe><a href=y>",
            page.replace('&', "&amp;").replace('"', "&quot;")
        )
    });
    let output = run("find --format html --base http://h.test/ --count -", inner);
    assert_eq!(output.out, "5\thttp://h.test/y\n");
}

/// Each document has one link. It is found, or an error is reported instead.
#[test]
fn html_does_not_swallow_links() {
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
    for name in [
        "title",
        "style",
        "script",
        "textarea",
        "xmp",
        "plaintext",
        "iframe",
        "noembed",
        "noframes",
        "noscript",
    ] {
        for root in ["svg", "math"] {
            pages.push(format!("<{root}><{name}/><path/></{root}>{link}"));
            pages.push(format!("<{root}><{name}>{link}"));
        }
    }
    for page in pages {
        let output = run("find --format html -", &*page);
        assert!(output.out.ends_with("\thttp://evil.test/\n"), "{page:.80}: {output:?}");
    }
    let output = shown_with("find --format html --errors /dev/stdout --out /dev/null -", "<select><xmp>");
    assert!(output.contains("ambiguous"), "{output}");
}

#[test]
fn of_html_as_declared() {
    for (page, args, expected) in [
        (&b"<base href=javascript:x><base href=/no/><a href=p>"[..], "", "1:49\thttp://h.test/p\n"),
        (b"<base href=data:,x><a href=p>", "", "1:28\thttp://h.test/p\n"),
        (b"<meta charset=gb2312><a href=/?q=\xba\xe9>", "", "1:30\thttp://h.test/?q=%BA%E9\n"),
        (
            b"<meta content='text/html; charset=gbk' http-equiv=content-type><a href=/?q=\xba\xe9>",
            "",
            "1:72\thttp://h.test/?q=%BA%E9\n",
        ),
        (b"<meta charset=utf-16><a href=/?q=\xC3\xA9>", "", "1:30\thttp://h.test/?q=%C3%A9\n"),
        (b"<img data-src=/i.png>", "--attr data-src", "1:15\thttp://h.test/i.png\n"),
        (b"<meta property=og:image content=/i>", "", "1:33\thttp://h.test/i\n"),
        (b"<meta content=/i name=twitter:image>", "", "1:15\thttp://h.test/i\n"),
        (
            b"<a href='?a&amp;b&copy=1&copy;&#x80;&lt'>",
            "",
            "1:10\thttp://h.test/?a&b&copy=1%C2%A9%E2%82%AC%3C\n",
        ),
    ] {
        let output = run(format!("find --format html --base http://h.test/ {args} -"), page);
        assert_eq!(output.out, expected, "{}", page.escape_ascii());
    }
    let page = "<link rel=preconnect href=http://a.test hreflang=de>";
    let found = run("find --format html --json -", page).out;
    assert!(
        found.starts_with(
            r#"{"line":1,"column":27,"element":"link","attribute":"href","rel":"preconnect","hreflang":"de","#
        ),
        "{found}"
    );
}

#[test]
fn of_css() {
    for (css, expected) in [
        ("a{b:url(x.png) url( 'y\\'.png' ),URL(\"z\" )}", &["x.png", "y'.png", "z"][..]),
        ("@import \"a.css\" screen;@import/**/'b.css';p{content:\"url(no)\"}", &["a.css", "b.css"]),
        ("/* url(no) */ a-url(no) \\url(no) url(\\28 x\\)y) url(", &["(x)y", ""]),
        ("@import url(c.css);@importer 'no'; 'no' url('un\nx", &["c.css", "un"]),
        ("é{é:url(é) url(\\0) url(\\)", &["%C3%A9", "%EF%BF%BD", ")"]),
    ] {
        let page = format!("<style>{css}</style>");
        let found = run("find --format html --base http://h.test/ --json -", page).out;
        let url = |line: &str| serde_json::from_str::<Value>(line).unwrap()["path"].clone();
        let expected: Vec<_> = expected.iter().map(|path| format!("/{path}")).collect();
        assert_eq!(found.lines().map(url).collect::<Vec<_>>(), expected, "{css}");
    }
}

#[test]
fn of_access_logs() {
    let log = "::1 - - [10/Oct/2000:13:55:36 -0700] \"GET /a?b=1 HTTP/1.0\" 200 2326 \"http://ref.test/x\" \"Mozilla\"\n\
        ::1 - - [x] \"GET //evil.test/ HTTP/1.1\" 200 1 \"-\" \"see http://ua.test/\"\n\
        ::1 - - [x] \"OPTIONS * HTTP/1.1\" 200 1\n\n::1 - - [x] \"CONNECT h.test:443 HTTP/1.1\" 200 1\n\
        ::1 - - [x] \"GET http://abs.test/a b HTTP/1.1\" 200 1 \"http://r.test/\\x22q\\\"\" \"-\"\n\
        ::1 - - [x] \"\\x16\\x03\\x01\" 400 1\n::1 - - [x] \"GET /a\n";
    let args = "find --format access-log --base https://www.h.test/x/ -";
    assert_snapshot!(shown_with(args, log), @r"
    1:43	https://www.h.test/a?b=1
    1:70	http://ref.test/x
    2:18	https://www.h.test//evil.test/
    6:18	http://abs.test/a%20b
    6:55	http://r.test/%22q%22
    -- stderr
    lines 8, blank 1, found 5, invalid 2 (--errors FILE lists them)
    ");
    // Without a base, a path is not a URL.
    assert!(shown_with("find --format access-log -", log).contains("found 3, invalid 4"));
    // Targets that are selected are parsed with the origin before them, and others may be resolved against
    // it: the results are equal.
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
fn of_json_lines() {
    let lines = "{\"a\":\"see http://a.test/\\u0078, ok\",\"a\":\"http://again.test\",\"b\":[{\"http://key.test\":\"https://b.test\"}]}\nnot\n\"http://s.test\"\n";
    write("found.jsonl", lines);
    assert_snapshot!(shown("find --in found.jsonl"), @r"
    1:11	http://a.test/x
    1:42	http://again.test/
    1:68	http://key.test/
    1:86	https://b.test/
    3:2	http://s.test/
    -- stderr
    lines 3, found 5, invalid 1 (--errors FILE lists them)
    ");
}

/// Each of these once lost the URL, or ended the run.
#[test]
fn in_other_formats() {
    let xml = "<?xml version=\"1.0\"?>";
    let feed = format!("{xml}<rss><channel><item><link>https://a.test/x</link></item></channel></rss>");
    write("feed.xml", &*feed);
    write("other.xml", format!("{xml}<a>see https://a.test/x</a>"));
    write("lock.json", "{\n \"a\": \"https://a.test/x\"\n}\n");
    for file in ["feed.xml", "other.xml", "lock.json"] {
        assert!(run(format!("find --in {file}"), "").out.ends_with("\thttps://a.test/x\n"), "{file}");
    }
    let deep = "[".repeat(100_000) + "\"https://a.test/d\"";
    for (args, text, expected) in [
        ("", "{\n \"a\": [\"http:\\/\\/a.test/\"]\n}\n", "2:9 http://a.test/"),
        ("", "[\n\"x\",\n  \"see http://a.test/\"]", "3:8 http://a.test/"),
        ("", "{\"a\": nonsense http://a.test/", "1:16 http://a.test/"),
        ("", "{\n\"a\": 1,\n b http://a.test/\n}", "3:4 http://a.test/"),
        ("", "{\"a\":\"{\\\"b\\\":\\\"http://a.test/\\\"}\"}", "1:7 http://a.test/"),
        ("", "{\"http://a.test/\":0}", "1:3 http://a.test/"),
        ("--format json", &*deep, "1:100002 https://a.test/d"),
        (
            "--format jsonl",
            "{\"request\":{\"host\":\"a.test\",\"uri\":\"/c?x=1\"}}",
            "1:36 https://a.test/c?x=1",
        ),
        (
            "--format jsonl --base http://b.test/",
            "{\"request\":\"GET /x HTTP/1.1\",\"status\":200}",
            "1:17 http://b.test/x",
        ),
        (
            "--format access-log --base https://b.test/",
            "\"192.0.2.1\" - - [x] \"GET /q HTTP/1.1\" 200 1",
            "1:26 https://b.test/q",
        ),
        (
            "--format access-log",
            "a.test:80 192.0.2.1 - - [x] \"GET /q HTTP/1.1\" 200",
            "1:34 http://a.test/q",
        ),
        ("--format markdown", "[a]: http://a.test/\n", "1:1 http://a.test/"),
        ("--format csv", "1,\"a \"\"http://a.test/\"\"\",2\n", "1:4 http://a.test/"),
        ("--format csv", "http://a.test/,x\n", "1:1 http://a.test/"),
        (
            "--format sitemap",
            "<urlset><url><xhtml:link rel='alternate' hreflang='de' href='https://a.test/de'/></url></urlset>",
            "1:62 https://a.test/de",
        ),
        (
            "--format sitemap",
            "<urlset><loc>https://a.test/?a&b</loc>\n<loc>https://a.test/</loc></urlset>",
            "2:6 https://a.test/",
        ),
        (
            "--format feed",
            "<rss><description>&lt;a href='http://a.test/'></description></rss>",
            "1:19 http://a.test/",
        ),
    ] {
        let output = run(format!("find {args} -"), text);
        assert_eq!(output.out, expected.replace(' ', "\t") + "\n", "{text:.80}: {}", output.stderr);
    }
}

#[test]
fn redacted_text_is_all_of_the_text() {
    let text = b"a http://u:pw@a.test/ b\r\n\n\xFFtoken=x http://a.test/?sig=1\nno end";
    let output = run("find --redact -", &text[..]);
    assert_eq!(output.out, "a http://u:***@a.test/ b\n\n\u{FFFD}token=*** http://a.test/?sig=***\nno end\n");
    for (names, expected, warns) in [
        ("b", "/?token=x&b=*** z\n", true),
        ("+b", "/?token=***&b=*** z\n", false),
        ("+paths", "/?token=***&b=y z\n", false),
    ] {
        let output = run(format!("find --redact={names} -"), "/?token=x&b=y z");
        assert_eq!((&*output.out, output.stderr.contains("--redact")), (expected, warns), "{names}");
    }
    for args in ["--where 'host = a'", "--format html"] {
        assert_eq!(run(format!("find --redact {args} -"), "").code, 2);
    }
}

#[test]
fn of_markdown() {
    let text = "# T\nA [link](../x) and <http://auto.test/> and http://bare.test/x. ![i](i.png \"t\")\n\n`http://code.test/`\n\n\
        [ref]\n\n[ref]: http://ref.test/\n\n<p><a href=\"h.html\">h</a></p>\n";
    write("page.md", text);
    assert_snapshot!(shown("find --in page.md --base http://a.test/b/c"), @r"
    2:3	http://a.test/x
    2:20	http://auto.test/
    2:44	http://bare.test/x
    2:64	http://a.test/b/i.png
    4:2	http://code.test/
    6:1	http://ref.test/
    10:1	http://a.test/b/h.html
    -- stderr
    lines 7, found 7, invalid 0
    ");
}

#[test]
fn check_lists_what_is_not_valid() {
    assert_snapshot!(shown_with("check --strict -", "http://a.test/\r\n\nhttp://a.test/a b\nx\n"), @r"
    3	character-not-allowed	whatwg#url-path-segment-string	15..16	this character is not allowed here: percent-encode it
    4	missing-scheme	whatwg#valid-url-string	0..0	there is no scheme: give a base URL, or put one such as `https:` in front
    -- stderr
    lines 4, blank 1, valid 1, invalid 2
    -- exit code 1
    ");
}

#[test]
fn check_reads_sitemaps_and_indexes() {
    let sitemap = "<urlset><url><loc>\n https://a.test/?a=1&amp;b=2 </loc></url>\n<url><loc><![CDATA[https://a.test/a b]]></loc></url></urlset>";
    write("sitemap-1.xml.gz", gzip(sitemap.as_bytes()));
    let index = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n\
        <sitemap><loc>https://a.test/sitemap-1.xml.gz?v=2</loc></sitemap>\n<sitemap><loc>https://a.test/sitemap-2.xml</loc></sitemap>\n\
        <sitemap><loc>https://a.test/..</loc></sitemap></sitemapindex>";
    write("sitemap-index.xml", index);
    assert_snapshot!(shown("check --in sitemap-index.xml"), @r#"
    sitemap-1.xml.gz:3:20	character-not-allowed	whatwg#url-path-segment-string	16..17	this character is not allowed here: percent-encode it
    4:15	missing-file	-	-	there is no file "sitemap-2.xml" next to the index
    5:15	missing-file	-	-	there is no file ".." next to the index
    -- stderr
    lines 4, valid 1, invalid 3
    -- exit code 1
    "#);
    assert_eq!(run("check --in sitemap-1.xml.gz --strict", "").code, 1);
}

/// Each of these once made the tokenizer recurse, once for each attribute.
#[test]
fn a_tag_may_have_any_number_of_attributes() {
    let attributes = "a=\"x\" ".repeat(20_000);
    for (format, document) in [
        ("html", format!("<a {attributes}href=\"http://a.test/\">")),
        ("markdown", format!("<a {attributes}href=\"http://a.test/\">\n")),
        (
            "sitemap",
            format!("<urlset {attributes}><url {attributes}><loc>http://a.test/</loc></url></urlset>"),
        ),
    ] {
        let output = run(format!("find --format {format} --count -"), document);
        assert_eq!((output.code, &*output.out), (0, "1\thttp://a.test/\n"), "{format}");
    }
}

/// Parts that are too long are reported at their places, and the rest is found.
#[test]
fn what_is_too_long_is_an_error_of_its_place() {
    let long = "x".repeat((1 << 20) + 1);
    let (base, word) = (&long[..=8 << 10], &long[..1 << 20]);
    let page = format!(
        "<base href={base}><{long} {long}=\"{long}\"><p title='{long}'><a\n href='{long}'><a href=http://a.test/><a href=http:{word}>"
    );
    assert_snapshot!(shown_with("find --format html --errors /dev/stdout --out /dev/null -", page), @"
    1:12	too-long	-	-	it is longer than 8192 bytes
    2:8	too-long	-	-	it is longer than 1048576 bytes
    2:1048618	too-long	-	-	it is longer than 1048576 bytes
    -- stderr
    lines 4, found 1, invalid 3
    ");
    let map = format!(
        "<urlset><loc>\n http:{}&amp;{}</loc><loc>http://a.test/</loc></urlset>",
        &long[5..=600_000],
        &long[..600_000]
    );
    assert_snapshot!(shown_with("check --format sitemap -", map), @r"
    2:2	too-long	-	-	it is longer than 1048576 bytes
    -- stderr
    lines 2, valid 1, invalid 1
    -- exit code 1
    ");
    // Names that are kept until their kind is known, text that is kept for a whole event, and a document that
    // is kept in memory.
    for (format, document) in [
        ("sitemap", format!("<urlset><loc>http://a.test/\n</loc><{long}")),
        ("sitemap", format!("<urlset><loc>http://a.test/\n</loc>{long}")),
        ("sitemap", format!("<urlset><loc>http://a.test/\n</loc><!--{long}")),
        ("sitemap", format!("<urlset><loc>http://a.test/\n</loc><![CDATA[{long}")),
        ("sitemap", format!("<urlset><loc>http://a.test/\n</loc><?{long}")),
        ("sitemap", format!("<urlset><loc>http://a.test/\n</loc>&{long}")),
        ("sitemap", format!("<urlset><loc>http://a.test/\n</loc>{}", "<a>".repeat(300))),
    ] {
        let output = run(format!("find --format {format} --count -"), document);
        let (code, out) = if format == "html" { (2, "") } else { (0, "1\thttp://a.test/\n") };
        assert_eq!((output.code, &*output.out), (code, out), "{}", output.stderr);
        assert!(
            output.stderr.contains("line 2: ") || output.stderr.contains("invalid "),
            "{}",
            output.stderr
        );
    }
    assert!(run("find --format markdown -", long).stderr.contains("invalid 2"));
}

/// Documents of 64 MiB, in no more memory than that.
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
        // One thread, since each reserves memory for a stack.
        let output = folder.sh(&format!(
            "ulimit -v 65536; export RAYON_NUM_THREADS=1
            {{ cat head; head -c 67108864 /dev/zero | tr '\\0' '{repeated}'; }} | urlspec {command} -"
        ));
        let is_memory = output.stderr.contains("memory");
        assert!(matches!(output.code, 0..=2) && !is_memory, "{head}{repeated}: {output:?}");
    }
}

/// A document that is not well-formed XML is reported at its place, and the rest is read as text.
#[test]
fn xml_that_breaks_off() {
    let page = "<?xml version='1.0'?><s:urlset xmlns:s='u'><s:loc>http://a.test/</s:loc>";
    for (rest, errors) in [
        ("", "1:73\tnot-xml\t"),
        ("\n<loc>http://b.test/</loc", "2:20\tnot-xml\t"),
        ("\n<loc>?a&b=c</loc><loc>http://b.test/</loc></s:urlset>", "2:6\tbare-ampersand\t"),
        ("\n<a b=c><loc>http://b.test/</loc></a></s:urlset>", "2:1\tnot-xml\t"),
        ("</s:urlset>\nhttp://b.test/", "1:84\tnot-xml\t"),
    ] {
        let output = run("find --format sitemap --errors broken-xml.txt -", format!("{page}{rest}"));
        let is_found = !rest.contains("b.test") || output.out.ends_with("\thttp://b.test/\n");
        assert!(is_found && output.out.starts_with("1:51\thttp://a.test/\n"), "{rest}: {}", output.out);
        let output = read("broken-xml.txt");
        assert!(output.starts_with(errors), "{rest}: {output}");
    }
    // A sitemap index that lists itself is an error, and reading it ends.
    let entry = |name: &str| format!("<sitemap><loc>https://a.test/{name}</loc></sitemap>");
    write("index-of-itself.xml", format!("<sitemapindex>{}</sitemapindex>", entry("index-of-itself.xml")));
    let output = run("check --in index-of-itself.xml", "").out;
    assert!(output.contains("nested-index"), "{output}");
}

#[test]
fn entities_that_xml_does_not_define() {
    let map = "<!DOCTYPE urlset [<!ENTITY a 'b'>]><urlset>\n<loc>http://a.test/&undefined;</loc><loc>http://a.test/?&a;</loc>\n\
        <loc>http://a.test/&#x41;&#66;&lt;</loc><loc>&#0;</loc></urlset>";
    assert_snapshot!(shown_with("check --format sitemap -", map), @r#"
    2:6	undefined-entity	-	-	XML does not define "&undefined;"
    2:42	undefined-entity	-	-	XML does not define "&a;"
    3:6	character-not-allowed	whatwg#url-path-segment-string	16..17	this character is not allowed here: percent-encode it
    3:46	undefined-entity	-	-	XML does not define "&#0;"
    -- stderr
    lines 4, valid 0, invalid 4
    -- exit code 1
    "#);
}

/// Documents that slow parsers down: with quadratic time, each takes a minute.
#[test]
fn hostile_documents() {
    let n = 300_000;
    for format in ["text", "html", "markdown", "sitemap"] {
        let parts = "< <a·href= <a·href=\" &amp; [ ]( http:// : ( *_ <loc> \0 ` ![ <!-- \n>· http://a.test/(";
        for part in parts.split(' ').map(|part| part.replace('·', " ")) {
            let document = part.repeat(n / part.len());
            let start = std::time::Instant::now();
            let output = run(format!("find --format {format} -"), document);
            assert_eq!(output.code, 0, "{format} {part}");
            assert!(start.elapsed().as_secs() < 20, "{format} {part}: {:?}", start.elapsed());
        }
    }
    assert_eq!(run("find --format html -", "").out, "");
}
