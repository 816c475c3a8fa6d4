import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { describe, test } from 'node:test'
import { openConsoleTestApp } from '../../../../../tests/support/apps/console-test-app.ts'
import { memoryLog } from '../../../../../tests/support/apps/memory-log.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { missingNginxRtmp, openNginxRtmp } from '../../../../../tests/support/programs/nginx-rtmp.ts'
import { findFreePort, portOf } from '../../../../../tests/support/programs/port.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { noMetrics } from '../../../infra/observability/metrics.ts'
import { openPublisher, PublishError } from '../../../infra/rtmp/publisher.ts'
import { busMessage, encoderCutsTopic } from '../../../shared/bus-messages.ts'
import { deleteAccount, suspendAccount } from '../../accounts/end/end-account.ts'
import { grantSiteRole } from '../../operators/site-roles.ts'
import { endAccountActivity } from '../../sessions/end-account-activity.ts'
import { moderateLive } from '../moderate-live.ts'
import { mailMeasure } from '../../mail/mail-measure.ts'
import { getStreamKey, rotateStreamKey } from '../stream-key.ts'
import { sweepLives } from '../sweep-lives.ts'
import { leaseEncoderCuts } from './cut-encoders.ts'
import { insertEncoderCut } from './encoder-cut-store.ts'
import { maxCutAttempts } from './encoder-cut-rules.ts'

type ConsoleTestApp = Awaited<ReturnType<typeof openConsoleTestApp>>
type TakeDown = (channelId: string, app: ConsoleTestApp) => Promise<unknown>
const endLive = (channelId: string, { deps }: Pick<ConsoleTestApp, 'deps'>) =>
  moderateLive({ channelId, measure: 'END', reason: 'spam' }, mailMeasure(deps), deps)
const takeDowns: Record<string, TakeDown> = {
  'a moderator ends the live': endLive,
  'the streamer replaces the stream key': (channelId, { deps }) => rotateStreamKey(channelId, deps),
  'the streamer is suspended': (channelId, { deps }) =>
    suspendAccount({ channelId, reason: undefined }, endAccountActivity, deps),
  'the streamer is deleted': (channelId, { deps }) => deleteAccount(channelId, endAccountActivity, deps),
}
const playbackUrl = 'http://127.0.0.1:9/{channelId}/index.m3u8'

const openApp = (url: string, options = {}) =>
  openConsoleTestApp({ playbackUrl, mediaControls: [`mediamtx+${url}`] }, options)
const publish = async (app: ConsoleTestApp) => {
  const streamKey = await getStreamKey(app.viewer.channelId, app.deps)
  assert.equal((await app.call('POST', '/ingest/v1/publish', { json: { path: `live/${streamKey}` } })).status, 200)
  return streamKey
}
const loadJobs = ({ deps }: ConsoleTestApp) => deps.db.read.selectFrom('encoder_cut').selectAll().execute()

/** Lets the workers poll until something has happened. */
const whilePolling = ({ deps }: ConsoleTestApp, check: () => void | Promise<void>) =>
  eventually(async () => {
    await deps.db.publish(busMessage(encoderCutsTopic, {}))
    return check()
  })

/** The control API of MediaMTX, as it is documented, with the sources of its paths. */
async function openMediaMtx() {
  const sources = new Map<string, { type: string; id: string }>()
  const kicked: string[] = []
  const state = { status: 200 }
  const answerTo = ({ url = '', method, headers }: IncomingMessage): [status: number, body: object] => {
    const { pathname, searchParams } = new URL(url, 'http://server')
    if (headers.authorization !== `Basic ${Buffer.from('onair:p@ss').toString('base64')}`)
      return [401, { error: 'authentication error' }]
    if (state.status !== 200) return [state.status, { error: 'failed' }]
    if (method === 'GET' && pathname === '/v3/paths/list') {
      const items = [...sources].map(([name, source]) => ({ name, confName: 'all_others', source, ready: true }))
      const page = Number(searchParams.get('page'))
      return [200, { itemCount: items.length, pageCount: items.length, items: items.slice(page, page + 1) }]
    }
    const [, list, id] = /^\/v3\/(\w+)\/kick\/([\w-]+)$/.exec(pathname) ?? []
    const found = [...sources].find(([, source]) => `${source.type.toLowerCase()}s` === list && source.id === id)
    if (method !== 'POST' || found === undefined) return [404, { error: 'not found' }]
    sources.delete(found[0])
    kicked.push(pathname)
    return [200, {}]
  }
  const server = createServer((request, response) => {
    const [status, body] = answerTo(request)
    response.writeHead(status).end(JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://onair:p%40ss@127.0.0.1:${portOf(server)}/`,
    sources,
    kicked,
    state,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

describe('an encoder at nginx-rtmp', { skip: missingNginxRtmp }, () => {
  for (const [name, takeDown] of Object.entries(takeDowns))
    test(`is cut within a second and then refused when ${name}`, async () => {
      const port = await findFreePort()
      await using nginx = await openNginxRtmp(`http://127.0.0.1:${port}`)
      const mediaControls = [`nginx-rtmp+${nginx.controlUrl}`]
      await using app = await openConsoleTestApp({ port, playbackUrl, mediaControls })
      const { channelId } = app.viewer
      const target = { url: nginx.encoderUrl, key: await getStreamKey(channelId, app.deps) }
      const encoder = await openPublisher(target)
      const lives = () => app.deps.db.read.selectFrom('live').select('closed_at').execute()
      assert.deepEqual(await lives(), [{ closed_at: null }])

      await takeDown(channelId, app)
      const isCut = encoder.ended.then(() => true)
      assert.ok(await Promise.race([isCut, eventually(() => false, { within: 1_000 }).catch(() => false)]))
      await assert.rejects(async () => {
        const { ended } = await openPublisher(target)
        const error = await ended
        if (error !== null) throw error
      }, PublishError)

      await eventually(async () => assert.equal((await loadJobs(app))[0]?.cut, 1))
      app.clock.advance(5_000)
      await whilePolling(app, async () => assert.deepEqual(await loadJobs(app), []))
    })
})

describe('an encoder at MediaMTX', () => {
  for (const source of [
    { type: 'rtmpConn', id: '41a1f1b2-1', kick: '/v3/rtmpconns/kick/41a1f1b2-1' },
    { type: 'rtspSession', id: '41a1f1b2-2', kick: '/v3/rtspsessions/kick/41a1f1b2-2' },
    { type: 'srtConn', id: '41a1f1b2-3', kick: '/v3/srtconns/kick/41a1f1b2-3' },
    { type: 'webRTCSession', id: '41a1f1b2-4', kick: '/v3/webrtcsessions/kick/41a1f1b2-4' },
  ])
    test(`is kicked as ${source.type}, and no other one is`, async () => {
      await using mediaMtx = await openMediaMtx()
      await using app = await openApp(mediaMtx.url)
      const streamKey = await publish(app)
      mediaMtx.sources.set('live/another', { type: source.type, id: 'another' })
      mediaMtx.sources.set(`live/${streamKey}`, source)
      await endLive(app.viewer.channelId, app)
      await eventually(() => mediaMtx.kicked.length > 0)
      assert.deepEqual(mediaMtx.kicked, [source.kick])
    })

  test('that was connecting while the live was ended is kicked by the second attempt', async () => {
    await using mediaMtx = await openMediaMtx()
    await using app = await openApp(mediaMtx.url)
    const streamKey = await publish(app)
    const source = { type: 'rtmpConn', id: 'late' }
    await endLive(app.viewer.channelId, app)
    await eventually(async () => assert.equal((await loadJobs(app))[0]?.attempts, 1))
    mediaMtx.sources.set(streamKey, source)
    app.clock.advance(5_000)
    await whilePolling(app, async () => assert.deepEqual([mediaMtx.kicked.length, await loadJobs(app)], [1, []]))
  })

  test('is tried a bounded number of times where the server fails; the live is over, and operators see why', async () => {
    await using mediaMtx = await openMediaMtx()
    mediaMtx.state.status = 500
    const log = memoryLog()
    const outcomes: string[] = []
    const metrics = { ...noMetrics, encoderCutAttempted: (outcome: string) => void outcomes.push(outcome) }
    await using app = await openApp(mediaMtx.url, { log, metrics })
    const { channelId } = app.viewer
    const streamKey = await publish(app)
    await endLive(channelId, app)
    assert.equal((await app.call('POST', '/ingest/v1/publish', { json: { path: streamKey } })).status, 403)
    const operator = await app.signedIn('운영자')
    await grantSiteRole({ channelId: operator.channelId, role: 'OPERATOR' }, app.deps)
    const shown = async () =>
      (await operator.callConsole('GET', `/admin/people/${channelId}`)).body.content.encoderCut as {
        failure: string
        isOver: boolean
      } | null
    await eventually(async () => assert.equal((await shown())?.isOver, false))
    for (let attempts = 1; attempts < maxCutAttempts; attempts++) {
      await whilePolling(app, () => assert.equal(outcomes.length, attempts))
      app.clock.advance(400_000)
    }
    await whilePolling(app, () => assert.equal(outcomes.at(-1), 'exhausted'))
    await eventually(async () => assert.equal((await shown())?.isOver, true))
    assert.equal((await shown())?.failure, 'status 500')
    assert.deepEqual(outcomes, [...Array.from({ length: maxCutAttempts - 1 }, () => 'failed'), 'exhausted'])
    const [job] = await loadJobs(app)
    assert.deepEqual([job?.attempts, job?.sealed], [maxCutAttempts, null])
    const lines = JSON.stringify(log.lines)
    assert.ok(lines.includes('encoder.cut_failed') && lines.includes('encoder.not_cut'))
    for (const secret of [streamKey, 'p@ss', 'p%40ss']) assert.ok(!lines.includes(secret), secret)

    app.clock.advance(7 * 86_400_000)
    await sweepLives(app.deps)
    assert.equal(await shown(), null)
  })

  test('is attempted once when several workers poll at the same time', async () => {
    await using app = await openApp('http://127.0.0.1:9')
    await publish(app)
    const { deps } = app
    const insert = (tx: Tx) =>
      insertEncoderCut(tx, { channelId: app.viewer.channelId, wasLive: true, now: deps.clock.now() })
    await deps.db.transaction(insert)
    const leased = await Promise.all(Array.from({ length: 10 }, () => leaseEncoderCuts(8, deps)))
    assert.equal(leased.flat().length, 1)
  })
})

test('without ONAIR_MEDIA_CONTROL_URL nothing is queued', async () => {
  await using app = await openConsoleTestApp({ playbackUrl })
  await publish(app)
  await endLive(app.viewer.channelId, app)
  assert.deepEqual(await loadJobs(app), [])
})
