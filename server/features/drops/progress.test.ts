import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nobody, refusalIn } from '../../testing/studio.ts'
import { visitor } from '../../testing/visitor.ts'
import { makeCampaign, type NewCampaign } from './make-campaign.ts'
import { openDrops } from './testing.ts'

/** Campaigns that ask for watching, channels that are live, and people who are signed in and say every 10 s that they watch. */
async function openWatching() {
  const scene = await openDrops()
  const { clientId } = scene.client
  const rewards = [
    { name: '검', watchMinutes: 2 },
    { name: '방패', watchMinutes: 3 },
  ]
  const now = scene.clock.now()
  const campaign = (given: Partial<NewCampaign> = {}) =>
    makeCampaign(
      { clientId, categoryId: 'talk', title: '여름 드롭스', startsAt: now, endsAt: null, rewards, ...given },
      scene.world,
    )
  const streamer = async (categoryId = 'talk') => {
    const channelId = await scene.person()
    const { accessToken: token } = await scene.play('POST', '/grants', { clientId, channelId })
    await scene.call('PATCH', '/open/v1/lives/setting', { token, json: { categoryId } })
    await scene.play('POST', '/acts/go-live', { channelId })
    return { channelId, showOther: (json: object) => scene.call('PATCH', '/open/v1/lives/setting', { token, json }) }
  }
  const viewer = async () => {
    const person = await scene.play('POST', '/people', { channelName: '시청자' })
    const browser = visitor(scene.url)
    await browser.signIn(person.email, person.password)
    const tell = (channelId: string) => browser.ask('PUT', `/channels/${channelId}/watch`)
    const campaigns = async (query = '') => (await browser.ask('GET', `/drops/campaigns${query}`)).body.content.data
    return {
      ...browser,
      channelId: person.channelId as string,
      tell,
      campaigns,
      /** Watches one or several lives for some seconds. */
      async watch(channelIds: string[], seconds: number) {
        for (const channelId of channelIds) await tell(channelId)
        for (let left = seconds; left > 0; left -= 10) {
          scene.clock.advance(Math.min(left, 10) * 1000)
          for (const channelId of channelIds) await tell(channelId)
        }
      },
      claim: (rewardId: string | undefined) => browser.ask('POST', `/drops/rewards/${rewardId}/claim`),
      /** How long the person has watched for a campaign, to the millisecond. */
      async watchedMs(campaignId: string): Promise<number> {
        const row = await scene.world.db.read
          .selectFrom('campaign_progress')
          .select('watched_ms')
          .where('campaign_id', '=', campaignId)
          .where('channel_id', '=', person.channelId)
          .executeTakeFirst()
        return row?.watched_ms ?? 0
      },
    }
  }
  return { ...scene, makeOne: campaign, streamer, viewer }
}

test('a reward may be claimed when its minutes are watched, and not before', async () => {
  await using scene = await openWatching()
  const { campaignId, rewardIds } = await scene.makeOne()
  const [{ channelId }, viewer] = [await scene.streamer(), await scene.viewer()]
  const [sword, shield] = rewardIds
  assert.deepEqual(refusalIn(await viewer.claim(sword)), [403, 'FORBIDDEN (watched for 0 of 2 minutes)'])
  await viewer.watch([channelId], 119)
  assert.deepEqual(refusalIn(await viewer.claim(sword)), [403, 'FORBIDDEN (watched for 1 of 2 minutes)'])
  await viewer.watch([channelId], 1)
  const { status, body } = await viewer.claim(sword)
  assert.equal(status, 200)
  assert.equal((await viewer.claim(sword)).body.content.claimId, body.content.claimId)
  assert.equal((await viewer.claim(shield)).status, 403)
  const rows = (await scene.rows()).map((row) => [row.id, row.reward_id, row.campaign_id, row.channel_id])
  assert.deepEqual(rows, [[body.content.claimId, sword, campaignId, viewer.channelId]])
})

test('one sees the campaigns that run, their rewards, and how far one has come', async () => {
  await using scene = await openWatching()
  const now = scene.clock.now()
  const over = await scene.makeOne({ title: '지난 드롭스', startsAt: now - 60_000, endsAt: now + 1 })
  const { campaignId, rewardIds } = await scene.makeOne({ startsAt: now + 1, endsAt: now + 86_400_000 })
  await scene.makeOne({ title: '다음 드롭스', startsAt: now + 86_400_000 })
  const [{ channelId }, viewer] = [await scene.streamer(), await scene.viewer()]
  await viewer.watch([channelId], 130)
  const { claimId } = (await viewer.claim(rewardIds[0])).body.content
  const [shown, free, ...rest] = await viewer.campaigns('?categoryId=talk')
  assert.deepEqual(shown, {
    campaignId,
    title: '여름 드롭스',
    categoryId: 'talk',
    categoryName: '토크',
    startsDate: '2026-07-18T14:32:12Z',
    endsDate: '2026-07-19T14:32:12Z',
    watchedMinutes: 2,
    rewards: [
      { rewardId: rewardIds[0], name: '검', watchMinutes: 2, claimId },
      { rewardId: rewardIds[1], name: '방패', watchMinutes: 3, claimId: null },
    ],
  })
  assert.deepEqual([free.campaignId, free.watchedMinutes, rest], [scene.campaignId, 0, []])
  assert.deepEqual(await viewer.campaigns('?categoryId=League_of_Legends'), [])
  assert.equal(await viewer.watchedMs(over.campaignId), 1)
  const other = await scene.viewer()
  assert.deepEqual(
    (await other.campaigns()).map((one: any) => [one.watchedMinutes, one.rewards.map((reward: any) => reward.claimId)]),
    [
      [0, [null, null]],
      [0, [null, null]],
    ],
  )
})

test('two lives and two windows at once count as one', async () => {
  await using scene = await openWatching()
  const { campaignId } = await scene.makeOne()
  const [one, two, viewer] = [await scene.streamer(), await scene.streamer(), await scene.viewer()]
  await viewer.watch([one.channelId, two.channelId, one.channelId], 60)
  assert.equal(await viewer.watchedMs(campaignId), 60_000)
  // One after the other, in turns of five seconds.
  for (let at = 0; at < 6; at++)
    for (const { channelId } of [one, two]) {
      scene.clock.advance(5_000)
      await viewer.tell(channelId)
    }
  assert.equal(await viewer.watchedMs(campaignId), 120_000)
})

test('fifty heartbeats at once, in two lives, count as one', async () => {
  await using scene = await openWatching()
  const campaigns = [await scene.makeOne(), await scene.makeOne()]
  const [one, two, viewer] = [await scene.streamer(), await scene.streamer(), await scene.viewer()]
  for (const { channelId } of [one, two]) await viewer.tell(channelId)
  for (let round = 1; round <= 5; round++) {
    scene.clock.advance(10_000)
    await Promise.all(Array.from({ length: 50 }, (_, at) => viewer.tell(at % 2 === 0 ? one.channelId : two.channelId)))
    for (const { campaignId } of campaigns) assert.equal(await viewer.watchedMs(campaignId), round * 10_000)
  }
})

test('nothing counts while the live is off, and a new one begins anew', async () => {
  await using scene = await openWatching()
  const { campaignId } = await scene.makeOne()
  const [{ channelId }, viewer] = [await scene.streamer(), await scene.viewer()]
  await viewer.watch([channelId], 30)
  await scene.play('POST', '/acts/go-offline', { channelId })
  await viewer.watch([channelId], 60)
  assert.equal(await viewer.watchedMs(campaignId), 30_000)
  await scene.play('POST', '/acts/go-live', { channelId })
  scene.clock.advance(5_000)
  await viewer.tell(channelId)
  assert.equal(await viewer.watchedMs(campaignId), 30_000)
  await viewer.watch([channelId], 20)
  assert.equal(await viewer.watchedMs(campaignId), 50_000)
})

test('only the category of the campaign counts, and a change in between counts for nobody', async () => {
  await using scene = await openWatching()
  const { campaignId } = await scene.makeOne()
  const other = await scene.makeOne({ categoryId: 'League_of_Legends' })
  const [live, viewer] = [await scene.streamer(), await scene.viewer()]
  const none = await scene.streamer('')
  await viewer.watch([live.channelId, none.channelId], 20)
  await live.showOther({ categoryId: 'League_of_Legends' })
  scene.clock.advance(10_000)
  await viewer.tell(live.channelId)
  await viewer.watch([live.channelId], 30)
  await live.showOther({ categoryId: 'talk' })
  await viewer.watch([live.channelId, none.channelId], 10)
  assert.deepEqual([await viewer.watchedMs(campaignId), await viewer.watchedMs(other.campaignId)], [30_000, 30_000])
})

test('only what lies within the campaign counts, to the millisecond', async () => {
  await using scene = await openWatching()
  const now = scene.clock.now()
  const { campaignId } = await scene.makeOne({ startsAt: now + 15_000, endsAt: now + 41_500 })
  const [{ channelId }, viewer] = [await scene.streamer(), await scene.viewer()]
  const after = []
  for (let at = 0; at < 6; at++) {
    await viewer.watch([channelId], 10)
    after.push(await viewer.watchedMs(campaignId))
  }
  assert.deepEqual(after, [0, 5_000, 15_000, 25_000, 26_500, 26_500])
})

test('who is silent for more than 30 seconds, or leaves, begins anew', async () => {
  await using scene = await openWatching()
  const { campaignId } = await scene.makeOne()
  const [{ channelId }, viewer] = [await scene.streamer(), await scene.viewer()]
  const ms = [0, 30_000, 30_001, 30_000, 86_400_000]
  const after = []
  for (const silence of ms) {
    scene.clock.advance(silence)
    await viewer.tell(channelId)
    after.push(await viewer.watchedMs(campaignId))
  }
  assert.deepEqual(after, [0, 30_000, 30_000, 60_000, 60_000])
  await viewer.ask('DELETE', `/channels/${channelId}/watch`)
  scene.clock.advance(10_000)
  await viewer.tell(channelId)
  assert.equal(await viewer.watchedMs(campaignId), 60_000)
})

test('each person gathers for themselves, and a simulated audience gathers nothing', async () => {
  await using scene = await openWatching()
  const { campaignId } = await scene.makeOne()
  const { channelId } = await scene.streamer()
  await scene.play('POST', '/acts/go-live', { channelId, viewers: 1000 })
  const [one, two] = [await scene.viewer(), await scene.viewer()]
  await one.watch([channelId], 20)
  await two.watch([channelId], 10)
  assert.deepEqual([await one.watchedMs(campaignId), await two.watchedMs(campaignId)], [20_000, 10_000])
  const rows = await scene.world.db.read.selectFrom('campaign_progress').select('channel_id').execute()
  assert.equal(rows.length, 2)
})

test('in the sandbox a person claims at will, as one who has watched long enough', async () => {
  await using scene = await openDrops()
  const { clientId } = scene.client
  const given = { clientId, categoryId: 'talk', rewards: ['검', '방패'], watchMinutes: [30] }
  const { rewardIds } = await scene.play('POST', '/drops/campaigns', given)
  const rows = await scene.world.db.read
    .selectFrom('reward')
    .select('watch_minutes')
    .where('id', 'in', rewardIds)
    .orderBy('position')
    .execute()
  assert.deepEqual(rows, [{ watch_minutes: 30 }, { watch_minutes: 0 }])
  assert.match(await scene.claim(rewardIds[0]), /./)
})

test('a reward that is not there is not found, and one that is over stays so however long one watched', async () => {
  await using scene = await openWatching()
  const now = scene.clock.now()
  const { rewardIds } = await scene.makeOne({ endsAt: now + 180_000 })
  const [{ channelId }, viewer] = [await scene.streamer(), await scene.viewer()]
  await viewer.watch([channelId], 180)
  assert.deepEqual(refusalIn(await viewer.claim(rewardIds[0])), [403, 'FORBIDDEN (the campaign is over)'])
  for (const rewardId of [nobody, crypto.randomUUID()])
    assert.deepEqual(refusalIn(await viewer.claim(rewardId)), [404, 'NOT_FOUND (rewardId: there is no such reward)'])
})
