"""Adds columns about URLs to a table in Parquet, on Apache Spark.

    spark-submit canonicalize.py IN OUT --column url --functions url_canon url_host "q=url_query_param('q')"

IN and OUT are folders of Parquet files. The rows and columns of IN stay as they are; each function adds one. A URL that is
wrong, too long or not UTF-8 is null in the added columns (url_error says why), and never an exception.
"""

import argparse
import ast
import sys

import pyarrow as pa
import urlspec

# Spark has no unsigned numbers.
SIGNED = {pa.uint16(): pa.int32(), pa.uint32(): pa.int64()}


class Refused(Exception):
    """What the user can correct."""


def call_of(text):
    """The column that `text` asks for: (name, function, positional constants, named constants)."""
    try:
        parsed = ast.parse(f"_({text})", mode="eval").body
        [(name, value)] = [(None, value) for value in parsed.args] + [(pair.arg, pair.value) for pair in parsed.keywords]
    except (SyntaxError, AttributeError, ValueError):
        raise Refused(f"{text!r} is no call like url_host or q=url_query_param('q')") from None
    args, named = (value.args, value.keywords) if isinstance(value, ast.Call) else ([], [])
    function = value.func if isinstance(value, ast.Call) else value
    if not isinstance(function, ast.Name) or function.id not in urlspec.FUNCTIONS:
        raise Refused(f"{ast.unparse(function)} is none of {', '.join(urlspec.FUNCTIONS)}")
    try:
        args = [ast.literal_eval(value) for value in args]
        named = {keyword.arg: ast.literal_eval(keyword.value) for keyword in named}
    except ValueError:
        raise Refused(f"{ast.unparse(value)}: arguments are constants") from None
    return name or function.id, function.id, args, named


def signed(column):
    """`column` with the types that Spark has."""
    if pa.types.is_struct(column.type):
        fields = [signed(field) for field in column.flatten()]
        names = [column.type.field(i).name for i in range(column.type.num_fields)]
        return pa.StructArray.from_arrays(fields, names, mask=column.is_null())
    return column.cast(SIGNED.get(column.type, column.type))


def added(urls, calls):
    """The columns that `calls` add to the rows `urls`."""
    return [signed(pa.array(getattr(urlspec, function)(urls, *args, **named))) for _, function, args, named in calls]


def append(batch, column, calls):
    """`batch` with the columns that `calls` make of its `column`."""
    names = batch.schema.names + [name for name, *_ in calls]
    return pa.RecordBatch.from_arrays(batch.columns + added(batch.column(column), calls), names=names)


def appended(table, column, calls):
    """The data frame `table` with the columns that `calls` make of its `column`."""
    from pyspark.sql import functions
    from pyspark.sql.pandas.types import from_arrow_type
    from pyspark.sql.types import BinaryType, StringType, StructType

    fields = {field.name: field for field in table.schema.fields}
    if column not in fields:
        raise Refused(f"there is no column {column!r} in: {', '.join(fields)}")
    given = fields[column].dataType
    if not isinstance(given, (StringType, BinaryType)):
        raise Refused(f"the column {column!r} is of type {given.simpleString()}, not string or binary")
    names = [*fields, *(name for name, *_ in calls)]
    twice = {name for name in names if sum(name.lower() == other.lower() for other in names) > 1}
    if twice:
        raise Refused(f"two columns would be named {', '.join(sorted(twice))}: name one, as in host2=url_host")

    # As bytes: what is not UTF-8 in a column of strings would end the job.
    as_bytes = table.withColumn(column, functions.col(f"`{column}`").cast("binary"))
    schema = StructType(list(as_bytes.schema.fields))
    try:
        types = [new.type for new in added(pa.array([], pa.binary()), calls)]
    except (TypeError, ValueError) as error:
        raise Refused(str(error)) from None
    for (name, *_), new in zip(calls, types):
        schema.add(name, from_arrow_type(new))

    def of_partition(batches):
        for batch in batches:
            yield append(batch, column, calls)

    done = as_bytes.mapInArrow(of_partition, schema)
    return done.withColumn(column, functions.col(f"`{column}`").cast(given))


def prepare(spark, source, target, overwrite):
    """Removes what a killed run left at `target`, or refuses to replace what is there."""
    path = spark._jvm.org.apache.hadoop.fs.Path
    of_source, of_target = path(source), path(target)
    files = of_target.getFileSystem(spark._jsc.hadoopConfiguration())
    inside = files.makeQualified(of_target).toUri().getPath() + "/"
    outside = files.makeQualified(of_source).toUri().getPath() + "/"
    if inside.startswith(outside) or outside.startswith(inside):
        raise Refused(f"{target} and {source} are not two folders")
    if files.exists(of_target):
        names = [status.getPath().getName() for status in files.listStatus(of_target)]
        # What a job leaves, and nothing of anybody else. A whole result has `_SUCCESS`, and no `_temporary`.
        ours = all(name == "_temporary" or name.startswith(("part-", ".part-")) for name in names)
        if not (overwrite or ("_temporary" in names and ours)):
            raise Refused(f"{target} exists: --overwrite replaces it")
        files.delete(of_target, True)


def run(argv):
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("source", metavar="IN", help="folder of Parquet files")
    arguments.add_argument("target", metavar="OUT", help="folder to make; it holds `_SUCCESS` once it is whole")
    arguments.add_argument("--column", default="url", help="the column with the URLs: string or binary")
    arguments.add_argument("--functions", nargs="+", default=["url_canon"], metavar="CALL", help="the columns to add")
    arguments.add_argument("--overwrite", action="store_true", help="replace OUT")
    options = arguments.parse_args(argv)

    from pyspark.errors import AnalysisException
    from pyspark.sql import SparkSession

    # Two limits for a batch: rows, for the processor's cache; and bytes, for rows of many megabytes.
    spark = (
        SparkSession.builder.appName("urlspec")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", 8192)
        .config("spark.sql.execution.arrow.maxBytesPerBatch", "64m")
        # Files appear in OUT when all tasks have ended, and not before.
        .config("spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version", 1)
        .getOrCreate()
    )
    try:
        calls = [call_of(text) for text in options.functions]
        table = spark.read.parquet(options.source)
        table = appended(table, options.column, calls)
        prepare(spark, options.source, options.target, options.overwrite)
        table.write.option("compression", "zstd").parquet(options.target)
    except (Refused, AnalysisException) as error:
        sys.exit(f"error: {error}")
    finally:
        spark.stop()


if __name__ == "__main__":
    run(sys.argv[1:])
