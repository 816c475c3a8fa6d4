import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, scopes, type WhyNotReason } from '@onair/contract'
import { openScene, type Scene } from '../server/testing/scene.ts'
import { enter, type SessionClient } from '../server/testing/session-client.ts'
import { visitor } from '../server/testing/visitor.ts'

type Asking = { eventType?: string; sessionKey?: string; to?: 'WEBHOOK'; channelId?: string }
type Client = { clientId: string; clientSecret: string }

/** A person with a channel, an application, and what is done between them through doors that everybody has. */
async function openPlay(scene: Scene, given: Pick<Plant, 'app' | 'scopes' | 'sink'> = {}) {
  const person = await scene.play('POST', '/people', { channelName: '방송인' })
  const channelId: string = person.channelId
  const sink = `/sinks/${channelId}`
  if (given.sink) await scene.play('PUT', sink, given.sink)
  const app = {
    name: 'bot',
    redirectUri: 'http://127.0.0.1:9/callback',
    organizationId: 'games',
    ownerChannelId: channelId,
    ...(given.sink && { webhookUrl: `${scene.url}/sandbox/v1${sink}` }),
    ...given.app,
  }
  const client: Client = await scene.play('POST', '/apps', app)
  const { clientId } = client
  const tokenOf = async (who: string, names?: string[] | null): Promise<string> =>
    (await scene.play('POST', '/grants', { clientId, channelId: who, ...(names && { scopes: names }) })).accessToken
  const token = given.scopes === null ? '' : await tokenOf(channelId, given.scopes)
  const change = (act: string, kind: string, { sessionKey }: { sessionKey: string }, as = token) =>
    scene.call('POST', `/open/v1/sessions/events/${act}/${kind}?sessionKey=${sessionKey}`, { token: as })
  return {
    channelId,
    client,
    token,
    tokenOf,
    later: () => scene.clock.advance(1_000),
    another: async (): Promise<string> => (await scene.play('POST', '/people', { channelName: '시청자' })).channelId,
    openClient: () => scene.call('GET', '/open/v1/sessions/auth/client', { client }),
    async connect() {
      return enter((await scene.call('GET', '/open/v1/sessions/auth/client', { client })).body.content.url)
    },
    async connectUser(as = token) {
      return enter((await scene.call('GET', '/open/v1/sessions/auth', { token: as })).body.content.url)
    },
    subscribe: (kind: string, guest: { sessionKey: string }, as?: string) => change('subscribe', kind, guest, as),
    unsubscribe: (kind: string, guest: { sessionKey: string }) => change('unsubscribe', kind, guest),
    donate: (payAmount = 1_000, byChannelId: string | null = null) =>
      scene.call('POST', '/sandbox/v1/acts/donate', { json: { channelId, byChannelId, payAmount } }),
    say: (byChannelId: string) =>
      scene.call('POST', '/sandbox/v1/acts/chat', { json: { channelId, byChannelId, message: 'hi' } }),
    async claim() {
      const { rewardIds } = await scene.play('POST', '/drops/campaigns', {
        clientId,
        categoryId: 'talk',
        rewards: ['검'],
      })
      await scene.play('POST', '/acts/claim', { rewardId: rewardIds[0], byChannelId: channelId })
    },
    /** The owner of the application asks for something on its page. */
    async ask(method: string, path: string, body: object) {
      const owner = visitor(scene.url)
      await owner.signIn(person.email, person.password)
      assert.equal((await owner.ask(method, `/apps/${clientId}${path}`, body)).status, 200)
    },
    /** Waits until the notification of the claim stands like this, and its attempt is over. */
    async delivery(state: string) {
      for (;;) {
        const { data } = await scene.play('GET', `/records?clientId=${clientId}&kind=delivery`)
        if (data[0]?.delivery.state === state && data[0].delivery.reason !== null) return
      }
    },
    async why({ eventType = 'DONATION', ...asking }: Asking) {
      const query = new URLSearchParams({ clientId, eventType, channelId, ...asking })
      return scene.play('GET', `/why-not?${String(query)}`)
    },
  }
}

type Play = Awaited<ReturnType<typeof openPlay>>
type Plant = {
  reason: WhyNotReason
  app?: object
  /** What the person grants: all without them, and nothing at all where they are null. */
  scopes?: string[] | null
  /** How the receiver of its notifications answers, where it has one. */
  sink?: object
  /** Brings the cause about, and answers what is asked. */
  plant: (play: Play, scene: Scene, use: (guest: SessionClient & { sessionKey: string }) => void) => Promise<Asking>
}

/** Someone is connected, and then what is done. */
const connected =
  (
    act: (play: Play, guest: SessionClient & { sessionKey: string }, scene: Scene) => Promise<unknown>,
  ): Plant['plant'] =>
  async (play, scene, use) => {
    const guest = await play.connectUser()
    use(guest)
    await act(play, guest, scene)
    return { sessionKey: guest.sessionKey }
  }
const notified =
  (act: (play: Play) => Promise<unknown>): Plant['plant'] =>
  async (play) => {
    await act(play)
    return { eventType: 'drop_reward_claim', to: 'WEBHOOK' }
  }

const plants: Record<string, Plant> = {
  'it was sent': {
    reason: 'SENT',
    plant: connected(async (play, guest) => {
      await play.subscribe('donation', guest)
      await play.donate()
    }),
  },
  'nothing happened': {
    reason: 'NOTHING_HAPPENED',
    plant: connected((play, guest) => play.subscribe('donation', guest)),
  },
  'it never subscribed': { reason: 'NOT_SUBSCRIBED', plant: connected((play) => play.donate()) },
  'it subscribed another kind': {
    reason: 'OTHER_EVENT_TYPE',
    plant: connected(async (play, guest) => {
      await play.subscribe('chat', guest)
      await play.donate()
    }),
  },
  'it subscribed another channel': {
    reason: 'OTHER_CHANNEL',
    async plant(play, _scene, use) {
      const guest = await play.connect()
      use(guest)
      await play.subscribe('donation', guest, await play.tokenOf(await play.another()))
      await play.donate()
      return { sessionKey: guest.sessionKey }
    },
  },
  'it subscribed later': {
    reason: 'SUBSCRIBED_LATER',
    plant: connected(async (play, guest) => {
      await play.donate()
      await play.subscribe('donation', guest)
    }),
  },
  'it had unsubscribed': {
    reason: 'UNSUBSCRIBED_BEFORE',
    plant: connected(async (play, guest) => {
      await play.subscribe('donation', guest)
      await play.unsubscribe('donation', guest)
      await play.donate()
    }),
  },
  'the person withdrew consent': {
    reason: 'REVOKED',
    plant: connected(async (play, guest, scene) => {
      const { channelId, client } = play
      await play.subscribe('donation', guest)
      await guest.next()
      await scene.play('DELETE', '/grants', { clientId: client.clientId, channelId })
      await guest.next()
      await play.donate()
    }),
  },
  'it had disconnected': {
    reason: 'DISCONNECTED',
    plant: connected(async (play, guest) => {
      await play.subscribe('donation', guest)
      await guest.leave()
      await play.donate()
    }),
  },
  'it connected later': {
    reason: 'CONNECTED_LATER',
    async plant(play, _scene, use) {
      await play.donate()
      play.later()
      const guest = await play.connectUser()
      use(guest)
      return { sessionKey: guest.sessionKey }
    },
  },
  'its URL was never used': {
    reason: 'NEVER_CONNECTED',
    async plant(play) {
      await play.openClient()
      await play.donate()
      return {}
    },
  },
  'the application does not ask for the scope': {
    reason: 'APP_LACKS_SCOPE',
    app: { scopes: [scopes.chatRead] },
    plant: connected((play) => {
      play.later()
      return play.donate()
    }),
  },
  'the person did not grant the scope': {
    reason: 'NOT_GRANTED',
    scopes: [scopes.chatRead],
    plant: connected((play) => {
      play.later()
      return play.donate()
    }),
  },
  'the person had not granted the scope when it tried, and granted it after the event': {
    reason: 'NOT_GRANTED',
    scopes: [scopes.chatRead],
    plant: connected(async (play, guest) => {
      await play.subscribe('donation', guest)
      await play.donate()
      play.later()
      await play.tokenOf(play.channelId)
    }),
  },
  'it never subscribed, and consent was withdrawn after the event': {
    reason: 'NOT_SUBSCRIBED',
    plant: connected(async (play, _guest, scene) => {
      const { channelId, client } = play
      await play.donate()
      play.later()
      await scene.play('DELETE', '/grants', { clientId: client.clientId, channelId })
    }),
  },
  'it never subscribed, and the scope was taken out of the consent after the event': {
    reason: 'NOT_SUBSCRIBED',
    plant: connected(async (play) => {
      await play.donate()
      play.later()
      await play.tokenOf(play.channelId, [scopes.chatRead])
    }),
  },
  'it never subscribed, and the application gave the scope up after the event': {
    reason: 'NOT_SUBSCRIBED',
    plant: connected(async (play, _guest, scene) => {
      await play.donate()
      play.later()
      await play.ask('PATCH', '', { scopes: [scopes.chatRead] })
      await scene.play('DELETE', '/grants', { clientId: play.client.clientId, channelId: play.channelId })
    }),
  },
  'the fourth session of the person was refused': {
    reason: 'SESSION_LIMIT_REACHED',
    async plant(play, scene, use) {
      const other = await openPlay(scene, { scopes: null })
      const theirs = await other.tokenOf(play.channelId)
      for (let place = 0; place < limits.userSessions; place++) use(await other.connectUser(theirs))
      await scene.call('GET', '/open/v1/sessions/auth', { token: play.token })
      await play.donate()
      return {}
    },
  },
  'the 31st subscription was refused': {
    reason: 'SUBSCRIPTION_LIMIT_REACHED',
    async plant(play, _scene, use) {
      const guest = await play.connect()
      use(guest)
      for (let people = 0; people < limits.subscriptionsPerSession / 3; people++) {
        const token = await play.tokenOf(await play.another())
        for (const kind of ['chat', 'donation', 'subscription']) await play.subscribe(kind, guest, token)
      }
      await play.subscribe('donation', guest)
      await play.donate()
      return { sessionKey: guest.sessionKey }
    },
  },
  'who spoke is restricted': {
    reason: 'RESTRICTED',
    async plant(play, scene, use) {
      const guest = await play.connectUser()
      use(guest)
      await play.subscribe('chat', guest)
      const targetChannelId = await play.another()
      await scene.call('POST', '/open/v1/restrict-channels', { token: play.token, json: { targetChannelId } })
      await play.say(targetChannelId)
      return { eventType: 'CHAT', sessionKey: guest.sessionKey }
    },
  },
  'slow mode held the second message back': {
    reason: 'REFUSED_BY_CHAT_RULES',
    async plant(play, scene, use) {
      const guest = await play.connectUser()
      use(guest)
      await play.subscribe('chat', guest)
      await scene.call('PUT', '/open/v1/chats/settings', { token: play.token, json: { chatSlowModeSec: 60 } })
      const viewer = await play.another()
      await play.say(viewer)
      await play.say(viewer)
      return { eventType: 'CHAT', sessionKey: guest.sessionKey }
    },
  },
  'what was sent to the refused deed held a raw NUL, and half a character where it was cut': {
    reason: 'REFUSED',
    plant: connected(async (play, guest, scene) => {
      await play.subscribe('donation', guest)
      const json = {
        channelId: play.channelId,
        byChannelId: await play.another(),
        payAmount: 100_000_000,
        donationText: `\0${'😀'.repeat(limits.recordedText / 2)}`,
      }
      for (const raw of [JSON.stringify(json).replace('\\u0000', '\0'), ` ${JSON.stringify(json)}`])
        assert.notEqual((await scene.call('POST', '/sandbox/v1/acts/donate', { raw })).status, 200)
    }),
  },
  'the wallet was empty': {
    reason: 'REFUSED',
    plant: connected(async (play, guest) => {
      await play.subscribe('donation', guest)
      await play.donate(100_000_000, await play.another())
    }),
  },
  'chats are not notified': {
    reason: 'NOT_NOTIFIED',
    async plant(play) {
      await play.say(play.channelId)
      return { eventType: 'CHAT', to: 'WEBHOOK' }
    },
  },
  'there is no webhook': { reason: 'NO_WEBHOOK', plant: notified((play) => play.claim()) },
  'the webhook is disabled': {
    reason: 'WEBHOOK_DISABLED',
    sink: {},
    plant: notified(async (play) => {
      await play.ask('PUT', '/webhook', { status: 'DISABLED' })
      await play.claim()
    }),
  },
  'a resend is waited for': {
    reason: 'WAITING',
    sink: { status: 500 },
    plant: notified(async (play) => {
      await play.claim()
      await play.delivery('WAITING')
    }),
  },
  'it was given up': {
    reason: 'GIVEN_UP',
    sink: { status: 410 },
    plant: notified(async (play) => {
      await play.claim()
      await play.delivery('GIVEN_UP')
    }),
  },
  'it was notified': {
    reason: 'SENT',
    sink: {},
    plant: notified(async (play) => {
      await play.claim()
      await play.delivery('DELIVERED')
    }),
  },
}

test('Why not? names the right reason for every cause that is planted', { timeout: 300_000 }, async (t) => {
  await using scene = await openScene({ settings: { quotaPerApp: 0, quotaPerToken: 0 } })
  for (const [cause, { reason, plant, ...given }] of Object.entries(plants))
    await t.test(`${cause}: ${reason}`, async () => {
      using guests = new DisposableStack()
      // The gateway renews its lease, which runs out in the database's own time.
      scene.clock.advance(3_000)
      const play = await openPlay(scene, given)
      const asking = await plant(play, scene, (guest) => void guests.use(guest))
      assert.equal((await play.why(asking)).reason, reason)
    })
})

test('an event is asked about by its record, and one that a page shows leads there', async () => {
  await using scene = await openScene()
  const play = await openPlay(scene)
  using guest = await play.connectUser()
  await play.donate()
  play.later()
  await play.subscribe('donation', guest)
  await play.donate()
  const { data } = await scene.play('GET', `/records?clientId=${play.client.clientId}&kind=event`)
  const [last, first] = data
  const why = async (recordPosition: number) =>
    (await scene.play('GET', `/why-not?sessionKey=${guest.sessionKey}&recordPosition=${recordPosition}`)).reason
  assert.deepEqual([await why(first.position), await why(last.position)], ['SUBSCRIBED_LATER', 'SENT'])
})

test('the request of an event leads to the event that it made, and not to another of the same moment', async () => {
  await using scene = await openScene()
  const play = await openPlay(scene)
  using guest = await play.connectUser()
  await play.donate()
  await play.subscribe('donation', guest)
  await play.donate()
  const { data } = await scene.play('GET', '/records?kind=request&name=acts/donate')
  const [last, first] = data
  const why = async (recordPosition: number) =>
    (await scene.play('GET', `/why-not?sessionKey=${guest.sessionKey}&recordPosition=${recordPosition}`)).reason
  assert.deepEqual([await why(first.position), await why(last.position)], ['SUBSCRIBED_LATER', 'SENT'])
})

test('where nobody looked it says that nothing was recorded, and not that nothing was subscribed', async () => {
  await using scene = await openScene({ settings: { inspector: 'looked-at' } })
  const play = await openPlay(scene)
  using guest = await play.connectUser()
  await play.donate()
  const why = async () => (await play.why({ sessionKey: guest.sessionKey })).reason
  assert.equal(await why(), 'NOT_RECORDED')
  await play.subscribe('donation', guest)
  await play.donate()
  assert.equal(await why(), 'NOT_RECORDED')
})

/** Somebody signed in, with an application of their own. */
async function openOwner(scene: Scene) {
  const owner = visitor(scene.url)
  const { email, password } = await scene.play('POST', '/people', { channelName: '개발자' })
  await owner.signIn(email, password)
  const app = { name: 'own', redirectUri: 'http://127.0.0.1:9/callback' }
  const { clientId }: Client = (await owner.ask('POST', '/apps', app)).body.content
  return { owner, clientId }
}

test('its owner learns nothing of a channel that granted the application nothing', async () => {
  await using scene = await openScene({ settings: { quotaPerApp: 0 } })
  const play = await openPlay(scene, { scopes: null })
  const { owner, clientId } = await openOwner(scene)
  await play.donate()
  const asked = `/apps/${clientId}/why-not?eventType=DONATION&channelId=${play.channelId}`
  const before = (await owner.ask('GET', asked)).body.content
  const records = async () =>
    (await owner.ask('GET', `/apps/${clientId}/records?kind=event&full=true`)).body.content.data
  assert.deepEqual([before.details.eventDate, await records()], [null, []])

  await scene.play('POST', '/grants', { clientId, channelId: play.channelId, scopes: [scopes.chatRead] })
  const [known] = await records()
  assert.deepEqual([known.name, known.detail], ['DONATION', null])
  await scene.play('POST', '/grants', { clientId, channelId: play.channelId, scopes: [scopes.donationRead] })
  assert.equal(JSON.parse((await records())[0].detail.payload.text).payAmount, '1000')
})

test('a record that the list of its owner does not show is not there for their questions either', async () => {
  await using scene = await openScene({ settings: { quotaPerApp: 0 } })
  const { channelId, donate } = await openPlay(scene, { scopes: null })
  const { owner, clientId } = await openOwner(scene)
  await donate()
  const positions: number[] = (await scene.play('GET', '/records?text=donat')).data.map(
    (one: { position: number }) => one.position,
  )
  const why = async (position: number) => {
    const { status, body } = await owner.ask('GET', `/apps/${clientId}/why-not?recordPosition=${position}`)
    return { status, message: body.message }
  }
  const unknown = await why(1_000_000)
  assert.equal(unknown.status, 404)
  assert.ok(positions.length >= 2, String(positions.length))
  for (const position of positions) assert.deepEqual(await why(position), unknown)

  await scene.play('POST', '/grants', { clientId, channelId, scopes: [scopes.donationRead] })
  const shown = (await owner.ask('GET', `/apps/${clientId}/records?kind=event`)).body.content.data
  assert.equal((await why(shown[0].position)).status, 200)
})
