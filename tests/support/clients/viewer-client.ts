import assert from 'node:assert/strict'
import { openSessionClient, type SessionClient } from './session-client.ts'
import type { HttpBrowser } from './http-browser.ts'

/** Requests a viewer's socket URL as the watch page does. */
export async function openViewerUrl(
  browser: Pick<HttpBrowser, 'callConsole'>,
  channelId: string,
  guestId?: string,
): Promise<string> {
  const { status, body } = await browser.callConsole(
    'POST',
    `/channels/${channelId}/viewer`,
    guestId === undefined ? {} : { guestId },
  )
  assert.equal(status, 200)
  return body.content.url
}

/** Connects a viewer, and returns the client with the first channel state. */
export async function connectViewer(
  browser: Pick<HttpBrowser, 'callConsole'>,
  channelId: string,
  guestId?: string,
): Promise<SessionClient & { state: any }> {
  const client = openSessionClient(await openViewerUrl(browser, channelId, guestId))
  const [event, state] = await client.next()
  assert.equal(event, 'STATE')
  return { ...client, state }
}
