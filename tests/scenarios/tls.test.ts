import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { connect as connectTls, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createTestAuthority } from '../support/programs/certificates.ts'
import { createDataDirectory } from '../support/programs/data-directory.ts'
import { eventually } from '../support/eventually.ts'
import { runProgram, startProgram } from '../support/programs/program.ts'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { runChatScenario } from './chat-scenario.ts'

// About TLS of a process itself. In front of several processes the load balancer has the certificate.

/** The fingerprint of the certificate that the server at a port presents. */
function readFingerprint(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ port, host: '127.0.0.1' }, () => {
      resolve(socket.getPeerX509Certificate()?.fingerprint256 ?? '')
      socket.destroy()
    })
    socket.on('error', reject)
  })
}

describe('ONAIR_TLS_CERT and ONAIR_TLS_KEY', () => {
  test('API, pages and sockets use TLS, and SIGHUP reloads the certificate', async () => {
    const authority = await createTestAuthority()
    setDefaultCACertificates([...getCACertificates(), authority.ca])
    using folder = await createDataDirectory()
    const ONAIR_TLS_CERT = join(folder.path, 'certificate.pem')
    const ONAIR_TLS_KEY = join(folder.path, 'key.pem')
    const writeCertificate = async () => {
      const { cert, key } = await authority.issueCertificate('127.0.0.1')
      writeFileSync(ONAIR_TLS_CERT, cert)
      writeFileSync(ONAIR_TLS_KEY, key)
    }
    await writeCertificate()
    const args = ['serve', '--port', '0', '--data-dir', folder.path, '--json']
    await using program = startProgram(args, { ONAIR_TLS_CERT, ONAIR_TLS_KEY })
    const { baseUrl } = await program.ready()
    assert.match(baseUrl, /^https:\/\/127\.0\.0\.1:\d+$/)
    await runChatScenario(baseUrl)

    const port = Number(new URL(baseUrl).port)
    const first = await readFingerprint(port)
    await writeCertificate()
    program.reload()
    await eventually(async () => (await readFingerprint(port)) !== first)

    const plainConnection = connect(port, '127.0.0.1')
    plainConnection.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    assert.deepEqual(await plainConnection.toArray().catch(() => []), [])
    assert.equal((await fetch(`${baseUrl}/sandbox/v1`)).status, 200)
  })

  test('an invalid certificate ends the program with one line', async () => {
    using folder = createTempFolder()
    const ONAIR_TLS_CERT = join(folder.path, 'certificate.pem')
    writeFileSync(ONAIR_TLS_CERT, 'no certificate')
    const env = { ONAIR_TLS_CERT, ONAIR_TLS_KEY: ONAIR_TLS_CERT }
    const { code, stderr } = await runProgram(['serve', '--port', '0', '--data-dir', folder.path], env)
    assert.equal(code, 1)
    assert.match(stderr, /^onair: Cannot use ONAIR_TLS_CERT and ONAIR_TLS_KEY: .*\n$/)
  })
})
