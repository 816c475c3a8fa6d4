import {
  delayedFaultKinds,
  eventTypes,
  faultPresets,
  faultTargets,
  findScope,
  webhookEvents,
  type BodyOf,
  type ContentOf,
  type FaultRule,
  type FaultTarget,
  type sandboxApi,
} from '@onair/contract'
import { busMessage, faultsTopic, resetTopic, subscribe, type FaultsSet } from '../../shared/bus-messages.ts'
import { parseTimestamp } from '../../shared/dates.ts'
import { errorReason, invalidField } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { createFaultPlan, isOperation } from './fault-plan.ts'

type FaultsState = ContentOf<typeof sandboxApi.faults.getFaults>
type SetDeps = Pick<Deps, 'bus' | 'faults' | 'random'>

/** Sets the plan in this process now, and in the others when the bus brings it. */
export async function setFaults(
  { preset, seed, rules }: BodyOf<typeof sandboxApi.faults.setFaults>,
  deps: SetDeps,
): Promise<FaultsState> {
  if ((preset === undefined) === (rules === undefined))
    throw invalidField('rules', rules === undefined ? 'MISSING' : 'INVALID_VALUE')
  rules?.forEach((rule, index) => requireValid(rule, `rules[${index}]`))
  const base = preset === undefined ? { seed: 0, rules: rules ?? [] } : faultPresets[preset]
  const plan = { id: deps.random.uuid(), preset: preset ?? null, rules: base.rules, seed: seed ?? base.seed }
  await apply({ plan }, deps)
  return getFaults(deps)
}

export function getFaults({ faults }: Pick<Deps, 'faults'>): FaultsState {
  return faults.plan?.state() ?? { preset: null, seed: null, rules: [] }
}

export function clearFaults(deps: SetDeps): Promise<void> {
  return apply({ plan: null }, deps)
}

/** Takes over the plans that other processes set. A reset of the sandbox removes the plan. */
export async function syncFaults({ bus, faults }: Pick<Deps, 'bus' | 'faults'>): Promise<AsyncDisposable> {
  await using opening = new AsyncDisposableStack()
  opening.use(await subscribe(bus, faultsTopic, (message) => takeOver(message, faults)))
  opening.use(await subscribe(bus, resetTopic, () => void (faults.plan = null)))
  return opening.move()
}

async function apply(message: FaultsSet, { bus, faults }: SetDeps): Promise<void> {
  takeOver(message, faults)
  const { topic, message: published } = busMessage(faultsTopic, message)
  await bus.publish(topic, published)
}

function takeOver({ plan }: FaultsSet, faults: Deps['faults']) {
  // The bus brings a plan to the process that set it, too: its counts continue.
  if (plan === null) faults.plan = null
  else if (plan.id !== faults.plan?.id) faults.plan = createFaultPlan(plan)
}

/** The types of events that may get a fault, by what the rule happens to. */
const eventTypesOf: Partial<Record<FaultTarget, readonly string[]>> = {
  event: [...eventTypes, 'SYSTEM'],
  webhook: Object.keys(webhookEvents),
}

function requireValid(rule: FaultRule, field: string) {
  const { kind, operation, scope, status, retryAfterSec, delayMs } = rule
  requireConditions(rule, field)
  if (operation !== undefined && !isOperation(operation)) throw invalidField(`${field}.operation`, 'NO_SUCH_OPERATION')
  if (scope !== undefined && findScope(scope) === null)
    throw invalidField(`${field}.scope`, errorReason('NO_SUCH_SCOPE', { scope }))
  requireOnly(`${field}.status`, status, kind === 'status')
  requireOnly(`${field}.delayMs`, delayMs, delayedFaultKinds.has(kind))
  if (retryAfterSec !== undefined && status !== 429 && status !== 503)
    throw invalidField(`${field}.retryAfterSec`, 'INVALID_VALUE')
  const [from, to] = [parseTimestamp(`${field}.from`, rule.from), parseTimestamp(`${field}.to`, rule.to)]
  if (from !== undefined && to !== undefined && to <= from) throw invalidField(`${field}.to`, 'END_BEFORE_START')
}

function eventTypesOfRule({ kind }: FaultRule): readonly string[] {
  return kind === 'event-without-profile' ? ['CHAT'] : (eventTypesOf[faultTargets[kind]] ?? [])
}

/** Refuses conditions that the fault can never meet. */
function requireConditions(rule: FaultRule, field: string) {
  const target = faultTargets[rule.kind]
  const isUsed = {
    operation: target === 'request',
    scope: target === 'request',
    clientId: target !== 'upgrade',
    endpoint: target === 'webhook',
    eventType: eventTypesOfRule(rule).includes(rule.eventType ?? ''),
  }
  for (const [name, used] of Object.entries(isUsed) as [keyof typeof isUsed, boolean][])
    if (!used && rule[name] !== undefined) throw invalidField(`${field}.${name}`, 'INVALID_VALUE')
}

/** A value that the kind of a rule needs must be given, and no other kind may have it. */
function requireOnly(field: string, value: unknown, isNeeded: boolean) {
  if (isNeeded && value === undefined) throw invalidField(field, 'MISSING')
  if (!isNeeded && value !== undefined) throw invalidField(field, 'INVALID_VALUE')
}
