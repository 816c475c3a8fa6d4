// Whether the server has refused the session of the page. The page stays, with everything that the user has typed.

let hasEnded = false
const listeners = new Set<() => void>()

export function setSessionEnded(ended: boolean) {
  if (ended === hasEnded) return
  hasEnded = ended
  for (const listener of listeners) listener()
}

export function hasSessionEnded(): boolean {
  return hasEnded
}

export function subscribeToSessionEnd(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
