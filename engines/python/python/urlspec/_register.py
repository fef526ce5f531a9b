"""Registers the functions on columns in duckdb, datafusion and Spark."""

from . import _urlspec
from ._columns import _TABLE, _call, _is_a, _pyarrow


def _on_columns(name, argument_count, has_base):
    """The function `name` for an engine, which passes each constant as a column that repeats one value."""

    def constant(column):
        values = column.unique()
        if len(values) != 1 or values[0].as_py() is None:
            raise ValueError(f"{name}: the arguments after the URL must be constants")
        return values[0].as_py()

    def function(*columns):
        url, *more = columns
        if len(url) == 0:
            return _urlspec._empty(name).to_arrow().chunk(0)
        base = more.pop(0) if has_base else None
        constants = [constant(column) for column in more]
        profile = constants.pop() if len(constants) > argument_count - has_base else None
        options = {} if profile is None else {"profile": profile}
        made = _call(name, url, constants, base, **options)
        return _pyarrow().concat_arrays(made.chunks) if _is_a(made, "pyarrow", "ChunkedArray") else made

    return function


def _duckdb_type(session, kind):
    pa = _pyarrow()
    if pa.types.is_struct(kind):
        return session.struct_type({field.name: _duckdb_type(session, field.type) for field in kind})
    if pa.types.is_list(kind):
        return session.list_type(_duckdb_type(session, kind.value_type))
    known = {pa.string(): "VARCHAR", pa.uint16(): "USMALLINT", pa.uint32(): "UINTEGER", pa.bool_(): "BOOLEAN"}
    return session.type(known[kind])


def register(session):
    """Register every function of `FUNCTIONS` in a connection of duckdb, or a session of datafusion or Spark."""
    library = type(session).__module__.partition(".")[0].lstrip("_")
    if library not in ("duckdb", "datafusion", "pyspark"):
        raise TypeError(f"a connection of duckdb, or a session of datafusion or Spark, not {type(session).__name__}")
    pa = _pyarrow()
    for name, _, arguments, takes_profile, has_base in _TABLE:
        function = _on_columns(name, len(arguments), has_base)
        kind = _urlspec._empty(name).to_arrow().type
        if library == "duckdb":
            returned = _duckdb_type(session, kind)
            session.create_function(name, function, None, returned, type="arrow", null_handling="special")
        elif library == "pyspark":
            from .spark import _register

            _register(session, name, function, kind)
        else:
            import datafusion

            # datafusion has functions of a fixed number of arguments, so the profile has a function of its own.
            for suffix, extra in [("", 0), ("_by", 1)] if takes_profile else [("", 0)]:
                types = [pa.string()] * (1 + len(arguments) + extra)
                session.register_udf(datafusion.udf(function, types, kind, "immutable", name + suffix))
