import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits, scopes } from '@onair/contract'
import { openTestApp } from '../../../../tests/support/apps/test-app.ts'
import { connect } from '../../../../tests/support/clients/session-client.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { httpBrowser } from '../../../../tests/support/clients/http-browser.ts'
import { countRecords, listRecords, readRecords, type RecordPage } from './test-helpers.ts'

describe('the recorder', () => {
  // Gap 120.
  test('records a request, its event and the frames with one trace id, in this order', async () => {
    await using testApp = await openTestApp()
    const { channelId, client, token } = await testApp.createFixture()
    using session = await connect((await testApp.call('GET', '/open/v1/sessions/auth', { token })).body.content.url)
    const subscribePath = '/open/v1/sessions/events/subscribe/chat'
    const subscribed = await testApp.call('POST', `${subscribePath}?sessionKey=${session.sessionKey}`, { token })
    const { headers } = await testApp.call('POST', '/open/v1/chats/send', { token, json: { message: '안녕' } })

    const records = await listRecords(testApp, `&traceId=${headers.get('x-request-id')}&full=true`)
    assert.deepEqual(
      records.map(({ kind, name }) => [kind, name]),
      [
        ['request', 'POST /open/v1/chats/send'],
        ['event', 'CHAT'],
        ['frame', 'CHAT'],
      ],
    )
    const [request, event, frame] = records
    assert.partialDeepStrictEqual(request, { status: 200, clientId: client.clientId, appName: 'bot' })
    assert.equal(JSON.parse(event?.detail?.payload?.text ?? '').content, '안녕')
    assert.partialDeepStrictEqual(frame, { sessionKey: session.sessionKey, eventId: event?.eventId })
    for (const record of records) assert.equal(record.channelId, channelId)

    const subscribeRecords = await listRecords(testApp, `&traceId=${subscribed.headers.get('x-request-id')}`)
    assert.deepEqual(
      subscribeRecords.map(({ name }) => name),
      [`POST ${subscribePath}`, 'SYSTEM subscribed'],
    )
  })

  test('records an event to several sessions of an application in one row, and lists a record for each', async () => {
    await using testApp = await openTestApp()
    const { channelId, client, token } = await testApp.createFixture()
    using sessions = new DisposableStack()
    const sessionKeys: string[] = []
    const openSubscribed = async () => {
      const { url } = (await testApp.call('GET', '/open/v1/sessions/auth', { token })).body.content
      const session = sessions.use(await connect(url))
      const path = `/open/v1/sessions/events/subscribe/chat?sessionKey=${session.sessionKey}`
      assert.equal((await testApp.call('POST', path, { token })).status, 200)
      sessionKeys.push(session.sessionKey)
    }
    const send = (message: string) => testApp.call('POST', '/open/v1/chats/send', { token, json: { message } })
    const countRows = async () => {
      await testApp.deps.recorder.flush()
      const rows = testApp.deps.db.read.selectFrom('inspector_record').where('name', '=', 'CHAT')
      return (await rows.where('kind', '=', 'frame').select('position').execute()).length
    }
    await openSubscribed()
    await openSubscribed()
    await send('one')
    await send('two')
    assert.equal(await countRows(), 2)
    await openSubscribed()
    await send('three')
    assert.equal(await countRows(), 3)
    const lists = await testApp.deps.db.read.selectFrom('inspector_receivers').select('session_keys').execute()
    assert.deepEqual(
      lists.map(({ session_keys }) => session_keys.length).toSorted((a, b) => a - b),
      [2, 3],
    )

    const frames = await listRecords(testApp, '&kind=frame&name=CHAT&full=true')
    const [one = '', two = '', three = ''] = sessionKeys
    assert.deepEqual(
      frames.map(({ sessionKey, clientId, detail }) => [
        JSON.parse(detail?.payload?.text ?? '').content,
        sessionKey,
        clientId,
      ]),
      [
        ['one', one],
        ['one', two],
        ['two', one],
        ['two', two],
        ['three', one],
        ['three', two],
        ['three', three],
      ].map(([content, sessionKey]) => [content, sessionKey, client.clientId]),
    )
    const positions = frames.map(({ position }) => position)
    assert.deepEqual(
      positions,
      [...new Set(positions)].toSorted((a, b) => a - b),
    )

    const ofSecond = await listRecords(testApp, `&sessionKey=${two}&kind=frame&name=CHAT`)
    assert.deepEqual(
      ofSecond.map(({ position }) => position),
      frames.filter(({ sessionKey }) => sessionKey === two).map(({ position }) => position),
    )
    for (const { position } of frames) {
      const others = (query: string) => readRecords(testApp, `kind=frame&name=CHAT&size=2&${query}`)
      const before: RecordPage = await others(`before=${position}`)
      assert.deepEqual(
        before.data.map((record) => record.position),
        positions
          .filter((other) => other < position)
          .toReversed()
          .slice(0, 2),
      )
      const after: RecordPage = await others(`after=${position}`)
      assert.deepEqual(
        after.data.map((record) => record.position),
        positions
          .filter((other) => other > position)
          .toReversed()
          .slice(0, 2),
      )
    }
    const query = { eventType: 'CHAT', channelId, clientId: client.clientId } as const
    for (const sessionKey of sessionKeys)
      assert.equal((await testApp.act('explainMissingEvent', { ...query, sessionKey })).reason, 'SENT')
  })

  test('`closed` names the wire profile when the client left without ever subscribing', async () => {
    await using testApp = await openTestApp()
    for (const wireProfile of ['documented', 'observed'] as const) {
      const { token } = await testApp.createFixture({ wireProfile })
      const connectSession = async () =>
        connect((await testApp.call('GET', '/open/v1/sessions/auth', { token })).body.content.url)
      const closedRecord = async ({ sessionKey }: { sessionKey: string }) => {
        const records = await eventually(async () => {
          const found = await listRecords(testApp, `&sessionKey=${sessionKey}&name=closed`)
          return found.length > 0 && found
        })
        return records[0]
      }
      using leaving = await connectSession()
      await leaving.disconnect()
      assert.equal((await closedRecord(leaving))?.wireProfile, wireProfile)

      using subscribing = await connectSession()
      const path = `/open/v1/sessions/events/subscribe/chat?sessionKey=${subscribing.sessionKey}`
      assert.equal((await testApp.call('POST', path, { token })).status, 200)
      await subscribing.disconnect()
      assert.equal((await closedRecord(subscribing))?.wireProfile, null)

      using ended = await connectSession()
      await testApp.act('disconnectSession', { sessionKey: ended.sessionKey })
      assert.equal((await closedRecord(ended))?.wireProfile, null, 'the server closed the session')
    }
  })

  test('does not record the periodic requests of watch pages', async () => {
    await using testApp = await openTestApp()
    const { channelId, email, password } = await testApp.act('createPerson', { channelName: 'a' })
    const { token } = await testApp.createFixture()
    const opened = await testApp.call('POST', `/console/v1/channels/${channelId}/viewer`, { json: {} })
    assert.equal(opened.status, 200)
    await testApp.act('goLive', { channelId })
    const viewer = httpBrowser(testApp.url)
    await viewer.signIn(email, password)
    assert.equal((await testApp.call('GET', '/open/v1/users/me', { token })).status, 200)
    for (const method of ['PUT', 'DELETE'])
      assert.equal((await viewer.callConsole(method, `/channels/${channelId}/watch`, {})).status, 200)
    assert.deepEqual(
      (await listRecords(testApp)).map(({ name }) => name),
      ['GET /open/v1/users/me'],
    )
  })

  test('attributes a request with invalid credentials to the application that it names, as anonymous', async () => {
    await using testApp = await openTestApp()
    const { client } = await testApp.createFixture()
    for (const clientId of [client.clientId, 'invented']) {
      const invalid = { clientId, clientSecret: 'wrong' }
      const { status } = await testApp.call('GET', '/open/v1/sessions/auth/client', { client: invalid })
      assert.equal(status, 401)
    }
    await testApp.call('GET', '/open/v1/sessions/auth/client', { client })
    const records = await listRecords(testApp, '&name=sessions/auth/client')
    assert.deepEqual(
      records.map(({ status, clientId }) => [status, clientId]),
      [
        [401, client.clientId],
        [401, 'invented'],
        [200, client.clientId],
      ],
    )
    const anonymous = await testApp.deps.db.read
      .selectFrom('inspector_record')
      .select('status')
      .where('is_anonymous', '=', true)
      .execute()
    assert.deepEqual(
      anonymous.map(({ status }) => status),
      [401, 401],
    )
  })

  test('attributes calls of unknown paths and methods to the application of their credentials', async () => {
    await using testApp = await openTestApp()
    const { channelId, client, token } = await testApp.createFixture()
    const call = async (method: 'GET' | 'DELETE', path: string, options: object) =>
      (await testApp.call(method, `/open/v1/${path}`, options)).status
    assert.equal(await call('GET', 'nothing?a=1', { token }), 404)
    assert.equal(await call('GET', 'nothing', { client }), 404)
    assert.equal(await call('DELETE', 'users/me', { token }), 405)
    assert.equal(await call('GET', 'nothing', { token: 'unknown' }), 404)
    const records = await listRecords(testApp, '&kind=request&name=/open/v1/&status=4xx&full=true')
    assert.deepEqual(
      records.map(({ name, status, clientId, channelId: of, detail }) => [
        name,
        status,
        clientId,
        of,
        detail?.reason?.code,
      ]),
      [
        ['GET /open/v1/nothing', 404, client.clientId, channelId, 'NO_SUCH_PATH'],
        ['GET /open/v1/nothing', 404, client.clientId, null, 'NO_SUCH_PATH'],
        ['DELETE /open/v1/users/me', 405, client.clientId, channelId, 'NO_SUCH_METHOD'],
        ['GET /open/v1/nothing', 404, null, null, 'NO_SUCH_PATH'],
      ],
    )
  })

  test('truncates a body between two characters', async () => {
    await using testApp = await openTestApp()
    const { token } = await testApp.createFixture()
    for (const indent of ['', ' ']) {
      const raw = `${indent}{"message":"${'😀'.repeat(limits.recordedTextLength / 2)}"}`
      await testApp.call('POST', '/open/v1/chats/send', { token, raw })
    }
    const records = await listRecords(testApp, '&name=chats/send&full=true')
    assert.equal(records.length, 2)
    for (const { detail } of records) {
      const { text, truncated } = detail?.request?.body ?? { text: '', truncated: false }
      assert.ok(truncated)
      assert.ok(text.isWellFormed())
      assert.ok(text.length >= limits.recordedTextLength - 1, String(text.length))
    }
  })

  test('records a call without the required scope when it records observed applications only', async () => {
    await using testApp = await openTestApp({ settings: { inspector: 'on-demand' } })
    const { email, password, channelId } = await testApp.act('createPerson', { channelName: '개발자' })
    const owner = httpBrowser(testApp.url)
    await owner.signIn(email, password)
    const app = { name: 'bot', redirectUri: 'http://127.0.0.1:9/callback' }
    const { clientId } = (await owner.callConsole('POST', '/apps', app)).body.content
    const grant = { clientId, channelId, scopes: [scopes.chatRead] }
    const { accessToken: token } = await testApp.act('createGrant', grant)
    const listOwnerRecords = async () => {
      const { data }: RecordPage = (await owner.callConsole('GET', `/apps/${clientId}/records`)).body.content
      return data.map(({ name, status }) => [name, status])
    }
    assert.deepEqual(await listOwnerRecords(), [])
    const { status } = await testApp.call('POST', '/open/v1/chats/send', { token, json: { message: 'hi' } })
    assert.equal(status, 403)
    assert.deepEqual(await listOwnerRecords(), [['POST /open/v1/chats/send', 403]])
  })

  test('records a refused call under the application that a header or the body names', async () => {
    await using testApp = await openTestApp()
    const { client } = await testApp.createFixture()
    const wrong = { ...client, clientSecret: 'wrong' }
    await testApp.call('GET', '/open/v1/lives', { client: wrong })
    await testApp.call('POST', '/auth/v1/token', { json: { ...client, grantType: 'password' } })
    await testApp.call('POST', '/auth/v1/token/revoke', { form: { ...wrong, token: 'a' } })
    const records = await listRecords(testApp, `&clientId=${client.clientId}&status=4xx`)
    assert.deepEqual(
      records.map(({ name, status }) => [name, status]),
      [
        ['GET /open/v1/lives', 401],
        ['POST /auth/v1/token', 400],
        ['POST /auth/v1/token/revoke', 401],
      ],
    )
  })

  test('records nothing with ONAIR_INSPECTOR=off, and requests are served', async () => {
    await using testApp = await openTestApp({ settings: { inspector: 'off' } })
    const { token } = await testApp.createFixture()
    const { status, headers } = await testApp.call('GET', '/open/v1/users/me', { token })
    assert.equal(status, 200)
    assert.equal(headers.get('x-request-id'), null)
    await testApp.deps.recorder.flush()
    assert.deepEqual(await countRecords(testApp), {})
  })
})
