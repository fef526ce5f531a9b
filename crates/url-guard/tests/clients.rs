//! Runs the clients of the example `fetch` against local servers, and checks that no client connects to the
//! server of a refused URL.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::{
    error::Error,
    future::ready,
    io::{self, BufRead as _, BufReader, Read as _, Write as _},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Mutex},
    vec,
};

use http_body_util::BodyExt as _;
use hyper_util::client::legacy::{Client, connect::dns};
use reqwest::dns::{Addrs, Resolve, Resolving};
use tower::{Service, ServiceBuilder, ServiceExt as _};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use url_guard::{Guard, Hazard, Refusal};

#[path = "../examples/fetch/by_reqwest.rs"]
mod by_reqwest;
#[path = "../examples/fetch/by_tower.rs"]
mod by_tower;
#[path = "../examples/fetch/by_ureq.rs"]
mod by_ureq;

type BoxError = Box<dyn Error + Send + Sync>;
type Fetched = Result<(u16, String), BoxError>;
type Fetch = fn(Guard, &Names, &str) -> Fetched;

const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const PUBLIC: IpAddr = IpAddr::V4(Ipv4Addr::new(93, 184, 215, 14));
const CREDENTIALS: &str = "Basic YTpi";

const CLIENTS: [(&str, Fetch); 3] = [
    ("tower", |guard, names, url| {
        let names = names.clone();
        fetch_by_tower(guard, tower::service_fn(move |_| ready(Ok::<_, BoxError>(names.answer()))), url)
    }),
    ("reqwest", |guard, names, url| fetch_by_reqwest(guard, names.clone(), url)),
    ("ureq", |guard, names, url| fetch_by_ureq(guard, names.clone(), url)),
];
const FOLLOW_REDIRECTS: &[(&str, Fetch)] = CLIENTS.split_at(1).1;

fn fetch_by_reqwest(guard: Guard, resolver: impl Resolve + 'static, url: &str) -> Fetched {
    wait(async {
        let fetcher = by_reqwest::Fetcher::new(guard, resolver)?;
        let response = fetcher.get(url)?.header("Authorization", CREDENTIALS).send().await?;
        Ok((response.status().as_u16(), response.text().await?))
    })
}

fn fetch_by_ureq(guard: Guard, resolver: impl Resolver, url: &str) -> Fetched {
    let mut response = by_ureq::Fetcher::new(guard, resolver).get(url, Some(CREDENTIALS))?;
    Ok((response.status().as_u16(), response.body_mut().read_to_string()?))
}

fn fetch_by_tower<R>(guard: Guard, resolver: R, url: &str) -> Fetched
where
    R: Service<
            dns::Name,
            Response: Iterator<Item = SocketAddr>,
            Error: Into<BoxError>,
            Future: Send + 'static,
        >,
    R: Clone + Send + Sync + 'static,
{
    wait(async {
        let client = Client::builder(hyper_util::rt::TokioExecutor::new())
            .build(by_tower::connector(guard.clone(), resolver));
        let service = ServiceBuilder::new().layer(by_tower::GuardLayer(guard)).service(client);
        let request = http::Request::get(url).header("Host", "other.example").body(String::new())?;
        let response = service.oneshot(request).await?;
        let status = response.status().as_u16();
        Ok((status, String::from_utf8(response.into_body().collect().await?.to_bytes().into())?))
    })
}

fn wait(fetching: impl Future<Output = Fetched>) -> Fetched {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(fetching)
}

#[derive(Clone, Debug)]
struct Names {
    answers: Vec<Vec<IpAddr>>,
    asked: Arc<Mutex<usize>>,
}

impl Names {
    fn new<const N: usize>(answers: [&[IpAddr]; N]) -> Self {
        Self { answers: answers.map(<[_]>::to_vec).into(), asked: Arc::default() }
    }

    fn asked(&self) -> usize {
        *self.asked.lock().unwrap()
    }

    fn answer(&self) -> vec::IntoIter<SocketAddr> {
        let mut asked = self.asked.lock().unwrap();
        let answer = &self.answers[(*asked).min(self.answers.len() - 1)];
        *asked += 1;
        // The client must replace this port with that of the URL.
        let found = answer.iter().map(|&address| SocketAddr::new(address, 9));
        found.collect::<Vec<_>>().into_iter()
    }
}

impl Resolve for Names {
    fn resolve(&self, _: reqwest::dns::Name) -> Resolving {
        let answer = self.answer();
        Box::pin(async { Ok(Box::new(answer) as Addrs) })
    }
}

impl Resolver for Names {
    fn resolve(
        &self,
        uri: &http::Uri,
        _: &ureq::config::Config,
        _: ureq::unversioned::transport::NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let mut found = self.empty();
        match uri.host().unwrap().parse() {
            Ok(address) => found.push(SocketAddr::new(address, 9)),
            Err(_) => self.answer().for_each(|address| found.push(address)),
        }
        Ok(found)
    }
}

struct Server {
    address: SocketAddr,
    heads: Arc<Mutex<Vec<String>>>,
    location: Arc<Mutex<String>>,
}

impl Server {
    fn start(address: IpAddr) -> io::Result<Self> {
        let listener = TcpListener::bind((address, 0))?;
        let server =
            Self { address: listener.local_addr()?, heads: Arc::default(), location: Arc::default() };
        let (heads, location) = (server.heads.clone(), server.location.clone());
        std::thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let lines = BufReader::new(&stream).lines().map_while(Result::ok);
                let head = lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
                // A client that never stops fails the test instead of hanging it.
                let redirects = head.starts_with("GET /to ") && heads.lock().unwrap().len() < 20;
                heads.lock().unwrap().push(head);
                let (start, body) = if redirects {
                    (format!("302 Found\r\nLocation: {}", location.lock().unwrap()), "")
                } else {
                    ("200 OK".into(), "hello")
                };
                let _ = write!(stream, "HTTP/1.1 {start}\r\nConnection: close\r\n\r\n{body}");
            }
        });
        Ok(server)
    }

    fn redirect_to(&self, location: &str) {
        *self.location.lock().unwrap() = location.into();
    }

    fn url(&self, host: &str, path: &str) -> String {
        format!("http://{host}:{}{path}", self.address.port())
    }

    /// Returns the requests since the last call. First waits for them: the server answers a further request
    /// only after all earlier ones.
    fn heads(&self) -> Vec<String> {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.write_all(b"GET /last HTTP/1.1\r\n\r\n").unwrap();
        stream.read_to_string(&mut String::new()).unwrap();
        let mut heads = std::mem::take(&mut *self.heads.lock().unwrap());
        assert!(heads.pop().unwrap().starts_with("GET /last "));
        heads
    }
}

fn guard(hosts: &[&str]) -> Guard {
    let rules = hosts.iter().map(|host| host.parse().unwrap());
    Guard::builder().allow_hosts(rules).any_port().max_redirects(3).build().unwrap()
}

fn guard_of_public_hosts() -> Guard {
    Guard::builder().any_port().build().unwrap()
}

fn code(fetched: Fetched) -> &'static str {
    let error = fetched.unwrap_err();
    let mut causes = std::iter::successors(Some(&*error as &dyn Error), |&error| error.source());
    let refusal = causes.find_map(|error| error.downcast_ref::<Refusal>());
    refusal.unwrap_or_else(|| panic!("no refusal: {error:?}")).code()
}

#[test]
fn permitted_urls_are_fetched_from_the_checked_address() {
    let server = Server::start(LOCAL).unwrap();
    for (client, fetch) in CLIENTS {
        let guard = guard(&["good.example", "127.0.0.0/8"]);
        // A second lookup would return another address.
        let names = Names::new([&[LOCAL], &[[127, 0, 0, 2].into()]]);
        let fetched = fetch(guard.clone(), &names, &server.url("GOOD.example", "/a/../b?c"));
        assert_eq!((fetched.unwrap(), names.asked()), ((200, "hello".into()), 1), "{client}");
        let heads = server.heads();
        assert!(heads.len() == 1 && heads[0].starts_with("GET /b?c "), "{client}: {heads:?}");
        let host = format!("host: good.example:{}", server.address.port());
        assert!(heads[0].lines().any(|line| line.eq_ignore_ascii_case(&host)), "{client}: {heads:?}");

        fetch(guard, &names, &server.url("127.0.0.1", "/")).unwrap();
        assert_eq!((names.asked(), server.heads().len()), (1, 1), "{client}");
    }
}

#[test]
fn a_name_that_later_resolves_to_this_machine_does_not_reach_it() {
    let server = Server::start(LOCAL).unwrap();
    let (guard, url) = (guard_of_public_hosts(), server.url("rebind.example.com", "/"));
    let mapped = IpAddr::V6(Ipv4Addr::LOCALHOST.to_ipv6_mapped());
    for (client, fetch) in CLIENTS {
        for later in [&[LOCAL][..], &[mapped], &[LOCAL, PUBLIC], &[PUBLIC, LOCAL], &[]] {
            let names = Names::new([&[PUBLIC], later]);
            // A check before the fetch sees a public address.
            let first: Vec<_> = names.answer().map(|found| found.ip()).collect();
            assert!(guard.check(&url, None).unwrap().check_addresses(&first).is_ok());
            let expected = if later.is_empty() { "no-address" } else { "address" };
            assert_eq!(code(fetch(guard.clone(), &names, &url)), expected, "{client}: {later:?}");
            assert_eq!((names.asked(), server.heads().len()), (2, 0), "{client}: {later:?}");
        }
    }
}

/// The guard allows this name, but not the addresses that the system finds for the name.
#[test]
fn a_name_of_this_machine_does_not_reach_it() {
    let server = Server::start(LOCAL).unwrap();
    let (guard, url) = (guard(&["localhost"]), server.url("localhost", "/"));
    assert_eq!(code(fetch_by_reqwest(guard.clone(), by_reqwest::System, &url)), "address");
    assert_eq!(code(fetch_by_ureq(guard.clone(), DefaultResolver::default(), &url)), "address");
    assert_eq!(code(fetch_by_tower(guard, dns::GaiResolver::new(), &url)), "address");
    assert_eq!(server.heads(), [""; 0]);
}

#[test]
fn a_url_that_is_refused_is_neither_resolved_nor_sent() {
    let server = Server::start(LOCAL).unwrap();
    let names = Names::new([&[LOCAL]]);
    let hosts = r"127.0.0.1 localhost 2130706433 0x7f.1 [::ffff:127.0.0.1] a.com\@127.0.0.1 a@b.com";
    let urls: Vec<_> = hosts.split(' ').map(|host| server.url(host, "/")).collect();
    for (client, fetch) in CLIENTS {
        for url in urls.iter().map(|url| &**url).chain(["file:///etc/hosts", ""]) {
            assert!(fetch(guard_of_public_hosts(), &names, url).is_err(), "{client}: {url}");
            assert_eq!((names.asked(), server.heads().len()), (0, 0), "{client}: {url}");
        }
    }
}

#[test]
fn redirects_are_followed_and_counted() {
    let server = Server::start(LOCAL).unwrap();
    for (client, fetch) in FOLLOW_REDIRECTS {
        let fetch = || fetch(guard(&["127.0.0.0/8"]), &Names::new([&[]]), &server.url("127.0.0.1", "/to"));
        server.redirect_to("b?c");
        assert_eq!((fetch().unwrap(), server.heads().len()), ((200, "hello".into()), 2), "{client}");
        server.redirect_to("/to");
        // The first URL, and three redirects.
        assert_eq!((code(fetch()), server.heads().len()), ("too-many-redirects", 4), "{client}");
    }
}

#[test]
fn a_redirect_that_is_refused_is_not_followed() {
    let (server, target) = (Server::start(LOCAL).unwrap(), Server::start(LOCAL).unwrap());
    let ipv6 = Server::start(IpAddr::V6(Ipv6Addr::LOCALHOST));
    if let Err(error) = &ipv6 {
        eprintln!("skipped: whether something connects to [::1], where no server can listen: {error}");
    }
    let locations = [
        (ipv6.as_ref().unwrap_or(&target).url("[::1]", "/"), "host-not-allowed"),
        (target.url("[::ffff:127.0.0.1]", "/"), "host-not-allowed"),
        (target.url("localhost", "/"), "host-not-allowed"),
        // The name is allowed, but its next address is not.
        (target.url("other.example", "/"), "address"),
        ("ftp://good.example/".into(), "scheme"),
        ("gopher://127.0.0.1:70/".into(), "scheme"),
    ];
    for (client, fetch) in FOLLOW_REDIRECTS {
        for (location, expected) in &locations {
            server.redirect_to(location);
            let names = Names::new([&[LOCAL], &[[127, 0, 0, 2].into()]]);
            let guard = guard(&["good.example", "other.example", "127.0.0.1"]);
            let fetched = fetch(guard, &names, &server.url("good.example", "/to"));
            assert_eq!((code(fetched), server.heads().len()), (*expected, 1), "{client}: {location}");
            for server in ipv6.iter().chain([&target]) {
                assert_eq!(server.heads(), [""; 0], "{client}: {location}");
            }
        }
    }
}

#[test]
fn credentials_stay_with_their_origin() {
    let server = Server::start(LOCAL).unwrap();
    for (client, fetch) in FOLLOW_REDIRECTS {
        for (location, expected) in [("/here".into(), true), (server.url("other.example", "/there"), false)] {
            server.redirect_to(&location);
            let guard = guard(&["good.example", "other.example", "127.0.0.1"]);
            fetch(guard, &Names::new([&[LOCAL]]), &server.url("good.example", "/to")).unwrap();
            let sent: Vec<_> = server.heads().iter().map(|head| head.contains(CREDENTIALS)).collect();
            assert_eq!(sent, [true, expected], "{client}: {location}");
        }
    }
}

/// The test servers do not have TLS, so this test calls the function that checks redirects directly.
#[test]
fn a_redirect_to_http_or_with_credentials_is_refused() {
    let guard = Guard::builder().permit(Hazard::Credentials).build().unwrap();
    let check =
        |to: &str| by_reqwest::check_redirect(&guard, &["https://a.example.com/".parse()?], &to.parse()?);
    assert!(check("https://b.example.com/").is_ok());
    assert_eq!(check("http://a.example.com/").unwrap_err().downcast_ref(), Some(&Refusal::Downgrade));
    // The guard would remove these credentials, but reqwest would send them.
    assert!(check("https://a:b@b.example.com/").is_err());
}

/// Runs a test of this program again, with a proxy in the environment.
#[test]
fn a_proxy_of_the_environment_is_not_used() {
    let proxy = Server::start(LOCAL).unwrap();
    let mut command = std::process::Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "permitted_urls_are_fetched_from_the_checked_address"]);
    command.env_remove("NO_PROXY").env_remove("no_proxy");
    for name in ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"] {
        command.env(name, proxy.url("127.0.0.1", ""));
    }
    let output = command.output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && printed.contains("1 passed"), "{printed}");
    assert_eq!(proxy.heads(), [""; 0]);
}
