//! The pages about inputs on which profiles differ: the heat maps, and for each profile a page with the rules
//! at which other profiles differ from it.

use std::fmt::Write as _;

use anyhow::Result;
use url_facade::Profile;

use crate::{
    book::Page,
    heat_map::{draw, percent},
    markdown::{code, html, table},
    pairs::{Comparison, Pair, compare_all},
    sections::link,
};

/// Returns the page of the two heat maps, and a page for each profile.
pub(crate) fn pages() -> Result<Vec<Page>> {
    let [specs, programs] = compare_all()?;
    let overview = Page::new("interop/index.md", "Differences between profiles", overview(&specs, &programs));
    let mut pages = vec![Page { part: Some("Interoperability"), ..overview }];
    for comparison in [specs, programs] {
        for &profile in &comparison.profiles {
            let (path, text) = (format!("interop/{profile}.md"), of_profile(&comparison, profile));
            pages.push(Page { depth: 1, ..Page::new(path, profile.name(), text) });
        }
    }
    Ok(pages)
}

/// Returns the address of the comparison of `a` with `b`, relative to the page of the heat maps.
fn anchor(a: Profile, b: Profile) -> String {
    format!("{a}.html#{a}-and-{b}")
}

fn overview(specs: &Comparison, programs: &Comparison) -> String {
    let whence = if specs.shared {
        "the project's own vectors and the shared suites"
    } else {
        "the project's own vectors (the shared suites were not available)"
    };
    format!(
        "# Differences between profiles\n\n\
         {} inputs of {whence}, each with its base, under every spec that makes canonical URLs. Two agree on an input when both \
         refuse it or both produce the same string from it. The figures are percentages; below each is the number of inputs on which the two \
         differ. The suites test hard cases, so ordinary URLs agree far more often. `barth-2010` only parses, so it is left out.\n\n\
         A cell links to the rules at which its two profiles first differ, as `urlspec diff` finds them.\n\n{}\n\
         ## Readings of programs\n\n\
         The {} texts among these inputs, without a base, as the programs that urlspec simulates parse them. Two agree when both \
         refuse a text or both find the same components, as they expose them: some decode a part or lower its case, and others \
         do not, so few agree on most.\n\n{}\n\
         ## Differences between editions\n\n\
         The page of [consumers](../consumers.html) lists the hosts to which the clients of the programs connect, and the rules that each version brought.\n\n{}\n",
        specs.inputs,
        draw(specs, anchor),
        programs.inputs,
        draw(programs, anchor),
        editions(programs),
    )
}

/// Returns a list of pairs of editions of a program, with the number of inputs on which the two differ.
fn editions(programs: &Comparison) -> String {
    let pairs = programs.pairs.iter().filter(|pair| pair.a.newest() == pair.b.newest());
    let rows = pairs.map(|pair| {
        let link = format!("<a href=\"{}\">{} and {}</a>", anchor(pair.a, pair.b), pair.a, pair.b);
        vec![link, pair.parted.to_string(), pair.groups.len().to_string()]
    });
    table("", &["editions", "inputs on which they differ", "pairs of rules"], rows)
}

fn of_profile(comparison: &Comparison, profile: Profile) -> String {
    let mut out = format!(
        "# {profile}: differences from others\n\nFor each other profile, the rules at which the two first differ, the most frequent \
         first, with the shortest input for each, if one is public.\n"
    );
    for pair in comparison.pairs.iter().filter(|pair| pair.a == profile || pair.b == profile) {
        let other = if pair.a == profile { pair.b } else { pair.a };
        let agreed = percent(comparison.inputs - pair.parted, comparison.inputs);
        let _ = write!(
            out,
            "\n## {profile} and {other} {{#{profile}-and-{other}}}\n\nThey agree on {agreed} % of {} inputs and differ on {}.\n\n",
            comparison.inputs, pair.parted
        );
        if !pair.groups.is_empty() {
            out.push_str(&groups(pair, profile));
        }
    }
    out
}

/// Returns the rules at which the two profiles of `pair` differ. Those of `first` are on the left.
fn groups(pair: &Pair, first: Profile) -> String {
    let turn = |[a, b]: [String; 2]| if pair.a == first { [a, b] } else { [b, a] };
    let other = if pair.a == first { pair.b } else { pair.a };
    let rows = pair.groups.iter().map(|group| {
        let [rule_a, rule_b] = turn([link(group.rules.0), link(group.rules.1)]);
        let Some((given, made)) = &group.example else {
            return vec![group.count.to_string(), String::new(), rule_a, rule_b];
        };
        let base = given.base.as_deref().map_or(String::new(), |base| format!("<br>against {}", code(base)));
        let result = |made: &Option<String>| made.as_deref().map_or("<em>refused</em>".into(), code);
        let [made_a, made_b] = turn([result(&made[0]), result(&made[1])]);
        let input = format!("{}{base}", code(&given.input));
        vec![group.count.to_string(), input, format!("{rule_a}<br>{made_a}"), format!("{rule_b}<br>{made_b}")]
    });
    table("", &["inputs", "for example", &html(first.name()), &html(other.name())], rows)
}
