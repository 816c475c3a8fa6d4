const keyOf = (channelId: string) => `onair-watch-proof-${channelId}`

/** The proof that this window sends once the viewer has entered the password of a channel. */
export function watchProofOf(channelId: string): { watchProof?: string } {
  try {
    const watchProof = sessionStorage.getItem(keyOf(channelId))
    return watchProof === null ? {} : { watchProof }
  } catch {
    return {} // Storage can be disabled.
  }
}

/** Kept as long as the window is open. False: there is no storage, so that the proof would be lost. */
export function keepWatchProof(channelId: string, watchProof: string): boolean {
  try {
    sessionStorage.setItem(keyOf(channelId), watchProof)
    return true
  } catch {
    return false
  }
}
