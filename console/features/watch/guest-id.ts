const storageKey = 'onair-guest'

/** What this browser goes by while nobody is signed in, so that all its windows count as one viewer. */
export const guestId = readStoredId() ?? createId()

function readStoredId(): string | null {
  try {
    return /^[0-9a-f]{32}$/.exec(localStorage.getItem(storageKey) ?? '')?.[0] ?? null
  } catch {
    return null // A browser may keep nothing for us.
  }
}

function createId(): string {
  const id = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  try {
    localStorage.setItem(storageKey, id)
  } catch {
    // Then each visit counts as another guest.
  }
  return id
}
