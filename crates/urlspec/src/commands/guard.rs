//! `guard`: writes the URLs that are safe to fetch, in the form to fetch, or a report of the refused ones.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    fmt,
    io::{self, Write as _},
    net::{IpAddr, ToSocketAddrs as _},
    path::{self, Path},
    sync::Once,
};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};
use url_diff::Disagreement;
use url_facade::{Parser, Profile, Reference, with_default_scheme};
use url_guard::{Guard, Permitted, Policy, Refusal};
use urlspec_outputs::{Opening, finish};

use super::scan;
use crate::{
    args::{GuardOptions, Options, Stream, read_small_file},
    inputs::Input,
    lines::{self, Blank, Counts, Errors, Form, Job, Kind, Marks, Page},
    permitted::{PermittedShape, refused},
    record_location::RecordLocation,
    records::Block,
    shape::{by_reading, to_line},
    show::{InputStrings, say, visible, write_place},
    verdict::{Failure, Verdict},
};

/// The maximum number of refusals in a SARIF report: programs that read SARIF accept at most 25,000 results.
const LIMIT: usize = 25_000;

const SCHEMA: &str = "https://schemastore.azurewebsites.net/schemas/json/sarif-2.1.0.json";

const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'.').remove(b'-').remove(b'_').remove(b'~');

static WARNED: Once = Once::new();

#[derive(Clone)]
struct Check {
    guard: Guard,
    args: GuardOptions,
}

/// A permitted URL, and with `--resolve` the addresses of its host. A client may connect to any of them.
struct Fetch {
    permitted: Permitted,
    addresses: Option<Vec<IpAddr>>,
}

pub(crate) fn run(options: &Options, args: GuardOptions) -> Result<Verdict, Failure> {
    let guard = guard_of(args.policy.as_deref())?;
    if args.find {
        let (input, scan) = scan::open(options, &args, guard)?;
        if args.sarif {
            return report(input, &args.stream, &scan, false);
        }
        let stream = Stream { strict: true, ..args.stream };
        let kind = Kind { answers_with_errors: true, ..Kind::of("permitted") };
        return lines::run_on(input, options, &stream, kind, &[], scan);
    }
    let check = Check { guard, args };
    if check.args.sarif {
        let stream = &check.args.stream;
        return report(Input::open(&stream.inputs)?, stream, &check, true);
    }
    let (explains, stream) = (check.args.explain, check.args.stream.clone());
    let kind = Kind { verb: "permitted", answers_with_errors: options.json || explains, is_guard: true };
    lines::run(options, &stream, kind, check)
}

pub(crate) fn guard_of(file: Option<&Path>) -> Result<Guard, Failure> {
    let Some(file) = file else { return Ok(Guard::default()) };
    let refuse = |what: &dyn fmt::Display| Failure::Refused(format!("{}: {what}", file.display()));
    let policy: Result<Policy, toml::de::Error> = toml::from_str(&read_small_file(file)?);
    let policy = policy.map_err(|error| {
        // The first line of the message has the place.
        let place = error.to_string();
        refuse(&format!("{}: {}", place.lines().next().unwrap_or_default(), error.message()))
    })?;
    policy.build().map_err(|error| refuse(&error))
}

impl Check {
    /// Splits a line of `find` into the place and the URL. Other lines and arguments are only a URL.
    fn cut<'r>(&self, number: u64, line: &'r str) -> (RecordLocation, &'r str) {
        let has_places = || self.args.stream.inputs.urls.iter().all(|url| url == "-");
        let of_find = memchr::memrchr(b'\t', line.as_bytes()).filter(|_| has_places());
        let of_find = of_find.and_then(|at| Some((line[..at].parse().ok()?, &line[at + 1..])));
        of_find.unwrap_or_else(|| (RecordLocation::from(number), line))
    }

    fn check(&self, url: &str) -> Result<Fetch, Refusal> {
        let Stream { base, default_scheme, .. } = &self.args.stream;
        let completed = default_scheme.as_ref().map(|scheme| with_default_scheme(url, scheme));
        let permitted = self.guard.check(completed.as_deref().unwrap_or(url), base.as_deref())?;
        if !self.args.resolve {
            return Ok(Fetch { permitted, addresses: None });
        }
        // If the host is an address, this returns that address.
        let host = permitted.host().to_string();
        let found = (host.trim_matches(['[', ']']), permitted.port()).to_socket_addrs();
        let found: Vec<_> = found.map_err(|_| Refusal::NoAddress)?.map(|address| address.ip()).collect();
        let addresses = Some(permitted.check_addresses(&found)?.to_vec());
        Ok(Fetch { permitted, addresses })
    }
}

/// Writes a SARIF report of the URLs in `input` that `job` refuses. If `needs_lines`, the exit code is also 1
/// for an input without lines.
fn report(mut input: Input, stream: &Stream, job: &impl Job, needs_lines: bool) -> Result<Verdict, Failure> {
    let only = input.sources.first().map(|source| source.name.clone()).unwrap_or_default();
    let mut opening = Opening::beside(input.take_identities());
    let mut out = opening.open(stream.out.as_deref())?;
    let form = Form {
        json: true,
        end: b'\n',
        errors: Errors::Listed,
        blank: Blank::Take,
        marks: Marks::default(),
        selection: None,
        is_grouped: false,
    };
    let (mut counts, mut findings) = (Counts::default(), Vec::new());
    for block in input.into_blocks() {
        let done = lines::run_block(job, &block?, &form);
        counts.add(done.counts);
        let errors = done.errors.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        let room = LIMIT.saturating_sub(findings.len());
        findings.extend(errors.take(room).filter_map(|line| serde_json::from_slice::<Value>(line).ok()));
    }
    out.write(&to_line(&sarif(&findings, &only)))?;
    finish([out], stream.fsync)?;
    if counts.invalid > LIMIT as u64 {
        say(&format!("the report contains the first {LIMIT} of {} refusals", counts.invalid));
    }
    Ok(Verdict::invalid_if(counts.invalid > 0 || needs_lines && counts.lines == 0))
}

impl Job for Check {
    fn accepts_blank(&self) -> bool {
        true
    }

    fn url_of<'r>(&self, line: &'r str) -> Option<Cow<'r, str>> {
        Some(self.cut(0, line).1.into())
    }

    fn run_block(&self, block: &Block, page: &mut Page<'_>) {
        // FAST: every result clones an `Arc` of the rules. A copy per block keeps threads from sharing it.
        lines::run_each(&self.clone(), block, page);
    }

    fn run(&self, number: u64, line: &str, page: &mut Page<'_>) {
        let (place, url) = self.cut(number, line);
        let checked = self.check(url);
        if self.args.explain {
            match &checked {
                Ok(_) => page.accept(),
                Err(refusal) => page.refuse(place, refused(refusal)),
            }
            let base = self.args.stream.base.as_deref();
            // Writing to memory cannot fail.
            return page.push_line(|out| explain(out, url, base, &checked).unwrap_or_default());
        }
        if let Some(warning) = checked.as_ref().ok().and_then(|fetch| fetch.permitted.warning()) {
            WARNED.call_once(|| say(&format!("warning: {warning}")));
        }
        match checked {
            Ok(Fetch { permitted, addresses }) if page.form.json => {
                page.write_json(place, PermittedShape::of(&permitted, addresses.as_deref()));
            }
            Ok(Fetch { permitted, addresses: None }) => page.write(place, permitted.href()),
            Ok(fetch) => {
                page.accept();
                page.push_line(|out| pin(out, &fetch).unwrap_or_default());
            }
            Err(refusal) => page.reject(place, refused(&refusal)),
        }
    }
}

/// Writes the URL to fetch as options for curl, in the syntax of its configuration files.
fn pin(out: &mut Vec<u8>, Fetch { permitted, addresses }: &Fetch) -> io::Result<()> {
    if permitted.needs_addresses() {
        let shown = addresses.iter().flatten().map(|address| match address {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => format!("[{address}]"),
        });
        let shown = shown.collect::<Vec<_>>().join(",");
        writeln!(out, "--resolve {}:{}:{shown}", permitted.host(), permitted.port())?;
    }
    let href = permitted.href().replace('\\', r"\\").replace('"', "\\\"");
    // Without `--globoff`, curl expands brackets and braces as patterns.
    write!(out, "--globoff\n--url \"{href}\"")
}

fn explain(
    out: &mut Vec<u8>,
    url: &str,
    base: Option<&str>,
    checked: &Result<Fetch, Refusal>,
) -> io::Result<()> {
    writeln!(out, "input      {}", visible(url))?;
    match checked {
        Ok(Fetch { permitted, addresses }) => {
            writeln!(out, "permitted  {}", permitted.href())?;
            writeln!(out, "origin     {}", permitted.origin())?;
            writeln!(out, "port       {}", permitted.port())?;
            let host = permitted.host();
            match addresses {
                Some(addresses) => {
                    let shown: Vec<_> = addresses.iter().map(ToString::to_string).collect();
                    writeln!(out, "addresses  {}", shown.join(", "))?;
                }
                None if permitted.needs_addresses() => {
                    writeln!(out, "host       {host}, a name: its addresses are still to be checked")?;
                }
                None => writeln!(out, "host       {host}, an address")?,
            }
            if let Some(warning) = permitted.warning() {
                writeln!(out, "warning    {warning}")?;
            }
        }
        Err(refusal) => {
            let cwe = refusal.cwe().map(|cwe| format!(" (CWE-{cwe})")).unwrap_or_default();
            writeln!(out, "refused    {}{cwe}: {refusal}", refusal.code())?;
            if let Refusal::Disagreement(disagreement) = refusal
                && let Disagreement::Hazardous { source, span, .. } = **disagreement
            {
                let mut styled = Vec::new();
                write_place(&mut styled, InputStrings { input: url, base }, source, span)?;
                out.extend(anstream::adapter::strip_bytes(&styled).into_vec());
            }
            if base.is_none() {
                write_hosts(out, url)?;
            }
            if let Some(setting) = refusal.setting() {
                writeln!(out, "setting    {setting}")?;
            }
        }
    }
    Ok(())
}

fn write_hosts(out: &mut Vec<u8>, url: &str) -> io::Result<()> {
    let read = |profile: Profile| {
        let parsed =
            Parser::new(profile).parse_reference(url).ok().filter(|parsed| parsed.invalid().is_none());
        let shown = |parsed: Reference| match parsed.host().map(|host| host.to_string()) {
            Some(host) if !host.is_empty() => visible(&host).into_owned(),
            _ => "no host".into(),
        };
        (parsed.map_or_else(|| "refused".into(), shown), profile.name())
    };
    let profiles = [Profile::Whatwg, Profile::Rfc3986].into_iter().chain(Profile::consumers());
    let hosts = by_reading(profiles.map(read));
    hosts.iter().try_for_each(|(host, profiles)| writeln!(out, "host       {host}: {profiles}"))
}

/// Returns a SARIF 2.1.0 report. `findings` are the JSON answers for refused URLs; `only` is the file of a
/// finding that names no file.
fn sarif(findings: &[Value], only: &str) -> Value {
    let kinds: BTreeMap<_, _> =
        findings.iter().map(|it| (it["error"]["kind"].as_str(), it["error"]["cwe"].as_u64())).collect();
    let rule = |(kind, cwe): (Option<&str>, Option<u64>)| {
        let cwe = cwe.map(|cwe| format!("external/cwe/cwe-{cwe:03}"));
        let tags: Vec<_> = cwe.into_iter().chain(["security".into()]).collect();
        json!({ "id": kind, "properties": { "tags": tags } })
    };
    let version = env!("CARGO_PKG_VERSION");
    let rules: Vec<_> = kinds.into_iter().map(rule).collect();
    let driver =
        json!({ "name": "urlspec guard", "rules": rules, "semanticVersion": version, "version": version });
    let results: Vec<_> = findings.iter().map(|it| finding(it, only)).collect();
    json!({ "$schema": SCHEMA, "runs": [{ "results": results, "tool": { "driver": driver } }], "version": "2.1.0" })
}

fn finding(answer: &Value, only: &str) -> Value {
    // Windows separates folders by backslashes, SARIF by slashes.
    let file = answer["file"].as_str().unwrap_or(only).replace(path::MAIN_SEPARATOR, "/");
    let file = json!({ "uri": utf8_percent_encode(&file, PATH).to_string() });
    // The column counts bytes. SARIF counts characters, so it differs after a non-ASCII character.
    let region = [("startColumn", &answer["column"]), ("startLine", &answer["line"])];
    let region: BTreeMap<_, _> = region.into_iter().filter(|(_, number)| number.is_u64()).collect();
    let location = json!({ "physicalLocation": { "artifactLocation": file, "region": region } });
    let message = json!({ "text": answer["error"]["message"] });
    json!({ "level": "error", "locations": [location], "message": message, "ruleId": answer["error"]["kind"] })
}
