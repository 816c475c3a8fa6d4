import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleAudience, limits } from '@onair/contract'
import { contentChecker } from '../../testing/exact-content.ts'
import { openConsole, takenThough } from '../../testing/console-scene.ts'

const ids = ({ data }: { data: { channelId: string }[] }) => data.map(({ channelId }) => channelId)

test('a streamer reads followers and subscribers page by page, in the orders of the open interface', async () => {
  await using studio = await openConsole()
  const streamer = await studio.signedIn('방송인')
  const { channelId } = streamer
  const token = await studio.tokenOf(channelId)
  const people = [await studio.person(), await studio.person(), await studio.person()]
  for (const [at, byChannelId] of people.entries()) {
    await studio.play('POST', '/acts/follow', { channelId, byChannelId })
    await studio.play('POST', '/acts/subscribe', { channelId, byChannelId, month: [5, 9, 1][at], tierNo: 2 })
    studio.clock.advance(1_000)
  }
  for (const list of [
    'followers?size=2',
    'followers?size=2&page=1',
    'subscribers?size=2&sort=LONGER',
    'subscribers?page=1&size=2',
  ]) {
    const own = (await streamer.ask('GET', `/${list}`)).body.content
    const open = (await studio.call('GET', `/open/v1/channels/${list}`, { token })).body.content
    assert.deepEqual(ids(own), ids(open), list)
    assert.deepEqual([own.page, own.totalCount, own.totalPages], [open.page, 3, 2], list)
    const endpoint = list.startsWith('f') ? consoleAudience.listFollowers : consoleAudience.listSubscribers
    assert.equal(contentChecker(endpoint)(own), null)
  }
  const page = { query: { page: 0, size: 2 } }
  assert.deepEqual(await takenThough(streamer, consoleAudience.listFollowers, page), [])
  const sorted = { query: { ...page.query, sort: 'LONGER' } }
  assert.deepEqual(await takenThough(streamer, consoleAudience.listSubscribers, sorted), [])
})

test('a channel is found by its exact name or its id, and all that share a name, the oldest first', async () => {
  await using studio = await openConsole()
  const { viewer } = studio
  const find = async (named: string) =>
    (await viewer.ask('GET', `/channels?${String(new URLSearchParams({ named }))}`)).body.content
  const first = await studio.person({ channelName: '같은 이름', verifiedMark: true })
  studio.clock.advance(1_000)
  const second = await studio.person({ channelName: '같은 이름' })
  const { data } = await find('같은 이름')
  assert.deepEqual(data[0], { channelId: first, channelName: '같은 이름', channelImageUrl: null, verifiedMark: true })
  assert.deepEqual(ids(await find('같은 이름')), [first, second])
  assert.deepEqual(ids(await find('같은 이름'.normalize('NFD'))), [first, second])
  assert.deepEqual(ids(await find(second)), [second])
  for (const named of ['같은', '같은 이름 ', '%', '0'.repeat(32)]) assert.deepEqual(ids(await find(named)), [])
  assert.deepEqual(await takenThough(viewer, consoleAudience.findChannel, { query: { named: 'someone' } }), [])
})

test('of a name that very many have, twenty are shown', async () => {
  await using studio = await openConsole()
  for (let count = 0; count <= limits.channelsOfOneName; count += 1) await studio.person({ channelName: 'everybody' })
  const { data } = (await studio.viewer.ask('GET', '/channels?named=everybody')).body.content
  assert.equal(data.length, limits.channelsOfOneName)
})
