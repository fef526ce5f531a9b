"""Prints the parts that httpx.URL sees in each input, as it sends them, with the host that it connects to; with a base, the
joined URL."""
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
    # Mostly httpx.InvalidURL. The parts are bytes, so encoding them to ASCII can fail, too.
    except Exception as error:
        return {"error": type(error).__name__}


if sys.argv[1:] == ["--version"]:
    print(httpx.__version__)
else:
    for line in sys.stdin.buffer:
        asked = json.loads(line)
        seen = join(asked["base"], asked["input"]) if "base" in asked else see(asked["input"])
        # Lone surrogates are replaced; only Python would write them in JSON.
        texts = {name: str(value) for name, value in seen.items() if value not in (None, "")}
        whole = {name: text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") for name, text in texts.items()}
        print(json.dumps(whole))
