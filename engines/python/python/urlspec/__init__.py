"""URLs as specifications read them: parse, resolve, compare and explain, one at a time or by the column."""

import sys as _sys

from . import _urlspec
from ._columns import FUNCTIONS, _functions
from ._parts import quote, unquote
from ._pydantic import AsGiven
from ._register import register
from ._urlspec import *
from ._urlspec import __version__

globals().update(_functions)

__all__ = [name for name in _urlspec.__all__ if not name.startswith("_")]
__all__ += ["AsGiven", "FUNCTIONS", "__version__", "quote", "register", "unquote", *FUNCTIONS]

if "polars" in _sys.modules:
    from . import polars as _polars
