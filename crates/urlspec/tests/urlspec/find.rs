//! Tests of `find` and `check`, which read URLs in texts and documents.

use crate::run::{read, run, run_within};

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
