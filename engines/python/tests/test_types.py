"""Runs mypy with `--strict` on programs like those of the README."""

import re
import subprocess
import sys

import pytest

PROGRAM = '''
import pandas as pd
import polars as pl
import urlspec

frame = pd.DataFrame({"url": ["https://a.example/"]})
added: pd.DataFrame = frame.assign(host=urlspec.url_host(frame["url"]), port=urlspec.url_port(frame.url))
frame["names"] = urlspec.url_query_names(frame["url"], profile="whatwg")
series: pl.Series = urlspec.url_query_param(pl.Series(["https://a.example/"]), "q")
lazy = pl.LazyFrame({"url": ["x"]}).with_columns(host=urlspec.url_host(pl.col("url"), default_scheme="https"))
column: urlspec.Column = urlspec.url_resolve(["b", None], "http://a.example/")
rows: list[object] = column.to_list()

url: urlspec.URL = urlspec.URL("b", base="http://a.example/") / "c"
url = url.params.set("page", 2).with_query({"q": "a", "n": [1, 2]}).with_port(None)
name: str = f"{url.name}{url.suffix}{url:display}"
try:
    urlspec.Guard(ports=[80]).check(url.href)
except urlspec.Error as error:
    print(error)
'''


def check(program, tmp_path):
    (tmp_path / "program.py").write_text(program)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "program.py"]
    return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)


def test_mypy_strict(tmp_path):
    for library in ["mypy", "pandas", "polars"]:
        pytest.importorskip(library)
    done = check(PROGRAM, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    wrong = ["urlspec.url_host(5)", "urlspec.url_query_param(rows)", "urlspec.url_agree(rows, 'a', profile='b')"]
    wrong += ["url.port_or_default.bit_length()", "url.host = 'a'"]
    refused = check("\n".join([PROGRAM, *wrong, ""]), tmp_path)
    assert len(set(re.findall(r"py:(\d+): error", refused.stdout))) == len(wrong), refused.stdout
