import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { drops, wireProfiles } from '@onair/contract'
import { Compile } from 'typebox/compile'
import { forbidden, statusAndMessage, invalidValue } from '../../../../tests/support/apps/test-channel.ts'
import { claimIdsIn, openDropsTestApp, rewardClaimsPath } from './test-helpers.ts'

const emptyPage = { data: [], page: { cursor: null } }
const pageQuery = (page: unknown) => `page=${encodeURIComponent(JSON.stringify(page))}`
const randomIds = (count: number) => Array.from({ length: count }, () => crypto.randomUUID()).join(',')

describe('reward claims', () => {
  for (const wireProfile of wireProfiles)
    // Gap 61, gap 62.
    test(`returns a claim with exactly its documented fields, in the ${wireProfile} profile`, async () => {
      await using testApp = await openDropsTestApp({ wireProfile })
      const channelId = await testApp.createPerson()
      const claimId = await testApp.claimReward(testApp.sword, channelId)
      testApp.clock.advance(61_000)
      await testApp.fulfill([claimId])
      const { status, body } = await testApp.listClaims()
      assert.equal(status, 200)
      assert.deepEqual(Compile(drops.listRewardClaims.content).Errors(body.content), [])
      assert.deepEqual(body.content, {
        data: [
          {
            claimId,
            campaignId: testApp.campaignId,
            rewardId: testApp.sword,
            categoryId: 'talk',
            categoryName: '토크',
            channelId,
            fulfillmentState: 'FULFILLED',
            claimedDate: '2026-07-18T14:32:12Z',
            updatedDate: '2026-07-18T14:33:13Z',
          },
        ],
        page: { cursor: null },
      })
    })
})

describe('pages', () => {
  // Gap 63.
  test('pages list each claim once in order of creation, whatever the clock does', async () => {
    await using testApp = await openDropsTestApp()
    const made: string[] = []
    for (let at = 0; at < 5; at++) {
      made.push(await testApp.claimReward())
      testApp.clock.setSystemOffsetMs(at * 60_000)
    }
    testApp.clock.setSystemOffsetMs(0)
    const read: string[][] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const response = await testApp.listClaims(`page.size=2&page.from=${cursor}`)
      read.push(claimIdsIn(response))
      cursor = response.body.content.page.cursor
    }
    assert.deepEqual(read, [made.slice(0, 2), made.slice(2, 4), made.slice(4)])
    assert.equal((await testApp.listClaims('size=4')).body.content.page.cursor, made[4])
    assert.equal((await testApp.listClaims('size=5')).body.content.page.cursor, null)
  })

  test('a page has 20 claims by default and at most 100', async () => {
    await using testApp = await openDropsTestApp()
    const made: string[] = []
    for (let at = 0; at < 21; at++) made.push(await testApp.claimReward())
    const response = await testApp.listClaims()
    assert.deepEqual(claimIdsIn(response), made.slice(0, 20))
    assert.equal(response.body.content.page.cursor, made[20])
    assert.deepEqual(claimIdsIn(await testApp.listClaims('page.size=100')), made)
    for (const size of ['0', '101', '-1', '1.5', 'x', ''])
      for (const name of ['page.size', 'page[size]', 'size'])
        assert.deepEqual(
          statusAndMessage(await testApp.listClaims(`${encodeURIComponent(name)}=${size}`)),
          invalidValue,
          name + size,
        )
  })

  // Gap 60.
  test('accepts every encoding of page, the more specific one first', async () => {
    await using testApp = await openDropsTestApp()
    const [a, b, c] = [await testApp.claimReward(), await testApp.claimReward(), await testApp.claimReward()]
    for (const query of [
      `page.from=${b}&page.size=1`,
      `page[from]=${b}&page[size]=1`,
      `page%5Bfrom%5D=${b}&page%5Bsize%5D=1`,
      pageQuery({ from: b, size: 1 }),
      pageQuery({ from: b, size: '1' }),
      `from=${b}&size=1`,
      `page.from=${b}&page[size]=1`,
      `${pageQuery({ from: b })}&size=1`,
      `page.from=${b}&page[from]=${c}&page.size=1`,
      `page[from]=${b}&${pageQuery({ from: c, size: 1 })}`,
      `${pageQuery({ from: b, size: 1 })}&from=${c}&size=2`,
    ])
      assert.deepEqual([query, claimIdsIn(await testApp.listClaims(query))], [query, [b]])
    for (const query of ['page.from=', 'from=', pageQuery({}), pageQuery({ from: null }), pageQuery({ elsewhere: b })])
      assert.deepEqual([query, claimIdsIn(await testApp.listClaims(query))], [query, [a, b, c]])
  })

  test('rejects a malformed page, and a page.from that is not a claim of the application', async () => {
    await using testApp = await openDropsTestApp()
    const other = await testApp.createOtherApp()
    const { rewardIds } = await testApp.createCampaign(other.clientId)
    const ofOther = await testApp.claimReward(rewardIds[0])
    for (const page of [
      '',
      'x',
      'null',
      '5',
      '[]',
      '[1]',
      '"a"',
      '{',
      '{"from":5}',
      '{"size":1.5}',
      '{"from":"a\\u0000"}',
    ])
      assert.deepEqual(
        statusAndMessage(await testApp.listClaims(`page=${encodeURIComponent(page)}`)),
        invalidValue,
        page,
      )
    for (const from of ['x', crypto.randomUUID(), ofOther, `${await testApp.claimReward()}0`, '%00'])
      assert.deepEqual(statusAndMessage(await testApp.listClaims(`page.from=${from}`)), invalidValue, from)
    assert.deepEqual(
      statusAndMessage(await testApp.listClaims(`from=${await testApp.claimReward()}&from=x`)),
      invalidValue,
    )
  })
})

describe('filters', () => {
  test('each filter selects exactly the matching claims, alone and combined', async () => {
    await using testApp = await openDropsTestApp()
    const other = await testApp.createCampaign(undefined, 'music')
    const someone = await testApp.createPerson()
    const a = await testApp.claimReward(testApp.sword, someone)
    const b = await testApp.claimReward(testApp.shield, someone)
    const c = await testApp.claimReward(testApp.sword)
    const d = await testApp.claimReward(other.rewardIds[0], someone)
    await testApp.fulfill([b, c])
    for (const [query, shown] of [
      ['', [a, b, c, d]],
      [`claimId=${d},${a}`, [a, d]],
      [`claimId=${d}&claimId=${a}`, [a, d]],
      [`claimId[]=${d}&claimId[]=${a},${b}`, [a, b, d]],
      [`claimId=${a},nothing,${crypto.randomUUID()}`, [a]],
      ['claimId=nothing', []],
      [`channelId=${someone}`, [a, b, d]],
      ['channelId=unknown', []],
      [`campaignId=${testApp.campaignId}`, [a, b, c]],
      [`campaignId=${crypto.randomUUID()}`, []],
      ['campaignId=nothing', []],
      ['categoryId=music', [d]],
      ['categoryId=nothing', []],
      ['fulfillmentState=CLAIMED', [a, d]],
      ['fulfillmentState=FULFILLED', [b, c]],
      [`channelId=${someone}&campaignId=${testApp.campaignId}&fulfillmentState=CLAIMED`, [a]],
      [`categoryId=talk&claimId=${d},${c}&fulfillmentState=FULFILLED`, [c]],
      [`categoryId=talk&from=${b}&size=1`, [b]],
    ] as const) {
      const response = await testApp.listClaims(query)
      assert.deepEqual([query, response.status, claimIdsIn(response)], [query, 200, shown])
    }
  })

  test('rejects campaign with category, too many claim ids and unknown states', async () => {
    await using testApp = await openDropsTestApp()
    assert.equal((await testApp.listClaims(`claimId=${randomIds(100)}`)).status, 200)
    for (const query of [
      `claimId=${randomIds(101)}`,
      'claimId=',
      `campaignId=${testApp.campaignId}&categoryId=talk`,
      'campaignId=nothing&categoryId=nothing',
      'campaignId=',
      'categoryId=',
      'channelId=',
      'channelId=%00',
      `channelId=${'x'.repeat(201)}`,
      'fulfillmentState=claimed',
      'fulfillmentState=',
    ])
      assert.deepEqual(statusAndMessage(await testApp.listClaims(query)), invalidValue, query)
  })
})

describe('authorization', () => {
  test('never returns claims of another application', async () => {
    await using testApp = await openDropsTestApp()
    const other = await testApp.createOtherApp()
    const { campaignId, rewardIds } = await testApp.createCampaign(other.clientId)
    const channelId = await testApp.createPerson()
    const theirs = await testApp.claimReward(rewardIds[0], channelId)
    for (const query of [
      '',
      `claimId=${theirs}`,
      `channelId=${channelId}`,
      `campaignId=${campaignId}`,
      'categoryId=talk',
      'fulfillmentState=CLAIMED',
    ])
      assert.deepEqual([query, (await testApp.listClaims(query)).body.content], [query, emptyPage])
    assert.deepEqual(claimIdsIn(await testApp.listClaims('', other)), [theirs])
  })

  for (const [wireProfile, message] of [
    ['documented', forbidden[1]],
    ['observed', '드롭스 스코프가 필요합니다.'],
  ] as const)
    test(`refuses every call without the drops scope before validation, in the ${wireProfile} profile`, async () => {
      await using testApp = await openDropsTestApp()
      const client = await testApp.act('createApp', {
        name: 'plain',
        redirectUri: 'http://127.0.0.1:9/callback',
        wireProfile,
      })
      for (const query of [
        '',
        'size=0',
        'campaignId=a&categoryId=b',
        'page={',
        `claimId=${await testApp.claimReward()}`,
      ])
        assert.deepEqual(statusAndMessage(await testApp.listClaims(query, client)), [403, message], query)
      for (const raw of ['{', '[]', '{}'])
        assert.deepEqual(
          statusAndMessage(await testApp.call('PUT', rewardClaimsPath, { client, raw })),
          [403, message],
          raw,
        )
    })

  test('returns 401 without application credentials, whatever the input', async () => {
    await using testApp = await openDropsTestApp()
    for (const method of ['GET', 'PUT']) {
      assert.deepEqual(statusAndMessage(await testApp.call(method, `${rewardClaimsPath}?size=0`)), [
        401,
        'UNAUTHORIZED',
      ])
      assert.deepEqual(statusAndMessage(await testApp.call(method, rewardClaimsPath, { token: testApp.token })), [
        401,
        'UNAUTHORIZED',
      ])
      const client = { ...testApp.client, clientSecret: 'wrong' }
      assert.deepEqual(statusAndMessage(await testApp.call(method, rewardClaimsPath, { client })), [
        401,
        'INVALID_CLIENT',
      ])
    }
  })
})

describe('errors', () => {
  test('the observed profile names the invalid field', async () => {
    await using testApp = await openDropsTestApp({ wireProfile: 'observed' })
    for (const [query, field] of [
      [`campaignId=${testApp.campaignId}&categoryId=talk`, 'categoryId'],
      ['page.from=x', 'page'],
      ['size=0', 'page'],
      ['fulfillmentState=x', 'fulfillmentState'],
    ])
      assert.deepEqual(statusAndMessage(await testApp.listClaims(query)), [400, `${field} 값이 올바르지 않습니다.`])
  })
})
