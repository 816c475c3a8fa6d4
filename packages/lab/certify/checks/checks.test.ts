import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Grant } from '../grants.ts'
import { Lab } from '../lab.ts'
import { profiles, takesWebhooks, type Profile } from '../profile.ts'
import { checks, runCheck, type CheckResult } from '../run.ts'
import { BotModel } from '../test/bot-model.ts'
import { ModelPlatform } from '../test/platform.ts'
import { ReceiverModel } from '../test/receiver-model.ts'

type Options = { isRunning?: boolean; areGrantsKnown?: boolean }

/** Runs all checks of the profile on the traffic of a program with this defect. */
async function certifyModel(
  profile: Profile,
  defect: string,
  { isRunning = profile === 'drops', areGrantsKnown = true }: Options = {},
): Promise<CheckResult[]> {
  const grants: Grant[] = []
  let starts = 0
  const platform: ModelPlatform = new ModelPlatform(
    () =>
      takesWebhooks(profile)
        ? new ReceiverModel(platform, { defect, grants, starts: ++starts })
        : new BotModel(platform, { defect, isOverlay: profile === 'overlay', starts: ++starts }),
    { isRedacted: isRunning },
  )
  await using lab = new Lab({
    createCaller: () => platform.call,
    traffic: platform,
    profile,
    probe: '!ping {text}',
    clientId: 'app',
    clientSecret: isRunning ? null : 'the client secret',
    channelId: 'streamer',
    viewerChannelId: 'viewer',
    answers: async () => platform.isRunning,
    claims: {
      rewardIds: ['sword', 'shield', 'potion'],
      people: profile === 'drops' ? 3 : 1,
      readGrants: profile === 'drops' && areGrantsKnown ? async () => grants : null,
    },
    patienceMs: 6_000,
    reconcileMs: 3_000,
    start: isRunning ? null : platform.startProgram,
    signal: new AbortController().signal,
    sleep: (ms) => platform.sleep(ms),
  })
  if (isRunning) {
    platform.startProgram()
    await platform.sleep(1_000)
  }
  const results: CheckResult[] = []
  for (const check of checks)
    if (check.profiles.includes(profile))
      results.push(await runCheck(check, lab, { consoleUrl: 'http://127.0.0.1/console', language: 'en' }))
  return results
}

function listFailed(results: readonly CheckResult[]): string[] {
  return results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
}

for (const profile of profiles)
  describe(`checks of the profile ${profile}`, () => {
    const ids = checks.filter((check) => check.profiles.includes(profile)).map(({ id }) => id)
    for (const isRunning of profile === 'drops' ? [true] : [false, true]) {
      const title = isRunning ? 'that already runs' : 'that is started'
      test(`a program ${title} without a defect passes all`, async () => {
        const results = await certifyModel(profile, 'none', { isRunning })
        const others = results.filter(({ verdict }) => verdict !== 'pass').map(({ id, seen }) => [id, seen])
        assert.deepEqual([others, results.length], [[], ids.length])
      })

      for (const id of profile === 'drops' ? [] : ids) {
        // An overlay without a session is not certified.
        if (isRunning && profile === 'overlay' && id === 'session-start') continue
        test(`${id} alone fails for a program ${title} with this defect`, async () => {
          const results = await certifyModel(profile, id, { isRunning })
          assert.deepEqual(
            listFailed(results),
            [id],
            results.map((result) => `${result.id}: ${result.seen}`).join('\n'),
          )
        })
      }
    }
  })

describe('checks of a drops service with a defect', () => {
  for (const [defect, expected] of [
    ['webhook-idempotent', ['webhook-idempotent']],
    ['webhook-concurrent', ['webhook-concurrent']],
    ['webhook-resent', ['webhook-resent']],
    ['webhook-signature', ['webhook-signature']],
    ['webhook-raw-body', ['webhook-raw-body']],
    ['webhook-old', ['webhook-old']],
    ['webhook-in-time', ['webhook-in-time']],
    ['webhook-unknown', ['webhook-unknown']],
    ['webhook-missed', ['webhook-missed']],
    ['failing-api', ['failing-api']],
    ['webhook-reordered', ['webhook-reordered']],
    ['webhook-start', ['webhook-start']],
    [
      'never marks',
      ['webhook-start', 'webhook-unknown', 'retry-after-claims', 'webhook-reordered', 'webhook-missed', 'grants'],
    ],
    ['retry-after-claims', ['retry-after-claims']],
    ['marks only', ['grants']],
    ['gives to others', ['grants']],
    ['quota', ['quota']],
    ['secrets', ['secrets']],
  ] as const)
    test(`${expected.join(', ')}: ${defect}`, async () => {
      const results = await certifyModel('drops', defect)
      assert.deepEqual(
        listFailed(results),
        expected,
        results.map((result) => `${result.id}: ${result.seen}`).join('\n'),
      )
    })

  test('rewards that were given twice are not found without the grants', async () => {
    const results = await certifyModel('drops', 'webhook-idempotent', { areGrantsKnown: false })
    assert.deepEqual(listFailed(results), [])
    const { verdict, statements } = results.find(({ id }) => id === 'grants')!
    assert.deepEqual([verdict, statements[0]?.code], ['not applicable', 'GRANTS_UNKNOWN'])
  })
})

describe('a defect that several checks see is counted once', () => {
  for (const [profile, defect, expected] of [
    ['bot', 'deaf after a reconnect', 'reconnect-cut'],
    ['overlay', 'deaf after a reconnect', 'reconnect-cut'],
    ['bot', 'mute after a reconnect', 'reconnect-cut'],
    ['bot', 'ignores Retry-After', 'retry-after-session'],
    ['overlay', 'ignores Retry-After', 'retry-after-session'],
    ['bot', 'retries at once', 'backoff'],
    ['bot', 'strict parser', 'unknown-fields'],
    ['bot', 'strict donations', 'unknown-fields'],
    ['bot', 'early subscription', 'retry-after-subscribe'],
    ['bot', 'deaf to donations', 'retry-after-subscribe'],
    ['receiver', 'drops fields', 'webhook-raw-body'],
  ] as const)
    test(`${expected}: ${profile}, ${defect}`, async () => {
      const results = await certifyModel(profile, defect)
      assert.deepEqual(listFailed(results), [expected], results.map(({ id, seen }) => `${id}: ${seen}`).join('\n'))
    })
})

test('checks after the end of a running program are not run, and do not count', async () => {
  const results = await certifyModel('bot', 'unknown-fields', { isRunning: true })
  const verdicts = new Map(results.map(({ id, verdict }) => [id, verdict]))
  assert.deepEqual(
    ['session-start', 'unknown-fields', 'unknown-event', 'quota'].map((id) => verdicts.get(id as CheckResult['id'])),
    ['pass', 'fail', 'not run', 'not run'],
  )
})
