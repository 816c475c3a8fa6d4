import io from 'socket.io-client'

export type Tokens = { accessToken: string; refreshToken: string }
type Options = { baseUrl: string; clientId: string; clientSecret: string; tokens: Tokens }

/** A bot that greets viewers, refreshes its token, and comes back after a disconnect. */
export class Bot {
  status: 'starting' | 'listening' | 'refused' | 'stopped' = 'starting'
  /** The sessions that it has had. */
  sessions = 0
  tokens: Tokens
  #socket: ReturnType<typeof io> | undefined
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
    this.tokens = options.tokens
  }

  async start(): Promise<void> {
    const { url } = await this.#call('GET', '/open/v1/sessions/auth')
    const socket = io(url, { reconnection: false, forceNew: true, transports: ['websocket'] })
    this.#socket = socket
    socket.on('SYSTEM', ({ type, data }: any) => {
      if (type === 'connected') this.#subscribe(data.sessionKey).catch(console.error)
      if (type === 'subscribed') {
        this.sessions += 1
        this.status = 'listening'
      }
      if (type === 'revoked') this.stop('refused')
    })
    socket.on('CHAT', ({ profile, content }: any) => {
      if (content === '!hello') this.say(`Hello, ${profile.nickname}!`).catch(console.error)
    })
    socket.on('disconnect', () => void this.#comeBack())
  }

  async say(message: string): Promise<void> {
    await this.#call('POST', '/open/v1/chats/send', { message })
  }

  stop(status: 'refused' | 'stopped' = 'stopped'): void {
    this.status = status
    this.#socket?.close()
  }

  async #comeBack(): Promise<void> {
    if (this.status !== 'listening') return
    this.status = 'starting'
    await this.start().catch(() => this.stop('refused'))
  }

  async #subscribe(sessionKey: string): Promise<void> {
    await this.#call('POST', `/open/v1/sessions/events/subscribe/chat?sessionKey=${sessionKey}`)
  }

  async #call(method: string, path: string, body?: object, isRepeated = false): Promise<any> {
    const headers = { Authorization: `Bearer ${this.tokens.accessToken}`, 'Content-Type': 'application/json' }
    const response = await fetch(this.#options.baseUrl + path, { method, headers, body: JSON.stringify(body) })
    const { message, content } = (await response.json()) as any
    if (response.ok) return content
    if (message !== 'INVALID_TOKEN' || isRepeated) throw new Error(message)
    await this.refresh()
    return this.#call(method, path, body, true)
  }

  async refresh(): Promise<void> {
    const { baseUrl, clientId, clientSecret } = this.#options
    const { refreshToken } = this.tokens
    const response = await fetch(`${baseUrl}/auth/v1/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ grantType: 'refresh_token', refreshToken, clientId, clientSecret }),
    })
    const { message, content } = (await response.json()) as any
    if (!response.ok) {
      this.stop('refused')
      throw new Error(message)
    }
    this.tokens = content
  }
}
