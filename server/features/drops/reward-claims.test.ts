import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drops, wireProfiles } from '@onair/contract'
import { Compile } from 'typebox/compile'
import { forbidden, refusalIn, wrongValue } from '../../testing/studio.ts'
import { idsIn, openDrops, path } from './testing.ts'

const nothing = { data: [], page: { cursor: null } }
const json = (page: unknown) => `page=${encodeURIComponent(JSON.stringify(page))}`
const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID()).join(',')

for (const wireProfile of wireProfiles)
  test(`a claim is looked up with exactly its fields, in the ${wireProfile} profile`, async () => {
    await using scene = await openDrops({ wireProfile })
    const channelId = await scene.person()
    const claimId = await scene.claim(scene.sword, channelId)
    scene.clock.advance(61_000)
    await scene.fulfil([claimId])
    const { status, body } = await scene.look()
    assert.equal(status, 200)
    assert.deepEqual(Compile(drops.rewardClaims.content).Errors(body.content), [])
    assert.deepEqual(body.content, {
      data: [
        {
          claimId,
          campaignId: scene.campaignId,
          rewardId: scene.sword,
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

test('claims are read on page by page in the order they were made, each once, whatever the clock does', async () => {
  await using scene = await openDrops()
  const made: string[] = []
  for (let at = 0; at < 5; at++) {
    made.push(await scene.claim())
    scene.clock.moveTo(at * 60_000)
  }
  scene.clock.moveTo(0)
  const read: string[][] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const answer = await scene.look(`page.size=2&page.from=${cursor}`)
    read.push(idsIn(answer))
    cursor = answer.body.content.page.cursor
  }
  assert.deepEqual(read, [made.slice(0, 2), made.slice(2, 4), made.slice(4)])
  assert.equal((await scene.look('size=4')).body.content.page.cursor, made[4])
  assert.equal((await scene.look('size=5')).body.content.page.cursor, null)
})

test('without a size a page has twenty claims, and a hundred at the most', async () => {
  await using scene = await openDrops()
  const made: string[] = []
  for (let at = 0; at < 21; at++) made.push(await scene.claim())
  const answer = await scene.look()
  assert.deepEqual(idsIn(answer), made.slice(0, 20))
  assert.equal(answer.body.content.page.cursor, made[20])
  assert.deepEqual(idsIn(await scene.look('page.size=100')), made)
  for (const size of ['0', '101', '-1', '1.5', 'x', ''])
    for (const name of ['page.size', 'page[size]', 'size'])
      assert.deepEqual(refusalIn(await scene.look(`${encodeURIComponent(name)}=${size}`)), wrongValue, name + size)
})

test('page is read in each of its spellings, and the more exact one counts', async () => {
  await using scene = await openDrops()
  const [a, b, c] = [await scene.claim(), await scene.claim(), await scene.claim()]
  for (const query of [
    `page.from=${b}&page.size=1`,
    `page[from]=${b}&page[size]=1`,
    `page%5Bfrom%5D=${b}&page%5Bsize%5D=1`,
    json({ from: b, size: 1 }),
    json({ from: b, size: '1' }),
    `from=${b}&size=1`,
    `page.from=${b}&page[size]=1`,
    `${json({ from: b })}&size=1`,
    `page.from=${b}&page[from]=${c}&page.size=1`,
    `page[from]=${b}&${json({ from: c, size: 1 })}`,
    `${json({ from: b, size: 1 })}&from=${c}&size=2`,
  ])
    assert.deepEqual([query, idsIn(await scene.look(query))], [query, [b]])
  for (const query of ['page.from=', 'from=', json({}), json({ from: null }), json({ elsewhere: b })])
    assert.deepEqual([query, idsIn(await scene.look(query))], [query, [a, b, c]])
})

test('a page that is none, or begins at no claim of the application, is a wrong value', async () => {
  await using scene = await openDrops()
  const other = await scene.otherApp()
  const { rewardIds } = await scene.campaign(other.clientId)
  const ofOther = await scene.claim(rewardIds[0])
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
    assert.deepEqual(refusalIn(await scene.look(`page=${encodeURIComponent(page)}`)), wrongValue, page)
  for (const from of ['x', crypto.randomUUID(), ofOther, `${await scene.claim()}0`, '%00'])
    assert.deepEqual(refusalIn(await scene.look(`page.from=${from}`)), wrongValue, from)
  assert.deepEqual(refusalIn(await scene.look(`from=${await scene.claim()}&from=x`)), wrongValue)
})

test('each filter shows what it says and nothing else, alone and with others', async () => {
  await using scene = await openDrops()
  const other = await scene.campaign(undefined, 'music')
  const someone = await scene.person()
  const a = await scene.claim(scene.sword, someone)
  const b = await scene.claim(scene.shield, someone)
  const c = await scene.claim(scene.sword)
  const d = await scene.claim(other.rewardIds[0], someone)
  await scene.fulfil([b, c])
  for (const [query, shown] of [
    ['', [a, b, c, d]],
    [`claimId=${d},${a}`, [a, d]],
    [`claimId=${d}&claimId=${a}`, [a, d]],
    [`claimId[]=${d}&claimId[]=${a},${b}`, [a, b, d]],
    [`claimId=${a},nothing,${crypto.randomUUID()}`, [a]],
    ['claimId=nothing', []],
    [`channelId=${someone}`, [a, b, d]],
    ['channelId=nobody', []],
    [`campaignId=${scene.campaignId}`, [a, b, c]],
    [`campaignId=${crypto.randomUUID()}`, []],
    ['campaignId=nothing', []],
    ['categoryId=music', [d]],
    ['categoryId=nothing', []],
    ['fulfillmentState=CLAIMED', [a, d]],
    ['fulfillmentState=FULFILLED', [b, c]],
    [`channelId=${someone}&campaignId=${scene.campaignId}&fulfillmentState=CLAIMED`, [a]],
    [`categoryId=talk&claimId=${d},${c}&fulfillmentState=FULFILLED`, [c]],
    [`categoryId=talk&from=${b}&size=1`, [b]],
  ] as const) {
    const answer = await scene.look(query)
    assert.deepEqual([query, answer.status, idsIn(answer)], [query, 200, shown])
  }
})

test('a campaign and a category together, too many claims and states that are none are wrong values', async () => {
  await using scene = await openDrops()
  assert.equal((await scene.look(`claimId=${ids(100)}`)).status, 200)
  for (const query of [
    `claimId=${ids(101)}`,
    'claimId=',
    `campaignId=${scene.campaignId}&categoryId=talk`,
    'campaignId=nothing&categoryId=nothing',
    'campaignId=',
    'categoryId=',
    'channelId=',
    'channelId=%00',
    `channelId=${'x'.repeat(201)}`,
    'fulfillmentState=claimed',
    'fulfillmentState=',
  ])
    assert.deepEqual(refusalIn(await scene.look(query)), wrongValue, query)
})

test('in the observed profile a wrong value is named', async () => {
  await using scene = await openDrops({ wireProfile: 'observed' })
  for (const [query, field] of [
    [`campaignId=${scene.campaignId}&categoryId=talk`, 'categoryId'],
    ['page.from=x', 'page'],
    ['size=0', 'page'],
    ['fulfillmentState=x', 'fulfillmentState'],
  ])
    assert.deepEqual(refusalIn(await scene.look(query)), [400, `${field} 값이 올바르지 않습니다.`])
})

test("another application's claims are never shown, however they are asked for", async () => {
  await using scene = await openDrops()
  const other = await scene.otherApp()
  const { campaignId, rewardIds } = await scene.campaign(other.clientId)
  const channelId = await scene.person()
  const theirs = await scene.claim(rewardIds[0], channelId)
  for (const query of [
    '',
    `claimId=${theirs}`,
    `channelId=${channelId}`,
    `campaignId=${campaignId}`,
    'categoryId=talk',
    'fulfillmentState=CLAIMED',
  ])
    assert.deepEqual([query, (await scene.look(query)).body.content], [query, nothing])
  assert.deepEqual(idsIn(await scene.look('', other)), [theirs])
})

for (const [wireProfile, message] of [
  ['documented', forbidden[1]],
  ['observed', '드롭스 스코프가 필요합니다.'],
])
  test(`without the drops scope every call is refused before anything else is looked at, in the ${wireProfile} profile`, async () => {
    await using scene = await openDrops()
    const client = await scene.play('POST', '/apps', {
      name: 'plain',
      redirectUri: 'http://127.0.0.1:9/callback',
      wireProfile,
    })
    for (const query of ['', 'size=0', 'campaignId=a&categoryId=b', 'page={', `claimId=${await scene.claim()}`])
      assert.deepEqual(refusalIn(await scene.look(query, client)), [403, message], query)
    for (const raw of ['{', '[]', '{}'])
      assert.deepEqual(refusalIn(await scene.call('PUT', path, { client, raw })), [403, message], raw)
  })

test('without the credentials of an application nobody is answered, whatever is asked', async () => {
  await using scene = await openDrops()
  for (const method of ['GET', 'PUT']) {
    assert.deepEqual(refusalIn(await scene.call(method, `${path}?size=0`)), [401, 'UNAUTHORIZED'])
    assert.deepEqual(refusalIn(await scene.call(method, path, { token: scene.token })), [401, 'UNAUTHORIZED'])
    const client = { ...scene.client, clientSecret: 'wrong' }
    assert.deepEqual(refusalIn(await scene.call(method, path, { client })), [401, 'INVALID_CLIENT'])
  }
})
