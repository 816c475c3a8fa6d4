import assert from 'node:assert/strict'
import { test } from 'node:test'
import { session } from '@onair/contract'
import { Compile } from 'typebox/compile'
import { notFound, openStudio, refusalIn, wrongValue, type Studio } from '../../testing/studio.ts'
import { enter } from '../../testing/session-client.ts'

const dayMs = 86_400_000
const list = async (studio: Studio, query = '') =>
  (await studio.call('GET', `/open/v1/sessions${query}`, { token: studio.token })).body.content
const listOfClient = async (studio: Studio, query = '') =>
  (await studio.call('GET', `/open/v1/sessions/client${query}`, { client: studio.client })).body.content

const keysIn = ({ data }: { data: { sessionKey: string }[] }) => data.map(({ sessionKey }) => sessionKey)

/** Cuts a session, and waits until its end is written down. */
async function cut(studio: Studio, guest: { sessionKey: string; end(): Promise<unknown> }) {
  await studio.play('POST', `/sessions/${guest.sessionKey}/disconnect`)
  await guest.end()
  const open = studio.world.db.read.selectFrom('session').where('key', '=', guest.sessionKey)
  while (await open.where('disconnected_at', 'is', null).select('key').executeTakeFirst());
}

test('a session is listed with its dates and events, newest first; an unused URL is not', async () => {
  await using studio = await openStudio()
  const first = await studio.listen('chat')
  studio.clock.advance(61_000)
  const second = await studio.listen('subscription')
  await studio.call('POST', `/open/v1/sessions/events/subscribe/donation?sessionKey=${second.sessionKey}`, {
    token: studio.token,
  })
  await studio.call('GET', '/open/v1/sessions/auth', { token: studio.token })
  studio.clock.advance(2_000)
  await cut(studio, first)

  const content = await list(studio)
  assert.deepEqual(Compile(session.listUserSessions.content).Errors(content), [])
  const { channelId } = studio
  assert.deepEqual(content, {
    page: 0,
    totalCount: 2,
    totalPages: 1,
    data: [
      {
        sessionKey: second.sessionKey,
        connectedDate: '2026-07-18 23:33:13',
        subscribedEvents: [
          { eventType: 'DONATION', channelId },
          { eventType: 'SUBSCRIPTION', channelId },
        ],
      },
      {
        sessionKey: first.sessionKey,
        connectedDate: '2026-07-18 23:32:12',
        disconnectedDate: '2026-07-18 23:33:15',
        subscribedEvents: [{ eventType: 'CHAT', channelId }],
      },
    ],
  })
  assert.deepEqual(await list(studio, '/user'), content)
})

test('the sessions of the application and of its users are two lists, and other applications see neither', async () => {
  await using studio = await openStudio()
  const ofUser = await studio.listen('chat')
  const { body } = await studio.call('GET', '/open/v1/sessions/auth/client', { client: studio.client })
  using ofClient = await enter(body.content.url)
  assert.deepEqual(keysIn(await list(studio)), [ofUser.sessionKey])
  assert.deepEqual(keysIn(await listOfClient(studio)), [ofClient.sessionKey])

  const client = await studio.play('POST', '/apps', { name: 'other', redirectUri: 'http://127.0.0.1:9/callback' })
  const { channelId } = studio
  const { accessToken } = await studio.play('POST', '/grants', { clientId: client.clientId, channelId })
  for (const answer of [
    await studio.call('GET', '/open/v1/sessions', { token: accessToken }),
    await studio.call('GET', '/open/v1/sessions/client', { client }),
    await studio.call('GET', '/open/v1/sessions', { token: await studio.tokenOf(await studio.person()) }),
  ])
    assert.deepEqual(answer.body.content, { page: 0, totalCount: 0, totalPages: 0, data: [] })
})

test('pages hold as many as asked for, and count all', async () => {
  await using studio = await openStudio()
  const keys: string[] = []
  for (let at = 0; at < 3; at++) {
    keys.unshift((await studio.listen('chat')).sessionKey)
    studio.clock.advance(1_000)
  }
  for (const [query, shown, page, totalPages] of [
    ['?size=2', keys.slice(0, 2), 0, 2],
    ['?size=2&page=1', keys.slice(2), 1, 2],
    ['?size=2&page=2', [], 2, 2],
    ['?size=50&page=0', keys, 0, 1],
  ] as const) {
    const content = await list(studio, query)
    const listed = keysIn(content)
    assert.deepEqual([listed, content.page, content.totalPages, content.totalCount], [shown, page, totalPages, 3])
  }
})

test('sizes and pages that no list has are wrong values', async () => {
  await using studio = await openStudio()
  for (const query of ['size=0', 'size=51', 'size=x', 'page=-1', 'page=x', 'page=1.5', 'page=9999999', 'page=']) {
    const { token, client } = studio
    assert.deepEqual(refusalIn(await studio.call('GET', `/open/v1/sessions?${query}`, { token })), wrongValue, query)
    assert.deepEqual(refusalIn(await studio.call('GET', `/open/v1/sessions/client?${query}`, { client })), wrongValue)
  }
})

test('a session that ended stays listed for ninety days, to the millisecond', async () => {
  await using studio = await openStudio()
  await cut(studio, await studio.listen('chat'))
  studio.clock.moveTo(90 * dayMs - 1)
  const client = studio.world.db.read.selectFrom('session').select('key')
  const count = async () =>
    (await studio.call('GET', '/open/v1/sessions', { token: await studio.tokenOf(studio.channelId) })).body.content
      .totalCount
  assert.equal(await count(), 1)
  studio.clock.moveTo(90 * dayMs)
  assert.equal(await count(), 0)
  assert.equal((await client.execute()).length, 1)
})

test('a session that is cut says goodbye and keeps its place in nothing', async () => {
  await using studio = await openStudio()
  const guests = [await studio.listen('chat'), await studio.listen('chat'), await studio.listen('chat')] as const
  const open = () => studio.call('GET', '/open/v1/sessions/auth', { token: studio.token })
  assert.equal((await open()).status, 400)
  await cut(studio, guests[1])
  await studio.play('POST', `/sessions/${guests[1].sessionKey}/disconnect`)
  assert.equal((await open()).status, 200)
})

test('an unknown session cannot be cut', async () => {
  await using studio = await openStudio()
  for (const key of [crypto.randomUUID(), 'nothing']) {
    const { status, body } = await studio.call('POST', `/sandbox/v1/sessions/${key}/disconnect`)
    assert.deepEqual([status, body.message], [404, `${notFound[1]} (sessionKey: there is no such session)`])
  }
})
