import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import {
  sendDonation,
  receiveEventIds,
  listStoredDonationIds,
  connectAndSubscribe,
  createStreamer,
} from '../../server/test/donations.ts'
import { openCluster, clusterUnavailable, type Cluster } from '../../server/test/cluster.ts'

const skip = clusterUnavailable
/** How often an API process is killed; more by `npm run faults`. */
const kills = Number(process.env['FAULT_KILLS'] ?? 3)

async function startGatewayAndApi(cluster: Cluster) {
  const gateway = await cluster.start('gateway,worker')
  const api = await cluster.start('api', { SOCKET_URL: gateway.socketUrl })
  return { gateway, api, ...(await createStreamer(api)) }
}

test('a donation whose process is killed between its commit and its news is heard all the same', { skip }, async () => {
  await using spread = await openCluster()
  const { api, channelId, token } = await startGatewayAndApi(spread)
  using client = await connectAndSubscribe('donation', api, { token })
  api.toRedis.freeze()
  const answer = sendDonation(api, channelId).catch(() => 'killed')
  while ((await listStoredDonationIds(spread)).length === 0);
  await api.stop('SIGKILL')
  assert.equal(await answer, 'killed')
  assert.deepEqual(await receiveEventIds(client, 1), await listStoredDonationIds(spread))
})

test(
  'whenever an API process is killed, all that it wrote down is heard once and in order, and it wrote down all that it acknowledged',
  { skip },
  async () => {
    await using spread = await openCluster()
    const { gateway, api, channelId, token } = await startGatewayAndApi(spread)
    using client = await connectAndSubscribe('donation', api, { token })
    const acknowledged: string[] = []
    const receivedIds: string[] = []
    let victim = api
    for (let round = 0; round < kills; round++) {
      const donor = victim
      const donations = Array.from({ length: 40 }, async () => {
        const { content } = await sendDonation(donor, channelId)
        acknowledged.push(content.donationId)
        // The last of those that come through before the end is a different one in each round.
        if (acknowledged.length % 40 === (round * 7 + 3) % 40) donor.signal('SIGKILL')
      })
      await Promise.allSettled(donations)
      await donor.stop('SIGKILL')
      const written = await listStoredDonationIds(spread)
      receivedIds.push(...(await receiveEventIds(client, written.length - receivedIds.length)))
      assert.deepEqual(receivedIds, written)
      victim = await spread.start('api', { SOCKET_URL: gateway.socketUrl })
    }
    assert.deepEqual(
      acknowledged.filter((id) => !receivedIds.includes(id)),
      [],
    )
    assert.ok(acknowledged.length > 0)
    assert.deepEqual(await client.drain(), [])
  },
)

test('without the bus money is heard within seconds, and nothing can be subscribed', { skip }, async () => {
  await using spread = await openCluster()
  const { api, gateway, channelId, token } = await startGatewayAndApi(spread)
  using client = await connectAndSubscribe('donation', api, { token })
  for (const { toRedis } of [api, gateway]) toRedis.disconnect()
  const { content } = await sendDonation(api, channelId)
  assert.deepEqual(await receiveEventIds(client, 1), [content.donationId])

  const subscribe = `/open/v1/sessions/events/subscribe/chat?sessionKey=${client.sessionKey}`
  const { status, message } = await api.call('POST', subscribe, { token })
  assert.deepEqual([status, message], [503, 'SERVICE_UNAVAILABLE'])
  const { rows } = await sql`select from session_subscription where event_type = 'CHAT'`.execute(spread.db.read)
  assert.equal(rows.length, 0)
})
