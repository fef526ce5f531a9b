//! Compares this crate with the crate `url` on the same inputs: the results of parsing, the parts of URLs,
//! the setters, and the errors.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    cell::Cell,
    collections::{BTreeSet, HashSet},
    error::Error,
    fmt,
    net::IpAddr,
    panic::{self, AssertUnwindSafe},
};

use url_testdata::{
    hostile::{URLS, VALUES},
    public_cases, text,
};

fn cases() -> Vec<(String, Option<String>)> {
    let read = |case| (text(case, "input").unwrap().into(), text(case, "base").map(Into::into));
    public_cases("url", "urltestdata.json").unwrap().iter().map(read).collect()
}

/// Expands to a closure that formats the results of all getters of a URL of the crate `$of`.
macro_rules! everything {
    ($of:ident) => {
        |url: &$of::Url| {
            use $of::{Position::*, quirks::*};
            let slices = [
                &url[..],
                &url[BeforeScheme..AfterScheme],
                &url[BeforeUsername..AfterUsername],
                // An assertion in `url` fails here if the URL has a user but no password.
                if url.password().is_some() { &url[BeforePassword..AfterPassword] } else { "" },
                &url[BeforeHost..AfterHost],
                &url[BeforePort..AfterPort],
                &url[BeforePath..AfterPath],
                &url[BeforeQuery..AfterQuery],
                &url[BeforeFragment..],
                &url[..AfterQuery],
                &url[AfterScheme..BeforePath],
            ];
            let attributes = [href, protocol, username, password, host, hostname, port, pathname, search, hash];
            let attributes = attributes.map(|get| get(url));
            let origin = url.origin();
            let origin = (origin.is_tuple(), origin.ascii_serialization(), origin.unicode_serialization());
            // The origins of `blob:` URLs differ unless the URL in the path is `http:`, `https:` or `file:`
            // (whatwg#concept-url-origin-1.5).
            let origin = if url.scheme() == "blob" { None } else { Some(origin) };
            // On every system, `url` writes a slash after a drive letter. `url` also decodes `%2F` and `%00`.
            let is_kept = !["%2F", "%2f", "%00"].iter().any(|escape| url.path().contains(escape));
            let file_path = url.to_file_path().ok().filter(|_| is_kept);
            let file_path = file_path.map(|path| path.to_string_lossy().trim_end_matches('/').to_owned());
            let segments = url.path_segments().map(Iterator::collect::<Vec<_>>);
            format!(
                "{url} {url:?} {:?} {:?} {slices:?} {attributes:?} {segments:?} {origin:?} {:?} {:?} {:?} {:?}",
                url.query_pairs().collect::<Vec<_>>(),
                url.domain(),
                (url.host_str(), url.has_host(), url.has_authority(), url.authority(), url.is_special()),
                url.port_or_known_default(),
                file_path,
                String::from(url.clone()),
            )
        }
    };
}

/// Expands to a closure that formats results of other functions of `$of`, such as constructors, for a URL.
macro_rules! others {
    ($of:ident) => {
        |url: &$of::Url| {
            let host = url.host().map(|host| match host {
                $of::Host::Domain(name) => (name.to_owned(), None),
                $of::Host::Ipv4(address) => (String::new(), Some(IpAddr::from(address))),
                $of::Host::Ipv6(address) => (String::new(), Some(address.into())),
            });
            let owned: Option<$of::Host<String>> = url.host().map(|host| host.to_owned());
            // The origins of `blob:` URLs differ, as explained in `everything!`.
            let origin = || Some(url.origin()).filter(|_| url.scheme() != "blob");
            let origins = HashSet::from([origin(), origin()]).len();
            let (tuple, opaque): (_, Option<$of::OpaqueOrigin>) = match origin() {
                None => (None, None),
                Some($of::Origin::Opaque(origin)) => (None, Some(origin)),
                Some($of::Origin::Tuple(scheme, host, port)) => (Some((scheme, host.to_string(), port)), None),
            };
            let is_equal = opaque.is_some_and(|origin| origin == origin.clone());
            let other = url.join("/x/y#z");
            let sorted = other.iter().chain([url]).collect::<BTreeSet<_>>();
            let way = $of::Url::parse("https://a.test/b/c").unwrap().make_relative(url);
            let has_credentials = Cell::new(false);
            let note = |violation| {
                let is_such = violation == $of::SyntaxViolation::EmbeddedCredentials;
                has_credentials.set(has_credentials.get() || is_such);
            };
            let again = $of::Url::options().syntax_violation_callback(Some(&note)).parse(url.as_str());
            // `url` removes slashes of a file path, and encodes fewer characters than its parser does.
            let path = url.to_file_path().ok().filter(|_| !url.path().contains('%'));
            let files = path.map(|path| [$of::Url::from_file_path(&path), $of::Url::from_directory_path(&path)]);
            let files = files.map(|urls| urls.map(|url| url.map(|url| url.path().replace('/', ""))));
            let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
            let form: Vec<_> = $of::form_urlencoded::parse(url.path().as_bytes()).collect();
            let more = $of::Url::parse_with_params(url.as_str(), [("b", "é")]);
            let failed: Box<dyn Error> = $of::Url::try_from("/x").unwrap_err().into();
            assert_eq!(url.as_str().parse().as_ref(), Ok(url));
            assert_eq!($of::Url::parse("x"), Err($of::ParseError::RelativeUrlWithoutBase));
            format!(
                "{host:?} {owned:?} {tuple:?} {is_equal} {origins} {sorted:?} {way:?} {} {again:?} {files:?} {pairs:?} \
                 {form:?} {more:?} {failed}",
                has_credentials.get(),
            )
        }
    };
}

#[test]
fn gives_what_url_gives() {
    let mut same = 0;
    for (input, base) in cases() {
        let base = base.unwrap_or_else(|| "about:blank".into());
        let theirs = url::Url::parse(&base).unwrap().join(&input);
        let ours = url_compat::Url::parse(&base).unwrap().join(&input);
        let (Ok(theirs), Ok(ours)) = (theirs, ours) else { continue };
        if theirs.as_str() == ours.as_str() {
            assert_eq!(everything!(url_compat)(&ours), everything!(url)(&theirs), "{input} {base}");
            assert_eq!(others!(url_compat)(&ours), others!(url)(&theirs), "{input} {base}");
            assert_eq!(ours.check_invariants(), Ok(()));
            same += 1;
        }
    }
    assert!(same > 500, "{same}");
}

#[test]
fn errors_are_those_of_url() {
    let (mut same, mut others) = (0, Vec::new());
    for (input, base) in cases() {
        let theirs = base.as_ref().map(|base| url::Url::parse(base).unwrap());
        let theirs = url::Url::options().base_url(theirs.as_ref()).parse(&input);
        let ours = base.as_ref().map(|base| url_compat::Url::parse(base).unwrap());
        let ours = url_compat::Url::options().base_url(ours.as_ref()).parse(&input);
        let (Err(theirs), Err(ours)) = (theirs, ours) else { continue };
        assert_eq!(theirs.to_string() == ours.to_string(), format!("{theirs:?}") == format!("{ours:?}"));
        if theirs.to_string() == ours.to_string() {
            same += 1;
        } else {
            others.push((input, theirs.to_string(), ours));
        }
    }
    assert_eq!(same, 260);
    // A domain that is empty after its conversion to ASCII is invalid (whatwg#concept-domain-to-ascii-7).
    for (input, theirs, ours) in &others {
        assert_eq!((theirs.as_str(), *ours), ("empty host", url_compat::ParseError::IdnaError), "{input}");
    }
    assert_eq!(others.len(), 4);
}

/// The README lists these differences.
#[test]
fn references_and_hosts_differ_as_documented() {
    for (base, target, theirs, ours) in [
        ("http://a/b?q", "http://a/b?q", "?q", ""),
        ("http://a/b?q", "http://a/b?q#f", "?q#f", "#f"),
        // The reference of `url` resolves to its base.
        ("http://a/b?q", "http://a/b", "", "b"),
    ] {
        let reference = url::Url::parse(base).unwrap().make_relative(&url::Url::parse(target).unwrap());
        assert_eq!(reference.as_deref(), Some(theirs), "{base} {target}");
        let base = url_compat::Url::parse(base).unwrap();
        let reference = base.make_relative(&url_compat::Url::parse(target).unwrap());
        assert_eq!(reference.as_deref(), Some(ours), "{base} {target}");
        assert_eq!(base.join(ours).unwrap().as_str(), target);
    }
    for text in ["\u{AD}", "%C2%AD", "\u{200B}"] {
        assert_eq!(url::Host::parse(text), Err(url::ParseError::EmptyHost));
        assert_eq!(url_compat::Host::parse(text), Err(url_compat::ParseError::IdnaError));
    }
    for text in ["", "::1", "a b", "a:1", "[::1", "1.2.3.4.5", "a%00", "a%"] {
        assert_eq!(debug(url_compat::Host::parse(text)), debug(url::Host::parse(text)), "{text}");
        assert_eq!(
            debug(url_compat::Host::parse_opaque(text)),
            debug(url::Host::parse_opaque(text)),
            "{text}"
        );
    }
}

fn debug(value: impl fmt::Debug) -> String {
    format!("{value:?}")
}

/// Expands to the names of changes, each with a function that changes a URL of the crate `$of`.
macro_rules! changes {
    ($of:ident) => {{
        const CHANGES: [(&str, fn(&mut $of::Url, &str) -> String); 31] = [
            ("set_scheme", |url, value| debug(url.set_scheme(value))),
            ("set_username", |url, value| debug(url.set_username(value))),
            ("set_password", |url, value| debug(url.set_password(Some(value)))),
            ("no password", |url, _| debug(url.set_password(None))),
            ("set_host", |url, value| debug(url.set_host(Some(value)))),
            ("no host", |url, _| debug(url.set_host(None))),
            ("set_ip_host", |url, value| debug(value.parse().map(|address| url.set_ip_host(address)))),
            ("set_port", |url, value| debug(value.parse().map(|port| url.set_port(Some(port))))),
            ("no port", |url, _| debug(url.set_port(None))),
            ("set_path", |url, value| debug(url.set_path(value))),
            ("set_query", |url, value| debug(url.set_query(Some(value)))),
            ("no query", |url, _| debug(url.set_query(None))),
            ("set_fragment", |url, value| debug(url.set_fragment(Some(value)))),
            ("no fragment", |url, _| debug(url.set_fragment(None))),
            ("append_pair", |url, value| {
                url.query_pairs_mut().append_pair(value, value).append_key_only(value).finish().to_string()
            }),
            ("clear", |url, value| {
                url.query_pairs_mut().clear().extend_pairs([(value, "x")]).finish().to_string()
            }),
            ("extend_keys_only", |url, value| {
                format!("{}", url.query_pairs_mut().extend_keys_only::<_, &str>([value]).finish())
            }),
            ("push", |url, value| {
                debug(url.path_segments_mut().map(|mut path| _ = path.push(value).push("z")))
            }),
            ("pop", |url, value| {
                debug(url.path_segments_mut().map(|mut path| _ = path.pop().extend([value])))
            }),
            ("pop_if_empty", |url, _| debug(url.path_segments_mut().map(|mut path| _ = path.pop_if_empty()))),
            ("clear path", |url, value| {
                debug(url.path_segments_mut().map(|mut path| _ = path.clear().push(value)))
            }),
            ("quirks::set_href", |url, value| debug($of::quirks::set_href(url, value))),
            ("quirks::set_protocol", |url, value| debug($of::quirks::set_protocol(url, value))),
            ("quirks::set_username", |url, value| debug($of::quirks::set_username(url, value))),
            ("quirks::set_password", |url, value| debug($of::quirks::set_password(url, value))),
            ("quirks::set_host", |url, value| debug($of::quirks::set_host(url, value))),
            ("quirks::set_hostname", |url, value| debug($of::quirks::set_hostname(url, value))),
            ("quirks::set_port", |url, value| debug($of::quirks::set_port(url, value))),
            ("quirks::set_pathname", |url, value| debug($of::quirks::set_pathname(url, value))),
            ("quirks::set_search", |url, value| debug($of::quirks::set_search(url, value))),
            ("quirks::set_hash", |url, value| debug($of::quirks::set_hash(url, value))),
        ];
        CHANGES
    }};
}

/// Checks that each changed URL parses to itself, and equals the changed URL of the crate `url` unless
/// [`reason`] returns a known reason for the difference.
#[test]
fn setters_do_what_those_of_url_do() {
    let (mut same, mut reasons) = (0, BTreeSet::new());
    // Skip URLs on localhost, because the parser does not return them after a change of the scheme to `file`.
    let is_like = |url: &&str| {
        let (theirs, ours) = (url::Url::parse(url).unwrap(), url_compat::Url::parse(url).unwrap());
        theirs.as_str() == ours.as_str() && ours.host_str() != Some("localhost")
    };
    for url in URLS.into_iter().filter(is_like) {
        for ((name, their_change), (_, our_change)) in changes!(url).into_iter().zip(changes!(url_compat)) {
            for value in VALUES {
                let (mut theirs, mut ours) =
                    (url::Url::parse(url).unwrap(), url_compat::Url::parse(url).unwrap());
                let returned = our_change(&mut ours, value);
                assert_eq!(ours.check_invariants(), Ok(()), "{url} {name} {value:?}");
                // Some assertions in `url` fail here.
                let changed = panic::catch_unwind(AssertUnwindSafe(|| {
                    let returned = their_change(&mut theirs, value);
                    (returned, theirs.check_invariants().is_ok())
                }));
                match changed {
                    Ok((theirs_returned, _))
                        if theirs_returned == returned && theirs.as_str() == ours.as_str() =>
                    {
                        same += 1;
                    }
                    Ok((theirs_returned, true)) => {
                        let reason = reason(name, value, url);
                        assert!(
                            reason.is_some(),
                            "{name} {value:?} of {url}: {theirs} {theirs_returned}, here {ours} {returned}"
                        );
                        reasons.extend(reason);
                    }
                    _ => _ = reasons.insert("what `url` makes does not parse to itself"),
                }
            }
        }
    }
    assert_eq!((same, reasons.len()), (68_661, 10));
}

fn reason(name: &str, value: &str, url: &str) -> Option<&'static str> {
    let is_path = matches!(name, "push" | "pop" | "clear path");
    let is_whole = matches!(name, "set_path" | "quirks::set_pathname");
    let has = |characters: &[char]| value.contains(characters);
    Some(match value {
        "" if is_whole => "a URL without a host, and no other, gets a segment (whatwg#path-start-state-5)",
        _ if is_path && has(&['\t', '\n', '\\', '|']) => "a segment decodes to what was pushed",
        _ if (is_path || is_whole) && has(&['^']) => "encoded in a path (whatwg#path-percent-encode-set)",
        "//" | "//a" | "/.//" if is_whole && url.starts_with("file:") => {
            "an empty segment stays (whatwg#path-state)"
        }
        _ if name == "set_path" && value.starts_with(['?', '#']) => {
            "all of the value is the path (whatwg#path-start-state-4)"
        }
        "file" | "FILE:" if name.ends_with("set_scheme") || name.ends_with("set_protocol") => {
            "a host may stay (whatwg#scheme-state-2.1.4)"
        }
        "x y " if is_whole => "the last space of an opaque path (whatwg#cannot-be-a-base-url-path-state-3.2)",
        _ if name == "set_scheme" && has(&['\t', '\n', ':']) => "no part of a value is dropped",
        _ if name.starts_with("quirks::set_host") => {
            "the steps of the Standard (whatwg#host-state, whatwg#file-host-state)"
        }
        _ => return None,
    })
}
