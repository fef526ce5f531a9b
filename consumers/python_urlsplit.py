"""What Python's urllib.parse.urlsplit sees in each input."""
import json
import platform
import sys
from urllib.parse import urlsplit


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
        seen = see(json.loads(line)["input"])
        print(json.dumps({name: str(value) for name, value in seen.items() if value not in (None, "")}))
