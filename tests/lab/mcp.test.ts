import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { request } from 'node:http'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createMcpServer, serveMcpOverHttp, toolGroups } from '@onair/lab/mcp'
import { openGroups, sandboxGroups } from '@onair/contract/groups'
import { CommandError } from '@onair/cli/command.ts'
import { sandboxClient } from '@onair/cli/commands/sandbox/sandbox.ts'
import { eventually } from '../support/eventually.ts'
import { openSandboxApp, type SandboxApp } from '../support/apps/sandbox-app.ts'

const main = fileURLToPath(new URL('../../packages/cli/main.ts', import.meta.url))
const { PATH = '' } = process.env

function targetOf(baseUrl: string) {
  return {
    baseUrl,
    createCaller: (server: { baseUrl: string }) => sandboxClient(server, {}),
    sandboxSecret: undefined,
    explain: (error: unknown) => (error instanceof CommandError ? error.message : null),
  }
}

let testApp: SandboxApp
let server: Awaited<ReturnType<typeof serveMcpOverHttp>>
let client: Client
before(async () => {
  testApp = await openSandboxApp({ demo: true, startsAt: Date.now() })
  server = await serveMcpOverHttp(() => createMcpServer(targetOf(testApp.url), '0', toolGroups), 0)
  client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)))
})
after(async () => {
  await client.close()
  await server[Symbol.asyncDispose]()
  await testApp[Symbol.asyncDispose]()
})

type Structured = { content?: any; code?: string; field?: string; status?: number; message?: string }
async function callTool(using: Client, name: string, args: Record<string, unknown> = {}) {
  const { isError = false, structuredContent } = await using.callTool({ name, arguments: args })
  return { isError, ...(structuredContent as Structured) }
}
/** The content of a call that must succeed. */
async function content(using: Client, name: string, args: Record<string, unknown> = {}) {
  const result = await callTool(using, name, args)
  assert.equal(result.isError, false, JSON.stringify(result))
  return result.content
}

/** Sets up a verified webhook from nothing, using only what the tools return. */
async function claimAndVerify(using: Client) {
  const { baseUrl } = await content(using, 'sandbox_demo_getOverview')
  await content(using, 'sandbox_sinks_setSink', { sinkName: 'game', failFirst: 0 })
  const app = await content(using, 'sandbox_apps_createApp', {
    name: 'game',
    redirectUri: 'http://127.0.0.1/callback',
    organizationId: 'studio',
    webhookUrl: `${baseUrl}/sandbox/v1/sinks/game`,
  })
  const { rewardIds } = await content(using, 'sandbox_drops_createCampaign', {
    clientId: app.clientId,
    categoryId: 'talk',
    rewards: ['검'],
  })
  const viewer = await content(using, 'sandbox_people_createPerson', { channelName: '보는 사람' })
  const { claimId } = await content(using, 'sandbox_drops_claim', {
    rewardId: rewardIds[0],
    byChannelId: viewer.channelId,
  })
  const [received] = await eventually(async () => {
    const { requests } = await content(using, 'sandbox_sinks_getSink', { sinkName: 'game' })
    return requests.length > 0 && requests
  })
  const evidence = { headers: received.headers, body: received.body, clientSecret: app.clientSecret }
  assert.deepEqual(await content(using, 'webhook_verifySignature', evidence), { matches: true, findings: [] })
  assert.ok(received.body.includes(claimId))
  return { app, claimId, evidence }
}

/** The names of the tools of these groups, and the instructions. */
async function offeredTools(...groups: Parameters<typeof createMcpServer>[2][]) {
  await using small = await serveMcpOverHttp(() => createMcpServer(targetOf(testApp.url), '0', ...groups), 0)
  const using = new Client({ name: 'test', version: '1' })
  await using.connect(new StreamableHTTPClientTransport(new URL(small.url)))
  const { tools } = await using.listTools()
  const text = using.getInstructions() ?? ''
  await using.close()
  return { names: tools.map(({ name }) => name), text }
}

describe('onair mcp', () => {
  test('on standard input and output, tools lead from nothing to a verified webhook', async () => {
    const stdio = new Client({ name: 'test', version: '1' })
    await stdio.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: ['--disable-warning=ExperimentalWarning', main, 'mcp', '--tools', 'all', '--url', testApp.url],
        env: { PATH },
        stderr: 'inherit',
      }),
    )
    const { app, claimId, evidence } = await claimAndVerify(stdio)
    const { code, field } = await callTool(stdio, 'sandbox_people_createPerson', {})
    assert.deepEqual([code, field], ['MISSING', 'channelName'])
    const claims = await content(stdio, 'open_drops_fulfillClaims', {
      ...app,
      claimIds: [claimId],
      fulfillmentState: 'FULFILLED',
    })
    assert.notEqual(claims, undefined)
    const wrong = await content(stdio, 'webhook_verifySignature', { ...evidence, body: `${evidence.body} ` })
    assert.equal(wrong.matches, false)
    assert.ok(wrong.findings.length > 0)
    await stdio.close()
  })

  test('certifies a drops service, and returns what it does wrong', async () => {
    // It accepts every notification and gives nothing. A receiver compares timestamps with the clock of the machine.
    testApp.clock.advance(Date.now() - testApp.clock.now())
    const { baseUrl } = await content(client, 'sandbox_demo_getOverview')
    await content(client, 'sandbox_sinks_setSink', { sinkName: 'careless' })
    const receiver = `${baseUrl}/sandbox/v1/sinks/careless`
    const { score, results } = await content(client, 'lab_certify', {
      profile: 'drops',
      receiver,
      timeoutSeconds: 1,
      withinSeconds: 1,
    })
    assert.ok(score < 50, String(score))
    const failed = results.filter(({ verdict }: { verdict: string }) => verdict === 'fail')
    const ids = failed.map(({ id }: { id: string }) => id)
    for (const id of ['webhook-start', 'webhook-signature', 'webhook-old', 'webhook-missed'])
      assert.ok(ids.includes(id), id)
    for (const [args, field] of [
      [{}, 'profile'],
      [{ profile: 'drops' }, 'receiver'],
      [{ profile: 'drops', receiver: '/etc/passwd' }, 'receiver'],
      [{ profile: 'drops', receiver, grants: '/etc/passwd' }, 'grants'],
      [{ profile: 'drops', receiver, claims: 21 }, 'claims'],
      [{ profile: 'bot', bot: 'rm -rf /' }, 'bot'],
    ] as const) {
      const refused = await callTool(client, 'lab_certify', args)
      assert.deepEqual([refused.isError, refused.field], [true, field])
    }
  })

  test('certifies a bot that is running, and says that none is', async () => {
    const { channelId, client: app, token } = await testApp.createFixture()
    const args = { profile: 'bot', clientId: app.clientId, only: 'session-start' }
    const none = await callTool(client, 'lab_certify', { ...args, waitSeconds: 1 })
    assert.deepEqual([none.isError, none.code], [true, 'NO_SESSION'])
    const bot = spawn(process.execPath, ['tests/lab/bad-bot.mjs'], {
      env: { ONAIR_URL: testApp.url, ONAIR_ACCESS_TOKEN: token, ONAIR_CHANNEL_ID: channelId },
      stdio: 'ignore',
    })
    const ended = once(bot, 'exit')
    const { results } = await content(client, 'lab_certify', { ...args, waitSeconds: 30 })
    bot.kill()
    await ended
    assert.partialDeepStrictEqual(results, [{ id: 'session-start', verdict: 'pass' }])
  })

  test('replays a chat log and a part of a generated night', async () => {
    const lines = '[00:00:01] 가나: 안녕\n[00:00:02] 다라: 반가워요\nnot a line of a chat'
    assert.deepEqual(await content(client, 'lab_replay', { lines }), {
      played: 2,
      done: 2,
      refused: 0,
      skipped: 0,
      reasons: {},
      isComplete: true,
    })
    const night = await content(client, 'lab_replay', { night: 'night-small', toSeconds: 60 })
    assert.ok(night.played > 2 && night.done === night.played && night.isComplete, JSON.stringify(night))
    for (const [args, field] of [
      [{}, 'night'],
      [{ night: 'night-small', lines }, 'night'],
      [{ night: '/etc/passwd' }, 'night'],
      [{ lines, speed: 0 }, 'speed'],
    ] as const)
      assert.partialDeepStrictEqual(await callTool(client, 'lab_replay', args), { isError: true, field })
  })

  test('lists the scopes, with which an application and a grant can be made', async () => {
    const { scopes } = await content(client, 'open_listScopes')
    const chat = scopes.find(({ tools }: { tools: string[] }) => tools.includes('open_chat_sendMessage'))
    assert.deepEqual([chat.grantedBy, chat.allows.startsWith('Send chat messages')], ['user', true])
    const app = await content(client, 'sandbox_apps_createApp', {
      name: 'chat only',
      redirectUri: 'http://127.0.0.1/callback',
      scopes: [chat.scope],
    })
    const { demo } = await content(client, 'sandbox_demo_getOverview')
    const grant = { clientId: app.clientId, channelId: demo.people[0].channelId, scopes: [chat.scope] }
    const { accessToken } = await content(client, 'sandbox_grants_createGrant', grant)
    await content(client, 'open_chat_sendMessage', { accessToken, message: '안녕' })
  })

  test('has a tool per endpoint of the sandbox API and the Open API, with a schema and the shape of the content', async () => {
    const { tools } = await client.listTools()
    const count = [sandboxGroups, openGroups].flatMap((groups) => Object.values(groups).flatMap(Object.keys)).length
    assert.equal(tools.length, count + 4)
    const donate = tools.find(({ name }) => name === 'sandbox_payments_donate')
    assert.partialDeepStrictEqual(donate?.inputSchema, {
      type: 'object',
      required: ['channelId', 'payAmount'],
      properties: { payAmount: { type: 'integer', minimum: 1 } },
    })
    assert.match(
      donate?.description ?? '',
      /Returns \{ donationId: string; The id of the donation, and of its event \}/,
    )
    for (const { name, description } of tools) {
      assert.match(name, /^[\w-]{1,64}$/)
      assert.match(description ?? '', /\nReturns /, name)
    }
  })

  test('offers at most 40 tools unless others are chosen, and names the groups of the others', async () => {
    const usual = await offeredTools()
    assert.ok(usual.names.length <= 40, `${usual.names.length}`)
    assert.match(usual.text, /--tools adds them: endpoints, faults, mails, worlds, open\.$/)
    assert.deepEqual((await offeredTools(['faults', 'clock'])).names.toSorted(), [
      'sandbox_clock_getClock',
      'sandbox_clock_listDeadlines',
      'sandbox_clock_moveClock',
      'sandbox_faults_clearFaults',
      'sandbox_faults_getFaults',
      'sandbox_faults_setFaults',
    ])
  })

  test('an error has the code and the field', async () => {
    const overview = await content(client, 'sandbox_demo_getOverview')
    const [{ channelId }] = overview.demo.people
    const refusal = await callTool(client, 'sandbox_channels_chat', {
      channelId,
      byChannelId: '0'.repeat(32),
      message: 'hello',
    })
    assert.partialDeepStrictEqual(refusal, {
      isError: true,
      code: 'NO_SUCH_CHANNEL',
      status: 404,
      field: 'byChannelId',
    })
    const expired = await callTool(client, 'open_user_getMe', { accessToken: 'unknown' })
    assert.partialDeepStrictEqual(expired, { isError: true, code: 'INVALID_TOKEN', status: 401 })
    const unknown = await callTool(client, 'sandbox_clock_getClock', { seconds: 1 })
    assert.partialDeepStrictEqual(unknown, { isError: true, code: 'UNKNOWN_ARGUMENT', field: 'seconds' })
  })

  test('calls of the Open API use the given token, or the demo application', async () => {
    const { demo } = await content(client, 'sandbox_demo_getOverview')
    const [{ channelId, channelName }] = demo.people
    const { accessToken } = await content(client, 'sandbox_grants_createGrant', { clientId: demo.clientId, channelId })
    assert.partialDeepStrictEqual(await content(client, 'open_user_getMe', { accessToken }), { channelId, channelName })
    const { data } = await content(client, 'open_channel_listChannels', { channelIds: [channelId] })
    assert.equal(data[0].channelName, channelName)
  })

  test('baseUrl selects a world on the same host only', async () => {
    for (const baseUrl of ['http://192.0.2.1:80', 'file:///etc/passwd', 'nothing'])
      assert.partialDeepStrictEqual(await callTool(client, 'sandbox_clock_getClock', { baseUrl }), {
        isError: true,
        field: 'baseUrl',
      })
    await using world = await openSandboxApp({ demo: true })
    world.clock.advance(3_600_000)
    const { now } = await content(client, 'sandbox_clock_getClock', { baseUrl: world.url })
    assert.equal(now, (await world.sandbox('GET', '/clock')).now)
  })

  test('without a server, a call says how to start one', async () => {
    await using alone = await serveMcpOverHttp(() => createMcpServer(targetOf('http://127.0.0.1:9'), '0'), 0)
    const lonely = new Client({ name: 'test', version: '1' })
    await lonely.connect(new StreamableHTTPClientTransport(new URL(alone.url)))
    const { isError, code, message } = await callTool(lonely, 'sandbox_clock_getClock')
    assert.deepEqual([isError, code], [true, 'NOT_CONNECTED'])
    assert.match(message ?? '', /Start a server with/)
    await lonely.close()
  })

  test('the reference, the gaps and the guides are resources', async () => {
    const { resources } = await client.listResources()
    const uris = resources.map(({ uri }) => uri)
    for (const page of ['api/reference.md', 'api/sandbox.md', 'gaps/webhooks.md', 'webhooks.md', 'mcp.md'])
      assert.ok(uris.includes(`onair://docs/${page}`), page)
    const { contents } = await client.readResource({ uri: 'onair://docs/webhooks.md' })
    assert.match(String((contents[0] as { text?: string }).text), /^# /)
  })

  for (const [title, headers, status] of [
    ['another host', { host: 'rebound.example' }, 403],
    ['a page of another origin', { origin: 'https://rebound.example' }, 403],
    ['a malformed host', { host: 'a b' }, 400],
  ] as const)
    test(`over HTTP, a request of ${title} is refused`, async () => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
      const sent = request(server.url, {
        method: 'POST',
        headers: { host: new URL(server.url).host, 'content-type': 'application/json', ...headers },
        setHost: false,
      })
      sent.end(body)
      const [response] = await once(sent, 'response')
      await text(response)
      assert.equal(response.statusCode, status)
    })
})
