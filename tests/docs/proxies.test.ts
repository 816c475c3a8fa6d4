import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { request as requestTls } from 'node:https'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { consoleApi, openApi } from '@onair/contract'
import { Drain } from '@onair/server/http/drain.ts'
import { systemClock } from '@onair/server/infra/clock.ts'
import { findFreePort } from '../support/programs/port.ts'
import { missingProxy, openProxy, proxyKinds } from '../support/programs/proxies.ts'

for (const kind of proxyKinds)
  describe(`the file of ${kind} in deploy/`, { skip: missingProxy(kind) }, () => {
    test('sends sockets to the gateway, and no spelling of /ingest/ to any process', async () => {
      await using api = await openUpstream()
      await using gateway = await openUpstream()
      await using proxy = await openProxy(kind, { apis: [api.port], gateways: [gateway.port] })
      const paths = ['/ingest/v1/publish', '/ingest/', '/%69ngest/v1/publish', '/a/../ingest/v1/publish']
      for (const path of paths) assert.equal(await requestRaw(proxy, { method: 'POST', path }), 403, path)
      for (const path of ['/', '/console/v1/me']) assert.equal(await requestRaw(proxy, { path }), 200)
      for (const path of ['/socket.io/?EIO=3', '/socket.io?EIO=3']) assert.equal(await requestRaw(proxy, { path }), 200)
      assert.deepEqual(api.paths(), ['/', '/console/v1/me'])
      assert.deepEqual(gateway.paths(), ['/socket.io/?EIO=3', '/socket.io?EIO=3'])
    })

    test('passes the largest body that an endpoint allows', async () => {
      await using api = await openUpstream()
      await using proxy = await openProxy(kind, { apis: [api.port], gateways: [api.port] })
      const endpoints = [consoleApi, openApi].flatMap((group) => Object.values(group).flatMap(listEndpoints))
      const large = endpoints.filter(({ maxBodyMb }) => maxBodyMb !== undefined)
      assert.ok(large.length >= 2)
      for (const { method, path, maxBodyMb = 0 } of large) {
        const body = 'a'.repeat(maxBodyMb * 1_000_000)
        assert.equal(await requestRaw(proxy, { method, path: path.replace('{clientId}', 'a-b'), body }), 200, path)
      }
    })

    test('sends pages and handshakes to another process when one is gone', async () => {
      await using first = await openUpstream()
      await using second = await openUpstream()
      const ports = [first.port, second.port]
      await using proxy = await openProxy(kind, { apis: ports, gateways: ports })
      await first.stop()
      for (let call = 0; call < 6; call++)
        for (const path of ['/', `/socket.io/?auth=${call}`]) assert.equal(await requestRaw(proxy, { path }), 200)
      assert.equal(second.paths().length, 12)
    })

    test('sends every call to a process that takes calls, while one after the other restarts', async () => {
      await using first = await openUpstream()
      await using second = await openUpstream()
      const ports = [first.port, second.port]
      await using proxy = await openProxy(kind, { apis: ports, gateways: ports })
      const restarts = new AbortController()
      const statuses: Record<string, number> = {}
      const calling = (async () => {
        for (let call = 0; !restarts.signal.aborted; call++)
          for (const path of ['/open/v1/chats/send', `/socket.io/?auth=${call}`]) {
            const status = String(await requestRaw(proxy, { method: 'POST', path, body: `${call}` }))
            statuses[status] = (statuses[status] ?? 0) + 1
            await setImmediate()
          }
      })()
      for (const upstream of [first, second, first]) {
        await upstream.drain()
        await upstream.stop()
        await upstream.start()
      }
      restarts.abort()
      await calling
      assert.deepEqual(Object.keys(statuses), ['200'])
    })
  })

/** A server in place of a process: it keeps the paths that reach it, and answers 200, or 503 to probes while it drains. */
async function openUpstream() {
  const paths: string[] = []
  let drain = new Drain(systemClock())
  const server = createServer((request, response) => {
    const isProbe = request.url === '/healthz'
    if (!isProbe) paths.push(request.url ?? '')
    const status = isProbe && !drain.probe() ? 503 : 200
    request.resume().on('end', () => response.writeHead(status).end())
  })
  const port = await findFreePort()
  const start = async () => {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    drain = new Drain(systemClock())
    paths.length = 0
  }
  const stop = async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeIdleConnections()
    await closed
  }
  await start()
  return {
    port,
    start,
    stop,
    drain: () => drain.start(),
    paths: () => paths,
    [Symbol.asyncDispose]: stop,
  }
}

/** Sends a path as it is, which `fetch` would normalize, and returns the status. */
function requestRaw(
  { port, ca }: { port: number; ca: string },
  { method = 'GET', path, body = '' }: { method?: string; path: string; body?: string },
): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const options = { host: 'localhost', port, path, method, ca: readFileSync(ca), agent: false }
  const headers = { 'content-length': Buffer.byteLength(body) }
  const request = requestTls({ ...options, headers }, (response) => {
    response.resume()
    resolve(response.statusCode)
  })
  request.on('error', reject).end(body)
  return promise
}

type LargeEndpoint = { method: string; path: string; maxBodyMb?: number }

const listEndpoints = (group: object): LargeEndpoint[] => Object.values(group) as LargeEndpoint[]
