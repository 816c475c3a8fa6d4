import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { eventually } from '../eventually.ts'
import { connect, type SessionClient } from '../clients/session-client.ts'
import type { CallResult, Cluster, ClusterProcess } from '../programs/cluster.ts'

export type TestStreamer = { channelId: string; token: string; client: { clientId: string; clientSecret: string } }

/** Creates a streamer, and an application with a token for the channel. */
export async function createStreamer(api: Pick<ClusterProcess, 'sandbox'>): Promise<TestStreamer> {
  const { channelId } = await api.sandbox('POST', '/people', { channelName: '방송인' })
  const client = await api.sandbox('POST', '/apps', { name: 'bot', redirectUri: 'http://127.0.0.1:9/callback' })
  const { accessToken: token } = await api.sandbox('POST', '/grants', { clientId: client.clientId, channelId })
  return { channelId, token, client }
}

export function sendDonation(api: Pick<ClusterProcess, 'call'>, channelId: string): Promise<CallResult> {
  const json = { channelId, byChannelId: null, payAmount: 1000, donationText: '', donationType: 'CHAT' }
  return api.call('POST', '/sandbox/v1/actions/donate', { json })
}

/** Connects a session of the streamer, subscribes it to a kind of events and waits for `subscribed`. */
export async function connectAndSubscribe(
  kind: string,
  api: Pick<ClusterProcess, 'call'>,
  { token }: { token: string },
) {
  const response = await api.call('GET', '/open/v1/sessions/auth', { token })
  assert.equal(response.status, 200)
  const client = await connect(response.content.url)
  const path = `/open/v1/sessions/events/subscribe/${kind}?sessionKey=${client.sessionKey}`
  assert.equal((await api.call('POST', path, { token })).status, 200)
  assert.equal((await client.next())[1].type, 'subscribed')
  return client
}

/** The ids of the next events of a session. */
export async function receiveEventIds(client: Pick<SessionClient, 'next'>, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) ids.push((await client.next())[1].eventId)
  return ids
}

/** The ids of all stored donations, in the order of delivery. */
export async function listStoredDonationIds({ db }: Pick<Cluster, 'db'>): Promise<string[]> {
  const rows = await db.read.selectFrom('donation').select('id').orderBy('position').execute()
  return rows.map(({ id }) => id)
}

/** The donations that a session received. */
export type ReceivedSession = { subscribedAfter: number; ids: string[]; isClosed: boolean }

/** Subscribes a session, and opens another one whenever it is closed. */
export async function startListener(
  cluster: Pick<Cluster, 'db'>,
  api: Pick<ClusterProcess, 'call'>,
  streamer: TestStreamer,
) {
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
      client = await openSession().catch(() => wait(100, null))
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

/** Waits until the open session has received all stored donations. */
export async function waitUntilComplete(sessions: readonly ReceivedSession[], cluster: Pick<Cluster, 'db'>) {
  const last = (await listStoredDonationIds(cluster)).at(-1)
  await eventually(
    async () => {
      const open = sessions.at(-1)
      if (open === undefined || open.isClosed) return false
      return open.ids.at(-1) === last || open.subscribedAfter >= (await listStoredDonationIds(cluster)).length
    },
    { within: 60_000 },
  )
}

/** Each session has received the events from its subscription to its end, in order and once. */
export function assertReceivedInOrder(sessions: readonly ReceivedSession[], stored: readonly string[]) {
  for (const { subscribedAfter, ids, isClosed } of sessions) {
    const first = ids[0] === undefined ? stored.length : stored.indexOf(ids[0])
    assert.deepEqual(ids, stored.slice(first, first + ids.length))
    assert.ok(first <= subscribedAfter, `first event ${first}, subscribed after ${subscribedAfter}`)
    assert.ok(isClosed || first + ids.length === stored.length)
  }
}
