"""The functions on columns as expressions and methods of polars: `pl.col("url").url.host()`.

This module is imported if polars was imported before urlspec; otherwise, import it.
"""

import polars as pl

from ._columns import _functions


class Functions:
    """The functions of `urlspec.FUNCTIONS`, without the prefix `url_`, on a series or an expression."""

    def __init__(self, column):
        self._column = column

    def __getattr__(self, name):
        try:
            function = _functions["url_" + name]
        except KeyError:
            raise AttributeError(f"there is no function url_{name}: urlspec.FUNCTIONS lists them") from None
        return lambda *arguments, **options: function(self._column, *arguments, **options)

    def __dir__(self):
        return [name.removeprefix("url_") for name in _functions]


pl.api.register_expr_namespace("url")(Functions)
pl.api.register_series_namespace("url")(Functions)
