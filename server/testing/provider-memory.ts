type Kept = Record<string, unknown>

/** What an OpenID provider remembers of one kind of thing; made anew for each provider and kept for as long as it runs. */
export function providerMemory(): (model: string) => object {
  const kept = new Map<string, Kept>()
  return (model) => {
    const keyOf = (id: string) => `${model}/${id}`
    return {
      upsert: async (id: string, payload: Kept) => void kept.set(keyOf(id), payload),
      find: async (id: string) => kept.get(keyOf(id)),
      findByUid: async (uid: string) =>
        [...kept].find(([key, payload]) => key.startsWith(keyOf('')) && payload['uid'] === uid)?.[1],
      consume: async (id: string) => void kept.set(keyOf(id), { ...kept.get(keyOf(id)), consumed: Date.now() }),
      destroy: async (id: string) => void kept.delete(keyOf(id)),
      async revokeByGrantId(grantId: string) {
        for (const [key, payload] of kept) if (payload['grantId'] === grantId) kept.delete(key)
      },
    }
  }
}
