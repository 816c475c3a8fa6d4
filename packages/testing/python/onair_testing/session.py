"""A session: the events of a channel, by kind."""

import json
import queue

from .listener import open_listener

_EVENTS = ("SYSTEM", "CHAT", "DONATION", "SUBSCRIPTION")
_CLOSED = object()


class Session:
    """Receives the events of a channel. Use it in a `with` statement."""

    def __init__(self, world, token, events, listener=None, within_sec=10.0):
        self._queues = {name: queue.Queue() for name in _EVENTS}
        session_url = world.call("GET", "/open/v1/sessions/auth", token=token)["url"]
        self._listener = open_listener(listener, session_url, self._receive, self._end)
        try:
            self.session_key = self.next("SYSTEM", within_sec)["data"]["sessionKey"]
            for event in events:
                path = f"/open/v1/sessions/events/subscribe/{event.lower()}"
                world.call("POST", path, query={"sessionKey": self.session_key}, token=token)
                self.next("SYSTEM", within_sec)
        except BaseException:
            self.close()
            raise

    def next(self, event, within_sec=5.0):
        """The next event of this kind. TimeoutError if none arrives in time, ConnectionError if the session has ended."""
        try:
            payload = self._queues[event].get(timeout=within_sec)
        except queue.Empty:
            raise TimeoutError(f"No {event} arrived within {within_sec} s.") from None
        if payload is _CLOSED:
            self._queues[event].put(_CLOSED)
            raise ConnectionError("The session has ended.")
        return payload

    def close(self):
        """Disconnects, and returns when no thread of the session is left."""
        self._listener.close()
        self._end()

    def __enter__(self):
        return self

    def __exit__(self, *_exception):
        self.close()

    def _receive(self, name, payload):
        if name in self._queues:
            # In the wire profile `observed`, payloads are JSON strings.
            self._queues[name].put(json.loads(payload) if isinstance(payload, str) else payload)

    def _end(self):
        for events in self._queues.values():
            events.put(_CLOSED)
