import { openApi, type Endpoint, type FaultRule } from '@onair/contract'
import type { FaultPlan, FaultyRequest } from '../../infra/faults.ts'
import { parseTimestamp } from '../../shared/dates.ts'
import { seededRandom, type SeededRandom } from '../../shared/seeded-random.ts'

const maxExpiredTokens = 10_000

const operations = new Map<Endpoint, string>(
  Object.entries(openApi).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]): [Endpoint, string] => [endpoint, `${group}.${name}`]),
  ),
)

export function isOperation(name: string): boolean {
  return [...operations.values()].includes(name)
}

/** Decides which requests get a fault: from the seed and the order of the requests alone. The rules must be valid. */
export function createFaultPlan({ id, seed, rules }: { id: string; seed: number; rules: FaultRule[] }): FaultPlan {
  const counters = rules.map((rule, index) => new RuleCounter(rule, seed + index * 0x9e37_79b9))
  return {
    id,
    decide(request, now) {
      const operation = operations.get(request.endpoint)
      if (operation === undefined) return null
      return counters.find((counter) => counter.count(operation, request, now))?.rule ?? null
    },
    state: () => ({
      seed,
      rules: counters.map(({ rule, matched, injected }) => ({ ...rule, matched, injected })),
    }),
  }
}

class RuleCounter {
  readonly rule: FaultRule
  readonly #from: number
  readonly #to: number
  readonly #most: number
  readonly #expiredTokens = new Set<string>()
  readonly #random: SeededRandom
  matched = 0
  injected = 0

  constructor(rule: FaultRule, seed: number) {
    this.rule = rule
    this.#from = parseTimestamp('from', rule.from) ?? Number.NEGATIVE_INFINITY
    this.#to = parseTimestamp('to', rule.to) ?? Number.POSITIVE_INFINITY
    this.#most = rule.count ?? (rule.nth === undefined ? Number.POSITIVE_INFINITY : 1)
    this.#random = seededRandom(seed)
  }

  /** Whether the request gets the fault. */
  count(operation: string, request: FaultyRequest, now: number): boolean {
    if (!this.#matches(operation, request)) return false
    if (now < this.#from || now >= this.#to) return false
    this.matched += 1
    const { token } = request
    const isExpired = token !== null && this.#expiredTokens.has(token)
    if (!isExpired && !this.#isDue()) return false
    this.injected += 1
    if (this.rule.kind === 'token-expired' && token !== null && this.#expiredTokens.size < maxExpiredTokens)
      this.#expiredTokens.add(token)
    return true
  }

  #matches(operation: string, { endpoint: { auth }, clientId, token }: FaultyRequest): boolean {
    const { rule } = this
    if (rule.kind === 'token-expired' && token === null) return false
    if (rule.operation !== undefined && rule.operation !== operation) return false
    if (rule.clientId !== undefined && rule.clientId !== clientId) return false
    return rule.scope === undefined || ('scope' in auth && auth.scope === rule.scope.normalize('NFC'))
  }

  /** Draws for every match, so that the draws do not depend on the other conditions. */
  #isDue(): boolean {
    const isDrawn = this.rule.probability === undefined || this.#random.chance(this.rule.probability)
    return isDrawn && this.matched >= (this.rule.nth ?? 1) && this.injected < this.#most
  }
}
