import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openSandboxApp } from '../../../tests/support/apps/sandbox-app.ts'
import { readPages } from '../../../tests/support/clients/read-pages.ts'
import { statusAndMessage } from '../../../tests/support/apps/test-channel.ts'

const app = { name: 'game', redirectUri: 'http://127.0.0.1:9/callback' }

const idsOf = (rewards: { rewardId: string }[]) => rewards.map(({ rewardId }) => rewardId)

describe('createCampaign', () => {
  test('keeps the order of the rewards', async () => {
    await using testApp = await openSandboxApp()
    const { clientId } = await testApp.sandbox('POST', '/apps', { ...app, organizationId: 'games' })
    const rewards = ['검', '방패', '검']
    const campaign = { clientId, categoryId: 'talk', rewards }
    const content = await testApp.sandbox('POST', '/drops/campaigns', campaign)
    assert.deepEqual(Object.keys(content), ['campaignId', 'rewardIds'])
    const rows = await testApp.deps.db.read.selectFrom('reward').selectAll().orderBy('position').execute()
    assert.deepEqual(
      rows.map(({ id, campaign_id, name }) => [id, campaign_id, name]),
      rewards.map((name, at) => [content.rewardIds[at], content.campaignId, name]),
    )
  })

  test('has the title of the caller, or else the names of the rewards that fit', async () => {
    await using testApp = await openSandboxApp()
    const { clientId } = await testApp.sandbox('POST', '/apps', { ...app, organizationId: 'games' })
    const long = 'x'.repeat(95)
    for (const fields of [
      { rewards: ['검'], title: '여름 행사' },
      { rewards: ['Golden sword', '방패'] },
      { rewards: ['검', long, '활'] },
    ])
      await testApp.sandbox('POST', '/drops/campaigns', { clientId, categoryId: 'talk', ...fields })
    const rows = await testApp.deps.db.read.selectFrom('campaign').select('title').execute()
    assert.deepEqual(
      new Set(rows.map(({ title }) => title)),
      new Set(['여름 행사', 'Golden sword, 방패', `검, ${long}`]),
    )
  })

  test('requires an application with the drops scope, a category and rewards', async () => {
    await using testApp = await openSandboxApp()
    const { clientId } = await testApp.sandbox('POST', '/apps', { ...app, organizationId: 'games' })
    const plain = await testApp.sandbox('POST', '/apps', { ...app, name: 'plain' })
    const valid = { clientId, categoryId: 'talk', rewards: ['검'] }
    for (const [json, status, reason] of [
      [{ ...valid, clientId: 'unknown' }, 404, 'clientId: no such application'],
      [{ ...valid, categoryId: 'nothing' }, 404, 'categoryId: no such category'],
      [{ ...valid, clientId: plain.clientId }, 400, 'clientId: the application does not have the scope "DROPS"'],
      [{ ...valid, clientId: undefined }, 400, 'clientId: is required'],
      [{ ...valid, rewards: undefined }, 400, 'rewards: is required'],
      [{ ...valid, rewards: [] }, 400, 'rewards: must have at least 1 items'],
      [{ ...valid, rewards: [''] }, 400, 'rewards[0]: must have at least 1 characters'],
      [{ ...valid, rewards: ['a\0'] }, 400, 'rewards[0]: contains NUL'],
    ] as const) {
      const response = await testApp.call('POST', '/sandbox/v1/drops/campaigns', { json })
      const message = status === 404 ? 'NOT_FOUND' : '잘못된 값을 입력했습니다.'
      assert.deepEqual(statusAndMessage(response), [status, `${message} (${reason})`])
    }
    assert.deepEqual(await testApp.deps.db.read.selectFrom('campaign').selectAll().execute(), [])
  })
})

describe('listRewards', () => {
  test('lists the rewards of the newest campaign first, or those that have a text in their name or title', async () => {
    await using testApp = await openSandboxApp()
    const { clientId } = await testApp.sandbox('POST', '/apps', { ...app, organizationId: 'games' })
    const createCampaign = (rewards: string[]) =>
      testApp.sandbox('POST', '/drops/campaigns', { clientId, categoryId: 'talk', rewards })
    const first = await createCampaign(['Sword', '방패'])
    testApp.clock.advance(1_000)
    const second = await createCampaign(['sword of light'])
    const setCampaign = (campaignId: string, values: object) =>
      testApp.deps.db.transaction((tx) => tx.updateTable('campaign').set(values).where('id', '=', campaignId).execute())
    const list = async (query = '') => (await testApp.sandbox('GET', `/drops/rewards${query}`)).data

    assert.deepEqual(idsOf(await list()), [...second.rewardIds, ...first.rewardIds])
    await setCampaign(second.campaignId, { title: 'Summer', ends_at: testApp.clock.now() })
    assert.deepEqual(await list('?name=SUMMER'), [
      {
        rewardId: second.rewardIds[0],
        rewardName: 'sword of light',
        campaignId: second.campaignId,
        campaignTitle: 'Summer',
        campaignState: 'OVER',
        clientId,
        appName: 'game',
      },
    ])
    assert.deepEqual(
      idsOf(await list('?name=SWORD')),
      [second.rewardIds[0], ...first.rewardIds],
      'the title of the first campaign has its name too',
    )
    const createPerson = async (channelName: string) => (await testApp.act('createPerson', { channelName })).channelId
    const [personId, otherId] = [await createPerson('a'), await createPerson('b')]
    await testApp.act('claim', { rewardId: first.rewardIds[0], byChannelId: personId })
    assert.deepEqual(idsOf(await list(`?name=SWORD&unclaimedBy=${personId}`)), [
      second.rewardIds[0],
      first.rewardIds[1],
    ])
    assert.equal((await list(`?name=SWORD&unclaimedBy=${otherId}`)).length, 3)
    const [found] = await list(`?name=${first.rewardIds[1]}`)
    assert.deepEqual([found.rewardName, found.campaignState], ['방패', 'RUNNING'])
    await setCampaign(first.campaignId, { starts_at: testApp.clock.now() + 1 })
    assert.equal((await list('?name=Sword')).at(-1).campaignState, 'SCHEDULED')
    // A reward of a draft cannot be claimed.
    await setCampaign(first.campaignId, { is_draft: true })
    assert.deepEqual(idsOf(await list()), second.rewardIds)
  })

  test('every reward is on one page, also rewards of campaigns of the same time', async () => {
    await using testApp = await openSandboxApp()
    const { clientId } = await testApp.sandbox('POST', '/apps', { ...app, organizationId: 'games' })
    const campaigns: { campaignId: string; rewardIds: string[] }[] = []
    for (const rewards of [['a', 'b', 'c'], ['d'], ['e']])
      campaigns.push(await testApp.sandbox('POST', '/drops/campaigns', { clientId, categoryId: 'talk', rewards }))
    const inOrder = campaigns.toSorted((one, other) => (one.campaignId < other.campaignId ? -1 : 1))
    assert.deepEqual(
      await readPages(testApp, '/drops/rewards?size=2', 'rewardId'),
      inOrder.flatMap(({ rewardIds }) => rewardIds),
    )
    assert.equal((await testApp.call('GET', '/sandbox/v1/drops/rewards?next=x')).status, 400)
  })
})

describe('claim', () => {
  test('tells a new claim from one that existed', async () => {
    await using testApp = await openSandboxApp()
    const { clientId } = await testApp.sandbox('POST', '/apps', { ...app, organizationId: 'games' })
    const campaign = { clientId, categoryId: 'talk', rewards: ['검'] }
    const { rewardIds } = await testApp.sandbox('POST', '/drops/campaigns', campaign)
    const { channelId } = await testApp.sandbox('POST', '/people', { channelName: '시청자' })
    const claim = () => testApp.sandbox('POST', '/actions/claim', { rewardId: rewardIds[0], byChannelId: channelId })
    const { claimId, isNew } = await claim()
    assert.equal(isNew, true)
    assert.deepEqual(await claim(), { claimId, isNew: false })
  })
})

describe('reset', () => {
  test('deletes campaigns and claims', async () => {
    await using testApp = await openSandboxApp()
    const { clientId } = await testApp.sandbox('POST', '/apps', { ...app, organizationId: 'games' })
    const { rewardIds } = await testApp.sandbox('POST', '/drops/campaigns', {
      clientId,
      categoryId: 'talk',
      rewards: ['검'],
    })
    const { channelId } = await testApp.sandbox('POST', '/people', { channelName: '시청자' })
    await testApp.sandbox('POST', '/actions/claim', { rewardId: rewardIds[0], byChannelId: channelId })
    await testApp.sandbox('POST', '/reset')
    for (const table of ['campaign', 'reward', 'claim'] as const)
      assert.deepEqual(await testApp.deps.db.read.selectFrom(table).selectAll().execute(), [])
  })
})
