"""A fake of the service, written by hand: tokens, sessions and chat."""

import json
import queue
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit


class Fake:
    def __init__(self):
        self.app = ("client", "secret")
        self.tokens = {"accessToken": "access-1", "refreshToken": "refresh-1"}
        self._valid = dict(self.tokens)
        self._issued = 1
        self._sessions = {}
        self._sent = queue.Queue()
        handler = type("Handler", (Handler,), {"fake": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.base_url = f"http://127.0.0.1:{self._server.server_port}"

    def chat(self, nickname, content):
        """A viewer writes in the chat."""
        for packets in self._sessions.values():
            packets.put("42" + json.dumps(["CHAT", {"profile": {"nickname": nickname}, "content": content}]))

    def expire_tokens(self):
        self._valid["accessToken"] = "expired"

    def disconnect(self):
        for packets in self._sessions.values():
            packets.put("41")
        self._sessions.clear()

    def sent(self):
        """Waits for the next message that was sent to the service."""
        return self._sent.get(timeout=5)

    def close(self):
        self.disconnect()
        self._server.shutdown()
        self._server.server_close()

    def issue_token(self, body):
        if body["clientSecret"] != self.app[1]:
            return 401, "INVALID_CLIENT", None
        if body["refreshToken"] != self._valid["refreshToken"]:
            return 401, "INVALID_TOKEN", None
        self._issued += 1
        self._valid = {"accessToken": f"access-{self._issued}", "refreshToken": f"refresh-{self._issued}"}
        return 200, None, {**self._valid, "tokenType": "Bearer", "expiresIn": "86400"}

    def answer(self, path, query, token, body):
        if path == "/auth/v1/token":
            return self.issue_token(body)
        if token != "Bearer " + self._valid["accessToken"]:
            return 401, "INVALID_TOKEN", None
        if path == "/open/v1/sessions/auth":
            return 200, None, {"url": f"{self.base_url}/?auth=1"}
        if path == "/open/v1/sessions/events/subscribe/chat":
            packets = self._sessions.get(query["sessionKey"])
            if packets is None:
                return 404, "NOT_FOUND", None
            packets.put("42" + json.dumps(["SYSTEM", {"type": "subscribed", "data": {"eventType": "CHAT"}}]))
            return 200, None, None
        if path == "/open/v1/chats/send":
            if len(body["message"]) > 100:
                return 400, "message is too long", None
            self._sent.put(body["message"])
            return 200, None, {"messageId": "1"}
        return 404, "NOT_FOUND", None

    def poll(self, sid):
        """Waits for the next packet of a session; without one, a session begins."""
        if sid is None:
            sid = f"session-{len(self._sessions) + 1}-{self._issued}"
            self._sessions[sid] = queue.Queue()
            connected = {"type": "connected", "data": {"sessionKey": sid}}
            self._sessions[sid].put("42" + json.dumps(["SYSTEM", connected]))
            return "0" + json.dumps({"sid": sid, "upgrades": [], "pingInterval": 25000, "pingTimeout": 60000})
        packets = self._sessions.get(sid)
        return "41" if packets is None else packets.get()


class Handler(BaseHTTPRequestHandler):
    fake = None

    def do_GET(self):
        self.handle_request({})

    def do_POST(self):
        data = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.handle_request(json.loads(data) if data.startswith(b"{") else {})

    def handle_request(self, body):
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if parts.path == "/socket.io/":
            packet = "ok" if self.command == "POST" else self.fake.poll(query.get("sid"))
            return self.reply(200, f"{len(packet)}:{packet}")
        status, message, content = self.fake.answer(parts.path, query, self.headers.get("Authorization"), body)
        self.reply(status, json.dumps({"code": status, "message": message, "content": content}))

    def reply(self, status, text):
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_args):
        pass
