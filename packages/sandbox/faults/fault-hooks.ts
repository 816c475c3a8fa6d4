import type { BodyOf, ContentOf, sandboxApi } from '@onair/contract'
import type { Hooks } from '@onair/server/hooks.ts'
import type { Deps } from '@onair/server/infra/deps.ts'
import { recordRefusedTicket } from '../record-refused-ticket.ts'
import { DeliveryFaults } from './delivery-faults.ts'
import type { Faults } from './fault-subject.ts'
import { GatewayFaults } from './gateway-faults.ts'
import { decideMailFault } from './mail-faults.ts'
import { StreamFaults } from './stream-faults.ts'
import { injectFault } from './inject-fault.ts'
import { clearFaults, getFaults, setFaults, syncFaults, type FaultDeps } from './set-faults.ts'

type FaultPlanState = ContentOf<typeof sandboxApi.faults.getFaults>

/** The fault plan of a sandbox. Throws refusals. */
export type FaultPlanControl = {
  /** Replaces the plan in every process. */
  set(plan: BodyOf<typeof sandboxApi.faults.setFaults>): Promise<FaultPlanState>
  get(): Promise<FaultPlanState>
  clear(): Promise<void>
}

export type FaultHookDeps = Omit<FaultDeps, 'faults'> & Pick<Deps, 'clock' | 'log' | 'recorder'>

/** Opens the hooks of a sandbox, and the control of the plan that they inject. Without a plan, only the doors of sessions are open. */
export async function openFaults(
  deps: FaultHookDeps,
): Promise<{ hooks: Hooks; faultPlan: FaultPlanControl } & AsyncDisposable> {
  const faults: Faults = { plan: null }
  const faultDeps = { ...deps, faults }
  const sync = await syncFaults(faultDeps)
  return {
    hooks: createFaultHooks(faultDeps),
    faultPlan: {
      set: (plan) => setFaults(plan, faultDeps),
      get: () => getFaults(faultDeps),
      clear: () => clearFaults(faultDeps),
    },
    [Symbol.asyncDispose]: () => sync[Symbol.asyncDispose](),
  }
}

function createFaultHooks(deps: FaultHookDeps & { faults: Faults }): Hooks {
  const { faults } = deps
  const gateway = new GatewayFaults(deps)
  const deliveries = new DeliveryFaults(deps)
  const streams = new StreamFaults(deps)
  const onRequest: Hooks['onRequest'] = (...call) => injectFault(...call, deps)
  const onPoll = () => gateway.refusal
  const onUpgrade = () => gateway.refuseUpgrade()
  const onAttempts: Hooks['onAttempts'] = (tx, due, now) => deliveries.apply(tx, due, now)
  const onStream: Hooks['onStream'] = (stream) => streams.changeOf(stream)
  const onMail: Hooks['onMail'] = (mailId, now) => decideMailFault(mailId, now, deps)
  const onAttemptEnded = (endpointId: string) => deliveries.release(endpointId)
  return {
    get onRequest() {
      return faults.plan && onRequest
    },
    get onPoll() {
      return gateway.isAway ? onPoll : null
    },
    get onUpgrade() {
      return gateway.isAway || faults.plan !== null ? onUpgrade : null
    },
    onSession: (session, closeAll) => gateway.filterSession(session, closeAll),
    onTicketRefused: (ticket) => void recordRefusedTicket(ticket, deps).catch(() => {}),
    get onAttempts() {
      return faults.plan && onAttempts
    },
    get onAttemptEnded() {
      return deliveries.holdsSome ? onAttemptEnded : null
    },
    get onStream() {
      return faults.plan && onStream
    },
    get onMail() {
      return faults.plan && onMail
    },
  }
}
