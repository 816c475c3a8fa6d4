import assert from 'node:assert/strict'
import { enter, type SessionClient } from './session-client.ts'
import type { Called, Spread, SpreadProcess } from './spread.ts'

export type Streamer = { channelId: string; token: string; client: { clientId: string; clientSecret: string } }

/** Somebody with a channel, and an application that has a token of theirs. */
export async function openStreamer(api: Pick<SpreadProcess, 'play'>): Promise<Streamer> {
  const { channelId } = await api.play('POST', '/people', { channelName: '방송인' })
  const client = await api.play('POST', '/apps', { name: 'bot', redirectUri: 'http://127.0.0.1:9/callback' })
  const { accessToken: token } = await api.play('POST', '/grants', { clientId: client.clientId, channelId })
  return { channelId, token, client }
}

export function donateTo(api: Pick<SpreadProcess, 'call'>, channelId: string): Promise<Called> {
  const json = { channelId, byChannelId: null, payAmount: 1000, donationText: '', donationType: 'CHAT' }
  return api.call('POST', '/sandbox/v1/acts/donate', { json })
}

/** A new session of the streamer that is subscribed to a kind of events and was told so. */
export async function listenTo(kind: string, api: Pick<SpreadProcess, 'call'>, { token }: { token: string }) {
  const opened = await api.call('GET', '/open/v1/sessions/auth', { token })
  assert.equal(opened.status, 200)
  const guest = await enter(opened.content.url)
  const path = `/open/v1/sessions/events/subscribe/${kind}?sessionKey=${guest.sessionKey}`
  assert.equal((await api.call('POST', path, { token })).status, 200)
  assert.equal((await guest.next())[1].type, 'subscribed')
  return guest
}

/** The ids of the next donations that a session hears. */
export async function idsOf(guest: Pick<SessionClient, 'next'>, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) ids.push((await guest.next())[1].eventId)
  return ids
}

/** Every donation that was written down, in the order in which they are told. */
export async function journalOf({ db }: Pick<Spread, 'db'>): Promise<string[]> {
  const rows = await db.read.selectFrom('donation').select('id').orderBy('position').execute()
  return rows.map(({ id }) => id)
}
