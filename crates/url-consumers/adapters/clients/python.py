"""Fetches the URL in each line with the Python client that the argument names."""
import asyncio
import functools
import http.client
import importlib
import os
import platform
import ssl
import sys
import urllib.request
from urllib.parse import urlsplit

TIMEOUT = 5
# Load no certificates: no handshake completes, and reading them would take most of the time.
CONTEXT = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
CONTEXT.check_hostname = False
CONTEXT.verify_mode = ssl.CERT_NONE
name = sys.argv[1]
module = importlib.import_module("http.client" if name == "netloc" else name)


def by_hand(url):
    parts = urlsplit(url)
    kind = http.client.HTTPConnection
    if parts.scheme == "https":
        kind = functools.partial(http.client.HTTPSConnection, context=CONTEXT)
    if name == "netloc":
        connection = kind(parts.netloc, timeout=TIMEOUT)
    else:
        # Pass a port: without one, the connection looks for a port in the host, and finds one in an IPv6 address.
        connection = kind(parts.hostname, parts.port or (443 if parts.scheme == "https" else 80), timeout=TIMEOUT)
    connection.request("GET", (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))
    connection.getresponse().read()


def client():
    if name == "urllib.request":
        handlers = [urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=CONTEXT)]
        opener = urllib.request.build_opener(*handlers)
        return lambda url: opener.open(url, timeout=TIMEOUT).read()
    if name == "requests":
        session = module.Session()
        session.trust_env = session.verify = False
        session.adapters["https://"].init_poolmanager(10, 10, ssl_context=CONTEXT)
        return lambda url: session.get(url, timeout=TIMEOUT, allow_redirects=False)
    if name == "urllib3":
        pool = module.PoolManager(ssl_context=CONTEXT)
        return lambda url: pool.request("GET", url, redirect=False, retries=False, timeout=TIMEOUT)
    if name == "httpx":
        session = module.Client(trust_env=False, timeout=TIMEOUT, verify=CONTEXT)
        return session.get
    if name == "aiohttp":
        return lambda url: asyncio.run(of_aiohttp(url))
    return by_hand


async def of_aiohttp(url):
    async with module.ClientSession() as session:
        async with session.get(url, allow_redirects=False, timeout=module.ClientTimeout(TIMEOUT)):
            pass


if sys.argv[2:] == ["--version"]:
    print(getattr(module, "__version__", platform.python_version()))
else:
    fetch = client()
    for line in sys.stdin.buffer:
        try:
            fetch(line.decode().removesuffix("\n"))
            end = "null"
        except Exception as error:
            end = f'"{type(error).__name__}"'
        os.write(1, f'{{"end":{end}}}\n'.encode())
