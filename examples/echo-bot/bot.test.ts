import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { openSandboxApp } from '../../tests/support/apps/sandbox-app.ts'

describe('the echo bot', () => {
  test('responds in the chat and thanks for a donation', { timeout: 60_000 }, async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const { demo } = await testApp.sandbox('GET', '')
    const [streamer, , , , viewer] = demo.people
    const bot = spawn(process.execPath, [new URL('bot.js', import.meta.url).pathname], {
      env: { ...process.env, ONAIR_URL: testApp.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      const output = createInterface({ input: bot.stdout })[Symbol.asyncIterator]()
      const nextLine = async () => (await output.next()).value as string
      assert.equal(await nextLine(), 'Listening to the chat')
      await testApp.sandbox('POST', '/actions/chat', {
        channelId: streamer.channelId,
        byChannelId: viewer.channelId,
        message: '!echo 안녕 👋',
      })
      assert.equal(await nextLine(), `${viewer.channelName}: !echo 안녕 👋`)
      assert.equal(await nextLine(), `${streamer.channelName}: 안녕 👋`)
      await testApp.sandbox('POST', '/actions/donate', {
        channelId: streamer.channelId,
        byChannelId: viewer.channelId,
        payAmount: 1000,
        donationText: '화이팅\x1b[2J\x9b31m',
      })
      assert.equal(await nextLine(), `${viewer.channelName} donated 1000 won: 화이팅?[2J?31m`)
      assert.equal(await nextLine(), `${streamer.channelName}: Thank you, ${viewer.channelName}!`)
    } finally {
      bot.kill()
    }
  })

  test('ends with a sentence when the user withdraws consent', { timeout: 60_000 }, async () => {
    await using testApp = await openSandboxApp({ demo: true })
    const { demo } = await testApp.sandbox('GET', '')
    const bot = spawn(process.execPath, [new URL('bot.js', import.meta.url).pathname], {
      env: { ...process.env, ONAIR_URL: testApp.url },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    try {
      const [errors, exit] = [text(bot.stderr), once(bot, 'exit')]
      const output = createInterface({ input: bot.stdout })[Symbol.asyncIterator]()
      assert.equal((await output.next()).value, 'Listening to the chat')
      const { channelId } = demo.people[0]
      await testApp.sandbox('DELETE', `/grants?clientId=${demo.clientId}&channelId=${channelId}`)
      assert.match((await output.next()).value as string, /^The user withdrew consent, so the bot ends\./)
      assert.deepEqual([await exit, await errors], [[0, null], ''])
    } finally {
      bot.kill()
    }
  })

  test('has fewer than 50 lines', async () => {
    const source = await readFile(new URL('bot.js', import.meta.url), 'utf8')
    assert.ok(source.trimEnd().split('\n').length < 50)
  })
})
