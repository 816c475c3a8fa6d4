import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openConsoleTestApp } from '../../../../tests/support/apps/console-test-app.ts'

describe('putThumbnail, deleteThumbnail', () => {
  test('the chosen picture is that of the live in all lists until it is replaced or removed', async () => {
    const thumbnailUrl = 'https://live.example.com/{channelId}/{type}.jpg'
    await using testApp = await openConsoleTestApp({ thumbnailUrl })
    const owner = await testApp.signedIn('스트리머')
    const { channelId } = owner
    await testApp.act('goLive', { channelId })
    const put = (bytes: Buffer) => owner.callConsole('PUT', '/live/thumbnail', { picture: bytes.toString('base64') })
    const listed = async (): Promise<string> => {
      const { body } = await testApp.call('GET', '/open/v1/lives', { client: testApp.client })
      const inPages = (await owner.callConsole('GET', '/lives')).body.content.data
      const [url] = [body.content.data, inPages].map(([one]) => one.liveThumbnailImageUrl)
      assert.equal(inPages[0].liveThumbnailImageUrl, url)
      return url
    }
    const chosen = async () => (await owner.callConsole('GET', '/live/setting')).body.content.thumbnailUrl
    const fromServer = thumbnailUrl.replace('{channelId}', channelId)
    assert.deepEqual([await listed(), await chosen()], [fromServer, null])

    const loadPlaceholder = async (liveId: number) =>
      Buffer.from(await (await fetch(`${testApp.url}/assets/thumbnails/${liveId}_270.png`)).arrayBuffer())
    const [first, second] = [await loadPlaceholder(1), await loadPlaceholder(2)]
    const { status, body } = await put(first)
    assert.deepEqual([status, await listed(), await chosen()], [200, body.content.thumbnailUrl, await listed()])
    for (const type of ['{type}', '270', '1080', 'image']) {
      const response = await fetch((await listed()).replace('{type}', type))
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/png'], type)
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), first)
    }
    // It is in memory now, and no longer read.
    await testApp.deps.db.transaction(async (tx) => {
      await tx
        .updateTable('live_thumbnail')
        .set({ bytes: Buffer.from('changed') })
        .execute()
    })
    const cached = await fetch(body.content.thumbnailUrl)
    assert.deepEqual(Buffer.from(await cached.arrayBuffer()), first)
    await put(second)
    const replaced = await fetch((await listed()).replace('{type}', '270'))
    assert.deepEqual(Buffer.from(await replaced.arrayBuffer()), second)
    assert.equal((await fetch(body.content.thumbnailUrl)).status, 404)

    for (const [bytes, code] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'NOT_A_PICTURE'],
      [Buffer.concat([first, Buffer.alloc(262_144)]), 'PICTURE_TOO_LARGE'],
    ] as const) {
      const refused = await put(bytes)
      assert.deepEqual([refused.status, refused.body.reason?.code], [400, code])
    }
    for (let count = 0; count < 2; count++)
      assert.equal((await owner.callConsole('DELETE', '/live/thumbnail')).status, 200)
    assert.deepEqual([await listed(), await chosen()], [fromServer, null])
  })
})
