const storageKey = 'onair-age-confirmed'

/** Whether the viewer confirmed their age in this window. */
export function hasConfirmedAge(): boolean {
  try {
    return sessionStorage.getItem(storageKey) === 'yes'
  } catch {
    return false // Storage can be disabled.
  }
}

export function confirmAge(): void {
  try {
    sessionStorage.setItem(storageKey, 'yes')
  } catch {
    // If there is no storage, the next page asks again.
  }
}
