"""Clients of Socket.IO 2 on Engine.IO 3, which the service speaks: python-socketio 4, or the standard library."""

import importlib
import importlib.util
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from urllib.parse import urlencode, urlsplit, urlunsplit

from .websocket import WebSocket

# Packets of Engine.IO; a message contains a packet of Socket.IO.
_OPEN, _CLOSE, _PING = "0", "1", "2"
_EVENT, _DISCONNECT = "42", "41"
_PACKAGES = "'python-socketio[client]==4.6.1' 'python-engineio==3.14.2'"


def open_listener(name, session_url, receive, end):
    """Calls `receive(event, payload)` in the order of arrival, and `end()` at the end of the session, maybe repeatedly."""
    listeners = {"python-socketio": SocketIOListener, "stdlib": StandardLibraryListener}
    if name is None:
        name = "stdlib" if why_not_python_socketio() else "python-socketio"
    if name not in listeners:
        raise ValueError(f"There is no listener {name!r}. Choose one of {', '.join(listeners)}.")
    if name == "python-socketio" and (reason := why_not_python_socketio()):
        raise RuntimeError(reason)
    return listeners[name](session_url, receive, end)


def why_not_python_socketio():
    """None if version 4 is installed with what it needs. Later versions speak Engine.IO 4 only."""
    for package, major in (("python-socketio", "4"), ("python-engineio", "3")):
        try:
            version = metadata.version(package)
        except metadata.PackageNotFoundError:
            return f"{package} is not installed. Run pip install {_PACKAGES}."
        if version.split(".")[0] != major:
            return f"{package} {version} does not speak the protocol of the service. Run pip install {_PACKAGES}."
    # By polling, the library disconnects when a response has more than 16 packets.
    if importlib.util.find_spec("websocket") is None:
        return f"websocket-client is not installed. Run pip install {_PACKAGES}."
    return None


class SocketIOListener:
    """Listens with python-socketio 4, by WebSocket."""

    def __init__(self, session_url, receive, end):
        self._threads = []
        socketio = importlib.import_module("socketio")
        # In the main thread, the library would replace the handler of SIGINT for good.
        with ThreadPoolExecutor(1) as executor:
            self._client = executor.submit(socketio.Client, reconnection=False).result()
        self._client.eio.start_background_task = self._start
        self._client.on("disconnect", end)
        for name in ("SYSTEM", "CHAT", "DONATION", "SUBSCRIPTION"):
            self._client.on(name, lambda payload, name=name: receive(name, payload))
        try:
            self._client.connect(session_url, transports=["websocket"])
        except socketio.exceptions.ConnectionError as error:
            raise ConnectionError(f"The server refused the session: {error}") from error

    def close(self):
        self._client.disconnect()
        for thread in self._threads:
            thread.join()
        if self._client.eio.ws is not None:
            self._client.eio.ws.shutdown()
        if self._client.eio.http is not None:
            self._client.eio.http.close()

    def _start(self, target, *args):
        # The library handles each message in a thread of its own, which does not keep their order.
        if target == self._client.eio.handlers["message"]:
            return target(*args)
        thread = threading.Thread(target=target, args=args, daemon=True)
        self._threads.append(thread)
        thread.start()
        return thread


class StandardLibraryListener:
    """Listens with the standard library, by WebSocket."""

    def __init__(self, session_url, receive, end):
        self._receive_event = receive
        self._end = end
        self._ended = threading.Event()
        self._socket = WebSocket(_socket_url(session_url))
        self._threads = [threading.Thread(target=self._receive, daemon=True)]
        self._threads[0].start()

    def close(self):
        self._ended.set()
        self._socket.close()
        for thread in self._threads:
            thread.join()

    def _receive(self):
        while (packet := self._socket.receive()) is not None:
            if packet.startswith(_EVENT):
                name, payload = json.loads(packet[len(_EVENT) :])[:2]
                self._receive_event(name, payload)
            elif packet.startswith(_OPEN):
                self._ping_every(json.loads(packet[1:])["pingInterval"] / 1000)
            elif packet in (_CLOSE, _DISCONNECT):
                break
        self._ended.set()
        self._socket.close()
        self._socket.release()
        self._end()

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
