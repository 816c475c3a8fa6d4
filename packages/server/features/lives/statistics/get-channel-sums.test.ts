import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ActionName } from '../../../../../tests/support/apps/actions.ts'
import { limits } from '@onair/contract'
import { openConsoleTestApp } from '../../../../../tests/support/apps/console-test-app.ts'
import { httpBrowser } from '../../../../../tests/support/clients/http-browser.ts'
import { listPeriods } from './period-rules.ts'
import { sampleLives } from './sample-lives.ts'

const hourMs = 3_600_000
const at = (date: string) => Date.parse(date)

describe('getChannelSums', () => {
  test('sums by day and month of the zone, across the end of a month', async () => {
    await using testApp = await openConsoleTestApp({ roles: ['api'] })
    const { clock, deps, signedIn, viewer } = testApp
    const owner = await signedIn('스트리머')
    const { channelId } = owner
    const act = (name: ActionName, fields: object) => testApp.actAt(channelId)(name, viewer.channelId, fields)
    const getSums = async (unit: string, timeZone: string) =>
      (await owner.callConsole('GET', `/studio/sums?unit=${unit}&timeZone=${encodeURIComponent(timeZone)}`)).body

    // The first of a month in Seoul, 15 hours before it is there in UTC.
    const month = new Date(clock.now() + 40 * 24 * hourMs).toISOString().slice(0, 7)
    const [year = 0, number = 0] = month.split('-').map(Number)
    const firstDay = `${month}-01`
    const dayBefore = new Date(Date.UTC(year, number - 1, 0)).toISOString().slice(0, 10)
    const border = at(`${firstDay}T00:00:00+09:00`)
    clock.advance(border - hourMs / 2 - clock.now())
    await testApp.act('goLive', { channelId, viewers: 40 })
    await act('chat', { message: 'before' })
    await act('donate', { payAmount: 1_000 })
    clock.advance(60_000)
    await sampleLives(deps)
    // Another worker takes the same sample.
    await sampleLives(deps)
    clock.advance(border + hourMs - clock.now())
    await testApp.act('goLive', { channelId, viewers: 10 })
    await sampleLives(deps)
    await act('donate', { payAmount: 2_000 })
    await act('donate', { payAmount: 3_000 })
    await act('follow', {})
    await act('subscribe', { tierNo: 1, month: 1 })

    const days = (await getSums('day', 'Asia/Seoul')).content
    assert.deepEqual([days.periods.length, days.isComplete], [30, true])
    assert.deepEqual(days.previous, {
      peakViewers: null,
      averageViewers: null,
      liveSec: 0,
      messages: 0,
      amount: 0,
      subscriptions: 0,
      followers: 0,
    })
    assert.deepEqual([days.peakViewers, days.averageViewers], [40, 25])
    const [before, after] = days.periods.slice(-2)
    assert.deepEqual(before, {
      firstDay: dayBefore,
      peakViewers: 40,
      averageViewers: 40,
      messages: 1,
      donations: 1,
      amount: 1_000,
      subscriptions: 0,
      followers: 0,
      liveSec: 1_800,
    })
    assert.deepEqual(after, {
      firstDay,
      peakViewers: 10,
      averageViewers: 10,
      messages: 0,
      donations: 2,
      amount: 5_000,
      subscriptions: 1,
      followers: 1,
      liveSec: 3_600,
    })
    const { periods: months, ...ofMonths } = (await getSums('month', 'Asia/Seoul')).content
    assert.deepEqual([months.length, ofMonths.peakViewers, ofMonths.averageViewers], [12, 40, 25])
    assert.deepEqual(months.slice(-2), [{ ...before, firstDay: `${dayBefore.slice(0, 7)}-01` }, after])
    const { previous } = (
      await owner.callConsole('GET', `/studio/sums?timeZone=Asia%2FSeoul&days=1&lastDay=${firstDay}`)
    ).body.content
    assert.partialDeepStrictEqual(previous, { peakViewers: 40, averageViewers: 40, messages: 1, liveSec: 1_800 })
    // In UTC all of it is one day of the month before.
    const utc = (await getSums('day', 'UTC')).content.periods.at(-1)
    assert.partialDeepStrictEqual(utc, { firstDay: dayBefore, peakViewers: 40, averageViewers: 25, amount: 6_000 })
    assert.equal((await getSums('day', 'Mars/Olympus')).reason?.code, 'INVALID_TIME_ZONE')

    await testApp.act('goOffline', { channelId })
    clock.advance((limits.viewerQuarterDays + 1) * 24 * hourMs)
    await sampleLives(deps)
    assert.deepEqual(await deps.db.read.selectFrom('viewer_quarter').selectAll().execute(), [])
  })
})

describe('getChannelSums, listChannelLives', () => {
  test('return any days that are kept, compare them with as many before, and list their lives in pages', async () => {
    await using testApp = await openConsoleTestApp({ roles: ['api'], liveDays: 100 })
    const { clock } = testApp
    const { channelId, email, password } = await testApp.act('createPerson', { channelName: '스트리머' })
    const owner = httpBrowser(testApp.url)
    const today = () => new Date(clock.now()).toISOString().slice(0, 10)
    const daysAgo = (days: number) => new Date(clock.now() - days * 24 * hourMs).toISOString().slice(0, 10)
    const get = async (path: string, query: string) =>
      (await owner.callConsole('GET', `/studio/${path}?timeZone=UTC&${query}`)).body
    const livesOf = async (query: string) =>
      (await get('lives', query)).content.data.map(({ liveId }: { liveId: number }) => liveId)

    const stream = async (payAmount: number) => {
      const { liveId } = await testApp.act('goLive', { channelId, viewers: 5 })
      await testApp.act('donate', { channelId, byChannelId: testApp.viewer.channelId, payAmount })
      await testApp.act('goOffline', { channelId })
      return liveId
    }
    const oldest = await stream(1_000)
    clock.advance(60 * 24 * hourMs)
    const old = await stream(2_000)
    clock.advance(10 * 24 * hourMs)
    const latest = await stream(4_000)

    await owner.signIn(email, password)
    const sumsOf = async (query: string) => {
      const { periods, previous, keptDays } = (await get('sums', query)).content
      const amount = periods.reduce((sum: number, period: { amount: number }) => sum + period.amount, 0)
      return [periods.length, periods[0].firstDay, periods.at(-1).firstDay, amount, previous?.amount ?? null, keptDays]
    }
    assert.deepEqual(await sumsOf('days=7'), [7, daysAgo(6), today(), 4_000, 2_000, 100])
    assert.deepEqual(await sumsOf('days=8&lastDay=' + daysAgo(3)), [8, daysAgo(10), daysAgo(3), 2_000, 0, 100])
    assert.deepEqual(await sumsOf('days=50'), [50, daysAgo(49), today(), 6_000, 1_000, 100])
    // The 90 days before are not kept.
    assert.deepEqual(await sumsOf('days=90'), [90, daysAgo(89), today(), 7_000, null, 100])
    assert.deepEqual(await sumsOf('days=1&lastDay=' + daysAgo(99)), [1, daysAgo(99), daysAgo(99), 0, null, 100])
    for (const [query, field] of [
      ['days=101', 'days'],
      ['days=2&lastDay=' + daysAgo(99), 'days'],
      ['lastDay=' + daysAgo(-1), 'lastDay'],
      ['lastDay=' + daysAgo(100), 'lastDay'],
      ['lastDay=2026-02-30', 'lastDay'],
    ] as const)
      for (const path of ['sums', 'lives']) {
        const { reason } = await get(path, query)
        assert.deepEqual([reason?.code, reason?.field, reason?.params], ['DAY_NOT_KEPT', field, { days: 100 }], query)
      }
    assert.deepEqual(await livesOf('days=90'), [latest, old, oldest])
    assert.deepEqual(await livesOf('days=7'), [latest])
    assert.deepEqual(await livesOf(`days=1&lastDay=${daysAgo(10)}`), [old])
    assert.deepEqual(await livesOf('unit=month'), [latest, old, oldest])

    for (let count = 0; count < limits.listedChannelLives; count++) await stream(1_000)
    const first = (await get('lives', 'days=7')).content
    const second = (await get('lives', `days=7&next=${first.page.next}`)).content
    assert.equal(first.data.length, limits.listedChannelLives)
    assert.deepEqual([second.data.map(({ liveId }: { liveId: number }) => liveId), second.page.next], [[latest], null])
    assert.equal((await get('lives', 'next=x')).reason?.code, 'INVALID_CURSOR')
  })
})

describe('listPeriods', () => {
  test('days have 23 and 25 hours when clocks change, also at midnight', () => {
    assert.deepEqual(hoursOf('2026-03-30T12:00:00Z', 'Europe/Berlin', '2026-03-29'), ['2026-03-28T23:00:00.000Z', 23])
    assert.deepEqual(hoursOf('2026-11-03T12:00:00Z', 'America/New_York', '2026-11-01'), [
      '2026-11-01T04:00:00.000Z',
      25,
    ])
    // In Santiago midnight does not exist on this day.
    assert.deepEqual(hoursOf('2026-09-08T12:00:00Z', 'America/Santiago', '2026-09-06'), [
      '2026-09-06T04:00:00.000Z',
      23,
    ])
    assert.deepEqual(hoursOf('2026-11-23T12:00:00Z', 'Asia/Kathmandu', '2026-11-23'), ['2026-11-22T18:15:00.000Z', 24])
  })

  test('months begin at the first day of the zone', () => {
    const months = listPeriods(at('2026-11-30T23:00:00Z'), 'month', 'Asia/Seoul', 12) ?? []
    assert.deepEqual([months[0]?.firstDay, months.at(-1)?.firstDay], ['2026-01-01', '2026-12-01'])
    assert.equal(new Date(months.at(-1)?.end ?? 0).toISOString(), '2026-12-31T15:00:00.000Z')
  })
})

/** The start of a day, and its hours. */
function hoursOf(now: string, timeZone: string, day: string) {
  const period = listPeriods(at(now), 'day', timeZone, 30)?.find(({ firstDay }) => firstDay === day)
  return period && [new Date(period.start).toISOString(), (period.end - period.start) / hourMs]
}
