"""Adds columns about URLs to a table in Parquet, on Apache Spark.

    spark-submit canonicalize.py IN OUT --column url --functions url_canon url_host "q=url_query_param('q')"

IN and OUT are folders of Parquet files. The rows and columns of IN are not changed; each function adds a column. A URL
that is invalid, too long or not UTF-8 is null in the added columns (url_error says why), and never an exception.
"""

import argparse
import ast
import os
import re
import sys
import urllib.parse
import uuid

from pyspark.errors import AnalysisException, IllegalArgumentException
from pyspark.sql import SparkSession

import urlspec
from urlspec.spark import with_calls

# The names of the files in a folder that this job wrote. Only this job writes MARK.
MARK = "_urlspec"
OWN = re.compile(rf"{MARK}|_SUCCESS|part-.+|\.({MARK}|_SUCCESS|part-.+)\.crc")


class Refused(Exception):
    """An error that the user can correct."""


def call_of(text):
    """The column that `text` requests: (name, function, positional constants, named constants)."""
    try:
        parsed = ast.parse(f"_({text})", mode="eval").body
        [(name, value)] = [(None, value) for value in parsed.args] + [(pair.arg, pair.value) for pair in parsed.keywords]
    except (SyntaxError, AttributeError, ValueError):
        raise Refused(f"{text!r} is not a call like url_host or q=url_query_param('q')") from None
    args, named = (value.args, value.keywords) if isinstance(value, ast.Call) else ([], [])
    function = value.func if isinstance(value, ast.Call) else value
    if not isinstance(function, ast.Name) or function.id not in urlspec.FUNCTIONS:
        raise Refused(f"{ast.unparse(function)} is not one of {', '.join(urlspec.FUNCTIONS)}")
    try:
        args = [ast.literal_eval(value) for value in args]
        named = {keyword.arg: ast.literal_eval(keyword.value) for keyword in named}
    except ValueError:
        raise Refused(f"{ast.unparse(value)}: arguments must be constants") from None
    return name or function.id, function.id, args, named


def place(uri):
    """The location of `uri`: its scheme, its authority, and the names of its path, with links resolved."""
    uri = urllib.parse.urlsplit(uri)
    path = urllib.parse.unquote(uri.path)
    # Without the slash, an empty path would be the current folder.
    path = os.path.realpath(f"/{path}") if uri.scheme == "file" else path
    return (uri.scheme, uri.netloc, *filter(None, path.split("/")))


def overlap(a, b):
    """True if two locations are equal, or one is inside the other."""
    return a[: len(b)] == b or b[: len(a)] == a


class Target:
    """The folder OUT. It is written to another folder next to it, which is renamed when it is complete."""

    def __init__(self, hadoop, configuration, name, overwrite):
        self.hadoop, self.configuration = hadoop, configuration
        self.name, self.overwrite = name, overwrite
        self.inputs = []
        self.files, path = self.qualified(name)
        self.place = place(path.toUri().toString())
        scheme, _, *names = self.place
        if not names:
            raise Refused(f"{name} cannot be created as a folder")
        # If OUT is a link, its target is replaced, and the link is kept.
        self.path = hadoop.Path(scheme, None, "/" + "/".join(names)) if scheme == "file" else path

    def qualified(self, name):
        """The file system of `name`, and its full path there."""
        path = self.hadoop.Path(name)
        files = path.getFileSystem(self.configuration)
        return files, files.makeQualified(path)

    def check(self, source, files_read):
        """Refuses to replace an input, or a folder that no such job wrote."""
        files, path = self.qualified(source)
        self.inputs = [status.getPath() for status in files.globStatus(path) or []]
        uris = [path.toUri().toString() for path in self.inputs]
        if path.toUri().getScheme() == "file":
            # A file may be a link to another folder.
            uris += files_read()
        if any(overlap(place(uri), self.place) for uri in uris):
            raise Refused(f"{self.name} and {source} must be two different folders")
        self.check_old()

    def check_old(self):
        if not self.files.exists(self.path):
            return
        if not self.overwrite:
            raise Refused(f"{self.name} exists: --overwrite replaces it")
        if not self.files.getFileStatus(self.path).isDirectory():
            raise Refused(f"{self.name} is not a folder")
        found = {status.getPath().getName(): status.isFile() for status in self.files.listStatus(self.path)}
        foreign = [name for name, is_file in found.items() if not (is_file and OWN.fullmatch(name))]
        if foreign or (found and MARK not in found):
            which = f"{foreign[0]} in it is" if foreign else f"without {MARK}, it is"
            raise Refused(f"{self.name} is not replaced: {which} not from this job")

    def write(self, table):
        """Writes `table` to a new folder next to OUT, then renames that to OUT."""
        new = self.beside("unfinished")
        try:
            table.write.option("compression", "zstd").parquet(new.toString())
            self.files.create(self.hadoop.Path(new, MARK), False).close()
        except BaseException:
            self.files.delete(new, True)
            raise
        try:
            self.put(new)
        except Refused as error:
            raise Refused(f"{error}; the result is {new.toString()}") from None

    def put(self, new):
        """Renames `new` to OUT, and then deletes the old folder."""
        self.check_old()
        old = self.beside("replaced") if self.files.exists(self.path) else None
        if old:
            self.move(self.path, old)
        try:
            if not all(path.getFileSystem(self.configuration).exists(path) for path in self.inputs):
                raise Refused(f"{self.name} is also an input, under another name")
            self.move(new, self.path)
        except BaseException:
            if old:
                self.move(old, self.path)
            raise
        if old:
            self.files.delete(old, True)

    def beside(self, what):
        """A new path next to OUT, with a name that Spark does not read as part of a table."""
        return self.hadoop.Path(self.path.getParent(), f".urlspec-{what}-{uuid.uuid4().hex}")

    def move(self, path, to):
        if not self.files.rename(path, to):
            raise Refused(f"{path.toString()} cannot be renamed to {to.toString()}")


def run(argv):
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("source", metavar="IN", help="folder of Parquet files")
    arguments.add_argument("target", metavar="OUT", help="folder to create; it appears when it is complete")
    arguments.add_argument("--column", default="url", help="the column with the URLs: string or binary")
    arguments.add_argument("--functions", nargs="+", default=["url_canon"], metavar="CALL", help="the columns to add")
    arguments.add_argument("--overwrite", action="store_true", help="replace OUT, if this job wrote it")
    options = arguments.parse_args(argv)

    # Limits of a batch: in rows, for the processor's cache, and in bytes, for rows of many megabytes.
    spark = (
        SparkSession.builder.appName("urlspec")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", 8192)
        .config("spark.sql.execution.arrow.maxBytesPerBatch", "64m")
        # With this version, a task that fails while it commits its rows leaves none of them.
        .config("spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version", 1)
        .getOrCreate()
    )
    try:
        calls = [call_of(text) for text in options.functions]
        table = spark.read.parquet(options.source)
        try:
            table = with_calls(table, options.column, calls)
        except (TypeError, ValueError) as error:
            raise Refused(str(error)) from None
        hadoop, configuration = spark._jvm.org.apache.hadoop.fs, spark._jsc.hadoopConfiguration()
        target = Target(hadoop, configuration, options.target, options.overwrite)
        target.check(options.source, table.inputFiles)
        target.write(table)
    except (Refused, AnalysisException, IllegalArgumentException) as error:
        sys.exit(f"error: {error}")
    finally:
        spark.stop()


if __name__ == "__main__":
    run(sys.argv[1:])
