//! Compares the profile `whatwg` with ada, another implementation of the URL Standard, on random strings.
//! Also compares the results of urlspec without a trace, for which it uses fast paths, with those with a
//! trace.

use std::{collections::BTreeMap, fmt::Write as _, time::Instant};

use anyhow::{Context as _, Result, ensure};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use url_facade::{Component, Parser, Profile, Url, WebUrl, api::Attribute, trace::Event};
use url_testdata::{
    hostile::{BASES, CHARACTERS, Dice, STARTS, short_strings},
    public_cases, read_vectors, text,
};

use crate::{
    url_class::UrlClass,
    uts46_breaches::{Breach, breach_of, lack_of_tables, nfc_breach_of},
};

/// The maximum number of differences that a report describes.
const TOLD: usize = 20;

#[derive(Debug, Default)]
pub struct Report {
    pub strings: usize,
    /// The number of strings that are URLs.
    pub urls: usize,
    pub setters: usize,
    /// The rules that ada breaks. For each rule, the number of hosts on which ada differs from the Standard.
    pub breaches: BTreeMap<Breach, usize>,
    /// The number of URLs that setters can produce and the parser cannot: see `is_of_setters`.
    pub only_setters: usize,
    pub differences: usize,
    /// Descriptions of the first differences.
    pub details: String,
}

impl Report {
    /// Returns true if `ours` and `theirs` are equal. If they differ, counts and describes the difference.
    fn compare<T: PartialEq + std::fmt::Debug>(
        &mut self,
        what: &str,
        ours: &T,
        theirs: &T,
        story: impl FnOnce() -> String,
    ) -> bool {
        if ours == theirs {
            return true;
        }
        self.differences += 1;
        if self.differences <= TOLD {
            let (story, details) = (story(), &mut self.details);
            let _ = writeln!(details, "{what}: {story}\n  one   {ours:?}\n  other {theirs:?}");
        }
        false
    }

    fn merge(mut self, other: Self) -> Self {
        self.strings += other.strings;
        self.urls += other.urls;
        for (breach, count) in other.breaches {
            *self.breaches.entry(breach).or_default() += count;
        }
        self.differences += other.differences;
        self.details += &other.details;
        self
    }
}

/// Returns the inputs of the public test data and of the project's own test vectors. [`run`] mutates them.
pub fn test_inputs() -> Result<Vec<String>> {
    let mut cases = public_cases("ada-url", "urltestdata.json")?;
    for profile in ["whatwg", "whatwg-2026-02", "webspecs"] {
        cases.extend(read_vectors(profile)?);
    }
    Ok(cases.iter().filter_map(|case| text(case, "input").map(String::from)).collect())
}

/// Calls [`run`] and [`run_domains`], and prints their counts. Fails if there is any unexplained difference.
pub fn print(turns: usize, seed: u64) -> Result<()> {
    let start = Instant::now();
    let inputs = test_inputs()?;
    let (strings, domains) = rayon::join(|| run(turns, seed, &inputs), || run_domains(turns, seed));
    let strings = strings?;
    let differences = strings.differences + domains.differences;
    print!("{}{}", strings.details, domains.details);
    println!(
        "seed {seed}: {} strings, {} of them URLs; {} setters; {} URLs that only setters make; {} domains, {} of them valid; {differences} differences; {:.1} s",
        strings.strings,
        strings.urls,
        strings.setters,
        strings.only_setters,
        domains.strings,
        domains.urls,
        start.elapsed().as_secs_f64()
    );
    for (what, report) in [("strings", strings), ("domains", domains)] {
        for (breach, count) in report.breaches {
            println!("where ada differs, {what}: {breach:?} {count}");
        }
    }
    ensure!(differences == 0, "{differences} differences");
    Ok(())
}

/// Compares urlspec and ada on `turns` strings, and on as many sequences of setters, that are generated from
/// `seed`. A third of the strings are mutations of `inputs`.
pub fn run(turns: usize, seed: u64, inputs: &[String]) -> Result<Report> {
    let mut dice = Dice::new(seed);
    let mut report = Report::default();
    let bases = BASES.map(Url::parse).into_iter().collect::<Result<Vec<_>, _>>()?;
    for turn in 0..turns {
        let input = match inputs.len() {
            some @ 1.. if turn % 3 == 0 => {
                let chosen = dice.roll(some);
                dice.mutate(inputs.get(chosen).map_or("", |input| input))
            }
            _ => dice.url(),
        };
        let base = bases.get(dice.roll(bases.len() * 3 / 2));
        parse(&input, base, &mut report);
        let start = bases.get(dice.roll(bases.len()));
        set(start.context("no bases")?, &mut dice, &mut report);
    }
    Ok(report)
}

/// Calls [`run_short_strings`], and prints the counts. Fails if there is any unexplained difference.
pub fn print_short_strings(most: usize) -> Result<()> {
    let start = Instant::now();
    let Report { strings, urls, differences, details, .. } = run_short_strings(most)?;
    let seconds = start.elapsed().as_secs_f64();
    println!("{details}{strings} strings, {urls} of them URLs; {differences} differences; {seconds:.1} s");
    ensure!(differences == 0, "{differences} differences");
    Ok(())
}

/// Compares urlspec and ada on each of `STARTS`, followed by each string of up to `most` of `CHARACTERS`.
/// Parses every input without a base and with two bases.
pub fn run_short_strings(most: usize) -> Result<Report> {
    let (base, file) = (Url::parse("http://u:p@a.test:8080/b/c?d#e")?, Url::parse("file:///c:/a")?);
    let texts = short_strings(CHARACTERS, most);
    let behind = |start: &str| {
        let mut report = Report::default();
        for text in &texts {
            let input = format!("{start}{text}");
            for base in [None, Some(&base), Some(&file)] {
                parse(&input, base, &mut report);
            }
        }
        report
    };
    Ok(STARTS.into_par_iter().map(behind).reduce(Report::default, Report::merge))
}

/// Compares urlspec and ada on `turns` URLs generated from `seed`. Most of their domains break UTS 46.
pub fn run_domains(turns: usize, seed: u64) -> Report {
    let mut dice = Dice::new(seed);
    let mut report = Report::default();
    for _ in 0..turns {
        parse(&format!("http://{}/", dice.domain()), None, &mut report);
    }
    report
}

fn parse(input: &str, base: Option<&Url>, report: &mut Report) {
    let (parser, given) = (Parser::new(Profile::Whatwg), base.map(Url::as_str));
    let story = || format!("{input:?} against {given:?}");
    report.strings += 1;
    let ours = parser.with_base(base).parse(input);
    let href = ours.as_ref().ok().map(Url::as_str);
    let theirs = ada_url::Url::parse(input, given).ok();
    match breach_between(input, ours.as_ref().ok(), theirs.as_ref()) {
        Some(breach) => *report.breaches.entry(breach).or_default() += 1,
        None => drop(report.compare("ada", &href, &theirs.as_ref().map(ada_url::Url::href), story)),
    }

    // With a trace, the parser takes every step of the Standard.
    let watched = match base.map(|base| parser.parse_reference(base.as_str())).transpose() {
        Ok(base) => parser.with_base(base.as_ref()).parse_traced(input, &mut |_: Event<'_>| {}),
        Err(error) => Err(error),
    };
    report.compare("watched", &ours, &watched, story);
    // A URL object uses the state machine without a trace, and without the fast path for canonical URLs.
    let object = WebUrl::new(Profile::Whatwg, input, given).ok();
    report.compare("object", &href, &object.as_ref().map(WebUrl::href), story);
    report.compare("can_parse", &ours.is_ok(), &parser.with_base(base).can_parse(input), story);
    let mut buffer = String::new();
    let into = parser.with_base(base).parse_into(input, &mut buffer).map(|url| url.as_str().to_owned()).ok();
    report.compare("parse_into", &href, &into.as_deref(), story);
    buffer.replace_range(.., "x");
    let appended = parser.with_base(base).append_into(input, &mut buffer).ok();
    report.compare("append_into", &ours.as_ref().ok().map(Url::components), &appended, story);
    report.compare("append_into", &href.unwrap_or_default(), &&buffer[1..], story);
    if base.is_none() {
        let borrowed = parser.parse_ref(input).ok();
        report.compare("parse_ref", &href, &borrowed.as_ref().map(Url::as_str), story);
    }
    if let Ok(url) = &ours {
        report.urls += 1;
        report.compare("again", &ours.clone(), &Url::parse(url.as_str()), story);
    }
}

fn set(start: &Url, dice: &mut Dice, report: &mut Report) {
    let Ok(mut theirs) = ada_url::Url::parse(start.as_str(), None) else { return };
    let (mut ours, mut watched) = (start.clone(), start.clone());
    let mut story = Vec::new();
    for _ in 0..=dice.roll(5) {
        let attribute = *Attribute::ALL.get(dice.roll(Attribute::ALL.len())).unwrap_or(&Attribute::Href);
        let value = if dice.roll(8) == 0 { String::new() } else { dice.text(4) };
        story.push((attribute.name(), value.clone()));
        report.setters += 1;
        let details = || format!("{start} {story:?}");
        let outcome = ours.set_attribute(attribute, &value);
        let outcome_watched = watched.set_attribute_traced(attribute, &value, &mut |_: Event<'_>| {});
        // Comparing the hrefs shows if the setter of ada had the same effect.
        UrlClass::set(&mut theirs, attribute, &value);
        let refused = outcome.is_err() && ours.as_str() != theirs.href();
        if let Some(breach) = refused.then(|| breach_between(&value, None, Some(&theirs))).flatten() {
            *report.breaches.entry(breach).or_default() += 1;
            break;
        }
        let parsed = Url::parse(ours.as_str());
        let parses_again = parsed.as_ref() == Ok(&ours);
        if !parses_again && is_of_setters(&ours) {
            report.only_setters += 1;
        } else if !report.compare("again", &Ok(ours.clone()), &parsed, details) {
            break;
        }
        let port = ours.get(Component::Port).unwrap_or_default();
        let is_same = report.compare("ada's setter", &ours.as_str(), &theirs.href(), details)
            && report.compare("watched setter", &ours, &watched, details)
            && report.compare("outcome", &outcome, &outcome_watched, details)
            && report.compare("port", &port, &theirs.port(), details);
        if !is_same {
            break;
        }
    }
}

/// Returns the known fault of ada that explains why its result `theirs` differs from `ours`, if there is one.
pub fn breach_between(input: &str, ours: Option<&Url>, theirs: Option<&ada_url::Url>) -> Option<Breach> {
    // Only URLs with special schemes have domains. ASCII domains without escapes do not break these rules.
    let has_domain =
        |protocol: &str| matches!(protocol, "http:" | "https:" | "ws:" | "wss:" | "ftp:" | "file:");
    if input.is_ascii() && !input.contains('%') || theirs.is_some_and(|theirs| !has_domain(theirs.protocol()))
    {
        return None;
    }
    match (ours, theirs) {
        (None, Some(theirs)) => breach_of(theirs.hostname()),
        (Some(ours), None) => lack_of_tables(ours.host_str()?),
        (Some(ours), Some(theirs)) if ours.as_str() != theirs.href() => {
            let (host, hostname) = (ours.host_str()?, theirs.hostname());
            let is_same_otherwise = ours.as_str().replacen(host, hostname, 1) == theirs.href();
            is_same_otherwise.then(|| nfc_breach_of(host, hostname)).flatten()
        }
        _ => None,
    }
}

/// Returns true if `url` is a file URL that the setter of `protocol` can produce and the parser cannot: a URL
/// on `localhost`, or with a drive letter that is followed by `|`.
///
/// Spec: whatwg#protocol-setter, whatwg#scheme-state-2.1
fn is_of_setters(url: &Url) -> bool {
    let has_drive =
        || matches!(url.path().as_bytes(), [b'/', drive, b'|', ..] if drive.is_ascii_alphabetic());
    url.scheme() == "file" && (url.host_str() == Some("localhost") || has_drive())
}
