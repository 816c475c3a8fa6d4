import { eventTypes, losingFaultKinds, type EventType, type FaultKind, type SystemMessage } from '@onair/contract'
import { encodeFrame, packetOf, type Frame } from '@onair/server/gateway/engine-io/frames.ts'
import { recordSystemMessage } from '@onair/server/gateway/frame-recorder.ts'
import type { FrameFilter, HookedSession, HookedSocket } from '@onair/server/hooks.ts'
import type { Deps } from '@onair/server/infra/deps.ts'
import type { FaultDecision, Faults, FaultSubject } from './fault-subject.ts'
import { recordFault, recordSentEvent } from './record-fault.ts'

/** An event that waits for the next one is sent after this time if there is none. */
const maxReorderMs = 5_000
/** Frames of one session that wait. Beyond this the events are sent at once. */
const maxWaiting = 1_000

type SessionFaultDeps = Pick<Deps, 'clock' | 'recorder'> & {
  faults: Faults
  /** Disconnects all sockets of the gateway, and refuses others for a time. */
  restart: (forMs: number) => void
  /** Whether the gateway restarts now. */
  isRestarting: () => boolean
}

/** Injects the faults of the plan into what one session is sent. A sandbox has one for each session. */
export class SessionFaults implements FrameFilter {
  readonly #session: HookedSession
  readonly #deps: SessionFaultDeps
  /** The delays of events, and of the release of those that are held. */
  readonly #waiting = new Map<Disposable, Frame | null>()
  #heldFrames: Frame[] = []
  /** Frames, or null for a pong, that wait in order for decisions of a plan that several processes share. */
  #undecided: (Frame | null)[] = []
  #decisions: Promise<void> = Promise.resolve()
  #isSilent = false
  /** Whether the restart of the gateway is already recorded for this session. */
  #hasRestarted = false

  constructor(session: HookedSession, deps: SessionFaultDeps) {
    this.#session = session
    this.#deps = deps
  }

  get recordsEvents(): boolean {
    return (
      this.#isSilent || this.#deps.faults.plan !== null || this.#heldFrames.length > 0 || this.#undecided.length > 0
    )
  }

  onFrame(frame: Frame, socket: HookedSocket): boolean {
    if (this.#isSilent) return true
    const eventType = this.recordsEvents ? eventTypeOf(frame) : null
    if (eventType === null) return false
    if (this.#undecided.length >= maxWaiting) {
      this.#write(frame, socket)
      return true
    }
    const { clientId } = this.#session
    const subject = { target: 'event', eventType, clientId } as const
    this.#whenDecided(frame, subject, (rule) => this.#send(frame, eventType, rule, socket))
    return true
  }

  onPong(sendPong: () => void): boolean {
    if (this.#isSilent) return true
    if (this.#undecided.length >= maxWaiting) return false
    this.#whenDecided(null, { target: 'pong', clientId: this.#session.clientId }, (rule) => {
      if (rule === null) sendPong()
      else this.#record(rule.kind)
    })
    return true
  }

  /** Sends what waits for a decision. */
  onClosing(socket: HookedSocket): void {
    if (this.#deps.isRestarting() && !this.#hasRestarted) this.#record('gateway-restart')
    const frames = this.#undecided
    this.#undecided = []
    for (const frame of frames) if (frame !== null) this.#write(frame, socket)
  }

  /** Deletes what waits, and records the events that are thereby lost. */
  onClose(): void {
    this.#undecided = []
    const delayed = [...this.#waiting.values()].filter((frame) => frame !== null)
    for (const frame of [...delayed, ...this.#heldFrames]) this.#record('event-lost', frame)
    for (const timer of this.#waiting.keys()) timer[Symbol.dispose]()
    this.#waiting.clear()
    this.#heldFrames = []
  }

  /** Decides and runs in the order of the calls, at once if the plan decides at once. */
  #whenDecided(frame: Frame | null, subject: FaultSubject, run: (rule: FaultDecision) => void): void {
    const decision = this.#undecided.length === 0 ? this.#decide(subject) : null
    if (this.#undecided.length === 0 && !(decision instanceof Promise)) return run(decision)
    const queue = this.#undecided
    queue.push(frame)
    this.#decisions = this.#decisions.then(async () => {
      if (queue !== this.#undecided || queue.length === 0) return
      // No fault is injected while the database does not respond.
      const rule = await Promise.resolve(decision ?? this.#decide(subject)).catch(() => null)
      if (queue !== this.#undecided || queue.length === 0) return
      queue.shift()
      if (!this.#isSilent) run(rule)
    })
  }

  #send(frame: Frame, eventType: EventType | 'SYSTEM', rule: FaultDecision, socket: HookedSocket): void {
    if (rule !== null) this.#record(rule.kind, frame)
    if (rule?.kind === 'event-reordered' && this.#waiting.size < maxWaiting) {
      this.#hold(frame, socket)
      return
    }
    const sent = rule === null ? frame : changedFrame(rule.kind, frame)
    if (rule?.kind === 'event-unknown-type') this.#write(unknownEvent(eventType, this.#session), socket)
    if (rule === null || !this.#inject(rule, sent, socket)) this.#write(sent, socket)
    if (eventType !== 'SYSTEM') this.#release(socket)
  }

  #decide(subject: FaultSubject): FaultDecision | Promise<FaultDecision> {
    return this.#deps.faults.plan?.decide(subject, this.#deps.clock.now()) ?? null
  }

  #write(frame: Frame, socket: HookedSocket): void {
    socket.write(frame)
    const { recorder } = this.#deps
    if (!recorder.isRecording(this.#session.clientId)) return
    const [name, payload] = eventOf(frame)
    if (name === 'SYSTEM') recordSystemMessage(recorder, this.#session, readPayload(payload) as SystemMessage)
    else recordSentEvent(this.#session, [name, payload], this.#deps)
  }

  #record(kind: FaultKind, frame?: Frame): void {
    const { clientId, sessionKey, ownerChannelId } = this.#session
    const event = frame === undefined ? {} : eventIdsOf(frame)
    recordFault({ clientId, sessionKey, channelId: ownerChannelId, ...event }, kind, this.#deps)
  }

  /** False when the frame is to be sent, too. */
  #inject({ kind, delayMs = 0 }: NonNullable<FaultDecision>, frame: Frame, socket: HookedSocket): boolean {
    if (kind === 'event-doubled') this.#write(frame, socket)
    else if (kind === 'event-delayed' && this.#waiting.size < maxWaiting) {
      this.#after(delayMs, () => this.#write(frame, socket), frame)
      return true
    } else if (kind === 'socket-cut') socket.cut()
    else if (kind === 'socket-silent') this.#isSilent = true
    else if (kind === 'gateway-restart') {
      this.#hasRestarted = true
      this.#deps.restart(delayMs)
    }
    return losingFaultKinds.has(kind)
  }

  #hold(frame: Frame, socket: HookedSocket): void {
    this.#heldFrames.push(frame)
    if (this.#heldFrames.length === 1) this.#after(maxReorderMs, () => this.#release(socket))
  }

  #release(socket: HookedSocket): void {
    for (const frame of this.#heldFrames.splice(0)) this.#write(frame, socket)
  }

  #after(delayMs: number, run: () => void, frame: Frame | null = null): void {
    const timer = this.#deps.clock.after(delayMs, () => {
      this.#waiting.delete(timer)
      if (!this.#isSilent) run()
    })
    this.#waiting.set(timer, frame)
  }
}

const futureField = { version: 2, items: [null, 1, 'x'] }
const changes: Partial<Record<FaultKind, (event: Record<string, unknown>, name: string) => object>> = {
  'event-unknown-fields': withUnknownFields,
  'event-unknown-values': withUnknownValues,
  'event-without-profile': (event) => ({ ...event, profile: null }),
}

/** The event as a later version of the platform may send it. */
function changedFrame(kind: FaultKind, frame: Frame): Frame {
  const change = changes[kind]
  if (change === undefined) return frame
  const [name, payload] = eventOf(frame)
  const event = readPayload(payload) as Record<string, unknown>
  return encodeEvent(name, change(event, name), typeof payload === 'string')
}

/** Adds fields to the event and to each object in it, but not to the map `emojis`. */
function withUnknownFields(event: Record<string, unknown>): object {
  return { ...(addFields(event) as object), '': null }
}

function addFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addFields)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, field]) => [name, name === 'emojis' ? field : addFields(field)])
  return { ...Object.fromEntries(entries), futureField }
}

const futureRole = { userRoleCode: 'future_role' }
const futureBadge = { imageUrl: 'https://badges.example/future.png' }

/** The fields whose values are lists of the specification, each with a value that is not in the list. */
function withUnknownValues(event: Record<string, unknown>, name: string): object {
  if (name === 'DONATION') return { ...event, donationType: 'FUTURE', currency: 'XTS' }
  if (name === 'SUBSCRIPTION') return { ...event, tierNo: 3, tierName: 'future tier' }
  const { profile } = event as { profile?: { badges?: unknown[] } | null }
  if (name !== 'CHAT' || profile == null) return event
  return {
    ...event,
    ...futureRole,
    profile: { ...profile, ...futureRole, badges: [...(profile.badges ?? []), futureBadge] },
  }
}

function unknownEvent(eventType: EventType | 'SYSTEM', { ownerChannelId, wireProfile }: HookedSession): Frame {
  const isText = wireProfile === 'observed'
  if (eventType === 'SYSTEM') return encodeEvent('SYSTEM', { type: 'future_type', data: { note: 'x' } }, isText)
  return encodeEvent('FUTURE_EVENT', { channelId: ownerChannelId }, isText)
}

/** The ids of an event of a channel; none of a SYSTEM message. */
function eventIdsOf(frame: Frame): { eventId?: string; channelId?: string } {
  const [name, payload] = eventOf(frame)
  if (name === 'SYSTEM') return {}
  const { eventId, channelId } = readPayload(payload) as Record<string, string>
  return { ...(eventId !== undefined && { eventId }), ...(channelId !== undefined && { channelId }) }
}

/** The name and the payload of an event. */
function eventOf(frame: Frame): readonly [string, unknown] {
  return JSON.parse(packetOf(frame).toString('latin1').slice(2)) as [string, unknown]
}

/** The observed profile sends it as JSON text. */
function readPayload(payload: unknown): unknown {
  return typeof payload === 'string' ? JSON.parse(payload) : payload
}

function encodeEvent(name: string, payload: object, isText: boolean): Frame {
  return encodeFrame(`42${JSON.stringify([name, isText ? JSON.stringify(payload) : payload])}`)
}

/** Null for what is not an event. */
function eventTypeOf(frame: Frame): EventType | 'SYSTEM' | null {
  const start = packetOf(frame).toString('latin1', 0, 32)
  return [...eventTypes, 'SYSTEM' as const].find((type) => start.startsWith(`42["${type}"`)) ?? null
}
