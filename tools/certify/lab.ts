import { setTimeout as sleep } from 'node:timers/promises'
import { sandboxApi, scopes, type ContentOf } from '@onair/contract'
import type { Client } from '@onair/sdk/http'
import type { Profile } from './profile.ts'
import type { SeenRequest } from './seen-request.ts'
import type { Program, StartProgram } from './program.ts'
import type { Relay, SeenSession } from './relay.ts'

export type App = { clientId: string; clientSecret: string }
export type Subject = {
  profile: Profile
  start: StartProgram
  /** The message that the bot answers, with `{text}` for the text that its answer must contain. */
  probe: string
  /** The path of the webhook at `PORT`. */
  webhookPath: string
  port: number
}
export const claimsPath = '/open/v1/drops/reward-claims'

type LabOptions = {
  call: Client
  relay: Relay
  app: App
  channelId: string
  viewerChannelId: string
  subject: Subject
  patienceMs: number
  /** The rewards of a campaign that the viewer can claim, of a receiver. */
  rewardIds: string[]
}
type Delivery = ContentOf<typeof sandboxApi.inspector.listRecords>['data'][number]['delivery']
type Tokens = ContentOf<typeof sandboxApi.grants.createGrant>

const pollMs = 10
/** What a program needs to handle a message that it does not answer. */
const settleMs = 300
const startMs = 10_000
const outputEnd = 500
/** One after the other. Then it is not started again. */
const maxFailedStarts = 2

/** One program in a channel of its own, and what a check can do with both. */
export class Lab implements AsyncDisposable {
  readonly call: Client
  readonly relay: Relay
  readonly app: App
  readonly channelId: string
  readonly viewerChannelId: string
  readonly subject: Subject
  /** How long the program may take for what it must do. */
  readonly patienceMs: number
  /** Every secret that the program was given. */
  readonly secrets = new Set<string>()
  #program: Program | null = null
  #output = ''
  #probes = 0
  /** Sessions of an earlier run of the program do not count. */
  #firstSession = 0
  #failedStarts = 0
  /** Of the claims, by the id of the claim. */
  readonly #traceIds = new Map<string, string>()
  readonly #rewardIds: string[]
  /** What the program subscribes to. */
  readonly #eventTypes = new Set<string>()
  #sessionAtStart: SeenSession | null = null

  constructor(options: LabOptions) {
    this.call = options.call
    this.relay = options.relay
    this.app = options.app
    this.channelId = options.channelId
    this.viewerChannelId = options.viewerChannelId
    this.subject = options.subject
    this.patienceMs = options.patienceMs
    this.#rewardIds = options.rewardIds
  }

  /** How long the program may take to start. */
  get startMs(): number {
    return Math.max(this.patienceMs, startMs)
  }

  /** What the program printed in all its runs. */
  get output(): string {
    return this.#output + (this.#program?.output() ?? '')
  }

  get requests(): readonly SeenRequest[] {
    return this.relay.requests
  }

  /** The connected session of the running program. */
  get session(): SeenSession | null {
    const sessions = this.relay.sessions.slice(this.#firstSession)
    return sessions.findLast(({ isOpen, subscribed }) => isOpen && subscribed.size > 0) ?? null
  }

  get webhookUrl(): string {
    return `http://127.0.0.1:${this.subject.port}${this.subject.webhookPath}`
  }

  async start(): Promise<void> {
    const { accessToken, refreshToken } = await this.grant()
    const { clientId, clientSecret } = this.app
    for (const secret of [accessToken, refreshToken, clientSecret]) this.secrets.add(secret)
    this.#firstSession = this.relay.sessions.length
    this.#program = this.subject.start({
      ONAIR_URL: this.relay.url,
      ONAIR_CLIENT_ID: clientId,
      ONAIR_CLIENT_SECRET: clientSecret,
      ONAIR_ACCESS_TOKEN: accessToken,
      ONAIR_REFRESH_TOKEN: refreshToken,
      ONAIR_CHANNEL_ID: this.channelId,
      PORT: String(this.subject.port),
    })
  }

  async stop(): Promise<void> {
    const program = this.#program
    await program?.stop()
    this.#output += program?.output() ?? ''
    this.#program = null
  }

  /** Starts the program unless it runs and works, and waits until it does. */
  async ready(): Promise<boolean> {
    let isReady = this.hasEnded() === null && this.#program !== null && (await this.isReady())
    if (!isReady && this.#failedStarts < maxFailedStarts) {
      await this.stop()
      await this.start()
      isReady = await this.isReady(this.startMs)
      this.#failedStarts = isReady ? 0 : this.#failedStarts + 1
    }
    this.#sessionAtStart = this.session
    return isReady
  }

  /** Whether the session is the one of the start of the check. */
  get isSameSession(): boolean {
    return this.session !== null && this.session === this.#sessionAtStart
  }

  /** Whether it runs, or why it ended and the end of its output. */
  describe(): string {
    const ended = this.hasEnded()
    if (ended === null) return 'The program runs.'
    return `The program ended: ${ended}. ${this.output.trim().slice(-outputEnd)}`
  }

  /** Why the program ended; null while it runs. */
  hasEnded(): string | null {
    return this.#program?.ended() ?? null
  }

  /** Waits until the program listens to the channel, or takes requests. */
  async isReady(within: number = this.patienceMs): Promise<boolean> {
    const isReady = () => (this.subject.profile === 'receiver' ? this.#answers() : this.#isSubscribed())
    let result = false
    await this.until(async () => (result = await isReady()) || this.hasEnded() !== null, within)
    return result
  }

  /** Gives consent, with all scopes or without these. */
  async grant({ without = [] }: { without?: readonly string[] } = {}): Promise<Tokens> {
    const { clientId } = this.app
    const granted = Object.values(scopes).filter((scope) => !without.includes(scope))
    return this.call(sandboxApi.grants.createGrant, { body: { clientId, channelId: this.channelId, scopes: granted } })
  }

  /** A viewer writes in the chat. */
  async chat(message: string): Promise<void> {
    const { channelId, viewerChannelId } = this
    await this.call(sandboxApi.channels.chat, { body: { channelId, byChannelId: viewerChannelId, message } })
  }

  /** Something happens in the channel that the program subscribed to: a message, a donation or a subscription. */
  async act(text: string): Promise<void> {
    const { channelId, viewerChannelId: byChannelId } = this
    const subscribed = this.session?.subscribed ?? new Set()
    if (subscribed.has('CHAT')) return this.chat(this.probeMessage(text))
    if (subscribed.has('DONATION')) return this.donate(text, byChannelId)
    await this.call(sandboxApi.payments.subscribe, { body: { channelId, byChannelId, tierNo: 1, month: 1 } })
  }

  /** A donation; `byChannelId` null: anonymous. */
  async donate(donationText: string, byChannelId: string | null): Promise<void> {
    const body = {
      channelId: this.channelId,
      byChannelId,
      payAmount: 1_000,
      donationText,
      donationType: 'CHAT',
    } as const
    await this.call(sandboxApi.payments.donate, { body })
  }

  /** The viewer claims a reward. */
  async claim(): Promise<string> {
    const rewardId = this.#rewardIds.pop()
    if (rewardId === undefined) throw new Error('No reward is left.')
    const body = { rewardId, byChannelId: this.viewerChannelId }
    let traceId = ''
    const onResponse = (headers: Headers) => void (traceId = headers.get('x-request-id') ?? '')
    const { claimId } = await this.call(sandboxApi.drops.claim, { body, onResponse })
    this.#traceIds.set(claimId, traceId)
    return claimId
  }

  /** The notification about a claim, as the inspector shows it. */
  async findDelivery(claimId: string): Promise<Delivery | null> {
    const query = { kind: 'delivery', traceId: this.#traceIds.get(claimId) ?? '' } as const
    const { data } = await this.call(sandboxApi.inspector.listRecords, { query })
    return data[0]?.delivery ?? null
  }

  /** The program's calls that mark the claim as FULFILLED. */
  requestsAbout(claimId: string): SeenRequest[] {
    return this.requests.filter(
      ({ method, path, body }) => method === 'PUT' && path === claimsPath && body.includes(claimId),
    )
  }

  /** Those that the API accepted. */
  fulfillments(claimId: string): SeenRequest[] {
    return this.requestsAbout(claimId).filter(({ status }) => status === 200)
  }

  /** Whether the fault plan has injected a fault. */
  async hasInjected(): Promise<boolean> {
    const { rules } = await this.call(sandboxApi.faults.getFaults)
    return rules.some(({ injected }) => injected > 0)
  }

  /** Ends the session, as a platform does that is being deployed. */
  async cut(): Promise<void> {
    const sessionKey = this.session?.sessionKey ?? ''
    await this.call(sandboxApi.sessions.disconnectSession, { pathParams: { sessionKey } })
    await this.until(() => this.relay.sessions.every((session) => session.sessionKey !== sessionKey || !session.isOpen))
  }

  /** A text that no earlier message contained. */
  nextText(): string {
    this.#probes += 1
    return `t${this.#probes}x`
  }

  probeMessage(text: string): string {
    return this.subject.probe.replace('{text}', text)
  }

  /** The program's messages that contain the text; with `sent`, those that the API accepted. */
  repliesTo(text: string, { sent = true } = {}): SeenRequest[] {
    return this.requests.filter(
      ({ path, body, status }) =>
        path === '/open/v1/chats/send' && body.includes(text) && (!sent || (status >= 200 && status < 300)),
    )
  }

  /** Whether the program works: a bot answers a message; others stay connected. */
  async works(within: number = this.patienceMs): Promise<boolean> {
    if (this.subject.profile !== 'bot') {
      await sleep(settleMs)
      return this.hasEnded() === null && (await this.isReady(within))
    }
    const text = this.nextText()
    await this.chat(this.probeMessage(text))
    return this.until(() => this.hasEnded() !== null || this.repliesTo(text).length > 0, within).then(
      () => this.repliesTo(text).length > 0,
    )
  }

  /** Lets a program that does not answer handle what it got. */
  settle(): Promise<void> {
    return sleep(settleMs)
  }

  /** Waits until the condition holds, and returns whether it does. */
  async until(condition: () => boolean | Promise<boolean>, within: number = this.patienceMs): Promise<boolean> {
    for (const end = this.relay.now() + within; ; await sleep(pollMs)) {
      if (await condition()) return true
      if (this.relay.now() >= end) return false
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
  }

  /** A session has every subscription that an earlier one had, and no further one is being made. */
  #isSubscribed(): boolean {
    const subscribed = this.session?.subscribed ?? new Set()
    if (subscribed.size === 0 || [...this.#eventTypes].some((eventType) => !subscribed.has(eventType))) return false
    const last = this.requests.findLast(({ path }) => path.startsWith('/open/v1/sessions/'))
    if (this.#eventTypes.size === 0 && last !== undefined && this.relay.now() < last.at + settleMs) return false
    for (const eventType of subscribed) this.#eventTypes.add(eventType)
    return true
  }

  async #answers(): Promise<boolean> {
    if (this.hasEnded() !== null) return false
    return fetch(this.webhookUrl, { method: 'HEAD', signal: AbortSignal.timeout(1_000) }).then(
      () => true,
      () => false,
    )
  }
}
