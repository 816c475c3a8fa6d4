import assert from 'node:assert/strict'
import { consoleApi, limits, sandboxApi, type Endpoint, type FaultKind, type FaultRule } from '@onair/contract'
import type { Client } from '@onair/sdk/http'
import type { Program } from '../program.ts'
import type { SeenRequest } from '../seen-request.ts'
import { redaction, type SeenSession, type Traffic } from '../traffic.ts'

/** The program under test. The platform calls these methods. */
export type ProgramModel = {
  start(): void
  onConnected?(session: SeenSession): void
  onSystem?(type: string, session: SeenSession): void
  onEvent?(event: ModelEvent): void
  onClosed?(): void
  onNotification?(notification: ModelNotification, respond: (status: number) => void): void
}
export type ModelEvent = {
  name: 'CHAT' | 'DONATION' | 'FUTURE_EVENT'
  id: number
  text: string
  time: number
  hasProfile: boolean
  isAnonymous: boolean
  hasUnknownFields: boolean
  hasUnknownValues: boolean
}
export type ModelNotification = {
  claimId: string
  channelId: string
  rewardId: string
  messageId: string
  fault: FaultKind | null
}
type Call = { method: string; path: string; query?: string; body?: string; operation?: string }
type Delivery = {
  claimId: string
  messageId: string
  traceId: string
  state: 'WAITING' | 'DELIVERED' | 'EXHAUSTED'
  attempts: number
  status: number | null
  dueAt: number
  isHeld: boolean
}

const responseMs = 5
const retryMs = [12_000, 144_000, 2_160_000]
const quotaPerMinute = 600

/** A sandbox in memory on a clock of its own: it makes the traffic of a program, and answers the calls of the checks. */
export class ModelPlatform implements Traffic {
  readonly requests: SeenRequest[] = []
  readonly sessions: SeenSession[] = []
  readonly isRedacted: boolean
  readonly #createProgram: (platform: ModelPlatform) => ProgramModel
  #program: ProgramModel | null = null
  #reason: string | null = null
  #now = 0
  #movedMs = 0
  #timers: { at: number; run: () => void }[] = []
  #rules: { rule: FaultRule; matched: number; injected: number }[] = []
  #held: ModelEvent | null = null
  #ids = 0
  readonly #claims = new Map<string, { claimId: string; channelId: string; rewardId: string }>()
  readonly #fulfilled = new Set<string>()
  readonly #deliveries: Delivery[] = []
  readonly #expired = new Set<number>()
  readonly #usedRefreshTokens = new Set<string>()

  constructor(createProgram: (platform: ModelPlatform) => ProgramModel, { isRedacted }: { isRedacted: boolean }) {
    this.#createProgram = createProgram
    this.isRedacted = isRedacted
  }

  now(): number {
    return this.#now
  }

  async sync(): Promise<void> {}

  clockMoved(): void {}

  async [Symbol.asyncDispose](): Promise<void> {}

  /** Lets time pass, with what is due in it. */
  async sleep(ms: number): Promise<void> {
    const end = this.#now + ms
    for (;;) {
      const next = this.#timers.toSorted((a, b) => a.at - b.at)[0]
      if (next === undefined || next.at > end) break
      this.#timers.splice(this.#timers.indexOf(next), 1)
      this.#now = Math.max(this.#now, next.at)
      next.run()
    }
    this.#now = end
  }

  /** Runs something later, unless the program has ended by then. An error ends the program. */
  after(ms: number, run: () => void): void {
    const program = this.#program
    this.#timers.push({ at: this.#now + ms, run: () => program === this.#program && this.#guard(run) })
  }

  readonly startProgram = (): Program => {
    this.#reason = null
    this.#program = this.#createProgram(this)
    this.after(0, () => this.#program?.start())
    return {
      ended: () => this.#reason,
      output: () => this.#reason ?? '',
      stop: async () => this.#end(null),
    }
  }

  get isRunning(): boolean {
    return this.#program !== null
  }

  /** A call of the program. The response comes a little later. */
  request(
    { method, path, query = '', body = '', operation = '' }: Call,
    token: number,
    respond: (status: number) => void,
  ) {
    const text = (value: string) => (this.isRedacted ? value.replaceAll('a secret', redaction) : value)
    const seen: SeenRequest = {
      at: this.#now,
      method,
      path,
      query: new URLSearchParams(text(query)),
      headers: {},
      body: text(body),
      status: 0,
      message: null,
      traceId: this.#nextId(),
      isFault: false,
      quotaPerMinute,
    }
    this.requests.push(seen)
    const fault = this.#decide((rule) => rule.operation === operation && rule.kind !== 'token-expired')
    if (path !== '/auth/v1/token' && this.#decide(({ kind }) => kind === 'token-expired') !== null)
      this.#expired.add(token)
    const isReset = fault?.kind === 'connection-reset'
    this.after(responseMs + (fault?.kind === 'delay' ? (fault.delayMs ?? 0) : 0), () => {
      const status =
        fault?.kind === 'status' ? (fault.status ?? 0) : this.#expired.has(token) ? 401 : this.#carryOut(seen)
      // The inspector has no record of a call whose connection was reset.
      if (isReset) this.requests.splice(this.requests.indexOf(seen), 1)
      else Object.assign(seen, { status, isFault: fault !== null })
      respond(isReset ? 0 : status)
    })
  }

  connect(urlId: string): void {
    if (this.#decide(({ kind }) => kind === 'socket-cut') !== null) {
      this.refuseConnection(urlId)
      return this.after(responseMs, () => this.#program?.onClosed?.())
    }
    const session: SeenSession = {
      urlId,
      sessionKey: this.#nextId(),
      connectedAt: Infinity,
      revokedAt: -Infinity,
      subscribed: new Set(),
      isOpen: true,
    }
    this.sessions.push(session)
    this.#system(() => {
      session.connectedAt = this.#now
      this.#program?.onConnected?.(session)
    }, session)
  }

  refuseConnection(urlId: string): void {
    const closed = { sessionKey: null, connectedAt: Infinity, revokedAt: -Infinity, isOpen: false }
    this.sessions.push({ urlId, subscribed: new Set(), ...closed })
  }

  listOpenClaims(): ModelNotification[] {
    return [...this.#claims.values()]
      .filter(({ claimId }) => !this.#fulfilled.has(claimId))
      .map((claim) => ({ ...claim, messageId: '', fault: null }))
  }

  /** The calls of the checks. */
  readonly call = (async (endpoint: Endpoint, input: { [key: string]: any } = {}) => {
    const traceId = this.#nextId()
    const answer = this.#answers.get(endpoint)
    assert.ok(answer, `${endpoint.method} ${endpoint.path} is not expected`)
    const content = answer({ ...input['pathParams'], ...input['body'] }, traceId)
    input['onResponse']?.(new Headers({ 'x-request-id': traceId }))
    return content
  }) as unknown as Client

  readonly #answers = new Map<Endpoint, (input: any, traceId: string) => unknown>([
    [
      sandboxApi.faults.setFaults,
      ({ rules }) => (this.#rules = rules.map((rule: FaultRule) => ({ rule, matched: 0, injected: 0 }))),
    ],
    [sandboxApi.faults.clearFaults, () => (this.#rules = [])],
    [sandboxApi.faults.getFaults, () => ({ rules: this.#rules.map(({ rule, injected }) => ({ ...rule, injected })) })],
    [sandboxApi.grants.createGrant, ({ scopes }) => this.#grant(scopes)],
    [sandboxApi.channels.chat, ({ message }) => this.#act({ name: 'CHAT', text: message })],
    [
      sandboxApi.payments.donate,
      ({ byChannelId }) => this.#act({ name: 'DONATION', isAnonymous: byChannelId === null }),
    ],
    [sandboxApi.sessions.disconnectSession, ({ sessionKey }) => this.#close(sessionKey)],
    [sandboxApi.clock.moveClock, ({ advanceSeconds }) => this.#moveClock(advanceSeconds * 1_000)],
    [
      sandboxApi.people.createPeople,
      ({ channelNames }) => ({ data: channelNames.map(() => ({ channelId: this.#nextId() })) }),
    ],
    [sandboxApi.drops.claim, (input, traceId) => this.#claim(input, traceId)],
    [sandboxApi.inspector.listRecords, () => ({ data: this.#deliveries.toReversed().map(toRecord) })],
    [sandboxApi.apps.listApps, () => ({ data: [{ clientId: 'app', ownerChannelName: 'owner' }] })],
    [sandboxApi.people.listPeople, () => ({ data: [{ channelId: 'owner', channelName: 'owner' }] })],
    [sandboxApi.people.signIn, () => ({ cookie: 'cookie' })],
    [
      consoleApi.webhooks.resendDeliveries,
      ({ deliveryIds }) => ({ data: deliveryIds.map((id: string) => this.#resend(id)) }),
    ],
    [consoleApi.campaigns.listClaims, () => ({ data: this.listOpenClaims() })],
  ])

  #nextId(): string {
    return `id-${++this.#ids}`
  }

  #guard(run: () => void): void {
    try {
      run()
    } catch (error) {
      this.#end(String(error))
    }
  }

  #end(reason: string | null): void {
    this.#program = null
    this.#reason = reason
    for (const session of this.sessions) session.isOpen = false
  }

  #decide(isMatch: (rule: FaultRule) => boolean): FaultRule | null {
    for (const entry of this.#rules) {
      if (!isMatch(entry.rule)) continue
      entry.matched += 1
      const { nth, count = nth === undefined ? Infinity : 1 } = entry.rule
      if (entry.matched < (nth ?? 1) || entry.injected >= count) continue
      entry.injected += 1
      return entry.rule
    }
    return null
  }

  #carryOut({ path, method, body, query }: SeenRequest): number {
    if (path === '/auth/v1/token') return this.#refresh(body)
    if (path === '/open/v1/chats/send')
      return Array.from(JSON.parse(body).message).length > limits.messageLength ? 400 : 200
    if (path.includes('/subscribe/')) {
      const session = this.sessions.find(({ sessionKey, isOpen }) => isOpen && sessionKey === query.get('sessionKey'))
      session?.subscribed.add(path.endsWith('chat') ? 'CHAT' : 'DONATION')
      return session === undefined ? 400 : 200
    }
    if (method === 'PUT') for (const claimId of JSON.parse(body).claimIds) this.#fulfilled.add(claimId)
    return query.has('tooMany') ? 400 : 200
  }

  /** A refresh token works once. */
  #refresh(refreshToken: string): number {
    if (this.#usedRefreshTokens.has(refreshToken)) return 401
    this.#usedRefreshTokens.add(refreshToken)
    return 200
  }

  #system(send: () => void, session: SeenSession): void {
    const fault = this.#decide(({ eventType }) => eventType === 'SYSTEM')
    if (fault?.kind === 'event-unknown-type') this.after(1, () => this.#program?.onSystem?.('future_type', session))
    this.after(2 + (fault?.kind === 'event-delayed' ? (fault.delayMs ?? 0) : 0), send)
  }

  #grant(scopes: string[] | undefined): object {
    const all = ['유저 조회', '채팅 메시지 조회', '후원 조회']
    if (scopes !== undefined)
      for (const session of this.sessions.filter(({ isOpen }) => isOpen))
        this.#system(() => {
          session.revokedAt = this.#now
          session.subscribed.delete('CHAT')
          this.#program?.onSystem?.('revoked', session)
        }, session)
    return { accessToken: 'a secret', refreshToken: 'a secret', scopes: all }
  }

  #act(details: Partial<ModelEvent> & Pick<ModelEvent, 'name'>): void {
    const fault = this.#decide(({ kind, eventType }) => kind.startsWith('event-') && eventType !== 'SYSTEM')?.kind
    const event: ModelEvent = {
      id: ++this.#ids,
      text: '',
      time: this.#now,
      isAnonymous: false,
      hasProfile: fault !== 'event-without-profile',
      hasUnknownFields: fault === 'event-unknown-fields',
      hasUnknownValues: fault === 'event-unknown-values',
      ...details,
    }
    const held = this.#held
    this.#held = fault === 'event-reordered' ? event : null
    if (this.#held !== null) return
    const sent = [event, ...(fault === 'event-doubled' ? [event] : []), ...(held === null ? [] : [held])]
    if (fault === 'event-unknown-type') sent.unshift({ ...event, name: 'FUTURE_EVENT' })
    for (const each of sent)
      this.after(1, () => {
        const isSubscribed = this.sessions.some(({ isOpen, subscribed }) => isOpen && subscribed.has(event.name))
        if (isSubscribed) this.#program?.onEvent?.(each)
      })
  }

  #close(sessionKey: string): void {
    const session = this.sessions.find((each) => each.sessionKey === sessionKey)
    if (session !== undefined) session.isOpen = false
    this.after(1, () => this.#program?.onClosed?.())
  }

  #moveClock(ms: number): void {
    this.#movedMs += ms
    for (const delivery of this.#deliveries) this.#schedule(delivery)
  }

  #claim({ rewardId, byChannelId: channelId }: { rewardId: string; byChannelId: string }, traceId: string): object {
    const known = this.#claims.get(channelId)
    if (known !== undefined) return known
    const claim = { claimId: this.#nextId(), channelId, rewardId }
    this.#claims.set(channelId, claim)
    this.#notify(claim.claimId, traceId)
    return claim
  }

  #resend(messageId: string): object {
    const delivery = this.#deliveries.find((each) => each.messageId === messageId)!
    return { deliveryId: this.#notify(delivery.claimId, this.#nextId()).messageId, resendOf: messageId }
  }

  #notify(claimId: string, traceId: string): Delivery {
    const dueAt = this.#now + this.#movedMs
    const waiting = { state: 'WAITING', attempts: 0, status: null, dueAt, isHeld: false } as const
    const delivery: Delivery = { claimId, messageId: this.#nextId(), traceId, ...waiting }
    this.#deliveries.push(delivery)
    this.#schedule(delivery)
    return delivery
  }

  #schedule(delivery: Delivery): void {
    const { dueAt, attempts } = delivery
    const inMs = Math.max(1, dueAt - this.#now - this.#movedMs)
    const run = () => {
      const isDue = delivery.state === 'WAITING' && delivery.attempts === attempts && delivery.dueAt === dueAt
      if (isDue && this.#now + this.#movedMs >= dueAt) this.#attempt(delivery)
    }
    this.#timers.push({ at: this.#now + inMs, run })
  }

  #attempt(delivery: Delivery): void {
    const fault = this.#decide(({ kind }) => kind.startsWith('webhook-'))?.kind ?? null
    if (fault === 'webhook-reordered' && !delivery.isHeld) return void (delivery.isHeld = true)
    const attempt = ++delivery.attempts
    // A retry is scheduled when this attempt has ended.
    delivery.dueAt = Infinity
    const end = (status: number) => {
      if (delivery.attempts !== attempt || delivery.dueAt !== Infinity || delivery.state !== 'WAITING') return
      this.#record(delivery, status)
    }
    const claim = [...this.#claims.values()].find(({ claimId }) => claimId === delivery.claimId)!
    const { messageId } = delivery
    const copies = fault === 'webhook-lost' ? 0 : fault === 'webhook-doubled' ? 2 : 1
    if (this.#program === null || copies === 0) return end(0)
    const answer = fault === 'webhook-retried' ? () => end(0) : end
    for (let copy = 0; copy < copies; copy++)
      this.#guard(() => this.#program?.onNotification?.({ ...claim, messageId, fault }, answer))
    if (this.#program === null) return end(0)
    this.#timers.push({ at: this.#now + limits.webhookDeadlineMs, run: () => end(0) })
    for (const held of this.#deliveries.filter(({ isHeld, attempts }) => isHeld && attempts === 0)) this.#schedule(held)
  }

  #record(delivery: Delivery, status: number): void {
    delivery.status = status
    const isDelivered = status >= 200 && status < 300
    const retryIn = retryMs[delivery.attempts - 1]
    delivery.state = isDelivered ? 'DELIVERED' : retryIn === undefined ? 'EXHAUSTED' : 'WAITING'
    delivery.dueAt = this.#now + this.#movedMs + (retryIn ?? 0)
    this.#schedule(delivery)
  }
}

function toRecord({ traceId, messageId, state, attempts, status }: Delivery): object {
  const failure =
    status === null || state === 'DELIVERED'
      ? null
      : status === 0
        ? { code: 'RESPONSE_TIMEOUT', params: {} }
        : { code: 'UNSUCCESSFUL_STATUS', params: { status } }
  return { traceId, delivery: { deliveryId: messageId, state, attempts, failure } }
}
