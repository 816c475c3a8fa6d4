import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits } from '@onair/contract'
import { openConsoleTestApp } from '../../../../../tests/support/apps/console-test-app.ts'
import { grantSiteRole } from '../../operators/site-roles.ts'
import { runClockSweeps } from '../../../worker/sweeps.ts'
import { listOccurrences, type Plan } from './schedule-rules.ts'

const [hourMs, dayMs] = [3_600_000, 86_400_000]

const startsOf = (plan: Partial<Plan>, now: string) =>
  listOccurrences(
    { localStart: '', timeZone: 'UTC', isWeekly: true, lengthMin: null, cancelledDays: [], ...plan },
    Date.parse(now),
  ).map(({ startsAt }) => new Date(startsAt).toISOString().slice(0, 16))

describe('occurrences of a plan', () => {
  test('a weekly broadcast keeps its local time when the clocks change', () => {
    const berlin = { localStart: '2026-10-18T20:00', timeZone: 'Europe/Berlin' }
    assert.deepEqual(startsOf(berlin, '2026-10-17T00:00Z').slice(0, 3), [
      '2026-10-18T18:00',
      '2026-10-25T19:00',
      '2026-11-01T19:00',
    ])
    // Long after the first one.
    assert.equal(startsOf(berlin, '2028-07-03T00:00Z')[0], '2028-07-09T18:00')
    assert.equal(startsOf(berlin, '2026-10-01T00:00Z').length, 6)
  })

  test('of a local time that clocks skip it is the later one, of one that they show twice the first', () => {
    const newYork = { timeZone: 'America/New_York', isWeekly: false }
    assert.deepEqual(startsOf({ ...newYork, localStart: '2026-03-08T02:30' }, '2026-01-01T00:00Z'), [
      '2026-03-08T07:30',
    ])
    assert.deepEqual(startsOf({ ...newYork, localStart: '2026-11-01T01:30' }, '2026-01-01T00:00Z'), [
      '2026-11-01T05:30',
    ])
    // East of Greenwich, where the offsets of the days before and after are exchanged.
    const lordHowe = { timeZone: 'Australia/Lord_Howe', isWeekly: false, localStart: '2026-10-04T02:15' }
    assert.deepEqual(startsOf(lordHowe, '2026-01-01T00:00Z'), ['2026-10-03T15:45'])
  })
})

describe('the schedule of a channel', () => {
  test('is shown to those who may watch, on the home page and to calendars, without the days that are cancelled', async () => {
    await using testApp = await openConsoleTestApp()
    const { clock, deps, url, viewer } = testApp
    const streamer = await testApp.signedIn('달토끼')
    const path = `/channels/${streamer.channelId}/schedule`
    const seoulAt = (ms: number) => new Date(clock.now() + ms + 9 * hourMs).toISOString().slice(0, 16)
    const weekly = {
      title: '랭크, 끝까지; 갑니다',
      categoryId: 'talk',
      localStart: seoulAt(2 * hourMs),
      timeZone: 'Asia/Seoul',
      isWeekly: true,
      lengthMin: 90,
    }
    const create = (body: object) => streamer.callConsole('POST', '/schedule', { ...weekly, ...body })
    const shown = async () => (await viewer.callConsole('GET', path)).body.content.occurrences
    // Visits share what was read in the last three seconds.
    const home = async () => {
      clock.advance(3_000)
      return (await fetch(url)).text()
    }
    const calendar = async () => fetch(`${url}/watch/${streamer.channelId}/schedule.ics`)
    assert.deepEqual(await shown(), [])
    assert.doesNotMatch(await home(), /랭크/)

    for (const [body, field, code] of [
      [{ title: ' ' }, 'title', 'EMPTY'],
      [{ categoryId: 'nothing' }, 'categoryId', 'NO_SUCH_CATEGORY'],
      [{ timeZone: 'Mars/Olympus' }, 'timeZone', 'INVALID_TIME_ZONE'],
      [{ localStart: '2026-02-30T10:00' }, 'localStart', 'INVALID_DATE'],
      [{ isWeekly: false, localStart: seoulAt(-hourMs) }, 'localStart', 'START_IN_PAST'],
      [{ localStart: seoulAt(400 * dayMs) }, 'localStart', 'START_TOO_LATE'],
    ] as const) {
      const { status, body: answer } = await create(body)
      assert.deepEqual([status, answer.reason?.field, answer.reason?.code], [400, field, code])
    }
    const { scheduleId } = (await create({})).body.content
    const once = (await create({ title: '특별 방송', isWeekly: false, lengthMin: null, localStart: seoulAt(hourMs) }))
      .body.content.scheduleId
    const [first, second, third] = await shown()
    clock.advance(3_000)
    const { plans } = (await viewer.callConsole('GET', '/lives/shelves')).body.content
    assert.deepEqual(
      plans.map(({ title, nextDate }: { title: string; nextDate: string }) => [title, nextDate.slice(0, 19)]),
      [[first.title, first.startsDate.slice(0, 19)]],
    )
    assert.deepEqual([first.title, first.endsDate], ['특별 방송', null])
    const { day } = second
    assert.deepEqual(second, {
      scheduleId,
      day: weekly.localStart.slice(0, 10),
      startsDate: new Date(Date.parse(`${weekly.localStart}Z`) - 9 * hourMs).toISOString().replace('.000', ''),
      endsDate: new Date(Date.parse(`${weekly.localStart}Z`) - 7.5 * hourMs).toISOString().replace('.000', ''),
      title: weekly.title,
      category: { categoryId: 'talk', categoryValue: '토크', englishName: third.category.englishName },
      isCancelled: false,
    })
    // The home page has one of a channel.
    const other = await testApp.signedIn('늦은토끼')
    await other.callConsole('POST', '/schedule', { ...weekly, title: '다음 방송' })
    const page = await home()
    assert.ok(page.indexOf('특별 방송') < page.indexOf('다음 방송'))
    assert.doesNotMatch(page, /랭크/)
    const file = await calendar()
    assert.equal(file.headers.get('content-type'), 'text/calendar; charset=utf-8')
    const text = await file.text()
    assert.ok(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75))
    assert.match(text.replaceAll('\r\n ', ''), /SUMMARY:달토끼: 랭크\\, 끝까지\\; 갑니다\r\n/)
    assert.match(text, new RegExp(`DTSTART:${second.startsDate.replaceAll(/[-:]/g, '')}\r\n`))

    // One day is cancelled: the next is a week later.
    const occurrence = `/schedule/${scheduleId}/days/${day}`
    assert.equal(
      (await streamer.callConsole('PUT', `/schedule/${once}/days/${day}x`, { isCancelled: true })).status,
      400,
    )
    assert.equal((await viewer.callConsole('PUT', occurrence, { isCancelled: true })).status, 404)
    assert.equal(
      (await streamer.callConsole('PUT', `/schedule/${scheduleId}/days/2026-01-01`, { isCancelled: true })).status,
      404,
    )
    await streamer.callConsole('PUT', occurrence, { isCancelled: true })
    assert.deepEqual(
      (await shown()).slice(0, 3).map(({ isCancelled }: { isCancelled: boolean }) => isCancelled),
      [false, true, false],
    )
    assert.match(await (await calendar()).text(), /STATUS:CANCELLED/)
    await streamer.callConsole('PUT', `/schedule/${once}/days/${first.day}`, { isCancelled: true })
    assert.match(await home(), new RegExp(`datetime="${third.startsDate.slice(0, 19)}`))
    // A new length keeps the cancelled day, also where more replace it at the same time than the pool has connections.
    const update = () => streamer.callConsole('PUT', `/schedule/${scheduleId}`, { ...weekly, lengthMin: 30 })
    const updated = await Promise.all(Array.from({ length: 15 }, update))
    assert.ok(updated.every(({ status }) => status === 200))
    // Then it is planned again.
    assert.equal((await shown())[1].isCancelled, true)
    await streamer.callConsole('PUT', occurrence, { isCancelled: false })
    assert.equal((await shown())[1].isCancelled, false)

    // A day later the weekly one has moved on, and the other one is deleted with the second sweep.
    clock.advance(dayMs)
    await runClockSweeps(deps)
    assert.match(await home(), new RegExp(`datetime="${third.startsDate.slice(0, 19)}`))
    clock.advance(3 * hourMs)
    await runClockSweeps(deps)
    const own = (await streamer.callConsole('GET', '/schedule')).body.content
    assert.deepEqual(
      own.data.map(({ title }: { title: string }) => title),
      [weekly.title],
    )

    // The gate of a private channel.
    await streamer.callConsole('PATCH', '/live/setting', { audience: 'FOLLOWERS' })
    assert.deepEqual(
      [(await viewer.callConsole('GET', path)).body.reason?.code, (await calendar()).status],
      ['WATCH_FOR_FOLLOWERS', 404],
    )
    assert.doesNotMatch(await home(), /랭크/)
    await viewer.callConsole('PUT', `/channels/${streamer.channelId}/follow`)
    assert.ok((await shown()).length > 0)

    // People whom the site does not let stream plan nothing, and what they planned is not on the home page.
    await streamer.callConsole('PATCH', '/live/setting', { audience: 'EVERYBODY' })
    const operator = await testApp.signedIn('운영')
    for (const { channelId } of [operator, other]) await grantSiteRole({ channelId, role: 'OPERATOR' }, deps)
    for (const [streamers, refusal, isShown] of [
      ['APPROVED', 'STREAMING_FOR_APPROVED', false],
      ['OPERATORS', 'STREAMING_FOR_OPERATORS', false],
      ['ALL', undefined, true],
    ] as const) {
      await operator.callConsole('PATCH', '/admin/site', { streamers })
      const update = await streamer.callConsole('PUT', `/schedule/${scheduleId}`, weekly)
      assert.deepEqual([update.body.reason?.code, /랭크/.test(await home())], [refusal, isShown])
      assert.match(await home(), /다음 방송/)
    }

    // Titles of broadcasts for adults are not public.
    await streamer.callConsole('PATCH', '/live/setting', { adult: true })
    assert.doesNotMatch(await home(), /랭크/)
    assert.doesNotMatch(await (await calendar()).text(), /VEVENT/)

    // The number of entries has a bound, also for requests at the same time.
    const created = await Promise.all(Array.from({ length: limits.scheduledLives + 5 }, () => create({})))
    assert.equal(created.filter(({ status }) => status === 200).length, limits.scheduledLives - 1)
    assert.equal((await streamer.callConsole('GET', '/schedule')).body.content.occurrences.length, 50)
    await streamer.callConsole('DELETE', `/schedule/${scheduleId}`)
    assert.equal((await streamer.callConsole('DELETE', `/schedule/${scheduleId}`)).status, 404)
    await operator.callConsole('DELETE', `/admin/people/${streamer.channelId}/profile`)
    assert.deepEqual((await streamer.callConsole('GET', '/schedule')).body.content.data, [])
  })
})
