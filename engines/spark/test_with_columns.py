"""Tests of `urlspec.spark` in one process: columns of a data frame, and functions of SQL."""

import pytest
import urlspec


@pytest.fixture(scope="module")
def spark():
    sql = pytest.importorskip("pyspark.sql")
    session = sql.SparkSession.builder.getOrCreate()
    yield session
    session.stop()


def test_with_columns(spark):
    from urlspec.spark import with_columns

    frame = spark.createDataFrame([(1, "http://0x7f.1:81/a?q=1"), (2, None), (3, "//")], "id int, url string")
    made = with_columns(
        frame,
        "url",
        host="url_host",
        port=("url_port", {"profile": "curl"}),
        q=("url_query_param", "q"),
        names="url_query_names",
        error="url_error",
    )
    assert made.columns == ["id", "url", "host", "port", "q", "names", "error"]
    first, second, third = [row.asDict(recursive=True) for row in made.orderBy("id").collect()]
    assert (first["host"], first["port"], first["q"], first["names"]) == ("127.0.0.1", 81, "1", ["q"])
    assert second["host"] is None and second["error"] is None and third["error"]["reason"] == "missing-scheme"
    for wrong in [{"column": "x", "host": "url_host"}, {"column": "url", "id": "url_host"}]:
        with pytest.raises(ValueError, match="column"):
            with_columns(frame, wrong.pop("column"), **wrong)
    with pytest.raises(KeyError):
        with_columns(frame, "url", host="url_hostname")


def test_register(spark):
    urlspec.register(spark)
    spark.createDataFrame([("http://0x7f.1:81/a?q=1",), (None,)], "url string").createOrReplaceTempView("urls")
    made = spark.sql("select url_host(url) h, url_host(url, 'curl') c, url_query_values(url, 'q') q from urls").collect()
    assert [tuple(row) for row in made] == [("127.0.0.1", "127.0.0.1", ["1"]), (None, None, None)]
    assert spark.sql("select url_parse(url).port p from urls").first().p == 81
