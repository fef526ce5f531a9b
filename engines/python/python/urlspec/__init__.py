"""URLs as specifications read them: parse, resolve, compare and explain, one at a time or by the column."""

import sys as _sys

from ._columns import FUNCTIONS, _functions
from ._register import register
from ._parts import quote, unquote
from ._pydantic import AsGiven
from ._urlspec import (
    PROFILES,
    URL,
    Agreement,
    Column,
    Difference,
    Disagreement,
    Error,
    Explanation,
    Guard,
    Permitted,
    Query,
    Refused,
    Side,
    Step,
    UrlError,
    __version__,
    agree,
    can_parse,
    components,
    diff,
    explain,
    parse,
)

globals().update(_functions)

__all__ = [
    "Agreement",
    "AsGiven",
    "Column",
    "Difference",
    "Disagreement",
    "Error",
    "Explanation",
    "FUNCTIONS",
    "Guard",
    "PROFILES",
    "Permitted",
    "Query",
    "Refused",
    "Side",
    "Step",
    "URL",
    "UrlError",
    "__version__",
    "agree",
    "can_parse",
    "components",
    "diff",
    "explain",
    "parse",
    "quote",
    "register",
    "unquote",
    *FUNCTIONS,
]

if "polars" in _sys.modules:
    from . import polars as _polars
