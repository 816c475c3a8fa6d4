import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openApi, type FaultRule } from '@onair/contract'
import type { Role } from '@onair/server/config/config.ts'
import { memoryBus } from '@onair/server/infra/bus/memory-bus.ts'
import { silentLog } from '@onair/server/infra/observability/log.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { openReusedDatabase } from '../../../tests/support/programs/reused-databases.ts'
import { openSandboxApp, type SandboxApp } from '../../../tests/support/apps/sandbox-app.ts'
import type { Fixture } from '../../../tests/support/apps/test-app.ts'
import { seededDraw } from './seeded-draw.ts'
import { connectOldClient, oldClients } from '../../../tests/support/clients/old-clients.ts'
import { createFaultPlan } from './fault-plan.ts'
import { loadPlan } from './plan-store.ts'
import { createSharedFaultPlan } from './shared-fault-plan.ts'

const parse = (event: unknown) => (typeof event === 'string' ? JSON.parse(event) : event)
const me = '/open/v1/users/me'
const requests = 60

let opened: AsyncDisposableStack
let processes: SandboxApp[]
let openProcess: (roles: Role[], keys?: object) => Promise<SandboxApp>
let fixture: Fixture
before(async () => {
  await using opening = new AsyncDisposableStack()
  const { connection } = opening.use(await openReusedDatabase())
  const bus = opening.use(memoryBus({ log: silentLog }))
  const isShared = { [Symbol.asyncDispose]: async () => {} }
  openProcess = (roles, keys = {}) =>
    openSandboxApp({
      settings: { redisUrl: 'redis://shared', roles },
      busAround: () => ({ ...bus, ...isShared }),
      openDatabase: async () => ({ connection, ...isShared }),
      ...keys,
    })
  const all = opening.use(await openProcess(['api', 'gateway', 'worker']))
  processes = [all, opening.use(await openProcess(['api'], { keys: all.deps }))]
  fixture = await first().createFixture()
  opened = opening.move()
})
after(() => opened.disposeAsync())

const first = () => processes[0]!
const setRules = (seed: number, rules: FaultRule[]) => first().sandbox('PUT', '/faults', { seed, rules })
const countsOf = async (app: SandboxApp): Promise<[matched: number, injected: number][]> => {
  const { rules } = await app.sandbox('GET', '/faults')
  return rules.map(({ matched, injected }: { matched: number; injected: number }) => [matched, injected])
}
const isFaulty = async (app: SandboxApp) =>
  (await app.call('GET', me, { token: fixture.token })).headers.has('x-onair-fault')

/** The same requests from every process at once. */
const race = () => Promise.all(Array.from({ length: requests }, (_, n) => isFaulty(processes[n % 2]!)))

describe('a fault plan of several processes', () => {
  test('injects exactly `count` faults from the nth match on, however the processes share the requests', async () => {
    await setRules(1, [{ kind: 'status', status: 500, nth: 11, count: 7 }])
    const faults = await race()
    assert.equal(faults.filter(Boolean).length, 7)
    for (const app of processes) assert.deepEqual(await countsOf(app), [[requests, 7]])
  })

  test('draws for the number of the match: a race has as many faults as the seed says', async () => {
    for (const seed of [7, 8]) {
      await setRules(seed, [{ kind: 'status', status: 500, probability: 0.3 }])
      const drawn = Array.from({ length: requests }, (_, n) => seededDraw(seed, n + 1) < 0.3)
      assert.equal((await race()).filter(Boolean).length, drawn.filter(Boolean).length)
    }
  })

  test('takes the same decisions for match 1 to n as one process, whichever process takes them', async () => {
    const rules: FaultRule[] = [
      { kind: 'status', status: 500, probability: 0.3 },
      { kind: 'status', status: 429, probability: 0.5, count: 5 },
    ]
    const run = async (processOf: (n: number) => SandboxApp) => {
      await setRules(9, rules)
      const seen: string[] = []
      for (let n = 0; n < 30; n++) {
        const { headers } = await processOf(n).call('GET', me, { token: fixture.token })
        seen.push(headers.get('x-onair-fault') ?? '-')
      }
      return seen.join(' ')
    }
    const alone = await run(first)
    assert.equal(await run((n) => processes[n % 2]!), alone)
    assert.equal(await run((n) => processes[Math.floor(n / 5) % 2]!), alone)
    const inMemory = createFaultPlan({ id: 'plan', preset: null, seed: 9, rules })
    await setRules(9, rules)
    const endpoint = openApi.user.getMe
    const expected = Array.from({ length: 30 }, () => {
      const rule = inMemory.decide({ target: 'request', endpoint, clientId: null, token: 'a' }, 0)
      return rule === null || rule instanceof Promise ? '-' : `status-${rule.status}`
    })
    assert.equal(alone, expected.join(' '))
  })

  test('a token that a fault ended is refused by every process', async () => {
    await setRules(1, [{ kind: 'token-expired', nth: 1 }])
    for (const app of [...processes, ...processes])
      assert.equal((await app.call('GET', me, { token: fixture.token })).headers.get('x-onair-fault'), 'token-expired')
  })

  test('a process that starts later has the plan, and a plan that another one replaced decides nothing', async () => {
    await setRules(1, [{ kind: 'status', status: 500, nth: 2 }])
    await isFaulty(first())
    await using later = await openProcess(['api'], { keys: first().deps })
    assert.equal(await isFaulty(later), true)
    const { db } = first().deps
    const stored = await loadPlan(db.read)
    assert.ok(stored)
    const stale = createSharedFaultPlan(stored, { db })
    await setRules(1, [{ kind: 'status', status: 500 }])
    assert.equal((await countsOf(first()))[0]![0], 0)
    const subject = { target: 'request', endpoint: openApi.user.getMe, clientId: null, token: null } as const
    assert.equal(await stale.decide(subject, 0), null)
    await first().sandbox('DELETE', '/faults')
    assert.equal(await isFaulty(later), false)
  })

  test('frames of a session keep their order, lose exactly what was drawn, and arrive before a disconnect', async () => {
    const { channelId, token } = fixture
    const { body } = await first().call('GET', '/open/v1/sessions/auth', { token })
    const client = connectOldClient(oldClients[2]!, body.content.url)
    const seen: string[] = []
    const connected = new Promise<string>((resolve) =>
      client.on('SYSTEM', (event: unknown) => {
        const { type, data } = parse(event)
        if (type === 'connected') resolve(data.sessionKey)
      }),
    )
    client.on('CHAT', (event: unknown) => {
      seen.push(parse(event).content)
    })
    const sessionKey = await connected
    await first().call('POST', `/open/v1/sessions/events/subscribe/chat?sessionKey=${sessionKey}`, { token })
    await setRules(5, [{ kind: 'event-lost', eventType: 'CHAT', probability: 0.3, count: 4 }])
    const sent = Array.from({ length: 20 }, (_, n) => String(n))
    for (const content of sent)
      await processes[1]!.sandbox('POST', '/actions/chat', { channelId, byChannelId: channelId, message: content })
    let lost = 0
    const expected = sent.filter((_, n) => !(seededDraw(5, n + 1) < 0.3 && lost++ < 4))
    await eventually(() => assert.deepEqual(seen, expected))
    client.close()
    await first().sandbox('DELETE', '/faults')
  })
})
