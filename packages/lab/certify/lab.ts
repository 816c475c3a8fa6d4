import { setTimeout } from 'node:timers/promises'
import { eventTypes, sandboxApi, type ContentOf, type Endpoint, type EventType } from '@onair/contract'
import { ApiError, type Client } from '@onair/sdk/http'
import { Claims, type ClaimsOptions } from './claims.ts'
import { takesWebhooks, type Profile } from './profile.ts'
import { seen } from './seen.ts'
import type { CheckId, Seen } from './locales/texts.ts'
import type { SeenRequest } from './seen-request.ts'
import type { Program } from './program.ts'
import type { SeenSession, Traffic } from './traffic.ts'

export type LabOptions = {
  traffic: Traffic
  profile: Profile
  /** The message that the bot answers, with `{text}` for the text that its answer must contain. */
  probe: string
  clientId: string
  /** Null where it is not known. */
  clientSecret: string | null
  channelId: string
  viewerChannelId: string
  /** Whether a program that takes webhooks answers. */
  answers: () => Promise<boolean>
  claims: Omit<ClaimsOptions, 'clientId' | 'createCaller'>
  createCaller: ClaimsOptions['createCaller']
  /** How long the program may take for what it must do. */
  patienceMs: number
  /** How long a receiver may take to find claims that it was not notified of. */
  reconcileMs: number
  /** Null: the program was started by its developer. */
  start: StartWithTokens | null
  signal: AbortSignal
  /** Waits this long. Rejects when the certification is interrupted. */
  sleep?: (ms: number) => Promise<void>
}
type StartWithTokens = (tokens: Tokens) => Program
/** Something that certify did, and the id of its record. */
type Action = { at: number; line: string; traceId: string }
type Tokens = ContentOf<typeof sandboxApi.grants.createGrant>

const minPollMs = 10
const maxPollMs = 50
/** Time that a program needs to handle a message that it does not answer. */
const settleMs = 300
const maxSettleWaits = 5
const startMs = 10_000
const outputEnd = 500
/** Failed starts in a row after which the program is neither started again nor waited for. */
const maxFailedStarts = 2

/** A program in a channel, and the operations of a check on both. */
export class Lab implements AsyncDisposable {
  readonly call: Client
  readonly traffic: Traffic
  readonly profile: Profile
  readonly clientId: string
  readonly clientSecret: string | null
  readonly probe: string
  readonly patienceMs: number
  readonly reconcileMs: number
  readonly claims: Claims
  /** Every secret that the program was given. */
  readonly secrets = new Set<string>()
  /** The checks that failed so far, also those whose failure another one explains. */
  readonly failedChecks = new Set<CheckId>()
  readonly #options: LabOptions
  readonly #actions: Action[] = []
  #program: Program | null = null
  #output = ''
  #probes = 0
  /** Sessions of an earlier run of the program do not count. */
  #firstSession = 0
  #failedStarts = 0
  #movedSec = 0
  /** The types of events that the program subscribes to. */
  readonly #eventTypes = new Set<string>()
  #sessionAtStart: SeenSession | null = null

  constructor(options: LabOptions) {
    this.#options = options
    this.call = options.createCaller({})
    this.traffic = options.traffic
    this.profile = options.profile
    this.clientId = options.clientId
    this.clientSecret = options.clientSecret
    this.probe = options.probe
    this.patienceMs = options.patienceMs
    this.reconcileMs = options.reconcileMs
    const { createCaller, traffic, clientId } = options
    const perform = this.#claim.bind(this)
    this.claims = new Claims({ ...options.claims, clientId, createCaller }, { traffic, perform })
  }

  /** Whether this process starts and stops the program. */
  get startsProgram(): boolean {
    return this.#options.start !== null
  }

  /** How long the program may take to start. */
  get startMs(): number {
    return Math.max(this.patienceMs, startMs)
  }

  /** The output of the program in all its runs. */
  get output(): string {
    return this.#output + (this.#program?.output() ?? '')
  }

  get requests(): readonly SeenRequest[] {
    return this.traffic.requests
  }

  /** The connected session of the running program. */
  get session(): SeenSession | null {
    const sessions = this.traffic.sessions.slice(this.#firstSession)
    return sessions.findLast(({ isOpen, subscribed }) => isOpen && subscribed.size > 0) ?? null
  }

  /** The actions in the sandbox since then that this certification caused. */
  actionsSince(since: number): readonly Action[] {
    return this.#actions.filter(({ at }) => at >= since)
  }

  async start(): Promise<void> {
    if (this.#options.start === null) return
    const tokens = await this.grant()
    for (const secret of [tokens.accessToken, tokens.refreshToken, this.clientSecret])
      if (secret !== null) this.secrets.add(secret)
    this.#firstSession = this.traffic.sessions.length
    this.#program = this.#options.start(tokens)
  }

  async stop(): Promise<void> {
    const program = this.#program
    await program?.stop()
    this.#output += program?.output() ?? ''
    this.#program = null
  }

  /**
   * Waits until the program works. One that this process starts is started if it does not, and after a failed check, so
   * that it does not carry a defect into the next check.
   */
  async ready(): Promise<boolean> {
    const isTried = this.#failedStarts < maxFailedStarts
    const isReady = this.startsProgram ? await this.#readyToStart(isTried) : await this.#readyToContinue(isTried)
    if (isTried) this.#failedStarts = isReady ? 0 : this.#failedStarts + 1
    this.#sessionAtStart = this.session
    return isReady
  }

  /** Whether the session is the one of the start of the check. */
  get isSameSession(): boolean {
    return this.session !== null && this.session === this.#sessionAtStart
  }

  /** Whether it runs, or why it ended and the end of its output. Of a program of the developer, nothing is known. */
  describe(): Seen[] {
    if (!this.startsProgram) return []
    const reason = this.hasEnded()
    if (reason === null) return [seen('PROGRAM_RUNS')]
    return [seen('PROGRAM_ENDED', { reason, output: this.output.trim().slice(-outputEnd) })]
  }

  /** Why the program ended; null while it runs. */
  hasEnded(): string | null {
    return this.#program?.ended() ?? null
  }

  /** Waits until the program listens to the channel, or takes requests. */
  async isReady(within: number = this.patienceMs): Promise<boolean> {
    const isReady = () => (takesWebhooks(this.profile) ? this.#answers() : this.#isSubscribed())
    let result = false
    await this.until(async () => (result = await isReady()) || this.hasEnded() !== null, within)
    return result
  }

  /** Gives consent, with all scopes that the application may have or without these. */
  async grant({ without = [] }: { without?: readonly string[] } = {}): Promise<Tokens> {
    const { clientId, channelId } = this.#options
    const tokens = await this.call(sandboxApi.grants.createGrant, { body: { clientId, channelId } })
    if (without.length === 0) return tokens
    const scopes = tokens.scopes.filter((scope) => !without.includes(scope))
    return this.call(sandboxApi.grants.createGrant, { body: { clientId, channelId, scopes } })
  }

  /** A viewer writes in the chat. */
  async chat(message: string): Promise<void> {
    const { channelId, viewerChannelId } = this.#options
    const endpoint = sandboxApi.channels.chat
    const onResponse = this.#rememberAction(endpoint)
    await this.call(endpoint, { body: { channelId, byChannelId: viewerChannelId, message }, onResponse })
  }

  /** The types of events that the program is subscribed to. */
  get subscribed(): EventType[] {
    return eventTypes.filter((eventType) => this.session?.subscribed.has(eventType))
  }

  /** Something happens in the channel that the program subscribed to: a message, a donation or a subscription. */
  async act(text: string, eventType: EventType | undefined = this.subscribed[0]): Promise<void> {
    const { channelId, viewerChannelId: byChannelId } = this.#options
    if (eventType === 'CHAT') return this.chat(this.probeMessage(text))
    if (eventType === 'DONATION') return this.donate(text, byChannelId)
    const endpoint = sandboxApi.payments.subscribe
    const onResponse = this.#rememberAction(endpoint)
    await this.call(endpoint, { body: { channelId, byChannelId, tierNo: 1, month: 1 }, onResponse })
  }

  /** A donation; `byChannelId` null: anonymous. */
  async donate(donationText: string, byChannelId: string | null): Promise<void> {
    const { channelId } = this.#options
    const endpoint = sandboxApi.payments.donate
    const body = { channelId, byChannelId, payAmount: 1_000, donationText, donationType: 'CHAT' } as const
    await this.call(endpoint, { body, onResponse: this.#rememberAction(endpoint) })
  }

  /** Whether the fault plan has injected a fault. */
  async hasInjected(): Promise<boolean> {
    const { rules } = await this.call(sandboxApi.faults.getFaults)
    return rules.some(({ injected }) => injected > 0)
  }

  /** Ends the session, as a platform does that is being deployed. */
  async cut(): Promise<void> {
    await this.#disconnect(this.session?.sessionKey ?? '')
  }

  /** Moves the clock of the sandbox. It is moved back at the end. */
  async moveClock(advanceSeconds: number): Promise<void> {
    await this.traffic.sync()
    await this.call(sandboxApi.clock.moveClock, { body: { advanceSeconds } })
    this.traffic.clockMoved(advanceSeconds)
    this.#movedSec += advanceSeconds
  }

  async moveClockBack(): Promise<void> {
    if (this.#movedSec !== 0) await this.moveClock(-this.#movedSec)
  }

  /** A text that no earlier message contained. */
  nextText(): string {
    this.#probes += 1
    return `t${this.#probes}x`
  }

  probeMessage(text: string): string {
    return this.probe.replace('{text}', text)
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
    if (this.profile !== 'bot') {
      await this.settle()
      return this.hasEnded() === null && (await this.isReady(within))
    }
    const text = this.nextText()
    await this.chat(this.probeMessage(text))
    return this.until(() => this.hasEnded() !== null || this.repliesTo(text).length > 0, within).then(
      () => this.repliesTo(text).length > 0,
    )
  }

  /** Lets a program that does not answer handle what it got, and goes on while it makes calls or waits for a response. */
  async settle(): Promise<void> {
    const since = this.traffic.now() - this.patienceMs
    for (let waits = 0; waits < maxSettleWaits; waits++) {
      const last = this.requests.at(-1)
      await this.wait(settleMs)
      const isPending = this.requests.some(({ at, status }) => at >= since && status === 0)
      if (this.requests.at(-1) === last && !isPending) return
    }
  }

  async wait(ms: number): Promise<void> {
    await this.sleep(ms)
    await this.traffic.sync()
  }

  async sleep(ms: number): Promise<void> {
    const { signal, sleep } = this.#options
    if (sleep !== undefined) return sleep(ms)
    await setTimeout(ms, undefined, { signal })
  }

  /** Waits until the condition holds, and returns whether it does. */
  async until(condition: () => boolean | Promise<boolean>, within: number = this.patienceMs): Promise<boolean> {
    const end = this.traffic.now() + within
    for (let pauseMs = minPollMs; ; pauseMs = Math.min(maxPollMs, pauseMs * 1.5)) {
      if (await condition()) return true
      if (this.traffic.now() >= end) return false
      await this.sleep(pauseMs)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
    await this.moveClockBack()
  }

  async #claim(rewardId: string, byChannelId: string): Promise<{ claimId: string; traceId: string }> {
    const endpoint = sandboxApi.drops.claim
    let traceId = ''
    const remember = this.#rememberAction(endpoint)
    const onResponse = (headers: Headers) => {
      remember(headers)
      traceId = headers.get('x-request-id') ?? ''
    }
    const { claimId } = await this.call(endpoint, { body: { rewardId, byChannelId }, onResponse })
    return { claimId, traceId }
  }

  async #readyToStart(isTried: boolean): Promise<boolean> {
    const isStarted = this.#program !== null && this.hasEnded() === null
    const isSuspect = this.failedChecks.size > 0 && isTried
    if (isStarted && !isSuspect && (await this.isReady(isTried ? this.patienceMs : 0))) return true
    if (!isTried) return false
    await this.stop()
    await this.start()
    return this.isReady(this.startMs)
  }

  /** A session that lost its subscriptions is ended, so that the program opens the next one. */
  async #readyToContinue(isTried: boolean): Promise<boolean> {
    let isReady = await this.isReady(isTried ? this.patienceMs : 0)
    if (!isReady && isTried && this.traffic.sessions.some(({ isOpen }) => isOpen)) {
      for (const { isOpen, sessionKey } of this.traffic.sessions)
        if (isOpen && sessionKey !== null) await this.#disconnect(sessionKey)
      isReady = await this.isReady()
    }
    return isReady && (this.failedChecks.size === 0 || (await this.works()))
  }

  async #disconnect(sessionKey: string): Promise<void> {
    const endpoint = sandboxApi.sessions.disconnectSession
    const onResponse = this.#rememberAction(endpoint)
    await this.call(endpoint, { pathParams: { sessionKey }, onResponse }).catch((error: unknown) => {
      // The program may have closed it.
      if (!(error instanceof ApiError) || error.status !== 404) throw error
    })
    await this.until(() =>
      this.traffic.sessions.every((session) => session.sessionKey !== sessionKey || !session.isOpen),
    )
  }

  #rememberAction({ method, path }: Endpoint): (headers: Headers) => void {
    const at = this.traffic.now()
    return (headers) => {
      const traceId = headers.get('x-request-id')
      if (traceId !== null) this.#actions.push({ at, line: `${method} ${path}`, traceId })
    }
  }

  /** A session has every subscription that an earlier one had, and no further one is being made. */
  #isSubscribed(): boolean {
    const subscribed = this.session?.subscribed ?? new Set()
    // A bot that subscribes to donations first does not yet receive the message that it must answer.
    if (this.profile === 'bot' && !subscribed.has('CHAT')) return false
    if (subscribed.size === 0 || [...this.#eventTypes].some((eventType) => !subscribed.has(eventType))) return false
    const last = this.requests.findLast(({ path }) => path.startsWith('/open/v1/sessions/'))
    if (this.#eventTypes.size === 0 && last !== undefined && this.traffic.now() < last.at + settleMs) return false
    for (const eventType of subscribed) this.#eventTypes.add(eventType)
    return true
  }

  async #answers(): Promise<boolean> {
    return this.hasEnded() === null && (await this.#options.answers())
  }
}
