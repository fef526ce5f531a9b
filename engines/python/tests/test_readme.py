"""Tests that the Python examples of the pages print what the pages show."""

import ast
import doctest
import inspect
import pathlib
import re
import urllib.parse

import pytest
import urlspec

ROOT = pathlib.Path(__file__).parents[3]
PAGES = ["engines/python/README.md", "docs/bulk.md"]


@pytest.mark.parametrize("page", PAGES)
def test_examples(page):
    for library in ["pandas", "polars", "pyarrow", "duckdb"]:
        pytest.importorskip(library)
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```pycon\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert blocks, f"{page} has no examples"
    runner, names = doctest.DocTestRunner(), {}
    for number, block in enumerate(blocks, 1):
        # Each block uses the names of those before it.
        test = doctest.DocTestParser().get_doctest(block, names, f"{page}, block {number}", page, None)
        names = test.globs
        runner.run(test, clear_globs=False)
    assert runner.summarize().failed == 0


def test_every_function_is_documented():
    from functions_table import page

    written, made = page()
    assert written == made, "run engines/python/tests/functions_table.py"
    stub = ast.parse(pathlib.Path(urlspec.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    functions = {node.name: node.args for node in stub.body if isinstance(node, ast.FunctionDef)}
    others = [node for node in stub.body if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name)]
    functions |= {node.targets[0].id: functions[node.value.id] for node in others}
    for name in urlspec.FUNCTIONS:
        arguments = [argument.arg for argument in functions[name].args + functions[name].kwonlyargs]
        assert ["url", *arguments] == list(inspect.signature(getattr(urlspec, name)).parameters), name


PEERS = (ROOT / "engines/python/from-other-libraries.md").read_text(encoding="utf-8")
U = "https://user:pw@shop.example.co.uk:8443/a%20b/c.tar.gz?q=caf%C3%A9&r=1&q=2#top"
OPERATIONS = re.findall(r"^\| `(\w.*?)` \| (?:`(.*?)`)? *\| ?(.*?) ?\|$", PEERS.partition("## Members")[0], re.MULTILINE)


def test_operations_of_other_libraries_are_one_expression():
    assert len(OPERATIONS) == 60 and U in PEERS
    assert sum(bool(here) for _, here, _ in OPERATIONS) >= 55


@pytest.mark.parametrize(("there", "here", "difference"), [row for row in OPERATIONS if row[1]])
def test_operation(there, here, difference):
    known = {"u": U, "url": urlspec.URL(U), "urlspec": urlspec, "urllib": urllib}
    ours = eval(here, known)
    library = re.match(r"\w+", there)[0]
    if library == "extract":
        known["extract"] = pytest.importorskip("tldextract").TLDExtract(suffix_list_urls=(), cache_dir=None)
    elif library == "w3lib":
        pytest.importorskip("w3lib.url")
        known["w3lib"] = pytest.importorskip("w3lib")
    elif library != "urllib":
        known[library] = pytest.importorskip(library)
    assert (str(ours) == str(eval(there, known))) == (not difference)


def test_every_member_of_yarl_has_a_row():
    yarl = pytest.importorskip("yarl")
    members = PEERS.partition("## Members")[2]
    for name in dir(yarl.URL):
        assert name.startswith("_") or re.search(rf"\b{name}\b", members), name
