//! `compare`: shows the result of every profile for a URL, and groups profiles with equal results.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use anstyle::{AnsiColor, Style};
use serde::Serialize;
use unicode_width::UnicodeWidthChar as _;
use url_facade::{Component, Profile, trace::NoTrace};
use url_guard::{Guard, Hazard};

use crate::{
    args::{Options, Quoting},
    markdown::{self, against, code, print_markdown, print_playground},
    operation::{Connection, Outcome, cannot_resolve, run_supported},
    shape::{ProfileRun, RunShape, SourceSpan},
    show::{ERROR, LABEL, SECTION, clip, print_either, visible},
    verdict::{Result, Verdict},
};

const HOST_CHARACTERS: usize = 60;

const COLOURS: [AnsiColor; 5] =
    [AnsiColor::Green, AnsiColor::Yellow, AnsiColor::Magenta, AnsiColor::Blue, AnsiColor::Cyan];

impl ProfileRun {
    fn host(&self) -> Option<&str> {
        let mut components = self.result.as_ref().ok()?.components();
        components.find(|&(name, _)| name == "host").map(|(_, host)| host)
    }

    /// True if both profiles reject the URL, or both accept it with the same components and serialization. If
    /// one is a consumer, missing and empty components are equal, as most consumers do not distinguish them.
    fn agrees(&self, other: &Self) -> bool {
        match (&self.result, &other.result) {
            (Ok(one), Ok(two)) if self.profile.is_consumer() || other.profile.is_consumer() => {
                let mut components = Component::ALL.into_iter();
                components.all(|part| {
                    one.product.get(part).unwrap_or_default() == two.product.get(part).unwrap_or_default()
                })
            }
            (Ok(one), Ok(two)) => {
                let texts = one.href().zip(two.href());
                one.components().eq(two.components()) && texts.is_none_or(|(one, two)| one == two)
            }
            (Err(_), Err(_)) => true,
            _ => false,
        }
    }
}

#[derive(Serialize)]
struct Comparison<'a> {
    input: &'a str,
    base: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<Refused>,
    /// The programs that are left out, because their resolution is not modelled.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    unresolved: &'a [&'static str],
    groups: &'a [Group<'a>],
    results: Vec<RunShape<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    crates: &'a [CrateRow],
}

#[derive(Serialize)]
struct Refused {
    reason: &'static str,
    message: String,
    advisories: &'static [&'static str],
}

#[derive(Serialize)]
struct Group<'r> {
    #[serde(rename = "group")]
    letter: char,
    ok: bool,
    host: Option<&'r str>,
    profiles: Vec<&'static str>,
    #[serde(skip)]
    style: Style,
    #[serde(skip)]
    rows: Vec<&'r ProfileRun>,
}

/// Runs all profiles on `input` and shows their results. Shows a candidate only if it differs from `whatwg`.
/// With `changed`, shows only the consumers of which an older version differs from the newest version.
pub(crate) fn compare(
    options: &Options,
    input: &str,
    base: Option<&str>,
    changed: bool,
    quoting: &Quoting,
    crates: &[CrateRow],
) -> Result<Verdict> {
    if quoting.playground {
        return print_playground(quoting, input, base, &[options.profile], false);
    }
    let ran = |profile| {
        let (parse_only, result) = run_supported(options.parser_of(profile), input, base, &mut NoTrace);
        ProfileRun { profile, parse_only, result }
    };
    // A program whose resolution is not modelled has no result for a reference.
    let (compared, unresolved): (Vec<Profile>, Vec<Profile>) =
        Profile::available().iter().copied().partition(|&profile| base.is_none() || !cannot_resolve(profile));
    let unresolved: Vec<&str> = unresolved.into_iter().map(Profile::name).collect();
    let mut rows: Vec<ProfileRun> = compared.into_iter().map(ran).collect();
    if changed {
        let differs = |row: &&ProfileRun| {
            let newest = rows.iter().find(|other| other.profile == row.profile.newest());
            row.profile.is_consumer() && newest.is_some_and(|newest| !newest.agrees(row))
        };
        let newest: Vec<_> = rows.iter().filter(differs).map(|row| row.profile.newest()).collect();
        rows.retain(|row| newest.contains(&row.profile.newest()));
    } else if let Some(newest) = rows.iter().find(|row| row.profile == Profile::Whatwg) {
        let candidates: Vec<ProfileRun> =
            Profile::candidates().map(ran).filter(|row| !newest.agrees(row)).collect();
        let end = rows.iter().position(|row| row.profile.is_consumer()).unwrap_or(rows.len());
        rows.splice(end..end, candidates);
    }
    let groups = group(&rows);
    let group_of =
        |row: &ProfileRun| groups.iter().find(|group| group.profiles.contains(&row.profile.name()));
    let in_group: Vec<(&ProfileRun, &Group<'_>)> =
        rows.iter().filter_map(|row| Some((row, group_of(row)?))).collect();
    let results = in_group.iter().map(|(row, group)| row.shape(Some(group.letter)));
    // The text shows an older version of a program only if its result differs.
    let is_shown = |(row, group): &(&ProfileRun, &Group<'_>)| {
        let newest = row.profile.newest();
        newest == row.profile || !row.profile.is_consumer() || !group.profiles.contains(&newest.name())
    };
    let shown: Vec<_> = in_group.iter().copied().filter(is_shown).collect();
    let refused = Guard::default().check(input, base).err().map(|refusal| Refused {
        reason: refusal.hazard().map_or(refusal.code(), Hazard::name),
        message: refusal.to_string(),
        advisories: refusal.advisories(),
    });
    let refused = refused.filter(|refused| !refused.advisories.is_empty());
    let results = results.collect();
    let unresolved = &unresolved;
    let comparison = Comparison { input, base, refused, unresolved, groups: &groups, results, crates };
    if quoting.markdown {
        let mut text = format!(
            "{}{}\n\n| group | profile | text | result |\n|---|---|---|---|\n",
            code(input),
            against(base)
        );
        for (row, group) in &shown {
            let (name, title) = (row.profile.name(), row.profile.title().replace('|', "\\|"));
            let _ =
                writeln!(text, "| {} | {} | {title} | {} |", group.letter, code(name), markdown::result(row));
        }
        if !unresolved.is_empty() {
            let _ = writeln!(
                text,
                "\nNot compared, because their resolution is not modelled: {}.",
                unresolved.join(", ")
            );
        }
        return print_markdown(&text);
    }
    print_either(options, &comparison, |out| {
        show_groups(out, &groups, &shown)?;
        if !unresolved.is_empty() {
            let names = unresolved.join(", ");
            writeln!(
                out,
                "\n{LABEL}not compared, because their resolution is not modelled:{LABEL:#} {names}"
            )?;
        }
        if !crates.is_empty() {
            writeln!(out)?;
        }
        for CrateRow { name, host, ok, result } in crates {
            let host = if *ok { host.as_deref().unwrap_or("-") } else { "error" };
            writeln!(out, "{name:<13}  {}  {}", visible(host), visible(result))?;
        }
        let Some(Refused { reason, message, advisories }) = &comparison.refused else { return Ok(()) };
        let (message, advisories) = (visible(message), advisories.join(", "));
        write!(out, "\n{ERROR}refused by a guard{ERROR:#} {LABEL}[{reason}]{LABEL:#}: {message}")?;
        writeln!(out, "; advisories of this class: {advisories}")
    })
}

fn group(rows: &[ProfileRun]) -> Vec<Group<'_>> {
    let mut groups = Vec::<Group<'_>>::new();
    let (mut letters, mut colours) = ('A'.., COLOURS.into_iter().cycle());
    for row in rows {
        let profile = row.profile.name();
        let fits = |group: &&mut Group<'_>| group.rows.iter().all(|member| member.agrees(row));
        if let Some(group) = groups.iter_mut().find(fits) {
            group.rows.push(row);
            group.profiles.push(profile);
            continue;
        }
        let (letter, ok, host) = (letters.next().unwrap_or('?'), row.result.is_ok(), row.host());
        let colour = if ok { colours.next() } else { None };
        let style = colour.map_or(ERROR, |colour| colour.on_default().bold());
        groups.push(Group { letter, ok, host, profiles: vec![profile], style, rows: vec![row] });
    }
    groups
}

fn show_groups(
    out: &mut impl Write,
    groups: &[Group<'_>],
    rows: &[(&ProfileRun, &Group<'_>)],
) -> io::Result<()> {
    if rows.is_empty() {
        return writeln!(out, "no consumer has changed");
    }
    let host_seen = |group: &Group<'_>| match group.host {
        Some(host) => clip(host, host.len(), HOST_CHARACTERS),
        None if group.ok => "no host".into(),
        None => "no URL".into(),
    };
    for (group, (host, fill)) in groups.iter().zip(filled(groups.iter().map(host_seen))) {
        let Group { letter, style, profiles, .. } = group;
        write!(out, "{style}{letter}{style:#}  {style}{host}{style:#}{:fill$}", "")?;
        let shown = rows.iter().filter(|(row, _)| profiles.contains(&row.profile.name()));
        writeln!(out, "{}", shown.map(|(row, _)| row.profile.name()).collect::<Vec<_>>().join(", "))?;
    }
    writeln!(out)?;

    let host_or_fault = |(row, _): &(&ProfileRun, _)| match &row.result {
        Ok(_) => row.host().map_or_else(|| "-".into(), |host| clip(host, host.len(), HOST_CHARACTERS)),
        Err(error) => format!("error[{}]", error.reason().name()),
    };
    let found = filled(rows.iter().map(host_or_fault));
    let name_width = rows.iter().map(|(row, _)| row.profile.name().len()).max().unwrap_or_default();
    let first_consumer = rows.iter().position(|(row, _)| row.profile.is_consumer());
    for (i, ((row, Group { letter, style, .. }), (host, fill))) in rows.iter().zip(found).enumerate() {
        if first_consumer.filter(|first| *first > 0) == Some(i) {
            writeln!(out)?;
        }
        write!(out, "{style}{letter}{style:#}  {:<name_width$}  ", row.profile.name())?;
        write!(out, "{style}{host}{style:#}{:fill$}", "")?;
        match &row.result {
            Ok(outcome) => write!(out, "{}", visible(outcome.product.as_str()))?,
            Err(error) => {
                let (section, location) =
                    (error.section(), SourceSpan::new(error.span_source(), error.span()));
                write!(out, "{location} {SECTION}{section}{SECTION:#}")?;
            }
        }
        let parse_only = row.parse_only && !row.profile.is_consumer();
        write!(out, "{LABEL}{}", if parse_only { " (parse only)" } else { "" })?;
        match row.result.as_ref().ok().and_then(Outcome::connects_to) {
            Some(Connection::To(host)) => {
                write!(out, " (connects to {})", clip(&host, host.len(), HOST_CHARACTERS))?;
            }
            Some(Connection::Refused) => write!(out, " (its client refuses it)")?,
            None => {}
        }
        writeln!(out, "{LABEL:#}")?;
    }
    Ok(())
}

/// Returns each cell, and the number of spaces to add to the cell so that all cells have the same width.
fn filled(cells: impl Iterator<Item = String>) -> Vec<(String, usize)> {
    let cells: Vec<String> = cells.collect();
    let columns = |text: &str| text.chars().map(|c| c.width().unwrap_or(0)).sum::<usize>();
    let width = cells.iter().map(|cell| columns(cell)).max().unwrap_or_default() + 2;
    let fills: Vec<usize> = cells.iter().map(|cell| width - columns(cell)).collect();
    cells.into_iter().zip(fills).collect()
}

/// The result of a Rust crate for a URL. The program calls the crate itself, which reports no steps.
#[derive(Serialize)]
pub(crate) struct CrateRow {
    #[serde(rename = "crate")]
    name: &'static str,
    ok: bool,
    host: Option<String>,
    result: String,
}

/// Returns the results of the crates `url` and `http` for `input`. With a base, `http` is left out.
#[cfg(feature = "crates")]
pub(crate) fn crate_rows(input: &str, base: Option<&str>) -> Vec<CrateRow> {
    let by_http = input.parse::<http::Uri>().map(|uri| (uri.host().map(Into::into), uri.to_string()));
    let by_http = by_http.map_err(|error| error.to_string());
    let by_http = base.is_none().then_some(("rust-http-uri", by_http));
    let base = base.map(url::Url::parse).transpose();
    let by_url = base.and_then(|base| url::Url::options().base_url(base.as_ref()).parse(input));
    let by_url =
        by_url.map(|url| (url.host_str().map(Into::into), url.into())).map_err(|error| error.to_string());
    let row = |(name, seen): (_, Result<_, String>)| {
        let ok = seen.is_ok();
        let (host, result) = seen.unwrap_or_else(|error| (None, error));
        CrateRow { name, ok, host, result }
    };
    std::iter::once(("rust-url", by_url)).chain(by_http).map(row).collect()
}
