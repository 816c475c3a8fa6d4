import {
  delayedFaultKinds,
  faultEventTypes,
  faultRule,
  faultTargets,
  type FaultKind,
  type FaultRule,
} from '@onair/contract'

export const ruleStatuses = [400, 401, 403, 429, 500, 503] as const

/** The values in the form of a rule. Inputs may be empty. */
export type RuleDraft = {
  /** The rule that this one replaces, and its position in the plan then. Null for a new rule. */
  edited: { rule: FaultRule; index: number } | null
  kind: FaultKind
  status: (typeof ruleStatuses)[number]
  retryAfterSec: number | string
  delayMs: number | string
  /** Null for all. */
  operation: string | null
  clientId: string | null
  eventType: string | null
  /** The number of matches before the first fault. */
  skip: number | string
  percent: number | string
  count: number | string
  /** The seed of the plan. An empty one leaves it as it is. */
  seed: number | string
}

export const emptyRule: RuleDraft = {
  edited: null,
  kind: 'status',
  status: 503,
  retryAfterSec: 2,
  delayMs: 2_000,
  operation: null,
  clientId: null,
  eventType: null,
  skip: '',
  percent: '',
  count: '',
  seed: '',
}

/** The greatest number of matches or of faults of a rule. */
export const maxMatches = 1_000_000

export type NumberField = 'retryAfterSec' | 'delayMs' | 'skip' | 'percent' | 'count' | 'seed'

/** The smallest and the largest value of an input. A rule that has a share below 1 % can keep it. */
export function limitsOf(field: NumberField, { edited }: RuleDraft): { min: number; max: number } {
  if (field === 'retryAfterSec') return { min: 0, max: 3_600 }
  if (field === 'delayMs') return { min: 1, max: 600_000 }
  if (field === 'skip') return { min: 0, max: maxMatches - 1 }
  if (field === 'count') return { min: 1, max: maxMatches }
  if (field === 'seed') return { min: 0, max: 4_294_967_295 }
  const share = percentOf(edited?.rule.probability ?? 1)
  return { min: share > 0 ? Math.min(share, 1) : 1, max: 100 }
}

/** Whether an input of the form can be sent. Only a delay must not be empty. */
export function isFieldValid(field: NumberField, draft: RuleDraft): boolean {
  const value = draft[field]
  if (value === '') return field !== 'delayMs'
  const { min, max } = limitsOf(field, draft)
  return typeof value === 'number' && value >= min && value <= max && (field === 'percent' || Number.isInteger(value))
}

/** Whether all inputs that the kind of the fault uses can be sent. */
export function isDraftValid(draft: RuleDraft): boolean {
  const { kind, status } = draft
  const used: NumberField[] = ['skip', 'percent', 'count', 'seed']
  if (kind === 'status' && hasRetryAfter(status)) used.push('retryAfterSec')
  if (delayedFaultKinds.has(kind)) used.push('delayMs')
  return used.every((field) => isFieldValid(field, draft))
}

export function hasRetryAfter(status: number | undefined): boolean {
  return status === 429 || status === 503
}

/** The values that the kind uses: the sandbox refuses other values. Conditions without an input stay as they were. */
export function toRule(draft: RuleDraft): FaultRule {
  const { kind, status, operation, clientId } = draft
  const { scope, endpoint, from, to } = draft.edited?.rule ?? {}
  const target = faultTargets[kind]
  const eventType = faultEventTypes[kind].find((type) => type === draft.eventType)
  const [skip = 0, count, percent] = [draft.skip, draft.count, draft.percent].map(numberOf)
  const [delayMs, retryAfterSec] = [draft.delayMs, draft.retryAfterSec].map(numberOf)
  return {
    kind,
    ...(kind === 'status' && { status }),
    ...(kind === 'status' && hasRetryAfter(status) && retryAfterSec !== undefined && { retryAfterSec }),
    ...(delayedFaultKinds.has(kind) && delayMs !== undefined && { delayMs }),
    ...(target === 'request' && operation !== null && { operation }),
    ...(target === 'request' && scope !== undefined && { scope }),
    ...(target === 'webhook' && endpoint !== undefined && { endpoint }),
    ...(hasApp(kind) && clientId !== null && { clientId }),
    ...(eventType !== undefined && { eventType }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    // A rule with `nth` but no count has one fault.
    ...(skip > 0 && { nth: skip + 1, count: count ?? maxMatches }),
    ...(skip === 0 && count !== undefined && { count }),
    ...(percent !== undefined && { probability: rounded(percent / 100) }),
  }
}

/** The draft that edits the rule at a position of the plan: the inverse of `toRule`. */
export function draftOf(rule: FaultRule, index: number): RuleDraft {
  const { kind, status, nth = 1, probability } = rule
  const count = rule.count ?? (rule.nth === undefined ? '' : 1)
  return {
    edited: { rule, index },
    kind,
    status: status ?? emptyRule.status,
    retryAfterSec: hasRetryAfter(status) ? (rule.retryAfterSec ?? '') : emptyRule.retryAfterSec,
    delayMs: rule.delayMs ?? emptyRule.delayMs,
    operation: rule.operation ?? null,
    clientId: rule.clientId ?? null,
    eventType: rule.eventType ?? null,
    skip: nth > 1 ? nth - 1 : '',
    percent: probability === undefined ? '' : percentOf(probability),
    count: nth > 1 && count === maxMatches ? '' : count,
    seed: '',
  }
}

/** The rules with that of the draft: in the place of the one it edits, or last if there is none. */
export function withDraft(rules: readonly FaultRule[], draft: RuleDraft): FaultRule[] {
  const index = editedIndex(rules, draft)
  return index === -1 ? [...rules, toRule(draft)] : rules.with(index, toRule(draft))
}

/** The index of the rule that the draft edits. -1 for a new rule, or if it was removed. */
export function editedIndex(rules: readonly FaultRule[], { edited }: RuleDraft): number {
  if (edited === null) return -1
  if (isSameRule(edited.rule, rules[edited.index])) return edited.index
  return rules.findIndex((rule) => isSameRule(edited.rule, rule))
}

const ruleFields = Object.keys(faultRule.properties) as (keyof FaultRule)[]

export function isSameRule(rule: FaultRule, other: FaultRule | undefined): boolean {
  return ruleFields.every((field) => rule[field] === other?.[field])
}

/** The sandbox refuses an application for handshakes, videos and mails: they are not of one. */
export function hasApp(kind: FaultKind): boolean {
  return !['upgrade', 'stream', 'mail'].includes(faultTargets[kind])
}

export function numberOf(value: number | string): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function percentOf(probability: number): number {
  return rounded(probability * 100)
}

/** The percentage, rounded: 0.07 is 7 %, not 7.000000000000001 %. */
function rounded(value: number): number {
  return Number(value.toPrecision(12))
}
