import queue
import signal
import sys
import tempfile
import threading
import unittest
from pathlib import Path

from onair_testing import open_world
from onair_testing.listener import open_listener, why_not_python_socketio

_SIGINT_HANDLER = signal.getsignal(signal.SIGINT)


class SessionTests:
    """What a session does with each listener."""

    @classmethod
    def setUpClass(cls):
        cls.world = open_world()
        cls.addClassCleanup(cls.world.close)

    def listen(self, *events):
        return self.world.streamer.listen(*events, listener=self.listener)

    def write(self, message):
        self.world.viewer.chat(self.world.streamer, message)

    def test_it_receives_the_events_of_a_kind_in_order(self):
        with self.listen("CHAT", "DONATION") as session:
            messages = ["!hello", "긴말" * 50, *(str(number) for number in range(10))]
            for message in messages:
                self.write(message)
            self.assertEqual([session.next("CHAT")["content"] for _ in messages], messages)
            self.world.viewer.donate(self.world.streamer, 1000, "화이팅")
            self.assertEqual(session.next("DONATION")["payAmount"], "1000")
            with self.assertRaises(TimeoutError):
                session.next("SUBSCRIPTION", within_sec=0)

    def test_it_learns_that_its_subscription_is_revoked(self):
        with self.listen("CHAT") as session:
            body = {"clientId": self.world.app.client_id, "channelId": self.world.streamer.channel_id}
            self.world.call("DELETE", "/sandbox/v1/grants", body)
            self.assertEqual(session.next("SYSTEM")["type"], "revoked")

    def test_it_returns_what_it_received_before_it_was_disconnected(self):
        with self.listen("CHAT") as session:
            self.write("the last")
            self.world.messages(self.world.streamer)
            self.world.call("POST", f"/sandbox/v1/sessions/{session.session_key}/disconnect")
            self.assertEqual(session.next("CHAT")["content"], "the last")
            self.assert_ended(session)

    def test_it_ends_when_its_connection_is_cut(self):
        with self.listen("CHAT") as session:
            self.world.faults.set([{"kind": "socket-cut", "eventType": "CHAT", "count": 1}])
            self.addCleanup(self.world.faults.clear)
            self.write("lost")
            self.assert_ended(session)

    def test_it_ends_with_its_world(self):
        with open_world() as world:
            session = world.streamer.listen("CHAT", listener=self.listener)
        self.assert_ended(session)
        session.close()

    def test_a_slow_handler_does_not_change_the_order(self):
        token = self.world.streamer.grant()["accessToken"]
        url = self.world.call("GET", "/open/v1/sessions/auth", token=token)["url"]
        messages, overtaken = queue.Queue(), threading.Event()

        def receive(_name, payload):
            if payload["data"].get("eventType") == "CHAT":
                overtaken.wait(0.1)
            messages.put(payload)
            if payload["data"].get("eventType") == "DONATION":
                overtaken.set()

        listener = open_listener(self.listener, url, receive, lambda: None)
        self.addCleanup(listener.close)
        query = {"sessionKey": messages.get(timeout=5)["data"]["sessionKey"]}
        for event in ("chat", "donation"):
            self.world.call("POST", f"/open/v1/sessions/events/subscribe/{event}", query=query, token=token)
        events = [messages.get(timeout=5)["data"]["eventType"] for _ in range(2)]
        self.assertEqual(events, ["CHAT", "DONATION"])

    def test_it_leaves_no_thread_and_no_signal_handler(self):
        before = set(threading.enumerate())
        with self.listen("CHAT") as session:
            self.assertGreater(len(threading.enumerate()), len(before))
        self.assertEqual(set(threading.enumerate()) - before, set())
        self.assertEqual(signal.getsignal(signal.SIGINT), _SIGINT_HANDLER)
        self.assert_ended(session)
        session.close()

    def test_a_session_url_connects_once(self):
        token = self.world.streamer.grant()["accessToken"]
        url = self.world.call("GET", "/open/v1/sessions/auth", token=token)["url"]
        events, ended = [], threading.Event()
        first = open_listener(self.listener, url, lambda *event: events.append(event), ended.set)
        self.addCleanup(first.close)
        refused = threading.Event()
        second = open_listener(self.listener, url, lambda *_event: None, refused.set)
        self.addCleanup(second.close)
        self.assertTrue(refused.wait(5))
        self.assertFalse(ended.is_set())

    def test_a_server_that_does_not_answer_is_a_connection_error(self):
        with self.assertRaises(ConnectionError):
            open_listener(self.listener, "http://127.0.0.1:1/?auth=x", lambda *_event: None, lambda: None)

    def assert_ended(self, session):
        with self.assertRaisesRegex(ConnectionError, "has ended"):
            session.next("CHAT")


class StandardLibraryTest(SessionTests, unittest.TestCase):
    listener = "stdlib"


@unittest.skipIf(why_not_python_socketio(), why_not_python_socketio())
class PythonSocketIOTest(SessionTests, unittest.TestCase):
    listener = "python-socketio"


class ListenerTest(unittest.TestCase):
    def test_a_later_python_socketio_is_not_used(self):
        with tempfile.TemporaryDirectory() as folder:
            metadata = Path(folder, "python_socketio-5.11.0.dist-info", "METADATA")
            metadata.parent.mkdir()
            metadata.write_text("Metadata-Version: 2.1\nName: python-socketio\nVersion: 5.11.0\n")
            sys.path.insert(0, folder)
            self.addCleanup(sys.path.remove, folder)
            with self.assertRaisesRegex(RuntimeError, "5.11.0 does not speak the protocol"):
                open_listener("python-socketio", "http://127.0.0.1:1", lambda *_event: None, lambda: None)
            with self.assertRaises(ConnectionRefusedError):
                open_listener(None, "http://127.0.0.1:1", lambda *_event: None, lambda: None)

    def test_an_unknown_listener_is_an_error(self):
        with self.assertRaisesRegex(ValueError, "Choose one of python-socketio, stdlib"):
            open_listener("socketio", "http://127.0.0.1:1", lambda *_event: None, lambda: None)


if __name__ == "__main__":
    unittest.main()
