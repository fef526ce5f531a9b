"""A client of httpx that fetches only what a guard permits: `GuardedClient(urlspec.Guard()).get(url)`."""

import socket

import httpx

OF_ONE_REQUEST = {"host", "cookie", "content-encoding", "content-length", "content-type", "transfer-encoding"}
# The headers that a redirect to another origin keeps: none of these contains credentials.
TO_ANOTHER_ORIGIN = {"accept", "accept-encoding", "accept-language", "user-agent"}


class GuardedTransport(httpx.HTTPTransport):
    def __init__(self, guard, verify=True):
        # Keep no connections open: the pool would reuse them for every name with the same address.
        super().__init__(verify=verify, trust_env=False, limits=httpx.Limits(max_keepalive_connections=0))
        self.guard = guard

    def handle_request(self, request):
        permitted = self.guard.check(str(request.url))
        host = permitted.host.strip("[]")
        found = socket.getaddrinfo(host, permitted.port, type=socket.SOCK_STREAM)
        addresses = permitted.check_addresses([place[0] for *_, place in found])
        headers = {**request.headers, "host": permitted.origin.partition("://")[2]}
        # The certificate is checked for the name, not for the address.
        extensions = {**request.extensions, "sni_hostname": host}
        for address in addresses:
            url = httpx.URL(permitted.href).copy_with(host=address, port=permitted.port)
            to = httpx.Request(request.method, url, headers=headers, stream=request.stream, extensions=extensions)
            try:
                return super().handle_request(to)
            except (httpx.ConnectError, httpx.ConnectTimeout):
                if address == addresses[-1]:
                    raise


class GuardedClient(httpx.Client):
    def __init__(self, guard, *, verify=True, follow_redirects=True, **settings):
        if settings.keys() & {"proxy", "mounts"}:
            raise ValueError("a proxy resolves names itself: addresses must be checked there")
        settings |= {"transport": GuardedTransport(guard, verify), "trust_env": False}
        super().__init__(follow_redirects=follow_redirects, **settings)
        self.guard = guard

    def build_request(self, method, url, **settings):
        return super().build_request(method, self.guard.check(str(url)).href, **settings)

    def send(self, request, *, stream=False, follow_redirects=httpx.USE_CLIENT_DEFAULT, **settings):
        follows = self.follow_redirects if follow_redirects is httpx.USE_CLIENT_DEFAULT else follow_redirects
        permitted, cookies, history = self.guard.check(str(request.url)), httpx.Cookies(self.cookies), []
        while True:
            response = super().send(request, stream=True, follow_redirects=False, **settings)
            response.history = history
            method, status = request.method, response.status_code
            if (status == 303 and method != "HEAD") or (status in (301, 302) and method == "POST"):
                method = "GET"
            if not (follows and response.has_redirect_location and method in ("GET", "HEAD")):
                break  # Never send a body to the target of a redirect.
            response.close()
            location = response.headers["Location"].encode(response.headers.encoding)
            before, permitted = permitted, self.guard.redirect(permitted, location)
            headers = {name: value for name, value in request.headers.items() if name not in OF_ONE_REQUEST}
            if permitted.origin == before.origin:
                cookies.extract_cookies(response)
            else:
                headers = {name: value for name, value in headers.items() if name in TO_ANOTHER_ORIGIN}
                cookies, settings["auth"] = httpx.Cookies(), None
            request = httpx.Request(method, permitted.href, headers=headers, extensions=request.extensions)
            cookies.set_cookie_header(request)
            history = [*history, response]
        if not stream:
            response.read()
        return response
