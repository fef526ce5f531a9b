"""Clients of httpx that fetch only what a guard permits: `GuardedClient(urlspec.Guard()).get(url)`.

`GuardedAsyncClient` is the same for `asyncio`.
"""

import asyncio
import socket

import httpx

from ._guarded import checked, headers_after, method_after, refuse_proxy

# Keep no connections open: the pool would reuse them for every name with the same address.
LIMITS = httpx.Limits(max_keepalive_connections=0)


def _now(function):
    """The function as a coroutine that never waits, so that a blocking client runs the code of the asynchronous one."""

    async def call(*arguments, **settings):
        return function(*arguments, **settings)

    return call


def _run(coroutine):
    """Run a coroutine that never waits."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        return done.value


async def _handle(guard, request, look_up, send):
    permitted, failure = guard.check(str(request.url)), None
    name = permitted.host.strip("[]")
    headers = {**request.headers, "host": permitted.origin.partition("://")[2]}
    # The certificate is checked for the name, not for the address.
    kept = {"headers": headers, "extensions": {**request.extensions, "sni_hostname": name}, "stream": request.stream}
    found = await look_up(name, permitted.port, type=socket.SOCK_STREAM)
    for address in checked(permitted, found):
        url = httpx.URL(permitted.href).copy_with(host=address, port=permitted.port)
        try:
            return await send(httpx.Request(request.method, url, **kept))
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            failure = error
    raise failure


class GuardedTransport(httpx.HTTPTransport):
    def __init__(self, guard, verify=True):
        super().__init__(verify=verify, trust_env=False, limits=LIMITS)
        self.guard = guard

    def handle_request(self, request):
        return _run(_handle(self.guard, request, _now(socket.getaddrinfo), _now(super().handle_request)))


class GuardedAsyncTransport(httpx.AsyncHTTPTransport):
    def __init__(self, guard, verify=True):
        super().__init__(verify=verify, trust_env=False, limits=LIMITS)
        self.guard = guard

    async def handle_async_request(self, request):
        look_up = asyncio.get_running_loop().getaddrinfo
        return await _handle(self.guard, request, look_up, super().handle_async_request)


class _Guarded:
    """The parts that both clients share."""

    def __init__(self, guard, *, verify=True, follow_redirects=True, **settings):
        if settings.keys() & {"proxy", "mounts"}:
            refuse_proxy()
        settings |= {"transport": self.transport(guard, verify), "trust_env": False}
        super().__init__(follow_redirects=follow_redirects, **settings)
        self.guard = guard

    def build_request(self, method, url, **settings):
        return super().build_request(method, self.guard.check(str(url)).href, **settings)

    async def _send(self, send, close, read, request, stream, follow_redirects, settings):
        follows = self.follow_redirects if follow_redirects is httpx.USE_CLIENT_DEFAULT else follow_redirects
        permitted, cookies, history = self.guard.check(str(request.url)), httpx.Cookies(self.cookies), []
        while True:
            response = await send(request, stream=True, follow_redirects=False, **settings)
            response.history = history
            method = method_after(request.method, response.status_code)
            if not (follows and response.has_redirect_location and method in ("GET", "HEAD")):
                break  # Never send a body to the target of a redirect.
            await close(response)
            location = response.headers["Location"].encode(response.headers.encoding)
            before, permitted = permitted, self.guard.redirect(permitted, location)
            headers = headers_after(request.headers, permitted.origin == before.origin)
            if permitted.origin == before.origin:
                cookies.extract_cookies(response)
            else:
                cookies, settings["auth"] = httpx.Cookies(), None
            request = httpx.Request(method, permitted.href, headers=headers, extensions=request.extensions)
            cookies.set_cookie_header(request)
            history = [*history, response]
        if not stream:
            await read(response)
        return response


class GuardedClient(_Guarded, httpx.Client):
    transport = GuardedTransport

    def send(self, request, *, stream=False, follow_redirects=httpx.USE_CLIENT_DEFAULT, **settings):
        methods = map(_now, [super().send, httpx.Response.close, httpx.Response.read])
        return _run(self._send(*methods, request, stream, follow_redirects, settings))


class GuardedAsyncClient(_Guarded, httpx.AsyncClient):
    transport = GuardedAsyncTransport

    async def send(self, request, *, stream=False, follow_redirects=httpx.USE_CLIENT_DEFAULT, **settings):
        methods = super().send, httpx.Response.aclose, httpx.Response.aread
        return await self._send(*methods, request, stream, follow_redirects, settings)
