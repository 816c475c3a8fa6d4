import unittest

from onair_testing import ApiError, open_world


class WorldTest(unittest.TestCase):
    def test_worlds_do_not_see_each_other(self):
        with open_world() as first, open_world() as second:
            person = first.create_person("혼자인 사람")
            token = person.grant()["accessToken"]
            self.assertEqual(first.call("GET", "/open/v1/users/me", token=token)["channelId"], person.channel_id)
            with self.assertRaises(ApiError) as raised:
                second.call("GET", "/open/v1/users/me", token=token)
            self.assertEqual((raised.exception.status, raised.exception.api_message), (401, "INVALID_TOKEN"))
            first.clock.advance(days=2)
            self.assertGreater((first.clock.now() - second.clock.now()).total_seconds(), 47 * 3600)
            with self.assertRaises(TimeoutError):
                second.messages(second.streamer, within_sec=0)

    def test_people_act_and_a_webhook_receives_notifications(self):
        with open_world() as world:
            webhook = world.create_webhook(failFirst=1)
            owner = {"organizationId": "onair-demo", "ownerChannelId": world.streamer.channel_id}
            app = world.create_app(webhookUrl=webhook.url, **owner)
            [reward] = world.create_campaign("talk", ["검"], app)
            world.streamer.go_live(liveTitle="생방송")
            world.viewer.follow(world.streamer)
            world.viewer.unfollow(world.streamer)
            world.viewer.subscribe(world.streamer, tierNo=2)
            world.streamer.set_role(world.viewer, "STREAMING_CHAT_MANAGER")
            world.streamer.go_offline()
            claim = world.viewer.claim(reward)
            world.clock.advance(hours=1)
            attempts = world.received(webhook, count=2)
            self.assertIn(claim, attempts[0]["body"])
            self.assertEqual([request["responseStatus"] for request in attempts], [500, 200])

    def test_faults_are_injected_until_they_are_cleared(self):
        with open_world() as world:
            token = world.streamer.grant()["accessToken"]
            world.faults.set([{"kind": "status", "status": 503, "operation": "user.getMe", "nth": 1}], seed=3)
            with self.assertRaises(ApiError) as raised:
                world.call("GET", "/open/v1/users/me", token=token)
            self.assertEqual(raised.exception.status, 503)
            world.call("GET", "/open/v1/users/me", token=token)
            self.assertEqual([rule["injected"] for rule in world.faults.get()["rules"]], [1])
            self.assertEqual(world.faults.set("rate-limited")["preset"], "rate-limited")
            world.faults.clear()
            self.assertEqual(world.faults.get()["rules"], [])

    def test_a_fork_continues_apart_from_its_world_and_a_snapshot_restores_it(self):
        with open_world() as world:
            person = world.create_person("갈라진 사람")
            world.save_snapshot("before")
            with world.fork() as forked:
                forked.viewer.follow(person)
                later = forked.create_person("나중에 온 사람")
            with self.assertRaises(ApiError):
                world.viewer.follow(later)
            world.restore_snapshot("before")
            with world.fork(snapshot="before") as reopened:
                reopened.viewer.follow(person)

    def test_messages_and_the_reason_why_an_event_did_not_arrive(self):
        with open_world() as world:
            world.viewer.chat(world.streamer, "안녕하세요")
            [message] = world.messages(world.streamer)
            self.assertEqual((message["content"], message["profile"]["nickname"]), ("안녕하세요", world.viewer.channel_name))
            self.assertEqual(world.why("CHAT", world.streamer, app=world.app)["reason"], "NEVER_CONNECTED")


if __name__ == "__main__":
    unittest.main()
