import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestApp, type TestApp } from '../../../../tests/support/apps/test-app.ts'

describe('listing channels', () => {
  test('returns channels in the requested order, and leaves out unknown ids', async () => {
    await using testApp = await openTestApp()
    const { client, channelId, channelName } = await testApp.createFixture()
    const second = await testApp.act('createPerson', { channelName: '둘째', verifiedMark: true })
    const requestedIds = [second.channelId, 'f'.repeat(32), channelId, 'not an id', second.channelId.toUpperCase()]
    const { status, body } = await ask(testApp, client, `channelIds=${requestedIds.map(encodeURIComponent).join(',')}`)
    assert.equal(status, 200)
    const nothing = { channelImageUrl: `${testApp.url}/assets/pictures/channel.png`, followerCount: 0 }
    assert.deepEqual(body.content, {
      data: [
        { channelId: second.channelId, channelName: '둘째', ...nothing, verifiedMark: true },
        { channelId, channelName, ...nothing, verifiedMark: false },
      ],
    })
  })

  // Gap 191.
  test('channels, lives and categories without a picture have that of the platform', async () => {
    await using testApp = await openTestApp()
    const { client, token, channelId } = await testApp.createFixture()
    await testApp.act('goLive', { channelId })
    const contentOf = async (path: string) => (await testApp.call('GET', path, { client, token })).body.content
    const [{ data: channels }, { data: lives }, { data: categories }, setting] = [
      await contentOf(`/open/v1/channels?channelIds=${channelId}`),
      await contentOf('/open/v1/lives'),
      await contentOf('/open/v1/categories/search?query=talk'),
      await contentOf('/open/v1/lives/setting'),
    ]
    for (const [name, urls] of Object.entries({
      channel: [channels[0].channelImageUrl, lives[0].channelImageUrl],
      category: [categories[0].posterImageUrl, setting.category.posterImageUrl],
    })) {
      for (const url of urls) assert.equal(url, `${testApp.url}/assets/pictures/${name}.png`)
      assert.equal((await fetch(urls[0])).headers.get('content-type'), 'image/png')
    }
  })

  // Gap 20.
  test('accepts ids that are comma-separated, repeated or bracketed', async () => {
    await using testApp = await openTestApp()
    const { client, channelId: a } = await testApp.createFixture()
    const { channelId: b } = await testApp.act('createPerson', { channelName: 'b' })
    const { channelId: c } = await testApp.act('createPerson', { channelName: 'c' })
    for (const query of [
      `channelIds=${a},${b},${c}`,
      `channelIds=${a}&channelIds=${b}&channelIds=${c}`,
      `channelIds[]=${a}&channelIds[]=${b}&channelIds[]=${c}`,
      `channelIds%5B%5D=${a}&channelIds%5B%5D=${b},${c}`,
      `channelIds[0]=${a}&channelIds[1]=${b}&channelIds[2]=${c}`,
      `channelIds=${a}&channelIds[]=${b},${c}`,
      `channelIds=${a},%20${b},&channelIds=${c}&channelIdsOfOthers=x`,
    ]) {
      const { body } = await ask(testApp, client, query)
      const ids = body.content?.data.map((one: { channelId: string }) => one.channelId)
      assert.deepEqual(ids, [a, b, c], query)
    }
  })

  test('returns a repeated id once', async () => {
    await using testApp = await openTestApp()
    const { client, channelId } = await testApp.createFixture()
    const { body } = await ask(testApp, client, `channelIds=${channelId},${channelId}`)
    assert.equal(body.content.data.length, 1)
  })

  test('returns 400 for more than 20 ids', async () => {
    await using testApp = await openTestApp()
    const { client } = await testApp.createFixture()
    assert.deepEqual((await ask(testApp, client, `channelIds=${channelIdsQuery(20).join()}`)).body.content, {
      data: [],
    })
    assert.equal((await ask(testApp, client, `channelIds=${channelIdsQuery(21).join()}`)).status, 400)
    const split = `channelIds=${channelIdsQuery(11).join()}&channelIds[]=${channelIdsQuery(10).join()}`
    assert.equal((await ask(testApp, client, split)).status, 400)
  })

  test('returns 400 without ids, and names the field in the observed wire profile', async () => {
    await using testApp = await openTestApp()
    const { client } = await testApp.createFixture({ wireProfile: 'observed' })
    for (const query of ['', 'channelIds=', 'channelIds[]=', 'channelIds=,', 'channelIds[x]=1']) {
      const { status, body } = await ask(testApp, client, query)
      assert.deepEqual([status, body.message], [400, 'channelIds 값이 올바르지 않습니다.'], query)
    }
    const documented = await testApp.createFixture()
    assert.equal((await ask(testApp, documented.client, '')).body.message, '잘못된 값을 입력했습니다.')
  })

  test('requires client credentials and no scope', async () => {
    await using testApp = await openTestApp()
    const { token, channelId } = await testApp.createFixture()
    const { status, body } = await testApp.call('GET', `/open/v1/channels?channelIds=${channelId}`, { token })
    assert.deepEqual([status, body.message], [401, 'UNAUTHORIZED'])
  })

  test('followerCount is the number of followers', async () => {
    await using testApp = await openTestApp()
    const { client, channelId } = await testApp.createFixture()
    const fans = await Promise.all(
      ['가', '나', '다'].map((channelName) => testApp.act('createPerson', { channelName })),
    )
    for (const fan of fans) await testApp.act('follow', { channelId, byChannelId: fan.channelId })
    await testApp.act('unfollow', { channelId, byChannelId: fans[1]!.channelId })
    const { body } = await ask(testApp, client, `channelIds=${channelId}`)
    assert.equal(body.content.data[0].followerCount, 2)
  })
})

function channelIdsQuery(count: number): string[] {
  return Array.from({ length: count }, (_, n) => n.toString(16).padStart(32, '0'))
}

function ask(testApp: TestApp, client: { clientId: string; clientSecret: string }, query: string) {
  return testApp.call('GET', `/open/v1/channels?${query}`, { client })
}
