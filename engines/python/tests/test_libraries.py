"""Tests of the columns of each library, as array and as stream, and of converting the results back."""

import pytest
import urlspec

URLS = ["HTTP://a.test:81/x?q=1", None, "http://[", "http://é.test/"]
HOSTS = ["a.test", None, None, "xn--9ca.test"]
PORTS = [81, None, None, None]


def test_pyarrow():
    pa = pytest.importorskip("pyarrow")
    for column in [pa.array(URLS), pa.chunked_array([URLS[:1], URLS[1:]]), pa.array(URLS).dictionary_encode()]:
        assert pa.array(urlspec.url_host(column)).to_pylist() == HOSTS
        assert pa.chunked_array(urlspec.url_port(column)).to_pylist() == PORTS
        assert pa.table(urlspec.url_parse(column).unnest())["host"].to_pylist() == HOSTS


def test_polars():
    pl = pytest.importorskip("polars")
    column = pl.Series("url", URLS)
    for column in [column, pl.concat([column[:1], column[1:]], rechunk=False), column.cast(pl.Categorical)]:
        assert pl.Series(urlspec.url_host(column)).to_list() == HOSTS
        assert pl.Series(urlspec.url_port(column)).to_list() == PORTS
        assert pl.DataFrame(urlspec.url_parse(column).unnest())["host"].to_list() == HOSTS
    frame = column.to_frame()
    added = frame.with_columns(host=pl.Series(urlspec.url_host(frame["url"])))
    assert added["host"].to_list() == HOSTS
    assert pl.Series(urlspec.url_host(frame)).to_list() == HOSTS, "a table of one column"


def kinds(pd, pa):
    return ["string[pyarrow]", "string", pd.ArrowDtype(pa.string()), "category", object, None]


def test_pandas():
    pd = pytest.importorskip("pandas")
    pa = pytest.importorskip("pyarrow")
    for kind in kinds(pd, pa):
        column = pd.Series(URLS, dtype=kind)
        assert pa.chunked_array(urlspec.url_host(column)).to_pylist() == HOSTS, kind
    frame = pd.DataFrame({"url": URLS})
    frame["port"] = pd.arrays.ArrowExtensionArray(pa.chunked_array(urlspec.url_port(frame["url"])))
    assert frame["port"].isna().tolist() == [False, True, True, True] and frame["port"][0] == 81
    assert pa.array(urlspec.url_host(frame[["url"]])).to_pylist() == HOSTS, "a table of one column"
    for wrong in [pd.Series([1, 2]), pd.Series([["http://a/"]])]:
        with pytest.raises(TypeError, match="strings or bytes"):
            urlspec.url_host(wrong)
    with pytest.raises(pa.ArrowInvalid):
        urlspec.url_host(pd.Series([object()]))


def test_pandas_takes_columns_as_values():
    pd = pytest.importorskip("pandas")
    pa = pytest.importorskip("pyarrow")
    for kind in kinds(pd, pa):
        # Rows of another frame, in reverse order, so that labels differ from positions.
        frame = pd.DataFrame({"url": pd.Series(["x", *URLS], dtype=kind)})[:0:-1]
        added = frame.assign(host=urlspec.url_host(frame.url), port=urlspec.url_port(frame.url))
        hosts = [host if isinstance(host, str) else None for host in added.host]
        assert hosts == HOSTS[::-1] and added.host[1] == "a.test", kind
        assert added.port.isna().tolist() == [True, True, True, False] and added.port[1] == 81
        labelled = pd.Series(urlspec.url_host(frame.url), index=frame.index)
        assert labelled[4] == "xn--9ca.test"
    reasons = frame.assign(error=urlspec.url_error(frame.url)).error
    assert [reason and reason["reason"] for reason in reasons] == [None, "ipv6-unclosed", None, None]
    # A column that is too short is an error; values are not repeated.
    with pytest.raises(ValueError):
        frame.assign(host=urlspec.url_host(frame.url[:2]))


def test_numpy_and_python():
    np = pytest.importorskip("numpy")
    pa = pytest.importorskip("pyarrow")
    column = urlspec.url_host(pa.chunked_array([URLS[:1], URLS[1:]]))
    assert list(column) == np.asarray(column).tolist() == HOSTS
    ports = urlspec.url_port(pa.array(["http://a:81", "http://a:82"]))
    assert np.asarray(ports).dtype == "uint16" and np.asarray(ports, dtype="float32").tolist() == [81.0, 82.0]


def test_duckdb():
    duckdb = pytest.importorskip("duckdb")
    pa = pytest.importorskip("pyarrow")
    urls = pa.table({"url": URLS})
    relation = duckdb.sql("select url from urls")
    assert pa.array(urlspec.url_host(relation)).to_pylist() == HOSTS
    # duckdb reads the results as a table.
    parsed = pa.table(urlspec.url_parse(duckdb.sql("select url from urls")).unnest())
    found = duckdb.sql("select host, port, reason from parsed").fetchall()
    assert found == [("a.test", 81, None), (None, None, None), (None, None, "ipv6-unclosed"), ("xn--9ca.test", None, None)]


def test_datafusion():
    datafusion = pytest.importorskip("datafusion")
    pa = pytest.importorskip("pyarrow")
    context = datafusion.SessionContext()
    frame = context.from_pydict({"url": URLS}, name="urls")
    assert pa.chunked_array(urlspec.url_host(frame.select("url"))).to_pylist() == HOSTS
    parsed = context.from_arrow(urlspec.url_parse(frame.select("url")).unnest(), name="parsed")
    rows = context.sql("select host from parsed where reason is null and host is not null order by host")
    assert rows.to_pydict() == {"host": ["a.test", "xn--9ca.test"]}
