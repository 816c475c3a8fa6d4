import assert from 'node:assert/strict'
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify as verifySignature } from 'node:crypto'
import { describe, test } from 'node:test'
import { openConsoleTestApp } from '../../../../tests/support/apps/console-test-app.ts'
import { openWebhookReceiver } from '../../../../tests/support/clients/webhook-receiver.ts'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { createTestAuthority } from '../../../../tests/support/programs/certificates.ts'
import {
  mailSettingsOf,
  openSmtpServer,
  type ReceivedMail,
  type TestSmtpServer,
} from '../../../../tests/support/programs/smtp-server.ts'
import { announceByMail } from '../../worker/sweeps.ts'
import { chatMessage } from './notice-rules.ts'
import { encryptPush } from './push-crypto.ts'
import { sendPushes } from './push.ts'

const minuteMs = 60_000
type App = Awaited<ReturnType<typeof openConsoleTestApp>>

/** A site that sends mails, a streamer, and people who follow. */
async function openSite() {
  await using opening = new AsyncDisposableStack()
  const server = opening.use(await openSmtpServer())
  const testApp = opening.use(await openConsoleTestApp(mailSettingsOf(server)))
  const streamer = await testApp.signedIn('달토끼')
  const fans = await Promise.all(['가', '나', '다'].map((name) => testApp.signedIn(name)))
  for (const fan of fans) await fan.callConsole('PUT', `/channels/${streamer.channelId}/follow`)
  const opened = opening.move()
  return { ...testApp, server, streamer, fans, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

const verify = ({ deps }: App, channelIds: readonly string[]) =>
  deps.db.transaction((tx) =>
    tx.updateTable('account').set({ email_verified_at: 1 }).where('channel_id', 'in', channelIds).execute(),
  )

/** Sends what a mail program sends at the press of its button. */
const press = (address: string) =>
  fetch(address, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })

/** The next mail about a live. There are others, about sign-ins. */
async function nextLiveMail(server: TestSmtpServer): Promise<ReceivedMail> {
  for (;;) {
    const mail = await server.next()
    if (mail.headers.some(({ key }) => key === 'list-unsubscribe')) return mail
  }
}

/** Announces lives until all mails about them are written: the worker of the site may be at it, too. */
const announce = ({ deps }: App) =>
  eventually(async () => {
    await announceByMail(deps)
    const unwritten = await deps.db.read
      .selectFrom('live_notice')
      .where('mailed_until', 'is not', null)
      .select('live_id')
      .execute()
    assert.deepEqual(unwritten, [])
  })

/** The people to whom a mail about a live was written, in order. */
async function mailed({ deps }: App): Promise<string[]> {
  const allowances = await deps.db.read
    .selectFrom('mail_allowance')
    .where('kind', '=', 'LIVE_STARTED')
    .orderBy('channel_id')
    .select(['channel_id', 'mails'])
    .execute()
  return allowances.flatMap(({ channel_id: id, mails }) => Array<string>(mails).fill(id))
}

describe('mails about a live', () => {
  test('go to the followers whose bell is on, once, a minute after the start, also where many workers write them', async () => {
    await using site = await openSite()
    const { clock, deps, fans, streamer } = site
    const [one, two, three] = fans
    assert.ok(one && two && three)
    const bell = (fan: typeof one, isOn: boolean) =>
      fan.callConsole('PUT', `/channels/${streamer.channelId}/bell`, { isOn })
    const statusOf = async (fan: typeof one) =>
      (await fan.callConsole('GET', `/channels/${streamer.channelId}/viewer-status`)).body.content.self.bell
    assert.deepEqual(
      [await statusOf(one), (await bell(one, true)).body.reason?.code],
      ['UNREACHABLE', 'NO_WAY_FOR_NOTICES'],
    )
    await verify(
      site,
      [one, two, three, site.viewer].map(({ channelId }) => channelId),
    )
    assert.equal((await bell(site.viewer, true)).body.reason?.code, 'NOT_FOLLOWING')
    for (const fan of [one, two, three]) await bell(fan, true)
    await bell(two, false)
    assert.deepEqual([await statusOf(one), await statusOf(two)], ['ON', 'OFF'])

    await streamer.callConsole('POST', '/live', { liveTitle: '새벽 <랭크>' })
    await announce(site)
    assert.deepEqual(await mailed(site), [])
    clock.advance(minuteMs)
    await Promise.all(Array.from({ length: 5 }, () => announceByMail(deps)))
    await announce(site)
    const expected = [one, three].map(({ channelId }) => channelId).sort()
    assert.deepEqual(await mailed(site), expected)

    const mail = await nextLiveMail(site.server)
    assert.match(mail.subject ?? '', /달토끼.*새벽 <랭크>/)
    assert.ok(
      mail.html?.includes('새벽 &lt;랭크&gt;') && mail.text?.includes(`${site.url}/watch/${streamer.channelId}`),
    )
    const headerOf = (name: string) => mail.headers.find(({ key }) => key === name)?.value
    assert.equal(headerOf('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
    const [, url = ''] = /<(.*)>/.exec(headerOf('list-unsubscribe') ?? '') ?? []
    assert.ok(mail.text?.includes(url))

    // The broadcast is interrupted and starts again: it is the same to the followers.
    await streamer.callConsole('DELETE', '/live')
    await streamer.callConsole('POST', '/live')
    clock.advance(5 * minuteMs)
    await announce(site)
    assert.deepEqual(await mailed(site), expected)
    await streamer.callConsole('DELETE', '/live')
    clock.advance(60 * minuteMs)
    await three.callConsole('DELETE', `/channels/${streamer.channelId}/follow`)
    await streamer.callConsole('POST', '/live')
    clock.advance(minuteMs)
    await announce(site)
    const mails = [...expected, one.channelId].sort()
    assert.deepEqual(await mailed(site), mails)

    const setMails = async (isOn: boolean) => {
      await one.callConsole('PUT', '/notices/mail', { isOn })
      const { mail, channels } = (await one.callConsole('GET', '/notices')).body.content
      return [mail, channels.length, await statusOf(one)]
    }
    assert.deepEqual(await setMails(false), ['OFF', 1, 'ON'])
    await bell(one, false)
    assert.deepEqual(
      [await statusOf(one), (await bell(one, true)).body.reason?.code],
      ['UNREACHABLE', 'NO_WAY_FOR_NOTICES'],
    )
    await setMails(true)
    await bell(one, true)
    await setMails(false)
    await streamer.callConsole('DELETE', '/live')
    clock.advance(60 * minuteMs)
    await streamer.callConsole('POST', '/live')
    clock.advance(minuteMs)
    await announce(site)
    assert.deepEqual(await mailed(site), mails)
    assert.deepEqual(await setMails(true), ['ON', 1, 'ON'])

    // What a mail program sends at the press of its button has neither cookie nor token of a form.
    assert.equal((await fetch(url)).status, 200)
    const whose = mail.envelopeTo[0] === one.email ? one : three
    if (whose === one) assert.equal(await statusOf(one), 'ON')
    assert.equal((await press(`${url.slice(0, -4)}AAAA`)).status, 400)
    assert.equal((await press(url)).status, 200)
    assert.equal(await statusOf(whose), 'OFF')
  })

  test('do not go to people who may not watch', async () => {
    await using site = await openSite()
    const { clock, fans, streamer } = site
    const [one, two] = fans
    assert.ok(one && two)
    await verify(
      site,
      fans.map(({ channelId }) => channelId),
    )
    for (const fan of fans) await fan.callConsole('PUT', `/channels/${streamer.channelId}/bell`, { isOn: true })
    await site.act('subscribe', { channelId: streamer.channelId, byChannelId: two.channelId })
    const goLive = async (setting: object) => {
      await streamer.callConsole('PATCH', '/live/setting', setting)
      await streamer.callConsole('POST', '/live')
      clock.advance(minuteMs)
      await announce(site)
      await streamer.callConsole('DELETE', '/live')
      clock.advance(61 * minuteMs)
    }
    await goLive({ audience: 'PASSWORD', watchPassword: 'moonlight' })
    await goLive({ audience: 'UNLISTED' })
    assert.deepEqual(await mailed(site), [])
    await goLive({ audience: 'SUBSCRIBERS' })
    assert.deepEqual(await mailed(site), [two.channelId])
    await goLive({ audience: 'FOLLOWERS' })
    assert.equal((await mailed(site)).length, 4)
    const feed = await (await fetch(`${site.url}/watch/${streamer.channelId}/feed`)).text()
    assert.doesNotMatch(feed, /<entry>/)
  })
})

const derive = (input: Buffer, salt: Buffer, info: string | Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', input, salt, info, length))

/** The keys of a browser, and its way to read a message. Follows RFC 8291, without the server's code. */
function newBrowser() {
  const keys = createECDH('prime256v1')
  const p256dh = keys.generateKeys('base64url')
  const auth = Buffer.alloc(16, 7)
  const read = (body: Buffer) => {
    const [salt, sender, rest] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
    const input = derive(keys.computeSecret(sender), auth, info, 32)
    const nonce = derive(input, salt, 'Content-Encoding: nonce\0', 12)
    const decipher = createDecipheriv('aes-128-gcm', derive(input, salt, 'Content-Encoding: aes128gcm\0', 16), nonce)
    decipher.setAuthTag(rest.subarray(-16))
    const text = Buffer.concat([decipher.update(rest.subarray(0, -16)), decipher.final()])
    assert.equal(text.at(-1), 2)
    return JSON.parse(text.subarray(0, -1).toString())
  }
  return { subscription: { p256dh, auth: auth.toString('base64url') }, read }
}

describe('notices in browsers', () => {
  test('are encrypted as in the example of RFC 8291', () => {
    const bytes = ['DGv6ra1nlYgDCS1FRnbzlw', 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw']
    const random = { bytes: () => Buffer.from(bytes.shift() ?? '', 'base64url') } as never
    const target = {
      endpoint: '',
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    assert.equal(
      encryptPush('When I grow up, I want to be a watermelon', target, random).toString('base64url'),
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    )
  })

  test('reach the browsers of the followers whose bell is on, again after a failure, until the browser is gone', async () => {
    const authority = await createTestAuthority()
    const certificate = await authority.issueCertificate('localhost')
    await using receiver = await openWebhookReceiver(certificate)
    await using slow = await openWebhookReceiver(certificate)
    await using site = await openConsoleTestApp({}, { out: { allowLoopbackHttp: true, extraCa: authority.ca } })
    const { clock, deps, viewer } = site
    const [streamer, fan] = [await site.signedIn('달토끼'), await site.signedIn('팬')]
    const channel = `/channels/${streamer.channelId}`
    const { subscription, read } = newBrowser()
    const own = async () =>
      (await fan.callConsole('GET', '/account')).body.content.sessions.map(
        ({ getsNotices }: { getsNotices: boolean }) => getsNotices,
      )
    const put = async (change: object, person = fan) => {
      const { body } = await person.callConsole('PUT', '/push', { endpoint: receiver.url, ...subscription, ...change })
      return body.code === 200 ? null : body.reason?.field
    }
    await fan.callConsole('PUT', `${channel}/follow`)
    const { publicKey } = (await fan.callConsole('GET', '/push')).body.content
    assert.deepEqual((await fan.callConsole('GET', '/push')).body.content, { publicKey, sessionId: null })
    assert.deepEqual(
      [await put({ endpoint: 'https://10.0.0.1/x' }), await put({ p256dh: 'B'.repeat(87) }), await put({})],
      ['endpoint', 'p256dh', null],
    )
    assert.deepEqual(await own(), [true])
    assert.equal((await fan.callConsole('PUT', `${channel}/bell`, { isOn: true })).status, 200)

    // The push service of another browser does not answer: only what goes to that one waits, no mails.
    slow.replyWith(null)
    await viewer.callConsole('PUT', `${channel}/follow`)
    assert.equal(await put({ endpoint: slow.url }, viewer), null)
    assert.equal((await viewer.callConsole('PUT', `${channel}/bell`, { isOn: true })).status, 200)

    const times = Array.from({ length: 4 })
    const goLive = async () => {
      await streamer.callConsole('POST', '/live', { liveTitle: '새벽 <랭크>' })
      clock.advance(minuteMs)
      await Promise.all(times.map(() => announceByMail(deps)))
      return { sent: Promise.all(times.map(() => sendPushes(deps))) }
    }
    receiver.replyWith(503)
    const { sent } = await goLive()
    const first = await receiver.next()
    const { headers } = first
    assert.deepEqual([headers['content-encoding'], headers['ttl']], ['aes128gcm', '1800'])
    const { title, body, path } = read(first.body)
    assert.match(title, /달토끼/)
    assert.deepEqual([body, path], ['새벽 <랭크>', `/watch/${streamer.channelId}`])
    const [, head, claims, signature] = /^vapid t=(.+)\.(.+)\.(.+), k=/.exec(headers.authorization ?? '') ?? []
    const point = Buffer.from(publicKey, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
    const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } })
    assert.ok(
      verifySignature(
        'sha256',
        Buffer.from(`${head}.${claims}`),
        { key, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature ?? '', 'base64url'),
      ),
    )
    assert.equal(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()).aud, new URL(receiver.url).origin)

    // A browser that gets another address while a notice waits does not get that notice.
    await slow.next()
    const waiting = () => deps.db.read.selectFrom('push_notice').select('attempts').execute()
    assert.equal((await waiting()).length, 2)
    assert.equal(await put({ endpoint: `${slow.url}/new` }, viewer), null)
    assert.equal((await waiting()).length, 1)

    receiver.replyWith(201)
    await eventually(async () => {
      clock.advance(10_000)
      await sendPushes(deps)
      assert.deepEqual(await waiting(), [])
    })
    await sent
    assert.equal(receiver.received.length, 2)

    // The push service no longer knows the browser.
    await streamer.callConsole('DELETE', '/live')
    clock.advance(60 * minuteMs)
    receiver.replyWith(410)
    slow.replyWith(410)
    await goLive().then(({ sent: all }) => all)
    // A worker of the site may have taken the notice, or have sent it before the receiver changed its answer.
    await eventually(async () => {
      clock.advance(10_000)
      await announceByMail(deps)
      await sendPushes(deps)
      assert.deepEqual(await own(), [false])
    })
    await put({})
    const { sessionId } = (await fan.callConsole('GET', '/push')).body.content
    await fan.callConsole('DELETE', `/push/${sessionId}`)
    assert.deepEqual(await own(), [false])
    // One that signs out gets none either.
    await put({})
    await fan.callConsole('DELETE', '/account/sessions')
    await eventually(async () =>
      assert.deepEqual(await deps.db.read.selectFrom('push_subscription').select('id').execute(), []),
    )
  })
})

describe('the feed of a channel', () => {
  test('has the starts of its lives for everyone, and is not there while the channel is private', async () => {
    await using site = await openSite()
    const { streamer } = site
    await streamer.callConsole('PUT', '/profile/handle', { handle: 'moonrabbit' })
    await streamer.callConsole('POST', '/live', { liveTitle: '<첫> & 방송' })
    site.clock.advance(minuteMs)
    await announce(site)
    const response = await fetch(`${site.url}/@MoonRabbit/feed`)
    assert.equal(response.headers.get('content-type'), 'application/atom+xml; charset=utf-8')
    const text = await response.text()
    assert.match(text, /<entry>.*&lt;첫&gt; &amp; 방송.*<\/entry>/s)
    assert.ok(text.includes(`<link href="${site.url}/@moonrabbit"/>`))
    const { text: html } = await httpBrowser(site.url).get('/@moonrabbit')
    assert.match(
      html,
      new RegExp(`<link rel="alternate" type="application/atom\\+xml" href="/watch/${streamer.channelId}/feed"`),
    )
    await streamer.callConsole('PATCH', '/live/setting', { audience: 'FOLLOWERS' })
    assert.equal((await fetch(`${site.url}/@MoonRabbit/feed`)).status, 404)
    for (const path of ['/@no_such', '/@%00', '/watch/%00', `/watch/${'0'.repeat(32)}`])
      assert.equal((await fetch(`${site.url}${path}/feed`)).status, 404, path)

    // A live that was private at some time is not announced later.
    await streamer.callConsole('PATCH', '/live/setting', { audience: 'EVERYBODY' })
    await streamer.callConsole('DELETE', '/live')
    assert.doesNotMatch(await (await fetch(`${site.url}/@moonrabbit/feed`)).text(), /첫/)
    assert.doesNotMatch((await httpBrowser(site.url).get('/')).text, /첫/)
  })
})

describe('the chat service of a channel', () => {
  test('gets one message about a live, again after a failure, and no more after the last attempt', async () => {
    await using receiver = await openWebhookReceiver()
    await using site = await openConsoleTestApp()
    const { clock, deps } = site
    const streamer = await site.signedIn('달토끼')
    const hook = async () => (await streamer.callConsole('GET', '/live-hook')).body.content.hook
    const refused = await streamer.callConsole('PUT', '/live-hook', { url: 'http://10.0.0.1/x' })
    assert.deepEqual([refused.status, refused.body.reason?.field, await hook()], [400, 'url', null])
    await streamer.callConsole('PUT', '/live-hook', { url: receiver.url })
    assert.equal((await hook()).state, 'NEW')
    assert.ok(
      !JSON.stringify(await deps.db.read.selectFrom('live_hook').select(['host', 'failure']).execute()).includes(
        '/hook',
      ),
    )

    assert.deepEqual((await streamer.callConsole('POST', '/live-hook/test')).body.content, { failure: null })
    await streamer.callConsole('POST', '/live', { liveTitle: '@everyone 오세요' })
    receiver.replyWith(500)
    clock.advance(minuteMs)
    await Promise.all(Array.from({ length: 4 }, () => announceByMail(deps)))
    await eventually(async () => assert.deepEqual([(await hook()).state, (await hook()).failure], ['WAITING', '500']))
    receiver.replyWith(200)
    clock.advance(10_000)
    await announceByMail(deps)
    await eventually(async () => assert.deepEqual([(await hook()).state, (await hook()).failure], ['SENT', null]))
    const bodies = receiver.received.map(({ body }) => JSON.parse(body.toString()))
    assert.equal(bodies.length, 3)
    assert.match(bodies[2].text, /^달토끼 is live\. @\u200beveryone 오세요\nhttp/)

    await streamer.callConsole('DELETE', '/live')
    clock.advance(60 * minuteMs)
    await streamer.callConsole('POST', '/live')
    receiver.replyWith(404)
    await eventually(async () => {
      clock.advance(minuteMs)
      await announceByMail(deps)
      assert.deepEqual([(await hook()).state, (await hook()).failure], ['FAILED', '404'])
    })
    assert.equal(receiver.received.length, 3 + 5)
  })

  test('gets a message in which names and titles mention nobody', () => {
    const start = {
      channelName: '<!channel> [a](http://x)',
      title: '@everyone **x**',
      url: 'https://s.example/@a',
      language: 'en',
    } as const
    assert.deepEqual(chatMessage('discord.com', start), {
      content: '\\<!channel\\> \\[a\\]\\(http\\://x\\) is live. @\u200beveryone \\*\\*x\\*\\*\nhttps://s.example/@a',
      allowed_mentions: { parse: [] },
    })
    assert.deepEqual(chatMessage('hooks.slack.com', start), {
      text: '&lt;!channel&gt; [a](http:\u200b//x) is live. @\u200beveryone **x**\nhttps://s.example/@a',
      mrkdwn: false,
    })
  })
})
