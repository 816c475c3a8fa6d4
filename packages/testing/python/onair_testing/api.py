"""Calls of the HTTP API with the standard library."""

import json
import urllib.error
import urllib.parse
import urllib.request


class ApiError(Exception):
    """The server responded with an error."""

    def __init__(self, operation, status, message, reason=None):
        super().__init__(f"{operation}: {status} {message}")
        self.status = status
        self.api_message = message
        self.reason = reason


# Proxies of the environment do not apply to a server on this machine.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def call(base_url, method, path, body=None, query=None, headers=None, timeout=10):
    """Returns `content` of the envelope, or raises ApiError."""
    url = base_url + path
    if query:
        url += "?" + urllib.parse.urlencode({name: value for name, value in query.items() if value is not None})
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json", **(headers or {})}, method=method)
    try:
        with _opener.open(request, timeout=timeout) as response:
            return json.load(response)["content"]
    except urllib.error.HTTPError as error:
        with error:
            envelope = _parse(error.read())
        raise ApiError(f"{method} {path}", error.code, envelope.get("message"), envelope.get("reason")) from None


def _parse(data):
    try:
        envelope = json.loads(data)
        return envelope if isinstance(envelope, dict) else {}
    except ValueError:
        return {}
