import { useState } from 'react'

const ageKey = 'onair-age-confirmed'
const proofKeyOf = (channelId: string) => `onair-watch-proof-${channelId}`

/** Whether the viewer confirmed their age in this window. */
export function hasConfirmedAge(): boolean {
  try {
    return sessionStorage.getItem(ageKey) === 'yes'
  } catch {
    return false // Storage can be disabled.
  }
}

export function confirmAge(): void {
  try {
    sessionStorage.setItem(ageKey, 'yes')
  } catch {
    // If there is no storage, the next page asks again.
  }
}

/** Whether the viewer has confirmed their age in this window, and the confirmation. */
export function useAgeConfirmation(): [isConfirmed: boolean, confirm: () => void] {
  const [isConfirmed, setConfirmed] = useState(hasConfirmedAge)
  const confirm = () => {
    confirmAge()
    setConfirmed(true)
  }
  return [isConfirmed, confirm]
}

/** The proof that this window sends once the viewer has entered the password of a channel. */
export function watchProofOf(channelId: string): { watchProof?: string } {
  try {
    const watchProof = sessionStorage.getItem(proofKeyOf(channelId))
    return watchProof === null ? {} : { watchProof }
  } catch {
    return {} // Storage can be disabled.
  }
}

/** Kept as long as the window is open. False: there is no storage, so that the proof would be lost. */
export function keepWatchProof(channelId: string, watchProof: string): boolean {
  try {
    sessionStorage.setItem(proofKeyOf(channelId), watchProof)
    return true
  } catch {
    return false
  }
}
