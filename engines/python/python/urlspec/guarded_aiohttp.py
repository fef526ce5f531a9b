"""A session of aiohttp that fetches only what a guard permits: `await GuardedSession(urlspec.Guard()).get(url)`."""

import asyncio
import contextlib
import contextvars
import functools
import socket

import aiohttp
import yarl
from aiohttp.abc import AbstractResolver

from ._guarded import checked, headers_after, method_after, refuse_proxy

_PERMITTED = contextvars.ContextVar("_PERMITTED")
_CREDENTIALS = {"auth", "cookie_jar", "cookies", "headers"}


class _Resolver(AbstractResolver):
    async def resolve(self, host, port=0, family=socket.AF_UNSPEC):
        permitted, look_up = _PERMITTED.get(), asyncio.get_running_loop().getaddrinfo
        found = await look_up(permitted.host.strip("[]"), port, family=family, type=socket.SOCK_STREAM)
        one = {"hostname": host, "port": port, "proto": 0, "flags": socket.AI_NUMERICHOST}
        families = ((address, socket.AF_INET6 if ":" in address else socket.AF_INET) for address in checked(permitted, found))
        return [{**one, "host": address, "family": family} for address, family in families]

    async def close(self):
        pass


class GuardedConnector(aiohttp.TCPConnector):
    """Checks every request, and the addresses of its host. Does not check the target of a redirect against its source."""

    def __init__(self, guard, **settings):
        super().__init__(resolver=_Resolver(), use_dns_cache=False, **settings)
        self.guard = guard

    async def connect(self, request, *arguments, **settings):
        if request.proxy:
            refuse_proxy()
        _PERMITTED.set(self.guard.check(str(request.url)))
        return await super().connect(request, *arguments, **settings)


class GuardedSession:
    """A session with the methods of `aiohttp.ClientSession` that send requests. It must be created in a coroutine."""

    def __init__(self, guard, *, ssl=True, **settings):
        connector = GuardedConnector(guard, ssl=ssl)
        self.guard, self.session = guard, aiohttp.ClientSession(connector=connector, **settings)
        kept = {name: value for name, value in settings.items() if name not in _CREDENTIALS}
        self._without_credentials = functools.partial(aiohttp.ClientSession, connector=connector, connector_owner=False, **kept)

    async def request(self, method, url, *, headers=None, allow_redirects=True, **settings):
        permitted, session, history = self.guard.check(url), self.session, ()
        headers = {name: value for name, value in (headers or {}).items() if name.lower() != "host"}
        with contextlib.ExitStack() as sessions:
            while True:
                to = yarl.URL(permitted.href, encoded=True)
                response = await session.request(method, to, headers=headers, allow_redirects=False, **settings)
                response._history = history
                method = method_after(method, response.status)
                is_redirect = response.status in (301, 302, 303, 307, 308) and "Location" in response.headers
                if not (allow_redirects and is_redirect and method in ("GET", "HEAD")):
                    return response  # Never send a body to the target of a redirect.
                response.release()
                location = response.headers["Location"].encode("utf-8", "surrogateescape")
                before, permitted = permitted, self.guard.redirect(permitted, location)
                dropped = {"data", "json", "params"}
                if permitted.origin == before.origin:
                    headers = headers_after(headers, True)
                else:
                    headers, dropped = headers_after(response.request_info.headers, False), dropped | _CREDENTIALS
                    session = self._without_credentials()
                    sessions.callback(session.detach)
                settings = {name: value for name, value in settings.items() if name not in dropped}
                history = (*history, response)

    get = functools.partialmethod(request, "GET")
    head = functools.partialmethod(request, "HEAD")
    post = functools.partialmethod(request, "POST")
    put = functools.partialmethod(request, "PUT")
    patch = functools.partialmethod(request, "PATCH")
    delete = functools.partialmethod(request, "DELETE")

    async def close(self):
        await self.session.close()

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        await self.close()
