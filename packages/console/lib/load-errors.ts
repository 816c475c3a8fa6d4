const loadErrors = new WeakSet<object>()

// Vite reports the error of each `import()` that fails before it throws it.
if ('window' in globalThis)
  window.addEventListener('vite:preloadError', (event) => {
    loadErrors.add((event as Event & { payload: Error }).payload)
  })

/** Whether a part of the page did not load: the network failed, or an update has replaced its file. */
export function isLoadError(error: unknown): boolean {
  return error instanceof Error && loadErrors.has(error)
}
