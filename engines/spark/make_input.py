"""Writes tables of URLs to test a job: links of many forms, or rows that crash naive jobs."""

import pathlib

import pyarrow as pa
import pyarrow.parquet as pq


def write(path, ids, urls):
    pq.write_table(pa.table({"id": pa.array(ids, pa.int64()), "url": urls}), path, compression="zstd")


def links(folder, rows, files):
    """Writes `rows` rows: one in 1,000 is not a URL, one in 50 is not canonical, one in 500 is null."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True)
    per_file = -(-rows // files)
    for number in range(files):
        ids = range(number * per_file, min(rows, (number + 1) * per_file))
        write(folder / f"part-{number:03}.parquet", ids, pa.array([link(row) for row in ids], pa.string()))


def link(row):
    if row % 500 == 11:
        return None
    if row % 1000 == 7:
        return f"http://a b{row}/"
    if row % 50 == 3:
        return f"HTTP://EX{row % 97}.Example:80/a/../{row} é"
    # Few hosts have most of the links.
    host = f"www.site{row % 7 if row % 3 else row % 9973}.{('com', 'co.uk', 'org', 'test')[row % 4]}"
    return f"https://{host}/articles/{row // 100}/item-{row}?id={row}&q=caf%C3%A9#part{row % 5}"


def poison(folder, first):
    """Writes two files whose rows have ids from `first` on; returns the number of rows."""
    good = [b"http://a%d.test/x" % i for i in range(30_000)]
    rows = list(good)
    rows[100], rows[200], rows[201] = None, b"", b"http://a.test/\0"
    rows[300:400] = [b"http://%zz/"] * 100
    rows[15_000] = b"http://" + b"a" * 40_000_000 + b"/"
    rows[15_001] = b"http://a.test/" + b" " * 30_000_000 + b"x"
    write(pathlib.Path(folder) / "poison-1.parquet", range(first, first + 30_000), pa.array(rows, pa.string()))

    # A column of strings with text that is not UTF-8, as in logs.
    rows = list(good)
    rows[20_000] = b"http://b\xff\xfe.test/\xe9?q=\x80"
    urls = pa.array(rows, pa.binary())
    urls = pa.Array.from_buffers(pa.string(), len(urls), urls.buffers())
    write(pathlib.Path(folder) / "poison-2.parquet", range(first + 30_000, first + 60_000), urls)
    return 60_000
