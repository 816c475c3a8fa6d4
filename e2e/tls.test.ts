import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { connect as connectTls, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { testAuthority } from '../server/testing/certificates.ts'
import { runProgram, startProgram } from '../server/testing/program.ts'
import { newFolder } from '../server/world/db/embedded/testing.ts'
import { chatDay } from './scenarios/chat-day.ts'

/** The fingerprint of the certificate that a port shows now. */
function fingerprintAt(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ port, host: '127.0.0.1' }, () => {
      resolve(socket.getPeerX509Certificate()?.fingerprint256 ?? '')
      socket.destroy()
    })
    socket.on('error', reject)
  })
}

test('with a certificate of its own the program answers API, pages and sockets in TLS, and SIGHUP renews it', async () => {
  await using authority = await testAuthority()
  setDefaultCACertificates([...getCACertificates(), authority.ca])
  using folder = newFolder()
  const TLS_CERT = join(folder.path, 'certificate.pem')
  const TLS_KEY = join(folder.path, 'key.pem')
  const renew = async () => {
    const { cert, key } = await authority.certificateFor('IP:127.0.0.1')
    writeFileSync(TLS_CERT, cert)
    writeFileSync(TLS_KEY, key)
  }
  await renew()
  const args = ['serve', '--port', '0', '--ephemeral', '--data-dir', join(folder.path, 'data'), '--json']
  await using program = startProgram(args, { TLS_CERT, TLS_KEY })
  const { baseUrl } = await program.ready()
  assert.match(baseUrl, /^https:\/\/127\.0\.0\.1:\d+$/)
  await chatDay(baseUrl)

  const port = Number(new URL(baseUrl).port)
  const first = await fingerprintAt(port)
  await renew()
  program.hangUp()
  while ((await fingerprintAt(port)) === first);

  const plain = connect(port, '127.0.0.1')
  plain.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  assert.deepEqual(await plain.toArray().catch(() => []), [])
  assert.equal((await fetch(`${baseUrl}/sandbox/v1`)).status, 200)
})

test('a certificate that cannot be read is told in one line', async () => {
  using folder = newFolder()
  const TLS_CERT = join(folder.path, 'certificate.pem')
  writeFileSync(TLS_CERT, 'no certificate')
  const env = { TLS_CERT, TLS_KEY: TLS_CERT }
  const { code, said } = await runProgram(['serve', '--port', '0', '--data-dir', folder.path], env)
  assert.equal(code, 1)
  assert.match(said, /^onair: TLS_CERT and TLS_KEY hold no certificate with its key: .*\n$/)
})
