//! The options that select URLs and sort results.

use std::fs::File;

use crate::run::{RunOutput, run};

const LIST: &str =
    "http://b.test/2\nhttp://a.test/1\nx\nhttp://b.test/1\nhttp://c.test/?a=1\nhttp://A.test/0\n";

/// Returns the output of a command for [`LIST`].
fn of_list(command: &str) -> String {
    run(command, LIST).out
}

/// The order is that of the standard library's stable sort, in memory and with temporary files. There are
/// more files than are merged at once.
#[test]
fn sorting_is_stable_in_bounded_memory() {
    let numbers = (0..900_000_u32).map(|i| i.wrapping_mul(2_654_435_761) >> 8);
    let mut lines: Vec<_> =
        numbers.map(|i| (i % 1000, format!("http://h{}.test/{i}/{:0400}", i % 1000, 0))).collect();
    let text = lines.iter().flat_map(|(_, line)| [line, "\n"]).collect::<String>();
    lines.sort_by_key(|(host, _)| host.to_string());
    let expected = lines.iter().flat_map(|(_, line)| [line, "\n"]).collect::<String>();
    for memory in ["4", "4000"] {
        let output = run(format!("canon --sort-by {{host}} --memory {memory} -"), &*text);
        assert!(output.out == expected, "{memory}");
    }
}

/// With a limit, the output and the counts are those of the input up to the last result.
#[test]
fn a_limit_ends_a_run() {
    for command in ["canon", "risk", "get {path} --json", "canon --unique", "canon --json"] {
        let shorter: String = LIST.split_inclusive('\n').take(2).collect();
        let limited = of_list(&format!("{command} --limit 2 -"));
        assert_eq!(limited, run(format!("{command} -"), shorter).out, "{command}");
    }
    // The input never ends.
    if File::open("/dev/zero").is_ok() {
        let endless = "canon --null --base http://a.test/ --limit 1 --in /dev/zero";
        assert_eq!(run(endless, "").out, "http://a.test/\0");
    }
}

#[test]
fn a_sample_is_ordered_and_uniform() {
    let lines: Vec<_> = (0..1000).map(|i| format!("http://a.test/{i:03}\n")).collect();
    let mut sums = 0;
    for seed in 0..20 {
        let args = format!("get {{path[0]}} --sample 100 --seed {seed} -");
        let sample = run(&args, lines.concat()).out;
        let numbers: Vec<u32> = sample.lines().map(|line| line.parse().unwrap()).collect();
        assert!(numbers.len() == 100 && numbers.is_sorted());
        sums += numbers.iter().sum::<u32>();
        assert_eq!(run(&args, lines.concat()).out, sample);
    }
    // The mean of 2,000 numbers below 1,000.
    assert!((460..540).contains(&(sums / 2000)), "{sums}");
    assert_eq!(run("canon --sample 9 -", LIST).out.lines().count(), 5);
}

/// The conditions exclude the same URLs in every command that writes a line for each URL.
#[test]
fn every_command_has_the_same_conditions() {
    let kept = |command: &str| {
        let RunOutput { out, stderr, .. } = run(format!("{command} --where 'host = b.test' -"), LIST);
        (out.matches("b.test").count(), stderr.contains("left out ") || stderr.contains("\"left_out\":3"))
    };
    for command in
        ["canon", "get {host}", "edit", "find", "agree --profiles whatwg,rfc3986", "risk", "canon --json"]
    {
        let written = kept(command);
        // `risk` writes the host and the URL, and so does JSON.
        assert!(matches!(written, (2 | 4, true)), "{command}: {written:?}");
    }
    assert_eq!(kept("check"), (0, true));
}

#[test]
fn patterns_stand_for_any_text_between_their_pieces() {
    for (pattern, met, unmet) in [
        ("*.a.test", "b.a.test", "a.test"),
        ("a*", "a", "ba"),
        ("a*a", "aba", "a"),
        ("*b*b*", "abcb", "abc"),
        ("a*b*c*d", "axxbxcd", "axxbxdc"),
        ("**a", "a", ""),
        ("", "", "a"),
    ] {
        let lines = format!("http://h.test/#{met}\nhttp://h.test/#{unmet}\n");
        let found = run(format!("get {{fragment}} --where 'fragment ~ \"{pattern}\"' -"), lines);
        assert_eq!(found.out, format!("{met}\n"), "{pattern}");
    }
}
