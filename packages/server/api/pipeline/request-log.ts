import type { ErrorReason } from '@onair/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ipPrefix } from '../../shared/networks/ip-prefix.ts'
import { RefusalSums } from '../../shared/callers/refusal-sums.ts'
import { cutForLog } from '../../shared/text.ts'
import type { Deps } from '../../infra/deps.ts'

/** Addresses whose networks are remembered. */
const maxAddresses = 10_000

/** Logs a line for each response. The refused requests of one network are summed by the minute. */
export class RequestLog implements Disposable {
  readonly #log: Deps['log']
  readonly #refusals: RefusalSums
  readonly #networks = new Map<string, string>()

  constructor(deps: Pick<Deps, 'clock' | 'log'>) {
    this.#log = deps.log
    this.#refusals = new RefusalSums(deps, 'request.refusals_summed')
  }

  add(request: FastifyRequest, reply: FastifyReply): void {
    const { refusalReason, routeOptions } = request
    if (refusalReason === null && routeOptions.config.isFrequent === true) return
    const network = this.#networkOf(request.ip)
    if (refusalReason === null) this.#log.info(fieldsOf(request, reply, network), 'request.served')
    else if (reply.statusCode >= 500 || this.#refusals.isFirst(network, refusalReason.code))
      this.#log.info(fieldsOf(request, reply, network), 'request.refused')
  }

  [Symbol.dispose](): void {
    this.#refusals[Symbol.dispose]()
  }

  #networkOf(ip: string): string {
    const known = this.#networks.get(ip)
    if (known !== undefined) return known
    if (this.#networks.size >= maxAddresses) this.#networks.clear()
    const network = ipPrefix(ip)
    this.#networks.set(ip, network)
    return network
  }
}

function fieldsOf(request: FastifyRequest, reply: FastifyReply, network: string) {
  const { caller, method, refusalReason, url } = request
  return {
    method,
    path: cutForLog(url.split('?', 1)[0] ?? url),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    network,
    clientId: caller !== null && 'clientId' in caller ? caller.clientId : undefined,
    channelId: channelIdOf(caller),
    reason: refusalReason === null ? undefined : cutReason(refusalReason),
  }
}

/** The parameters of a reason may repeat input. */
function cutReason({ params, ...reason }: ErrorReason): ErrorReason {
  const cut = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? cutForLog(value) : value,
  ])
  return { ...reason, params: Object.fromEntries(cut) }
}

/** The person of the session or the access token. */
function channelIdOf(caller: FastifyRequest['caller']): string | undefined {
  if (caller?.kind === 'visitor') return caller.visitor?.channelId
  return caller !== null && 'channelId' in caller ? caller.channelId : undefined
}
