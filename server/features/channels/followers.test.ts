import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCrowd } from '../../testing/crowd.ts'
import { openScene, type Scene } from '../../testing/scene.ts'

const path = '/open/v1/channels/followers'

test('followers are listed newest first, with the day they followed', async () => {
  await using scene = await openScene()
  const { channelId, token } = await scene.cast()
  const [first, second] = [await viewer(scene, '첫째'), await viewer(scene, '둘째')]
  await scene.play('POST', '/clock', { advanceSeconds: Date.UTC(2026, 6, 18, 14, 32, 12) / 1000 - now(scene) })
  await scene.play('POST', '/acts/follow', { channelId, byChannelId: first })
  await scene.play('POST', '/clock', { advanceSeconds: 60 })
  await scene.play('POST', '/acts/follow', { channelId, byChannelId: second })
  const { body } = await scene.call('GET', path, { token })
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

test('followers of the same moment are in the order they came', async () => {
  await using scene = await openScene()
  const { channelId, token } = await scene.cast()
  const fans = [await viewer(scene, '가'), await viewer(scene, '나'), await viewer(scene, '다')]
  for (const byChannelId of fans) await scene.play('POST', '/acts/follow', { channelId, byChannelId })
  assert.deepEqual(idsOf(await scene.call('GET', path, { token })), fans.toReversed())
})

test('a channel without followers has no pages', async () => {
  await using scene = await openScene()
  const { token } = await scene.cast()
  const { body } = await scene.call('GET', path, { token })
  assert.deepEqual(body.content, { page: 0, totalCount: 0, totalPages: 0, data: [] })
})

test('a page has thirty followers unless another size up to fifty is asked for', async () => {
  await using scene = await openScene()
  const { channelId, token } = await scene.cast()
  await followAll(scene, channelId, await makeCrowd(scene.world.db, 61))
  const counts = async (query: string) => {
    const { page, totalCount, totalPages, data } = (await scene.call('GET', `${path}${query}`, { token })).body.content
    return [page, totalCount, totalPages, data.length]
  }
  assert.deepEqual(await counts(''), [0, 61, 3, 30])
  assert.deepEqual(await counts('?page=2'), [2, 61, 3, 1])
  assert.deepEqual(await counts('?page=3'), [3, 61, 3, 0])
  assert.deepEqual(await counts('?page=2147483647&size=50'), [2147483647, 61, 2, 0])
  assert.deepEqual(await counts('?page=1&size=50'), [1, 61, 2, 11])
  assert.deepEqual(await counts('?page=60&size=1'), [60, 61, 61, 1])
})

test('a page or size that is no such number is a wrong value', async () => {
  await using scene = await openScene()
  const { token } = await scene.cast()
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
    assert.equal((await scene.call('GET', `${path}?${query}`, { token })).status, 400, query)
})

test('followers need their scope', async () => {
  await using scene = await openScene()
  const { channelId, client } = await scene.cast()
  const scopes = ['채널 구독자 조회']
  const { accessToken } = await scene.play('POST', '/grants', { clientId: client.clientId, channelId, scopes })
  const { status, body } = await scene.call('GET', path, { token: accessToken })
  assert.deepEqual([status, body.message], [403, 'FORBIDDEN'])
})

test('every page of a long list with gaps holds what the whole list holds there', async () => {
  await using scene = await openScene()
  const { channelId, token } = await scene.cast()
  const crowd = await makeCrowd(scene.world.db, 1_700)
  // Numbers on both sides of every border between counted ranges: 512 and 512 times 512.
  const positions = crowd.map((_, n) => (n < 1_100 ? n + 1 : n < 1_500 ? 262_144 - 200 + n - 1_100 : 524_288 + n))
  await followAll(scene, channelId, crowd, positions)
  const gone = crowd.filter((_, n) => n % 3 === 1 || (n > 600 && n < 700) || n === 1_699)
  const { read } = scene.world.db
  await read.deleteFrom('channel_follower').where('follower_channel_id', 'in', gone).execute()
  const expected = crowd.filter((id) => !gone.includes(id)).toReversed()

  for (const size of [50, 7]) {
    const pages = Math.ceil(expected.length / size)
    for (let page = 0; page <= pages; page += size === 50 ? 1 : 5) {
      const answer = await scene.call('GET', `${path}?page=${page}&size=${size}`, { token })
      assert.deepEqual(idsOf(answer), expected.slice(page * size, (page + 1) * size), `page ${page} of ${size}`)
      assert.equal(answer.body.content.totalCount, expected.length)
    }
  }
})

async function viewer(scene: Scene, channelName: string): Promise<string> {
  return (await scene.play('POST', '/people', { channelName })).channelId
}

function now({ clock }: Scene): number {
  return clock.now() / 1000
}

async function followAll({ world }: Scene, channelId: string, crowd: string[], positions?: number[]) {
  const rows = crowd.map((follower_channel_id, n) => {
    const position = positions?.[n]
    return { channel_id: channelId, follower_channel_id, created_at: n, ...(position !== undefined && { position }) }
  })
  await world.db.read.insertInto('channel_follower').values(rows).execute()
}

function idsOf({ body }: { body: { content?: { data: { channelId: string }[] } } }) {
  return body.content?.data.map((one) => one.channelId)
}
