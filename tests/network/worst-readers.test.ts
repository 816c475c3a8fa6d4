import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { createAnonymizer } from '../../packages/lab/replay/anonymize.ts'
import { parseChatLine, parseLine } from '../../packages/lab/replay/lines.ts'
import { createClient, limits, user, verifyWebhook } from '@onair/sdk'
import { explainSignature } from '../../packages/sdk/explain-signature.ts'
import { escapeControls } from '@onair/server/infra/observability/escape-controls.ts'
import { FrameWriter, RowReader } from '@onair/server/infra/db/row-stream.ts'
import { redactLine, redactText } from '@onair/server/infra/observability/redact.ts'
import type { RecordDetail } from '@onair/contract'
import { summarizeRecord } from '@onair/server/features/inspector/summarize-record.ts'
import { truncate } from '@onair/server/features/inspector/truncate.ts'
import { parseSync, Visitor, type CallExpression, type NewExpression } from 'oxc-parser'
import { Costs } from '../support/apps/costs.ts'
import { openHostileServer, startAnswers } from '../support/inputs/worst-session.ts'
import { worstTexts } from '../support/inputs/worst-texts.ts'

const bytes = 64 * 1024

/**
 * Who tests the files that parse input. The routes of the API are found in the table of routes, whatever file reads for
 * them; a file outside `routeFolders` needs an entry here. `own`: it reads what Onair or the same person wrote.
 */
const routeFolders = ['packages/server/api/', 'packages/sandbox/api/', 'packages/sandbox/pages/']
const readers: Readonly<Record<string, Test | `own: ${string}`>> = {
  'packages/server/gateway/engine-io/engine-io-3.ts': 'frames',
  'packages/server/gateway/engine-io/packets.ts': 'frames',
  'packages/server/gateway/engine-io/polling-requests.ts': 'frames',
  'packages/server/gateway/engine-io/websocket-transport.ts': 'frames',
  'packages/server/features/accounts/export/export-data.ts': 'routes',
  'packages/server/features/accounts/passkeys/webauthn.ts': 'routes',
  'packages/server/features/accounts/sign-in/browser-seal.ts': 'own: a sign-in that was sealed',
  'packages/server/features/inspector/summarize-record.ts': 'records',
  'packages/server/infra/db/row-stream.ts': 'rows',
  'packages/sdk/explain-signature.ts': 'sdk',
  'packages/sdk/http.ts': 'sdk',
  'packages/sdk/listen.ts': 'session',
  'packages/sdk/verify-webhook.ts': 'sdk',
  'packages/lab/replay/lines.ts': 'recording',
  'packages/cli/commands/accounts/account.ts': 'own: a password that the operator types',
  'packages/cli/commands/sandbox/faults.ts': 'own: a file of the developer, which goes to the sandbox API',
  'packages/console/features/apps/pages/delivery.tsx': 'own: the body of a webhook of Onair',
  'packages/console/features/inspector/components/record-detail.tsx': 'own: a recorded text, which is cut',
  'packages/console/features/inspector/queries/records.ts': 'own: the key of a query',
  'packages/console/features/reference/code-samples.ts': 'own: an example of the contract',
  'packages/console/features/reference/components/try-it.tsx': 'own: the answer to a call of this person',
  'packages/console/features/reference/operation-fields.ts': 'own: what this person types',
  'packages/console/features/watch/viewer-socket.ts': 'own: messages of the gateway',
  'packages/console/lib/curl.ts': 'own: a recorded text, which is cut',
  'packages/console/lib/drafts.ts': 'own: the storage of this browser',
  'packages/console/lib/stored-value.ts': 'own: the storage of this browser',
  'packages/lab/certify/grants.ts': 'own: a file of the developer, as lines of the recording',
  'packages/lab/certify/polled-sessions.ts': 'own: traffic of a sandbox',
  'packages/lab/certify/program.ts': 'own: the output of a program of the developer',
  'packages/lab/certify/recorded-traffic.ts': 'own: records of the sandbox',
  'packages/lab/certify/relay.ts': 'own: traffic of a sandbox',
  'packages/lab/certify/seen-request.ts': 'own: answers of a sandbox',
  'packages/lab/load/accounts.ts': 'own: a file of the developer, as lines of the recording',
  'packages/lab/load/listeners.ts': 'own: frames of a sandbox',
  'packages/lab/mcp/tools.ts': 'own: the contract',
  'packages/lab/replay/read-records.ts': 'own: records of the sandbox',
  'packages/lab/replay/to-call.ts': 'own: a line of a recording, which was parsed',
  'packages/overlays/hidden-socket.ts': 'own: messages of the gateway',
  'packages/overlays/overlay.ts': 'own: the address of the overlay',
  'packages/sandbox/faults/delivery-faults.ts': 'own: a notification of Onair',
  'packages/sandbox/faults/session-faults.ts': 'own: an event of Onair',
  'packages/sandbox/sinks/sinks.ts': 'own: headers that were stored as JSON',
  'packages/sandbox/worlds/serve-worlds.ts': 'own: lines of the test program that started it',
  'packages/sdk/signature-mistakes.ts': 'own: a notification that the developer pastes',
  'packages/server/features/inspector/explain-missing-event.ts': 'own: records of Onair',
  'packages/server/features/inspector/list-records.ts': 'own: records of Onair',
  'packages/server/features/inspector/missing-event-store.ts': 'own: records of Onair',
  'packages/server/features/sessions/session-list-store.ts': 'own: records of Onair',
  'packages/server/features/watch/viewer-ticket.ts': 'own: a ticket that was sealed',
  'packages/server/features/webhooks/delivery-log.ts': 'own: headers that were stored as JSON',
  'packages/server/features/webhooks/notification.ts': 'own: an event of Onair',
  'packages/server/infra/outbound/outbound-connection.ts': 'own: bytes of an answer, which are kept and not parsed',
  'packages/server/infra/bus/redis-bus.ts': 'own: messages of Onair',
  'packages/server/infra/db/command-bus.ts': 'own: messages of Onair',
  'packages/server/infra/db/embedded/binaries.ts': 'own: files of a package',
  'packages/server/rtmp/connection.ts': 'own: bytes that its parser bounds, which hostile-video.test.ts mutates',
  'packages/server/infra/rtmp/publisher.ts':
    'own: answers of a server that the developer chose, bounded by the parser of the ingest',
  'packages/console/features/admin/pages/cases.tsx': 'own: the last line of a case file of this server',
  'packages/console/lib/page-settings.ts': 'own: what the server wrote into the page',
  'packages/server/rtmp/open-rtmp.ts': 'own: its own address',
  'packages/server/infra/media-control.ts': 'own: answers of a media server of the operator, cut at 4 MB',
  'packages/server/infra/mail/mailer.ts': 'own: a setting of the operator',
  'packages/server/features/notices/push.ts': 'own: an address that was sealed',
  'packages/server/features/mail/sealed-mail.ts': 'own: a mail that was sealed',
  'packages/server/config/parsers.ts': 'own: a setting of the operator',
  'packages/server/config/sign-in-providers.ts': 'own: a setting of the operator',
  'packages/sandbox/faults/record-fault.ts': 'own: an event of Onair',
  'packages/console/features/watch/video/kept-volume.ts': 'own: the storage of this browser',
  'packages/console/features/studio/go-live/kept-choice.ts': 'own: the storage of this browser',
  'packages/console/features/live/queries/use-channel-events.ts': 'own: records of the sandbox',
  'packages/console/features/reference/components/recent-messages.tsx': 'own: records of events',
  'packages/server/features/case-files/verify-case-file.ts':
    'own: a case file of the operator, in lines of at most 16 MB',
  'packages/server/infra/files/s3-bucket.ts': 'own: answers of the S3 service of the operator',
  'packages/cli/public-service-client.ts': 'own: the files of the project of the developer, cut at 256 KB',
  'packages/testing/js/world-host.ts': 'own: lines of the program that it started',
  'packages/testing/js/world.ts': 'own: records of a world',
}
type Test = 'routes' | 'frames' | 'records' | 'rows' | 'sdk' | 'session' | 'recording'

describe('the worst input of the allowed size', () => {
  test('has a test for every file that parses input', () => {
    const found = findReaders().filter((file) => !routeFolders.some((folder) => file.startsWith(folder)))
    assert.deepEqual(
      found.filter((file) => !(file in readers)),
      [],
      'add the worst input of these files to a test, and the test to `readers`',
    )
    assert.deepEqual(
      Object.keys(readers).filter((file) => !found.includes(file)),
      [],
      'these parse nothing',
    )
  })

  test('of a record, and of a line of the log, costs at most 50 ms', async (t) => {
    await measureTexts(t, {
      redactText,
      truncate,
      redactLine: (text) => redactLine(JSON.stringify({ token: text })),
      escapeControls,
      summarizeRecord: (text) => summarizeRecord(recordOf(text)),
    })
  })

  test('of a webhook, a signature and an answer costs a user of the SDK at most 50 ms', async (t) => {
    await using answers = await startAnswers()
    const call = createClient({ baseUrl: answers.url, credentials: { accessToken: 'a' } })
    await measureTexts(t, {
      'verifyWebhook, header': (text) => verifyWebhook({ headers: headersOf(text), body: '', secret: 'a' }),
      'verifyWebhook, body': (text) =>
        verifyWebhook({ headers: headersOf(`sha256=${'0'.repeat(64)}`), body: text, secret: 'a' }),
      'explainSignature, line': (text) =>
        explainSignature({ headers: [text], body: new Uint8Array(), secret: 'a', prefix: 'Svc-' }).catch(() => {}),
      'explainSignature, value': (text) =>
        explainSignature({
          headers: ['Id', 'Timestamp', 'Signature'].map((name) => `Svc-Event-Message-${name}: ${text}`),
          body: new Uint8Array(),
          secret: 'a',
          prefix: 'Svc-',
        }),
      'answer of a call': async (text) => {
        answers.text = text
        await call(user.getMe).catch(() => {})
      },
    })
  })

  test('of a session costs a user of the SDK at most 50 ms, and so does its URL', async (t) => {
    await using server = await openHostileServer()
    await measureTexts(t, {
      event: (text) => server.send(`42["CHAT",${JSON.stringify(text)}]`),
      'raw event': (text) => server.send(`42["CHAT",${text}]`),
      packet: (text) => server.send(text),
      'binary event': (text) => server.send(`451-["CHAT",{"_placeholder":true,"num":0},${JSON.stringify(text)}]`),
      'binary packet': (text) => server.send(Buffer.from(text)),
      namespace: (text) => server.send(`42/${text}`),
      'path of the URL': (text) => server.send('', encodeURI(text.toWellFormed()).slice(0, bytes)),
    })
  })

  test('of a line of a recording costs at most 50 ms', async (t) => {
    const anonymize = createAnonymizer('salt')
    const place = { path: 'file', number: 1 }
    const names = Array.from({ length: 2_000 }, (_, n) => `사람${n}`)
    for (const channelName of names) anonymize({ kind: 'person', channelId: 'a', channelName })
    await measureTexts(
      t,
      {
        parseLine: (text) => parseLine(JSON.stringify({ kind: 'person', channelId: text }), place),
        parseChatLine: (text) => parseChatLine(`[00:00:01] ${text}`),
        'parseChatLine, name': (text) => parseChatLine(`00:00:01 ${text}: hello`),
        anonymize: (text) =>
          anonymize({ kind: 'action', atMs: 0, action: 'chat', input: { message: text.toWellFormed() } } as const),
      },
      limits.recordedTextLength,
    )
  })

  test('of the rows of a snapshot costs at most 50 ms for each megabyte', async (t) => {
    const megabytes = 16
    const frame = new FrameWriter().bytes(Buffer.alloc(megabytes * 1_000_000, 'a'))
    const before = process.threadCpuUsage()
    await assert.rejects(new RowReader(chunksOf(frame, 16_384)).readHeader(), { reason: 'FOREIGN' })
    const { user: userMicros, system: systemMicros } = process.threadCpuUsage(before)
    const ms = (userMicros + systemMicros) / 1_000
    t.diagnostic(`${Math.round(ms)} ms for ${megabytes} MB`)
    assert.ok(ms < 50 * megabytes, `${ms} ms`)
  })
})

function headersOf(text: string) {
  return {
    'Svc-Event-Message-Id': text,
    'Svc-Event-Message-Timestamp': text,
    'Svc-Event-Message-Signature': text,
  }
}

function recordOf(text: string): RecordDetail {
  const request = { method: 'POST', url: '/', headers: {}, body: { text, truncated: false } }
  return { request, response: null, payload: null, reason: null, failure: null }
}

type Diagnostics = { diagnostic(message: string): void }

async function measureTexts(
  t: Diagnostics,
  runs: Record<string, (text: string) => unknown>,
  length = bytes,
): Promise<void> {
  const costs = new Costs()
  for (const [name, run] of Object.entries(runs))
    for (const [kind, text] of Object.entries(worstTexts)) {
      const input = text(length)
      await costs.measure(`${name} of ${kind}`, async () => () => run(input))
    }
  t.diagnostic(costs.summary())
  assert.deepEqual(costs.exceeded, [])
}

async function* chunksOf(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

/** The files with a call that parses text or bytes: JSON, a query or form, escapes, lines, and messages of a socket. */
function findReaders(): string[] {
  const files = globSync('packages/**/*.{ts,tsx}', {
    exclude: (path) => /(^|\/)(node_modules|dist|test)(\/|$)|\.test\.tsx?$|test-(helpers|program)\.ts$/.test(path),
  })
  return files.filter((file) => {
    let isReader = false
    const visit = (node: CallExpression | NewExpression) => {
      isReader ||= parsesInput(node)
    }
    new Visitor({ CallExpression: visit, NewExpression: visit }).visit(
      parseSync(file, readFileSync(file, 'utf8')).program,
    )
    return isReader
  })
}

function parsesInput({ type, callee, arguments: [first] }: CallExpression | NewExpression): boolean {
  if (callee.type === 'Identifier') {
    if (type === 'NewExpression') return callee.name === 'URLSearchParams' && isText(first?.type)
    return ['decodeURIComponent', 'createInterface', 'createGunzip', 'unescape'].includes(callee.name)
  }
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false
  const method = callee.property.name
  if (callee.object.type === 'Identifier' && callee.object.name === 'JSON') return method === 'parse'
  const isListener = method === 'on' && first?.type === 'Literal'
  return isListener && ['message', 'data', 'line'].includes(String(first.value))
}

/** A query is built of an object or a list, and parsed from anything else. */
function isText(type: string | undefined): boolean {
  return type !== undefined && !['ObjectExpression', 'ArrayExpression'].includes(type)
}
