"""Writes the table of functions of docs/bulk.md. A test compares the page with the table."""

import csv
import pathlib

import urlspec

DOCS = pathlib.Path(__file__).parents[3] / "docs"
MARKERS = "<!-- python engines/python/tests/functions_table.py -->\n", "<!-- end of the functions -->\n"


def page():
    """The page, and the page with the table that the package and docs/bulk/counterparts.csv give."""
    text = (DOCS / "bulk.md").read_text(encoding="utf-8")
    with open(DOCS / "bulk/counterparts.csv", encoding="utf-8", newline="") as file:
        others = {function: names for function, *names in csv.reader(file)}
    lines = [["function", "result", *others.pop("function")], ["---"] * 4]
    for name, summary, arguments, *_ in urlspec._urlspec._table():
        lines.append([f"`{name}({', '.join(['url', *arguments])})`", summary, *others.pop(name, ["", ""])])
    assert not others, f"there are no functions {', '.join(others)}"
    table = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    head, _, rest = text.partition(MARKERS[0])
    return text, f"{head}{MARKERS[0]}{table}{MARKERS[1]}{rest.partition(MARKERS[1])[2]}"


if __name__ == "__main__":
    (DOCS / "bulk.md").write_text(page()[1], encoding="utf-8")
