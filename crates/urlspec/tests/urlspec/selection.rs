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
fn compressed_inputs_are_read() {
    let lines = (0..20_000).map(|i| format!("http://a.test/{i}\n")).collect::<Vec<_>>().concat();
    for compressed in [gzip(lines.as_bytes()), zstd(lines.as_bytes())] {
        write("compressed.txt", &compressed);
        assert!(run("get {href} --in compressed.txt", "").out == lines);
    }
}
