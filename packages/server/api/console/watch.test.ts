import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits } from '@onair/contract'
import { approveOrganization } from '../../features/apps/organizations.ts'
import { openTestApp } from '../../../../tests/support/apps/test-app.ts'
import { unknownChannelId } from '../../../../tests/support/apps/test-channel.ts'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'

/** A channel with a streamer, a chat manager, two viewers and a guest. */
async function openLiveChannel() {
  await using opening = new AsyncDisposableStack()
  const testApp = opening.use(await openTestApp())
  const createSignedInPerson = async (channelName: string) => {
    const person = await testApp.act('createPerson', { channelName })
    const browser = httpBrowser(testApp.url)
    await browser.signIn(person.email, person.password)
    return { ...browser, channelId: person.channelId }
  }
  const [streamer, manager, viewer, other] = [
    await createSignedInPerson('방송인'),
    await createSignedInPerson('매니저'),
    await createSignedInPerson('시청자'),
    await createSignedInPerson('다른 사람'),
  ]
  const { channelId } = streamer
  const actHere = testApp.actAt(channelId)
  await actHere('manage', manager.channelId, { userRole: 'STREAMING_CHAT_MANAGER' })
  const path = `/channels/${channelId}`
  opening.move()
  return {
    ...testApp,
    streamer,
    manager,
    viewer,
    other,
    guest: httpBrowser(testApp.url),
    channelId,
    path,
    actHere,
    sendChat: async (byChannelId: string, message: string): Promise<string> =>
      (await actHere('chat', byChannelId, { message })).messageId,
    readChannel: async (who: typeof viewer | ReturnType<typeof httpBrowser>) =>
      (await who.callConsole('GET', path)).body.content,
  }
}
const updateRules = async (
  { streamer, channelId, deps }: Awaited<ReturnType<typeof openLiveChannel>>,
  settings: object,
) => {
  await deps.db.transaction(async (tx) => {
    await tx.deleteFrom('chat_settings').where('channel_id', '=', channelId).execute()
    await tx
      .insertInto('chat_settings')
      .values({ channel_id: channelId, ...settings })
      .execute()
  })
  return streamer
}

describe('getChatProfile', () => {
  test('shows a person with a visible message to signed-in viewers only', async () => {
    await using liveChannel = await openLiveChannel()
    const { viewer, other, guest, path, actHere, sendChat } = liveChannel
    const profilePath = `${path}/chat-profiles/${viewer.channelId}`
    await actHere('follow', viewer.channelId)
    await actHere('subscribe', viewer.channelId, { tierNo: 2, month: 3 })
    assert.equal((await other.callConsole('GET', profilePath)).status, 404)
    const messageId = await sendChat(viewer.channelId, '안녕')
    const { status, body } = await other.callConsole('GET', profilePath)
    assert.equal(status, 200)
    const { followedDate, ...profile } = body.content
    assert.match(followedDate, /^\d{4}-\d\d-\d\dT/)
    assert.deepEqual(profile, {
      channelName: '시청자',
      channelImageUrl: null,
      subscription: { tierNo: 2, month: 3 },
    })
    assert.equal((await guest.callConsole('GET', profilePath)).status, 401)
    await liveChannel.streamer.callConsole('DELETE', `${path}/chat/${messageId}`)
    assert.equal((await other.callConsole('GET', profilePath)).status, 404)
  })
})

describe('getChannel', () => {
  test('returns the channel, its live and recent chat to a guest', async () => {
    await using channel = await openLiveChannel()
    const { channelId, guest, viewer } = channel
    await channel.actHere('follow', viewer.channelId)
    const messageId = await channel.sendChat(viewer.channelId, '안녕 {:heart:}')
    await channel.actHere('donate', viewer.channelId, { payAmount: 1000, donationText: '힘내요' })
    await channel.actHere('subscribe', viewer.channelId, { tierNo: 2, month: 3 })
    const { state, recent, self, emoticons, ...who } = await channel.readChannel(guest)
    assert.deepEqual(who, {
      channelId,
      channelName: '방송인',
      channelImageUrl: null,
      verifiedMark: false,
      watchBlock: null,
    })
    assert.deepEqual([state.live, state.title, state.followerCount, state.adult], [null, null, 1, false])
    assert.deepEqual(
      recent.map(({ type, event }: any) => [type, event.content ?? event.donationText ?? event.month]),
      [
        ['CHAT', '안녕 {:heart:}'],
        ['DONATION', '힘내요'],
        ['SUBSCRIPTION', 3],
      ],
    )
    assert.equal(recent[0].event.eventId, messageId)
    assert.equal(recent[0].event.emojis.heart, emoticons.heart)
    assert.equal(self, null)
    assert.deepEqual((await guest.callConsole('GET', '/visitor')).body.content, { visitor: null })
    assert.deepEqual((await guest.callConsole('GET', `${channel.path}/viewer-status`)).body.content, { self: null })
    assert.equal((await guest.callConsole('GET', `/channels/${unknownChannelId}`)).status, 404)
    assert.equal((await guest.callConsole('POST', `/channels/${unknownChannelId}/viewer`)).status, 404)
  })

  test('returns the last 50 visible messages, the oldest first', async () => {
    await using channel = await openLiveChannel()
    const ids: string[] = []
    for (let n = 0; n < 53; n++) {
      ids.push(await channel.sendChat(channel.viewer.channelId, `${n}`))
      channel.clock.advance(1)
    }
    await channel.streamer.callConsole('DELETE', `${channel.path}/chat/${ids[52]}`)
    const { recent } = await channel.readChannel(channel.guest)
    assert.deepEqual(
      recent.map(({ event }: any) => event.eventId),
      ids.slice(2, 52),
    )
  })

  test('returns messages of one millisecond in order of arrival, also after a row was rewritten', async () => {
    await using channel = await openLiveChannel()
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.push(await channel.sendChat(channel.viewer.channelId, `${n}`))
    // Changes of an indexed column move the row behind the others.
    for (const hiddenAt of [1, null])
      await channel.deps.db.transaction((tx) =>
        tx.updateTable('chat_message').set({ hidden_at: hiddenAt }).where('id', '=', String(ids[0])).execute(),
      )
    const { recent } = await channel.readChannel(channel.guest)
    assert.deepEqual(
      recent.map(({ event }: any) => event.eventId),
      ids,
    )
  })

  test('returns the viewer status of a signed-in user only', async () => {
    await using channel = await openLiveChannel()
    const { viewer, manager, streamer } = channel
    await channel.actHere('follow', viewer.channelId)
    await channel.actHere('subscribe', viewer.channelId, { tierNo: 2, month: 3 })
    const { self } = await channel.readChannel(viewer)
    assert.deepEqual(self, {
      channelId: viewer.channelId,
      channelName: '시청자',
      role: 'common_user',
      follows: true,
      bell: 'UNREACHABLE',
      subscription: { tierNo: 2, month: 3, renewableDate: '2026-08-17T14:32:12.000Z', giverName: null },
      chatBlock: null,
      vote: null,
    })
    assert.deepEqual((await viewer.callConsole('GET', `${channel.path}/viewer-status`)).body.content, { self })
    const roles = [manager, streamer].map(async (who) => (await channel.readChannel(who)).self.role)
    assert.deepEqual(await Promise.all(roles), ['streaming_chat_manager', 'streamer'])
    assert.deepEqual((await viewer.callConsole('GET', '/visitor')).body.content.visitor.channelId, viewer.channelId)
  })

  test('returns why the viewer may not chat, and for how long', async () => {
    await using channel = await openLiveChannel()
    const { viewer, manager, path, clock } = channel
    const chatBlock = async () => (await channel.readChannel(viewer)).self.chatBlock
    await updateRules(channel, { available_group: 'FOLLOWER', min_follower_minute: 10 })
    assert.deepEqual(await chatBlock(), { code: 'FOLLOWER', leftMs: null })
    await viewer.callConsole('PUT', `${path}/follow`)
    clock.advance(60_000)
    assert.deepEqual(await chatBlock(), { code: 'FOLLOWING_PERIOD', leftMs: 540_000 })
    await updateRules(channel, { available_group: 'SUBSCRIBER' })
    assert.deepEqual(await chatBlock(), { code: 'SUBSCRIBER', leftMs: null })
    await updateRules(channel, { available_group: 'MANAGER' })
    assert.deepEqual(await chatBlock(), { code: 'MANAGER', leftMs: null })
    assert.equal((await channel.readChannel(manager)).self.chatBlock, null)
    await updateRules(channel, { available_condition: 'REAL_NAME' })
    assert.deepEqual(await chatBlock(), { code: 'REAL_NAME', leftMs: null })
    await updateRules(channel, { slow_mode_sec: 30 })
    await viewer.callConsole('POST', `${path}/chat`, { message: 'first' })
    clock.advance(10_000)
    assert.deepEqual(await chatBlock(), { code: 'SLOW_MODE', leftMs: 20_000 })
    await manager.callConsole('PUT', `${path}/temporary-restrictions/${viewer.channelId}`)
    clock.advance(1)
    assert.deepEqual(await chatBlock(), { code: 'TEMPORARILY_RESTRICTED', leftMs: 59_999 })
    await manager.callConsole('PUT', `${path}/restrictions/${viewer.channelId}`)
    assert.deepEqual(await chatBlock(), { code: 'RESTRICTED', leftMs: null })
    await manager.callConsole('DELETE', `${path}/restrictions/${viewer.channelId}`)
    clock.advance(60_000)
    assert.equal(await chatBlock(), null)
  })
})

describe('moderation', () => {
  // Gap 130.
  test('lets moderators hide, pin and restrict, and only the streamer hide the streamer’s messages', async () => {
    await using channel = await openLiveChannel()
    const { streamer, manager, viewer, other, guest, path, channelId } = channel
    const [rude, mine] = [await channel.sendChat(other.channelId, 'rude'), await channel.sendChat(channelId, 'mine')]
    const calls: [string, string, object?][] = [
      ['PUT', `${path}/notice`, { messageId: mine }],
      ['DELETE', `${path}/notice`],
      ['DELETE', `${path}/chat/${rude}`],
      ['PUT', `${path}/restrictions/${other.channelId}`],
      ['DELETE', `${path}/restrictions/${other.channelId}`],
    ]
    for (const [method, to, json] of calls) {
      assert.equal((await guest.callConsole(method, to, json)).status, 401, `guest: ${method} ${to}`)
      assert.equal((await viewer.callConsole(method, to, json)).status, 403, `viewer: ${method} ${to}`)
    }
    assert.equal((await channel.readChannel(guest)).recent.length, 2)
    const readNotice = async () => (await channel.readChannel(guest)).state.notice?.content
    assert.equal((await manager.callConsole('PUT', `${path}/notice`, { messageId: mine })).status, 200)
    assert.equal(await readNotice(), 'mine')
    assert.equal((await manager.callConsole('PUT', `${path}/notice`, { message: 'a new text' })).status, 200)
    assert.equal(await readNotice(), 'a new text')
    assert.equal((await manager.callConsole('DELETE', `${path}/notice`)).status, 200)
    assert.equal(await readNotice(), undefined)

    assert.equal((await manager.callConsole('DELETE', `${path}/chat/${mine}`)).status, 403)
    for (const id of ['nothing', channel.deps.random.uuid()])
      assert.equal((await manager.callConsole('DELETE', `${path}/chat/${id}`)).status, 404)
    assert.equal((await manager.callConsole('DELETE', `${path}/chat/${rude}`)).status, 200)
    assert.equal((await streamer.callConsole('DELETE', `${path}/chat/${mine}`)).status, 200)
    assert.deepEqual((await channel.readChannel(guest)).recent, [])

    assert.equal((await manager.callConsole('PUT', `${path}/restrictions/${channelId}`)).status, 400)
    assert.equal((await manager.callConsole('PUT', `${path}/restrictions/${other.channelId}`)).status, 200)
    assert.equal((await other.callConsole('POST', `${path}/chat`, { message: 'may I' })).status, 403)
    assert.equal((await manager.callConsole('DELETE', `${path}/restrictions/${other.channelId}`)).status, 200)
    assert.equal((await other.callConsole('POST', `${path}/chat`, { message: 'I may' })).status, 200)
  })
})

describe('listLives', () => {
  test('pages through the lives for guests too', async () => {
    await using channel = await openLiveChannel()
    for (const who of [channel.streamer, channel.viewer, channel.other]) await who.callConsole('POST', '/live', {})
    const { guest } = channel
    const first = (await guest.callConsole('GET', '/lives?size=2')).body.content
    const second = (await guest.callConsole('GET', `/lives?size=2&next=${first.page.next}`)).body.content
    assert.equal(new Set([...first.data, ...second.data].map(({ channelId }: any) => channelId)).size, 3)
    assert.equal(second.page.next, null)
    const unknown = await guest.callConsole('GET', '/lives?next=nothing')
    assert.deepEqual(
      [unknown.status, unknown.body.message],
      [400, '잘못된 값을 입력했습니다. (next: is not a cursor of an earlier response)'],
    )
  })
})

describe('hasDrops of listLives, searchLives and getLiveDirectory', () => {
  test('is true for lives of the category and the channels of a running campaign', async () => {
    await using channel = await openLiveChannel()
    const { streamer, viewer, other, guest, deps, clock } = channel
    await approveOrganization({ organizationId: 'games', name: 'Games', channelId: streamer.channelId }, deps)
    const { clientId } = await channel.act('createApp', {
      name: 'game',
      redirectUri: 'http://127.0.0.1:9/callback',
      ownerChannelId: streamer.channelId,
      organizationId: 'games',
    })
    const campaign = {
      title: 'Autumn',
      categoryId: 'League_of_Legends',
      channelIds: [streamer.channelId, viewer.channelId],
      rewards: [{ name: 'Sword', watchMinutes: 30 }],
    }
    const created = await streamer.callConsole('POST', `/apps/${clientId}/campaigns`, campaign)
    assert.equal(created.status, 200, JSON.stringify(created.body))
    const game = { categoryType: 'GAME', categoryId: campaign.categoryId }
    for (const who of [streamer, viewer, other]) await who.callConsole('POST', '/live', {})
    for (const who of [streamer, other]) await who.callConsole('PATCH', '/live/setting', game)
    const read = async (who: typeof viewer, path: string) => (await who.callConsole('GET', path)).body.content
    const ofStreamer = [streamer.channelId]
    assert.deepEqual(channelsWithDrops((await guest.callConsole('GET', '/lives')).body.content.data), ofStreamer)
    assert.deepEqual(channelsWithDrops((await read(viewer, '/lives/search?text=')).data), ofStreamer)
    await viewer.callConsole('PUT', `/channels/${streamer.channelId}/follow`)
    assert.deepEqual(channelsWithDrops((await read(viewer, '/lives/directory')).following), ofStreamer)

    const { campaignId } = created.body.content
    await streamer.callConsole('PUT', `/apps/${clientId}/campaigns/${campaignId}/end`, { endsDate: null })
    clock.advance(1_000)
    assert.deepEqual(channelsWithDrops((await read(viewer, '/lives')).data), [])
  })
})

describe('searchLives', () => {
  test('finds lives by a part of the title or of the channel name, and by category, for guests too', async () => {
    await using channel = await openLiveChannel()
    const { streamer, viewer, other, guest } = channel
    const games = await streamer.callConsole('GET', '/categories?query=League')
    const { categoryId, categoryType } = games.body.content.data[0]
    for (const [who, title, viewers] of [
      [streamer, 'Kimchi stew', 1],
      [viewer, 'Ranked games', 3],
      [other, 'More kimchi', 2],
    ] as const)
      await channel.act('goLive', {
        channelId: who.channelId,
        liveTitle: title,
        viewers,
      })
    for (const who of [streamer, viewer]) await who.callConsole('PATCH', '/live/setting', { categoryId, categoryType })
    const search = async (query: string) => {
      const { data, totalCount } = (await guest.callConsole('GET', `/lives/search?${query}`)).body.content
      assert.equal(totalCount, data.length)
      return data.map(({ liveTitle }: any) => liveTitle)
    }
    assert.deepEqual(await search('text=KIMCHI'), ['More kimchi', 'Kimchi stew'])
    assert.deepEqual(await search(`text=${encodeURIComponent(' 방송인 ')}`), ['Kimchi stew'])
    assert.deepEqual(await search(`categoryId=${categoryId}`), ['Ranked games', 'Kimchi stew'])
    assert.deepEqual(await search(`categoryId=${categoryId}&text=kimchi`), ['Kimchi stew'])
    assert.deepEqual(await search('categoryId=unknown'), [])
    const poll = { question: 'Which soup next?', options: ['Clear', 'Red'], seconds: limits.pollSecMin }
    await streamer.callConsole('POST', `/channels/${streamer.channelId}/polls`, poll)
    assert.deepEqual(await search('text=soup'), ['Kimchi stew'])
    channel.clock.advance(limits.pollSecMin * 1_000)
    assert.deepEqual(await search('text=soup'), [])
    assert.deepEqual((await search('')).length, 3)
    assert.deepEqual(await search('sort=RECENT'), ['More kimchi', 'Ranked games', 'Kimchi stew'])
    const pages = []
    for (let next = ''; pages.length < 3;) {
      const { content } = (await guest.callConsole('GET', `/lives/search?sort=RECENT&size=1${next}`)).body
      pages.push(content.data[0].liveTitle)
      next = `&next=${content.page.next}`
    }
    assert.deepEqual(pages, ['More kimchi', 'Ranked games', 'Kimchi stew'])
    // The categories are those of the text, whichever is chosen.
    const ranked = (await guest.callConsole('GET', `/lives/search?text=ranked&categoryId=talk`)).body.content
    assert.deepEqual(
      ranked.categories.map((one: any) => [one.categoryId, one.lives]),
      [[categoryId, 1]],
    )
    const { category } = (await guest.callConsole('GET', '/lives/search?categoryId=talk')).body.content
    assert.deepEqual(category, { categoryId: 'talk', categoryValue: '토크', categoryEnglishName: 'Talk' })
    assert.deepEqual(
      [ranked.category, (await guest.callConsole('GET', '/lives/search?categoryId=unknown')).body.content.category],
      [category, null],
    )
    const { following, categories } = (await guest.callConsole('GET', '/lives/directory')).body.content
    assert.deepEqual([following, categories.map(({ lives }: any) => lives)], [[], [2, 1]])
  })

  test('finds channels that are not live by a part of the name', async () => {
    await using channel = await openLiveChannel()
    const { streamer, viewer, guest } = channel
    const find = async (text: string) =>
      (await guest.callConsole('GET', `/lives/search/offline?text=${encodeURIComponent(text)}`)).body.content.data
    await channel.actHere('follow', viewer.channelId)
    assert.deepEqual(await find('방송'), [
      { channelId: streamer.channelId, channelName: '방송인', channelImageUrl: null, followerCount: 1 },
    ])
    assert.deepEqual((await find(' 시청자 '))[0].channelId, viewer.channelId)
    assert.deepEqual(await find('없는 이름'), [])
    await channel.act('goLive', { channelId: streamer.channelId, liveTitle: '어제 방송' })
    assert.deepEqual(await find('방송'), [])
    assert.equal((await channel.readChannel(guest)).state.lastLive, null)
    await channel.act('goOffline', { channelId: streamer.channelId })
    await streamer.callConsole('PATCH', '/live/setting', { defaultLiveTitle: '내일 방송' })
    const { live, lastLive } = (await channel.readChannel(guest)).state
    assert.deepEqual(
      [live, lastLive.title, lastLive.category],
      [null, '어제 방송', { categoryValue: '토크', englishName: 'Talk' }],
    )
    assert.ok(lastLive.openedDate <= lastLive.closedDate)
  })

  test('every result is on one page, also those with equal viewers and after the end of a live', async () => {
    await using channel = await openLiveChannel()
    const { streamer, manager, viewer, other, guest } = channel
    for (const [title, viewers, { channelId }] of [
      ['a 7', 7, other],
      ['a 3', 3, streamer],
      ['a 3', 3, manager],
      ['a 3', 3, viewer],
    ] as const)
      await channel.act('goLive', { channelId, liveTitle: title, viewers })
    const search = async (query: string) => (await guest.callConsole('GET', `/lives/search?text=a&${query}`)).body
    const { data: all, page } = (await search('')).content
    assert.deepEqual([all.length, page.next], [4, null])
    const read: unknown[] = []
    for (let next: string | null = ''; next !== null;) {
      const { content } = await search(`size=2${next === '' ? '' : `&next=${next}`}`)
      assert.equal(content.totalCount, 4)
      read.push(...content.data)
      next = content.page.next
    }
    assert.deepEqual(read, all)

    const first = (await search('size=2')).content
    await channel.act('goOffline', { channelId: first.data[1].channelId })
    const second = (await search(`size=2&next=${first.page.next}`)).content
    assert.deepEqual([second.data, second.page.next, second.totalCount], [all.slice(2), null, 3])
    for (const query of ['next=x', 'size=0', 'size=101']) assert.equal((await search(query)).code, 400)
  })

  test('the directory of a signed-in viewer has the followed lives, most viewers first', async () => {
    await using channel = await openLiveChannel()
    const { streamer, manager, viewer, other } = channel
    for (const [viewers, { channelId }] of [streamer, manager, other].entries())
      await channel.act('goLive', { channelId, viewers })
    for (const { channelId } of [streamer, other]) await viewer.callConsole('PUT', `/channels/${channelId}/follow`)
    const { following } = (await viewer.callConsole('GET', '/lives/directory')).body.content
    assert.deepEqual(
      following.map(({ channelId }: any) => channelId),
      [other.channelId, streamer.channelId],
    )
  })

  test('the directory of a signed-in viewer has the followed channels that are not live', async () => {
    await using channel = await openLiveChannel()
    const { streamer, manager, viewer, other } = channel
    await channel.act('goLive', { channelId: streamer.channelId })
    for (const { channelId } of [streamer, manager, other])
      await viewer.callConsole('PUT', `/channels/${channelId}/follow`)
    const { offline } = (await viewer.callConsole('GET', '/lives/directory')).body.content
    const ids = offline.map(({ channelId }: any) => channelId)
    assert.deepEqual(ids.toSorted(), [manager.channelId, other.channelId].toSorted())
  })
})

function channelsWithDrops(lives: { channelId: string; hasDrops: boolean }[]) {
  return lives.filter(({ hasDrops }) => hasDrops).map(({ channelId }) => channelId)
}
