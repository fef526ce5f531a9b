//! A short run of `cargo xtask fuzz --differential`, to see that it finds enough to compare.

use benches::differential::{run, test_inputs};

#[test]
fn nothing_differs() {
    let inputs = test_inputs().unwrap();
    assert!(inputs.len() > 1000, "{} inputs", inputs.len());
    let report = run(10_000, 0x5EED, &inputs).unwrap();
    assert_eq!(report.differences, 0, "{}", report.told);
    assert!(report.urls * 5 > report.strings, "too few of the strings are URLs: {report:?}");
    assert!(report.strings == 10_000 && report.setters > 20_000 && report.traced > 600, "{report:?}");
}
