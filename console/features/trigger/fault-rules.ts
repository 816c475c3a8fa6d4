import type { ContentOf, FaultRule, sandboxApi } from '@onair/contract'
import { dateMinuteFormat } from '../../lib/time-format.ts'
import { language, strings } from '../../locales/index.ts'

const { conditions: t } = strings('trigger').faults

type ActiveRule = ContentOf<typeof sandboxApi.faults.getFaults>['rules'][number]

const percentFormat = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
const numberFormat = new Intl.NumberFormat(language)

/** What the sandbox was given, without its counts. */
export function ruleOf({ matched: _matched, injected: _injected, ...rule }: ActiveRule): FaultRule {
  return rule
}

/** The parts of a rule beside its kind. */
export function conditionsOf(rule: FaultRule): string[] {
  const { status, delayMs, operation, scope, clientId, eventType, endpoint, nth, probability, count, from, to } = rule
  return [
    status,
    delayMs !== undefined && `${numberFormat.format(delayMs)} ms`,
    operation,
    scope,
    eventType,
    endpoint,
    clientId?.slice(0, 8),
    nth !== undefined && (count === undefined ? t.nth(nth) : t.nthOn(nth)),
    probability !== undefined && percentFormat.format(probability),
    count !== undefined && t.count(count),
    (from ?? to) !== undefined && `${timeText(from)} – ${timeText(to)}`,
  ]
    .filter((part) => part !== undefined && part !== false)
    .map(String)
}

function timeText(date: string | undefined): string {
  return date === undefined ? '' : dateMinuteFormat.format(new Date(date))
}
