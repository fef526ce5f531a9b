"""Prints the parts that libcurl's URL API sees in each input, with the options of the program curl. Uses the libcurl in pycurl's
wheel if that is installed, or else the system's libcurl."""

import ctypes
import glob
import json
import sys
import sysconfig

PARTS = {"scheme": 1, "user": 2, "password": 3, "host": 5, "port": 6, "path": 7, "query": 8, "fragment": 9}
URL, NON_SUPPORT_SCHEME, GUESS_SCHEME = 0, 1 << 3, 1 << 9

bundled = glob.glob(sysconfig.get_path("platlib") + "/pycurl.libs/libcurl-*")
curl = ctypes.CDLL(bundled[0] if bundled else "libcurl.so.4")
curl.curl_version.restype = ctypes.c_char_p
curl.curl_url.restype = ctypes.c_void_p
curl.curl_url_set.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
curl.curl_url_get.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_void_p), ctypes.c_uint]
curl.curl_url_cleanup.argtypes = curl.curl_free.argtypes = [ctypes.c_void_p]
curl.curl_url_cleanup.restype = curl.curl_free.restype = None


def get(url, part):
    value = ctypes.c_void_p()
    if curl.curl_url_get(url, part, ctypes.byref(value), 0):
        return ""
    text = ctypes.string_at(value.value)
    curl.curl_free(value)
    return text.decode(errors="replace")


def see(text):
    if "\0" in text:
        return {"error": "not-asked", "why": "a C string ends at NUL: the program curl cannot be given one"}
    url = curl.curl_url()
    # A lone surrogate becomes three bytes that are not UTF-8: libcurl accepts any bytes.
    code = curl.curl_url_set(url, URL, text.encode(errors="surrogatepass"), GUESS_SCHEME | NON_SUPPORT_SCHEME)
    seen = {"error": str(code)} if code else {name: get(url, part) for name, part in PARTS.items()}
    curl.curl_url_cleanup(url)
    return {name: value for name, value in seen.items() if value}


if sys.argv[1:] == ["--version"]:
    print(curl.curl_version().decode().split()[0].removeprefix("libcurl/"))
else:
    for line in sys.stdin:
        print(json.dumps(see(json.loads(line)["input"])))
