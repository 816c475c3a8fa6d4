import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { certify, checks, commandStarter, findFreePort, formatJunit, formatScore, type Report } from './index.ts'
import { profiles, type Profile } from './profile.ts'
import { MutantBot } from './test/mutant-bot.ts'
import { MutantReceiver } from './test/mutant-receiver.ts'
import { ownProgramStarter } from './test/own-program.ts'

// FULL_MUTANTS=1 runs every check on every mutant: each must fail its own check and no other.
const isFull = process.env['FULL_MUTANTS'] !== undefined
const tickMs = 20
const patienceMs = isFull ? 6_000 : 3_000

let app: TestApp
before(async () => void (app = await openTickingApp()))
after(() => app[Symbol.asyncDispose]())

/** With every check on every mutant, several run at the same time, each on a platform of its own. */
const concurrency = isFull ? 4 : 1
async function withApp<T>(run: (app: TestApp) => Promise<T>): Promise<T> {
  if (!isFull) return run(app)
  await using ownApp = await openTickingApp()
  return await run(ownApp)
}

/** Its clock follows the time of the machine, with which receivers compare timestamps. */
async function openTickingApp(): Promise<TestApp> {
  // So that a receiver need not poll so often that it delays the others.
  const opened = await openTestApp({ demo: true, settings: { quotaPerApp: 1_200 } })
  const advanceSeconds = Math.round((Date.now() - opened.clock.now()) / 1_000)
  await opened.sandbox('POST', '/clock', { advanceSeconds })
  let tickedAt = performance.now()
  const ticking = setInterval(() => {
    const elapsedMs = Math.floor(performance.now() - tickedAt)
    tickedAt += elapsedMs
    opened.clock.advance(elapsedMs)
  }, tickMs)
  return {
    ...opened,
    async [Symbol.asyncDispose]() {
      clearInterval(ticking)
      await opened[Symbol.asyncDispose]()
    },
  }
}

type Mutant = { profile: Profile; mutant: string }

function mutantStarter({ profile, mutant }: Mutant) {
  return ownProgramStarter((options) =>
    profile === 'receiver' ? new MutantReceiver(mutant, options).run() : new MutantBot(mutant, profile, options).run(),
  )
}

async function run({ only, ...mutant }: Mutant & { only: string[] | null }): Promise<Report> {
  const settings = { webhookPath: '/', port: await findFreePort(), wireProfile: 'documented' } as const
  const program = { start: mutantStarter(mutant), ...settings }
  const subject = { profile: mutant.profile, probe: '!ping {text}', program }
  return withApp(({ url }) => certify({ sandbox: { baseUrl: url }, name: mutant.mutant, subject, only, patienceMs }))
}

/** The other checks of an overlay are those of a bot. */
const ownOverlayChecks = ['session-start', 'doubled-message', 'reordered-messages', 'refresh-once', 'secrets']

/** What is seen in another way of a program that already runs. */
const observedChecks = ['doubled-message', 'new-session-url', 'retry-after-message', 'webhook-missed', 'secrets']

for (const profile of profiles) {
  const ids = checks.filter((check) => check.profiles.includes(profile)).map(({ id }) => id)
  const mutants = profile === 'overlay' && !isFull ? ids.filter((id) => ownOverlayChecks.includes(id)) : ids
  describe(`certify of a ${profile}`, { concurrency }, () => {
    // The examples show the same with processes.
    test(`a ${profile} without a defect scores 100`, { skip: !isFull }, async () => {
      const { score, results } = await run({ profile, mutant: 'none', only: null })
      assert.deepEqual(
        results.filter(({ verdict }) => verdict !== 'pass').map(({ id, seen }) => [id, seen]),
        [],
      )
      assert.deepEqual([score, results.map(({ id }) => id)], [100, ids])
    })

    for (const id of mutants)
      test(`${id} catches a ${profile} with this defect${isFull ? ', and no other check does' : ''}`, async () => {
        const { results, score, applicablePoints } = await run({ profile, mutant: id, only: isFull ? null : [id] })
        const failed = results.filter(({ verdict }) => verdict === 'fail')
        assert.deepEqual(
          failed.map((result) => result.id),
          [id],
          results.map(({ seen }) => seen).join('\n'),
        )
        assert.equal(score, Math.floor(((applicablePoints - failed[0]!.points) * 100) / applicablePoints))
      })
  })
}

type Running = { url: string; clientId: string; webhookUrl: string | null } & Disposable

/** Starts a program with an application and a channel of its own. */
async function startRunning(app: TestApp, mutant: Mutant): Promise<Running> {
  const isReceiver = mutant.profile === 'receiver'
  const { demo } = await app.sandbox('GET', '')
  const { channelId, client, token, refreshToken } = await app.createFixture(
    isReceiver ? { organizationId: 'onair-demo', ownerChannelId: demo.people[0].channelId } : {},
  )
  const port = isReceiver ? await findFreePort() : 0
  const program = mutantStarter(mutant)({
    ONAIR_URL: app.url,
    ONAIR_CLIENT_ID: client.clientId,
    ONAIR_CLIENT_SECRET: client.clientSecret,
    ONAIR_ACCESS_TOKEN: token,
    ONAIR_REFRESH_TOKEN: refreshToken,
    ONAIR_CHANNEL_ID: channelId,
    PORT: String(port),
    RECONCILE_MS: '300',
  })
  return {
    url: app.url,
    clientId: client.clientId,
    webhookUrl: isReceiver ? `http://127.0.0.1:${port}/` : null,
    [Symbol.dispose]: () => void program.stop(),
  }
}

describe('certify of a program that already runs', { concurrency }, () => {
  type Options = { only?: string[]; waitMs?: number; signal?: AbortSignal; onResult?: () => void }
  function certifyRunning(profile: Profile, running: Running, { waitMs = 5_000, ...options }: Options = {}) {
    const { url, clientId, webhookUrl } = running
    const program = { start: null, clientId, webhookUrl, waitMs, reconcileMs: patienceMs }
    const subject = { profile, probe: '!ping {text}', program }
    return certify({ sandbox: { baseUrl: url }, name: clientId, subject, patienceMs, ...options })
  }

  for (const profile of profiles) {
    const ids = checks.filter((check) => check.profiles.includes(profile)).map(({ id }) => id)
    const only = profile === 'overlay' && !isFull ? ids.filter((id) => ownOverlayChecks.includes(id)) : ids

    test(`a ${profile} without a defect scores 100, and each check is linked to the inspector`, () =>
      withApp(async (app) => {
        using running = await startRunning(app, { profile, mutant: 'none' })
        const { score, notRun, results } = await certifyRunning(profile, running, { only })
        assert.deepEqual(
          results.filter(({ verdict }) => verdict !== 'pass').map(({ id, seen }) => [id, seen]),
          [],
        )
        assert.deepEqual([score, notRun, results.map(({ id }) => id)], [100, 0, only])
        for (const { id, requests } of results)
          assert.match(requests[0]?.inspectorUrl ?? '', /\/console\/inspector\?(traceId|session)=[\w-]{36}$/, id)
      }))

    const mutants = ids.filter((id) =>
      isFull ? `${profile} ${id}` !== 'overlay session-start' : observedChecks.includes(id),
    )
    // An overlay without a session is not certified.
    for (const id of mutants)
      test(`${id} catches a ${profile} with this defect${isFull ? ', and no other check does' : ''}`, () =>
        withApp(async (app) => {
          using running = await startRunning(app, { profile, mutant: id })
          const { results } = await certifyRunning(profile, running, isFull ? {} : { only: [id] })
          const failed = results.filter(({ verdict }) => verdict === 'fail').map((result) => result.id)
          assert.deepEqual(failed, [id], results.map(({ seen }) => seen).join('\n'))
        }))
  }

  test('checks after the end of the program are not run, and do not count', () =>
    withApp(async (app) => {
      using running = await startRunning(app, { profile: 'bot', mutant: 'unknown-fields' })
      const only = ['session-start', 'unknown-fields', 'unknown-event', 'quota']
      const report = await certifyRunning('bot', running, { only })
      assert.deepEqual(
        report.results.map(({ id, verdict }) => [id, verdict]),
        [
          ['session-start', 'pass'],
          ['unknown-fields', 'fail'],
          ['unknown-event', 'not run'],
          ['quota', 'not run'],
        ],
      )
      assert.deepEqual([report.notRun, report.passedPoints, report.applicablePoints], [2, 10, 15])
      assert.match(formatScore(report), /Score 66 of 100: .* 2 checks not run\.$/)
      assert.match(formatJunit(report), /failures="1" skipped="2"/)
    }))

  test('the clock, the fault plan and the webhook of the sandbox are as before', () =>
    withApp(async (app) => {
      using running = await startRunning(app, { profile: 'receiver', mutant: 'none' })
      const webhook = `/apps/${running.clientId}/webhook`
      await app.sandbox('PUT', webhook, { webhookUrl: 'http://127.0.0.1:9/' })
      const ahead = async () => (await app.sandbox('GET', '/clock')).aheadSeconds
      const aheadBefore = await ahead()
      await certifyRunning('receiver', running, { only: ['webhook-old', 'webhook-missed'] })
      assert.ok(Math.abs((await ahead()) - aheadBefore) <= 2)
      assert.deepEqual((await app.sandbox('GET', '/faults')).rules, [])
      assert.equal((await app.sandbox('PUT', webhook, { webhookUrl: null })).previousUrl, 'http://127.0.0.1:9/')
    }))

  test('an interrupt ends a check, and removes its fault plan', () =>
    withApp(async (app) => {
      using running = await startRunning(app, { profile: 'bot', mutant: 'none' })
      const interrupted = new AbortController()
      const certifying = certifyRunning('bot', running, {
        only: ['session-start', 'retry-after-message'],
        signal: interrupted.signal,
        onResult: () => interrupted.abort(),
      })
      await assert.rejects(certifying, { name: 'AbortError' })
      assert.deepEqual((await app.sandbox('GET', '/faults')).rules, [])
    }))

  test('refuses an application without a session, and a sandbox with a fault plan', () =>
    withApp(async (app) => {
      const { client } = await app.createFixture()
      const running = { ...client, url: app.url, webhookUrl: null, [Symbol.dispose]: () => {} }
      await assert.rejects(certifyRunning('bot', running, { waitMs: 1 }), { code: 'NO_SESSION' })
      await app.sandbox('PUT', '/faults', { preset: 'rate-limited' })
      await assert.rejects(certifyRunning('bot', running, { waitMs: 1 }), { code: 'FAULT_PLAN_SET' })
      await app.sandbox('DELETE', '/faults')
    }))
})

describe('the examples of this repository', () => {
  const examples = [
    { profile: 'bot', command: 'node examples/echo-bot/bot.js', probe: '!echo {text}' },
    { profile: 'overlay', command: 'node examples/donation-overlay/overlay.js', probe: '' },
    { profile: 'receiver', command: 'node examples/drops-receiver/receiver.js', probe: '' },
  ] as const
  const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`

  test('score 100', async () => {
    const reports = await Promise.all(
      examples.map(async ({ profile, command, probe }) => {
        await using ownApp = await openTickingApp()
        const settings = { webhookPath: '/', port: await findFreePort(), wireProfile: 'documented' } as const
        const program = { start: commandStarter(command, { PATH: path }), ...settings }
        const subject = { profile, probe, program }
        return await certify({
          sandbox: { baseUrl: ownApp.url },
          name: command,
          subject,
        })
      }),
    )
    for (const { name, score, results } of reports) {
      const others = results.filter(({ verdict }) => verdict === 'fail').map(({ id, seen }) => [id, seen])
      assert.deepEqual([name, score, others], [name, 100, []])
    }
  })
})
