from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from ipaddress import IPv4Address, IPv6Address
from typing import Any, Final, Literal, ParamSpec, Protocol, TypeAlias, TypeVar, final, overload

import numpy as np
import pandas as pd
import polars as pl

__version__: str

PROFILES: tuple[str, ...]
"""The names of the profiles: the specifications, and the programs that are simulated."""

FUNCTIONS: tuple[str, ...]
"""The names of the functions on columns."""

class Error(ValueError):
    """The base class of the exceptions of this package."""

class UrlError(Error):
    """A string is not a URL under a profile, or a value was refused."""

    reason: str
    """The name of the reason, such as `port-out-of-range`."""
    section: str
    """The id of the rule that found the error, such as `whatwg#port-state-2.1.2`."""
    span: tuple[int, int]
    """The start and the end of the text with the error, in characters: `text[slice(*error.span)]`."""
    source: str
    """The text that `span` refers to: `input` (the given string or value) or `base`."""

class Disagreement(Error):
    """Profiles differ on a URL, or the URL has a hazard that is refused."""

    profiles: tuple[str, ...]
    """The two profiles that differ, or the profile that rejects the URL; empty if no profile was tried."""
    sections: tuple[str, ...]
    """The ids of the rules by which the profiles in `profiles` differ or reject the URL, if known."""
    component: str | None
    """The component in which the two profiles differ."""
    reason: str | None
    """The reason why the URL was rejected, or the hazard."""

class Refused(Error):
    """A guard refuses a URL, an address or a redirect."""

    code: str
    """The kind of refusal, a stable name: `disagreement`, `hazard`, `host`, `port`, `origin`, `address`, ..."""
    cwe: int | None
    """The CWE number of the weakness that an attack of this kind uses."""
    details: dict[str, Any]
    """The details of the kind: `host`, `address`, `limit`, ...; for `hazard`, `disagreement` and `not-a-url` the attributes of
    `Disagreement`, and the place if it is known: `span`, as indices of characters, of `source`, `input` or `base`."""

@final
class URL:
    """A URL: a canonical string of a profile, and the places of its components. It is immutable.

    URLs are equal if their strings are equal. They can be hashed, sorted, copied and pickled. `str(url)` is the whole URL;
    `repr(url)` hides the password.
    """

    def __new__(cls, url: str | URL, *, base: str | URL | None = None, profile: str | None = None) -> URL:
        """Parse `url`, which may be relative if there is a `base`. Raises `UrlError`."""
    @staticmethod
    def from_host(host: str) -> URL:
        """Return `https://host/`. Raises `UrlError` if `host` is not a host."""
    @staticmethod
    def build(
        *,
        scheme: str,
        host: str | None = None,
        port: int | None = None,
        username: str | None = None,
        password: str | None = None,
        segments: Sequence[str] = ...,
        params: _Pairs | None = None,
        fragment: str | None = None,
    ) -> URL:
        """Build a URL from its components. Each of `segments` stays one segment. Raises `ValueError`."""
    href: Final[str]
    """The whole URL."""
    scheme: Final[str]
    """The scheme, without its colon."""
    username: Final[str]
    """The user name; empty if there is none."""
    password: Final[str | None]
    """The password."""
    host: Final[str | None]
    """The host; an IPv6 address has its brackets."""
    port: Final[int | None]
    """The port, if one is written."""
    port_or_default: Final[int | None]
    """The port, or the default port of the scheme."""
    path: Final[str]
    """The path."""
    query: Final[str | None]
    """The query, without its question mark."""
    fragment: Final[str | None]
    """The fragment, without its number sign."""
    origin: Final[str | None]
    """The origin; `None` if it is opaque, since an opaque origin equals no other."""
    registrable_domain: Final[str | None]
    """The registrable domain of the host, by the Public Suffix List."""
    path_segments: Final[list[str] | None]
    """The segments of the path; `None` if the path is opaque."""
    query_pairs: Final[list[tuple[str, str]]]
    """The names and values of the query, decoded as a form."""
    profile: Final[str]
    """The name of the profile that made the URL."""
    params: Final[Query]
    """The names and values of the query, decoded: a mapping whose methods return changed URLs."""
    name: Final[str]
    """The last segment of the path; empty if the path ends with a slash or is opaque."""
    suffix: Final[str]
    """The end of `name` from its last dot on, such as `.gz`; empty if there is none."""
    parent: Final[URL]
    """The URL of the folder above, without query and fragment; the URL itself if there is none."""
    without_fragment: Final[URL]
    host_unicode: Final[str | None]
    """The host in Unicode, where the URL Standard permits that."""
    public_suffix: Final[str | None]
    """The public suffix of the host, such as `co.uk`."""
    subdomain: Final[str | None]
    """The labels of the host before its registrable domain."""
    display: Final[str]
    """The URL as UTS #58 shows it to people: in Unicode where that is safe."""
    def decoded(self, component: str) -> str | None:
        """Return a component such as `path`, percent-decoded. Bytes that are not UTF-8 become U+FFFD."""
    def joinpath(self, *segments: str) -> URL:
        """Return the URL with more segments, each escaped, at the end of its path, without query and fragment."""
    def __truediv__(self, segment: str, /) -> URL: ...
    def with_scheme(self, scheme: str) -> URL: ...
    def with_host(self, host: str | None) -> URL: ...
    def with_port(self, port: int | None) -> URL: ...
    def with_user(self, username: str, password: str | None = None) -> URL:
        """Return the URL with this user name, and with this password or none."""
    def with_path(self, path: str) -> URL: ...
    def with_name(self, name: str) -> URL:
        """Return the URL with another last segment, which is escaped, and without query and fragment."""
    def with_suffix(self, suffix: str) -> URL:
        """Return the URL with another suffix of `name`, such as `.gz`, and without query and fragment."""
    def with_query(self, query: str | _Pairs | None) -> URL:
        """Return the URL with this query: text, or names and values to encode."""
    def with_fragment(self, fragment: str | None) -> URL: ...
    def relative(self, target: URL) -> str | None:
        """Return the relative reference from this URL to `target`; `None` if there is none."""
    def __format__(self, spec: str, /) -> str:
        """Support the formats `display`, for people, and `redacted`, without secrets, and those of strings."""
    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any: ...
    def resolve(self, reference: str) -> URL:
        """Resolve `reference` against this URL. Raises `UrlError`."""
    def replace(
        self,
        *,
        scheme: str = ...,
        host: str | None = ...,
        port: int | None = ...,
        username: str = ...,
        password: str | None = ...,
        path: str = ...,
        query: str | None = ...,
        fragment: str | None = ...,
    ) -> URL:
        """Return this URL with other components; `None` removes a component.

        Each value is accepted completely, or raises `UrlError` with the place in the value, as does a number that is no port.
        """
    def __lt__(self, other: URL, /) -> bool: ...
    def __le__(self, other: URL, /) -> bool: ...
    def __gt__(self, other: URL, /) -> bool: ...
    def __ge__(self, other: URL, /) -> bool: ...

_Pairs: TypeAlias = Mapping[str, object] | Iterable[tuple[str, object]]
"""Names and values: a mapping, or pairs. A value is text, a number, which becomes text, or a list of these."""

@final
class Query:
    """The names and values of a query, decoded, in their order: a mapping that may have a name several times.

    Methods that change the query return a new URL. They keep the other parameters as they are written.
    """

    def __len__(self) -> int: ...
    def __contains__(self, name: str, /) -> bool: ...
    def __getitem__(self, name: str, /) -> str: ...
    def __iter__(self) -> Iterator[str]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def get(self, name: str, default: Any = None) -> Any:
        """Return the first value of the parameter, or `default`."""
    def get_all(self, name: str) -> list[str]:
        """Return all values of the parameter."""
    def keys(self) -> list[str]:
        """Return the different names, in their order."""
    def items(self) -> list[tuple[str, str]]:
        """Return all names and values, in their order."""
    def set(self, name: str, value: object) -> URL:
        """Return the URL with one value of the parameter: the first is replaced, and others are removed."""
    def add(self, pairs: _Pairs) -> URL:
        """Return the URL with more parameters at the end of the query."""
    def update(self, pairs: _Pairs) -> URL:
        """Return the URL with these parameters instead of those of the same names."""
    def remove(self, *names: str) -> URL:
        """Return the URL without the parameters of these names."""

class AsGiven:
    """Marks a string of a pydantic model that must be a URL, and stays as given: `Annotated[str, urlspec.AsGiven()]`.

    No slash is added, and nothing is escaped.
    """

    profile: str | None
    def __init__(self, *, profile: str | None = None) -> None: ...
    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any: ...

def quote(text: str | bytes, part: str = "segment") -> str:
    """Escape `text`, so that it stays one part of a URL: `segment`, `path`, `parameter`, `query`, `fragment` or `username`."""

def unquote(text: str, part: str = "segment") -> str:
    """Decode the escapes in `text`, and in a `parameter` also `+`. Bytes that are not UTF-8 become U+FFFD."""

def components(url: str, *, profile: str | None = None) -> dict[str, str | None]:
    """Return the components of `url` under `profile`, also if it is a simulated program. Raises `UrlError`.

    For a program, the names are those of its parts, and `connects_to` is the host that its client connects to.
    """

def parse(url: str, *, profile: str | None = None) -> URL:
    """Parse `url`, an absolute URL, under `profile` (the URL Standard if not given). Raises `UrlError`."""

def can_parse(url: str, *, profile: str | None = None) -> bool:
    """Return true if `url` is an absolute URL under `profile`. Faster than `parse`.

    If the profile is a simulated program, return true if the program accepts the text.
    """

@final
class Step:
    """One step of parsing a URL, or one violation that a step found."""

    section: Final[str]
    """The id of the rule of the step."""
    title: Final[str]
    """A short title of the rule."""
    depth: Final[int]
    """The number of calls that led to the algorithm of the step: 0 if no other algorithm called it."""
    source: Final[str]
    """The text that `span` refers to: `input`, `base` or `output`."""
    span: Final[tuple[int, int]]
    """The start and the end of the text that the step worked on, in characters."""
    saw: Final[str | None]
    """The text that the step worked on. A long text is cut at its end."""
    made: Final[str | None]
    """The text that the step produced; `None` if the text is unchanged."""
    holds: Final[bool | None]
    """The result of a step that tests a condition; `None` for all other steps."""
    omits: Final[str | None]
    """The component that the step leaves out of the URL, if any."""
    reading: Final[str | None]
    """The code of the interpretation that the step follows, if the specification is unclear here."""
    violation: Final[str | None]
    """The name of the violation; `None` for a step."""

@final
class Explanation:
    """The steps of parsing a URL, and the result: `url` or `error`."""

    steps: Final[list[Step]]
    left_out: Final[int]
    """The number of steps that were counted, but are not in `steps`."""
    url: Final[URL | None]
    error: Final[UrlError | None]

def explain(url: str, *, base: str | None = None, profile: str | None = None, every: bool = False) -> Explanation:
    """Parse `url` under `profile`, and list the steps that work on text.

    With `every`, also list the steps that do not: those that only test a condition, count or set a variable.
    """

@final
class Side:
    """The rule by which one profile differs from another, and its effect."""

    profile: Final[str]
    section: Final[str]
    """The id of the rule."""
    sentence: Final[str]
    """The effect of the rule."""
    url: Final[str | None]
    """The resulting URL; `None` if the profile rejects the input."""
    reason: Final[str | None]
    """The reason why the profile rejects the input."""

@final
class Difference:
    """The first difference of two profiles on a URL. `str()` returns a sentence."""

    component: Final[str | None]
    """The first component in which the two profiles differ."""
    source: Final[str]
    """The text that `span` refers to: `input` or `base`."""
    span: Final[tuple[int, int]]
    """The start and the end of the text that the two profiles read differently, in characters."""
    a: Final[Side]
    b: Final[Side]
    sentence: Final[str]

def diff(url: str, a: str, b: str, *, base: str | None = None) -> Difference | None:
    """Return the first difference of the profiles `a` and `b` on `url`; `None` if their results agree."""

@final
class Agreement:
    """The components that all profiles see in a URL. Pass on `href`, not the text that was given."""

    href: Final[str]
    """The URL as the first specification among the profiles writes it. All profiles see the same components in it."""
    scheme: Final[str]
    host: Final[str | None]
    port: Final[int | None]
    """The port, or the default port of the scheme."""
    path: Final[str]
    origin: Final[str | None]
    """The origin; `None` if it is opaque, since an opaque origin equals no other."""

def agree(
    url: str,
    profiles: Sequence[str],
    *,
    base: str | None = None,
    strict: bool = False,
    permit: Sequence[str] = ...,
) -> Agreement:
    """Return the URL that all `profiles`, at least two, see in `url`. Raises `Disagreement` if they differ or reject it.

    `strict` is for guards: it also refuses every hazard in how the URL is written, such as `backslash`, `credentials` and `port`,
    except those that `permit` names. Simulated programs must then agree on `href` only.
    """

@final
class Guard:
    """Decides which URLs are safe to fetch; the default settings are safe.

    The default settings permit `http` and `https` on their default ports, and hosts that are public or may be. A reference
    must keep the origin of its base. All specifications in use and all simulated programs must see the same URL in
    `Permitted.href`.
    """

    def __new__(
        cls,
        *,
        schemes: Sequence[str] | None = None,
        allow_hosts: Sequence[str] | None = None,
        deny_hosts: Sequence[str] | None = None,
        ports: Sequence[int] | Literal["any"] | None = None,
        consumers: Sequence[str] | None = None,
        permit: Sequence[str] | None = None,
        any_origin: bool = False,
        allow_paths: Sequence[str] | None = None,
        deny_paths: Sequence[str] | None = None,
        allow_patterns: Sequence[str] | None = None,
        deny_patterns: Sequence[str] | None = None,
        max_len: int | None = None,
        max_redirects: int | None = None,
        allow_downgrade: bool = False,
    ) -> Guard:
        """Create a guard with these settings. Raises `ValueError`, also for an empty list.

        `schemes`: in lower case. `allow_hosts`, `deny_hosts`: a name, `.name` for the names under it, `site:name` for a
        registrable domain, an address, a network such as `10.0.0.0/8`, or `*` for the public hosts; only hosts that
        `allow_hosts` lists may be private. `ports`: instead of the default port of each scheme. `consumers`: the programs that
        fetch, instead of all that are simulated. `permit`: hazards, as in `agree`. `any_origin`: a reference may have another
        origin than its base. `allow_paths`, `deny_paths`: these paths and those below them. `allow_patterns`,
        `deny_patterns`: URL patterns. `max_len`: in bytes, by default 65,536. `max_redirects`: from one URL, by default 10.
        `allow_downgrade`: allow redirects from https to http.
        """
    def check(self, url: str | bytes, base: str | bytes | None = None) -> Permitted:
        """Check `url`, or a reference if there is a `base`. Raises `Refused`, also for bytes that are not UTF-8."""
    def redirect(self, permitted: Permitted, location: str | bytes) -> Permitted:
        """Check a redirect of a response from `permitted` to `location`, the value of its `Location` header. Raises `Refused`.

        The redirect may lead to another origin: do not send credentials there.
        """

@final
class Permitted:
    """A URL that may be fetched: the result of `Guard.check` and `Guard.redirect`.

    Unpickling checks the URL with the guard again, and counts redirects from it.
    """

    href: Final[str]
    """The URL to fetch. Never fetch the text that was passed to the guard."""
    host: Final[str]
    """The host to connect to; an IPv6 address has its brackets."""
    port: Final[int]
    """The port to connect to."""
    origin: Final[str | None]
    """The origin; `None` if it is opaque, since an opaque origin equals no other."""
    needs_addresses: Final[bool]
    """True if the host is a name, whose addresses must be checked."""
    def check_addresses(self, addresses: Sequence[str | IPv4Address | IPv6Address]) -> list[str]:
        """Check all addresses that the host resolved to, and return them as strings.

        Raises `Refused` if one is not public, or if there is none. Connect to one of these, and do not resolve again. An
        address in a network that `allow_hosts` lists need not be public, regardless of the name that resolved to it.
        """

class _Arrow(Protocol):
    """Arrow data: an array, or a table with a single column."""

    def __arrow_c_schema__(self) -> object: ...

class _Table(Protocol):
    """Arrow data as a stream: a chunked array, or a table with a single column."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> object: ...

_S = TypeVar("_S", pl.Expr, pl.Series, "pd.Series[Any]")
"""The columns of libraries. The result is a column of the same library."""

_Rows: TypeAlias = Column | list[Any] | tuple[Any, ...] | np.ndarray[Any, Any]
"""Rows of a column or in Python: strings, bytes, and `None`. Other objects are errors of their rows."""

@final
class Column:
    """A column of results for rows in a list, or for Arrow data without pyarrow. It is Arrow data itself.

    `column == other` compares all rows with those of a column or a list, and raises `TypeError` for one value.
    """

    def __new__(cls, chunks: Sequence[Any]) -> Column: ...
    def chunks(self) -> list[Column]:
        """Return the chunks of the column, each as a column."""
    def to_list(self) -> list[Any]:
        """Return the rows as a list of Python objects."""
    def to_arrow(self) -> Any:
        """Return the column as a chunked array of pyarrow."""
    def to_pandas(self) -> pd.Series[Any]:
        """Return the column as a series of pandas."""
    def __len__(self) -> int: ...
    def __getitem__(self, row: int, /) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[object, object]: ...

def register(session: Any) -> None:
    """Register every function of `FUNCTIONS` in a connection of duckdb, or a session of datafusion or Spark.

    Constants follow the URL: `url_query_param(url, 'q')`. In duckdb and Spark, the name of a profile may come last. In
    datafusion, the functions with a profile have names that end with `_by`: `url_host_by(url, 'curl')`.
    """

_P = ParamSpec("_P")

class _Function(Protocol[_P]):
    @overload
    def __call__(self, url: _S, *args: _P.args, **options: _P.kwargs) -> _S: ...
    @overload
    def __call__(self, url: _Rows, *args: _P.args, **options: _P.kwargs) -> Column: ...
    @overload
    def __call__(self, url: _Arrow | _Table, *args: _P.args, **options: _P.kwargs) -> Any: ...

def _on_columns(arguments: Callable[_P, object]) -> _Function[_P]:
    """Add the argument `url`, a column. The result is a column of the same library."""

@_on_columns
def _of_url(*, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> object: ...

@_on_columns
def url_parse(*, columns: list[str] | None = None, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> object:
    """The components of the URL, or the reason why the text is not a URL.

    `columns` selects the columns. By default, these are all columns except the registrable domain.
    """
url_canon = _of_url
"""The canonical URL."""
url_without_fragment = _of_url
"""The canonical URL without its fragment."""
url_display = _of_url
"""The URL as UTS #58 shows it to people: in Unicode where that is safe."""
url_scheme = _of_url
"""The scheme, without its colon."""
url_host = _of_url
"""The host, with the brackets of an IPv6 address. For a simulated program: the host that it connects to."""
url_port = _of_url
"""The port, if one is written that is not the default of the scheme."""
url_path = _of_url
"""The path."""
url_path_segments = _of_url
"""The segments of the path, as they are written; null if the path is opaque."""
url_query = _of_url
"""The query, without its question mark."""
url_fragment = _of_url
"""The fragment, without its number sign."""
url_query_names = _of_url
"""The names of the parameters of the query, decoded, in their order."""
@_on_columns
def url_query_values(name: str, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> object:
    """All values of a parameter of the query, decoded."""
@_on_columns
def url_query_param(name: str, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> object:
    """The first value of a parameter of the query, decoded."""
@_on_columns
def url_without_params(names: str, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> object:
    """The canonical URL without the parameters of these names, separated by commas; a final `*` matches any rest."""
@_on_columns
def url_resolve(base: Any, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> object:
    """The canonical URL that the text resolves to against a base."""
url_registrable_domain = _of_url
"""The registrable domain of the host, by the Public Suffix List."""
url_public_suffix = _of_url
"""The public suffix of the host, such as `co.uk`; null if the host is not a domain."""
url_subdomain = _of_url
"""The labels of the host before its registrable domain; null if there is no registrable domain."""
url_origin = _of_url
"""The origin; null if it is opaque, since an opaque origin equals no other."""
url_surt = _of_url
"""The key of CDX files, which sorts URLs by domain."""
@_on_columns
def url_canon_policy(policy: str, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> object:
    """The result of a policy on the URL: a URL or a key to compare."""
url_risk = _of_url
"""The class of the host by the network it points to: `public`, `not-public`, `metadata-service`, `localhost`, `listed-name`, `single-label`, `read-as-address`, `wildcard-dns`, `unknown-until-resolved`, `unknown-opaque` or `no-host`."""
@_on_columns
def url_matches(pattern: str, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> object:
    """True if the URL matches the URL pattern, such as `https://*.example.com/:id`."""
@_on_columns
def url_pattern_first(patterns: str, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> object:
    """The first pattern that the URL matches, of URL patterns separated by white space; null if there is none."""
@_on_columns
def url_agree(profiles: str, *, max_len: int | None = None, default_scheme: str | None = None) -> object:
    """True if all of these profiles, separated by commas, see the same URL."""
@_on_columns
def url_diff_rule(a: str, b: str, *, max_len: int | None = None, default_scheme: str | None = None) -> object:
    """The rules by which the profiles `a` and `b` first differ, separated by ` / `; null if they agree."""
url_error = _of_url
"""The reason why the text is not a URL; null if it is one."""
