import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../../infra/clock.ts'
import type { Line } from './lines.ts'
import { Player } from './player.ts'

export type PlayOptions = {
  clock: Pick<Clock, 'uptime'>
  /** Times faster than recorded; Infinity: without waiting. */
  speed: number
  /** Lines in flight at once, at most. 1 keeps the order of all lines. */
  maxInFlight: number
  /** The part to play, in milliseconds of the recording. */
  fromMs: number
  toMs: number
  signal: AbortSignal
  onProgress?: (atMs: number) => void
}

/**
 * Plays lines on schedule. Lines of one person keep their order, and a line that is not about one person waits for all
 * before it. Throws the first error that is not a refusal, after the lines in flight have ended.
 */
export async function playLines(
  lines: AsyncIterable<Line> | Iterable<Line>,
  player: Player,
  { clock, speed, maxInFlight, fromMs, toMs, signal, onProgress = () => {} }: PlayOptions,
): Promise<void> {
  const startedAt = clock.uptime()
  const inFlight = new Map<Promise<void>, string | null>()
  const lastOf = new Map<string, Promise<void>>()
  const failures: unknown[] = []
  for await (const line of lines) {
    if (failures.length > 0 || signal.aborted) break
    const atMs = 'atMs' in line ? line.atMs : fromMs
    if (atMs < fromMs || !Player.isRepeated(line)) {
      if (line.kind === 'start' || line.kind === 'person' || atMs >= fromMs) await player.play(line)
      continue
    }
    if (atMs >= toMs) break
    const dueInMs = startedAt + (atMs - fromMs) / speed - clock.uptime()
    if (dueInMs > 0) await wait(dueInMs, undefined, { signal }).catch(() => {})
    const key = Player.orderOf(line)
    const before = key === null ? undefined : lastOf.get(key)
    if (key === null) await Promise.all(inFlight.keys())
    else if (before !== undefined) await before
    while (inFlight.size >= maxInFlight) await Promise.race(inFlight.keys())
    const task: Promise<void> = player
      .play(line)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => {
        inFlight.delete(task)
        if (key !== null && lastOf.get(key) === task) lastOf.delete(key)
        onProgress(atMs)
      })
    inFlight.set(task, key)
    if (key !== null) lastOf.set(key, task)
    else await task
  }
  await Promise.all(inFlight.keys())
  if (failures.length > 0) throw failures[0]
}
