"""Prints the parts that yarl.URL, which aiohttp uses, sees in each input, as it sends them, with the host and port that it
connects to; with a base, the joined URL."""
import json
import sys

import yarl


# The longest authority that is tried, in characters, if it is not ASCII: CPython may take hours to normalize a longer one.
MOST = 65536


def join(base, text):
    try:
        return {"url": str(yarl.URL(base).join(yarl.URL(text)))}
    except Exception as error:
        return {"error": type(error).__name__}


def see(text):
    authority = text.partition("//")[2].partition("/")[0]
    if len(authority) > MOST and not authority.isascii():
        return {"error": "not-asked", "why": "may take hours"}
    try:
        url = yarl.URL(text)
        return {
            "scheme": url.scheme,
            "user": url.raw_user,
            "password": url.raw_password,
            "host": url.raw_host,
            "port": url.port,
            "path": url.raw_path,
            "query": url.raw_query_string,
            "fragment": url.raw_fragment,
        }
    # Most refusals are a ValueError.
    except Exception as error:
        return {"error": type(error).__name__}


if sys.argv[1:] == ["--version"]:
    print(yarl.__version__)
else:
    for line in sys.stdin.buffer:
        asked = json.loads(line)
        seen = join(asked["base"], asked["input"]) if "base" in asked else see(asked["input"])
        # Lone surrogates are replaced; only Python would write them in JSON.
        texts = {name: str(value) for name, value in seen.items() if value not in (None, "")}
        whole = {name: text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") for name, text in texts.items()}
        print(json.dumps(whole))
