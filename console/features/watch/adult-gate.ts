const storageKey = 'onair-age-confirmed'

/** Whether somebody said in this window that they are old enough for broadcasts for adults. */
export function hasConfirmedAge(): boolean {
  try {
    return sessionStorage.getItem(storageKey) === 'yes'
  } catch {
    return false // A browser may keep nothing for us.
  }
}

export function confirmAge(): void {
  try {
    sessionStorage.setItem(storageKey, 'yes')
  } catch {
    // Then the next page asks again.
  }
}
