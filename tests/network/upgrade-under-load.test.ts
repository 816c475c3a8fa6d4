import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { chunk } from '@onair/server/shared/chunk.ts'
import { connectOldClient, oldClients } from '../support/clients/old-clients.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { openTestGateway } from '../support/apps/test-gateway.ts'

const sessions = Number(process.env['FAULT_UPGRADES'] ?? 50)
const concurrent = 50
/** A session ends within this many turns of the event loop after its client began to change the transport. */
const maxTurns = 120
const client = oldClients.find(({ name }) => name === '2.0.3 in Node')!

describe('sessions that end while their clients upgrade, under load,', () => {
  test('lose none of their last packets', { timeout: 60_000 + sessions * 500 }, async (context) => {
    const seed = Number(process.env['FAULT_SEED'] ?? Date.now() % 1e9)
    context.diagnostic(`FAULT_SEED=${seed}`)
    const random = seededRandom(seed)
    await using testGateway = await openTestGateway()

    /** Connects a client, ends it during its upgrade, and returns what it received. */
    async function endDuringUpgrade(name: string): Promise<string[]> {
      const turns = random.below(maxTurns)
      const socket = connectOldClient(client, testGateway.url(name), 'polling, then websocket')
      // The client has probed the websocket, and waits for the response to its last poll.
      const upgrading = new Promise<void>((resolve) => socket.io.engine.on('upgrading', resolve))
      const received: string[] = []
      socket.on('CHAT', ({ last }: { last?: true }) => last && received.push('last'))
      socket.on('error', (text: unknown) => received.push(String(text)))
      const ended = new Promise<void>((resolve) =>
        socket.on('disconnect', (reason: string) => {
          received.push(reason)
          resolve()
        }),
      )
      if (!name.startsWith('bad')) {
        await upgrading
        for (let turn = 0; turn < turns; turn++) await setImmediate()
        testGateway.sockets.get(name)!.emit('CHAT', '{"last":true}')
        testGateway.sockets.get(name)!.close('SESSION_ENDED')
      }
      await ended
      return received
    }

    const finished = new AbortController()
    const load = (async () => {
      for (let n = 0; !finished.signal.aborted; n++) {
        testGateway.hub.broadcast('chat', 'CHAT', { n })
        await setImmediate()
      }
    })()
    const names = Array.from({ length: sessions }, (_, n) => `${n % 4 === 0 ? 'bad' : 'ann'}${n}`)
    try {
      for (const batch of chunk(names, concurrent)) {
        const results = await Promise.all(batch.map(endDuringUpgrade))
        assert.deepEqual(
          results,
          batch.map((name) => [name.startsWith('bad') ? 'auth fail' : 'last', 'io server disconnect']),
        )
      }
    } finally {
      finished.abort()
      await load
    }
  })
})
