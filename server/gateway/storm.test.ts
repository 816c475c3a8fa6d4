import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashOf } from '../kit/secrets.ts'
import { openScene } from '../testing/scene.ts'
import { sessionClient } from '../testing/session-client.ts'

test('of five hundred that connect at once everyone is let in, each to a session of its own', async () => {
  await using scene = await openScene()
  const { client, channelId } = await scene.cast()
  const { clock, db, random } = scene.world
  const now = clock.now()
  const tickets = Array.from({ length: 500 }, () => random.bytes(96).toString('base64url'))
  await db.change((tx) =>
    tx
      .insertInto('session')
      .values(
        tickets.map((ticket) => ({
          key: random.uuid(),
          client_id: client.clientId,
          owner_channel_id: channelId,
          ticket_hash: hashOf(ticket),
          issued_at: now,
          ticket_expires_at: now + 60_000,
        })),
      )
      .execute(),
  )
  const sessions = tickets.map((ticket) => sessionClient(`${scene.url}?auth=${ticket}`))
  const heard = await Promise.all(sessions.map((session) => session.next()))
  assert.equal(new Set(heard.map(([, { data }]) => data.sessionKey)).size, 500)
  // A ticket lets nobody in twice.
  const again = sessionClient(`${scene.url}?auth=${tickets[0]}`)
  assert.deepEqual(await again.next(), ['error', 'auth fail'])
  await Promise.all(sessions.map((session) => session.leave()))
})
