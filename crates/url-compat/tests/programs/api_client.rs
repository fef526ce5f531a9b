//! The requests of a client of an API: paths and queries from the text of users, and what is signed of a request.

use std::{cell::RefCell, fmt::Write as _};

use url::{ParseError, Position, SyntaxViolation, Url};

struct Client {
    base: Url,
    token: Option<String>,
}

impl Client {
    fn new(base: &str) -> Result<Self, ParseError> {
        let violations = RefCell::new(Vec::new());
        let base = Url::options()
            .syntax_violation_callback(Some(&|violation| violations.borrow_mut().push(violation)))
            .parse(base)?;
        assert!(
            !violations.borrow().contains(&SyntaxViolation::EmbeddedCredentials),
            "no secrets in settings"
        );
        Ok(Self { base, token: None })
    }

    fn request<'p>(&self, path: &[&str], pairs: impl IntoIterator<Item = (&'p str, &'p str)>) -> Url {
        let mut url = self.base.clone();
        url.path_segments_mut().unwrap().pop_if_empty().extend(path);
        let mut query = url.query_pairs_mut();
        for (name, value) in pairs {
            query.append_pair(name, value);
        }
        if let Some(token) = &self.token {
            query.append_key_only("signed").append_pair("token", token);
        }
        drop(query);
        if url.query() == Some("") {
            url.set_query(None);
        }
        url
    }
}

/// The text that is signed: the method, host and port, path and query.
fn canonical(method: &str, url: &Url) -> String {
    let mut text = format!("{method}\n{}\n", url[Position::BeforeHost..Position::AfterPort].to_lowercase());
    let mut pairs: Vec<_> = url.query_pairs().collect();
    pairs.sort();
    write!(text, "{}", url.path()).unwrap();
    for (name, value) in pairs {
        write!(text, "\n{name}={value}").unwrap();
    }
    text
}

#[test]
fn text_of_users_stays_where_it_belongs() {
    let mut client = Client::new("https://api.test:8443/v1/").unwrap();
    let url = client.request(&["users", "me/you", "..", "50%"], [("q", "a&b=c"), ("page", "2")]);
    assert_eq!(url.as_str(), "https://api.test:8443/v1/users/me%2Fyou/50%25?q=a%26b%3Dc&page=2");
    assert_eq!(canonical("GET", &url), "GET\napi.test:8443\n/v1/users/me%2Fyou/50%25\npage=2\nq=a&b=c");
    assert_eq!(client.request(&["ping"], []).as_str(), "https://api.test:8443/v1/ping");
    client.token = Some("s3cret".into());
    assert_eq!(client.request(&[], []).as_str(), "https://api.test:8443/v1?signed&token=s3cret");
    let url = Url::parse_with_params("https://api.test/?a=1", [("b", "é")]).unwrap();
    assert_eq!(url.query(), Some("a=1&b=%C3%A9"));
    assert!(Client::new("/v1").is_err());
}
