//! Tests of the options that select URLs, and that sort and count results.

use crate::{
    inputs::{gzip, zstd},
    run::{run, write},
};

/// `--sort-by` has the order of a stable sort in the standard library, in memory and with temporary files.
/// The test creates more temporary files than the program merges at the same time.
#[test]
fn sorting_is_stable_in_bounded_memory() {
    let numbers = (0..225_000_u32).map(|i| i.wrapping_mul(2_654_435_761) >> 8);
    let line = |i| (i % 1000, format!("http://h{}.test/{i}/{:01600}\n", i % 1000, 0));
    let mut lines: Vec<_> = numbers.map(line).collect();
    let text: String = lines.iter().map(|(_, line)| &**line).collect();
    lines.sort_by_key(|(host, _)| host.to_string());
    let expected: String = lines.iter().map(|(_, line)| &**line).collect();
    for memory in ["4", "4000"] {
        let output = run(format!("canon --sort-by {{host}} --memory {memory} -"), &*text);
        assert!(output.out == expected, "{memory}");
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
    // The mean of 2,000 random numbers below 1,000 is near 500.
    assert!((460..540).contains(&(sums / 2000)), "{sums}");
    assert_eq!(run("canon --sample 2000 -", lines.concat()).out, lines.concat());
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
    // These results do not fit into 4 MiB, so temporary files are used. The output does not change.
    let line = |i: u32| format!("http://a.test/{}\n", i.wrapping_mul(2_654_435_761) % 250_000);
    let lines: String = (0..400_000).map(line).collect();
    let small = run("get {href} --unique --memory 4 -", &*lines);
    let large = run("get {href} --unique -", &*lines);
    assert!(small == large);
    let failed = run("get {href} --count --memory 4 -", &*lines);
    assert_eq!(failed.code, 2);
    assert!(failed.stderr.contains("need more than 4 MiB"));
}

#[test]
fn compressed_inputs_are_read() {
    let lines = (0..20_000).map(|i| format!("http://a.test/{i}\n")).collect::<Vec<_>>().concat();
    for compressed in [gzip(lines.as_bytes()), zstd(lines.as_bytes())] {
        write("compressed.txt", &compressed);
        assert!(run("get {href} --in compressed.txt", "").out == lines);
    }
}

/// A file of parameters or a policy has a maximum size, even if it is a device without an end.
#[test]
fn lists_and_policies_have_a_maximum_size() {
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
