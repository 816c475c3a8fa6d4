import type { Line } from './lines.ts'
import { Player } from './player.ts'

/** Monotonic time in milliseconds. */
export type Uptime = { uptime(): number }

export type PlayOptions = {
  clock: Uptime
  /** Returns early when `signal` is aborted. */
  wait: (ms: number) => Promise<void>
  /** Times faster than recorded; Infinity: without waiting. */
  speed: number
  /** Lines in flight at once, at most. 1 keeps the order of all lines. */
  maxInFlight: number
  /** The part to play, in milliseconds of the recording. */
  fromMs: number
  toMs: number
  signal: AbortSignal
  onProgress: (atMs: number) => void
}

/**
 * Plays lines on schedule. Lines of one person keep their order, and a line that is not about one person waits for all
 * before it. Returns the number of lines played. Throws the first error that is not a refusal, after the lines in flight
 * have ended.
 */
export async function playLines(
  lines: AsyncIterable<Line> | Iterable<Line>,
  player: Player,
  { clock, wait, speed, maxInFlight, fromMs, toMs, signal, onProgress }: PlayOptions,
): Promise<number> {
  const startedAt = clock.uptime()
  let played = 0
  /** The lines that are being played or wait for the line before of the same person. */
  const inFlight = new Set<Promise<void>>()
  /** The last line of each person in flight, and the last one that is not a message. */
  const lastOf = new Map<string, { line: Promise<void>; other: Promise<void> | undefined }>()
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
    if (dueInMs > 0) await wait(dueInMs)
    if (signal.aborted) break
    played += 1
    const { person, isMessage } = Player.orderOf(line)
    if (person === null) await Promise.all(inFlight)
    while (inFlight.size >= maxInFlight) await Promise.race(inFlight)
    const earlier = person === null ? undefined : lastOf.get(person)
    const before = (isMessage ? earlier?.other : earlier?.line) ?? Promise.resolve()
    const task: Promise<void> = player
      .play(line, before)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => {
        inFlight.delete(task)
        if (person !== null && lastOf.get(person)?.line === task) lastOf.delete(person)
        onProgress(atMs)
      })
    inFlight.add(task)
    if (person === null) await task
    else lastOf.set(person, { line: task, other: isMessage ? earlier?.other : task })
  }
  await Promise.all(inFlight)
  if (failures.length > 0) throw failures[0]
  return played
}
