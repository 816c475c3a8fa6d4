import {
  delayedFaultKinds,
  faultEventTypes,
  faultPresets,
  faultTargets,
  findScope,
  type BodyOf,
  type ContentOf,
  type FaultRule,
  type sandboxApi,
} from '@onair/contract'
import { busMessage, resetTopic, subscribe, type Topic } from '@onair/server/shared/bus-messages.ts'
import { parseTimestamp } from '@onair/server/shared/dates.ts'
import { errorReason, invalidField } from '@onair/server/shared/refusal.ts'
import { hasSharedBus } from '@onair/server/config/config.ts'
import type { Deps } from '@onair/server/infra/deps.ts'
import { createFaultPlan, type FaultPlanData } from './fault-plan.ts'
import { isOperation } from './fault-rules.ts'
import type { Faults } from './fault-subject.ts'
import { createSharedFaultPlan } from './shared-fault-plan.ts'
import { deletePlan, loadPlan, replacePlan } from './plan-store.ts'

type FaultsState = ContentOf<typeof sandboxApi.faults.getFaults>
export type FaultDeps = Pick<Deps, 'bus' | 'config' | 'db' | 'random'> & { faults: Faults }

/** The fault plan of every process. Null removes it. */
type FaultsSet = { plan: FaultPlanData | null }
const faultsTopic: Topic<FaultsSet> = { name: 'faults' }

/** Sets the plan in this process now, and in the others when the bus brings it. */
export async function setFaults(
  { preset, seed, rules }: BodyOf<typeof sandboxApi.faults.setFaults>,
  deps: FaultDeps,
): Promise<FaultsState> {
  if ((preset === undefined) === (rules === undefined))
    throw invalidField('rules', rules === undefined ? 'MISSING' : 'INVALID_VALUE')
  rules?.forEach((rule, index) => requireValid(rule, `rules[${index}]`))
  const base = preset === undefined ? { seed: 0, rules: rules ?? [] } : faultPresets[preset]
  const plan = { id: deps.random.uuid(), preset: preset ?? null, rules: base.rules, seed: seed ?? base.seed }
  await apply({ plan }, deps)
  return getFaults(deps)
}

export async function getFaults({ faults }: Pick<FaultDeps, 'faults'>): Promise<FaultsState> {
  return (await faults.plan?.state()) ?? { preset: null, seed: null, rules: [] }
}

export function clearFaults(deps: FaultDeps): Promise<void> {
  return apply({ plan: null }, deps)
}

/** Takes over the plan that is set and those that other processes set. A reset of the sandbox removes the plan. */
export async function syncFaults(deps: FaultDeps): Promise<AsyncDisposable> {
  const { bus, config, db, faults } = deps
  await using opening = new AsyncDisposableStack()
  opening.use(await subscribe(bus, faultsTopic, (message) => takeOver(message, deps)))
  opening.use(await subscribe(bus, resetTopic, () => void (faults.plan = null)))
  const stored = hasSharedBus(config) ? await loadPlan(db.read) : null
  if (stored !== null && faults.plan === null) takeOver({ plan: stored }, deps)
  return opening.move()
}

async function apply(message: FaultsSet, deps: FaultDeps): Promise<void> {
  const { bus, config, db } = deps
  if (hasSharedBus(config))
    await db.transaction((tx) => (message.plan === null ? deletePlan(tx) : replacePlan(tx, message.plan)))
  takeOver(message, deps)
  const { topic, message: published } = busMessage(faultsTopic, message)
  await bus.publish(topic, published)
}

function takeOver({ plan }: FaultsSet, { config, db, faults }: FaultDeps) {
  // The bus brings a plan to the process that set it, too: its counts continue.
  if (plan === null) faults.plan = null
  else if (plan.id !== faults.plan?.id)
    faults.plan = hasSharedBus(config) ? createSharedFaultPlan(plan, { db }) : createFaultPlan(plan)
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

/** Refuses conditions that the fault can never meet. */
function requireConditions(rule: FaultRule, field: string) {
  const target = faultTargets[rule.kind]
  const isUsed = {
    operation: target === 'request',
    scope: target === 'request',
    clientId: target !== 'upgrade' && target !== 'stream' && target !== 'mail',
    endpoint: target === 'webhook',
    eventType: rule.eventType !== undefined && faultEventTypes[rule.kind].includes(rule.eventType),
  }
  for (const [name, used] of Object.entries(isUsed) as [keyof typeof isUsed, boolean][])
    if (!used && rule[name] !== undefined) throw invalidField(`${field}.${name}`, 'INVALID_VALUE')
}

/** A value that the kind of a rule needs must be given, and no other kind may have it. */
function requireOnly(field: string, value: unknown, isNeeded: boolean) {
  if (isNeeded && value === undefined) throw invalidField(field, 'MISSING')
  if (!isNeeded && value !== undefined) throw invalidField(field, 'INVALID_VALUE')
}
