import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { findFreePort, portOf } from '../support/programs/port.ts'

const program = 'nginx'
const skip = spawnSync(program, ['-v']).status !== 0 && 'nginx is not installed'

const nth = (n: number) => n.toString(16).padStart(2, '0')

describe('nginx.conf', { skip }, () => {
  test(
    'limits the connections of an address, and of the /56 and /48 of an IPv6 address',
    { timeout: 60_000 },
    async () => {
      await using proxy = await startNginx()
      const [ipv4, other] = ['192.0.2.1', '192.0.2.2']
      assert.equal(await proxy.countAccepted(Array<string>(110).fill(ipv4)), 100)
      assert.equal(await proxy.countAccepted([other]), 1)
      const of56 = Array.from({ length: 210 }, (_, n) => `2001:db8:1:1${nth(n)}::1`)
      assert.equal(await proxy.countAccepted(of56), 200)
      const of48 = Array.from({ length: 450 }, (_, n) => `2001:db8:2:${nth(n % 256)}${nth(n >> 8)}::1`)
      assert.equal(await proxy.countAccepted(of48), 400)
      assert.equal(await proxy.countAccepted(['2001:db8:3::1']), 1)
    },
  )
})

/** The shipped file without TLS, whose clients name their address, before a server that does not answer. */
async function startNginx() {
  const folder = mkdtempSync(join(tmpdir(), 'onair-nginx-'))
  const file = (name: string) => join(folder, name)
  const held: ServerResponse[] = []
  const upstream = createServer((_request, response) => void held.push(response))
  await once(upstream.listen(0, '127.0.0.1'), 'listening')
  const port = await findFreePort()
  const server = readFileSync('deploy/nginx.conf', 'utf8')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replaceAll(/ssl_certificate.*;/g, '')
    .replace('onair.example.com', 'localhost')
    .replaceAll('127.0.0.1:4747', `127.0.0.1:${portOf(upstream)}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${file(kind)};`,
  )
  const clients = 'set_real_ip_from 127.0.0.1; real_ip_header X-Client;'
  const http = `http { access_log off; ${clients} ${temporary.join(' ')}\n${server}}`
  writeFileSync(file('nginx.conf'), `daemon off; pid ${file('pid')}; events { worker_connections 4096; }\n${http}\n`)
  const nginx = spawn(program, ['-e', file('error.log'), '-c', file('nginx.conf')], { stdio: 'ignore' })
  const send = (address: string) => {
    const sent = request({ host: '127.0.0.1', port, headers: { host: 'localhost', 'x-client': address } })
    const ended = new Promise<number | null>((resolve) => {
      sent.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', () => resolve(null))
    })
    return { ended, request: sent.end() }
  }
  await eventually(async () => assert.ok((await fetch(`http://127.0.0.1:${port}/ingest/x`)).status > 0))
  return {
    /** How many requests of these clients are in progress at once; the others got 503. */
    async countAccepted(addresses: readonly string[]): Promise<number> {
      const sent = addresses.map(send)
      let refused = 0
      for (const { ended } of sent) void ended.then((status) => (refused += Number(status === 503)))
      await eventually(() => assert.equal(held.length + refused, addresses.length))
      const accepted = held.length
      for (const response of held.splice(0)) response.end()
      await Promise.all(sent.map(({ ended }) => ended))
      return accepted
    },
    async [Symbol.asyncDispose]() {
      const exited = once(nginx, 'exit')
      nginx.kill()
      await exited
      upstream.close()
      upstream.closeAllConnections()
      rmSync(folder, { recursive: true })
    },
  }
}
