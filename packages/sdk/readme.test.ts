import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openConsentFixture } from '../../tests/support/apps/consent-fixture.ts'
import { readSnippets, runSnippet } from '../../tests/support/clients/doc-snippets.ts'
import { openTestChannel } from '../../tests/support/apps/test-channel.ts'

const page = 'packages/sdk/README.md'

/** Runs a program and reads both of its outputs. */
const command = ['bash', '-c', `exec "${process.execPath}" --input-type=module-typescript -e "$0" 2>&1`]

async function openApplication() {
  const fixture = await openConsentFixture()
  const { baseUrl, clientId, clientSecret, redirectUri } = fixture.options
  const env = {
    BASE: baseUrl,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    REDIRECT_URI: redirectUri,
    DISPLAY: '',
    WAYLAND_DISPLAY: '',
  }
  return { ...fixture, env }
}

describe('packages/sdk/README.md', () => {
  test('the examples run, also with an expired token', async () => {
    await using testChannel = await openTestChannel()
    const { clientId, clientSecret } = testChannel.client
    const env = {
      BASE: testChannel.url,
      CLIENT_ID: clientId,
      CLIENT_SECRET: clientSecret,
      TOKEN: testChannel.token,
      REFRESH_TOKEN: testChannel.refreshToken,
    }
    testChannel.clock.advance(86_400_000)
    await using program = runSnippet(readSnippets(page, 'ts').join('\n'), { env })
    assert.equal(await program.next(), "[ 'accessToken', 'refreshToken' ]")
    assert.equal(await program.next(), '방송인')
    assert.equal(await program.next(), '400 잘못된 값을 입력했습니다. undefined')
    assert.equal(await program.next(), '2')
    assert.deepEqual(await program.end(), { code: 0, stderr: '' })
  })

  test('the program in a terminal prints the address, and gets tokens', async () => {
    await using app = await openApplication()
    const code = readSnippets(page, 'ts consent').join('\n')
    await using program = runSnippet(code, { env: app.env, command })
    const [, url = ''] = /^Allow the access in a browser: (\S+)$/.exec(await program.next()) ?? []
    assert.equal((await fetch(await app.decide(url, 'allow'))).status, 200)
    assert.equal(await program.next(), '54 43')
    assert.equal((await program.end()).code, 0)
  })

  test('the server sends browsers to the page, and gets tokens', async () => {
    await using app = await openApplication()
    await using program = runSnippet(readSnippets(page, 'ts server').join('\n'), { env: app.env })
    assert.equal(await program.next(), 'ready')
    const { origin } = new URL(app.env.REDIRECT_URI)
    const login = await fetch(`${origin}/login`, { redirect: 'manual' })
    const redirect = await app.decide(login.headers.get('location') ?? '', 'allow')
    assert.equal(await (await fetch(redirect)).text(), 'STATE_MISMATCH')
    const [cookie = ''] = login.headers.getSetCookie()
    const welcome = await fetch(redirect, { headers: { cookie: cookie.split(';')[0] ?? '' } })
    assert.equal(await welcome.text(), 'Welcome: accessToken,refreshToken')
  })
})
