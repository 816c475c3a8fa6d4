import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { memoryLog } from '../../tests/support/apps/memory-log.ts'
import { connect, type SessionClient } from '../../tests/support/clients/session-client.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { openSandboxApp, type SandboxApp } from '../../tests/support/apps/sandbox-app.ts'
import type { Fixture } from '../../tests/support/apps/test-app.ts'
import { openPrometheus } from '@onair/server/infra/observability/prometheus.ts'
import { findGrowth, type Sample } from './growth.ts'
import { readMetrics } from './read-metrics.ts'
import { readTables } from './read-tables.ts'

const base: Sample = {
  heapBytes: 60e6,
  residentBytes: 200e6,
  descriptors: 40,
  connections: 10,
  queued: 0,
  tables: new Map([
    ['wallet', { bytes: 1e6, rows: 10 }],
    ['chat_message', { bytes: 1e6, rows: 10 }],
  ]),
}
const grow = (change: (at: number) => Partial<Sample>) =>
  Array.from({ length: 24 }, (_, at) => ({ ...base, ...change(at) }))
const table = (name: string, at: number, rows: number) => new Map([[name, { bytes: 1e6 + at * 1e6, rows }]])
const namesOf = (samples: Sample[]) => findGrowth(samples).map(({ name }) => name)

describe('findGrowth', () => {
  test('finds nothing in values that vary and return, and none of the warm-up', () => {
    assert.deepEqual(namesOf(grow((at) => ({ heapBytes: (at < 8 ? 50 + 6 * at : 100 + (at % 3) * 60) * 1e6 }))), [])
    assert.deepEqual(namesOf(grow((at) => ({ connections: (at % 2) * 500, descriptors: 40 + (at % 2) * 500 }))), [])
  })
  for (const [name, change] of [
    ['heap in bytes', (at: number) => ({ heapBytes: (40 + 0.6 * at + (at % 3) * 3) * 1e6 })],
    ['resident bytes', (at: number) => ({ residentBytes: (200 + 8 * at + (at % 3) * 20) * 1e6 })],
    ['descriptors', (at: number) => ({ descriptors: 40 + at })],
    ['connections', (at: number) => ({ connections: 10 + at })],
    ['queued work', (at: number) => ({ queued: at * 10 })],
    ['bytes of table wallet', (at: number) => ({ tables: table('wallet', at, 10) })],
  ] as const)
    test(`finds a leak of ${name}`, () => assert.deepEqual(namesOf(grow(change)), [name]))

  test('a table that grows with its rows has no bloat', () => {
    assert.deepEqual(namesOf(grow((at) => ({ tables: table('chat_message', at, 10 + at * 100) }))), [])
  })
})

describe('a soak of two minutes of process time', () => {
  test('shows no growth of memory, descriptors, connections, queues or tables, and shows the connections that are left open', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const log = memoryLog()
    const metrics = openPrometheus({ version: 'test', log })
    await using app = await openSandboxApp({ metrics })
    const fixture = await app.createFixture()
    const leaked: SessionClient[] = []
    const sample = async (): Promise<Sample> => {
      // Takes a quarter of a second, so only where memory is compared.
      if (leaked.length === 0) collectGarbage()
      return {
        ...readMetrics(await metrics.scrape()),
        heapBytes: process.memoryUsage().heapUsed,
        descriptors: readdirSync('/proc/self/fd').length,
        tables: await readTables(app.deps.db.read),
      }
    }
    const soak = async (cycles: number, leak: boolean) => {
      const samples: Sample[] = []
      for (let cycle = 0; cycle < cycles; cycle++) {
        const client = await useAndClose(app, fixture, leak)
        if (client !== null) leaked.push(client)
        if (leak || cycle % 2 === 1) samples.push(await sample())
      }
      return samples
    }
    // The resident size includes the tests themselves.
    const least = { heapBytes: 4_000_000, residentBytes: Infinity, tableBytes: 500_000 }
    assert.deepEqual(findGrowth(await soak(24, false), least), [])
    const names = findGrowth(await soak(9, true), { ...least, connections: 1, descriptors: 1 }).map(({ name }) => name)
    for (const client of leaked) client[Symbol.dispose]()
    assert.deepEqual(
      names.filter((name) => !/bytes/.test(name)),
      ['descriptors', 'connections'],
    )
  })
})

/** Five seconds of a session that subscribes and receives a chat message and a donation. */
async function useAndClose(app: SandboxApp, fixture: Fixture, leak: boolean): Promise<SessionClient | null> {
  const { channelId, client } = leak ? await app.createFixture() : fixture
  const token = leak
    ? (await app.sandbox('POST', '/grants', { clientId: client.clientId, channelId })).accessToken
    : fixture.token
  const { body } = await app.call('GET', '/open/v1/sessions/auth', { token })
  const session = await connect(body.content.url)
  const subscribe = `/open/v1/sessions/events/subscribe/donation?sessionKey=${session.sessionKey}`
  assert.equal((await app.call('POST', subscribe, { token })).status, 200)
  await session.next()
  assert.equal((await app.call('POST', '/open/v1/chats/send', { token, json: { message: 'soak' } })).status, 200)
  await app.sandbox('POST', '/actions/donate', { channelId, byChannelId: null, payAmount: 1_000 })
  assert.equal((await session.next())[0], 'DONATION')
  if (!leak) await session.disconnect()
  app.clock.advance(5_000)
  if (!leak)
    await eventually(async () => {
      const { body } = await app.call('GET', '/open/v1/sessions?size=50', { token })
      assert.ok(body.content.data.every((each: object) => 'disconnectedDate' in each))
    })
  return leak ? session : null
}
