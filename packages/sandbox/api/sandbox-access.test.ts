import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sandboxApi } from '@onair/contract'
import { prepareDemo } from '../demo/demo.ts'
import { getOverview } from '../demo/overview.ts'
import { sandboxSecret } from '../demo/sandbox-secret.ts'
import { httpBrowser } from '../../../tests/support/clients/http-browser.ts'
import { openSandboxApp } from '../../../tests/support/apps/sandbox-app.ts'

const endpoints = Object.values(sandboxApi).flatMap((group) => Object.values(group))
const publicSandbox = { settings: { sandboxPublic: true }, demo: true } as const

describe('public sandbox', () => {
  test('every endpoint of the sandbox API needs the secret', async () => {
    await using testApp = await openSandboxApp(publicSandbox)
    for (const { method, path } of endpoints)
      for (const authorization of ['', 'Bearer ', 'Bearer onair-demo', `Bearer ${'a'.repeat(43)}`]) {
        const { status, body } = await testApp.call(method, path, { headers: { authorization } })
        assert.deepEqual([path, status, body.reason], [path, 401, { code: 'SANDBOX_SECRET_MISSING', params: {} }])
      }
    const authorization = `Bearer ${sandboxSecret(testApp.deps)}`
    const { status, body } = await testApp.call('GET', '/sandbox/v1', { headers: { authorization } })
    assert.deepEqual([status, body.content], [200, getOverview(testApp.deps)])
    // A sink receives webhooks, which carry no secret.
    const sink = `${testApp.url}/sandbox/v1/sinks/one`
    assert.equal(
      (await testApp.call('PUT', '/sandbox/v1/sinks/one', { headers: { authorization }, json: {} })).status,
      200,
    )
    assert.equal((await fetch(sink, { method: 'POST', body: '{}' })).status, 200)
  })

  test('no page shows demo credentials, and no known password signs in', async () => {
    await using testApp = await openSandboxApp(publicSandbox)
    const { demo } = getOverview(testApp.deps)
    const passwords = demo.people.map(({ password }) => password)
    assert.ok(passwords.every((password) => password.length >= 20))
    const guest = httpBrowser(testApp.url)
    for (const path of [
      '/',
      '/sign-in',
      '/sandbox/callback?code=a&state=b',
      '/console/apps',
      '/console/trigger',
      '/reference',
    ]) {
      const { text, location } = await guest.get(path)
      for (const secret of [...passwords, demo.clientSecret, sandboxSecret(testApp.deps) ?? '', 'onair-demo'])
        assert.ok(!`${text}${location}`.includes(secret), `${path} ${secret}`)
    }
    assert.ok((await guest.get('/console/apps')).text.includes('data-mode="locked-sandbox"'))
    await guest.get('/sign-in')
    const form = { email: demo.people[0]?.email ?? '', password: 'onair-demo' }
    assert.equal((await guest.post('/sign-in', form)).status, 400)
  })

  test('a browser enters the secret once, and then has the demo users and the console tools', async () => {
    await using testApp = await openSandboxApp(publicSandbox)
    const browser = httpBrowser(testApp.url)
    assert.ok((await browser.get('/sign-in')).text.includes('href="/sandbox/access'))
    await browser.get('/sandbox/access')
    assert.equal((await browser.post('/sandbox/access', { secret: 'a'.repeat(43) })).status, 400)
    assert.equal(browser.cookies.has('onair-sandbox'), false)
    const entered = await browser.post('/sandbox/access?back=/sign-in', { secret: sandboxSecret(testApp.deps) ?? '' })
    assert.deepEqual([entered.status, entered.location], [302, '/sign-in'])
    assert.match(entered.headers.getSetCookie().join(), /^onair-sandbox=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    const { demo } = getOverview(testApp.deps)
    assert.ok((await browser.get('/sign-in')).text.includes(demo.people[0]?.password ?? '-'))
    assert.ok((await browser.get('/console/apps')).text.includes('data-mode="sandbox"'))
    assert.equal((await browser.get('/sandbox/v1')).status, 200)
  })

  test('a request without the secret does not create a sink, and displaces none', async () => {
    await using testApp = await openSandboxApp(publicSandbox)
    const post = (name: string) => fetch(`${testApp.url}/sandbox/v1/sinks/${name}`, { method: 'POST', body: '{}' })
    await testApp.sandbox('PUT', '/sinks/one', { status: 202 })
    assert.equal((await post('one')).status, 202)
    const statuses = await Promise.all(Array.from({ length: 120 }, async (_, at) => (await post(`other-${at}`)).status))
    assert.deepEqual(new Set(statuses), new Set([404]))
    assert.equal((await testApp.sandbox('GET', '/sinks/one')).received, 1)
  })

  test('the demo passwords change with ONAIR_SANDBOX_PUBLIC on existing data', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const publicDeps = { ...testApp.deps, config: { ...testApp.deps.config, sandboxPublic: true } }
    const { email = '', password = '' } = getOverview(testApp.deps).demo.people[0] ?? {}
    await httpBrowser(testApp.url).signIn(email, password)
    await testApp.deps.db.transaction(await prepareDemo(publicDeps))
    await assert.rejects(httpBrowser(testApp.url).signIn(email, password))
    await httpBrowser(testApp.url).signIn(email, getOverview(publicDeps).demo.people[0]?.password ?? '')
  })
})
