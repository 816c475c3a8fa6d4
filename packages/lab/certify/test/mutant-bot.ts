import { setTimeout as sleep } from 'node:timers/promises'
import io from 'socket.io-client'
import type { OwnProgramOptions } from './own-program.ts'

const reconnectMs = 100
const knownFields = new Set(
  'channelId senderChannelId chatChannelId profile userRoleCode content emojis messageTime eventSentAt eventId'.split(
    ' ',
  ),
)

class Refused extends Error {
  readonly status: number
  readonly retryAfterMs: number
  constructor(response: Response) {
    super(String(response.status))
    this.status = response.status
    this.retryAfterMs = Number(response.headers.get('retry-after') ?? 0) * 1_000
  }
}

/**
 * A bot or an overlay that does everything right, except for the one thing that `mutant` names. A bot answers `!ping x`
 * with `pong x`; an overlay only listens, so its defects are errors that end it.
 */
export class MutantBot {
  readonly #mutant: string
  readonly #isOverlay: boolean
  readonly #options: OwnProgramOptions
  readonly #baseUrl: string
  #accessToken: string
  #refreshToken: string
  #refreshing: Promise<void> | null = null
  readonly #seenIds = new Set<string>()
  #lastTime = 0
  #isFirst = true
  #connections = 0
  #sessionKey = ''

  constructor(mutant: string, profile: 'bot' | 'overlay', options: OwnProgramOptions) {
    const { env } = options
    this.#mutant = mutant
    this.#isOverlay = profile === 'overlay'
    this.#options = options
    this.#baseUrl = env['ONAIR_URL'] ?? ''
    this.#accessToken = env['ONAIR_ACCESS_TOKEN'] ?? ''
    this.#refreshToken = env['ONAIR_REFRESH_TOKEN'] ?? ''
  }

  async run(): Promise<void> {
    const { signal, guard } = this.#options
    if (this.#is('quota')) {
      const polling = setInterval(
        guard(() => void this.#call('GET', '/open/v1/users/me').catch(() => {})),
        14,
      )
      signal.addEventListener('abort', () => clearInterval(polling))
    }
    for (let url = ''; !signal.aborted;)
      try {
        if (url !== '' && this.#is('reconnect-cut')) return
        if (url !== '' && this.#is('new-session-url')) await this.#runSession(url)
        const query = this.#isOverlay && this.#is('secrets') ? `?token=${this.#accessToken}` : ''
        ;({ url } = await this.#call('GET', `/open/v1/sessions/auth${query}`))
        await this.#runSession(url)
        await this.#wait(reconnectMs)
      } catch (error) {
        const { retryAfterMs } = error as Refused
        await this.#wait(this.#is('retry-after-session') ? reconnectMs : Math.max(reconnectMs, retryAfterMs || 0))
      }
  }

  #is(name: string): boolean {
    return this.#mutant === name
  }

  #wait(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.#options.signal }).catch(() => {})
  }

  async #send(method: string, path: string, body?: object): Promise<any> {
    const headers = { authorization: `Bearer ${this.#accessToken}`, 'content-type': 'application/json' }
    const { signal } = this.#options
    const response = await fetch(this.#baseUrl + path, {
      method,
      headers,
      signal,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new Refused(response)
    }
    return ((await response.json()) as { content: unknown }).content
  }

  async #refresh(): Promise<void> {
    const { ONAIR_CLIENT_ID: clientId, ONAIR_CLIENT_SECRET: clientSecret } = this.#options.env
    const refreshToken = this.#refreshToken
    const tokens = await this.#send('POST', '/auth/v1/token', {
      grantType: 'refresh_token',
      refreshToken,
      clientId,
      clientSecret,
    })
    this.#accessToken = tokens.accessToken
    this.#refreshToken = tokens.refreshToken
  }

  async #call(method: string, path: string, body?: object): Promise<any> {
    const usedToken = this.#accessToken
    try {
      return await this.#send(method, path, body)
    } catch (error) {
      if ((error as Refused).status !== 401) throw error
      if (this.#is('refresh-once')) {
        await this.#refresh()
        if (this.#isOverlay) await this.#refresh()
      } else if (usedToken === this.#accessToken)
        await (this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = null)))
      return this.#send(method, path, body)
    }
  }

  async #say(text: string): Promise<void> {
    const message = this.#is('long-message') ? `You wrote: ${text}` : Array.from(text).slice(0, 100).join('')
    const query = this.#is('secrets') ? `?token=${this.#accessToken}` : ''
    try {
      await this.#call('POST', `/open/v1/chats/send${query}`, { message })
    } catch (error) {
      const { status, retryAfterMs } = error as Refused
      if (status !== 429) return
      await this.#wait(this.#is('retry-after-message') ? 0 : retryAfterMs)
      await this.#say(text)
    }
  }

  #onChat(event: any): void {
    if (this.#is('unknown-fields') && Object.keys(event).some((name) => !knownFields.has(name)))
      throw new Error('unknown field')
    const isKnown = this.#seenIds.has(event.eventId)
    if (isKnown && this.#isOverlay && this.#is('doubled-message')) throw new Error('known event')
    if (!this.#is('doubled-message') && isKnown) return
    this.#seenIds.add(event.eventId)
    if (this.#is('reordered-messages') && event.messageTime < this.#lastTime) {
      if (this.#isOverlay) throw new Error('late event')
      return
    }
    this.#lastTime = event.messageTime
    if (this.#is('missing-profile')) void event.profile.nickname
    if (this.#is('emoticons') && Object.keys(event.emojis).length > 0) throw new Error('emoticons are not supported')
    if (this.#isOverlay || !event.content.startsWith('!ping ')) return
    if (this.#is('session-start') && this.#isFirst) return void (this.#isFirst = false)
    void this.#say(this.#is('long-message') ? event.content : `pong ${event.content.slice(6)}`)
  }

  #onDonation({ donatorChannelId }: any): void {
    if (this.#is('anonymous-donation') && !/^[0-9a-f]{32}$/.test(donatorChannelId)) throw new Error('no such channel')
  }

  #subscribe(sessionKey: string): Promise<unknown> {
    const subscriptions = ['chat', 'donation'].map((event) =>
      this.#call('POST', `/open/v1/sessions/events/subscribe/${event}?sessionKey=${sessionKey}`),
    )
    return Promise.all(subscriptions)
  }

  #onSystem({ type, data }: any): void {
    if (this.#isOverlay && this.#is('session-start') && this.#options.starts === 1) throw new Error('no session')
    if (type === 'connected') {
      this.#sessionKey = data.sessionKey
      void this.#subscribe(this.#sessionKey).then(
        () => this.#exceedLimits(),
        () => {},
      )
    } else if (type === 'revoked') {
      if (!this.#is('reconnect-revoked')) void this.#subscribe(this.#sessionKey).catch(() => {})
    } else if (this.#is('unknown-system-type') && !type.endsWith('subscribed')) throw new Error(`unknown type ${type}`)
  }

  /** Requests URLs that it does not use, at its first reconnect. */
  async #exceedLimits(): Promise<void> {
    this.#connections += 1
    if (!this.#is('session-limits') || this.#connections !== 2) return
    for (let i = 0; i < 3; i++) await this.#call('GET', '/open/v1/sessions/auth').catch(() => {})
  }

  async #runSession(url: string): Promise<void> {
    const { signal, guard } = this.#options
    const socket: any = io(url, { reconnection: false, forceNew: true, timeout: 3_000, transports: ['websocket'] })
    if (this.#is('subscribe-after-connected'))
      socket.on('connect', () => void this.#subscribe(socket.id).catch(() => {}))
    if (this.#is('unknown-event')) {
      const { onevent } = socket
      socket.onevent = guard((packet: any) => {
        if (!/^(SYSTEM|CHAT|DONATION)$/.test(packet.data[0])) throw new Error('unknown event')
        onevent.call(socket, packet)
      })
    }
    socket.on(
      'SYSTEM',
      guard((message: any) => this.#onSystem(message)),
    )
    socket.on(
      'CHAT',
      guard((event: any) => this.#onChat(event)),
    )
    socket.on(
      'DONATION',
      guard((event: any) => this.#onDonation(event)),
    )
    await new Promise<void>((resolve) => {
      for (const name of ['connect_error', 'connect_timeout', 'error', 'disconnect']) socket.on(name, () => resolve())
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    socket.close()
  }
}
