"""Functions that escape and decode text for one part of a URL."""

from urllib.parse import quote as _quote
from urllib.parse import unquote as _unquote

# The characters, besides letters, digits and `-._~`, that each part may contain unescaped in every profile, and that
# do not end the part.
_SAFE = {
    "segment": "!$&'()*+,;=:@",
    "path": "/!$&'()*+,;=:@",
    "parameter": "!$()*,;:@/?",
    "query": "!$&()*+,;=:@/?",
    "fragment": "!$&'()*+,;=:@/?",
    "username": "!$&'()*+,;=",
}


def quote(text, part="segment"):
    if part not in _SAFE:
        raise ValueError(f"unknown part {part!r}; known: {', '.join(_SAFE)}")
    return _quote(text, safe=_SAFE[part], errors="replace" if isinstance(text, str) else None)


def unquote(text, part="segment"):
    if part not in _SAFE:
        raise ValueError(f"unknown part {part!r}; known: {', '.join(_SAFE)}")
    return _unquote(text.replace("+", " ") if part == "parameter" else text)
