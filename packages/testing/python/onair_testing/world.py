"""A platform of one test, and the people who act in it."""

import json
import time
from dataclasses import dataclass
from datetime import datetime, timedelta

from .api import call
from .host import open_hosted_world
from .session import Session

_POLL_SEC = 0.02


@dataclass(frozen=True)
class App:
    client_id: str
    client_secret: str


@dataclass(frozen=True)
class Webhook:
    """Where the notifications of an application arrive, as its webhook URL."""

    name: str
    url: str


def open_world():
    """Opens a new world. The first one starts a server that all test processes of the run share."""
    return World(*open_hosted_world())


class World:
    """A complete platform: its own people, applications, sessions, clock and webhooks. Use it in a `with` statement."""

    def __init__(self, host, overview):
        self._host = host
        self._is_open = True
        self._webhooks = 0
        self.base_url = overview["baseUrl"]
        self.auth_url = overview["authUrl"]
        self.socket_url = overview["socketUrl"]
        self.console_url = overview["consoleUrl"]
        demo = overview["demo"]
        self.app = App(demo["clientId"], demo["clientSecret"])
        people = {}
        for person in demo["people"]:
            people.setdefault(person["is"], Person(self, person))
        self.streamer = people["streamer"]
        self.manager = people["manager"]
        self.subscriber = people["subscriber"]
        self.follower = people["follower"]
        self.viewer = people["viewer"]
        self.clock = Clock(self)
        self.faults = Faults(self)

    def __enter__(self):
        return self

    def __exit__(self, *_exception):
        self.close()

    def close(self):
        """Deletes the world."""
        if self._is_open:
            self._is_open = False
            self._host.close(self.base_url)

    def call(self, method, path, body=None, query=None, token=None):
        """Calls any endpoint: the sandbox API without a token, the Open API with one."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        return call(self.base_url, method, path, body, query, headers)

    def create_person(self, channel_name, **options):
        return Person(self, self.call("POST", "/sandbox/v1/people", {"channelName": channel_name, **options}))

    def create_app(self, **options):
        """Registers an application. Without scopes it has all that are allowed."""
        body = {"name": "my bot", "redirectUri": f"{self.base_url}/callback", **options}
        content = self.call("POST", "/sandbox/v1/apps", body)
        return App(content["clientId"], content["clientSecret"])

    def create_campaign(self, category_id, rewards, app=None, **options):
        """Creates a drops campaign, and returns the ids of its rewards."""
        body = {"clientId": (app or self.app).client_id, "categoryId": category_id, "rewards": rewards, **options}
        return self.call("POST", "/sandbox/v1/drops/campaigns", body)["rewardIds"]

    def create_webhook(self, **options):
        """Creates a receiver. It responds 200 unless the options (status, delayMs, failFirst, failStatus) say otherwise."""
        self._webhooks += 1
        name = f"webhook-{self._webhooks}"
        self.call("PUT", f"/sandbox/v1/sinks/{name}", options)
        return Webhook(name, f"{self.base_url}/sandbox/v1/sinks/{name}")

    def received(self, webhook, count=1, within_sec=5.0):
        """Waits until a webhook has received `count` requests, and returns all: headers, body, responseStatus."""
        return _wait(
            lambda: self.call("GET", f"/sandbox/v1/sinks/{webhook.name}")["requests"],
            count,
            within_sec,
            "The webhook received {} of {} requests.",
        )

    def messages(self, channel, count=1, within_sec=5.0):
        """Waits until the chat of a channel has `count` messages, and returns all, oldest first, up to the last 100."""
        query = {"kind": "event", "name": "CHAT", "channelId": channel.channel_id, "full": "true", "size": 100}

        def read():
            records = self.call("GET", "/sandbox/v1/records", query=query)["data"]
            return [json.loads(record["detail"]["payload"]["text"]) for record in reversed(records)]

        return _wait(read, count, within_sec, "The chat has {} of {} messages.")

    def fork(self, snapshot=None):
        """Forks the world as it is now, with its credentials, or opens one of its snapshots."""
        world = self.call("POST", "/sandbox/v1/worlds", {} if snapshot is None else {"snapshot": snapshot})
        overview = call(world["baseUrl"], "GET", "/sandbox/v1", None, None, {})
        return World(_Fork(self, world["worldId"]), overview)

    def save_snapshot(self, name):
        """Saves all data of the world under a name."""
        self.call("POST", "/sandbox/v1/snapshots", {"snapshotName": name})

    def restore_snapshot(self, name):
        """Replaces all data of the world by a snapshot. All sessions are disconnected."""
        self.call("POST", f"/sandbox/v1/snapshots/{name}/restore")

    def sessions(self):
        """The connected sessions."""
        return self.call("GET", "/sandbox/v1/sessions")["data"]

    def why(self, event_type, channel, session_key=None, app=None, to="SESSION"):
        """Why the last event of this type did not reach a session, any session of an application, or its webhook."""
        query = {
            "eventType": event_type,
            "channelId": channel.channel_id,
            "sessionKey": session_key,
            "clientId": None if app is None else app.client_id,
            "to": to,
        }
        return self.call("GET", "/sandbox/v1/why-not", query=query)


class _Fork:
    """Closes a world that was forked from another."""

    def __init__(self, world, world_id):
        self._world = world
        self._world_id = world_id

    def close(self, _base_url):
        self._world.call("DELETE", f"/sandbox/v1/worlds/{self._world_id}")


class Clock:
    """Lifetimes of tokens and waits between webhook retries follow it."""

    def __init__(self, world):
        self._world = world

    def now(self):
        return _parse_time(self._world.call("GET", "/sandbox/v1/clock")["now"])

    def advance(self, days=0, hours=0, minutes=0, seconds=0):
        duration = timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
        body = {"advanceSeconds": int(duration.total_seconds())}
        return _parse_time(self._world.call("POST", "/sandbox/v1/clock", body)["now"])


class Faults:
    """Injects faults into requests, sockets and webhooks."""

    def __init__(self, world):
        self._world = world

    def set(self, plan, seed=None):
        """Replaces the plan by rules, or by a preset: `bad-evening`. The same seed gives the same faults."""
        body = {"preset": plan} if isinstance(plan, str) else {"rules": plan}
        return self._world.call("PUT", "/sandbox/v1/faults", {**body, **({} if seed is None else {"seed": seed})})

    def get(self):
        """The plan, and how often each rule injected its fault."""
        return self._world.call("GET", "/sandbox/v1/faults")

    def clear(self):
        self._world.call("DELETE", "/sandbox/v1/faults")


class Person:
    """A person of a world, who acts through the code that serves real viewers."""

    def __init__(self, world, data):
        self._world = world
        self.channel_id = data["channelId"]
        self.channel_name = data["channelName"]
        self.email = data["email"]
        self.password = data["password"]

    def chat(self, channel, message):
        return self._act("chat", channel, message=message)

    def donate(self, channel, pay_amount, donation_text="", **options):
        return self._act("donate", channel, payAmount=pay_amount, donationText=donation_text, **options)

    def subscribe(self, channel, **options):
        self._act("subscribe", channel, **options)

    def follow(self, channel):
        self._act("follow", channel)

    def unfollow(self, channel):
        self._act("unfollow", channel)

    def claim(self, reward_id):
        """Claims a reward of a drops campaign, and returns the id of the claim."""
        body = {"rewardId": reward_id, "byChannelId": self.channel_id}
        return self._world.call("POST", "/sandbox/v1/actions/claim", body)["claimId"]

    def go_live(self, **options):
        return self._world.call("POST", "/sandbox/v1/actions/go-live", {"channelId": self.channel_id, **options})

    def go_offline(self):
        self._world.call("POST", "/sandbox/v1/actions/go-offline", {"channelId": self.channel_id})

    def set_role(self, person, user_role):
        """Gives another person a role in this person's channel; None removes it."""
        body = {"channelId": self.channel_id, "byChannelId": person.channel_id, "userRole": user_role}
        self._world.call("POST", "/sandbox/v1/actions/manage", body)

    def grant(self, app=None, scopes=None):
        """Gives an application consent, the demo application unless another is named, and returns the tokens."""
        body = {"clientId": (app or self._world.app).client_id, "channelId": self.channel_id}
        return self._world.call("POST", "/sandbox/v1/grants", {**body, **({} if scopes is None else {"scopes": scopes})})

    def listen(self, *events, listener=None):
        """Opens a session of this person that receives CHAT, DONATION or SUBSCRIPTION.

        The listener is `python-socketio`, or `stdlib` where version 4 of it is not installed.
        """
        return Session(self._world, self.grant()["accessToken"], events, listener)

    def _act(self, action, channel, **values):
        body = {"channelId": channel.channel_id, "byChannelId": self.channel_id, **values}
        return self._world.call("POST", f"/sandbox/v1/actions/{action}", body)


def _wait(read, count, within_sec, message):
    end = time.monotonic() + within_sec
    while True:
        items = read()
        if len(items) >= count:
            return items
        if time.monotonic() > end:
            raise TimeoutError(message.format(len(items), count))
        time.sleep(_POLL_SEC)


def _parse_time(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))
