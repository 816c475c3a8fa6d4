import { setTimeout as wait } from 'node:timers/promises'
import {
  createClient,
  sandboxApi,
  verifyWebhook,
  type BodyOf,
  type ChatEvent,
  type Client,
  type ContentOf,
  type FaultPreset,
  type FaultRule,
  type Notification,
  type QueryOf,
} from '@onair/sdk'
import { createPerson, type Person } from './person.ts'
import { openHostedWorld, type Overview } from './world-host.ts'

type Role = Overview['demo']['people'][number]['is']
type PersonOptions = Omit<BodyOf<typeof sandboxApi.people.createPerson>, 'channelName'>
type AppOptions = Partial<BodyOf<typeof sandboxApi.apps.createApp>>
type SinkOptions = BodyOf<typeof sandboxApi.sinks.setSink>
type CampaignOptions = Omit<BodyOf<typeof sandboxApi.drops.createCampaign>, 'clientId'>
type WhyQuery = QueryOf<typeof sandboxApi.inspector.explainMissingEvent>
type Why = ContentOf<typeof sandboxApi.inspector.explainMissingEvent>
type SinkRequest = ContentOf<typeof sandboxApi.sinks.getSink>['requests'][number]

type FaultState = ContentOf<typeof sandboxApi.faults.getFaults>

export type App = { readonly clientId: string; readonly clientSecret: string }
/** Where the notifications of an application arrive, as its `webhookUrl`. */
export type Webhook = { readonly url: string; readonly name: string }
export type ReceivedNotification = {
  notification: Notification
  /** 0 for the first attempt. */
  retry: number
  headers: SinkRequest['headers']
  body: string
  /** The status with which the webhook responded. */
  status: number
}
export type Duration = { days?: number; hours?: number; minutes?: number; seconds?: number }

/** A complete platform of one test: its own people, applications, sessions, clock and webhooks. */
export type World = AsyncDisposable & {
  readonly baseUrl: string
  readonly authUrl: string
  readonly socketUrl: string
  readonly consoleUrl: string
  /** The demo application, which has every scope and belongs to the streamer. */
  readonly app: App
  /** The demo people. */
  readonly streamer: Person
  readonly manager: Person
  readonly subscriber: Person
  readonly follower: Person
  readonly viewer: Person
  /** Calls endpoints of the sandbox API: `world.call(sandboxApi.people.listPeople)`. */
  readonly call: Client
  createPerson(channelName: string, options?: PersonOptions): Promise<Person>
  /** Registers an application. Without scopes it has all that are allowed. */
  createApp(options?: AppOptions): Promise<App>
  /** Creates a drops campaign, of the demo application unless another is named. */
  createCampaign(campaign: CampaignOptions, app?: App): Promise<ContentOf<typeof sandboxApi.drops.createCampaign>>
  /** Creates a receiver of webhooks. It responds 200 unless the options say otherwise. */
  createWebhook(options?: SinkOptions): Promise<Webhook>
  /**
   * Waits until a webhook has received `count` requests, and returns all. With `secret`, the client secret of the
   * application, it checks their signatures.
   */
  received(
    webhook: Webhook,
    options?: { count?: number; withinMs?: number; secret?: string },
  ): Promise<ReceivedNotification[]>
  /** Waits until the chat of a channel has `count` messages, and returns all, oldest first, up to the last 100. */
  messages(channel: { channelId: string }, options?: { count?: number; withinMs?: number }): Promise<ChatEvent[]>
  readonly clock: {
    now(): Promise<Date>
    /** Moves the clock. Lifetimes of tokens and waits between webhook retries follow it. */
    advance(duration: Duration): Promise<Date>
  }
  /** Injects faults into requests, sockets and webhooks: rules, or a preset. */
  readonly faults: {
    /** Replaces the plan. The same seed gives the same faults. */
    set(plan: FaultRule[] | FaultPreset, options?: { seed?: number }): Promise<FaultState>
    /** The plan, and how often each rule injected its fault. */
    get(): Promise<FaultState>
    clear(): Promise<void>
  }
  /**
   * Forks the world as it is now, with its credentials, or opens one of its snapshots. The fork is deleted with this world at
   * the latest.
   */
  fork(options?: { snapshot?: string }): Promise<World>
  /** Saves all data of the world under a name. */
  saveSnapshot(name: string): Promise<void>
  /** Replaces all data of the world by a snapshot. All sessions are disconnected. */
  restoreSnapshot(name: string): Promise<void>
  /** The connected sessions. */
  sessions(): Promise<ContentOf<typeof sandboxApi.sessions.listSessions>['data']>
  /** Why the last event of this type did not reach a session, any session of an application, or its webhook. */
  why(
    event: { eventType: NonNullable<WhyQuery['eventType']>; channel: { channelId: string } },
    receiver: { sessionKey: string } | App | { webhookOf: App },
  ): Promise<Why>
  /** Deletes the world. `await using world = await openWorld()` does it at the end of the block. */
  close(): Promise<void>
}

/** Opens a new world. The first one starts a server that all test processes of the run share. */
export async function openWorld(): Promise<World> {
  const { overview, close } = await openHostedWorld()
  let closing: Promise<void> | null = null
  return buildWorld(overview, () => (closing ??= close()))
}

function buildWorld({ baseUrl, authUrl, socketUrl, consoleUrl, demo }: Overview, close: () => Promise<void>): World {
  const call = createClient({ baseUrl, maxRetries: 0 })
  const { clientId, clientSecret } = demo
  const app = { clientId, clientSecret }
  const context = { baseUrl, call, demoApp: app }
  const demoPerson = (role: Role) =>
    createPerson(
      demo.people.find(({ is }) => is === role)!,
      context,
    )
  return {
    baseUrl,
    authUrl,
    socketUrl,
    consoleUrl,
    app,
    streamer: demoPerson('streamer'),
    manager: demoPerson('manager'),
    subscriber: demoPerson('subscriber'),
    follower: demoPerson('follower'),
    viewer: demoPerson('viewer'),
    call,
    createPerson: async (channelName, options = {}) =>
      createPerson(await call(sandboxApi.people.createPerson, { body: { ...options, channelName } }), context),
    createApp: (options = {}) =>
      call(sandboxApi.apps.createApp, { body: { name: 'my bot', redirectUri: `${baseUrl}/callback`, ...options } }),
    createCampaign: (campaign, owner = app) =>
      call(sandboxApi.drops.createCampaign, { body: { ...campaign, clientId: owner.clientId } }),
    ...webhooks(baseUrl, call),
    messages: (channel, options) => listMessages(call, channel, options),
    clock: worldClock(call),
    faults: worldFaults(call),
    ...worldCopies(call),
    sessions: async () => (await call(sandboxApi.sessions.listSessions, {})).data,
    why: ({ eventType, channel: { channelId } }, receiver) =>
      call(sandboxApi.inspector.explainMissingEvent, { query: { eventType, channelId, ...receiverQuery(receiver) } }),
    close,
    [Symbol.asyncDispose]: close,
  }
}

function worldCopies(call: Client): Pick<World, 'fork' | 'saveSnapshot' | 'restoreSnapshot'> {
  const { snapshots, worlds } = sandboxApi
  return {
    async fork(options = {}) {
      const { worldId, baseUrl } = await call(worlds.createWorld, { body: options })
      const overview = await createClient({ baseUrl })(sandboxApi.demo.getOverview)
      let closing: Promise<void> | null = null
      return buildWorld(overview, () => (closing ??= deleteWorld(worldId)))
    },
    saveSnapshot: async (name) => void (await call(snapshots.saveSnapshot, { body: { snapshotName: name } })),
    restoreSnapshot: async (name) =>
      void (await call(snapshots.restoreSnapshot, { pathParams: { snapshotName: name } })),
  }

  async function deleteWorld(worldId: string) {
    await call(worlds.deleteWorld, { pathParams: { worldId } })
  }
}

function receiverQuery(receiver: Parameters<World['why']>[1]): Partial<WhyQuery> {
  if ('sessionKey' in receiver) return { sessionKey: receiver.sessionKey }
  if ('webhookOf' in receiver) return { clientId: receiver.webhookOf.clientId, to: 'WEBHOOK' }
  return { clientId: receiver.clientId }
}

function worldClock(call: Client): World['clock'] {
  return {
    now: async () => new Date((await call(sandboxApi.clock.getClock)).now),
    async advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }) {
      const advanceSeconds = ((days * 24 + hours) * 60 + minutes) * 60 + seconds
      return new Date((await call(sandboxApi.clock.moveClock, { body: { advanceSeconds } })).now)
    },
  }
}

function worldFaults(call: Client): World['faults'] {
  const { setFaults, getFaults, clearFaults } = sandboxApi.faults
  return {
    set: (plan, options = {}) =>
      call(setFaults, { body: { ...options, ...(typeof plan === 'string' ? { preset: plan } : { rules: plan }) } }),
    get: () => call(getFaults),
    clear: async () => void (await call(clearFaults)),
  }
}

const pollMs = 20

async function listMessages(
  call: Client,
  { channelId }: { channelId: string },
  { count = 1, withinMs = 5_000 }: { count?: number; withinMs?: number } = {},
): Promise<ChatEvent[]> {
  const query = { kind: 'event', name: 'CHAT', channelId, full: true, size: 100 } as const
  for (const end = Date.now() + withinMs; ; await wait(pollMs)) {
    const { data } = await call(sandboxApi.inspector.listRecords, { query })
    if (data.length >= count)
      return data.map(({ detail }) => JSON.parse(detail!.payload!.text) as ChatEvent).toReversed()
    if (Date.now() > end) throw new Error(`The chat has ${data.length} of ${count} messages after ${withinMs} ms.`)
  }
}

function webhooks(baseUrl: string, call: Client): Pick<World, 'createWebhook' | 'received'> {
  let created = 0
  return {
    async createWebhook(options = {}) {
      created += 1
      const name = `webhook-${created}`
      await call(sandboxApi.sinks.setSink, { pathParams: { sinkName: name }, body: options })
      return { name, url: `${baseUrl}/sandbox/v1/sinks/${name}` }
    },
    async received(webhook, { count = 1, withinMs = 5_000, secret } = {}) {
      for (const end = Date.now() + withinMs; ; await wait(pollMs)) {
        const { received, requests } = await call(sandboxApi.sinks.getSink, { pathParams: { sinkName: webhook.name } })
        if (received >= count) return Promise.all(requests.map((request) => readNotification(request, secret)))
        if (Date.now() > end)
          throw new Error(`The webhook received ${received} of ${count} requests in ${withinMs} ms.`)
      }
    },
  }
}

async function readNotification(
  { headers, body, responseStatus }: SinkRequest,
  secret: string | undefined,
): Promise<ReceivedNotification> {
  const retryHeader = Object.entries(headers).find(([name]) => /event-message-retry$/i.test(name))
  if (secret !== undefined) {
    const prefix = Object.keys(headers)
      .find((name) => /event-message-id$/i.test(name))
      ?.slice(0, -'Event-Message-Id'.length)
    // The clock of the world may differ from that of this process.
    const verdict = await verifyWebhook({ headers, body, secret, toleranceSec: Infinity, ...(prefix && { prefix }) })
    if (verdict.verdict === 'rejected') throw new Error(`The notification is rejected: ${verdict.rejection}.`)
  }
  return {
    notification: JSON.parse(body) as Notification,
    retry: Number(retryHeader?.[1] ?? 0),
    headers,
    body,
    status: responseStatus,
  }
}
