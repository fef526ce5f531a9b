"""The registrable domains with the most URLs in a crawl list: `python top_domains.py PATH [COUNT]`.

PATH is a Parquet file with a column `url`, or a folder of them. Prints the same as engines/spark/spark_top_domains.py, and
as the SQL query in docs/bulk.md.
"""

import sys

import pyarrow.dataset as ds
import urlspec


def top_domains(path, count=10):
    """The pairs (domain, number of URLs), by number in descending order, then by name. Reads one batch of rows at a time."""
    counts = {}
    for batch in ds.dataset(path, format="parquet").to_batches(columns=["url"]):
        domains = urlspec.url_registrable_domain(batch)
        for entry in domains.drop_null().value_counts():
            domain = entry["values"].as_py()
            counts[domain] = counts.get(domain, 0) + entry["counts"].as_py()
    return sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))[:count]


if __name__ == "__main__":
    for domain, urls in top_domains(sys.argv[1], *map(int, sys.argv[2:3])):
        print(domain, urls)
