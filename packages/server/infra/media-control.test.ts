import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, test } from 'node:test'
import { portOf } from '../../../tests/support/programs/port.ts'
import { cutEncoder } from './media-control.ts'

const cut = (control: string, streamKey: string) => cutEncoder(control, streamKey, AbortSignal.timeout(10_000))

/** A server that gives recorded answers, by method and path. */
async function openServer(answers: Record<string, [status: number, body: object]>) {
  const calls: string[] = []
  const logins = new Set<string>()
  const server = createServer(({ method = '', url = '', headers }, response) => {
    calls.push(`${method} ${url}`)
    logins.add(Buffer.from((headers.authorization ?? '').replace('Basic ', ''), 'base64').toString())
    const [status, body] = answers[`${method} ${url}`] ?? [404, {}]
    response.writeHead(status).end(JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    host: `127.0.0.1:${portOf(server)}`,
    calls,
    logins,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

const srsHead = { server: 'vid-2z9c7w2', service: 'h7u3z8e1', pid: '1' }
const srsStream = (name: string, active: boolean, cid: string) => ({
  id: `vid-${cid}`,
  name,
  vhost: 'vid-7t2u5k1',
  app: 'live',
  clients: 1,
  publish: { active, cid },
})

describe('SRS', () => {
  const list = 'GET /api/v1/streams/?start=0&count=1000'

  test('is told to disconnect the client that publishes the stream, and no other one', async () => {
    const streams = [
      srsStream('another', true, 'a1'),
      srsStream('key', false, 'gone'),
      srsStream('key', true, '9k1x0s5m'),
    ]
    await using srs = await openServer({
      [list]: [200, { code: 0, ...srsHead, streams }],
      'DELETE /api/v1/clients/9k1x0s5m': [200, { code: 0, ...srsHead }],
    })
    assert.equal(await cut(`srs+http://onair:p%40ss@${srs.host}`, 'key'), 1)
    assert.deepEqual(srs.calls, [list, 'DELETE /api/v1/clients/9k1x0s5m'])
    assert.deepEqual([...srs.logins], ['onair:p@ss'])
    assert.equal(await cut(`srs+http://${srs.host}/`, 'unknown'), 0)
  })

  test('that answers with a code has not cut the encoder', async () => {
    await using srs = await openServer({
      [list]: [200, { code: 0, ...srsHead, streams: [srsStream('key', true, 'left')] }],
      'DELETE /api/v1/clients/left': [200, { code: 2049 }],
    })
    await assert.rejects(cut(`srs+http://${srs.host}`, 'key'), /not as documented/)
  })
})

describe('OvenMediaEngine', () => {
  const app = '/v1/vhosts/default/apps/app'

  test('is told to delete the stream, with the access token', async () => {
    await using ome = await openServer({
      [`GET ${app}/streams`]: [200, { statusCode: 200, message: 'OK', response: ['another', 'key'] }],
      [`DELETE ${app}/streams/key`]: [200, { statusCode: 200, message: 'OK' }],
    })
    const control = `ovenmediaengine+http://token@${ome.host}${app}`
    assert.equal(await cut(control, 'key'), 1)
    assert.deepEqual(ome.calls, [`GET ${app}/streams`, `DELETE ${app}/streams/key`])
    assert.deepEqual([...ome.logins], ['token'])
    assert.equal(await cut(control, 'unknown'), 0)
  })

  test('that does not know the application has not cut the encoder', async () => {
    const message = 'Could not find the application: [default/other] (404)'
    await using ome = await openServer({ 'GET /streams': [404, { statusCode: 404, message }] })
    await assert.rejects(cut(`ovenmediaengine+http://token@${ome.host}`, 'key'), /status 404/)
  })
})
