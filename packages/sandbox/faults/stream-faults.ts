import type { FaultRule } from '@onair/contract'
import type { HookedStream, StreamChange } from '@onair/server/hooks.ts'
import type { Deps } from '@onair/server/infra/deps.ts'
import type { FaultDecision, FaultPlan, Faults } from './fault-subject.ts'

/** How many times as long a slow upload takes as its video lasts. */
const slowness = 2
/** Channels whose faults are known. The oldest one is forgotten beyond this. */
const maxStreams = 1_000

/** `second`: the last one that was decided about. `until`: when its fault ends. Both are of process time. */
type Stream = { plan: FaultPlan; second: number; rule: FaultRule | null; until: number }

/**
 * Injects the faults of the plan into the videos of one process. Each second of a video is a match, but for those of a fault,
 * which lasts `delayMs`, also if the publisher connects again.
 */
export class StreamFaults {
  readonly #deps: Pick<Deps, 'clock'> & { faults: Faults }
  readonly #streams = new Map<string, Stream>()

  constructor(deps: Pick<Deps, 'clock'> & { faults: Faults }) {
    this.#deps = deps
  }

  changeOf({ channelId, mediaMs }: HookedStream): StreamChange | null {
    const { clock, faults } = this.#deps
    if (faults.plan === null) return null
    const now = clock.uptime()
    const stream = this.#find(channelId, faults.plan)
    if (now >= stream.until) {
      stream.rule = null
      const second = Math.floor(now / 1_000)
      if (second === stream.second) return null
      stream.second = second
      const decision = faults.plan.decide({ target: 'stream' }, clock.now())
      // No fault is injected while the database does not respond. The stream does not wait for it.
      if (decision instanceof Promise)
        decision.then(
          (rule) => begin(stream, rule, now),
          () => {},
        )
      else begin(stream, decision, now)
    }
    return changeBy(stream.rule, mediaMs)
  }

  /** A plan that was replaced has no faults any longer. */
  #find(channelId: string, plan: FaultPlan): Stream {
    const known = this.#streams.get(channelId)
    if (known?.plan === plan) return known
    const stream = { plan, second: -1, rule: null, until: 0 }
    this.#streams.delete(channelId)
    this.#streams.set(channelId, stream)
    const [oldest = ''] = this.#streams.keys()
    if (this.#streams.size > maxStreams) this.#streams.delete(oldest)
    return stream
  }
}

function begin(stream: Stream, rule: FaultDecision, now: number): void {
  stream.rule = rule
  stream.until = now + (rule?.delayMs ?? 0)
}

function changeBy(rule: FaultRule | null, mediaMs: number): StreamChange | null {
  switch (rule?.kind) {
    case 'stream-cut':
      return { kind: 'cut' }
    case 'stream-slow':
      return { kind: 'late', byMs: mediaMs * slowness }
    case 'stream-frozen':
      return { kind: 'lost', track: 'video' }
    case 'stream-muted':
      return { kind: 'lost', track: 'audio' }
    default:
      return null
  }
}
