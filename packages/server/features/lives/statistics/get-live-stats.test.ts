import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ActionName } from '../../../../../tests/support/apps/actions.ts'
import { limits } from '@onair/contract'
import { openConsoleTestApp } from '../../../../../tests/support/apps/console-test-app.ts'
import { sampleLives } from './sample-lives.ts'

const hourMs = 3_600_000

describe('getLiveStats', () => {
  test('returns viewers and chat rate by minute, what the live brought, and a summary after its end', async () => {
    // Without the worker role the test takes the samples itself.
    await using testApp = await openConsoleTestApp({ roles: ['api'] })
    const { clock, deps, signedIn, viewer } = testApp
    const owner = await signedIn('스트리머')
    const getStats = async () => (await owner.callConsole('GET', '/studio/stats')).body.content
    assert.deepEqual((await getStats()).live, null)

    const { channelId } = owner
    await testApp.act('goLive', { channelId, viewers: 40 })
    const act = (name: ActionName, fields: object) => testApp.actAt(channelId)(name, viewer.channelId, fields)
    const sampleNextMinute = async () => {
      clock.advance(60_000)
      await sampleLives(deps)
      // Another worker takes the same sample.
      await sampleLives(deps)
    }
    await sampleNextMinute()
    for (let n = 0; n < 3; n++) await act('chat', { message: `hello ${n}` })
    await act('donate', { payAmount: 1_000 })
    await act('follow', {})
    await act('subscribe', { tierNo: 1, month: 1 })
    await sampleNextMinute()
    await sampleNextMinute()

    const { live, donations } = await getStats()
    assert.partialDeepStrictEqual(live, {
      closedDate: null,
      peakViewers: 40,
      averageViewers: 40,
      messages: 3,
      donations: 1,
      amount: 1_000,
      followers: 1,
      subscriptions: 1,
      stepSec: 60,
    })
    assert.deepEqual(
      live.steps.map(({ viewers, messagesPerMinute }: Record<string, number>) => [viewers, messagesPerMinute]),
      [
        [40, 0],
        [40, 3],
        [40, 0],
      ],
    )
    assert.deepEqual(donations.length, 24)
    assert.partialDeepStrictEqual(donations.at(-1), { count: 1, amount: 1_000 })

    const setting = { defaultLiveTitle: '첫 방송', categoryType: 'GAME', categoryId: 'League_of_Legends' }
    assert.equal((await owner.callConsole('PATCH', '/live/setting', setting)).status, 200)
    assert.equal((await owner.callConsole('DELETE', '/live')).status, 200)
    clock.advance(1_000)
    await act('donate', { payAmount: 5_000 })
    await act('subscribe', { tierNo: 1, month: 2 })
    clock.advance(hourMs)
    const ended = await getStats()
    assert.partialDeepStrictEqual(ended.live, { messages: 3, donations: 1, amount: 1_000, peakViewers: 40 })
    assert.notEqual(ended.live.closedDate, null)
    assert.equal((await viewer.callConsole('GET', '/studio/stats')).body.content.live, null)

    const listChannelLives = async () =>
      (await owner.callConsole('GET', '/studio/lives?timeZone=UTC')).body.content.data
    await testApp.act('goLive', { channelId, viewers: 7 })
    const sums = {
      peakViewers: 40,
      averageViewers: 40,
      messages: 3,
      donations: 1,
      amount: 1_000,
      subscriptions: 1,
      followers: 1,
    }
    await owner.callConsole('PATCH', '/live/setting', { defaultLiveTitle: '둘째 방송', categoryId: '' })
    const [onAir, last, ...others] = await listChannelLives()
    assert.deepEqual([onAir.title, onAir.category], ['둘째 방송', null])
    assert.deepEqual([last.title, last.category.englishName], ['첫 방송', 'League of Legends'])
    const none = { peakViewers: null, messages: 0, donations: 0, subscriptions: 0, followers: 0 }
    assert.partialDeepStrictEqual(onAir, { closedDate: null, ...none })
    assert.partialDeepStrictEqual(last, { ...sums, liveId: live.liveId, closedDate: ended.live.closedDate })
    assert.deepEqual(others, [])
    assert.equal((await owner.callConsole('DELETE', '/live')).status, 200)

    clock.advance((limits.liveSampleDays + 1) * 24 * hourMs)
    await sampleLives(deps)
    assert.deepEqual(await deps.db.read.selectFrom('live_sample').selectAll().execute(), [])
    assert.partialDeepStrictEqual(await listChannelLives(), [{ peakViewers: 7 }, sums])
  })

  test('counts the messages from before a move of the clock', async () => {
    await using testApp = await openConsoleTestApp({ roles: ['api'] })
    const { clock, deps, signedIn, viewer } = testApp
    const owner = await signedIn('스트리머')
    const { channelId } = owner
    await testApp.act('goLive', { channelId })
    clock.advance(60_000)
    await sampleLives(deps)
    const chat = { channelId, byChannelId: viewer.channelId, message: 'hello' }
    for (let n = 0; n < 3; n++) await testApp.act('chat', chat)
    await testApp.act('moveClock', { advanceSeconds: 46 * 60 })
    await testApp.act('chat', chat)
    clock.advance(60_000)
    await sampleLives(deps)
    const { live } = (await owner.callConsole('GET', '/studio/stats')).body.content
    assert.equal(live.messages, 4)
    // Before the move, and after it.
    assert.deepEqual(
      live.steps
        .filter(({ viewers }: { viewers: number | null }) => viewers !== null)
        .map(({ messagesPerMinute }: { messagesPerMinute: number }) => messagesPerMinute),
      [0, 3, 0, 1],
    )
    const { periods } = (await owner.callConsole('GET', '/studio/sums?unit=day&timeZone=UTC')).body.content
    assert.equal(periods.at(-1).messages, 4)
  })

  test('counts the last minute of a live, and one that was shorter than a minute', async () => {
    await using testApp = await openConsoleTestApp({ roles: ['api'] })
    const { clock, signedIn, viewer } = testApp
    const owner = await signedIn('스트리머')
    const { channelId } = owner
    const chat = { channelId, byChannelId: viewer.channelId, message: 'hello' }
    await testApp.act('goLive', { channelId, viewers: 7 })
    clock.advance(5_000)
    await testApp.act('chat', chat)
    await testApp.act('moveClock', { advanceSeconds: 2 * 3_600 })
    await testApp.act('chat', chat)
    clock.advance(5_000)
    assert.equal((await owner.callConsole('DELETE', '/live')).status, 200)
    const { live } = (await owner.callConsole('GET', '/studio/stats')).body.content
    assert.partialDeepStrictEqual(live, { messages: 2, peakViewers: 7, averageViewers: 7 })
    // The chart begins with the live.
    assert.equal(live.steps[0].viewers, 7)
    const { periods } = (await owner.callConsole('GET', '/studio/sums?unit=day&timeZone=UTC')).body.content
    const sumOf = (field: string) =>
      periods.reduce((sum: number, period: Record<string, number>) => sum + (period[field] ?? 0), 0)
    assert.deepEqual([sumOf('messages'), periods.at(-1).peakViewers], [2, 7])
  })

  test('joins the minutes of a long live, and shows a gap where none was measured', async () => {
    await using testApp = await openConsoleTestApp({ roles: ['api'] })
    const { clock, deps, signedIn } = testApp
    const owner = await signedIn('스트리머')
    const { liveId } = await testApp.act('goLive', { channelId: owner.channelId })
    const start = clock.now() - (clock.now() % 60_000)
    const rows = Array.from({ length: 480 }, (_, minute) => ({ minute, viewers: minute, messages: 2 }))
    const measured = rows.filter(({ minute }) => minute < 100 || minute >= 200)
    await deps.db.transaction((tx) =>
      tx
        .insertInto('live_sample')
        .values(measured.map(({ minute, ...row }) => ({ live_id: liveId, at: start + minute * 60_000, ...row })))
        .execute(),
    )
    const { live } = (await owner.callConsole('GET', '/studio/stats')).body.content
    const { stepSec, steps } = live
    assert.deepEqual(
      [stepSec, steps.length, steps[0].viewers, steps[30].viewers, steps.at(-1).viewers],
      [240, 120, 3, null, 479],
    )
    assert.deepEqual([steps[0].messagesPerMinute, steps[30].messagesPerMinute], [2, null])
  })
})
