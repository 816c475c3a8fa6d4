/** Wraps `run` so that one run is active at a time, and gets the keys of all calls that were made before it starts. */
export function coalesce<K>(run: (keys: K[]) => Promise<void>): (key: K) => Promise<void> {
  let pending = new Set<K>()
  let lastRun: Promise<unknown> = Promise.resolve()
  let nextRun: Promise<void> | null = null

  const runPending = () => {
    const keys = [...pending]
    pending = new Set()
    nextRun = null
    return run(keys)
  }
  return (key) => {
    pending.add(key)
    if (nextRun === null) {
      nextRun = lastRun.then(runPending)
      lastRun = nextRun.catch(() => {})
    }
    return nextRun
  }
}
