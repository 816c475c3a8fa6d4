/** Aborts at the first SIGINT or SIGTERM. The next one ends the process. */
export function listenForInterrupt(): Disposable & { readonly signal: AbortSignal } {
  const interrupted = new AbortController()
  const names = ['SIGINT', 'SIGTERM'] as const
  const abort = () => {
    for (const name of names) process.off(name, abort)
    interrupted.abort()
  }
  for (const name of names) process.on(name, abort)
  return {
    signal: interrupted.signal,
    [Symbol.dispose]: () => {
      for (const name of names) process.off(name, abort)
    },
  }
}
