import { currentTraceId } from '../infra/observability/trace.ts'

/**
 * Wraps `run` so that one run is active at a time, and all calls made before a run starts share it. So the run that
 * serves a call starts after the call. A key comes with the trace id of the last call that had one.
 */
export function coalesce<K>(
  run: (keys: ReadonlyMap<K, string | undefined>) => Promise<void>,
): (keys?: readonly K[]) => Promise<void> {
  let pending = new Map<K, string | undefined>()
  let lastRun: Promise<unknown> = Promise.resolve()
  let nextRun: Promise<void> | null = null

  async function runPending() {
    nextRun = null
    const keys = pending
    pending = new Map()
    await run(keys)
  }
  return (keys = []) => {
    for (const key of keys) pending.set(key, currentTraceId() ?? pending.get(key))
    if (nextRun === null) {
      nextRun = lastRun.then(runPending)
      lastRun = nextRun.catch(() => {})
    }
    return nextRun
  }
}
