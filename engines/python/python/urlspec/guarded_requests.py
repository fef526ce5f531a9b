"""A session of requests that fetches only what a guard permits: `GuardedSession(urlspec.Guard()).get(url)`."""

import socket

import requests
from requests.adapters import HTTPAdapter
from requests.cookies import extract_cookies_to_jar
from urllib3.exceptions import ConnectTimeoutError

from ._guarded import checked, headers_after, refuse_proxy


class GuardedAdapter(HTTPAdapter):
    get_connection = None  # requests before 2.32.3 calls this, which would connect to the name, not to a checked address.

    def __init__(self, guard):
        super().__init__()
        self.guard = guard

    def send(self, request, **settings):
        if settings.get("proxies"):
            refuse_proxy()
        permitted = self.guard.check(request.url)
        request.url = permitted.href
        request.headers["Host"] = permitted.origin.partition("://")[2]
        found = socket.getaddrinfo(permitted.host.strip("[]"), permitted.port, type=socket.SOCK_STREAM)
        addresses = checked(permitted, found)
        for address in addresses:
            request.connect_to = permitted, address
            try:
                return super().send(request, **settings)
            except requests.ConnectionError as error:
                # Try the next address only if nothing was sent to this one.
                is_unsent = isinstance(getattr(error.args[0], "reason", None), ConnectTimeoutError)
                if not is_unsent or address == addresses[-1]:
                    raise

    def get_connection_with_tls_context(self, request, verify, proxies=None, cert=None):
        permitted, address = request.connect_to
        place, tls = self.build_connection_pool_key_attributes(request, verify, cert)
        # The certificate is checked for the name, not for the address.
        tls["server_hostname"] = permitted.host.strip("[]")
        return self.poolmanager.connection_from_host(address, permitted.port, place["scheme"], tls)


class GuardedSession(requests.Session):
    def __init__(self, guard):
        super().__init__()
        self.guard, self.trust_env = guard, False
        for scheme in ["http://", "https://"]:
            self.mount(scheme, GuardedAdapter(guard))

    def prepare_request(self, request):
        request.url = self.guard.check(request.url).href
        return super().prepare_request(request)

    def resolve_redirects(self, response, request, yield_requests=False, **settings):
        permitted = self.guard.check(request.url)
        while response.is_redirect and not yield_requests:
            to = request.copy()
            self.rebuild_method(to, response)
            if to.method not in ("GET", "HEAD"):
                return  # Never send a body to the target of a redirect.
            response.close()
            location = response.headers["Location"].encode("latin-1")
            before, permitted = permitted, self.guard.redirect(permitted, location)
            headers = headers_after(to.headers, permitted.origin == before.origin)
            if permitted.origin == before.origin:
                to.headers = requests.structures.CaseInsensitiveDict(headers)
                extract_cookies_to_jar(to._cookies, request, response.raw)
                to.prepare_cookies(to._cookies)
            else:
                to, settings["cert"] = requests.Request(to.method, permitted.href, headers).prepare(), None
            to.url, to.body, request = permitted.href, None, to
            response = self.send(request, allow_redirects=False, **settings)
            yield response
