import type { Endpoint, EventType, FaultPreset, FaultRule, WebhookEvent } from '@onair/contract'

type ByApp = { clientId: string | null }

/** The call, connection, event, notification, second of a video or mail that may get a fault. `token` identifies the access token of a request; null if it has none. */
export type FaultSubject =
  | (ByApp & { target: 'request'; endpoint: Endpoint; token: string | null })
  | { target: 'upgrade' }
  | (ByApp & { target: 'session' | 'pong' })
  | (ByApp & { target: 'event'; eventType: EventType | 'SYSTEM' })
  | (ByApp & { target: 'webhook'; eventType: WebhookEvent; url: string; deliveryId: string; isLastAttempt: boolean })
  | { target: 'stream' }
  | { target: 'mail'; mailId: string }

export type FaultPlan = {
  readonly id: string
  /** The rule whose fault this subject gets. Counts it. Synchronous unless several processes share the counts. */
  decide(subject: FaultSubject, now: number): FaultDecision | Promise<FaultDecision>
  state(): FaultPlanState | Promise<FaultPlanState>
}

export type FaultDecision = FaultRule | null
export type FaultPlanState = {
  preset: FaultPreset | null
  seed: number
  rules: (FaultRule & { matched: number; injected: number })[]
}

/** The plan of this process, null until one is set. */
export type Faults = { plan: FaultPlan | null }
