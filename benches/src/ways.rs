//! `cargo xtask bench --ways`: how many inputs take each of the ways through the URL Standard that `docs/architecture.md` lists.

use std::fmt::Write as _;

use url_facade::{Parser, fast};

use crate::reach::Inputs;

/// The table of them. None of the inputs is parsed state by state: nothing is traced, and bases are URLs.
pub fn table(inputs: &Inputs) -> String {
    let mut table = String::from(
        "| input | strings | parse: canonical | direct | can_parse: known to be a URL | direct |\n\
         |---|---:|---:|---:|---:|---:|\n",
    );
    for (name, strings) in inputs.strings() {
        let count = |takes: fn(&str) -> bool| strings.iter().filter(|string| takes(string)).count();
        let canonical = count(|string| fast::scan(&Parser::default(), string).is_some());
        let known = count(|string| fast::is_url(&Parser::default(), string));
        let [canonical, direct, known, unknown] =
            [canonical, strings.len() - canonical, known, strings.len() - known]
                .map(|count| share(count, strings.len()));
        // A string takes whatever is written to it.
        let _ =
            writeln!(table, "| {name} | {} | {canonical} | {direct} | {known} | {unknown} |", strings.len());
    }
    table
}

/// `count` of `all`, in percent.
#[expect(clippy::cast_precision_loss, reason = "there are not that many")]
fn share(count: usize, all: usize) -> String {
    format!("{:.1} %", 100.0 * count as f64 / all as f64)
}

#[cfg(test)]
mod tests {
    use super::table;
    use crate::reach::Inputs;

    #[test]
    fn most_generated_urls_are_canonical() {
        let table = table(&Inputs::load().unwrap());
        let row = table.lines().find(|row| row.starts_with("| longer web URLs")).unwrap();
        let shares: Vec<f64> =
            row.split(" % |").filter_map(|cell| cell.rsplit(' ').next()?.parse().ok()).collect();
        assert!(shares.len() == 4 && shares[0] > 50.0 && shares[2] >= shares[0], "{row}");
    }
}
