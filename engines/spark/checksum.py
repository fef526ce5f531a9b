"""Prints the number of rows of Parquet files, and one checksum over all columns, which does not depend on the order of the rows.

    python checksum.py FOLDER...

Fails for an incomplete folder: one without `_SUCCESS`.
"""

import pathlib
import sys

import duckdb
import pyarrow as pa
import pyarrow.dataset


def as_bytes(schema):
    """`schema` with strings as bytes, whose encoding is not checked."""
    return pa.schema([pa.field(field.name, bytes_type(field.type)) for field in schema])


def bytes_type(given):
    if pa.types.is_struct(given):
        return pa.struct([pa.field(field.name, bytes_type(field.type)) for field in given])
    return pa.binary() if pa.types.is_string(given) else given


def checksum(folder):
    """(rows, checksum) of the Parquet files of `folder`."""
    folder = pathlib.Path(folder)
    if not (folder / "_SUCCESS").exists():
        sys.exit(f"error: {folder} has no _SUCCESS")
    dataset = in_bytes(folder)
    return of_batches(dataset.schema, dataset.to_batches())


def in_bytes(folder):
    """The Parquet files of `folder`, with strings as bytes."""
    files = sorted(folder.glob("*.parquet"))
    return pa.dataset.dataset(files, schema=as_bytes(pa.dataset.dataset(files).schema))


def of_batches(schema, batches):
    """(rows, checksum) of record batches."""
    reader = pa.RecordBatchReader.from_batches(schema, batches)
    columns = ", ".join(f'"{name}"' for name in sorted(schema.names))
    with duckdb.connect() as engine:
        engine.register("rows", reader)
        query = f"select count(*), coalesce(sum(hash({columns})::hugeint), 0)::varchar from rows"
        return engine.execute(query).fetchall()[0]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(name, *checksum(name))
