import type { SeenSession } from '../traffic.ts'
import type { ModelEvent, ModelPlatform, ProgramModel } from './platform.ts'

/** The first wait after a failure; each further one is twice as long. */
const reconnectMs = 100
const retryAfterMs = 2_000

/** A bot or an overlay that does everything right, except for the check that `defect` names. */
export class BotModel implements ProgramModel {
  readonly #platform: ModelPlatform
  readonly #defect: string
  readonly #isOverlay: boolean
  readonly #isFirstStart: boolean
  #token: number
  #refreshToken: number
  #failures = 0
  #waiting: (() => void)[] | null = null
  readonly #seenIds = new Set<number>()
  #lastTime = 0
  #isFirstMessage = true
  #connections = 0
  #lastUrl = ''

  constructor(
    platform: ModelPlatform,
    { defect, isOverlay, starts }: { defect: string; isOverlay: boolean; starts: number },
  ) {
    this.#platform = platform
    this.#defect = defect
    this.#isOverlay = isOverlay
    this.#isFirstStart = starts === 1
    this.#token = starts * 1_000
    this.#refreshToken = this.#token
  }

  start(): void {
    this.#openSession()
    if (this.#is('quota')) this.#poll()
  }

  onConnected(session: SeenSession): void {
    if (this.#isOverlay && this.#is('session-start') && this.#isFirstStart) throw new Error('no session')
    this.#connections += 1
    this.#failures = 0
    if (!this.#is('deaf after a reconnect') || this.#connections === 1) this.#subscribe(session.sessionKey ?? '')
    if (this.#is('session-limits') && this.#connections === 2)
      for (let i = 0; i < 3; i++)
        this.#call({ method: 'GET', path: '/open/v1/sessions/auth', query: 'tooMany=1' }, () => {})
  }

  onSystem(type: string, { sessionKey }: SeenSession): void {
    if (type === 'revoked' && !this.#is('reconnect-revoked')) this.#subscribe(sessionKey ?? '')
    if (type === 'future_type' && this.#is('unknown-system-type')) throw new Error('unknown type')
  }

  onEvent(event: ModelEvent): void {
    if (event.name === 'FUTURE_EVENT') {
      if (this.#is('unknown-event')) throw new Error('unknown event')
      return
    }
    if (event.hasUnknownFields && (this.#is('unknown-fields') || this.#is('strict parser')))
      throw new Error('unknown field')
    if (event.hasUnknownValues && (this.#is('unknown-values') || this.#is('strict parser')))
      throw new Error('unknown value')
    if (event.hasUnknownFields && event.name === 'DONATION' && this.#is('strict donations'))
      throw new Error('unknown field')
    if (event.name === 'DONATION') {
      if (event.isAnonymous && this.#is('anonymous-donation')) throw new Error('no such channel')
      return
    }
    const isKnown = this.#seenIds.has(event.id)
    if (isKnown && this.#is('doubled-message') && this.#isOverlay) throw new Error('known event')
    if (isKnown && !this.#is('doubled-message')) return
    this.#seenIds.add(event.id)
    if (event.time < this.#lastTime && this.#is('reordered-messages')) {
      if (this.#isOverlay) throw new Error('late event')
      return
    }
    this.#lastTime = event.time
    if (!event.hasProfile && this.#is('missing-profile')) throw new Error('no nickname')
    if (event.text.includes('{:') && this.#is('emoticons')) throw new Error('emoticons are not supported')
    if (this.#isOverlay || !event.text.startsWith('!ping ')) return
    if (this.#is('mute after a reconnect') && this.#connections > 1) return
    if (this.#is('session-start') && this.#isFirstMessage && this.#isFirstStart)
      return void (this.#isFirstMessage = false)
    this.#say(event.text)
  }

  onClosed(): void {
    if (this.#is('reconnect-cut')) return
    if (this.#is('new-session-url')) this.#platform.refuseConnection(this.#lastUrl)
    this.#openSessionLater()
  }

  #is(name: string): boolean {
    return this.#defect === name
  }

  #openSessionLater(): void {
    const waitMs = this.#is('backoff') || this.#is('retries at once') ? 1 : reconnectMs * 2 ** this.#failures
    this.#failures += 1
    this.#platform.after(waitMs, () => this.#openSession())
  }

  #poll(): void {
    this.#call({ method: 'GET', path: '/open/v1/users/me' }, () => {})
    this.#platform.after(14, () => this.#poll())
  }

  #openSession(): void {
    const query = this.#isOverlay && this.#is('secrets') ? 'token=a secret' : ''
    const call = { method: 'GET', path: '/open/v1/sessions/auth', query, operation: 'session.openUserSession' }
    this.#call(call, (status) => {
      if (status === 429) return this.#again('retry-after-session', () => this.#openSession())
      if (status !== 200) return this.#openSessionLater()
      this.#lastUrl = `url ${this.#platform.requests.length}`
      if (this.#is('subscribe-after-connected')) this.#subscribe('unknown')
      this.#platform.connect(this.#lastUrl)
    })
  }

  #subscribe(sessionKey: string): void {
    for (const event of ['Chat', 'Donation']) this.#subscribeTo(event, sessionKey)
  }

  #subscribeTo(event: string, sessionKey: string): void {
    const path = `/open/v1/sessions/events/subscribe/${event.toLowerCase()}`
    const call = { method: 'POST', path, query: `sessionKey=${sessionKey}`, operation: `session.subscribe${event}` }
    this.#call(call, (status) => {
      const isDeaf = this.#is('retry-after-subscribe') || (this.#is('deaf to donations') && event === 'Donation')
      if (status === 429 && !isDeaf) this.#again('early subscription', () => this.#subscribeTo(event, sessionKey))
    })
  }

  /** Calls again after Retry-After, but not with this defect. */
  #again(defect: string, run: () => void): void {
    const isEarly = this.#is(defect) || this.#is('ignores Retry-After') || this.#is('retries at once')
    this.#platform.after(isEarly ? 10 : retryAfterMs, run)
  }

  #say(text: string): void {
    const answer = `pong ${text.slice(6)}`
    const message = this.#is('long-message') ? `You wrote: ${text}` : Array.from(answer).slice(0, 100).join('')
    const query = this.#is('secrets') ? 'token=a secret' : ''
    const call = { method: 'POST', path: '/open/v1/chats/send', query, body: JSON.stringify({ message }) }
    this.#call({ ...call, operation: 'chat.sendMessage' }, (status) => {
      if (status === 429) this.#again('retry-after-message', () => this.#say(text))
    })
  }

  /** A single refresh serves all calls that met the expired token. */
  #call(call: Parameters<ModelPlatform['request']>[0], respond: (status: number) => void): void {
    const token = this.#token
    this.#platform.request(call, token, (status) => {
      if (status !== 401) return respond(status)
      const again = () => this.#call(call, respond)
      if (this.#is('refresh-once')) return this.#refresh(() => (this.#isOverlay ? this.#refresh(again) : again()))
      if (token !== this.#token) return again()
      if (this.#waiting !== null) return void this.#waiting.push(again)
      this.#waiting = [again]
      this.#refresh(() => {
        const waiting = this.#waiting ?? []
        this.#waiting = null
        for (const run of waiting) run()
      })
    })
  }

  #refresh(then: () => void): void {
    const call = { method: 'POST', path: '/auth/v1/token', body: `refresh token ${this.#refreshToken}` }
    this.#platform.request(call, -1, (status) => {
      if (status !== 200) return
      this.#token += 1
      if (!this.#is('refresh-again')) this.#refreshToken = this.#token
      then()
    })
  }
}
