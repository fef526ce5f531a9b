"""Tests of single URLs: the class, the functions and the exceptions."""

import copy
import operator
import pickle

import pytest
import urlspec
from helpers import raised


def test_properties():
    url = urlspec.parse("HTTP://user:p%40ss@EX%41mple.co.uk:8080/a/../b/ç?x=1&y=%20#top")
    assert url.href == str(url) == "http://user:p%40ss@example.co.uk:8080/b/%C3%A7?x=1&y=%20#top"
    assert (url.scheme, url.username, url.password) == ("http", "user", "p%40ss")
    assert (url.host, url.port, url.port_or_default) == ("example.co.uk", 8080, 8080)
    assert (url.path, url.query, url.fragment) == ("/b/%C3%A7", "x=1&y=%20", "top")
    assert url.origin == "http://example.co.uk:8080"
    assert url.registrable_domain == "example.co.uk"
    assert url.path_segments == ["b", "%C3%A7"]
    assert url.query_pairs == [("x", "1"), ("y", " ")]
    assert url.profile == "whatwg"


def test_what_is_missing_is_none():
    url = urlspec.parse("mailto:a@b.test")
    assert (url.username, url.password, url.host, url.port, url.port_or_default) == ("", None, None, None, None)
    assert (url.query, url.fragment, url.origin) == (None, None, None)
    assert (url.registrable_domain, url.path_segments, url.query_pairs) == (None, None, [])
    # Present and empty is not the same as missing.
    assert urlspec.parse("http://h/?#").query == "" == urlspec.parse("http://h/?#").fragment
    assert urlspec.parse("http://h/").port_or_default == 80


def test_errors():
    error = raised(urlspec.UrlError, urlspec.parse, "http://é.test:99999/")
    assert isinstance(error, ValueError)
    assert (error.reason, error.section) == ("port-out-of-range", "whatwg#port-state-2.1.2")
    assert error.source == "input"
    # The span counts characters, not bytes.
    assert "http://é.test:99999/"[slice(*error.span)] == "99999"
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.reason, again.span) == (str(error), error.reason, error.span)


def test_places_in_long_texts():
    for before in ["é" * 255, "é" * 256, "a" * 511 + "é", "😀" * 64, "é" * 5000]:
        text = f"http://{before}.test:99999/"
        error = raised(urlspec.UrlError, urlspec.parse, text)
        place = text[slice(*error.span)]
        assert place and place in text


@pytest.mark.parametrize("text", ["", "\0", "http://", "//", "a" * 100_000, "http://a b/", "\ud800", "http://\udfff/"])
def test_any_text_gives_a_url_or_an_error(text):
    parsed, explained = urlspec.can_parse(text), urlspec.explain(text)
    assert (explained.url is not None) == parsed == (explained.error is None)
    if parsed:
        assert urlspec.parse(text) == explained.url
    else:
        error = raised(urlspec.UrlError, urlspec.parse, text)
        assert error.reason and error.section


def test_lone_surrogates_are_replaced():
    assert urlspec.parse("http://h/\ud800x").path == "/%EF%BF%BDx"
    assert urlspec.parse("http://h/").replace(path="/\udfff").path == "/%EF%BF%BD"


def test_wrong_types_raise_type_errors():
    for wrong in [None, 1, b"http://h/", object()]:
        raised(TypeError, urlspec.parse, wrong)
        raised(TypeError, urlspec.can_parse, wrong)
    raised(TypeError, urlspec.parse("http://h/").replace, hostname="a")
    raised(TypeError, urlspec.parse("http://h/").replace, scheme=None)
    for wrong in [5, None, b"http://h/"]:
        raised(TypeError, urlspec.URL, wrong)


def test_resolve():
    base = urlspec.parse("http://h/a/b?q")
    assert str(base.resolve("../c")) == "http://h/c"
    assert str(base.resolve("//other/")) == "http://other/"
    assert raised(urlspec.UrlError, base.resolve, "http://[/").source == "input"


def test_replace():
    url = urlspec.parse("http://h/a")
    changed = url.replace(
        scheme="https", host="é.test", port=8443, username="u", password="p", path="/ b", query="x=y z", fragment="f"
    )
    assert str(changed) == "https://u:p@xn--9ca.test:8443/%20b?x=y%20z#f"
    assert str(url) == "http://h/a", "it never changes"
    bare = changed.replace(port=None, username="", password=None, query=None, fragment=None)
    assert str(bare) == "https://xn--9ca.test/%20b"
    assert url.replace() == url


def test_replace_takes_all_or_refuses():
    url = urlspec.parse("http://h/a")
    for change in [{"host": "a b"}, {"scheme": "mailto"}, {"scheme": "1"}]:
        error = raised(urlspec.UrlError, url.replace, **change)
        assert error.reason and error.section
    other = urlspec.parse("http://h/", profile="rfc3986")
    error = raised(urlspec.UrlError, other.replace, host="a", scheme="1", match="defines no setters")
    assert (error.reason, error.section) == ("no-setters", "rfc3986#uri-reference")


@pytest.mark.parametrize("profile", ["whatwg", "webspecs"])
def test_a_number_that_is_no_port(profile):
    replace = urlspec.parse("http://h/", profile=profile).replace
    for port, reason in [(65536, "port-out-of-range"), (10**40, "port-out-of-range"), (-1, "port-not-number")]:
        error = raised(urlspec.UrlError, replace, port=port)
        assert error.reason == reason and str(port)[slice(*error.span)]
    for wrong in ["81", 81.0]:
        raised(TypeError, replace, port=wrong)


def test_advice_names_nothing_that_python_lacks():
    for url, change in [
        ("http://h/", {"scheme": "x"}),
        ("data:x", {"path": "y"}),
        ("http://u@h:1/", {"scheme": "file"}),
        ("file:///x", {"username": "u"}),
        ("http://h/", {"host": None}),
    ]:
        error = raised(urlspec.UrlError, urlspec.parse(url).replace, **change)
        assert "`href`" not in str(error) and "set_" not in str(error)


def test_equality_order_and_hash():
    a, also_a, b = (urlspec.parse(text) for text in ["http://a/", "HTTP://A", "http://b/"])
    assert a == also_a and hash(a) == hash(also_a) and a != b and a != "http://a/"
    assert len({a, also_a, b}) == 2
    assert sorted([b, a]) == [a, b] and a < b <= b
    raised(TypeError, operator.lt, a, "http://b/")
    raised(AttributeError, setattr, a, "host", "c")


@pytest.mark.parametrize("profile", ["whatwg", "whatwg-2026-02", "webspecs", "rfc3986", "manakai"])
def test_pickle_and_copy(profile):
    url = urlspec.parse("http://user@h:81/a/b?c#d", profile=profile)
    for again in [pickle.loads(pickle.dumps(url)), copy.copy(url), copy.deepcopy(url)]:
        assert again == url and again.profile == profile


def test_profiles():
    assert urlspec.PROFILES[0] and "whatwg" in urlspec.PROFILES and "curl" in urlspec.PROFILES
    assert urlspec.parse("http://A/%7e", profile="rfc3986").href != urlspec.parse("http://A/%7e").href
    raised(ValueError, urlspec.parse, "http://h/", profile="nonsense", match="unknown profile")


def test_explain():
    explained = urlspec.explain("HTTP://é.test/../a")
    assert str(explained.url) == "http://xn--9ca.test/a" and explained.error is None
    step = next(step for step in explained.steps if step.made == "http")
    assert (step.saw, step.source) == ("TTP", "input") and step.section.startswith("whatwg#")
    for step in explained.steps:
        if step.source == "input" and step.saw is not None:
            assert 0 <= step.span[0] <= step.span[1] <= len("HTTP://é.test/../a")
    assert '"TTP" -> "http"' in str(explained)
    assert len(urlspec.explain("http://h/", every=True).steps) > len(urlspec.explain("http://h/").steps)
    assert str(urlspec.explain("b", base="http://h/a").url) == "http://h/b"
    failed = urlspec.explain("b", base="http://[")
    assert failed.url is None and failed.error.source == "base"


def test_diff():
    text = "http://é@a.test\\@b.test/"
    difference = urlspec.diff(text, "whatwg", "rfc3986")
    assert difference.component in {"host", "user", "path", "authority", "username"}
    assert (difference.a.profile, difference.b.profile) == ("whatwg", "rfc3986")
    assert difference.source == "input" and 0 <= difference.span[0] <= difference.span[1] <= len(text)
    assert difference.a.section.startswith("whatwg#") and str(difference)
    assert urlspec.diff("http://h/", "whatwg", "webspecs") is None


# Two profiles that agree on the inputs of these tests.
TWO = ["whatwg", "whatwg-2026-02"]


def test_agree():
    agreed = urlspec.agree("http://h:80/a", ["whatwg", "curl", "python-urlsplit"])
    assert (agreed.scheme, agreed.host, agreed.port, agreed.path) == ("http", "h", 80, "/a")
    # The URL to pass on differs from the given text.
    assert (agreed.href, agreed.origin) == ("http://h/a", "http://h")
    assert urlspec.agree("data:x", TWO).origin is None
    assert "secret" not in repr(urlspec.agree("http://u:secret@h/", TWO))
    differ = raised(urlspec.Disagreement, urlspec.agree, "http://a.test\\@b.test/", ["whatwg", "curl"])
    assert differ.profiles == ("whatwg", "curl")
    error = raised(urlspec.Disagreement, urlspec.agree, "http://[", TWO)
    assert (error.reason, error.profiles) == ("ipv6-unclosed", ("whatwg",))
    for few in [[], ["whatwg"], ["whatwg", "whatwg"]]:
        raised(urlspec.Disagreement, urlspec.agree, "http://h/", few, match="fewer than two profiles")
    raised(urlspec.Disagreement, urlspec.agree, " \n", TWO, match="blank")


def test_agree_strictly():
    for text, hazard in [
        ("http:/\\a.test/b", "backslash"),
        ("http://a.test/\tb", "control"),
        ("http://u@a.test/", "credentials"),
        ("http://a%2etest/", "escaped-host"),
        ("http://ａ.test/", "non-ascii-host"),
        ("http://a.test:81/", "port"),
    ]:
        assert urlspec.agree(text, TWO).href
        error = raised(urlspec.Disagreement, urlspec.agree, text, TWO, strict=True)
        assert (error.reason, error.profiles) == (hazard, ())
        permitted = urlspec.agree(text, TWO, strict=True, permit=[hazard, "non-ascii-host"])
        assert permitted.href == urlspec.parse(text).href
        raised(ValueError, urlspec.agree, text, TWO, permit=[hazard], match="strict=True")
        raised(ValueError, urlspec.agree, text, TWO, strict=True, permit=["nonsense"], match="unknown hazard")


def test_agree_on_what_is_passed_on():
    # With a base, consumers are compared on the URL to pass on, not on the reference.
    profiles, base = ["whatwg", "node-url-parse"], "foo://b.test/"
    error = raised(urlspec.Disagreement, urlspec.agree, "//a%2eb/", profiles, base=base, match="given foo://a%2eb/")
    assert (error.profiles, error.component) == (("whatwg", "node-url-parse"), "host")
    assert len(error.sections) == 2 and error.reason is None
