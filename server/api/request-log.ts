import type { FastifyReply, FastifyRequest } from 'fastify'
import { ipPrefix } from '../shared/ip-prefix.ts'
import type { Deps } from '../infra/deps.ts'

const windowMs = 60_000
const maxNetworks = 10_000
const otherNetworks = 'others'

/**
 * Logs a line for each response. Of the refused requests of one network, only the first of a minute has a line of its
 * own; the others are summed in one line at the end of the minute. Beyond 10,000 networks in a minute, the rest is one.
 */
export class RequestLog implements Disposable {
  readonly #deps: Pick<Deps, 'clock' | 'log'>
  /** The refusals of this minute without a line, by network and code. */
  #refusals = new Map<string, Map<string, number>>()
  #timer: Disposable | null = null

  constructor(deps: Pick<Deps, 'clock' | 'log'>) {
    this.#deps = deps
  }

  add(request: FastifyRequest, reply: FastifyReply): void {
    const { refusalReason } = request
    const network = ipPrefix(request.ip)
    if (refusalReason === null) return this.#deps.log.info(fieldsOf(request, reply, network), 'request.served')
    if (reply.statusCode >= 500 || this.#isFirst(network))
      return this.#deps.log.info(fieldsOf(request, reply, network), 'request.refused')
    this.#count(network, refusalReason.code)
  }

  [Symbol.dispose](): void {
    this.#flush()
  }

  #isFirst(network: string): boolean {
    if (this.#refusals.has(network) || this.#refusals.size >= maxNetworks) return false
    this.#refusals.set(network, new Map())
    this.#timer ??= this.#deps.clock.after(windowMs, () => this.#flush())
    return true
  }

  #count(network: string, code: string): void {
    const key = this.#refusals.has(network) ? network : otherNetworks
    const codes = this.#refusals.get(key) ?? new Map<string, number>()
    this.#refusals.set(key, codes.set(code, (codes.get(code) ?? 0) + 1))
  }

  #flush(): void {
    this.#timer?.[Symbol.dispose]()
    this.#timer = null
    const refusals = this.#refusals
    this.#refusals = new Map()
    for (const [network, codes] of refusals)
      if (codes.size > 0)
        this.#deps.log.info({ network, refused: Object.fromEntries(codes) }, 'request.refusals_summed')
  }
}

function fieldsOf(request: FastifyRequest, reply: FastifyReply, network: string) {
  const { caller, method, refusalReason, url } = request
  return {
    method,
    path: url.split('?', 1)[0] ?? url,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    network,
    clientId: caller !== null && 'clientId' in caller ? caller.clientId : undefined,
    channelId: channelIdOf(caller),
    reason: refusalReason ?? undefined,
  }
}

/** The person of the session or the access token. */
function channelIdOf(caller: FastifyRequest['caller']): string | undefined {
  if (caller?.kind === 'visitor') return caller.visitor?.channelId
  return caller !== null && 'channelId' in caller ? caller.channelId : undefined
}
