//! How often each pair of profiles agrees, as a square of colours with the figures in it.

use std::fmt::Write as _;

use url_facade::Profile;

use crate::pairs::Comparison;

/// The side of a cell, and the room for names at the left and on top, in units of the picture.
const CELL: usize = 58;
const LEFT: usize = 142;
const TOP: usize = 118;
/// Room for the last name, which leans over the edge.
const RIGHT: usize = 46;

/// The picture. A cell links to the comparison of its two profiles, which `anchor` returns.
pub(crate) fn draw(comparison: &Comparison, anchor: impl Fn(Profile, Profile) -> String) -> String {
    let profiles = &comparison.profiles;
    let (width, height) = (LEFT + CELL * profiles.len() + RIGHT, TOP + CELL * profiles.len());
    let mut out = format!(
        "<div class=\"wide\"><svg class=\"heat\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"Share of inputs on which two profiles \
         agree\">\n"
    );
    for (at, profile) in profiles.iter().enumerate() {
        let middle = CELL * at + CELL / 2;
        let (x, y) = (LEFT + middle, TOP - 10);
        let _ = writeln!(
            out,
            "<text class=\"name\" x=\"{}\" y=\"{}\" text-anchor=\"end\" dominant-baseline=\"middle\">{profile}</text>\
             <text class=\"name\" transform=\"translate({x} {y}) rotate(-40)\">{profile}</text>",
            LEFT - 10,
            TOP + middle
        );
    }
    for pair in &comparison.pairs {
        let place = |profile| profiles.iter().position(|&each| each == profile);
        let (Some(a), Some(b)) = (place(pair.a), place(pair.b)) else { continue };
        let (inputs, parted) = (comparison.inputs, pair.parted);
        let agreed = percent(inputs - parted, inputs);
        let depth = depth(share(inputs - parted, inputs));
        let tone = tone(depth);
        for (row, column) in [(a, b), (b, a)] {
            let (x, y) = (LEFT + CELL * column, TOP + CELL * row);
            let (side, middle) = (CELL - 3, x + CELL / 2 - 1);
            let (row, column) = (profiles[row], profiles[column]);
            let _ = writeln!(
                out,
                "<a href=\"{}\"><g><title>{row} and {column} differ on {parted} of {inputs} inputs</title><rect x=\"{x}\" \
                 y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"4\" style=\"--depth:{depth:.0}\"/><text class=\"figure{tone}\" \
                 x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{agreed}</text><text class=\"count{tone}\" x=\"{middle}\" \
                 y=\"{}\" text-anchor=\"middle\">{parted}</text></g></a>",
                anchor(row, column),
                y + CELL / 2 + 1,
                y + CELL / 2 + 17,
            );
        }
    }
    out.push_str("</svg></div>\n");
    out
}

/// How deep the colour is for `agreed`, both in percent. Hardly any two profiles agree on less than a fifth.
fn depth(agreed: f64) -> f64 {
    ((agreed - 20.0) / 0.8).max(0.0)
}

/// The class of a figure on so deep a colour: where it is dark on light, and where light on dark, differs by theme.
fn tone(depth: f64) -> &'static str {
    match depth {
        ..30.0 => "",
        ..55.0 => " middle",
        _ => " deep",
    }
}

/// `part` of `all` in percent, with as many digits as it takes that only all of it is 100, and only nothing 0.
pub(crate) fn percent(part: usize, all: usize) -> String {
    let is_whole = part == 0 || part == all;
    let exact = share(part, all);
    // Sixteen digits are more than a share has.
    let rounded = (0..16).map(|digits| format!("{exact:.digits$}"));
    let is_told = |text: &String| is_whole || text.parse() != Ok(100.0) && text.parse() != Ok(0.0);
    rounded.into_iter().find(is_told).unwrap_or_default()
}

/// `part` of `all` in percent.
fn share(part: usize, all: usize) -> f64 {
    // Counts of inputs are far below where this would lose anything.
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
