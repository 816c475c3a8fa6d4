import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ApiResponse } from '../../../../tests/support/apps/test-app.ts'
import { invalidToken, openAuthTestApp, statusAndMessage } from './test-helpers.ts'

const racers = 50
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 8)
/** Each round has the whole quota, which 200 rounds would exceed. */
const quotaWindowMs = 60_000

/** Runs concurrent requests and returns the successful responses. All others must be INVALID_TOKEN. */
async function race(run: () => Promise<ApiResponse>): Promise<ApiResponse[]> {
  const responses = await Promise.all(Array.from({ length: racers }, run))
  for (const response of responses)
    if (response.status !== 200) assert.deepEqual(statusAndMessage(response), invalidToken)
  return responses.filter(({ status }) => status === 200)
}

describe('concurrent token requests', () => {
  test('one of 50 exchanges of a code succeeds, and the second use revokes its tokens', async () => {
    await using auth = await openAuthTestApp()
    for (let round = 0; round < rounds; round++) {
      auth.clock.advance(quotaWindowMs)
      const code = await auth.createCode()
      const winners = await race(() => auth.exchange(code))
      assert.equal(winners.length, 1)
      assert.equal(await auth.isTokenValid(winners[0]?.body.content.accessToken), false)
    }
  })

  test('one of 50 refreshes with one token succeeds, and the second use revokes its tokens', async () => {
    await using auth = await openAuthTestApp()
    const { clientId } = auth.client
    for (let round = 0; round < rounds; round++) {
      auth.clock.advance(quotaWindowMs)
      const { refreshToken } = await auth.act('createGrant', { clientId, channelId: auth.channelId })
      const winners = await race(() => auth.refresh(refreshToken))
      assert.equal(winners.length, 1)
      assert.equal(await auth.isTokenValid(winners[0]?.body.content.accessToken), false)
    }
  })

  test('no token is valid after a revocation, whatever is exchanged or refreshed concurrently', async () => {
    await using auth = await openAuthTestApp()
    const { clientId } = auth.client
    for (let round = 0; round < rounds; round++) {
      auth.clock.advance(quotaWindowMs)
      const sets = []
      for (let made = 0; made < 4; made++)
        sets.push(await auth.act('createGrant', { clientId, channelId: auth.channelId }))
      const codes = [await auth.createCode(), await auth.createCode(), await auth.createCode(), await auth.createCode()]
      const [revoked, ...responses] = await Promise.all([
        auth.revoke(sets[0]!.accessToken),
        ...sets.map(({ refreshToken }) => auth.refresh(refreshToken)),
        ...codes.map((code) => auth.exchange(code)),
      ])
      assert.equal(revoked?.status, 200)
      const issued = responses.filter(({ status }) => status === 200).map(({ body }) => body.content)
      for (const { accessToken, refreshToken } of [...sets, ...issued]) {
        assert.equal(await auth.isTokenValid(accessToken), false)
        assert.deepEqual(statusAndMessage(await auth.refresh(refreshToken)), invalidToken)
      }
    }
  })
})
