"""Prints the parts that Python's urllib.parse.urlsplit sees in each input; with a base, the result of urljoin."""
import json
import platform
import sys
from urllib.parse import urljoin, urlsplit


def join(base, text):
    try:
        return {"url": urljoin(base, text)}
    except ValueError:
        return {"error": "ValueError"}


def see(text):
    try:
        url = urlsplit(text)
    except ValueError:
        return {"error": "ValueError"}
    try:
        port = url.port
    except ValueError:
        return {"error": "port"}
    return {
        "scheme": url.scheme,
        "user": url.username,
        "password": url.password,
        "host": url.hostname,
        "port": port,
        "path": url.path,
        "query": url.query,
        "fragment": url.fragment,
    }


if sys.argv[1:] == ["--version"]:
    print(platform.python_version())
else:
    for line in sys.stdin.buffer:
        asked = json.loads(line)
        seen = join(asked["base"], asked["input"]) if "base" in asked else see(asked["input"])
        # Lone surrogates are replaced; only Python would write them in JSON.
        texts = {name: str(value) for name, value in seen.items() if value not in (None, "")}
        whole = {name: text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") for name, text in texts.items()}
        print(json.dumps(whole))
