"""A live-streaming platform for every test: people who act, a clock that moves, webhooks, and why an event did not arrive."""

from .api import ApiError
from .world import App, Person, Webhook, World, open_world

__all__ = ["ApiError", "App", "Person", "Webhook", "World", "open_world"]
