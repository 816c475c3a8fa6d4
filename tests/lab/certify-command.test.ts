import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { portOf } from '../support/programs/port.ts'
import { runCommandHere } from '../support/programs/program.ts'
import { openSandboxApp, type SandboxApp } from '../support/apps/sandbox-app.ts'

const run = (...args: string[]) => runCommandHere(['certify', ...args], { PATH: process.env['PATH'] ?? '' })

describe('onair certify', () => {
  test('refuses wrong usage with exit code 2', async () => {
    const usages = [
      [],
      ['--bot', 'node a.js', '--overlay', 'node b.js'],
      ['--bot', 'node a.js', '--only', 'no-such-check'],
      ['--bot', 'node a.js', '--probe', '!ping'],
      ['--bot', 'node a.js', '--min-score', '101'],
      ['--receiver', 'node a.js', '--path', 'webhook'],
      ['--running', 'receiver'],
      ['--running', 'bot', '--receiver-url', 'http://127.0.0.1:4000/'],
      ['--running', 'bot', '--observed'],
      ['--receiver-url', '127.0.0.1:4000'],
      ['--drops', '127.0.0.1:4000'],
      ['--drops', 'http://127.0.0.1:4000/', '--claims', '1'],
      ['--receiver-url', 'http://127.0.0.1:4000/', '--grants', 'grants.ndjson'],
      ['--bot', 'node a.js', '--lang', 'fr'],
    ]
    for (const usage of usages) {
      const { code, stderr } = await run(...usage)
      assert.equal(code, 2, `${usage.join(' ')}: ${stderr}`)
    }
  })

  test('a score below --min-score exits with code 1, and the reports say why', async () => {
    using folder = createTempFolder()
    const command = 'echo "<b>cannot start</b>"; exit 3'
    const { code, stdout } = await run('--bot', command, '--only', 'session-start', '--report', folder.path)
    assert.equal(code, 1)
    assert.match(stdout, /^FAIL {2}session-start .*\n {6}No subscribed session\. The program ended: exit code 3\. <b>/)
    assert.match(stdout, /Score 0 of 100: 0 of 10 points, 1 of 1 checks failed\./)
    const read = (name: string) => readFileSync(join(folder.path, name), 'utf8')
    const { score, results } = JSON.parse(read('report.json'))
    assert.deepEqual([score, results[0].id, results[0].verdict], [0, 'session-start', 'fail'])
    assert.match(read('junit.xml'), /<testsuites tests="1" failures="1" skipped="0"[^]*&#60;b&#62;cannot start/)
    assert.doesNotMatch(read('junit.xml'), /<b>/)
    assert.match(read('report.html'), /<section id="session-start">[^]*&#60;b&#62;cannot start/)
  })
})

describe('onair certify of a receiver that already runs', () => {
  let app: SandboxApp
  before(
    async () => void (app = await openSandboxApp({ demo: true, startsAt: Date.now(), settings: { inspector: 'all' } })),
  )
  after(() => app[Symbol.asyncDispose]())

  const certifyHere = (args: string[], env: Record<string, string> = {}) =>
    runCommandHere(['certify', '--url', app.url, ...args], env)

  test('reports in Korean, with the same codes in JSON', async () => {
    const server = createServer((_request, response) => void response.writeHead(500).end())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    using folder = createTempFolder()
    const receiverUrl = `http://127.0.0.1:${portOf(server)}/`
    const options = ['--receiver-url', receiverUrl, '--only', 'webhook-start', '--timeout', '1', '--lang', 'ko']
    const { code, stdout } = await certifyHere([...options, '--report', folder.path])
    server.close()
    assert.equal(code, 1)
    assert.match(stdout, /POST \/sandbox\/v1\/actions\/claim {2}http:\S+\/console\/inspector\?traceId=/)
    assert.match(stdout, /^실패 {2}webhook-start .*\n {6}보상을 FULFILLED로 표시하지 않았습니다\. 알림은 1번 시도 후/)
    assert.match(stdout, /\n {6}이유: .*\n {6}해결: .*\n100점 만점에 0점: 10점 중 0점, 검사 1개 중 1개 실패\.\n$/)
    const read = (name: string) => readFileSync(join(folder.path, name), 'utf8')
    assert.match(read('junit.xml'), /name="알림을 받고[^]*해결: /)
    const [result] = JSON.parse(read('report.json')).results
    assert.deepEqual([result.verdict, result.statements[0].code], ['fail', 'NOT_FULFILLED'])
    assert.equal(result.requests[0].link, 'report.html#webhook-start-1')
    const [, shown = ''] = read('report.html').split('<section id="webhook-start-1">')
    assert.match(shown, /POST \/sandbox\/v1\/actions\/claim[^]*UNSUCCESSFUL_STATUS/)
    assert.doesNotMatch(read('report.html') + read('report.json') + read('junit.xml'), /console\/inspector/)
  })

  test('says that nothing listens at the URL, and stops', async () => {
    const { data: before } = await app.sandbox('GET', '/people')
    for (const option of ['--drops', '--receiver-url']) {
      const { code, stdout, stderr } = await certifyHere([option, 'http://127.0.0.1:9/hook'])
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, /Nothing listens at http:\/\/127\.0\.0\.1:9\/hook\. Start the program first/)
    }
    assert.deepEqual((await app.sandbox('GET', '/people')).data, before)
  })

  test('refuses an ONAIR_CLIENT_SECRET that is not the secret of the application', async () => {
    const { code, stderr } = await certifyHere(['--receiver-url', 'http://127.0.0.1:9/'], {
      ONAIR_CLIENT_SECRET: 'wrong',
    })
    assert.equal(code, 1)
    assert.match(stderr, /ONAIR_CLIENT_SECRET is not the secret of the application/)
  })

  test('says what to do when the program has no session', async () => {
    const { code, stderr } = await certifyHere(['--running', 'bot', '--wait', '1'])
    assert.equal(code, 1)
    assert.match(stderr, /no session that is subscribed to an event/)
  })
})

describe('action.yml', () => {
  test('passes its inputs to the command', () => {
    using folder = createTempFolder()
    const action = readFileSync(new URL('../../action.yml', import.meta.url), 'utf8')
    const inputs = [...action.matchAll(/^ {8}([A-Z_]+): \$\{\{ inputs\.([a-z-]+) \}\}$/gm)]
    const script = /run: \|\n((?: {8}.*\n)+)/.exec(action)?.[1] ?? ''
    writeFileSync(join(folder.path, 'npx'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
    const given = { PACKAGE: 'onair', BOT: '', RECEIVER: 'node "my receiver.js"', PROBE: '!ping {text}' }
    const env = { ...given, OVERLAY: '', MIN_SCORE: '90', REPORT: 'out', LANGUAGE: 'ko', OPTIONS: '--path /webhook' }
    assert.deepEqual(new Set(inputs.map(([, name]) => name)), new Set(Object.keys(env)))
    const stdout = execFileSync('bash', ['-ec', script], {
      encoding: 'utf8',
      env: { ...env, PATH: `${folder.path}:${process.env['PATH']}` },
    })
    const expected = ['--yes', 'onair', 'certify', '--receiver', 'node "my receiver.js"', '--probe', '!ping {text}']
    const others = ['--min-score', '90', '--report', 'out', '--lang', 'ko', '--path', '/webhook']
    assert.deepEqual(stdout.trimEnd().split('\n'), [...expected, ...others])
  })
})
