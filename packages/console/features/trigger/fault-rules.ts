import {
  faultPresetNames,
  faultPresets,
  faultTargets,
  type ContentOf,
  type FaultRule,
  type sandboxApi,
} from '@onair/contract'
import { dateMinuteFormat } from '../../lib/time-format.ts'
import type { OperationId } from '../../locales/contract-texts.ts'
import { language, strings } from '../../locales/index.ts'
import { isSameRule, maxMatches } from './rule-draft.ts'

const { conditions: t } = strings('trigger').faults

export type Plan = ContentOf<typeof sandboxApi.faults.getFaults>
type ActiveRule = Plan['rules'][number]

const names: Readonly<Partial<Record<OperationId, string>>> = strings('operationNames')

const percentFormat = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
const numberFormat = new Intl.NumberFormat(language)

/** The plan as the sandbox was given it, without its counts. */
export function ruleOf({ matched: _matched, injected: _injected, ...rule }: ActiveRule): FaultRule {
  return rule
}

/** The preset that the first rules of a plan are from: rules that were added do not change its name. */
export function presetOf({ rules }: Plan) {
  return faultPresetNames.find((name) => {
    const presetRules: readonly FaultRule[] = faultPresets[name].rules
    return presetRules.every((rule, index) => isSameRule(rule, rules[index]))
  })
}

/** The title of an operation in the reference, or its id if it has none. */
export function operationName(id: string): string {
  return names[id as OperationId] ?? id
}

/** The parts of a rule beside its kind. `appNames` are by client id; an application that was deleted has none. */
export function conditionsOf(rule: FaultRule, appNames: ReadonlyMap<string, string>): string[] {
  const { status, delayMs, operation, scope, clientId, eventType, endpoint, from, to } = rule
  return [
    status,
    delayMs !== undefined && `${numberFormat.format(delayMs)} ms`,
    operation && operationName(operation),
    scope,
    eventType,
    endpoint,
    clientId && (appNames.get(clientId) ?? clientId.slice(0, 8)),
    ...matchesOf(rule),
    (from ?? to) !== undefined && `${timeText(from)} – ${timeText(to)}`,
  ]
    .filter((part) => part !== undefined && part !== false)
    .map(String)
}

/** Which of the requests, events or notifications that match get the fault. */
function matchesOf({ kind, nth, probability, count = nth === undefined ? maxMatches : 1 }: FaultRule): string[] {
  const target = faultTargets[kind]
  const first = nth ?? 1
  const isLimited = count < maxMatches
  if (probability !== undefined)
    return [
      t.share(percentFormat.format(probability), target),
      ...(first > 1 ? [t.from(first, target)] : []),
      ...(isLimited ? [t.atMost(count)] : []),
    ]
  if (!isLimited) return [first === 1 ? t.every(target) : t.from(first, target)]
  if (count === 1) return [t.only(first, target)]
  return [first === 1 ? t.first(count, target) : t.range(first, first + count - 1, target)]
}

function timeText(date: string | undefined): string {
  return date === undefined ? '' : dateMinuteFormat.format(new Date(date))
}
