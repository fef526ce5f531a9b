"""What httpx.URL sees in each input: the parts as they are sent, the host as it is connected to."""
import json
import sys

import httpx


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
        seen = see(json.loads(line)["input"])
        print(json.dumps({name: str(value) for name, value in seen.items() if value not in (None, "")}))
