import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { openTestApp } from '../../server/test/test-app.ts'

test('the echo bot answers in the chat and thanks for a donation', async () => {
  await using scene = await openTestApp({ demo: true })
  const { demo } = await scene.sandbox('GET', '')
  const [streamer, , , , viewer] = demo.people
  const bot = spawn(process.execPath, [new URL('bot.js', import.meta.url).pathname], {
    env: { ...process.env, ONAIR_URL: scene.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const said = createInterface({ input: bot.stdout })[Symbol.asyncIterator]()
    const next = async () => (await said.next()).value as string
    assert.match(await next(), /^Listening to the channel of /)
    await scene.sandbox('POST', '/acts/chat', {
      channelId: streamer.channelId,
      byChannelId: viewer.channelId,
      message: '!echo 안녕 👋',
    })
    assert.equal(await next(), `${viewer.channelName}: !echo 안녕 👋`)
    assert.equal(await next(), `${streamer.channelName}: 안녕 👋`)
    await scene.sandbox('POST', '/acts/donate', {
      channelId: streamer.channelId,
      byChannelId: viewer.channelId,
      payAmount: 1000,
      donationText: '화이팅',
    })
    assert.equal(await next(), `${viewer.channelName} donated 1000 won: 화이팅`)
    assert.equal(await next(), `${streamer.channelName}: Thank you, ${viewer.channelName}!`)
  } finally {
    bot.kill()
  }
})

test('the echo bot is under 40 lines', async () => {
  const { readFile } = await import('node:fs/promises')
  const text = await readFile(new URL('bot.js', import.meta.url), 'utf8')
  assert.ok(text.trimEnd().split('\n').length < 40)
})
