import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hashSecret } from '../shared/secrets.ts'
import { openTestApp } from '../../../tests/support/apps/test-app.ts'
import { openSessionClient } from '../../../tests/support/clients/session-client.ts'

describe('Connection storm', () => {
  test('connects 500 simultaneous clients, each to its own session, and each ticket once', async () => {
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
    // Fifty tickets are presented twice at the same time.
    const presented = tickets.flatMap((ticket, n) => (n < 50 ? [ticket, ticket] : ticket))
    const sessions = presented.map((ticket) => openSessionClient(`${testApp.url}?auth=${ticket}`))
    const first = await Promise.all(sessions.map((session) => session.next()))
    const keys = first.filter(([event]) => event === 'SYSTEM').map(([, { data }]) => data.sessionKey)
    assert.equal(keys.length, 500)
    assert.equal(new Set(keys).size, 500)
    const rejected = first.filter(([event]) => event !== 'SYSTEM')
    assert.deepEqual(
      rejected,
      rejected.map(() => ['error', 'auth fail']),
    )
    const connected = sessions.filter((_, n) => first[n]?.[0] === 'SYSTEM')
    await Promise.all(connected.map((session) => session.disconnect()))
  })
})
