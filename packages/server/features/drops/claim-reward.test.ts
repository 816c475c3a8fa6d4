import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { unknownChannelId, statusAndMessage } from '../../../../tests/support/apps/test-channel.ts'
import { createCampaign } from './create-campaign.ts'
import { openDropsTestApp } from './test-helpers.ts'

/** `npm run faults` runs 200. */
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 4)

describe('claiming a reward', () => {
  // Gap 91.
  test('claiming again returns the same claim, also after the campaign', async () => {
    await using testApp = await openDropsTestApp()
    const now = testApp.clock.now()
    const rewards = [{ name: '검', watchMinutes: 30 }]
    const { clientId } = testApp.client
    const { rewardIds } = await createCampaign(
      { clientId, categoryId: 'talk', title: '여름 드롭스', startsAt: now, endsAt: now + 60_000, rewards },
      testApp.deps,
    )
    const channelId = await testApp.createPerson()
    const claimId = await testApp.claimReward(rewardIds[0], channelId)
    const [row] = await testApp.loadClaims()
    testApp.clock.advance(30_000)
    assert.equal(await testApp.claimReward(rewardIds[0], channelId), claimId)
    testApp.clock.advance(60_000)
    assert.equal(await testApp.claimReward(rewardIds[0], channelId), claimId)
    assert.deepEqual(await testApp.loadClaims(), [row])
  })

  test('each person has one claim per reward', async () => {
    await using testApp = await openDropsTestApp()
    const [one, two] = [await testApp.createPerson(), await testApp.createPerson()]
    const claims = [
      await testApp.claimReward(testApp.sword, one),
      await testApp.claimReward(testApp.shield, one),
      await testApp.claimReward(testApp.sword, two),
    ]
    assert.equal(new Set(claims).size, 3)
    assert.deepEqual(
      (await testApp.loadClaims()).map(({ id, reward_id, channel_id }) => [id, reward_id, channel_id]),
      [
        [claims[0], testApp.sword, one],
        [claims[1], testApp.shield, one],
        [claims[2], testApp.sword, two],
      ],
    )
  })

  test('refuses a claim outside the campaign, to the millisecond', async () => {
    await using testApp = await openDropsTestApp()
    const now = testApp.clock.now()
    const { clientId } = testApp.client
    const rewards = [{ name: '검', watchMinutes: 30 }]
    const { rewardIds } = await createCampaign(
      { clientId, categoryId: 'talk', title: '여름 드롭스', startsAt: now + 1_000, endsAt: now + 2_000, rewards },
      testApp.deps,
    )
    const [rewardId = ''] = rewardIds
    const people = [await testApp.createPerson(), await testApp.createPerson()] as const
    testApp.clock.setSystemOffsetMs(999)
    assert.deepEqual(statusAndMessage(await testApp.tryClaim(rewardId, people[0])), [
      403,
      'FORBIDDEN (the campaign has not started)',
    ])
    testApp.clock.setSystemOffsetMs(1_000)
    assert.equal((await testApp.tryClaim(rewardId, people[0])).status, 200)
    testApp.clock.setSystemOffsetMs(1_999)
    assert.equal((await testApp.tryClaim(rewardId, people[1])).status, 200)
    testApp.clock.setSystemOffsetMs(2_000)
    assert.deepEqual(statusAndMessage(await testApp.tryClaim(rewardId, await testApp.createPerson())), [
      403,
      'FORBIDDEN (the campaign has ended)',
    ])
    testApp.clock.setSystemOffsetMs(-1)
    assert.deepEqual(statusAndMessage(await testApp.tryClaim(testApp.sword, people[0])), [
      403,
      'FORBIDDEN (the campaign has not started)',
    ])
    assert.equal((await testApp.loadClaims()).length, 2)
  })

  test('returns 404 for an unknown reward and an unknown person', async () => {
    await using testApp = await openDropsTestApp()
    const someone = await testApp.createPerson()
    for (const rewardId of ['nothing', crypto.randomUUID(), testApp.campaignId])
      assert.deepEqual(statusAndMessage(await testApp.tryClaim(rewardId, someone)), [404, 'NOT_FOUND (no such reward)'])
    assert.deepEqual(statusAndMessage(await testApp.tryClaim(testApp.sword, unknownChannelId)), [
      404,
      'NOT_FOUND (byChannelId: no such channel)',
    ])
    assert.deepEqual(await testApp.loadClaims(), [])
  })

  test('two hundred concurrent claims of one person return one claim', async () => {
    await using testApp = await openDropsTestApp()
    for (let round = 1; round <= rounds; round++) {
      const channelId = await testApp.createPerson()
      const responses = await Promise.all(Array.from({ length: 200 }, () => testApp.tryClaim(testApp.sword, channelId)))
      assert.deepEqual([...new Set(responses.map(({ status }) => status))], [200])
      const rows = (await testApp.loadClaims()).filter(({ channel_id }) => channel_id === channelId)
      assert.equal(rows.length, 1)
      assert.deepEqual([...new Set(responses.map(({ body }) => body.content.claimId))], [rows[0]?.id])
    }
  })
})
