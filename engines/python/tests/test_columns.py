"""Tests of whole columns: the table of cases that every engine runs, hostile data, and chunks."""

import json
import pathlib
import signal
import threading

import pytest
import urlspec

pa = pytest.importorskip("pyarrow")

CASES = pathlib.Path(__file__).parents[3] / "crates/url-testdata/functions.jsonl"


def given(url):
    """The bytes of a row of the table of cases; `None` for null."""
    if isinstance(url, dict) and "hex" in url:
        return bytes.fromhex(url["hex"])
    if isinstance(url, dict):
        start, unit, count, end = url["repeat"]
        return (start + unit * count + end).encode()
    return None if url is None else url.encode()


def cases():
    return [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]


def arguments(case):
    """The positional and the named arguments of a case. The last constant of a case may be a profile."""
    constants = list(case.get("constants", []))
    if "base" in case:
        return [case["base"]], ({"profile": constants[0]} if constants else {})
    takes = {"url_query_param": 1, "url_without_params": 1, "url_canon_policy": 1, "url_agree": 1, "url_diff_rule": 2}
    own = takes.get(case["function"], 0)
    return constants[:own], ({"profile": constants[own]} if constants[own:] else {})


def test_every_function_is_in_the_table_of_cases():
    assert {case["function"] for case in cases()} == set(urlspec.FUNCTIONS)
    for name in urlspec.FUNCTIONS:
        assert callable(getattr(urlspec, name))


@pytest.mark.parametrize("kind", ["binary", "large_binary", "binary_view"])
def test_cases(kind):
    for case in cases():
        urls = pa.array([given(case["url"])], getattr(pa, kind)())
        args, named = arguments(case)
        result = pa.array(getattr(urlspec, case["function"])(urls, *args, **named)).to_pylist()
        assert result == [case["expected"]], (case["function"], str(case["url"])[:80])


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view"])
def test_cases_as_strings(kind):
    texts = [case for case in cases() if isinstance(case["url"], str)]
    assert texts
    for case in texts:
        args, named = arguments(case)
        result = getattr(urlspec, case["function"])(pa.array([case["url"]], getattr(pa, kind)()), *args, **named)
        assert pa.array(result).to_pylist() == [case["expected"]], case


def as_strings(rows, kind):
    """Strings that are not checked for UTF-8."""
    column = pa.array(rows, {"string": pa.binary(), "large_string": pa.large_binary()}[kind])
    return pa.Array.from_buffers(getattr(pa, kind)(), len(column), column.buffers())


@pytest.mark.parametrize("kind", ["string", "large_string"])
def test_strings_that_are_not_utf_8(kind):
    # Two rows have one half of a character each, so the buffer as a whole is UTF-8, but these rows are not.
    rows = [b"http://a.test/", b"http://b\xff.test/", b"http://c.test/\xc3", b"\xa9x", None, b"http://d.test/"]
    urls = as_strings(rows, kind)
    hosts = pa.array(urlspec.url_host(urls)).to_pylist()
    assert hosts == ["a.test", None, None, None, None, "d.test"]
    errors = pa.array(urlspec.url_error(urls)).to_pylist()
    assert [error and (error["reason"], error["at"]) for error in errors[:4]] == [
        None,
        ("not-utf-8", 8),
        ("not-utf-8", 14),
        ("not-utf-8", 0),
    ]
    assert pa.array(urlspec.url_host(urls[1:3])).to_pylist() == [None, None]
    encoded = pa.DictionaryArray.from_arrays(pa.array([1, 0, None, 0]), urls)
    assert pa.array(urlspec.url_host(encoded)).to_pylist() == [None, "a.test", None, "a.test"]


def test_string_views_that_are_not_utf_8():
    rows = [b"\xff", b"http://a-host-of-more-than-twelve-bytes.test/\xff", b"http://a.test/"]
    views = pa.array(rows, pa.binary_view())
    urls = pa.Array.from_buffers(pa.string_view(), 3, views.buffers())
    assert pa.array(urlspec.url_host(urls)).to_pylist() == [None, None, "a.test"]
    reasons = [error and error["reason"] for error in pa.array(urlspec.url_error(urls)).to_pylist()]
    assert reasons == ["not-utf-8", "not-utf-8", None]


@pytest.mark.parametrize("offsets", [[0, 9, 4], [0, -1, 4], [5, 3, 1]])
def test_offsets_that_run_backwards_raise(offsets):
    buffers = [None, pa.array(offsets, pa.int32()).buffers()[1], pa.py_buffer(b"http://a.test/")]
    with pytest.raises((ValueError, pa.ArrowInvalid)):
        urlspec.url_host(pa.Array.from_buffers(pa.string(), 2, buffers))


def test_keys_outside_of_the_dictionary_raise():
    for keys in ([0, 7], [-3, 0]):
        encoded = pa.DictionaryArray.from_arrays(pa.array(keys, pa.int32()), pa.array(["http://a/"]), safe=False)
        with pytest.raises(ValueError):
            urlspec.url_host(encoded)


def test_poison_rows_have_reasons():
    rows = [b"http://a.test/", b"http://" + b"a" * 40_000_000 + b"/", b"http://a.test/" + b" " * 30_000_000 + b"x"]
    rows += [b"http://a.test/\0", b"", None]
    errors = pa.array(urlspec.url_error(pa.array(rows))).to_pylist()
    assert [error and error["reason"] for error in errors[:3]] == [None, "too-long", "too-long"]
    assert pa.array(urlspec.url_host(pa.array(rows))).to_pylist()[::3] == ["a.test", "a.test"]
    assert errors[4] is not None and errors[5] is None
    short = pa.array(urlspec.url_error(pa.array(rows[:1]), max_len=5)).to_pylist()
    assert short[0]["reason"] == "too-long"


def test_chunks_and_slices():
    rows = [f"http://h{i}.test/{i}" for i in range(20_000)]
    column = pa.array(rows)
    expected = [f"h{i}.test" for i in range(20_000)]
    assert pa.array(urlspec.url_host(column)).to_pylist() == expected
    assert pa.array(urlspec.url_host(column[7:19])).to_pylist() == expected[7:19]
    chunked = pa.chunked_array([column[:3], column[3:3], column[3:9_000], column[9_000:]])
    result = pa.chunked_array(urlspec.url_host(chunked))
    assert result.to_pylist() == expected and len(urlspec.url_host(chunked)) == 20_000
    # The chunks can also be read as one array.
    assert pa.array(urlspec.url_host(chunked)).to_pylist() == expected


def test_no_rows():
    for empty in [pa.array([], pa.string()), pa.chunked_array([], pa.string()), pa.array([], pa.null())]:
        assert len(urlspec.url_host(empty)) == 0
        assert pa.array(urlspec.url_host(empty)).type == pa.string()
        assert pa.table(urlspec.url_parse(empty).unnest()).num_rows == 0
    assert pa.array(urlspec.url_host(pa.nulls(3))).to_pylist() == [None] * 3


def test_tables_of_one_column():
    table = pa.table({"url": ["http://a/", None, "//"]})
    assert pa.array(urlspec.url_host(table)).to_pylist() == ["a", None, None]
    assert pa.array(urlspec.url_host(table.to_batches()[0])).to_pylist() == ["a", None, None]
    reader = pa.RecordBatchReader.from_batches(table.schema, table.to_batches())
    assert pa.array(urlspec.url_host(reader)).to_pylist() == ["a", None, None]


def test_parse_and_projection():
    urls = pa.array(["http://u@a.co.uk:81/b?c#d", "http://[", None])
    parsed = pa.table(urlspec.url_parse(urls).unnest())
    assert parsed.column_names[:4] == ["href", "scheme", "username", "host"]
    assert parsed["port"].to_pylist() == [81, None, None] and parsed["at"].null_count == 2
    assert pa.array(urlspec.url_parse(urls)).is_null().to_pylist() == [False, False, True]
    some = pa.table(urlspec.url_parse(urls, columns=["registrable_domain", "reason"]).unnest())
    assert some.column_names == ["registrable_domain", "reason"]
    assert some["registrable_domain"].to_pylist() == ["a.co.uk", None, None]
    with pytest.raises(ValueError, match="unknown column"):
        urlspec.url_parse(urls, columns=["hostname"])
    with pytest.raises(TypeError):
        urlspec.url_host(urls).unnest()


def test_resolve():
    urls, bases = pa.array(["b", "/c", None, "http://[", "d"]), "http://h/a/"
    assert pa.array(urlspec.url_resolve(urls, bases)).to_pylist() == ["http://h/a/b", "http://h/c", None, None, "http://h/a/d"]
    column = pa.chunked_array([["http://x/"], ["http://y/", None, "http://z/"], [None]])
    resolved = pa.array(urlspec.url_resolve(urls, column)).to_pylist()
    assert resolved == ["http://x/b", "http://y/c", None, None, None]
    with pytest.raises(ValueError):
        urlspec.url_resolve(urls, column[:2])
    with pytest.raises(ValueError):
        urlspec.url_resolve(urls, "//")


def test_what_is_no_column_of_urls():
    for wrong in [["http://a/"], "http://a/", None, 1]:
        with pytest.raises(TypeError, match="Arrow"):
            urlspec.url_host(wrong)
    table = pa.table({"url": ["http://a/"], "id": [1]})
    for wrong in [pa.array([1]), pa.array([["http://a/"]]), table, table.select(["id"]), table.select([])]:
        with pytest.raises(TypeError):
            urlspec.url_host(wrong)


def test_wrong_arguments():
    urls = pa.array(["http://a/"])
    with pytest.raises(ValueError):
        urlspec.url_host(urls, profile="nonsense")
    with pytest.raises(ValueError):
        urlspec.url_host(urls, profile="curl")
    with pytest.raises(ValueError):
        urlspec.url_canon_policy(urls, "nonsense")
    with pytest.raises(ValueError):
        urlspec.url_agree(urls, "whatwg,nonsense")
    for profiles in ["whatwg", "whatwg,whatwg"]:
        with pytest.raises(ValueError, match="two different profiles"):
            urlspec.url_agree(urls, profiles)
    with pytest.raises(TypeError):
        urlspec.url_query_param(urls)


def test_a_stream_that_breaks_raises():
    def batches():
        yield pa.record_batch({"url": ["http://a/"]})
        raise OSError("the disk is gone")

    reader = pa.RecordBatchReader.from_batches(pa.schema({"url": pa.string()}), batches())
    with pytest.raises(ValueError, match="the disk is gone"):
        urlspec.url_host(reader)


def test_the_lock_is_released():
    """Another thread runs while one thread evaluates a column."""
    urls = pa.array(["http://user@example.com:81/a/../b?c#d"] * 300_000)
    ended, turns = threading.Event(), []

    def work():
        urlspec.url_diff_rule(urls[:3_000], "whatwg", "rfc3986")
        urlspec.url_canon(urls)
        ended.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not ended.is_set():
        turns.append(None)
    thread.join()
    # If the lock were held, this thread would run only once or twice, before and after the work.
    assert len(turns) > 1_000


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers to send signals")
@pytest.mark.parametrize("kind", ["array", "dictionary", "resolve", "host", "error"])
def test_signals_are_answered_while_a_column_is_worked_on(kind):
    class Interrupted(Exception):
        pass

    def handler(*_):
        answered.append(None)
        # Without handling during the work, the handler would run at most twice: before it and after it.
        if len(answered) == 3:
            raise Interrupted

    answered = []
    before = signal.signal(signal.SIGALRM, handler)
    urls = pa.array(["http://user@example.com:81/a/../b?c#d"] * 4_000_000)
    bases = pa.array(["http://a.test/", "http://b.test/"] * 2_000_000)
    distinct = pa.DictionaryArray.from_arrays(pa.array(range(len(urls)), pa.int32()), urls)
    signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
    try:
        with pytest.raises(Interrupted):
            answered.clear()
            if kind == "resolve":
                urlspec.url_resolve(urls, bases)
            elif kind in ["host", "error"]:
                getattr(urlspec, f"url_{kind}")(urls)
            else:
                urlspec.url_diff_rule(urls if kind == "array" else distinct, "whatwg", "curl")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
