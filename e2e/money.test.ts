import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { donateTo, idsOf, journalOf, listenTo, openStreamer } from '../server/testing/donations.ts'
import { openSpread, spreadMissing, type Spread } from '../server/testing/spread.ts'

const skip = spreadMissing
/** How often an API process is killed; more by `npm run faults`. */
const kills = Number(process.env['FAULT_KILLS'] ?? 3)

async function openMoney(spread: Spread) {
  const gateway = await spread.start('gateway,worker')
  const api = await spread.start('api', { SOCKET_URL: gateway.socketUrl })
  return { gateway, api, ...(await openStreamer(api)) }
}

test('a donation whose process is killed between its commit and its news is heard all the same', { skip }, async () => {
  await using spread = await openSpread()
  const { api, channelId, token } = await openMoney(spread)
  using guest = await listenTo('donation', api, { token })
  api.toRedis.freeze()
  const answer = donateTo(api, channelId).catch(() => 'killed')
  while ((await journalOf(spread)).length === 0);
  await api.stop('SIGKILL')
  assert.equal(await answer, 'killed')
  assert.deepEqual(await idsOf(guest, 1), await journalOf(spread))
})

test(
  'whenever an API process is killed, all that it wrote down is heard once and in order, and it wrote down all that it acknowledged',
  { skip },
  async () => {
    await using spread = await openSpread()
    const { gateway, api, channelId, token } = await openMoney(spread)
    using guest = await listenTo('donation', api, { token })
    const acknowledged: string[] = []
    const heard: string[] = []
    let victim = api
    for (let round = 0; round < kills; round++) {
      const donor = victim
      const giving = Array.from({ length: 40 }, async () => {
        const { content } = await donateTo(donor, channelId)
        acknowledged.push(content.donationId)
        // The last of those that come through before the end is a different one in each round.
        if (acknowledged.length % 40 === (round * 7 + 3) % 40) donor.signal('SIGKILL')
      })
      await Promise.allSettled(giving)
      await donor.stop('SIGKILL')
      const written = await journalOf(spread)
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
  using guest = await listenTo('donation', api, { token })
  for (const { toRedis } of [api, gateway]) toRedis.cut()
  const { content } = await donateTo(api, channelId)
  assert.deepEqual(await idsOf(guest, 1), [content.donationId])

  const subscribe = `/open/v1/sessions/events/subscribe/chat?sessionKey=${guest.sessionKey}`
  const { status, message } = await api.call('POST', subscribe, { token })
  assert.deepEqual([status, message], [503, 'SERVICE_UNAVAILABLE'])
  const { rows } = await sql`select from session_subscription where event_type = 'CHAT'`.execute(spread.db.read)
  assert.equal(rows.length, 0)
})
