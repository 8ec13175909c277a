"""A client for a Quarry server in one file, with the standard library alone (Python 3.9 and newer).

    from quarry import Quarry

    quarry = Quarry(key="qry_...", base_url="http://127.0.0.1:8080")
    record, meta = quarry.get("company", query="fenmont.example")
    for item in quarry.batch("company", [{"query": "fenmont.example"}, {"query": "nobody.example"}]):
        print(item["input"], item["result"] or item["reason"])

Lost connections, full rate limits and temporary failures are retried under one idempotency key, so a retry is never
billed twice. Every other error raises QuarryError with the server's reason.

As a command, with QUARRY_URL and QUARRY_KEY in the environment:

    python3 quarry.py company query=fenmont.example
"""

import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

# Nothing ran: retried until the timeout.
LATER = {"rate_limited", "idempotency_in_progress"}
# Temporary and not billed: retried up to max_retries times.
PASSING = {"internal", "upstream_failed", "upstream_timeout", "upstream_paced"}
GATEWAY = {502, 503, 504}


class QuarryError(Exception):
    """An error of the server with its reason code; reason is None if the server did not answer."""

    def __init__(self, message, reason=None, status=None, request_id=None, retry_after=None):
        super().__init__(message)
        self.reason = reason
        self.status = status
        self.request_id = request_id
        self.retry_after = retry_after


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Refuses redirects, which would send the key to another host."""

    def redirect_request(self, *_):
        return None


class Quarry:
    def __init__(self, key, base_url="http://127.0.0.1:8080", timeout=120, try_timeout=45, max_retries=4):
        self._key = key
        self._base_url = base_url.rstrip("/")
        self._timeout = timeout
        self._try_timeout = try_timeout
        self._max_retries = max_retries
        self._opener = urllib.request.build_opener(_NoRedirects)

    def get(self, endpoint, idempotency_key=None, **params):
        """Returns a record and the facts from its headers; endpoint is the path without /v2/."""
        return self.request("GET", f"/v2/{endpoint}", query=params, idempotency_key=idempotency_key or _new_key())

    def post(self, endpoint, idempotency_key=None, **body):
        return self.request("POST", f"/v2/{endpoint}", body=body, idempotency_key=idempotency_key or _new_key())

    def usage(self):
        return self.request("GET", "/v2/usage")[0]

    def batch(self, endpoint, inputs, idempotency_key=None):
        """Yields every item in the order of the inputs. Sends 1,000 inputs per batch and waits for each batch."""
        run = idempotency_key or _new_key()
        inputs = list(inputs)
        for first in range(0, len(inputs), 1000):
            body = {"endpoint": f"/v2/{endpoint}", "inputs": inputs[first : first + 1000]}
            accepted, _ = self.request("POST", "/v2/batches", body=body, idempotency_key=f"{run}-{first}")
            path = f"/v2/batches/{accepted['batch_id']}"
            while self.request("GET", path, query={"wait": 25})[0]["finished_at"] is None:
                pass
            start = 0
            while start is not None:
                page, _ = self.request("GET", f"{path}/results", query={"from": start, "limit": 100})
                yield from page["items"]
                start = page["next_from"]

    def request(self, method, path, query=None, body=None, idempotency_key=None):
        """Calls any route. Returns the body and the facts from its headers; a replay has the original credits_used."""
        pairs = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        url = self._base_url + path + (f"?{urllib.parse.urlencode(pairs)}" if pairs else "")
        headers = {"x-api-key": self._key, "accept": "application/json"}
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["content-type"] = "application/json"
        if idempotency_key is not None:
            headers["idempotency-key"] = idempotency_key
        may_repeat = method == "GET" or idempotency_key is not None
        deadline = time.monotonic() + self._timeout
        retries = 0
        while True:
            try:
                return self._send(method, url, data, headers, deadline)
            except QuarryError as error:
                is_lost = error.reason is None and error.status is None
                if error.reason in LATER:
                    pause = _backoff(0)
                elif (is_lost or error.reason in PASSING) and may_repeat and retries < self._max_retries:
                    pause = _backoff(retries)
                    retries += 1
                else:
                    raise
                pause = max(pause, error.retry_after or 0)
                if time.monotonic() + pause >= deadline:
                    raise
                time.sleep(pause)

    def _send(self, method, url, data, headers, deadline):
        request = urllib.request.Request(url, data=data, headers=headers, method=method)
        timeout = max(0.1, min(self._try_timeout, deadline - time.monotonic()))
        try:
            with self._opener.open(request, timeout=timeout) as response:
                return json.loads(response.read()), _meta(response.status, response.headers)
        except urllib.error.HTTPError as error:
            raise _refusal(error) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise QuarryError(f"the connection was lost: {error}") from error


def _refusal(error):
    reason = error.headers.get("x-error-reason")
    try:
        message = json.loads(error.read()).get("error", "")
    except (ValueError, AttributeError, OSError, http.client.HTTPException):
        message = ""
    if reason is None and error.code in GATEWAY:
        return QuarryError(f"the server was not reached: status {error.code}")
    retry_after = error.headers.get("retry-after")
    return QuarryError(
        message or f"status {error.code}",
        reason,
        error.code,
        error.headers.get("x-request-id"),
        int(retry_after) if retry_after and retry_after.isdigit() else None,
    )


def _meta(status, headers):
    is_replay = headers.get("idempotent-replay") == "true"
    used = headers.get("x-credits-original") if is_replay else headers.get("x-credits-used")
    return {
        "status": status,
        "request_id": headers.get("x-request-id"),
        "credits_used": int(used or 0),
        "credits_remaining": int(headers["x-credits-remaining"]) if headers.get("x-credits-remaining") else None,
        "is_replay": is_replay,
        "provider": headers.get("x-provider"),
        "licence": headers.get("x-provider-licence"),
        "source": headers.get("x-provider-source"),
    }


def _new_key():
    return f"py-{uuid.uuid4()}"


def _text(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def _backoff(exponent):
    return min(8, 0.5 * 2**exponent) * (0.5 + random.random() / 2)


def _main(endpoint, *pairs):
    key = os.environ.get("QUARRY_KEY")
    if not key:
        sys.exit("quarry: set QUARRY_KEY to your API key")
    wrong = [pair for pair in pairs if "=" not in pair]
    if wrong:
        sys.exit(f"quarry: {wrong[0]} is not of the form key=value")
    quarry = Quarry(key, os.environ.get("QUARRY_URL", "http://127.0.0.1:8080"))
    try:
        record, meta = quarry.get(endpoint, **dict(pair.split("=", 1) for pair in pairs))
    except QuarryError as error:
        sys.exit(f"quarry: {error}" + (f" (reason {error.reason})" if error.reason else ""))
    print(json.dumps(record, ensure_ascii=False))
    print(f"credits: {meta['credits_used']}, provider: {meta['provider']}", file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: python3 quarry.py <endpoint> key=value...")
    _main(*sys.argv[1:])
