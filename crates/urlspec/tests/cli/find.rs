//! `find` and `check`: the URLs of texts and documents, and those that are not valid.

use std::io::Write as _;

use insta::assert_snapshot;

use crate::run::{arg, file, file_with, run, shown, shown_with, stdout};

#[test]
fn of_text() {
    assert_snapshot!(shown_with(&["find", "-"], "see http://a.test/x, and (https://b.test/y).\n\n[ERROR] ftp://c.test:99999\n"), @r"
    1:5	http://a.test/x
    1:27	https://b.test/y
    -- stderr
    lines 3, blank 1, found 2, invalid 1 (--errors FILE lists them)
    ");
    assert_snapshot!(shown_with(&["find", "--count", "-"], "http://a.test http://b.test\nhttp://a.test/\n"), @r"
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
        <!-- <a href=no> --><a ping='p q'><object data=' o '></object><a href>\n</a href=no>";
    let input = file_with("page.html", page);
    assert_snapshot!(shown(&["find", "--in", arg(&input), "--base", "http://a.test/z"]), @r"
    4:8	http://a.test/x?a&b
    4:43	http://a.test/docs/a.png
    4:43	http://a.test/docs/b,c.png
    4:70	http://a.test/docs/i.png
    5:30	http://a.test/docs/p
    5:30	http://a.test/docs/q
    5:49	http://a.test/docs/o
    -- stderr
    lines 7, found 7, invalid 0
    ");
    assert_snapshot!(shown_with(&["find", "--format", "html", "--json", "-"], "<a href=x><a href=http://b.test>"), @r#"
    {"line":1,"column":19,"ok":true,"href":"http://b.test/","scheme":"http","host":"b.test","path":"/"}
    -- stderr
    {"lines":2,"found":1,"invalid":1,"blank":0}
    "#);
}

#[test]
fn of_markdown() {
    let text = "# T\nA [link](../x) and <http://auto.test/> and http://bare.test/x. ![i](i.png \"t\")\n\n`http://code.test/`\n\n\
        [ref]\n\n[ref]: http://ref.test/\n\n<p><a href=\"h.html\">h</a></p>\n";
    let input = file_with("page.md", text);
    assert_snapshot!(shown(&["find", "--in", arg(&input), "--base", "http://a.test/b/c"]), @r"
    2:3	http://a.test/x
    2:20	http://auto.test/
    2:44	http://bare.test/x
    2:64	http://a.test/b/i.png
    6:1	http://ref.test/
    10:1	http://a.test/b/h.html
    -- stderr
    lines 6, found 6, invalid 0
    ");
}

#[test]
fn check_lists_what_is_not_valid() {
    assert_snapshot!(shown_with(&["check", "--strict", "-"], "http://a.test/\r\n\nhttp://a.test/a b\nx\n"), @r"
    3	character-not-allowed	whatwg#url-path-segment-string	15..16	this character may not stand here: percent-encode it
    4	missing-scheme	whatwg#valid-url-string	0..0	there is no scheme: give a base URL, or put one such as `https:` in front
    -- stderr
    lines 4, blank 1, valid 1, invalid 2
    -- exit code 1
    ");
}

#[test]
fn check_reads_sitemaps_and_indexes() {
    let sitemap = "<urlset><url><loc>\n https://a.test/?a=1&amp;b=2 </loc></url>\n<url><loc><![CDATA[https://a.test/a b]]></loc></url></urlset>";
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(sitemap.as_bytes()).unwrap();
    file_with("sitemap-1.xml.gz", packed.finish().unwrap());
    let index = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n\
        <sitemap><loc>https://a.test/sitemap-1.xml.gz?v=2</loc></sitemap>\n<sitemap><loc>https://a.test/sitemap-2.xml</loc></sitemap>\n\
        <sitemap><loc>https://a.test/..</loc></sitemap></sitemapindex>";
    let input = file_with("sitemap-index.xml", index);
    assert_snapshot!(shown(&["check", "--in", arg(&input)]), @r#"
    sitemap-1.xml.gz:3:20	character-not-allowed	whatwg#url-path-segment-string	16..17	this character may not stand here: percent-encode it
    4:15	missing-file	-	-	there is no file "sitemap-2.xml" beside the index
    5:15	missing-file	-	-	there is no file ".." beside the index
    -- stderr
    lines 4, valid 1, invalid 3
    "#);
    assert_eq!(
        run(&["check", "--in", arg(&file("sitemap-1.xml.gz")), "--strict"], "").status.code(),
        Some(1)
    );
}

/// Much of what slows parsers down: each takes a minute in a time that is quadratic.
#[test]
fn hostile_documents() {
    let n = 300_000;
    for format in ["text", "html", "markdown", "sitemap"] {
        for part in [
            "<",
            "<a href=",
            "<a href=\"",
            "&amp;",
            "[",
            "](",
            "http://",
            ":",
            "(",
            "*_",
            "<loc>",
            "\0",
            "`",
            "![",
            "<!--",
            "\n> ",
            "http://a.test/(",
        ] {
            let document = part.repeat(n / part.len());
            let start = std::time::Instant::now();
            let output = run(&["find", "--format", format, "-"], document);
            assert_eq!(output.status.code(), Some(0), "{format} {part}");
            assert!(start.elapsed().as_secs() < 20, "{format} {part}: {:?}", start.elapsed());
        }
    }
    assert_eq!(stdout(&run(&["find", "--format", "html", "-"], "")), "");
}
