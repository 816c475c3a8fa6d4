import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openTestApp, type TestApp } from '../../server/test/test-app.ts'
import { certify, checks, commandStarter, findFreePort, type Report } from './index.ts'
import { profiles, type Profile } from './profile.ts'
import { threadStarter } from './test/start-in-thread.ts'

// FULL_MUTANTS=1 runs every check on every mutant: each must fail its own check and no other.
const isFull = process.env['FULL_MUTANTS'] !== undefined
const tickMs = 10
const patienceMs = 1_500
const examplePatienceMs = 4_000

let app: TestApp
before(async () => void (app = await openTickingApp()))
after(() => app[Symbol.asyncDispose]())

/** Its clock follows the time of the machine, with which receivers compare timestamps. */
async function openTickingApp(): Promise<TestApp> {
  const opened = await openTestApp({ demo: true })
  const advanceSeconds = Math.round((Date.now() - opened.clock.now()) / 1_000)
  await opened.sandbox('POST', '/clock', { advanceSeconds })
  const ticking = setInterval(() => opened.clock.advance(tickMs), tickMs)
  return {
    ...opened,
    async [Symbol.asyncDispose]() {
      clearInterval(ticking)
      await opened[Symbol.asyncDispose]()
    },
  }
}

type Subject = { profile: Profile; mutant: string; only: string[] | null }

async function run({ profile, mutant, only }: Subject): Promise<Report> {
  const program = profile === 'receiver' ? 'receiver' : 'bot'
  const start = threadStarter(`./mutant-${program}.ts`, { MUTANT: mutant, PROFILE: profile })
  const subject = { profile, start, probe: '!ping {text}', webhookPath: '/', port: await findFreePort() }
  return certify({ sandbox: { baseUrl: app.url }, name: mutant, subject, only, patienceMs })
}

/** The other checks of an overlay are those of a bot. */
const ownOverlayChecks = ['session-start', 'doubled-message', 'reordered-messages', 'refresh-once', 'secrets']

for (const profile of profiles) {
  const ids = checks.filter((check) => check.profiles.includes(profile)).map(({ id }) => id)
  const mutants = profile === 'overlay' && !isFull ? ids.filter((id) => ownOverlayChecks.includes(id)) : ids
  describe(`certify of a ${profile}`, () => {
    test(`a ${profile} without a defect scores 100`, async () => {
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
        const start = commandStarter(command, { PATH: path })
        const subject = { profile, start, probe, webhookPath: '/', port: await findFreePort() }
        return await certify({
          sandbox: { baseUrl: ownApp.url },
          name: command,
          subject,
          patienceMs: examplePatienceMs,
        })
      }),
    )
    for (const { name, score, results } of reports) {
      const others = results.filter(({ verdict }) => verdict === 'fail').map(({ id, seen }) => [id, seen])
      assert.deepEqual([name, score, others], [name, 100, []])
    }
  })
})
