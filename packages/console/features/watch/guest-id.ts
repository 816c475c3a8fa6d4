const storageKey = 'onair-guest'

/** Identifies this browser while no one is signed in, so that all its windows count as one viewer. */
export const guestId = readStoredId() ?? createId()

function readStoredId(): string | null {
  try {
    return /^[0-9a-f]{32}$/.exec(localStorage.getItem(storageKey) ?? '')?.[0] ?? null
  } catch {
    return null // Storage can be disabled.
  }
}

function createId(): string {
  const id = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  try {
    localStorage.setItem(storageKey, id)
  } catch {
    // If there is no storage, each visit counts as another guest.
  }
  return id
}
