import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Audience } from '@onair/contract'
import { openConsoleTestApp } from '../../../../tests/support/apps/console-test-app.ts'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'
import { load, openUpload } from '../../../../tests/support/clients/video-upload.ts'
import { openSessionClient } from '../../../../tests/support/clients/session-client.ts'
import { connectViewer } from '../../../../tests/support/clients/viewer-client.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { loadLinkPreview } from './link-preview.ts'

const password = '비밀번호'

/** A live with video, and people who stand in each relation to its channel. */
async function openPrivateChannel() {
  await using opening = new AsyncDisposableStack()
  const app = opening.use(await openConsoleTestApp())
  const people = {
    streamer: await app.signedIn('스트리머'),
    manager: await app.signedIn('관리자'),
    follower: await app.signedIn('팔로워'),
    subscriber: await app.signedIn('구독자'),
    listed: await app.signedIn('지정된 사람'),
    other: await app.signedIn('다른 사람'),
  }
  const { streamer } = people
  const { channelId } = streamer
  const act = app.actAt(channelId)
  await act('manage', people.manager.channelId, { userRole: 'STREAMING_CHAT_MANAGER' })
  await act('follow', people.follower.channelId)
  await act('subscribe', people.subscriber.channelId, { tierNo: 1, month: 1 })
  await streamer.callConsole('PUT', `/live/watchers/${people.listed.channelId}`)
  const upload = await openUpload(streamer)
  await upload.send(0, 4)
  const path = `/channels/${channelId}`
  const viewers = { ...people, guest: httpBrowser(app.url) }
  const setRule = async (audience: Audience, setting: object = {}) => {
    const secret = audience === 'PASSWORD' ? { watchPassword: password } : {}
    const { status, body } = await streamer.callConsole('PATCH', '/live/setting', { audience, ...secret, ...setting })
    assert.equal(status, 200, JSON.stringify(body))
  }
  /** The address of the video for a viewer, once its process follows the rule. */
  const playbackOf = async (viewer: Pick<typeof streamer, 'callConsole'>, query = ''): Promise<string> => {
    let url: string | null = null
    await eventually(async () => {
      url = (await viewer.callConsole('GET', `${path}/video${query}`)).body.content?.playbackUrl ?? null
      return url !== null
    })
    return String(url)
  }
  const opened = opening.move()
  return {
    ...app,
    ...people,
    viewers,
    channelId,
    path,
    upload,
    setRule,
    playbackOf,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

type Channel = Awaited<ReturnType<typeof openPrivateChannel>>
type Viewer = keyof Channel['viewers']

/** The ways into a channel: each returns the status and the reason. */
const waysIn: Record<string, (channel: Channel, viewer: Channel['viewers'][Viewer]) => Promise<any>> = {
  'address of the video': ({ path }, viewer) => viewer.callConsole('GET', `${path}/video`),
  "socket of the viewer's page": ({ path }, viewer) => viewer.callConsole('POST', `${path}/viewer`, {}),
  recordings: ({ path }, viewer) => viewer.callConsole('GET', `${path}/recordings`),
  clips: ({ path }, viewer) => viewer.callConsole('GET', `${path}/clips`),
}
/** The ways of people who are signed in. */
const waysOfPeople: typeof waysIn = {
  chat: ({ path }, viewer) => viewer.callConsole('POST', `${path}/chat`, { message: '안녕' }),
  donation: ({ path }, viewer) => viewer.callConsole('POST', `${path}/donations`, { payAmount: 1_000 }),
  presence: ({ path }, viewer) => viewer.callConsole('PUT', `${path}/watch`),
}

/** Who may watch by each rule, and why the others may not. */
const rules: Record<Audience, { may: Viewer[]; code: string | null; guestCode: string | null }> = {
  EVERYBODY: {
    may: ['streamer', 'manager', 'follower', 'subscriber', 'listed', 'other', 'guest'],
    code: null,
    guestCode: null,
  },
  UNLISTED: {
    may: ['streamer', 'manager', 'follower', 'subscriber', 'listed', 'other', 'guest'],
    code: null,
    guestCode: null,
  },
  PASSWORD: { may: ['streamer', 'manager'], code: 'WATCH_NEEDS_PASSWORD', guestCode: 'WATCH_NEEDS_PASSWORD' },
  FOLLOWERS: {
    may: ['streamer', 'manager', 'follower'],
    code: 'WATCH_FOR_FOLLOWERS',
    guestCode: 'WATCH_NEEDS_SIGN_IN',
  },
  SUBSCRIBERS: {
    may: ['streamer', 'manager', 'subscriber'],
    code: 'WATCH_FOR_SUBSCRIBERS',
    guestCode: 'WATCH_NEEDS_SIGN_IN',
  },
  LISTED: { may: ['streamer', 'manager', 'listed'], code: 'WATCH_FOR_LISTED', guestCode: 'WATCH_NEEDS_SIGN_IN' },
}

const idsOf = ({ body }: any) => body.content.data.map((live: any) => live.channelId)

describe('who may watch a channel', () => {
  for (const [audience, { may, code, guestCode }] of Object.entries(rules))
    test(`${audience}: page, video, chat, socket and recordings ask one rule`, async () => {
      await using channel = await openPrivateChannel()
      await channel.viewers.follower.callConsole('POST', `${channel.path}/chat`, { message: '안녕' })
      await channel.setRule(audience as Audience, { defaultLiveTitle: '비밀 방송' })
      for (const [name, viewer] of Object.entries(channel.viewers)) {
        const expected = may.includes(name as Viewer) ? null : name === 'guest' ? guestCode : code
        const page = (await viewer.callConsole('GET', channel.path)).body.content
        assert.equal(page.watchBlock, expected, name)
        assert.deepEqual(
          [page.state.live !== null, page.state.title, page.recent.length > 0],
          expected === null ? [true, '비밀 방송', true] : [false, null, false],
          name,
        )
        const ways = name === 'guest' ? waysIn : { ...waysIn, ...waysOfPeople }
        for (const [way, enter] of Object.entries(ways)) {
          const { status, body } = await enter(channel, viewer)
          assert.deepEqual(
            [status, body.reason?.code ?? null],
            expected === null ? [200, null] : [403, expected],
            `${way} of ${name}`,
          )
        }
      }
    })

  for (const audience of Object.keys(rules) as Audience[])
    test(`${audience}: lists of everyone have the live of an open channel alone`, async () => {
      await using channel = await openPrivateChannel()
      const { channelId, client, viewers, deps } = channel
      await channel.setRule(audience, { defaultLiveTitle: '비밀 방송' })
      const isOpen = audience === 'EVERYBODY'
      const has = async (call: Promise<any>) => idsOf(await call).includes(channelId)
      assert.equal(await has(channel.call('GET', '/open/v1/lives', { client })), isOpen)
      assert.equal(await has(viewers.other.callConsole('GET', '/lives')), isOpen)
      assert.equal(await has(viewers.other.callConsole('GET', '/lives/search?text=비밀')), isOpen)
      assert.equal(await has(viewers.other.callConsole('GET', '/lives/search/offline?text=스트리머')), !isOpen)
      const directory = (await viewers.follower.callConsole('GET', '/lives/directory')).body.content
      assert.equal(directory.following.length, isOpen || audience === 'FOLLOWERS' ? 1 : 0)
      assert.equal(directory.offline.length, 1 - directory.following.length)
      const preview = await loadLinkPreview(channelId, deps)
      assert.equal(preview?.live?.title ?? null, isOpen || audience === 'UNLISTED' ? '비밀 방송' : null)
    })

  test('a person with a role in running the site watches, which the audit log has', async () => {
    await using channel = await openPrivateChannel()
    await channel.setRule('LISTED')
    const { other, deps, channelId } = channel
    await deps.db.read
      .insertInto('site_role')
      .values({ channel_id: other.channelId, role: 'MODERATOR', granted_at: 0 })
      .execute()
    await eventually(async () => (await other.callConsole('GET', `${channel.path}/video`)).status === 200)
    const entries = await deps.db.read
      .selectFrom('audit_log')
      .where('action', '=', 'private_channel.watched')
      .select(['actor_id', 'channel_id'])
      .execute()
    assert.deepEqual(entries[0], { actor_id: other.channelId, channel_id: channelId })
  })
})

describe('a rule that changes while people watch', () => {
  // Gap 490.
  test('the address of before answers 404, and those who may watch get one of limited time', async () => {
    await using channel = await openPrivateChannel()
    const before = await channel.playbackOf(channel.other)
    assert.equal((await load(before)).status, 200)
    await channel.setRule('FOLLOWERS')
    await eventually(async () => (await load(before)).status === 404)
    const state = (await channel.follower.callConsole('GET', channel.path)).body.content.state
    assert.deepEqual([state.live.playbackUrl, state.watchVersion], [null, 1])
    const after = await channel.playbackOf(channel.follower)
    const playlist = new URL('0/index.m3u8', after).href
    assert.deepEqual([(await load(after)).status, (await load(playlist)).status], [200, 200])
    channel.clock.advance(181_000)
    assert.deepEqual([(await load(after)).status, (await load(playlist)).status], [404, 404])
  })

  test('the sockets of those who may no longer watch are closed, the others stay', async () => {
    await using channel = await openPrivateChannel()
    using staying = await connectViewer(channel.follower, channel.channelId)
    using leaving = await connectViewer(channel.other, channel.channelId)
    using guest = await connectViewer(channel.viewers.guest, channel.channelId)
    await channel.setRule('FOLLOWERS')
    await leaving.readUntilClose()
    await guest.readUntilClose()
    let state = staying.state
    while (state.audience !== 'FOLLOWERS') [, state] = await staying.next()
    await channel.follower.callConsole('DELETE', `${channel.path}/follow`)
    await staying.readUntilClose()
  })

  test('a socket whose ticket is from before the change is closed', async () => {
    await using channel = await openPrivateChannel()
    const { url } = (await channel.other.callConsole('POST', `${channel.path}/viewer`, {})).body.content
    await channel.setRule('SUBSCRIBERS')
    using client = openSessionClient(url)
    assert.deepEqual(await client.readUntilClose(), [])
  })

  test('of many who join while the rule changes none stays that may not watch', async () => {
    await using channel = await openPrivateChannel()
    const joining = Array.from({ length: 20 }, () => channel.other.callConsole('POST', `${channel.path}/viewer`, {}))
    const changing = channel.setRule('LISTED')
    const joined = await Promise.all(joining)
    await changing
    for (const { status, body } of joined) {
      assert.ok(status === 200 || status === 403)
      if (status === 403) continue
      using client = openSessionClient(body.content.url)
      await client.readUntilClose()
    }
    assert.equal((await channel.other.callConsole('GET', `${channel.path}/video`)).status, 403)
  })

  test('a person who is taken off the list loses the video at once, and others get its new address', async () => {
    await using channel = await openPrivateChannel()
    await channel.setRule('LISTED')
    await channel.streamer.callConsole('PUT', `/live/watchers/${channel.other.channelId}`)
    const before = await channel.playbackOf(channel.other)
    await channel.streamer.callConsole('DELETE', `/live/watchers/${channel.other.channelId}`)
    await eventually(async () => (await load(before)).status === 404)
    assert.equal((await channel.other.callConsole('GET', `${channel.path}/video`)).status, 403)
    assert.equal((await load(await channel.playbackOf(channel.listed))).status, 200)
  })
})

describe('the password of a channel', () => {
  test('opens the channel to who entered it, until it changes', async () => {
    await using channel = await openPrivateChannel()
    await channel.setRule('PASSWORD')
    const { path, other, viewers } = channel
    const enter = (who: Pick<typeof other, 'callConsole'>, text: string) =>
      who.callConsole('POST', `${path}/watch-password`, { password: text })
    for (const who of [other, viewers.guest]) {
      const wrong = await enter(who, '아닙니다')
      assert.deepEqual([wrong.status, wrong.body.reason?.code], [403, 'WRONG_WATCH_PASSWORD'])
      const { watchProof } = (await enter(who, password)).body.content
      const query = `?watchProof=${watchProof}`
      assert.equal((await who.callConsole('GET', `${path}${query}`)).body.content.watchBlock, null)
      assert.equal((await load(await channel.playbackOf(who, query))).status, 200)
      assert.equal((await who.callConsole('POST', `${path}/viewer`, { watchProof })).status, 200)
    }
    const { watchProof } = (await enter(other, password)).body.content
    assert.equal((await other.callConsole('POST', `${path}/chat`, { message: '안녕', watchProof })).status, 200)
    // A proof is that of one viewer.
    const borrowed = await viewers.guest.callConsole('GET', `${path}/video?watchProof=${watchProof}`)
    assert.equal(borrowed.status, 403)
    await channel.setRule('PASSWORD', { watchPassword: '다른 비밀번호' })
    for (const query of ['video', 'recordings', 'clips'])
      assert.equal((await other.callConsole('GET', `${path}/${query}?watchProof=${watchProof}`)).status, 403)
  })

  test('a proof is of no use after 4 hours', async () => {
    await using channel = await openPrivateChannel()
    await channel.setRule('PASSWORD')
    const entered = await channel.other.callConsole('POST', `${channel.path}/watch-password`, { password })
    const query = `?watchProof=${entered.body.content.watchProof}`
    const blockOf = async () =>
      (await channel.other.callConsole('GET', `${channel.path}${query}`)).body.content.watchBlock
    channel.clock.advance(4 * 3_600_000 - 1_000)
    assert.equal(await blockOf(), null)
    channel.clock.advance(1_000)
    assert.equal(await blockOf(), 'WATCH_NEEDS_PASSWORD')
  })

  test('ten wrong passwords of a network are checked in a quarter of an hour, also at once', async () => {
    await using channel = await openPrivateChannel()
    await channel.setRule('PASSWORD')
    const guess = (text: string) =>
      channel.viewers.guest.callConsole('POST', `${channel.path}/watch-password`, { password: text })
    const statuses = (await Promise.all(Array.from({ length: 15 }, (_, n) => guess(`${n}`)))).map(
      ({ status }) => status,
    )
    assert.deepEqual(
      [statuses.filter((status) => status === 403).length, statuses.filter((status) => status === 429).length],
      [10, 5],
    )
    assert.equal((await guess(password)).status, 429)
    channel.clock.advance(15 * 60_000)
    assert.equal((await guess(password)).status, 200)
  })

  test('a channel for those with a password needs one', async () => {
    await using channel = await openPrivateChannel()
    const { status, body } = await channel.streamer.callConsole('PATCH', '/live/setting', { audience: 'PASSWORD' })
    assert.deepEqual([status, body.reason?.code], [400, 'NO_WATCH_PASSWORD'])
  })
})

describe('listed people', () => {
  test('are at most as many as the limit, also when they are added at once', async () => {
    await using channel = await openPrivateChannel()
    const { streamer, channelId, deps } = channel
    await deps.db.transaction(async (tx) => {
      const people = Array.from({ length: 498 }, (_, n) => ({
        id: n.toString(16).padStart(32, '0'),
        name: `사람${n}`,
        chat_channel_id: `chat-${n}`,
        verified_mark: false,
        created_at: 0,
      }))
      await tx.insertInto('channel').values(people).execute()
      const watchers = people.map(({ id }) => ({ channel_id: channelId, watcher_channel_id: id, created_at: 0 }))
      await tx.insertInto('listed_watcher').values(watchers).execute()
    })
    const added = await Promise.all(
      [channel.other, channel.follower, channel.subscriber].map((person) =>
        streamer.callConsole('PUT', `/live/watchers/${person.channelId}`),
      ),
    )
    assert.deepEqual(
      added.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 400, 400],
    )
    assert.equal((await streamer.callConsole('GET', '/live/watchers')).body.content.data.length, 500)
  })
})
