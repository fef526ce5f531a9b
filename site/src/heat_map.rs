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
pub(crate) fn draw(
    comparison: &Comparison,
    profiles: &[Profile],
    anchor: impl Fn(Profile, Profile) -> String,
) -> String {
    let (width, height) = (LEFT + CELL * profiles.len() + RIGHT, TOP + CELL * profiles.len());
    let mut out = format!(
        "<svg class=\"heat\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"Share of inputs on which two profiles \
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
        let agreed = share(comparison.inputs - pair.parted, comparison.inputs);
        for (row, column) in [(a, b), (b, a)] {
            let (x, y) = (LEFT + CELL * column, TOP + CELL * row);
            let _ = writeln!(
                out,
                "<a href=\"{}\"><g><title>{} and {}: {agreed:.1} % of {} inputs</title><rect x=\"{x}\" y=\"{y}\" width=\"{}\" \
                 height=\"{}\" rx=\"4\" style=\"--depth:{:.0}\"/><text class=\"figure{}\" x=\"{}\" y=\"{}\" \
                 text-anchor=\"middle\" dominant-baseline=\"central\">{agreed:.0}</text></g></a>",
                anchor(profiles[row], profiles[column]),
                profiles[row],
                profiles[column],
                comparison.inputs,
                CELL - 3,
                CELL - 3,
                depth(agreed),
                tone(depth(agreed)),
                x + CELL / 2 - 1,
                y + CELL / 2,
            );
        }
    }
    out.push_str("</svg>\n");
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

/// `part` of `all` in percent.
pub(crate) fn share(part: usize, all: usize) -> f64 {
    // Counts of inputs are far below where this would lose anything.
    #[expect(clippy::cast_precision_loss)]
    let (part, all) = (part as f64, all.max(1) as f64);
    part * 100.0 / all
}
