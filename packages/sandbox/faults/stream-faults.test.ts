import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FaultKind, StreamHint } from '@onair/contract'
import { testSandbox } from '../../../tests/support/apps/sandbox-app.ts'
import { openConsoleTestApp } from '../../../tests/support/apps/console-test-app.ts'
import { connectTestEncoder } from '../../../tests/support/clients/test-encoder.ts'
import { load, openUpload, pictureBatch } from '../../../tests/support/clients/video-upload.ts'
import { eventually } from '../../../tests/support/eventually.ts'

async function openSandbox() {
  const app = await openConsoleTestApp({ rtmpPort: 0 }, { openExtension: testSandbox() })
  const { viewer: streamer } = app
  const health = async () =>
    (await streamer.callConsole('GET', '/live/video')).body.content as {
      video: { state: string; lostBatches: number; reconnects: number }
      hints: StreamHint[]
    }
  const codes = async () => (await health()).hints.map(({ code }) => code)
  const setFault = async (kind: FaultKind, delayMs: number) => {
    const rules = [{ kind, delayMs, count: 1 }]
    assert.equal((await app.call('PUT', '/sandbox/v1/faults', { json: { rules } })).status, 200)
  }
  const injected = async () => (await app.call('GET', '/sandbox/v1/faults')).body.content.rules[0].injected as number
  return Object.assign(app, { streamer, health, codes, setFault, injected })
}

type Sandbox = Awaited<ReturnType<typeof openSandbox>>
/** Sends 320 ms as the clock passes them. */
type SendStep = () => Promise<void>

/** A page: what fails waits, and is sent again with the next batch. */
async function sendFromPage({ streamer, clock }: Sandbox): Promise<SendStep> {
  const upload = await openUpload(streamer)
  let made = 0
  let next = 0
  return async () => {
    clock.advance(320)
    made++
    const sendNext = () => upload.put(next).catch(() => null)
    while (next < made && (await sendNext())?.status === 200) next++
  }
}

async function sendFromEncoder(app: Sandbox): Promise<SendStep> {
  const encoder = await connectTestEncoder(app.streamer.channelId, app)
  return () => encoder.send({ hasBFrames: true })
}

/** The test picture, which somebody watches. */
async function sendTestPicture(app: Sandbox): Promise<SendStep> {
  const { clock, streamer } = app
  const { channelId } = streamer
  assert.equal((await app.call('POST', '/sandbox/v1/actions/go-live', { json: { channelId } })).status, 200)
  const liveOf = async () => (await streamer.callConsole('GET', `/channels/${channelId}`)).body.content.state.live
  await eventually(async () => (await liveOf())?.video === 'live')
  const playlistUrl = new URL('0/index.m3u8', (await liveOf()).playbackUrl).href
  return async () => {
    await load(playlistUrl)
    clock.advance(320)
  }
}

const publishers = { page: sendFromPage, encoder: sendFromEncoder, 'test picture': sendTestPicture }

async function sendSeconds(seconds: number, send: SendStep): Promise<void> {
  for (let sent = 0; sent < seconds * 1_000; sent += 320) await send()
}

/** The seconds until the studio names the problem. */
async function secondsUntil(code: StreamHint['code'], app: Sandbox, send: SendStep): Promise<number> {
  for (let sentMs = 320; sentMs <= 60_000; sentMs += 320) {
    await send()
    if ((await app.codes()).includes(code)) return sentMs / 1_000
  }
  throw new Error(`${code} was not named: ${(await app.codes()).join()}`)
}

describe('fault of a stream', () => {
  for (const [publisher, open] of Object.entries(publishers))
    for (const [kind, code] of [
      ['stream-cut', 'INTERRUPTED'],
      ['stream-frozen', 'NO_VIDEO'],
      ['stream-muted', 'NO_AUDIO'],
    ] as const)
      test(`${kind} of the ${publisher} is named ${code} within 10 s, and nothing is named after it`, async () => {
        await using app = await openSandbox()
        const send = await open(app)
        await sendSeconds(4, send)
        assert.deepEqual(await app.codes(), [])
        await app.setFault(kind, 8_000)
        assert.ok((await secondsUntil(code, app, send)) < 10)
        assert.deepEqual(await app.codes(), [code])
        // The page of the viewers says it, too.
        if (code !== 'NO_AUDIO') {
          await sendSeconds(2, send)
          assert.equal((await app.health()).video.state, 'interrupted')
        }
        await sendSeconds(10, send)
        const { video, hints } = await app.health()
        assert.deepEqual(hints, [])
        assert.deepEqual([video.state, video.lostBatches], ['live', 0])
        assert.equal(await app.injected(), 1)
      })

  test('a cut that lasts longer than 30 s ends the live', async () => {
    await using app = await openSandbox()
    const send = await sendTestPicture(app)
    await sendSeconds(4, send)
    await app.setFault('stream-cut', 60_000)
    await secondsUntil('ENDED', app, send)
  })

  test('a batch of a slow upload is answered later, and the studio names the upload', async () => {
    await using app = await openSandbox()
    const send = await sendFromPage(app)
    await sendSeconds(2, send)
    await app.setFault('stream-slow', 600_000)
    const startedAt = app.deps.clock.uptime()
    for (let batches = 0; batches < 16; batches++) {
      let isSent = false
      const sent = send().then(() => (isSent = true))
      await eventually(
        () => {
          app.clock.advance(80)
          return isSent
        },
        { maxPauseMs: 2 },
      )
      await sent
    }
    const leastMs = 15 * 640
    assert.ok(app.deps.clock.uptime() - startedAt >= leastMs)
    assert.deepEqual(await app.codes(), ['UPLOAD_TOO_SLOW'])
  })

  test('an encoder with a slow upload is read at half the speed, and the studio names the upload', async () => {
    await using app = await openSandbox()
    using encoder = await connectTestEncoder(app.streamer.channelId, app)
    for (let step = 0; step < 12; step++) await encoder.send()
    await app.setFault('stream-slow', 600_000)
    await eventually(async () => {
      encoder.push()
      for (let passed = 0; passed < 320; passed += 40) {
        app.clock.advance(40)
        await new Promise(setImmediate)
      }
      return (await app.codes()).includes('UPLOAD_TOO_SLOW')
    })
    assert.deepEqual(await app.codes(), ['UPLOAD_TOO_SLOW'])
    assert.equal(encoder.isConnected, true)
  })

  test('a test picture with a slow upload is named within 10 s', async () => {
    await using app = await openSandbox()
    const send = await sendTestPicture(app)
    await sendSeconds(4, send)
    await app.setFault('stream-slow', 20_000)
    assert.ok((await secondsUntil('UPLOAD_TOO_SLOW', app, send)) < 10)
    await sendSeconds(24, send)
    assert.deepEqual(await app.codes(), [])
  })

  test('a plan that is removed ends its fault', async () => {
    await using app = await openSandbox()
    const upload = await openUpload(app.streamer)
    await upload.send(0, 4)
    await app.setFault('stream-cut', 600_000)
    app.clock.advance(1_000)
    await assert.rejects(upload.put(4, pictureBatch(4)))
    assert.equal((await app.call('DELETE', '/sandbox/v1/faults')).status, 200)
    await upload.send(4, 1)
  })

  for (const [field, value] of [
    ['clientId', 'app'],
    ['eventType', 'CHAT'],
    ['operation', 'chat.sendMessage'],
  ] as const)
    test(`has no ${field}`, async () => {
      await using app = await openSandbox()
      const rules = [{ kind: 'stream-cut', delayMs: 1_000, [field]: value }]
      assert.equal((await app.call('PUT', '/sandbox/v1/faults', { json: { rules } })).status, 400)
    })
})
