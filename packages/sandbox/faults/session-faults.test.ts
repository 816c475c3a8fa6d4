import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FaultRule } from '@onair/contract'
import { createFaultPlan } from './fault-plan.ts'
import { systemClock } from '@onair/server/infra/clock.ts'
import { noRecorder } from '@onair/server/infra/recorder.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import {
  connectOldClient,
  oldClients,
  type OldClient,
  type TransportMode,
} from '../../../tests/support/clients/old-clients.ts'
import { openSandboxChannel, type SandboxChannel } from '../../../tests/support/apps/sandbox-app.ts'
import { openTestGateway } from '../../../tests/support/apps/test-gateway.ts'
import { SessionFaults } from './session-faults.ts'

const clients = oldClients.filter(({ name }) => ['1.0.6 in a page', '1.7.4 in Node', '2.0.3 in Node'].includes(name))

const futureField = { version: 2, items: [null, 1, 'x'] }
const parse = (payload: unknown) => (typeof payload === 'string' ? JSON.parse(payload) : payload)

/** Opens a session whose client notes as text what it sees: `CHAT a`, `SYSTEM subscribed`, `disconnect transport close`. */
async function openSession(channel: SandboxChannel, oldClient: OldClient, mode?: TransportMode) {
  const { body } = await channel.call('GET', '/open/v1/sessions/auth', { token: channel.token })
  const socket = connectOldClient(oldClient, body.content.url, mode)
  const seen: string[] = []
  let sessionKey = ''
  socket.on('SYSTEM', (payload: unknown) => {
    const { type, data } = parse(payload)
    if (type === 'connected') sessionKey = data.sessionKey
    seen.push(`SYSTEM ${type}`)
  })
  const chats: Record<string, any>[] = []
  socket.on('CHAT', (payload: unknown) => {
    // A client in a page has objects of another realm.
    chats.push(structuredClone(parse(payload)))
    seen.push(`CHAT ${parse(payload).content}`)
  })
  socket.on('FUTURE_EVENT', () => seen.push('FUTURE_EVENT'))
  for (const name of ['error', 'disconnect', 'connect_error'])
    socket.on(name, (reason: unknown) => seen.push(`${name} ${String(reason)}`))
  const call = async (name: string) => {
    const path = `/open/v1/sessions/events/${name}?sessionKey=${sessionKey}`
    assert.equal((await channel.call('POST', path, { token: channel.token })).status, 200)
  }
  const sees = (...expected: string[]) => eventually(() => assert.deepEqual(seen.slice(-expected.length), expected))
  return {
    socket,
    seen,
    chats,
    sees,
    call,
    async subscribe() {
      await sees('SYSTEM connected')
      await call('subscribe/chat')
      await sees('SYSTEM subscribed')
      seen.length = 0
    },
    [Symbol.dispose]: () => socket.close(),
  }
}

async function openFaultyChannel() {
  const channel = await openSandboxChannel()
  const chatter = await channel.createPerson()
  return {
    ...channel,
    setRules: (...rules: FaultRule[]) => channel.sandbox('PUT', '/faults', { seed: 1, rules }),
    chat: async (...messages: string[]) => {
      for (const message of messages) assert.equal((await channel.sendChat(chatter, message)).status, 200)
    },
  }
}

for (const oldClient of clients)
  describe(`socket.io-client ${oldClient.name} with a fault plan`, () => {
    test('misses, repeats, reorders and waits for chats, and is cut off without a disconnect packet', async () => {
      await using channel = await openFaultyChannel()
      const { setRules, chat } = channel
      using session = await openSession(channel, oldClient)
      await session.subscribe()

      await setRules({ kind: 'event-lost', eventType: 'CHAT', nth: 2 })
      await chat('a', 'b', 'c')
      await session.sees('CHAT a', 'CHAT c')
      await setRules({ kind: 'event-doubled', nth: 1 })
      await chat('d', 'e')
      await session.sees('CHAT d', 'CHAT d', 'CHAT e')
      await setRules({ kind: 'event-reordered', nth: 1 })
      await chat('f', 'g')
      await session.sees('CHAT g', 'CHAT f')
      await setRules({ kind: 'event-delayed', nth: 1, delayMs: 3_000 })
      await chat('h', 'i')
      await session.sees('CHAT f', 'CHAT i')
      channel.clock.advance(3_000)
      await session.sees('CHAT i', 'CHAT h')
      await setRules({ kind: 'socket-cut', eventType: 'CHAT', nth: 2 })
      await chat('j', 'k')
      // Some versions report the lost connection as an error first.
      await eventually(() => assert.match(session.seen.at(-1) ?? '', /^disconnect transport (close|error)$/))
      assert.deepEqual(session.seen.filter((text) => text.startsWith('CHAT')).slice(-2), ['CHAT h', 'CHAT j'])
    })

    test('gets unknown fields, values, events and SYSTEM types, and chats without a profile', async () => {
      await using channel = await openFaultyChannel()
      const { setRules, chat } = channel
      using session = await openSession(channel, oldClient)
      await session.subscribe()
      await setRules({ kind: 'event-unknown-fields', nth: 1 })
      await chat('가👋', 'b')
      await session.sees('CHAT 가👋', 'CHAT b')
      const [changed, usual] = session.chats
      assert.deepEqual([changed?.['futureField'], changed?.['profile'].futureField], [futureField, futureField])
      assert.deepEqual([usual?.['futureField'], usual?.['profile'].futureField], [undefined, undefined])
      await setRules({ kind: 'event-unknown-type', nth: 1 })
      await chat('c')
      await session.sees('FUTURE_EVENT', 'CHAT c')
      await setRules({ kind: 'event-without-profile', nth: 1 })
      await chat('d', 'e')
      await session.sees('CHAT d', 'CHAT e')
      assert.deepEqual(
        session.chats.slice(-2).map(({ profile }) => profile === null),
        [true, false],
      )
      await setRules({ kind: 'event-unknown-values', nth: 1 })
      await chat('f', 'g')
      await session.sees('CHAT f', 'CHAT g')
      assert.deepEqual(
        session.chats
          .slice(-2)
          .map(({ userRoleCode, profile }) => [userRoleCode, profile.userRoleCode, profile.badges.length]),
        [
          ['future_role', 'future_role', 1],
          ['common_user', 'common_user', 0],
        ],
      )
      await setRules({ kind: 'event-unknown-type', eventType: 'SYSTEM', nth: 1 })
      using other = await openSession(channel, oldClient)
      await other.sees('SYSTEM future_type', 'SYSTEM connected')
    })

    test('gets auth fail for a refused session URL, which is used up', async () => {
      await using channel = await openFaultyChannel()
      await channel.setRules({ kind: 'session-url-refused', nth: 1 })
      using refused = await openSession(channel, oldClient)
      await refused.sees('error auth fail', 'disconnect io server disconnect')
      using accepted = await openSession(channel, oldClient)
      await accepted.subscribe()
    })

    test('cannot connect by websocket while upgrades are refused, and stays on polling', async () => {
      await using channel = await openFaultyChannel()
      await channel.setRules({ kind: 'upgrade-refused' })
      using refused = await openSession(channel, oldClient)
      await eventually(() => assert.match(refused.seen.join(), /connect_error/))
      using polling = await openSession(channel, oldClient, 'polling, then websocket')
      await polling.subscribe()
      assert.equal(polling.socket.io.engine.transport.name, 'polling')
    })

    test('is disconnected by a gateway restart, and connects again after it', async () => {
      await using channel = await openFaultyChannel()
      using session = await openSession(channel, oldClient)
      await session.subscribe()
      await channel.setRules({ kind: 'gateway-restart', nth: 2, delayMs: 5_000 })
      await channel.chat('a', 'b')
      await session.sees('CHAT a', 'disconnect io server disconnect')
      using early = await openSession(channel, oldClient, 'polling only')
      await eventually(() => assert.match(early.seen.join(), /connect_error/))
      channel.clock.advance(5_000)
      using late = await openSession(channel, oldClient)
      await late.subscribe()
    })
  })

describe('session faults', () => {
  for (const rule of [{ kind: 'socket-silent', eventType: 'CHAT' }, { kind: 'pong-withheld' }] as const)
    for (const oldClient of clients)
      test(`socket.io-client ${oldClient.name} ends with a ping timeout after ${rule.kind}`, async () => {
        const plan = createFaultPlan({ id: 'plan', preset: null, seed: 1, rules: [rule] })
        const session = { sessionKey: 'ann', clientId: 'app', ownerChannelId: null, wireProfile: 'documented' } as const
        await using testGateway = await openTestGateway({
          limits: { pingIntervalMs: 30, pingTimeoutMs: 60 },
          handlerAround(handler) {
            const restarts = { restart: () => {}, isRestarting: () => false }
            const deps = { clock: systemClock(), faults: { plan }, recorder: noRecorder, ...restarts }
            return { ...handler, filter: new SessionFaults(session, deps) }
          },
        })
        const client = connectOldClient(oldClient, testGateway.url('ann'))
        const seen: unknown[] = []
        client.on('CHAT', ({ n }: { n: number }) => seen.push(n))
        client.on('SYSTEM', () => {
          testGateway.hub.broadcast('chat', 'CHAT', { n: 1 })
          testGateway.hub.broadcast('chat', 'CHAT', { n: 2 })
        })
        const reason = await new Promise((resolve) => client.on('disconnect', resolve))
        assert.deepEqual([reason, seen], ['ping timeout', rule.kind === 'pong-withheld' ? [1, 2] : []])
      })

  test('marks each fault in the inspector, counts it, and matches the application and the platform clock', async () => {
    await using channel = await openFaultyChannel()
    using session = await openSession(channel, clients[0]!)
    await session.subscribe()
    const { clientId } = channel.client
    await channel.setRules(
      { kind: 'event-lost', clientId: 'other' },
      { kind: 'event-lost', clientId, to: '2026-07-18T14:32:00Z' },
      { kind: 'event-doubled', clientId, count: 1 },
    )
    await channel.chat('a', 'b')
    await session.sees('CHAT a', 'CHAT a', 'CHAT b')
    const { rules } = await channel.sandbox('GET', '/faults')
    assert.deepEqual(
      rules.map(({ matched, injected }: { matched: number; injected: number }) => [matched, injected]),
      [
        [0, 0],
        [0, 0],
        [2, 1],
      ],
    )
    await channel.deps.recorder.flush()
    const { data } = await channel.sandbox('GET', '/records?kind=frame&full=true&name=fault')
    assert.deepEqual(
      data.map(({ name, fault, detail }: { name: string; fault: string; detail: { reason: object } }) => [
        name,
        fault,
        detail.reason,
      ]),
      [['fault event-doubled', 'event-doubled', { code: 'FAULT_INJECTED', params: { fault: 'event-doubled' } }]],
    )
  })

  test('the inspector records what each session got', async () => {
    await using channel = await openFaultyChannel()
    const { setRules, chat } = channel
    using session = await openSession(channel, clients[2]!)
    await session.subscribe()
    await chat('a')
    for (const [rule, ...messages] of [
      [{ kind: 'event-lost', nth: 2 }, 'b', 'c', 'd'],
      [{ kind: 'event-doubled', nth: 1 }, 'e', 'f'],
      [{ kind: 'event-reordered', nth: 1 }, 'g', 'h'],
      [{ kind: 'event-unknown-type', nth: 1 }, 'i'],
      [{ kind: 'event-delayed', nth: 1, delayMs: 3_000 }, 'j', 'k'],
    ] as const) {
      await setRules(rule)
      await chat(...messages)
    }
    await session.sees('CHAT i', 'CHAT k')
    await channel.sandbox('DELETE', '/faults')
    await chat('l')
    channel.clock.advance(3_000)
    await session.sees('CHAT l', 'CHAT j')
    const got = ['a', 'b', 'd', 'e', 'e', 'f', 'h', 'g', 'FUTURE_EVENT', 'i', 'k', 'l', 'j']
    assert.deepEqual(
      session.seen.map((text) => text.replace('CHAT ', '')),
      got,
    )
    await channel.deps.recorder.flush()
    const { data } = await channel.sandbox('GET', '/records?kind=frame&full=true&size=100')
    const recorded = data
      .toReversed()
      .filter(({ name }: { name: string }) => ['CHAT', 'FUTURE_EVENT'].includes(name))
      .map(({ name, detail }: any) => (name === 'CHAT' ? JSON.parse(detail.payload.text).content : name))
    assert.deepEqual(recorded, got)
  })

  for (const profile of ['documented', 'observed'] as const)
    test(`the inspector records the SYSTEM messages that a session got (${profile})`, async () => {
      await using channel = await openFaultyChannel()
      await channel.sandbox('PUT', `/apps/${channel.client.clientId}/wire-profile`, { wireProfile: profile })
      await channel.setRules({ kind: 'event-lost', eventType: 'SYSTEM', nth: 2 })
      using session = await openSession(channel, clients[2]!)
      await session.sees('SYSTEM connected')
      await session.call('subscribe/chat')
      await session.call('subscribe/donation')
      await session.sees('SYSTEM connected', 'SYSTEM subscribed')
      await channel.deps.recorder.flush()
      const { data } = await channel.sandbox('GET', '/records?kind=frame&size=100')
      const names = data.map(({ name }: { name: string }) => name).toReversed()
      assert.deepEqual(names, ['SYSTEM connected', 'fault event-lost', 'SYSTEM subscribed'])
    })

  test('the same seed gives the same frames, byte for byte', async () => {
    await using channel = await openFaultyChannel()
    const run = async (seed: number) => {
      using session = await openSession(channel, clients[2]!)
      await session.subscribe()
      const kinds = ['event-lost', 'event-doubled', 'event-reordered'] as const
      const rules = kinds.map((kind) => ({ kind, eventType: 'CHAT' as const, probability: 0.3 }))
      await channel.sandbox('PUT', '/faults', { seed, rules })
      for (let n = 0; n < 30; n++) await channel.chat(String(n))
      await channel.sandbox('DELETE', '/faults')
      await channel.chat('end')
      await eventually(() => assert.ok(session.seen.includes('CHAT end')))
      return session.seen.join('\n')
    }
    const first = await run(7)
    assert.equal(await run(7), first)
    assert.notEqual(await run(8), first)
  })
})
