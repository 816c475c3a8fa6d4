import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { unknownChannelId, statusAndMessage } from '../../../../tests/support/apps/test-channel.ts'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'
import { utcSecond } from '../../shared/dates.ts'
import { createCampaign, type NewCampaign } from './create-campaign.ts'
import { openDropsTestApp } from './test-helpers.ts'

/** Campaigns that ask for watching, channels that are live, and people who are signed in and say every 10 s that they watch. */
async function openProgressTestApp() {
  const testApp = await openDropsTestApp()
  const { clientId } = testApp.client
  const rewards = [
    { name: '검', watchMinutes: 2 },
    { name: '방패', watchMinutes: 3 },
  ]
  const now = testApp.clock.now()
  const createTestCampaign = (fields: Partial<NewCampaign> = {}) =>
    createCampaign(
      { clientId, categoryId: 'talk', title: '여름 드롭스', startsAt: now, endsAt: null, rewards, ...fields },
      testApp.deps,
    )
  const createStreamer = async (categoryId = 'talk') => {
    const channelId = await testApp.createPerson()
    const { accessToken: token } = await testApp.act('createGrant', { clientId, channelId })
    await testApp.call('PATCH', '/open/v1/lives/setting', { token, json: { categoryId } })
    await testApp.act('goLive', { channelId })
    return {
      channelId,
      changeCategory: (json: object) => testApp.call('PATCH', '/open/v1/lives/setting', { token, json }),
    }
  }
  const createViewer = async () => {
    const person = await testApp.act('createPerson', { channelName: '시청자' })
    const browser = httpBrowser(testApp.url)
    await browser.signIn(person.email, person.password)
    const reportWatching = (channelId: string) => browser.callConsole('PUT', `/channels/${channelId}/watch`)
    const listCampaigns = async (query = '') =>
      (await browser.callConsole('GET', `/drops/campaigns${query}`)).body.content.data
    return {
      ...browser,
      channelId: person.channelId,
      reportWatching,
      campaigns: listCampaigns,
      /** Watches one or several lives for some seconds. */
      async watchFor(channelIds: string[], seconds: number) {
        for (const channelId of channelIds) await reportWatching(channelId)
        for (let left = seconds; left > 0; left -= 10) {
          testApp.clock.advance(Math.min(left, 10) * 1000)
          for (const channelId of channelIds) await reportWatching(channelId)
        }
      },
      claim: (rewardId: string | undefined) => browser.callConsole('POST', `/drops/rewards/${rewardId}/claim`),
      /** How long the person has watched for a campaign, to the millisecond. */
      async loadWatchedMs(campaignId: string): Promise<number> {
        const row = await testApp.deps.db.read
          .selectFrom('campaign_progress')
          .select('watched_ms')
          .where('campaign_id', '=', campaignId)
          .where('channel_id', '=', person.channelId)
          .executeTakeFirst()
        return row?.watched_ms ?? 0
      },
    }
  }
  return { ...testApp, makeOne: createTestCampaign, streamer: createStreamer, viewer: createViewer }
}

describe('progress', () => {
  // Gap 91.
  test('a reward can be claimed after its minutes were watched, and not before', async () => {
    await using testApp = await openProgressTestApp()
    const { campaignId, rewardIds } = await testApp.makeOne()
    const [{ channelId }, viewer] = [await testApp.streamer(), await testApp.viewer()]
    const [sword, shield] = rewardIds
    assert.deepEqual(statusAndMessage(await viewer.claim(sword)), [403, 'FORBIDDEN (watched 0 of 2 minutes)'])
    await viewer.watchFor([channelId], 119)
    assert.deepEqual(statusAndMessage(await viewer.claim(sword)), [403, 'FORBIDDEN (watched 1 of 2 minutes)'])
    await viewer.watchFor([channelId], 1)
    const { status, body } = await viewer.claim(sword)
    assert.equal(status, 200)
    assert.equal((await viewer.claim(sword)).body.content.claimId, body.content.claimId)
    assert.equal((await viewer.claim(shield)).status, 403)
    const rows = (await testApp.loadClaims()).map((row) => [row.id, row.reward_id, row.campaign_id, row.channel_id])
    assert.deepEqual(rows, [[body.content.claimId, sword, campaignId, viewer.channelId]])
  })

  test('for a campaign of named channels, only their lives count, and it is listed only there', async () => {
    await using testApp = await openProgressTestApp()
    const [named, other, viewer] = [await testApp.streamer(), await testApp.streamer(), await testApp.viewer()]
    const { campaignId } = await testApp.makeOne({ channelIds: [named.channelId] })
    const draft = await testApp.makeOne({ isDraft: true })
    await viewer.watchFor([other.channelId], 60)
    assert.equal(await viewer.loadWatchedMs(campaignId), 0)
    await viewer.watchFor([named.channelId, other.channelId], 30)
    assert.deepEqual(
      [await viewer.loadWatchedMs(campaignId), await viewer.loadWatchedMs(draft.campaignId)],
      [30_000, 0],
    )
    const listIds = async (channelId: string) =>
      (await viewer.campaigns(`?categoryId=talk&channelId=${channelId}`)).map((one: any) => one.campaignId)
    assert.deepEqual((await listIds(named.channelId)).sort(), [campaignId, testApp.campaignId].sort())
    assert.deepEqual(await listIds(other.channelId), [testApp.campaignId])
  })

  test('lists running campaigns with rewards and progress', async () => {
    await using testApp = await openProgressTestApp()
    const now = testApp.clock.now()
    const over = await testApp.makeOne({ title: '지난 드롭스', startsAt: now - 60_000, endsAt: now + 1 })
    const { campaignId, rewardIds } = await testApp.makeOne({ startsAt: now + 1, endsAt: now + 86_400_000 })
    await testApp.makeOne({ title: '다음 드롭스', startsAt: now + 86_400_000 })
    const [{ channelId }, viewer] = [await testApp.streamer(), await testApp.viewer()]
    await viewer.watchFor([channelId], 130)
    const { claimId } = (await viewer.claim(rewardIds[0])).body.content
    const claim = { claimId, claimedDate: utcSecond(testApp.clock.now()), fulfillmentState: 'CLAIMED' }
    const [shown, free, ...rest] = await viewer.campaigns('?categoryId=talk')
    assert.deepEqual(shown, {
      campaignId,
      title: '여름 드롭스',
      appName: 'bot',
      makerName: 'bot',
      isConnected: false,
      detailsUrl: null,
      categoryId: 'talk',
      categoryName: '토크',
      categoryEnglishName: 'Talk',
      liveChannels: 1,
      startsDate: '2026-07-18T14:32:12Z',
      endsDate: '2026-07-19T14:32:12Z',
      watchedMinutes: 2,
      rewards: [
        { rewardId: rewardIds[0], name: '검', imageUrl: null, watchMinutes: 2, claim },
        { rewardId: rewardIds[1], name: '방패', imageUrl: null, watchMinutes: 3, claim: null },
      ],
    })
    assert.deepEqual([free.campaignId, free.watchedMinutes, rest], [testApp.campaignId, 0, []])
    assert.deepEqual(await viewer.campaigns('?categoryId=League_of_Legends'), [])
    assert.equal(await viewer.loadWatchedMs(over.campaignId), 1)
    const other = await testApp.viewer()
    assert.deepEqual(
      (await other.campaigns()).map((one: any) => [one.watchedMinutes, one.rewards.map((reward: any) => reward.claim)]),
      [
        [0, [null, null]],
        [0, [null, null]],
      ],
    )
  })

  test('streamers gather no progress in their own channel', async () => {
    await using testApp = await openProgressTestApp()
    const { campaignId } = await testApp.makeOne()
    const [{ channelId }, viewer] = [await testApp.streamer(), await testApp.viewer()]
    const { clientId } = testApp.client
    const { accessToken: token } = await testApp.act('createGrant', { clientId, channelId: viewer.channelId })
    await testApp.call('PATCH', '/open/v1/lives/setting', { token, json: { categoryId: 'talk' } })
    await testApp.act('goLive', { channelId: viewer.channelId })
    await viewer.watchFor([viewer.channelId], 60)
    assert.equal(await viewer.loadWatchedMs(campaignId), 0)
    await viewer.watchFor([viewer.channelId, channelId], 60)
    assert.equal(await viewer.loadWatchedMs(campaignId), 60_000)
  })

  // Gap 90.
  test('two lives and two windows at once count once', async () => {
    await using testApp = await openProgressTestApp()
    const { campaignId } = await testApp.makeOne()
    const [one, two, viewer] = [await testApp.streamer(), await testApp.streamer(), await testApp.viewer()]
    await viewer.watchFor([one.channelId, two.channelId, one.channelId], 60)
    assert.equal(await viewer.loadWatchedMs(campaignId), 60_000)
    // The channels are watched one after the other, in turns of five seconds.
    for (let at = 0; at < 6; at++)
      for (const { channelId } of [one, two]) {
        testApp.clock.advance(5_000)
        await viewer.reportWatching(channelId)
      }
    assert.equal(await viewer.loadWatchedMs(campaignId), 120_000)
  })

  test('fifty concurrent heartbeats in two lives count once', async () => {
    await using testApp = await openProgressTestApp()
    const campaigns = [await testApp.makeOne(), await testApp.makeOne()]
    const [one, two, viewer] = [await testApp.streamer(), await testApp.streamer(), await testApp.viewer()]
    for (const { channelId } of [one, two]) await viewer.reportWatching(channelId)
    for (let round = 1; round <= 5; round++) {
      testApp.clock.advance(10_000)
      await Promise.all(
        Array.from({ length: 50 }, (_, at) => viewer.reportWatching(at % 2 === 0 ? one.channelId : two.channelId)),
      )
      for (const { campaignId } of campaigns) assert.equal(await viewer.loadWatchedMs(campaignId), round * 10_000)
    }
  })

  test('counts nothing while offline, and a new live starts a new interval', async () => {
    await using testApp = await openProgressTestApp()
    const { campaignId } = await testApp.makeOne()
    const [{ channelId }, viewer] = [await testApp.streamer(), await testApp.viewer()]
    await viewer.watchFor([channelId], 30)
    await testApp.act('goOffline', { channelId })
    await viewer.watchFor([channelId], 60)
    assert.equal(await viewer.loadWatchedMs(campaignId), 30_000)
    await testApp.act('goLive', { channelId })
    testApp.clock.advance(5_000)
    await viewer.reportWatching(channelId)
    assert.equal(await viewer.loadWatchedMs(campaignId), 30_000)
    await viewer.watchFor([channelId], 20)
    assert.equal(await viewer.loadWatchedMs(campaignId), 50_000)
  })

  test('only the category of the campaign counts; a change of category starts a new interval', async () => {
    await using testApp = await openProgressTestApp()
    const { campaignId } = await testApp.makeOne()
    const other = await testApp.makeOne({ categoryId: 'League_of_Legends' })
    const [live, viewer] = [await testApp.streamer(), await testApp.viewer()]
    const none = await testApp.streamer('')
    await viewer.watchFor([live.channelId, none.channelId], 20)
    await live.changeCategory({ categoryId: 'League_of_Legends' })
    testApp.clock.advance(10_000)
    await viewer.reportWatching(live.channelId)
    await viewer.watchFor([live.channelId], 30)
    await live.changeCategory({ categoryId: 'talk' })
    await viewer.watchFor([live.channelId, none.channelId], 10)
    assert.deepEqual(
      [await viewer.loadWatchedMs(campaignId), await viewer.loadWatchedMs(other.campaignId)],
      [30_000, 30_000],
    )
  })

  test('only time within the campaign counts, to the millisecond', async () => {
    await using testApp = await openProgressTestApp()
    const now = testApp.clock.now()
    const { campaignId } = await testApp.makeOne({ startsAt: now + 15_000, endsAt: now + 41_500 })
    const [{ channelId }, viewer] = [await testApp.streamer(), await testApp.viewer()]
    const after = []
    for (let at = 0; at < 6; at++) {
      await viewer.watchFor([channelId], 10)
      after.push(await viewer.loadWatchedMs(campaignId))
    }
    assert.deepEqual(after, [0, 5_000, 15_000, 25_000, 26_500, 26_500])
  })

  test('a gap of more than 30 seconds, or leaving, starts a new interval', async () => {
    await using testApp = await openProgressTestApp()
    const { campaignId } = await testApp.makeOne()
    const [{ channelId }, viewer] = [await testApp.streamer(), await testApp.viewer()]
    const ms = [0, 30_000, 30_001, 30_000, 86_400_000]
    const after = []
    for (const silence of ms) {
      testApp.clock.advance(silence)
      await viewer.reportWatching(channelId)
      after.push(await viewer.loadWatchedMs(campaignId))
    }
    assert.deepEqual(after, [0, 30_000, 30_000, 60_000, 60_000])
    await viewer.callConsole('DELETE', `/channels/${channelId}/watch`)
    testApp.clock.advance(10_000)
    await viewer.reportWatching(channelId)
    assert.equal(await viewer.loadWatchedMs(campaignId), 60_000)
  })

  test('each person has separate progress, and simulated viewers have none', async () => {
    await using testApp = await openProgressTestApp()
    const { campaignId } = await testApp.makeOne()
    const { channelId } = await testApp.streamer()
    await testApp.act('goLive', { channelId, viewers: 1000 })
    const [one, two] = [await testApp.viewer(), await testApp.viewer()]
    await one.watchFor([channelId], 20)
    await two.watchFor([channelId], 10)
    assert.deepEqual([await one.loadWatchedMs(campaignId), await two.loadWatchedMs(campaignId)], [20_000, 10_000])
    const rows = await testApp.deps.db.read.selectFrom('campaign_progress').select('channel_id').execute()
    assert.equal(rows.length, 2)
  })
})

describe('claims', () => {
  test('a claim of the sandbox adds the watch time that its reward requires, and watching counts beside it', async () => {
    await using testApp = await openProgressTestApp()
    const { campaignId, rewardIds } = await testApp.makeOne()
    const [{ channelId }, viewer] = [await testApp.streamer(), await testApp.viewer()]
    const watchedMinutes = async () =>
      (await viewer.campaigns()).find((one: any) => one.campaignId === campaignId).watchedMinutes
    await testApp.claimReward(rewardIds[0], viewer.channelId)
    assert.equal(await watchedMinutes(), 2)
    assert.equal((await viewer.claim(rewardIds[1])).status, 403)
    await viewer.watchFor([channelId], 70)
    assert.equal(await viewer.loadWatchedMs(campaignId), 190_000)
    await testApp.claimReward(rewardIds[1], viewer.channelId)
    assert.equal(await viewer.loadWatchedMs(campaignId), 190_000)
  })

  test('a reward of the sandbox requires no watch time unless the campaign sets it', async () => {
    await using testApp = await openDropsTestApp()
    const { clientId } = testApp.client
    const given = { clientId, categoryId: 'talk', rewards: ['검', '방패'], watchMinutes: [30] }
    const { rewardIds } = await testApp.act('createCampaign', given)
    const rows = await testApp.deps.db.read
      .selectFrom('reward')
      .select('watch_minutes')
      .where('id', 'in', rewardIds)
      .orderBy('position')
      .execute()
    assert.deepEqual(rows, [{ watch_minutes: 30 }, { watch_minutes: 0 }])
  })

  test('returns 404 for an unknown reward, and refuses a reward of an ended campaign however long it was watched', async () => {
    await using testApp = await openProgressTestApp()
    const now = testApp.clock.now()
    const { rewardIds } = await testApp.makeOne({ endsAt: now + 180_000 })
    const [{ channelId }, viewer] = [await testApp.streamer(), await testApp.viewer()]
    await viewer.watchFor([channelId], 180)
    assert.deepEqual(statusAndMessage(await viewer.claim(rewardIds[0])), [403, 'FORBIDDEN (the campaign has ended)'])
    for (const rewardId of [unknownChannelId, crypto.randomUUID()])
      assert.deepEqual(statusAndMessage(await viewer.claim(rewardId)), [404, 'NOT_FOUND (no such reward)'])
  })
})
