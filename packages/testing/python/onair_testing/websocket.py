"""A WebSocket (RFC 6455) for text messages, with the standard library."""

import base64
import hashlib
import os
import socket
import ssl
import struct
import threading
from urllib.parse import urlsplit

_CONNECT_TIMEOUT_SEC = 10
_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_CONTINUATION, _TEXT, _CLOSE, _PING, _PONG = 0, 1, 8, 9, 10


class WebSocket:
    """One connection. One thread receives; any thread sends."""

    def __init__(self, url):
        parts = urlsplit(url)
        is_secure = parts.scheme in ("https", "wss")
        self._lock = threading.Lock()
        self._socket = socket.create_connection(
            (parts.hostname, parts.port or (443 if is_secure else 80)), timeout=_CONNECT_TIMEOUT_SEC
        )
        try:
            if is_secure:
                context = ssl.create_default_context()
                self._socket = context.wrap_socket(self._socket, server_hostname=parts.hostname)
            self._file = self._socket.makefile("rb")
            self._shake_hands(parts)
        except BaseException:
            self._socket.close()
            raise
        self._socket.settimeout(None)

    def receive(self):
        """The next text message, or None at the end of the connection."""
        message = b""
        while True:
            frame = self._read_frame()
            if frame is None:
                return None
            is_last, opcode, payload = frame
            if opcode == _CLOSE:
                return None
            if opcode == _PING:
                self._send(_PONG, payload)
            elif opcode in (_TEXT, _CONTINUATION):
                message += payload
                if is_last:
                    return message.decode()

    def send(self, text):
        self._send(_TEXT, text.encode())

    def close(self):
        """Ends the connection, and a `receive` in another thread."""
        try:
            self._send(_CLOSE, b"")
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def release(self):
        """After the last `receive`."""
        self._file.close()
        self._socket.close()

    def _shake_hands(self, parts):
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {parts.path or '/'}?{parts.query} HTTP/1.1",
            f"Host: {parts.netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        ]
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        status = self._file.readline().decode("latin-1").strip()
        headers = {}
        while line := self._file.readline().decode("latin-1").strip():
            name, _, value = line.partition(":")
            headers[name.strip().lower()] = value.strip()
        accept = base64.b64encode(hashlib.sha1((key + _GUID).encode()).digest()).decode()
        if " 101 " not in f"{status} " or headers.get("sec-websocket-accept") != accept:
            raise ConnectionError(f"The server refused the WebSocket: {status or 'no response'}")

    def _read_frame(self):
        try:
            head = self._file.read(2)
            if len(head) < 2:
                return None
            length = head[1] & 0x7F
            if length > 125:
                width = 2 if length == 126 else 8
                length = int.from_bytes(self._file.read(width), "big")
            payload = self._file.read(length)
        except OSError:
            return None
        return (head[0] & 0x80 != 0, head[0] & 0x0F, payload) if len(payload) == length else None

    def _send(self, opcode, payload):
        length = len(payload)
        if length < 126:
            head = struct.pack("!BB", 0x80 | opcode, 0x80 | length)
        else:
            head = struct.pack("!BBH", 0x80 | opcode, 0x80 | 126, length)
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
        with self._lock:
            self._socket.sendall(head + mask + masked)
