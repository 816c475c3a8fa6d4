import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { httpBrowser } from '../../../tests/support/clients/http-browser.ts'
import { openSandboxApp } from '../../../tests/support/apps/sandbox-app.ts'

const runFile = promisify(execFile)

describe('callback page of the sandbox', () => {
  test('in a shell, the exchange takes the secret from CLIENT_SECRET and leaves the state as it is', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const redirectUri = `${testApp.url}/sandbox/callback`
    const { clientId, clientSecret } = await testApp.sandbox('POST', '/apps', { name: 'bot', redirectUri })
    const { email, password } = await testApp.sandbox('POST', '/people', {
      channelName: '방송인',
      email: 'me@example.com',
    })
    const browser = httpBrowser(testApp.url)
    await browser.signIn(email, password)
    const state = `$CLIENT_SECRET $(id) \`id\` "'\\`
    const path = `/account-interlock?${String(new URLSearchParams({ clientId, redirectUri, state }))}`
    const shown = /name="shown" value="([^"]+)"/.exec((await browser.get(path)).text)?.[1] ?? ''
    const { location } = await browser.post(path, { decision: 'allow', shown })
    const { pathname, search, searchParams } = new URL(location ?? '')
    const { text } = await browser.get(pathname + search)
    assert.ok(!text.includes(clientSecret))
    const command = decodeHtml(/<code id="exchange">([^]*?)<\/code>/.exec(text)?.[1] ?? '')

    const env = { PATH: process.env['PATH'], CLIENT_SECRET: clientSecret }
    const printArguments = `curl() { printf '%s\\0' "$@"; }; ${command}`
    const { stdout } = await runFile('sh', ['-c', printArguments], { env, timeout: 10_000 })
    const json = JSON.parse(stdout.split('\0').at(-2) ?? '')
    const code = searchParams.get('code')
    assert.deepEqual(json, { grantType: 'authorization_code', clientId, clientSecret, code, state })
    assert.equal((await testApp.call('POST', '/auth/v1/token', { json })).status, 200)
  })

  test('without a code it says whether the person denied, and leads to the applications', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const browser = httpBrowser(testApp.url)
    const read = async (query: string) =>
      (await browser.get(`/sandbox/callback${query}`, { headers: { 'accept-language': 'en' } })).text
    for (const [query, title] of [
      ['', 'No code in this address'],
      ['?error=access_denied&state=a', 'Consent denied'],
    ] as const) {
      const text = await read(query)
      assert.ok(text.includes(`<h1>${title}</h1>`), text)
      assert.ok(text.includes('href="/console/apps"'))
      assert.equal(text.includes('Open the consent page again'), title === 'Consent denied')
    }
  })

  test('the page of the tokens keeps the menu of the account, copies both tokens, and leads the owner to the application', async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const redirectUri = `${testApp.url}/sandbox/callback`
    const { email, password, channelId } = await testApp.sandbox('POST', '/people', {
      channelName: '방송인',
      email: 'me@example.com',
    })
    const browser = httpBrowser(testApp.url)
    await browser.signIn(email, password)
    const getTokens = async (ownerChannelId: string | null) => {
      const { clientId } = await testApp.sandbox('POST', '/apps', { name: 'bot', redirectUri, ownerChannelId })
      const path = `/account-interlock?${String(new URLSearchParams({ clientId, redirectUri, state: 'hello' }))}`
      const shown = /name="shown" value="([^"]+)"/.exec((await browser.get(path)).text)?.[1] ?? ''
      const { location } = await browser.post(path, { decision: 'allow', shown })
      const code = new URL(location ?? '').searchParams.get('code') ?? ''
      const { text } = await browser.post('/sandbox/callback/token', { code, state: 'hello' })
      return { text, hasAppLink: text.includes(`href="/console/apps/${clientId}"`) }
    }
    const { text, hasAppLink } = await getTokens(null)
    assert.equal(hasAppLink, false)
    assert.equal((await getTokens(channelId)).hasAppLink, true)
    for (const part of ['>방송인</bdi>', 'data-copy="access-token"', 'data-copy="refresh-token"'])
      assert.ok(text.includes(part), part)
  })
})

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function decodeHtml(text: string): string {
  return text.replaceAll(/&([^;]+);/g, (entity, name: string) => characters[name] ?? entity)
}
