import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { drops } from '@onair/contract'
import { createClient } from '@onair/sdk/http'
import { verifyWebhook } from '@onair/sdk/verify-webhook'
import { eventually } from '../../../../tests/support/eventually.ts'
import { findFreePort, portOf } from '../../../../tests/support/port.ts'
import { runCommandHere } from '../../../../tests/support/program.ts'
import { openTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { DropsLab } from '@onair/lab/drops-lab/lab.ts'
import { planRounds } from '@onair/lab/drops-lab/rounds.ts'

let app: TestApp
let client: { clientId: string; clientSecret: string }
before(async () => {
  app = await openTestApp({ demo: true })
  const { demo } = await app.sandbox('GET', '')
  client = { clientId: demo.clientId, clientSecret: demo.clientSecret }
})
after(() => app[Symbol.asyncDispose]())

const reconcileMs = 100

type Defect =
  | 'not idempotent'
  | 'never reconciles'
  | 'slow'
  | 'accepts every signature'
  | 'accepts every age'
  | 'never marks'

/** A service with one defect. */
async function openService(defect?: Defect) {
  const api = createClient({ baseUrl: app.url, credentials: client })
  const grants: object[] = []
  const granted = new Set<string>()
  const fulfill = async (claims: { claimId: string; channelId: string; rewardId: string }[]) => {
    for (const { claimId, channelId, rewardId } of claims) {
      if (granted.has(claimId) && defect !== 'not idempotent') continue
      granted.add(claimId)
      grants.push({ channelId, rewardId })
    }
    const claimIds = claims.map(({ claimId }) => claimId)
    if (claimIds.length === 0 || defect === 'never marks') return
    for (let attempt = 1; attempt <= 5; attempt++)
      try {
        await api(drops.fulfillClaims, { body: { claimIds, fulfillmentState: 'FULFILLED' } })
        return
      } catch {
        await wait(10)
      }
  }
  const reconcile = async () => {
    const { data } = await api(drops.listRewardClaims, { query: { fulfillmentState: 'CLAIMED', page: { size: 100 } } })
    await fulfill(data.filter(({ claimId }) => !granted.has(claimId)))
  }
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'GET') return response.end(grants.map((grant) => JSON.stringify(grant)).join('\n'))
    const body = await buffer(request)
    const result = await verifyWebhook({
      headers: request.headers,
      body,
      secret: client.clientSecret,
      now: app.clock.now(),
      ...(defect === 'accepts every age' && { toleranceSec: Infinity }),
    })
    if (result.verdict === 'rejected')
      return response
        .writeHead(defect === 'accepts every signature' && result.rejection === 'wrong signature' ? 204 : 403)
        .end()
    const { dropsClaimId: claimId, channelId, dropsRewardId: rewardId } = result.notification.message.event.data
    void fulfill([{ claimId, channelId, rewardId }])
    if (defect === 'slow') await wait(400)
    return response.writeHead(204).end()
  }
  const server = createServer((request, response) => void respond(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const timer = setInterval(() => {
    if (defect !== 'never reconciles' && defect !== 'never marks') void reconcile().catch(() => {})
  }, reconcileMs)
  return {
    url: `http://127.0.0.1:${portOf(server)}/`,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

/** Runs the example as its own program. */
async function startExample() {
  const port = await findFreePort()
  const path = fileURLToPath(new URL('../../../../examples/drops-receiver/receiver.js', import.meta.url))
  const child = spawn(process.execPath, [path], {
    env: {
      ONAIR_URL: app.url,
      ONAIR_CLIENT_ID: client.clientId,
      ONAIR_CLIENT_SECRET: client.clientSecret,
      PORT: String(port),
      RECONCILE_SEC: String(reconcileMs / 1_000),
    },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}/`
  await eventually(async () => (await fetch(url)).ok)
  return { url, [Symbol.dispose]: () => void child.kill() }
}

/** Runs the lab with short limits, and returns the codes of the findings by round. */
async function findDefects(url: string, { deadlineMs = 10_000 } = {}) {
  const result = await DropsLab.run({
    sandbox: createClient({ baseUrl: app.url }),
    app: createClient({ baseUrl: app.url, credentials: client }),
    ...client,
    receiverUrl: url,
    prefix: 'Svc-',
    deadlineMs,
    grants: `${url}grants`,
    seed: 1,
    claimsPerRound: 2,
    withinMs: 1_000,
    clock: { uptime: () => performance.now() },
    wait: (ms) => wait(ms),
    signal: new AbortController().signal,
    onRound: () => {},
  })
  assert.deepEqual(result.unclaimed, [])
  return Object.fromEntries(
    [...Map.groupBy(result.findings, ({ code }) => code)].map(([code, some]) => [
      code,
      some.map(({ round }) => round).toSorted(),
    ]),
  )
}

describe('onair drops lab', () => {
  test('has no findings for the example, and restores the webhook, the clock and the fault plan', async () => {
    // The example compares timestamps with the clock of the machine.
    app.clock.advance(Date.now() - app.clock.now())
    const before = await app.sandbox('GET', '/clock')
    const webhookUrl = 'http://127.0.0.1:9/before'
    await app.sandbox('PUT', `/apps/${client.clientId}/webhook`, { webhookUrl })
    using example = await startExample()
    const args = ['drops', 'lab', '--receiver', example.url, '--grants', example.url, '--claims', '2']
    const { code, stdout, stderr } = await runCommandHere([...args, '--json'], { ONAIR_URL: app.url })
    assert.equal(code, 0, stdout + stderr)
    const { passed, rounds, findings, unclaimed } = JSON.parse(stdout)
    assert.deepEqual([passed, findings, unclaimed], [true, [], []])
    assert.equal(rounds.length, 8)
    for (const { round, ...counts } of rounds)
      assert.deepEqual(
        [round, counts],
        [
          round,
          {
            claimed: 2,
            notified: round === 'unreachable' ? 0 : 2,
            fulfilled: 2,
            granted: 2,
            grantedTwice: 0,
            neverGranted: 0,
          },
        ],
      )
    assert.equal((await app.sandbox('PUT', `/apps/${client.clientId}/webhook`, { webhookUrl })).previousUrl, webhookUrl)
    assert.deepEqual(await app.sandbox('GET', '/clock'), before)
    assert.deepEqual((await app.sandbox('GET', '/faults')).rules, [])
  })

  for (const [defect, expected] of [
    ['never reconciles', { NOT_RECONCILED: ['unreachable'] }],
    ['accepts every signature', { ACCEPTED_WRONG_SIGNATURE: ['forged'] }],
    ['accepts every age', { ACCEPTED_OLD_TIMESTAMP: ['forged'] }],
  ] as const)
    test(`finds the defect of a service: ${defect}`, async () => {
      await using service = await openService(defect)
      assert.deepEqual(await findDefects(service.url), expected)
    })

  test('finds the defect of a service: not idempotent', async () => {
    await using service = await openService('not idempotent')
    const codes = await findDefects(service.url)
    assert.deepEqual(Object.keys(codes), ['GRANTED_TWICE'])
    for (const round of ['lost-responses', 'resent', 'twice'] as const)
      assert.ok(codes['GRANTED_TWICE']?.includes(round), round)
  })

  test('finds the defect of a service: answers too late', async () => {
    await using service = await openService('slow')
    const codes = await findDefects(service.url, { deadlineMs: 300 })
    assert.deepEqual(Object.keys(codes), ['RESPONSE_TOO_LATE'])
    assert.ok(codes['RESPONSE_TOO_LATE']?.includes('ordinary'))
  })

  test('finds the defect of a service: never marks claims as FULFILLED', async () => {
    await using service = await openService('never marks')
    const codes = await findDefects(service.url)
    assert.deepEqual(Object.keys(codes), ['NOT_RECONCILED', 'GRANTED_NOT_FULFILLED'])
  })

  test('plans the same claims for the same seed', () => {
    assert.deepEqual(describeRounds(7), describeRounds(7))
    assert.notDeepEqual(describeRounds(7), describeRounds(8))
  })

  test('refuses to run while a fault plan is set', async () => {
    await app.sandbox('PUT', '/faults', { rules: [{ kind: 'delay', delayMs: 1 }] })
    const { code, stderr } = await runCommandHere(['drops', 'lab', '--receiver', 'http://127.0.0.1:9/'], {
      ONAIR_URL: app.url,
    })
    await app.sandbox('DELETE', '/faults')
    assert.equal(code, 1)
    assert.match(stderr, /A fault plan is set/)
  })
})

function describeRounds(seed: number) {
  return planRounds(seed, 5).map(({ kind, claims }) => [kind, claims])
}
