import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import createSocketServer from 'socket.io'
import type { Tokens } from './bot.ts'

/** A fake of the service, written by hand: tokens, sessions and chat. */
export class Fake {
  readonly app = { clientId: 'client', clientSecret: 'secret' }
  readonly tokens: Tokens = { accessToken: 'access-1', refreshToken: 'refresh-1' }
  readonly #sent: string[] = []
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  readonly #sockets = createSocketServer(this.#server)
  #valid = { ...this.tokens }
  #issued = 1

  static async start(): Promise<Fake> {
    const fake = new Fake()
    fake.#server.listen(0, '127.0.0.1')
    await once(fake.#server, 'listening')
    fake.#sockets.on('connection', (socket: any) => {
      socket.emit('SYSTEM', { type: 'connected', data: { sessionKey: socket.id } })
    })
    return fake
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** A viewer writes in the chat. */
  chat(nickname: string, content: string): void {
    this.#sockets.emit('CHAT', { profile: { nickname }, content })
  }

  expireTokens(): void {
    this.#valid.accessToken = 'expired'
  }

  disconnect(): void {
    for (const socket of Object.values<any>(this.#sockets.sockets.connected)) socket.disconnect(true)
  }

  /** Waits for the next message that was sent to the service. */
  async sent(): Promise<string> {
    while (this.#sent.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    return this.#sent.shift()!
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise<void>((resolve) => this.#sockets.close(() => resolve()))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, this.baseUrl)
    if (pathname.startsWith('/socket.io/')) return
    const reply = (status: number, message: string | null, content: unknown = null) =>
      response
        .writeHead(status, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ code: status, message, content }))
    const body: any = Number(request.headers['content-length'] ?? 0) > 0 ? await json(request) : {}

    if (pathname === '/auth/v1/token') {
      if (body.clientSecret !== this.app.clientSecret) return void reply(401, 'INVALID_CLIENT')
      if (body.refreshToken !== this.#valid.refreshToken) return void reply(401, 'INVALID_TOKEN')
      this.#issued += 1
      this.#valid = { accessToken: `access-${this.#issued}`, refreshToken: `refresh-${this.#issued}` }
      return void reply(200, null, { ...this.#valid, tokenType: 'Bearer', expiresIn: '86400' })
    }

    if (request.headers.authorization !== `Bearer ${this.#valid.accessToken}`) return void reply(401, 'INVALID_TOKEN')
    if (pathname === '/open/v1/sessions/auth') return void reply(200, null, { url: `${this.baseUrl}?auth=1` })
    if (pathname === '/open/v1/sessions/events/subscribe/chat') {
      const socket = this.#sockets.sockets.connected[searchParams.get('sessionKey')!]
      if (socket === undefined) return void reply(404, 'NOT_FOUND')
      socket.emit('SYSTEM', { type: 'subscribed', data: { eventType: 'CHAT', channelId: 'channel' } })
      return void reply(200, null)
    }
    if (pathname === '/open/v1/chats/send') {
      if (body.message.length > 100) return void reply(400, 'message is too long')
      this.#sent.push(body.message)
      return void reply(200, null, { messageId: String(this.#sent.length) })
    }
    reply(404, 'NOT_FOUND')
  }
}
