import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ErrorReason } from '@onair/contract'
import { rotateSecret } from '../apps/secrets/rotate-secret.ts'
import { listRecords } from '../inspector/test-helpers.ts'
import { dayMs, invalidToken, openAuthTestApp, statusAndMessage } from './test-helpers.ts'

/** An application that a user has given consent, and the reasons in the records of its refused calls. */
async function openRecordedAuth() {
  const auth = await openAuthTestApp({ name: '나의 봇' })
  return {
    ...auth,
    /** The reason of the last 401, and the application of its record. */
    async lastReason() {
      const records = await listRecords(auth, '&status=401&full=true')
      const { clientId, detail } = records.at(-1) ?? assert.fail('no 401 was recorded')
      assert.equal(clientId, auth.client.clientId)
      return detail?.reason as ErrorReason
    },
    useToken: (token: string) => auth.call('GET', '/open/v1/users/me', { token }),
  }
}

describe('the record of a 401', () => {
  test('says when the token expired, of which application, and that the clock was moved', async () => {
    await using auth = await openRecordedAuth()
    const date = new Date(auth.clock.now() + dayMs).toISOString().replace('.000Z', 'Z')
    const { channelId, client } = auth
    const { clientId } = client
    auth.clock.advance(dayMs)
    assert.deepEqual(statusAndMessage(await auth.useToken(auth.token)), invalidToken, 'the answer is the same')
    const expired = { app: '나의 봇', clientId, channelId, date }
    assert.deepEqual(await auth.lastReason(), { code: 'TOKEN_EXPIRED', params: expired })

    auth.clock.setOffset({ offsetMs: 7_200_000, rewoundMs: 0 })
    await auth.useToken(auth.token)
    const moved = { ...expired, aheadSeconds: 7_200 }
    assert.deepEqual(await auth.lastReason(), { code: 'TOKEN_EXPIRED_BY_CLOCK', params: moved })

    auth.clock.setOffset({ offsetMs: -7_200_000, rewoundMs: 14_400_000 })
    await auth.useToken(auth.token)
    assert.deepEqual(await auth.lastReason(), { code: 'TOKEN_STAYS_EXPIRED', params: expired })
  })

  test('says that a token was revoked, when and by whom', async () => {
    await using auth = await openRecordedAuth()
    const { clientId } = auth.client
    const date = new Date(auth.clock.now()).toISOString().replace('.000Z', 'Z')
    const revoked = (cause: string) => ({ code: 'TOKEN_REVOKED', params: { app: '나의 봇', clientId, date, cause } })
    const code = await auth.createCode()
    const first = (await auth.exchange(code)).body.content
    await auth.exchange(code)
    assert.deepEqual(await auth.lastReason(), {
      code: 'EXCHANGE_REJECTED',
      params: { kind: 'authorization_code', problem: 'already_used' },
    })
    await auth.useToken(first.accessToken)
    assert.deepEqual(await auth.lastReason(), revoked('CODE_REUSED'))
    await auth.refresh(first.refreshToken)
    assert.deepEqual(await auth.lastReason(), revoked('CODE_REUSED'))

    const second = (await auth.exchange(await auth.createCode())).body.content
    await auth.call('POST', '/auth/v1/token/revoke', { json: { ...auth.client, token: second.accessToken } })
    await auth.useToken(second.accessToken)
    assert.deepEqual(await auth.lastReason(), revoked('APPLICATION'))
  })

  test('says that a client secret is wrong, or when it was replaced, and answers the same', async () => {
    await using auth = await openRecordedAuth()
    const { clientId, clientSecret } = auth.client
    const named = { app: '나의 봇', clientId }
    const useSecret = (secret: string) =>
      auth.call('GET', '/open/v1/sessions/auth/client', { client: { clientId, clientSecret: secret } })
    const unknown = statusAndMessage(await useSecret('made-up'))
    assert.deepEqual(await auth.lastReason(), { code: 'WRONG_SECRET', params: named })

    auth.clock.advance(1_000)
    const date = new Date(auth.clock.now()).toISOString().replace('.000Z', 'Z')
    await rotateSecret({ clientId, overlapHours: 1 }, auth.deps)
    assert.equal((await useSecret(clientSecret)).status, 200)
    auth.clock.advance(3_600_000)
    assert.deepEqual(statusAndMessage(await useSecret(clientSecret)), unknown)
    assert.deepEqual(await auth.lastReason(), { code: 'SECRET_REPLACED', params: { ...named, date } })
  })

  test('has a record of the reuse beside it', async () => {
    await using auth = await openRecordedAuth()
    const { refreshToken } = auth
    await auth.refresh(refreshToken)
    await auth.refresh(refreshToken)
    const [reuse] = (await listRecords(auth, '&full=true')).filter(({ name }) => name === 'grant.reuse_detected')
    assert.equal(reuse?.clientId, auth.client.clientId)
    assert.deepEqual(reuse.detail?.reason, { code: 'REUSE_DETECTED', params: { kind: 'refresh_token' } })
  })
})
