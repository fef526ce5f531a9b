"""Tests of the modules `guarded_requests`, `guarded_httpx` and `guarded_aiohttp` with real sockets on loopback.

The tests resolve names, and redirect connections to public addresses to servers on loopback.
"""

import asyncio
import base64
import http.server
import inspect
import socket
import ssl
import sys
import threading
import types

import pytest
import urlspec
from helpers import raised, refused

GOOD, OTHER, DEAD = "8.8.8.8", "9.9.9.9", "2001:4860:4860::8888"


class Handler(http.server.BaseHTTPRequestHandler):
    """Sends the answers that a test sets on the server: a status, a `Location`, a cookie."""

    protocol_version = "HTTP/1.1"

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.seen.append((self.command, self.path, self.headers, body))
        if self.path == "/broken":
            self.close_connection = True
            return
        status, location, cookie = self.server.answers.get(self.path, (200, None, None))
        self.send_response(status)
        if location is not None:
            self.send_header("Location", location.format(port=self.server.server_port))
        if cookie is not None:
            self.send_header("Set-Cookie", cookie)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads, connections = True, 0

    def __init__(self, name):
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers, self.seen, self.names = {}, [], []
        self.url = f"http://{name}:{self.server_port}/"
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def get_request(self):
        self.connections += 1
        return super().get_request()

    def handle_error(self, *_):
        pass


class Net:
    """A simulated network: the addresses of names, and the connections that were made."""

    def __init__(self, monkeypatch):
        self.names, self.resolved, self.routes, self.connected = {}, [], {}, []
        resolve, connect = socket.getaddrinfo, socket.socket.connect

        def getaddrinfo(host, port, *arguments, **keywords):
            name = host.decode() if isinstance(host, bytes) else host
            if name.replace(".", "").isdigit() or ":" in name:
                return resolve(host, port, *arguments, **keywords)
            self.resolved.append(name)
            answers = self.names[name]
            addresses = answers.pop(0) if len(answers) > 1 else answers[0]
            return [found for address in addresses for found in resolve(address, port, *arguments, **keywords)]

        def connected(sock, address):
            self.connected.append(address[0])
            if address[0].startswith("127.") or address[0] == "::1":
                return connect(sock, address)
            if address[0] not in self.routes:
                raise ConnectionRefusedError(address[0])
            return connect(sock, ("127.0.0.1", self.routes[address[0]]))

        monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
        monkeypatch.setattr(socket.socket, "connect", connected)


@pytest.fixture
def net(monkeypatch):
    return Net(monkeypatch)


@pytest.fixture
def servers(net):
    """Two servers, at public addresses: `good.example` and `other.example`."""
    names = ["good.example", "other.example"]
    both = [Server(name) for name in names]
    for server, address, name in zip(both, [GOOD, OTHER], names):
        net.routes[address], net.names[name] = server.server_port, [[address]]
    yield both
    for server in both:
        server.shutdown()
        server.server_close()


class Blocking:
    """An asynchronous client whose methods wait for their results. `make` runs in the loop of the client."""

    def __init__(self, make, *arguments, **settings):
        async def made():
            return make(*arguments, **settings)

        loop = asyncio.new_event_loop()
        vars(self).update(_loop=loop, _client=loop.run_until_complete(made()))

    def __setattr__(self, name, value):
        setattr(self._client, name, value)

    def __getattr__(self, name):
        found = getattr(self._client, name)
        if not inspect.ismethod(found):
            return found
        return lambda *arguments, **settings: self._loop.run_until_complete(found(*arguments, **settings))

    def close(self):
        self.aclose()
        self._loop.close()


class OfAiohttp:
    """A session of aiohttp with the interface of the other clients."""

    auth = None

    def __init__(self, guard, verify=True, **settings):
        from urlspec.guarded_aiohttp import GuardedSession

        self.guarded = GuardedSession(guard, ssl=verify, **settings)
        self.headers, jar = self.guarded.session.headers, self.guarded.session.cookie_jar
        self.cookies = types.SimpleNamespace(set=lambda name, value: jar.update_cookies({name: value}))

    async def get(self, url, *, method="get", proxies=None, follow_redirects=True, **settings):
        if self.auth:
            self.headers["Authorization"] = f"Basic {base64.b64encode(':'.join(self.auth).encode()).decode()}"
        settings.update({"proxy": proxies["http"]} if proxies else {}, allow_redirects=follow_redirects)
        async with await getattr(self.guarded, method)(url, **settings) as response:
            response.status_code, response.text = response.status, await response.text()
        for hop in response.history:
            hop.status_code = hop.status
        return response

    async def post(self, url, **settings):
        return await self.get(url, method="post", **settings)

    async def aclose(self):
        await self.guarded.close()


@pytest.fixture(params=["requests", "httpx", "httpx async", "aiohttp"])
def client(request):
    """Makes a client of the package; closes it at the end."""
    pytest.importorskip(request.param.partition(" ")[0])
    made = []

    def make(guard=None, **settings):
        guard = urlspec.Guard(ports="any") if guard is None else guard
        if request.param != "requests" and "verify" in settings:
            settings["verify"] = ssl.create_default_context(cafile=settings["verify"])
        if request.param == "requests":
            from urlspec.guarded_requests import GuardedSession

            session = GuardedSession(guard)
            session.verify = settings.get("verify", True)
        elif request.param == "aiohttp":
            session = Blocking(OfAiohttp, guard, **settings)
        else:
            from urlspec.guarded_httpx import GuardedAsyncClient, GuardedClient

            is_async = request.param == "httpx async"
            session = Blocking(GuardedAsyncClient, guard, **settings) if is_async else GuardedClient(guard, **settings)
        made.append(session)
        return session

    make.library = request.param
    yield make
    for session in made:
        session.close()


def test_what_is_permitted_is_fetched(net, servers, client, monkeypatch):
    good, other = servers
    for name in ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"]:
        monkeypatch.setenv(name, f"http://127.0.0.1:{other.server_port}")
    for given, path in [("a/../b?c=%27|d#e", "/b?c=%27|d"), ("", "/")]:
        # The header `Host` has the host of the URL.
        response = client().get(f"HTTP://Good.Example:{good.server_port}/{given}", headers={"Host": "other.example"})
        assert (response.status_code, response.text) == (200, "ok")
        command, seen, headers, _ = good.seen.pop()
        assert (command, urlspec.parse(f"http://h{seen}").path) == ("GET", urlspec.parse(f"http://h{path}").path)
        assert headers["Host"] == f"good.example:{good.server_port}"
        assert str(response.url).startswith(good.url)
    assert net.connected == [GOOD, GOOD] and net.resolved == ["good.example"] * 2 and other.connections == 0


def test_the_next_address_is_tried(net, servers, client):
    net.names["good.example"] = [[DEAD, "1.1.1.1", GOOD]]
    assert client().get(servers[0].url).status_code == 200
    assert net.connected == [DEAD, "1.1.1.1", GOOD]
    net.names["good.example"] = [[DEAD, "1.1.1.1"]]
    raised(Exception, client().get, servers[0].url, match="refused|1.1.1.1|attempts failed")
    # A request that was sent is not sent again to another address.
    net.names["good.example"], net.connected = [[GOOD, OTHER]], []
    assert not isinstance(raised(Exception, client().get, f"{servers[0].url}broken"), urlspec.Refused)
    # aiohttp itself repeats a GET once, after it has resolved the name and checked the addresses again.
    times = 2 if client.library == "aiohttp" else 1
    assert [path for _, path, _, _ in servers[0].seen] == ["/", *["/broken"] * times] and net.connected == [GOOD] * times


def test_rebinding_does_not_reach_loopback(net, servers, client):
    good, _ = servers
    # First a public address that does not answer, then this machine.
    net.names["rebind.example"] = [[DEAD], ["127.0.0.1"]]
    url = f"http://rebind.example:{good.server_port}/"
    session = client()
    assert not isinstance(raised(Exception, session.get, url), urlspec.Refused)
    assert (net.resolved, net.connected) == (["rebind.example"], [DEAD])
    assert refused(session.get, url).code == "address"
    # One private address among public ones is enough to refuse all.
    net.names["rebind.example"] = [[GOOD, "127.0.0.1"]]
    assert refused(session.get, url).code == "address"
    assert net.connected == [DEAD] and good.connections == 0


@pytest.mark.parametrize(
    ("location", "code"),
    [
        ("http://[::1]:{port}/", "host"),
        ("http://127.0.0.1:{port}/", "host"),
        ("//localhost:{port}/", "host"),
        ("http://inside.example:{port}/", "address"),
        ("http://other.example\\@good.example:{port}/", "hazard"),
        ("ftp://good.example/", "scheme"),
        ("/\xff", "not-utf8"),
    ],
)
def test_redirects_are_checked(net, servers, client, location, code):
    good, other = servers
    net.names["inside.example"] = [["127.0.0.1"]]
    good.answers["/"] = (302, location, None)
    assert refused(client().get, good.url).code == code
    assert (good.connections, other.connections, net.connected) == (1, 0, [GOOD])


def test_redirects_are_counted(servers, client):
    good, _ = servers
    good.answers["/"] = (301, "/", None)
    for limit, guard in [(10, urlspec.Guard(ports="any")), (2, urlspec.Guard(ports="any", max_redirects=2))]:
        assert refused(client(guard).get, good.url).code == "too-many-redirects"
        assert len(good.seen) == limit + 1
        good.seen.clear()
    good.answers["/"] = (301, "/end", None)
    response = client().get(good.url)
    assert response.status_code == 200 and [hop.status_code for hop in response.history] == [301]


def test_credentials_stay_with_the_origin(servers, client):
    good, other = servers
    good.answers["/"] = (302, "/next", "own=1")
    good.answers["/next"] = (307, other.url, "own=2")
    other.answers["/"] = (302, "/next", "theirs=1")
    other.answers["/next"] = (302, f"{good.url}end", None)
    session = client()
    session.headers["X-Api-Key"], session.auth = "secret", ("user", "secret")
    session.cookies.set("all", "secret")
    headers = {"X-Token": "secret", "User-Agent": "test"}
    assert session.get(good.url, headers=headers).status_code == 200
    first, second, last = (headers for _, _, headers, _ in good.seen)
    for sent, cookies in [(first, {"all=secret"}), (second, {"all=secret", "own=1"})]:
        assert sent["Authorization"].startswith("Basic ") and sent["X-Token"] == sent["X-Api-Key"] == "secret"
        assert set(sent["Cookie"].split("; ")) == cookies
    for sent in [headers for _, _, headers, _ in other.seen] + [last]:
        assert "secret" not in str(sent) and sent["Authorization"] is None and "own" not in str(sent)
        assert sent["User-Agent"] == "test"
    assert [headers["Cookie"] for _, _, headers, _ in other.seen] == [None, "theirs=1"]


def test_bodies_are_not_sent_again(servers, client):
    good, _ = servers
    good.answers |= {"/see": (303, "/end", None), "/again": (307, "/end", None)}
    assert client().post(f"{good.url}see", data={"a": "b"}).status_code == 200
    sent = [(command, path, body) for command, path, _, body in good.seen]
    assert sent == [("POST", "/see", b"a=b"), ("GET", "/end", b"")]
    assert "Content-Type" not in good.seen[1][2]
    assert client().post(f"{good.url}again", data={"a": "b"}).status_code == 307
    assert len(good.seen) == 3


def test_redirects_are_followed_only_if_wanted(servers, client):
    good, _ = servers
    good.answers["/"] = (302, "http://127.0.0.1/", None)
    keyword = "allow_redirects" if client.library == "requests" else "follow_redirects"
    response = client().get(good.url, **{keyword: False})
    assert response.status_code == 302 and len(good.seen) == 1


def test_nothing_is_resolved_for_what_is_refused(net, client):
    for url, code in [
        ("http://evil.example\\@good.example/", "hazard"),
        ("http://169.254.169.254/", "host"),
        ("http://127.1/", "disagreement"),
        ("file:///etc/passwd", "scheme"),
        ("", "empty"),
    ]:
        assert refused(client().get, url).code == code
    assert net.resolved == net.connected == []


def test_proxies_are_not_taken(client):
    proxy = "http://127.0.0.1:9/"
    with pytest.raises(ValueError, match="proxy"):
        session = client(**({} if client.library == "requests" else {"proxy": proxy}))
        session.get("http://good.example/", proxies={"http": proxy})


def test_certificates_are_those_of_the_name(net, servers, client, tmp_path):
    trustme = pytest.importorskip("trustme")
    good, _ = servers
    authority = trustme.CA()
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("good.example").configure_cert(context)
    context.sni_callback = lambda _socket, name, _context: good.names.append(name)
    good.socket = context.wrap_socket(good.socket, server_side=True)
    session = client(verify=str(tmp_path / "ca.pem"))
    assert session.get(f"https://good.example:{good.server_port}/").status_code == 200
    # A request to another name with the same address must not reuse the connection.
    net.names["evil.example"] = [[GOOD]]
    raised(Exception, session.get, f"https://evil.example:{good.server_port}/", match="(?i)certificate")
    assert good.names == ["good.example", "evil.example"] and len(good.seen) == 1
    good.answers["/"] = (302, "http://good.example/", None)
    assert refused(session.get, f"https://good.example:{good.server_port}/").code == "downgrade"
