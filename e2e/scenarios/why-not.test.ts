import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, scopes, type WhyNotReason } from '@onair/contract'
import { eventually } from '../../server/test/eventually.ts'
import { openTestApp, type TestApp } from '../../server/test/test-app.ts'
import { connect, type SessionClient } from '../../server/test/session-client.ts'
import { httpBrowser } from '../../server/test/http-browser.ts'

type WhyNotQuery = { eventType?: string; sessionKey?: string; to?: 'WEBHOOK'; channelId?: string }
type Client = { clientId: string; clientSecret: string }

/** A person with a channel, an application, and what is done between them through doors that everybody has. */
async function openWhyNotFixture(testApp: TestApp, options: Pick<WhyNotCase, 'app' | 'scopes' | 'sink'> = {}) {
  const person = await testApp.sandbox('POST', '/people', { channelName: '방송인' })
  const channelId: string = person.channelId
  const sink = `/sinks/${channelId}`
  if (options.sink) await testApp.sandbox('PUT', sink, options.sink)
  const app = {
    name: 'bot',
    redirectUri: 'http://127.0.0.1:9/callback',
    organizationId: 'games',
    ownerChannelId: channelId,
    ...(options.sink && { webhookUrl: `${testApp.url}/sandbox/v1${sink}` }),
    ...options.app,
  }
  const client: Client = await testApp.sandbox('POST', '/apps', app)
  const { clientId } = client
  const grantToken = async (personId: string, names?: string[] | null): Promise<string> =>
    (await testApp.sandbox('POST', '/grants', { clientId, channelId: personId, ...(names && { scopes: names }) }))
      .accessToken
  const token = options.scopes === null ? '' : await grantToken(channelId, options.scopes)
  const changeSubscription = (
    action: string,
    kind: string,
    { sessionKey }: { sessionKey: string },
    accessToken = token,
  ) =>
    testApp.call('POST', `/open/v1/sessions/events/${action}/${kind}?sessionKey=${sessionKey}`, { token: accessToken })
  return {
    channelId,
    client,
    token,
    tokenOf: grantToken,
    advanceOneSecond: () => testApp.clock.advance(1_000),
    createPerson: async (): Promise<string> =>
      (await testApp.sandbox('POST', '/people', { channelName: '시청자' })).channelId,
    createClientSession: () => testApp.call('GET', '/open/v1/sessions/auth/client', { client }),
    async connect() {
      return connect((await testApp.call('GET', '/open/v1/sessions/auth/client', { client })).body.content.url)
    },
    async connectUser(accessToken = token) {
      return connect((await testApp.call('GET', '/open/v1/sessions/auth', { token: accessToken })).body.content.url)
    },
    subscribe: (kind: string, session: { sessionKey: string }, accessToken?: string) =>
      changeSubscription('subscribe', kind, session, accessToken),
    unsubscribe: (kind: string, session: { sessionKey: string }) => changeSubscription('unsubscribe', kind, session),
    donate: (payAmount = 1_000, byChannelId: string | null = null) =>
      testApp.call('POST', '/sandbox/v1/acts/donate', { json: { channelId, byChannelId, payAmount } }),
    sendChat: (byChannelId: string) =>
      testApp.call('POST', '/sandbox/v1/acts/chat', { json: { channelId, byChannelId, message: 'hi' } }),
    async claimReward() {
      const { rewardIds } = await testApp.sandbox('POST', '/drops/campaigns', {
        clientId,
        categoryId: 'talk',
        rewards: ['검'],
      })
      await testApp.sandbox('POST', '/acts/claim', { rewardId: rewardIds[0], byChannelId: channelId })
    },
    /** The owner of the application asks for something on its page. */
    async callOwnerConsole(method: string, path: string, body: object) {
      const owner = httpBrowser(testApp.url)
      await owner.signIn(person.email, person.password)
      assert.equal((await owner.callConsole(method, `/apps/${clientId}${path}`, body)).status, 200)
    },
    /** Waits until the notification of the claim stands like this, and its attempt is over. */
    async waitForDeliveryState(state: string) {
      await eventually(async () => {
        const { data } = await testApp.sandbox('GET', `/records?clientId=${clientId}&kind=delivery`)
        assert.equal(data[0]?.delivery.state, state)
        assert.notEqual(data[0].tookMs, null)
      })
    },
    async queryWhyNot({ eventType = 'DONATION', ...whyNotQuery }: WhyNotQuery) {
      const query = new URLSearchParams({ clientId, eventType, channelId, ...whyNotQuery })
      return testApp.sandbox('GET', `/why-not?${String(query)}`)
    },
  }
}

type WhyNotFixture = Awaited<ReturnType<typeof openWhyNotFixture>>
type WhyNotCase = {
  reason: WhyNotReason
  app?: object
  /** What the person grants: all without them, and nothing at all where they are null. */
  scopes?: string[] | null
  /** How the receiver of its notifications answers, where it has one. */
  sink?: object
  /** Brings the cause about, and answers what is asked. */
  arrange: (
    sandbox: WhyNotFixture,
    testApp: TestApp,
    use: (session: SessionClient & { sessionKey: string }) => void,
  ) => Promise<WhyNotQuery>
}

/** Someone is connected, and then what is done. */
const whenConnected =
  (
    run: (play: WhyNotFixture, session: SessionClient & { sessionKey: string }, testApp: TestApp) => Promise<unknown>,
  ): WhyNotCase['arrange'] =>
  async (sandbox, testApp, use) => {
    const guest = await sandbox.connectUser()
    use(guest)
    await run(sandbox, guest, testApp)
    return { sessionKey: guest.sessionKey }
  }
const whenNotified =
  (run: (play: WhyNotFixture) => Promise<unknown>): WhyNotCase['arrange'] =>
  async (sandbox) => {
    await run(sandbox)
    return { eventType: 'drop_reward_claim', to: 'WEBHOOK' }
  }

const cases: Record<string, WhyNotCase> = {
  'it was sent': {
    reason: 'SENT',
    arrange: whenConnected(async (sandbox, session) => {
      await sandbox.subscribe('donation', session)
      await sandbox.donate()
    }),
  },
  'nothing happened': {
    reason: 'NOTHING_HAPPENED',
    arrange: whenConnected((sandbox, session) => sandbox.subscribe('donation', session)),
  },
  'it never subscribed': { reason: 'NOT_SUBSCRIBED', arrange: whenConnected((sandbox) => sandbox.donate()) },
  'it subscribed another kind': {
    reason: 'OTHER_EVENT_TYPE',
    arrange: whenConnected(async (sandbox, session) => {
      await sandbox.subscribe('chat', session)
      await sandbox.donate()
    }),
  },
  'it subscribed another channel': {
    reason: 'OTHER_CHANNEL',
    async arrange(sandbox, _scene, use) {
      const session = await sandbox.connect()
      use(session)
      await sandbox.subscribe('donation', session, await sandbox.tokenOf(await sandbox.createPerson()))
      await sandbox.donate()
      return { sessionKey: session.sessionKey }
    },
  },
  'it subscribed later': {
    reason: 'SUBSCRIBED_LATER',
    arrange: whenConnected(async (sandbox, session) => {
      await sandbox.donate()
      await sandbox.subscribe('donation', session)
    }),
  },
  'it had unsubscribed': {
    reason: 'UNSUBSCRIBED_BEFORE',
    arrange: whenConnected(async (sandbox, session) => {
      await sandbox.subscribe('donation', session)
      await sandbox.unsubscribe('donation', session)
      await sandbox.donate()
    }),
  },
  'the person withdrew consent': {
    reason: 'REVOKED',
    arrange: whenConnected(async (sandbox, session, testApp) => {
      const { channelId, client } = sandbox
      await sandbox.subscribe('donation', session)
      await session.next()
      await testApp.sandbox('DELETE', '/grants', { clientId: client.clientId, channelId })
      await session.next()
      await sandbox.donate()
    }),
  },
  'it had disconnected': {
    reason: 'DISCONNECTED',
    arrange: whenConnected(async (sandbox, session) => {
      await sandbox.subscribe('donation', session)
      await session.disconnect()
      await sandbox.donate()
    }),
  },
  'it connected later': {
    reason: 'CONNECTED_LATER',
    async arrange(sandbox, _scene, use) {
      await sandbox.donate()
      sandbox.advanceOneSecond()
      const session = await sandbox.connectUser()
      use(session)
      return { sessionKey: session.sessionKey }
    },
  },
  'its URL was never used': {
    reason: 'NEVER_CONNECTED',
    async arrange(sandbox) {
      await sandbox.createClientSession()
      await sandbox.donate()
      return {}
    },
  },
  'the application does not ask for the scope': {
    reason: 'APP_LACKS_SCOPE',
    app: { scopes: [scopes.chatRead] },
    arrange: whenConnected((sandbox) => {
      sandbox.advanceOneSecond()
      return sandbox.donate()
    }),
  },
  'the person did not grant the scope': {
    reason: 'NOT_GRANTED',
    scopes: [scopes.chatRead],
    arrange: whenConnected((sandbox) => {
      sandbox.advanceOneSecond()
      return sandbox.donate()
    }),
  },
  'the person had not granted the scope when it tried, and granted it after the event': {
    reason: 'NOT_GRANTED',
    scopes: [scopes.chatRead],
    arrange: whenConnected(async (sandbox, session) => {
      await sandbox.subscribe('donation', session)
      await sandbox.donate()
      sandbox.advanceOneSecond()
      await sandbox.tokenOf(sandbox.channelId)
    }),
  },
  'it never subscribed, and consent was withdrawn after the event': {
    reason: 'NOT_SUBSCRIBED',
    arrange: whenConnected(async (sandbox, _guest, testApp) => {
      const { channelId, client } = sandbox
      await sandbox.donate()
      sandbox.advanceOneSecond()
      await testApp.sandbox('DELETE', '/grants', { clientId: client.clientId, channelId })
    }),
  },
  'it never subscribed, and the scope was taken out of the consent after the event': {
    reason: 'NOT_SUBSCRIBED',
    arrange: whenConnected(async (sandbox) => {
      await sandbox.donate()
      sandbox.advanceOneSecond()
      await sandbox.tokenOf(sandbox.channelId, [scopes.chatRead])
    }),
  },
  'it never subscribed, and the application gave the scope up after the event': {
    reason: 'NOT_SUBSCRIBED',
    arrange: whenConnected(async (sandbox, _guest, testApp) => {
      await sandbox.donate()
      sandbox.advanceOneSecond()
      await sandbox.callOwnerConsole('PATCH', '', { scopes: [scopes.chatRead] })
      await testApp.sandbox('DELETE', '/grants', { clientId: sandbox.client.clientId, channelId: sandbox.channelId })
    }),
  },
  'the fourth session of the person was refused': {
    reason: 'SESSION_LIMIT_REACHED',
    async arrange(sandbox, testApp, use) {
      const other = await openWhyNotFixture(testApp, { scopes: null })
      const theirs = await other.tokenOf(sandbox.channelId)
      for (let place = 0; place < limits.userSessions; place++) use(await other.connectUser(theirs))
      await testApp.call('GET', '/open/v1/sessions/auth', { token: sandbox.token })
      await sandbox.donate()
      return {}
    },
  },
  'the 31st subscription was refused': {
    reason: 'SUBSCRIPTION_LIMIT_REACHED',
    async arrange(sandbox, _scene, use) {
      const session = await sandbox.connect()
      use(session)
      for (let people = 0; people < limits.subscriptionsPerSession / 3; people++) {
        const token = await sandbox.tokenOf(await sandbox.createPerson())
        for (const kind of ['chat', 'donation', 'subscription']) await sandbox.subscribe(kind, session, token)
      }
      await sandbox.subscribe('donation', session)
      await sandbox.donate()
      return { sessionKey: session.sessionKey }
    },
  },
  'who spoke is restricted': {
    reason: 'RESTRICTED',
    async arrange(sandbox, testApp, use) {
      const session = await sandbox.connectUser()
      use(session)
      await sandbox.subscribe('chat', session)
      const targetChannelId = await sandbox.createPerson()
      await testApp.call('POST', '/open/v1/restrict-channels', { token: sandbox.token, json: { targetChannelId } })
      await sandbox.sendChat(targetChannelId)
      return { eventType: 'CHAT', sessionKey: session.sessionKey }
    },
  },
  'slow mode held the second message back': {
    reason: 'REFUSED_BY_CHAT_RULES',
    async arrange(sandbox, testApp, use) {
      const session = await sandbox.connectUser()
      use(session)
      await sandbox.subscribe('chat', session)
      await testApp.call('PUT', '/open/v1/chats/settings', { token: sandbox.token, json: { chatSlowModeSec: 60 } })
      const viewer = await sandbox.createPerson()
      await sandbox.sendChat(viewer)
      await sandbox.sendChat(viewer)
      return { eventType: 'CHAT', sessionKey: session.sessionKey }
    },
  },
  'what was sent to the refused deed held a raw NUL, and half a character where it was cut': {
    reason: 'REFUSED',
    arrange: whenConnected(async (sandbox, session, testApp) => {
      await sandbox.subscribe('donation', session)
      const json = {
        channelId: sandbox.channelId,
        byChannelId: await sandbox.createPerson(),
        payAmount: 100_000_000,
        donationText: `\0${'😀'.repeat(limits.recordedTextLength / 2)}`,
      }
      for (const raw of [JSON.stringify(json).replace('\\u0000', '\0'), ` ${JSON.stringify(json)}`])
        assert.notEqual((await testApp.call('POST', '/sandbox/v1/acts/donate', { raw })).status, 200)
    }),
  },
  'the wallet was empty': {
    reason: 'REFUSED',
    arrange: whenConnected(async (sandbox, session) => {
      await sandbox.subscribe('donation', session)
      await sandbox.donate(100_000_000, await sandbox.createPerson())
    }),
  },
  'chats are not notified': {
    reason: 'NOT_NOTIFIED',
    async arrange(sandbox) {
      await sandbox.sendChat(sandbox.channelId)
      return { eventType: 'CHAT', to: 'WEBHOOK' }
    },
  },
  'there is no webhook': { reason: 'NO_WEBHOOK', arrange: whenNotified((sandbox) => sandbox.claimReward()) },
  'the webhook is disabled': {
    reason: 'WEBHOOK_DISABLED',
    sink: {},
    arrange: whenNotified(async (sandbox) => {
      await sandbox.callOwnerConsole('PUT', '/webhook', { status: 'DISABLED' })
      await sandbox.claimReward()
    }),
  },
  'a resend is waited for': {
    reason: 'WAITING',
    sink: { status: 500 },
    arrange: whenNotified(async (sandbox) => {
      await sandbox.claimReward()
      await sandbox.waitForDeliveryState('WAITING')
    }),
  },
  'it was given up': {
    reason: 'EXHAUSTED',
    sink: { status: 410 },
    arrange: whenNotified(async (sandbox) => {
      await sandbox.claimReward()
      await sandbox.waitForDeliveryState('EXHAUSTED')
    }),
  },
  'it was notified': {
    reason: 'SENT',
    sink: {},
    arrange: whenNotified(async (sandbox) => {
      await sandbox.claimReward()
      await sandbox.waitForDeliveryState('DELIVERED')
    }),
  },
}

test('Why not? names the right reason for every cause that is planted', { timeout: 300_000 }, async (t) => {
  await using testApp = await openTestApp({ settings: { quotaPerApp: 0, quotaPerToken: 0 } })
  for (const [cause, { reason, arrange, ...given }] of Object.entries(cases))
    await t.test(`${cause}: ${reason}`, async () => {
      using clients = new DisposableStack()
      // The gateway renews its lease, which runs out in the database's own time.
      testApp.clock.advance(3_000)
      const play = await openWhyNotFixture(testApp, given)
      const asking = await arrange(play, testApp, (guest) => void clients.use(guest))
      assert.equal((await play.queryWhyNot(asking)).reason, reason)
    })
})

test('an event is asked about by its record, and one that a page shows leads there', async () => {
  await using testApp = await openTestApp()
  const play = await openWhyNotFixture(testApp)
  using session = await play.connectUser()
  await play.donate()
  play.advanceOneSecond()
  await play.subscribe('donation', session)
  await play.donate()
  const { data } = await testApp.sandbox('GET', `/records?clientId=${play.client.clientId}&kind=event`)
  const [last, first] = data
  const why = async (recordPosition: number) =>
    (await testApp.sandbox('GET', `/why-not?sessionKey=${session.sessionKey}&recordPosition=${recordPosition}`)).reason
  assert.deepEqual([await why(first.position), await why(last.position)], ['SUBSCRIBED_LATER', 'SENT'])
})

test('the request of an event leads to the event that it made, and not to another of the same moment', async () => {
  await using testApp = await openTestApp()
  const play = await openWhyNotFixture(testApp)
  using session = await play.connectUser()
  await play.donate()
  await play.subscribe('donation', session)
  await play.donate()
  const { data } = await testApp.sandbox('GET', '/records?kind=request&name=acts/donate')
  const [last, first] = data
  const why = async (recordPosition: number) =>
    (await testApp.sandbox('GET', `/why-not?sessionKey=${session.sessionKey}&recordPosition=${recordPosition}`)).reason
  assert.deepEqual([await why(first.position), await why(last.position)], ['SUBSCRIBED_LATER', 'SENT'])
})

test('where nobody looked it says that nothing was recorded, and not that nothing was subscribed', async () => {
  await using testApp = await openTestApp({ settings: { inspector: 'on-demand' } })
  const play = await openWhyNotFixture(testApp)
  using session = await play.connectUser()
  await play.donate()
  const why = async () => (await play.queryWhyNot({ sessionKey: session.sessionKey })).reason
  assert.equal(await why(), 'NOT_RECORDED')
  await play.subscribe('donation', session)
  await play.donate()
  assert.equal(await why(), 'NOT_RECORDED')
})

/** Somebody signed in, with an application of their own. */
async function createOwner(testApp: TestApp) {
  const owner = httpBrowser(testApp.url)
  const { email, password } = await testApp.sandbox('POST', '/people', { channelName: '개발자' })
  await owner.signIn(email, password)
  const app = { name: 'own', redirectUri: 'http://127.0.0.1:9/callback' }
  const { clientId }: Client = (await owner.callConsole('POST', '/apps', app)).body.content
  return { owner, clientId }
}

test('its owner learns nothing of a channel that granted the application nothing', async () => {
  await using testApp = await openTestApp({ settings: { quotaPerApp: 0 } })
  const play = await openWhyNotFixture(testApp, { scopes: null })
  const { owner, clientId } = await createOwner(testApp)
  await play.donate()
  const asked = `/apps/${clientId}/why-not?eventType=DONATION&channelId=${play.channelId}`
  const before = (await owner.callConsole('GET', asked)).body.content
  const records = async () =>
    (await owner.callConsole('GET', `/apps/${clientId}/records?kind=event&full=true`)).body.content.data
  assert.deepEqual([before.details.eventDate, await records()], [null, []])

  await testApp.sandbox('POST', '/grants', { clientId, channelId: play.channelId, scopes: [scopes.chatRead] })
  const [known] = await records()
  assert.deepEqual([known.name, known.detail], ['DONATION', null])
  await testApp.sandbox('POST', '/grants', { clientId, channelId: play.channelId, scopes: [scopes.donationRead] })
  assert.equal(JSON.parse((await records())[0].detail.payload.text).payAmount, '1000')
})

test('a record that the list of its owner does not show is not there for their questions either', async () => {
  await using testApp = await openTestApp({ settings: { quotaPerApp: 0 } })
  const { channelId, donate } = await openWhyNotFixture(testApp, { scopes: null })
  const { owner, clientId } = await createOwner(testApp)
  await donate()
  const positions: number[] = (await testApp.sandbox('GET', '/records?text=donat')).data.map(
    (one: { position: number }) => one.position,
  )
  const why = async (position: number) => {
    const { status, body } = await owner.callConsole('GET', `/apps/${clientId}/why-not?recordPosition=${position}`)
    return { status, message: body.message }
  }
  const unknown = await why(1_000_000)
  assert.equal(unknown.status, 404)
  assert.ok(positions.length >= 2, String(positions.length))
  for (const position of positions) assert.deepEqual(await why(position), unknown)

  await testApp.sandbox('POST', '/grants', { clientId, channelId, scopes: [scopes.donationRead] })
  const shown = (await owner.callConsole('GET', `/apps/${clientId}/records?kind=event`)).body.content.data
  assert.equal((await why(shown[0].position)).status, 200)
})
