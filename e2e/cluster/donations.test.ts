import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { openCluster, clusterUnavailable, type Cluster } from '../../server/test/cluster.ts'
import {
  connectAndSubscribe,
  createStreamer,
  listStoredDonationIds,
  receiveEventIds,
  sendDonation,
} from '../../server/test/donations.ts'
import { eventually } from '../../server/test/eventually.ts'

/** How often an API process is killed; more by `npm run faults`. */
const kills = Number(process.env['FAULT_KILLS'] ?? 3)

async function startGatewayAndApi(cluster: Cluster) {
  const gateway = await cluster.start('gateway,worker')
  const api = await cluster.start('api', { SOCKET_URL: gateway.socketUrl })
  return { gateway, api, ...(await createStreamer(api)) }
}

describe('delivery of donations', { skip: clusterUnavailable }, () => {
  test('a donation is delivered if its process is killed between commit and publish', async () => {
    await using cluster = await openCluster()
    const { api, channelId, token } = await startGatewayAndApi(cluster)
    using client = await connectAndSubscribe('donation', api, { token })
    api.toRedis.freeze()
    const response = sendDonation(api, channelId).catch(() => 'killed')
    await eventually(async () => (await listStoredDonationIds(cluster)).length > 0, { within: 20_000 })
    await api.stop('SIGKILL')
    assert.equal(await response, 'killed')
    assert.deepEqual(await receiveEventIds(client, 1), await listStoredDonationIds(cluster))
  })

  test('no kill of an API process loses, repeats or reorders a stored donation', async () => {
    await using cluster = await openCluster()
    const { gateway, api, channelId, token } = await startGatewayAndApi(cluster)
    using client = await connectAndSubscribe('donation', api, { token })
    const acknowledged: string[] = []
    const receivedIds: string[] = []
    let currentApi = api
    for (let round = 0; round < kills; round++) {
      const victim = currentApi
      const donations = Array.from({ length: 40 }, async () => {
        const { content } = await sendDonation(victim, channelId)
        acknowledged.push(content.donationId)
        // Each round kills the process after another number of responses.
        if (acknowledged.length % 40 === (round * 7 + 3) % 40) victim.signal('SIGKILL')
      })
      await Promise.allSettled(donations)
      await victim.stop('SIGKILL')
      const stored = await listStoredDonationIds(cluster)
      receivedIds.push(...(await receiveEventIds(client, stored.length - receivedIds.length)))
      assert.deepEqual(receivedIds, stored)
      currentApi = await cluster.start('api', { SOCKET_URL: gateway.socketUrl })
    }
    assert.deepEqual(
      acknowledged.filter((id) => !receivedIds.includes(id)),
      [],
    )
    assert.ok(acknowledged.length > 0)
    assert.deepEqual(await client.drain(), [])
  })

  test('without the bus donations arrive within seconds, and subscribing returns 503', async () => {
    await using cluster = await openCluster()
    const { api, gateway, channelId, token } = await startGatewayAndApi(cluster)
    using client = await connectAndSubscribe('donation', api, { token })
    for (const { toRedis } of [api, gateway]) toRedis.disconnect()
    const { content } = await sendDonation(api, channelId)
    assert.deepEqual(await receiveEventIds(client, 1), [content.donationId])

    const path = `/open/v1/sessions/events/subscribe/chat?sessionKey=${client.sessionKey}`
    const { status, message } = await api.call('POST', path, { token })
    assert.deepEqual([status, message], [503, 'SERVICE_UNAVAILABLE'])
    const { rows } = await sql`select from session_subscription where event_type = 'CHAT'`.execute(cluster.db.read)
    assert.equal(rows.length, 0)
  })
})
