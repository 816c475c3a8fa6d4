import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { actionNames, fieldsOf } from '@onair/contract/sandbox/actions'
import { createTempFolder } from '../infra/db/embedded/test-helpers.ts'
import { portOf } from '../test/port.ts'
import { createTestAuthority } from '../test/certificates.ts'
import { runProgram, startProgram } from '../test/program.ts'
import { connect } from '../test/session-client.ts'
import { commandGroups } from './all-commands.ts'

// One sandbox for all of these: the commands are tried, and what they do is tested where it is done.
const folder = createTempFolder()
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
const runOnair = (...args: string[]) => runProgram(args, { ONAIR_URL: url })
/** What a command prints that must succeed. */
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

/** Somebody who is connected to a session of the demo streamer and hears everything. */
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

test('every act has a command, with every field as an option', () => {
  const commands = commandGroups.flatMap(({ commands }) => commands)
  const actionCommands = commands.filter(({ name }) => name.startsWith('trigger ') || name === 'people create')
  assert.equal(actionCommands.length, actionNames.length)
  const fields = new Set(actionNames.flatMap((act) => fieldsOf(act).map(({ field }) => field)))
  const options = new Set(actionCommands.flatMap(({ options }) => Object.keys(options)))
  for (const field of fields) assert.ok(options.has(field.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)), field)
})

test('every act is played without an option, but a claim, which needs its reward', async () => {
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
  assert.match(await runSuccessfully('trigger', 'claim', '--reward-id', content.rewardIds[1]), /^claimId +\S+\n$/)
  const { code, stderr } = await runOnair('trigger', 'claim')
  assert.deepEqual([code, stderr], [2, 'onair: trigger claim needs --reward-id. Try onair trigger claim --help.\n'])
})

test('what is triggered is heard by whoever listens, with the options as they were given', async () => {
  using guest = await connectListener()
  await runSuccessfully('trigger', 'chat', '--message', '=안녕 -- "하늘"', '--by-channel-id', 'manager')
  const chat = await guest.next()
  assert.partialDeepStrictEqual(chat, [
    'CHAT',
    { senderChannelId: personIdByRole('manager'), content: '=안녕 -- "하늘"' },
  ])
  await runSuccessfully('trigger', 'donate', '--pay-amount=2500', '--by-channel-id', 'none', '--donation-type', 'VIDEO')
  const donation = await guest.next()
  assert.partialDeepStrictEqual(donation, ['DONATION', { payAmount: '2500', donationType: 'VIDEO' }])
})

test('a burst is played as often as it is told, numbered, with its progress beside it', async () => {
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
  const deeds = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.equal(deeds.length, 25)
  assert.equal(new Set(deeds.map(({ content }) => content.messageId)).size, 25)
  assert.match(stderr, /^\d+ of 25 …\n/)
})

test('what the platform refuses is told with its reason, with exit code 1, once or counted', async () => {
  const once = await runOnair('trigger', 'chat', '--by-channel-id', '0'.repeat(32))
  assert.deepEqual([once.code, once.stdout], [1, ''])
  assert.match(once.stderr, /^onair: NOT_FOUND \(byChannelId: .*\)\n$/)
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

test('people are listed, and made', async () => {
  const [{ content }] = await runJson('people', 'create', '--channel-name', '새 사람', '--identity-verified')
  const people = await runJson('people', '--name', '새 사람')
  assert.deepEqual(people, [{ channelId: content.channelId, channelName: '새 사람', is: null }])
  assert.match(await runSuccessfully('people'), new RegExp(`^${personIdByRole('streamer')} +streamer +하늘방송$`, 'm'))
  assert.equal(await runSuccessfully('people', '--name', 'nobody at all'), 'Nobody is there.\n')
})

const assertNear = (now: string, expected: number) => assert.ok(Math.abs(Date.parse(now) - expected) < 600_000, now)

test('the clock is shown, moved by a time, to a moment and back to that of the machine', async () => {
  assert.match(await runSuccessfully('clock', 'now'), /Z, the time of the machine\n$/)
  assert.match(await runSuccessfully('clock', '+1d1h30m'), /Z, 1d1h30m ahead of the machine\n$/)
  assert.match(await runSuccessfully('clock', '-2d'), /Z, 22h30m behind the machine\n$/)
  const [moved] = await runJson('clock', '--to', '2030-01-01T09:00:00+09:00')
  assertNear(moved.now, Date.UTC(2030, 0, 1))
  assertNear((await runJson('clock'))[0].now, Date.UTC(2030, 0, 1))
  assert.equal((await runJson('clock', 'now'))[0].aheadSeconds, 0)
})

test('sessions are listed, of all and of an application, and cut', async () => {
  using guest = await connectListener()
  const [one] = await runJson('sessions', '--client-id', demo.clientId)
  assert.partialDeepStrictEqual(one, { sessionKey: guest.sessionKey, owner: { channelId: personIdByRole('streamer') } })
  assert.match(
    await runSuccessfully('sessions'),
    new RegExp(`^${guest.sessionKey} .* CHAT DONATION SUBSCRIPTION$`, 'm'),
  )
  assert.equal(
    await runSuccessfully('sessions', 'disconnect', guest.sessionKey),
    `The session ${guest.sessionKey} is cut.\n`,
  )
  await guest.readUntilClose()
  const again = await runOnair('sessions', 'disconnect', 'nothing')
  assert.deepEqual([again.code, again.stderr], [1, 'onair: NOT_FOUND (sessionKey: there is no such session)\n'])
})

test('what happened is shown, filtered, and with all that it holds', async () => {
  const message = `a word of its own ${crypto.randomUUID()}`
  await runSuccessfully('trigger', 'chat', '--message', message)
  const [event, ...others] = await runJson('logs', '--kind', 'event', '--text', message, '--full')
  assert.deepEqual(others, [])
  assert.partialDeepStrictEqual(event, { kind: 'event', name: 'CHAT', channelId: personIdByRole('streamer') })
  assert.ok(event.detail.payload.text.includes(message))
  const line = await runSuccessfully('logs', '--kind', 'event', '--channel-id', 'streamer', '--last', '1')
  assert.equal(line, `${event.date}  event     CHAT  하늘방송\n`)
  assert.ok(
    (await runSuccessfully('logs', '--trace-id', event.traceId, '--full')).includes('  > POST /sandbox/v1/acts/chat\n'),
  )
  await runOnair('trigger', 'chat', '--by-channel-id', '0'.repeat(32))
  assert.match(await runSuccessfully('logs', '--status', '4xx', '--name', '/acts/', '--last', '1'), / {2}404 {2}/)
  assert.equal(await runSuccessfully('logs', '--text', 'no record holds this', '--name', 'CHAT', '--kind', 'event'), '')
})

test('what was sent cannot move the cursor of whoever reads the logs', async () => {
  const marker = crypto.randomUUID()
  const body = `{"message": "\x1b[2J\x9b31m${marker}`
  await fetch(`${url}/sandbox/v1/acts/chat`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const shown = await runSuccessfully('logs', '--text', marker, '--full')
  assert.ok(shown.includes(String.raw`  > {"message": "\x1b[2J\x9b31m${marker}`), shown)
})

test('logs are followed: what comes is shown, in order, each once, also when much has come meanwhile', async () => {
  const marker = crypto.randomUUID()
  const ask = () => fetch(`${url}/open/v1/users/me?marker=${marker}`)
  await using following = startProgram(['logs', '--follow', '--kind', 'request', '--text', marker, '--json'], {
    ONAIR_URL: url,
  })
  await ask()
  const first = await following.ready()
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

test('whose an application is and who speaks for a company are said by what they are in the demo, or by an id', async () => {
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
    assert.match(stderr, new RegExp(`^onair: --${option} is streamer, .* or a channel id, and not "king"\\.`))
  }
})

for (const [args, told] of [
  [['logs', '--kind', 'noise'], '--kind is one of request, event, frame, delivery, gap.'],
  [['logs', '--last', '101'], '--last is a whole number from 0 to 100.'],
  [['trigger', 'dance'], 'There is no command "trigger dance"; trigger has chat, '],
  [['trigger', 'donate', '--pay-amount', '1.5'], '--pay-amount is a whole number from 1 to 1000000000.'],
  [['trigger', 'donate', '--donation-type', 'GOLD'], '--donation-type is one of CHAT, VIDEO.'],
  [['trigger', 'manage', '--user-role', 'KING'], '--user-role is one of STREAMING_CHANNEL_MANAGER, '],
  [['trigger', 'go-live', '--times', '2'], 'trigger go-live has no option --times.'],
  [['trigger', 'chat', '--times', '0'], '--times is a whole number from 1 to 100000.'],
  [['clock', '1h'], 'clock goes by +1h30m, -90s, +30d or now, and not by "1h".'],
  [['clock', '+1h', '--to', '2030-01-01T00:00:00Z'], 'clock goes either by a time or --to a moment.'],
  [['clock', '--to', 'tomorrow'], '--to is a moment with its zone'],
  [['trigger', 'chat', '--channel-id', 'nobody'], '--channel-id is streamer, '],
  [['logs', '--channel-id', 'nobody'], '--channel-id is streamer, '],
  [['trigger', 'follow', '--by-channel-id', 'nobody'], '--by-channel-id is streamer, '],
  [['people', '--url', 'localhost'], '--url is an address such as http://127.0.0.1:4747, and not "localhost".'],
] as const)
  test(`onair ${args.join(' ')} is told to be asked wrongly, with exit code 2`, async () => {
    const { code, stdout, stderr } = await runOnair(...args)
    assert.deepEqual([code, stdout], [2, ''])
    assert.ok(stderr.startsWith(`onair: ${told}`), stderr)
  })

test('a shell reads what env prints as it is, also a quote', async () => {
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
  const readAll = spawnSync('sh', ['-c', 'eval "$1"; printf %s "$CLIENT_SECRET"', 'sh', printed], { encoding: 'utf8' })
  assert.deepEqual([readAll.stdout, readAll.stderr], [secret, ''])
})

test('a platform whose certificate nobody vouches for is told as that, and not as none, with exit code 1', async () => {
  await using authority = await createTestAuthority()
  const server = createTlsServer(await authority.issueCertificate('IP:127.0.0.1'), (_, response) => void response.end())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const base = `https://127.0.0.1:${portOf(server)}`
  const { code, stdout, stderr } = await runProgram(['people', '--url', base])
  server.close()
  assert.deepEqual([code, stdout], [1, ''])
  assert.ok(stderr.startsWith(`onair: The certificate at ${base} is not believed: `), stderr)
})

test('no platform at the address, one in earnest and something else there are told, with exit code 1', async () => {
  const answers: Record<string, string> = {
    '/earnest/sandbox/v1': '{"code":404,"message":"NOT_FOUND"}',
    '/other/sandbox/v1': '<html>',
    '/soon/sandbox/v1': '{"code":503,"message":"SERVICE_UNAVAILABLE"}',
  }
  const server = createServer(({ url = '' }, response) => {
    response.writeHead(url.startsWith('/soon') ? 503 : 404).end(answers[url])
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const base = `http://127.0.0.1:${portOf(server)}`
  for (const [at, told] of [
    [`${base}/earnest`, `The platform at ${base}/earnest is not a sandbox: it runs in earnest`],
    [`${base}/other`, `What answers at ${base}/other is no platform of Onair: 404 `],
    [`${base}/soon`, `The platform at ${base}/soon is not ready yet`],
    [
      'http://127.0.0.1:1',
      'No platform answers at http://127.0.0.1:1; start one with npm start, or name it with --url.',
    ],
  ] as const) {
    const { code, stdout, stderr } = await runProgram(['people', '--url', at])
    assert.deepEqual([code, stdout], [1, ''])
    assert.ok(stderr.startsWith(`onair: ${told}`), stderr)
  }
  server.close()
})
