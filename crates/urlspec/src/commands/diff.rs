//! `diff`: shows the rules by which profiles differ on one URL, or on the lines of a file. `minimize`: finds
//! the shortest URL on which two profiles differ.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use serde_json::json;
use url_diff::{Difference, Divergence, Run, diff, minimize};
use url_facade::{Profile, Source};

use super::{impact::run_lines, one::read_url};
use crate::{
    args::{Diff, Inputs, Minimize, One, Options},
    markdown::{self, against, code, link, print_markdown, print_playground},
    operation::{cannot_resolve, unresolved},
    published::Reading,
    shape::{
        Detail, DifferenceShape, ProfileRun, SourceSpan, UsedReading, alterations, reading_of_side,
        readings_used,
    },
    show::{InputStrings, LABEL, SECTION, print_either, visible, write_place},
    verdict::{Result, Verdict, refuse},
};

pub(crate) fn run(options: &Options, args: &Diff) -> Result<Verdict> {
    if args.profiles.len() < 2 {
        return refuse("--profiles takes two or more profiles, separated by commas");
    }
    refuse_unresolved(&args.profiles, args.compared.base.as_deref())?;
    let Inputs { urls, files, lossy, .. } = &args.compared.inputs;
    match &**urls {
        [url] if files.is_empty() => {
            let url = One { url: Some(url.clone()), lossy: *lossy };
            run_one(options, args, &read_url(&url)?, args.compared.base.as_deref())
        }
        _ => run_lines(options, args, false),
    }
}

fn run_one(options: &Options, args: &Diff, input: &str, base: Option<&str>) -> Result<Verdict> {
    let quoting = &args.compared.quoting;
    if quoting.playground {
        return print_playground(quoting, input, base, &args.profiles, false);
    }
    let mut parsers = args.profiles.iter().map(|&profile| options.parser_of(profile));
    let Some(first) = parsers.next() else { return Ok(Verdict::Valid) };
    let differences: Vec<Difference> = parsers.map(|other| diff(input, base, first, other)).collect();
    let runs = differences.first().map(|difference| &difference.a).into_iter();
    let runs = runs.chain(differences.iter().map(|difference| &difference.b));
    let results: Vec<ProfileRun> = runs.map(ProfileRun::from).collect();
    if quoting.markdown {
        let mut text = format!("{}{}\n\n{}", code(input), against(base), markdown::results(&results));
        for Difference { a, b, divergence } in &differences {
            text.push('\n');
            match divergence {
                Some(found) => text += &divergence_markdown(found, [a, b], InputStrings { input, base }),
                None => text.extend([a.profile.name(), " and ", b.profile.name(), " agree.\n"]),
            }
        }
        return print_markdown(&text);
    }
    let found = differences.iter().map(|one| DifferenceShape::of(one, Detail::Work));
    let shape = json!({
        "input": input,
        "base": base,
        "results": results.iter().map(|ran| ran.shape(None)).collect::<Vec<_>>(),
        "differences": found.collect::<Vec<_>>(),
    });
    print_either(options, &shape, |out| {
        let width = results.iter().map(|run| run.profile.name().len()).max().unwrap_or_default();
        for run in &results {
            let shown = match &run.result {
                Ok(outcome) => visible(outcome.product.as_str()).into_owned(),
                Err(error) => format!("error[{}]", error.reason().name()),
            };
            let (profile, parse_only) =
                (run.profile.name(), if run.parse_only { " (parse only)" } else { "" });
            writeln!(out, "{LABEL}{profile:<width$}{LABEL:#}  {shown}{LABEL}{parse_only}{LABEL:#}")?;
        }
        for Difference { a, b, divergence } in &differences {
            writeln!(out)?;
            match divergence {
                Some(divergence) => write_divergence(out, divergence, [a, b], InputStrings { input, base })?,
                None => writeln!(out, "{} and {} agree", a.profile, b.profile)?,
            }
        }
        Ok(())
    })
}

/// Refuses profiles that only parse if there is a base: their program resolves references in a way that is
/// not modelled, so they do not reject the input.
fn refuse_unresolved(profiles: &[Profile], base: Option<&str>) -> Result<()> {
    match profiles.iter().find(|profile| base.is_some() && cannot_resolve(**profile)) {
        Some(profile) => refuse(unresolved(*profile)),
        None => Ok(()),
    }
}

fn write_divergence(
    out: &mut impl Write,
    found: &Divergence,
    runs: [&Run; 2],
    strings: InputStrings<'_>,
) -> io::Result<()> {
    writeln!(out, "{}", visible(&found.to_string()))?;
    write_place(out, strings, found.source, found.span)?;
    for (side, run) in [&found.a, &found.b].into_iter().zip(runs) {
        let section = side.section;
        write!(out, "{LABEL}  ={LABEL:#} {SECTION}{section}{SECTION:#}: {}", section.title())?;
        if let Some(Reading { name, sentence }) = reading_of_side(side, run) {
            write!(out, " (reading {name}: {sentence})")?;
        }
        writeln!(out)?;
    }
    for line in notes(found, runs) {
        writeln!(out, "{LABEL}  ={LABEL:#} {line}")?;
    }
    Ok(())
}

/// Returns a line for each other reading by which the runs changed text, and for each candidate.
fn notes(found: &Divergence, runs: [&Run; 2]) -> Vec<String> {
    let shown: Vec<_> =
        [&found.a, &found.b].into_iter().zip(runs).map(|(side, run)| reading_of_side(side, run)).collect();
    let used = readings_used(runs).into_iter().filter(|used| !shown.contains(&Some(used.reading)));
    let line = |UsedReading { profile, section, reading: Reading { name, sentence } }: UsedReading| {
        format!("{profile} also follows the reading {name} at {section}: {sentence}")
    };
    used.map(line).chain(alterations(runs)).collect()
}

/// Returns the sentence, the place, and the two rules of a divergence in Markdown.
fn divergence_markdown(found: &Divergence, runs: [&Run; 2], strings: InputStrings<'_>) -> String {
    let text = if found.source == Source::Base { strings.base.unwrap_or("") } else { strings.input };
    let place = SourceSpan::new(found.source, found.span);
    let mut out = format!("{} at {place}:\n\n", code(found.span.of(text)));
    for (side, run) in [&found.a, &found.b].into_iter().zip(runs) {
        let (link, title) = (link(side.section), side.section.title());
        let did = side.to_string();
        let did = did.strip_prefix(side.section.id()).unwrap_or(&did).trim_start();
        let _ = write!(out, "- {}: {link} ({title}) {did}", run.profile);
        if let Some(reading) = reading_of_side(side, run) {
            out.extend([" ", &markdown::reading(reading)]);
        }
        out.push('\n');
    }
    for line in notes(found, runs) {
        let _ = writeln!(out, "- {line}");
    }
    out
}

pub(crate) fn run_minimize(options: &Options, args: &Minimize) -> Result<Verdict> {
    let [a, b] = args.profiles[..] else {
        return refuse("`minimize` takes two profiles, separated by a comma");
    };
    let (input, base) = (read_url(&args.url)?, args.base.as_deref());
    refuse_unresolved(&args.profiles, base)?;
    if args.quoting.playground {
        return print_playground(&args.quoting, &input, base, &args.profiles, false);
    }
    let Some(minimal) = minimize(&input, base, options.parser_of(a), options.parser_of(b)) else {
        return refuse(format!("{a} and {b} agree on this URL: there is nothing to minimize"));
    };
    let strings = InputStrings { input: &minimal.input, base };
    let Difference { a: one, b: other, divergence } = &minimal.difference;
    if args.quoting.markdown {
        let results = markdown::results(&[one, other].map(ProfileRun::from));
        let mut text = format!("{}{}\n\n{results}\n", code(strings.input), against(base));
        if let Some(found) = divergence {
            text += &divergence_markdown(found, [one, other], strings);
        }
        return print_markdown(&text);
    }
    let shape = json!({
        "input": minimal.input,
        "difference": DifferenceShape::of(&minimal.difference, Detail::Work),
        "tries": minimal.tries,
        "gave_up": minimal.gave_up,
    });
    print_either(options, &shape, |out| {
        writeln!(out, "{}\n", visible(strings.input))?;
        if let Some(divergence) = divergence {
            write_divergence(out, divergence, [one, other], strings)?;
        }
        if minimal.gave_up {
            let why = "the input was too long to try everything: a shorter one may exist";
            writeln!(out, "{LABEL}{why}{LABEL:#}")?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use url_diff::diff;
    use url_facade::{Parser, Profile, trace::Recorded};
    use url_testdata::{own_vectors, read_json_lines};

    use crate::shape::Detail;

    /// A decision on which a difference rests is shown by default.
    #[test]
    fn decisions_of_differences_are_shown() {
        let (mut decisions, mut hidden) = (0, Vec::new());
        for case in read_json_lines(&own_vectors("differential").join("pairs.jsonl")).unwrap() {
            let text = |name: &str| case.get(name).and_then(serde_json::Value::as_str);
            let name = |at: usize| case["profiles"][at].as_str().unwrap().parse::<Profile>().unwrap();
            let [a, b] = [0, 1].map(|at| Parser::new(name(at)));
            let found = diff(text("input").unwrap(), text("base"), a, b);
            let Some(divergence) = &found.divergence else { continue };
            for (side, run) in [(&divergence.a, &found.a), (&divergence.b, &found.b)] {
                let event = side.step.and_then(|step| run.trace.events().nth(step));
                let Some(event @ Recorded::Decision(_)) = event else { continue };
                decisions += 1;
                if !Detail::Changes.has(event) {
                    hidden.push(format!("{}: {}", case["id"], side.section));
                }
            }
        }
        assert!(decisions > 20 && hidden.is_empty(), "{decisions}\n{}", hidden.join("\n"));
    }
}
