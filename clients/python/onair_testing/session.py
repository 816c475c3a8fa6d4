"""A session: Socket.IO 2 on Engine.IO 3, which the service speaks and a python-socketio after 4 does not."""

import json
import queue
import threading
from urllib.parse import urlencode, urlsplit, urlunsplit

from .websocket import WebSocket

_EVENTS = ("SYSTEM", "CHAT", "DONATION", "SUBSCRIPTION")
_CLOSED = object()
# Packets of Engine.IO; a message contains a packet of Socket.IO.
_OPEN, _CLOSE, _PING = "0", "1", "2"
_EVENT, _DISCONNECT = "42", "41"


class Session:
    """Receives the events of a channel. Use it in a `with` statement."""

    def __init__(self, world, token, events, within=10.0):
        self._queues = {name: queue.Queue() for name in _EVENTS}
        self._ended = threading.Event()
        self._socket = WebSocket(_socket_url(world.call("GET", "/open/v1/sessions/auth", token=token)["url"]))
        self._threads = [threading.Thread(target=self._receive, daemon=True)]
        self._threads[0].start()
        try:
            self.session_key = self.next("SYSTEM", within)["data"]["sessionKey"]
            for event in events:
                path = f"/open/v1/sessions/events/subscribe/{event.lower()}"
                world.call("POST", path, query={"sessionKey": self.session_key}, token=token)
                self.next("SYSTEM", within)
        except BaseException:
            self.close()
            raise

    def next(self, event, within=5.0):
        """The next event of this kind. TimeoutError if none arrives in time, ConnectionError if the session has ended."""
        try:
            payload = self._queues[event].get(timeout=within)
        except queue.Empty:
            raise TimeoutError(f"No {event} arrived within {within} s.") from None
        if payload is _CLOSED:
            self._queues[event].put(_CLOSED)
            raise ConnectionError("The session has ended.")
        return payload

    def close(self):
        self._ended.set()
        self._socket.close()
        for thread in self._threads:
            thread.join()

    def __enter__(self):
        return self

    def __exit__(self, *_exception):
        self.close()

    def _receive(self):
        while (packet := self._socket.receive()) is not None:
            if packet.startswith(_EVENT):
                name, payload = json.loads(packet[len(_EVENT) :])[:2]
                if name in self._queues:
                    self._queues[name].put(json.loads(payload) if isinstance(payload, str) else payload)
            elif packet.startswith(_OPEN):
                self._ping_every(json.loads(packet[1:])["pingInterval"] / 1000)
            elif packet in (_CLOSE, _DISCONNECT):
                break
        self._ended.set()
        self._socket.close()
        self._socket.release()
        for events in self._queues.values():
            events.put(_CLOSED)

    def _ping_every(self, seconds):
        thread = threading.Thread(target=self._ping, args=(seconds,), daemon=True)
        self._threads.append(thread)
        thread.start()

    def _ping(self, seconds):
        while not self._ended.wait(seconds):
            try:
                self._socket.send(_PING)
            except OSError:
                return


def _socket_url(session_url):
    """A client of Socket.IO adds its path and the version of the protocol to the URL of a session."""
    parts = urlsplit(session_url)
    query = urlencode({"EIO": 3, "transport": "websocket"})
    return urlunsplit((parts.scheme, parts.netloc, "/socket.io/", "&".join(filter(None, (parts.query, query))), ""))
