import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import io from 'socket.io-client'
import { listen, session, user } from '@onair/sdk'
import { createTempFolder, findProcesses } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { eventually } from '../support/eventually.ts'
import { openWorld } from '../../packages/testing/js/index.ts'

const databaseOfAnotherProgram = {
  DATABASE_URL: 'postgres://game@127.0.0.1:1/game',
  PGHOST: '127.0.0.1',
  PGSSLMODE: 'require',
  PGOPTIONS: '-c search_path=game',
  PGCLIENTENCODING: 'LATIN1',
}

describe('openWorld', () => {
  test('worlds do not see each other', async () => {
    await using first = await openWorld()
    await using second = await openWorld()
    const person = await first.createPerson('혼자인 사람', { verifiedMark: true })
    const app = await first.createApp()
    const token = (await person.grant({ app })).accessToken
    const api = await person.api({ app })
    assert.equal((await api(user.getMe)).channelId, person.channelId)
    await first.viewer.chat(first.streamer, '첫 번째 세계')
    await first.messages(first.streamer)
    await first.clock.advance({ days: 2 })

    const callSecond = (headers: Record<string, string>, path: string) =>
      fetch(`${second.baseUrl}${path}`, { headers }).then(({ status }) => status)
    const appHeaders = { 'client-id': app.clientId, 'client-secret': app.clientSecret }
    assert.equal(await callSecond({ authorization: `Bearer ${token}` }, '/open/v1/users/me'), 401)
    assert.equal(await callSecond(appHeaders, '/open/v1/sessions/auth/client'), 401)
    await assert.rejects(second.viewer.follow(person), { name: 'ApiError', status: 404 })
    await assert.rejects(second.messages(second.streamer, { withinMs: 0 }), /has 0 of 1 messages/)
    assert.ok((await first.clock.now()).getTime() - (await second.clock.now()).getTime() > 47 * 3_600_000)
  })

  test('people act, a webhook receives a signed notification, and its retries follow the clock', async () => {
    await using world = await openWorld()
    const { streamer, viewer, manager } = world
    const webhook = await world.createWebhook({ failFirst: 1 })
    const app = await world.createApp({
      webhookUrl: webhook.url,
      organizationId: 'onair-demo',
      ownerChannelId: streamer.channelId,
    })
    const { rewardIds } = await world.createCampaign({ categoryId: 'talk', rewards: ['검'] }, app)
    await streamer.goLive({ liveTitle: '생방송' })
    await viewer.follow(streamer)
    await viewer.unfollow(streamer)
    await viewer.subscribe(streamer, { tierNo: 2 })
    await streamer.setRole(viewer, 'STREAMING_CHAT_MANAGER')
    await streamer.goOffline()
    const { claimId } = await viewer.claim(rewardIds[0]!)
    const [attempt] = await world.received(webhook, { secret: app.clientSecret })
    assert.deepEqual(
      [attempt!.notification.message.event.data.dropsClaimId, attempt!.retry, attempt!.status],
      [claimId, 0, 500],
    )
    await world.clock.advance({ hours: 1 })
    const [, retry] = await world.received(webhook, { count: 2, secret: app.clientSecret })
    assert.deepEqual([retry!.retry, retry!.status, retry!.body], [1, 200, attempt!.body])
    await assert.rejects(
      world.received(webhook, { secret: 'another' }),
      /The notification is rejected: wrong signature\./,
    )
    await assert.rejects(world.received(webhook, { count: 3, withinMs: 0 }), /received 2 of 3 requests/)
    assert.equal(typeof manager.password, 'string')
  })

  test('faults are injected by rules or a preset, until they are cleared', async () => {
    await using world = await openWorld()
    const api = await world.streamer.api()
    await world.faults.set([{ kind: 'status', status: 503, operation: 'user.getMe', nth: 1 }], { seed: 3 })
    await assert.rejects(api(user.getMe), { status: 503 })
    await api(user.getMe)
    const { seed, rules } = await world.faults.get()
    assert.deepEqual([seed, rules.map(({ matched, injected }) => [matched, injected])], [3, [[2, 1]]])
    assert.equal((await world.faults.set('rate-limited')).preset, 'rate-limited')
    await world.faults.clear()
    assert.deepEqual((await world.faults.get()).rules, [])
  })

  test('a fork continues apart from its world, and a snapshot restores it', async () => {
    await using world = await openWorld()
    const person = await world.createPerson('갈라진 사람')
    await world.saveSnapshot('before')
    await using forked = await world.fork()
    await forked.viewer.follow(person)
    const later = await forked.createPerson('나중에 온 사람')
    await assert.rejects(world.viewer.follow(later), { name: 'ApiError', status: 404 })
    await world.clock.advance({ days: 1 })
    await world.restoreSnapshot('before')
    await world.viewer.follow(person)
    await using reopened = await world.fork({ snapshot: 'before' })
    await reopened.viewer.follow(person)
    assert.ok((await world.clock.now()).getTime() - Date.now() < 3_600_000)
  })

  test('why explains why an event did not reach a session', async () => {
    await using world = await openWorld()
    const { streamer, viewer, app } = world
    const api = await streamer.api()
    const connected = Promise.withResolvers<void>()
    const bot = listen({
      io,
      openSession: () => api(session.openUserSession),
      subscriptions: [(sessionKey) => api(session.subscribeDonation, { parameters: { sessionKey } })],
      handlers: { SYSTEM: ({ type }) => type === 'subscribed' && connected.resolve() },
    })
    await using _ = { [Symbol.asyncDispose]: () => bot.close() }
    await connected.promise
    const [{ sessionKey } = { sessionKey: '' }] = await world.sessions()
    await viewer.chat(streamer, '아무도 듣지 않는 말')
    await world.messages(streamer)
    const event = { eventType: 'CHAT', channel: streamer } as const
    assert.equal((await world.why(event, { sessionKey })).reason, 'OTHER_EVENT_TYPE')
    assert.equal((await world.why(event, app)).reason, 'OTHER_EVENT_TYPE')
  })

  for (const killed of ['tests', 'server'] as const)
    test(`after SIGKILL of the ${killed}, no process and no folder is left`, async () => {
      using folder = createTempFolder()
      const program = `
      import { openWorld } from ${JSON.stringify(new URL('../../packages/testing/js/index.ts', import.meta.url).href)}
      await openWorld()
      console.log('ready')
      setInterval(() => {}, 1_000)`
      const runner = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
        env: {
          ...process.env,
          // A person starts this program, not `node --test`.
          NODE_TEST_CONTEXT: undefined,
          TMPDIR: folder.path,
          // Vitest sets variables of its own, and the shell names the database of another program.
          MODE: 'test',
          BASE_URL: '/',
          ...databaseOfAnotherProgram,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      using _runner = { [Symbol.dispose]: () => void runner.kill('SIGKILL') }
      await once(createInterface({ input: runner.stdout }), 'line', { signal: AbortSignal.timeout(60_000) })
      const [host] = findProcesses(folder.path)
      assert.ok(host)
      const children = findProcesses('postgres -D').filter(({ parent }) => parent === host.pid)
      assert.equal(children.length, 1)
      const directory = / -D (\S+)/.exec(children[0]!.args)?.[1] ?? ''
      const temporary = /^.*\/onair-\w{6}(?=\/)/.exec(directory)![0]
      if (killed === 'server') process.kill(host.pid, 'SIGKILL')
      else runner.kill('SIGKILL')
      await eventually(() => findProcesses(temporary).length === 0 && !existsSync(temporary), { within: 30_000 })
      runner.kill('SIGKILL')
      await eventually(() => findProcesses(folder.path).length === 0, { within: 30_000 })
      await eventually(() => readdirSync(folder.path).length === 0, { within: 5_000 })
    })
})
