from collections.abc import Iterator, Sequence
from ipaddress import IPv4Address, IPv6Address
from typing import Any, Literal, Protocol, TypeAlias, final

__all__ = [
    "Agreement",
    "Column",
    "Difference",
    "Disagreement",
    "Explanation",
    "FUNCTIONS",
    "Guard",
    "PROFILES",
    "Permitted",
    "Refused",
    "Side",
    "Step",
    "Url",
    "UrlError",
    "__version__",
    "agree",
    "can_parse",
    "diff",
    "explain",
    "parse",
    "url_agree",
    "url_canon",
    "url_canon_policy",
    "url_diff_rule",
    "url_error",
    "url_host",
    "url_origin",
    "url_parse",
    "url_path",
    "url_port",
    "url_query_param",
    "url_registrable_domain",
    "url_resolve",
    "url_risk",
    "url_surt",
    "url_without_params",
]

__version__: str

PROFILES: tuple[str, ...]
"""The names of the profiles: the specifications, and the programs that are simulated."""

FUNCTIONS: tuple[str, ...]
"""The names of the functions on columns."""

class UrlError(ValueError):
    """A string is not a URL under a profile, or a value was refused."""

    reason: str
    """The name of the reason, such as `port-out-of-range`."""
    section: str
    """The id of the rule that found the error, such as `whatwg#port-state-2.1.2`."""
    span: tuple[int, int]
    """The start and the end of the text with the error, in characters: `text[slice(*error.span)]`."""
    source: str
    """The text that `span` refers to: `input` (the given string or value) or `base`."""

class Disagreement(ValueError):
    """Profiles differ on a URL, or the URL has a hazard that is refused."""

    profiles: tuple[str, ...]
    """The two profiles that differ, or the profile that rejects the URL; empty if no profile was tried."""
    sections: tuple[str, ...]
    """The ids of the rules by which the profiles in `profiles` differ or reject the URL, if known."""
    component: str | None
    """The component in which the two profiles differ."""
    reason: str | None
    """The reason why the URL was rejected, or the hazard."""

class Refused(ValueError):
    """A guard refuses a URL, an address or a redirect."""

    code: str
    """The kind of refusal, a stable name: `disagreement`, `hazard`, `host`, `port`, `origin`, `address`, ..."""
    cwe: int | None
    """The CWE number of the weakness that an attack of this kind uses."""
    details: dict[str, Any]
    """The details of the kind: `host`, `address`, `limit`, ...; for `hazard`, `disagreement` and `not-a-url` the attributes of
    `Disagreement`, and the place if it is known: `span`, as indices of characters, of `source`, `input` or `base`."""

@final
class Url:
    """A URL: a canonical string of a profile, and the places of its components. It is immutable.

    URLs are equal if their strings are equal. They can be hashed, sorted, copied and pickled. `str(url)` is the whole URL;
    `repr(url)` hides the password.
    """

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
    def resolve(self, reference: str) -> Url:
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
    ) -> Url:
        """Return this URL with other components; `None` removes a component.

        Each value is accepted completely, or raises `UrlError` with the place in the value, as does a number that is no port.
        """
    def __reduce__(self) -> tuple[object, tuple[str]]: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Url, /) -> bool: ...
    def __le__(self, other: Url, /) -> bool: ...
    def __gt__(self, other: Url, /) -> bool: ...
    def __ge__(self, other: Url, /) -> bool: ...

def parse(url: str, *, profile: str | None = None) -> Url:
    """Parse `url`, an absolute URL, under `profile` (the URL Standard if not given). Raises `UrlError`."""

def can_parse(url: str, *, profile: str | None = None) -> bool:
    """Return true if `url` is an absolute URL under `profile`. Faster than `parse`."""

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

    @property
    def steps(self) -> list[Step]: ...
    @property
    def left_out(self) -> int:
        """The number of steps that were counted, but are not in `steps`."""
    @property
    def url(self) -> Url | None: ...
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
        max_len: int | None = None,
        max_redirects: int | None = None,
        allow_downgrade: bool = False,
    ) -> Guard:
        """Create a guard with these settings. Raises `ValueError`, also for an empty list.

        `schemes`: in lower case. `allow_hosts`, `deny_hosts`: a name, `.name` for the names under it, `site:name` for a
        registrable domain, an address, a network such as `10.0.0.0/8`, or `*` for the public hosts; only hosts that
        `allow_hosts` lists may be private. `ports`: instead of the default port of each scheme. `consumers`: the programs that
        fetch, instead of all that are simulated. `permit`: hazards, as in `agree`. `any_origin`: a reference may have another
        origin than its base. `allow_paths`, `deny_paths`: these paths and those below them. `max_len`: in bytes, by default
        65,536. `max_redirects`: from one URL, by default 10. `allow_downgrade`: allow redirects from https to http.
        """
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
    def check_addresses(self, addresses: Sequence[str | IPv4Address | IPv6Address]) -> list[str]:
        """Check all addresses that the host resolved to, and return them as strings.

        Raises `Refused` if one is not public, or if there is none. Connect to one of these, and do not resolve again. An
        address in a network that `allow_hosts` lists need not be public, regardless of the name that resolved to it.
        """

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class _Series(Protocol):
    """A series of pandas, which is not Arrow data before pandas 3."""

    @property
    def index(self) -> Any: ...
    @property
    def array(self) -> Any: ...

_Column: TypeAlias = _ArrowArray | _ArrowStream | _Series

@final
class Column:
    """A column of results, as Arrow data: `pyarrow.array`, `pyarrow.chunked_array`, `polars.Series`, ... accept it.

    With pyarrow, it is also an iterable of values, which pandas accepts: `frame.assign(host=urlspec.url_host(frame.url))`.
    """

    def unnest(self) -> Column:
        """Return the columns of a column of structs, as a table. A null row is null in all columns."""
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

# The functions on columns. `url` is Arrow data, or a series of pandas: a column of strings or bytes, or a table of one column.
# The result of null is null. For text that is not a URL, `url_parse` and `url_error` return the reason, `url_agree` returns
# false, and the other functions except `url_diff_rule` return null. Text of more than `max_len` bytes (by default 1 MiB) is not
# parsed, and is treated as text that is not a URL. Signal handlers run during the work: Ctrl-C ends it.

def url_parse(
    url: _Column, *, columns: Sequence[str] | None = None, profile: str | None = None, max_len: int | None = None
) -> Column:
    """The components of the URL, or the reason why the text is not a URL.

    `columns` selects the columns. By default, these are all columns except the registrable domain.
    """

def url_resolve(
    url: _Column, base: str | _Column, *, profile: str | None = None, max_len: int | None = None
) -> Column:
    """The canonical URL that the text resolves to against `base`: one base for all rows, or a column."""

def url_agree(url: _Column, profiles: str, *, max_len: int | None = None) -> Column:
    """True if all `profiles`, separated by commas, see the same URL."""

def url_diff_rule(url: _Column, a: str, b: str, *, max_len: int | None = None) -> Column:
    """The rules by which the profiles `a` and `b` first differ, separated by ` / `; null if they agree."""

def url_canon(url: _Column, *, profile: str | None = None, max_len: int | None = None) -> Column:
    """The canonical URL."""

def url_host(url: _Column, *, profile: str | None = None, max_len: int | None = None) -> Column:
    """The host, with the brackets of an IPv6 address."""

def url_port(url: _Column, *, profile: str | None = None, max_len: int | None = None) -> Column:
    """The port, if one is written that is not the default of the scheme."""

def url_path(url: _Column, *, profile: str | None = None, max_len: int | None = None) -> Column:
    """The path."""

def url_query_param(url: _Column, name: str, *, profile: str | None = None, max_len: int | None = None) -> Column:
    """The first value of the parameter `name` of the query, decoded."""

def url_without_params(url: _Column, names: str, *, profile: str | None = None, max_len: int | None = None) -> Column:
    """The canonical URL without the parameters of these names, separated by commas; a final `*` matches any rest."""

def url_registrable_domain(url: _Column, *, profile: str | None = None, max_len: int | None = None) -> Column:
    """The registrable domain of the host, by the Public Suffix List."""

def url_origin(url: _Column, *, profile: str | None = None, max_len: int | None = None) -> Column:
    """The origin; null if it is opaque, since an opaque origin equals no other."""

def url_surt(url: _Column, *, profile: str | None = None, max_len: int | None = None) -> Column:
    """The key of CDX files, which sorts URLs by domain."""

def url_canon_policy(url: _Column, policy: str, *, profile: str | None = None, max_len: int | None = None) -> Column:
    """The result of a policy on the URL: a URL or a key to compare."""

def url_risk(url: _Column, *, profile: str | None = None, max_len: int | None = None) -> Column:
    """The class of the host by the network it points to, such as `public`, `not-public` or `unknown-until-resolved`."""

def url_error(url: _Column, *, profile: str | None = None, max_len: int | None = None) -> Column:
    """The reason why the text is not a URL, with section and offset in bytes; null if it is one."""
