import assert from 'node:assert/strict'
import { connect, type SessionClient } from './session-client.ts'
import type { CallResult, Cluster, ClusterProcess } from './cluster.ts'

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
  return api.call('POST', '/sandbox/v1/acts/donate', { json })
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
