"""Tests of the class `URL`, of pickles and of consumers on single URLs."""

import copy
import json
import operator
import pickle

import pytest
import urlspec
from helpers import Text, raised
from urlspec import URL

SHOP = URL("https://user:secret@shop.example.co.uk:8443/a%20b/c.tar.gz?q=caf%C3%A9&r=1&q=2#top")


def test_constructor():
    assert URL("../c?d", base="http://h/a/b/") == URL("http://h/a/c?d") == urlspec.parse("http://h/a/c?d")
    assert str(URL(URL("HTTP://h"), base=URL("http://x/"))) == "http://h/"
    assert str(URL("HTTP://h/%7e", profile="rfc3986")) == "http://h/~"
    for wrong in [{"url": "x"}, {"url": "x", "base": "y"}, {"url": "http://h/", "profile": "curl"}]:
        raised(urlspec.Error, URL, **wrong)
    error = raised(urlspec.UrlError, URL, "x", base="http://[")
    assert error.source == "base" and isinstance(error, urlspec.Error)


def test_parts():
    assert (SHOP.name, SHOP.suffix, str(SHOP.parent)) == ("c.tar.gz", ".gz", "https://user:secret@shop.example.co.uk:8443/a%20b/")
    assert (SHOP.subdomain, SHOP.public_suffix, SHOP.registrable_domain) == ("shop", "co.uk", "example.co.uk")
    assert SHOP.decoded("path") == "/a b/c.tar.gz" and SHOP.decoded("query") == "q=café&r=1&q=2"
    assert SHOP.decoded("fragment") == "top" and URL("http://h/").decoded("query") is None
    raised(ValueError, SHOP.decoded, "hostname", match="unknown component")
    assert URL.from_host("www.example.co.uk").registrable_domain == "example.co.uk"
    assert URL.from_host("::1").host == "[::1]" and URL.from_host("bücher.example").host == "xn--bcher-kva.example"
    raised(urlspec.UrlError, URL.from_host, "a b")
    greek = URL("https://xn--r8jz45g.example/%E3%81%82%20b")
    assert greek.host_unicode == "例え.example" and greek.display == "https://例え.example/あ%20b"
    assert URL("http://h/").parent == URL("http://h/") and URL("http://h/").name == ""
    assert str(SHOP.without_fragment).endswith("&q=2") and URL("data:x").host_unicode is None


def test_paths():
    base = URL("http://h/a?q#f")
    assert str(base / "b/c") == "http://h/a/b%2Fc" and str(base / "é ?#") == "http://h/a/%C3%A9%20%3F%23"
    assert str(base.joinpath("b", "c")) == "http://h/a/b/c"
    assert str(base.with_name("x/y")) == "http://h/x%2Fy"
    assert str(SHOP.with_suffix(".zip")).endswith("/c.tar.zip") and str(base.with_suffix(".gz")) == "http://h/a.gz"
    for wrong in ["gz", "x.y"]:
        raised(ValueError, base.with_suffix, wrong, match="suffix")
    raised(urlspec.UrlError, operator.truediv, URL("data:x"), "y")
    assert URL("http://h/a/b").relative(URL("http://h/a/c?d")) == "c?d"


def test_with():
    url = URL("http://h/")
    assert str(url.with_scheme("https").with_host("a.test").with_port(81)) == "https://a.test:81/"
    assert str(url.with_user("a", "b")) == "http://a:b@h/" and str(url.with_user("a")) == "http://a@h/"
    assert str(url.with_path("/é").with_query("a=b c").with_fragment("f")) == "http://h/%C3%A9?a=b%20c#f"
    assert str(url.with_query({"a": "1&", "b": [2, 3.5]})) == "http://h/?a=1%26&b=2&b=3.5"
    assert str(URL("http://h/?x").with_query(None)) == "http://h/" == str(URL("http://h/#x").with_fragment(None))
    assert str(url.with_query([("a", "é")])) == "http://h/?a=%C3%A9" and str(url) == "http://h/"
    for wrong in [{"a": None}, {"a": True}, [("a",)], 5]:
        raised((TypeError, ValueError), url.with_query, wrong)
    raised(urlspec.UrlError, url.with_port, 65536)


def test_params():
    params = SHOP.params
    assert params["q"] == "café" and params.get_all("q") == ["café", "2"] and len(params) == 3
    assert list(params) == params.keys() == ["q", "r"] and "r" in params and "x" not in params
    assert dict(params) == {"q": "café", "r": "1"} and params.get("x") is None and params.get("x", 5) == 5
    assert params.items() == [("q", "café"), ("r", "1"), ("q", "2")]
    raised(KeyError, params.__getitem__, "x")
    url = URL("http://h/?a=%7E1&b=2&a=3#f")
    assert str(url.params.set("a", 9)) == "http://h/?a=9&b=2#f"
    assert str(url.params.add({"c": "&"})) == "http://h/?a=%7E1&b=2&a=3&c=%26#f"
    assert str(url.params.update({"a": ["x", "y"]})) == "http://h/?b=2&a=x&a=y#f"
    assert str(url.params.remove("a", "b")) == "http://h/#f" and url.params == url.with_fragment("f").params


def test_build():
    built = URL.build(scheme="https", host="é.test", port=81, username="u", segments=["a/b", "c"], params={"q": "&"}, fragment="x")
    assert str(built) == "https://u@xn--9ca.test:81/a%2Fb/c?q=%26#x"
    raised(ValueError, URL.build, scheme="https", host="a b")


def test_text():
    assert f"{SHOP}" == str(SHOP) and f"{SHOP:redacted}" == repr(SHOP)[5:-1] and "secret" not in f"{SHOP:redacted}"
    assert f"{URL('http://h/'):>10}" == " http://h/" and json.dumps([SHOP], default=str) == json.dumps([str(SHOP)])
    for part, expected in [("segment", "a%2F%3Fb"), ("path", "a/%3Fb"), ("parameter", "a/?b")]:
        assert urlspec.quote("a/?b", part) == expected
    assert urlspec.unquote("a+%C3%A9", "parameter") == "a é" and urlspec.unquote("a+b") == "a+b"
    for text in ["é&=+#/?%", "\ud800", "a b"]:
        whole = f"http://h/{urlspec.quote(text)}?x={urlspec.quote(text, 'parameter')}#{urlspec.quote(text, 'fragment')}"
        url, kept = URL(whole), text.replace("\ud800", "?")
        assert str(url) == whole and url.params["x"] == kept
        assert urlspec.unquote(url.path_segments[0]) == kept and url.decoded("fragment") == kept
    raised(ValueError, urlspec.quote, "a", "host", match="unknown part")


def test_pickles():
    guard = urlspec.Guard(allow_hosts=["a.test"], ports=[81], any_origin=True, max_len=99)
    assert repr(guard) == "Guard(allow_hosts=['a.test'], ports=[81], any_origin=True, max_len=99)"
    again = pickle.loads(pickle.dumps(guard))
    assert repr(again) == repr(guard) and again.check("http://a.test:81/").port == 81
    permitted = guard.check("http://a.test:81/x")
    again = pickle.loads(pickle.dumps(permitted))
    assert again.href == permitted.href and repr(again) == repr(permitted)
    explained = urlspec.explain("HTTP://h/", profile="rfc3986", every=True)
    again = pickle.loads(pickle.dumps(explained))
    assert "steps: a URL" in repr(explained) and [step.section for step in again.steps] == [step.section for step in explained.steps]
    assert pickle.loads(pickle.dumps(SHOP)) == copy.deepcopy(SHOP) == SHOP
    error = raised(urlspec.Error, guard.check, "http://b.test/")
    assert pickle.loads(pickle.dumps(error)).code == error.code
    # A pickle of a version with another profile.
    other = pickle.dumps(urlspec.parse("http://h/", profile="rfc3986")).replace(b"rfc3986", b"rfc9999")
    raised(ValueError, pickle.loads, other, match="rfc9999")


def test_consumers_answer():
    """A program that is simulated accepts or refuses a text, and has components, but no canonical URL."""
    for profile in ["curl", "go-net-url", "python-urlsplit", "node-url-parse"]:
        assert urlspec.can_parse("http://a.test/", profile=profile), profile
    assert not urlspec.can_parse("http://a.test:99999/", profile="curl")
    seen = urlspec.components("http://0x7f.1:81/a?b", profile="curl")
    assert seen == {"scheme": "http", "host": "127.0.0.1", "port": "81", "path": "/a", "query": "b", "connects_to": "127.0.0.1"}
    assert urlspec.components("HTTP://A.test/b?c")["host"].lower() == "a.test"
    for call, port, reason in [(urlspec.components, 99999, "port-out-of-range"), (urlspec.parse, 80, "not-in-this-consumer")]:
        assert raised(urlspec.UrlError, call, f"http://a.test:{port}/", profile="curl").reason == reason


def test_pydantic():
    pydantic = pytest.importorskip("pydantic")
    from typing import Annotated

    class Model(pydantic.BaseModel):
        url: URL
        given: Annotated[str, urlspec.AsGiven()] = "http://h"

    model = Model.model_validate_json('{"url": "HTTP://h", "given": "http://A.test"}')
    assert model.url == URL("http://h/") and model.given == "http://A.test"
    assert model.model_dump_json() == '{"url":"http://h/","given":"http://A.test"}'
    assert Model(url=URL("http://h/")).url.host == "h" and Model.model_json_schema()["properties"]["url"]["type"] == "string"
    for wrong in [{"url": "x"}, {"url": 5}, {"url": "http://h/", "given": "h"}]:
        raised(pydantic.ValidationError, Model, **wrong)
    raised(ValueError, urlspec.AsGiven, profile="nonsense", match="unknown profile|nonsense")


def test_subclasses_of_str():
    url = URL(Text("b"), base=Text("http://h/a"), profile=Text("whatwg"))
    assert str(url) == "http://h/b" == urlspec.parse(Text("http://h/b")).href and urlspec.can_parse(Text("http://h/"))
    assert str(url / Text("c d")) == "http://h/b/c%20d" and str(url.with_query(Text("a=b"))) == "http://h/b?a=b"
    assert str(url.params.set(Text("a"), "1")) == "http://h/b?a=1" and url.resolve(Text("c")).path == "/c"
    assert urlspec.Guard(allow_hosts=[Text("h")]).check(Text("http://h/")).href == "http://h/"
    assert urlspec.agree(Text("http://h/"), [Text("whatwg"), "curl"]).host == "h" and urlspec.quote(Text("a/b")) == "a%2Fb"
    assert str(url.params.set("a", Text("1"))) == "http://h/b?a=1" and type(str(url)) is str
