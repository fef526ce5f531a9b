use url_diff::{AgreeOptions, Agreement};
use url_facade::{Host, Profile};

/// The specs that programs follow, and the programs themselves.
const EVERYBODY: [Profile; 14] = [
    Profile::Whatwg,
    Profile::Rfc3986,
    Profile::Webspecs,
    Profile::Manakai,
    Profile::NodeUrlParse,
    Profile::PerlUri,
    Profile::Curl,
    Profile::GoNetUrl,
    Profile::PhpParseUrl,
    Profile::PythonUrlsplit,
    Profile::PythonUrllib3,
    Profile::JavaNetUrl,
    Profile::JavaNetUri,
    Profile::RubyUri,
];

/// What `input` leads to, if this guard accepts it: everybody sees the same URL in `href`, which is what to hand on, and
/// `allows` its host.
fn guard(input: &str, allows: impl Fn(&Host<String>) -> bool) -> Result<Agreement, String> {
    let agreed = AgreeOptions::strict().agree(input, None, &EVERYBODY).map_err(|refused| refused.to_string())?;
    match &agreed.host {
        _ if !matches!(&*agreed.scheme, "http" | "https") => Err("neither http: nor https:".into()),
        Some(host) if allows(host) => Ok(agreed),
        host => Err(format!("not a host to connect to: {host:?}")),
    }
}
