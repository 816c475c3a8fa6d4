import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { drops, wireProfiles } from '@onair/contract'
import { Compile } from 'typebox/compile'
import { statusAndMessage, invalidValue } from '../../../../tests/support/apps/test-channel.ts'
import { openDropsTestApp, rewardClaimsPath, type DropsTestApp } from './test-helpers.ts'

const loadClaimState = async (testApp: DropsTestApp, claimId: string) => {
  const [claim] = (await testApp.listClaims(`claimId=${claimId}`)).body.content.data
  return [claim.fulfillmentState, claim.updatedDate]
}

describe('updating reward claims', () => {
  for (const wireProfile of wireProfiles)
    // Gap 64.
    test(`lists every id under its result, in the ${wireProfile} profile`, async () => {
      await using testApp = await openDropsTestApp({ wireProfile })
      const other = await testApp.createOtherApp()
      const { rewardIds } = await testApp.createCampaign(other.clientId)
      const theirs = await testApp.claimReward(rewardIds[0])
      const [granted, open, alsoOpen] = [
        await testApp.claimReward(),
        await testApp.claimReward(),
        await testApp.claimReward(),
      ]
      await testApp.fulfill([granted])
      const unknown = crypto.randomUUID()
      const { status, body } = await testApp.fulfill([theirs, open, unknown, 'no-id', granted, alsoOpen, '', open])
      assert.equal(status, 200)
      assert.deepEqual(Compile(drops.fulfillClaims.content).Errors(body.content), [])
      assert.deepEqual(body.content, {
        data: [
          { status: 'SUCCESS', ids: [open, granted, alsoOpen] },
          { status: 'INVALID_ID', ids: ['no-id', ''] },
          { status: 'NOT_FOUND', ids: [unknown] },
          { status: 'UNAUTHORIZED', ids: [theirs] },
        ],
      })
      assert.deepEqual(
        (await testApp.loadClaims()).map(({ id, fulfillment_state }) => [id, fulfillment_state]),
        [
          [theirs, 'CLAIMED'],
          [granted, 'FULFILLED'],
          [open, 'FULFILLED'],
          [alsoOpen, 'FULFILLED'],
        ],
      )
    })

  test('a fulfilled claim stays fulfilled and keeps its date', async () => {
    await using testApp = await openDropsTestApp()
    const [a, b] = [await testApp.claimReward(), await testApp.claimReward()]
    testApp.clock.advance(1_000)
    await testApp.fulfill([a])
    testApp.clock.advance(1_000)
    await testApp.fulfill([a])
    const { body } = await testApp.fulfill([a, b], 'CLAIMED')
    assert.deepEqual(body.content.data, [
      { status: 'SUCCESS', ids: [b] },
      { status: 'UPDATE_FAILED', ids: [a] },
    ])
    assert.deepEqual(await loadClaimState(testApp, a), ['FULFILLED', '2026-07-18T14:32:13Z'])
    assert.deepEqual(await loadClaimState(testApp, b), ['CLAIMED', '2026-07-18T14:32:12Z'])
  })

  test('accepts a form body, and ids in upper case', async () => {
    await using testApp = await openDropsTestApp()
    const [a, b] = [await testApp.claimReward(), await testApp.claimReward()]
    const form = { claimIds: `${a},${b.toUpperCase()}`, fulfillmentState: 'FULFILLED' }
    const { body } = await testApp.call('PUT', rewardClaimsPath, { client: testApp.client, form })
    assert.deepEqual(body.content.data, [{ status: 'SUCCESS', ids: [a, b.toUpperCase()] }])
    for (const claimId of [a, b]) assert.equal((await loadClaimState(testApp, claimId))[0], 'FULFILLED')
  })

  test('rejects no ids, too many ids and an unknown state, and changes nothing', async () => {
    await using testApp = await openDropsTestApp()
    const claimId = await testApp.claimReward()
    const ids = (count: number) => [claimId, ...Array.from({ length: count - 1 }, () => crypto.randomUUID())]
    for (const [claimIds, state] of [
      [[], 'FULFILLED'],
      [ids(101), 'FULFILLED'],
      [claimId, 'FULFILLED'],
      [[claimId, 5], 'FULFILLED'],
      [[claimId, 'a\0'], 'FULFILLED'],
      [undefined, 'FULFILLED'],
      [[claimId], 'fulfilled'],
      [[claimId], null],
    ])
      assert.deepEqual(statusAndMessage(await testApp.fulfill(claimIds, state)), invalidValue)
    assert.equal((await loadClaimState(testApp, claimId))[0], 'CLAIMED')
    assert.equal((await testApp.fulfill(ids(100))).status, 200)
    assert.equal((await loadClaimState(testApp, claimId))[0], 'FULFILLED')
  })

  test('concurrent state changes never undo FULFILLED', async () => {
    await using testApp = await openDropsTestApp()
    for (let round = 0; round < 5; round++) {
      const claimIds = [await testApp.claimReward(), await testApp.claimReward(), await testApp.claimReward()]
      const responses = await Promise.all(
        Array.from({ length: 40 }, (_, at) =>
          testApp.fulfill(at % 4 < 2 ? claimIds : claimIds.toReversed(), at % 2 === 0 ? 'FULFILLED' : 'CLAIMED'),
        ),
      )
      for (const [at, { status, body }] of responses.entries()) {
        assert.equal(status, 200)
        const statuses = body.content.data.map(({ status }: { status: string }) => status)
        // All three change together, so the claims in a response always have the same state.
        assert.ok(at % 2 === 0 ? statuses.join() === 'SUCCESS' : ['SUCCESS', 'UPDATE_FAILED'].includes(statuses.join()))
      }
      for (const claimId of claimIds) assert.equal((await loadClaimState(testApp, claimId))[0], 'FULFILLED')
    }
  })
})
