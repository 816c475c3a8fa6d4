import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { overlayDefaults, overlayKinds, type OverlayKind } from '@onair/contract'
import { sql } from 'kysely'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'
import { connect } from '../../../../tests/support/clients/session-client.ts'
import { openTestApp } from '../../../../tests/support/apps/test-app.ts'
import { createIdleAppsSweep } from '../apps/idle-apps.ts'

async function openOverlaysTestApp() {
  await using opening = new AsyncDisposableStack()
  const testApp = opening.use(await openTestApp())
  const streamer = await testApp.act('createPerson', { channelName: '방송인' })
  const studio = httpBrowser(testApp.url)
  await studio.signIn(streamer.email, streamer.password)
  const guest = httpBrowser(testApp.url)
  const opened = opening.move()
  return {
    ...testApp,
    channelId: streamer.channelId,
    studio,
    /** Creates the URL of an overlay, and returns its token. */
    async createToken(kind: OverlayKind): Promise<string> {
      const { content } = (await studio.callConsole('POST', `/overlays/${kind}/url`, {})).body
      const { pathname, search, hash } = new URL(content.overlayUrl)
      // Only the fragment has the token, because proxies log the rest.
      assert.deepEqual([pathname, search], [`/overlay/${kind}`, ''])
      return tokenOf(hash)
    },
    openOverlay: (token: string) => guest.callConsole('POST', '/overlays/open', { token }),
    getOverlay: (token: string) => guest.callConsole('POST', '/overlays/status', { token }),
    async call(method: string, path: string, accessToken: string, json?: object) {
      const response = await fetch(new URL(path, testApp.url), {
        method,
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        ...(json && { body: JSON.stringify(json) }),
      })
      return response.status
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const tokenOf = (hash: string) => new URLSearchParams(hash.slice(1)).get('token') ?? ''

describe('the token of an overlay', () => {
  test('subscribes a session to the events of its kind, and does nothing else', async () => {
    await using overlays = await openOverlaysTestApp()
    const allowed: Record<OverlayKind, string[]> = {
      chat: ['chat'],
      alerts: ['donation', 'subscription'],
      goal: ['donation', 'subscription'],
      events: ['donation', 'subscription'],
      poll: ['chat'],
    }
    for (const kind of overlayKinds) {
      const { sessionUrl, accessToken } = (await overlays.openOverlay(await overlays.createToken(kind))).body.content
      using session = await connect(sessionUrl)
      for (const event of ['chat', 'donation', 'subscription']) {
        const path = `/open/v1/sessions/events/subscribe/${event}?sessionKey=${session.sessionKey}`
        const expected = allowed[kind].includes(event) ? 200 : 403
        assert.equal(await overlays.call('POST', path, accessToken), expected, `${kind} ${event}`)
      }
      for (const path of ['users/me', 'channels/followers', 'channels/subscribers', 'streams/key', 'lives/setting'])
        assert.equal(await overlays.call('GET', `/open/v1/${path}`, accessToken), 403, `${kind} ${path}`)
      assert.equal(await overlays.call('POST', '/open/v1/chats/send', accessToken, { message: 'hi' }), 403)
    }
  })

  test('ends with its access token, its subscriptions and its session when the URL is replaced or revoked', async () => {
    await using overlays = await openOverlaysTestApp()
    const token = await overlays.createToken('chat')
    const { sessionUrl, accessToken } = (await overlays.openOverlay(token)).body.content
    using session = await connect(sessionUrl)
    const subscribe = `/open/v1/sessions/events/subscribe/chat?sessionKey=${session.sessionKey}`
    assert.equal(await overlays.call('POST', subscribe, accessToken), 200)

    const newToken = await overlays.createToken('chat')
    await session.readUntilClose()
    assert.equal(await overlays.call('POST', subscribe, accessToken), 401)
    for (const call of [overlays.openOverlay, overlays.getOverlay]) {
      const { status, body } = await call(token)
      assert.deepEqual([status, body.reason?.code], [401, 'OVERLAY_URL_REPLACED'])
      assert.equal((await call(newToken)).status, 200)
    }
    assert.equal((await overlays.studio.callConsole('DELETE', '/overlays/chat/url', {})).status, 200)
    assert.equal((await overlays.openOverlay(newToken)).status, 401)
    assert.equal((await overlays.studio.callConsole('DELETE', '/overlays/chat/url', {})).status, 404)
  })

  test('ends when the streamer withdraws the consent, and is stored as a hash and encrypted', async () => {
    await using overlays = await openOverlaysTestApp()
    const token = await overlays.createToken('goal')
    const row = await overlays.deps.db.read.selectFrom('channel_overlay').selectAll().executeTakeFirstOrThrow()
    const stored = [JSON.stringify(row), row.token_hash?.toString('latin1'), row.token_sealed?.toString('latin1')]
    assert.ok(stored.every((text) => text !== undefined && !text.includes(token)))
    const { body } = await overlays.studio.callConsole('GET', '/connected-apps')
    const [app] = body.content.data ?? body.content
    assert.deepEqual([app.name, app.overlay], ['Onair Overlay: Goal', 'goal'])
    await overlays.studio.callConsole('DELETE', `/connected-apps/${app.clientId}`, {})
    assert.equal((await overlays.getOverlay(token)).status, 401)
    const { content } = (await overlays.studio.callConsole('GET', '/overlays')).body
    assert.equal(content.urls.goal, null)
    assert.equal((await overlays.studio.callConsole('GET', '/overlays/goal/url')).status, 404)
  })

  test('is in the URL that only the streamer can see again, until it is replaced or revoked', async () => {
    await using overlays = await openOverlaysTestApp()
    const { studio } = overlays
    const other = await overlays.act('createPerson', { channelName: '다른 방송인' })
    const otherStudio = httpBrowser(overlays.url)
    await otherStudio.signIn(other.email, other.password)
    const getUrl = async (browser = studio) => {
      const { status, body } = await browser.callConsole('GET', '/overlays/chat/url')
      return [status, tokenOf(new URL(body.content?.overlayUrl ?? 'none:').hash)]
    }
    assert.deepEqual(await getUrl(), [404, ''])
    for (let count = 0; count < 2; count++) {
      const token = await overlays.createToken('chat')
      assert.deepEqual(await getUrl(), [200, token])
      assert.deepEqual(await getUrl(otherStudio), [404, ''])
      assert.equal((await httpBrowser(overlays.url).callConsole('GET', '/overlays/chat/url')).status, 401)
    }
    await studio.callConsole('DELETE', '/overlays/chat/url', {})
    assert.deepEqual(await getUrl(), [404, ''])
  })

  test('survives a year in which no page opened it', async () => {
    await using overlays = await openOverlaysTestApp()
    const token = await overlays.createToken('chat')
    const sweep = createIdleAppsSweep(async () => {})
    for (let days = 0; days < 4; days++) {
      overlays.clock.setSystemOffsetMs(overlays.clock.systemOffsetMs() + 92 * 86_400_000)
      await sweep(overlays.deps)
    }
    assert.equal((await overlays.openOverlay(token)).status, 200)
  })
})

describe('the settings of overlays', () => {
  test('are stored within their bounds, and reach the overlay', async () => {
    await using overlays = await openOverlaysTestApp()
    const { body } = await overlays.studio.callConsole('GET', '/overlays')
    assert.deepEqual(body.content.settings, overlayDefaults)
    const chat = { ...overlayDefaults.chat, fontSize: 32, hiddenNames: ['nightbot'] }
    const put = async (json: object) => (await overlays.studio.callConsole('PUT', '/overlays', json)).status
    assert.equal(await put({ chat }), 200)
    for (const invalid of [
      { fontSize: 400 },
      { textColor: 'red;background:url(x)' },
      { hiddenNames: Array.from({ length: 21 }, (_, at) => `bot ${at}`) },
      { fadeSec: -1 },
    ])
      assert.equal(await put({ chat: { ...chat, ...invalid } }), 400, JSON.stringify(invalid))
    const { content } = (await overlays.getOverlay(await overlays.createToken('chat'))).body
    const { watchUrl, ...status } = content
    const nothingYet = {
      progress: 0,
      recent: [],
      hiddenMessages: [],
      hiddenDonations: [],
      uploads: [],
      follows: [],
      gifts: [],
    }
    assert.deepEqual(status, { kind: 'chat', settings: chat, ...nothingYet })
    assert.match(watchUrl, /^ws:/)
  })

  test('alerts know the newest followers who are not restricted', async () => {
    await using overlays = await openOverlaysTestApp()
    const { channelId, clock, studio } = overlays
    const alerts = await overlays.createToken('alerts')
    const people = []
    for (const channelName of ['하나', '둘', '셋']) {
      const person = await overlays.act('createPerson', { channelName })
      await overlays.act('follow', { channelId, byChannelId: person.channelId })
      people.push(person.channelId)
    }
    const names = async () =>
      (await overlays.getOverlay(alerts)).body.content.follows.map(({ nickname }: { nickname: string }) => nickname)
    assert.deepEqual(await names(), ['셋', '둘', '하나'])
    await studio.callConsole('PUT', `/channels/${channelId}/restrictions/${people[0]}`)
    await studio.callConsole('PUT', `/channels/${channelId}/temporary-restrictions/${people[1]}`)
    assert.deepEqual(await names(), ['셋'])
    clock.advance(86_400_000)
    assert.deepEqual(await names(), ['셋', '둘'])
  })

  test('the goal sums donations since it was restarted; the event list has the newest from an amount on', async () => {
    await using overlays = await openOverlaysTestApp()
    const { channelId } = overlays
    const donate = (payAmount: number) => overlays.act('donate', { channelId, payAmount })
    const [goal, events] = [await overlays.createToken('goal'), await overlays.createToken('events')]
    await overlays.studio.callConsole('PUT', '/overlays', {
      events: { ...overlayDefaults.events, minAmount: 2_000, length: 2 },
    })
    for (const amount of [5_000, 1_000, 3_000, 4_000]) {
      await donate(amount)
      overlays.clock.advance(1_000)
    }
    const progress = async () => (await overlays.getOverlay(goal)).body.content.progress
    assert.equal(await progress(), 13_000)
    const { recent } = (await overlays.getOverlay(events)).body.content
    assert.deepEqual(
      recent.map(({ amount }: { amount: number }) => amount),
      [4_000, 3_000],
    )
    assert.equal((await overlays.studio.callConsole('POST', '/overlays/goal/restart', {})).status, 200)
    assert.equal(await progress(), 0)
    await donate(700)
    assert.equal(await progress(), 700)
    const goalOfSubscriptions = { ...overlayDefaults.goal, counts: 'SUBSCRIPTIONS' }
    await overlays.studio.callConsole('PUT', '/overlays', { goal: goalOfSubscriptions })
    assert.equal(await progress(), 0)
    const subscriber = await overlays.act('createPerson', { channelName: '구독자' })
    await overlays.act('subscribe', { channelId, byChannelId: subscriber.channelId, month: 1 })
    assert.equal(await progress(), 1)
  })

  test('counts every concurrent donation once, and none from before a restart', async () => {
    await using overlays = await openOverlaysTestApp()
    const { channelId } = overlays
    const goal = await overlays.createToken('goal')
    const progress = async () => (await overlays.getOverlay(goal)).body.content.progress
    const donate = async (count: number) => {
      await Promise.all(
        Array.from({ length: count }, (_, at) => overlays.act('donate', { channelId, payAmount: 1_000 + at })),
      )
    }
    await donate(20)
    assert.equal(await progress(), 20_190)

    const restart = () => overlays.studio.callConsole('POST', '/overlays/goal/restart', {})
    await Promise.all([donate(20), restart(), restart(), donate(20)])
    const afterRestart = await progress()
    const { rows } = await sql<{ sum: number }>`
      select sum(pay_amount) over (order by position desc)::bigint as sum from donation`.execute(overlays.deps.db.read)
    assert.ok(afterRestart === 0 || rows.some(({ sum }) => sum === afterRestart), String(afterRestart))
    await donate(5)
    assert.equal(await progress(), afterRestart + 5_010)
    await restart()
    assert.equal(await progress(), 0)
  })
})

describe('the page of an overlay', () => {
  test('sends no referrer, is not stored, and only the studio may frame it', async () => {
    await using overlays = await openOverlaysTestApp()
    for (const kind of overlayKinds) {
      const { status, headers } = await fetch(new URL(`/overlay/${kind}`, overlays.url))
      assert.equal(status, 200)
      assert.equal(headers.get('referrer-policy'), 'no-referrer')
      assert.equal(headers.get('cache-control'), 'no-store')
      const policy = headers.get('content-security-policy') ?? ''
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; .*frame-ancestors 'self'/)
      assert.doesNotMatch(policy, /unsafe/)
    }
    assert.equal((await fetch(new URL('/overlay/other', overlays.url))).status, 404)
  })
})
