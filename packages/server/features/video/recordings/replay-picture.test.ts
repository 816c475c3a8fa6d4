import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openConsoleTestApp } from '../../../../../tests/support/apps/console-test-app.ts'
import { httpBrowser } from '../../../../../tests/support/clients/http-browser.ts'
import { openUpload, recordingBegun } from '../../../../../tests/support/clients/video-upload.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { jpegOf } from '../../../../../tests/support/inputs/jpeg.ts'
import { createTempFolder } from '../../../infra/db/embedded/test-helpers.ts'
import { suspendAccount } from '../../accounts/end/end-account.ts'
import { endAccountActivity } from '../../sessions/end-account-activity.ts'

type Shown = { id: string; pictureUrl: string | null }

/** A platform with a recording and a clip of a live, which had a picture. `isLimited`: it was for adults for a while. */
async function openReplayed({ hasPicture = true, isLimited = false } = {}) {
  await using opening = new AsyncDisposableStack()
  const { path } = opening.use(createTempFolder())
  const app = opening.use(await openConsoleTestApp({ recordingsDir: path }))
  const streamer = await app.signedIn('스트리머')
  const settings = { isRecorded: true, allowsClips: true, defaultLiveTitle: '첫 방송', categoryId: 'talk' }
  await streamer.callConsole('PATCH', '/live/setting', settings)
  const upload = await openUpload(streamer)
  await upload.send(0, 10)
  if (hasPicture) await streamer.callConsole('PUT', '/live/video/picture', { picture: jpegOf().toString('base64') })
  const channel = `/channels/${streamer.channelId}`
  await eventually(async () => (await app.viewer.callConsole('GET', channel)).body.content.state.live.video === 'live')
  const { clipId } = (await app.viewer.callConsole('POST', `${channel}/clips`)).body.content
  await eventually(async () => (await app.viewer.callConsole('GET', `${channel}/clips`)).body.content.data.length === 1)
  if (isLimited) {
    await streamer.callConsole('PATCH', '/live/setting', { adult: true })
    await upload.send(10, 10)
  }
  await recordingBegun(app.deps.db.read)
  await streamer.callConsole('DELETE', '/live')
  const listOf = async (kind: string) => (await app.viewer.callConsole('GET', `${channel}/${kind}`)).body.content.data
  await eventually(async () => (await listOf('recordings')).length === 1)
  const recording = async (): Promise<Shown> => {
    const [{ recordingId: id, pictureUrl }] = await listOf('recordings')
    return { id, pictureUrl }
  }
  const clip = async (): Promise<Shown> => ({ id: clipId, pictureUrl: (await listOf('clips'))[0].pictureUrl })
  const preview = async (path: string, language = 'en') => {
    const { text } = await httpBrowser(app.url, language).get(`/watch/${streamer.channelId}${path}`)
    return Object.fromEntries(
      [...text.matchAll(/<meta property="og:([\w:]+)" content="([^"]*)"/g)].map(([, ...tag]) => tag),
    ) as Record<string, string>
  }
  const opened = opening.move()
  const dispose = { [Symbol.asyncDispose]: () => opened.disposeAsync() }
  return { ...app, streamer, channel, recording, clip, preview, ...dispose }
}

const statusOf = async (url: string | null) => (await fetch(String(url))).status

describe('the picture of a recording and a clip', () => {
  test('is the last one of the live, in lists, on its page, and in link previews', async () => {
    await using app = await openReplayed()
    for (const { id, pictureUrl } of [await app.recording(), await app.clip()]) {
      assert.equal(pictureUrl, `${app.url}/assets/replays/${id}.jpg`)
      const response = await fetch(pictureUrl)
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/jpeg'])
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), jpegOf())
    }
    const [recording, clip] = [await app.recording(), await app.clip()]
    const { body } = await app.viewer.callConsole('GET', `${app.channel}/recordings/${recording.id}`)
    assert.equal(body.content.pictureUrl, recording.pictureUrl)
    const path = `/replays/${recording.id}`
    assert.deepEqual(await app.preview(path), {
      type: 'video.other',
      site_name: 'Onair',
      title: '첫 방송 - 스트리머',
      description: 'Replay: Talk',
      url: `${app.url}/watch/${app.streamer.channelId}${path}`,
      image: recording.pictureUrl,
    })
    assert.equal((await app.preview(path, 'ko'))['description'], '다시보기 · 토크')
    const { title, description, image, video, 'video:type': type } = await app.preview(`/clips/${clip.id}`, 'ko')
    assert.deepEqual([title, description, image], ['첫 방송 - 스트리머', '시청자님이 만든 클립', clip.pictureUrl])
    const played = await fetch(video ?? '', { headers: { range: 'bytes=4-7' } })
    assert.deepEqual(
      [type, played.headers.get('content-type'), await played.text()],
      ['video/mp4', 'video/mp4', 'ftyp'],
    )
  })

  test('is absent where the live had none, and the link shows the text alone', async () => {
    await using app = await openReplayed({ hasPicture: false })
    const { id, pictureUrl } = await app.recording()
    assert.equal(pictureUrl, null)
    assert.equal(await statusOf(`${app.url}/assets/replays/${id}.jpg`), 404)
    const { image, type } = await app.preview(`/replays/${id}`)
    assert.deepEqual([image, type], [undefined, 'video.other'])
  })

  test('is not shown of a recording for adults, whose link shows the channel', async () => {
    await using app = await openReplayed({ isLimited: true })
    const { id, pictureUrl } = await app.recording()
    assert.equal(pictureUrl, null)
    assert.equal(await statusOf(`${app.url}/assets/replays/${id}.jpg`), 404)
    const { title, type } = await app.preview(`/replays/${id}`)
    assert.deepEqual([title, type], ['스트리머', 'website'])
  })

  test('is shown to nobody while the channel is private', async () => {
    await using app = await openReplayed()
    const [recording, clip] = [await app.recording(), await app.clip()]
    await app.streamer.callConsole('PATCH', '/live/setting', { audience: 'FOLLOWERS' })
    for (const { pictureUrl } of [recording, clip]) assert.equal(await statusOf(pictureUrl), 404)
    for (const path of [`/replays/${recording.id}`, `/clips/${clip.id}`]) {
      const { type, video } = await app.preview(path)
      assert.deepEqual([type, video], ['website', undefined])
    }
    await app.viewer.callConsole('PUT', `${app.channel}/follow`, {})
    assert.equal((await app.recording()).pictureUrl, null)
    await app.streamer.callConsole('PATCH', '/live/setting', { audience: 'EVERYBODY' })
    assert.equal(await statusOf(recording.pictureUrl), 200)
  })

  test('is gone when the recording is deleted, and when the channel is suspended', async () => {
    await using app = await openReplayed()
    const [recording, clip] = [await app.recording(), await app.clip()]
    // They are in memory now.
    for (const { pictureUrl } of [recording, clip]) assert.equal(await statusOf(pictureUrl), 200)
    await app.streamer.callConsole('DELETE', `${app.channel}/recordings/${recording.id}`)
    assert.equal(await statusOf(recording.pictureUrl), 404)
    assert.equal((await app.preview(`/replays/${recording.id}`))['type'], 'website')
    const { channelId } = app.streamer
    await suspendAccount({ channelId, reason: undefined }, endAccountActivity, app.deps)
    assert.equal(await statusOf(clip.pictureUrl), 404)
    assert.deepEqual(await app.preview(`/clips/${clip.id}`), {})
  })
})
