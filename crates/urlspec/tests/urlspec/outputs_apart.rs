//! An output that is also the input or another output is refused under every name.

use std::fs;

use crate::shell::{CANONICAL, Folder, LINES};

/// Runs `script`, which uses the file `in` as input and output, and asserts that this is refused.
fn is_refused(script: &str) {
    let folder = Folder::new();
    folder.write("other", "other\n");
    for (link, to) in [("symbolic", "in"), ("fresh", "new")] {
        std::os::unix::fs::symlink(to, folder.path(link)).unwrap();
    }
    fs::hard_link(folder.path("in"), folder.path("hard")).unwrap();
    let output = folder.sh(script);
    assert_eq!(output.code, 2, "{script}: {output:?}");
    let reasons = ["is the input", "are the same file", "stderr is"];
    assert!(reasons.iter().any(|why| output.stderr.contains(why)), "{script}: {output:?}");
    assert_eq!((folder.read("in"), folder.read("other")), (LINES.into(), "other\n".into()), "{script}");
    assert!(!folder.path("new").exists() && folder.unfinished().is_empty(), "{script}");
}

#[test]
fn no_output_is_the_input() {
    for script in [
        "urlspec canon --in in --out in",
        "urlspec canon --in in --out ./in",
        "urlspec canon --in in --out hard",
        "urlspec canon --in hard --out symbolic",
        "urlspec canon --in in --errors hard",
        "urlspec canon --in - --out in < in",
        "urlspec canon --in - --out hard < in",
        "urlspec canon --in - --out /dev/stdin < in",
        "urlspec canon --in /dev/fd/3 --out in 3< in",
        "urlspec canon --in in --out /dev/fd/3 3>> hard",
        "urlspec canon --in in --out /dev/stdout >> in",
        "urlspec canon --in in --errors /dev/stderr 2>> in; rc=$?; head -c 16 in > new; mv new in; echo 'in is the input' >&2; exit $rc",
        "urlspec canon --in in >> in",
        "urlspec canon --in - < in >> hard",
        "urlspec canon --in - --out - < in >> in",
        "urlspec canon --in in 1<> in",
        "urlspec batch < in >> in",
        "urlspec batch < in >> symbolic",
        "urlspec get '{host}' --in in --out in",
        "urlspec get '{host}' - --out hard < in",
        "urlspec edit --in in --errors symbolic",
        "urlspec find --in in --out ./in",
        "urlspec find --format html --in in --out hard",
        "urlspec check --in in >> in",
        "urlspec columns --column HTTP://A.test --add host --in in --out in",
        "urlspec canon --unique --in in --out in",
        "urlspec diff --profiles whatwg,rfc3986 --in in --html in",
        "urlspec diff --profiles whatwg,rfc3986 --in in --html hard",
        "urlspec impact --to whatwg-2026-02 --in in --html in",
        "urlspec diff --profiles whatwg,rfc3986 --in in --html symbolic",
        "urlspec diff --profiles whatwg,rfc3986 --in - --html in < in",
        "urlspec diff --profiles whatwg,rfc3986 --in in >> in",
    ] {
        is_refused(script);
    }
}

#[test]
fn no_output_is_another_output() {
    for script in [
        "urlspec canon --in in --out other --errors other",
        "urlspec canon --in in --out new --errors new",
        "urlspec canon --in in --out new --errors ./new",
        "urlspec canon --in in --out new --errors fresh",
        "urlspec canon --in in --errors other >> other",
        "urlspec canon --in in --errors /dev/stdout >> other",
        "urlspec canon --in in --errors - >> other",
        "urlspec canon --in in --errors /dev/stdout | cat; exit 2",
        "urlspec canon --in in --out /dev/fd/3 --errors other 3>> other",
        "urlspec canon --in in --out /dev/fd/3 --errors /dev/fd/4 3>> other 4>> other",
        "ln other second; urlspec canon --in in --out other --errors second",
        "urlspec diff --profiles whatwg,rfc3986 --in in --html other >> other",
        "urlspec diff --profiles whatwg,rfc3986 --in in --html - >> other",
        // Messages on stderr would be lost with the old file.
        "cp other kept; urlspec canon --in in --out other 2>> other; rc=$?; tail -n 1 other >&2; cp kept other; exit $rc",
    ] {
        is_refused(script);
    }
}

/// In `canon --in f > f`, the shell empties the input before the program can refuse. This is reported.
#[test]
fn an_input_that_the_shell_emptied_is_an_error() {
    let folder = Folder::new();
    for script in ["urlspec canon --in in > in", "urlspec canon --in - < in > in", "urlspec batch < in > in"]
    {
        let output = folder.sh(script);
        let expected = "error: stdout is the input: write to another file\n";
        assert_eq!((output.code, &*output.stderr), (2, expected));
    }
}

/// Terminals, `/dev/null` and sockets may be input and output at once.
#[test]
fn devices_may_be_shared() {
    let folder = Folder::new();
    for script in [
        "urlspec canon --in in --out /dev/null --errors /dev/null",
        "urlspec canon --in /dev/null --out /dev/null",
        "urlspec batch < /dev/null > /dev/null",
        "urlspec canon --in in --errors /dev/null > /dev/null 2>&1",
        "urlspec canon --in in > out 2>&1",
        "urlspec canon --in in --out out --errors /dev/stderr 2> stderr",
    ] {
        let output = folder.sh(script);
        assert_eq!(output.code, 0, "{script}: {output:?}");
    }
    assert_eq!(folder.read("out"), CANONICAL);
    assert!(folder.read("stderr").starts_with("2\tmissing-scheme\t"), "{}", folder.read("stderr"));
    let (ours, theirs) = std::os::unix::net::UnixStream::pair().unwrap();
    std::io::Write::write_all(&mut &ours, b"{\"op\":\"parse\",\"input\":\"ab:\"}\n").unwrap();
    ours.shutdown(std::net::Shutdown::Write).unwrap();
    let socket = || std::os::fd::OwnedFd::from(theirs.try_clone().unwrap());
    let status = folder.urlspec("batch").stdin(socket()).stdout(socket()).status().unwrap();
    assert_eq!(status.code(), Some(0));
    drop(theirs);
    assert_eq!(
        std::io::read_to_string(ours).unwrap(),
        "{\"id\":null,\"ok\":true,\"scheme\":\"ab\",\"path\":\"\"}\n"
    );
}
