import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { listAccounts } from '../../features/accounts/moderate/people.ts'
import { sql } from 'kysely'
import { endAccountActivity } from '../../features/sessions/end-account-activity.ts'
import { resumeAccount, suspendAccount } from '../../features/accounts/end/end-account.ts'
import { purgeAccounts } from '../../features/accounts/end/purge-accounts.ts'
import { keysOfPartitioned } from '../../infra/db/batches.ts'
import { anonymizedRows, purgedRows } from '../../features/accounts/end/purge-store.ts'
import { recordAudit } from '../../shared/audit-store.ts'
import { openConsoleTestApp, statusAndMessage } from '../../../../tests/support/apps/console-test-app.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'
import { openTestApp, type TestApp } from '../../../../tests/support/apps/test-app.ts'
import { connectViewer } from '../../../../tests/support/clients/viewer-client.ts'
import { openSessionClient } from '../../../../tests/support/clients/session-client.ts'

const password = 'correct horse'
const newPassword = 'better horse'
const minute = 60_000
const day = 86_400_000

async function openAccount(testApp: TestApp, channelName = '시청자') {
  const person = await testApp.act('createPerson', { channelName, password })
  const signIn = async (headers: Record<string, string> = {}, secret = password) => {
    const browser = httpBrowser(testApp.url)
    await browser.get('/sign-in')
    const { status } = await browser.post('/sign-in', { email: person.email, password: secret }, { headers })
    return { ...browser, status }
  }
  return { channelId: person.channelId, email: person.email, signIn, browser: await signIn() }
}

describe('getMe', () => {
  test('returns the signed-in user, uncached', async () => {
    await using testApp = await openConsoleTestApp()
    const { viewer } = testApp
    const { status, body, headers } = await viewer.callConsole('GET', '/me')
    assert.equal(status, 200)
    assert.deepEqual(body.content, {
      channelId: viewer.channelId,
      channelName: '시청자',
      email: viewer.email,
      identityVerified: false,
    })
    assert.equal(headers.get('cache-control'), 'no-store')
  })
})

describe('signOut', () => {
  test('ends the session of this browser only', async () => {
    await using testApp = await openConsoleTestApp()
    const { email, password } = await testApp.act('createPerson', { channelName: '방송인' })
    const [here, elsewhere] = [httpBrowser(testApp.url), httpBrowser(testApp.url)]
    for (const browser of [here, elsewhere]) await browser.signIn(email, password)
    assert.deepEqual(statusAndMessage(await here.callConsole('DELETE', '/web-session')), [200, null])
    assert.deepEqual(
      [(await here.callConsole('GET', '/me')).status, (await elsewhere.callConsole('GET', '/me')).status],
      [401, 200],
    )
  })
})

describe('renameChannel', () => {
  test('shows the new name everywhere at once, and leaves what was sent before', async () => {
    await using testApp = await openConsoleTestApp()
    const { browser, channelId } = await openAccount(testApp, '옛 이름')
    const token = await testApp.grantToken(channelId)
    const readName = async () => (await testApp.call('GET', '/open/v1/users/me', { token })).body.content.channelName
    const donate = () => testApp.act('donate', { channelId: testApp.channelId, byChannelId: channelId, payAmount: 1 })
    assert.equal(await readName(), '옛 이름')
    const client = await testApp.connectAndSubscribe('donation')
    await donate()
    await testApp.act('chat', { channelId: testApp.channelId, byChannelId: channelId, message: '안녕' })
    const { status, body } = await browser.callConsole('PUT', '/account/channel-name', { channelName: ' 새 이름 ' })
    assert.deepEqual([status, body.content], [200, { channelName: '새 이름' }])
    assert.equal(await readName(), '새 이름')
    const { recent } = (await browser.callConsole('GET', `/channels/${testApp.channelId}`)).body.content
    assert.match(JSON.stringify(recent.find(({ type }: { type: string }) => type === 'CHAT')), /새 이름/)
    assert.equal((await browser.callConsole('GET', '/account')).body.content.channelName, '새 이름')
    assert.deepEqual(
      (await listAccounts({ search: '새 이' }, testApp.deps)).data.map((one) => one.channelId),
      [channelId],
    )
    await donate()
    const names = [(await client.next())[1], (await client.next())[1]].map(({ donatorNickname }) => donatorNickname)
    assert.deepEqual(names, ['옛 이름', '새 이름'])
  })

  test('refuses names that a sign-up refuses, and a sixth change within an hour', async () => {
    await using testApp = await openTestApp()
    const { browser } = await openAccount(testApp, '이름')
    const rename = (channelName: string) => browser.callConsole('PUT', '/account/channel-name', { channelName })
    assert.equal((await rename(' ')).status, 400)
    assert.equal((await rename('a'.repeat(31))).status, 400)
    assert.equal((await browser.callConsole('GET', '/account')).body.content.channelName, '이름')
    testApp.clock.advance(60 * minute)
    for (let n = 1; n <= 5; n++) assert.equal((await rename(`이름 ${n}`)).status, 200)
    assert.equal((await rename('이름 6')).status, 429)
    assert.equal((await browser.callConsole('GET', '/account')).body.content.channelName, '이름 5')
  })
})

describe('password', () => {
  test('a change ends the other sessions, and the new password signs in', async () => {
    await using testApp = await openTestApp()
    const { browser, signIn } = await openAccount(testApp)
    const other = await signIn()
    const { status, body } = await browser.callConsole('PUT', '/account/password', {
      currentPassword: password,
      newPassword,
    })
    assert.deepEqual([status, body.content], [200, { ...noneEnded, endedSessions: 1 }])
    assert.equal((await browser.callConsole('GET', '/account')).status, 200)
    assert.equal((await other.callConsole('GET', '/account')).status, 401)
    assert.equal((await signIn()).status, 400)
    assert.equal((await signIn({}, newPassword)).status, 302)
  })

  test('a change is refused for a wrong, a short and a common password', async () => {
    await using testApp = await openTestApp()
    const { browser, signIn } = await openAccount(testApp)
    const change = async (currentPassword: string, chosen: string) => {
      const body = { currentPassword, newPassword: chosen }
      const { reason } = (await browser.callConsole('PUT', '/account/password', body)).body
      return [reason?.field, reason?.code]
    }
    assert.deepEqual(await change('wrong password', newPassword), ['currentPassword', 'WRONG_PASSWORD'])
    assert.deepEqual(await change(password, 'short'), ['newPassword', 'TOO_SHORT'])
    assert.deepEqual(await change(password, 'password123'), ['newPassword', 'COMMON_PASSWORD'])
    assert.equal((await signIn()).status, 302)
  })

  test('a sign-in with the old password does not outlive the change', async () => {
    await using testApp = await openTestApp()
    const { browser, signIn, channelId } = await openAccount(testApp)
    await Promise.all([
      browser.callConsole('PUT', '/account/password', { currentPassword: password, newPassword }),
      ...Array.from({ length: 6 }, () => signIn()),
    ])
    const sessions = await testApp.deps.db.read
      .selectFrom('web_session')
      .where('channel_id', '=', channelId)
      .selectAll()
      .execute()
    assert.equal(sessions.length, 1)
  })

  test('wrong passwords are limited like sign-ins', async () => {
    await using testApp = await openTestApp()
    const { browser } = await openAccount(testApp)
    const check = (secret: string) => browser.callConsole('POST', '/account/password-check', { password: secret })
    for (let at = 0; at < 10; at++) assert.equal((await check('wrong password')).status, 400)
    const refused = await check(password)
    assert.deepEqual([refused.status, refused.body.reason?.code], [429, 'TOO_MANY_WRONG_PASSWORDS'])
    assert.equal(refused.headers.get('retry-after'), '900')
  })

  test('secrets and stream keys need the password again 10 minutes after it was entered', async () => {
    await using testApp = await openTestApp()
    const { browser } = await openAccount(testApp)
    const call = (method: string, path: string, json?: object) => browser.callConsole(method, path, json)
    const app = { name: 'bot', redirectUri: 'https://bot.example.com/callback' }
    const { clientId } = (await call('POST', '/apps', app)).body.content
    const { channelId: manager } = await testApp.act('createPerson', { channelName: '매니저' })
    const url = 'https://bot.example.com/hook'
    assert.equal((await call('PUT', `/apps/${clientId}/webhook`, { url })).status, 200)
    const further = await call('POST', `/apps/${clientId}/webhook/endpoints`, { name: 'staging', url })
    const endpoint = `/apps/${clientId}/webhook/endpoints/${further.body.content.endpointId}`
    const calls: [string, string, object?][] = [
      ['GET', '/stream-key'],
      ['POST', '/stream-key'],
      ['POST', '/apps', app],
      ['POST', `/apps/${clientId}/secret`],
      ['DELETE', `/apps/${clientId}/secret/older`],
      ['GET', '/account/export'],
      ['PATCH', `/apps/${clientId}`, { redirectUri: 'https://bot.example.com/other' }],
      ['PUT', `/apps/${clientId}/webhook`, { url: 'https://bot.example.com/other' }],
      ['PUT', endpoint, { url: 'https://bot.example.com/other' }],
      ['PUT', `/managers/${manager}`, { userRole: 'STREAMING_CHAT_MANAGER' }],
      ['DELETE', `/managers/${manager}`],
    ]
    testApp.clock.advance(10 * minute)
    assert.equal((await call('GET', '/stream-key')).status, 200)
    testApp.clock.advance(1)
    for (const [method, path, json] of calls) {
      const { status, body } = await call(method, path, json)
      assert.deepEqual([method, path, status, body.reason?.code], [method, path, 403, 'PASSWORD_REQUIRED'])
    }
    // What else an application has can be changed without it.
    assert.equal((await call('PATCH', `/apps/${clientId}`, { name: 'better bot' })).status, 200)
    assert.equal((await call('PUT', `/apps/${clientId}/webhook`, { status: 'DISABLED' })).status, 200)
    assert.equal((await call('POST', '/account/password-check', { password: 'wrong password' })).status, 400)
    assert.equal((await call('GET', '/stream-key')).status, 403)
    assert.equal((await call('POST', '/account/password-check', { password })).status, 200)
    for (const [method, path, json] of calls) assert.equal((await call(method, path, json)).status, 200, path)
  })
})

describe('changePassword with endsConnections', () => {
  test('ends the access of applications and the URLs of overlays, which stay without it', async () => {
    await using testApp = await openConsoleTestApp()
    const { browser, channelId } = await openAccount(testApp)
    const token = await testApp.grantToken(channelId)
    const isTokenValid = async () => (await testApp.call('GET', '/open/v1/users/me', { token })).status === 200
    const created = await browser.callConsole('POST', '/overlays/chat/url', {})
    const overlayToken = tokenOf(created.body.content.overlayUrl)
    const overlayStatus = async () =>
      (await httpBrowser(testApp.url).callConsole('POST', '/overlays/open', { token: overlayToken })).status
    const change = async (body: { currentPassword: string; newPassword: string; endsConnections?: boolean }) =>
      (await browser.callConsole('PUT', '/account/password', body)).body.content

    const kept = await change({ currentPassword: password, newPassword: 'another password' })
    assert.deepEqual([kept, await isTokenValid(), await overlayStatus()], [noneEnded, true, 200])
    const ended = await change({
      currentPassword: 'another password',
      newPassword: 'a third password',
      endsConnections: true,
    })
    assert.deepEqual(
      [ended, await isTokenValid(), await overlayStatus()],
      [{ ...noneEnded, endedConnections: 2 }, false, 401],
    )
    assert.deepEqual((await browser.callConsole('GET', '/connected-apps')).body.content.data, [])
  })
})

const noneEnded = { endedSessions: 0, endedConnections: 0 }
const tokenOf = (overlayUrl: string) => new URLSearchParams(new URL(overlayUrl).hash.slice(1)).get('token') ?? ''

describe('changeEmail', () => {
  test('signs in with the new address only, keeps sessions, and is in the audit log', async () => {
    await using testApp = await openTestApp()
    const { browser, signIn, channelId, email } = await openAccount(testApp)
    const other = await signIn()
    assert.equal((await browser.callConsole('GET', '/account')).body.content.canVerifyIdentity, false)
    const { status, body } = await browser.callConsole('PUT', '/account/email', {
      email: ' New@Example.com ',
      password,
    })
    assert.deepEqual([status, body.content], [200, { email: 'new@example.com' }])
    for (const one of [browser, other])
      assert.equal((await one.callConsole('GET', '/account')).body.content.email, 'new@example.com')
    assert.equal((await signIn()).status, 400)
    const guest = httpBrowser(testApp.url)
    await guest.get('/sign-in')
    assert.equal((await guest.post('/sign-in', { email: 'new@example.com', password })).status, 302)
    const { action, channel_id } = await testApp.deps.db.read
      .selectFrom('audit_log')
      .where('action', '=', 'account.email_changed')
      .selectAll()
      .executeTakeFirstOrThrow()
    assert.deepEqual([action, channel_id], ['account.email_changed', channelId])
    const again = await openAccount(testApp, 'with the old address')
    assert.equal((await again.browser.callConsole('PUT', '/account/email', { email, password })).status, 200)
  })

  test('is refused for a wrong password, and an invalid or taken address', async () => {
    await using testApp = await openTestApp()
    const { browser, email, signIn } = await openAccount(testApp)
    const other = await openAccount(testApp, '다른 사람')
    const change = async (address: string, secret = password) => {
      const { status, body } = await browser.callConsole('PUT', '/account/email', { email: address, password: secret })
      return [status, body.reason?.field, body.reason?.code]
    }
    assert.deepEqual(await change('new@example.com', 'wrong password'), [400, 'password', 'WRONG_PASSWORD'])
    assert.deepEqual(await change('no address'), [400, 'email', 'INVALID_EMAIL'])
    assert.deepEqual(await change(other.email), [400, 'email', 'EMAIL_TAKEN'])
    assert.equal((await browser.callConsole('GET', '/account')).body.content.email, email)
    assert.equal((await signIn()).status, 302)
  })

  test('of 6 people who take one address concurrently one has it', async () => {
    await using testApp = await openTestApp()
    const names = ['one', 'two', 'three', 'four', 'five', 'six']
    const people = await Promise.all(names.map((name) => openAccount(testApp, name)))
    const body = { email: 'wanted@example.com', password }
    const changes = await Promise.all(people.map(({ browser }) => browser.callConsole('PUT', '/account/email', body)))
    const codes = changes.map(({ status, body: content }) => (status === 200 ? '' : String(content.reason?.code)))
    assert.deepEqual(codes.sort(), ['', ...Array.from({ length: 5 }, () => 'EMAIL_TAKEN')])
  })
})

describe('sessions', () => {
  test('are listed with browser, network and last use, and each can be ended', async () => {
    await using testApp = await openTestApp({ settings: { sandboxPublic: true, trustProxy: true } })
    const { browser, signIn } = await openAccount(testApp)
    testApp.clock.advance(day)
    const phone = await signIn({ 'user-agent': 'a phone', 'x-forwarded-for': '2001:db8::5:1' })
    testApp.clock.advance(day)
    await browser.callConsole('GET', '/me')
    const { sessions } = (await browser.callConsole('GET', '/account')).body.content
    assert.deepEqual(
      sessions.map(({ isCurrent, userAgent, network }: any) => [isCurrent, userAgent, network]),
      [
        [true, 'browser without JavaScript', '127.0.0.1'],
        [false, 'a phone', '2001:db8:0:0'],
      ],
    )
    assert.ok(sessions[0].lastUsedDate > sessions[1].lastUsedDate)
    assert.equal((await browser.callConsole('DELETE', `/account/sessions/${sessions[1].sessionId}`)).status, 200)
    assert.equal((await phone.callConsole('GET', '/account')).status, 401)
    const again = await browser.callConsole('DELETE', `/account/sessions/${sessions[1].sessionId}`)
    assert.deepEqual([again.status, again.body.reason?.code], [404, 'NO_SUCH_WEB_SESSION'])
  })

  test('sessions of another person cannot be ended', async () => {
    await using testApp = await openTestApp()
    const [one, other] = [await openAccount(testApp), await openAccount(testApp, '다른 사람')]
    const { sessions } = (await one.browser.callConsole('GET', '/account')).body.content
    const refused = await other.browser.callConsole('DELETE', `/account/sessions/${sessions[0].sessionId}`)
    assert.equal(refused.status, 404)
    assert.equal((await one.browser.callConsole('GET', '/account')).status, 200)
  })

  test('signing out everywhere ends all of them', async () => {
    await using testApp = await openTestApp()
    const { browser, signIn } = await openAccount(testApp)
    const other = await signIn()
    assert.deepEqual((await browser.callConsole('DELETE', '/account/sessions')).body.content, { endedSessions: 2 })
    for (const one of [browser, other]) assert.equal((await one.callConsole('GET', '/account')).status, 401)
  })

  test('a session ends after 14 idle days, and after 30 days in use', async () => {
    await using testApp = await openTestApp()
    const { browser, signIn } = await openAccount(testApp)
    const idle = await signIn()
    const isSignedIn = async (one: typeof browser) => (await one.callConsole('GET', '/me')).status === 200
    testApp.clock.advance(14 * day - 1)
    assert.equal(await isSignedIn(browser), true)
    testApp.clock.advance(1)
    assert.deepEqual([await isSignedIn(browser), await isSignedIn(idle)], [true, false])
    testApp.clock.advance(13 * day)
    assert.equal(await isSignedIn(browser), true)
    testApp.clock.advance(3 * day - 1)
    assert.equal(await isSignedIn(browser), true)
    testApp.clock.advance(1)
    assert.equal(await isSignedIn(browser), false)
  })
})

describe('export', () => {
  test('holds the data of the person, in pages, and nothing of others', async () => {
    await using testApp = await openConsoleTestApp()
    const owner = await testApp.signedIn('내보내는 사람')
    const call = async (method: string, path: string, json?: object) =>
      (await owner.callConsole(method, path, json)).body.content
    await call('POST', '/apps', { name: 'bot', redirectUri: 'https://bot.example.com/callback' })
    await call('POST', '/teams', { name: 'Crew' })
    const placeholder = await fetch(`${testApp.url}/assets/thumbnails/1_270.png`)
    const picture = Buffer.from(await placeholder.arrayBuffer()).toString('base64')
    await call('PUT', '/live/thumbnail', { picture })
    await call('PUT', '/profile/picture', { picture })
    await call('PATCH', '/profile', { introduction: '안녕하세요' })
    await call('PUT', '/profile/handle', { handle: 'exporter' })
    await testApp.act('follow', { channelId: testApp.viewer.channelId, byChannelId: owner.channelId })
    const other = testApp.viewer.channelId
    await testApp.act('chat', { channelId: other, byChannelId: owner.channelId, message: '내 말' })
    await testApp.act('chat', { channelId: other, byChannelId: other, message: '남의 말' })
    const replied = randomUUID()
    await sql`insert into stream_request values (${owner.channelId}, '부탁', 0, 1, '나중에')`.execute(
      testApp.deps.db.read,
    )
    await sql`insert into chat_message (id, channel_id, sender_channel_id, content, message_time, reply_to)
      select gen_random_uuid(), ${other}, ${owner.channelId}, 'n', n, ${replied} from generate_series(1, 1500) n`.execute(
      testApp.deps.db.read,
    )
    await call('POST', '/reports', { kind: 'CHANNEL', channelId: other, reason: 'SPAM', text: '내 신고' })
    const target = { name: '다른 곳', rtmpUrl: 'rtmp://live.example.com/app', streamKey: '비밀 키', isEnabled: true }
    await call('POST', '/restream-targets', target)
    const own = `/channels/${owner.channelId}/polls`
    const { pollId } = await call('POST', own, { question: '내 질문', options: ['하나', '둘'], seconds: 60 })
    await call('POST', `${own}/${pollId}/vote`, { option: 1 })
    const times = { localStart: '2020-01-01T20:00', timeZone: 'Asia/Seoul', isWeekly: true, lengthMin: null }
    await call('POST', '/schedule', { title: '매주 방송', categoryId: null, ...times })
    const data: Record<string, any[]> = {}
    let next: string | null = ''
    let pages = 0
    while (next !== null) {
      const page: any = await call('GET', `/account/export${next === '' ? '' : `?next=${next}`}`)
      data[page.kind] = [...(data[page.kind] ?? []), ...page.data]
      next = page.page.next
      pages += 1
    }
    assert.equal(data['chatMessages']?.length, 1_501)
    assert.equal(data['chatMessages'].filter(({ replyToMessageId }) => replyToMessageId === replied).length, 1_500)
    const streamRequest = data['account']?.[0].streamRequest
    assert.deepEqual([streamRequest.text, streamRequest.answer], ['부탁', '나중에'])
    assert.equal(streamRequest.declinedDate, '1970-01-01T00:00:00.001Z')
    assert.ok(pages > Object.keys(data).length)
    assert.deepEqual(
      [data['account']?.[0].email, data['applications']?.[0].name, data['following']?.[0].channelId],
      [owner.email, 'bot', other],
    )
    assert.deepEqual([data['reports']?.[0].text, data['reports']?.[0].subjectId], ['내 신고', other])
    assert.deepEqual([data['teams']?.[0].name, data['teams']?.[0].role], ['Crew', 'OWNER'])
    const [settings] = data['channelSettings'] ?? []
    assert.deepEqual([settings.thumbnailBase64, settings.pictureBase64], [picture, picture])
    assert.deepEqual([settings.introduction, settings.handles], ['안녕하세요', ['exporter']])
    assert.equal(data['following']?.[0].isNotified, false)
    assert.equal(data['restreamTargets']?.[0].url, target.rtmpUrl)
    assert.deepEqual([data['pollVotes']?.[0].option, settings.poll.question], ['둘', '내 질문'])
    assert.equal(data['schedule']?.[0].title, '매주 방송')
    const text = JSON.stringify(data)
    assert.ok(
      text.includes('내 말') &&
        !text.includes('남의 말') &&
        !text.includes(target.streamKey) &&
        !text.includes(testApp.viewer.email),
    )
    assert.ok(!/argon2|\\x[0-9a-f]{20}/.test(text))
    const refused = await owner.callConsole('GET', '/account/export?next=nonsense')
    assert.deepEqual([refused.status, refused.body.reason?.code], [400, 'INVALID_CURSOR'])
  })
})

/** A streamer with an application, tokens, a live channel, sockets of all kinds. */
async function openActiveAccount(testApp: Awaited<ReturnType<typeof openConsoleTestApp>>) {
  const { email, password: secret } = await testApp.act('createPerson', {
    channelName: '활동하는 사람',
    password,
  })
  const browser = httpBrowser(testApp.url)
  await browser.signIn(email, secret)
  const { channelId } = (await browser.callConsole('GET', '/me')).body.content
  const ownApp = (
    await browser.callConsole('POST', '/apps', { name: 'bot', redirectUri: 'https://bot.example.com/callback' })
  ).body.content
  const other = await testApp.createFixture()
  const grant = (clientId: string, of: string) => testApp.act('createGrant', { clientId, channelId: of })
  const ownToken = await grant(other.client.clientId, channelId)
  const userOfApp = await grant(ownApp.clientId, testApp.viewer.channelId)
  const { streamKey } = (await browser.callConsole('GET', '/stream-key')).body.content
  await browser.callConsole('POST', '/live', { liveTitle: '방송' })
  const connect = async (path: string, options: Parameters<typeof testApp.call>[2]) => {
    const { body } = await testApp.call('GET', path, options)
    const client = openSessionClient(body.content.url)
    await client.next()
    return client
  }
  return {
    browser,
    channelId: String(channelId),
    email,
    ownApp,
    other,
    ownToken,
    userOfApp,
    streamKey,
    connect,
  }
}

describe('suspension', () => {
  test('sign-in, tokens, applications, stream key, sockets and chat end at once, and resume with the data', async () => {
    await using testApp = await openConsoleTestApp()
    const active = await openActiveAccount(testApp)
    const { browser, channelId, email, ownApp, other, ownToken, userOfApp } = active
    const own = `/channels/${channelId}/polls`
    const poll = { question: '본명', options: ['하나', '둘'], seconds: 60 }
    const { pollId } = (await browser.callConsole('POST', own, poll)).body.content
    assert.equal((await browser.callConsole('DELETE', `${own}/${pollId}`)).status, 200)
    await testApp.deps.db.transaction(async (tx) => {
      for (const [action, detail] of [
        ['live.title_removed', { title: '본명' }],
        ['upload.removed', { name: '본명' }],
        ['account.renamed', { replacedName: '본명' }],
      ] as const)
        await recordAudit(tx, testApp.clock.now(), { action, channelId, detail })
    })
    using ofUser = await active.connect('/open/v1/sessions/auth', { token: ownToken['accessToken'] })
    using ofApp = await active.connect('/open/v1/sessions/auth/client', { client: ownApp })
    using watching = await connectViewer(browser, testApp.viewer.channelId)
    using watched = await connectViewer(testApp.viewer, channelId)
    const ask = async () => {
      const chat = { token: ownToken['accessToken'], json: { message: 'hi' } }
      const ingest = await testApp.call('POST', '/ingest/v1/publish', { json: { streamKey: active.streamKey } })
      return [
        (await testApp.call('GET', '/open/v1/users/me', { token: ownToken['accessToken'] })).status,
        (await testApp.call('GET', '/open/v1/users/me', { token: userOfApp['accessToken'] })).status,
        (await testApp.call('GET', '/open/v1/sessions/client', { client: ownApp })).status,
        (await testApp.call('POST', '/open/v1/chats/send', chat)).status,
        ingest.status,
        (await browser.callConsole('GET', '/me')).status,
        (await testApp.viewer.callConsole('GET', `/channels/${channelId}`)).status,
      ]
    }
    const before = await ask()
    assert.ok(
      before.every((status) => status < 300),
      before.join(),
    )
    await suspendAccount({ channelId, reason: 'spam' }, endAccountActivity, testApp.deps)
    assert.deepEqual(await ask(), [401, 401, 401, 401, 403, 401, 404])
    for (const socket of [ofUser, ofApp, watching, watched]) await socket.readUntilClose()

    const refresh = {
      json: { grantType: 'refresh_token', ...other.client, refreshToken: ownToken['refreshToken'] },
    }
    assert.equal((await testApp.call('POST', '/auth/v1/token', refresh)).status, 401)
    const again = httpBrowser(testApp.url)
    await again.get('/sign-in')
    const refused = await again.post('/sign-in', { email, password })
    assert.equal(refused.status, 400)
    assert.ok(refused.text.includes('This account is suspended.'))
    const live = await testApp.deps.db.read.selectFrom('live').where('closed_at', 'is', null).selectAll().execute()
    assert.deepEqual(live, [])

    await resumeAccount(channelId, testApp.deps)
    await browser.signIn(email, password)
    assert.deepEqual(await ask(), before)
  })

  test('gateways close the sockets also when the message is lost', async () => {
    await using testApp = await openConsoleTestApp()
    const active = await openActiveAccount(testApp)
    using ofUser = await active.connect('/open/v1/sessions/auth', { token: active.ownToken['accessToken'] })
    using watching = await connectViewer(active.browser, testApp.viewer.channelId)
    await sql`update channel set ended_at = 1 where id = ${active.channelId}`.execute(testApp.deps.db.read)
    let isClosed = false
    const closed = Promise.all([ofUser.readUntilClose(), watching.readUntilClose()]).then(() => (isClosed = true))
    await eventually(
      () => {
        testApp.clock.advance(2_000)
        return isClosed
      },
      { within: 10_000 },
    )
    await closed
  })
})

describe('deletion', () => {
  test('ends everything at once, and the worker deletes the data and anonymizes what belongs to others', async () => {
    await using testApp = await openConsoleTestApp()
    const active = await openActiveAccount(testApp)
    const { browser, channelId, email, ownApp, ownToken } = active
    const { viewer } = testApp
    const { act } = testApp
    await act('follow', { channelId: viewer.channelId, byChannelId: channelId })
    await act('follow', { channelId, byChannelId: viewer.channelId })
    await act('chat', { channelId: viewer.channelId, byChannelId: channelId, message: '지울 말' })
    await act('chat', { channelId, byChannelId: viewer.channelId, message: '안녕' })
    await act('donate', {
      channelId: viewer.channelId,
      byChannelId: channelId,
      payAmount: 1_000,
      donationText: '받아요',
    })
    await act('subscribe', { channelId: viewer.channelId, byChannelId: channelId })
    await act('donate', { channelId, byChannelId: viewer.channelId, payAmount: 1_000 })
    await browser.callConsole('PUT', `/channels/${channelId}/chat/blocked-words`, { words: ['본명'] })
    using ofUser = await active.connect('/open/v1/sessions/auth', { token: ownToken['accessToken'] })
    using ofApp = await active.connect('/open/v1/sessions/auth/client', { client: ownApp })

    const refused = await browser.callConsole('POST', '/account/deletion', { password: 'wrong password' })
    assert.deepEqual([refused.status, refused.body.reason?.code], [400, 'WRONG_PASSWORD'])
    assert.equal((await browser.callConsole('POST', '/account/deletion', { password })).status, 200)
    for (const socket of [ofUser, ofApp]) await socket.readUntilClose()
    const statuses = [
      (await browser.callConsole('GET', '/me')).status,
      (await testApp.call('GET', '/open/v1/users/me', { token: ownToken['accessToken'] })).status,
      (await testApp.call('GET', '/open/v1/sessions/client', { client: ownApp })).status,
      (await viewer.callConsole('GET', `/channels/${channelId}`)).status,
    ]
    assert.deepEqual(statuses, [401, 401, 401, 404])

    await purgeAccounts(testApp.deps)
    const { db } = testApp.deps
    assert.equal((await db.read.selectFrom('channel').where('id', '=', channelId).selectAll().execute()).length, 0)
    const apps = await db.read.selectFrom('app').where('client_id', '=', ownApp.clientId).selectAll().execute()
    assert.deepEqual(apps, [])
    const tables = [
      'donation',
      'subscription_event',
      'chat_message',
      'channel_follower',
      'session',
      'user_grant',
    ] as const
    for (const table of tables) {
      const rows = JSON.stringify(await db.read.selectFrom(table).selectAll().execute())
      assert.ok(!rows.includes(channelId) && !rows.includes('활동하는 사람') && !rows.includes('받아요'), table)
    }
    const audited = JSON.stringify(await db.read.selectFrom('audit_log').selectAll().execute())
    assert.ok(audited.includes('account.deleted') && !audited.includes('본명'))
    const donations = await db.read.selectFrom('donation').selectAll().execute()
    assert.deepEqual(
      donations.map(({ channel_id, pay_amount }) => [channel_id, pay_amount]),
      [[viewer.channelId, 1_000]],
    )
    const activity = await viewer.callConsole('GET', '/activity')
    assert.deepEqual(
      activity.body.content.data.map((item: any) => [item.kind, item.channelId]),
      [
        ['DONATION', null],
        ['SUBSCRIPTION', null],
      ],
    )
    const created = await testApp.act('createPerson', { channelName: '새 사람', email })
    assert.notEqual(created.channelId, channelId)
  })

  test('the list of deleted rows has every reference to a channel', async () => {
    await using testApp = await openTestApp()
    const { rows } = await sql<{ table: string; column: string }>`
      select conrelid::regclass::text as table, attname as column from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = any(conkey)
      where contype = 'f' and conparentid = 0 and confrelid = 'channel'::regclass and confdeltype = 'a'`.execute(
      testApp.deps.db.read,
    )
    assert.deepEqual(
      rows.filter((row) => row.table !== 'account' && !isListed(row)),
      [],
    )
    assert.ok(rows.length > 20)
    const partitioned = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'p' order by 1`.execute(testApp.deps.db.read)
    assert.deepEqual(
      partitioned.rows.map(({ name }) => name),
      Object.keys(keysOfPartitioned),
    )
  })
})

function isListed({ table, column }: { table: string; column: string }): boolean {
  return (
    purgedRows.some(([name, condition]) => name === table && new RegExp(`\\b${column} = \\$channel`).test(condition)) ||
    anonymizedRows.some(([name, of]) => name === table && of === column)
  )
}
