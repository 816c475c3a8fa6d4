/**
 * Looks at what is asked for: one look at a time, so that each sees a later state than the one before; askers who come
 * meanwhile share the next.
 */
export function looks<K>(lookAt: (keys: K[]) => Promise<void>): (keys: readonly K[]) => Promise<void> {
  const asked = new Set<K>()
  let lastLook: Promise<unknown> = Promise.resolve()
  let nextLook: Promise<void> | null = null

  async function lookAtAsked() {
    nextLook = null
    const keys = [...asked]
    asked.clear()
    await lookAt(keys)
  }
  return (keys) => {
    for (const key of keys) asked.add(key)
    if (nextLook === null) {
      nextLook = lastLook.then(lookAtAsked)
      lastLook = nextLook.catch(() => {})
    }
    return nextLook
  }
}
