import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { secret, sentAt, signedMessage } from '../../tests/support/clients/signed-message.ts'
import { createDeduplicator } from './deduplicate.ts'
import { verifyWebhook } from './verify-webhook.ts'

const message = signedMessage()
type Changes = Partial<Parameters<typeof verifyWebhook>[0]>

/** Verifies the message with changes. */
const verifyMessage = (changes: Changes = {}) => verifyWebhook({ ...message, secret, now: sentAt, ...changes })
const verifyReason = async (changes: Changes) => {
  const verdict = await verifyMessage(changes)
  return verdict.verdict === 'rejected' ? verdict.rejection : verdict.verdict
}
const withHeader = (name: string, value: string | undefined) => {
  const { [`Svc-Event-Message-${name}`]: _, ...rest } = message.headers
  return { headers: value === undefined ? rest : { ...rest, [`Svc-Event-Message-${name}`]: value } }
}

// `openssl dgst -sha256 -hmac` of id, timestamp and body returns the same.
const signature = 'sha256=bff70704b36ed82b1a2015c7e9bad79aa8f1bc25c664486bedbccfa7dbeffbca'

describe('verifyWebhook', () => {
  test('accepts a message signed as the specification requires and returns its notification', async () => {
    assert.equal(message.headers['Svc-Event-Message-Signature'], signature)
    const verdict = await verifyMessage()
    assert.deepEqual(verdict, {
      verdict: 'new',
      messageId: message.messageId,
      retry: 0,
      notification: JSON.parse(String(message.body)),
    })
  })

  test('accepts headers as a Headers object or a record, and bodies as bytes or text', async () => {
    const lower = Object.fromEntries(
      Object.entries(message.headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
    for (const headers of [new Headers(message.headers), lower, { ...lower, 'x-many': ['a', 'b'] }])
      assert.equal(await verifyReason({ headers }), 'new')
    for (const body of [String(message.body), new Uint8Array(message.body), new Uint8Array(message.body).buffer])
      assert.equal(await verifyReason({ body }), 'new')
    const parsed = JSON.parse(String(message.body)) as never
    await assert.rejects(verifyMessage({ body: parsed }), /^TypeError: body must be the raw body/)
  })

  test('accepts another header prefix', async () => {
    const chzzk = signedMessage({ prefix: 'Chzzk-' })
    assert.equal(await verifyReason({ ...chzzk, prefix: 'Chzzk-' }), 'new')
    assert.equal(await verifyReason(chzzk), 'missing header')
  })

  test('accepts each of two signatures while the secret of an endpoint is rotated', async () => {
    const renewed = signedMessage({ key: 'renewed' }).headers['Svc-Event-Message-Signature']
    const both = withHeader('Signature-New', renewed)
    for (const one of [secret, 'renewed', ['third', 'renewed']])
      assert.equal(await verifyReason({ ...both, secret: one }), 'new')
    assert.equal(await verifyReason({ ...both, secret: 'third' }), 'wrong signature')
    assert.equal(await verifyReason(withHeader('Signature-New', 'sha256=')), 'malformed signature')
  })

  test('accepts both secrets during a rotation', async () => {
    assert.equal(await verifyReason({ secret: ['another', secret] }), 'new')
    assert.equal(await verifyReason({ secret: [secret, 'another'] }), 'new')
    assert.equal(await verifyReason({ secret: ['another', 'third'] }), 'wrong signature')
    assert.equal(await verifyReason({ secret: [] }), 'wrong signature')
    await assert.rejects(verifyMessage({ secret: ['', secret] }), /^TypeError: the secret is empty/)
  })

  test('rejects a message of which any part was changed', async () => {
    const flipped = Buffer.from(message.body)
    flipped[20]! ^= 1
    for (const [changes, reason] of [
      [{ body: flipped }, 'wrong signature'],
      [{ body: `${String(message.body)}\n` }, 'wrong signature'],
      [{ body: '' }, 'wrong signature'],
      [withHeader('Id', '3d0b6d2c-2f0a-4c57-9b46-6c0f4f1f7a12'), 'wrong signature'],
      [withHeader('Timestamp', '2026-07-18T14:32:12.346Z'), 'wrong signature'],
      [withHeader('Timestamp', 'yesterday'), 'malformed timestamp'],
      [withHeader('Signature', `sha256=${'0'.repeat(64)}`), 'wrong signature'],
      [withHeader('Signature', signature.toUpperCase()), 'malformed signature'],
      [withHeader('Signature', signature.slice(7)), 'malformed signature'],
      [withHeader('Signature', 'sha256='), 'malformed signature'],
      [withHeader('Type', 'callback'), 'not a notification'],
      [withHeader('Type', undefined), 'not a notification'],
      [withHeader('Id', undefined), 'missing header'],
      [withHeader('Timestamp', undefined), 'missing header'],
      [withHeader('Signature', undefined), 'missing header'],
      [{ headers: {} }, 'missing header'],
      [signedMessage({ body: Buffer.from('null') }), 'malformed body'],
      [signedMessage({ body: Buffer.from('{"message":{}}') }), 'malformed body'],
      [signedMessage({ body: Buffer.from('{') }), 'malformed body'],
    ] as const)
      assert.equal(await verifyReason(changes as Changes), reason, JSON.stringify(changes))
  })

  test('rejects a timestamp more than toleranceSec in the past or future', async () => {
    for (const [now, reason] of [
      [sentAt + 300_000, 'new'],
      [sentAt + 300_001, 'too old'],
      [sentAt - 300_000, 'new'],
      [sentAt - 300_001, 'too new'],
    ] as const)
      assert.equal(await verifyReason({ now }), reason)
    assert.equal(await verifyReason({ now: sentAt + 10_001, toleranceSec: 10 }), 'too old')
    assert.equal(await verifyReason({ now: sentAt + 86_400_000, toleranceSec: Infinity }), 'new')
    assert.equal(await verifyReason({ now: sentAt + 86_400_000, secret: 'another' }), 'wrong signature')
  })

  test('returns duplicate for a processed message id, and rejects it if the signature is wrong', async () => {
    const markFirst = createDeduplicator()
    const wasProcessed = (messageId: string) => !markFirst(messageId)
    assert.equal(await verifyReason({ wasProcessed, secret: 'another' }), 'wrong signature')
    assert.equal((await verifyMessage({ wasProcessed })).verdict, 'new')
    const retry = await verifyMessage({
      ...signedMessage({ retry: 2 }),
      wasProcessed: async (messageId) => wasProcessed(messageId),
    })
    assert.ok(retry.verdict === 'duplicate')
    assert.deepEqual([retry.retry, retry.messageId], [2, message.messageId])
  })
})
