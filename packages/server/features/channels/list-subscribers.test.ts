import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createChannels } from '../../../../tests/support/apps/many-channels.ts'
import { openTestApp, type TestApp } from '../../../../tests/support/apps/test-app.ts'

const path = '/open/v1/channels/subscribers'

describe('listing subscribers', () => {
  test('lists subscribers newest first, with months and tier', async () => {
    await using testApp = await openTestApp()
    const { channelId, token } = await testApp.createFixture()
    const [first = '', second = ''] = await createChannels(testApp.deps.db, 2)
    const at = Date.UTC(2026, 6, 18, 14, 32, 12)
    await insertSubscribers(testApp, channelId, [{ id: first, month: 7, tier: 2, at }])
    await insertSubscribers(testApp, channelId, [{ id: second, month: 1, at: at + 1000 }])
    const expected = {
      page: 0,
      totalCount: 2,
      totalPages: 1,
      data: [
        { channelId: second, channelName: 'viewer 2', month: 1, tierNo: 1, createdDate: '2026-07-18 23:32:13' },
        { channelId: first, channelName: 'viewer 1', month: 7, tierNo: 2, createdDate: '2026-07-18 23:32:12' },
      ],
    }
    assert.deepEqual((await testApp.call('GET', path, { token })).body.content, expected)
    assert.deepEqual((await testApp.call('GET', `${path}?sort=RECENT`, { token })).body.content, expected)
  })

  // Gap 25.
  test('LONGER sorts by months, then by the older subscription', async () => {
    await using testApp = await openTestApp()
    const { channelId, token } = await testApp.createFixture()
    const [a = '', b = '', c = '', d = ''] = await createChannels(testApp.deps.db, 4)
    await insertSubscribers(testApp, channelId, [
      { id: a, month: 2 },
      { id: b, month: 12 },
      { id: c, month: 2 },
      { id: d, month: 3 },
    ])
    assert.deepEqual(channelIdsIn(await testApp.call('GET', `${path}?sort=LONGER`, { token })), [b, d, a, c])
  })

  test('a renewal moves a subscriber up in LONGER, and a new subscription is the newest in RECENT', async () => {
    await using testApp = await openTestApp()
    const { channelId, token } = await testApp.createFixture()
    const [a = '', b = ''] = await createChannels(testApp.deps.db, 2)
    await insertSubscribers(testApp, channelId, [
      { id: a, month: 1 },
      { id: b, month: 2 },
    ])
    const { read } = testApp.deps.db
    await read.updateTable('channel_subscriber').set({ month: 3 }).where('subscriber_channel_id', '=', a).execute()
    assert.deepEqual(channelIdsIn(await testApp.call('GET', `${path}?sort=LONGER`, { token })), [a, b])
    assert.deepEqual(channelIdsIn(await testApp.call('GET', path, { token })), [b, a])
    await read
      .updateTable('channel_subscriber')
      .set({ created_at: 5, month: 1 })
      .where('subscriber_channel_id', '=', a)
      .execute()
    assert.deepEqual(channelIdsIn(await testApp.call('GET', path, { token })), [a, b])
    assert.deepEqual(channelIdsIn(await testApp.call('GET', `${path}?sort=LONGER`, { token })), [b, a])
    assert.equal((await testApp.call('GET', path, { token })).body.content.totalCount, 2)
  })

  test('a page has 30 subscribers by default and at most 50', async () => {
    await using testApp = await openTestApp()
    const { channelId, token } = await testApp.createFixture()
    const crowd = await createChannels(testApp.deps.db, 51)
    await insertSubscribers(
      testApp,
      channelId,
      crowd.map((id) => ({ id, month: 1 })),
    )
    for (const [query, length] of [
      ['', 30],
      ['?size=50&sort=LONGER', 50],
      ['?size=50&page=1', 1],
      ['?page=2&sort=LONGER', 0],
    ] as const)
      assert.equal(channelIdsIn(await testApp.call('GET', `${path}${query}`, { token }))?.length, length, query)
  })

  test('returns 400 for an invalid page, size or sort', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    for (const query of ['page=-1', 'page=x', 'size=0', 'size=51', 'sort=longer', 'sort=', 'sort=OLDEST'])
      assert.equal((await testApp.call('GET', `${path}?${query}`, { token })).status, 400, query)
  })

  test('returns 403 without the scope', async () => {
    await using testApp = await openTestApp()
    const { channelId, client } = await testApp.createFixture()
    const scopes = ['채널 팔로워 조회']
    const { accessToken } = await testApp.act('createGrant', { clientId: client.clientId, channelId, scopes })
    const { status, body } = await testApp.call('GET', path, { token: accessToken })
    assert.deepEqual([status, body.message], [403, 'FORBIDDEN'])
  })

  test('pages of a long list equal slices of the list, in both orders', async () => {
    await using testApp = await openTestApp()
    const { channelId, token } = await testApp.createFixture()
    const crowd = (await createChannels(testApp.deps.db, 1_300)).map((id, n) => ({
      id,
      month: [1, 24, 2, 1, 1][n % 5] as number,
    }))
    await insertSubscribers(testApp, channelId, crowd)
    const { read } = testApp.deps.db
    const gone = crowd.filter((_, n) => n % 7 === 3).map(({ id }) => id)
    await read.deleteFrom('channel_subscriber').where('subscriber_channel_id', 'in', gone).execute()
    const left = crowd.filter(({ id }) => !gone.includes(id))
    const expected = { RECENT: left.toReversed(), LONGER: left.toSorted((a, b) => b.month - a.month) }

    for (const [sort, list] of Object.entries(expected))
      for (let page = 0; page <= Math.ceil(list.length / 50); page += 1) {
        const response = await testApp.call('GET', `${path}?sort=${sort}&page=${page}&size=50`, { token })
        const ids = list.slice(page * 50, (page + 1) * 50).map(({ id }) => id)
        assert.deepEqual(channelIdsIn(response), ids, `${sort} ${page}`)
        assert.equal(response.body.content.totalCount, left.length)
      }
  })
})

type Subscription = { id: string; month: number; tier?: number; at?: number }

async function insertSubscribers({ deps }: TestApp, channelId: string, subscriptions: Subscription[]) {
  const rows = subscriptions.map(({ id, month, tier = 1, at = 0 }) => ({
    channel_id: channelId,
    subscriber_channel_id: id,
    month,
    tier_no: tier,
    created_at: at,
  }))
  await deps.db.read.insertInto('channel_subscriber').values(rows).execute()
}

function channelIdsIn({ body }: { body: { content?: { data: { channelId: string }[] } } }) {
  return body.content?.data.map((one) => one.channelId)
}
