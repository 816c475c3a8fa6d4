import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashOf } from '../kit/secrets.ts'
import { openScene } from '../testing/scene.ts'
import { sessionClient } from '../testing/session-client.ts'

test('of five hundred that connect at once everyone is let in, each to a session of its own, and nobody twice', async () => {
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
  // Fifty tickets are shown twice in the same moment.
  const shown = tickets.flatMap((ticket, n) => (n < 50 ? [ticket, ticket] : ticket))
  const sessions = shown.map((ticket) => sessionClient(`${scene.url}?auth=${ticket}`))
  const heard = await Promise.all(sessions.map((session) => session.next()))
  const keys = heard.filter(([event]) => event === 'SYSTEM').map(([, { data }]) => data.sessionKey)
  assert.equal(keys.length, 500)
  assert.equal(new Set(keys).size, 500)
  const refused = heard.filter(([event]) => event !== 'SYSTEM')
  assert.deepEqual(
    refused,
    refused.map(() => ['error', 'auth fail']),
  )
  const stillIn = sessions.filter((_, n) => heard[n]?.[0] === 'SYSTEM')
  await Promise.all(stillIn.map((session) => session.leave()))
})
