"""A bot that greets viewers, refreshes its token, and comes back after a disconnect."""

import json
import threading
import time
import urllib.error
import urllib.request


class Refused(Exception):
    """The service refused a call."""


class Bot:
    def __init__(self, base_url, client_id, client_secret, tokens, on_chat=None):
        self.base_url = base_url
        self.app = {"clientId": client_id, "clientSecret": client_secret}
        self.tokens = tokens
        self.on_chat = on_chat or self.greet
        self.status = "starting"
        self.sessions = 0

    def start(self):
        url = self.call("GET", "/open/v1/sessions/auth")["url"]
        threading.Thread(target=self._run, args=[url], daemon=True).start()

    def stop(self, status="stopped"):
        self.status = status

    def greet(self, nickname, content):
        if content == "!hello":
            self.say(f"Hello, {nickname}!")

    def say(self, message):
        self.call("POST", "/open/v1/chats/send", {"message": message})

    def refresh(self):
        body = {"grantType": "refresh_token", "refreshToken": self.tokens["refreshToken"], **self.app}
        try:
            self.tokens = self._send("POST", "/auth/v1/token", body)
        except Refused:
            self.stop("refused")
            raise

    def call(self, method, path, body=None):
        try:
            return self._send(method, path, body)
        except Refused as error:
            if str(error) != "INVALID_TOKEN":
                raise
        self.refresh()
        return self._send(method, path, body)

    def _send(self, method, path, body):
        headers = {"Authorization": "Bearer " + self.tokens["accessToken"], "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base_url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return json.load(response)["content"]
        except urllib.error.HTTPError as error:
            raise Refused(json.load(error)["message"]) from None

    def _run(self, url):
        while self.status != "stopped":
            try:
                self._listen(url)
            except OSError:
                pass  # the session has ended
            if self.status in ("stopped", "refused"):
                return
            self.status = "starting"
            try:
                url = self.call("GET", "/open/v1/sessions/auth")["url"]
            except (Refused, OSError):
                return self.stop("refused")

    def _listen(self, url):
        address, _, query = url.partition("?")
        poll = f"{address.rstrip('/')}/socket.io/?{query}&EIO=3&transport=polling&b64=1"
        pinged_at = time.monotonic()
        while self.status in ("starting", "listening"):
            with urllib.request.urlopen(poll, timeout=60) as response:
                text = response.read().decode()
            for packet in packets(text):
                if packet[0] == "0":
                    poll += "&sid=" + json.loads(packet[1:])["sid"]
                elif packet[0] == "1" or packet.startswith("41"):
                    return
                elif packet.startswith("42"):
                    self._receive(*json.loads(packet[2:]))
            if time.monotonic() - pinged_at > 20:
                pinged_at = time.monotonic()
                urllib.request.urlopen(urllib.request.Request(poll, data=b"1:2"), timeout=10).close()

    def _receive(self, name, event):
        if name == "CHAT":
            self.on_chat(event["profile"]["nickname"], event["content"])
        elif event["type"] == "connected":
            self.call("POST", "/open/v1/sessions/events/subscribe/chat?sessionKey=" + event["data"]["sessionKey"])
        elif event["type"] == "subscribed":
            self.sessions += 1
            self.status = "listening"
        elif event["type"] == "revoked":
            self.stop("refused")


def packets(text):
    while text:
        length, _, rest = text.partition(":")
        yield rest[: int(length)]
        text = rest[int(length) :]
