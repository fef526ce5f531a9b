"""Tests of single URLs: the class, the functions and the exceptions."""

import copy
import pickle

import pytest
import urlspec


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
    with pytest.raises(urlspec.UrlError) as caught:
        urlspec.parse("http://é.test:99999/")
    error = caught.value
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
        with pytest.raises(urlspec.UrlError) as caught:
            urlspec.parse(text)
        place = text[slice(*caught.value.span)]
        assert place and place in text


@pytest.mark.parametrize("text", ["", "\0", "http://", "//", "a" * 100_000, "http://a b/", "\ud800", "http://\udfff/"])
def test_any_text_gives_a_url_or_an_error(text):
    try:
        urlspec.parse(text)
        parsed = True
    except urlspec.UrlError as error:
        assert error.reason and error.section
        parsed = False
    assert urlspec.can_parse(text) == parsed
    explained = urlspec.explain(text)
    assert (explained.url is not None) == parsed == (explained.error is None)


def test_lone_surrogates_are_replaced():
    assert urlspec.parse("http://h/\ud800x").path == "/%EF%BF%BDx"
    assert urlspec.parse("http://h/").replace(path="/\udfff").path == "/%EF%BF%BD"


def test_wrong_types_raise_type_errors():
    for wrong in [None, 1, b"http://h/", object()]:
        with pytest.raises(TypeError):
            urlspec.parse(wrong)
        with pytest.raises(TypeError):
            urlspec.can_parse(wrong)
    with pytest.raises(TypeError):
        urlspec.parse("http://h/").replace(hostname="a")
    with pytest.raises(TypeError):
        urlspec.parse("http://h/").replace(scheme=None)
    for wrong in [5, None, b"http://h/"]:
        with pytest.raises(TypeError):
            urlspec.URL(wrong)


def test_resolve():
    base = urlspec.parse("http://h/a/b?q")
    assert str(base.resolve("../c")) == "http://h/c"
    assert str(base.resolve("//other/")) == "http://other/"
    with pytest.raises(urlspec.UrlError) as caught:
        base.resolve("http://[/")
    assert caught.value.source == "input"


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
        with pytest.raises(urlspec.UrlError) as caught:
            url.replace(**change)
        assert caught.value.reason and caught.value.section
    with pytest.raises(urlspec.UrlError, match="defines no setters") as caught:
        urlspec.parse("http://h/", profile="rfc3986").replace(host="a", scheme="1")
    assert (caught.value.reason, caught.value.section) == ("no-setters", "rfc3986#uri-reference")


@pytest.mark.parametrize("profile", ["whatwg", "webspecs"])
@pytest.mark.parametrize(
    ("port", "reason"), [(65536, "port-out-of-range"), (10**40, "port-out-of-range"), (-1, "port-not-number")]
)
def test_a_number_that_is_no_port(profile, port, reason):
    with pytest.raises(urlspec.UrlError) as caught:
        urlspec.parse("http://h/", profile=profile).replace(port=port)
    assert caught.value.reason == reason and str(port)[slice(*caught.value.span)]
    for wrong in ["81", 81.0]:
        with pytest.raises(TypeError):
            urlspec.parse("http://h/", profile=profile).replace(port=wrong)


def test_advice_names_nothing_that_python_lacks():
    for url, change in [
        ("http://h/", {"scheme": "x"}),
        ("data:x", {"path": "y"}),
        ("http://u@h:1/", {"scheme": "file"}),
        ("file:///x", {"username": "u"}),
        ("http://h/", {"host": None}),
    ]:
        with pytest.raises(urlspec.UrlError) as caught:
            urlspec.parse(url).replace(**change)
        assert "`href`" not in str(caught.value) and "set_" not in str(caught.value)


def test_equality_order_and_hash():
    a, also_a, b = (urlspec.parse(text) for text in ["http://a/", "HTTP://A", "http://b/"])
    assert a == also_a and hash(a) == hash(also_a) and a != b and a != "http://a/"
    assert len({a, also_a, b}) == 2
    assert sorted([b, a]) == [a, b] and a < b <= b
    with pytest.raises(TypeError):
        a < "http://b/"
    with pytest.raises(AttributeError):
        a.host = "c"


@pytest.mark.parametrize("profile", ["whatwg", "whatwg-2026-02", "webspecs", "rfc3986", "manakai"])
def test_pickle_and_copy(profile):
    url = urlspec.parse("http://user@h:81/a/b?c#d", profile=profile)
    for again in [pickle.loads(pickle.dumps(url)), copy.copy(url), copy.deepcopy(url)]:
        assert again == url and again.profile == profile


def test_profiles():
    assert urlspec.PROFILES[0] and "whatwg" in urlspec.PROFILES and "curl" in urlspec.PROFILES
    assert urlspec.parse("http://A/%7e", profile="rfc3986").href != urlspec.parse("http://A/%7e").href
    with pytest.raises(ValueError, match="unknown profile"):
        urlspec.parse("http://h/", profile="nonsense")


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
    with pytest.raises(urlspec.Disagreement) as caught:
        urlspec.agree("http://a.test\\@b.test/", ["whatwg", "curl"])
    assert caught.value.profiles == ("whatwg", "curl")
    with pytest.raises(urlspec.Disagreement) as caught:
        urlspec.agree("http://[", TWO)
    assert (caught.value.reason, caught.value.profiles) == ("ipv6-unclosed", ("whatwg",))
    for few in [[], ["whatwg"], ["whatwg", "whatwg"]]:
        with pytest.raises(urlspec.Disagreement, match="fewer than two profiles"):
            urlspec.agree("http://h/", few)
    with pytest.raises(urlspec.Disagreement, match="blank"):
        urlspec.agree(" \n", TWO)


@pytest.mark.parametrize(
    ("text", "hazard"),
    [
        ("http:/\\a.test/b", "backslash"),
        ("http://a.test/\tb", "control"),
        ("http://u@a.test/", "credentials"),
        ("http://a%2etest/", "escaped-host"),
        ("http://ａ.test/", "non-ascii-host"),
        ("http://a.test:81/", "port"),
    ],
)
def test_agree_strictly(text, hazard):
    assert urlspec.agree(text, TWO).href
    with pytest.raises(urlspec.Disagreement) as caught:
        urlspec.agree(text, TWO, strict=True)
    assert (caught.value.reason, caught.value.profiles) == (hazard, ())
    permitted = urlspec.agree(text, TWO, strict=True, permit=[hazard, "non-ascii-host"])
    assert permitted.href == urlspec.parse(text).href
    with pytest.raises(ValueError, match="strict=True"):
        urlspec.agree(text, TWO, permit=[hazard])
    with pytest.raises(ValueError, match="unknown hazard"):
        urlspec.agree(text, TWO, strict=True, permit=["nonsense"])


def test_agree_on_what_is_passed_on():
    # With a base, consumers are compared on the URL to pass on, not on the reference.
    with pytest.raises(urlspec.Disagreement, match="given foo://a%2eb/") as caught:
        urlspec.agree("//a%2eb/", ["whatwg", "node-url-parse"], base="foo://b.test/")
    assert (caught.value.profiles, caught.value.component) == (("whatwg", "node-url-parse"), "host")
    assert len(caught.value.sections) == 2 and caught.value.reason is None
