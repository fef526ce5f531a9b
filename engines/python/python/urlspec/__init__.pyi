from collections.abc import Iterable, Iterator, Mapping, Sequence
from ipaddress import IPv4Address, IPv6Address
from typing import Any, Literal, Protocol, TypeAlias, TypeVar, final, overload

import numpy as np
import pandas as pd
import polars as pl

__all__ = [
    "AsGiven",
    "Agreement",
    "Column",
    "Difference",
    "Disagreement",
    "Error",
    "Explanation",
    "FUNCTIONS",
    "Guard",
    "PROFILES",
    "Permitted",
    "Query",
    "Refused",
    "Side",
    "Step",
    "URL",
    "UrlError",
    "__version__",
    "agree",
    "can_parse",
    "components",
    "diff",
    "explain",
    "parse",
    "quote",
    "register",
    "unquote",
    "url_agree",
    "url_canon",
    "url_canon_policy",
    "url_diff_rule",
    "url_display",
    "url_error",
    "url_fragment",
    "url_host",
    "url_matches",
    "url_origin",
    "url_parse",
    "url_path",
    "url_path_segments",
    "url_pattern_first",
    "url_port",
    "url_public_suffix",
    "url_query",
    "url_query_names",
    "url_query_param",
    "url_query_values",
    "url_registrable_domain",
    "url_resolve",
    "url_risk",
    "url_scheme",
    "url_subdomain",
    "url_surt",
    "url_without_fragment",
    "url_without_params",
]

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
    @property
    def href(self) -> str:
        """The whole URL."""
    @property
    def scheme(self) -> str:
        """The scheme, without its colon."""
    @property
    def username(self) -> str:
        """The user name; empty if there is none."""
    @property
    def password(self) -> str | None:
        """The password."""
    @property
    def host(self) -> str | None:
        """The host; an IPv6 address has its brackets."""
    @property
    def port(self) -> int | None:
        """The port, if one is written."""
    @property
    def port_or_default(self) -> int | None:
        """The port, or the default port of the scheme."""
    @property
    def path(self) -> str:
        """The path."""
    @property
    def query(self) -> str | None:
        """The query, without its question mark."""
    @property
    def fragment(self) -> str | None:
        """The fragment, without its number sign."""
    @property
    def origin(self) -> str | None:
        """The origin; `None` if it is opaque, since an opaque origin equals no other."""
    @property
    def registrable_domain(self) -> str | None:
        """The registrable domain of the host, by the Public Suffix List."""
    @property
    def path_segments(self) -> list[str] | None:
        """The segments of the path; `None` if the path is opaque."""
    @property
    def query_pairs(self) -> list[tuple[str, str]]:
        """The names and values of the query, decoded as a form."""
    @property
    def profile(self) -> str:
        """The name of the profile that made the URL."""
    @property
    def params(self) -> Query:
        """The names and values of the query, decoded: a mapping whose methods return changed URLs."""
    @property
    def name(self) -> str:
        """The last segment of the path; empty if the path ends with a slash or is opaque."""
    @property
    def suffix(self) -> str:
        """The end of `name` from its last dot on, such as `.gz`; empty if there is none."""
    @property
    def parent(self) -> URL:
        """The URL of the folder above, without query and fragment; the URL itself if there is none."""
    @property
    def without_fragment(self) -> URL: ...
    @property
    def host_unicode(self) -> str | None:
        """The host in Unicode, where the URL Standard permits that."""
    @property
    def public_suffix(self) -> str | None:
        """The public suffix of the host, such as `co.uk`."""
    @property
    def subdomain(self) -> str | None:
        """The labels of the host before its registrable domain."""
    @property
    def display(self) -> str:
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
    def __reduce__(self) -> tuple[object, tuple[str]]: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
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
    def __ne__(self, other: object, /) -> bool: ...
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

    @property
    def section(self) -> str:
        """The id of the rule of the step."""
    @property
    def title(self) -> str:
        """A short title of the rule."""
    @property
    def depth(self) -> int:
        """The number of calls that led to the algorithm of the step: 0 if no other algorithm called it."""
    @property
    def source(self) -> str:
        """The text that `span` refers to: `input`, `base` or `output`."""
    @property
    def span(self) -> tuple[int, int]:
        """The start and the end of the text that the step worked on, in characters."""
    @property
    def saw(self) -> str | None:
        """The text that the step worked on. A long text is cut at its end."""
    @property
    def made(self) -> str | None:
        """The text that the step produced; `None` if the text is unchanged."""
    @property
    def holds(self) -> bool | None:
        """The result of a step that tests a condition; `None` for all other steps."""
    @property
    def omits(self) -> str | None:
        """The component that the step leaves out of the URL, if any."""
    @property
    def reading(self) -> str | None:
        """The code of the interpretation that the step follows, if the specification is unclear here."""
    @property
    def violation(self) -> str | None:
        """The name of the violation; `None` for a step."""

@final
class Explanation:
    """The steps of parsing a URL, and the result: `url` or `error`."""

    def __reduce__(self) -> tuple[Any, tuple[str]]: ...
    @property
    def steps(self) -> list[Step]: ...
    @property
    def left_out(self) -> int:
        """The number of steps that were counted, but are not in `steps`."""
    @property
    def url(self) -> URL | None: ...
    @property
    def error(self) -> UrlError | None: ...

def explain(url: str, *, base: str | None = None, profile: str | None = None, every: bool = False) -> Explanation:
    """Parse `url` under `profile`, and list the steps that work on text.

    With `every`, also list the steps that do not: those that only test a condition, count or set a variable.
    """

@final
class Side:
    """The rule by which one profile differs from another, and its effect."""

    @property
    def profile(self) -> str: ...
    @property
    def section(self) -> str:
        """The id of the rule."""
    @property
    def sentence(self) -> str:
        """The effect of the rule."""
    @property
    def url(self) -> str | None:
        """The resulting URL; `None` if the profile rejects the input."""
    @property
    def reason(self) -> str | None:
        """The reason why the profile rejects the input."""

@final
class Difference:
    """The first difference of two profiles on a URL. `str()` returns a sentence."""

    @property
    def component(self) -> str | None:
        """The first component in which the two profiles differ."""
    @property
    def source(self) -> str:
        """The text that `span` refers to: `input` or `base`."""
    @property
    def span(self) -> tuple[int, int]:
        """The start and the end of the text that the two profiles read differently, in characters."""
    @property
    def a(self) -> Side: ...
    @property
    def b(self) -> Side: ...
    @property
    def sentence(self) -> str: ...

def diff(url: str, a: str, b: str, *, base: str | None = None) -> Difference | None:
    """Return the first difference of the profiles `a` and `b` on `url`; `None` if their results agree."""

@final
class Agreement:
    """The components that all profiles see in a URL. Pass on `href`, not the text that was given."""

    @property
    def href(self) -> str:
        """The URL as the first specification among the profiles writes it. All profiles see the same components in it."""
    @property
    def scheme(self) -> str: ...
    @property
    def host(self) -> str | None: ...
    @property
    def port(self) -> int | None:
        """The port, or the default port of the scheme."""
    @property
    def path(self) -> str: ...
    @property
    def origin(self) -> str | None:
        """The origin; `None` if it is opaque, since an opaque origin equals no other."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

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
    def __reduce__(self) -> tuple[Any, tuple[()]]: ...
    def check(self, url: str | bytes, base: str | bytes | None = None) -> Permitted:
        """Check `url`, or a reference if there is a `base`. Raises `Refused`, also for bytes that are not UTF-8."""
    def redirect(self, permitted: Permitted, location: str | bytes) -> Permitted:
        """Check a redirect of a response from `permitted` to `location`, the value of its `Location` header. Raises `Refused`.

        The redirect may lead to another origin: do not send credentials there.
        """

@final
class Permitted:
    """A URL that may be fetched: the result of `Guard.check` and `Guard.redirect`."""

    @property
    def href(self) -> str:
        """The URL to fetch. Never fetch the text that was passed to the guard."""
    @property
    def host(self) -> str:
        """The host to connect to; an IPv6 address has its brackets."""
    @property
    def port(self) -> int:
        """The port to connect to."""
    @property
    def origin(self) -> str | None:
        """The origin; `None` if it is opaque, since an opaque origin equals no other."""
    @property
    def needs_addresses(self) -> bool:
        """True if the host is a name, whose addresses must be checked."""
    def __reduce__(self) -> tuple[Any, tuple[str]]:
        """Pickle the URL: unpickling checks it with the guard again, and counts redirects from it."""
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

_Rows: TypeAlias = list[Any] | tuple[Any, ...] | np.ndarray[Any, Any]
"""Rows in Python: strings, bytes, and `None`. Other objects are errors of their rows."""

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

class _Parse(Protocol):
    @overload
    def __call__(self, url: _S, *, columns: list[str] | None = None, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> _S: ...
    @overload
    def __call__(self, url: _Rows, *, columns: list[str] | None = None, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> Column: ...
    @overload
    def __call__(self, url: _Arrow | _Table, *, columns: list[str] | None = None, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> Any: ...

class _Function(Protocol):
    @overload
    def __call__(self, url: _S, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> _S: ...
    @overload
    def __call__(self, url: _Rows, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> Column: ...
    @overload
    def __call__(self, url: _Arrow | _Table, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> Any: ...

class _OfName(Protocol):
    @overload
    def __call__(self, url: _S, name: str, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> _S: ...
    @overload
    def __call__(self, url: _Rows, name: str, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> Column: ...
    @overload
    def __call__(self, url: _Arrow | _Table, name: str, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> Any: ...

class _OfNames(Protocol):
    @overload
    def __call__(self, url: _S, names: str, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> _S: ...
    @overload
    def __call__(self, url: _Rows, names: str, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> Column: ...
    @overload
    def __call__(self, url: _Arrow | _Table, names: str, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> Any: ...

class _OfBase(Protocol):
    @overload
    def __call__(self, url: _S, base: Any, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> _S: ...
    @overload
    def __call__(self, url: _Rows, base: Any, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> Column: ...
    @overload
    def __call__(self, url: _Arrow | _Table, base: Any, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> Any: ...

class _OfPolicy(Protocol):
    @overload
    def __call__(self, url: _S, policy: str, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> _S: ...
    @overload
    def __call__(self, url: _Rows, policy: str, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> Column: ...
    @overload
    def __call__(self, url: _Arrow | _Table, policy: str, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> Any: ...

class _OfPattern(Protocol):
    @overload
    def __call__(self, url: _S, pattern: str, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> _S: ...
    @overload
    def __call__(self, url: _Rows, pattern: str, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> Column: ...
    @overload
    def __call__(self, url: _Arrow | _Table, pattern: str, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> Any: ...

class _OfPatterns(Protocol):
    @overload
    def __call__(self, url: _S, patterns: str, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> _S: ...
    @overload
    def __call__(self, url: _Rows, patterns: str, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> Column: ...
    @overload
    def __call__(self, url: _Arrow | _Table, patterns: str, *, profile: str | None = None, max_len: int | None = None, default_scheme: str | None = None) -> Any: ...

class _OfProfiles(Protocol):
    @overload
    def __call__(self, url: _S, profiles: str, *, max_len: int | None = None, default_scheme: str | None = None) -> _S: ...
    @overload
    def __call__(self, url: _Rows, profiles: str, *, max_len: int | None = None, default_scheme: str | None = None) -> Column: ...
    @overload
    def __call__(self, url: _Arrow | _Table, profiles: str, *, max_len: int | None = None, default_scheme: str | None = None) -> Any: ...

class _OfTwo(Protocol):
    @overload
    def __call__(self, url: _S, a: str, b: str, *, max_len: int | None = None, default_scheme: str | None = None) -> _S: ...
    @overload
    def __call__(self, url: _Rows, a: str, b: str, *, max_len: int | None = None, default_scheme: str | None = None) -> Column: ...
    @overload
    def __call__(self, url: _Arrow | _Table, a: str, b: str, *, max_len: int | None = None, default_scheme: str | None = None) -> Any: ...

url_parse: _Parse
"""The components of the URL, or the reason why the text is not a URL.

`columns` selects the columns. By default, these are all columns except the registrable domain.
"""
url_canon: _Function
"""The canonical URL."""
url_without_fragment: _Function
"""The canonical URL without its fragment."""
url_display: _Function
"""The URL as UTS #58 shows it to people: in Unicode where that is safe."""
url_scheme: _Function
"""The scheme, without its colon."""
url_host: _Function
"""The host, with the brackets of an IPv6 address. For a simulated program: the host that it connects to."""
url_port: _Function
"""The port, if one is written that is not the default of the scheme."""
url_path: _Function
"""The path."""
url_path_segments: _Function
"""The segments of the path, as they are written; null if the path is opaque."""
url_query: _Function
"""The query, without its question mark."""
url_fragment: _Function
"""The fragment, without its number sign."""
url_query_names: _Function
"""The names of the parameters of the query, decoded, in their order."""
url_query_values: _OfName
"""All values of a parameter of the query, decoded."""
url_query_param: _OfName
"""The first value of a parameter of the query, decoded."""
url_without_params: _OfNames
"""The canonical URL without the parameters of these names, separated by commas; a final `*` matches any rest."""
url_resolve: _OfBase
"""The canonical URL that the text resolves to against a base."""
url_registrable_domain: _Function
"""The registrable domain of the host, by the Public Suffix List."""
url_public_suffix: _Function
"""The public suffix of the host, such as `co.uk`; null if the host is not a domain."""
url_subdomain: _Function
"""The labels of the host before its registrable domain; null if there is no registrable domain."""
url_origin: _Function
"""The origin; null if it is opaque, since an opaque origin equals no other."""
url_surt: _Function
"""The key of CDX files, which sorts URLs by domain."""
url_canon_policy: _OfPolicy
"""The result of a policy on the URL: a URL or a key to compare."""
url_risk: _Function
"""The class of the host by the network it points to: `public`, `not-public`, `metadata-service`, `localhost`, `listed-name`, `single-label`, `read-as-address`, `wildcard-dns`, `unknown-until-resolved`, `unknown-opaque` or `no-host`."""
url_matches: _OfPattern
"""True if the URL matches the URL pattern, such as `https://*.example.com/:id`."""
url_pattern_first: _OfPatterns
"""The first pattern that the URL matches, of URL patterns separated by white space; null if there is none."""
url_agree: _OfProfiles
"""True if all of these profiles, separated by commas, see the same URL."""
url_diff_rule: _OfTwo
"""The rules by which the profiles `a` and `b` first differ, separated by ` / `; null if they agree."""
url_error: _Function
"""The reason why the text is not a URL; null if it is one."""
