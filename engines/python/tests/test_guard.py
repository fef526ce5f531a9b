"""The guard: its settings, what it permits, and its refusals."""

import inspect
import ipaddress
import pickle

import pytest
import urlspec
from helpers import raised, refused


def test_permitted():
    permitted = urlspec.Guard().check("HTTPS://Example.COM:443/a/../b?c")
    assert (permitted.href, permitted.host, permitted.port) == ("https://example.com/b?c", "example.com", 443)
    assert permitted.origin == "https://example.com" and permitted.needs_addresses
    assert repr(permitted) == "<Permitted host=example.com port=443>"
    assert urlspec.Guard().check(b"../c", b"https://a.example/b/").href == "https://a.example/c"
    address = urlspec.Guard().check("http://[2001:4860:4860::8888]/")
    assert address.host == "[2001:4860:4860::8888]" and not address.needs_addresses
    raised(TypeError, urlspec.Permitted)


def test_refusals():
    for url, code, cwe, details in [
        ("", "empty", None, {}),
        (" \n", "empty", None, {}),
        (b"http://a.example/\xc3\xa9\xff", "not-utf8", None, {"at": 19}),
        # For a `str`, the place is an index of characters, not of bytes.
        ("http://a.example/é\ud800", "not-utf8", None, {"at": 18}),
        ("x" * 65_537, "too-long", None, {"len": 65_537, "limit": 65_536}),
        ("gopher://a.example/", "scheme", 918, {"scheme": "gopher"}),
        ("http://169.254.169.254/", "host", 918, {"host": "169.254.169.254"}),
        ("http://[::1]/", "host", 918, {"host": "[::1]"}),
        ("http://a.example:81/", "port", 918, {"port": 81}),
    ]:
        error = refused(urlspec.Guard().check, url)
        assert isinstance(error, ValueError)
        assert (error.code, error.cwe, error.details) == (code, cwe, details) and str(error)
        again = pickle.loads(pickle.dumps(error))
        assert (str(again), again.code, again.cwe, again.details) == (str(error), code, cwe, details)


def test_refusals_of_profiles_have_what_disagreements_have():
    error = refused(urlspec.Guard().check, "http://é.example\\@a.example/")
    assert (error.code, error.cwe, error.details["reason"]) == ("hazard", 436, "backslash")
    assert (error.details["source"], error.details["span"]) == ("input", (16, 17))
    text = "http:///a.example/"
    error = refused(urlspec.Guard().check, text)
    assert (error.code, error.cwe, error.details["component"]) == ("disagreement", 436, "host")
    assert error.details["profiles"] == ("whatwg", "rfc3986") and len(error.details["sections"]) == 2
    assert text[slice(*error.details["span"])] == "/"
    error = refused(urlspec.Guard().check, "http://[")
    assert (error.code, error.cwe, error.details["reason"]) == ("not-a-url", None, "ipv6-unclosed")
    error = refused(urlspec.Guard().check, "b", "http://é.example\\")
    assert (error.details["source"], error.details["span"]) == ("base", (16, 17))


def test_origins_and_redirects():
    guard = urlspec.Guard(max_redirects=2)
    error = refused(guard.check, "//evil.example/", "https://a.example/")
    assert (error.code, error.cwe) == ("origin", 601)
    assert error.details == {"origin": "https://evil.example", "base": "https://a.example"}
    assert urlspec.Guard(any_origin=True).check("//b.example/", "https://a.example/").href == "https://b.example/"
    first = guard.check("https://a.example/b")
    second = guard.redirect(first, "../c")
    assert second.href == "https://a.example/c"
    third = guard.redirect(second, b"//b.example")
    assert third.origin == "https://b.example"
    error = refused(guard.redirect, third, "/d")
    assert (error.code, error.details) == ("too-many-redirects", {"limit": 2})
    assert refused(guard.redirect, first, "http://a.example/").code == "downgrade"
    assert urlspec.Guard(allow_downgrade=True).redirect(first, "http://a.example/").port == 80
    assert refused(guard.redirect, first, "http://[::1]/").code == "host"
    assert refused(guard.redirect, first, b"\xff").code == "not-utf8"


def test_addresses():
    permitted = urlspec.Guard().check("https://a.example/")
    four, six = "8.8.8.8", "2001:4860:4860::8888"
    assert permitted.check_addresses([four, ipaddress.ip_address(six)]) == [four, six]
    for private in ["127.0.0.1", "::1", "::ffff:10.0.0.1", "fe80::1%eth0", ipaddress.ip_address("fe80::1%1")]:
        error = refused(permitted.check_addresses, [four, private])
        assert (error.code, error.cwe) == ("address", 918)
        assert ipaddress.ip_address(error.details["address"]) == ipaddress.ip_address(str(private).partition("%")[0])
    assert refused(permitted.check_addresses, []).code == "no-address"
    # Only listed hosts may be private, and a URL with an address has only that address.
    guard = urlspec.Guard(allow_hosts=["a.example", "10.0.0.0/8"])
    assert guard.check("https://a.example/").check_addresses(["10.1.2.3"]) == ["10.1.2.3"]
    assert refused(guard.check("https://10.0.0.1/").check_addresses, ["10.0.0.2"]).code == "address"
    for wrong in ["a.example", "08.8.8.8", "134744072", "", "\ud800"]:
        assert not isinstance(raised(ValueError, permitted.check_addresses, [wrong]), urlspec.Refused)
    raised(TypeError, permitted.check_addresses, four)


def test_settings():
    for settings, permits, code, refuses in [
        ({"schemes": ["https"]}, "https://a.example/", "scheme", "http://a.example/"),
        ({"allow_hosts": [".a.test", "127.0.0.1"]}, "http://127.0.0.1/", "host-not-allowed", "http://evila.test/"),
        ({"deny_hosts": ["site:example.com"]}, "http://b.example/", "host-not-allowed", "http://a.example.com/"),
        ({"ports": [8080]}, "http://a.example:8080/", "port", "http://a.example/"),
        ({"ports": "any"}, "http://a.example:8080/", "empty", ""),
        ({"permit": ["encoded-slash"]}, "http://a.example/a%2Fb", "hazard", "http://a.example/a%01b"),
        ({"allow_paths": ["/a"]}, "http://a.example/a/b", "path", "http://a.example/ab"),
        ({"deny_paths": ["/a"]}, "http://a.example/ab", "path", "http://a.example/a/b"),
        ({"allow_patterns": ["http://*.example/a/:b"]}, "http://a.example/a/b", "pattern", "http://a.example/a/b/c"),
        ({"deny_patterns": ["/a/*"]}, "http://a.example/b", "pattern", "http://a.example/A/b"),
        ({"max_len": 20}, "http://a.example/123", "too-long", "http://a.example/1234"),
    ]:
        guard = urlspec.Guard(**settings)
        assert guard.check(permits).href == permits
        assert refused(guard.check, refuses).code == code


def test_wrong_settings():
    both = [f"{verb}_{what}" for verb in ("allow", "deny") for what in ("hosts", "paths", "patterns")]
    lists = ["schemes", "ports", "consumers", "permit", *both]
    for setting in lists:
        raised(ValueError, urlspec.Guard, **{setting: []}, match=f"^{setting} is an empty list")
        raised((TypeError, ValueError), urlspec.Guard, **{setting: "http"})
    for setting in inspect.signature(urlspec.Guard).parameters:
        raised(TypeError, urlspec.Guard, **{setting: object()})
    raised(TypeError, urlspec.Guard, allow_host=["a.example"], match="allow_host")
    raised(TypeError, urlspec.Guard, ["http"])
    for wrong, named in [
        ({"permit": ["nonsense"]}, "nonsense.*backslash"),
        ({"consumers": ["whatwg"]}, "whatwg.*curl"),
        ({"consumers": ["nonsense"]}, "nonsense.*curl"),
        ({"schemes": ["HTTP"]}, "HTTP"),
        ({"allow_hosts": ["*.a.example"]}, "site:name"),
        ({"allow_hosts": ["a.example"], "deny_hosts": ["a.example"]}, "allowed and denied"),
        ({"ports": [65_536]}, "65535"),
        ({"ports": "all"}, "any"),
        ({"allow_paths": ["a"]}, "slash"),
        ({"allow_patterns": ["http://a/{"]}, "at bytes"),
        ({"permit": ["port"]}, "ports"),
    ]:
        raised(ValueError, urlspec.Guard, **wrong, match=named)


def test_wrong_types():
    guard = urlspec.Guard()
    for wrong in [None, 1, bytearray(b"http://a.example/"), object()]:
        raised(TypeError, guard.check, wrong)
        raised(TypeError, guard.redirect, guard.check("http://a.example/"), wrong)
    raised(TypeError, guard.redirect, "http://a.example/", "/")


def test_policies_are_the_same_settings():
    tomllib = pytest.importorskip("tomllib")
    policy = tomllib.loads('schemes = ["https"]\nallow-hosts = [".good.example"]\nports = "any"\nany-origin = true\n')
    guard = urlspec.Guard(**{name.replace("-", "_"): value for name, value in policy.items()})
    assert guard.check("https://a.good.example:81/").port == 81
