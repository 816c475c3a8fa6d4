import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleCampaigns } from '@onair/contract'
import { contentChecker } from '../../testing/exact-content.ts'
import { openScene } from '../../testing/scene.ts'
import { nobody } from '../../testing/studio.ts'
import { visitor } from '../../testing/visitor.ts'

const told = ({ status, body }: { status: number; body: { message: string | null } }) => [status, body.message]

/** A game company with its application, and its person signed in; so is the person of another company. */
async function openCompany(app: object = {}) {
  await using opening = new AsyncDisposableStack()
  const scene = opening.use(await openScene())
  const signedIn = async (channelName: string) => {
    const person = await scene.play('POST', '/people', { channelName })
    const browser = visitor(scene.url)
    await browser.signIn(person.email, person.password)
    return { ...browser, channelId: person.channelId as string }
  }
  const owner = await signedIn('게임 회사')
  const { clientId } = await scene.play('POST', '/apps', {
    name: 'game',
    redirectUri: 'http://127.0.0.1:9/callback',
    ownerChannelId: owner.channelId,
    organizationId: 'company',
    ...app,
  })
  const path = `/apps/${clientId}/campaigns`
  opening.move()
  const ask = (method: string, own: string, json?: unknown) => owner.ask(method, own, json)
  return { ...scene, signedIn, owner, clientId, path, ask }
}

const campaign = {
  title: '여름 드롭스',
  categoryId: 'talk',
  rewards: [
    { name: '검', watchMinutes: 0 },
    { name: '방패', watchMinutes: 30 },
  ],
}

test('a company makes a campaign, sees it, and sees what becomes of its rewards', async () => {
  await using company = await openCompany()
  const { ask, path } = company
  const dates = { startsDate: '2026-07-18T14:00:00Z', endsDate: '2026-08-01T09:00:00+09:00' }
  const made = await ask('POST', path, { ...campaign, ...dates })
  assert.equal(made.status, 200)
  const { campaignId, rewardIds } = made.body.content
  const byChannelId = (await company.play('POST', '/people', { channelName: '시청자' })).channelId
  await company.play('POST', '/acts/claim', { rewardId: rewardIds[0], byChannelId })

  const seen = {
    campaignId,
    title: '여름 드롭스',
    categoryId: 'talk',
    categoryName: '토크',
    startsDate: '2026-07-18T14:00:00Z',
    endsDate: '2026-08-01T00:00:00Z',
  }
  const listed = await ask('GET', path)
  assert.deepEqual(listed.body.content, { data: [seen] })
  assert.equal(contentChecker(consoleCampaigns.listOwnCampaigns)(listed.body.content), null)
  const read = await ask('GET', `${path}/${campaignId}`)
  assert.deepEqual(read.body.content, {
    ...seen,
    rewards: [
      { rewardId: rewardIds[0], name: '검', watchMinutes: 0, claims: 1, fulfilled: 0 },
      { rewardId: rewardIds[1], name: '방패', watchMinutes: 30, claims: 0, fulfilled: 0 },
    ],
  })
  assert.equal(contentChecker(consoleCampaigns.readCampaign)(read.body.content), null)
})

test('campaigns are listed with the latest start first, a hundred to a page', async () => {
  await using company = await openCompany()
  const { ask, path, clock } = company
  for (let made = 0; made < 101; made++) {
    clock.advance(1_000)
    assert.equal((await ask('POST', path, { ...campaign, title: `${made}` })).status, 200)
  }
  const titles = async (page: number) =>
    (await ask('GET', `${path}?page=${page}`)).body.content.data.map(({ title }: { title: string }) => title)
  assert.deepEqual((await titles(0)).slice(0, 2), ['100', '99'])
  assert.deepEqual([(await titles(0)).length, await titles(1)], [100, ['0']])
})

test('a campaign is ended, and what was claimed stays', async () => {
  await using company = await openCompany()
  const { ask, clock, path } = company
  const { campaignId, rewardIds } = (await ask('POST', path, campaign)).body.content
  const claim = async () => {
    const byChannelId = (await company.play('POST', '/people', { channelName: '시청자' })).channelId
    return company.call('POST', '/sandbox/v1/acts/claim', { json: { rewardId: rewardIds[0], byChannelId } })
  }
  assert.equal((await claim()).status, 200)
  const end = (endsDate?: string) => ask('PUT', `${path}/${campaignId}/end`, endsDate === undefined ? {} : { endsDate })
  assert.deepEqual(told(await end('2026-07-18T14:32:11Z')), [
    400,
    '잘못된 값을 입력했습니다. (endsDate: is before the start or this moment)',
  ])
  assert.deepEqual((await end('2026-07-20T00:00:00Z')).body.content, { endsDate: '2026-07-20T00:00:00Z' })
  assert.equal((await claim()).status, 200)
  assert.deepEqual((await end()).body.content, { endsDate: '2026-07-18T14:32:12Z' })
  assert.deepEqual(told(await claim()), [403, 'FORBIDDEN (the campaign is over)'])
  clock.advance(1_000)
  assert.deepEqual(told(await end('2026-08-01T00:00:00Z')), [
    400,
    '잘못된 값을 입력했습니다. (endsDate: the campaign is over)',
  ])
  assert.equal((await ask('GET', `${path}/${campaignId}`)).body.content.rewards[0].claims, 2)
})

test('one that has not begun is ended before it begins', async () => {
  await using company = await openCompany()
  const { ask, path } = company
  const startsDate = '2027-01-01T00:00:00Z'
  const { campaignId } = (await ask('POST', path, { ...campaign, startsDate })).body.content
  assert.deepEqual((await ask('PUT', `${path}/${campaignId}/end`, {})).body.content, { endsDate: startsDate })
})

for (const [what, wrong, field] of [
  ['an end before its start', { startsDate: '2027-01-02T00:00:00Z', endsDate: '2027-01-01T00:00:00Z' }, 'endsDate'],
  ['an end that has gone by', { startsDate: '2026-01-01T00:00:00Z', endsDate: '2026-01-02T00:00:00Z' }, 'endsDate'],
  ['a date without a zone', { startsDate: '2027-01-02T00:00:00' }, 'startsDate'],
  ['a title of white space', { title: '  ' }, 'title'],
  ['a title of 101 characters', { title: '가'.repeat(101) }, 'title'],
  ['a reward whose name holds NUL', { rewards: [{ name: 'a\0b', watchMinutes: 0 }] }, 'rewards'],
  ['no rewards', { rewards: [] }, 'rewards'],
] as const)
  test(`a campaign with ${what} is refused, naming ${field}`, async () => {
    await using company = await openCompany()
    const { status, body } = await company.ask('POST', company.path, { ...campaign, ...wrong })
    assert.equal(status, 400)
    assert.match(String(body.message), new RegExp(`\\(${field}`))
    assert.deepEqual((await company.ask('GET', company.path)).body.content, { data: [] })
  })

test('an unknown category, and an application without the drops scope, are refused', async () => {
  await using company = await openCompany({ organizationId: undefined })
  const { ask, path } = company
  assert.equal((await ask('POST', path, { ...campaign, categoryId: 'nothing' })).status, 404)
  assert.match(String((await ask('POST', path, campaign)).body.message), /does not have the scope/)
})

test("nobody sees, makes or ends another's campaigns", async () => {
  await using company = await openCompany()
  const { path } = company
  const { campaignId } = (await company.ask('POST', path, campaign)).body.content
  const other = await company.signedIn('다른 회사')
  const { clientId } = await company.play('POST', '/apps', {
    name: 'other',
    redirectUri: 'http://127.0.0.1:9/callback',
    ownerChannelId: other.channelId,
    organizationId: 'other',
  })
  for (const ofWhom of [path, `/apps/${clientId}/campaigns`, `/apps/${nobody}/campaigns`]) {
    assert.equal((await other.ask('GET', `${ofWhom}/${campaignId}`)).status, 404)
    assert.equal((await other.ask('PUT', `${ofWhom}/${campaignId}/end`, {})).status, 404)
  }
  assert.equal((await other.ask('GET', path)).status, 404)
  assert.equal((await other.ask('POST', path, campaign)).status, 404)
  assert.equal((await company.ask('GET', `${path}/${nobody}`)).status, 404)
  assert.deepEqual((await company.ask('GET', `${path}/${campaignId}`)).body.content.endsDate, null)
})
