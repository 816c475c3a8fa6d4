import type { SeenSession } from '../traffic.ts'
import type { ModelEvent, ModelPlatform, ProgramModel } from './platform.ts'

const reconnectMs = 100

/** A bot or an overlay that does everything right, except for the check that `defect` names. */
export class BotModel implements ProgramModel {
  readonly #platform: ModelPlatform
  readonly #defect: string
  readonly #isOverlay: boolean
  readonly #isFirstStart: boolean
  #token: number
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
  }

  start(): void {
    this.#openSession()
    if (this.#is('quota')) this.#poll()
  }

  onConnected(session: SeenSession): void {
    if (this.#isOverlay && this.#is('session-start') && this.#isFirstStart) throw new Error('no session')
    this.#connections += 1
    this.#subscribe(session.sessionKey ?? '')
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
    if (event.name === 'DONATION') {
      if (event.isAnonymous && this.#is('anonymous-donation')) throw new Error('no such channel')
      return
    }
    if (event.hasUnknownFields && this.#is('unknown-fields')) throw new Error('unknown field')
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
    if (this.#is('session-start') && this.#isFirstMessage) return void (this.#isFirstMessage = false)
    this.#say(event.text)
  }

  onClosed(): void {
    if (this.#is('reconnect-cut')) return
    if (this.#is('new-session-url')) this.#platform.refuseConnection(this.#lastUrl)
    this.#platform.after(reconnectMs, () => this.#openSession())
  }

  #is(name: string): boolean {
    return this.#defect === name
  }

  #poll(): void {
    this.#call({ method: 'GET', path: '/open/v1/users/me' }, () => {})
    this.#platform.after(14, () => this.#poll())
  }

  #openSession(): void {
    const query = this.#isOverlay && this.#is('secrets') ? 'token=a secret' : ''
    const call = { method: 'GET', path: '/open/v1/sessions/auth', query, operation: 'session.openUserSession' }
    this.#call(call, (status) => {
      if (status === 429)
        return this.#platform.after(this.#is('retry-after-session') ? reconnectMs : 2_000, () => this.#openSession())
      this.#lastUrl = `url ${this.#platform.requests.length}`
      if (this.#is('subscribe-after-connected')) this.#subscribe('unknown')
      this.#platform.connect(this.#lastUrl)
    })
  }

  #subscribe(sessionKey: string): void {
    for (const event of ['chat', 'donation'])
      this.#call(
        { method: 'POST', path: `/open/v1/sessions/events/subscribe/${event}`, query: `sessionKey=${sessionKey}` },
        () => {},
      )
  }

  #say(text: string): void {
    const answer = `pong ${text.slice(6)}`
    const message = this.#is('long-message') ? `You wrote: ${text}` : Array.from(answer).slice(0, 100).join('')
    const query = this.#is('secrets') ? 'token=a secret' : ''
    const call = { method: 'POST', path: '/open/v1/chats/send', query, body: JSON.stringify({ message }) }
    this.#call({ ...call, operation: 'chat.sendMessage' }, (status) => {
      if (status === 429) this.#platform.after(this.#is('retry-after-message') ? 0 : 2_000, () => this.#say(text))
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
    this.#platform.request({ method: 'POST', path: '/auth/v1/token' }, -1, () => {
      this.#token += 1
      then()
    })
  }
}
