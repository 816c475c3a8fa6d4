import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createChannels } from '../../../../tests/support/apps/many-channels.ts'
import { openTestApp, type TestApp } from '../../../../tests/support/apps/test-app.ts'

const path = '/open/v1/channels/followers'

describe('listing followers', () => {
  test('lists followers newest first, with the date of the follow', async () => {
    await using testApp = await openTestApp()
    const { channelId, token } = await testApp.createFixture()
    const [first, second] = [await createPerson(testApp, '첫째'), await createPerson(testApp, '둘째')]
    await testApp.act('moveClock', {
      advanceSeconds: Date.UTC(2026, 6, 18, 14, 32, 12) / 1000 - nowSeconds(testApp),
    })
    await testApp.act('follow', { channelId, byChannelId: first })
    await testApp.act('moveClock', { advanceSeconds: 60 })
    await testApp.act('follow', { channelId, byChannelId: second })
    const { body } = await testApp.call('GET', path, { token })
    assert.deepEqual(body.content, {
      page: 0,
      totalCount: 2,
      totalPages: 1,
      data: [
        { channelId: second, channelName: '둘째', createdDate: '2026-07-18 23:33:12' },
        { channelId: first, channelName: '첫째', createdDate: '2026-07-18 23:32:12' },
      ],
    })
  })

  test('lists followers of the same moment in order of arrival', async () => {
    await using testApp = await openTestApp()
    const { channelId, token } = await testApp.createFixture()
    const fans = [
      await createPerson(testApp, '가'),
      await createPerson(testApp, '나'),
      await createPerson(testApp, '다'),
    ]
    for (const byChannelId of fans) await testApp.act('follow', { channelId, byChannelId })
    assert.deepEqual(channelIdsIn(await testApp.call('GET', path, { token })), fans.toReversed())
  })

  test('returns no pages for a channel without followers', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    const { body } = await testApp.call('GET', path, { token })
    assert.deepEqual(body.content, { page: 0, totalCount: 0, totalPages: 0, data: [] })
  })

  // Gap 24.
  test('a page has 30 followers by default and at most 50', async () => {
    await using testApp = await openTestApp()
    const { channelId, token } = await testApp.createFixture()
    await insertFollowers(testApp, channelId, await createChannels(testApp.deps.db, 61))
    const loadCounts = async (query: string) => {
      const { page, totalCount, totalPages, data } = (await testApp.call('GET', `${path}${query}`, { token })).body
        .content
      return [page, totalCount, totalPages, data.length]
    }
    assert.deepEqual(await loadCounts(''), [0, 61, 3, 30])
    assert.deepEqual(await loadCounts('?page=2'), [2, 61, 3, 1])
    assert.deepEqual(await loadCounts('?page=3'), [3, 61, 3, 0])
    assert.deepEqual(await loadCounts('?page=2147483647&size=50'), [2147483647, 61, 2, 0])
    assert.deepEqual(await loadCounts('?page=1&size=50'), [1, 61, 2, 11])
    assert.deepEqual(await loadCounts('?page=60&size=1'), [60, 61, 61, 1])
  })

  test('returns 400 for an invalid page or size', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    for (const query of [
      'page=-1',
      'page=x',
      'page=',
      'page=1.5',
      'page=2147483648',
      'size=0',
      'size=51',
      'size=',
      'size=1&size=2',
    ])
      assert.equal((await testApp.call('GET', `${path}?${query}`, { token })).status, 400, query)
  })

  test('returns 403 without the scope', async () => {
    await using testApp = await openTestApp()
    const { channelId, client } = await testApp.createFixture()
    const scopes = ['채널 구독자 조회']
    const { accessToken } = await testApp.act('createGrant', { clientId: client.clientId, channelId, scopes })
    const { status, body } = await testApp.call('GET', path, { token: accessToken })
    assert.deepEqual([status, body.message], [403, 'FORBIDDEN'])
  })

  test('pages of a long list with deleted rows equal slices of the list', async () => {
    await using testApp = await openTestApp()
    const { channelId, token } = await testApp.createFixture()
    const crowd = await createChannels(testApp.deps.db, 1_700)
    // Positions on both sides of every boundary of counted ranges: 512 and 512 × 512.
    const positions = crowd.map((_, n) => (n < 1_100 ? n + 1 : n < 1_500 ? 262_144 - 200 + n - 1_100 : 524_288 + n))
    await insertFollowers(testApp, channelId, crowd, positions)
    const gone = crowd.filter((_, n) => n % 3 === 1 || (n > 600 && n < 700) || n === 1_699)
    const { read } = testApp.deps.db
    await read.deleteFrom('channel_follower').where('follower_channel_id', 'in', gone).execute()
    const expected = crowd.filter((id) => !gone.includes(id)).toReversed()

    for (const size of [50, 7]) {
      const pages = Math.ceil(expected.length / size)
      for (let page = 0; page <= pages; page += size === 50 ? 1 : 5) {
        const response = await testApp.call('GET', `${path}?page=${page}&size=${size}`, { token })
        assert.deepEqual(
          channelIdsIn(response),
          expected.slice(page * size, (page + 1) * size),
          `page ${page} of ${size}`,
        )
        assert.equal(response.body.content.totalCount, expected.length)
      }
    }
  })
})

async function createPerson(testApp: TestApp, channelName: string): Promise<string> {
  return (await testApp.act('createPerson', { channelName })).channelId
}

function nowSeconds({ clock }: TestApp): number {
  return clock.now() / 1000
}

async function insertFollowers({ deps }: TestApp, channelId: string, channelIds: string[], positions?: number[]) {
  const rows = channelIds.map((follower_channel_id, n) => {
    const position = positions?.[n]
    return { channel_id: channelId, follower_channel_id, created_at: n, ...(position !== undefined && { position }) }
  })
  await deps.db.read.insertInto('channel_follower').values(rows).execute()
}

function channelIdsIn({ body }: { body: { content?: { data: { channelId: string }[] } } }) {
  return body.content?.data.map((one) => one.channelId)
}
