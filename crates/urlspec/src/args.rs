//! The command line: commands, options, and their help.

#[cfg(feature = "serve")]
use std::net::SocketAddr;
use std::{borrow::Cow, ffi::OsString, path::PathBuf};

use clap::{
    Args, Parser, Subcommand,
    builder::{PossibleValuesParser, TypedValueParser as _},
};
use url_facade::{Encoding, Profile};

/// Parse, resolve and canonicalize URLs as a named specification says, and see every step.
#[derive(Debug, Parser)]
#[command(name = "urlspec", version, propagate_version = true, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) options: Options,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXIT_CODES: &str = "\
Exit codes: 0 = success; 1 = the URL is invalid (`canon --in`: with --strict, if any line is; `batch`, `compare` and `diff`: never, their \
output reports it); 2 = wrong usage, or a file that cannot be read or written.";

/// The options of every command.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Options {
    /// The specification to follow; `urlspec profiles` lists them.
    #[arg(long, global = true, value_name = "PROFILE", default_value_t, value_parser = profile_parser())]
    pub(crate) profile: Profile,
    /// The character encoding of queries, by its label in the Encoding Standard.
    #[arg(long, global = true, value_name = "LABEL", default_value = "utf-8", value_parser = Encoding::for_label)]
    pub(crate) encoding: Encoding,
    /// Print JSON, in a stable shape.
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

impl Options {
    pub(crate) fn parser(&self) -> url_facade::Parser<'static> {
        url_facade::Parser::new(self.profile).with_encoding(self.encoding)
    }
}

fn profile_parser() -> impl clap::builder::TypedValueParser<Value = Profile> {
    PossibleValuesParser::new(Profile::ALL.iter().map(|profile| profile.name()))
        .try_map(|name| name.parse::<Profile>())
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Parse a URL or a relative reference into its components.
    Parse {
        /// The URL.
        url: OsString,
    },
    /// Resolve a URL or a relative reference against a base.
    Resolve {
        /// The URL.
        url: OsString,
        /// The base URL.
        #[arg(long, value_name = "URL")]
        base: OsString,
    },
    /// Canonicalize a URL, or a file of them.
    Canon(Canon),
    /// Show the steps of canonicalizing a URL that change something: the section of each, its input and its result.
    Explain {
        /// The URL.
        url: OsString,
        /// The base URL.
        #[arg(long, value_name = "URL")]
        base: Option<OsString>,
        /// Also show the steps that change nothing: those that decide, count, set a variable, or leave their text as it is.
        #[arg(long)]
        every: bool,
    },
    /// Check that a string is a valid URL string of the URL Standard.
    Check {
        /// The string.
        url: OsString,
        /// The base URL, for a relative string.
        #[arg(long, value_name = "URL")]
        base: Option<OsString>,
    },
    /// Show the result of every specification for a URL, and which of them agree.
    Compare {
        /// The URL.
        url: OsString,
        /// The base URL.
        #[arg(long, value_name = "URL")]
        base: Option<OsString>,
    },
    /// Show the first step at which specifications differ on a URL, or count such steps over a file of URLs.
    Diff(Diff),
    /// Find the shortest URL on which two specifications differ by the same rules.
    Minimize(Minimize),
    /// List the specifications.
    Profiles,
    /// Answer requests from stdin on stdout, in order, one JSON object per line.
    #[command(long_about = BATCH)]
    Batch {
        /// The base URL of requests that have none.
        #[arg(long, value_name = "URL")]
        base: Option<OsString>,
    },
    /// Serve the live viewer, a page for a browser, and its interface for programs.
    #[cfg(feature = "serve")]
    #[command(long_about = SERVE)]
    Serve {
        /// The address and port to listen on; port 0 selects a free one.
        #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8780")]
        bind: SocketAddr,
    },
}

#[cfg(feature = "serve")]
const SERVE: &str = "\
Serve the live viewer, a page for a browser, and its interface for programs.

The first line of the output is its address. Only this machine can reach the default address. The server makes no requests \
itself. Ctrl-C stops it after the requests in progress are answered.";

const BATCH: &str = r#"Answer requests from stdin on stdout, in order, one JSON object per line.

Request: {"id": any, "profile": name, "op": "parse"|"resolve"|"canon"|"valid"|"absolute"|"api"|"set", "input": string,
"base": string|null, "encoding": label|null}. Where profile, base or encoding is missing or null, the option of
the command line applies.

Answer: {"id": ..., "ok": true, "href": string, "scheme": ..., "user": ..., "password": ..., "host": ..., "port": ...,
"path": ..., "query": ..., "fragment": ...} with the components that are present (no href for op parse), with
"invalid": true and no href where the specification flags the result of parse or resolve as invalid; or {"id": ...,
"ok": false, "error": {"kind": ..., "message": ..., "section": id|null, "span": [start, end]|null}}. The span counts
bytes of the input, or of the base where the error has "source": "base".

The profiles whatwg and connolly have the op "valid" ({"id": ..., "ok": true, "valid": true|false}, for whatwg with the
"error" where it is false), and connolly has "absolute", whose answer has the same shape. Profiles with
URL objects (whatwg and its dated ones, webspecs) have "api" ({"id": ..., "ok": true, "href": ..., "protocol": ...,
"username": ..., "password": ..., "host": ..., "hostname": ..., "port": ..., "pathname": ..., "search": ..., "hash": ...,
"origin": ..., "searchParams": string, "typedHost": {"kind": "domain"|"ipv4"|"ipv6"|"opaque"|"empty", "value": ...}|null,
"searchPairs": [[name, value], ...], "violations": [...]}) and "set", which takes an "attr" and a "value", and whose
answer has the same shape.

Kinds beyond those of the specifications: bad-request, line-too-long (over 16 MiB), unknown-profile, unknown-encoding.
Line N of the output answers line N of the input. The exit code is 0 whatever the answers."#;

#[derive(Debug, Args)]
#[group(id = "what", required = true, multiple = false, args = ["url", "input"])]
pub(crate) struct Canon {
    /// The URL.
    pub(crate) url: Option<OsString>,
    /// The base URL; without it, the URL itself is the base.
    #[arg(long, value_name = "URL")]
    pub(crate) base: Option<OsString>,
    #[command(flatten)]
    pub(crate) lines: Lines,
}

#[derive(Debug, Args)]
pub(crate) struct Diff {
    /// The profiles, separated by commas; each is compared with the first.
    #[arg(long, value_name = "A,B", required = true, value_delimiter = ',', value_parser = profile_parser())]
    pub(crate) profiles: Vec<Profile>,
    /// The URL.
    #[arg(required_unless_present = "input", conflicts_with = "input")]
    pub(crate) url: Option<OsString>,
    /// The base URL.
    #[arg(long, value_name = "URL")]
    pub(crate) base: Option<OsString>,
    /// Compare every line of FILE (`-` = stdin), and count the lines by the two rules at which the profiles differ.
    #[arg(long = "in", id = "input", value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,
    /// Also write the report to FILE, as a self-contained HTML page.
    #[arg(long, value_name = "FILE", conflicts_with = "url")]
    pub(crate) html: Option<PathBuf>,
    /// Return only when the page is on disk, so that it survives a loss of power.
    #[arg(long, requires = "html")]
    pub(crate) fsync: bool,
    /// URLs end with NUL instead of LF.
    #[arg(long, conflicts_with = "url")]
    pub(crate) null: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Minimize {
    /// The two profiles, separated by a comma.
    #[arg(long, value_name = "A,B", required = true, value_delimiter = ',', value_parser = profile_parser())]
    pub(crate) profiles: Vec<Profile>,
    /// The URL.
    pub(crate) url: OsString,
    /// The base URL.
    #[arg(long, value_name = "URL")]
    pub(crate) base: Option<OsString>,
}

/// The options of `canon --in`.
#[derive(Debug, Args)]
pub(crate) struct Lines {
    /// Canonicalize every line of FILE (`-` = stdin), in order. Invalid lines are omitted and counted.
    #[arg(long = "in", id = "input", value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,
    /// Write to FILE instead of stdout. FILE is replaced when the output is complete, or stays as it was.
    #[arg(long, value_name = "FILE", conflicts_with = "url")]
    pub(crate) out: Option<PathBuf>,
    /// Write each invalid line's number, reason, section, span and message to FILE, separated by tabs.
    #[arg(long, value_name = "FILE", conflicts_with = "url")]
    pub(crate) errors: Option<PathBuf>,
    /// Return only when the files are on disk, so that they survive a loss of power.
    #[arg(long, requires = "out")]
    pub(crate) fsync: bool,
    /// URLs end with NUL instead of LF, in the input and the output.
    #[arg(long, conflicts_with = "url")]
    pub(crate) null: bool,
    /// Exit with 1 if any line is invalid.
    #[arg(long, conflicts_with = "url")]
    pub(crate) strict: bool,
}

/// An argument as a string of Unicode characters; anything else is replaced as preprocessing says.
pub(crate) fn text(argument: &OsString) -> Cow<'_, str> {
    url_facade::from_bytes(argument.as_encoded_bytes())
}
