"""A session on python-socketio 4, which speaks the protocol of the service."""

import importlib.metadata
import json
import queue

import socketio


class Session:
    """Receives the events of a channel. Use it in a `with` statement."""

    def __init__(self, world, token, events, within=10.0):
        if int(importlib.metadata.version("python-socketio").split(".")[0]) > 4:
            raise RuntimeError("This python-socketio speaks a newer protocol. Install python-socketio 4: 'onair-testing[sessions]'")
        self._queues = {name: queue.Queue() for name in ("SYSTEM", "CHAT", "DONATION", "SUBSCRIPTION")}
        self._client = socketio.Client(reconnection=False)
        for name in self._queues:
            self._client.on(name, lambda payload, name=name: self._queues[name].put(_decode(payload)))
        url = world.call("GET", "/open/v1/sessions/auth", token=token)["url"]
        self._client.connect(url, transports=["websocket"])
        self.session_key = self.next("SYSTEM", within)["data"]["sessionKey"]
        for event in events:
            path = f"/open/v1/sessions/events/subscribe/{event.lower()}"
            world.call("POST", path, query={"sessionKey": self.session_key}, token=token)
            self.next("SYSTEM", within)

    def next(self, event, within=5.0):
        """The next event of this kind, or TimeoutError."""
        try:
            return self._queues[event].get(timeout=within)
        except queue.Empty:
            raise TimeoutError(f"No {event} arrived within {within} s.") from None

    def close(self):
        self._client.disconnect()

    def __enter__(self):
        return self

    def __exit__(self, *_exception):
        self.close()


def _decode(payload):
    return json.loads(payload) if isinstance(payload, str) else payload
