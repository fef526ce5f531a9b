"""What yarl.URL, which aiohttp uses, sees in each input: the parts as they are sent, the host and port as they are connected to."""
import json
import sys

import yarl


# More characters than this in an authority, if they are not ASCII, may take CPython hours to normalize.
MOST = 65536


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
        seen = see(json.loads(line)["input"])
        print(json.dumps({name: str(value) for name, value in seen.items() if value not in (None, "")}))
