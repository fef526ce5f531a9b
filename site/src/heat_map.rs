//! Draws a table with the share of inputs on which each pair of profiles agrees, as numbers and colours.

use std::iter::once;

use url_facade::Profile;

use crate::{markdown::table, pairs::Comparison};

/// Returns the table in HTML. Each cell links to the address that `anchor` returns for its two profiles.
pub(crate) fn draw(comparison: &Comparison, anchor: impl Fn(Profile, Profile) -> String) -> String {
    let Comparison { profiles, inputs, pairs, .. } = comparison;
    let cell = |row: Profile, column: Profile| {
        let is_of_both = |(a, b)| (a, b) == (row, column) || (b, a) == (row, column);
        let Some(pair) = pairs.iter().find(|pair| is_of_both((pair.a, pair.b))) else { return String::new() };
        let (parted, agreed) = (pair.parted, inputs - pair.parted);
        let depth = depth(share(agreed, *inputs));
        format!(
            "<a class=\"{}\" style=\"--depth:{depth:.0}\" href=\"{}\" title=\"{row} and {column} differ on {parted} of {inputs} \
             inputs\">{}<small>{parted}</small></a>",
            tone(depth),
            anchor(row, column),
            percent(agreed, *inputs)
        )
    };
    let heads: Vec<&str> = once("").chain(profiles.iter().map(|profile| profile.name())).collect();
    let row = |&row: &Profile| {
        once(row.to_string()).chain(profiles.iter().map(|&column| cell(row, column))).collect()
    };
    table("heat", &heads, profiles.iter().map(row))
}

/// Returns the strength of the colour for a share of `agreed` percent. It distinguishes shares above 20 %,
/// since hardly any two profiles agree less often.
fn depth(agreed: f64) -> f64 {
    ((agreed - 20.0) / 0.8).max(0.0)
}

/// Returns the CSS class of a number on a colour of strength `depth`. The theme decides if this is dark text
/// on a light colour, or the opposite.
fn tone(depth: f64) -> &'static str {
    match depth {
        ..30.0 => "",
        ..55.0 => "middle",
        _ => "deep",
    }
}

/// Formats the share `part` of `all` in percent, with as many digits as are needed to show 100 only for all
/// and 0 only for none.
pub(crate) fn percent(part: usize, all: usize) -> String {
    let is_whole = part == 0 || part == all;
    let exact = share(part, all);
    // Sixteen digits are more than such a share needs.
    let rounded = (0..16).map(|digits| format!("{exact:.digits$}"));
    let is_told = |text: &String| is_whole || text.parse() != Ok(100.0) && text.parse() != Ok(0.0);
    rounded.into_iter().find(is_told).unwrap_or_default()
}

/// Returns `part` of `all` in percent.
fn share(part: usize, all: usize) -> f64 {
    // The counts of inputs are small enough to be converted exactly.
    #[expect(clippy::cast_precision_loss)]
    let (part, all) = (part as f64, all.max(1) as f64);
    part * 100.0 / all
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn only_all_is_all_and_only_nothing_is_nothing() {
        assert_eq!(percent(3086, 3098), "99.6");
        assert_eq!(percent(9999, 10_000), "99.99");
        assert_eq!((percent(7, 7), percent(0, 7)), ("100".to_owned(), "0".to_owned()));
        assert_eq!((percent(1, 3), percent(1, 1000)), ("33".to_owned(), "0.1".to_owned()));
    }
}
