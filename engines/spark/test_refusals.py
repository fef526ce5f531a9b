"""What canonicalize.py refuses, in one process: nothing is written then, and what stood there stays."""

import os
import pathlib
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

os.environ.update(
    PYSPARK_PYTHON=sys.executable,
    PYSPARK_SUBMIT_ARGS="--master local[1] --driver-memory 700m --conf spark.ui.enabled=false pyspark-shell",
    PYTHONPATH=str(pathlib.Path(__file__).parent),
    SPARK_LOCAL_IP="127.0.0.1",
)
import canonicalize  # noqa: E402

URLS = ["HTTP://a.example", None, "//"]


@pytest.fixture
def source(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    pq.write_table(pa.table({"id": range(3), "url": URLS}), folder / "1.parquet")
    return folder


def refusal(*arguments):
    """The sentence with which a run ends."""
    with pytest.raises(SystemExit) as exit:
        canonicalize.run([str(argument) for argument in arguments])
    return exit.value.code.removeprefix("error: ")


def contents(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--column", "u"], "there is no column 'u' in: id, url"),
        (["--column", "id"], "the column 'id' is of type bigint, not string or binary"),
        (["--functions", "url_hots"], "url_hots is none of url_parse, url_canon, "),
        (["--functions", "print('x')"], "print is none of "),
        (["--functions", "url_query_param('q"], "\"url_query_param('q\" is no call like "),
        (["--functions", "url_query_param(q)"], "url_query_param(q): arguments are constants"),
        (["--functions", "url_query_param"], "url_query_param() missing 1 required "),
        (["--functions", "url_host(profile='netscape')"], "unknown profile"),
        (["--functions", "URL=url_canon"], "two columns would be named URL, url"),
        (["--functions", "url_host", "url_host"], "two columns would be named url_host"),
    ],
)
def test_calls(source, tmp_path, arguments, sentence):
    before = contents(tmp_path)
    assert refusal(source, tmp_path / "out", *arguments).startswith(sentence)
    assert contents(tmp_path) == before and not (tmp_path / "out").exists()


def test_input_that_is_missing(tmp_path):
    assert refusal(tmp_path / "none", tmp_path / "out").startswith("[PATH_NOT_FOUND]")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("out", ["in", "in/", "in/../in", "in/out", "."])
def test_output_that_is_the_input(source, tmp_path, out):
    before = contents(tmp_path)
    assert "are not two folders" in refusal(source, f"{tmp_path}/{out}", "--overwrite")
    assert contents(tmp_path) == before


def test_output_that_exists(source, tmp_path):
    out = tmp_path / "out"
    canonicalize.run([str(source), str(out)])
    whole = contents(out)
    assert refusal(source, out) == f"{out} exists: --overwrite replaces it"
    assert contents(out) == whole
    canonicalize.run([str(source), str(out), "--overwrite", "--functions", "url_host"])
    assert pq.read_table(out).to_pydict() == {"id": [0, 1, 2], "url": URLS, "url_host": ["a.example", None, None]}

    # Only what nobody but a killed job left is replaced unasked.
    (out / "_SUCCESS").unlink()
    (out / "_temporary").mkdir()
    (out / "notes.txt").touch()
    assert refusal(source, out) == f"{out} exists: --overwrite replaces it"
    (out / "notes.txt").unlink()
    canonicalize.run([str(source), str(out)])
    assert pq.read_table(out)["url_canon"].to_pylist() == ["http://a.example/", None, None]
