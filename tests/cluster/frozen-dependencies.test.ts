import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { apiCalls } from '../support/programs/cluster.ts'
import { connectionUrl } from '../support/programs/databases.ts'
import { connectAndSubscribe, createStreamer, receiveEventIds, sendDonation } from '../support/apps/donations.ts'
import { eventually } from '../support/eventually.ts'
import { openFreezablePostgres } from '../support/programs/freezable-postgres.ts'
import { findFreePort } from '../support/programs/port.ts'
import { startProgram } from '../support/programs/program.ts'
import { startPrivateRedis } from '../support/programs/redis.ts'
import { connect } from '../support/clients/session-client.ts'

const configuredSec = process.env['FAULT_FREEZE_SEC']
/** How long each dependency is frozen, in seconds: longer than a response may take; more by `npm run faults`. */
const freezeSec = Number(configuredSec ?? 6)
/** The short form runs next to other tests, so it prints the times and does not assert them. */
const assertsTimes = configuredSec !== undefined
const maxResponseMs = 5_000
const maxRecoveryMs = 10_000
const recovery = { within: 30_000 }

async function openPlatform() {
  await using opening = new AsyncDisposableStack()
  const redis = await startPrivateRedis(await findFreePort())
  if ('missing' in redis) return redis
  opening.use(redis)
  const postgres = opening.use(await openFreezablePostgres())
  const settings = {
    ONAIR_DATABASE_URL: connectionUrl(postgres.connection),
    ONAIR_REDIS_URL: redis.url,
    ONAIR_SECRET_KEY: postgres.secretKey,
    ONAIR_QUOTA_PER_APP: '1000000000',
    ONAIR_QUOTA_PER_TOKEN: '1000000000',
    ONAIR_QUOTA_PER_ADDRESS: '1000000000',
  }
  const start = (roles: string, env = {}) =>
    opening.use(startProgram(['serve', '--port', '0', '--json'], { ...settings, ...env, ONAIR_ROLES: roles }))
  const gateway = start('gateway,worker')
  const { socketUrl } = await gateway.ready()
  const api = start('api', { ONAIR_SOCKET_URL: socketUrl })
  const { baseUrl } = await api.ready()
  let hasEnded = false
  for (const { ended } of [api, gateway]) void ended.then(() => (hasEnded = true))
  const opened = opening.move()
  return {
    postgres,
    redis,
    hasEnded: () => hasEnded,
    api: apiCalls(baseUrl),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Connects a session. The gateway refuses connections until it has renewed its expired lease. */
function connectWithRetry(api: ReturnType<typeof apiCalls>, token: string): ReturnType<typeof connect> {
  return eventually(async () => {
    const { status, content } = await api.call('GET', '/open/v1/sessions/auth', { token })
    assert.equal(status, 200)
    return connect(content.url)
  }, recovery)
}

// The tests mostly wait for the freeze to end.
describe('frozen dependencies', { concurrency: !assertsTimes }, () => {
  for (const dependency of ['postgres', 'redis'] as const)
    test(`every request is answered while ${dependency} is frozen for ${freezeSec} s, and all works after it`, async (t) => {
      const opened = await openPlatform()
      if ('missing' in opened) return t.skip(opened.missing)
      await using platform = opened
      const { api, hasEnded } = platform
      const streamer = await createStreamer(api)
      const { token, channelId } = streamer
      using earlierSession = await connectAndSubscribe('donation', api, streamer)
      const acknowledged: string[] = []
      const requests: (() => Promise<{ status: number }>)[] = [
        () => api.call('GET', '/open/v1/users/me', { token }),
        () => api.call('GET', '/open/v1/lives', { client: streamer.client }),
        () => api.call('GET', `/console/v1/channels/${channelId}`),
        () => api.call('POST', '/open/v1/chats/send', { token, json: { message: '안녕하세요' } }),
        async () => {
          const response = await sendDonation(api, channelId)
          if (response.status === 200) acknowledged.push(response.content.donationId)
          return response
        },
      ]
      let slowestMs = 0
      const statuses = new Set<number>()
      const sendAll = () =>
        Promise.all(
          requests.map(async (send) => {
            const sentAt = performance.now()
            const { status } = await send()
            slowestMs = Math.max(slowestMs, performance.now() - sentAt)
            statuses.add(status)
            return status
          }),
        )
      assert.deepEqual(await sendAll(), [200, 200, 200, 200, 200])

      platform[dependency].freeze()
      for (const until = performance.now() + freezeSec * 1_000; performance.now() < until;) await sendAll()
      platform[dependency].thaw()
      const thawedAt = performance.now()
      await eventually(async () => (await sendAll()).every((status) => status === 200), recovery)
      using laterSession = await connectWithRetry(api, token)
      const path = `/open/v1/sessions/events/subscribe/donation?sessionKey=${laterSession.sessionKey}`
      // 503 until the gateway has reconnected to the bus.
      await eventually(async () => (await api.call('POST', path, { token })).status === 200, recovery)
      assert.equal((await laterSession.next())[1].type, 'subscribed')
      const last = (await sendDonation(api, channelId)).content.donationId
      assert.deepEqual(await receiveEventIds(laterSession, 1), [last])
      const recoveryMs = performance.now() - thawedAt

      t.diagnostic(
        `${dependency} for ${freezeSec} s: slowest response ${Math.round(slowestMs)} ms, recovered after ${Math.round(recoveryMs)} ms, statuses ${[...statuses].join(', ')}`,
      )
      assert.deepEqual(
        [...statuses].filter((status) => ![200, 503].includes(status)),
        [],
      )
      if (assertsTimes) assert.ok(slowestMs <= maxResponseMs && recoveryMs <= maxRecoveryMs)
      assert.equal(hasEnded(), false)
      // A session receives all acknowledged donations, or is closed.
      const received: string[] = []
      while (received.at(-1) !== last) {
        const event = await earlierSession.next().catch(() => null)
        if (event === null) return t.diagnostic('the session was closed')
        received.push(event[1].eventId)
      }
      assert.deepEqual(
        acknowledged.filter((id) => !received.includes(id)),
        [],
      )
    })
})
