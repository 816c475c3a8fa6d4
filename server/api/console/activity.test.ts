import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activityKinds, consoleAudience } from '@onair/contract'
import { createContentValidator } from '../../test/content-validator.ts'
import { openConsoleTestApp, findAcceptedInvalidInputs, statusAndMessage } from '../../test/console-test-app.ts'

/** A streamer to whom something happens every second: so many rounds of a follow, a donation and a subscription. */
async function openActivityFixture(rounds: number) {
  await using opening = new AsyncDisposableStack()
  const testChannel = opening.use(await openConsoleTestApp())
  const streamer = await testChannel.signedIn('방송인')
  const { channelId } = streamer
  const expectedEntries: string[] = []
  const createEvent = async (action: string, kind: string, byChannelId: string | null, more: object = {}) => {
    await testChannel.sandbox('POST', `/acts/${action}`, { channelId, byChannelId, ...more })
    expectedEntries.unshift(`${kind} ${byChannelId}`)
    testChannel.clock.advance(1_000)
  }
  for (let round = 0; round < rounds; round += 1) {
    const by = await testChannel.person()
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
    ...testChannel,
    streamer,
    happened: expectedEntries,
    happen: createEvent,
    read: readPage,
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  }
}
const formatActivities = (data: { kind: string; channelId: string | null }[]) =>
  data.map(({ kind, channelId }) => `${kind} ${channelId}`)

test('what happened in a channel is told newest first, to its streamer alone', async () => {
  await using fixture = await openActivityFixture(1)
  const [subscriber] = fixture.happened
  await fixture.happen('donate', 'DONATION', null, { payAmount: 500 })
  const content = await fixture.read()
  assert.deepEqual(formatActivities(content.data), fixture.happened)
  assert.equal(createContentValidator(consoleAudience.listActivity)(content), null)
  const [anonymous, subscription, donation, follow] = content.data
  const { id } = await fixture.deps.db.read
    .selectFrom('donation')
    .select('id')
    .where('donator_channel_id', 'is', null)
    .executeTakeFirstOrThrow()
  assert.equal(anonymous.activityId, id)
  assert.deepEqual([anonymous.channelId, anonymous.channelName, anonymous.payAmount], [null, '익명', 500])
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

test('activity is read on page by page, each once, while more happens', async () => {
  await using fixture = await openActivityFixture(4)
  const expected = [...fixture.happened]
  const seen: string[] = []
  let next: string | null = ''
  while (next !== null) {
    const { data, page } = await fixture.read({ size: '5', ...(next && { next }) })
    seen.push(...formatActivities(data))
    next = page.next
    await fixture.happen('donate', 'DONATION', null, { payAmount: 1 })
  }
  assert.deepEqual(seen, expected)
})

test('one kind of activity is told alone, and read on alone', async () => {
  await using fixture = await openActivityFixture(3)
  for (const kind of activityKinds) {
    const first = await fixture.read({ kind, size: '2' })
    const second = await fixture.read({ kind, size: '2', next: first.page.next })
    const all = fixture.happened.filter((one) => one.startsWith(kind))
    assert.deepEqual([...formatActivities(first.data), ...formatActivities(second.data)], all)
    assert.equal(second.page.next, null)
  }
})

test('whoever reads on without the kind they began with misses nothing of the others', async () => {
  await using fixture = await openActivityFixture(2)
  const { page } = await fixture.read({ kind: 'FOLLOW', size: '1' })
  const { data } = await fixture.read({ next: page.next })
  const [, , newestFollow] = fixture.happened
  assert.deepEqual(
    formatActivities(data),
    fixture.happened.filter((one) => one !== newestFollow),
  )
})

test('a place that no answer gave is refused', async () => {
  await using studio = await openConsoleTestApp()
  const { viewer } = studio
  const reason = '잘못된 값을 입력했습니다. (next: not a value of an answer before)'
  for (const next of ['x', 'MSAy', Buffer.from('1 2 3 4').toString('base64url')])
    assert.deepEqual(statusAndMessage(await viewer.callConsole('GET', `/activity?next=${next}`)), [400, reason])
  const valid = { query: { kind: 'FOLLOW', size: 2 } }
  assert.deepEqual(await findAcceptedInvalidInputs(viewer, consoleAudience.listActivity, valid), [])
})
