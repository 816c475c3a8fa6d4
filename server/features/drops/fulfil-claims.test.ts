import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drops, wireProfiles } from '@onair/contract'
import { Compile } from 'typebox/compile'
import { statusAndMessage, invalidValue } from '../../test/test-channel.ts'
import { openDropsTestApp, rewardClaimsPath, type DropsTestApp } from './test-helpers.ts'

const loadClaimState = async (testApp: DropsTestApp, claimId: string) => {
  const [claim] = (await testApp.listClaims(`claimId=${claimId}`)).body.content.data
  return [claim.fulfillmentState, claim.updatedDate]
}

for (const wireProfile of wireProfiles)
  test(`every id is answered under what became of it, in the ${wireProfile} profile`, async () => {
    await using testApp = await openDropsTestApp({ wireProfile })
    const other = await testApp.createOtherApp()
    const { rewardIds } = await testApp.campaign(other.clientId)
    const theirs = await testApp.claimReward(rewardIds[0])
    const [granted, open, alsoOpen] = [
      await testApp.claimReward(),
      await testApp.claimReward(),
      await testApp.claimReward(),
    ]
    await testApp.fulfil([granted])
    const unknown = crypto.randomUUID()
    const { status, body } = await testApp.fulfil([theirs, open, unknown, 'no-id', granted, alsoOpen, '', open])
    assert.equal(status, 200)
    assert.deepEqual(Compile(drops.fulfilClaims.content).Errors(body.content), [])
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

test('what is fulfilled stays so, and keeps the date at which it became so', async () => {
  await using testApp = await openDropsTestApp()
  const [a, b] = [await testApp.claimReward(), await testApp.claimReward()]
  testApp.clock.advance(1_000)
  await testApp.fulfil([a])
  testApp.clock.advance(1_000)
  await testApp.fulfil([a])
  const { body } = await testApp.fulfil([a, b], 'CLAIMED')
  assert.deepEqual(body.content.data, [
    { status: 'SUCCESS', ids: [b] },
    { status: 'UPDATE_FAILED', ids: [a] },
  ])
  assert.deepEqual(await loadClaimState(testApp, a), ['FULFILLED', '2026-07-18T14:32:13Z'])
  assert.deepEqual(await loadClaimState(testApp, b), ['CLAIMED', '2026-07-18T14:32:12Z'])
})

test('a form is read like a JSON body, and ids in capitals are the same ids', async () => {
  await using testApp = await openDropsTestApp()
  const [a, b] = [await testApp.claimReward(), await testApp.claimReward()]
  const form = { claimIds: `${a},${b.toUpperCase()}`, fulfillmentState: 'FULFILLED' }
  const { body } = await testApp.call('PUT', rewardClaimsPath, { client: testApp.client, form })
  assert.deepEqual(body.content.data, [{ status: 'SUCCESS', ids: [a, b.toUpperCase()] }])
  for (const claimId of [a, b]) assert.equal((await loadClaimState(testApp, claimId))[0], 'FULFILLED')
})

test('no ids, too many, or a state that is none are wrong values, and nothing is changed', async () => {
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
    assert.deepEqual(statusAndMessage(await testApp.fulfil(claimIds, state)), invalidValue)
  assert.equal((await loadClaimState(testApp, claimId))[0], 'CLAIMED')
  assert.equal((await testApp.fulfil(ids(100))).status, 200)
  assert.equal((await loadClaimState(testApp, claimId))[0], 'FULFILLED')
})

test('of many who set both states of the same claims at once none takes one back that was granted', async () => {
  await using testApp = await openDropsTestApp()
  for (let round = 0; round < 5; round++) {
    const claimIds = [await testApp.claimReward(), await testApp.claimReward(), await testApp.claimReward()]
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        testApp.fulfil(at % 4 < 2 ? claimIds : claimIds.toReversed(), at % 2 === 0 ? 'FULFILLED' : 'CLAIMED'),
      ),
    )
    for (const [at, { status, body }] of answers.entries()) {
      assert.equal(status, 200)
      const statuses = body.content.data.map(({ status }: { status: string }) => status)
      // All three change together, so an answer never has two kinds.
      assert.ok(at % 2 === 0 ? statuses.join() === 'SUCCESS' : ['SUCCESS', 'UPDATE_FAILED'].includes(statuses.join()))
    }
    for (const claimId of claimIds) assert.equal((await loadClaimState(testApp, claimId))[0], 'FULFILLED')
  }
})
