import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, test } from 'node:test'
import { findFreePort } from '../../../../tests/support/programs/port.ts'
import { openTestApp } from '../../../../tests/support/apps/test-app.ts'
import { listRecords } from '../../features/inspector/test-helpers.ts'

const [apiHost, pageHost] = ['api.example.com', 'www.example.com']
const origins = { baseUrl: `https://${apiHost}`, authUrl: `https://${pageHost}` }

/** The ways to write a path that the router reads as the same one. */
function spellingsOf(path: string, host: string): string[] {
  const encoded = path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  const last = path.replace(/[a-z](?=[^a-z]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
  return [path, `${path}?a=b`, encoded, last, `${path}#a`, `http://${host}${path}`, `HTTPS://${host}${encoded}?a=b`]
}

type Sent = { method?: string; headers?: Record<string, string> }

function sendTo(port: string, host: string, path: string, { method = 'GET', headers }: Sent = {}) {
  return new Promise<{ status: number | undefined; headers: Record<string, unknown> }>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers: { ...headers, host } }, (response) => {
      response.resume()
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers }))
    })
    sent.on('error', reject).end()
  })
}

describe('a path that is written in another way', () => {
  test('does not pass the wall between the host of the pages and the host of the API', async () => {
    await using testApp = await openTestApp({
      settings: { ...origins, mode: 'production', port: await findFreePort() },
    })
    const port = String(testApp.deps.config.port)
    const statuses = async (host: string, path: string) => {
      const sent = spellingsOf(path, host).map(async (spelling) => (await sendTo(port, host, spelling)).status)
      return [...new Set(await Promise.all(sent))]
    }
    const pages = ['/sign-in', '/sign-up', '/console/v1/me', '/console/apps', '/overlay/chat', '/watch/nothing']
    for (const path of pages) assert.deepEqual([path, await statuses(apiHost, path)], [path, [404]])
    for (const path of ['/open/v1/users/me', '/auth/v1/token', '/open/v1/nothing'])
      assert.deepEqual([path, await statuses(pageHost, path)], [path, [404]])
    assert.deepEqual(await statuses(pageHost, '/sign-in'), [200])
    assert.deepEqual(await statuses(apiHost, '/open/v1/users/me'), [401])
  })

  test('is recorded by the inspector, gets the headers of CORS, and hides a stream key', async () => {
    await using testApp = await openTestApp()
    const { host, port } = new URL(testApp.url)
    const origin = 'https://pages.example'
    for (const spelling of spellingsOf('/open/v1/users/me', host)) {
      const { status, headers } = await sendTo(port, host, spelling, { headers: { origin } })
      assert.deepEqual([spelling, status, headers['access-control-allow-origin']], [spelling, 401, origin])
    }
    const key = 'k'.repeat(32)
    for (const spelling of spellingsOf('/ingest/v1/publish', host))
      await sendTo(port, host, `${spelling.split(/[?#]/)[0]}?name=${key}`, { method: 'POST' })
    await sendTo(port, host, `//ingest/v1/publish?name=${key}`, { method: 'POST' })
    const records = await listRecords(testApp, '&full=true')
    const numberOf = (name: string) => records.filter((record) => record.name === name).length
    assert.deepEqual([numberOf('GET /open/v1/users/me'), numberOf('POST /ingest/v1/publish')], [7, 7])
    assert.ok(!JSON.stringify(records).includes(key))
  })
})
