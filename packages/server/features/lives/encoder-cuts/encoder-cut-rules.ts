/** The wait after each attempt. After the last one an encoder has been tried for ten minutes. */
const waitsMs = [5_000, 5_000, 10_000, 20_000, 40_000, 120_000, 400_000]
export const maxCutAttempts = waitsMs.length + 1

/** When an attempt that does not end the job is followed by the next one. Also the end of its lease. `attempts`: this one included. */
export function nextCutAt(attempts: number, now: number): number {
  return now + (waitsMs[attempts - 1] ?? 0)
}

export type CutResult = { cut: number } | { failure: string }
export type CutState = 'done' | 'exhausted' | 'waiting'

/**
 * The state of a job after an attempt. An encoder that was connecting while its live was taken down is found by the second
 * attempt, so that one success is not enough. The live of an encoder that no server found may be at a server, or a process of
 * it, that was not asked.
 */
export function stateAfterCut(
  { attempts, wasLive, cut }: { attempts: number; wasLive: boolean; cut: number },
  result: CutResult,
): CutState {
  if (!('failure' in result) && attempts >= 2 && (cut > 0 || !wasLive)) return 'done'
  return attempts >= maxCutAttempts ? 'exhausted' : 'waiting'
}
