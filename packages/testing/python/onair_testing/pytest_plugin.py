"""The fixture `world`: a world of its own for every test."""

import pytest

from .world import open_world


@pytest.fixture
def world():
    with open_world() as opened:
        yield opened
