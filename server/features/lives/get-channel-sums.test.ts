import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits } from '@onair/contract'
import { openConsoleTestApp } from '../../test/console-test-app.ts'
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
    const act = (name: string, fields: object) =>
      testApp.sandbox('POST', `/acts/${name}`, { channelId, byChannelId: viewer.channelId, ...fields })
    const getSums = async (unit: string, timeZone: string) =>
      (await owner.callConsole('GET', `/studio/sums?unit=${unit}&timeZone=${encodeURIComponent(timeZone)}`)).body

    // The first of a month in Seoul, 15 hours before it is there in UTC.
    const month = new Date(clock.now() + 40 * 24 * hourMs).toISOString().slice(0, 7)
    const [year = 0, number = 0] = month.split('-').map(Number)
    const firstDay = `${month}-01`
    const dayBefore = new Date(Date.UTC(year, number - 1, 0)).toISOString().slice(0, 10)
    const border = at(`${firstDay}T00:00:00+09:00`)
    clock.advance(border - hourMs / 2 - clock.now())
    await testApp.sandbox('POST', '/acts/go-live', { channelId, viewers: 40 })
    await act('chat', { message: 'before' })
    await act('donate', { payAmount: 1_000, message: '' })
    clock.advance(60_000)
    await sampleLives(deps)
    // Another worker takes the same sample.
    await sampleLives(deps)
    clock.advance(border + hourMs - clock.now())
    await testApp.sandbox('POST', '/acts/go-live', { channelId, viewers: 10 })
    await sampleLives(deps)
    await act('donate', { payAmount: 2_000, message: '' })
    await act('donate', { payAmount: 3_000, message: '' })
    await act('follow', {})
    await act('subscribe', { tierNo: 1, month: 1 })

    const days = (await getSums('day', 'Asia/Seoul')).content
    assert.deepEqual([days.periods.length, days.isComplete], [30, true])
    assert.deepEqual(days.previous, { liveSec: 0, messages: 0, amount: 0, subscriptions: 0, followers: 0 })
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
    const months = (await getSums('month', 'Asia/Seoul')).content.periods
    assert.equal(months.length, 12)
    assert.deepEqual(months.slice(-2), [{ ...before, firstDay: `${dayBefore.slice(0, 7)}-01` }, after])
    // In UTC all of it is one day of the month before.
    const utc = (await getSums('day', 'UTC')).content.periods.at(-1)
    assert.partialDeepStrictEqual(utc, { firstDay: dayBefore, peakViewers: 40, averageViewers: 25, amount: 6_000 })
    assert.equal((await getSums('day', 'Mars/Olympus')).reason?.code, 'INVALID_TIME_ZONE')

    await testApp.sandbox('POST', '/acts/go-offline', { channelId })
    clock.advance((limits.viewerQuarterDays + 1) * 24 * hourMs)
    await sampleLives(deps)
    assert.deepEqual(await deps.db.read.selectFrom('viewer_quarter').selectAll().execute(), [])
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
    const months = listPeriods(at('2026-11-30T23:00:00Z'), 'month', 'Asia/Seoul') ?? []
    assert.deepEqual([months[0]?.firstDay, months.at(-1)?.firstDay], ['2026-01-01', '2026-12-01'])
    assert.equal(new Date(months.at(-1)?.end ?? 0).toISOString(), '2026-12-31T15:00:00.000Z')
  })
})

/** The start of a day, and its hours. */
function hoursOf(now: string, timeZone: string, day: string) {
  const period = listPeriods(at(now), 'day', timeZone)?.find(({ firstDay }) => firstDay === day)
  return period && [new Date(period.start).toISOString(), (period.end - period.start) / hourMs]
}
