"""The functions on columns for Spark, also for Spark Connect: only the public API of PySpark is used."""

import pyarrow as pa
from pyspark.sql import functions as F
from pyspark.sql import types as T

from ._columns import _functions


def _plain(kind):
    """The type of Spark, which has no unsigned integers, and the type of Arrow that Spark reads as this type."""
    if pa.types.is_struct(kind):
        fields = [(field.name, *_plain(field.type)) for field in kind]
        return (
            T.StructType([T.StructField(name, of) for name, of, _ in fields]),
            pa.struct([(name, to) for name, _, to in fields]),
        )
    if pa.types.is_list(kind):
        of, to = _plain(kind.value_type)
        return T.ArrayType(of), pa.list_(to)
    known = {
        pa.uint16(): (T.IntegerType(), pa.int32()),
        pa.uint32(): (T.LongType(), pa.int64()),
        pa.bool_(): (T.BooleanType(), pa.bool_()),
    }
    return known.get(kind, (T.StringType(), pa.string()))


def _register(session, name, function, kind):
    of, to = _plain(kind)

    def whole(*columns: pa.Array) -> pa.Array:
        return function(*columns).cast(to)

    session.udf.register(name, F.arrow_udf(whole, of))


def append(batch, column, calls):
    """`batch` with the columns that `calls` compute from its `column`."""
    urls, arrays = batch.column(column), list(batch.columns)
    for _, function, arguments, options in calls:
        made = _functions[function](urls, *arguments, **options)
        arrays.append(made.cast(_plain(made.type)[1]))
    return pa.RecordBatch.from_arrays(arrays, names=batch.schema.names + [name for name, *_ in calls])


def with_calls(frame, column, calls):
    """Return `frame` with the columns that `calls` add: a name, a function, its arguments and its options each."""
    fields = {field.name: field for field in frame.schema.fields}
    if column not in fields:
        raise ValueError(f"there is no column {column!r} in: {', '.join(fields)}")
    given = fields[column].dataType
    if not isinstance(given, (T.StringType, T.BinaryType)):
        raise ValueError(f"the column {column!r} is of type {given.simpleString()}, not string or binary")
    names = [*fields, *(name for name, *_ in calls)]
    twice = {name for name in names if sum(name.lower() == other.lower() for other in names) > 1}
    if twice:
        raise ValueError(f"two columns would be named {', '.join(sorted(twice))}: name one, as in host2=url_host")
    # Pass bytes: text in a column of strings that is not UTF-8 would end the job.
    as_bytes = frame.withColumn(column, F.col(f"`{column}`").cast("binary"))
    schema = T.StructType(list(as_bytes.schema.fields))
    for name, function, arguments, options in calls:
        schema.add(name, _plain(_functions[function](pa.array([], pa.binary()), *arguments, **options).type)[0])

    def add(batches):
        for batch in batches:
            yield append(batch, column, calls)

    done = as_bytes.mapInArrow(add, schema)
    return done.withColumn(column, F.col(f"`{column}`").cast(given))


def with_columns(frame, column, **additions):
    """Return `frame` with more columns. Each of `additions` is the name of a function, or a name and its arguments.

    `with_columns(df, "url", host="url_host", q=("url_query_param", "q"))`. The last argument may be a dictionary with
    options such as `profile`.
    """
    calls = []
    for name, call in additions.items():
        function, *arguments = (call,) if isinstance(call, str) else call
        options = arguments.pop() if arguments and isinstance(arguments[-1], dict) else {}
        calls.append((name, function, arguments, options))
    return with_calls(frame, column, calls)
