"""The process that runs the worlds. All test processes with the same installation of Onair share it."""

import atexit
import hashlib
import json
import os
import shutil
import socket
import stat
import subprocess
import tempfile
import threading
import time

_START_TIMEOUT_SEC = 60
_RETRY_SEC = 0.05
_CALL_TIMEOUT_SEC = 60

_lock = threading.Lock()
_host = None


def connect_to_host():
    """A connection that this process keeps. After a fork, the child opens its own."""
    global _host
    with _lock:
        if _host is None or _host.pid != os.getpid() or _host.is_closed:
            host = Host(_connect_or_start())
            host.start()
            _host = host
        return _host


_OPEN_ATTEMPTS = 3


class HostEnded(RuntimeError):
    """The process of the worlds has ended."""


def open_hosted_world():
    """Opens a world. A host that was about to end is replaced by another."""
    for attempt in range(1, _OPEN_ATTEMPTS + 1):
        try:
            host = connect_to_host()
            return host, host.open()
        except HostEnded:
            if attempt == _OPEN_ATTEMPTS:
                raise


class Host:
    """The host closes the worlds of this process when the connection ends, however the process ends."""

    def __init__(self, connection):
        connection.settimeout(_CALL_TIMEOUT_SEC)
        self.pid = os.getpid()
        self.is_closed = False
        # Python warns about a socket that is still open at its end.
        atexit.register(connection.close)
        self._file = connection.makefile("rw", encoding="utf-8", newline="\n")
        self._lock = threading.Lock()
        self._last_id = 0

    def start(self):
        """Returns when the host is ready to open worlds."""
        self._call({"method": "start", "runner": _runner_pid()})

    def open(self):
        return self._call({"method": "open"})["world"]

    def close(self, base_url):
        self._call({"method": "close", "baseUrl": base_url})

    def _call(self, request):
        with self._lock:
            self._last_id += 1
            try:
                self._file.write(json.dumps({"id": self._last_id, **request}) + "\n")
                self._file.flush()
                line = self._file.readline()
            except OSError as error:
                self.is_closed = True
                raise HostEnded("The process of the worlds does not respond.") from error
        if line == "":
            self.is_closed = True
            raise HostEnded("The process of the worlds has ended.")
        response = json.loads(line)
        if "error" in response:
            raise RuntimeError(response["error"])
        return response


def _runner_pid():
    """The controller of pytest-xdist, which the host outlives by little, or None."""
    return os.getppid() if "PYTEST_XDIST_WORKER" in os.environ else None


def _connect_or_start():
    command = find_command()
    path = _socket_path(command)
    process = None
    end = time.monotonic() + _START_TIMEOUT_SEC
    while time.monotonic() < end:
        connection = _try_connect(path)
        if connection is not None:
            if process is not None:
                _forget(process)
            return connection
        # With code 0, another host was faster. It may have ended since.
        if process is None or process.poll() == 0:
            process = _start(command, path)
        elif process.poll() is not None:
            raise RuntimeError(f"Onair cannot start: {process.stderr.read().decode().strip()}")
        time.sleep(_RETRY_SEC)
    raise RuntimeError(f"Onair did not start within {_START_TIMEOUT_SEC} s.")


def find_command():
    """The npm package `onair`: in ONAIR_COMMAND, in node_modules of this directory or a parent, or in PATH."""
    named = os.environ.get("ONAIR_COMMAND")
    if named:
        return os.path.realpath(named)
    directory = os.getcwd()
    while True:
        installed = os.path.join(directory, "node_modules", ".bin", "onair")
        if os.path.exists(installed):
            return os.path.realpath(installed)
        parent = os.path.dirname(directory)
        if parent == directory:
            break
        directory = parent
    found = shutil.which("onair")
    if found is None:
        raise RuntimeError("Onair is not installed. Run npm i -D onair, or set ONAIR_COMMAND to its command.")
    return os.path.realpath(found)


def _socket_path(command):
    """In a directory that only this user can enter."""
    directory = os.path.join(tempfile.gettempdir(), f"onair-worlds-{os.getuid()}")
    os.makedirs(directory, mode=0o700, exist_ok=True)
    status = os.lstat(directory)
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o077:
        raise RuntimeError(f"{directory} must be a directory of this user with mode 700. Delete it.")
    return os.path.join(directory, hashlib.sha256(command.encode()).hexdigest()[:16])


def _try_connect(path):
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect(path)
        return connection
    except OSError:
        connection.close()
        return None


def _start(command, path):
    """Outlives this process, and ends with the test run."""
    return subprocess.Popen(
        [command, "worlds", path],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        # Ctrl+C in a terminal ends the tests, which ends it.
        start_new_session=True,
        # The hooks of the tests do not apply to the server.
        env={name: value for name, value in os.environ.items() if name != "NODE_OPTIONS"},
    )


def _forget(process):
    """The host reports no more errors here, and this process does not wait for its end."""
    process.stderr.close()
    process.returncode = 0
