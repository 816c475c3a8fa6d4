import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { connect, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { createDataDirectory } from '../support/programs/data-directory.ts'
import { eventually } from '../support/eventually.ts'
import { runProgram, startProgram } from '../support/programs/program.ts'
import { runChatScenario } from './chat-scenario.ts'

// About `onair serve --tls`, which is one process with certificates in its data directory.

const serveArgs = (dataDir: string, port = 0) => [
  'serve',
  '--tls',
  '--port',
  String(port),
  '--data-dir',
  dataDir,
  '--json',
]

async function runTls(dataDir: string, ...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await runProgram(['tls', '--data-dir', dataDir, '--json', ...args])
  assert.deepEqual([code, stderr], [0, ''])
  return JSON.parse(stdout)
}

/** The names of the certificate that a port serves now. */
async function readNames(port: number): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' })
  await once(socket, 'secureConnect')
  const names = socket.getPeerX509Certificate()?.subjectAltName ?? ''
  socket.destroy()
  return names
}

async function canListen(port: number, host: string): Promise<boolean> {
  const server = createServer().listen(port, host)
  try {
    await once(server, 'listening')
    server.close()
    return true
  } catch {
    return false
  }
}

describe('onair serve --tls', () => {
  test('serves API and sockets, is trusted by commands, and uses a new certificate without a restart', async () => {
    using folder = await createDataDirectory()
    await using program = startProgram(serveArgs(folder.path))
    const { baseUrl } = await program.ready()
    assert.match(baseUrl, /^https:\/\/127\.0\.0\.1:\d+$/)
    const { caFile, isCaNew } = await runTls(folder.path)
    assert.equal(isCaNew, false)
    setDefaultCACertificates([...getCACertificates(), readFileSync(caFile, 'utf8')])
    await runChatScenario(baseUrl)

    const people = ['people', '--url', baseUrl]
    const [trusting, other] = [
      await runProgram(people, { ONAIR_DATA_DIR: folder.path }),
      await runProgram(people, {}, folder.path),
    ]
    assert.deepEqual([trusting.code, trusting.stderr], [0, ''])
    assert.equal(other.code, 1)
    assert.ok(other.stderr.startsWith(`onair: The certificate of ${baseUrl} is not trusted. `), other.stderr)

    await runTls(folder.path, '--name', 'openapi.example.com')
    const port = Number(new URL(baseUrl).port)
    await eventually(async () => (await readNames(port)).includes('openapi.example.com'), { within: 10_000 })
  })

  test('the base URL has no default port', async (t) => {
    const host = '127.0.0.3'
    if (!(await canListen(443, host))) return t.skip('port 443 is not available')
    using folder = await createDataDirectory()
    await using program = startProgram(serveArgs(folder.path, 443), { ONAIR_HOST: host })
    const { baseUrl, socketUrl } = await program.ready()
    assert.deepEqual([baseUrl, socketUrl], ['https://127.0.0.3', 'https://127.0.0.3'])
  })

  test('cannot be combined with ONAIR_TLS_CERT and ONAIR_TLS_KEY', async () => {
    using folder = createTempFolder()
    const file = join(folder.path, 'x.pem')
    const { code, stdout, stderr } = await runProgram(serveArgs(folder.path), {
      ONAIR_TLS_CERT: file,
      ONAIR_TLS_KEY: file,
    })
    assert.deepEqual([code, stdout], [2, ''])
    assert.ok(stderr.startsWith('onair: --tls cannot be combined with ONAIR_TLS_CERT and ONAIR_TLS_KEY. '), stderr)
  })
})
