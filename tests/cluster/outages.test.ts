import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openCluster, clusterUnavailable, type ClusterProcess } from '../support/programs/cluster.ts'
import {
  assertReceivedInOrder,
  createStreamer,
  listStoredDonationIds,
  sendDonation,
  startListener,
  waitUntilComplete,
} from '../support/apps/donations.ts'
import { eventually } from '../support/eventually.ts'
import { seededRandom } from '../support/seeded-random.ts'

const seed = Number(process.env['FAULT_SEED'] ?? 7)
/** The longest outage, in seconds; more by `npm run faults`. */
const maxOutageSec = Number(process.env['FAULT_STOP_SEC'] ?? 3)
const recovery = { within: 60_000 }

type Processes = { api: ClusterProcess; gateway: ClusterProcess }
type Outage = { name: string; begin: (processes: Processes) => void; end: (processes: Processes) => void }

const outages: Outage[] = [
  {
    name: 'the bus hangs for the gateway',
    begin: ({ gateway }) => gateway.toRedis.freeze(),
    end: ({ gateway }) => gateway.toRedis.thaw(),
  },
  {
    name: 'the bus is disconnected for all',
    begin: ({ api, gateway }) => [api, gateway].forEach(({ toRedis }) => toRedis.disconnect()),
    end: ({ api, gateway }) => [api, gateway].forEach(({ toRedis }) => toRedis.restore()),
  },
  {
    name: 'the database is disconnected for the gateway',
    begin: ({ gateway }) => gateway.toDatabase.disconnect(),
    end: ({ gateway }) => gateway.toDatabase.restore(),
  },
  {
    name: 'the database hangs for all',
    begin: ({ api, gateway }) => [api, gateway].forEach(({ toDatabase }) => toDatabase.freeze()),
    end: ({ api, gateway }) => [api, gateway].forEach(({ toDatabase }) => toDatabase.thaw()),
  },
  {
    name: 'the gateway is stopped',
    begin: ({ gateway }) => gateway.signal('SIGSTOP'),
    end: ({ gateway }) => gateway.signal('SIGCONT'),
  },
]

describe('outages', { skip: clusterUnavailable }, () => {
  test(`no session misses an event, and every request is answered, in outages of up to ${maxOutageSec} s`, async (t) => {
    const random = seededRandom(seed)
    await using cluster = await openCluster()
    const gateway = await cluster.start('gateway,worker')
    const api = await cluster.start('api', { ONAIR_SOCKET_URL: gateway.socketUrl })
    const streamer = await createStreamer(api)
    await using listener = await startListener(cluster, api, streamer)
    const crashed = Promise.race([gateway.ended, api.ended]).then(({ stderr }) => Promise.reject(new Error(stderr)))
    crashed.catch(() => {})
    let slowestMs = 0
    const donateOnce = async () => {
      const sentAt = performance.now()
      const { status } = await sendDonation(api, streamer.channelId)
      slowestMs = Math.max(slowestMs, performance.now() - sentAt)
      assert.ok([200, 503].includes(status), `status ${status}`)
      return status
    }

    for (const { name, begin, end } of outages) {
      const outageMs = 1_000 + random.below(maxOutageSec * 1_000 - 1_000)
      await donateOnce()
      begin({ api, gateway })
      for (const until = performance.now() + outageMs; performance.now() < until;) await donateOnce()
      end({ api, gateway })
      const endedAt = performance.now()
      await eventually(async () => (await donateOnce()) === 200, recovery)
      await Promise.race([waitUntilComplete(listener.sessions, cluster), crashed])
      const closed = listener.sessions.filter(({ isClosed }) => isClosed).length
      t.diagnostic(
        `${name} for ${Math.round(outageMs)} ms: complete ${Math.round(performance.now() - endedAt)} ms after it, ${closed} sessions closed so far`,
      )
    }
    const stored = await listStoredDonationIds(cluster)
    assertReceivedInOrder(listener.sessions, stored)
    t.diagnostic(`seed ${seed}, ${stored.length} donations, slowest response ${Math.round(slowestMs)} ms`)
  })
})
