"""Tests of the columns of each library, as array and as stream, and of converting the results back."""

import pytest
import urlspec
from helpers import raised, rows

URLS = ["HTTP://a.test:81/x?q=1", None, "http://[", "http://é.test/"]
HOSTS = ["a.test", None, None, "xn--9ca.test"]
PORTS = [81, None, None, None]


def test_polars():
    pl = pytest.importorskip("polars")
    import urlspec.polars

    column = pl.Series("url", URLS)
    for column in [column, pl.concat([column[:1], column[1:]], rechunk=False), column.cast(pl.Categorical)]:
        hosts = urlspec.url_host(column)
        assert isinstance(hosts, pl.Series) and hosts.name == "url" and hosts.to_list() == HOSTS
        assert urlspec.url_port(column).to_list() == PORTS and urlspec.url_port(column).dtype == pl.UInt16
        assert urlspec.url_parse(column).struct.unnest()["host"].to_list() == HOSTS
        assert column.url.host().to_list() == HOSTS
    frame = column.to_frame()
    assert urlspec.url_host(frame).to_list() == HOSTS, "a table of one column"
    raised(TypeError, urlspec.url_host, frame.with_columns(b=1), match="choose one")
    url = pl.col("url")
    for host in [url.url.host(), urlspec.url_host(url)]:
        assert frame.with_columns(host=host)["host"].to_list() == HOSTS
    added = frame.lazy().select(
        host=url.url.host(profile="curl"),
        names=url.url.query_names(),
        q=url.url.query_param("q"),
        whole=url.url.resolve("http://base/"),
        port=url.url.parse(columns=["port"]).struct.field("port"),
    )
    assert added.collect_schema()["names"] == pl.List(pl.String)
    made = added.collect()
    assert made["q"].to_list() == ["1", None, None, None] and made["port"].to_list() == PORTS
    assert made["names"].to_list() == [["q"], None, None, []] and made["host"][0] == "a.test"
    raised(AttributeError, getattr, url.url, "hostname", match="FUNCTIONS")
    assert urlspec.url_host(pl.Series([None, None])).to_list() == [None, None]


def test_pandas():
    pd = pytest.importorskip("pandas")
    pa = pytest.importorskip("pyarrow")
    for kind in ["string[pyarrow]", "string", pd.ArrowDtype(pa.string()), "category", object, None]:
        # The labels differ from the positions: a result that ignores the index would land on other rows.
        frame = pd.DataFrame({"url": pd.Series(URLS, dtype=kind)}).set_axis([2, 0, 1, 2])
        hosts, ports = urlspec.url_host(frame.url), urlspec.url_port(frame.url)
        assert isinstance(hosts, pd.Series) and hosts.name == "url" and hosts.index.equals(frame.index)
        assert rows(hosts) == HOSTS and rows(ports) == PORTS and str(ports.dtype) == "UInt16", kind
        frame["host"] = hosts
        assert rows(frame.host) == HOSTS and rows(frame.assign(port=ports).port) == PORTS
        assert rows(urlspec.url_host(frame[["url"]])) == HOSTS, "a table of one column"
        assert (hosts == "a.test").tolist()[0] is True
    parsed = urlspec.url_parse(frame.url).struct.explode()
    assert parsed.index.equals(frame.index) and rows(parsed.host) == HOSTS
    assert rows(urlspec.url_resolve(frame.url, "http://base/"))[0] == "http://a.test:81/x?q=1"
    assert rows(urlspec.url_resolve(pd.Series(["b"]), pd.Series(["http://h/a"]))) == ["http://h/b"]
    twice = pd.concat([frame.url, frame.url], axis=1)
    raised(TypeError, urlspec.url_host, twice, match="2 columns")
    raised(TypeError, urlspec.url_host, pd.Series([1, 2]), match="strings or bytes")
    raised(TypeError, urlspec.url_host, twice.url, match="2 columns")


def test_pandas_cells_that_are_not_text():
    pd = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    cells = ["http://a/", "http://\ud800/", 5, None, float("nan"), pd.NA, ["http://a/"], object(), b"http://b/"]
    series = pd.Series(cells, index=range(9, 0, -1), dtype=object)
    assert rows(urlspec.url_host(series)) == ["a", *[None] * 7, "b"]
    reasons = urlspec.url_error(series).struct.field("reason")
    assert rows(reasons) == [None, "not-utf-8", "not-utf-8", None, None, None, "not-utf-8", "not-utf-8", None]
    assert rows(urlspec.url_host(pd.Series([5, 6], dtype=object))) == [None, None]
    for kind in [object, "string", "category", "float64", "datetime64[ns]"]:
        for empty in [pd.Series([], dtype=kind), pd.Series([None, None], dtype=kind, index=[5, 3])]:
            hosts = urlspec.url_host(empty)
            assert rows(hosts) == [None] * len(empty) and hosts.index.equals(empty.index), kind


def test_duckdb():
    duckdb = pytest.importorskip("duckdb")
    pa = pytest.importorskip("pyarrow")
    urls = pa.table({"url": URLS})
    relation = duckdb.sql("select url from urls")
    assert rows(urlspec.url_host(relation)) == HOSTS
    # duckdb reads the results as a table.
    parsed = pa.Table.from_struct_array(urlspec.url_parse(duckdb.sql("select url from urls")))
    found = duckdb.sql("select host, port, reason from parsed").fetchall()
    assert found == [("a.test", 81, None), (None, None, None), (None, None, "ipv6-unclosed"), ("xn--9ca.test", None, None)]


def test_datafusion():
    datafusion = pytest.importorskip("datafusion")
    pa = pytest.importorskip("pyarrow")
    context = datafusion.SessionContext()
    frame = context.from_pydict({"url": URLS}, name="urls")
    assert rows(urlspec.url_host(frame.select("url"))) == HOSTS
    table = pa.Table.from_struct_array(urlspec.url_parse(frame.select("url")))
    context.from_arrow(table, name="parsed")
    selected = context.sql("select host from parsed where reason is null and host is not null order by host")
    assert selected.to_pydict() == {"host": ["a.test", "xn--9ca.test"]}


def sql_of(case, suffix=""):
    """A query of one function on the column `url` of the table `urls`, by a case of the table of cases."""
    name, given = case["function"], [case["base"]] if "base" in case else []
    constants = [f"'{constant}'" for constant in given + case.get("constants", [])]
    return f"select {name}{suffix}({', '.join(['url', *constants])}) as made from urls"


def test_every_function_in_sql():
    duckdb = pytest.importorskip("duckdb")
    pa = pytest.importorskip("pyarrow")
    datafusion = pytest.importorskip("datafusion")
    from test_columns import arguments, cases

    connection, called = duckdb.connect(), set()
    urlspec.register(connection)
    raised(TypeError, urlspec.register, object(), match="duckdb")
    for case in cases():
        if not isinstance(case["url"], str | None):
            continue
        called.add(case["function"])
        urls = pa.table({"url": pa.array([case["url"]], pa.string())})
        ((made,),) = connection.sql(sql_of(case)).fetchall()
        assert made == case["expected"], case
        context = datafusion.SessionContext()
        urlspec.register(context)
        context.from_arrow(urls, name="urls")
        suffix = "_by" if "profile" in arguments(case)[1] else ""
        assert context.sql(sql_of(case, suffix)).to_pydict()["made"] == [case["expected"]], case
    assert called == set(urlspec.FUNCTIONS)
    assert connection.sql("select url_query_param(url, 'q') from urls where false").fetchall() == []
    varying = connection.sql("select url_query_param('http://a/', x) from (values ('a'), ('b')) as t(x)")
    raised(duckdb.Error, varying.fetchall, match="constants")
