"""The rules that the guarded clients of requests, httpx and aiohttp share."""

# The headers that a redirect to the same origin drops.
OF_ONE_REQUEST = {"host", "cookie", "content-encoding", "content-length", "content-type", "transfer-encoding"}
# The headers that a redirect to another origin keeps: none of these contains credentials.
TO_ANOTHER_ORIGIN = {"accept", "accept-encoding", "accept-language", "user-agent"}


def refuse_proxy():
    raise ValueError("a proxy resolves names itself: addresses must be checked there")


def checked(permitted, found):
    """The addresses that `found`, the result of `getaddrinfo`, contains, if the guard permits all of them."""
    return permitted.check_addresses([place[0] for *_, place in found])


def method_after(method, status):
    """The method of the request after a redirect."""
    changes = (status == 303 and method != "HEAD") or (status in (301, 302) and method == "POST")
    return "GET" if changes else method


def headers_after(headers, same_origin):
    """The headers of the request after a redirect."""
    kept = OF_ONE_REQUEST if same_origin else TO_ANOTHER_ORIGIN
    return {name: value for name, value in headers.items() if (name.lower() in kept) != same_origin}
