import type { StreamHint } from '@onair/contract'
import type { Clock } from '../../infra/clock.ts'
import type { PacketProblem } from './packet.ts'

const keptMs = 5 * 60_000
const maxSubjects = 1_000
const maxPerSubject = 5

type Problem = { hint: StreamHint; at: number }

/**
 * The problems of the streams of the last minutes, by channel; a wrong key by the network that it came from, because
 * nobody knows its channel.
 */
export class StreamProblems {
  readonly #clock: Pick<Clock, 'uptime'>
  readonly #problems = new Map<string, Problem[]>()

  constructor(clock: Pick<Clock, 'uptime'>) {
    this.#clock = clock
  }

  add(subject: string, hint: StreamHint): void {
    const others = this.#recent(subject).filter((problem) => problem.hint.code !== hint.code)
    this.#problems.delete(subject)
    if (this.#problems.size >= maxSubjects) {
      const [oldest = ''] = this.#problems.keys()
      this.#problems.delete(oldest)
    }
    this.#problems.set(subject, [...others, { hint, at: this.#clock.uptime() }].slice(-maxPerSubject))
  }

  list(subject: string): StreamHint[] {
    return this.#recent(subject).map(({ hint }) => hint)
  }

  /** A publisher was accepted. */
  clear(subject: string): void {
    this.#problems.delete(subject)
  }

  #recent(subject: string): Problem[] {
    const since = this.#clock.uptime() - keptMs
    return (this.#problems.get(subject) ?? []).filter(({ at }) => at >= since)
  }
}

/** The problem of a packet in the words of the studio. */
export function hintCodeOf(problem: PacketProblem): StreamHint['code'] {
  if (problem === 'UNSUPPORTED_SIZE' || problem === 'UNSUPPORTED_AUDIO_CODEC') return problem
  return problem === 'KEY_FRAME_INTERVAL_TOO_LONG' ? problem : 'INVALID_PACKETS'
}
