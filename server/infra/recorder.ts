import type { RecordDetail, RecordKind } from '@onair/contract'

/** Something that happened, as the inspector shows it. `detail` is gathered when it is written, after whoever waits was answered. */
export type NewRecord = {
  kind: Exclude<RecordKind, 'gap'>
  name: string
  /** Without these two: the chain and the moment of the call. */
  traceId?: string
  at?: number
  /** A place in the order of records that was taken before; without it the next one. */
  sequence?: number
  clientId?: string | null
  /** Whether it came from somebody whose credentials nobody knows. */
  isAnonymous?: boolean
  channelId?: string | null
  sessionKey?: string
  eventId?: string
  deliveryId?: string
  status?: number
  tookMs?: number
  /** How much is held until it is written, roughly. */
  bytes?: number
  detail?: () => Partial<RecordDetail>
}

/**
 * Remembers what happens for people who look into it. Adding never waits and never fails: what is too much is left out and
 * counted.
 */
export type Recorder = {
  /** Whether anything at all is recorded here now; whoever would gather something asks first. */
  readonly isEnabled: boolean
  /** Whether what an application does is recorded now; null stands for what belongs to none. */
  isRecording(clientId: string | null): boolean
  add(record: NewRecord): void
  /** Takes a place in the order for something that begins now and is added when it is over. */
  nextSequence(): number
  /** Somebody looks at an application: what it does is recorded for a while, in every process. */
  observe(clientId: string): Promise<void>
  /** Resolves when everything is written that was added before, or could not be. */
  flush(): Promise<void>
}

export const noRecorder: Recorder = {
  isEnabled: false,
  isRecording: () => false,
  add: () => {},
  nextSequence: () => 0,
  observe: async () => {},
  flush: async () => {},
}
