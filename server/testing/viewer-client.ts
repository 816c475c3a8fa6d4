import assert from 'node:assert/strict'
import { sessionClient, type SessionClient } from './session-client.ts'
import type { Visitor } from './visitor.ts'

/** Asks for a viewer's socket as our pages do, and answers its address. */
export async function viewerUrl(who: Pick<Visitor, 'ask'>, channelId: string, guestId?: string): Promise<string> {
  const { status, body } = await who.ask(
    'POST',
    `/channels/${channelId}/viewer`,
    guestId === undefined ? {} : { guestId },
  )
  assert.equal(status, 200)
  return body.content.url
}

/** A viewer whose page is open, and what it was shown first. */
export async function openViewer(
  who: Pick<Visitor, 'ask'>,
  channelId: string,
  guestId?: string,
): Promise<SessionClient & { shown: any }> {
  const client = sessionClient(await viewerUrl(who, channelId, guestId))
  const [event, shown] = await client.next()
  assert.equal(event, 'SHOWN')
  return { ...client, shown }
}
