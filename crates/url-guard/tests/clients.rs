//! The clients of the examples, against servers of this machine. Each refusal is also seen at the server: nothing connected to it.

use std::{
    collections::VecDeque,
    env,
    error::Error,
    io::{self, Read as _, Write as _},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream},
    process::Command,
    sync::{Arc, Mutex},
    task::{Context, Poll},
    thread, vec,
};

use http_body_util::BodyExt as _;
use hyper_util::{
    client::legacy::{
        Client,
        connect::dns::{GaiResolver, Name as HyperName},
    },
    rt::TokioExecutor,
};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tower::{Service, ServiceBuilder, ServiceExt as _};
use ureq::{
    config::Config,
    http::Uri,
    unversioned::{
        resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver},
        transport::NextTimeout,
    },
};
use url_guard::{Guard, HostRule, Refusal};

#[path = "../examples/fetch_reqwest/client.rs"]
mod by_reqwest;
#[path = "../examples/fetch_tower/layer.rs"]
mod by_tower;
#[path = "../examples/fetch_ureq/client.rs"]
mod by_ureq;

type BoxError = Box<dyn Error + Send + Sync>;
type Fetched = Result<(u16, String), BoxError>;
type Fetch = fn(Guard, &Names, &str) -> Fetched;

const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const PUBLIC: IpAddr = IpAddr::V4(Ipv4Addr::new(93, 184, 215, 14));
const CREDENTIALS: &str = "Basic YTpi";

/// Those that follow redirects first.
const CLIENTS: [(&str, Fetch); 3] = [
    ("reqwest", |guard, names, url| fetch_by_reqwest(guard, names.clone(), url)),
    ("ureq", |guard, names, url| fetch_by_ureq(guard, names.clone(), url)),
    ("tower", |guard, names, url| fetch_by_tower(guard, names.clone(), url)),
];
const FOLLOWING: usize = 2;

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
            HyperName,
            Response: Iterator<Item = SocketAddr>,
            Error: Into<BoxError>,
            Future: Send + 'static,
        >,
    R: Clone + Send + Sync + 'static,
{
    wait(async {
        let client =
            Client::builder(TokioExecutor::new()).build(by_tower::connector(guard.clone(), resolver));
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

/// A resolver that gives each of its answers once, and the last again and again.
#[derive(Clone, Debug)]
struct Names(Arc<Mutex<(VecDeque<Vec<IpAddr>>, usize)>>);

impl Names {
    fn new<const N: usize>(answers: [&[IpAddr]; N]) -> Self {
        Self(Arc::new(Mutex::new((answers.map(<[_]>::to_vec).into(), 0))))
    }

    /// With a port that no client may take.
    fn answer(&self) -> vec::IntoIter<SocketAddr> {
        let (answers, asked) = &mut *self.0.lock().unwrap();
        *asked += 1;
        let answer = if answers.len() > 1 { answers.pop_front() } else { answers.front().cloned() };
        let found: Vec<_> = answer.unwrap().into_iter().map(|address| SocketAddr::new(address, 9)).collect();
        found.into_iter()
    }

    fn asked(&self) -> usize {
        self.0.lock().unwrap().1
    }
}

impl Resolve for Names {
    fn resolve(&self, _: Name) -> Resolving {
        let names = self.clone();
        Box::pin(async move { Ok(Box::new(names.answer()) as Addrs) })
    }
}

impl Resolver for Names {
    fn resolve(&self, uri: &Uri, _: &Config, _: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let mut found = self.empty();
        match uri.host().unwrap().parse() {
            Ok(address) => found.push(SocketAddr::new(address, 0)),
            Err(_) => self.answer().for_each(|address| found.push(address)),
        }
        Ok(found)
    }
}

impl Service<HyperName> for Names {
    type Response = vec::IntoIter<SocketAddr>;
    type Error = io::Error;
    type Future = std::future::Ready<io::Result<Self::Response>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: HyperName) -> Self::Future {
        std::future::ready(Ok(self.answer()))
    }
}

/// A server that answers `/to` with a redirect to its location, and all else with `hello`.
struct Server {
    address: SocketAddr,
    /// What each connection sent.
    heads: Arc<Mutex<Vec<String>>>,
    location: Arc<Mutex<String>>,
}

impl Server {
    fn start(address: IpAddr) -> io::Result<Self> {
        let listener = TcpListener::bind((address, 0))?;
        let address = listener.local_addr()?;
        let server = Self { address, heads: Arc::default(), location: Arc::default() };
        let (heads, location) = (server.heads.clone(), server.location.clone());
        thread::spawn(move || {
            for stream in listener.incoming() {
                let head = stream.and_then(|stream| answer(stream, &location.lock().unwrap()));
                heads.lock().unwrap().push(head.unwrap_or_else(|error| error.to_string()));
            }
        });
        Ok(server)
    }

    fn redirecting(location: &str) -> Self {
        let server = Self::start(LOCAL).unwrap();
        server.redirect_to(location);
        server
    }

    fn redirect_to(&self, location: &str) {
        *self.location.lock().unwrap() = location.into();
    }

    fn url(&self, host: &str, path: &str) -> String {
        format!("http://{host}:{}{path}", self.address.port())
    }

    /// What the connections since the last call sent. One of its own comes after all of them, and connections are accepted in order:
    /// when the second is answered, the first is written down.
    fn heads(&self) -> Vec<String> {
        for _ in 0..2 {
            let mut stream = TcpStream::connect(self.address).unwrap();
            stream.write_all(b"GET /last HTTP/1.1\r\n\r\n").unwrap();
            stream.read_to_string(&mut String::new()).unwrap();
        }
        let heads = std::mem::take(&mut *self.heads.lock().unwrap());
        heads.into_iter().filter(|head| !head.starts_with("GET /last")).collect()
    }

    fn assert_unreached(&self, context: &str) {
        assert_eq!(self.heads(), [""; 0], "{context}");
    }
}

fn answer(mut stream: TcpStream, location: &str) -> io::Result<String> {
    let mut head = Vec::new();
    let mut buffer = [0; 4096];
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read(&mut buffer)? {
            0 => break,
            len => head.extend_from_slice(&buffer[..len]),
        }
    }
    let head = String::from_utf8_lossy(&head).to_ascii_lowercase().replacen("get", "GET", 1);
    let (start, body) = if head.starts_with("GET /to ") {
        (format!("302 Found\r\nLocation: {location}"), "")
    } else {
        ("200 OK".to_owned(), "hello")
    };
    write!(stream, "HTTP/1.1 {start}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}", body.len())?;
    Ok(head)
}

/// A guard for these hosts, on any port.
fn guard(hosts: &[&str]) -> Guard {
    let rules = hosts.iter().map(|host| host.parse::<HostRule>().unwrap());
    Guard::builder().allow_hosts(rules).any_port().build().unwrap()
}

fn local_guard() -> Guard {
    guard(&["good.example", "other.example", "127.0.0.0/8"])
}

/// The code of the refusal among the causes of an error.
fn code(fetched: Fetched, context: &str) -> &'static str {
    let error = fetched.expect_err(context);
    let causes = std::iter::successors(Some(&*error as &dyn Error), |&error| error.source());
    let refusal = causes.filter_map(|error| error.downcast_ref::<Refusal>()).next();
    refusal.unwrap_or_else(|| panic!("{context}: {error:?}")).code()
}

#[test]
fn what_is_permitted_is_fetched_from_the_address_that_was_checked() {
    let server = Server::start(LOCAL).unwrap();
    for (client, fetch) in CLIENTS {
        // A second question would lead elsewhere.
        let names = Names::new([&[LOCAL], &[PUBLIC]]);
        let fetched = fetch(local_guard(), &names, &server.url("GOOD.example", "/a/../b?c"));
        assert_eq!(fetched.expect(client), (200, "hello".into()));
        assert_eq!(names.asked(), 1, "{client}");
        let heads = server.heads();
        let host = format!("\r\nhost: good.example:{}\r\n", server.address.port());
        assert!(
            heads.len() == 1 && heads[0].starts_with("GET /b?c ") && heads[0].contains(&host),
            "{client}: {heads:?}"
        );

        let fetched = fetch(local_guard(), &names, &server.url("127.0.0.1", "/"));
        assert_eq!((fetched.expect(client).0, names.asked(), server.heads().len()), (200, 1, 1), "{client}");
    }
}

#[test]
fn a_name_that_resolves_to_another_address_later_does_not_reach_it() {
    let server = Server::start(LOCAL).unwrap();
    let guard = Guard::builder().any_port().build().unwrap();
    let url = server.url("rebind.example.com", "/");
    for (client, fetch) in CLIENTS {
        let names = Names::new([&[PUBLIC], &[LOCAL]]);
        // A check before the fetch sees a public address.
        let first: Vec<_> = names.answer().map(|found| found.ip()).collect();
        assert!(guard.check(&url, None).unwrap().check_addresses(&first).is_ok());
        assert_eq!(code(fetch(guard.clone(), &names, &url), client), "address");
        assert_eq!(names.asked(), 2, "{client}");
        server.assert_unreached(client);
    }
}

#[test]
fn one_address_that_is_not_public_refuses_all() {
    let server = Server::start(LOCAL).unwrap();
    let guard = Guard::builder().any_port().build().unwrap();
    let mapped = IpAddr::V6(Ipv4Addr::LOCALHOST.to_ipv6_mapped());
    let answers: [(&[IpAddr], _); 4] = [
        (&[LOCAL, PUBLIC], "address"),
        (&[PUBLIC, LOCAL], "address"),
        (&[mapped], "address"),
        (&[], "no-address"),
    ];
    for (client, fetch) in CLIENTS {
        for (answer, expected) in answers {
            let fetched = fetch(guard.clone(), &Names::new([answer]), &server.url("a.example.com", "/"));
            assert_eq!(code(fetched, client), expected, "{client}: {answer:?}");
        }
        server.assert_unreached(client);
    }
}

/// A name that the guard lists does not allow the addresses that the system finds for it.
#[test]
fn a_name_of_this_machine_does_not_reach_it() {
    let server = Server::start(LOCAL).unwrap();
    let (guard, url) = (guard(&["localhost"]), server.url("localhost", "/"));
    let fetched = [
        fetch_by_reqwest(guard.clone(), by_reqwest::System, &url),
        fetch_by_ureq(guard.clone(), DefaultResolver::default(), &url),
        fetch_by_tower(guard, GaiResolver::new(), &url),
    ];
    for fetched in fetched {
        assert_eq!(code(fetched, "localhost"), "address");
    }
    server.assert_unreached("localhost");
}

#[test]
fn a_url_that_is_refused_is_neither_resolved_nor_sent() {
    let server = Server::start(LOCAL).unwrap();
    let guard = Guard::builder().any_port().build().unwrap();
    for (client, fetch) in CLIENTS {
        for host in [
            "127.0.0.1",
            "localhost",
            "2130706433",
            "0x7f.1",
            "[::ffff:127.0.0.1]",
            "[::]",
            r"good.example\@127.0.0.1",
            "a:b@good.org",
        ] {
            let names = Names::new([&[LOCAL]]);
            assert!(fetch(guard.clone(), &names, &server.url(host, "/")).is_err(), "{client}: {host}");
            assert_eq!(names.asked(), 0, "{client}: {host}");
        }
        assert!(fetch(guard.clone(), &Names::new([&[LOCAL]]), "file:///etc/hosts").is_err(), "{client}");
        server.assert_unreached(client);
    }
}

#[test]
fn redirects_are_followed_and_counted() {
    for (client, fetch) in &CLIENTS[..FOLLOWING] {
        let server = Server::redirecting("b?c");
        let fetched = fetch(local_guard(), &Names::new([&[LOCAL]]), &server.url("good.example", "/to"));
        assert_eq!(fetched.expect(client), (200, "hello".into()));
        assert_eq!(server.heads().len(), 2, "{client}");

        server.redirect_to("/to");
        let hosts = ["127.0.0.0/8".parse().unwrap()];
        let guard = Guard::builder().allow_hosts(hosts).any_port().max_redirects(3).build().unwrap();
        let fetched = fetch(guard, &Names::new([&[LOCAL]]), &server.url("127.0.0.1", "/to"));
        assert_eq!(code(fetched, client), "too-many-redirects");
        assert_eq!(server.heads().len(), 4, "{client}: the first URL, and three redirects");
    }
}

#[test]
fn a_redirect_that_is_refused_is_not_followed() {
    let target = Server::start(LOCAL).unwrap();
    let ipv6 = Server::start(IpAddr::V6(Ipv6Addr::LOCALHOST));
    if let Err(error) = &ipv6 {
        eprintln!("no server listens on [::1], so only the refusal is seen: {error}");
    }
    let port = ipv6.as_ref().map_or(target.address.port(), |server| server.address.port());
    let locations = [
        (format!("http://[::1]:{port}/"), "host-not-allowed"),
        (format!("//[::1]:{port}/"), "host-not-allowed"),
        (target.url("127.0.0.1", "/"), "host-not-allowed"),
        // Its name is allowed, and the address that is found for it then is not.
        (target.url("other.example", "/"), "address"),
        ("ftp://good.example/".into(), "scheme"),
        ("gopher://127.0.0.1:70/".into(), "scheme"),
    ];
    // It must allow the first address: this one, and not that of the target.
    let guard = guard(&["good.example", "other.example", "127.0.0.2"]);
    let Ok(server) = Server::start([127, 0, 0, 2].into()) else {
        return eprintln!("skipped: no server listens on 127.0.0.2");
    };
    for (client, fetch) in &CLIENTS[..FOLLOWING] {
        for (location, expected) in &locations {
            server.redirect_to(location);
            let names = Names::new([&[[127, 0, 0, 2].into()], &[LOCAL]]);
            let fetched = fetch(guard.clone(), &names, &server.url("good.example", "/to"));
            assert_eq!(code(fetched, &format!("{client}: {location}")), *expected, "{client}: {location}");
            assert_eq!(server.heads().len(), 1, "{client}: {location}");
            target.assert_unreached(location);
            ipv6.iter().for_each(|server| server.assert_unreached(location));
        }
    }
}

#[test]
fn credentials_stay_with_their_origin() {
    for (client, fetch) in &CLIENTS[..FOLLOWING] {
        let server = Server::redirecting("/here");
        let first = server.url("good.example", "/to");
        for (location, expected) in
            [("/here".to_owned(), true), (server.url("other.example", "/there"), false)]
        {
            server.redirect_to(&location);
            fetch(local_guard(), &Names::new([&[LOCAL]]), &first).expect(client);
            let sent: Vec<_> =
                server.heads().iter().map(|head| head.contains("\r\nauthorization: ")).collect();
            assert_eq!(sent, [true, expected], "{client}: {location}");
        }
    }
}

/// No server here has TLS: what the policy of redirects calls is asked itself.
#[test]
fn a_redirect_to_http_is_refused() {
    let url = |url| reqwest::Url::parse(url).unwrap();
    let check =
        |to| by_reqwest::check_redirect(&Guard::default(), &[url("https://a.example.com/")], &url(to));
    assert!(check("https://b.example.com/").is_ok());
    assert_eq!(check("http://a.example.com/").unwrap_err().downcast_ref(), Some(&Refusal::Downgrade));
}

/// This program again, with a proxy in its environment.
#[test]
fn a_proxy_of_the_environment_is_not_used() {
    let proxy = Server::start(LOCAL).unwrap();
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "what_is_permitted_is_fetched_from_the_address_that_was_checked"]);
    for name in ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"] {
        command.env(name, proxy.url("127.0.0.1", ""));
    }
    let output = command.env_remove("NO_PROXY").env_remove("no_proxy").output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && printed.contains("1 passed"), "{printed}");
    proxy.assert_unreached("proxy");
}
