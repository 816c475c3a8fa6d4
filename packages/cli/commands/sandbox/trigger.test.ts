import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { actionNames, fieldsOf } from '@onair/contract/sandbox/actions'
import { createDataDirectory } from '../../../../tests/support/programs/data-directory.ts'
import { findFreePort, portOf } from '../../../../tests/support/programs/port.ts'
import { createTestAuthority } from '../../../../tests/support/programs/certificates.ts'
import { runCommandHere, startProgram } from '../../../../tests/support/programs/program.ts'
import { connect } from '../../../../tests/support/clients/session-client.ts'
import { commandGroups } from '../../all-commands.ts'

// One sandbox for all tests. They test the commands; the features test the effects.
const folder = await createDataDirectory()
const sandbox = startProgram(['serve', '--port', '0', '--data-dir', folder.path, '--json'])
let url = ''
let demo: { clientId: string; people: { channelId: string; channelName: string; is: string }[] }
before(async () => {
  const ready = await sandbox.ready()
  ;({ baseUrl: url, demo } = ready)
})
after(async () => {
  await sandbox[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

const personIdByRole = (role: string) => demo.people.find(({ is }) => is === role)?.channelId ?? ''
const runOnair = (...args: string[]) => runCommandHere(args, { ONAIR_URL: url })
/** The output of a command that must succeed. */
async function runSuccessfully(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runOnair(...args)
  assert.deepEqual([code, stderr], [0, ''], args.join(' '))
  return stdout
}
const runJson = async (...args: string[]) =>
  (await runSuccessfully(...args, '--json'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** A client that is connected to a session of the demo streamer and subscribed to all events. */
async function connectListener() {
  const [{ content }] = await runJson('trigger', 'create-grant')
  const headers = { authorization: `Bearer ${content.accessToken}` }
  const callSandbox = async (method: string, path: string) =>
    ((await (await fetch(`${url}${path}`, { method, headers })).json()) as { content: { url: string } }).content
  const client = await connect((await callSandbox('GET', '/open/v1/sessions/auth')).url)
  for (const kind of ['chat', 'donation', 'subscription'])
    await callSandbox('POST', `/open/v1/sessions/events/subscribe/${kind}?sessionKey=${client.sessionKey}`)
  for (const _ of [1, 2, 3]) await client.next()
  return client
}

const callSandbox = async (path: string) =>
  ((await (await fetch(`${url}/sandbox/v1${path}`)).json()) as { content: any }).content

async function countSamples() {
  const { campaigns, people } = await callSandbox('/reset')
  const { data: messages } = await callSandbox('/records?kind=event&name=CHAT&size=100')
  return [campaigns, people, messages.length]
}

const assertNear = (now: string, expected: number) => assert.ok(Math.abs(Date.parse(now) - expected) < 600_000, now)

describe('commands of a running sandbox', () => {
  test('every action has a command, with an option for every field', () => {
    const commands = commandGroups.flatMap(({ commands }) => commands)
    const actionCommands = commands.filter(({ name }) => name.startsWith('trigger ') || name === 'people create')
    assert.equal(actionCommands.length, actionNames.length)
    const fields = new Set(actionNames.flatMap((act) => fieldsOf(act).map(({ field }) => field)))
    const options = new Set(actionCommands.flatMap(({ options }) => Object.keys(options)))
    for (const field of fields) assert.ok(options.has(field.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)), field)
  })

  test('every action works without options, except claim, which requires --reward-id', async () => {
    for (const act of [
      'chat',
      'donate',
      'subscribe',
      'follow',
      'unfollow',
      'go-live',
      'go-offline',
      'manage',
      'withdraw-grant',
    ]) {
      if (act === 'withdraw-grant') await runSuccessfully('trigger', 'create-grant')
      assert.notEqual(await runSuccessfully('trigger', act), '')
    }
    const [{ content }] = await runJson('trigger', 'create-campaign', '--rewards', '검', '--rewards', '방패')
    assert.equal(content.rewardIds.length, 2)
    assert.match(
      await runSuccessfully('trigger', 'claim', '--reward-id', content.rewardIds[1]),
      /^claimId +\S+\nisNew +true\n$/,
    )
    const { code, stderr } = await runOnair('trigger', 'claim')
    assert.deepEqual(
      [code, stderr],
      [2, 'onair: trigger claim requires --reward-id. See onair trigger claim --help.\n'],
    )
  })

  test('a triggered event reaches the subscribers with the given options', async () => {
    using guest = await connectListener()
    await runSuccessfully('trigger', 'chat', '--message', '=안녕 -- "하늘"', '--by-channel-id', 'manager')
    const chat = await guest.next()
    assert.partialDeepStrictEqual(chat, [
      'CHAT',
      { senderChannelId: personIdByRole('manager'), content: '=안녕 -- "하늘"' },
    ])
    await runSuccessfully(
      'trigger',
      'donate',
      '--pay-amount=2500',
      '--by-channel-id',
      'none',
      '--donation-type',
      'VIDEO',
    )
    const donation = await guest.next()
    assert.partialDeepStrictEqual(donation, ['DONATION', { payAmount: '2500', donationType: 'VIDEO' }])
  })

  test('--times repeats the action, numbers it and prints progress to standard error', async () => {
    const { code, stdout, stderr } = await runOnair(
      'trigger',
      'chat',
      '--times',
      '25',
      '--per-second',
      '8',
      '--message',
      'nr {n}',
      '--json',
    )
    assert.equal(code, 0)
    const results = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.equal(results.length, 25)
    assert.equal(new Set(results.map(({ content }) => content.messageId)).size, 25)
    assert.match(stderr, /^\d+ of 25 …\n/)
  })

  test('a refused action prints its reason, with a count for --times, and exits with code 1', async () => {
    const once = await runOnair('trigger', 'chat', '--by-channel-id', '0'.repeat(32))
    assert.deepEqual([once.code, once.stdout], [1, ''])
    assert.match(once.stderr, /^onair: NOT_FOUND \(byChannelId: .*\)\n$/)
    const invalid = await runOnair('trigger', 'chat', '--message', ' ')
    assert.match(invalid.stderr, /^onair: The request has an invalid value\. \(message: .*\)\n$/)
    assert.doesNotMatch(invalid.stderr, /\p{Script=Hangul}/u)
    const often = await runOnair(
      'trigger',
      'chat',
      '--by-channel-id',
      '0'.repeat(32),
      '--times',
      '3',
      '--per-second',
      '100',
    )
    assert.deepEqual([often.code, often.stdout.replace(/in .* s/, 'in time')], [1, '0 of 3 done in time.\n'])
    assert.match(often.stderr, /^onair: 3 refused: NOT_FOUND/)
    const inJson = await runOnair('trigger', 'go-offline', '--json')
    assert.equal(inJson.code, 1)
    assert.partialDeepStrictEqual(JSON.parse(inJson.stdout), { ok: false, status: 400 })
  })

  test('people lists and people create creates', async () => {
    const [{ content }] = await runJson('people', 'create', '--channel-name', '새 사람', '--identity-verified')
    const people = await runJson('people', '--name', '새 사람')
    assert.deepEqual(people, [{ channelId: content.channelId, channelName: '새 사람', role: null }])
    assert.match(
      await runSuccessfully('people'),
      new RegExp(`^${personIdByRole('streamer')} +streamer +하늘방송$`, 'm'),
    )
    assert.equal(await runSuccessfully('people', '--name', 'no such name'), 'No person matches.\n')
  })

  test('clock shows the time, moves it by an offset or to a timestamp, and resets it', async () => {
    assert.match(await runSuccessfully('clock', 'now'), /Z, system time\n$/)
    assert.match(await runSuccessfully('clock', '+1d1h30m'), /Z, 1d1h30m ahead of system time\n/)
    assert.match(await runSuccessfully('clock', '-2d'), /Z, 22h30m behind system time\n$/)
    // Applications that nobody uses for 90 days would be gone.
    const time = Date.now() + 60 * 86_400_000
    const [moved] = await runJson('clock', '--to', new Date(time).toISOString())
    assertNear(moved.now, time)
    assertNear((await runJson('clock'))[0].now, time)
    assert.equal((await runJson('clock', 'now'))[0].aheadSeconds, 0)
  })

  test('sessions lists all or those of an application, and sessions disconnect ends one', async () => {
    using guest = await connectListener()
    const [one] = await runJson('sessions', '--client-id', demo.clientId)
    assert.partialDeepStrictEqual(one, {
      sessionKey: guest.sessionKey,
      owner: { channelId: personIdByRole('streamer') },
    })
    assert.match(
      await runSuccessfully('sessions'),
      new RegExp(`^${guest.sessionKey} .* CHAT DONATION SUBSCRIPTION$`, 'm'),
    )
    assert.equal(
      await runSuccessfully('sessions', 'disconnect', guest.sessionKey),
      `Session ${guest.sessionKey} is disconnected.\n`,
    )
    await guest.readUntilClose()
    const again = await runOnair('sessions', 'disconnect', 'nothing')
    assert.deepEqual([again.code, again.stderr], [1, 'onair: NOT_FOUND (sessionKey: no such session)\n'])
  })

  test('logs prints records, filtered, and with --full their content', async () => {
    const message = `a word of its own ${crypto.randomUUID()}`
    await runSuccessfully('trigger', 'chat', '--message', message)
    const [event, ...others] = await runJson('logs', '--kind', 'event', '--text', message, '--full')
    assert.deepEqual(others, [])
    assert.partialDeepStrictEqual(event, { kind: 'event', name: 'CHAT', channelId: personIdByRole('streamer') })
    assert.ok(event.detail.payload.text.includes(message))
    const line = await runSuccessfully('logs', '--kind', 'event', '--channel-id', 'streamer', '--last', '1')
    assert.equal(line, `${event.date}  event     CHAT  하늘방송\n`)
    assert.ok(
      (await runSuccessfully('logs', '--trace-id', event.traceId, '--full')).includes(
        '  > POST /sandbox/v1/actions/chat\n',
      ),
    )
    await runOnair('trigger', 'chat', '--by-channel-id', '0'.repeat(32))
    assert.match(await runSuccessfully('logs', '--status', '4xx', '--name', '/actions/', '--last', '1'), / {2}404 {2}/)
    assert.equal(
      await runSuccessfully('logs', '--text', 'no record holds this', '--name', 'CHAT', '--kind', 'event'),
      '',
    )
  })

  test('logs escapes control characters', async () => {
    const marker = crypto.randomUUID()
    const body = `{"message": "\x1b[2J\x9b31m${marker}`
    await fetch(`${url}/sandbox/v1/actions/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const shown = await runSuccessfully('logs', '--text', marker, '--full')
    assert.ok(shown.includes(String.raw`  > {"message": "\u001b[2J\u009b31m${marker}`), shown)
  })

  test('logs --follow prints each record once and in order, even more than one page at a time', async () => {
    const marker = crypto.randomUUID()
    const ask = () => fetch(`${url}/open/v1/users/me?marker=${marker}`)
    await using following = startProgram(['logs', '--follow', '--kind', 'request', '--text', marker, '--json'], {
      ONAIR_URL: url,
    })
    await ask()
    const first = await following.ready<{ position: number }>()
    following.signal('SIGSTOP')
    for (let count = 0; count < 130; count++) await ask()
    following.signal('SIGCONT')
    await following.waitForLines(131)
    const { stdout } = await following.stop()
    const positions = stdout
      .trim()
      .split('\n')
      .map((line) => Number(JSON.parse(line).position))
    assert.equal(positions[0], first.position)
    assert.deepEqual(
      positions,
      [...new Set(positions)].toSorted((a, b) => a - b),
    )
  })

  test('--owner-channel-id and --channel-id accept a demo role or a channel id', async () => {
    const offlineCommand = ['--data-dir', folder.path]
    const app = ['app', 'create', '--name', 'mine', '--redirect-uri', 'http://127.0.0.1:9/', ...offlineCommand]
    for (const owner of ['streamer', personIdByRole('streamer')])
      assert.match(await runSuccessfully(...app, '--owner-channel-id', owner), /^CLIENT_ID /)
    const company = ['organization', 'approve', 'company', '--name', 'Company', ...offlineCommand]
    await runSuccessfully(...company, '--channel-id', 'manager')
    for (const [command, option] of [
      [app, 'owner-channel-id'],
      [company, 'channel-id'],
    ] as const) {
      const { code, stderr } = await runOnair(...command, `--${option}`, 'king')
      assert.equal(code, 2)
      assert.match(stderr, new RegExp(`^onair: --${option} must be streamer, .* or a channel id, not "king"\\.`))
    }
  })

  for (const [args, message] of [
    [['logs', '--kind', 'noise'], '--kind must be one of request, event, frame, delivery, gap.'],
    [['logs', '--last', '101'], '--last must be an integer from 0 to 100.'],
    [['trigger', 'dance'], 'There is no command "trigger dance". The commands are chat, '],
    [['trigger', 'donate', '--pay-amount', '1.5'], '--pay-amount must be an integer from 1 to 999999999999999.'],
    [['trigger', 'donate', '--donation-type', 'GOLD'], '--donation-type must be one of CHAT, VIDEO.'],
    [['trigger', 'manage', '--user-role', 'KING'], '--user-role must be one of STREAMING_CHANNEL_MANAGER, '],
    [['trigger', 'go-live', '--times', '2'], 'trigger go-live has no option --times.'],
    [['trigger', 'chat', '--times', '0'], '--times must be an integer from 1 to 100000.'],
    [['clock', '1h'], '<by> must be an offset such as +1h30m, -90s or +30d, or now, not "1h".'],
    [['clock', '+1h', '--to', '2030-01-01T00:00:00Z'], 'clock accepts either <by> or --to, not both.'],
    [['clock', '--to', 'tomorrow'], '--to must be a timestamp with a time zone'],
    [['trigger', 'chat', '--channel-id', 'unknown'], '--channel-id must be streamer, '],
    [['logs', '--channel-id', 'unknown'], '--channel-id must be streamer, '],
    [['trigger', 'follow', '--by-channel-id', 'unknown'], '--by-channel-id must be streamer, '],
    [['people', '--url', 'localhost'], '--url must be a URL such as http://127.0.0.1:4747, not "localhost".'],
  ] as const)
    test(`onair ${args.join(' ')} prints one line and exits with code 2`, async () => {
      const { code, stdout, stderr } = await runOnair(...args)
      assert.deepEqual([code, stdout], [2, ''])
      assert.ok(stderr.startsWith(`onair: ${message}`), stderr)
    })

  test('a shell reads the variables of env unchanged, including quotes', async () => {
    const secret = `it's "$HOME" \\ here`
    const proxyRequest = async (request: IncomingMessage, response: ServerResponse) => {
      const { method = 'GET', headers, url: path = '' } = request
      const body = method === 'GET' ? null : await text(request)
      const { authorization = '', 'content-type': type = 'application/json' } = headers
      const answer = await fetch(`${url}${path}`, { method, headers: { authorization, 'content-type': type }, body })
      const content = await answer.text()
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(content.replace(/"clientSecret":"[^"]+"/, () => `"clientSecret":${JSON.stringify(secret)}`))
    }
    const server = createServer((request, response) => void proxyRequest(request, response))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const printed = await runSuccessfully('env', '--url', `http://127.0.0.1:${portOf(server)}`)
    server.close()
    const readAll = spawnSync('sh', ['-c', 'eval "$1"; printf %s "$CLIENT_SECRET"', 'sh', printed], {
      encoding: 'utf8',
    })
    assert.deepEqual([readAll.stdout, readAll.stderr], [secret, ''])
  })

  test('env sends a message and claims a reward only with --samples', async () => {
    const before = await countSamples()
    assert.ok(!(await runSuccessfully('env')).includes('CLAIM_ID'))
    assert.deepEqual(await countSamples(), before)
    assert.match(await runSuccessfully('env', '--samples'), /^export CLAIM_ID='?[0-9a-f-]{36}'?$/m)
    const [campaigns, people, messages] = before
    assert.deepEqual(await countSamples(), [campaigns + 1, people, messages + 1])
  })

  test('an untrusted certificate is reported with exit code 1', async () => {
    const authority = await createTestAuthority()
    const server = createTlsServer(await authority.issueCertificate('127.0.0.1'), (_, response) => void response.end())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const base = `https://127.0.0.1:${portOf(server)}`
    const { code, stdout, stderr } = await runCommandHere(['people', '--url', base])
    server.close()
    assert.deepEqual([code, stdout], [1, ''])
    assert.ok(stderr.startsWith(`onair: The certificate of ${base} is not trusted. `), stderr)
  })

  test('an unreachable server, one without the sandbox API, one that fails and another server are reported with exit code 1', async () => {
    const responses: Record<string, string> = {
      '/production/sandbox/v1': '{"code":404,"message":"NOT_FOUND"}',
      '/other/sandbox/v1': '<html>',
      '/failing/sandbox/v1': '{"code":500,"message":"INTERNAL_SERVER_ERROR"}',
      '/soon/sandbox/v1': '{"code":503,"message":"SERVICE_UNAVAILABLE"}',
    }
    const server = createServer(({ url = '' }, response) => {
      const status = url.startsWith('/soon') ? 503 : url.startsWith('/failing') ? 500 : 404
      response.writeHead(status).end(responses[url])
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const base = `http://127.0.0.1:${portOf(server)}`
    for (const [at, message] of [
      [
        `${base}/production`,
        `The server at ${base}/production has no sandbox API: it runs in production mode, or without the role api.`,
      ],
      [`${base}/failing`, `The server at ${base}/failing responded with 500 INTERNAL_SERVER_ERROR. See its log.`],
      [`${base}/other`, `The server at ${base}/other is not an Onair server: 404 `],
      [`${base}/soon`, `The server at ${base}/soon is not ready yet`],
      [
        'http://127.0.0.1:1',
        'Cannot connect to http://127.0.0.1:1: bad port. Start a server with npm start, or set its URL with --url.',
      ],
    ] as const) {
      const { code, stdout, stderr } = await runCommandHere(['people', '--url', at])
      assert.deepEqual([code, stdout], [1, ''])
      assert.ok(stderr.startsWith(`onair: ${message}`), stderr)
    }
    server.close()
  })

  test('says why it cannot connect, and not how to start a sandbox where one would not help', async () => {
    const next = 'If the server does not run there, its log says why. Otherwise set its URL with --url.\n'
    const address = `127.0.0.1:${await findFreePort()}`
    for (const [url, env, reason] of [
      [`http://${address}`, { ONAIR_MODE: 'production' }, `connect ECONNREFUSED ${address}`],
      ['http://onair.invalid', {}, 'getaddrinfo E'],
    ] as const) {
      const { stderr } = await runCommandHere(['people', '--url', url], env)
      assert.ok(stderr.startsWith(`onair: Cannot connect to ${url}: ${reason}`), stderr)
      assert.ok(stderr.endsWith(`. ${next}`), stderr)
    }
  })
})
