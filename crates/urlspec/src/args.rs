//! The command line of the program: its commands, their options, and the help.

#[cfg(feature = "serve")]
use std::net::SocketAddr;
use std::{
    ffi::OsString,
    fs::File,
    io::Read as _,
    path::{Path, PathBuf},
};

use clap::{
    Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser},
    error::ErrorKind,
    parser::ValueSource,
    value_parser,
};
use url_facade::{Encoding, Profile, TextPart, Url};
use url_find::{Finder, Mode};
use url_guard::Hazard;
use url_policies::{ParameterList, Policy};

use crate::{
    format::Format,
    template::{Addition, Condition, Template},
    verdict::{Failure, Result, refuse},
};

/// Parse, resolve and canonicalize URLs by a named specification, and show every step.
#[derive(Debug, Parser)]
#[command(name = "urlspec", version, propagate_version = true, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) options: Options,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// For each command: its name, and the shared options that it refuses because they have no effect on it.
const REFUSED: [(&str, &[&str]); 17] = [
    ("agree", &["profile", "encoding", "default_scheme"]),
    ("batch", &["json"]),
    ("build", &["profile"]),
    ("check", &["encoding", "default_scheme"]),
    ("columns", &["json", "null"]),
    ("compare", &["profile"]),
    ("completions", &["profile", "encoding", "json"]),
    ("decode", URL_OPTIONS),
    ("diff", &["profile"]),
    ("encode", URL_OPTIONS),
    ("guard", &["profile", "encoding", "strict"]),
    ("impact", &["profile"]),
    ("man", &["profile", "encoding", "json"]),
    ("minimize", &["profile"]),
    ("parse", &["encoding"]),
    ("profiles", &["profile", "encoding"]),
    ("risk", &["strict"]),
];

const URL_OPTIONS: &[&str] =
    &["profile", "base", "default_scheme", "conditions", "not_in", "only_in", "sort_by", "group_by"];

impl Cli {
    /// Returns the definition of the command line. The help of a command hides the options that it refuses.
    pub(crate) fn command_line() -> clap::Command {
        let command = Self::command();
        let of_all: Vec<clap::Arg> = command.get_arguments().cloned().collect();
        let hide = |sub: clap::Command, id: &&str| match of_all.iter().find(|option| option.get_id() == *id) {
            Some(option) => sub.arg(option.clone().hide(true)),
            None => sub.mut_arg(id, |option| option.hide(true)),
        };
        let hide_all = |command: clap::Command, (name, ids): (_, &[&str])| {
            command.mut_subcommand(name, |sub| ids.iter().fold(sub, hide))
        };
        REFUSED.into_iter().fold(command, hide_all)
    }

    pub(crate) fn from_args(
        args: impl Iterator<Item = impl Into<OsString> + Clone>,
    ) -> Result<Self, clap::Error> {
        let mut command = Self::command_line();
        let matches = command.try_get_matches_from_mut(args)?;
        let refused = matches.subcommand().and_then(|(name, given)| {
            let (_, ids) = REFUSED.into_iter().find(|(refusing, _)| *refusing == name)?;
            let is_given = |id: &&&str| given.value_source(id) == Some(ValueSource::CommandLine);
            Some((command.find_subcommand_mut(name)?, ids.iter().find(is_given)?))
        });
        let Some((command, id)) = refused else { return Self::from_arg_matches(&matches) };
        let option = command.get_arguments().find(|option| option.get_id() == id);
        let option = option.and_then(clap::Arg::get_long).unwrap_or(id);
        let why = format!("the option --{option} has no effect on `{}`", command.get_name());
        Err(command.error(ErrorKind::UnknownArgument, why))
    }
}

const EXIT_CODES: &str = "\
Exit codes: 0 = success; 1 = a URL is invalid, or refused by `agree`, `guard` or `risk`; 2 = wrong usage, or a file \
that cannot be read or written. With --in or stdin, an invalid URL gives 1 only with --strict, except in `check`, \
`agree`, `guard` and `risk`. The last three also give 1 for an input without a line. `batch`, `compare` and `diff` \
never give 1: their output reports invalid URLs.";

/// The options of every command.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Options {
    /// The specification to follow; `urlspec profiles` lists all specifications.
    #[arg(long, global = true, value_name = "PROFILE", default_value_t, value_parser = profile_parser())]
    pub(crate) profile: Profile,
    /// The character encoding of queries, by its label in the Encoding Standard.
    #[arg(long, global = true, value_name = "LABEL", default_value = "utf-8", value_parser = Encoding::for_label)]
    pub(crate) encoding: Encoding,
    /// Print JSON, in a stable format.
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

impl Options {
    pub(crate) fn parser(&self) -> url_facade::Parser<'static> {
        self.parser_of(self.profile)
    }

    pub(crate) fn parser_of(&self, profile: Profile) -> url_facade::Parser<'static> {
        url_facade::Parser::new(profile).with_encoding(self.encoding)
    }
}

fn mode_parser() -> impl TypedValueParser<Value = Mode> {
    PossibleValuesParser::new(["every", "uts58"]).try_map(|name| name.parse::<Mode>())
}

fn profile_parser() -> impl TypedValueParser<Value = Profile> {
    let profiles = Profile::available().iter().copied().chain(Profile::candidates());
    PossibleValuesParser::new(profiles.map(Profile::name)).try_map(|name| name.parse::<Profile>())
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Parse a URL or a relative reference into its components.
    Parse {
        #[command(flatten)]
        url: One,
    },
    /// Resolve a URL or a relative reference against a base.
    Resolve {
        #[command(flatten)]
        url: One,
        /// The base URL.
        #[arg(long, value_name = "URL")]
        base: String,
    },
    /// Canonicalize one URL or many; or apply a policy for comparing URLs.
    Canon(Canon),
    /// Write parts of URLs, as a template says.
    #[command(long_about = GET)]
    Get(Get),
    /// Show the steps of canonicalizing a URL that change something. Each step has its rule in the
    /// specification, its input and its result.
    Explain {
        #[command(flatten)]
        url: One,
        /// The base URL.
        #[arg(long, value_name = "URL")]
        base: Option<String>,
        /// Also show the steps that change nothing: those that decide, count, set a variable, or leave their
        /// text unchanged.
        #[arg(long)]
        every: bool,
        /// Explain the links in a text instead: where each link ends, and why, by Unicode's UTS #58.
        #[arg(long, conflicts_with_all = ["base", "every"])]
        links: bool,
        /// The rules for the beginning and the end of a link, with --links.
        #[arg(long, value_name = "MODE", default_value = "uts58", requires = "links", value_parser = mode_parser())]
        mode: Mode,
    },
    /// Change URLs: set or clear components, add to the path, edit the query.
    ///
    /// The order of the options does not matter. Changes are made in this order: --resolve, the components,
    /// --append-path, --clear, the query (--remove-query, --strip-tracking, --set-query, --append-query,
    /// --sort-query). A value is used whole: it is escaped as the URL Standard defines, or the URL is
    /// reported as invalid. Parts of the query that no option names are unchanged, byte by byte.
    Edit(Box<Edit>),
    /// Find the URLs in a text, a log, Markdown or HTML, with the line and the column of each.
    #[command(
        mut_arg("urls", |texts| texts.value_name("TEXT").help("The texts. A single `-`, or no text if stdin is not a terminal, reads a document from stdin")),
        mut_arg("input", |input| input.help("Read a document from FILE (`-` = stdin), or the files below a folder, except hidden ones and those that .gitignore names; may be \
            repeated. gzip and Zstandard are recognized"))
    )]
    Find(Find),
    /// Check that strings are valid URL strings of the URL Standard. With --profile, check that they are URLs
    /// by webspecs' rules for authors, or URIs of RFC 3986. Reads one string, a list, or the URLs of a
    /// sitemap.
    #[command(
        mut_arg("input", |input| input.help("Read URLs from FILE (`-` = stdin), one per line, or a document; may be repeated. gzip and Zstandard are recognized")),
        mut_arg("format", |format| format.help("The format of the input; by default, as the name of the file or its first bytes show, or a list")),
        mut_arg("strict", |strict| strict.help("Exit with 1 if any string is invalid (the default)"))
    )]
    Check {
        #[command(flatten)]
        documents: Documents,
        /// Exit with 0 even if a string is invalid.
        #[arg(long, conflicts_with = "strict")]
        exit_zero: bool,
    },
    /// Write a URL from its parts, which are plain text: characters with a meaning in URLs are escaped.
    Build(Build),
    /// Escape texts for a part of a URL, such as a segment of the path.
    Encode(Values),
    /// Decode the escapes of parts of URLs.
    Decode(Values),
    /// Write the URLs that are safe to fetch, in the form to fetch; refuse all others.
    ///
    /// Without --policy, these are permitted: `http` and `https` on their default ports, public hosts and
    /// names that may be public, and the origin of --base. URLs in which a specification in use or one of
    /// the consumers (`urlspec profiles`) sees another host, port or path are refused. Fetch the output,
    /// never the input. The exit code is 1 if any URL is refused, if one is blank, or if the input has no
    /// line.
    ///
    /// A name still has to be resolved, and its addresses checked: see --resolve.
    ///
    /// `urlspec guard --find --in src/` reads the files below a folder, and reports every URL in them that is
    /// not safe to fetch. A line of stdin or of a file may also be a line of `find --raw`: the location of
    /// the URL, a tab, and the URL.
    Guard(GuardOptions),
    /// Classify hosts by the network they point to, as far as this is known without resolving them: the
    /// public Internet, or another.
    ///
    /// For each host, or host of a URL, writes these fields, separated by tabs: the host, its risk, its
    /// purpose, the reason, and the URL to pass on. A missing field is `-`: for example, the URL if it is
    /// refused or if a host was given. Names are not resolved, so the risk of most names is unknown: resolve
    /// the name, and check the addresses.
    ///
    /// These are refused, with exit code 1: hosts that are known to point elsewhere, such as private
    /// addresses and names of the local network; URLs in which one of the consumers (`urlspec profiles`)
    /// reads another host, in the input or in the URL to pass on (`read-otherwise`); blank strings; and an
    /// input without a line.
    Risk(Stream),
    /// Write the URLs on which profiles agree, in the form to pass on; `guard` checks all programs, and the
    /// host.
    #[command(long_about = AGREE, mut_arg("strict", |strict| strict.help("Also refuse every hazard, a way to write a URL that other programs may misread: backslashes, control characters, credentials, other ports and \
        more (docs/security.md lists them); and ask consumers about the result only, not about the input")))]
    Agree(Agree),
    /// Add columns to a table: fields of the URLs in one of its columns.
    #[command(
        mut_arg("urls", |rows| rows.hide(true)),
        mut_arg("input", |input| input.help("Read a table from FILE (`-` = stdin, the default); may be repeated, with one header. gzip and Zstandard are recognized")),
        mut_arg("base", |base| base.help("The base URL of relative URLs."))
    )]
    Columns(Columns),
    /// Show the result of every specification and of every consumer for a URL, and which of them agree.
    Compare {
        #[command(flatten)]
        url: One,
        /// The base URL.
        #[arg(long, value_name = "URL")]
        base: Option<String>,
        /// Show only consumers with an older version whose result differs from that of the newest version.
        #[arg(long)]
        changed: bool,
        /// Also call the crates `url` and `http`, and show their results.
        #[cfg(feature = "crates")]
        #[arg(long)]
        crates: bool,
    },
    /// Show the first step at which specifications differ on a URL, or count such steps over a file of URLs.
    Diff(Diff),
    /// Count the URLs of a file that another profile, such as a proposed change to the URL Standard, would
    /// change.
    Impact(Impact),
    /// Find the shortest URL on which two specifications differ by the same rules as on a given URL.
    Minimize(Minimize),
    /// List the specifications, the candidates and the consumers, which are real programs.
    Profiles,
    /// Answer requests from stdin on stdout, in order, one JSON object per line.
    #[command(long_about = BATCH)]
    Batch {
        /// The base URL of requests that have none.
        #[arg(long, value_name = "URL")]
        base: Option<String>,
    },
    /// Generate shell completions.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Write the manual pages.
    Man {
        /// Write a page for each command to FOLDER, instead of the first page to stdout.
        #[arg(long, value_name = "FOLDER")]
        dir: Option<PathBuf>,
    },
    /// Serve the live viewer, a page for a browser, and its interface for programs.
    ///
    /// The first line of the output is the address of the server. By default, only this machine can reach the
    /// server. The server makes no requests itself. It answers only requests for the address that it listens
    /// on, for localhost if that address is local, and for the names of --name, so that pages of other sites
    /// cannot reach it under their own names. Ctrl-C stops it after the requests in progress are answered.
    #[cfg(feature = "serve")]
    Serve {
        /// The address and port to listen on; port 0 selects a free one.
        #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8780")]
        bind: SocketAddr,
        /// Also answer requests for this host name, without a port.
        #[arg(long = "name", value_name = "HOST")]
        names: Vec<String>,
        /// Link the sections of steps to their pages on this site, which `cargo xtask docs` builds.
        #[arg(long, value_name = "URL", value_parser = site_address)]
        site: Option<String>,
        /// The policy of `POST /guard`, in TOML: docs/security.md lists the keys.
        #[arg(long, value_name = "FILE")]
        policy: Option<PathBuf>,
    },
}

/// Parses the value of `--site`, the address of a site. Adds a slash if the address does not end with one.
#[cfg(feature = "serve")]
fn site_address(text: &str) -> Result<String, String> {
    let url = Url::parse(text).map_err(|error| error.to_string())?;
    if !matches!(url.scheme(), "http" | "https") || url.query().is_some() || url.fragment().is_some() {
        return Err("the address of a site has the scheme http or https, no query and no fragment".into());
    }
    let slash = if url.path().ends_with('/') { "" } else { "/" };
    Ok(format!("{url}{slash}"))
}

const BATCH: &str = r#"Answer requests from stdin on stdout, in order, one JSON object per line.

Request: {"id": any, "profile": name, "op": "parse"|"resolve"|"canon"|"valid"|"absolute"|"api"|"set", "input": string,
"base": string|null, "encoding": label|null}. If profile, base or encoding is missing or null, the option of
the command line applies.

Answer: {"id": ..., "ok": true, "href": string, "scheme": ..., "user": ..., "password": ..., "host": ..., "port": ...,
"path": ..., "query": ..., "fragment": ...} with the components that are present (no href for op parse), with
"invalid": true and no href if the specification flags the result of parse or resolve as invalid; or {"id": ...,
"ok": false, "error": {"kind": ..., "message": ..., "section": id|null, "span": [start, end]|null}}. The span counts
bytes of the input, or of the base if the error has "source": "base".

A consumer answers "parse" with the components that it exposes: "userinfo" instead of "user" and "password" if it does not
split them, and "authority" and "opaque" if it has them.

The profiles whatwg, webspecs, rfc3986 and connolly have the op "valid" ({"id": ..., "ok": true, "valid": true|false}, for the first
three with the "error" if it is false), and connolly has "absolute", whose answer has the same shape. Profiles with
URL objects (whatwg and its dated ones, webspecs) have "api" ({"id": ..., "ok": true, "href": ..., "protocol": ...,
"username": ..., "password": ..., "host": ..., "hostname": ..., "port": ..., "pathname": ..., "search": ..., "hash": ...,
"origin": ..., "searchParams": string, "typedHost": {"kind": "domain"|"ipv4"|"ipv6"|"opaque"|"empty", "value": ...}|null,
"searchPairs": [[name, value], ...], "violations": [...]}) and "set", which takes an "attr" and a "value", and whose
answer has the same shape.

{"op": "links", "text": string, "mode": "every"|"uts58"} answers {"id": ..., "ok": true, "links": [{"span": [start, end], "kind":
"url"|"email", "href": ...}, ...]}, with an "error" instead of the href if the profile refuses the URL. {"op":
"link-format", "parts": {"scheme", "host", "path": [segment, ...], "query": [[name, value|null], ...], "fragment",
"directives": [...]}}, whose members are decoded and may be missing, or {"op": "link-format", "input": url} answers {"id": ...,
"ok": true, "result": ...}, the URL as UTS #58 escapes it.

Kinds beyond those of the specifications: bad-request, line-too-long (over 16 MiB), unknown-profile, unknown-encoding.
Line N of the output answers line N of the input. The exit code is 0 even if answers report errors."#;

const GET: &str = r"Write parts of URLs, as a template says: each field in braces is replaced by a part of the URL.

{scheme} {user} {password} {host} {port} {path} {query} {fragment}: the components, as they are in the URL; {port:default} is the port or that of the
scheme. {host:unicode}. {path:decoded}: the path with its escapes decoded; also for user, password, query and fragment.
{query[NAME]}: the value of the first parameter of that name, decoded; {query[NAME]:all}: all values, separated by spaces.
{path[0]}: the first segment of the path, decoded; {path[-1]} the last.
{registrable_domain} {public_suffix}: from the Public Suffix List; for an address, {registrable_domain} is the address, but empty in `columns`.
{href}: the canonical URL. {origin}: empty if it is opaque, since an opaque origin equals no other. {input}: the line as it is. {line}: its number.
{dedupe} {safe-browsing} {surt} {surt-www} {surt-heritrix} {rfc3986-...}: the results of policies (see `canon --policy`).

A field that the URL does not have is empty. \t, \n, \\, \{ and \} are a tab, a newline, and these characters.";

#[derive(Debug, Args)]
pub(crate) struct Canon {
    /// Apply a policy to the canonical URL: `dedupe` returns a URL for finding duplicates, and `surt` the key
    /// of a web archive (with `www`: `surt-www`).
    #[arg(long, value_name = "POLICY", value_parser = PossibleValuesParser::new(Policy::NAMES).try_map(|name| name.parse::<Policy>()))]
    policy: Option<Policy>,
    /// With `dedupe`, also remove the parameters that FILE lists. `--parameters==FILE` replaces the built-in
    /// list.
    #[arg(long, value_name = "FILE", requires = "policy")]
    parameters: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) stream: Stream,
}

impl Canon {
    pub(crate) fn policy(&self) -> Result<Option<Policy>> {
        match (&self.policy, &self.parameters) {
            (Some(Policy::Dedupe(_)), Some(path)) => Ok(Some(Policy::Dedupe(parameters(path)?))),
            (Some(policy), Some(_)) => refuse(format!("the policy {policy} has no list of parameters")),
            (policy, _) => Ok(policy.clone()),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Get {
    /// The text to write for each URL, with fields in braces.
    pub(crate) template: Template,
    /// Write the fields of the template as CSV, with a header.
    #[arg(long, conflicts_with = "group_by")]
    pub(crate) csv: bool,
    /// Write the fields of the template separated by tabs, with a header.
    #[arg(long, conflicts_with_all = ["csv", "group_by"])]
    pub(crate) tsv: bool,
    /// Read each line of the input as a host instead of a URL.
    #[arg(long, conflicts_with = "base")]
    pub(crate) bare_hosts: bool,
    #[command(flatten)]
    pub(crate) stream: Stream,
}

#[derive(Debug, Args)]
pub(crate) struct Find {
    /// Write the whole text, without secrets: `***` replaces credentials, and values whose names often
    /// contain secrets. NAMES, separated by commas, replaces the list of names; a `+` before each adds to it.
    /// `+paths` adds the addresses of webhooks.
    #[arg(long, value_name = "NAMES", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub(crate) redact: Option<String>,
    /// The rules for finding URLs in text: `every` finds all text that a parser would accept after a scheme;
    /// `uts58` finds the links of Unicode's UTS #58, including names without a scheme and email addresses.
    #[arg(long, value_name = "MODE", default_value = "every", value_parser = mode_parser())]
    pub(crate) mode: Mode,
    /// Find only URLs with these schemes in text, separated by commas.
    #[arg(long, value_name = "SCHEMES", value_delimiter = ',')]
    pub(crate) scheme: Vec<String>,
    /// Write the URLs as they are in the document, not as they are parsed.
    #[arg(long, conflicts_with = "redact")]
    pub(crate) raw: bool,
    #[command(flatten)]
    pub(crate) documents: Documents,
}

impl Find {
    pub(crate) fn finder(&self, parser: url_facade::Parser<'static>) -> Finder {
        let mut options = url_find::Options::default().with_mode(self.mode).with_parser(parser);
        if !self.scheme.is_empty() {
            options = options.with_schemes(self.scheme.iter().map(String::as_str));
        }
        if let Some(scheme) = &self.documents.stream.default_scheme {
            options = options.with_default_scheme(scheme);
        }
        Finder::new(options)
    }
}

#[derive(Debug, Args)]
pub(crate) struct Documents {
    /// The format of the input. By default, the file's name or first bytes show it; the fallback is text.
    #[arg(long)]
    pub(crate) format: Option<Format>,
    /// In HTML, also read the attribute NAME, such as `data-src`; may be repeated. A name that ends with
    /// `srcset` is read as a list of images.
    #[arg(long, value_name = "NAME")]
    pub(crate) attr: Vec<String>,
    #[command(flatten)]
    pub(crate) stream: Stream,
}

#[derive(Clone, Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct GuardOptions {
    /// The policy, in TOML: docs/security.md lists the keys.
    #[arg(long, value_name = "FILE")]
    pub(crate) policy: Option<PathBuf>,
    /// Resolve each name, check all of its addresses, and write options for curl that pin them:
    /// `urlspec guard --resolve URL | curl --config -`.
    #[arg(long)]
    pub(crate) resolve: bool,
    /// Write the decision for each URL and its reason, the host that each program reads, and the setting that
    /// permits it.
    #[arg(long, conflicts_with_all = ["json", "unique", "count"])]
    pub(crate) explain: bool,
    /// Read documents, and check every URL as it is written in its document. A part that cannot be examined
    /// is refused too. Writes the refusals, with line and column; exits with 0 only if everything was read
    /// and every URL is permitted.
    #[arg(long, conflicts_with_all = ["resolve", "explain", "lossy", "null", "unique", "count", "Choice"])]
    pub(crate) find: bool,
    /// The format of the documents. By default, the file's name or first bytes show it; the fallback is text.
    #[arg(long, requires = "find")]
    pub(crate) format: Option<Format>,
    /// Another attribute of HTML that contains URLs, such as `data-src`; may be repeated.
    #[arg(long, value_name = "NAME", requires = "find")]
    pub(crate) attr: Vec<String>,
    /// Write the refusals as a SARIF report, for code review tools.
    #[arg(long, conflicts_with_all = ["json", "explain", "unique", "count", "errors", "null", "Choice"])]
    pub(crate) sarif: bool,
    #[command(flatten)]
    pub(crate) stream: Stream,
}

const AGREE: &str = "\
Write the URLs on which profiles agree, in the form to pass on; `guard` checks all programs, and the host.

The first specification among the profiles serializes the URL, and all profiles must see the same in that string. Consumers, which are \
real programs, do not resolve references: with --base, only that string is checked with them. The exit code is 1 if any URL is refused, if one is \
blank, or if the input has no line.

For a URL that is to be fetched, use `urlspec guard`. `agree` compares readings and does not judge addresses: all profiles agree on \
http://169.254.169.254/. A few profiles also leave out many programs.";

#[derive(Debug, Args)]
pub(crate) struct Agree {
    /// The profiles, two or more, separated by commas.
    #[arg(long, value_name = "A,B", required = true, value_delimiter = ',', value_parser = profile_parser())]
    pub(crate) profiles: Vec<Profile>,
    /// Permit this hazard (a way to write a URL that programs may misread), despite `--strict`.
    #[arg(long, value_name = "HAZARD", value_delimiter = ',', requires = "strict", value_parser = hazard_parser())]
    pub(crate) permit: Vec<Hazard>,
    #[command(flatten)]
    pub(crate) stream: Stream,
}

fn hazard_parser() -> impl TypedValueParser<Value = Hazard> {
    PossibleValuesParser::new(Hazard::ALL.map(Hazard::name))
        .try_map(|name| Hazard::ALL.into_iter().find(|hazard| hazard.name() == name).ok_or("no such hazard"))
}

#[derive(Debug, Args)]
pub(crate) struct Columns {
    /// The name of the column with the URLs.
    #[arg(long, value_name = "NAME")]
    pub(crate) column: String,
    /// The fields to add, separated by commas, as in the templates of `get`. The field `error` has the reason
    /// if a row has no URL. NAME=FIELD gives the column another name.
    #[arg(long, value_name = "FIELDS", value_delimiter = ',', required = true)]
    pub(crate) add: Vec<Addition>,
    /// The table is CSV. By default, the name of the file or its first bytes show the format.
    #[arg(long)]
    pub(crate) csv: bool,
    /// The fields of the table are separated by tabs, not by commas.
    #[arg(long, conflicts_with = "csv")]
    pub(crate) tsv: bool,
    /// The separator of the table's fields. By default, the first of comma, semicolon and tab with which the
    /// header has the column.
    #[arg(long, value_name = "CHARACTER", value_parser = delimiter, conflicts_with_all = ["csv", "tsv", "jsonl"])]
    pub(crate) delimiter: Option<u8>,
    /// The table is JSON Lines, with an object per line. A dot in NAME selects a member of an inner object,
    /// unless a member is called NAME.
    #[arg(long, conflicts_with_all = ["csv", "tsv"])]
    pub(crate) jsonl: bool,
    #[command(flatten)]
    pub(crate) stream: Stream,
}

fn delimiter(text: &str) -> Result<u8, String> {
    match *text.as_bytes() {
        [byte @ (b'\t' | 0x20..=0x7E)] if byte != b'"' => Ok(byte),
        _ => Err("it must be one ASCII character, other than a quotation mark".into()),
    }
}

#[derive(Debug, Args)]
pub(crate) struct Diff {
    /// The profiles, separated by commas; each is compared with the first.
    #[arg(long, value_name = "A,B", required = true, value_delimiter = ',', value_parser = profile_parser())]
    pub(crate) profiles: Vec<Profile>,
    #[command(flatten)]
    pub(crate) compared: Compared,
}

/// The options that `diff` and `impact` share: the URLs to compare, and the form of the report.
#[derive(Debug, Args)]
pub(crate) struct Compared {
    #[command(flatten)]
    pub(crate) inputs: Inputs,
    /// The base URL.
    #[arg(long, value_name = "URL")]
    pub(crate) base: Option<String>,
    /// Also write the report to FILE, as a self-contained HTML page.
    #[arg(long, value_name = "FILE", conflicts_with = "urls")]
    pub(crate) html: Option<PathBuf>,
    /// Return only when the page is on disk, so that it survives a power failure.
    #[arg(long, requires = "html")]
    pub(crate) fsync: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Impact {
    /// The current profile.
    #[arg(long, value_name = "PROFILE", default_value_t, value_parser = profile_parser())]
    pub(crate) from: Profile,
    /// The new profile, such as `whatwg+no-empty-labels`, a proposed change to the URL Standard.
    #[arg(long, value_name = "PROFILE", value_parser = profile_parser())]
    pub(crate) to: Profile,
    #[command(flatten)]
    pub(crate) compared: Compared,
}

#[derive(Debug, Args)]
pub(crate) struct Minimize {
    /// The two profiles, separated by a comma.
    #[arg(long, value_name = "A,B", required = true, value_delimiter = ',', value_parser = profile_parser())]
    pub(crate) profiles: Vec<Profile>,
    #[command(flatten)]
    pub(crate) url: One,
    /// The base URL.
    #[arg(long, value_name = "URL")]
    pub(crate) base: Option<String>,
}

/// The options for the sources of the records (URLs or lines) of a command.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Inputs {
    /// The URLs. A single `-`, or no URL if stdin is not a terminal, reads them from stdin, one per line.
    #[arg(value_name = "URL", conflicts_with = "input")]
    pub(crate) urls: Vec<OsString>,
    /// Read URLs from FILE (`-` = stdin), one per line; may be repeated. Blank lines are skipped and counted.
    /// gzip and Zstandard are recognized.
    #[arg(long = "in", id = "input", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Lines end with NUL instead of LF, in the input and the output.
    #[arg(long)]
    pub(crate) null: bool,
    /// Replace bytes that are not UTF-8 by U+FFFD. By default, a line with such bytes is invalid.
    #[arg(long)]
    pub(crate) lossy: bool,
    /// Fail if the inputs contain more than N bytes, after decompression.
    #[arg(long, value_name = "N")]
    pub(crate) max_bytes: Option<u64>,
}

impl Inputs {
    pub(crate) fn has_stdin(&self) -> bool {
        let is_dash = self.urls.iter().all(|url| url == "-");
        if self.files.is_empty() { is_dash } else { self.files.iter().any(|path| path == Path::new("-")) }
    }
}

/// The URL of a command that takes one URL, such as `parse`, and an option to decode the URL.
#[derive(Debug, Args)]
pub(crate) struct One {
    /// The URL. `-`, or no URL if stdin is not a terminal, reads it from stdin, which must have one line.
    pub(crate) url: Option<OsString>,
    /// Replace bytes that are not UTF-8 by U+FFFD.
    #[arg(long)]
    pub(crate) lossy: bool,
}

/// The options of a command for many URLs: its inputs, its outputs, and the choice of results.
#[derive(Clone, Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Stream {
    #[command(flatten)]
    pub(crate) inputs: Inputs,
    /// The base URL of relative URLs. A base that a document declares is resolved against this base.
    #[arg(long, value_name = "URL")]
    pub(crate) base: Option<String>,
    /// The scheme to add to URLs that begin with a host, such as `a.test/x` and `localhost:8000`.
    #[arg(long, value_name = "SCHEME", value_parser = scheme, conflicts_with = "base")]
    pub(crate) default_scheme: Option<String>,
    /// Write to FILE instead of stdout. FILE is replaced when the output is complete, or is unchanged.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Write each invalid line's number, reason, section, span and message to FILE, separated by tabs.
    #[arg(long, value_name = "FILE")]
    pub(crate) errors: Option<PathBuf>,
    /// Return only when the files are on disk, so that they survive a power failure.
    #[arg(long, requires = "out")]
    pub(crate) fsync: bool,
    /// Exit with 1 if any line is invalid.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Write only the first of equal results. Uses temporary files when the memory is full.
    #[arg(long)]
    pub(crate) unique: bool,
    /// Write the number of times that each result occurs, the most frequent first, instead of the results.
    #[arg(long, conflicts_with = "unique")]
    pub(crate) count: bool,
    /// The memory for the results that are compared, counted or sorted, and for each list.
    #[arg(long, value_name = "MIB", default_value_t = 512)]
    pub(crate) memory: u64,
    #[command(flatten)]
    pub(crate) choice: Choice,
}

impl Stream {
    /// Returns the URL if one argument is the only input, and no given option only applies to lists of URLs.
    pub(crate) fn only_url(&self) -> Option<One> {
        let Inputs { urls, files, lossy, .. } = &self.inputs;
        let [url] = &**urls else { return None };
        let is_only = url != "-" && files.is_empty() && self.out.is_none() && self.errors.is_none();
        let is_some = self.choice.is_of_urls() || self.choice.limit.is_some() || self.choice.sample.is_some();
        (is_only && !self.unique && !self.count && !is_some)
            .then(|| One { url: Some(url.clone()), lossy: *lossy })
    }

    pub(crate) fn memory_bytes(&self) -> Result<usize> {
        // With less than 4 MiB, there would be too little room for one chunk of texts and its table.
        let bytes = self.memory.max(4).checked_mul(1 << 20).and_then(|bytes| usize::try_from(bytes).ok());
        bytes.ok_or_else(|| Failure::Refused("--memory is more than this machine can address".into()))
    }
}

/// The options that select URLs and results, and that sort the results.
#[derive(Clone, Debug, Args)]
pub(crate) struct Choice {
    /// Only URLs that meet CONDITION: a field of `get`, then = or != and a value, ~ or !~ and a pattern in
    /// which * matches any text, < or > and a number, or `exists` or `missing`. Examples: `query[id] exists`,
    /// `host ~ *.example.com`. A value is one word, or any text in quotation marks. May be repeated; all must
    /// be met. Other URLs are skipped and counted.
    #[arg(long = "where", value_name = "CONDITION")]
    pub(crate) conditions: Vec<Condition>,
    /// Only URLs that are not in FILE, which has one URL per line. Compares the canonical URLs, or with
    /// `--policy` the results of the policy. May be repeated.
    #[arg(long, value_name = "FILE")]
    pub(crate) not_in: Vec<PathBuf>,
    /// Only URLs that are in FILE. May be repeated; all files must contain the URL.
    #[arg(long, value_name = "FILE")]
    pub(crate) only_in: Vec<PathBuf>,
    /// Sort the results by the bytes of TEMPLATE, filled in as by `get`: `{host}`. Results with equal keys
    /// keep their order. Uses temporary files when the memory is full.
    #[arg(long, value_name = "TEMPLATE", conflicts_with_all = ["unique", "count", "sample"])]
    pub(crate) sort_by: Option<Template>,
    /// Sort the results by TEMPLATE, and write the filled-in TEMPLATE and a tab before each result; `--limit`
    /// then applies to each group.
    #[arg(long, value_name = "TEMPLATE", conflicts_with_all = ["unique", "count", "sample", "sort_by"])]
    pub(crate) group_by: Option<Template>,
    /// Write at most N results.
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,
    /// Write N random results, each equally likely, in the order of the input.
    #[arg(long, value_name = "N", conflicts_with_all = ["unique", "count", "limit"])]
    pub(crate) sample: Option<usize>,
    /// Random seed: the same seed selects the same results of the same input.
    #[arg(long, value_name = "S", requires = "sample", default_value_t)]
    pub(crate) seed: u64,
}

impl Choice {
    pub(crate) fn is_of_urls(&self) -> bool {
        let Self { conditions, not_in, only_in, .. } = self;
        !(conditions.is_empty() && not_in.is_empty() && only_in.is_empty()) || self.key().is_some()
    }

    pub(crate) fn key(&self) -> Option<&Template> {
        self.sort_by.as_ref().or(self.group_by.as_ref())
    }
}

fn scheme(text: &str) -> Result<String, &'static str> {
    let url = Url::parse(&[text, "://a.test"].concat()).ok();
    let scheme = url.map(|url| url.scheme().to_owned()).filter(|scheme| scheme.eq_ignore_ascii_case(text));
    scheme.ok_or("it is not a scheme, such as https")
}

/// Reads the list of parameters for `value`, the value of `--parameters`. If it is `FILE`, the list in this
/// file is added to the built-in list. If it is `=FILE`, the list in this file replaces the built-in list.
pub(crate) fn parameters(value: &Path) -> Result<ParameterList> {
    let replacing = value.to_str().and_then(|value| value.strip_prefix('='));
    let path = replacing.map_or(value, Path::new);
    let list = ParameterList::parse(&read_small_file(path)?);
    let list = list.map_err(|error| Failure::Refused(format!("{}: {error}", path.display())))?;
    Ok(if replacing.is_some() { list } else { ParameterList::default().with(list) })
}

const SMALL_FILE_LIMIT: u64 = 1 << 20;

/// Reads the file at `path`. Fails if the file is larger than [`SMALL_FILE_LIMIT`], as a device may be.
pub(crate) fn read_small_file(path: &Path) -> Result<String> {
    let mut text = String::new();
    let read = File::open(path).and_then(|file| file.take(SMALL_FILE_LIMIT + 1).read_to_string(&mut text));
    match read {
        Ok(len) if len as u64 > SMALL_FILE_LIMIT => {
            refuse(format!("{}: it is longer than {SMALL_FILE_LIMIT} bytes", path.display()))
        }
        read => read.map(|_| text).map_err(Failure::reading(path.display())),
    }
}

#[derive(Debug, Args)]
pub(crate) struct Edit {
    /// Resolve REFERENCE against the URL, as a redirect does.
    #[arg(long, value_name = "REFERENCE")]
    pub(crate) resolve: Option<String>,
    /// Set the scheme.
    #[arg(long, value_name = "SCHEME")]
    pub(crate) scheme: Option<String>,
    /// Set the user name.
    #[arg(long, value_name = "USER")]
    pub(crate) user: Option<String>,
    /// Set the password.
    #[arg(long, value_name = "PASSWORD")]
    pub(crate) password: Option<String>,
    /// Set the host.
    #[arg(long, value_name = "HOST")]
    pub(crate) host: Option<String>,
    /// Set the port.
    #[arg(long, value_name = "PORT")]
    pub(crate) port: Option<u16>,
    /// Set the path.
    #[arg(long, value_name = "PATH")]
    pub(crate) path: Option<String>,
    /// Set the query, without its question mark.
    #[arg(long, value_name = "QUERY")]
    pub(crate) query: Option<String>,
    /// Set the fragment, without its number sign.
    #[arg(long, value_name = "FRAGMENT")]
    pub(crate) fragment: Option<String>,
    /// Append SEGMENT to the path. Characters that a segment cannot contain are escaped.
    #[arg(long, value_name = "SEGMENT")]
    pub(crate) append_path: Vec<String>,
    /// Remove these components of the URL, separated by commas.
    #[arg(long, value_name = "COMPONENT", value_delimiter = ',')]
    pub(crate) clear: Vec<RemovableComponent>,
    /// Remove the parameters with this name; a `*` at the end matches any text.
    #[arg(long, value_name = "NAME")]
    pub(crate) remove_query: Vec<String>,
    /// Remove the parameters that identify sessions or track users: those that `canon --policy dedupe`
    /// removes.
    #[arg(long)]
    pub(crate) strip_tracking: bool,
    /// Also remove the parameters that FILE lists; `--parameters==FILE` replaces the built-in list.
    #[arg(long, value_name = "FILE", requires = "strip_tracking")]
    pub(crate) parameters: Option<PathBuf>,
    /// Set the first parameter called NAME, and remove others with this name. If there is none, append
    /// NAME=VALUE.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parameter_parser())]
    pub(crate) set_query: Vec<(String, String)>,
    /// Append a parameter.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parameter_parser())]
    pub(crate) append_query: Vec<(String, String)>,
    /// Sort the parameters by name.
    #[arg(long)]
    pub(crate) sort_query: bool,
    /// The separator of parameters, for changes of the query.
    #[arg(long, value_name = "CHARACTER", default_value_t = '&')]
    pub(crate) query_separator: char,
    /// Write URLs for logs, without secrets: `***` replaces credentials, and values whose names often contain
    /// secrets. NAMES, separated by commas, replaces the list of names; a `+` before each adds to it.
    /// `+paths` adds the addresses of webhooks.
    #[arg(long, value_name = "NAMES", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub(crate) redact: Option<String>,
    /// Write URLs for people, as the URL Standard renders them: domains and text in Unicode if that is safe,
    /// without credentials.
    #[arg(long, conflicts_with = "redact")]
    pub(crate) unicode: bool,
    #[command(flatten)]
    pub(crate) stream: Stream,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum RemovableComponent {
    User,
    Password,
    Port,
    Path,
    Query,
    Fragment,
}

#[derive(Debug, Args)]
#[command(
    mut_arg("urls", |texts| texts.value_name("TEXT").help("The texts. A single `-`, or no text if stdin is not a terminal, reads them from stdin, one per line")),
    mut_arg("input", |input| input.help("Read texts from FILE (`-` = stdin), one per line; may be repeated. gzip and Zstandard are recognized"))
)]
pub(crate) struct Values {
    /// The part of a URL.
    #[arg(long = "as", value_name = "PART", value_parser = part_parser())]
    pub(crate) part: TextPart,
    #[command(flatten)]
    pub(crate) stream: Stream,
}

/// The values of `--as`: the name of a part of a URL, a note for the help, and the part.
const PARTS: [(&str, Option<&str>, TextPart); 4] = [
    ("userinfo", Some("A user name or a password"), TextPart::Credential),
    ("path-segment", None, TextPart::PathSegment),
    ("query-value", Some("A name or a value of a query, as in a form: a space is `+`"), TextPart::QueryValue),
    ("fragment", None, TextPart::Fragment),
];

fn part_parser() -> impl TypedValueParser<Value = TextPart> {
    let find = |given: &str| PARTS.into_iter().find(|(name, ..)| *name == given).map(|(.., part)| part);
    PossibleValuesParser::new(PARTS.map(|(name, help, _)| PossibleValue::new(name).help(help)))
        .try_map(move |given| find(&given).ok_or("no such part"))
}

#[derive(Debug, Args)]
pub(crate) struct Build {
    /// The scheme.
    #[arg(long, value_name = "SCHEME")]
    pub(crate) scheme: String,
    /// The user name.
    #[arg(long, value_name = "USER", default_value_t)]
    pub(crate) user: String,
    /// The password.
    #[arg(long, value_name = "PASSWORD", default_value_t)]
    pub(crate) password: String,
    /// The host, as in a URL: an IPv6 address needs its brackets.
    #[arg(long, value_name = "HOST")]
    pub(crate) host: Option<String>,
    /// The port; the scheme's default port is not written.
    #[arg(long, value_name = "PORT")]
    pub(crate) port: Option<u16>,
    /// A segment of the path; may be repeated. An empty last segment makes the path end with a slash.
    #[arg(long = "segment", value_name = "SEGMENT")]
    pub(crate) segments: Vec<String>,
    /// A parameter of the query; may be repeated.
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = parameter_parser())]
    pub(crate) parameters: Vec<(String, String)>,
    /// The fragment.
    #[arg(long, value_name = "FRAGMENT")]
    pub(crate) fragment: Option<String>,
}

fn parameter_parser() -> impl TypedValueParser<Value = (String, String)> {
    StringValueParser::new().map(|text| {
        let (name, value) = text.split_once('=').unwrap_or((&text, ""));
        (name.into(), value.into())
    })
}
