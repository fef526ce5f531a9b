//! The command line of the program: its commands, their options, and the help.

#[cfg(feature = "serve")]
use std::net::SocketAddr;
use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io::Read as _,
    num::NonZeroU64,
    path::{Path, PathBuf},
    str::FromStr,
};

use anstream::ColorChoice;
use clap::{
    ArgGroup, Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser},
    error::ErrorKind,
    parser::ValueSource,
};
use memchr::memmem;
use url_facade::{Encoding, Profile, TextPart, Url};
use url_find::{Finder, Mode};
use url_guard::Hazard;
use url_pattern::UrlPattern;
use url_policies::{ParameterList, Policy};

use crate::{
    format::Format,
    template::{Additions, Condition, Template, did_you_mean},
    verdict::{Failure, Result, refuse},
};

/// Parse, resolve and canonicalize URLs by a named specification, and show every step.
#[derive(Debug, Parser)]
#[command(name = "urlspec", version, propagate_version = true)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) options: Options,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// For each command: its name, and the shared options that it refuses because they have no effect on it.
const REFUSED: [(&str, &[&str]); 18] = [
    ("agree", &["profile", "encoding", "default_scheme"]),
    ("batch", &["json"]),
    ("build", &["profile"]),
    ("check", &["encoding", "default_scheme", "strict"]),
    ("columns", &["json", "null", "count", "group_by"]),
    ("compare", &["profile"]),
    ("completions", &["profile", "encoding", "json"]),
    ("decode", URL_OPTIONS),
    ("diff", &["profile"]),
    ("encode", URL_OPTIONS),
    ("fields", &["profile", "encoding", "json"]),
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
    /// Returns the definition of the command line. The help of a command hides the options that it refuses,
    /// and ends with the section of `help.txt` for the command.
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
        let command = command.after_help(help_of("exit status"));
        let command = command.mut_subcommands(|sub| {
            let text = help_of(sub.get_name());
            sub.after_help(text)
        });
        let command = command.mut_subcommand("fields", |sub| sub.help_template(help_of("fields")));
        REFUSED.into_iter().fold(command, hide_all)
    }

    pub(crate) fn from_args(args: impl Iterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut args: Vec<OsString> = args.collect();
        // clap takes all arguments of `help` as names of commands.
        if args.get(1).is_some_and(|arg| arg == "help") {
            args.retain(|arg| arg != "-q" && arg != "--quiet");
            let count = args.len();
            args.retain(|arg| arg != "-h" && arg != "--help");
            if args.len() == 2 && count > 2 {
                args.push("help".into());
            }
        }
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

/// Returns the section `name` of the file `help.txt`.
pub(crate) fn help_of(name: &str) -> &'static str {
    const FILE: &str = include_str!("help.txt");
    // Every run reads the sections of all commands, for which `str::find` is too slow.
    let find = |text: &str, heading: &str| memmem::find(text.as_bytes(), heading.as_bytes());
    let heading = format!("\n# {name}\n");
    let section = find(FILE, &heading).and_then(|at| FILE.get(at + heading.len()..)).unwrap_or_default();
    section.get(..find(section, "\n# ").unwrap_or(section.len())).unwrap_or_default().trim()
}

/// The options of every command.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct Options {
    /// The specification: see `urlspec profiles`.
    #[arg(long, global = true, value_name = "PROFILE", default_value_t, hide_possible_values = true, value_parser = ProfileParser)]
    pub(crate) profile: Profile,
    /// The character encoding of queries.
    #[arg(long, global = true, value_name = "LABEL", default_value = "utf-8", value_parser = Encoding::for_label)]
    pub(crate) encoding: Encoding,
    /// Print JSON, in a stable format.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Write nothing but results, and errors that stop the program.
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Colours of errors and explanations: auto (the default), always or never.
    #[arg(long, global = true, value_name = "WHEN", hide_possible_values = true, value_parser = color_parser())]
    pub(crate) color: Option<ColorChoice>,
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

/// Parses a value of `--color`, and sets it at once, so that it also applies to errors in later arguments.
fn color_parser() -> impl TypedValueParser<Value = ColorChoice> {
    PossibleValuesParser::new(["auto", "always", "never"]).map(|name| {
        let choice = match &*name {
            "always" => ColorChoice::Always,
            "never" => ColorChoice::Never,
            _ => ColorChoice::Auto,
        };
        choice.write_global();
        choice
    })
}

/// Parses the name of a profile. Completions have all names; errors only have the most similar name.
#[derive(Clone)]
struct ProfileParser;

fn profile_names() -> impl Iterator<Item = &'static str> {
    Profile::available().iter().copied().chain(Profile::candidates()).map(Profile::name)
}

impl TypedValueParser for ProfileParser {
    type Value = Profile;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Profile, clap::Error> {
        let parse = |name: String| {
            let hint = || did_you_mean(&name, profile_names());
            name.parse::<Profile>()
                .map_err(|_| format!("there is no such profile:{} `urlspec profiles` lists them", hint()))
        };
        StringValueParser::new().try_map(parse).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue>>> {
        Some(Box::new(profile_names().map(PossibleValue::new)))
    }
}

/// Parses a number of an option, such as `--limit`.
fn number<T: FromStr>(text: &str) -> Result<T, String> {
    let least = u8::from("0".parse::<T>().is_err());
    text.parse().map_err(|_| format!("expected a whole number, at least {least}"))
}

/// Parses the value of `--host`. Refuses a host with a port or a path, and a whole URL.
fn host(text: &str) -> Result<String, String> {
    if text.contains("://") {
        return Err("expected a host, not a URL".into());
    }
    if text.contains(['/', '?', '#', '\\']) {
        return Err("a host has no path, query or fragment: other options set them".into());
    }
    let (name, port) = text.rsplit_once(':').unwrap_or((text, ""));
    let is_address = name.contains(':') && !name.ends_with(']');
    match port.parse::<u16>() {
        Ok(port) if !is_address => Err(format!("a host has no port: use `--port {port}`")),
        _ => Ok(text.into()),
    }
}

fn port(text: &str) -> Result<u16, &'static str> {
    text.parse().map_err(|_| "expected a number, at most 65535")
}

fn separator(text: &str) -> Result<char, &'static str> {
    text.parse().map_err(|_| "expected one character")
}

#[cfg(feature = "serve")]
fn socket_address(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse().map_err(|_| "expected an IP address and a port, such as 127.0.0.1:8780")
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
    /// Write parts of URLs by a template.
    Get(Get),
    /// Show the steps of canonicalizing a URL, each with its rule in the specification.
    Explain {
        #[command(flatten)]
        url: One,
        /// The base URL.
        #[arg(long, value_name = "URL")]
        base: Option<String>,
        /// Also show the steps that change nothing.
        #[arg(long)]
        every: bool,
        #[command(flatten)]
        quoting: Quoting,
        /// Explain where the links in a text end, and why, by Unicode's UTS #58.
        #[arg(long, conflicts_with_all = ["base", "every", "markdown", "playground"])]
        links: bool,
        /// The rules for the beginning and the end of a link, with --links.
        #[arg(long, value_name = "MODE", default_value = "uts58", requires = "links", value_parser = mode_parser())]
        mode: Mode,
    },
    /// Change URLs: set or clear components, add to the path, edit the query.
    Edit(Box<Edit>),
    /// Find the URLs in a text or a document, with the line and the column of each.
    #[command(
        mut_arg("urls", |texts| texts.value_name("TEXT").help("The texts; `-`, or none without a terminal, reads stdin")),
        mut_arg("input", |input| input.help("Read a document from FILE, or the files below a folder"))
    )]
    Find(Find),
    /// Check that strings, or the URLs of a list or a sitemap, are valid URL strings.
    #[command(
        mut_arg("input", |input| input.help("Read URLs from FILE, one per line, or a document")),
        mut_arg("format", |format| format.help("The format of the input; by default, as its name or first bytes show"))
    )]
    Check {
        #[command(flatten)]
        documents: Documents,
        /// Exit with 0 even if a string is invalid.
        #[arg(long)]
        exit_zero: bool,
    },
    /// Write a URL from its parts, which are plain text and are escaped.
    Build(Build),
    /// Escape texts for a part of a URL, such as a segment of the path.
    Encode(Values),
    /// Decode the escapes of parts of URLs.
    Decode(Values),
    /// Write the URLs that are safe to fetch, in the form to fetch; refuse all others.
    Guard(GuardOptions),
    /// Write the URLs that match a URL pattern, such as `https://*.example.com/:id`.
    #[command(mut_arg("urls", |urls| urls.long("url").num_args(1).help("A URL to match; repeatable").help_heading("Input")))]
    Match(Match),
    /// Classify hosts by the network that they point to, such as the public Internet.
    Risk(Stream),
    /// Write the canonical form of the URLs on which profiles agree.
    #[command(mut_arg("strict", |strict| strict.help("Also refuse every hazard (docs/hazards.md)")))]
    Agree(Agree),
    /// Add columns to a table: fields of the URLs in one of its columns.
    #[command(
        mut_arg("urls", |rows| rows.hide(true)),
        mut_arg("input", |input| input.help("Read a table from FILE (`-` = stdin, the default)"))
    )]
    Columns(Columns),
    /// Show the result of every specification and consumer for a URL, and which agree.
    Compare {
        #[command(flatten)]
        url: One,
        /// The base URL.
        #[arg(long, value_name = "URL")]
        base: Option<String>,
        /// Show only consumers with an older version whose result differs from that of the newest version.
        #[arg(long)]
        changed: bool,
        #[command(flatten)]
        quoting: Quoting,
        /// Also call the crates `url` and `http`, and show their results.
        #[cfg(feature = "crates")]
        #[arg(long)]
        crates: bool,
    },
    /// Show the first step at which specifications differ on a URL or on each of many.
    Diff(Diff),
    /// Count the URLs that another profile, such as a candidate, would change.
    Impact(Impact),
    /// Shorten a URL, and keep the difference between two specifications.
    Minimize(Minimize),
    /// List the specifications, the candidates and the consumers (real programs).
    Profiles,
    /// List the fields of templates.
    #[command(hide = true)]
    Fields,
    /// Answer requests from stdin on stdout, in order, one JSON object per line.
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
    #[cfg(feature = "serve")]
    Serve {
        /// The address and port to listen on; port 0 selects a free one.
        #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8780", value_parser = socket_address)]
        bind: SocketAddr,
        /// Also answer requests for this host name, without a port.
        #[arg(long = "name", value_name = "HOST", value_parser = host)]
        names: Vec<String>,
        /// Link the sections of steps to this site, which `cargo xtask docs` builds.
        #[arg(long, value_name = "URL", value_parser = site_address)]
        site: Option<String>,
        /// The policy of `POST /guard`, in TOML: docs/security.md lists the keys.
        #[arg(long, value_name = "FILE")]
        policy: Option<PathBuf>,
    },
}

/// Parses the value of `--site`, the address of a site. Adds a slash if the address does not end with one.
fn site_address(text: &str) -> Result<String, String> {
    let url = Url::parse(text).map_err(|error| error.to_string())?;
    if !matches!(url.scheme(), "http" | "https") || url.query().is_some() || url.fragment().is_some() {
        return Err("the address of a site has the scheme http or https, no query and no fragment".into());
    }
    let slash = if url.path().ends_with('/') { "" } else { "/" };
    Ok(format!("{url}{slash}"))
}

#[derive(Debug, Args)]
pub(crate) struct Canon {
    /// Write the result of a policy for comparing URLs.
    #[arg(long, value_name = "POLICY", value_parser = PossibleValuesParser::new(Policy::NAMES).try_map(|name| name.parse::<Policy>()))]
    policy: Option<Policy>,
    /// With `dedupe`, also remove the parameters in FILE; `=FILE`: only those.
    #[arg(long, value_name = "FILE", requires = "policy")]
    parameters: Option<PathBuf>,
    /// Write the components of each URL, as a terminal shows them for one URL.
    #[arg(short, long, conflicts_with_all = ["json", "policy", "unique", "count"])]
    pub(crate) verbose: bool,
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
    /// The text to write, with fields in braces, such as `{host}`.
    pub(crate) template: Template,
    /// The pattern whose groups are the fields `pattern[NAME]`.
    #[arg(long, value_name = "PATTERN", value_parser = UrlPattern::from_str)]
    pub(crate) pattern: Option<UrlPattern>,
    /// Write the fields of the template as CSV, with a header.
    #[arg(long, conflicts_with_all = ["count", "group_by", "json"])]
    pub(crate) csv: bool,
    /// Write the fields of the template with tabs, and a header.
    #[arg(long, conflicts_with_all = ["count", "csv", "group_by", "json"])]
    pub(crate) tsv: bool,
    /// Read each line of the input as a host instead of a URL.
    #[arg(long, conflicts_with_all = ["base", "default_scheme"])]
    pub(crate) bare_hosts: bool,
    #[command(flatten)]
    pub(crate) stream: Stream,
}

#[derive(Debug, Args)]
pub(crate) struct Find {
    /// Write the whole text, with `***` in place of secrets.
    #[arg(long, value_name = "NAMES", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub(crate) redact: Option<String>,
    /// Find `every` URL with a scheme, or the links of `uts58`.
    #[arg(long, value_name = "MODE", default_value = "every", hide_possible_values = true, conflicts_with = "redact", value_parser = mode_parser())]
    pub(crate) mode: Mode,
    /// Find only URLs with these schemes, separated by commas.
    #[arg(long, value_name = "SCHEMES", value_delimiter = ',', conflicts_with = "redact", value_parser = scheme)]
    pub(crate) scheme: Vec<String>,
    /// Write the URLs as they are in the document.
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
    /// The format; by default, as the name or the first bytes show, or text.
    #[arg(long, hide_possible_values = true)]
    pub(crate) format: Option<Format>,
    /// In HTML, also read the attribute NAME, such as `data-src`; repeatable.
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
    /// Resolve names, check their addresses, and write options for curl.
    #[arg(long)]
    pub(crate) resolve: bool,
    /// Write the decision for each URL, its reason, and all readings.
    #[arg(long, conflicts_with_all = ["json", "unique", "count"])]
    pub(crate) explain: bool,
    /// Read documents, and write the refusals of all URLs in them.
    #[arg(long, conflicts_with_all = ["resolve", "explain", "lossy", "null", "unique", "count", "Choice"])]
    pub(crate) find: bool,
    /// The format; by default, as the name or the first bytes show, or text.
    #[arg(long, requires = "find", hide_possible_values = true)]
    pub(crate) format: Option<Format>,
    /// In HTML, also read the attribute NAME, such as `data-src`; repeatable.
    #[arg(long, value_name = "NAME", requires = "find")]
    pub(crate) attr: Vec<String>,
    /// Write the refusals as a SARIF report, for code review tools.
    #[arg(long, conflicts_with_all = ["json", "explain", "unique", "count", "errors", "null", "Choice"])]
    pub(crate) sarif: bool,
    #[command(flatten)]
    pub(crate) stream: Stream,
}

#[derive(Debug, Args)]
pub(crate) struct Match {
    /// The patterns, by the URL Pattern Standard.
    #[arg(value_name = "PATTERN", required_unless_present = "lists")]
    pub(crate) patterns: Vec<String>,
    /// Read patterns from FILE, one per line; repeatable.
    #[arg(long = "patterns", id = "lists", value_name = "FILE")]
    pub(crate) lists: Vec<PathBuf>,
    /// Write the URLs that no pattern matches.
    #[arg(long)]
    pub(crate) not: bool,
    /// Write the first pattern that matches, and a tab, before each URL.
    #[arg(long, conflicts_with = "not")]
    pub(crate) first: bool,
    /// Match paths, queries and fragments in upper and lower case.
    #[arg(long)]
    pub(crate) ignore_case: bool,
    #[command(flatten)]
    pub(crate) stream: Stream,
}

#[derive(Debug, Args)]
pub(crate) struct Agree {
    /// The profiles, two or more, separated by commas.
    #[arg(long, value_name = "A,B", required = true, value_delimiter = ',', hide_possible_values = true, value_parser = ProfileParser)]
    pub(crate) profiles: Vec<Profile>,
    /// Permit this hazard, despite `--strict`.
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
    /// The fields and functions to add, separated by commas; NAME=FIELD names the column.
    #[arg(long, value_name = "FIELDS", required = true)]
    pub(crate) add: Vec<Additions>,
    /// The table is CSV.
    #[arg(long)]
    pub(crate) csv: bool,
    /// The table is separated by tabs.
    #[arg(long, conflicts_with = "csv")]
    pub(crate) tsv: bool,
    /// The separator: by default, the comma, semicolon or tab that gives the column.
    #[arg(long, value_name = "CHARACTER", value_parser = delimiter, conflicts_with_all = ["csv", "tsv", "jsonl"])]
    pub(crate) delimiter: Option<u8>,
    /// The table is JSON Lines; a dot in NAME selects an inner member.
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
    #[arg(long, value_name = "A,B", required = true, value_delimiter = ',', hide_possible_values = true, value_parser = ProfileParser)]
    pub(crate) profiles: Vec<Profile>,
    #[command(flatten)]
    pub(crate) compared: Compared,
}

/// The options for output that can be quoted.
#[derive(Clone, Debug, Args)]
pub(crate) struct Quoting {
    /// Write Markdown, with links to the sections and the command, for an issue.
    #[arg(long, conflicts_with = "json")]
    pub(crate) markdown: bool,
    /// Write only a link to the playground of the site, with the same input.
    #[arg(long, conflicts_with_all = ["json", "markdown"])]
    pub(crate) playground: bool,
    /// The site of the playground, which `cargo xtask docs` builds.
    #[arg(long = "site", value_name = "URL", requires = "playground", value_parser = site_address)]
    pub(crate) site: Option<String>,
}

/// The options that `diff` and `impact` share: the URLs to compare, and the form of the report.
#[derive(Debug, Args)]
pub(crate) struct Compared {
    #[command(flatten)]
    pub(crate) inputs: Inputs,
    /// The base URL.
    #[arg(long, value_name = "URL")]
    pub(crate) base: Option<String>,
    #[command(flatten)]
    pub(crate) quoting: Quoting,
    /// Also write the report to FILE, as a self-contained HTML page.
    #[arg(long, value_name = "FILE", conflicts_with = "urls")]
    pub(crate) html: Option<PathBuf>,
    /// Return only when the page is on disk.
    #[arg(long, requires = "html", conflicts_with = "urls")]
    pub(crate) fsync: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Impact {
    /// The current profile.
    #[arg(long, value_name = "PROFILE", default_value_t, hide_possible_values = true, value_parser = ProfileParser)]
    pub(crate) from: Profile,
    /// The new profile, such as `whatwg+no-empty-labels`.
    #[arg(long, value_name = "PROFILE", hide_possible_values = true, value_parser = ProfileParser, required_unless_present = "candidate")]
    pub(crate) to: Option<Profile>,
    /// Compare with the change of data in FILE, in TOML: docs/editors.md lists its keys.
    #[arg(long, value_name = "FILE", conflicts_with = "to")]
    pub(crate) candidate: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) compared: Compared,
}

#[derive(Debug, Args)]
pub(crate) struct Minimize {
    /// The two profiles, separated by a comma.
    #[arg(long, value_name = "A,B", required = true, value_delimiter = ',', hide_possible_values = true, value_parser = ProfileParser)]
    pub(crate) profiles: Vec<Profile>,
    #[command(flatten)]
    pub(crate) url: One,
    /// The base URL.
    #[arg(long, value_name = "URL")]
    pub(crate) base: Option<String>,
    #[command(flatten)]
    pub(crate) quoting: Quoting,
}

/// The options for the sources of the records (URLs or lines) of a command.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct Inputs {
    /// The URLs. `-`, or no URL if stdin is not a terminal, reads them from stdin, one per line.
    #[arg(value_name = "URL", conflicts_with = "input", help_heading = None)]
    pub(crate) urls: Vec<OsString>,
    /// Read URLs from FILE (`-` = stdin), one per line; repeatable.
    #[arg(long = "in", id = "input", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Lines end with NUL, in the input and the output.
    #[arg(long)]
    pub(crate) null: bool,
    /// Replace bytes that are not UTF-8, instead of refusing their line.
    #[arg(long)]
    pub(crate) lossy: bool,
    /// Fail if the inputs contain more than N bytes.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<u64>)]
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
    /// The URL; `-`, or none without a terminal, reads it from stdin.
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
    /// The base URL of relative URLs.
    #[arg(long, value_name = "URL", help_heading = "Input")]
    pub(crate) base: Option<String>,
    /// The scheme to add to URLs that begin with a host, as `a.test/x`.
    #[arg(long, value_name = "SCHEME", value_parser = scheme, conflicts_with = "base", help_heading = "Input")]
    pub(crate) default_scheme: Option<String>,
    /// Write to FILE instead of stdout.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) out: Option<PathBuf>,
    /// Write the error of every invalid line to FILE.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) errors: Option<PathBuf>,
    /// Return only when the files are on disk.
    #[arg(long, requires = "out", help_heading = "Output")]
    pub(crate) fsync: bool,
    /// Exit with 1 if any line is invalid.
    #[arg(long, help_heading = "Output")]
    pub(crate) strict: bool,
    /// Write only the first of equal results.
    #[arg(long, help_heading = "Selection")]
    pub(crate) unique: bool,
    /// Write each result once, with its number of occurrences.
    #[arg(long, conflicts_with = "unique", help_heading = "Selection")]
    pub(crate) count: bool,
    /// The memory for comparing, counting and sorting results.
    #[arg(long, value_name = "MIB", default_value = "512", allow_negative_numbers = true, value_parser = number::<u64>, help_heading = "Selection")]
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
#[command(next_help_heading = "Selection")]
pub(crate) struct Choice {
    /// Only URLs that meet CONDITION, such as `host ~ *.test`; repeatable.
    #[arg(long = "where", value_name = "CONDITION")]
    pub(crate) conditions: Vec<Condition>,
    /// Only URLs that are not in FILE; repeatable.
    #[arg(long, value_name = "FILE")]
    pub(crate) not_in: Vec<PathBuf>,
    /// Only URLs that are in FILE; repeatable.
    #[arg(long, value_name = "FILE")]
    pub(crate) only_in: Vec<PathBuf>,
    /// Sort the results by a template, such as `{host}`.
    #[arg(long, value_name = "TEMPLATE", conflicts_with_all = ["unique", "count", "sample"])]
    pub(crate) sort_by: Option<Template>,
    /// Sort the results by TEMPLATE, and write it and a tab before each.
    #[arg(long, value_name = "TEMPLATE", conflicts_with_all = ["unique", "count", "sample", "sort_by"])]
    pub(crate) group_by: Option<Template>,
    /// Write at most N results, or N of each group.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<NonZeroU64>)]
    pub(crate) limit: Option<NonZeroU64>,
    /// Write N random results, in the order of the input.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<usize>, conflicts_with_all = ["unique", "count", "limit"])]
    pub(crate) sample: Option<usize>,
    /// Random seed: the same seed selects the same results.
    #[arg(long, value_name = "S", requires = "sample", default_value = "0", allow_negative_numbers = true, value_parser = number::<u64>)]
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
#[command(group(ArgGroup::new("QueryEdit").multiple(true)))]
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
    #[arg(long, value_name = "HOST", value_parser = host)]
    pub(crate) host: Option<String>,
    /// Set the port.
    #[arg(long, value_name = "PORT", value_parser = port)]
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
    /// Append SEGMENT to the path.
    #[arg(long, value_name = "SEGMENT")]
    pub(crate) append_path: Vec<String>,
    /// Remove these components of the URL, separated by commas.
    #[arg(long, value_name = "COMPONENT", value_delimiter = ',')]
    pub(crate) clear: Vec<RemovableComponent>,
    /// Remove the parameters with this name; `utm_*` matches any ending.
    #[arg(long, value_name = "NAME", group = "QueryEdit")]
    pub(crate) remove_query: Vec<String>,
    /// Remove the parameters that identify sessions or track users.
    #[arg(long, group = "QueryEdit")]
    pub(crate) strip_tracking: bool,
    /// Also remove the parameters in FILE; `=FILE`: only those.
    #[arg(long, value_name = "FILE", requires = "strip_tracking")]
    pub(crate) parameters: Option<PathBuf>,
    /// Set the parameter NAME, and remove others with this name.
    #[arg(long, value_name = "NAME=VALUE", group = "QueryEdit", value_parser = parameter_parser())]
    pub(crate) set_query: Vec<(String, String)>,
    /// Append a parameter.
    #[arg(long, value_name = "NAME=VALUE", group = "QueryEdit", value_parser = parameter_parser())]
    pub(crate) append_query: Vec<(String, String)>,
    /// Sort the parameters by name.
    #[arg(long, group = "QueryEdit")]
    pub(crate) sort_query: bool,
    /// The separator of parameters, for the options that edit the query.
    #[arg(long, value_name = "CHARACTER", default_value_t = '&', requires = "QueryEdit", value_parser = separator)]
    pub(crate) query_separator: char,
    /// Write URLs for logs, with `***` in place of secrets.
    #[arg(long, value_name = "NAMES", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub(crate) redact: Option<String>,
    /// Write URLs for people: in Unicode if that is safe, without credentials.
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
    mut_arg("urls", |texts| texts.value_name("TEXT").help("The texts; `-`, or none without a terminal, reads them from stdin, one per line")),
    mut_arg("input", |input| input.help("Read texts from FILE (`-` = stdin), one per line; repeatable"))
)]
pub(crate) struct Values {
    /// The part: userinfo, path-segment, query-value or fragment.
    #[arg(long = "as", value_name = "PART", hide_possible_values = true, value_parser = part_parser())]
    pub(crate) part: TextPart,
    #[command(flatten)]
    pub(crate) stream: Stream,
}

/// The values of `--as`.
const PARTS: [(&str, TextPart); 4] = [
    ("userinfo", TextPart::Credential),
    ("path-segment", TextPart::PathSegment),
    ("query-value", TextPart::QueryValue),
    ("fragment", TextPart::Fragment),
];

fn part_parser() -> impl TypedValueParser<Value = TextPart> {
    let find = |given: &str| PARTS.into_iter().find(|(name, _)| *name == given).map(|(_, part)| part);
    PossibleValuesParser::new(PARTS.map(|(name, _)| name))
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
    #[arg(long, value_name = "HOST", value_parser = host)]
    pub(crate) host: Option<String>,
    /// The port; the scheme's default port is not written.
    #[arg(long, value_name = "PORT", value_parser = port)]
    pub(crate) port: Option<u16>,
    /// A segment of the path; repeatable. An empty last one adds a slash.
    #[arg(long = "segment", value_name = "SEGMENT")]
    pub(crate) segments: Vec<String>,
    /// A parameter of the query; repeatable.
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
