import threading

import pytest

from bot import Bot, Refused
from test_bot import last_message, wait_for


def open_bot(world, tokens=None, on_chat=None):
    tokens = tokens or world.streamer.grant()
    bot = Bot(world.base_url, world.app.client_id, world.app.client_secret, tokens, on_chat)
    bot.start()
    wait_for(lambda: bot.status == "listening")
    return bot


def test_a_refresh_token_that_two_programs_use_ends_the_access_of_both(world):
    tokens = world.streamer.grant()
    first, second = open_bot(world, tokens), open_bot(world, tokens)
    first.refresh()
    with pytest.raises(Refused, match="INVALID_TOKEN"):
        second.refresh()
    with pytest.raises(Refused, match="INVALID_TOKEN"):
        first.say("hello")
    assert [first.status, second.status] == ["refused", "refused"]


def test_a_person_has_three_sessions(world):
    for _ in range(3):
        open_bot(world)
    with pytest.raises(Refused, match="no more than 3 sessions"):
        open_bot(world)


def test_stops_when_the_streamer_withdraws_consent(world):
    bot = open_bot(world)
    body = {"clientId": world.app.client_id, "channelId": world.streamer.channel_id}
    world.call("DELETE", "/sandbox/v1/grants", body)
    wait_for(lambda: bot.status == "refused")


def test_comes_back_after_it_was_dropped_because_it_did_not_read(world):
    go_on = threading.Event()
    bot = open_bot(world, on_chat=lambda nickname, content: go_on.wait(30) and bot.greet(nickname, content))
    for _ in range(400):
        world.viewer.chat(world.streamer, "가" * 100)
    wait_for(lambda: world.sessions() == [])
    go_on.set()
    wait_for(lambda: bot.sessions == 2 and bot.status == "listening")
    world.viewer.chat(world.streamer, "!hello")
    wait_for(lambda: last_message(world, 1) == f"Hello, {world.viewer.channel_name}!")
