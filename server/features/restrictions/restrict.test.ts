import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { describe, test } from 'node:test'
import { restriction } from '@onair/contract'
import { Compile } from 'typebox/compile'
import type { ApiResponse } from '../../test/test-app.ts'
import {
  forbidden,
  unknownChannelId,
  openTestChannel,
  statusAndMessage,
  invalidValue,
  type TestChannel,
} from '../../test/test-channel.ts'

const path = '/open/v1/restrict-channels'
const callRestrict = (testChannel: TestChannel, targetChannelId: unknown, method = 'POST') =>
  testChannel.call(method, path, { token: testChannel.token, json: { targetChannelId } })
const listRestrictions = (testChannel: TestChannel, query = '', json?: unknown) =>
  testChannel.call('GET', `${path}${query}`, { token: testChannel.token, ...(json !== undefined && { json }) })
const done = { code: 200, message: null, content: null }

describe('restricting and releasing', () => {
  test('a restricted viewer cannot chat in that channel until released, and can in others', async () => {
    await using studio = await openTestChannel()
    const who = await studio.createPerson()
    assert.deepEqual((await callRestrict(studio, who)).body, done)
    studio.clock.advance(365 * 86_400_000)
    assert.deepEqual(statusAndMessage(await studio.sendChat(who)), [403, 'FORBIDDEN (restricted in this channel)'])
    await studio.sandbox('POST', '/acts/chat', { channelId: who, byChannelId: who, message: '여기' })
    const token = await studio.grantToken(studio.channelId)
    const released = await studio.call('DELETE', path, { token, json: { targetChannelId: who } })
    assert.deepEqual(released.body, done)
    assert.equal((await studio.sendChat(who)).status, 200)
  })

  for (const wireProfile of ['documented', 'observed'])
    test(`rejects targets that cannot be restricted or released, in the ${wireProfile} profile`, async () => {
      await using studio = await openTestChannel({ app: { wireProfile } })
      const who = await studio.createPerson()
      const manager = await studio.createManager('STREAMING_CHAT_MANAGER')
      await callRestrict(studio, who)
      for (const target of [who, manager, studio.channelId, unknownChannelId])
        assert.deepEqual(statusAndMessage(await callRestrict(studio, target)), invalidValue)
      for (const target of [manager, studio.channelId, unknownChannelId])
        assert.deepEqual(statusAndMessage(await callRestrict(studio, target, 'DELETE')), invalidValue)
      const malformed = wireProfile === 'documented' ? invalidValue : [400, 'targetChannelId 값이 올바르지 않습니다.']
      for (const target of ['x', 5, null, undefined])
        assert.deepEqual(statusAndMessage(await callRestrict(studio, target)), malformed)
    })

  test('of twenty concurrent restrictions exactly one succeeds', async () => {
    await using studio = await openTestChannel()
    const who = await studio.createPerson()
    for (const method of ['POST', 'DELETE']) {
      const responses = await Promise.all(Array.from({ length: 20 }, () => callRestrict(studio, who, method)))
      assert.equal(responses.filter(({ status }) => status === 200).length, 1)
      assert.equal(responses.filter(({ status }) => status === 400).length, 19)
    }
  })

  test('accepts values in a JSON body; the query takes precedence', async () => {
    await using studio = await openTestChannel()
    for (let at = 0; at < 3; at++) await callRestrict(studio, await studio.createPerson())
    const bodyOfGet = (query: string, body: string) => getWithBody(`${studio.url}${path}${query}`, studio.token, body)
    const { content } = await bodyOfGet('', '{"size":2}')
    assert.equal(content.data.length, 2)
    assert.equal((await bodyOfGet('', JSON.stringify({ next: content.page.next }))).content.data.length, 1)
    assert.equal((await bodyOfGet('?size=1', '{"size":2}')).content.data.length, 1)
    assert.equal((await bodyOfGet('', '{"size":')).code, 400)
    assert.equal((await bodyOfGet('', '{"size":"2"}')).code, 400)
    assert.equal((await bodyOfGet('', `"${'x'.repeat(70_000)}"`)).code, 413)
  })

  test("a streamer cannot see or release another streamer's restrictions", async () => {
    await using studio = await openTestChannel()
    const who = await studio.createPerson()
    await callRestrict(studio, who)
    const token = await studio.grantToken(await studio.createPerson())
    assert.deepEqual((await studio.call('GET', path, { token })).body.content, { data: [], page: { next: null } })
    const released = await studio.call('DELETE', path, { token, json: { targetChannelId: who } })
    assert.deepEqual(statusAndMessage(released), invalidValue)
  })

  test('writing and reading require a scope each', async () => {
    await using studio = await openTestChannel()
    const read = await studio.grantToken(studio.channelId, ['활동제한 조회'])
    assert.equal((await studio.call('GET', path, { token: read })).status, 200)
    for (const method of ['POST', 'DELETE'])
      assert.deepEqual(statusAndMessage(await studio.call(method, path, { token: read, json: {} })), forbidden)
  })
})

describe('listing restrictions', () => {
  test('lists newest first, each entry once over all pages', async () => {
    await using studio = await openTestChannel()
    const people: string[] = []
    for (let at = 0; at < 7; at++) {
      people.push(await studio.createPerson({ channelName: `시청자 ${at}` }))
      await callRestrict(studio, people[at])
      if (at % 2) studio.clock.advance(1000)
    }
    const schema = Compile(restriction.listRestricted.content)
    const seen: { restrictedChannelId: string; createdDate: string }[] = []
    let next: string | null = ''
    let pages = 0
    for (; next !== null; pages++) {
      const { content }: ApiResponse['body'] = (await listRestrictions(studio, `?size=3&next=${next}`)).body
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
    const all = (await listRestrictions(studio)).body.content
    assert.deepEqual(all, { data: seen, page: { next: null } })
  })

  test('a page has at most 30 entries; a full last page ends the list', async () => {
    await using studio = await openTestChannel()
    const people = await Promise.all(Array.from({ length: 31 }, () => studio.createPerson()))
    for (const who of people) await callRestrict(studio, who)
    const first = (await listRestrictions(studio)).body.content
    assert.equal(first.data.length, 30)
    assert.equal((await listRestrictions(studio, `?next=${first.page.next}`)).body.content.data.length, 1)
    await callRestrict(studio, people[0], 'DELETE')
    const full = (await listRestrictions(studio, '?size=30')).body.content
    assert.deepEqual([full.data.length, full.page.next], [30, null])
  })

  test('rejects invalid sizes and cursors', async () => {
    await using studio = await openTestChannel()
    for (const query of ['?size=0', '?size=31', '?size=x', '?size=1.5', '?next=nonsense', '?next=MTIz'])
      assert.deepEqual(statusAndMessage(await listRestrictions(studio, query)), invalidValue, query)
  })
})

/** What `fetch` refuses to send. */
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
