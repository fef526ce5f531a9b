"""Prints the parts that urllib3's parse_url, which requests uses, sees in each input."""
import json
import sys

import urllib3
from urllib3.util import parse_url


def see(text):
    try:
        url = parse_url(text)
    except urllib3.exceptions.HTTPError as error:
        return {"error": type(error).__name__}
    return {
        "scheme": url.scheme,
        "userinfo": url.auth,
        "host": url.host,
        "port": url.port,
        "path": url.path,
        "query": url.query,
        "fragment": url.fragment,
    }


if sys.argv[1:] == ["--version"]:
    print(urllib3.__version__)
else:
    for line in sys.stdin.buffer:
        seen = see(json.loads(line)["input"])
        # Lone surrogates are replaced; only Python would write them in JSON.
        texts = {name: str(value) for name, value in seen.items() if value not in (None, "")}
        whole = {name: text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") for name, text in texts.items()}
        print(json.dumps(whole))
