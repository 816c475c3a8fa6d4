import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { clusterUnavailable, openCluster } from '../support/programs/cluster.ts'
import { connectAndSubscribe, createStreamer, sendDonation } from '../support/apps/donations.ts'
import { eventually } from '../support/eventually.ts'
import { findFreePort } from '../support/programs/port.ts'

describe('/readyz', { skip: clusterUnavailable }, () => {
  test('says what each role can do without Redis, and is 503 without the database', async () => {
    await using cluster = await openCluster()
    const start = async (roles: string) => {
      const ONAIR_OPS_PORT = String(await findFreePort())
      const process = await cluster.start(roles, { ONAIR_OPS_PORT })
      const readiness = async () => {
        const response = await fetch(`http://127.0.0.1:${ONAIR_OPS_PORT}/readyz`)
        return [response.status, await response.text()] as const
      }
      return { ...process, readiness }
    }
    const api = await start('api,gateway')
    const worker = await start('worker')
    const streamer = await createStreamer(api)
    const session = await connectAndSubscribe('donation', api, streamer)
    for (const each of [api, worker]) assert.deepEqual(await each.readiness(), [200, 'ok\n'])

    for (const each of [api, worker]) each.toRedis.disconnect()
    const withoutRedis = [
      'api: no Redis: subscribe, sign-in, sign-up and password checks return 503',
      'gateway: no Redis: chat is not delivered, donations and subscriptions are delivered within 2 seconds',
    ]
    await eventually(async () => assert.deepEqual(await api.readiness(), [200, `${withoutRedis.join('\n')}\n`]))
    assert.deepEqual(await worker.readiness(), [200, 'ok\n'])
    const { token, channelId } = streamer
    assert.equal((await fetch(`${api.baseUrl}/sign-in`)).status, 200)
    assert.equal((await api.call('GET', '/open/v1/users/me', { token })).status, 200)
    const subscribe = `/open/v1/sessions/events/subscribe/chat?sessionKey=${session.sessionKey}`
    assert.equal((await api.call('POST', subscribe, { token })).status, 503)
    const { content } = await sendDonation(api, channelId)
    assert.equal((await session.next())[1].eventId, content.donationId)

    for (const each of [api, worker]) each.toRedis.restore()
    await eventually(async () => assert.deepEqual(await api.readiness(), [200, 'ok\n']))
    for (const each of [api, worker]) each.toDatabase.disconnect()
    const withoutDatabase = [
      'api: no database: calls and pages return 503',
      'gateway: no database: no session can be connected',
    ]
    await eventually(async () => assert.deepEqual(await api.readiness(), [503, `${withoutDatabase.join('\n')}\n`]))
    assert.deepEqual(await worker.readiness(), [503, 'worker: no database: nothing is sent\n'])
    assert.equal((await api.call('GET', '/open/v1/users/me', { token })).status, 503)
  })
})
