import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { readConfig } from '../config/config.ts'
import { createTempFolder } from '../infra/db/embedded/test-helpers.ts'
import { openListener } from './listener.ts'
import { createTestAuthority } from '../../../tests/support/programs/certificates.ts'
import { findFreePort } from '../../../tests/support/programs/port.ts'

describe('Strict-Transport-Security', () => {
  test('is sent in TLS mode only, and in the sandbox not for localhost', async () => {
    using folder = createTempFolder()
    const tls = await writeCertificate(folder.path)
    for (const [env, host, expected] of [
      [tls, 'onair.example.com', 'max-age=31536000'],
      [tls, 'localhost:4747', undefined],
      [tls, 'api.localhost', undefined],
      [{ ...tls, ONAIR_MODE: 'production' }, 'localhost:4747', 'max-age=31536000'],
      [{}, 'onair.example.com', undefined],
    ] as const) {
      await using listener = await openListener(readConfig({ ...env, ONAIR_PORT: '0' }))
      const headers = await requestHeaders(listener.addresses.baseUrl, host)
      assert.equal(headers['strict-transport-security'], expected, `${host} ${JSON.stringify(env)}`)
      assert.equal(headers['x-content-type-options'], 'nosniff')
    }
  })
})

describe('listen', () => {
  test('opens the port only when it is called, and reports a port in use before', async () => {
    const config = readConfig({ ONAIR_PORT: String(await findFreePort()) })
    await using listener = await openListener(config)
    await assert.rejects(requestHeaders(listener.addresses.baseUrl, 'localhost'), { code: 'ECONNREFUSED' })
    await listener.listen()
    await requestHeaders(listener.addresses.baseUrl, 'localhost')
    await assert.rejects(openListener(config), {
      message: `Port ${config.port} is in use. Choose another with --port.`,
    })
  })
})

async function writeCertificate(folder: string) {
  const { cert, key } = await (await createTestAuthority()).issueCertificate('localhost')
  const files = { ONAIR_TLS_CERT: join(folder, 'cert.pem'), ONAIR_TLS_KEY: join(folder, 'key.pem') }
  writeFileSync(files.ONAIR_TLS_CERT, cert)
  writeFileSync(files.ONAIR_TLS_KEY, key)
  return files
}

async function requestHeaders(url: string, host: string): Promise<IncomingHttpHeaders> {
  const options = { headers: { host }, rejectUnauthorized: false, agent: false as const }
  const request = url.startsWith('https:') ? httpsRequest(url, options) : httpRequest(url, options)
  const [response] = await once(request.end(), 'response', { signal: AbortSignal.timeout(10_000) })
  response.resume()
  return response.headers
}
