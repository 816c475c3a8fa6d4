import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ActionName } from '../../../../tests/support/apps/actions.ts'
import { activityKinds, consoleApi, limits } from '@onair/contract'
import { createContentValidator } from '../../../../tests/support/inputs/content-validator.ts'
import {
  openConsoleTestApp,
  findAcceptedInvalidInputs,
  statusAndMessage,
} from '../../../../tests/support/apps/console-test-app.ts'

/** A streamer with events one second apart: in each round a follow, a donation and a subscription. */
async function openActivityFixture(rounds: number) {
  await using opening = new AsyncDisposableStack()
  const testApp = opening.use(await openConsoleTestApp())
  const streamer = await testApp.signedIn('방송인')
  const { channelId } = streamer
  const expectedEntries: string[] = []
  const createEvent = async (action: ActionName, kind: string, byChannelId: string | null, fields: object = {}) => {
    await testApp.actAt(channelId)(action, byChannelId, fields)
    expectedEntries.unshift(`${kind} ${byChannelId}`)
    testApp.clock.advance(1_000)
  }
  for (let round = 0; round < rounds; round += 1) {
    const by = await testApp.createPerson()
    await createEvent('follow', 'FOLLOW', by)
    await createEvent('donate', 'DONATION', by, { payAmount: 1_000, donationText: '응원합니다' })
    await createEvent('subscribe', 'SUBSCRIPTION', by, { month: 3 })
  }
  const readPage = async (query: object = {}) => {
    const path = `/activity?${String(new URLSearchParams(query as Record<string, string>))}`
    return (await streamer.callConsole('GET', path)).body.content
  }
  const moved = opening.move()
  return {
    ...testApp,
    streamer,
    expectedEntries,
    createEvent,
    readPage,
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  }
}
const channelIdsIn = ({ data }: { data: { channelId: string }[] }) => data.map(({ channelId }) => channelId)
const formatActivities = (data: { kind: string; channelId: string | null }[]) =>
  data.map(({ kind, channelId }) => `${kind} ${channelId}`)

describe('listFollowers, listSubscribers', () => {
  test('page through the audience in the orders of the open API', async () => {
    await using testApp = await openConsoleTestApp()
    const streamer = await testApp.signedIn('방송인')
    const { channelId } = streamer
    const token = await testApp.grantToken(channelId)
    const people = [await testApp.createPerson(), await testApp.createPerson(), await testApp.createPerson()]
    for (const [at, byChannelId] of people.entries()) {
      await testApp.act('follow', { channelId, byChannelId })
      await testApp.act('subscribe', { channelId, byChannelId, month: [5, 9, 1][at] ?? 1, tierNo: 2 })
      testApp.clock.advance(1_000)
    }
    for (const list of [
      'followers?size=2',
      'followers?size=2&page=1',
      'subscribers?size=2&sort=LONGER',
      'subscribers?page=1&size=2',
    ]) {
      const own = (await streamer.callConsole('GET', `/${list}`)).body.content
      const open = (await testApp.call('GET', `/open/v1/channels/${list}`, { token })).body.content
      assert.deepEqual(channelIdsIn(own), channelIdsIn(open), list)
      assert.deepEqual([own.page, own.totalCount, own.totalPages], [open.page, 3, 2], list)
      const endpoint = list.startsWith('f') ? consoleApi.audience.listFollowers : consoleApi.audience.listSubscribers
      assert.equal(createContentValidator(endpoint)(own), null)
    }
    const page = { query: { page: 0, size: 2 } }
    assert.deepEqual(await findAcceptedInvalidInputs(streamer, consoleApi.audience.listFollowers, page), [])
    const sorted = { query: { ...page.query, sort: 'LONGER' } }
    assert.deepEqual(await findAcceptedInvalidInputs(streamer, consoleApi.audience.listSubscribers, sorted), [])
  })
})

describe('searchFollowers, searchSubscribers', () => {
  test('find any part of a name in the own audience, each page after the last', async () => {
    await using testApp = await openConsoleTestApp()
    const streamer = await testApp.signedIn('방송인')
    const { channelId } = streamer
    const people: string[] = []
    for (const channelName of ['푸른고래', '고래밥', 'Whale', '바다', '100%']) {
      const byChannelId = await testApp.createPerson({ channelName })
      people.push(byChannelId)
      await testApp.act('follow', { channelId, byChannelId })
      await testApp.act('subscribe', { channelId, byChannelId, month: 2, tierNo: 2 })
    }
    // Has the name, and is in no audience.
    await testApp.createPerson({ channelName: '고래' })
    const [blue, rice, whale, sea, percent] = people
    for (const list of ['followers', 'subscribers'] as const) {
      const endpoint = consoleApi.audience[list === 'followers' ? 'searchFollowers' : 'searchSubscribers']
      const search = async (query: Record<string, string>) => {
        const path = `/${list}/search?${String(new URLSearchParams(query))}`
        const { content } = (await streamer.callConsole('GET', path)).body
        assert.equal(createContentValidator(endpoint)(content), null)
        return content
      }
      const cases = {
        고래: [rice, blue],
        ['고래'.normalize('NFD')]: [rice, blue],
        wHAL: [whale],
        '%': [percent],
        _: [],
      }
      for (const [name, expected] of Object.entries(cases))
        assert.deepEqual(channelIdsIn(await search({ name })), expected, `${list} ${name}`)
      const first = await search({ size: '3' })
      assert.deepEqual(channelIdsIn(first), [percent, sea, whale])
      const second = await search({ size: '3', next: first.page.next })
      assert.deepEqual([channelIdsIn(second), second.page.next], [[rice, blue], null])
      const other = await testApp.viewer.callConsole('GET', `/${list}/search?name=${encodeURIComponent('고래')}`)
      assert.deepEqual(other.body.content.data, [])
      for (const next of ['x', Buffer.from('0').toString('base64url'), Buffer.from('1e3').toString('base64url')])
        assert.equal((await streamer.callConsole('GET', `/${list}/search?next=${next}`)).status, 400, next)
      const valid = { query: { name: '고래', size: 2 } }
      assert.deepEqual(await findAcceptedInvalidInputs(streamer, endpoint, valid), [])
    }
  })
})

describe('findChannels', () => {
  test('matches an exact name or id, the oldest channel first', async () => {
    await using testApp = await openConsoleTestApp()
    const { viewer } = testApp
    const findChannels = async (nameOrId: string) =>
      (await viewer.callConsole('GET', `/channels?${String(new URLSearchParams({ nameOrId }))}`)).body.content
    const first = await testApp.createPerson({ channelName: '같은 이름', verifiedMark: true })
    testApp.clock.advance(1_000)
    const second = await testApp.createPerson({ channelName: '같은 이름' })
    const { data } = await findChannels('같은 이름')
    assert.deepEqual(data[0], { channelId: first, channelName: '같은 이름', channelImageUrl: null, verifiedMark: true })
    assert.deepEqual(channelIdsIn(await findChannels('같은 이름')), [first, second])
    assert.deepEqual(channelIdsIn(await findChannels('같은 이름'.normalize('NFD'))), [first, second])
    assert.deepEqual(channelIdsIn(await findChannels(second)), [second])
    for (const nameOrId of ['같은', '같은 이름 ', '%', '0'.repeat(32)])
      assert.deepEqual(channelIdsIn(await findChannels(nameOrId)), [])
    assert.deepEqual(
      await findAcceptedInvalidInputs(viewer, consoleApi.audience.findChannels, { query: { nameOrId: 'someone' } }),
      [],
    )
  })

  test('returns at most 20 channels of one name', async () => {
    await using testApp = await openConsoleTestApp()
    for (let count = 0; count <= limits.channelsPerName; count += 1)
      await testApp.createPerson({ channelName: 'popular' })
    const { data } = (await testApp.viewer.callConsole('GET', '/channels?nameOrId=popular')).body.content
    assert.equal(data.length, limits.channelsPerName)
  })
})

describe('listActivity', () => {
  test('returns events of the own channel only, the newest first', async () => {
    await using fixture = await openActivityFixture(1)
    const [subscriber] = fixture.expectedEntries
    await fixture.createEvent('donate', 'DONATION', null, { payAmount: 500 })
    const content = await fixture.readPage()
    assert.deepEqual(formatActivities(content.data), fixture.expectedEntries)
    assert.equal(createContentValidator(consoleApi.audience.listActivity)(content), null)
    const [anonymous, subscription, donation, follow] = content.data
    const { id } = await fixture.deps.db.read
      .selectFrom('donation')
      .select('id')
      .where('donator_channel_id', 'is', null)
      .executeTakeFirstOrThrow()
    assert.equal(anonymous.activityId, id)
    assert.equal(anonymous.channelId, null)
    assert.equal(anonymous.channelName, '익명')
    assert.equal(anonymous.payAmount, 500)
    assert.deepEqual(
      [subscription.month, subscription.tierNo, `SUBSCRIPTION ${subscription.channelId}`],
      [3, 1, subscriber],
    )
    assert.deepEqual(
      [donation.donationText, donation.channelName, follow.channelName],
      ['응원합니다', '시청자', '시청자'],
    )
    assert.deepEqual((await fixture.viewer.callConsole('GET', '/activity')).body.content, {
      data: [],
      page: { next: null },
    })
  })

  test('returns each event once while more arrive between pages', async () => {
    await using fixture = await openActivityFixture(4)
    const expected = [...fixture.expectedEntries]
    const seen: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const { data, page } = await fixture.readPage({ size: '5', ...(next && { next }) })
      seen.push(...formatActivities(data))
      next = page.next
      await fixture.createEvent('donate', 'DONATION', null, { payAmount: 1 })
    }
    assert.deepEqual(seen, expected)
  })

  test('returns one kind when `kind` is set', async () => {
    await using fixture = await openActivityFixture(3)
    for (const kind of activityKinds) {
      const first = await fixture.readPage({ kind, size: '2' })
      const second = await fixture.readPage({ kind, size: '2', next: first.page.next })
      const all = fixture.expectedEntries.filter((one) => one.startsWith(kind))
      assert.deepEqual([...formatActivities(first.data), ...formatActivities(second.data)], all)
      assert.equal(second.page.next, null)
    }
  })

  test('skips nothing when `kind` is dropped between pages', async () => {
    await using fixture = await openActivityFixture(2)
    const { page } = await fixture.readPage({ kind: 'FOLLOW', size: '1' })
    const { data } = await fixture.readPage({ next: page.next })
    const [, , newestFollow] = fixture.expectedEntries
    assert.deepEqual(
      formatActivities(data),
      fixture.expectedEntries.filter((one) => one !== newestFollow),
    )
  })

  test('returns what channels with a name did, in a period', async () => {
    await using fixture = await openActivityFixture(1)
    const now = () => new Date(fixture.clock.now()).toISOString()
    const start = now()
    const other = (await fixture.act('createPerson', { channelName: '검색되는 사람' })).channelId
    await fixture.createEvent('donate', 'DONATION', other, { payAmount: 1_000 })
    await fixture.createEvent('donate', 'DONATION', null, { payAmount: 500 })
    const end = now()
    await fixture.createEvent('follow', 'FOLLOW', other)
    await fixture.createEvent('subscribe', 'SUBSCRIPTION', other, { month: 1 })
    const [subscription, follow, anonymous, donation, ...older] = fixture.expectedEntries
    const find = async (query: object) => formatActivities((await fixture.readPage(query)).data)
    assert.deepEqual(await find({ name: '되는' }), [subscription, follow, donation])
    assert.deepEqual(await find({ name: '되는', kind: 'FOLLOW' }), [follow])
    assert.deepEqual(await find({ name: '없는 이름' }), [])
    assert.deepEqual(await find({ sinceDate: start }), [subscription, follow, anonymous, donation])
    assert.deepEqual(await find({ sinceDate: start, untilDate: end }), [anonymous, donation])
    assert.deepEqual(await find({ untilDate: start }), older)
    assert.deepEqual(await find({ name: '되는', sinceDate: end }), [subscription, follow])
    const { status, body } = await fixture.streamer.callConsole('GET', '/activity?sinceDate=yesterday')
    assert.deepEqual(
      [status, body.message],
      [400, '잘못된 값을 입력했습니다. (sinceDate: must be an RFC 3339 date with a time zone)'],
    )
  })

  test('returns 400 for a cursor that no response contained', async () => {
    await using testApp = await openConsoleTestApp()
    const { viewer } = testApp
    const reason = '잘못된 값을 입력했습니다. (next: is not a cursor of an earlier response)'
    for (const next of ['x', 'MSAy', Buffer.from('1 2 3 4').toString('base64url')])
      assert.deepEqual(statusAndMessage(await viewer.callConsole('GET', `/activity?next=${next}`)), [400, reason])
    const valid = { query: { kind: 'FOLLOW', size: 2 } }
    assert.deepEqual(await findAcceptedInvalidInputs(viewer, consoleApi.audience.listActivity, valid), [])
  })
})
