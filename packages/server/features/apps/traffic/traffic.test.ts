import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits } from '@onair/contract'
import { openConsoleTestApp } from '../../../../../tests/support/apps/console-test-app.ts'
import { utcDate } from '../../../shared/dates.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { openTestApp } from '../../../../../tests/support/apps/test-app.ts'
import { sweepOldRows } from '../../../worker/old-rows-store.ts'
import { TrafficCounter } from './traffic-counter.ts'
import { addLatency, emptyHistogram, quantileMs } from './traffic-rules.ts'

const sample = { kind: 'call', operation: 'GET /open/v1/lives', status: 200, code: '', tookMs: 4 } as const
const hourMs = 3_600_000

describe('traffic of an application', () => {
  test('getAppTraffic returns the calls by minute, their latency and the most frequent errors', async () => {
    await using testApp = await openConsoleTestApp({ quotaPerApp: 8 })
    const { clock, signedIn } = testApp
    const owner = await signedIn('개발자')
    const app = { name: '봇', redirectUri: 'http://127.0.0.1:9/callback' }
    const client = (await owner.callConsole('POST', '/apps', app)).body.content
    const call = async (query: string) => (await testApp.call('GET', `/open/v1/channels${query}`, { client })).status
    const statuses = []
    for (let calls = 0; calls < 5; calls++) statuses.push(await call(`?channelIds=${owner.channelId}`))
    for (let calls = 0; calls < 5; calls++) statuses.push(await call('?channelIds=%00'))
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 400, 400, 400, 429, 429])

    const path = `/apps/${client.clientId}/traffic`
    const calledAt = clock.now()
    const traffic = await eventually(async () => {
      clock.advance(5_000)
      const { content } = (await owner.callConsole('GET', path)).body
      assert.equal(content.calls, 10)
      return content
    })
    const total = { successes: 0, clientErrors: 0, rejections: 0, serverErrors: 0 }
    for (const step of traffic.steps)
      for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += step[name]
    assert.deepEqual(total, { successes: 5, clientErrors: 3, rejections: 2, serverErrors: 0 })
    assert.deepEqual([traffic.stepSec, traffic.steps.length, traffic.errorCalls], [60, 60, 5])
    assert.ok(traffic.p50Ms > 0 && traffic.p95Ms >= traffic.p50Ms, JSON.stringify(traffic))
    const operation = 'GET /open/v1/channels'
    assert.deepEqual(traffic.errors, [
      { operation, status: 400, code: 'CONTAINS_NUL', calls: 3, lastDate: utcDate(calledAt) },
      { operation, status: 429, code: 'QUOTA_EXCEEDED', calls: 2, lastDate: utcDate(calledAt) },
    ])
    const week = (await owner.callConsole('GET', `${path}?range=week`)).body.content
    assert.deepEqual([week.stepSec, week.steps.length, week.calls], [3_600, 168, 10])
    assert.equal((await testApp.viewer.callConsole('GET', path)).status, 404)
    const none = Array.from({ length: 23 }, () => 0)
    const ofApp = `/app-traffic?clientIds=${client.clientId}`
    assert.deepEqual((await owner.callConsole('GET', ofApp)).body.content.data, [
      { clientId: client.clientId, calls: [...none, 10], errors: [...none, 5] },
    ])
    assert.deepEqual((await testApp.viewer.callConsole('GET', ofApp)).body.content.data, [])
  })

  test('calls of unknown paths are counted as one operation', async () => {
    await using testApp = await openConsoleTestApp()
    const owner = await testApp.signedIn('개발자')
    const app = { name: '봇', redirectUri: 'http://127.0.0.1:9/callback' }
    const client = (await owner.callConsole('POST', '/apps', app)).body.content
    for (const path of ['one', 'two']) await testApp.call('GET', `/open/v1/${path}`, { client })
    const traffic = await eventually(async () => {
      testApp.clock.advance(5_000)
      const { content } = (await owner.callConsole('GET', `/apps/${client.clientId}/traffic`)).body
      assert.equal(content.calls, 2)
      return content
    })
    assert.partialDeepStrictEqual(traffic.errors, [
      { operation: 'GET /open/v1/*', status: 404, code: 'NO_SUCH_PATH', calls: 2 },
    ])
    const listed = (await owner.callConsole('GET', `/app-traffic?clientIds=${client.clientId}`)).body.content.data
    assert.equal(listed[0].errors.at(-1), 2)
  })

  test('counts of several processes add up, and those of deleted applications are skipped', async () => {
    await using testApp = await openTestApp()
    const { clientId } = (await testApp.createFixture()).client
    for (let round = 0; round < 2; round++) {
      await using one = await TrafficCounter.open(testApp.deps)
      await using other = await TrafficCounter.open(testApp.deps)
      for (const counter of [one, other]) for (const id of [clientId, 'gone']) counter.add({ ...sample, clientId: id })
    }
    const rows = await testApp.deps.db.read
      .selectFrom('app_traffic')
      .select(['client_id', 'count', 'latency'])
      .execute()
    assert.deepEqual(
      rows.map((row) => [row.client_id, row.count, quantileMs(row.latency, 1)]),
      [
        [clientId, 4, 4.8],
        [clientId, 4, 4.8],
      ],
    )
  })

  test('counts that could not be written are written later', async () => {
    await using testApp = await openTestApp()
    const { clientId } = (await testApp.createFixture()).client
    const { deps, clock } = testApp
    let failures = 0
    const transaction: typeof deps.db.transaction = async (run) => {
      if (++failures === 1) throw new Error('the database does not respond')
      return deps.db.transaction(run)
    }
    const db = new Proxy(deps.db, {
      get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name, target)),
    })
    {
      await using counter = await TrafficCounter.open({ ...deps, db })
      counter.add({ ...sample, clientId })
      clock.advance(5_000)
      await eventually(() => assert.equal(failures, 1))
      counter.add({ ...sample, clientId })
    }
    const rows = await deps.db.read.selectFrom('app_traffic').select('count').where('step_sec', '=', 60).execute()
    assert.equal(
      rows.reduce((sum, { count }) => sum + count, 0),
      2,
    )
  })

  test('the sweep deletes minutes after two hours and hours after eight days', async () => {
    await using testApp = await openTestApp()
    const { clientId } = (await testApp.createFixture()).client
    const { deps, clock } = testApp
    const count = async () => {
      await using counter = await TrafficCounter.open(deps)
      counter.add({ ...sample, clientId })
    }
    const listSteps = async () => {
      await sweepOldRows('app-traffic', deps)
      const rows = await deps.db.read.selectFrom('app_traffic').select('step_sec').orderBy('step_sec').execute()
      return rows.map(({ step_sec }) => step_sec)
    }
    await count()
    assert.deepEqual(await listSteps(), [60, 3_600])
    clock.advance(limits.trafficMinutesKeptSec * 1_000 + 60_000)
    assert.deepEqual(await listSteps(), [3_600])
    clock.advance(limits.trafficHoursKeptSec * 1_000 + hourMs)
    assert.deepEqual(await listSteps(), [])
  })
})

describe('quantileMs', () => {
  test('spreads the samples of a bucket evenly over it, and is null without samples', () => {
    const histogram = emptyHistogram()
    assert.equal(quantileMs(histogram, 0.5), null)
    for (const ms of [0.4, 4, 4, 4, 90, 9_000]) addLatency(histogram, ms)
    assert.deepEqual([quantileMs(histogram, 0.5), quantileMs(histogram, 0.8), quantileMs(histogram, 1)], [4, 85, 5_000])
  })
})
