//! The options of a database connection, from its URL and back.

use std::{borrow::Cow, collections::BTreeMap, error::Error, net::Ipv6Addr};

use url::{Host, Url, form_urlencoded};

#[derive(Debug, PartialEq)]
struct Options {
    host: Host<String>,
    port: u16,
    user: Option<String>,
    password: Option<String>,
    database: Option<String>,
    settings: BTreeMap<String, String>,
}

fn options(text: &str) -> Result<Options, Box<dyn Error>> {
    let url = Url::parse(text)?;
    if !matches!(url.scheme(), "postgres" | "postgresql") || url.cannot_be_a_base() {
        return Err("not a connection".into());
    }
    let decoded =
        |text: &str| form_urlencoded::parse(text.as_bytes()).next().map(|(text, _)| text.into_owned());
    Ok(Options {
        host: url.host().map_or(Host::Domain("localhost".into()), |host| host.to_owned()),
        port: url.port().unwrap_or(5432),
        user: decoded(url.username()),
        password: url.password().and_then(decoded),
        database: url
            .path_segments()
            .and_then(|mut segments| segments.next().filter(|name| !name.is_empty()).map(String::from)),
        settings: url
            .query_pairs()
            .map(|(name, value): (Cow<str>, Cow<str>)| (name.into(), value.into()))
            .collect(),
    })
}

fn url_of(options: &Options) -> Result<Url, Box<dyn Error>> {
    let mut url = Url::parse(&format!("postgres://{}", options.host))?;
    let refused = |()| "refused";
    url.set_port(Some(options.port)).map_err(refused)?;
    url.set_username(options.user.as_deref().unwrap_or_default()).map_err(refused)?;
    url.set_password(options.password.as_deref()).map_err(refused)?;
    url.set_path(options.database.as_deref().unwrap_or_default());
    url.query_pairs_mut().extend_pairs(options.settings.iter()).finish();
    Ok(url)
}

#[test]
fn there_and_back() {
    let text = "postgres://me:p%40ss@[::1]:5433/shop?sslmode=require&application_name=a+b";
    let options_of_text = options(text).unwrap();
    assert_eq!(options_of_text.host, Host::<String>::Ipv6(Ipv6Addr::LOCALHOST));
    assert_eq!(options_of_text.password.as_deref(), Some("p@ss"));
    assert_eq!(options(url_of(&options_of_text).unwrap().as_str()).unwrap(), options_of_text);
    assert_eq!(options("postgres:///shop").unwrap().host, Host::Domain("localhost"));
    assert_eq!(options("mailto:a@b").unwrap_err().to_string(), "not a connection");
    assert_eq!(options("postgres://a b/").unwrap_err().to_string(), "invalid domain character");
}
