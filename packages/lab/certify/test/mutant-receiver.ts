import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnProgramOptions } from './own-program.ts'

const claimsPath = '/open/v1/drops/reward-claims'
const oldestMs = 300_000

/** A receiver that does everything right, except for the one thing that `mutant` names. */
export class MutantReceiver {
  readonly #mutant: string
  readonly #options: OwnProgramOptions
  readonly #secret: string
  /** By claim. A notification about a claim that is being given waits for that. */
  readonly #given = new Map<string, Promise<void>>()
  /** Claims of the last list: their notifications may be on the way. */
  #listed = new Set<string>()
  #isFirst = true

  constructor(mutant: string, options: OwnProgramOptions) {
    this.#mutant = mutant
    this.#options = options
    this.#secret = options.env['ONAIR_CLIENT_SECRET'] ?? ''
  }

  async run(): Promise<void> {
    const { env, signal, guard } = this.#options
    const receive = guard((request: IncomingMessage, response: ServerResponse) => this.#receive(request, response))
    const server = createServer((request, response) => void receive(request, response)).listen(Number(env['PORT']))
    const every = (ms: number, run: () => void) => {
      const timer = setInterval(guard(run), ms)
      signal.addEventListener('abort', () => clearInterval(timer))
    }
    signal.addEventListener('abort', () => {
      server.close()
      server.closeAllConnections()
    })
    if (this.#is('quota'))
      every(100, () => [1, 2, 3, 4, 5].forEach(() => void this.#call('GET', claimsPath).catch(() => {})))
    if (this.#is('webhook-missed')) return
    await this.#reconcile(() => true)
    const { RECONCILE_MS } = env
    if (RECONCILE_MS !== undefined)
      every(Number(RECONCILE_MS), () => void this.#reconcile((claimId) => this.#listed.has(claimId)).catch(() => {}))
  }

  #is(name: string): boolean {
    return this.#mutant === name
  }

  async #reconcile(isDue: (claimId: string) => boolean): Promise<void> {
    const { data } = await this.#call('GET', `${claimsPath}?fulfillmentState=CLAIMED`)
    const missed = data.map(({ claimId }: { claimId: string }) => claimId)
    const due = missed.filter((claimId: string) => isDue(claimId) && !this.#given.has(claimId))
    this.#listed = new Set(missed)
    for (const claimId of due) await this.#give(claimId)
  }

  async #call(method: string, path: string, body?: object): Promise<any> {
    const { env, signal } = this.#options
    const headers = {
      'client-id': env['ONAIR_CLIENT_ID'] ?? '',
      'client-secret': this.#secret,
      'content-type': 'application/json',
    }
    const query = this.#is('secrets') ? `${path.includes('?') ? '&' : '?'}key=${this.#secret}` : ''
    const response = await fetch((env['ONAIR_URL'] ?? '') + path + query, {
      method,
      headers,
      signal,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { content } = (await response.json()) as { content?: unknown }
    if (response.status !== 429) return content
    await sleep(this.#is('retry-after-claims') ? 0 : Number(response.headers.get('retry-after')) * 1_000)
    return this.#call(method, path, body)
  }

  #give(claimId: string): Promise<void> {
    const given = this.#is('webhook-idempotent') ? undefined : this.#given.get(claimId)
    if (given !== undefined) return given
    const giving = this.#fulfill(claimId)
    this.#given.set(claimId, giving)
    return giving
  }

  async #fulfill(claimId: string): Promise<void> {
    if (this.#is('webhook-start') && this.#isFirst) return void (this.#isFirst = false)
    await this.#call('PUT', claimsPath, { claimIds: [claimId], fulfillmentState: 'FULFILLED' })
  }

  #isValid({ headers }: IncomingMessage, body: string): boolean {
    const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map(
      (name) => headers[`svc-event-message-${name}`],
    )
    const digest = createHmac('sha256', this.#secret)
      .update(`${String(id)}${String(timestamp)}${body}`)
      .digest('hex')
    if (!this.#is('webhook-signature') && signature !== `sha256=${digest}`) return false
    return this.#is('webhook-old') || Date.now() - Date.parse(String(timestamp)) < oldestMs
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    if (!this.#isValid(request, body)) return void response.writeHead(403).end()
    const { eventType, data } = JSON.parse(body).message.event
    if (this.#is('webhook-unknown') && eventType !== 'drop_reward_claim') throw new Error(`unknown type ${eventType}`)
    const giving = eventType === 'drop_reward_claim' ? this.#give(data.dropsClaimId) : Promise.resolve()
    if (this.#is('webhook-in-time')) await giving
    response.writeHead(204).end()
    await giving
  }
}
