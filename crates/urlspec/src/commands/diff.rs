//! `diff`: shows where profiles differ on one URL, or on every line of a file. `impact`: counts the URLs that
//! another edition of the Standard, or a candidate, would change. `minimize`: finds the shortest URL on which
//! two profiles differ.

use std::io::{self, Write};

use serde_json::json;
use url_diff::{Difference, Divergence, Run, diff, minimize};
use url_facade::Parser;

use super::{diff_lines, one::read_url};
use crate::{
    args::{Diff, Impact, Inputs, Minimize, One, Options},
    operation::{Outcome, is_end_of_document},
    shape::{Detail, DifferenceShape, ProfileRun},
    show::{InputStrings, LABEL, SECTION, print_either, visible, write_place},
    verdict::{Failure, Verdict},
};

pub(crate) fn run(options: &Options, args: &Diff) -> Result<Verdict, Failure> {
    if args.profiles.len() < 2 {
        return Err(Failure::Refused("--profiles takes two or more profiles, separated by commas".into()));
    }
    let Inputs { urls, files, lossy, .. } = &args.compared.inputs;
    match &**urls {
        [url] if files.is_empty() => {
            let url = One { url: Some(url.clone()), lossy: *lossy };
            run_one(options, args, &read_url(&url)?, args.compared.base.as_deref())
        }
        _ => diff_lines::run(options, args, false),
    }
}

fn run_one(options: &Options, args: &Diff, input: &str, base: Option<&str>) -> Result<Verdict, Failure> {
    let mut parsers =
        args.profiles.iter().map(|&profile| Parser::new(profile).with_encoding(options.encoding));
    let Some(first) = parsers.next() else { return Ok(Verdict::Valid) };
    let differences: Vec<Difference> = parsers.map(|other| diff(input, base, first, other)).collect();
    let runs = differences.first().map(|difference| &difference.a).into_iter();
    let runs = runs.chain(differences.iter().map(|difference| &difference.b));
    let ran = |&Run { profile, parse_only, ref result, .. }: &Run| {
        let result = result.clone().map(Outcome::from);
        ProfileRun { profile, parse_only, result }
    };
    let results: Vec<ProfileRun> = runs.map(ran).collect();
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
                Some(divergence) => write_divergence(out, divergence, InputStrings { input, base })?,
                None => writeln!(out, "{} and {} agree", a.profile, b.profile)?,
            }
        }
        Ok(())
    })
}

fn write_divergence(
    out: &mut impl Write,
    divergence: &Divergence,
    strings: InputStrings<'_>,
) -> io::Result<()> {
    writeln!(out, "{}", visible(&divergence.to_string()))?;
    write_place(out, strings, divergence.source, divergence.span)?;
    for side in [&divergence.a, &divergence.b] {
        let section = side.section;
        writeln!(out, "{LABEL}  ={LABEL:#} {SECTION}{section}{SECTION:#}: {}", section.title())?;
    }
    Ok(())
}

pub(crate) fn run_impact(options: &Options, args: Impact) -> Result<Verdict, Failure> {
    let Impact { from, to, compared } = args;
    for profile in [from, to] {
        if Parser::new(profile).parse("http://a.test/").as_ref().is_err_and(is_end_of_document) {
            let why = format!("{profile} only parses: it makes no URLs that could change");
            return Err(Failure::Refused(why));
        }
    }
    if from == to {
        return Err(Failure::Refused(format!("--from and --to are both {from}")));
    }
    diff_lines::run(options, &Diff { profiles: vec![from, to], compared }, true)
}

pub(crate) fn run_minimize(options: &Options, args: &Minimize) -> Result<Verdict, Failure> {
    let [a, b] = args.profiles[..] else {
        return Err(Failure::Refused("`minimize` takes two profiles, separated by a comma".into()));
    };
    let (input, base) = (read_url(&args.url)?, args.base.as_deref());
    let parser = |profile| Parser::new(profile).with_encoding(options.encoding);
    let Some(minimal) = minimize(&input, base, parser(a), parser(b)) else {
        return Err(Failure::Refused(format!("{a} and {b} agree on this URL: there is nothing to minimize")));
    };
    let strings = InputStrings { input: &minimal.input, base };
    let shape = json!({
        "input": minimal.input,
        "difference": DifferenceShape::of(&minimal.difference, Detail::Work),
        // The number of inputs that were tried, and true if not all candidates could be tried.
        "tries": minimal.tries,
        "gave_up": minimal.gave_up,
    });
    print_either(options, &shape, |out| {
        writeln!(out, "{}\n", visible(strings.input))?;
        if let Some(divergence) = &minimal.difference.divergence {
            write_divergence(out, divergence, strings)?;
        }
        if minimal.gave_up {
            writeln!(
                out,
                "{LABEL}the input was too long to try everything: a shorter one may exist{LABEL:#}"
            )?;
        }
        Ok(())
    })
}
