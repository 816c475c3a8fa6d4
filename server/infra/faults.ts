import type { Endpoint, FaultRule } from '@onair/contract'

/** `token` identifies the access token of the request; null if it has none. */
export type FaultyRequest = { endpoint: Endpoint; clientId: string | null; token: string | null }

export type FaultPlan = {
  readonly id: string
  /** The rule whose fault this request gets. Counts the request. */
  decide(request: FaultyRequest, now: number): FaultRule | null
  state(): { seed: number; rules: (FaultRule & { matched: number; injected: number })[] }
}

/** `plan` is null unless a sandbox has set one: a request reads nothing else. */
export type Faults = { plan: FaultPlan | null }
