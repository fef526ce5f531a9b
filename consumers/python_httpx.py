"""What httpx.URL sees in each input: the parts as they are sent, the host as it is connected to; with a base,
what joining both gives."""
import json
import sys

import httpx


def join(base, text):
    try:
        return {"url": str(httpx.URL(base).join(text))}
    except Exception as error:
        return {"error": type(error).__name__}


def see(text):
    try:
        url = httpx.URL(text)
        return {
            "scheme": url.scheme,
            "userinfo": url.userinfo.decode(),
            "host": url.raw_host.decode(),
            "port": url.port,
            "path": url.raw_path.decode().partition("?")[0],
            "query": url.query.decode(),
            "fragment": url.fragment,
        }
    # Mostly httpx.InvalidURL; the parts are bytes, and raise what encoding them to ASCII raises.
    except Exception as error:
        return {"error": type(error).__name__}


if sys.argv[1:] == ["--version"]:
    print(httpx.__version__)
else:
    for line in sys.stdin.buffer:
        asked = json.loads(line)
        seen = join(asked["base"], asked["input"]) if "base" in asked else see(asked["input"])
        # Half of a surrogate pair is replaced, which only Python writes in JSON.
        texts = {name: str(value) for name, value in seen.items() if value not in (None, "")}
        whole = {name: text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") for name, text in texts.items()}
        print(json.dumps(whole))
