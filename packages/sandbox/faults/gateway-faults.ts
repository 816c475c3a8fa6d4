import { disconnectCodes, type DisconnectCode } from '@onair/contract'
import type { FrameFilter, HookedSession, RefusedConnection } from '@onair/server/hooks.ts'
import type { Deps } from '@onair/server/infra/deps.ts'
import type { Faults } from './fault-subject.ts'
import { recordFault } from './record-fault.ts'
import { SessionFaults } from './session-faults.ts'

type GatewayFaultDeps = Pick<Deps, 'clock' | 'recorder'> & { faults: Faults }

/** Injects the faults of the plan into the connections and sessions of one gateway. */
export class GatewayFaults {
  readonly #deps: GatewayFaultDeps
  readonly refusal = refusalBy('gateway-restart')
  /** The time that an injected restart still takes. */
  #restart: Disposable | null = null

  constructor(deps: GatewayFaultDeps) {
    this.#deps = deps
  }

  /** Whether an injected restart keeps the gateway away. */
  get isAway(): boolean {
    return this.#restart !== null
  }

  refuseUpgrade(): RefusedConnection | null | Promise<RefusedConnection | null> {
    if (this.isAway) return this.refusal
    const { clock, faults } = this.#deps
    const decision = faults.plan?.decide({ target: 'upgrade' }, clock.now()) ?? null
    if (decision instanceof Promise) return decision.then((rule) => rule && refusalBy(rule.kind))
    return decision && refusalBy(decision.kind)
  }

  /** Null when a fault refuses the session. */
  async filterSession(session: HookedSession, closeAll: (code: DisconnectCode) => void): Promise<FrameFilter | null> {
    const { clock, faults, recorder } = this.#deps
    const { clientId, ownerChannelId: channelId, sessionKey } = session
    const rule = (await faults.plan?.decide({ target: 'session', clientId }, clock.now())) ?? null
    if (rule !== null) {
      recordFault({ clientId, channelId, sessionKey }, rule.kind, { recorder })
      return null
    }
    return new SessionFaults(session, {
      ...this.#deps,
      restart: (forMs) => this.#injectRestart(forMs, closeAll),
      isRestarting: () => this.isAway,
    })
  }

  #injectRestart(forMs: number, closeAll: (code: DisconnectCode) => void): void {
    this.#restart?.[Symbol.dispose]()
    this.#restart = this.#deps.clock.after(forMs, () => (this.#restart = null))
    closeAll(disconnectCodes.SERVER_STOPPING)
  }
}

function refusalBy(fault: string): RefusedConnection {
  return { reason: 'fault', headers: { 'X-Onair-Fault': fault } }
}
