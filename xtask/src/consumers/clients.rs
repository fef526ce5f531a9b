//! `cargo xtask fuzz --guard N`: installed clients, such as curl, fetch hostile URLs that `urlspec guard`
//! permits. `loopback.c` redirects all connections to a server in the client's process, and records their
//! destinations.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use percent_encoding::percent_decode_str;
use serde::Deserialize;
use serde_json::{Value, json};
use url_testdata::consumers::answer_of;
use url_testdata::hostile::{Dice, LURE_BASES};
use url_testdata::{Record, read_json_lines};
use xshell::{Shell, cmd};

use super::adapters::{self, Adapter, CLIENTS, CONSUMERS, Install, MOST_PRINTED};
use crate::programs::{self, read};

/// A harmless URL. The check requires that each client fetches it, to show that connections are observed.
const PLAIN: &str = "http://good.example/a?b";
/// A URL for which some clients connect to different hosts. The check fails if all hosts are the same.
const CONTROL: &str = r"http://evil.example\@good.example/";
/// Arguments of the program `unshare`, which runs a command without any network except loopback.
const WALL: [&str; 5] = ["-rn", "sh", "-c", r#"ip link set lo up && exec "$@""#, "sh"];

/// A URL that the guard permits, in the format that `urlspec guard --json` writes.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct PermittedUrl {
    line: usize,
    ok: bool,
    href: String,
    host: String,
    port: u64,
}

/// An observed event of a client: a connection, a request, or the end of a fetch.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Event {
    host: Option<String>,
    /// The port. Some clients accept ports that need more than 16 bits.
    port: u64,
    head: Option<String>,
}

/// Checks that each client connects only to the destination of the URL that the guard permits.
pub(crate) fn attack(sh: &Shell, count: usize, seed: u64) -> Result<()> {
    let out = adapters::out(sh, CLIENTS)?;
    let Some(sandbox) = LoopbackSandbox::build(sh, &out) else { return Ok(()) };
    let clients = adapters::running(sh, CLIENTS, Install::Nothing, |_| true)?;
    ensure!(!clients.is_empty(), "no client is installed");
    let permitted = permitted(sh, &out, count, seed)?;
    let urls: Vec<&str> = [PLAIN, CONTROL].into_iter().chain(permitted.keys().map(|href| &**href)).collect();
    let (mut control, mut total) = (BTreeMap::<String, Vec<&str>>::new(), 0);
    for (client, version) in &clients {
        let seen = sandbox.fetch(client, &urls)?;
        let (own, seen) = seen.split_at(2);
        let (href, host) = (PLAIN.into(), "good.example".into());
        let plain = PermittedUrl { href, host, port: 80, ..PermittedUrl::default() };
        let is_seen = own[0].iter().any(|event| event.head.is_some()) && judge(&plain, &own[0]).is_none();
        ensure!(is_seen, "{}: is not seen to fetch {PLAIN}: {:?}", client.profile, own[0]);
        let last = own[1].iter().filter_map(|event| event.host.clone()).next_back();
        control.entry(last.unwrap_or("nowhere".into())).or_default().push(&client.profile);
        let mut findings = 0;
        for ((input, permitted), events) in permitted.values().zip(seen) {
            if let Some(what) = judge(permitted, events) {
                findings += 1;
                if findings <= MOST_PRINTED {
                    println!("{}: {what}\n    {input}\n    {}", client.profile, json!(permitted.href));
                }
            }
        }
        let count = |is: fn(&Event) -> bool| seen.iter().filter(|events| events.iter().any(is)).count();
        let (connected, sent) = (count(|event| event.host.is_some()), count(|event| event.head.is_some()));
        let (name, fetched) = (&client.profile, seen.len());
        let version = version.split(" (").next().unwrap_or_default();
        println!(
            "{name} ({version}): fetched {fetched}, connected for {connected}, sent a request in clear for {sent}: {findings} findings"
        );
        total += findings;
    }
    for (host, clients) in &control {
        println!("{CONTROL}, which no guard saw, leads to {host}: {}", clients.join(", "));
    }
    ensure!(control.len() > 1, "all clients are seen to go to the same host for {CONTROL}");
    println!("{} clients, {} URLs, {total} findings", clients.len(), permitted.len());
    ensure!(total == 0, "{total} findings");
    Ok(())
}

/// For each URL of `records`, compares the host that a consumer finds with the host that its client connects
/// to. Writes a row if they differ: the hosts of the clients, and the consumers whose clients do not connect.
pub(super) fn connections(sh: &Shell, records: &[Record], out: &Path) -> Result<()> {
    let Some(sandbox) = LoopbackSandbox::build(sh, &adapters::out(sh, CLIENTS)?) else { return Ok(()) };
    let clients = adapters::running(sh, CLIENTS, Install::Nothing, |_| true)?;
    let is_fetched = |input: &str| {
        let scheme = input.split(':').next().unwrap_or_default().to_ascii_lowercase();
        matches!(&*scheme, "http" | "https") && !input.contains(['\n', '\r', '\0'])
    };
    let inputs = records.iter().filter_map(|record| Some((record, record["input"].as_str()?)));
    let (records, urls): (Vec<_>, Vec<_>) = inputs.filter(|(_, input)| is_fetched(input)).unzip();
    let mut rows = vec![(Record::new(), Vec::new()); urls.len()];
    for adapter in &adapters::list(sh, CONSUMERS)? {
        let Some(name) = &adapter.client else { continue };
        let Some((client, version)) = clients.iter().find(|(client, _)| client.profile == *name) else {
            programs::skip(format_args!("{}: no client {name}", adapter.profile));
            continue;
        };
        for ((record, events), row) in records.iter().zip(sandbox.fetch(client, &urls)?).zip(&mut rows) {
            let seen = answer_of(record, &adapter.profile).filter(|seen| !seen.contains_key("error"));
            let Some(seen) = seen else { continue };
            let host = seen.get("host").and_then(Value::as_str).unwrap_or_default();
            match events.into_iter().filter_map(|event| event.host).next_back() {
                None => row.1.push(adapter.profile.clone()),
                Some(to) if !leads_to(&to, host) => drop(row.0.insert(adapter.profile.clone(), json!(to))),
                Some(_) => {}
            }
        }
        println!("{}: {name} {version}", adapter.profile);
    }
    // People add the key `not_shown` by hand, so its value is copied from the old rows.
    let known = read_json_lines(out).unwrap_or_default();
    let mut text = String::new();
    for (url, (connects_to, refuse)) in urls.iter().zip(&rows).filter(|(_, row)| !row.0.is_empty()) {
        let members = [("input", json!(url)), ("connects_to", json!(connects_to))];
        let mut row = Record::from_iter(members.map(|(name, value)| (name.to_owned(), value)));
        if !refuse.is_empty() {
            row.insert("refuse".into(), json!(refuse));
        }
        let is_known = |row: &&Record| row["input"] == json!(url);
        if let Some(names) = known.iter().find(is_known).and_then(|row| row.get("not_shown")) {
            row.insert("not_shown".into(), names.clone());
        }
        text += &(json!(row).to_string() + "\n");
    }
    Ok(sh.write_file(out, text)?)
}

fn leads_to(to: &str, host: &str) -> bool {
    let is_loopback = address(to).is_some_and(|address| address.is_loopback());
    match (address(to), address(host)) {
        (Some(to), Some(host)) => to == host,
        _ => to.eq_ignore_ascii_case(host) || (is_loopback && host.eq_ignore_ascii_case("localhost")),
    }
}

/// For each permitted URL: its input and base, as one text for messages, and the answer of the guard.
type Permitted = BTreeMap<String, (String, PermittedUrl)>;

fn permitted(sh: &Shell, out: &Path, count: usize, seed: u64) -> Result<Permitted> {
    let urlspec = programs::urlspec(sh)?;
    let (policy, list) = (out.join("any-port.toml"), out.join("inputs"));
    sh.write_file(&policy, "ports = \"any\"\n")?;
    // More than half of the strings have no base. For half of the strings, the guard permits every port.
    let bases = [None; 4].into_iter().chain(LURE_BASES.map(Some));
    let runs: Vec<_> = bases.flat_map(|base| [(base, false), (base, true)]).collect();
    let (mut dice, mut found, mut total) = (Dice::new(seed), BTreeMap::new(), 0);
    for (base, any_port) in &runs {
        let strings = (0..count.div_ceil(runs.len())).map(|_| dice.lure(base.is_some()));
        let inputs: Vec<_> = strings.map(|input| input.replace('\0', "\u{1}")).collect();
        sh.write_file(&list, inputs.join("\0") + "\0")?;
        let mut guard = cmd!(sh, "{urlspec} guard --json --null --in {list}").ignore_status().ignore_stderr();
        guard = guard.args(base.iter().flat_map(|base| ["--base", base]));
        if *any_port {
            guard = guard.arg("--policy").arg(&policy);
        }
        let output = guard.output()?;
        for one in serde_json::Deserializer::from_slice(&output.stdout).into_iter::<PermittedUrl>() {
            let one = one.context("`urlspec guard` wrote something else than JSON")?;
            if one.ok {
                let input = json!(inputs.get(one.line.wrapping_sub(1)).context("a line that was not asked")?);
                let input = base.map_or_else(|| input.to_string(), |base| format!("{input} against {base}"));
                total += 1;
                found.insert(one.href.clone(), (input, one));
            }
        }
    }
    let (share, urls) = (100 * total / count.max(1), found.len());
    println!("{count} strings of seed {seed}: {total} permitted ({share} %), {urls} different URLs");
    ensure!(total * 5 >= count, "less than a fifth is permitted: that tests nothing");
    Ok(found)
}

struct LoopbackSandbox {
    shim: PathBuf,
    is_walled: bool,
}

impl LoopbackSandbox {
    fn build(sh: &Shell, out: &Path) -> Option<Self> {
        let shim = out.join("loopback.so");
        let source = Path::new(CLIENTS).with_file_name("loopback.c");
        if let Err(error) = read(cmd!(sh, "cc -O1 -shared -fPIC -o {shim} {source} -ldl -lpthread")) {
            programs::skip(format_args!("nothing keeps the clients on this machine: {error:#}"));
            return None;
        }
        let is_walled = cmd!(sh, "unshare {WALL...} true").output().is_ok();
        let answer = if is_walled { "yes" } else { "not possible here" };
        println!("network namespace without a network: {answer}");
        Some(Self { shim, is_walled })
    }

    fn fetch(&self, client: &Adapter, urls: &[&str]) -> Result<Vec<Vec<Event>>> {
        let &Self { ref shim, is_walled } = self;
        let [list, log]: [PathBuf; 2] = [client.work_file(), client.work_file().with_extension("log")];
        let mut text = File::create(&list)?;
        for url in urls {
            ensure!(!url.contains(['\n', '\r', '\0']), "more than a line: {url:?}");
            writeln!(text, "{url}")?;
        }
        drop(fs::remove_file(&log));
        let program = client.program();
        let mut command = Command::new(if is_walled { "unshare" } else { "env" });
        command.args(WALL.iter().filter(|_| is_walled)).arg(program.get_program()).args(program.get_args());
        command.current_dir(program.get_current_dir().unwrap_or(Path::new(".")));
        for name in ["http_proxy", "https_proxy", "all_proxy", "no_proxy"] {
            command.env_remove(name).env_remove(name.to_uppercase());
        }
        command
            .env("LD_PRELOAD", shim)
            .env("LC_ALL", "C.UTF-8")
            .stdin(File::open(&list)?)
            .stderr(Stdio::null());
        let status = command.stdout(OpenOptions::new().create(true).append(true).open(&log)?).status()?;
        let (mut seen, mut events) = (Vec::new(), Vec::new());
        for event in serde_json::Deserializer::from_slice(&fs::read(&log)?).into_iter::<Event>() {
            let event = event
                .with_context(|| format!("{}: {} is no list of events", client.profile, log.display()))?;
            if event.host.is_some() || event.head.is_some() {
                events.push(Event { host: event.host.map(characters), ..event });
            } else {
                seen.push(std::mem::take(&mut events));
            }
        }
        let (name, fetched, asked) = (&client.profile, seen.len(), urls.len());
        ensure!(fetched == asked, "{name} fetched {fetched} of {asked} URLs ({status})");
        Ok(seen)
    }
}

fn judge(permitted: &PermittedUrl, events: &[Event]) -> Option<String> {
    let path = |target: &str| {
        let path = target.split(['?', '#']).next().unwrap_or_default();
        percent_decode_str(if path.is_empty() { "/" } else { path }).collect::<Vec<_>>()
    };
    let rest = permitted.href.split_once("://").map_or("", |(_, rest)| rest);
    let wanted = path(rest.get(rest.find(['/', '?', '#'])?..)?);
    let is_host = |host: &str| match address(host) {
        None => host.eq_ignore_ascii_case(&permitted.host),
        own => own == address(&permitted.host),
    };
    events.iter().find_map(|event| {
        if let Some(host) = event.host.as_deref() {
            let (wanted, port) = (&permitted.host, permitted.port);
            return (!is_host(host) || event.port != port)
                .then(|| format!("went to {host:?} port {}, not {wanted} port {port}", event.port));
        }
        let head = event.head.as_deref()?;
        let (first, fields) = head.split_once("\r\n").unwrap_or((head, ""));
        let target = first.strip_prefix("GET ").and_then(|rest| Some(rest.rsplit_once(" HTTP/1.")?.0));
        if target.is_none_or(|target| target.contains('#') || path(target) != wanted) {
            return Some(format!("sent {first:?}"));
        }
        let mut hosts = fields.split("\r\n").filter_map(|field| {
            let (name, value) = field.split_once(':')?;
            name.eq_ignore_ascii_case("host").then(|| value.trim())
        });
        let host = hosts.next().unwrap_or_default();
        let port = format!(":{}", permitted.port);
        let is_one = is_host(host) || is_host(host.strip_suffix(&port).unwrap_or_default());
        (!is_one || hosts.next().is_some()).then(|| format!("sent the host {host:?}"))
    })
}

/// Decodes a host that `loopback.c` wrote with one character for each byte. Unmaps IPv4-mapped addresses.
fn characters(name: String) -> String {
    let bytes = name.chars().map(|c| u8::try_from(c).ok()).collect::<Option<Vec<_>>>();
    let name = bytes.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or(name);
    name.parse::<IpAddr>().map_or(name, |address| address.to_canonical().to_string())
}

fn address(host: &str) -> Option<IpAddr> {
    let inner = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    Some(inner.unwrap_or(host).parse::<IpAddr>().ok()?.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::{Event, PermittedUrl, judge};

    #[test]
    fn what_went_elsewhere_is_found() {
        let permitted = PermittedUrl {
            href: "http://[2606:4700::1]/a%20b?c".into(),
            host: "[2606:4700::1]".into(),
            port: 80,
            ..PermittedUrl::default()
        };
        let connected = |host: &str, port| Event { host: Some(host.into()), port, head: None };
        let sent = |head: &str| Event { head: Some(head.into()), ..Event::default() };
        let good = "GET /a%20b?c HTTP/1.1\r\nHost: [2606:4700::1]:80\r\n\r\n";
        assert_eq!(judge(&permitted, &[connected("2606:4700:0::1", 80), sent(good)]), None);
        for (event, what) in [
            (connected("::1", 80), "went to \"::1\" port 80, not [2606:4700::1] port 80"),
            (connected("2606:4700::1", 81), "went to \"2606:4700::1\" port 81, not [2606:4700::1] port 80"),
            (sent(&good.replace("/a", "/b")), "sent \"GET /b%20b?c HTTP/1.1\""),
            (sent(&good.replace("?c", "#c")), "sent \"GET /a%20b#c HTTP/1.1\""),
            (sent(&good.replace("GET ", "GET http://")), "sent \"GET http:///a%20b?c HTTP/1.1\""),
            (sent(&good.replace("::1]", "::2]")), "sent the host \"[2606:4700::2]:80\""),
            (sent(&good.replace("\r\n\r\n", "\r\nhost: a\r\n\r\n")), "sent the host \"[2606:4700::1]:80\""),
        ] {
            assert_eq!(judge(&permitted, &[event]).as_deref(), Some(what));
        }
    }
}
