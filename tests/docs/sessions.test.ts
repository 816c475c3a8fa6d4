import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { limits, wireProfiles } from '@onair/contract'
import { chromiumUnavailable, openChromium } from '../support/clients/chromium.ts'
import { firstWait } from '../support/clients/doc-bots.ts'
import { readSnippets, runSnippet } from '../support/clients/doc-snippets.ts'
import { oldClients } from '../support/clients/old-clients.ts'
import { findFreePort } from '../support/programs/port.ts'
import { openSandboxChannel, type SandboxChannel } from '../support/apps/sandbox-app.ts'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'

const root = new URL('../..', import.meta.url)
const page = readFileSync(new URL('docs/sessions.md', root), 'utf8')
const readBlocks = (language: string) => readSnippets('docs/sessions.md', language)

const withoutPython = spawnSync('python3', ['--version']).status === 0 ? false : 'python3 is not installed'
const languages = [
  ['JavaScript', 'js', undefined, /subscribe\/chat\?sessionKey=\S+: 401 INVALID_TOKEN/],
  ['Python', 'python', ['python3', '-c'], /HTTPError: HTTP Error 401/],
] satisfies [string, string, string[] | undefined, RegExp][]

describe('bots of docs/sessions.md', () => {
  for (const [language, fence, command, refusal] of languages)
    for (const wireProfile of wireProfiles) {
      const skip = language === 'Python' && withoutPython
      test(
        `${language}, ${wireProfile} profile: receives chat, reconnects, and ends when its token is revoked`,
        { skip },
        async () => {
          await using testChannel = await openSandboxChannel({ app: { wireProfile } })
          const { channelId, client, token } = testChannel
          const env = { ONAIR_URL: testChannel.url, TOKEN: token }
          await using bot = runSnippet(readBlocks(fence).join('\n'), { env, ...(command && { command }) })
          const expectChat = async (message: string) => {
            assert.equal(await bot.next(), 'subscribed CHAT')
            await testChannel.sendChat(channelId, message)
            assert.equal(await bot.next(), `방송인: ${message}`)
          }
          await expectChat('안녕 👋')
          const [sessionKey] = await listSessionKeys(testChannel)
          await testChannel.sandbox('POST', `/sessions/${sessionKey}/disconnect`)
          assert.match(await bot.next(), firstWait)
          await expectChat('again')
          await testChannel.sandbox('DELETE', '/grants', { clientId: client.clientId, channelId })
          assert.equal(await bot.next(), 'revoked CHAT')
          const { code, stderr } = await bot.end()
          assert.equal(code, 1)
          assert.match(stderr, refusal)
        },
      )
    }

  test('TypeScript SDK: receives chat, and ends when its token is revoked', async () => {
    await using testChannel = await openSandboxChannel()
    const { channelId, client, token } = testChannel
    const env = { ONAIR_URL: testChannel.url, TOKEN: token }
    await using bot = runSnippet(readBlocks('ts').join('\n'), { env })
    for (const line of ['connected', 'subscribed']) assert.equal(await bot.next(), line)
    await testChannel.sendChat(channelId, '안녕 👋')
    assert.equal(await bot.next(), '방송인: 안녕 👋')
    await testChannel.sandbox('DELETE', '/grants', { clientId: client.clientId, channelId })
    assert.equal(await bot.next(), 'revoked')
    // It subscribes again, and learns that the token has ended.
    assert.match(
      (await bot.end()).stderr,
      /ApiError: POST \/open\/v1\/sessions\/events\/subscribe\/chat: 401 INVALID_TOKEN/,
    )
  })

  test('isNew recognizes a repeated event', async () => {
    const [code = ''] = readBlocks('js').filter((text) => text.includes('function isNew'))
    const extraCode = `
    console.log([isNew('a'), isNew('a'), isNew('b')].join())
    for (let at = 0; at < 20_000; at++) isNew(String(at))
    console.log([recentIds.size, isNew('19999'), isNew('a')].join())`
    await using program = runSnippet(code + extraCode)
    assert.equal(await program.next(), 'true,false,true')
    assert.equal(await program.next(), '10000,false,true')
  })

  test('the overlay shows the chat in a browser without credentials', { skip: chromiumUnavailable }, async () => {
    await using closing = new AsyncDisposableStack()
    const testChannel = closing.use(await openSandboxChannel())
    const folder = closing.use(createTempFolder())
    const [overlay = ''] = readBlocks('html')
    writeFileSync(`${folder.path}/overlay.html`, overlay)
    const client = new URL('node_modules/socket.io-client/dist/socket.io.js', root)
    copyFileSync(client, `${folder.path}/socket.io.js`)
    const port = await findFreePort()
    const [server = ''] = readBlocks('js overlay')
    const ready = `\nsetTimeout(() => console.log('ready'))`
    const env = { ONAIR_URL: testChannel.url, TOKEN: testChannel.token, PORT: String(port) }
    const overlayServer = closing.use(runSnippet(server + ready, { cwd: folder.path, env }))
    await overlayServer.next()

    const browser = closing.use(await openChromium())
    const overlayPage = await (await browser.newContext()).newPage()
    const calls: string[] = []
    overlayPage.on('request', (request) => calls.push(`${request.url()} ${JSON.stringify(request.headers())}`))
    const subscribed = overlayPage.waitForResponse((response) => response.url().includes('/subscribe'))
    await overlayPage.goto(`http://127.0.0.1:${port}/`)
    assert.equal((await subscribed).status(), 200)
    await testChannel.sendChat(testChannel.channelId, '<b>안녕</b>')
    await overlayPage.locator('li', { hasText: '방송인: <b>안녕</b>' }).waitFor()
    assert.equal(await overlayPage.locator('b').count(), 0)
    assert.ok(calls.length >= 4)
    assert.deepEqual(
      calls.filter((call) => call.includes(testChannel.token) || call.includes(testChannel.client.clientSecret)),
      [],
    )
  })
})

describe('docs/sessions.md', () => {
  test('names the tested clients', () => {
    const versions = new Set(oldClients.map(({ name }) => name.split(' ')[0] ?? ''))
    assert.ok(versions.size > 4)
    assert.deepEqual(
      [...versions].filter((version) => !page.includes(version)),
      [],
    )
  })

  test('states the limits of the contract', () => {
    for (const sentence of [
      `within ${limits.sessionUrlSec} seconds`,
      `${limits.userSessions} per user, over all applications`,
      `${limits.clientSessions} per application`,
      `up to ${limits.subscriptionsPerSession} subscriptions`,
    ])
      assert.ok(page.includes(sentence), sentence)
  })
})

async function listSessionKeys({ deps }: SandboxChannel): Promise<string[]> {
  const rows = deps.db.read.selectFrom('session').select('key').where('connected_at', 'is not', null)
  return (await rows.execute()).map(({ key }) => key)
}
