import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activityKinds, consoleAudience } from '@onair/contract'
import { contentChecker } from '../../testing/exact-content.ts'
import { openConsole, takenThough, told } from '../../testing/console-scene.ts'

/** A streamer to whom something happens every second: so many rounds of a follow, a donation and a subscription. */
async function openBusy(rounds: number) {
  await using opening = new AsyncDisposableStack()
  const studio = opening.use(await openConsole())
  const streamer = await studio.signedIn('방송인')
  const { channelId } = streamer
  const happened: string[] = []
  const happen = async (act: string, kind: string, byChannelId: string | null, more: object = {}) => {
    await studio.play('POST', `/acts/${act}`, { channelId, byChannelId, ...more })
    happened.unshift(`${kind} ${byChannelId}`)
    studio.clock.advance(1_000)
  }
  for (let round = 0; round < rounds; round += 1) {
    const by = await studio.person()
    await happen('follow', 'FOLLOW', by)
    await happen('donate', 'DONATION', by, { payAmount: 1_000, donationText: '응원합니다' })
    await happen('subscribe', 'SUBSCRIPTION', by, { month: 3 })
  }
  const read = async (query: object = {}) => {
    const path = `/activity?${String(new URLSearchParams(query as Record<string, string>))}`
    return (await streamer.ask('GET', path)).body.content
  }
  const moved = opening.move()
  return { ...studio, streamer, happened, happen, read, [Symbol.asyncDispose]: () => moved.disposeAsync() }
}
const named = (data: { kind: string; channelId: string | null }[]) =>
  data.map(({ kind, channelId }) => `${kind} ${channelId}`)

test('what happened in a channel is told newest first, to its streamer alone', async () => {
  await using busy = await openBusy(1)
  const [subscriber] = busy.happened
  await busy.happen('donate', 'DONATION', null, { payAmount: 500 })
  const content = await busy.read()
  assert.deepEqual(named(content.data), busy.happened)
  assert.equal(contentChecker(consoleAudience.listActivity)(content), null)
  const [anonymous, subscription, donation, follow] = content.data
  const { id } = await busy.world.db.read
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
  assert.deepEqual((await busy.viewer.ask('GET', '/activity')).body.content, { data: [], page: { next: null } })
})

test('activity is read on page by page, each once, while more happens', async () => {
  await using busy = await openBusy(4)
  const expected = [...busy.happened]
  const seen: string[] = []
  let next: string | null = ''
  while (next !== null) {
    const { data, page } = await busy.read({ size: '5', ...(next && { next }) })
    seen.push(...named(data))
    next = page.next
    await busy.happen('donate', 'DONATION', null, { payAmount: 1 })
  }
  assert.deepEqual(seen, expected)
})

test('one kind of activity is told alone, and read on alone', async () => {
  await using busy = await openBusy(3)
  for (const kind of activityKinds) {
    const first = await busy.read({ kind, size: '2' })
    const second = await busy.read({ kind, size: '2', next: first.page.next })
    const all = busy.happened.filter((one) => one.startsWith(kind))
    assert.deepEqual([...named(first.data), ...named(second.data)], all)
    assert.equal(second.page.next, null)
  }
})

test('whoever reads on without the kind they began with misses nothing of the others', async () => {
  await using busy = await openBusy(2)
  const { page } = await busy.read({ kind: 'FOLLOW', size: '1' })
  const { data } = await busy.read({ next: page.next })
  const [, , newestFollow] = busy.happened
  assert.deepEqual(
    named(data),
    busy.happened.filter((one) => one !== newestFollow),
  )
})

test('a place that no answer gave is refused', async () => {
  await using studio = await openConsole()
  const { viewer } = studio
  const reason = '잘못된 값을 입력했습니다. (next: not a value of an answer before)'
  for (const next of ['x', 'MSAy', Buffer.from('1 2 3 4').toString('base64url')])
    assert.deepEqual(told(await viewer.ask('GET', `/activity?next=${next}`)), [400, reason])
  const valid = { query: { kind: 'FOLLOW', size: 2 } }
  assert.deepEqual(await takenThough(viewer, consoleAudience.listActivity, valid), [])
})
