import type { RecordDetail, RecordKind, WireProfile } from '@onair/contract'

/** Sessions to which events are sent. Lists with the same id are equal. */
export type ReceiverList = { id: string; sessionKeys: readonly string[] }

/** A record of the inspector. `detail` is called when the record is written, after the response was sent. */
export type NewRecord = {
  kind: Exclude<RecordKind, 'gap'>
  name: string
  /** Default: the current trace id. */
  traceId?: string
  /** Default: the time of the call to `add`. */
  at?: number
  /** A number from `nextSequence`. Default: the next one. */
  sequence?: number
  clientId?: string | null
  /** Whether the call had no valid credentials. */
  isAnonymous?: boolean
  channelId?: string | null
  sessionKey?: string
  /** Instead of `sessionKey`: the record is read as one record for each session. */
  receivers?: ReceiverList
  eventId?: string
  deliveryId?: string
  status?: number
  tookMs?: number
  /** The profile of a session that connected, or of a client that seems to need the other one. */
  wireProfile?: WireProfile
  /** The fault that the fault plan injected. */
  fault?: string
  /** Approximate memory held until the record is written. */
  bytes?: number
  detail?: () => Partial<RecordDetail>
}

/** Writes the inspector's records. `add` never waits and never throws: records beyond the limit are dropped and counted. */
export type Recorder = {
  /** Whether this process records anything now. Check it before collecting expensive data. */
  readonly isEnabled: boolean
  /** Whether records of this application are written now. Null: records without an application. */
  isRecording(clientId: string | null): boolean
  add(record: NewRecord): void
  /** Reserves the order of a record that is added later. The database assigns its position. */
  nextSequence(): number
  /** Enables recording of an application for a limited time, in every process. */
  startRecording(clientId: string): Promise<void>
  /** Resolves when all earlier records are written or dropped. */
  flush(): Promise<void>
}

export const noRecorder: Recorder = {
  isEnabled: false,
  isRecording: () => false,
  add: () => {},
  nextSequence: () => 0,
  startRecording: async () => {},
  flush: async () => {},
}
