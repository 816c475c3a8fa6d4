import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createTempFolder } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { testSandbox } from '../../../tests/support/apps/sandbox-app.ts'
import { openConsoleTestApp } from '../../../tests/support/apps/console-test-app.ts'
import { decode, noEncoder } from '../../../tests/support/clients/encoder.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { load, openUpload } from '../../../tests/support/clients/video-upload.ts'

async function openLive() {
  const app = await openConsoleTestApp({}, { openExtension: testSandbox() })
  const { channelId } = app.viewer
  const act = async (action: string) => {
    const { status } = await app.call('POST', `/sandbox/v1/actions/${action}`, { json: { channelId } })
    assert.equal(status, 200)
  }
  const liveOf = async () => (await app.viewer.callConsole('GET', `/channels/${channelId}`)).body.content.state.live
  await act('go-live')
  await eventually(async () => (await liveOf())?.video === 'live')
  const { playbackUrl } = await liveOf()
  const playlistUrl = new URL('0/index.m3u8', playbackUrl).href
  return Object.assign(app, { act, liveOf, playlistUrl, playlist: async () => (await load(playlistUrl)).text })
}

/** The segments that a playlist lists. */
function segmentsOf(playlist: string): string[] {
  return [...playlist.matchAll(/^\d+\.m4s$/gm)].map(([name]) => name)
}

describe('test picture of a live in the sandbox', () => {
  test('goes on while it is watched, and stops when nobody watches', async () => {
    await using app = await openLive()
    const first = await app.playlist()
    app.clock.advance(2_000)
    const second = await app.playlist()
    assert.notEqual(first, second)
    app.clock.advance(16_000)
    const stopped = app.deps.videos.findReceived(app.viewer.channelId)?.video.bytes
    app.clock.advance(60_000)
    assert.equal(app.deps.videos.findReceived(app.viewer.channelId)?.video.bytes, stopped)
    assert.equal((await app.liveOf()).video, 'live')
    assert.match(await app.playlist(), /#EXT-X-DISCONTINUITY\n/)
  })

  test('is a picture and a tone that decode through all of its rounds', { skip: noEncoder }, async () => {
    await using app = await openLive()
    using folder = createTempFolder()
    const segments = new Map<string, Buffer>()
    for (let second = 0; second < 14; second++) {
      app.clock.advance(1_000)
      for (const name of segmentsOf(await app.playlist()))
        if (!segments.has(name)) segments.set(name, await loadBytes(new URL(name, app.playlistUrl).href))
    }
    const init = await loadBytes(new URL('init-1.mp4', app.playlistUrl).href)
    const file = join(folder.path, 'picture.mp4')
    writeFileSync(file, Buffer.concat([init, ...segments.values()]))
    const { streams } = await decode(file)
    const [video, audio] = streams
    assert.deepEqual([video?.codec, audio?.codec], ['h264', 'aac'])
    assert.equal(video?.frames, segments.size * 32)
    assert.ok(segments.size > 9)
  })

  test('gives way to a page that publishes', async () => {
    await using app = await openLive()
    const upload = await openUpload(app.viewer)
    await upload.send(0, 4)
    const { body } = await app.viewer.callConsole('GET', '/live/video')
    assert.deepEqual([body.content.video.source, body.content.video.width], ['page', 320])
  })

  test('ends with the live', async () => {
    await using app = await openLive()
    await app.act('go-offline')
    await eventually(async () => (await load(app.playlistUrl)).status === 404)
  })
})

async function loadBytes(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(url)).arrayBuffer())
}
