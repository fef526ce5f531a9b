"""Tests of whole columns: the table of cases that every engine runs, hostile data, and chunks."""

import functools
import json
import pathlib
import pickle
import signal
import threading

import pytest
import urlspec
from helpers import Text, raised, rows

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


# The number of arguments of each function after the URL.
TAKES = {name: len(arguments) for name, _, arguments, *_ in urlspec._urlspec._table()}


def arguments(case):
    """The positional and the named arguments of a case. The last constant of a case may be a profile."""
    constants = list(case.get("constants", []))
    if "base" in case:
        return [case["base"]], ({"profile": constants[0]} if constants else {})
    own = TAKES[case["function"]]
    return constants[:own], ({"profile": constants[own]} if constants[own:] else {})


def test_every_function_is_in_the_table_of_cases():
    assert {case["function"] for case in cases()} == set(urlspec.FUNCTIONS)


@pytest.mark.parametrize("kind", ["binary", "large_binary", "binary_view", "string", "large_string", "string_view"])
def test_cases(kind):
    for case in cases():
        if "string" in kind and not isinstance(case["url"], str):
            continue
        args, named = arguments(case)
        made = getattr(urlspec, case["function"])(pa.array([given(case["url"])], getattr(pa, kind)()), *args, **named)
        assert rows(made) == [case["expected"]], (case["function"], str(case["url"])[:80])


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view"])
def test_strings_that_are_not_utf_8(kind):
    # Two rows have one half of a character each, so the buffer as a whole is UTF-8, but these rows are not.
    texts = [b"http://a.test/", b"http://b\xff.test/", b"http://c.test/\xc3", b"\xa9x", None, b"http://d.test/"]
    unchecked = pa.array(texts, getattr(pa, kind.replace("string", "binary"))())
    urls = pa.Array.from_buffers(getattr(pa, kind)(), len(texts), unchecked.buffers())
    assert rows(urlspec.url_host(urls)) == ["a.test", None, None, None, None, "d.test"]
    errors = [error and (error["reason"], error["at"]) for error in rows(urlspec.url_error(urls))]
    assert errors == [None, ("not-utf-8", 8), ("not-utf-8", 14), ("not-utf-8", 0), None, None]
    assert rows(urlspec.url_host(urls[1:3])) == [None, None]
    if kind != "string_view":
        encoded = pa.DictionaryArray.from_arrays(pa.array([1, 0, None, 0]), urls)
        assert rows(urlspec.url_host(encoded)) == [None, "a.test", None, "a.test"]


@pytest.mark.parametrize("offsets", [[0, 9, 4], [0, -1, 4], [5, 3, 1]])
def test_offsets_that_run_backwards_raise(offsets):
    buffers = [None, pa.array(offsets, pa.int32()).buffers()[1], pa.py_buffer(b"http://a.test/")]
    with pytest.raises((ValueError, pa.ArrowInvalid)):
        urlspec.url_host(pa.Array.from_buffers(pa.string(), 2, buffers))


def test_keys_outside_of_the_dictionary_raise():
    for keys in ([0, 7], [-3, 0]):
        encoded = pa.DictionaryArray.from_arrays(pa.array(keys, pa.int32()), pa.array(["http://a/"]), safe=False)
        raised(ValueError, urlspec.url_host, encoded)


def test_poison_rows_have_reasons():
    texts = [b"http://a.test/", b"http://" + b"a" * 40_000_000 + b"/", b"http://a.test/" + b" " * 30_000_000 + b"x"]
    texts += [b"http://a.test/\0", b"", None]
    errors = rows(urlspec.url_error(pa.array(texts)))
    assert [error and error["reason"] for error in errors[:3]] == [None, "too-long", "too-long"]
    assert rows(urlspec.url_host(pa.array(texts)))[::3] == ["a.test", "a.test"]
    assert errors[4] is not None and errors[5] is None
    short = rows(urlspec.url_error(pa.array(texts[:1]), max_len=5))
    assert short[0]["reason"] == "too-long"


def test_chunks_and_slices():
    texts = [f"http://h{i}.test/{i}" for i in range(20_000)]
    column = pa.array(texts)
    expected = [f"h{i}.test" for i in range(20_000)]
    assert rows(urlspec.url_host(column)) == expected
    assert rows(urlspec.url_host(column[7:19])) == expected[7:19]
    chunked = pa.chunked_array([column[:3], column[3:3], column[3:9_000], column[9_000:]])
    assert rows(urlspec.url_host(chunked)) == expected


def test_tables_of_one_column():
    table = pa.table({"url": ["http://a/", None, "//"]})
    for whole in [table, table.to_batches()[0], pa.RecordBatchReader.from_batches(table.schema, table.to_batches())]:
        assert rows(urlspec.url_host(whole)) == ["a", None, None]


def test_parse_and_projection():
    urls = pa.array(["http://u@a.co.uk:81/b?c#d", "http://[", None])
    parsed = pa.Table.from_struct_array(urlspec.url_parse(urls))
    assert parsed.column_names[:4] == ["href", "scheme", "username", "host"]
    assert parsed["port"].to_pylist() == [81, None, None] and parsed["at"].null_count == 2
    assert urlspec.url_parse(urls).is_null().to_pylist() == [False, False, True]
    some = pa.Table.from_struct_array(urlspec.url_parse(urls, columns=["registrable_domain", "reason"]))
    assert some.column_names == ["registrable_domain", "reason"]
    assert some["registrable_domain"].to_pylist() == ["a.co.uk", None, None]
    raised(ValueError, urlspec.url_parse, urls, columns=["hostname"], match="unknown column")


def test_resolve():
    urls, bases = pa.array(["b", "/c", None, "http://[", "d"]), "http://h/a/"
    assert rows(urlspec.url_resolve(urls, bases)) == ["http://h/a/b", "http://h/c", None, None, "http://h/a/d"]
    column = pa.chunked_array([["http://x/"], ["http://y/", None, "http://z/"], [None]])
    resolved = rows(urlspec.url_resolve(urls, column))
    assert resolved == ["http://x/b", "http://y/c", None, None, None]
    raised(ValueError, urlspec.url_resolve, urls, column[:2])
    raised(ValueError, urlspec.url_resolve, urls, "//")


def test_what_is_no_column_of_urls():
    for wrong in ["http://a/", b"http://a/", None, 1, {"http://a/"}]:
        raised(TypeError, urlspec.url_host, wrong, match="Arrow")
    table = pa.table({"url": ["http://a/"], "id": [1]})
    for wrong in [pa.array([1]), pa.array([["http://a/"]]), table, table.select(["id"]), table.select([])]:
        raised(TypeError, urlspec.url_host, wrong)


def test_wrong_arguments():
    urls = pa.array(["http://a/"])
    for call, sentence in [
        (lambda: urlspec.url_host(urls, profile="nonsense"), "nonsense"),
        (lambda: urlspec.url_canon(urls, profile="curl"), "is not in curl, a program that only splits URLs: it has url_"),
        (lambda: urlspec.url_canon_policy(urls, "nonsense"), "nonsense"),
        (lambda: urlspec.url_agree(urls, "whatwg,nonsense"), "nonsense"),
        (lambda: urlspec.url_agree(urls, "whatwg,whatwg"), "two different profiles"),
    ]:
        raised(ValueError, call, match=sentence)
    raised(TypeError, urlspec.url_query_param, urls, match="missing a required argument: 'name'")


def test_a_stream_that_breaks_raises():
    def batches():
        yield pa.record_batch({"url": ["http://a/"]})
        raise OSError("the disk is gone")

    reader = pa.RecordBatchReader.from_batches(pa.schema({"url": pa.string()}), batches())
    raised(ValueError, urlspec.url_host, reader, match="the disk is gone")


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


def test_columns_of_python():
    column = urlspec.url_host(["http://a/", "x", None, b"http://b/", "http://\ud800/", 5, float("nan")])
    assert column.to_list() == ["a", None, None, "b", None, None, None] == list(column)
    reasons = [error and error["reason"] for error in urlspec.url_error(["http://\ud800/", 5, None])]
    assert reasons == ["not-utf-8", "not-utf-8", None]
    assert column[0] == "a" and column[-4] == "b" and len(column) == 7
    raised(IndexError, column.__getitem__, 7)
    assert column == column.to_list() and column != ["a"]
    assert isinstance(urlspec.url_port(column), urlspec.Column)
    assert column == urlspec.url_host(["http://a/", "x", None, b"http://b/", None, None, None])
    raised(TypeError, column.__eq__, "a", match="to_list")
    assert pickle.loads(pickle.dumps(column)) == column and column.to_arrow().to_pylist() == column.to_list()
    assert urlspec.url_path_segments(["http://h/a/b%2Fc", "x"])[0] == ["a", "b%2Fc"]
    np = pytest.importorskip("numpy")
    assert urlspec.url_host(np.array(["http://a/", "x"])).to_list() == ["a", None]
    assert np.asarray(column)[0] == "a" and np.asarray(urlspec.url_port(["http://a:81/"])).dtype == "uint16"


def test_every_layout():
    fixed = pa.array([b"http://a/", b"http://b/", None], pa.binary(9))
    assert rows(urlspec.url_host(fixed)) == ["a", "b", None]
    values = pa.array(["http://a/", None, "http://b/"])
    runs = pa.RunEndEncodedArray.from_arrays(pa.array([2, 3, 5], pa.int32()), values)
    assert rows(urlspec.url_host(runs)) == ["a", "a", None, "b", "b"]
    assert rows(urlspec.url_host(runs[1:4])) == ["a", None, "b"]
    assert rows(urlspec.url_resolve(runs, "http://h/"))[1:4] == ["http://a/", None, "http://b/"]
    assert urlspec.url_host([Text("http://a/")]) == ["a"]


TEXTS = [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view(), pa.binary(3)]


@pytest.mark.parametrize("case", {case["function"]: case for case in cases()}.values(), ids=lambda case: case["function"])
def test_empty_columns_and_columns_of_nulls(case):
    (args, named), expected = arguments(case), urlspec._urlspec._empty(case["function"]).to_arrow().type
    function = functools.partial(getattr(urlspec, case["function"]), **named)
    assert function(pa.chunked_array([], pa.string()), *args).type == expected
    for kind in [*TEXTS, pa.null(), *(pa.dictionary(pa.int8(), kind) for kind in (pa.string(), pa.large_binary()))]:
        assert function(pa.array([], kind), *args).type == expected, kind
        nulls = function(pa.nulls(2, kind), *args)
        assert nulls.type == expected and nulls.null_count == len(nulls) == 2, kind
    runs = pa.RunEndEncodedArray.from_arrays(pa.array([1, 3], pa.int64()), pa.nulls(2, pa.string()))
    assert rows(function(runs, *args)) == [None] * 3 and len(function(runs[:0], *args)) == 0


def test_chunks_of_more_than_two_gib():
    chunk = pa.array(["http://a.test/" + "b" * 1_000_000, None] * 100)
    hosts = urlspec.url_host(pa.chunked_array([chunk] * 22))
    assert len(hosts) == 4400 and hosts.chunk(21).to_pylist() == ["a.test", None] * 100


def test_threads_share_columns():
    column, url = urlspec.url_canon(["http://h:81/a?q=1", "x", None] * 5_000), urlspec.URL("http://h/a")
    made = []

    def work(profile):
        hosts = urlspec.url_host(column, profile=profile)
        made.append((rows(hosts), hosts == urlspec.url_host(column), str(url.resolve("b"))))

    threads = [threading.Thread(target=work, args=(profile,)) for profile in ["whatwg", "curl", "rfc3986", "whatwg"]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [(["h", None, None] * 5_000, True, "http://h/b")] * 4


def test_pickles_of_columns_of_another_version():
    for wrong in [pa.array([1.5]), pa.array([1], pa.int64()), pa.array([b"x"])]:
        raised(TypeError, urlspec.Column, [wrong], match="not the type of a result")
    raised(TypeError, urlspec.Column, [pa.array(["x"]), pa.array([1], pa.uint16())], match="not the type of a result")


def test_default_scheme():
    hosts = ["www.example.co.uk", "https://b.test/", None, b"\xff"]
    for urls in [hosts, pa.array(hosts[:3]), pa.array(hosts[:3]).dictionary_encode()]:
        domains = rows(urlspec.url_registrable_domain(urls, default_scheme="https"))
        assert domains[:3] == ["example.co.uk", "b.test", None]


def test_arrow_in_is_arrow_out():
    urls = pa.array(["http://a/", "x"])
    assert isinstance(urlspec.url_host(urls), pa.StringArray)
    assert isinstance(urlspec.url_host(pa.chunked_array([urls, urls])), pa.ChunkedArray)
    assert isinstance(urlspec.url_query_names(urls), pa.ListArray)
