"""The example `top_domains.py` counts domains, and prints what docs/bulk.md shows of SQL."""

import pathlib
import re
import subprocess
import sys

import pytest

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
EXAMPLE = pathlib.Path(__file__).parents[1] / "top_domains.py"
DOCS = pathlib.Path(__file__).parents[3] / "docs"
sys.path.insert(0, str(EXAMPLE.parent))

URLS = ["http://www.a.co.uk/", "http://b.a.co.uk/2", "http://c.com/", "//", None, "http://d.com", "http://127.0.0.1/"]


def test_top_domains(tmp_path):
    from top_domains import top_domains

    pq.write_table(pa.table({"id": range(7), "url": URLS}), tmp_path / "1.parquet")
    pq.write_table(pa.table({"id": range(1), "url": ["https://x.d.com/"]}), tmp_path / "2.parquet")
    assert top_domains(tmp_path) == [("a.co.uk", 2), ("d.com", 2), ("c.com", 1)]
    assert top_domains(tmp_path, 1) == [("a.co.uk", 2)]


def test_same_as_in_sql(tmp_path):
    csv = pytest.importorskip("pyarrow.csv")
    pq.write_table(csv.read_csv(DOCS / "bulk" / "crawl.csv"), tmp_path / "crawl.parquet")
    shown = (DOCS / "bulk.md").read_text().partition("| domain        | urls |")[2].partition("```")[0]
    expected = re.findall(r"^\| (\S+) +\| (\d+) +\|$", shown, re.MULTILINE)
    output = subprocess.run([sys.executable, EXAMPLE, tmp_path / "crawl.parquet"], capture_output=True, check=True, text=True)
    assert [tuple(line.split(" ")) for line in output.stdout.splitlines()] == expected
    assert len(expected) == 3
