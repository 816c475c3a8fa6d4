"""For pytest: the fixture of the plugin."""


def test_every_test_has_a_world(world):
    world.viewer.chat(world.streamer, "!hello")
    assert [message["content"] for message in world.messages(world.streamer)] == ["!hello"]


def test_of_its_own(world):
    world.viewer.chat(world.streamer, "another")
    assert [message["content"] for message in world.messages(world.streamer)] == ["another"]
