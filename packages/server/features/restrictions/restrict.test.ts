import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { describe, test } from 'node:test'
import { restriction } from '@onair/contract'
import { Compile } from 'typebox/compile'
import type { ApiResponse } from '../../../../tests/support/apps/test-app.ts'
import {
  forbidden,
  unknownChannelId,
  openTestChannel,
  statusAndMessage,
  invalidValue,
  type TestChannel,
} from '../../../../tests/support/apps/test-channel.ts'

const path = '/open/v1/restrict-channels'
const callRestrict = (testChannel: TestChannel, targetChannelId: unknown, method = 'POST') =>
  testChannel.call(method, path, { token: testChannel.token, json: { targetChannelId } })
const listRestrictions = (testChannel: TestChannel, query = '', json?: unknown) =>
  testChannel.call('GET', `${path}${query}`, { token: testChannel.token, ...(json !== undefined && { json }) })
const done = { code: 200, message: null, content: null }

describe('restricting and releasing', () => {
  test('a restricted viewer cannot chat in that channel until released, and can in others', async () => {
    await using testChannel = await openTestChannel()
    const who = await testChannel.createPerson()
    assert.deepEqual((await callRestrict(testChannel, who)).body, done)
    testChannel.clock.advance(365 * 86_400_000)
    assert.deepEqual(statusAndMessage(await testChannel.sendChat(who)), [
      403,
      'FORBIDDEN (the sender is restricted in this channel)',
    ])
    await testChannel.act('chat', { channelId: who, byChannelId: who, message: '여기' })
    const token = await testChannel.grantToken(testChannel.channelId)
    const released = await testChannel.call('DELETE', path, { token, json: { targetChannelId: who } })
    assert.deepEqual(released.body, done)
    assert.equal((await testChannel.sendChat(who)).status, 200)
  })

  for (const wireProfile of ['documented', 'observed'])
    // Gap 53.
    test(`rejects targets that cannot be restricted or released, in the ${wireProfile} profile`, async () => {
      await using testChannel = await openTestChannel({ app: { wireProfile } })
      const who = await testChannel.createPerson()
      const manager = await testChannel.createManager('STREAMING_CHAT_MANAGER')
      await callRestrict(testChannel, who)
      for (const target of [who, manager, testChannel.channelId, unknownChannelId])
        assert.deepEqual(statusAndMessage(await callRestrict(testChannel, target)), invalidValue)
      for (const target of [manager, testChannel.channelId, unknownChannelId])
        assert.deepEqual(statusAndMessage(await callRestrict(testChannel, target, 'DELETE')), invalidValue)
      const malformed = wireProfile === 'documented' ? invalidValue : [400, 'targetChannelId 값이 올바르지 않습니다.']
      for (const target of ['x', 5, null, undefined])
        assert.deepEqual(statusAndMessage(await callRestrict(testChannel, target)), malformed)
    })

  test('of twenty concurrent restrictions exactly one succeeds', async () => {
    await using testChannel = await openTestChannel()
    const who = await testChannel.createPerson()
    for (const method of ['POST', 'DELETE']) {
      const responses = await Promise.all(Array.from({ length: 20 }, () => callRestrict(testChannel, who, method)))
      assert.equal(responses.filter(({ status }) => status === 200).length, 1)
      assert.equal(responses.filter(({ status }) => status === 400).length, 19)
    }
  })

  // Gap 30.
  test('accepts values in a JSON body; the query takes precedence', async () => {
    await using testChannel = await openTestChannel()
    for (let at = 0; at < 3; at++) await callRestrict(testChannel, await testChannel.createPerson())
    const bodyOfGet = (query: string, body: string) =>
      getWithBody(`${testChannel.url}${path}${query}`, testChannel.token, body)
    const { content } = await bodyOfGet('', '{"size":2}')
    assert.equal(content.data.length, 2)
    assert.equal((await bodyOfGet('', JSON.stringify({ next: content.page.next }))).content.data.length, 1)
    assert.equal((await bodyOfGet('?size=1', '{"size":2}')).content.data.length, 1)
    assert.equal((await bodyOfGet('', '{"size":')).code, 400)
    assert.equal((await bodyOfGet('', '{"size":"2"}')).code, 400)
    assert.equal((await bodyOfGet('', `"${'x'.repeat(70_000)}"`)).code, 413)
  })

  test("a streamer cannot see or release another streamer's restrictions", async () => {
    await using testChannel = await openTestChannel()
    const who = await testChannel.createPerson()
    await callRestrict(testChannel, who)
    const token = await testChannel.grantToken(await testChannel.createPerson())
    assert.deepEqual((await testChannel.call('GET', path, { token })).body.content, { data: [], page: { next: null } })
    const released = await testChannel.call('DELETE', path, { token, json: { targetChannelId: who } })
    assert.deepEqual(statusAndMessage(released), invalidValue)
  })

  test('writing and reading require a scope each', async () => {
    await using testChannel = await openTestChannel()
    const read = await testChannel.grantToken(testChannel.channelId, ['활동제한 조회'])
    assert.equal((await testChannel.call('GET', path, { token: read })).status, 200)
    for (const method of ['POST', 'DELETE'])
      assert.deepEqual(statusAndMessage(await testChannel.call(method, path, { token: read, json: {} })), forbidden)
  })
})

describe('listing restrictions', () => {
  // Gap 31.
  test('lists newest first, each entry once over all pages', async () => {
    await using testChannel = await openTestChannel()
    const people: string[] = []
    for (let at = 0; at < 7; at++) {
      people.push(await testChannel.createPerson({ channelName: `시청자 ${at}` }))
      await callRestrict(testChannel, people[at])
      if (at % 2) testChannel.clock.advance(1000)
    }
    const schema = Compile(restriction.listRestricted.content)
    const seen: { restrictedChannelId: string; createdDate: string }[] = []
    let next: string | null = ''
    let pages = 0
    for (; next !== null; pages++) {
      const { content }: ApiResponse['body'] = (await listRestrictions(testChannel, `?size=3&next=${next}`)).body
      assert.deepEqual(schema.Errors(content), [])
      seen.push(...content.data)
      next = content.page.next
    }
    assert.equal(pages, 3)
    assert.deepEqual(seen.map((entry) => entry.restrictedChannelId).sort(), people.sort())
    assert.deepEqual(
      seen.map(({ createdDate }) => createdDate),
      ['15', '14', '14', '13', '13', '12', '12'].map((second) => `2026-07-18 23:32:${second}`),
    )
    const all = (await listRestrictions(testChannel)).body.content
    assert.deepEqual(all, { data: seen, page: { next: null } })
  })

  test('a page has at most 30 entries; a full last page ends the list', async () => {
    await using testChannel = await openTestChannel()
    const people = await Promise.all(Array.from({ length: 31 }, () => testChannel.createPerson()))
    for (const who of people) await callRestrict(testChannel, who)
    const first = (await listRestrictions(testChannel)).body.content
    assert.equal(first.data.length, 30)
    assert.equal((await listRestrictions(testChannel, `?next=${first.page.next}`)).body.content.data.length, 1)
    await callRestrict(testChannel, people[0], 'DELETE')
    const full = (await listRestrictions(testChannel, '?size=30')).body.content
    assert.deepEqual([full.data.length, full.page.next], [30, null])
  })

  test('rejects invalid sizes and cursors', async () => {
    await using testChannel = await openTestChannel()
    for (const query of ['?size=0', '?size=31', '?size=x', '?size=1.5', '?next=nonsense', '?next=MTIz'])
      assert.deepEqual(statusAndMessage(await listRestrictions(testChannel, query)), invalidValue, query)
  })
})

/** Sends a GET request with a body, which `fetch` refuses to send. */
async function getWithBody(url: string, token: string, body: string): Promise<ApiResponse['body']> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': body.length,
  }
  const asked = request(url, { method: 'GET', headers })
  asked.end(body)
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return JSON.parse((await response.toArray()).join('')) as ApiResponse['body']
}
