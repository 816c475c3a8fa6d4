const kept = 'onair-grown-up'

/** Whether somebody said in this window that they are old enough for broadcasts for adults. */
export function isGrownUp(): boolean {
  try {
    return sessionStorage.getItem(kept) === 'yes'
  } catch {
    return false // A browser may keep nothing for us.
  }
}

export function sayGrownUp(): void {
  try {
    sessionStorage.setItem(kept, 'yes')
  } catch {
    // Then the next page asks again.
  }
}
