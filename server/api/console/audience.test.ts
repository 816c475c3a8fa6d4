import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleAudience, limits } from '@onair/contract'
import { createContentValidator } from '../../test/content-validator.ts'
import { openConsoleTestApp, findAcceptedInvalidInputs } from '../../test/console-test-app.ts'

const channelIdsIn = ({ data }: { data: { channelId: string }[] }) => data.map(({ channelId }) => channelId)

test('a streamer reads followers and subscribers page by page, in the orders of the open interface', async () => {
  await using testChannel = await openConsoleTestApp()
  const streamer = await testChannel.signedIn('방송인')
  const { channelId } = streamer
  const token = await testChannel.grantToken(channelId)
  const people = [await testChannel.person(), await testChannel.person(), await testChannel.person()]
  for (const [at, byChannelId] of people.entries()) {
    await testChannel.sandbox('POST', '/acts/follow', { channelId, byChannelId })
    await testChannel.sandbox('POST', '/acts/subscribe', { channelId, byChannelId, month: [5, 9, 1][at], tierNo: 2 })
    testChannel.clock.advance(1_000)
  }
  for (const list of [
    'followers?size=2',
    'followers?size=2&page=1',
    'subscribers?size=2&sort=LONGER',
    'subscribers?page=1&size=2',
  ]) {
    const own = (await streamer.callConsole('GET', `/${list}`)).body.content
    const open = (await testChannel.call('GET', `/open/v1/channels/${list}`, { token })).body.content
    assert.deepEqual(channelIdsIn(own), channelIdsIn(open), list)
    assert.deepEqual([own.page, own.totalCount, own.totalPages], [open.page, 3, 2], list)
    const endpoint = list.startsWith('f') ? consoleAudience.listFollowers : consoleAudience.listSubscribers
    assert.equal(createContentValidator(endpoint)(own), null)
  }
  const page = { query: { page: 0, size: 2 } }
  assert.deepEqual(await findAcceptedInvalidInputs(streamer, consoleAudience.listFollowers, page), [])
  const sorted = { query: { ...page.query, sort: 'LONGER' } }
  assert.deepEqual(await findAcceptedInvalidInputs(streamer, consoleAudience.listSubscribers, sorted), [])
})

test('a channel is found by its exact name or its id, and all that share a name, the oldest first', async () => {
  await using testChannel = await openConsoleTestApp()
  const { viewer } = testChannel
  const findChannels = async (named: string) =>
    (await viewer.callConsole('GET', `/channels?${String(new URLSearchParams({ named }))}`)).body.content
  const first = await testChannel.person({ channelName: '같은 이름', verifiedMark: true })
  testChannel.clock.advance(1_000)
  const second = await testChannel.person({ channelName: '같은 이름' })
  const { data } = await findChannels('같은 이름')
  assert.deepEqual(data[0], { channelId: first, channelName: '같은 이름', channelImageUrl: null, verifiedMark: true })
  assert.deepEqual(channelIdsIn(await findChannels('같은 이름')), [first, second])
  assert.deepEqual(channelIdsIn(await findChannels('같은 이름'.normalize('NFD'))), [first, second])
  assert.deepEqual(channelIdsIn(await findChannels(second)), [second])
  for (const named of ['같은', '같은 이름 ', '%', '0'.repeat(32)])
    assert.deepEqual(channelIdsIn(await findChannels(named)), [])
  assert.deepEqual(
    await findAcceptedInvalidInputs(viewer, consoleAudience.findChannels, { query: { named: 'someone' } }),
    [],
  )
})

test('of a name that very many have, twenty are shown', async () => {
  await using testChannel = await openConsoleTestApp()
  for (let count = 0; count <= limits.channelsPerName; count += 1)
    await testChannel.person({ channelName: 'everybody' })
  const { data } = (await testChannel.viewer.callConsole('GET', '/channels?named=everybody')).body.content
  assert.equal(data.length, limits.channelsPerName)
})
