import { faultEventTypes, faultTargets, openApi, type Endpoint, type FaultRule } from '@onair/contract'
import type { FaultSubject } from './fault-subject.ts'
import { parseTimestamp } from '@onair/server/shared/dates.ts'
import { seededDraw } from './seeded-draw.ts'
import { compose } from '@onair/server/shared/text.ts'

/** The number of tokens and notifications that a rule remembers. It does not remember further ones. */
const maxRemembered = 10_000

/** The counts of a rule. `remembered`: the number of subjects that it remembers. */
export type RuleCounts = { matched: number; injected: number; remembered: number }
/** The subjects that rules remember, by the index of the rule. */
export type RememberedSubjects = { has(index: number, key: string): boolean; add(index: number, key: string): void }

const operations = new Map<Endpoint, string>(
  Object.entries(openApi).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]): [Endpoint, string] => [endpoint, `${group}.${name}`]),
  ),
)

export function isOperation(name: string): boolean {
  return [...operations.values()].includes(name)
}

export const noCounts = (): RuleCounts => ({ matched: 0, injected: 0, remembered: 0 })

/** Whether a rule can happen to the subject now. */
export function isCandidate(rule: FaultRule, subject: FaultSubject, now: number): boolean {
  return matches(rule, subject) && isWithin(rule, now)
}

/** Tokens that have expired, notifications that were delayed or are retried, and mails that were delayed: a rule decides about each once. */
export function keyOf({ kind }: FaultRule, subject: FaultSubject): string | null {
  if (subject.target === 'request') return kind === 'token-expired' ? subject.token : null
  if (subject.target === 'mail') return kind === 'mail-delayed' ? subject.mailId : null
  return subject.target === 'webhook' && keptKinds.has(kind) ? subject.deliveryId : null
}

/**
 * The index of the first rule whose fault the subject gets, or null. A decision depends on the seed, the rule and the
 * number of its match alone. Changes the counts.
 */
export function decideFault(
  { seed, rules, counts }: { seed: number; rules: readonly FaultRule[]; counts: readonly RuleCounts[] },
  remembered: RememberedSubjects,
  subject: FaultSubject,
  now: number,
): number | null {
  const index = rules.findIndex((rule, at) => {
    const count = counts[at]
    if (count === undefined || !isCandidate(rule, subject, now)) return false
    const key = keyOf(rule, subject)
    const isRemembered = key !== null && remembered.has(at, key)
    if (isRemembered && onceKinds.has(rule.kind)) return false
    count.matched += 1
    if (!isRemembered && !isDue(rule, seed + at * 0x9e37_79b9, count)) return false
    count.injected += 1
    if (key !== null && !isRemembered && count.remembered < maxRemembered) {
      count.remembered += 1
      remembered.add(at, key)
    }
    return true
  })
  return index === -1 ? null : index
}

const onceKinds = new Set<string>(['webhook-delayed', 'webhook-reordered', 'mail-delayed'])
const keptKinds = new Set<string>(['webhook-delayed', 'webhook-reordered', 'webhook-retried'])

function matches(rule: FaultRule, subject: FaultSubject): boolean {
  if (faultTargets[rule.kind] !== subject.target) return false
  if (rule.clientId !== undefined && 'clientId' in subject && rule.clientId !== subject.clientId) return false
  if (subject.target === 'request') return matchesRequest(rule, subject)
  if ('eventType' in subject && !matchesEventType(rule, subject.eventType)) return false
  return subject.target !== 'webhook' || matchesWebhook(rule, subject)
}

function matchesEventType({ kind, eventType }: FaultRule, actual: NonNullable<FaultRule['eventType']>): boolean {
  if (!faultEventTypes[kind].includes(actual)) return false
  return eventType === undefined ? actual !== 'SYSTEM' : eventType === actual
}

function matchesRequest(
  { kind, operation, scope }: FaultRule,
  { endpoint, token }: FaultSubject & { target: 'request' },
): boolean {
  const { auth } = endpoint
  const name = operations.get(endpoint)
  if (name === undefined || (operation !== undefined && operation !== name)) return false
  if ((kind === 'token-expired' || kind === 'grant-revoked') && token === null) return false
  return scope === undefined || ('scope' in auth && auth.scope === compose(scope))
}

function matchesWebhook(
  { kind, endpoint }: FaultRule,
  { url, isLastAttempt }: FaultSubject & { target: 'webhook' },
): boolean {
  if (endpoint !== undefined && !url.startsWith(endpoint)) return false
  return kind !== 'webhook-retried' || !isLastAttempt
}

function isWithin({ from, to }: FaultRule, now: number): boolean {
  return (
    now >= (parseTimestamp('from', from) ?? Number.NEGATIVE_INFINITY) &&
    now < (parseTimestamp('to', to) ?? Number.POSITIVE_INFINITY)
  )
}

function isDue({ probability, nth, count }: FaultRule, seed: number, { matched, injected }: RuleCounts): boolean {
  const isDrawn = probability === undefined || seededDraw(seed, matched) < probability
  const most = count ?? (nth === undefined ? Number.POSITIVE_INFINITY : 1)
  return isDrawn && matched >= (nth ?? 1) && injected < most
}
