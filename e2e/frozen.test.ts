import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { urlOf } from '../server/testing/databases.ts'
import { donateTo, idsOf, listenTo, openStreamer } from '../server/testing/donations.ts'
import { freePort } from '../server/testing/port.ts'
import { startProgram } from '../server/testing/program.ts'
import { privateRedis } from '../server/testing/redis.ts'
import { enter } from '../server/testing/session-client.ts'
import { callsTo } from '../server/testing/spread.ts'
import { stoppablePostgres } from '../server/testing/stoppable-postgres.ts'

const asked = process.env['FAULT_FREEZE_SEC']
/** How long each stands still, in seconds: longer than an answer may take; more by `npm run faults`. */
const frozenSec = Number(asked ?? 6)
/** Other tests run beside the short form, so there the times are told and not judged. */
const isJudged = asked !== undefined
const answeredWithinMs = 5_000
const normalWithinMs = 10_000

async function openPlatform() {
  await using opening = new AsyncDisposableStack()
  const redis = await privateRedis(await freePort())
  if ('missing' in redis) return redis
  opening.use(redis)
  const postgres = opening.use(await stoppablePostgres())
  const settings = {
    DATABASE_URL: urlOf(postgres.connection),
    REDIS_URL: redis.url,
    SECRET_KEY: randomBytes(32).toString('base64'),
    QUOTA_PER_APP: '1000000000',
    QUOTA_PER_TOKEN: '1000000000',
    QUOTA_PER_ADDRESS: '1000000000',
  }
  const start = (roles: string, env = {}) =>
    opening.use(startProgram(['serve', '--port', '0', '--json'], { ...settings, ...env, ROLES: roles }))
  const gateway = start('gateway,worker')
  const { socketUrl } = await gateway.ready()
  const api = start('api', { SOCKET_URL: socketUrl })
  const { baseUrl } = await api.ready()
  let hasEnded = false
  for (const { ended } of [api, gateway]) void ended.then(() => (hasEnded = true))
  const opened = opening.move()
  return {
    postgres,
    redis,
    hasEnded: () => hasEnded,
    api: callsTo(baseUrl),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** A session, asked for until its gateway lets somebody in again: it does not while its lease has run out. */
async function letIn(api: ReturnType<typeof callsTo>, token: string): ReturnType<typeof enter> {
  for (;;) {
    const { status, content } = await api.call('GET', '/open/v1/sessions/auth', { token })
    const session = status === 200 ? await enter(content.url).catch(() => null) : null
    if (session !== null) return session
  }
}

for (const what of ['postgres', 'redis'] as const)
  test(`while ${what} stands still for ${frozenSec} s everybody is answered, and after it everything works as before`, async (t) => {
    const opened = await openPlatform()
    if ('missing' in opened) return t.skip(opened.missing)
    await using platform = opened
    const { api, hasEnded } = platform
    const streamer = await openStreamer(api)
    const { token, channelId } = streamer
    using before = await listenTo('donation', api, streamer)
    const kept: string[] = []
    const asks: (() => Promise<{ status: number }>)[] = [
      () => api.call('GET', '/open/v1/users/me', { token }),
      () => api.call('GET', '/open/v1/lives', { client: streamer.client }),
      () => api.call('GET', `/console/v1/channels/${channelId}`),
      () => api.call('POST', '/open/v1/chats/send', { token, json: { message: '안녕하세요' } }),
      async () => {
        const answer = await donateTo(api, channelId)
        if (answer.status === 200) kept.push(answer.content.donationId)
        return answer
      },
    ]
    let slowestMs = 0
    const statuses = new Set<number>()
    const askAll = () =>
      Promise.all(
        asks.map(async (ask) => {
          const at = performance.now()
          const { status } = await ask()
          slowestMs = Math.max(slowestMs, performance.now() - at)
          statuses.add(status)
          return status
        }),
      )
    assert.deepEqual(await askAll(), [200, 200, 200, 200, 200])

    platform[what].freeze()
    for (const until = performance.now() + frozenSec * 1_000; performance.now() < until;) await askAll()
    platform[what].thaw()
    const thawedAt = performance.now()
    while ((await askAll()).some((status) => status !== 200));
    using after = await letIn(api, token)
    const path = `/open/v1/sessions/events/subscribe/donation?sessionKey=${after.sessionKey}`
    // Until its gateway has the bus again that cannot be said: 503, and asking again does no harm.
    while ((await api.call('POST', path, { token })).status !== 200);
    assert.equal((await after.next())[1].type, 'subscribed')
    const last = (await donateTo(api, channelId)).content.donationId
    assert.deepEqual(await idsOf(after, 1), [last])
    const normalMs = performance.now() - thawedAt

    t.diagnostic(
      `${what} for ${frozenSec} s: slowest answer ${Math.round(slowestMs)} ms, normal after ${Math.round(normalMs)} ms, answered ${[...statuses].join(', ')}`,
    )
    const expected = what === 'postgres' ? [200, 503] : [200, 500, 503]
    assert.deepEqual(
      [...statuses].filter((status) => !expected.includes(status)),
      [],
    )
    if (isJudged) assert.ok(slowestMs <= answeredWithinMs && normalMs <= normalWithinMs)
    assert.equal(hasEnded(), false)
    // Who stayed connected hears all that was acknowledged; whoever cannot be told is closed.
    const heard: string[] = []
    while (heard.at(-1) !== last) {
      const told = await before.next().catch(() => null)
      if (told === null) return t.diagnostic('the session could not be told all, and was closed')
      heard.push(told[1].eventId)
    }
    assert.deepEqual(
      kept.filter((id) => !heard.includes(id)),
      [],
    )
  })
