import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Notification } from '@onair/contract'

export type Copy = 'notification' | 'wrong-signature' | 'old-timestamp'
/** A request to the receiver. Status null: no response; `isLate`: none within the deadline of the platform. */
export type Sent = { claimId: string; copy: Copy; status: number | null; isLate: boolean }
export type Incoming = {
  claimId: string
  messageId: string
  /** 0 for the first attempt. */
  retry: number
  headers: Record<string, string>
  body: Buffer
}
/** Answers a request of the platform. Status null: the connection is closed without a response. */
export type Handler = (incoming: Incoming, forward: Forward) => Promise<number | null>
export type Forward = (incoming: Incoming, copy?: Copy) => Promise<number | null>

const hopHeaders = new Set(['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding'])

type RelayOptions = { receiverUrl: string; prefix: string; deadlineMs: number }

/** Stands between the platform and a receiver, and passes notifications on as the current round needs. */
export class Relay implements AsyncDisposable {
  /** Requests of the platform, and requests to the receiver. */
  readonly incoming: Incoming[] = []
  readonly sent: Sent[] = []
  handler: Handler = (incoming, forward) => forward(incoming)
  readonly #receiverUrl: string
  readonly #prefix: string
  readonly #deadlineMs: number
  readonly #server: Server
  #inFlight = 0

  private constructor({ receiverUrl, prefix, deadlineMs }: RelayOptions) {
    this.#receiverUrl = receiverUrl
    this.#prefix = prefix.toLowerCase()
    this.#deadlineMs = deadlineMs
    this.#server = createServer((request, response) => void this.#serve(request, response))
  }

  static async open(options: RelayOptions): Promise<Relay> {
    const relay = new Relay(options)
    await once(relay.#server.listen(0, '127.0.0.1'), 'listening')
    return relay
  }

  /** Whether a request of the platform is not answered yet. */
  get isBusy(): boolean {
    return this.#inFlight > 0
  }

  /** The claims that the platform has attempted to notify less often than this, and how often. */
  openClaims(claimIds: ReadonlySet<string>, attempts: number): { claimId: string; seen: number }[] {
    const counts = new Map([...claimIds].map((claimId) => [claimId, 0]))
    for (const { claimId } of this.incoming) counts.set(claimId, (counts.get(claimId) ?? 0) + 1)
    return [...claimIds]
      .map((claimId) => ({ claimId, seen: counts.get(claimId) ?? 0 }))
      .filter(({ seen }) => seen < attempts)
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => void this.#server.close(resolve))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const incoming = readIncoming(request.headers, await buffer(request), this.#prefix)
    if (incoming === null) return void response.writeHead(400).end()
    this.incoming.push(incoming)
    this.#inFlight += 1
    const status = await this.handler(incoming, (message, copy) => this.#forward(message, copy)).catch(() => null)
    this.#inFlight -= 1
    if (status === null) response.socket?.destroy()
    else response.writeHead(status).end()
  }

  async #forward({ claimId, headers, body }: Incoming, copy: Copy = 'notification'): Promise<number | null> {
    const signal = AbortSignal.timeout(this.#deadlineMs)
    const request = { method: 'POST', headers, body: new Uint8Array(body), redirect: 'manual', signal } as const
    let status: number | null = null
    try {
      const response = await fetch(this.#receiverUrl, request)
      await response.arrayBuffer()
      status = response.status
    } catch {
      // No response is a finding.
    }
    this.sent.push({ claimId, copy, status, isLate: status === null && signal.aborted })
    return status
  }
}

function readIncoming(received: IncomingHttpHeaders, body: Buffer, prefix: string): Incoming | null {
  const headers = Object.fromEntries(
    Object.entries(received).flatMap(([name, value]) => (hopHeaders.has(name) ? [] : [[name, String(value)]])),
  )
  try {
    const { message } = JSON.parse(body.toString('utf8')) as Notification
    const retry = Number(headers[`${prefix}event-message-retry`] ?? 0)
    return { claimId: message.event.data.dropsClaimId, messageId: message.messageId, retry, headers, body }
  } catch {
    return null
  }
}
