"""Tests that the Python examples of the pages print what the pages show."""

import doctest
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[3]
PAGES = ["engines/python/README.md", "docs/bulk.md"]


@pytest.mark.parametrize("page", PAGES)
def test_examples(page):
    pytest.importorskip("pyarrow")
    pytest.importorskip("pandas")
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
