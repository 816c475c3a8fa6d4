import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nobody, refusalIn } from '../../testing/studio.ts'
import { makeCampaign } from './make-campaign.ts'
import { openDrops } from './testing.ts'

test('a reward claimed again is the same claim, also when the campaign is over', async () => {
  await using scene = await openDrops()
  const now = scene.clock.now()
  const rewards = [{ name: '검', watchMinutes: 30 }]
  const { clientId } = scene.client
  const { rewardIds } = await makeCampaign(
    { clientId, categoryId: 'talk', title: '여름 드롭스', startsAt: now, endsAt: now + 60_000, rewards },
    scene.world,
  )
  const channelId = await scene.person()
  const claimId = await scene.claim(rewardIds[0], channelId)
  const [row] = await scene.rows()
  scene.clock.advance(30_000)
  assert.equal(await scene.claim(rewardIds[0], channelId), claimId)
  scene.clock.advance(60_000)
  assert.equal(await scene.claim(rewardIds[0], channelId), claimId)
  assert.deepEqual(await scene.rows(), [row])
})

test('each person, and each reward, has a claim of its own', async () => {
  await using scene = await openDrops()
  const [one, two] = [await scene.person(), await scene.person()]
  const claims = [
    await scene.claim(scene.sword, one),
    await scene.claim(scene.shield, one),
    await scene.claim(scene.sword, two),
  ]
  assert.equal(new Set(claims).size, 3)
  assert.deepEqual(
    (await scene.rows()).map(({ id, reward_id, channel_id }) => [id, reward_id, channel_id]),
    [
      [claims[0], scene.sword, one],
      [claims[1], scene.shield, one],
      [claims[2], scene.sword, two],
    ],
  )
})

test('outside the time of its campaign no reward is claimed, to the millisecond', async () => {
  await using scene = await openDrops()
  const now = scene.clock.now()
  const { clientId } = scene.client
  const rewards = [{ name: '검', watchMinutes: 30 }]
  const { rewardIds } = await makeCampaign(
    { clientId, categoryId: 'talk', title: '여름 드롭스', startsAt: now + 1_000, endsAt: now + 2_000, rewards },
    scene.world,
  )
  const [rewardId = ''] = rewardIds
  const people = [await scene.person(), await scene.person()] as const
  scene.clock.moveTo(999)
  assert.deepEqual(refusalIn(await scene.act(rewardId, people[0])), [403, 'FORBIDDEN (the campaign has not begun)'])
  scene.clock.moveTo(1_000)
  assert.equal((await scene.act(rewardId, people[0])).status, 200)
  scene.clock.moveTo(1_999)
  assert.equal((await scene.act(rewardId, people[1])).status, 200)
  scene.clock.moveTo(2_000)
  assert.deepEqual(refusalIn(await scene.act(rewardId, await scene.person())), [
    403,
    'FORBIDDEN (the campaign is over)',
  ])
  scene.clock.moveTo(-1)
  assert.deepEqual(refusalIn(await scene.act(scene.sword, people[0])), [403, 'FORBIDDEN (the campaign has not begun)'])
  assert.equal((await scene.rows()).length, 2)
})

test('an unknown reward and an unknown person are not found', async () => {
  await using scene = await openDrops()
  const someone = await scene.person()
  for (const rewardId of ['nothing', crypto.randomUUID(), scene.campaignId])
    assert.deepEqual(refusalIn(await scene.act(rewardId, someone)), [
      404,
      'NOT_FOUND (rewardId: there is no such reward)',
    ])
  assert.deepEqual(refusalIn(await scene.act(scene.sword, nobody)), [
    404,
    'NOT_FOUND (byChannelId: there is no such channel)',
  ])
  assert.deepEqual(await scene.rows(), [])
})

test('of two hundred who claim one reward as the same person at once all are answered one claim', async () => {
  await using scene = await openDrops()
  for (let round = 1; round <= 50; round++) {
    const channelId = await scene.person()
    const answers = await Promise.all(Array.from({ length: 200 }, () => scene.act(scene.sword, channelId)))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    const rows = (await scene.rows()).filter(({ channel_id }) => channel_id === channelId)
    assert.equal(rows.length, 1)
    assert.deepEqual([...new Set(answers.map(({ body }) => body.content.claimId))], [rows[0]?.id])
  }
})
