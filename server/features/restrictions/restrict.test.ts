import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { restriction } from '@onair/contract'
import { Compile } from 'typebox/compile'
import type { Answer } from '../../testing/scene.ts'
import { forbidden, nobody, openStudio, refusalIn, wrongValue, type Studio } from '../../testing/studio.ts'

const path = '/open/v1/restrict-channels'
const restrict = (studio: Studio, targetChannelId: unknown, method = 'POST') =>
  studio.call(method, path, { token: studio.token, json: { targetChannelId } })
const list = (studio: Studio, query = '', json?: unknown) =>
  studio.call('GET', `${path}${query}`, { token: studio.token, ...(json !== undefined && { json }) })
const done = { code: 200, message: null, content: null }

test('who is restricted may not speak in that channel until released, and may elsewhere', async () => {
  await using studio = await openStudio()
  const who = await studio.person()
  assert.deepEqual((await restrict(studio, who)).body, done)
  studio.clock.advance(365 * 86_400_000)
  assert.deepEqual(refusalIn(await studio.say(who)), [403, 'FORBIDDEN (restricted in this channel)'])
  await studio.play('POST', '/acts/chat', { channelId: who, byChannelId: who, message: '여기' })
  const token = await studio.tokenOf(studio.channelId)
  const released = await studio.call('DELETE', path, { token, json: { targetChannelId: who } })
  assert.deepEqual(released.body, done)
  assert.equal((await studio.say(who)).status, 200)
})

for (const wireProfile of ['documented', 'observed'])
  test(`what cannot be restricted or released is a wrong value, in the ${wireProfile} profile`, async () => {
    await using studio = await openStudio({ app: { wireProfile } })
    const who = await studio.person()
    const manager = await studio.manager('STREAMING_CHAT_MANAGER')
    await restrict(studio, who)
    for (const target of [who, manager, studio.channelId, nobody])
      assert.deepEqual(refusalIn(await restrict(studio, target)), wrongValue)
    for (const target of [manager, studio.channelId, nobody])
      assert.deepEqual(refusalIn(await restrict(studio, target, 'DELETE')), wrongValue)
    const malformed = wireProfile === 'documented' ? wrongValue : [400, 'targetChannelId 값이 올바르지 않습니다.']
    for (const target of ['x', 5, null, undefined])
      assert.deepEqual(refusalIn(await restrict(studio, target)), malformed)
  })

test('restricted at once by twenty, exactly one has done it', async () => {
  await using studio = await openStudio()
  const who = await studio.person()
  for (const method of ['POST', 'DELETE']) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => restrict(studio, who, method)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.equal(answers.filter(({ status }) => status === 400).length, 19)
  }
})

test('the list is newest first, read on page by page, each entry once', async () => {
  await using studio = await openStudio()
  const people: string[] = []
  for (let at = 0; at < 7; at++) {
    people.push(await studio.person({ channelName: `시청자 ${at}` }))
    await restrict(studio, people[at])
    if (at % 2) studio.clock.advance(1000)
  }
  const schema = Compile(restriction.listRestricted.content)
  const seen: { restrictedChannelId: string; createdDate: string }[] = []
  let next: string | null = ''
  let pages = 0
  for (; next !== null; pages++) {
    const { content }: Answer['body'] = (await list(studio, `?size=3&next=${next}`)).body
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
  const whole = (await list(studio)).body.content
  assert.deepEqual(whole, { data: seen, page: { next: null } })
})

test('a page holds thirty at the most; a full last page ends the list', async () => {
  await using studio = await openStudio()
  const people = await Promise.all(Array.from({ length: 31 }, () => studio.person()))
  for (const who of people) await restrict(studio, who)
  const first = (await list(studio)).body.content
  assert.equal(first.data.length, 30)
  assert.equal((await list(studio, `?next=${first.page.next}`)).body.content.data.length, 1)
  await restrict(studio, people[0], 'DELETE')
  const full = (await list(studio, '?size=30')).body.content
  assert.deepEqual([full.data.length, full.page.next], [30, null])
})

/** What `fetch` refuses to send. */
async function getWithBody(url: string, token: string, body: string): Promise<Answer['body']> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': body.length,
  }
  const asked = request(url, { method: 'GET', headers })
  asked.end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return JSON.parse((await answer.toArray()).join('')) as Answer['body']
}

test('the values may stand in a JSON body, and the query counts before it', async () => {
  await using studio = await openStudio()
  for (let at = 0; at < 3; at++) await restrict(studio, await studio.person())
  const bodyOfGet = (query: string, body: string) => getWithBody(`${studio.url}${path}${query}`, studio.token, body)
  const { content } = await bodyOfGet('', '{"size":2}')
  assert.equal(content.data.length, 2)
  assert.equal((await bodyOfGet('', JSON.stringify({ next: content.page.next }))).content.data.length, 1)
  assert.equal((await bodyOfGet('?size=1', '{"size":2}')).content.data.length, 1)
  assert.equal((await bodyOfGet('', '{"size":')).code, 400)
  assert.equal((await bodyOfGet('', '{"size":"2"}')).code, 400)
  assert.equal((await bodyOfGet('', `"${'x'.repeat(70_000)}"`)).code, 413)
})

test('sizes and places that no list has are wrong values', async () => {
  await using studio = await openStudio()
  for (const query of ['?size=0', '?size=31', '?size=x', '?size=1.5', '?next=nonsense', '?next=MTIz'])
    assert.deepEqual(refusalIn(await list(studio, query)), wrongValue, query)
})

test('one streamer sees and releases nothing of another', async () => {
  await using studio = await openStudio()
  const who = await studio.person()
  await restrict(studio, who)
  const token = await studio.tokenOf(await studio.person())
  assert.deepEqual((await studio.call('GET', path, { token })).body.content, { data: [], page: { next: null } })
  const released = await studio.call('DELETE', path, { token, json: { targetChannelId: who } })
  assert.deepEqual(refusalIn(released), wrongValue)
})

test('writing and reading have a scope each', async () => {
  await using studio = await openStudio()
  const read = await studio.tokenOf(studio.channelId, ['활동제한 조회'])
  assert.equal((await studio.call('GET', path, { token: read })).status, 200)
  for (const method of ['POST', 'DELETE'])
    assert.deepEqual(refusalIn(await studio.call(method, path, { token: read, json: {} })), forbidden)
})
