import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '../../test/session-client.ts'
import { openTestApp } from '../../test/test-app.ts'

test('a chat made here reaches whoever subscribed, with the role and badges of who speaks', async () => {
  await using testApp = await openTestApp({ demo: true })
  const { demo } = await testApp.sandbox('GET', '')
  const personByRole = (is: string) => demo.people.find((person: { is: string }) => person.is === is).channelId
  const channelId = personByRole('streamer')
  const { accessToken } = await testApp.sandbox('POST', '/grants', { clientId: demo.clientId, channelId })
  const { body } = await testApp.call('GET', '/open/v1/sessions/auth', { token: accessToken })
  using client = await connect(body.content.url)
  const path = `/open/v1/sessions/events/subscribe/chat?sessionKey=${client.sessionKey}`
  await testApp.call('POST', path, { token: accessToken })
  await client.next()

  for (const [is, role, badges] of [
    ['streamer', 'streamer', ['streamer']],
    ['manager', 'streaming_channel_manager', ['manager']],
    ['subscriber', 'common_user', ['subscriber']],
    ['viewer', 'common_user', []],
  ] as const) {
    const said = { channelId, byChannelId: personByRole(is), message: `${is} 안녕` }
    const { messageId } = await testApp.sandbox('POST', '/acts/chat', said)
    const [event, { content, eventId, userRoleCode, profile }] = await client.next()
    const pictures = profile.badges.map(({ imageUrl }: { imageUrl: string }) => imageUrl.split('/').at(-1))
    assert.deepEqual(
      [event, content, eventId, userRoleCode, profile.userRoleCode, pictures],
      ['CHAT', said.message, messageId, role, role, badges.map((name) => `${name}.png`)],
    )
  }
})

test('a message that no chat takes is refused with the reason', async () => {
  await using testApp = await openTestApp()
  const { channelId } = await testApp.createFixture()
  for (const message of ['x'.repeat(101), ' ', 'a\0b', '', 5, undefined]) {
    const json = { channelId, byChannelId: channelId, message }
    const { status, body } = await testApp.call('POST', '/sandbox/v1/acts/chat', { json })
    assert.equal(status, 400)
    assert.match(body.message ?? '', /^잘못된 값을 입력했습니다\. \(message: .+\)$/)
  }
})

test('unknown channels are not found and malformed ones refused, by the name of the field', async () => {
  await using testApp = await openTestApp()
  const { channelId } = await testApp.createFixture()
  for (const field of ['channelId', 'byChannelId'])
    for (const [wrong, status, told] of [
      ['0'.repeat(32), 404, 'NOT_FOUND'],
      ['nobody', 400, '잘못된 값을 입력했습니다.'],
      [channelId.toUpperCase().padEnd(33, 'A'), 400, '잘못된 값을 입력했습니다.'],
    ] as const) {
      const json = { channelId, byChannelId: channelId, message: 'hi', [field]: wrong }
      const answer = await testApp.call('POST', '/sandbox/v1/acts/chat', { json })
      assert.equal(answer.status, status)
      assert.ok(answer.body.message?.startsWith(`${told} (${field}: `), answer.body.message ?? '')
    }
})
