import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notification, notificationHeaders, wireProfiles } from '@onair/contract'
import { verifyWebhook } from '@onair/contract/client/verify-webhook'
import { Compile } from 'typebox/compile'
import { testAuthority } from '../../testing/certificates.ts'
import { isSigned, type Received } from '../../testing/receiver.ts'
import { openWebhooks } from './testing.ts'

/** The headers of a request that begin with the prefix, in their very spelling, without it. */
function headersUnder(prefix: string, { raw }: Received): Record<string, string> {
  const pairs = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []))
  return Object.fromEntries(
    pairs.filter(([name]) => name.startsWith(prefix)).map(([name, value]) => [name.slice(prefix.length), value]),
  )
}

test('a claim is notified over HTTPS, byte for byte as the specification says, and signed', async () => {
  await using authority = await testAuthority()
  const tls = await authority.certificateFor('DNS:localhost')
  await using scene = await openWebhooks({}, { out: { allowLoopbackHttp: true, extraCa: authority.ca }, tls })
  const { client, receiver } = scene
  const person = await scene.person()
  const claimId = await scene.claim(scene.sword, person)
  const got = await receiver.next()
  await scene.ended(1)
  const [delivery] = await scene.deliveries()
  assert.deepEqual([got.method, got.path, got.headers['content-type']], ['POST', '/hook', 'application/json'])
  const id = String(delivery?.id)
  const body = {
    message: {
      messageId: id,
      version: '1',
      event: {
        eventTimeMillis: 1_784_385_132_000,
        version: '1',
        eventType: 'drop_reward_claim',
        data: {
          dropsClaimId: claimId,
          channelId: person,
          dropsRewardId: scene.sword,
          dropsCampaignId: scene.campaignId,
          dropsCategoryId: 'talk',
          dropsCategoryName: '토크',
          dropsClaimDate: '2026-07-18T14:32:12Z',
        },
      },
    },
    subscription: {
      clientId: client.clientId,
      status: 'ENABLED',
      method: { methodType: 'WEBHOOK', url: receiver.url },
    },
  }
  assert.equal(got.body.toString(), JSON.stringify(body))
  const { 'Event-Message-Signature': signature, ...headers } = headersUnder('Svc-', got)
  assert.deepEqual(headers, {
    'Event-Message-Id': id,
    'Event-Message-Timestamp': '2026-07-18T14:32:12.000Z',
    'Event-Message-Type': 'notification',
    'Event-Message-Data-Type': 'drop_reward_claim',
    'Event-Message-Version': '1',
    'Event-Message-Data-Version': '1',
  })
  assert.ok(isSigned(got, client.clientSecret), signature)
  assert.equal(delivery?.state, 'DELIVERED')
})

test('what is sent is what the contract promises, first and resent', async () => {
  await using scene = await openWebhooks()
  const [body, headers] = [Compile(notification), Compile(notificationHeaders)]
  scene.receiver.answer(500)
  await scene.claim()
  const first = await scene.receiver.next()
  await scene.ended(1)
  scene.clock.advance(12_000)
  for (const got of [first, await scene.receiver.next()]) {
    assert.deepEqual(body.Errors(JSON.parse(got.body.toString())), [])
    const { 'Event-Message-Retry': retry, ...others } = headersUnder('Svc-', got)
    const told = { ...others, ...(retry !== undefined && { 'Event-Message-Retry': Number(retry) }) }
    assert.deepEqual(headers.Errors(told), [])
  }
})

for (const wireProfile of wireProfiles)
  test(`the client of the contract takes what is sent for new, and what is resent for known, in the ${wireProfile} profile`, async () => {
    await using scene = await openWebhooks({ wireProfile, headerPrefix: 'Own-' })
    const ids = new Set<string>()
    const judge = async ({ headers, body }: Received) => {
      const judged = await verifyWebhook({
        headers,
        body,
        secret: scene.client.clientSecret,
        prefix: wireProfile === 'observed' ? 'Own-' : 'Svc-',
        now: scene.clock.now(),
        seen: (id) => ids.has(id) || !ids.add(id),
      })
      return judged.verdict === 'refused' ? judged.reason : [judged.verdict, judged.resend]
    }
    scene.receiver.answer(500)
    await scene.claim()
    const first = await scene.receiver.next()
    assert.deepEqual(await judge(first), ['new', 0])
    await scene.ended(1)
    scene.clock.advance(12_000)
    assert.deepEqual(await judge(await scene.receiver.next()), ['duplicate', 1])
    assert.equal(await judge({ ...first, body: Buffer.concat([first.body, Buffer.from(' ')]) }), 'wrong signature')
    scene.clock.advance(600_000)
    assert.equal(await judge(first), 'too old')
  })

for (const wireProfile of wireProfiles)
  test(`the headers of a notification begin with the prefix of the ${wireProfile} profile`, async () => {
    const app = { wireProfile, headerPrefix: 'Chzzk-' }
    await using scene = await openWebhooks(app, { settings: { headerPrefix: 'Own-' } })
    const prefix = wireProfile === 'observed' ? 'Chzzk-' : 'Own-'
    await scene.claim()
    const got = await scene.receiver.next()
    assert.equal(Object.keys(headersUnder(prefix, got)).length, 7)
    assert.deepEqual(headersUnder(wireProfile === 'observed' ? 'Own-' : 'Chzzk-', got), {})
    assert.ok(isSigned(got, scene.client.clientSecret, prefix.toLowerCase()))
  })
