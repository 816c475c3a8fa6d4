import { chainNow } from '../world/chain.ts'

/**
 * Looks at what is asked for: one look at a time, so that each sees a later state than the one before; askers who come
 * meanwhile share the next. Each key comes with the chain that it was last asked for in.
 */
export function looks<K>(
  lookAt: (asked: ReadonlyMap<K, string | undefined>) => Promise<void>,
): (keys: readonly K[]) => Promise<void> {
  let asked = new Map<K, string | undefined>()
  let lastLook: Promise<unknown> = Promise.resolve()
  let nextLook: Promise<void> | null = null

  async function lookAtAsked() {
    nextLook = null
    const due = asked
    asked = new Map()
    await lookAt(due)
  }
  return (keys) => {
    for (const key of keys) asked.set(key, chainNow() ?? asked.get(key))
    if (nextLook === null) {
      nextLook = lastLook.then(lookAtAsked)
      lastLook = nextLook.catch(() => {})
    }
    return nextLook
  }
}
