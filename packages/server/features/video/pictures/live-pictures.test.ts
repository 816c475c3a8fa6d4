import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openConsoleTestApp } from '../../../../../tests/support/apps/console-test-app.ts'
import { memoryLog } from '../../../../../tests/support/apps/memory-log.ts'
import { noEncoder, startEncoder } from '../../../../../tests/support/clients/encoder.ts'
import { openUpload, load as loadText } from '../../../../../tests/support/clients/video-upload.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import type { Config } from '../../../config/config.ts'
import { parsePicture } from '../../../shared/pictures/picture-rules.ts'

async function openEncoded(settings: Partial<Config>) {
  const log = memoryLog()
  const app = await openConsoleTestApp({ rtmpPort: 0, ...settings }, { log })
  const streamer = await app.signedIn('스트리머')
  const { body } = await streamer.callConsole('GET', '/stream-key')
  const encoder = startEncoder({
    url: `${app.deps.videos.encoderUrl}/${body.content.streamKey}`,
    seconds: 120,
    isLive: true,
  })
  const state = async () => (await app.viewer.callConsole('GET', `/channels/${streamer.channelId}`)).body.content.state
  const listed = async () => {
    const { body: lives } = await app.call('GET', '/open/v1/lives', { client: app.client })
    return lives.content.data[0].liveThumbnailImageUrl.replace('{type}', '480') as string
  }
  return Object.assign(app, {
    encoder,
    log,
    listed,
    isPlayable: async () => (await state()).live?.video === 'live',
  })
}

/** Lets the process look for lives without a picture. */
const look = ({ clock }: { clock: { advance: (ms: number) => void } }) => clock.advance(10_000)

describe('the picture of a live that an encoder sends', { skip: noEncoder }, () => {
  test('is drawn by ffmpeg from the last key frame, and replaced each minute', async () => {
    await using app = await openEncoded({ ffmpeg: 'ffmpeg' })
    await using _encoder = app.encoder
    await eventually(app.isPlayable)
    await eventually(async () => {
      look(app)
      return (await app.listed()).endsWith('.jpg')
    })
    const first = await app.listed()
    const bytes = Buffer.from(await (await fetch(first)).arrayBuffer())
    assert.deepEqual(parsePicture(bytes), { type: 'image/jpeg', width: 480, height: 270 })
    // The test picture has many colours.
    assert.ok(bytes.length > 5_000, `${bytes.length} bytes`)
    look(app)
    assert.equal(await app.listed(), first)
    await app.deps.db.transaction((tx) =>
      tx
        .updateTable('live_picture')
        .set({ taken_at_db: new Date(Date.now() - 56_000) })
        .execute(),
    )
    await eventually(async () => {
      look(app)
      return (await app.listed()) !== first
    })
  })

  test('is the placeholder where there is no ffmpeg', async () => {
    await using app = await openEncoded({ ffmpeg: '/nowhere/ffmpeg' })
    await using _encoder = app.encoder
    await eventually(app.isPlayable)
    const logged = app.log.waitFor('live_picture.no_program')
    look(app)
    await logged
    assert.match(await app.listed(), /\.png$/)
  })
})

test('frames that cannot be decoded give no picture, and the live goes on', { skip: noEncoder }, async () => {
  const log = memoryLog()
  await using app = await openConsoleTestApp({ ffmpeg: 'ffmpeg' }, { log })
  const streamer = await app.signedIn('스트리머')
  const upload = await openUpload(streamer)
  await upload.send(0, 4)
  const liveOf = async () =>
    (await app.viewer.callConsole('GET', `/channels/${streamer.channelId}`)).body.content.state.live
  await eventually(async () => (await liveOf())?.video === 'live')
  let batches = 4
  await eventually(async () => {
    look(app)
    await upload.send(batches++, 1)
    return log.lines.some(({ text }) => text === 'live_picture.not_drawn')
  })
  assert.equal((await loadText((await liveOf()).playbackUrl)).status, 200)
  const rows = await app.deps.db.read.selectFrom('live_picture').selectAll().execute()
  assert.deepEqual(rows, [])
})
