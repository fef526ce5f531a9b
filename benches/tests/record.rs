//! Checks that the record of the benchmarks names only rows that they measure.

use benches::reach::{Generated, TABLE_HEAD, stale_rows};

#[test]
fn a_row_that_is_not_measured_is_stale() {
    let generated = Generated::new(1);
    let rows = generated.rows();
    let measured = "| set host | 178 | `ada` | 298 | 1.71 | 1.4 | yes |";
    let table = |rows: &[&str]| format!("# Text\n\n{TABLE_HEAD}\n|---|\n{}\n\n| other |", rows.join("\n"));
    assert_eq!(stale_rows(&table(&[measured]), &rows), [""; 0]);
    for stale in ["| set host | 178 | `url` | 298 |", "| parse by manakai | 1 | `ada` | 5 |", "| set |"] {
        assert_eq!(stale_rows(&table(&[measured, stale, measured]), &rows), [stale]);
    }
    assert_eq!(stale_rows("| work |", &rows), [TABLE_HEAD]);
}

/// Only the rows of the corpora and of the five documents are not among the generated rows.
#[test]
fn the_recorded_rows_are_measured() {
    let generated = Generated::new(1);
    let rows = generated.rows();
    let stale = stale_rows(include_str!("../record/README.md"), &rows);
    let is_generated =
        |line: &&str| line.contains("| set ") || line.contains("| resolve relative references |");
    assert!(!stale.is_empty() && !stale.iter().any(is_generated), "{stale:?}");
}
