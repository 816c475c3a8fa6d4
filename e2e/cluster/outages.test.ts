import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openCluster, clusterUnavailable, type Cluster, type ClusterProcess } from '../../server/test/cluster.ts'
import {
  connectAndSubscribe,
  createStreamer,
  listStoredDonationIds,
  sendDonation,
  type TestStreamer,
} from '../../server/test/donations.ts'
import { eventually } from '../../server/test/eventually.ts'
import { seededRandom } from '../../server/test/seeded-random.ts'
import type { SessionClient } from '../../server/test/session-client.ts'

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

/** What one session received. */
type ReceivedSession = { subscribedAfter: number; ids: string[]; isClosed: boolean }

/** Subscribes a session, and opens another one whenever it is closed. */
async function startListener(cluster: Cluster, api: ClusterProcess, streamer: TestStreamer) {
  const sessions: ReceivedSession[] = []
  const stop = new AbortController()
  const openSession = () => connectAndSubscribe('donation', api, streamer)
  let client: SessionClient | null = await openSession()

  const receiveAll = async (client: SessionClient) => {
    const stored = await listStoredDonationIds(cluster)
    const session: ReceivedSession = { subscribedAfter: stored.length, ids: [], isClosed: false }
    sessions.push(session)
    try {
      for (;;) session.ids.push((await client.next())[1].eventId)
    } catch {
      session.isClosed = true
    }
  }
  const listening = (async () => {
    while (!stop.signal.aborted) {
      if (client !== null) await receiveAll(client)
      client = await openSession().catch(() => null)
    }
    client?.[Symbol.dispose]()
  })()
  return {
    sessions,
    async [Symbol.asyncDispose]() {
      stop.abort()
      client?.[Symbol.dispose]()
      await listening
    },
  }
}

describe('outages', { skip: clusterUnavailable }, () => {
  test(`no session misses an event, and every request is answered, in outages of up to ${maxOutageSec} s`, async (t) => {
    const random = seededRandom(seed)
    await using cluster = await openCluster()
    const gateway = await cluster.start('gateway,worker')
    const api = await cluster.start('api', { SOCKET_URL: gateway.socketUrl })
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
    for (const { subscribedAfter, ids, isClosed } of listener.sessions) {
      const first = ids[0] === undefined ? stored.length : stored.indexOf(ids[0])
      assert.deepEqual(ids, stored.slice(first, first + ids.length))
      assert.ok(first <= subscribedAfter, `first event ${first}, subscribed after ${subscribedAfter}`)
      assert.ok(isClosed || first + ids.length === stored.length)
    }
    t.diagnostic(`seed ${seed}, ${stored.length} donations, slowest response ${Math.round(slowestMs)} ms`)
  })
})

/** Waits until the open session has received all stored donations. */
async function waitUntilComplete(sessions: ReceivedSession[], cluster: Cluster) {
  const last = (await listStoredDonationIds(cluster)).at(-1)
  await eventually(async () => {
    const open = sessions.at(-1)
    if (open === undefined || open.isClosed) return false
    return open.ids.at(-1) === last || open.subscribedAfter >= (await listStoredDonationIds(cluster)).length
  }, recovery)
}
