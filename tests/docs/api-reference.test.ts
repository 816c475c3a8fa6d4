import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { Value } from 'typebox/value'
import { notification } from '@onair/contract'
import { openGroups, sandboxGroups } from '@onair/contract/groups'
import { sessionMessages } from '@onair/contract/reference/session-messages'
import {
  eventExampleFile,
  exampleFile,
  listOperations,
  type ResponseExamples,
} from '@onair/contract/reference/response-examples'
import { openDropsTestApp } from '@onair/server/features/drops/test-helpers.ts'
import { eventually } from '../support/eventually.ts'
import { connect } from '../support/clients/session-client.ts'
import { createDataDirectory } from '../support/programs/data-directory.ts'
import { startProgram } from '../support/programs/program.ts'
import { addSandbox, testSandbox } from '../support/apps/sandbox-app.ts'

const root = new URL('../..', import.meta.url)

/** The calls of a page with their headings, in order. */
function readCalls(page: string): { heading: string; command: string }[] {
  const text = readFileSync(new URL(`docs/api/${page}`, root), 'utf8')
  return [...text.matchAll(/^### (.+)$[^]*?```sh\n([^]*?)```/gm)].map(([, heading = '', command = '']) => ({
    heading,
    command,
  }))
}

/** Variables that the reader takes from a response. */
const readVariables = [
  ['ENDPOINT_ID', 'endpointId'],
  ['WORLD_ID', 'worldId'],
  ['SNAPSHOT_FILE', 'file'],
]
  .map(
    ([name, field]) =>
      `pattern='"${field}":"([^"]+)'; if [[ $response =~ $pattern ]]; then ${name}=\${BASH_REMATCH[1]}; fi`,
  )
  .join('\n')

/** Starts the example bot, and waits until its session is connected. */
async function startBot(baseUrl: string) {
  const bot = spawn(process.execPath, ['examples/echo-bot/bot.js'], {
    cwd: root,
    env: { ...process.env, ONAIR_URL: baseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(createInterface({ input: bot.stdout }), 'line', { signal: AbortSignal.timeout(60_000) })
  return {
    async [Symbol.asyncDispose]() {
      bot.kill()
      if (bot.exitCode === null && bot.signalCode === null) await once(bot, 'close')
    },
  }
}

/** Rewrites the committed examples with the responses of this run. */
const isUpdate = process.env['UPDATE_EXAMPLES'] === '1'

/** A response as the reference shows it: no long text, and the default address. */
function toExample(value: unknown): unknown {
  if (typeof value === 'string')
    return (value.length > 300 ? `${value.slice(0, 60)}…` : value).replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:4747')
  if (Array.isArray(value)) return value.map(toExample)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toExample(inner)]))
}

function updateExamples(responses: ResponseExamples) {
  const all = { ...(JSON.parse(readFileSync(exampleFile, 'utf8')) as ResponseExamples), ...responses }
  const ids = [...listOperations(openGroups), ...listOperations(sandboxGroups, 'sandbox.')].map(({ id }) => id)
  const sorted = Object.fromEntries(ids.filter((id) => id in all).map((id) => [id, all[id]]))
  writeFileSync(exampleFile, `${JSON.stringify(sorted, null, 2)}\n`)
}

describe('docs/api', () => {
  for (const [page, operations, minCalls] of [
    ['reference.md', listOperations(openGroups), 30],
    ['sandbox.md', listOperations(sandboxGroups, 'sandbox.'), 15],
  ] as const)
    test(`every call of ${page} works as written against a new sandbox, and its example response is of that kind`, async () => {
      using folder = await createDataDirectory()
      await using sandbox = startProgram(['serve', '--port', '0', '--data-dir', folder.path, '--json'])
      const { baseUrl } = await sandbox.ready()
      await using _bot = await startBot(baseUrl)
      const calls = readCalls(page)
      assert.ok(calls.length >= minCalls, String(calls.length))
      const script = [
        `eval "$("${process.execPath}" packages/cli/main.ts env --samples --url "${baseUrl}")"`,
        ...calls.map(({ command }) => `response=$(${command})\nprintf '%s\\n' "$response"\n${readVariables}`),
      ].join('\n')
      const { stdout } = await promisify(execFile)('bash', ['-euc', script], { cwd: root, maxBuffer: 16 * 1024 * 1024 })
      const responses = stdout.trimEnd().split('\n')
      assert.deepEqual(
        calls.map(({ heading }, index) => [heading, responses[index]?.slice(0, 27)]),
        calls.map(({ heading }) => [heading, '{"code":200,"message":null,']),
        stdout,
      )
      const executed: ResponseExamples = Object.fromEntries(
        calls.map(({ heading }, index) => {
          const operation = operations.find(({ endpoint }) => `${endpoint.method} ${endpoint.path}` === heading)
          return [operation?.id ?? heading, toExample(JSON.parse(responses[index] ?? ''))]
        }),
      )
      if (isUpdate) updateExamples(executed)
      const examples = JSON.parse(readFileSync(exampleFile, 'utf8')) as ResponseExamples
      for (const { id, endpoint } of operations) {
        assert.ok(id in examples, `${id} has no example; UPDATE_EXAMPLES=1 writes it`)
        assert.deepEqual(
          fieldsOf(examples[id]),
          fieldsOf(executed[id]),
          `${id}; UPDATE_EXAMPLES=1 rewrites the examples`,
        )
        const { content } = examples[id] as { content: unknown }
        assert.deepEqual([...Value.Errors(endpoint.content, content)], [], id)
        if (hasTotals(content))
          assert.equal(content.totalPages, Math.ceil(content.totalCount / (content.data.length || 1)), id)
      }
    })

  test('the example of each session message and notification is one that was received', async () => {
    const received: ResponseExamples = await receiveEvents()
    if (isUpdate) writeFileSync(eventExampleFile, `${JSON.stringify(toExample(received), null, 2)}\n`)
    const examples = JSON.parse(readFileSync(eventExampleFile, 'utf8')) as ResponseExamples
    assert.deepEqual(fieldsOf(examples), fieldsOf(received), 'UPDATE_EXAMPLES=1 rewrites the examples')
    for (const [name, { payload }] of Object.entries(sessionMessages))
      assert.deepEqual([...Value.Errors(payload, examples[name])], [], name)
    assert.deepEqual([...Value.Errors(notification, examples['drop_reward_claim'])], [])
  })
})

/** Receives each kind of session message, and a notification, from a platform with its own people. */
async function receiveEvents(): Promise<ResponseExamples> {
  await using app = addSandbox(await openDropsTestApp({}, { openExtension: testSandbox() }))
  const { token, channelId } = app
  const viewer = { channelId, byChannelId: await app.createPerson() }
  const { url } = (await app.call('GET', '/open/v1/sessions/auth', { token })).body.content
  using session = await connect(url)
  const subscribed = []
  for (const name of ['chat', 'donation', 'subscription']) {
    await app.call('POST', `/open/v1/sessions/events/subscribe/${name}?sessionKey=${session.sessionKey}`, { token })
    subscribed.push(await session.next())
  }
  await app.sandbox('POST', '/actions/chat', { ...viewer, message: '안녕하세요' })
  const chat = await session.next()
  await app.sandbox('POST', '/actions/donate', { ...viewer, payAmount: 1000, donationText: '감사합니다' })
  const donation = await session.next()
  await app.sandbox('POST', '/actions/subscribe', { ...viewer, tierNo: 1, month: 3 })
  const subscription = await session.next()
  const messages = [subscribed[0], chat, donation, subscription].map((event) => event ?? ['', null])
  return { ...Object.fromEntries(messages), drop_reward_claim: await receiveNotification() }

  async function receiveNotification() {
    await app.sandbox('PUT', '/sinks/claims', {})
    const game = await app.sandbox('POST', '/apps', {
      name: 'game',
      redirectUri: 'http://127.0.0.1:9/callback',
      organizationId: 'games',
      webhookUrl: `${app.url}/sandbox/v1/sinks/claims`,
    })
    const { rewardIds } = await app.createCampaign(game.clientId)
    await app.sandbox('POST', '/actions/claim', { rewardId: rewardIds[0], byChannelId: viewer.byChannelId })
    let requests: { body: string }[] = []
    await eventually(async () => {
      requests = (await app.sandbox('GET', '/sinks/claims')).requests
      return requests.length > 0
    })
    return JSON.parse(requests[0]?.body ?? '')
  }
}

type FirstPage = { totalCount: number; totalPages: number; data: unknown[] }

const hasTotals = (content: unknown): content is FirstPage =>
  typeof content === 'object' && content !== null && 'totalCount' in content

/** The names of fields; of a list, those of its first element. */
function fieldsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(fieldsOf)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fieldsOf(inner)]))
}
