import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { openDropsTestApp } from '@onair/server/features/drops/test-helpers.ts'
import { connect } from '../../../tests/support/clients/session-client.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { fakeClock } from '../../../tests/support/fake-clock.ts'
import { silentLog, type Log } from '@onair/server/infra/observability/log.ts'
import { openTracing, type TracingSettings } from '@onair/server/infra/observability/tracing.ts'
import { addSandbox, testSandbox } from '../../../tests/support/apps/sandbox-app.ts'

type ReceivedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Record<string, string> }[]
  links?: { traceId: string; spanId: string }[]
  status?: { code: number }
}

/** A collector that keeps the spans it receives by OTLP over HTTP. */
async function openCollector(status = 200) {
  const spans: ReceivedSpan[] = []
  const requests: { url: string | undefined; headers: IncomingHttpHeaders; resource: unknown }[] = []
  const server = createServer((request, response) => {
    void json(request).then((body: any) => {
      for (const { resource, scopeSpans } of body.resourceSpans) {
        requests.push({ url: request.url, headers: request.headers, resource })
        for (const { spans: received } of scopeSpans) spans.push(...received)
      }
      response.writeHead(status).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    spans,
    requests,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const traceId = (end: string) => `00000000-0000-4000-8000-${end}`
const settings = { headers: { 'api-key': 'k' }, serviceName: 'onair', version: '1', ratio: 1 }
const attribute = (span: ReceivedSpan | undefined, key: string) =>
  Object.values(span?.attributes.find((each) => each.key === key)?.value ?? {})[0]

describe('tracing', () => {
  test('reports request, statements, deliveries to sessions and webhook attempts with the trace id of the inspector', async () => {
    await using collector = await openCollector()
    const tracing: TracingSettings = { ...settings, endpoint: collector.endpoint }
    await using app = addSandbox(
      await openDropsTestApp(
        {},
        { tracing: (services) => openTracing(tracing, services), openExtension: testSandbox() },
      ),
    )
    const { token, channelId } = app
    const { url } = (await app.call('GET', '/open/v1/sessions/auth', { token })).body.content
    using session = await connect(url)
    await app.call('POST', `/open/v1/sessions/events/subscribe/chat?sessionKey=${session.sessionKey}`, { token })
    await session.next()
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const sent = await app.call('POST', '/open/v1/chats/send', {
      token,
      json: { message: 'hi' },
      headers: { traceparent },
    })
    await session.next()
    const missing = await app.call('GET', '/open/v1/channels?channelIds=x', {
      client: { clientId: 'a', clientSecret: 'b' },
    })
    assert.equal(missing.status, 401)

    await app.sandbox('PUT', '/sinks/game', {})
    const game = await app.act('createApp', {
      name: 'game',
      redirectUri: 'http://127.0.0.1:9/callback',
      organizationId: 'games',
      webhookUrl: `${app.url}/sandbox/v1/sinks/game`,
    })
    const { rewardIds } = await app.createCampaign(game.clientId)
    const claim = await app.call('POST', '/sandbox/v1/actions/claim', {
      json: { rewardId: rewardIds[0], byChannelId: channelId },
    })
    await eventually(async () => {
      const { data } = await app.sandbox('GET', `/apps/${game.clientId}/deliveries`)
      return data[0].state === 'DELIVERED'
    })
    await eventually(() => {
      app.clock.advance(1_000)
      return collector.spans.some(({ name }) => name === 'webhook attempt')
    })

    const traceOf = (id: string | null) => collector.spans.filter(({ traceId }) => traceId === id?.replaceAll('-', ''))
    const chat = traceOf(sent.headers.get('x-request-id'))
    const root = chat.find(({ parentSpanId }) => parentSpanId === undefined)
    assert.equal(root?.name, 'POST /open/v1/chats/send')
    assert.equal(attribute(root, 'http.response.status_code'), '200')
    assert.deepEqual(root?.links, [{ traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }])
    assert.ok(chat.every(({ spanId, parentSpanId }) => spanId === root?.spanId || parentSpanId === root?.spanId))
    assert.ok(BigInt(root?.endTimeUnixNano ?? 0) > BigInt(root?.startTimeUnixNano ?? 0))
    const delivery = chat.find(({ name }) => name === 'deliver CHAT')
    assert.equal(attribute(delivery, 'onair.sockets'), '1')
    const claimed = traceOf(claim.headers.get('x-request-id'))
    assert.ok(claimed.some(({ name }) => name === 'INSERT'))
    assert.equal(
      attribute(
        claimed.find(({ name }) => name === 'webhook attempt'),
        'onair.outcome',
      ),
      'DELIVERED',
    )
    assert.equal(collector.requests[0]?.url, '/v1/traces')
    assert.equal(collector.requests[0]?.headers['api-key'], 'k')
    const text = JSON.stringify(collector.spans)
    for (const secret of [token, app.client.clientSecret, game.clientSecret]) assert.ok(!text.includes(secret))
  })

  test('reports the chosen share of traces, and drops and counts what the collector does not accept', async () => {
    await using collector = await openCollector(503)
    const warnings: unknown[] = []
    const log: Log = { ...silentLog, warn: (fields) => void warnings.push(fields) }
    const tracing = openTracing({ ...settings, endpoint: collector.endpoint, ratio: 0.5 }, { clock: fakeClock(), log })
    for (const end of ['000000000000', '7fffffffffff', '800000000000', 'ffffffffffff'])
      tracing.end({ name: end, kind: 'internal', traceId: traceId(end), startedAt: tracing.now() })
    await tracing[Symbol.asyncDispose]()
    assert.deepEqual(
      collector.spans.map(({ name }) => name),
      ['000000000000', '7fffffffffff'],
    )
    assert.deepEqual(warnings, [{ url: `${collector.endpoint}/v1/traces`, dropped: 2, error: 'status 503' }])
  })

  test('keeps a bounded number of spans while the collector does not answer', async () => {
    const warnings: { dropped: number }[] = []
    const log: Log = { ...silentLog, warn: (fields) => void warnings.push(fields as never) }
    const tracing = openTracing({ ...settings, endpoint: 'http://127.0.0.1:1' }, { clock: fakeClock(), log })
    for (let index = 0; index < 20_000; index++)
      tracing.end({ name: 'span', kind: 'internal', traceId: traceId('000000000000'), startedAt: 0 })
    await tracing[Symbol.asyncDispose]()
    assert.equal(
      warnings.reduce((sum, { dropped }) => sum + dropped, 0),
      20_000,
    )
  })
})
