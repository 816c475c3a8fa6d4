import { faultTargets, openApi, type Endpoint, type FaultPreset, type FaultRule } from '@onair/contract'
import type { FaultPlan, FaultSubject } from '../../infra/faults.ts'
import { parseTimestamp } from '../../shared/dates.ts'
import { seededRandom, type SeededRandom } from '../../shared/seeded-random.ts'

/** Of tokens and notifications that a rule remembers. Further ones are not remembered. */
const maxRemembered = 10_000

const operations = new Map<Endpoint, string>(
  Object.entries(openApi).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]): [Endpoint, string] => [endpoint, `${group}.${name}`]),
  ),
)

export function isOperation(name: string): boolean {
  return [...operations.values()].includes(name)
}

export type FaultPlanData = { id: string; preset: FaultPreset | null; seed: number; rules: FaultRule[] }

/**
 * Decides which requests, events and notifications get a fault: from the seed and their order alone. The rules must be
 * valid. A rule draws its own numbers, and counts only what its kind can happen to.
 */
export function createFaultPlan({ id, preset, seed, rules }: FaultPlanData): FaultPlan {
  const counters = rules.map((rule, index) => new RuleCounter(rule, seed + index * 0x9e37_79b9))
  return {
    id,
    decide: (subject, now) => counters.find((counter) => counter.count(subject, now))?.rule ?? null,
    state: () => ({
      preset,
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
  /** Expired tokens, and notifications that have been delayed or are retried. */
  readonly #remembered = new Set<string>()
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

  /** Whether the subject gets the fault. */
  count(subject: FaultSubject, now: number): boolean {
    if (!this.#matches(subject)) return false
    if (now < this.#from || now >= this.#to) return false
    this.matched += 1
    const key = this.#keyOf(subject)
    const continues = key !== null && this.#remembered.has(key)
    if (!continues && !this.#isDue()) return false
    this.injected += 1
    if (key !== null && this.#remembered.size < maxRemembered) this.#remembered.add(key)
    return true
  }

  #matches(subject: FaultSubject): boolean {
    const { rule } = this
    if (faultTargets[rule.kind] !== subject.target) return false
    if (rule.clientId !== undefined && 'clientId' in subject && rule.clientId !== subject.clientId) return false
    if (subject.target === 'request') return this.#matchesRequest(subject)
    if (rule.kind === 'event-without-profile' && 'eventType' in subject && subject.eventType !== 'CHAT') return false
    if (subject.target === 'event')
      return rule.eventType === undefined ? subject.eventType !== 'SYSTEM' : rule.eventType === subject.eventType
    return subject.target !== 'webhook' || this.#matchesWebhook(subject)
  }

  #matchesRequest({ endpoint, token }: FaultSubject & { target: 'request' }): boolean {
    const { kind, operation, scope } = this.rule
    const { auth } = endpoint
    const name = operations.get(endpoint)
    if (name === undefined || (operation !== undefined && operation !== name)) return false
    if ((kind === 'token-expired' || kind === 'grant-revoked') && token === null) return false
    return scope === undefined || ('scope' in auth && auth.scope === scope.normalize('NFC'))
  }

  #matchesWebhook({ eventType, url, deliveryId, isLastAttempt }: FaultSubject & { target: 'webhook' }): boolean {
    const { kind, endpoint } = this.rule
    if (this.rule.eventType !== undefined && this.rule.eventType !== eventType) return false
    if (endpoint !== undefined && !url.startsWith(endpoint)) return false
    if (kind === 'webhook-retried') return !isLastAttempt
    const isOnce = kind === 'webhook-delayed' || kind === 'webhook-reordered'
    return !isOnce || !this.#remembered.has(deliveryId)
  }

  /** What continues to get the fault, or does not get it again. */
  #keyOf(subject: FaultSubject): string | null {
    if (subject.target === 'request') return this.rule.kind === 'token-expired' ? subject.token : null
    return subject.target === 'webhook' && keptKinds.has(this.rule.kind) ? subject.deliveryId : null
  }

  /** Draws for every match, so that the draws do not depend on the other conditions. */
  #isDue(): boolean {
    const isDrawn = this.rule.probability === undefined || this.#random.chance(this.rule.probability)
    return isDrawn && this.matched >= (this.rule.nth ?? 1) && this.injected < this.#most
  }
}

const keptKinds = new Set<string>(['webhook-delayed', 'webhook-reordered', 'webhook-retried'])
