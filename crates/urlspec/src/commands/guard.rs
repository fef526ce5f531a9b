//! `guard`: writes the URLs that are safe to fetch, in the form to fetch, or a report of the refused URLs.
//! `agree`: writes the URL on which several profiles agree, or their difference. `risk`: classifies hosts by
//! the network that they point to, and reports the programs that see another host.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    fmt,
    io::{self, Write as _},
    net::{IpAddr, ToSocketAddrs as _},
    path::{self, Path},
    sync::{Arc, Once},
};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use url_facade::{
    Host, ParseError, Parser, Profile, Reference, Url,
    host::{Embedded, HostRisk, NamePurpose, classify},
    redact::{Rules, redact},
    trace::NoTrace,
    with_default_scheme,
};
use url_find::{
    Finder, Options as FinderOptions,
    document::{self, Settings},
};
use url_guard::{AgreeOptions, Disagreement, Guard, Permitted, Policy, Reading, Refusal};
use urlspec_outputs::{Opening, finish};

use super::find::FORMATS;
use crate::{
    args::{Agree, GuardOptions, Options, Stream, read_small_file},
    format::Format,
    inputs::Input,
    lines::{self, Blank, Counts, Errors, Form, Job, Kind, Marks, Page},
    operation::run_supported,
    permitted::{PermittedShape, refused},
    records::{Block, RecordError},
    selection::{DocumentContext, Parsing, bare_host},
    shape::{ErrorShape, Place, by_reading, hint_of_host, name_of, to_line},
    show::{InputStrings, say, shown_in_report, visible, write_error_place},
    verdict::{Failure, Result, Verdict, refuse},
};

/// The maximum number of refusals in a SARIF report, because programs that read SARIF accept at most 25,000.
const LIMIT: usize = 25_000;
const SCHEMA: &str = "https://schemastore.azurewebsites.net/schemas/json/sarif-2.1.0.json";
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'.').remove(b'-').remove(b'_').remove(b'~');
static WARNED: Once = Once::new();

#[derive(Clone)]
struct Check {
    guard: Guard,
    args: GuardOptions,
}

/// A permitted URL and, with `--resolve`, the addresses of its host. A client may connect to any of them.
struct Fetch {
    permitted: Permitted,
    addresses: Option<Vec<IpAddr>>,
}

pub(crate) fn run(options: &Options, args: GuardOptions) -> Result<Verdict> {
    let guard = guard_of(args.policy.as_deref())?;
    if args.find {
        let (input, scan) = open_scan(options, &args, guard)?;
        if args.sarif {
            return report(input, &args.stream, &scan, false);
        }
        let stream = Stream { strict: true, ..args.stream };
        let kind = Kind { answers_with_errors: true, ..Kind::of("permitted") };
        return lines::run_on(input, options, &stream, kind, &[], Box::new(scan));
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

pub(crate) fn guard_of(file: Option<&Path>) -> Result<Guard> {
    let Some(file) = file else { return Ok(Guard::default()) };
    let refuse = |what: &dyn fmt::Display| Failure::Refused(format!("{}: {what}", file.display()));
    let policy: Result<Policy, toml::de::Error> = toml::from_str(&read_small_file(file)?);
    let policy = policy.map_err(|error| {
        // The first line of the error message has the line and the column in the TOML file.
        let place = error.to_string();
        refuse(&format!("{}: {}", place.lines().next().unwrap_or_default(), error.message()))
    })?;
    policy.build().map_err(|error| refuse(&error))
}

impl Check {
    /// Splits a line of `find --raw` into location and URL. For any other line, the location is `number`.
    fn cut<'r>(&self, number: u64, line: &'r str) -> (Place, &'r str) {
        let has_places = || self.args.stream.inputs.urls.iter().all(|url| url == "-");
        let of_find = memchr::memrchr(b'\t', line.as_bytes()).filter(|_| has_places());
        // A URL with a tab is one URL, whose start may look like a location.
        let of_find = of_find.filter(|at| !line[..*at].contains("//"));
        let of_find = of_find.and_then(|at| Some((line[..at].parse().ok()?, &line[at + 1..])));
        of_find.unwrap_or_else(|| (Place::from(number), line))
    }

    fn check(&self, url: &str) -> Result<Fetch, Refusal> {
        let Stream { base, default_scheme, .. } = &self.args.stream;
        let completed = default_scheme.as_ref().map(|scheme| with_default_scheme(url, scheme));
        let permitted = self.guard.check(completed.as_deref().unwrap_or(url), base.as_deref())?;
        if !self.args.resolve {
            return Ok(Fetch { permitted, addresses: None });
        }
        // If the host is an address, `to_socket_addrs` returns that address.
        let host = permitted.host().to_string();
        let found = (host.trim_matches(['[', ']']), permitted.port()).to_socket_addrs();
        let found: Vec<_> = found.map_err(|_| Refusal::NoAddress)?.map(|address| address.ip()).collect();
        let addresses = Some(permitted.check_addresses(&found)?.to_vec());
        Ok(Fetch { permitted, addresses })
    }
}

/// Writes a SARIF report of the URLs in `input` that `job` refuses. The exit code is 1 if a URL is refused
/// or, if `needs_lines` is true, if the input has no lines.
fn report(mut input: Input, stream: &Stream, job: &dyn Job, needs_lines: bool) -> Result<Verdict> {
    let only = input.sources.first().filter(|source| source.is_file()).map(|source| source.name.clone());
    let mut opening = Opening::beside(input.take_identities());
    let mut out = opening.open(stream.out.as_deref())?;
    let form = Form {
        json: true,
        end: b'\n',
        errors: Errors::Listed,
        only: None,
        base: None,
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
    out.write(&to_line(&sarif(&findings, only.as_deref())))?;
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
        // FAST: every result clones an `Arc` of the rules. `self.clone()` has one that no other thread uses.
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
            Err(refusal) => {
                let Stream { base, default_scheme, .. } = &self.args.stream;
                let (strings, mut error) =
                    (InputStrings { input: url, base: base.as_deref() }, refused(&refusal));
                let lacks_scheme = error.kind == "not-a-url" && base.is_none() && default_scheme.is_none();
                if let Some(hint) = hint_of_host(url).filter(|_| lacks_scheme) {
                    error.message = format!("{}; {hint}", error.message).into();
                }
                page.reject_input(place, Some(strings), error);
            }
        }
    }
}

/// Writes options for curl, in the syntax of its configuration files: the URL, and the checked addresses.
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
    writeln!(out, "input      {}", visible(&redact(url, &Rules::default())))?;
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
                write_error_place(&mut styled, InputStrings { input: url, base }, source, span)?;
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

/// Returns a SARIF 2.1.0 report. `findings` are the JSON answers for refused URLs. `only` is the name of the
/// file for answers that name no file.
fn sarif(findings: &[Value], only: Option<&str>) -> Value {
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

fn finding(answer: &Value, only: Option<&str>) -> Value {
    let file = answer["file"].as_str().or(only).map(|file| {
        // Windows separates folders with backslashes, but SARIF uses slashes.
        let file = file.replace(path::MAIN_SEPARATOR, "/");
        json!({ "uri": utf8_percent_encode(&file, PATH).to_string() })
    });
    // `column` counts bytes, but SARIF counts characters. They differ after a character that is not ASCII.
    let region = [("startColumn", &answer["column"]), ("startLine", &answer["line"])];
    let region: BTreeMap<_, _> = region.into_iter().filter(|(_, number)| number.is_u64()).collect();
    let location = |file| json!({ "physicalLocation": { "artifactLocation": file, "region": region } });
    let locations: Vec<_> = file.into_iter().map(location).collect();
    let message = json!({ "text": answer["error"]["message"] });
    json!({ "level": "error", "locations": locations, "message": message, "ruleId": answer["error"]["kind"] })
}

/// The base URL of a document without a base URL. Only references with a host resolve to another host.
const PLACEHOLDER_BASE: &str = "https://reference.invalid/";
const PLACEHOLDER_HOST: &str = "reference.invalid";

/// The base URL that replaces a base URL that the guard refuses. No reference can be resolved against it, so
/// no policy can permit one.
const REFUSED_BASE: &str = "refused-base:";
const NOT_FETCHED: [&str; 7] = ["mailto", "tel", "sms", "data", "about", "cid", "urn"];

/// The job of `guard --find`, which checks URLs as they are written in documents.
#[derive(Clone)]
struct Scan {
    guard: Guard,
    base: Option<String>,
    settings: Arc<Settings>,
}

fn open_scan(options: &Options, args: &GuardOptions, guard: Guard) -> Result<(Input, Scan)> {
    let parsing = Parsing::new(options, &args.stream)?;
    let mut input = Input::open_whole(&args.stream)?;
    let origin = parsing.origin().map(Into::into);
    // A URL parser removes tabs, so a URL in a text may continue after a tab.
    let finder = FinderOptions::default().with_joined_tabs(true);
    let finder = match &args.stream.default_scheme {
        Some(scheme) => finder.with_default_scheme(scheme),
        None => finder,
    };
    let attributes = args.attr.iter().map(|name| name.to_ascii_lowercase()).collect();
    let settings = Arc::new(Settings { finder: Finder::new(finder), origin, attributes });
    let scan = Scan { guard, base: args.stream.base.clone(), settings };
    let judge = scan.clone();
    let make_base = move |text: &str| {
        let is_ignored = Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "data" | "javascript"));
        if !is_ignored && judge.check(text, judge.base.as_deref()).is_some_and(|checked| checked.is_err()) {
            return parsing.reference(REFUSED_BASE);
        }
        parsing.reference(text).or_else(|| {
            // A base without a scheme may have a host.
            let url = Url::parse(PLACEHOLDER_BASE).and_then(|base| base.resolve(text)).ok()?;
            parsing.reference(url.as_str()).filter(|_| url.host_str() != Some(PLACEHOLDER_HOST))
        })
    };
    input.read_documents(args.format, &FORMATS, &scan.settings, make_base)?;
    Ok((input, scan))
}

impl Scan {
    /// Checks the URL or reference `text`. Returns `None` if `text` is a link that is never fetched, such as
    /// `mailto:`, or a reference without a host in a document without a base URL.
    fn check(&self, text: &str, base: Option<&str>) -> Option<Result<Permitted, Refusal>> {
        let check = |url: &str, base| self.guard.check(url, base);
        let whatwg = Parser::default();
        let scheme = whatwg.parse(text).ok().map(|url| url.scheme().to_owned());
        match (scheme, base) {
            (Some(scheme), _) if NOT_FETCHED.contains(&&*scheme) => None,
            (Some(_), _) => Some(check(text, None)),
            // A reference that contains a host is checked after it is resolved.
            (None, base) => {
                let base = base.unwrap_or(PLACEHOLDER_BASE);
                let parsed = Url::parse(base).and_then(|base| Ok((base.resolve(text)?, base)));
                let Ok((url, base)) = parsed else { return Some(check(text, None)) };
                if url.origin() != base.origin() {
                    let text = text.trim_start_matches(|c: char| c <= ' ');
                    return Some(check(&[base.scheme(), ":", text].concat(), None));
                }
                (base.as_str() != PLACEHOLDER_BASE).then(|| check(text, Some(base.as_str())))
            }
        }
    }

    fn judge(&self, place: Place, texts: &[Cow<'_, str>], base: Option<&str>, page: &mut Page<'_>) {
        let mut permitted = None;
        for text in texts {
            match self.check(text, base) {
                Some(Err(refusal)) => {
                    let mut error = refused(&refusal);
                    if base == Some(REFUSED_BASE) && Url::parse(text).is_err() {
                        error.message = "the base URL of the document is refused".into();
                    }
                    error.message = format!("{}: {}", shown_in_report(text), error.message).into();
                    return page.reject(place, error);
                }
                Some(Ok(url)) => permitted = Some(url),
                None => {}
            }
        }
        match permitted {
            Some(url) if page.form.json => page.write_json(place, PermittedShape::of(&url, None)),
            _ => page.accept(),
        }
    }
}

impl Job for Scan {
    fn is_of_urls(&self) -> bool {
        false
    }

    fn accepts_blank(&self) -> bool {
        true
    }

    fn run_block(&self, block: &Block, page: &mut Page<'_>) {
        let scan = self.clone();
        let Some(format) = block.origin.format.and_then(Format::of_lines) else {
            return lines::run_each(&scan, block, page);
        };
        for (number, record) in block.records() {
            page.done.counts.lines += 1;
            match record {
                Ok(line) => document::line(format, &line, &self.settings, &mut |mut found| {
                    found.at.line = number;
                    lines::take_found(&scan, &found, DocumentContext::default(), false, page);
                }),
                Err(error) => scan.run_invalid_record(number, error, page),
            }
        }
    }

    fn run(&self, number: u64, line: &str, page: &mut Page<'_>) {
        for finding in self.settings.finder.find(line) {
            let place = Place { column: Some(finding.span.start as u64 + 1), ..Place::from(number) };
            self.judge(place, &[finding.text.into(), finding.href()], None, page);
        }
    }

    /// Refuses the line, and checks the URLs in the line, with U+FFFD in place of the invalid bytes.
    fn run_invalid_record(&self, number: u64, error: RecordError<'_>, page: &mut Page<'_>) {
        page.reject(number, error.error());
        if let RecordError::NotUtf8(bytes) = error {
            self.run(number, &String::from_utf8_lossy(bytes), page);
        }
    }

    fn run_found(&self, place: Place, text: &str, context: DocumentContext<'_>, page: &mut Page<'_>) {
        let base = context.base.map(Reference::as_str).or(self.base.as_deref());
        self.judge(place, &[text.into()], base, page);
    }
}

struct AgreeJob(AgreeOptions, Agree);

pub(crate) fn agree(options: &Options, args: Agree) -> Result<Verdict> {
    if args.profiles.iter().all(|profile| args.profiles.first() == Some(profile)) {
        return refuse("--profiles takes two or more different profiles, separated by commas");
    }
    let strictness = if args.stream.strict { AgreeOptions::strict() } else { AgreeOptions::new() };
    let strictness = args.permit.iter().fold(strictness, |options, &hazard| options.permit(hazard));
    let stream = args.stream.clone();
    let kind = Kind { verb: "agreed", answers_with_errors: options.json, is_guard: true };
    lines::run(options, &stream, kind, AgreeJob(strictness, args))
}

impl Job for AgreeJob {
    fn run(&self, number: u64, input: &str, page: &mut Page<'_>) {
        let Self(options, Agree { profiles, stream, .. }) = self;
        match options.agree(input, stream.base.as_deref(), profiles) {
            Ok(agreement) if page.form.json => page.write_json(
                number,
                AgreementShape {
                    href: &agreement.href,
                    scheme: &agreement.scheme,
                    host: agreement.host.as_ref().map(ToString::to_string),
                    port: agreement.port,
                    origin: agreement.origin.to_string(),
                    path: &agreement.path,
                },
            ),
            Ok(agreement) => page.write(number, &agreement.href),
            Err(disagreement) => {
                let strings = InputStrings { input, base: stream.base.as_deref() };
                page.reject_input(number, Some(strings), ErrorShape::of_disagreement(&disagreement));
            }
        }
    }
}

#[derive(Debug, Serialize)]
struct AgreementShape<'a> {
    href: &'a str,
    scheme: &'a str,
    host: Option<String>,
    port: Option<u16>,
    origin: String,
    path: &'a str,
}

struct Risks {
    parser: Parser<'static>,
    /// The base URL of relative references. With a base, every input is read as a URL, not as a host.
    base: Option<String>,
    default_scheme: Option<String>,
}

pub(crate) fn risk(options: &Options, stream: &Stream) -> Result<Verdict> {
    let job = Risks {
        parser: options.parser(),
        base: stream.base.clone(),
        default_scheme: stream.default_scheme.clone(),
    };
    let kind = Kind { verb: "accepted", answers_with_errors: true, is_guard: true };
    lines::run(options, stream, kind, job)
}

impl Job for Risks {
    fn url_of<'r>(&self, input: &'r str) -> Option<Cow<'r, str>> {
        Some(self.url_of_host(input).map_or(input.into(), Cow::Owned))
    }

    fn run(&self, number: u64, input: &str, page: &mut Page<'_>) {
        let checked = self.check(input, |shape| {
            if shape.refused {
                let text = shape.fields().into_iter().filter(|field| field != "-").collect::<Vec<_>>();
                page.refuse(number, ErrorShape::of_request("refused", text.join(" ")));
            } else {
                page.accept();
            }
            if page.form.json {
                return page.push_json(number, shape);
            }
            page.push_line(|out| {
                let (fields, push) = (shape.fields(), |text: &str| out.extend_from_slice(text.as_bytes()));
                fields.iter().flat_map(|field| ["\t", field]).skip(1).for_each(push);
            });
        });
        page.parsed(number, input, checked);
    }
}

impl Risks {
    fn check(&self, input: &str, show: impl FnOnce(&RiskShape<'_>)) -> Result<(), ParseError> {
        let base = self.base.as_deref();
        let of_host = self.url_of_host(input);
        if let Some(Ok(address)) = of_host.as_ref().map(|_| input.parse::<IpAddr>()) {
            let host = Host::from(address);
            show(&RiskShape::of(host, Some(&format!("http://{host}/")), None));
            return Ok(());
        }
        let completed = self.default_scheme.as_ref().map(|scheme| with_default_scheme(input, scheme));
        let url = of_host.as_deref().or(completed.as_deref()).unwrap_or(input);
        let (_, result) = run_supported(self.parser, url, base, &mut NoTrace);
        let outcome = result?;
        // With a base, consumers are asked only about the resolved URL: not all of them resolve references.
        let given = Some(url).filter(|_| base.is_none());
        let href = outcome.href().filter(|_| of_host.is_none());
        show(&RiskShape::of(outcome.host().unwrap_or(Host::Empty), given, href));
        Ok(())
    }

    /// Returns a URL with the host `input`, or `None` if `input` is not a host or if there is a base URL.
    fn url_of_host(&self, input: &str) -> Option<String> {
        let host = bare_host(input).filter(|_| self.base.is_none())?;
        Some(format!("http://{host}/"))
    }
}

#[derive(Debug, Serialize)]
struct RiskShape<'u> {
    href: Option<&'u str>,
    host: Option<Cow<'u, str>>,
    #[serde(serialize_with = "serialize_name")]
    kind: Host<&'u str>,
    refused: bool,
    #[serde(flatten)]
    judged: JudgedShape,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    read: Vec<ReadingShape>,
}

#[derive(Debug, Serialize)]
struct ReadingShape {
    profile: &'static str,
    host: Option<String>,
    #[serde(flatten)]
    judged: JudgedShape,
}

#[derive(Debug, Default, Serialize)]
struct JudgedShape {
    risk: Cow<'static, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    purpose: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<&'static str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    metadata: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    embedded: Vec<EmbeddedShape>,
}

#[derive(Debug, Serialize)]
struct EmbeddedShape {
    address: String,
    role: String,
    purpose: String,
}

fn serialize_name<S: Serializer>(host: &Host<&str>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&name_of(host))
}

fn text_of(host: Host<&str>) -> Option<Cow<'_, str>> {
    match host {
        Host::Empty => None,
        Host::Domain(name) => Some(name.into()),
        _ => Some(host.to_string().into()),
    }
}

impl<'u> RiskShape<'u> {
    /// Classifies `host`. Runs every consumer on `given`, the URL as given, and on `href`, the canonical URL,
    /// to find other hosts. Either URL may be missing.
    fn of(host: Host<&'u str>, given: Option<&str>, href: Option<&'u str>) -> Self {
        let own = classify(&host);
        let leads_elsewhere = own != HostRisk::UnknownUntilResolved && !own.is_public();
        let mut readings = Vec::new();
        // If the host is refused anyway, the consumers are not asked.
        let urls = given.into_iter().chain(href.filter(|_| href != given)).filter(|_| !leads_elsewhere);
        for new in urls.flat_map(|url| url_guard::readings(url, &host)) {
            if !readings.contains(&new) {
                readings.push(new);
            }
        }
        let refused = leads_elsewhere || !readings.is_empty();
        let judged = if readings.is_empty() {
            JudgedShape::of(own)
        } else {
            JudgedShape { risk: "read-otherwise".into(), ..JudgedShape::default() }
        };
        let read = |Reading { profile, host, .. }: &Reading| ReadingShape {
            profile: profile.name(),
            host: text_of(host.as_deref()).map(Cow::into_owned),
            judged: JudgedShape::of(classify(host)),
        };
        let read = readings.iter().map(read).collect();
        let href = href.filter(|_| !refused);
        Self { href, host: text_of(host), kind: host, refused, judged, read }
    }

    /// Returns the five columns of the output: host, risk, purpose, reason and URL. A missing value is `-`.
    fn fields(&self) -> [Cow<'_, str>; 5] {
        // Leaves out a URL with control characters: they would be escaped, but a URL must be exact.
        let href = self.href.filter(|href| !href.chars().any(char::is_control));
        let JudgedShape { risk, purpose, .. } = &self.judged;
        let reason = if self.read.is_empty() { self.judged.reason() } else { Some(self.other_hosts()) };
        let reason = reason.map(|reason| visible(&reason).into_owned());
        [
            self.host.as_deref().map_or("-".into(), visible),
            Cow::Borrowed(risk),
            purpose.as_deref().map_or("-".into(), visible),
            reason.map_or("-".into(), Cow::Owned),
            href.unwrap_or("-").into(),
        ]
    }

    fn other_hosts(&self) -> String {
        let read = |ReadingShape { profile, host, judged }: &ReadingShape| {
            let risk = judged.purpose.as_deref().unwrap_or(&judged.risk);
            (host.as_ref().map_or("no host".into(), |host| format!("{host} ({risk})")), *profile)
        };
        let hosts = by_reading(self.read.iter().map(read)).into_iter();
        hosts.map(|(host, profiles)| format!("{host} to {profiles}")).collect::<Vec<_>>().join("; ")
    }
}

impl JudgedShape {
    fn of(risk: HostRisk) -> Self {
        let embedded = |inside: Embedded| EmbeddedShape {
            address: inside.address.to_string(),
            role: name_of(inside.role),
            purpose: name_of(inside.risk().block.purpose),
        };
        // FAST: the name of the most frequent risk, without formatting. The transcript of `risk` tests it.
        let usual = (risk == HostRisk::UnknownUntilResolved).then_some("unknown-until-resolved".into());
        let judged = Self { risk: usual.unwrap_or_else(|| name_of(risk).into()), ..Self::default() };
        match risk {
            HostRisk::ListedName(listed) => Self {
                purpose: Some(name_of(listed.purpose)),
                within: Some(listed.name.to_owned()),
                reference: Some(listed.reference),
                metadata: listed.purpose == NamePurpose::Metadata,
                ..judged
            },
            HostRisk::ReadAsAddress(address)
            | HostRisk::WildcardDns(address)
            | HostRisk::Address(address) => Self {
                purpose: Some(name_of(address.block.purpose)),
                within: Some(address.block.to_string()),
                reference: Some(address.block.reference),
                metadata: address.is_metadata_service(),
                embedded: address.embedded().map(embedded).collect(),
                ..judged
            },
            _ => judged,
        }
    }

    fn reason(&self) -> Option<String> {
        let mut text = format!("{}, {}", self.within.as_ref()?, self.reference?);
        if self.metadata {
            text.push_str(", a metadata service");
        }
        for EmbeddedShape { address, purpose, .. } in &self.embedded {
            text.extend([", embedded ", address, " (", purpose, ")"]);
        }
        Some(text)
    }
}
