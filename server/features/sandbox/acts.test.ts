import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../testing/session-client.ts'
import { openScene } from '../../testing/scene.ts'

test('a chat made here reaches whoever subscribed, with the role and badges of who speaks', async () => {
  await using scene = await openScene({ demo: true })
  const { demo } = await scene.play('GET', '')
  const personWho = (is: string) => demo.people.find((person: { is: string }) => person.is === is).channelId
  const channelId = personWho('streamer')
  const { accessToken } = await scene.play('POST', '/grants', { clientId: demo.clientId, channelId })
  const { body } = await scene.call('GET', '/open/v1/sessions/auth', { token: accessToken })
  using guest = await enter(body.content.url)
  const path = `/open/v1/sessions/events/subscribe/chat?sessionKey=${guest.sessionKey}`
  await scene.call('POST', path, { token: accessToken })
  await guest.next()

  for (const [is, role, badges] of [
    ['streamer', 'streamer', ['streamer']],
    ['manager', 'streaming_channel_manager', ['manager']],
    ['subscriber', 'common_user', ['subscriber']],
    ['viewer', 'common_user', []],
  ] as const) {
    const said = { channelId, byChannelId: personWho(is), message: `${is} 안녕` }
    const { messageId } = await scene.play('POST', '/acts/chat', said)
    const [event, { content, eventId, userRoleCode, profile }] = await guest.next()
    const pictures = profile.badges.map(({ imageUrl }: { imageUrl: string }) => imageUrl.split('/').at(-1))
    assert.deepEqual(
      [event, content, eventId, userRoleCode, profile.userRoleCode, pictures],
      ['CHAT', said.message, messageId, role, role, badges.map((name) => `${name}.png`)],
    )
  }
})

test('a message that no chat takes is refused with the reason', async () => {
  await using scene = await openScene()
  const { channelId } = await scene.cast()
  for (const message of ['x'.repeat(101), ' ', 'a\0b', '', 5, undefined]) {
    const json = { channelId, byChannelId: channelId, message }
    const { status, body } = await scene.call('POST', '/sandbox/v1/acts/chat', { json })
    assert.equal(status, 400)
    assert.match(body.message ?? '', /^잘못된 값을 입력했습니다\. \(message: .+\)$/)
  }
})

test('unknown channels are not found and malformed ones refused, by the name of the field', async () => {
  await using scene = await openScene()
  const { channelId } = await scene.cast()
  for (const field of ['channelId', 'byChannelId'])
    for (const [wrong, status, told] of [
      ['0'.repeat(32), 404, 'NOT_FOUND'],
      ['nobody', 400, '잘못된 값을 입력했습니다.'],
      [channelId.toUpperCase().padEnd(33, 'A'), 400, '잘못된 값을 입력했습니다.'],
    ] as const) {
      const json = { channelId, byChannelId: channelId, message: 'hi', [field]: wrong }
      const answer = await scene.call('POST', '/sandbox/v1/acts/chat', { json })
      assert.equal(answer.status, status)
      assert.ok(answer.body.message?.startsWith(`${told} (${field}: `), answer.body.message ?? '')
    }
})
