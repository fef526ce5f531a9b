//! The options of `edit`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{parts::parameter_parser, stream::Stream};

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
    /// Remove components, separated by commas.
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
    /// Set the first parameter with this name and remove the others, or append it.
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

/// A component that can be removed.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum RemovableComponent {
    User,
    Password,
    Port,
    Path,
    Query,
    Fragment,
}
