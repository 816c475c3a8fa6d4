import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSigned } from '../../testing/receiver.ts'
import { openWebhooks, type Webhooks } from '../webhooks/testing.ts'

const hourMs = 3_600_000
const leap = ({ clock }: Webhooks, ms: number) => clock.moveTo(clock.offsetMs() + ms)

/** Whether the interface takes a secret, and whether the next notification is signed with it. */
async function openRotation() {
  const scene = await openWebhooks()
  const ask = await scene.console()
  const { clientId, clientSecret: older } = scene.client
  return {
    ...scene,
    ask,
    older,
    rotate: (json: object = {}) => ask('POST', '/secret', json),
    isTaken: async (clientSecret: string) => (await scene.look('', { clientId, clientSecret })).status === 200,
    async signer(secrets: Record<string, string>) {
      await scene.claim()
      const got = await scene.receiver.next()
      return Object.keys(secrets).find((name) => isSigned(got, secrets[name] ?? ''))
    },
  }
}

test('while two secrets are good both are taken, and the older one signs until it ends', async () => {
  await using scene = await openRotation()
  const { older } = scene
  const { status, body } = await scene.rotate()
  assert.deepEqual([status, body.content.olderEndsDate], [200, '2026-07-19T14:32:12.000Z'])
  const newer = body.content.clientSecret
  assert.notEqual(newer, older)
  leap(scene, 24 * hourMs - 1)
  assert.deepEqual([await scene.isTaken(older), await scene.isTaken(newer)], [true, true])
  assert.equal(await scene.signer({ older, newer }), 'older')
  leap(scene, 1)
  assert.deepEqual([await scene.isTaken(older), await scene.isTaken(newer)], [false, true])
  assert.equal(await scene.signer({ older, newer }), 'newer')
})

test('the older secret can be ended before its time, and from then on the newer one signs', async () => {
  await using scene = await openRotation()
  const { older } = scene
  const newer = (await scene.rotate()).body.content.clientSecret
  assert.equal(await scene.isTaken(older), true)
  assert.equal((await scene.ask('DELETE', '/secret/older')).status, 200)
  assert.equal(await scene.isTaken(older), false)
  assert.equal(await scene.signer({ older, newer }), 'newer')
  assert.equal((await scene.ask('DELETE', '/secret/older')).status, 404)
  const newest = (await scene.rotate({ overlapHours: 0 })).body.content.clientSecret
  assert.equal(await scene.isTaken(newer), false)
  assert.equal(await scene.signer({ newer, newest }), 'newest')
})

test('of ten who rotate at once one does, and never are more than two secrets good', async () => {
  await using scene = await openRotation()
  const answers = await Promise.all(Array.from({ length: 10 }, () => scene.rotate()))
  const statuses = answers.map(({ status }) => status)
  assert.deepEqual(
    [statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 400).length],
    [1, 9],
  )
})
