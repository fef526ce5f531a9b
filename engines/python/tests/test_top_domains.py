"""The example `top_domains.py` counts what a loop over single URLs counts."""

import collections
import pathlib
import sys

import pytest
import urlspec

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

URLS = ["http://www.a.co.uk/", "http://b.a.co.uk/2", "http://c.com/", "//", None, "http://d.com", "http://127.0.0.1/"]


def test_top_domains(tmp_path):
    from top_domains import top_domains

    pq.write_table(pa.table({"id": range(7), "url": URLS}), tmp_path / "1.parquet")
    pq.write_table(pa.table({"id": range(1), "url": ["https://x.d.com/"]}), tmp_path / "2.parquet")
    counted = collections.Counter()
    for url in [*URLS, "https://x.d.com/"]:
        if url is not None and urlspec.can_parse(url) and (domain := urlspec.parse(url).registrable_domain):
            counted[domain] += 1
    expected = sorted(counted.items(), key=lambda entry: (-entry[1], entry[0]))
    assert top_domains(tmp_path) == expected == [("a.co.uk", 2), ("d.com", 2), ("c.com", 1)]
    assert top_domains(tmp_path, 1) == [("a.co.uk", 2)]
