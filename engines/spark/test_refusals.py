"""Tests of what the job refuses and replaces, in one process. A refused or failed run must change nothing."""

import functools
import types

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

canonicalize = pytest.importorskip("urlspec.jobs.canonicalize")

URLS = ["HTTP://a.example", None, "//"]
CANONICAL = ["http://a.example/", None, None]


@pytest.fixture
def source(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    pq.write_table(pa.table({"id": range(3), "url": URLS}), folder / "1.parquet")
    return folder


def run(*arguments):
    canonicalize.run([str(argument) for argument in arguments])


@pytest.fixture
def out(source, tmp_path):
    """The output of a job."""
    run(source, tmp_path / "out")
    return tmp_path / "out"


def refusal(*arguments):
    """The message with which a run of the job exits."""
    with pytest.raises(SystemExit) as exit:
        run(*arguments)
    return exit.value.code.removeprefix("error: ")


def contents(folder):
    return {path.relative_to(folder): path.is_file() and path.read_bytes() for path in folder.rglob("*")}


@pytest.fixture
def unchanged(tmp_path):
    """Calls a function that must change no file, even if it fails; returns its result."""

    def call(function, *arguments):
        before = contents(tmp_path)
        try:
            return function(*arguments)
        finally:
            assert contents(tmp_path) == before

    return call


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--column", "u"], "there is no column 'u' in: id, url"),
        (["--column", "id"], "the column 'id' is of type bigint, not string or binary"),
        (["--functions", "url_hots"], "url_hots is not one of url_parse, url_canon, "),
        (["--functions", "print('x')"], "print is not one of "),
        (["--functions", "url_query_param('q"], "\"url_query_param('q\" is not a call like "),
        (["--functions", "url_query_param(q)"], "url_query_param(q): arguments must be constants"),
        (["--functions", "url_query_param"], "url_query_param() missing a required argument: 'name'"),
        (["--functions", "url_host(profile='netscape')"], "unknown profile"),
        (["--functions", "URL=url_canon"], "two columns would be named URL, url"),
        (["--functions", "url_host", "url_host"], "two columns would be named url_host"),
    ],
)
def test_calls(source, tmp_path, unchanged, arguments, sentence):
    assert unchanged(refusal, source, tmp_path / "out", *arguments).startswith(sentence)


def test_input_that_is_missing(tmp_path, unchanged):
    assert unchanged(refusal, tmp_path / "none", tmp_path / "out").startswith("[PATH_NOT_FOUND]")


@pytest.mark.parametrize("out", ["in", "in/", "in/../in", "in/out", ".", "link", "link/out", "link/../in"])
def test_output_that_is_the_input(source, tmp_path, unchanged, out):
    (tmp_path / "link").symlink_to("in")
    for given in [source, f"file://{source}", tmp_path / "link"]:
        assert "must be two different folders" in unchanged(refusal, given, f"{tmp_path}/{out}", "--overwrite")


@pytest.mark.parametrize("given", ["[io]n", "{in,none}", "*", "../*/in", "in/*.parquet", "in/1.parquet"])
def test_output_that_a_glob_names(source, tmp_path, unchanged, given):
    for out in [source, f"file:{source}"]:
        assert "must be two different folders" in unchanged(refusal, tmp_path / given, out, "--overwrite")


def test_output_that_a_file_of_the_input_is_linked_to(source, out, unchanged):
    [part] = out.glob("part-*")
    (source / "1.parquet").unlink()
    (source / "1.parquet").symlink_to(part)
    said = unchanged(refusal, source, out, "--overwrite", "--functions", "url_host")
    assert "must be two different folders" in said


def test_places():
    place, overlap = canonicalize.place, canonicalize.overlap
    for a, b, expected in [
        ("s3a://raw/x", "s3a://clean/x", False),
        ("s3a://raw/x", "hdfs://raw/x", False),
        ("s3a://raw/x", "s3a://raw/x/y", True),
        ("s3a://raw/x", "s3a://raw/xy", False),
        ("s3a://raw/x%20y/", "s3a://raw/x y", True),
        ("file:/x/../y", "file:///y", True),
        ("file:/", "file:///y", True),
    ]:
        assert overlap(place(a), place(b)) == overlap(place(b), place(a)) == expected, (a, b)


class Fake:
    """A Hadoop path, which is also its URI, its status and its file system, in which nothing can be moved or deleted."""

    def __init__(self, entries, first, *more):
        self.entries, self.uri = entries, f"{first}:{more[1]}" if more else first

    def __str__(self):
        return self.uri

    def itself(self, *_):
        return self

    toString, toUri, getPath, getFileSystem = __str__, itself, itself, itself

    def getName(self):
        return self.uri.rpartition("/")[2]

    def makeQualified(self, path):
        return Fake(self.entries, "file", None, path) if path.uri.startswith("/") else path

    def exists(self, path):
        return path.uri in self.entries

    def isDirectory(self):
        return isinstance(self.entries[self.uri], dict)

    def isFile(self):
        return not self.isDirectory()

    def getFileStatus(self, path):
        return path

    def listStatus(self, path):
        inner = {f"{path}/{name}": entry for name, entry in self.entries[path.uri].items()}
        return [Fake(inner, uri) for uri in inner]


def target(name, entries, overwrite=True):
    """The target `name` in a file system with `entries`: folders with their contents, and files with `None`."""
    hadoop = types.SimpleNamespace(Path=functools.partial(Fake, entries))
    return canonicalize.Target(hadoop, None, name, overwrite)


@pytest.mark.parametrize(
    "root", ["/", "//", "file:/", "file:///", "file:/..", "file:{}/link", "s3a://bucket", "s3a://bucket/", "hdfs://node:8020/"]
)
def test_roots_are_no_targets(tmp_path, root):
    (tmp_path / "link").symlink_to("/")
    with pytest.raises(canonicalize.Refused, match="cannot be created as a folder"):
        target(root.format(tmp_path), {})


OWN = {"_urlspec": None, "_SUCCESS": None, "._SUCCESS.crc": None, "part-0.zstd.parquet": None}


def test_folders_of_others_are_not_replaced():
    for out, reason in [
        (None, "is not a folder"),
        ({**OWN, "notes.txt": None}, "notes.txt in it is not from this job"),
        ({**OWN, ".git": {}}, ".git in it is not from this job"),
        ({**OWN, "part-1": {}}, "part-1 in it is not from this job"),
        ({**OWN, "_urlspec": {}}, "_urlspec in it is not from this job"),
        ({**OWN, "day=1": {"part-1": None}}, "day=1 in it is not from this job"),
        ({"_SUCCESS": None, "part-0.parquet": None}, "without _urlspec, it is not from this job"),
        ({"etc": {}, "usr": {}}, "etc in it is not from this job"),
    ]:
        for name in ["s3a://b/out", "hdfs://node:8020/x/out"]:
            with pytest.raises(canonicalize.Refused, match=f"{name}.* {reason}"):
                target(name, {name: out}).check_old()


def test_own_folders_are_replaced():
    name = "s3a://b/out"
    for entries in [{}, {name: {}}, {name: OWN}]:
        target(name, entries).check_old()
    for out in [{}, OWN]:
        with pytest.raises(canonicalize.Refused, match="exists: --overwrite replaces it"):
            target(name, {name: out}, overwrite=False).check_old()


def test_other_folders_beside_it(source, tmp_path):
    """A glob may match the output's neighbours, but not the output itself; a link is kept."""
    (tmp_path / "real").mkdir()
    (tmp_path / "out").symlink_to("real")
    for _ in range(2):
        run(tmp_path / "[hi]n", tmp_path / "out", "--overwrite")
        assert (tmp_path / "out").is_symlink()
        assert pq.read_table(tmp_path / "out")["url_canon"].to_pylist() == CANONICAL
        assert sorted(path.name for path in tmp_path.iterdir()) == ["in", "out", "real"]


def test_output_that_exists(source, out, unchanged):
    assert {"_SUCCESS", "_urlspec"} < {path.name for path in out.iterdir()}
    assert unchanged(refusal, source, out) == f"{out} exists: --overwrite replaces it"
    run(source, out, "--overwrite", "--functions", "url_host")
    assert pq.read_table(out).to_pydict() == {"id": [0, 1, 2], "url": URLS, "url_host": ["a.example", None, None]}
    assert len(list(out.glob("part-*"))) == 1


@pytest.mark.parametrize("foreign", ["notes.txt", "_temporary/x", "part-x/y", "1.parquet"])
def test_output_with_files_of_others(source, out, unchanged, foreign):
    (out / foreign).parent.mkdir(exist_ok=True)
    (out / foreign).touch()
    said = unchanged(refusal, source, out, "--overwrite")
    assert said == f"{out} is not replaced: {foreign.partition('/')[0]} in it is not from this job"


def test_output_of_another_job(source, out, unchanged):
    (out / "_urlspec").unlink()
    (out / "._urlspec.crc").unlink()
    said = unchanged(refusal, source, out, "--overwrite")
    assert said == f"{out} is not replaced: without _urlspec, it is not from this job"
    file = out / "_SUCCESS"
    assert unchanged(refusal, source, file, "--overwrite") == f"{file} is not a folder"


def test_a_damaged_input_leaves_the_old_output(source, out, unchanged):
    damaged = bytearray((source / "1.parquet").read_bytes())
    damaged[4:60] = bytes(56)
    (source / "2.parquet").write_bytes(damaged)
    with pytest.raises(Exception, match="2.parquet"):
        unchanged(run, source, out, "--overwrite")


def test_output_that_is_made_meanwhile(source, tmp_path, monkeypatch):
    out = tmp_path / "out"
    put = canonicalize.Target.put

    def late(target, new):
        out.mkdir()
        (out / "notes.txt").touch()
        put(target, new)

    monkeypatch.setattr(canonicalize.Target, "put", late)
    said = refusal(source, out)
    assert said.startswith(f"{out} exists: --overwrite replaces it; the result is file:{tmp_path}/.urlspec-unfinished-")
    assert [path.name for path in out.iterdir()] == ["notes.txt"]
    [kept] = tmp_path.glob(".urlspec-unfinished-*")
    assert pq.read_table(list(kept.glob("part-*"))[0])["url_canon"].to_pylist() == CANONICAL


def test_a_move_that_fails_puts_the_old_output_back(source, out, monkeypatch):
    before = contents(out)
    move = canonicalize.Target.move

    def failing(target, path, to):
        if ".urlspec-unfinished-" in path.toString():
            raise canonicalize.Refused("no")
        move(target, path, to)

    monkeypatch.setattr(canonicalize.Target, "move", failing)
    assert refusal(source, out, "--overwrite").startswith("no; the result is ")
    assert contents(out) == before


def test_an_input_by_a_name_that_does_not_show_it(out, tmp_path, monkeypatch):
    """An input under another name, such as a mount or without a default port, is noticed after OUT was moved: it is put back."""
    before = contents(out)
    monkeypatch.setattr(canonicalize, "overlap", lambda a, b: False)
    said = refusal(out, out, "--overwrite", "--functions", "url_host")
    assert said.startswith(f"{out} is also an input, under another name; the result is file:{tmp_path}/.urlspec-unfinished-")
    assert contents(out) == before
    assert not list(tmp_path.glob(".urlspec-replaced-*"))


@pytest.mark.parametrize("out", ["", "nothing:"])
def test_names_that_are_no_folder(source, unchanged, out):
    assert unchanged(refusal, source, out)
