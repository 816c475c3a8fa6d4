const openFragment = '#go-live'

/**
 * Whether this document may ask for the camera. The server allows it in the documents of the studio alone; one that the
 * visitor came from by a link within the console is loaded again, with the dialog open.
 */
export function openStudioDocument(): boolean {
  const [{ name } = { name: '' }] = performance.getEntriesByType('navigation')
  if (/^\/studio(\/|$)/.test(new URL(name, window.location.href).pathname)) return true
  window.history.replaceState(null, '', `/studio${openFragment}`)
  window.location.reload()
  return false
}

/** Whether this document was loaded to go live. Read once: the next visit of the page opens nothing. */
export function wasOpenedToGoLive(): boolean {
  if (window.location.hash !== openFragment) return false
  window.history.replaceState(window.history.state, '', window.location.pathname)
  return true
}
