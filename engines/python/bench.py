"""Measures the processor time for a URL in Python, in nanoseconds, compared with peers and with Rust, in one run.

    python bench.py [ROUNDS]

One URL at a time: urlspec, can_ada (a binding of ada) and urllib. Columns: pyarrow, pandas and polars in and out, and the same
functions in Rust on the same rows. The result is the least time of several rounds, in which the functions take turns. The URLs are those of a
benchmark corpus, or generated.
"""

import contextlib
import os
import pathlib
import subprocess
import sys
import time
import urllib.parse

import urlspec

# The targets, in nanoseconds.
MOST = {"urlspec.parse().host": 450, "column url_host": 100, "pandas assign url_host": 150, "polars url_host": 130}
ROOT = pathlib.Path(__file__).resolve().parents[2]


def urls():
    """The URLs to measure, and their source."""
    corpus = pathlib.Path(os.environ.get("URLSPEC_CORPORA", ROOT / "../shared/corpora")) / "kasztp.txt"
    if corpus.exists():
        return corpus.read_text(encoding="utf-8").split("\n")[:-1], corpus
    generated = [f"https://www.site{i % 977}.com/articles/{i}/an-item-of-the-list?page={i % 7}" for i in range(48_000)]
    source = ROOT / "engines/target/generated/kasztp.txt"
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text("\n".join(generated) + "\n", encoding="utf-8")
    return generated, source


def least(work, rounds):
    """The least processor time of each of `work`, in nanoseconds for each URL."""
    times = dict.fromkeys(work, float("inf"))
    for _ in range(rounds):
        for name, (function, count) in work.items():
            began = time.process_time_ns()
            function()
            times[name] = min(times[name], (time.process_time_ns() - began) / count)
    return times


def one_at_a_time(lines):
    """For each function on one URL, a loop over `lines`."""

    def loop(function):
        def run():
            for line in lines:
                function(line)

        return run, len(lines)

    def hosts():
        for line in lines:
            urlspec.parse(line).host

    work = {"urlspec.parse": loop(urlspec.parse), "urlspec.can_parse": loop(urlspec.can_parse)}
    work["urlspec.parse().host"] = hosts, len(lines)
    try:
        import can_ada

        # Measure only URLs that both libraries accept: an exception takes longer than a result.
        for line in lines:
            can_ada.parse(line)
        work |= {"can_ada.parse": loop(can_ada.parse), "can_ada.can_parse": loop(can_ada.can_parse)}
    except ImportError:
        print("SKIPPED: can_ada is not installed")
    work["urllib.parse.urlsplit"] = loop(urllib.parse.urlsplit)
    return work


def columns(lines):
    """The functions on a column of `lines`. The libraries that are not installed are left out."""
    import pyarrow as pa

    column = pa.array(lines)
    work = {
        "column url_canon": lambda: urlspec.url_canon(column),
        "column url_host": lambda: urlspec.url_host(column),
    }
    with contextlib.suppress(ImportError):
        import pandas as pd

        frame = pd.DataFrame({"url": lines})
        work["pandas assign url_host"] = lambda: frame.assign(host=urlspec.url_host(frame.url))
    with contextlib.suppress(ImportError):
        import polars as pl

        table = pl.DataFrame({"url": lines})
        work["polars url_host"] = lambda: table.with_columns(host=urlspec.url_host(pl.col("url")))
    return {name: (function, len(lines)) for name, function in work.items()}


def in_rust(source):
    """The times of the same functions in Rust, by name."""
    output = subprocess.run(
        ["cargo", "bench", "--quiet", "--locked", "-p", "url-arrow", "--bench", "columns"],
        cwd=ROOT / "engines",
        env={**os.environ, "URLSPEC_CORPORA": source.resolve().parent},
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    names = {"Url::parse in a loop": "Url::parse", "Arrow canon": "url_canon", "Arrow host": "url_host"}
    rows = {line[:32].rstrip(): line[32:].split() for line in output.stdout.splitlines()}
    return {f"Rust {name}": float(rows[row][0]) for row, name in names.items()}


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    lines, source = urls()
    print(f"{len(lines)} URLs of {source.name}, least of {rounds} rounds, ns of CPU for each")
    accepted = [line for line in lines if urlspec.can_parse(line)]
    times = least(one_at_a_time(accepted), rounds) | least(columns(lines), rounds) | in_rust(source)
    # Measure again, since the machine may have been busy.
    for name, cost in (least(columns(lines), rounds) | in_rust(source)).items():
        times[name] = min(times[name], cost)
    for name, cost in times.items():
        print(f"{name:<24}{cost:>9.1f}")
    print()
    for name, other, least_ratio in [
        ("urlspec.parse", "can_ada.parse", 2),
        ("urlspec.parse", "urllib.parse.urlsplit", 10),
        ("urlspec.can_parse", "can_ada.can_parse", 3),
    ]:
        if other in times:
            ratio = times[other] / times[name]
            print(f"{name} is {ratio:.1f} times as fast as {other} (to reach: {least_ratio})")
    for name in ["url_canon", "url_host"]:
        ratio = times[f"column {name}"] / times[f"Rust {name}"]
        print(f"{name} on a column costs {ratio:.2f} of Rust (to reach: 1.2)")
    for name, most in MOST.items():
        if name in times:
            print(f"{name} took {times[name]:.0f} ns (at most: {most})")


if __name__ == "__main__":
    main()
