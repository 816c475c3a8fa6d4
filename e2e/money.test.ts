import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { enter, type SessionClient } from '../server/testing/session-client.ts'
import { openSpread, spreadMissing, type Spread, type SpreadProcess } from '../server/testing/spread.ts'

const skip = spreadMissing
/** How often an API process is killed; more by `npm run faults`. */
const kills = Number(process.env['FAULT_KILLS'] ?? 3)

/** Someone who donates, and someone who is subscribed to that. */
async function openMoney(spread: Spread) {
  const gateway = await spread.start('gateway,worker')
  const api = await spread.start('api', { SOCKET_URL: gateway.socketUrl })
  const { channelId } = await api.play('POST', '/people', { channelName: '방송인' })
  const client = await api.play('POST', '/apps', { name: 'bot', redirectUri: 'http://127.0.0.1:9/callback' })
  const { accessToken: token } = await api.play('POST', '/grants', { clientId: client.clientId, channelId })
  return { gateway, api, channelId, token }
}

async function listenTo(kind: string, api: SpreadProcess, token: string) {
  const guest = await enter((await api.call('GET', '/open/v1/sessions/auth', { token })).content.url)
  const path = `/open/v1/sessions/events/subscribe/${kind}?sessionKey=${guest.sessionKey}`
  assert.equal((await api.call('POST', path, { token })).status, 200)
  assert.equal((await guest.next())[1].type, 'subscribed')
  return guest
}

const donation = (channelId: string, payAmount: number) => ({
  channelId,
  byChannelId: null,
  payAmount,
  donationText: '',
  donationType: 'CHAT',
})

async function idsOf(guest: SessionClient, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) ids.push((await guest.next())[1].eventId)
  return ids
}

async function journal({ db }: Spread): Promise<string[]> {
  const rows = await db.read.selectFrom('donation').select('id').orderBy('position').execute()
  return rows.map(({ id }) => id)
}

test('a donation whose process is killed between its commit and its news is heard all the same', { skip }, async () => {
  await using spread = await openSpread()
  const { api, channelId, token } = await openMoney(spread)
  using guest = await listenTo('donation', api, token)
  api.toRedis.freeze()
  const answer = api.play('POST', '/acts/donate', donation(channelId, 1000)).catch(() => 'killed')
  while ((await journal(spread)).length === 0);
  await api.stop('SIGKILL')
  assert.equal(await answer, 'killed')
  assert.deepEqual(await idsOf(guest, 1), await journal(spread))
})

test(
  'whenever an API process is killed, all that it wrote down is heard once and in order, and it wrote down all that it acknowledged',
  { skip },
  async () => {
    await using spread = await openSpread()
    const { gateway, api, channelId, token } = await openMoney(spread)
    using guest = await listenTo('donation', api, token)
    const acknowledged: string[] = []
    const heard: string[] = []
    let victim = api
    for (let round = 0; round < kills; round++) {
      const donor = victim
      const giving = Array.from({ length: 40 }, async (_, at) => {
        const { donationId } = await donor.play('POST', '/acts/donate', donation(channelId, at + 1))
        acknowledged.push(donationId)
        // The last of those that come through before the end is a different one in each round.
        if (acknowledged.length % 40 === (round * 7 + 3) % 40) donor.signal('SIGKILL')
      })
      await Promise.allSettled(giving)
      await donor.stop('SIGKILL')
      const written = await journal(spread)
      heard.push(...(await idsOf(guest, written.length - heard.length)))
      assert.deepEqual(heard, written)
      victim = await spread.start('api', { SOCKET_URL: gateway.socketUrl })
    }
    assert.deepEqual(
      acknowledged.filter((id) => !heard.includes(id)),
      [],
    )
    assert.ok(acknowledged.length > 0)
    assert.deepEqual(await guest.soFar(), [])
  },
)

test('without the bus money is heard within seconds, and nothing can be subscribed', { skip }, async () => {
  await using spread = await openSpread()
  const { api, gateway, channelId, token } = await openMoney(spread)
  using guest = await listenTo('donation', api, token)
  for (const { toRedis } of [api, gateway]) toRedis.cut()
  const { donationId } = await api.play('POST', '/acts/donate', donation(channelId, 1))
  assert.deepEqual(await idsOf(guest, 1), [donationId])

  const subscribe = `/open/v1/sessions/events/subscribe/chat?sessionKey=${guest.sessionKey}`
  const { status, message } = await api.call('POST', subscribe, { token })
  assert.deepEqual([status, message], [503, 'SERVICE_UNAVAILABLE'])
  const { rows } = await sql`select from session_subscription where event_type = 'CHAT'`.execute(spread.db.read)
  assert.equal(rows.length, 0)
})
