//! Figures that are recorded, and that a change is held to.

use std::collections::BTreeMap;

/// Counts, by what they are of.
pub(crate) type Counts = BTreeMap<String, u64>;

/// Prints both, and returns the lines of those that have moved by more than `tolerance`, or that only one of them has.
pub(crate) fn compare(recorded: &Counts, now: &Counts, tolerance: f64) -> Vec<String> {
    let mut changed = Vec::new();
    for (work, &count) in now {
        let line = match recorded.get(work) {
            Some(&then) => format!("{work}: {then} -> {count} ({:+.1} %)", 100.0 * change(then, count)),
            None => format!("{work}: {count}, not recorded"),
        };
        println!("{line}");
        if recorded.get(work).is_none_or(|&then| change(then, count).abs() > tolerance) {
            changed.push(line);
        }
    }
    let gone = recorded.keys().filter(|work| !now.contains_key(*work));
    changed.extend(gone.map(|work| format!("{work}: recorded, but not done")));
    changed
}

/// By which part `to` is more than `from`.
#[allow(clippy::cast_precision_loss)]
fn change(from: u64, to: u64) -> f64 {
    to as f64 / from.max(1) as f64 - 1.0
}

#[cfg(test)]
mod tests {
    use super::{Counts, compare};

    #[test]
    fn tells_what_has_changed() {
        let counts = |counts: &[(&str, u64)]| -> Counts {
            counts.iter().map(|&(work, count)| (work.into(), count)).collect()
        };
        let recorded = counts(&[("a", 1000), ("b", 1000), ("c", 1000), ("d", 1000)]);
        let now = counts(&[("a", 1049), ("b", 1051), ("c", 949), ("e", 1)]);
        let changed = compare(&recorded, &now, 0.05);
        assert_eq!(
            changed,
            [
                "b: 1000 -> 1051 (+5.1 %)",
                "c: 1000 -> 949 (-5.1 %)",
                "e: 1, not recorded",
                "d: recorded, but not done"
            ]
        );
    }
}
