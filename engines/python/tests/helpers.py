"""Functions that several tests use."""

import pytest
import urlspec


class Text(str):
    """A subclass of `str`, which is a string like any other."""

    def __str__(self):
        return "not this"


def rows(column):
    """The rows of a column of any library as a list, with `None` for null."""
    if hasattr(column, "to_pylist"):
        return column.to_pylist()
    if type(column).__module__.startswith("pandas"):
        return [None if missing else cell for cell, missing in zip(column, column.isna())]
    return column.to_list()


def raised(kind, call, *arguments, match=None, **keywords):
    """The exception that a call raises: an instance of `kind`, whose message contains the pattern `match`."""
    with pytest.raises(kind, match=match) as caught:
        call(*arguments, **keywords)
    return caught.value


def refused(call, *arguments, **keywords):
    """The refusal of a guard that a call raises."""
    return raised(urlspec.Refused, call, *arguments, **keywords)
