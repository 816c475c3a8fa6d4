import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { consoleApi, limits } from '@onair/contract'
import { sql } from 'kysely'
import { findAcceptedInvalidInputs } from '../../../../tests/support/apps/console-test-app.ts'
import { createContentValidator } from '../../../../tests/support/inputs/content-validator.ts'
import { openWebhookReceiver } from '../../../../tests/support/clients/webhook-receiver.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { openTestApp } from '../../../../tests/support/apps/test-app.ts'
import { unknownChannelId } from '../../../../tests/support/apps/test-channel.ts'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'
import { updateCampaign } from '../../features/drops/update-campaign.ts'

const statusAndMessage = ({ status, body }: { status: number; body: { message: string | null } }) => [
  status,
  body.message,
]

/** A testApp with its application, and its user signed in. */
async function openCampaignsTestApp(app: object = {}) {
  await using opening = new AsyncDisposableStack()
  const testApp = opening.use(await openTestApp())
  const createSignedInPerson = async (channelName: string) => {
    const person = await testApp.act('createPerson', { channelName })
    const browser = httpBrowser(testApp.url)
    await browser.signIn(person.email, person.password)
    return { ...browser, channelId: person.channelId }
  }
  const owner = await createSignedInPerson('게임 회사')
  const { clientId } = await testApp.act('createApp', {
    name: 'game',
    redirectUri: 'http://127.0.0.1:9/callback',
    ownerChannelId: owner.channelId,
    organizationId: 'company',
    ...app,
  })
  const path = `/apps/${clientId}/campaigns`
  opening.move()
  const callConsole = (method: string, ownPath: string, json?: unknown) => owner.callConsole(method, ownPath, json)
  const upload = (bytes: Buffer) =>
    callConsole('POST', `/apps/${clientId}/pictures`, { picture: bytes.toString('base64') })
  return { ...testApp, signedIn: createSignedInPerson, owner, clientId, path, callConsole, upload }
}

const campaign = {
  title: '여름 드롭스',
  categoryId: 'talk',
  rewards: [
    { name: '검', watchMinutes: 0 },
    { name: '방패', watchMinutes: 30 },
  ],
}

/** The head of a PNG of this size. */
function png(width: number, height: number): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d4948445200000000000000000802000000', 'hex')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head
}

/** The head of a JPEG of this size: a JFIF segment and a frame header. */
function jpegOf(width: number, height: number): Buffer {
  const head = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc00011080000000003012200021101031101', 'hex')
  head.writeUInt16BE(height, 25)
  head.writeUInt16BE(width, 27)
  return head
}

const noPicture = { pictureId: null, imageUrl: null }
const same = { name: '검', watchMinutes: 0, externalId: 'item-1' }

/** A campaign with three claims of its first reward, and another campaign with one. */
async function openClaimsFixture() {
  const testApp = await openCampaignsTestApp({ webhookUrl: 'http://127.0.0.1:9/hook' })
  const createOne = async () => (await testApp.callConsole('POST', testApp.path, campaign)).body.content
  const [one, other] = [await createOne(), await createOne()]
  const claimReward = async (rewardId: string): Promise<string> => {
    const byChannelId = (await testApp.act('createPerson', { channelName: '시청자' })).channelId
    return (await testApp.act('claim', { rewardId, byChannelId })).claimId
  }
  const claimIds = []
  for (let count = 0; count < 3; count++) claimIds.push(await claimReward(one.rewardIds[0]))
  const otherClaimId = await claimReward(other.rewardIds[0])
  const claims = `/apps/${testApp.clientId}/claims`
  return { ...testApp, claims, campaignId: one.campaignId as string, claimIds, otherClaimId }
}

const claimIdsIn = ({ data }: { data: { claimId: string }[] }) => data.map(({ claimId }) => claimId)

describe('createCampaign, getCampaign', () => {
  test('create a campaign and return it with the claims of each reward', async () => {
    await using testApp = await openCampaignsTestApp()
    const { callConsole, path } = testApp
    const dates = { startsDate: '2026-07-18T14:00:00Z', endsDate: '2026-08-01T09:00:00+09:00' }
    const detailsUrl = 'https://game.example.com/drops'
    const rewards = [{ ...campaign.rewards[0], externalId: 'item-1' }, campaign.rewards[1]]
    const made = await callConsole('POST', path, { ...campaign, ...dates, externalId: ' summer ', detailsUrl, rewards })
    assert.equal(made.status, 200)
    const { campaignId, rewardIds } = made.body.content
    const byChannelId = (await testApp.act('createPerson', { channelName: '시청자' })).channelId
    await testApp.act('claim', { rewardId: rewardIds[0], byChannelId })

    const expected = {
      campaignId,
      externalId: 'summer',
      title: '여름 드롭스',
      detailsUrl,
      isDraft: false,
      categoryId: 'talk',
      categoryName: '토크',
      categoryEnglishName: 'Talk',
      startsDate: '2026-07-18T14:00:00Z',
      endsDate: '2026-08-01T00:00:00Z',
    }
    const list = await callConsole('GET', '/campaigns')
    const { clientId } = testApp
    assert.deepEqual(list.body.content, {
      data: [
        {
          ...expected,
          clientId,
          appName: 'game',
          rewards: ['검', '방패'].map((name) => ({ name, imageUrl: null })),
          claims: 1,
          open: 1,
        },
      ],
      page: { next: null },
    })
    assert.equal(createContentValidator(consoleApi.campaigns.listCampaigns)(list.body.content), null)
    const read = await callConsole('GET', `${path}/${campaignId}`)
    assert.deepEqual(read.body.content, {
      ...expected,
      isEditable: false,
      channels: null,
      rewards: [
        {
          rewardId: rewardIds[0],
          externalId: 'item-1',
          ...noPicture,
          name: '검',
          watchMinutes: 0,
          claims: 1,
          fulfilled: 0,
        },
        {
          rewardId: rewardIds[1],
          externalId: null,
          ...noPicture,
          name: '방패',
          watchMinutes: 30,
          claims: 0,
          fulfilled: 0,
        },
      ],
    })
    assert.equal(createContentValidator(consoleApi.campaigns.getCampaign)(read.body.content), null)
  })

  for (const [what, wrong, field] of [
    ['an end before its start', { startsDate: '2027-01-02T00:00:00Z', endsDate: '2027-01-01T00:00:00Z' }, 'endsDate'],
    ['an end in the past', { startsDate: '2026-01-01T00:00:00Z', endsDate: '2026-01-02T00:00:00Z' }, 'endsDate'],
    ['a date without a zone', { startsDate: '2027-01-02T00:00:00' }, 'startsDate'],
    ['a title of white space', { title: '  ' }, 'title'],
    ['a title of 101 characters', { title: '가'.repeat(101) }, 'title'],
    ['a reward whose name holds NUL', { rewards: [{ name: 'a\0b', watchMinutes: 0 }] }, 'rewards'],
    ['an address without https', { detailsUrl: 'http://localhost/drops' }, 'detailsUrl'],
    ['an address that is a script', { detailsUrl: 'javascript:alert(1)' }, 'detailsUrl'],
    ['an address of 501 characters', { detailsUrl: `https://a.example/${'a'.repeat(483)}` }, 'detailsUrl'],
    ['no rewards', { rewards: [] }, 'rewards'],
    ['two rewards with one external id', { rewards: [same, same] }, 'rewards'],
  ] as const)
    test(`return 400 and name ${field} for ${what}`, async () => {
      await using testApp = await openCampaignsTestApp()
      const { status, body } = await testApp.callConsole('POST', testApp.path, { ...campaign, ...wrong })
      assert.equal(status, 400)
      assert.match(String(body.message), new RegExp(`\\(${field}`))
      assert.deepEqual((await testApp.callConsole('GET', '/campaigns')).body.content.data, [])
    })

  test('return 404 for an unknown category, and 400 without the drops scope', async () => {
    await using testApp = await openCampaignsTestApp({ organizationId: undefined })
    const { callConsole, path } = testApp
    assert.equal((await callConsole('POST', path, { ...campaign, categoryId: 'nothing' })).status, 404)
    assert.match(String((await callConsole('POST', path, campaign)).body.message), /does not have the scope/)
  })
})

describe('updateCampaign', () => {
  test('changes every field before the start, and keeps the ids of rewards', async () => {
    await using testApp = await openCampaignsTestApp()
    const { callConsole, path, owner } = testApp
    const startsDate = '2027-01-01T00:00:00Z'
    const made = (await callConsole('POST', path, { ...campaign, startsDate, externalId: 'summer' })).body.content
    const [swordId, shieldId] = made.rewardIds
    const changes = {
      title: '겨울 드롭스',
      externalId: 'winter',
      categoryId: 'League_of_Legends',
      channelIds: [owner.channelId],
      startsDate: '2027-02-01T00:00:00Z',
      endsDate: '2027-03-01T00:00:00Z',
      rewards: [
        { name: '활', watchMinutes: 5 },
        { rewardId: swordId, name: '긴 검', watchMinutes: 10, externalId: 'item-1' },
      ],
    }
    assert.equal((await callConsole('PATCH', `${path}/${made.campaignId}`, changes)).status, 200)
    const { rewards, channels, isEditable, ...read } = (await callConsole('GET', `${path}/${made.campaignId}`)).body
      .content
    const { channelIds: _, rewards: __, ...expected } = changes
    assert.partialDeepStrictEqual(read, expected)
    assert.deepEqual([channels, isEditable], [[{ channelId: owner.channelId, channelName: '게임 회사' }], true])
    assert.deepEqual(
      rewards.map((one: any) => [one.name, one.watchMinutes, one.externalId]),
      [
        ['활', 5, null],
        ['긴 검', 10, 'item-1'],
      ],
    )
    assert.equal(rewards[1].rewardId, swordId)
    for (const [wrong, message] of [
      [{ rewards: [{ rewardId: shieldId, name: '방패', watchMinutes: 1 }] }, /rewards: no such reward/],
      [{ endsDate: startsDate }, /endsDate: must be after the start/],
      [{ channelIds: [unknownChannelId] }, /channelIds/],
    ] as const)
      assert.match(String((await callConsole('PATCH', `${path}/${made.campaignId}`, wrong)).body.message), message)
    const other = await callConsole('POST', path, { ...campaign, externalId: 'winter' })
    assert.match(String(other.body.message), /externalId: has an external id that is already in use/)
    assert.equal((await callConsole('POST', path, { ...campaign, externalId: 'summer' })).status, 200)
  })

  // Gap 92.
  test('after the start, changes the title and names, adds channels, and refuses the rest', async () => {
    await using testApp = await openCampaignsTestApp()
    const { callConsole, path, owner, clock } = testApp
    const startsDate = new Date(clock.now() + 60_000).toISOString()
    const limited = { ...campaign, startsDate, channelIds: [owner.channelId] }
    const { campaignId, rewardIds } = (await callConsole('POST', path, limited)).body.content
    clock.advance(60_000)
    const update = (changes: object) => callConsole('PATCH', `${path}/${campaignId}`, changes)
    const rewards = campaign.rewards.map((reward, index) => ({ ...reward, rewardId: rewardIds[index] }))
    const other = await testApp.signedIn('스트리머')
    const allowed = {
      title: '새 제목',
      detailsUrl: 'https://game.example.com/drops',
      channelIds: [other.channelId, owner.channelId],
      rewards: rewards.map((reward) => ({ ...reward, name: `긴 ${reward.name}` })),
    }
    assert.equal((await update(allowed)).status, 200)
    for (const [wrong, field] of [
      [{ externalId: 'summer' }, 'externalId'],
      [{ categoryId: 'League_of_Legends' }, 'categoryId'],
      [{ channelIds: [other.channelId] }, 'channelIds'],
      [{ startsDate: '2027-01-01T00:00:00Z' }, 'startsDate'],
      [{ endsDate: '2027-01-01T00:00:00Z' }, 'endsDate'],
      [{ rewards: rewards.slice(0, 1) }, 'rewards'],
      [{ rewards: rewards.map((reward) => ({ ...reward, watchMinutes: 1 })) }, 'rewards'],
      [{ rewards: rewards.map((reward) => ({ ...reward, externalId: reward.name })) }, 'rewards'],
    ] as const)
      assert.match(String((await update(wrong)).body.message), new RegExp(`\\(${field}: the campaign has started`))
    assert.equal(
      (await callConsole('DELETE', `${path}/${campaignId}`)).body.message,
      '잘못된 값을 입력했습니다. (the campaign has started)',
    )
    const read = (await callConsole('GET', `${path}/${campaignId}`)).body.content
    assert.deepEqual(
      [read.title, read.detailsUrl, read.rewards[1].name, read.channels.length],
      ['새 제목', allowed.detailsUrl, '긴 방패', 2],
    )
    assert.equal((await update({ channelIds: null })).status, 200)
  })

  test('a campaign with a claim has started, also when the clock moves back before its start', async () => {
    await using testApp = await openCampaignsTestApp()
    const { callConsole, path, clock, owner } = testApp
    const { campaignId, rewardIds } = (await callConsole('POST', path, campaign)).body.content
    const claim = { rewardId: rewardIds[0], byChannelId: owner.channelId }
    await testApp.act('claim', claim)
    clock.advance(-60_000)
    const { status, body } = await callConsole('PATCH', `${path}/${campaignId}`, { categoryId: 'League_of_Legends' })
    assert.deepEqual([status, body.reason?.code], [400, 'CAMPAIGN_STARTED'])
  })

  test('of a change and a claim at the start, exactly one is refused', async () => {
    await using testApp = await openCampaignsTestApp()
    const { callConsole, path, clock, owner } = testApp
    for (let round = 0; round < 10; round++) {
      const startsDate = new Date(clock.now() + 1_000).toISOString()
      const { campaignId, rewardIds } = (await callConsole('POST', path, { ...campaign, startsDate })).body.content
      clock.advance(1_000)
      const later = new Date(clock.now() + 86_400_000).toISOString()
      const change = () =>
        updateCampaign(
          { clientId: testApp.clientId, campaignId },
          { startsAt: Date.parse(later), endsAt: undefined },
          // The change was received a moment before the start.
          { ...testApp.deps, clock: { ...testApp.deps.clock, now: () => clock.now() - 1 } },
        ).then(
          () => 200,
          () => 400,
        )
      const claim = () => testApp.tryAct('claim', { rewardId: rewardIds[0], byChannelId: owner.channelId })
      const [changed, claimed] = await Promise.all([change(), claim()])
      assert.deepEqual([changed, claimed.status], changed === 200 ? [200, 403] : [400, 200])
    }
  })
})

describe('uploadPicture', () => {
  test('serves a picture by its type to everyone, for the rewards of its application only', async () => {
    await using testApp = await openCampaignsTestApp()
    const { callConsole, path, url, upload } = testApp
    const { pictureId, imageUrl } = (await upload(png(1_024, 1))).body.content
    const served = await fetch(imageUrl)
    assert.deepEqual(
      ['content-type', 'x-content-type-options', 'content-security-policy'].map((name) => served.headers.get(name)),
      ['image/png', 'nosniff', "default-src 'none'; style-src 'unsafe-inline'"],
    )
    assert.deepEqual(Buffer.from(await served.arrayBuffer()), png(1_024, 1))
    assert.equal((await fetch(`${url}/assets/rewards/${unknownChannelId}`)).status, 404)

    const rewards = [{ name: '검', watchMinutes: 0, pictureId }]
    const { campaignId, rewardIds } = (await callConsole('POST', path, { ...campaign, rewards })).body.content
    const [running] = (await callConsole('GET', '/drops/campaigns')).body.content.data
    assert.equal(running.rewards[0].imageUrl, imageUrl)
    const jpeg = (await upload(jpegOf(10, 20))).body.content
    const changed = [{ rewardId: rewardIds[0], name: '검', watchMinutes: 0, pictureId: jpeg.pictureId }]
    assert.equal((await callConsole('PATCH', `${path}/${campaignId}`, { rewards: changed })).status, 200)
    const [reward] = (await callConsole('GET', `${path}/${campaignId}`)).body.content.rewards
    assert.deepEqual([reward.pictureId, reward.imageUrl], [jpeg.pictureId, jpeg.imageUrl])
    assert.equal((await fetch(jpeg.imageUrl)).headers.get('content-type'), 'image/jpeg')

    const other = await testApp.act('createApp', {
      name: 'other',
      redirectUri: 'http://127.0.0.1:9/callback',
      ownerChannelId: testApp.owner.channelId,
      organizationId: 'company',
    })
    const foreign = await callConsole('POST', `/apps/${other.clientId}/campaigns`, { ...campaign, rewards })
    assert.equal(foreign.body.reason?.code, 'NO_SUCH_PICTURE')
  })

  test('refuses other types, no pixels, and what is too large', async () => {
    await using testApp = await openCampaignsTestApp()
    for (const [what, bytes, code] of [
      ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'NOT_A_PICTURE'],
      ['a JPEG that is cut off', jpegOf(10, 20).subarray(0, 12), 'NOT_A_PICTURE'],
      ['no pixels', png(0, 1), 'NOT_A_PICTURE'],
      ['1,025 pixels', png(1, 1_025), 'PICTURE_TOO_LARGE'],
      ['more than 256 KiB', Buffer.concat([png(1, 1), Buffer.alloc(262_144)]), 'PICTURE_TOO_LARGE'],
    ] as const) {
      const { status, body } = await testApp.upload(bytes)
      assert.deepEqual([status, body.reason?.code], [400, code], what)
    }
  })

  test('a picture that no reward has is deleted after 100 later ones', async () => {
    await using testApp = await openCampaignsTestApp()
    const uploadNext = async () => {
      testApp.clock.advance(1)
      return (await testApp.upload(png(1, 1))).body.content
    }
    const [used, unused] = [await uploadNext(), await uploadNext()]
    const rewards = [{ name: '검', watchMinutes: 0, pictureId: used.pictureId }]
    assert.equal((await testApp.callConsole('POST', testApp.path, { ...campaign, rewards })).status, 200)
    for (let count = 0; count < 100; count++) await uploadNext()
    const statuses = [used, unused].map(async ({ imageUrl }) => (await fetch(imageUrl)).status)
    assert.deepEqual(await Promise.all(statuses), [200, 404])
  })
})

describe('publishCampaign, deleteCampaign', () => {
  test('viewers neither see a draft nor claim from it until it is published', async () => {
    await using testApp = await openCampaignsTestApp()
    const { callConsole, path, clock, owner } = testApp
    const { campaignId, rewardIds } = (await callConsole('POST', path, { ...campaign, isDraft: true })).body.content
    clock.advance(60_000)
    const claim = () => testApp.tryAct('claim', { rewardId: rewardIds[0], byChannelId: owner.channelId })
    const listRunning = async () => (await callConsole('GET', '/drops/campaigns')).body.content.data
    assert.deepEqual(await listRunning(), [])
    assert.equal((await claim()).status, 404)
    assert.equal((await callConsole('PUT', `${path}/${campaignId}/end`, {})).body.reason?.code, 'CAMPAIGN_IS_DRAFT')
    assert.deepEqual(
      (await callConsole('GET', '/campaigns?state=DRAFT')).body.content.data.map((one: any) => one.campaignId),
      [campaignId],
    )
    assert.deepEqual((await callConsole('GET', '/campaigns?state=RUNNING')).body.content.data, [])
    const published = await callConsole('PUT', `${path}/${campaignId}/publish`)
    assert.deepEqual(published.body.content, { startsDate: '2026-07-18T14:33:12Z' })
    assert.equal((await callConsole('PUT', `${path}/${campaignId}/publish`)).body.reason?.code, 'CAMPAIGN_PUBLISHED')
    assert.equal((await claim()).status, 200)
    assert.equal((await listRunning())[0].campaignId, campaignId)
  })

  test('a draft whose end has passed is not published, and can be deleted', async () => {
    await using testApp = await openCampaignsTestApp()
    const { callConsole, path, clock } = testApp
    const endsDate = new Date(clock.now() + 60_000).toISOString()
    const draft = { ...campaign, isDraft: true, endsDate }
    const { campaignId } = (await callConsole('POST', path, draft)).body.content
    clock.advance(60_000)
    assert.match(String((await callConsole('PUT', `${path}/${campaignId}/publish`)).body.message), /\(endsDate: /)
    assert.equal((await callConsole('DELETE', `${path}/${campaignId}`)).status, 200)
    assert.equal((await callConsole('GET', `${path}/${campaignId}`)).status, 404)
  })
})

describe('listCampaigns', () => {
  test('pages by start, the latest first, while campaigns are created between pages', async () => {
    await using testApp = await openCampaignsTestApp()
    const { callConsole, path, clock } = testApp
    const createTitled = (title: string) => callConsole('POST', path, { ...campaign, title })
    // The first two start in one moment.
    await createTitled('1')
    for (const title of ['2', '3', '4', '5']) {
      if (title !== '2') clock.advance(1_000)
      await createTitled(title)
    }
    const listCampaigns = async (query: string) => (await callConsole('GET', `/campaigns?${query}`)).body.content
    const pages: string[][] = []
    for (let next: string | null = ''; next !== null;) {
      const { data, page } = await listCampaigns(`size=2&next=${next}`)
      pages.push(data.map(({ title }: { title: string }) => title))
      next = page.next
      clock.advance(1_000)
      await createTitled('later')
    }
    assert.deepEqual(pages[0], ['5', '4'])
    const titles = pages.flat()
    assert.deepEqual(titles.slice(0, 3).concat(titles.slice(3).sort()), ['5', '4', '3', '1', '2'])
    for (const next of ['x', Buffer.from('1 x').toString('base64url')])
      assert.match(
        String((await callConsole('GET', `/campaigns?next=${next}`)).body.message),
        /\(next: is not a cursor/,
      )
  })

  test('lists every application, filtered by application, state and title', async () => {
    await using testApp = await openCampaignsTestApp()
    const { callConsole, path, clock, clientId } = testApp
    const other = await testApp.act('createApp', {
      name: 'other game',
      redirectUri: 'http://127.0.0.1:9/callback',
      ownerChannelId: testApp.owner.channelId,
      organizationId: 'company',
    })
    const endsDate = '2026-08-01T00:00:00Z'
    await callConsole('POST', path, { ...campaign, title: '끝나는 캠페인', endsDate })
    clock.advance(Date.parse(endsDate) - testApp.clock.now())
    await callConsole('POST', path, { ...campaign, title: 'Summer 드롭스' })
    await callConsole('POST', `/apps/${other.clientId}/campaigns`, {
      ...campaign,
      title: '다른 드롭스',
      startsDate: '2027-01-01T00:00:00Z',
    })
    const listTitles = async (query: string) =>
      (await callConsole('GET', `/campaigns?${query}`)).body.content.data.map(({ title }: { title: string }) => title)
    assert.deepEqual(await listTitles(''), ['다른 드롭스', 'Summer 드롭스', '끝나는 캠페인'])
    assert.deepEqual(await listTitles(`clientId=${clientId}`), ['Summer 드롭스', '끝나는 캠페인'])
    assert.deepEqual(await listTitles(`clientId=${unknownChannelId}`), [])
    assert.deepEqual(await listTitles('state=SCHEDULED'), ['다른 드롭스'])
    assert.deepEqual(await listTitles('state=RUNNING'), ['Summer 드롭스'])
    assert.deepEqual(await listTitles('state=OVER'), ['끝나는 캠페인'])
    assert.deepEqual(await listTitles(`text=${encodeURIComponent('드롭스'.normalize('NFD'))}`), [
      '다른 드롭스',
      'Summer 드롭스',
    ])
    assert.deepEqual(await listTitles('text=sUMMER'), ['Summer 드롭스'])
  })
})

describe('getCampaignFunnel', () => {
  test('counts each person once who watched, reached a reward, claimed, was delivered and was fulfilled', async () => {
    await using testApp = await openCampaignsTestApp()
    const { callConsole, path, clientId, deps } = testApp
    await using receiver = await openWebhookReceiver()
    assert.equal((await callConsole('PUT', `/apps/${clientId}/webhook`, { url: receiver.url })).status, 200)
    const rewards = [
      { name: '검', watchMinutes: 10 },
      { name: '방패', watchMinutes: 30 },
    ]
    const { campaignId, rewardIds } = (await callConsole('POST', path, { ...campaign, rewards })).body.content
    const getFunnel = async () => (await callConsole('GET', `${path}/${campaignId}/funnel`)).body.content
    assert.deepEqual(await getFunnel(), { watched: 0, reached: 0, claimed: 0, notified: 0, fulfilled: 0 })

    const people: string[] = []
    for (const minutes of [5, 10, 29, 30]) {
      const { channelId } = await testApp.act('createPerson', { channelName: '시청자' })
      people.push(channelId)
      const progress = { watched_ms: minutes * 60_000, counted_until: testApp.clock.now() }
      await deps.db.transaction((tx) =>
        tx
          .insertInto('campaign_progress')
          .values({ channel_id: channelId, campaign_id: campaignId, ...progress })
          .execute(),
      )
    }
    const claim = async (rewardId: string, byChannelId = '') =>
      (await testApp.act('claim', { rewardId, byChannelId })).claimId
    const claimId = await claim(rewardIds[0], people[3])
    await claim(rewardIds[1], people[3])
    await eventually(async () => assert.equal((await getFunnel()).notified, 1))
    assert.equal((await callConsole('PUT', `/apps/${clientId}/webhook`, { status: 'DISABLED' })).status, 200)
    await claim(rewardIds[0], people[2])
    const fulfillment = { claimIds: [claimId], fulfillmentState: 'FULFILLED' }
    assert.equal((await callConsole('PUT', `/apps/${clientId}/claims`, fulfillment)).status, 200)
    assert.deepEqual(await getFunnel(), { watched: 4, reached: 3, claimed: 2, notified: 1, fulfilled: 1 })
    const countClaims = async (query: string) =>
      (await callConsole('GET', `/apps/${clientId}/claims?campaignId=${campaignId}&${query}`)).body.content.data.length
    assert.equal(await countClaims('notification=NOT_DELIVERED'), 1)
    assert.equal(await countClaims('notification=DELIVERED&fulfillmentState=FULFILLED'), 1)
    const other = await testApp.signedIn('다른 회사')
    assert.equal((await other.callConsole('GET', `${path}/${campaignId}/funnel`)).status, 404)
  })
})

describe('endCampaign', () => {
  test('moves the end; earlier claims stay', async () => {
    await using testApp = await openCampaignsTestApp()
    const { callConsole, clock, path } = testApp
    const { campaignId, rewardIds } = (await callConsole('POST', path, campaign)).body.content
    const claim = async () => {
      const byChannelId = (await testApp.act('createPerson', { channelName: '시청자' })).channelId
      return testApp.tryAct('claim', { rewardId: rewardIds[0], byChannelId })
    }
    assert.equal((await claim()).status, 200)
    const endCampaign = (endsDate?: string) =>
      callConsole('PUT', `${path}/${campaignId}/end`, endsDate === undefined ? {} : { endsDate })
    assert.deepEqual(statusAndMessage(await endCampaign('2026-07-18T14:32:11Z')), [
      400,
      '잘못된 값을 입력했습니다. (endsDate: must be after the start and not in the past)',
    ])
    assert.deepEqual((await endCampaign('2026-07-20T00:00:00Z')).body.content, { endsDate: '2026-07-20T00:00:00Z' })
    assert.equal((await claim()).status, 200)
    assert.deepEqual((await endCampaign()).body.content, { endsDate: '2026-07-18T14:32:12Z' })
    assert.deepEqual(statusAndMessage(await claim()), [403, 'FORBIDDEN (the campaign has ended)'])
    clock.advance(1_000)
    assert.deepEqual(statusAndMessage(await endCampaign('2026-08-01T00:00:00Z')), [
      400,
      '잘못된 값을 입력했습니다. (endsDate: the campaign has ended)',
    ])
    assert.equal((await callConsole('GET', `${path}/${campaignId}`)).body.content.rewards[0].claims, 2)
  })

  test('cancels a campaign that has not started', async () => {
    await using testApp = await openCampaignsTestApp()
    const { callConsole, path } = testApp
    const startsDate = '2027-01-01T00:00:00Z'
    const { campaignId } = (await callConsole('POST', path, { ...campaign, startsDate })).body.content
    assert.deepEqual((await callConsole('PUT', `${path}/${campaignId}/end`, {})).body.content, { endsDate: startsDate })
  })
})

describe('listClaims', () => {
  test('pages through claims with their last notification', async () => {
    await using testApp = await openClaimsFixture()
    const { callConsole, claims, campaignId, claimIds, otherClaimId } = testApp
    const listClaims = async (query: string) => (await callConsole('GET', `${claims}?${query}`)).body.content
    const all = await listClaims('')
    assert.deepEqual(claimIdsIn(all), [...claimIds, otherClaimId])
    assert.equal(createContentValidator(consoleApi.campaigns.listClaims)(all), null)
    const first = await listClaims(`campaignId=${campaignId}&size=2`)
    assert.deepEqual(claimIdsIn(first), claimIds.slice(0, 2))
    assert.equal(first.page.cursor, claimIds[2])
    const rest = await listClaims(`campaignId=${campaignId}&size=2&from=${first.page.cursor}`)
    assert.deepEqual(claimIdsIn(rest), claimIds.slice(2))
    assert.equal(rest.page.cursor, null)

    const { deliveryId } = all.data[0].notification
    const { content } = (await callConsole('GET', `/apps/${testApp.clientId}/deliveries/${deliveryId}`)).body
    assert.equal(content.deliveryId, deliveryId)
    const [delivery] = await testApp.deps.db.read
      .selectFrom('webhook_delivery')
      .select('event_data')
      .where('id', '=', deliveryId)
      .execute()
    assert.equal(JSON.parse(delivery?.event_data ?? '{}').dropsClaimId, claimIds[0])
  })

  test('filters by reward, claimant and claim id', async () => {
    await using testApp = await openClaimsFixture()
    const { callConsole, claims, claimIds, otherClaimId } = testApp
    const [first] = (await callConsole('GET', claims)).body.content.data
    assert.equal(first.channelName, '시청자')
    const findClaimIds = async (query: Record<string, string>) =>
      claimIdsIn((await callConsole('GET', `${claims}?${String(new URLSearchParams(query))}`)).body.content)
    assert.deepEqual(await findClaimIds({ rewardId: first.rewardId }), claimIds)
    assert.deepEqual(await findClaimIds({ search: '시청자'.normalize('NFD') }), [...claimIds, otherClaimId])
    assert.deepEqual(await findClaimIds({ search: ' 청자' }), [...claimIds, otherClaimId])
    assert.deepEqual(await findClaimIds({ search: first.channelId }), [claimIds[0]])
    assert.deepEqual(await findClaimIds({ search: claimIds[1] ?? '' }), [claimIds[1]])
    for (const nothing of [
      { search: '없는 사람' },
      { search: unknownChannelId },
      { rewardId: 'x' },
      { rewardId: unknownChannelId },
    ])
      assert.deepEqual(await findClaimIds(nothing), [])
  })
})

describe('fulfillClaims', () => {
  // Gap 64.
  test('marks claims as fulfilled, as the open API does', async () => {
    await using testApp = await openClaimsFixture()
    const { callConsole, claims, claimIds } = testApp
    const fulfillClaims = async (ids: string[], fulfillmentState = 'FULFILLED') =>
      (await callConsole('PUT', claims, { claimIds: ids, fulfillmentState })).body.content
    const done = await fulfillClaims([claimIds[1] ?? '', unknownChannelId])
    assert.deepEqual(done.data.at(0), { status: 'SUCCESS', ids: [claimIds[1]] })
    assert.equal(createContentValidator(consoleApi.campaigns.fulfillClaims)(done), null)
    const listIdsInState = async (state: string) =>
      (await callConsole('GET', `${claims}?fulfillmentState=${state}`)).body.content.data.map(
        ({ claimId }: { claimId: string }) => claimId,
      )
    assert.deepEqual(await listIdsInState('FULFILLED'), [claimIds[1]])
    assert.deepEqual((await fulfillClaims([claimIds[1] ?? ''], 'CLAIMED')).data, [
      { status: 'UPDATE_FAILED', ids: [claimIds[1]] },
    ])
    assert.deepEqual(await listIdsInState('FULFILLED'), [claimIds[1]])
  })
})

describe('listCampaigns of viewers', () => {
  test('names who gives the rewards, whether the caller has connected it, and the live channels', async () => {
    await using testApp = await openCampaignsTestApp()
    const { callConsole, path, clientId } = testApp
    await callConsole('POST', path, campaign)
    await testApp.deps.db.read.updateTable('organization').set({ name: '게임 회사' }).execute()
    const [viewer, streamer] = [await testApp.signedIn('시청자'), await testApp.signedIn('스트리머')]
    const loadGiver = async (caller: Pick<typeof viewer, 'callConsole'>) => {
      const { content } = (await caller.callConsole('GET', '/drops/campaigns')).body
      assert.equal(createContentValidator(consoleApi.drops.listCampaigns)(content), null)
      const { appName, makerName, isConnected, liveChannels } = content.data[0]
      return [appName, makerName, isConnected, liveChannels]
    }
    assert.deepEqual(await loadGiver(viewer), ['game', '게임 회사', false, 0])
    for (const [{ channelId }, categoryId] of [
      [streamer, campaign.categoryId],
      [viewer, 'League_of_Legends'],
    ] as const) {
      const { accessToken: token } = await testApp.act('createGrant', { clientId, channelId })
      await testApp.call('PATCH', '/open/v1/lives/setting', { token, json: { categoryType: 'GAME', categoryId } })
      await testApp.act('goLive', { channelId })
    }
    assert.deepEqual(await loadGiver(viewer), ['game', '게임 회사', true, 1])
    assert.deepEqual(await loadGiver(testApp.owner), ['game', '게임 회사', false, 1])
    assert.deepEqual(await loadGiver(httpBrowser(testApp.url)), ['game', '게임 회사', null, 1])
  })
})

describe('listOwnClaims', () => {
  test('pages through the claims of the caller, newest first, also of ended campaigns', async () => {
    await using testApp = await openClaimsFixture()
    const { callConsole, claims, path, clock } = testApp
    const detailsUrl = 'https://game.example.com/drops'
    const rewards = ['검', '방패', '활'].map((name) => ({ name, watchMinutes: 0 }))
    const { campaignId, rewardIds } = (await callConsole('POST', path, { ...campaign, detailsUrl, rewards })).body
      .content
    const viewer = await testApp.signedIn('시청자')
    const claimIds: string[] = []
    for (const rewardId of rewardIds) {
      const claimed = await viewer.callConsole('POST', `/drops/rewards/${rewardId}/claim`)
      claimIds.push(claimed.body.content.claimId)
    }
    await callConsole('PUT', claims, { claimIds: [claimIds[2]], fulfillmentState: 'FULFILLED' })
    clock.advance(60_000)
    await callConsole('PUT', `${path}/${campaignId}/end`, { endsDate: null })
    clock.advance(1_000)
    const first = (await viewer.callConsole('GET', '/drops/claims?size=2')).body.content
    assert.equal(createContentValidator(consoleApi.drops.listOwnClaims)(first), null)
    assert.deepEqual(first.data[0], {
      claimId: claimIds[2],
      claimedDate: '2026-07-18T14:32:12Z',
      fulfillmentState: 'FULFILLED',
      rewardName: '활',
      imageUrl: null,
      campaignTitle: campaign.title,
      appName: 'game',
      makerName: 'game',
      detailsUrl,
    })
    const second = (await viewer.callConsole('GET', `/drops/claims?size=2&next=${first.page.next}`)).body.content
    assert.deepEqual(
      [...first.data.slice(1), ...second.data].map((one) => [one.claimId, one.fulfillmentState]),
      [
        [claimIds[1], 'CLAIMED'],
        [claimIds[0], 'CLAIMED'],
      ],
    )
    assert.equal(second.page.next, null)
    assert.deepEqual((await callConsole('GET', '/drops/claims')).body.content.data, [])
  })
})

describe('countOpenClaims, fulfillMatchingClaims', () => {
  test('count claims by age, and mark those up to the last one, each by one call', async () => {
    await using testApp = await openClaimsFixture()
    const { callConsole, claims, claimIds, otherClaimId, campaignId, clock } = testApp
    const query = `campaignId=${campaignId}`
    const count = async (filter = query) => (await callConsole('GET', `${claims}/open?${filter}`)).body.content
    clock.advance(25 * 3_600_000)
    const open = await count()
    assert.equal(createContentValidator(consoleApi.campaigns.countOpenClaims)(open), null)
    const { data } = (await callConsole('GET', `${claims}?${query}`)).body.content
    assert.deepEqual(open, {
      count: 3,
      isComplete: true,
      oldestDate: data[0].claimedDate,
      ages: [
        { minHours: 0, count: 0 },
        { minHours: 1, count: 0 },
        { minHours: 24, count: 3 },
        { minHours: 168, count: 0 },
      ],
      lastClaimId: otherClaimId,
    })
    assert.equal((await count(`${query}&notification=DELIVERED`)).count, 0)

    const mark = async (body: object) => (await callConsole('PUT', `${claims}/matching`, body)).body.content
    assert.deepEqual(await mark({ campaignId, until: claimIds[1] }), { marked: 2, next: null })
    const racers = Array.from({ length: 4 }, () => mark({ campaignId, until: otherClaimId }))
    const marked = await Promise.all(racers)
    assert.equal(
      marked.reduce((sum, each) => sum + each.marked, 0),
      1,
      'one call has marked the third claim',
    )
    assert.equal((await count()).count, 0)
    assert.equal((await count('')).count, 1, 'the claim of the other campaign')
    const unknown = await callConsole('PUT', `${claims}/matching`, { until: unknownChannelId })
    assert.equal(unknown.status, 400)
    assert.match(String(unknown.body.message), /until/)
  })

  test('continue after a part', async () => {
    await using testApp = await openClaimsFixture()
    const { callConsole, claims, claimIds, deps, campaignId } = testApp
    const more = 1_200
    await sql`with people as (
        insert into channel (id, name, verified_mark, chat_channel_id, created_at)
        select md5(n::text), 'viewer ' || n, false, 'n' || n, 0 from generate_series(1, ${more}::int) n returning id
      ) insert into claim (id, reward_id, campaign_id, category_id, client_id, channel_id, claimed_at, updated_at)
      select people.id::uuid, reward_id, campaign_id, category_id, client_id, people.id, claimed_at, updated_at
      from people, claim where claim.id = ${claimIds[0]}::uuid`.execute(deps.db.read)
    const { count, lastClaimId } = (await callConsole('GET', `${claims}/open?campaignId=${campaignId}`)).body.content
    assert.equal(count, more + claimIds.length)
    // More channels match than an index finds the claims of.
    const searched = `campaignId=${campaignId}&search=VIEWER%2011`
    const { data, page } = (await callConsole('GET', `${claims}?${searched}&size=100`)).body.content
    assert.equal(data.length, 100)
    const rest = (await callConsole('GET', `${claims}?${searched}&size=100&from=${page.cursor}`)).body.content
    assert.deepEqual([rest.data.length, rest.page.cursor], [11, null])
    assert.equal((await callConsole('GET', `${claims}/open?${searched}`)).body.content.count, 111)
    const mark = async (from?: string) =>
      (await callConsole('PUT', `${claims}/matching`, { campaignId, from, until: lastClaimId })).body.content
    const first = await mark()
    assert.equal(first.marked, limits.claimsPerCall)
    assert.deepEqual(await mark(first.next), { marked: more + claimIds.length - limits.claimsPerCall, next: null })
  })
})

describe('access', () => {
  test('returns 404 for campaigns of another owner', async () => {
    await using testApp = await openCampaignsTestApp()
    const { path } = testApp
    const { campaignId } = (await testApp.callConsole('POST', path, campaign)).body.content
    const other = await testApp.signedIn('다른 회사')
    const { clientId } = await testApp.act('createApp', {
      name: 'other',
      redirectUri: 'http://127.0.0.1:9/callback',
      ownerChannelId: other.channelId,
      organizationId: 'other',
    })
    for (const campaigns of [path, `/apps/${clientId}/campaigns`, `/apps/${unknownChannelId}/campaigns`]) {
      assert.equal((await other.callConsole('GET', `${campaigns}/${campaignId}`)).status, 404)
      assert.equal((await other.callConsole('PUT', `${campaigns}/${campaignId}/end`, {})).status, 404)
      assert.equal((await other.callConsole('PUT', `${campaigns}/${campaignId}/publish`)).status, 404)
      assert.equal((await other.callConsole('PATCH', `${campaigns}/${campaignId}`, { title: '남의 것' })).status, 404)
      assert.equal((await other.callConsole('DELETE', `${campaigns}/${campaignId}`)).status, 404)
    }
    assert.deepEqual((await other.callConsole('GET', '/campaigns')).body.content.data, [])
    assert.deepEqual((await other.callConsole('GET', `/campaigns?clientId=${testApp.clientId}`)).body.content.data, [])
    assert.equal((await other.callConsole('POST', path, campaign)).status, 404)
    assert.equal((await testApp.callConsole('GET', `${path}/${unknownChannelId}`)).status, 404)
    assert.deepEqual((await testApp.callConsole('GET', `${path}/${campaignId}`)).body.content.endsDate, null)
  })

  test('returns 404 for claims of another owner, and names invalid fields', async () => {
    await using testApp = await openClaimsFixture()
    const { owner, claims, claimIds, clientId, signedIn } = testApp
    const other = await signedIn('다른 회사')
    const update = { claimIds: [claimIds[0]], fulfillmentState: 'FULFILLED' }
    assert.equal((await other.callConsole('GET', claims)).status, 404)
    assert.equal((await other.callConsole('PUT', claims, update)).status, 404)
    assert.equal((await other.callConsole('GET', `${claims}/open`)).status, 404)
    assert.equal((await other.callConsole('PUT', `${claims}/matching`, { until: claimIds[0] })).status, 404)
    const { clientId: own } = await testApp.act('createApp', {
      name: 'other',
      redirectUri: 'http://127.0.0.1:9/callback',
      ownerChannelId: other.channelId,
    })
    assert.deepEqual((await other.callConsole('GET', `/apps/${own}/claims`)).body.content.data, [])
    const { data } = (await other.callConsole('PUT', `/apps/${own}/claims`, update)).body.content
    assert.deepEqual(data, [{ status: 'UNAUTHORIZED', ids: [claimIds[0]] }])
    const pathParams = { clientId }
    const accepted = [
      ...(await findAcceptedInvalidInputs(owner, consoleApi.campaigns.listClaims, { pathParams, query: {} })),
      ...(await findAcceptedInvalidInputs(owner, consoleApi.campaigns.fulfillClaims, { pathParams, body: update })),
      ...(await findAcceptedInvalidInputs(owner, consoleApi.campaigns.countOpenClaims, { pathParams, query: {} })),
      ...(await findAcceptedInvalidInputs(owner, consoleApi.campaigns.fulfillMatchingClaims, {
        pathParams,
        body: { until: claimIds[0] },
      })),
    ]
    assert.deepEqual(
      accepted.filter((problem) => !problem.startsWith('clientId: an object: 404')),
      [],
    )
    assert.match(
      String((await owner.callConsole('GET', `${claims}?from=${unknownChannelId}`)).body.message),
      /from must be the cursor/,
    )
  })
})
