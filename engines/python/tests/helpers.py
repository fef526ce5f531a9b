"""Functions that several tests use."""


def rows(column):
    """The rows of a column of any library as a list, with `None` for null."""
    if hasattr(column, "to_pylist"):
        return column.to_pylist()
    if type(column).__module__.startswith("pandas"):
        return [None if missing else cell for cell, missing in zip(column, column.isna())]
    return column.to_list()
