type StoredPayload = Record<string, unknown>

/** In-memory storage for one OpenID provider. */
export function memoryOidcAdapter(): (model: string) => object {
  const entries = new Map<string, StoredPayload>()
  return (model) => {
    const keyOf = (id: string) => `${model}/${id}`
    return {
      upsert: async (id: string, payload: StoredPayload) => void entries.set(keyOf(id), payload),
      find: async (id: string) => entries.get(keyOf(id)),
      findByUid: async (uid: string) =>
        [...entries].find(([key, payload]) => key.startsWith(keyOf('')) && payload['uid'] === uid)?.[1],
      consume: async (id: string) => void entries.set(keyOf(id), { ...entries.get(keyOf(id)), consumed: Date.now() }),
      destroy: async (id: string) => void entries.delete(keyOf(id)),
      async revokeByGrantId(grantId: string) {
        for (const [key, payload] of entries) if (payload['grantId'] === grantId) entries.delete(key)
      },
    }
  }
}
