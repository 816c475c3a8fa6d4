import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  sendDonation,
  listStoredDonationIds,
  connectAndSubscribe,
  createStreamer,
  type TestStreamer,
} from '../../server/test/donations.ts'
import { seededRandom } from '../../server/test/seeded-random.ts'
import type { SessionClient } from '../../server/test/session-client.ts'
import { openCluster, clusterUnavailable, type Cluster, type ClusterProcess } from '../../server/test/cluster.ts'

const seed = Number(process.env['FAULT_SEED'] ?? 7)
/** The longest stop, in seconds; more by `npm run faults`. */
const maxOutageSec = Number(process.env['FAULT_STOP_SEC'] ?? 3)

type Processes = { api: ClusterProcess; gateway: ClusterProcess }
type Outage = { name: string; begin: (processes: Processes) => void; end: (processes: Processes) => void }

const outages: Outage[] = [
  {
    name: 'the bus hangs for the gateway',
    begin: ({ gateway }) => gateway.toRedis.freeze(),
    end: ({ gateway }) => gateway.toRedis.thaw(),
  },
  {
    name: 'the bus is gone for all',
    begin: ({ api, gateway }) => [api, gateway].forEach(({ toRedis }) => toRedis.disconnect()),
    end: ({ api, gateway }) => [api, gateway].forEach(({ toRedis }) => toRedis.restore()),
  },
  {
    name: 'the database is gone for the gateway',
    begin: ({ gateway }) => gateway.toDatabase.disconnect(),
    end: ({ gateway }) => gateway.toDatabase.restore(),
  },
  {
    name: 'the database hangs for all',
    begin: ({ api, gateway }) => [api, gateway].forEach(({ toDatabase }) => toDatabase.freeze()),
    end: ({ api, gateway }) => [api, gateway].forEach(({ toDatabase }) => toDatabase.thaw()),
  },
  {
    name: 'the gateway stands still',
    begin: ({ gateway }) => gateway.signal('SIGSTOP'),
    end: ({ gateway }) => gateway.signal('SIGCONT'),
  },
]

/** What one session heard: everything from where it began, until it was closed or now. */
type ReceivedSession = { subscribedAfter: number; ids: string[]; isClosed: boolean }

/** Someone who listens, and asks for a new session whenever theirs is closed. */
async function keepListening(cluster: Cluster, api: ClusterProcess, streamer: TestStreamer) {
  const sessions: ReceivedSession[] = []
  const stop = new AbortController()
  const started = Promise.withResolvers<void>()
  const listening = (async () => {
    while (!stop.signal.aborted) {
      const client = await connectAndSubscribe('donation', api, streamer).catch(() => null)
      if (client === null) continue
      const received: ReceivedSession = {
        subscribedAfter: (await listStoredDonationIds(cluster)).length,
        ids: [],
        isClosed: false,
      }
      sessions.push(received)
      started.resolve()
      await receiveAll(client, received)
    }
  })()
  let currentClient: (SessionClient & { sessionKey: string }) | null = null
  async function receiveAll(client: SessionClient & { sessionKey: string }, received: ReceivedSession) {
    currentClient = client
    try {
      for (;;) received.ids.push((await client.next())[1].eventId)
    } catch {
      received.isClosed = true
    }
  }
  await started.promise
  return {
    sessions,
    async [Symbol.asyncDispose]() {
      stop.abort()
      currentClient?.[Symbol.dispose]()
      await listening
    },
  }
}

test(
  `no session has a hole, whatever stops for up to ${maxOutageSec} s, and everybody is answered`,
  { skip: clusterUnavailable },
  async (t) => {
    const random = seededRandom(seed)
    await using spread = await openCluster()
    const gateway = await spread.start('gateway,worker')
    const api = await spread.start('api', { SOCKET_URL: gateway.socketUrl })
    const streamer = await createStreamer(api)
    await using listener = await keepListening(spread, api, streamer)
    const crashed = Promise.race([gateway.ended, api.ended]).then(({ stderr }) => Promise.reject(new Error(stderr)))
    crashed.catch(() => {})
    let slowestMs = 0
    const donateOnce = async () => {
      const at = performance.now()
      const { status } = await sendDonation(api, streamer.channelId)
      slowestMs = Math.max(slowestMs, performance.now() - at)
      assert.ok([200, 500, 503].includes(status), `answered ${status}`)
      return status
    }

    for (const { name, begin, end } of outages) {
      const outageMs = 1_000 + random.below(maxOutageSec * 1_000 - 1_000)
      await donateOnce()
      begin({ api, gateway })
      for (const until = performance.now() + outageMs; performance.now() < until;) await donateOnce()
      end({ api, gateway })
      const endedAt = performance.now()
      while ((await donateOnce()) !== 200);
      await Promise.race([waitUntilComplete(listener.sessions, spread), crashed])
      const closed = listener.sessions.filter(({ isClosed }) => isClosed).length
      t.diagnostic(
        `${name} for ${Math.round(outageMs)} ms: whole ${Math.round(performance.now() - endedAt)} ms after, ${closed} sessions closed so far`,
      )
    }
    const journal = await listStoredDonationIds(spread)
    for (const { subscribedAfter, ids, isClosed } of listener.sessions) {
      const first = ids[0] === undefined ? journal.length : journal.indexOf(ids[0])
      assert.deepEqual(ids, journal.slice(first, first + ids.length))
      assert.ok(first <= subscribedAfter, `began at ${first}, subscribed at ${subscribedAfter}`)
      assert.ok(isClosed || first + ids.length === journal.length)
    }
    t.diagnostic(`seed ${seed}, ${journal.length} donations, slowest answer ${Math.round(slowestMs)} ms`)
  },
)

/** Waits until the session that is open has heard all that was written down. */
async function waitUntilComplete(sessions: ReceivedSession[], cluster: Cluster) {
  const last = (await listStoredDonationIds(cluster)).at(-1)
  for (;;) {
    const open = sessions.at(-1)
    if (
      open !== undefined &&
      !open.isClosed &&
      (open.ids.at(-1) === last || open.subscribedAfter >= (await listStoredDonationIds(cluster)).length)
    )
      return
    await cluster.db.read.selectFrom('donation').select('id').limit(1).execute()
  }
}
