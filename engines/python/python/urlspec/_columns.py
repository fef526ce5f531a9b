"""Functions on columns: conversion of each library's columns to Arrow data, and of the results back."""

import importlib.util
import inspect
import sys

from . import _urlspec

_OPTIONS = {"profile": "str | None", "max_len": "int | None", "default_scheme": "str | None"}


def _is_a(value, module, *names):
    """True if `value` is an instance of a class of `module`, which need not be installed."""
    module = sys.modules.get(module)
    return module is not None and isinstance(value, tuple(getattr(module, name) for name in names))


def _pyarrow():
    try:
        import pyarrow
    except ImportError:
        raise ImportError("columns of pandas require pyarrow: pip install pyarrow") from None
    return pyarrow


def to_pandas(column, index=None, name=None):
    """Convert the results to a series of pandas, without a Python object for each row."""
    import pandas as pd

    pa, array = _pyarrow(), column.to_arrow()
    if array.type == pa.string():
        # pandas 3 has strings in Arrow data by default, with NaN for missing values.
        is_new = int(pd.__version__.partition(".")[0]) >= 3
        dtype = pd.StringDtype(na_value=float("nan")) if is_new else pd.StringDtype("pyarrow")
    else:
        known = {pa.uint16(): pd.UInt16Dtype(), pa.uint32(): pd.UInt32Dtype(), pa.bool_(): pd.BooleanDtype()}
        dtype = known.get(array.type) or pd.ArrowDtype(array.type)
    return pd.Series(dtype.__from_arrow__(array), index=index, name=name, copy=False)


def _of_pandas(series):
    """The rows of a series as Arrow arrays. Values that are not text are errors of their rows."""
    pa = _pyarrow()
    try:
        array = pa.array(series, from_pandas=True)
        if array.null_count == len(array):
            return [pa.nulls(len(array))]  # pandas reads a column without values as one of numbers.
        if series.dtype != object or _is_text(pa, array.type):
            return array.chunks if isinstance(array, pa.ChunkedArray) else [array]
    except (pa.ArrowException, UnicodeError, TypeError):
        if series.dtype != object:
            raise
    return [None if missing else cell for cell, missing in zip(series.array, series.isna())]


def _is_text(pa, kind):
    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    return kind in (pa.string(), pa.binary(), pa.large_string(), pa.large_binary(), pa.null())


def _of_arrow(column):
    chunks = column.to_arrow()
    return chunks.chunk(0) if chunks.num_chunks == 1 else chunks


def _of_polars(column, name):
    import polars as pl

    series = [pl.Series(chunk) for chunk in column.chunks()]
    return (series[0] if len(series) == 1 else pl.concat(series)).rename(name)


def _adapt(column):
    """Return what `_urlspec._evaluate` accepts, and a function that converts its result to the library of `column`."""
    if _is_a(column, "pandas", "DataFrame") or _is_a(column, "polars", "DataFrame"):
        if column.shape[1] != 1:
            raise TypeError(f"a table of {column.shape[1]} columns: choose one")
        column = column.iloc[:, 0] if hasattr(column, "iloc") else column.to_series()
    if _is_a(column, "pandas", "Series"):
        return _of_pandas(column), lambda made: to_pandas(made, column.index, column.name)
    if _is_a(column, "polars", "Series"):
        # polars exports a column of the type Null with a buffer, which Arrow does not allow.
        kept = column.cast(sys.modules["polars"].String) if str(column.dtype) == "Null" else column
        return kept.to_frame(), lambda made: _of_polars(made, column.name)
    if _is_a(column, "pyarrow", "ChunkedArray"):
        chunks = column.chunks or [_pyarrow().array([], column.type)]
        return chunks, lambda made: made.to_arrow()
    if _is_a(column, "pyarrow", "Array") and not _is_a(column, "pyarrow", "StructArray"):
        return [column], _of_arrow
    if isinstance(column, _urlspec.Column):
        return column, lambda made: made
    if hasattr(column, "__arrow_c_array__") or hasattr(column, "__arrow_c_stream__"):
        return column, lambda made: made.to_arrow() if importlib.util.find_spec("pyarrow") else made
    if isinstance(column, (str, bytes)) or column is None:
        raise TypeError("a column must be Arrow data, a series or a list, not one URL: see urlspec.parse")
    if _is_a(column, "numpy", "ndarray") and column.ndim == 1:
        return column.tolist(), lambda made: made
    if isinstance(column, (list, tuple)):
        return list(column), lambda made: made
    raise TypeError(f"a column must be Arrow data, a series or a list, not {type(column).__name__}")


def _call(name, url, constants, base=None, **options):
    if _is_a(url, "polars", "Expr"):
        import polars as pl

        if base is not None and not isinstance(base, str):
            raise TypeError("the base of an expression must be one string")
        dtype = _call(name, pl.Series([], dtype=pl.String), constants, base, **options).dtype
        return url.map_batches(
            lambda series: _call(name, series, constants, base, **options), return_dtype=dtype, is_elementwise=True
        )
    column, convert = _adapt(url)
    if base is not None and not isinstance(base, str):
        base, _ = _adapt(base)
    return convert(_urlspec._evaluate(name, column, list(constants), base=base, **options))


def _make(name, summary, arguments, takes_profile, has_base):
    """The function `name` of the table of functions."""
    options = {option: of for option, of in _OPTIONS.items() if takes_profile or option != "profile"}
    if name == "url_parse":
        options = {"columns": "list[str] | None", **options}
    kinds = inspect.Parameter
    parameters = [kinds("url", kinds.POSITIONAL_OR_KEYWORD)]
    parameters += [kinds(argument, kinds.POSITIONAL_OR_KEYWORD) for argument in arguments]
    parameters += [kinds(option, kinds.KEYWORD_ONLY, default=None) for option in options]
    signature = inspect.Signature(parameters)

    def function(*args, **keywords):
        try:
            given = signature.bind(*args, **keywords).arguments
        except TypeError as error:
            raise TypeError(f"{name}() {error}") from None
        url = given.pop("url")
        constants = [given.pop(argument) for argument in arguments]
        base = constants.pop(0) if has_base else None
        if not all(isinstance(constant, str) for constant in constants):
            raise TypeError(f"{name}: {', '.join(arguments)} must be strings")
        return _call(name, url, constants, base, **given)

    function.__name__ = function.__qualname__ = name
    function.__module__ = "urlspec"
    function.__doc__ = summary
    function.__signature__ = signature
    return function


_TABLE = _urlspec._table()
_functions = {row[0]: _make(*row) for row in _TABLE}

FUNCTIONS = tuple(_functions)
