"""What yarl.URL, which aiohttp uses, sees in each input: the parts as they are sent, the host and port as they are connected to;
with a base, what joining both gives."""
import json
import sys

import yarl


# More characters than this in an authority, if they are not ASCII, may take CPython hours to normalize.
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
    # Mostly ValueError.
    except Exception as error:
        return {"error": type(error).__name__}


if sys.argv[1:] == ["--version"]:
    print(yarl.__version__)
else:
    for line in sys.stdin.buffer:
        asked = json.loads(line)
        seen = join(asked["base"], asked["input"]) if "base" in asked else see(asked["input"])
        # Half of a surrogate pair is replaced, which only Python writes in JSON.
        texts = {name: str(value) for name, value in seen.items() if value not in (None, "")}
        whole = {name: text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") for name, text in texts.items()}
        print(json.dumps(whole))
