import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashSecret } from '../shared/secrets.ts'
import { openTestApp } from '../test/test-app.ts'
import { openSessionClient } from '../test/session-client.ts'

test('of five hundred that connect at once everyone is let in, each to a session of its own, and nobody twice', async () => {
  await using testApp = await openTestApp()
  const { client, channelId } = await testApp.createFixture()
  const { clock, db, random } = testApp.deps
  const now = clock.now()
  const tickets = Array.from({ length: 500 }, () => random.bytes(96).toString('base64url'))
  await db.transaction((tx) =>
    tx
      .insertInto('session')
      .values(
        tickets.map((ticket) => ({
          key: random.uuid(),
          client_id: client.clientId,
          owner_channel_id: channelId,
          ticket_hash: hashSecret(ticket),
          issued_at: now,
          ticket_expires_at: now + 60_000,
        })),
      )
      .execute(),
  )
  // Fifty tickets are shown twice in the same moment.
  const shown = tickets.flatMap((ticket, n) => (n < 50 ? [ticket, ticket] : ticket))
  const sessions = shown.map((ticket) => openSessionClient(`${testApp.url}?auth=${ticket}`))
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
  await Promise.all(stillIn.map((session) => session.disconnect()))
})
