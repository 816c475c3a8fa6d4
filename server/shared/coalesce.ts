import { currentTraceId } from '../infra/trace.ts'

/**
 * Looks at what is asked for: one look at a time, so that each sees a later state than the one before; askers who come
 * meanwhile share the next. Each key comes with the chain that it was last asked for in.
 */
export function coalesce<K>(
  run: (pending: ReadonlyMap<K, string | undefined>) => Promise<void>,
): (keys: readonly K[]) => Promise<void> {
  let pending = new Map<K, string | undefined>()
  let lastRun: Promise<unknown> = Promise.resolve()
  let nextRun: Promise<void> | null = null

  async function runPending() {
    nextRun = null
    const batch = pending
    pending = new Map()
    await run(batch)
  }
  return (keys) => {
    for (const key of keys) pending.set(key, currentTraceId() ?? pending.get(key))
    if (nextRun === null) {
      nextRun = lastRun.then(runPending)
      lastRun = nextRun.catch(() => {})
    }
    return nextRun
  }
}
