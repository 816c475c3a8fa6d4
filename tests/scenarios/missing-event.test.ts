import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits, scopes, type MissingEventCode } from '@onair/contract'
import { eventually } from '../support/eventually.ts'
import { openTestSite, shareTestSite, siteUnavailable, type TestSite } from '../support/apps/test-site.ts'
import { connect, type SessionClient } from '../support/clients/session-client.ts'
import { httpBrowser } from '../support/clients/http-browser.ts'

type MissingEventQuery = { eventType?: string; sessionKey?: string; to?: 'WEBHOOK'; channelId?: string }
const settings = { ONAIR_QUOTA_PER_APP: '0', ONAIR_QUOTA_PER_TOKEN: '0' }

type Client = { clientId: string; clientSecret: string }

/** Creates a person with a channel and an application, with helpers that call the public API. */
async function createScenario(testApp: TestSite, options: Pick<MissingEventCase, 'app' | 'scopes' | 'sink'> = {}) {
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
  const grantToken = async (personId: string, scopeNames?: string[] | null): Promise<string> =>
    (
      await testApp.sandbox('POST', '/grants', {
        clientId,
        channelId: personId,
        ...(scopeNames && { scopes: scopeNames }),
      })
    ).accessToken
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
    grantToken,
    advanceOneSecond: () => testApp.advance(1),
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
      testApp.call('POST', '/sandbox/v1/actions/donate', { json: { channelId, byChannelId, payAmount } }),
    sendChat: (byChannelId: string) =>
      testApp.call('POST', '/sandbox/v1/actions/chat', { json: { channelId, byChannelId, message: 'hi' } }),
    async claimReward() {
      const { rewardIds } = await testApp.sandbox('POST', '/drops/campaigns', {
        clientId,
        categoryId: 'talk',
        rewards: ['검'],
      })
      await testApp.sandbox('POST', '/actions/claim', { rewardId: rewardIds[0], byChannelId: channelId })
    },
    /** Calls an endpoint of the application in the console, as its owner. */
    async callOwnerConsole(method: string, path: string, body: object) {
      const owner = httpBrowser(testApp.url)
      await owner.signIn(person.email, person.password)
      assert.equal((await owner.callConsole(method, `/apps/${clientId}${path}`, body)).status, 200)
    },
    /** Waits until the delivery of the claim has a state, and its attempt has ended. */
    async waitForDeliveryState(state: string) {
      await eventually(async () => {
        const { data } = await testApp.sandbox('GET', `/records?clientId=${clientId}&kind=delivery`)
        assert.equal(data[0]?.delivery.state, state)
        assert.notEqual(data[0].tookMs, null)
      })
    },
    async queryExplanation({ eventType = 'DONATION', ...missingEventQuery }: MissingEventQuery) {
      const query = new URLSearchParams({ clientId, eventType, channelId, ...missingEventQuery })
      return testApp.sandbox('GET', `/why-not?${String(query)}`)
    },
  }
}

type Scenario = Awaited<ReturnType<typeof createScenario>>
type MissingEventCase = {
  reason: MissingEventCode
  app?: object
  /** The granted scopes: all by default, and no grant if null. */
  scopes?: string[] | null
  /** The response of the webhook receiver, if the application has one. */
  sink?: object
  /** Causes the reason, and returns the query. */
  arrange: (
    scenario: Scenario,
    testApp: TestSite,
    use: (session: SessionClient & { sessionKey: string }) => void,
  ) => Promise<MissingEventQuery>
}

/** Connects a session of the person, and then runs the steps. */
const whenConnected =
  (
    run: (scenario: Scenario, session: SessionClient & { sessionKey: string }, testApp: TestSite) => Promise<unknown>,
  ): MissingEventCase['arrange'] =>
  async (scenario, testApp, use) => {
    const session = await scenario.connectUser()
    use(session)
    await run(scenario, session, testApp)
    return { sessionKey: session.sessionKey }
  }
const forWebhook =
  (run: (scenario: Scenario) => Promise<unknown>): MissingEventCase['arrange'] =>
  async (scenario) => {
    await run(scenario)
    return { eventType: 'drop_reward_claim', to: 'WEBHOOK' }
  }

const cases: Record<string, MissingEventCase> = {
  'a sent event': {
    reason: 'SENT',
    arrange: whenConnected(async (scenario, session) => {
      await scenario.subscribe('donation', session)
      await scenario.donate()
    }),
  },
  'no event': {
    reason: 'NOTHING_HAPPENED',
    arrange: whenConnected((scenario, session) => scenario.subscribe('donation', session)),
  },
  'a session without subscriptions': {
    reason: 'NOT_SUBSCRIBED',
    arrange: whenConnected((scenario) => scenario.donate()),
  },
  'a subscription to another event type': {
    reason: 'OTHER_EVENT_TYPE',
    arrange: whenConnected(async (scenario, session) => {
      await scenario.subscribe('chat', session)
      await scenario.donate()
    }),
  },
  'a subscription to another channel': {
    reason: 'OTHER_CHANNEL',
    async arrange(scenario, _testApp, use) {
      const session = await scenario.connect()
      use(session)
      await scenario.subscribe('donation', session, await scenario.grantToken(await scenario.createPerson()))
      await scenario.donate()
      return { sessionKey: session.sessionKey }
    },
  },
  'a subscription after the event': {
    reason: 'SUBSCRIBED_LATER',
    arrange: whenConnected(async (scenario, session) => {
      await scenario.donate()
      await scenario.subscribe('donation', session)
    }),
  },
  'an unsubscription before the event': {
    reason: 'UNSUBSCRIBED_BEFORE',
    arrange: whenConnected(async (scenario, session) => {
      await scenario.subscribe('donation', session)
      await scenario.unsubscribe('donation', session)
      await scenario.donate()
    }),
  },
  'withdrawn consent': {
    reason: 'REVOKED',
    arrange: whenConnected(async (scenario, session, testApp) => {
      const { channelId, client } = scenario
      await scenario.subscribe('donation', session)
      await session.next()
      await testApp.sandbox('DELETE', '/grants', { clientId: client.clientId, channelId })
      await session.next()
      await scenario.donate()
    }),
  },
  'a session closed before the event': {
    reason: 'DISCONNECTED',
    arrange: whenConnected(async (scenario, session) => {
      await scenario.subscribe('donation', session)
      await session.disconnect()
      await scenario.donate()
    }),
  },
  'a session closed before the event, and an expired token in the request for another': {
    reason: 'SESSION_REFUSED',
    arrange: whenConnected(async (scenario, session, testApp) => {
      await scenario.subscribe('donation', session)
      await session.disconnect()
      await testApp.advance(limits.accessTokenSec)
      await testApp.call('GET', '/open/v1/sessions/auth', { token: scenario.token })
      await scenario.donate()
    }),
  },
  'a session closed before the event, and an expired token of another channel': {
    reason: 'DISCONNECTED',
    arrange: whenConnected(async (scenario, session, testApp) => {
      const token = await scenario.grantToken(await scenario.createPerson())
      await scenario.subscribe('donation', session)
      await session.disconnect()
      await testApp.advance(limits.accessTokenSec)
      await testApp.call('GET', '/open/v1/sessions/auth', { token })
      await scenario.donate()
    }),
  },
  'a closed session of an application without the scope, which it was refused for': {
    reason: 'APP_LACKS_SCOPE',
    app: { scopes: [scopes.chatRead] },
    arrange: whenConnected(async (scenario, session) => {
      await scenario.subscribe('donation', session)
      await session.disconnect()
      await scenario.advanceOneSecond()
      await scenario.donate()
    }),
  },
  'a session opened after the event': {
    reason: 'CONNECTED_LATER',
    async arrange(scenario, _testApp, use) {
      await scenario.donate()
      await scenario.advanceOneSecond()
      const session = await scenario.connectUser()
      use(session)
      return { sessionKey: session.sessionKey }
    },
  },
  'an unused session URL': {
    reason: 'NEVER_CONNECTED',
    async arrange(scenario) {
      await scenario.createClientSession()
      await scenario.donate()
      return {}
    },
  },
  'an application without the scope': {
    reason: 'APP_LACKS_SCOPE',
    app: { scopes: [scopes.chatRead] },
    arrange: whenConnected(async (scenario) => {
      await scenario.advanceOneSecond()
      await scenario.donate()
    }),
  },
  'a grant without the scope': {
    reason: 'NOT_GRANTED',
    scopes: [scopes.chatRead],
    arrange: whenConnected(async (scenario) => {
      await scenario.advanceOneSecond()
      await scenario.donate()
    }),
  },
  'a scope that was granted after the event': {
    reason: 'NOT_GRANTED',
    scopes: [scopes.chatRead],
    arrange: whenConnected(async (scenario, session) => {
      await scenario.subscribe('donation', session)
      await scenario.donate()
      await scenario.advanceOneSecond()
      await scenario.grantToken(scenario.channelId)
    }),
  },
  'no subscription, and consent withdrawn after the event': {
    reason: 'NOT_SUBSCRIBED',
    arrange: whenConnected(async (scenario, _session, testApp) => {
      const { channelId, client } = scenario
      await scenario.donate()
      await scenario.advanceOneSecond()
      await testApp.sandbox('DELETE', '/grants', { clientId: client.clientId, channelId })
    }),
  },
  'no subscription, and the scope removed from the grant after the event': {
    reason: 'NOT_SUBSCRIBED',
    arrange: whenConnected(async (scenario) => {
      await scenario.donate()
      await scenario.advanceOneSecond()
      await scenario.grantToken(scenario.channelId, [scopes.chatRead])
    }),
  },
  'no subscription, and the scope removed from the application after the event': {
    reason: 'NOT_SUBSCRIBED',
    arrange: whenConnected(async (scenario, _session, testApp) => {
      await scenario.donate()
      await scenario.advanceOneSecond()
      await scenario.callOwnerConsole('PATCH', '', { scopes: [scopes.chatRead] })
      await testApp.sandbox('DELETE', '/grants', { clientId: scenario.client.clientId, channelId: scenario.channelId })
    }),
  },
  'a fourth session of the person': {
    reason: 'SESSION_LIMIT_REACHED',
    async arrange(scenario, testApp, use) {
      const other = await createScenario(testApp, { scopes: null })
      const otherToken = await other.grantToken(scenario.channelId)
      for (let count = 0; count < limits.userSessions; count++) use(await other.connectUser(otherToken))
      await testApp.call('GET', '/open/v1/sessions/auth', { token: scenario.token })
      await scenario.donate()
      return {}
    },
  },
  'a 31st subscription': {
    reason: 'SUBSCRIPTION_LIMIT_REACHED',
    async arrange(scenario, _testApp, use) {
      const session = await scenario.connect()
      use(session)
      for (let people = 0; people < limits.subscriptionsPerSession / 3; people++) {
        const token = await scenario.grantToken(await scenario.createPerson())
        for (const kind of ['chat', 'donation', 'subscription']) await scenario.subscribe(kind, session, token)
      }
      await scenario.subscribe('donation', session)
      await scenario.donate()
      return { sessionKey: session.sessionKey }
    },
  },
  'a message of a restricted viewer': {
    reason: 'RESTRICTED',
    async arrange(scenario, testApp, use) {
      const session = await scenario.connectUser()
      use(session)
      await scenario.subscribe('chat', session)
      const targetChannelId = await scenario.createPerson()
      await testApp.call('POST', '/open/v1/restrict-channels', { token: scenario.token, json: { targetChannelId } })
      await scenario.sendChat(targetChannelId)
      return { eventType: 'CHAT', sessionKey: session.sessionKey }
    },
  },
  'a second message in slow mode': {
    reason: 'REFUSED_BY_CHAT_RULES',
    async arrange(scenario, testApp, use) {
      const session = await scenario.connectUser()
      use(session)
      await scenario.subscribe('chat', session)
      await testApp.call('PUT', '/open/v1/chats/settings', { token: scenario.token, json: { chatSlowModeSec: 60 } })
      const viewer = await scenario.createPerson()
      await scenario.sendChat(viewer)
      await scenario.sendChat(viewer)
      return { eventType: 'CHAT', sessionKey: session.sessionKey }
    },
  },
  'a rejected donation with a raw NUL, whose recorded text is cut inside a character': {
    reason: 'REFUSED',
    arrange: whenConnected(async (scenario, session, testApp) => {
      await scenario.subscribe('donation', session)
      const json = {
        channelId: scenario.channelId,
        byChannelId: await scenario.createPerson(),
        payAmount: 100_000_000,
        donationText: `\0${'😀'.repeat(limits.recordedTextLength / 2)}`,
      }
      for (const raw of [JSON.stringify(json).replace('\\u0000', '\0'), ` ${JSON.stringify(json)}`])
        assert.notEqual((await testApp.call('POST', '/sandbox/v1/actions/donate', { raw })).status, 200)
    }),
  },
  'a donation without enough money': {
    reason: 'REFUSED',
    arrange: whenConnected(async (scenario, session, testApp) => {
      await scenario.subscribe('donation', session)
      const viewer = httpBrowser(testApp.url)
      const { email, password } = await testApp.sandbox('POST', '/people', { channelName: '시청자' })
      await viewer.signIn(email, password)
      const donation = { payAmount: 100_000_000 }
      const refused = await viewer.callConsole('POST', `/channels/${scenario.channelId}/donations`, donation)
      assert.equal(refused.status, 403)
    }),
  },
  'an event type without webhooks': {
    reason: 'NOT_NOTIFIED',
    async arrange(scenario) {
      await scenario.sendChat(scenario.channelId)
      return { eventType: 'CHAT', to: 'WEBHOOK' }
    },
  },
  'an application without a webhook': {
    reason: 'NO_WEBHOOK',
    arrange: forWebhook((scenario) => scenario.claimReward()),
  },
  'a disabled webhook': {
    reason: 'WEBHOOK_DISABLED',
    sink: {},
    arrange: forWebhook(async (scenario) => {
      await scenario.callOwnerConsole('PUT', '/webhook', { status: 'DISABLED' })
      await scenario.claimReward()
    }),
  },
  'a delivery that waits for its retry': {
    reason: 'WAITING',
    sink: { status: 500 },
    arrange: forWebhook(async (scenario) => {
      await scenario.claimReward()
      await scenario.waitForDeliveryState('WAITING')
    }),
  },
  'an exhausted delivery': {
    reason: 'EXHAUSTED',
    sink: { status: 410 },
    arrange: forWebhook(async (scenario) => {
      await scenario.claimReward()
      await scenario.waitForDeliveryState('EXHAUSTED')
    }),
  },
  'a delivered webhook': {
    reason: 'SENT',
    sink: {},
    arrange: forWebhook(async (scenario) => {
      await scenario.claimReward()
      await scenario.waitForDeliveryState('DELIVERED')
    }),
  },
}

shareTestSite(settings)

describe('GET /sandbox/v1/why-not', { skip: siteUnavailable }, () => {
  test('returns the reason of each case', { timeout: 300_000 }, async (t) => {
    await using testApp = await openTestSite(settings)
    for (const [name, { reason, arrange, ...options }] of Object.entries(cases))
      await t.test(`${reason}: ${name}`, async () => {
        using clients = new DisposableStack()
        // Lets the gateway renew its lease, which expires in database time.
        await testApp.advance(3)
        const scenario = await createScenario(testApp, options)
        const query = await arrange(scenario, testApp, (session) => void clients.use(session))
        // Each of six processes writes its own records.
        await eventually(async () => assert.equal((await scenario.queryExplanation(query)).reason, reason))
      })
  })

  test('accepts the record of an event', async () => {
    await using testApp = await openTestSite(settings)
    const scenario = await createScenario(testApp)
    using session = await scenario.connectUser()
    await scenario.donate()
    await scenario.advanceOneSecond()
    await scenario.subscribe('donation', session)
    await scenario.donate()
    const [last, first] = await listTwoRecords(testApp, scenario, `clientId=${scenario.client.clientId}&kind=event`)
    const why = async (recordPosition: number) =>
      (await testApp.sandbox('GET', `/why-not?sessionKey=${session.sessionKey}&recordPosition=${recordPosition}`))
        .reason
    // Each of six processes writes its own records.
    await eventually(async () =>
      assert.deepEqual([await why(first.position), await why(last.position)], ['SUBSCRIBED_LATER', 'SENT']),
    )
  })

  test('accepts the record of a request, and explains its own event', async () => {
    await using testApp = await openTestSite(settings)
    const scenario = await createScenario(testApp)
    using session = await scenario.connectUser()
    await scenario.donate()
    await scenario.subscribe('donation', session)
    await scenario.donate()
    const [last, first] = await listTwoRecords(testApp, scenario, 'kind=request&name=actions/donate')
    const why = async (recordPosition: number) =>
      (await testApp.sandbox('GET', `/why-not?sessionKey=${session.sessionKey}&recordPosition=${recordPosition}`))
        .reason
    // Each of six processes writes its own records.
    await eventually(async () =>
      assert.deepEqual([await why(first.position), await why(last.position)], ['SUBSCRIBED_LATER', 'SENT']),
    )
  })

  test('returns NOT_RECORDED if no record was requested with ONAIR_INSPECTOR=on-demand', async () => {
    await using testApp = await openTestSite({ ...settings, ONAIR_INSPECTOR: 'on-demand' })
    const scenario = await createScenario(testApp)
    using session = await scenario.connectUser()
    await scenario.donate()
    const why = async () => (await scenario.queryExplanation({ sessionKey: session.sessionKey })).reason
    assert.equal(await why(), 'NOT_RECORDED')
    await scenario.subscribe('donation', session)
    await scenario.donate()
    assert.equal(await why(), 'NOT_RECORDED')
  })
})

describe('GET /console/v1/apps/{clientId}/why-not', { skip: siteUnavailable }, () => {
  test('reveals nothing about events whose scope the channel did not grant', async () => {
    await using testApp = await openTestSite(settings)
    const scenario = await createScenario(testApp, { scopes: null })
    const { owner, clientId } = await createOwner(testApp)
    await scenario.donate()
    const path = `/apps/${clientId}/why-not?eventType=DONATION&channelId=${scenario.channelId}`
    const why = async (at = '') => (await owner.callConsole('GET', `${path}${at}`)).body.content
    const records = async () =>
      (await owner.callConsole('GET', `/apps/${clientId}/records?kind=event&full=true`)).body.content.data
    const before = await why()
    assert.deepEqual([before.details.eventDate, await records()], [null, []])

    await testApp.sandbox('POST', '/grants', { clientId, channelId: scenario.channelId, scopes: [scopes.chatRead] })
    assert.deepEqual(await records(), [])
    const withOther = await why()
    assert.deepEqual([withOther.reason, withOther.details.eventDate], ['NEVER_CONNECTED', null])
    // The answer is the same for a moment before the event.
    assert.deepEqual(await why('&at=2020-01-01T00:00:00Z'), withOther)
    await testApp.sandbox('POST', '/grants', { clientId, channelId: scenario.channelId, scopes: [scopes.donationRead] })
    assert.equal(JSON.parse((await records())[0].detail.payload.text).payAmount, '1000')
  })

  test('returns 404 for records that the list of the owner does not contain', async () => {
    await using testApp = await openTestSite(settings)
    const { channelId, donate } = await createScenario(testApp, { scopes: null })
    const { owner, clientId } = await createOwner(testApp)
    await donate()
    const positions: number[] = (await testApp.sandbox('GET', '/records?text=donat')).data.map(
      ({ position }: { position: number }) => position,
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
})

/** The two records of the channel, the newest first, when their process has written them. */
async function listTwoRecords(
  testApp: TestSite,
  { channelId }: Scenario,
  query: string,
): Promise<[{ position: number }, { position: number }]> {
  return eventually(async () => {
    const { data } = await testApp.sandbox('GET', `/records?${query}`)
    const own = data.filter((record: object) => JSON.stringify(record).includes(channelId))
    assert.equal(own.length, 2)
    return own
  })
}

/** Signs in a person with an application. */
async function createOwner(testApp: TestSite) {
  const owner = httpBrowser(testApp.url)
  const { email, password } = await testApp.sandbox('POST', '/people', { channelName: '개발자' })
  await owner.signIn(email, password)
  const app = { name: 'own', redirectUri: 'http://127.0.0.1:9/callback' }
  const { clientId }: Client = (await owner.callConsole('POST', '/apps', app)).body.content
  return { owner, clientId }
}
