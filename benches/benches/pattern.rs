//! Criterion target: matching URLs with one pattern and with lists, and building lists.

use benches::{
    criterion::{COUNT, each, target},
    patterns::{HUNDRED, Matched, patterns},
    reach::rows_of_patterns,
};
use url_pattern::{UrlPattern, UrlPatternSet};

fn main() {
    let matched = Matched::new(COUNT);
    target(|criterion| {
        for row in rows_of_patterns(&matched) {
            let group = &mut criterion.benchmark_group(format!("pattern-{}", row.work));
            for turn in &row.turns {
                for run in &turn.runs {
                    each(group, [&run.name, "web"], std::slice::from_ref(run), |run| (run.go)());
                }
            }
        }
        let group = &mut criterion.benchmark_group("pattern-lists");
        each(group, ["parse", "100 patterns"], &patterns(100), |text| UrlPattern::parse(text, None).is_ok());
        each(group, ["build", "100 patterns"], &[HUNDRED.patterns()], |list| {
            UrlPatternSet::new(list.to_vec())
        });
    });
}
