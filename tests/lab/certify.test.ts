import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { describe, test } from 'node:test'
import { certify, commandStarter, findFreePort, formatJunit, type Report } from '@onair/lab/certify'
import { openTickingApp } from './ticking-app.ts'

const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`

/** Certifies a program on a sandbox of its own, which it starts with this command. */
async function certifyCommand(
  profile: 'bot' | 'overlay' | 'receiver',
  command: string,
  { probe = '', only }: { probe?: string; only?: string[] } = {},
): Promise<Report> {
  await using app = await openTickingApp()
  const settings = { webhookPath: '/', port: await findFreePort(), wireProfile: 'documented' } as const
  const program = { start: commandStarter(command, { PATH: path }), ...settings }
  const options = { sandbox: { baseUrl: app.url }, name: command, subject: { profile, probe, program } }
  return await certify({ ...options, ...(only !== undefined && { only }) })
}

describe('certify of a program that it starts', () => {
  for (const { profile, command, probe } of [
    { profile: 'bot', command: 'node examples/echo-bot/bot.js', probe: '!echo {text}' },
    { profile: 'overlay', command: 'node examples/donation-overlay/overlay.js', probe: '' },
    { profile: 'receiver', command: 'node examples/drops-receiver/receiver.js', probe: '' },
  ] as const)
    test(`${command} scores 100`, async () => {
      const { score, results } = await certifyCommand(profile, command, { probe })
      const failed = results.filter(({ verdict }) => verdict === 'fail').map(({ id, seen }) => [id, seen])
      assert.deepEqual([score, failed], [100, []])
    })

  test('a bad bot fails the checks of what it does wrong, and passes others', async () => {
    const only = ['session-start', 'doubled-message', 'emoticons', 'new-session-url', 'retry-after-message', 'secrets']
    const report = await certifyCommand('bot', 'node tests/lab/bad-bot.mjs', { probe: '!ping {text}', only })
    assert.deepEqual(
      report.results.map(({ id, verdict }) => [id, verdict]),
      [
        ['session-start', 'pass'],
        ['doubled-message', 'fail'],
        ['emoticons', 'pass'],
        ['new-session-url', 'fail'],
        ['retry-after-message', 'fail'],
        ['secrets', 'fail'],
      ],
    )
    assert.equal(report.score, 37)
    const { requests } = report.results.find(({ id }) => id === 'retry-after-message')!
    assert.equal(requests[0]?.line, 'POST /open/v1/chats/send → 429 TOO_MANY_REQUESTS')
    assert.match(formatJunit(report), /failures="4" skipped="0"/)
  })

  for (const [profile, command, passed, failed] of [
    [
      'bot',
      'node tests/lab/careless-bot.mjs',
      ['session-start', 'unknown-fields', 'reconnect-cut', 'retry-after-message'],
      ['unknown-values', 'backoff', 'retry-after-subscribe', 'refresh-again'],
    ],
    [
      'receiver',
      'node tests/lab/careless-receiver.mjs',
      ['webhook-start', 'webhook-idempotent', 'webhook-signature'],
      ['webhook-concurrent', 'webhook-resent', 'webhook-raw-body'],
    ],
  ] as const)
    test(`${command} loses a check for each of its defects`, async () => {
      const report = await certifyCommand(profile, command, { probe: '!ping {text}', only: [...passed, ...failed] })
      const idsWith = (verdict: string) =>
        report.results.filter((result) => result.verdict === verdict).map(({ id }) => id)
      assert.deepEqual([idsWith('pass'), idsWith('fail')], [passed, failed])
    })
})

describe('certify of a bot that already runs', () => {
  test('sees it through the inspector, ends at an interrupt, and removes its fault plan', async () => {
    await using app = await openTickingApp()
    const { channelId, client, token } = await app.createFixture()
    const child = spawn('node', ['tests/lab/bad-bot.mjs'], {
      env: { PATH: path, ONAIR_URL: app.url, ONAIR_ACCESS_TOKEN: token, ONAIR_CHANNEL_ID: channelId },
      stdio: 'ignore',
    })
    try {
      const { clientId } = client
      const program = { start: null, clientId, webhookUrl: null, waitMs: 30_000, reconcileMs: 0 }
      const subject = { profile: 'bot', probe: '!ping {text}', program } as const
      const options = { sandbox: { baseUrl: app.url }, name: clientId, subject }
      const { results } = await certify({ ...options, only: ['session-start', 'new-session-url', 'secrets'] })
      assert.deepEqual(
        results.map(({ id, verdict }) => [id, verdict]),
        [
          ['session-start', 'pass'],
          ['new-session-url', 'fail'],
          ['secrets', 'fail'],
        ],
      )
      const interrupted = new AbortController()
      const only = ['session-start', 'retry-after-message']
      const interruption = { only, signal: interrupted.signal, onResult: () => interrupted.abort() }
      await assert.rejects(certify({ ...options, ...interruption }), { name: 'AbortError' })
      assert.deepEqual((await app.sandbox('GET', '/faults')).rules, [])
    } finally {
      child.kill()
    }
  })

  test('refuses an application without a session, and a sandbox with a fault plan', async () => {
    await using app = await openTickingApp()
    const { client } = await app.createFixture()
    const program = { start: null, clientId: client.clientId, webhookUrl: null, waitMs: 1, reconcileMs: 0 }
    const subject = { profile: 'bot', probe: '!ping {text}', program } as const
    const options = { sandbox: { baseUrl: app.url }, name: client.clientId, subject }
    await assert.rejects(certify(options), { code: 'NO_SESSION' })
    await app.sandbox('PUT', '/faults', { preset: 'rate-limited' })
    await assert.rejects(certify(options), { code: 'FAULT_PLAN_SET' })
  })
})
