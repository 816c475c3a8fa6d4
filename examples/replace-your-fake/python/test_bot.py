import time

import pytest

from bot import Bot
from fake import Fake


@pytest.fixture
def service():
    fake = Fake()
    yield fake
    fake.close()


@pytest.fixture
def bot(service):
    bot = Bot(service.base_url, *service.app, service.tokens)
    bot.start()
    wait_for(lambda: bot.status == "listening")
    yield bot
    bot.stop()


def wait_for(condition, within_sec=5):
    end = time.monotonic() + within_sec
    while not condition():
        assert time.monotonic() < end, "It did not happen in time."
        time.sleep(0.02)


def test_greets_a_viewer(service, bot):
    service.chat("민수", "!hello")
    assert service.sent() == "Hello, 민수!"


def test_refreshes_an_expired_token(service, bot):
    service.expire_tokens()
    bot.say("still here")
    assert service.sent() == "still here"


def test_comes_back_after_a_disconnect(service, bot):
    service.disconnect()
    wait_for(lambda: bot.sessions == 2 and bot.status == "listening")
    service.chat("민수", "!hello")
    assert service.sent() == "Hello, 민수!"
